"""What six codes do to one game, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.studies.game.codes_chart import NAMES, say_leads
from analyses.words.plain import Words, points, say_who_sits, share
from piquet_sim.sentences import Sentence, choose, exceeds

_OLD, _NEW, _RACE = "cotton_1674", "rubicon", "boussac_1896"
_BEFORE = "au_cent"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    found = {name: read_estimates(table, rules=name) for name in (_OLD, _NEW, _RACE)}
    old, new = NAMES[_OLD], NAMES[_NEW]
    wins, repiques = (
        [found[name][measure] for name in (_OLD, _NEW)]
        for measure in ("elder_wins", "elder_repique")
    )
    told = f"{share(wins[0])} of deals under {old}, {share(wins[1])} under {new}"
    return Words(
        say_leads(table),
        "Piquet has been played under several codes since the seventeenth century, with other "
        "packs, exchanges and scores. Here the same players play the same game under six of them.",
        (
            choose(
                Sentence(
                    f"{say_who_sits(captions)}elder wins {told}: the seat weighs more today.",
                    exceeds("how often elder wins today more than of old", wins[1], wins[0]),
                ),
                Sentence(f"{say_who_sits(captions)}elder makes more in {told}."),
            ),
            Sentence(
                f"Elder makes a repique in {share(repiques[0])} of deals under {old}, in "
                f"{share(repiques[1])} under {new}."
            ),
            Sentence(
                f"A race to a hundred takes {points(found[_OLD]['deals_mean'])} deals under {old}, "
                f"{points(found[_RACE]['deals_mean'])} under {NAMES[_RACE]}."
            ),
        ),
        "It does not say what specialists of each code would make: the card play of these players "
        "was learned under one.",
    )
