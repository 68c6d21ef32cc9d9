"""Who plays best, in plain words."""

from collections.abc import Mapping
from itertools import pairwise

import pandas as pd

from analyses.studies.players.ladder_chart import order_rungs, read_gains, say_first
from analyses.words.plain import Words, capitalise, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the ladder found, for everybody."""
    gains = read_gains(table)
    rungs = order_rungs(gains)
    steps = {step: gains[step] for step in pairwise(rungs)}
    order = ", ".join(rungs)
    ends = list(dict.fromkeys((next(iter(steps)), list(steps)[-1])))
    return Words(
        say_first(table),
        "Computer players meet in pairs of deals: the same cards twice, the seats exchanged, so "
        "that nobody has the better cards. Who makes more over the pair plays better.",
        (
            choose(
                Sentence(
                    f"From the best to the weakest they are {order}.",
                    *(
                        is_within("what one makes more than the next", one, above=0)
                        for one in steps.values()
                    ),
                ),
                Sentence(f"By their means they stand so, if not all can be told apart: {order}."),
            ),
            *(_say_step(step, steps[step]) for step in ends),
        ),
        "It does not mean that who stands higher wins every deal, nor that they would do as well "
        "against people.",
    )


def _say_step(step: tuple[str, str], gain: Estimate) -> Sentence:
    upper, lower = step
    return choose(
        Sentence(
            f"{capitalise(upper)} makes {size(gain)} points more than {lower} over two deals.",
            is_within("what one makes more than the next", gain, above=0),
        ),
        Sentence(f"{capitalise(upper)} and {lower} cannot be told apart."),
    )
