"""What strong players throw, and what throwing by heart costs, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.words.plain import Words, capitalise, read_number, say_who_sits, share, size, spell
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, exceeds, is_within

_ALL, _LOSS, _LEAF = "all hands", "loss of primer", "leaf"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    loss = read_estimates(table, seat="younger", kind=_ALL)[_LOSS]
    full, same = (
        [read_number(captions, f"{seat}_{what}") for seat in ("elder", "younger")]
        for what in ("full", "same")
    )
    said = []
    if None not in full:
        said.append(
            Sentence(
                f"{say_who_sits(captions)}elder throws as many cards as may go in {share(full[0])} "
                f"of deals, younger in {share(full[1])}."
            )
        )
    said.append(_say_cost("younger", _count_rules(table, "younger"), loss, "."))
    if None not in same:
        said.append(
            Sentence(
                f"The rules name the very cards that the player throws in {share(same[0])} of "
                f"elder's hands, {share(same[1])} of younger's."
            )
        )
    return Words(
        _say_cost(
            "elder", _count_rules(table, "elder"),
            read_estimates(table, seat="elder", kind=_ALL)[_LOSS],
        ),
        "Before the play each player throws cards and takes as many unseen ones. A few questions "
        "that can be learned by heart lead to what to keep first.",
        tuple(said),
        "It does not mean that the players always throw the right cards: the rules are held "
        "against their choice, in the same deals.",
    )  # fmt: skip


def surprise(table: pd.DataFrame, captions: Mapping[str, object]) -> Sentence | None:
    """What a reader would not expect."""
    found = read_estimates(table, seat="elder", kind=_ALL)
    rules, club = found[_LOSS], found.get("loss of club")
    if club is None:
        return None
    return Sentence(
        f"Learning by heart is not the worst way: club's own discards cost elder {size(club)} "
        "points a deal.",
        exceeds("what club loses more than the rules", club, rules),
    )


def _count_rules(table: pd.DataFrame, seat: str) -> str:
    leaves = (table.seat == seat) & (table.kind == _LEAF) & (table.quantity == _LOSS)
    number = int(leaves.sum())
    return f"{spell(number)} rule{'' if number == 1 else 's'}"


def _say_cost(seat: str, rules: str, loss: Estimate, stop: str = "") -> Sentence:
    return choose(
        Sentence(
            f"Throwing by {rules} costs {seat} {size(loss)} points a deal{stop}",
            is_within(f"what the tree loses as {seat}", loss, above=0),
        ),
        Sentence(f"{capitalise(seat)} throws by {rules}: a loss cannot be told from none{stop}"),
    )
