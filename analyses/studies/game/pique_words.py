"""How often pique, repique and capot are made, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.pique_chart import say_either
from analyses.words.plain import Words, how_often, say_who_sits
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    found = _read_events(table)
    pique, younger, capot = (
        how_often(found[name], "deals")
        for name in ("elder pique", "younger repique", "elder capot")
    )
    repique, other = (how_often(found[name]) for name in ("elder repique", "younger capot"))
    return Words(
        say_either(table),
        "Who counts 30 before the other scores wins a bonus: 30 more by calls and play, a pique, "
        "or 60 more by calls alone, a repique. To take all twelve tricks is a capot.",
        (
            Sentence(
                f"{say_who_sits(captions)}elder makes a pique {pique} and a repique {repique}."
            ),
            Sentence(f"Younger makes a repique {younger}."),
            Sentence(f"Elder takes all tricks {capot}, younger {other}."),
        ),
        "It does not say how often players make them who keep more to themselves, or play to the "
        "state of the partie.",
    )


def _read_events(table: pd.DataFrame) -> dict[str, Estimate]:
    rows = table[table["made_of"] == "anything"]
    return {f"{row.seat} {row.event}": read_estimate(row) for row in iterate_rows(rows)}
