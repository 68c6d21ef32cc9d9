"""What a carte blanche is worth, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.studies.game.carte_blanche_chart import say_worths
from analyses.words.plain import Words, round_off, say_or_too_few, say_who_sits, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, compose, is_within

_SEATS = ("younger", "elder")


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    found, ten = read_estimates(table), captions["ten"]
    worths = {seat: found.get(f"{seat}: worth") for seat in _SEATS}
    return Words(
        say_or_too_few(say_worths(table, captions), "what a carte blanche is worth"),
        f"A carte blanche is a hand without king, queen or knave; to show it scores {ten} points. "
        "Its worth is what such a hand makes beyond an average one in the same seat, its weak play "
        "included.",
        (
            Sentence(
                "One hand in "
                f"{round_off(1 / found['a hand is a carte blanche'].value)} is a carte blanche."
            ),
            compose(
                say_who_sits(captions),
                ", and ".join(_say_worth(seat, one) for seat, one in worths.items()),
                ".",
            )
            if None in worths.values()
            else _join(say_who_sits(captions), worths),
            *_compare(worths, ten),
        ),
        "It does not mean that showing it is a mistake: it is compared with an average hand, not "
        "with the same hand not shown.",
    )


def _join(start: str, worths: Mapping[str, Estimate]) -> Sentence:
    one, two = (_say_worth(seat, worth) for seat, worth in worths.items())
    return compose(start, one, ", and ", two, ".")


def _say_worth(seat: str, worth: Estimate | None) -> Sentence:
    if worth is None:
        return Sentence(f"too few deals tell what it is worth to {seat}")
    what = f"what a carte blanche is worth to {seat}"
    return choose(
        Sentence(f"it brings {seat} {size(worth)} points", is_within(what, worth, above=0)),
        Sentence(f"it costs {seat} {size(worth)} points", is_within(what, worth, below=0)),
        Sentence(f"its worth to {seat} cannot be told from zero"),
    )


def _compare(worths: Mapping[str, Estimate | None], ten: object) -> tuple[Sentence, ...]:
    if None in worths.values():
        return ()
    below, above = (
        [is_within(f"what a carte blanche is worth to {seat}", one, **ends)
         for seat, one in worths.items()]
        for ends in ({"below": ten}, {"above": ten})
    )  # fmt: skip
    return (
        choose(
            Sentence("In both seats that is less than it scores.", *below),
            Sentence("In both seats that is more than it scores.", *above),
            Sentence("Whether that is what it scores cannot be told in both seats."),
        ),
    )
