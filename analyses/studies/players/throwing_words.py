"""What strong players throw, and what throwing by heart costs, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.words.plain import Words, capitalise, read_number, say_who_sits, share, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_ALL, _LOSS = "all hands", "loss of primer"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    loss = read_estimates(table, seat="younger", kind=_ALL)[_LOSS]
    full, same = (
        [read_number(captions, f"{seat}_{what}") for seat in ("elder", "younger")]
        for what in ("full", "same")
    )
    said = []
    elder, younger = full
    if elder is not None and younger is not None:
        said.append(
            Sentence(
                f"{say_who_sits(captions)}elder throws as many cards as may go in {share(elder)} "
                f"of deals, younger in {share(younger)}."
            )
        )
    said.append(_say_cost("younger", loss, "."))
    elder, younger = same
    if elder is not None and younger is not None:
        said.append(
            Sentence(
                f"The rules name the very cards that the player throws in {share(elder)} of "
                f"elder's hands, {share(younger)} of younger's."
            )
        )
    return Words(
        _say_cost(
            "elder",
            read_estimates(table, seat="elder", kind=_ALL)[_LOSS],
        ),
        "Before the play each player throws cards and takes as many unseen ones. A few questions, "
        "which can be learned by heart, tell what to keep.",
        tuple(said),
        "It does not mean that the players always throw the right cards: the rules are held "
        "against their choice, in the same deals.",
    )  # fmt: skip


def _say_cost(seat: str, loss: Estimate, stop: str = "") -> Sentence:
    return choose(
        Sentence(
            f"Throwing by heart costs {seat} {size(loss)} points a deal{stop}",
            is_within(f"what the tree loses as {seat}", loss, above=0),
        ),
        Sentence(f"{capitalise(seat)} throws by heart: a loss cannot be told from none{stop}"),
    )
