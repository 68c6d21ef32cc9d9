"""How much a discard loses to the best one, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.studies.players.regret_chart import say_slips
from analyses.words.plain import Words, read_number, round_off, say_or_too_few, share
from piquet_sim.sentences import Sentence

_BOTH = "both seats"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    discards = [
        read_estimates(table, seat=seat, kind="all hands")["regret"]
        for seat in ("elder", "younger")
    ]
    elder, younger = (round_off(one, places=2) for one in discards)
    said = [
        Sentence(
            f"On average a discard gives up {elder} points as elder and {younger} as younger, "
            "against the one rated first."
        )
    ]
    own = read_number(captions, "best_found_is_theirs")
    if own is not None:
        said.append(Sentence(f"In {share(own)} of hands the one rated first is the player's own."))
    cards, calls = (
        read_estimates(table, seat=_BOTH, kind=f"all {what}").get(f"regret of {what}")
        for what in ("cards", "calls")
    )
    if cards is not None and calls is not None:
        said.append(
            Sentence(
                f"All cards of a deal give up {round_off(cards)} points, all calls "
                f"{round_off(calls)}."
            )
        )
    return Words(
        say_or_too_few(say_slips(table, captions), "what a discard loses"),
        "Each discard is held against others of the same hand, tried in the same deals. What the "
        "one rated first makes more is what the player gives up, called regret.",
        tuple(said),
        "It does not mean that nothing better exists: the one rated first is the best that a "
        "search found, so that more may be lost.",
    )
