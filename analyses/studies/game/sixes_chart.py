"""What leaving out the sixes did to elder's lead, under two laws."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows, find_ends, widen
from analyses.charts.style import EXACT_COLOUR, MM, NEUTRAL_COLOUR, figure_of, letters
from analyses.results.analysis import read_estimates
from piquet_sim.estimates.differences import subtract_dependent, subtract_estimates
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.sentences import Sentence, brief, choose, is_within

LAWS = ("Cotton 1674", "Rubicon")
LEAD = "elder's lead in "
"""The rows of the parts of elder's lead begin so."""
PARTS = ("point", "sequences", "sets", "play", "cards", "pique", "repique")
_WITH, _WITHOUT = 36, 32


def _read_leads(table: pd.DataFrame) -> dict[tuple[str, int], Estimate]:
    return {
        (laws, pack): read_estimates(table, laws=laws, pack=pack)["difference"]
        for laws in LAWS
        for pack in (_WITH, _WITHOUT)
    }


def say_change(table: pd.DataFrame) -> Sentence:
    """What elder's lead became without the sixes."""
    leads = _read_leads(table)
    changes = {laws: subtract_estimates(leads[laws, _WITHOUT], leads[laws, _WITH]) for laws in LAWS}
    grown, shrunk = (
        [is_within(f"change under {laws}", one, **end) for laws, one in changes.items()]
        for end in ({"above": 0}, {"below": 0})
    )
    signed = " and ".join(f"{brief(one, sign='+')} ({laws})" for laws, one in changes.items())
    signed = signed.replace("Cotton 1674", "Cotton\u00a01674")
    plain = signed.replace("+", "").replace("−", "")
    return choose(
        Sentence(f"Without the sixes elder’s lead grows by {plain} points", *grown),
        Sentence(f"Without the sixes elder’s lead shrinks by {plain} points", *shrunk),
        Sentence(f"Without the sixes elder’s lead changes by {signed} points"),
    )


def draw_change(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """One arrow for each law, from the pack with the sixes to the pack without."""
    leads = _read_leads(table)
    amount = f"{captions['n']:,} deals of each"
    with one_panel(
        say_change(table), "Elder’s score less younger’s, with the sixes and without",
        f"{say_origin(captions, amount, rules='')} 95% intervals: {say_reach(leads.values())} "
        "at most.",
        height=60 * MM, unit="points a deal", grid="x",
    ) as axes:  # fmt: skip
        for place, laws in enumerate(LAWS):
            old, new = leads[laws, _WITH], leads[laws, _WITHOUT]
            axes.annotate(
                "", (new.value, place), (old.value, place), zorder=2,
                arrowprops={"arrowstyle": "-|>", "color": NEUTRAL_COLOUR, "shrinkA": 0,
                            "linewidth": letters(1.6), "shrinkB": letters(4),
                            "mutation_scale": letters(8)},
            )  # fmt: skip
            right = new.value >= old.value
            for one, pack, meaning in ((old, _WITH, "neutral"), (new, _WITHOUT, "elder")):
                draw_interval(axes, place, one, meaning)
                is_right = (pack == _WITHOUT) == right
                words = say_alike([one], sign="+", places=1)[0]
                write_at(axes, one.value, place, words, meaning, (7 if is_right else -7, 0),
                         ha="left" if is_right else "right",
                         fontweight="bold" if pack == _WITHOUT else "normal")  # fmt: skip
                if place == 1:
                    write_at(axes, one.value, place, f"{pack} cards", meaning, (0, 12),
                             ha="right" if not is_right else "left", bbox=None)  # fmt: skip
            write_at(axes, 0, place - 0.42, laws, "ink", (1, 0), ha="left",
                     fontweight="bold", xycoords=axes.get_yaxis_transform())  # fmt: skip
        axes.set_xlim(widen(*find_ends(leads.values(), high=1.0), 0.14, 0.14))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks([])
        axes.set_ylim(len(LAWS) - 0.6, -0.75)
        tick_sparsely(axes.xaxis)
    return figure_of(axes)


# ---- The parts ----------------------------------------------------------------------------------
def read_changes(table: pd.DataFrame, laws: str = LAWS[-1]) -> dict[str, Estimate]:
    """What the pack without the sixes makes of each part of elder's lead more than the other."""
    packs = [read_estimates(table, laws=laws, pack=pack) for pack in (_WITHOUT, _WITH)]
    return {part: subtract_estimates(*(_find_lead(pack, part) for pack in packs)) for part in PARTS}


def _find_lead(pack: Mapping[str, Estimate], part: str) -> Estimate:
    # Both seats' means come of the same deals; where only they are known, their errors are added.
    if f"{LEAD}{part}" in pack:
        return pack[f"{LEAD}{part}"]
    return subtract_dependent(pack[f"elder_{part}_mean"], pack[f"younger_{part}_mean"])


def say_parts(table: pd.DataFrame) -> Sentence:
    """Which part of elder's lead moved most, as far as that can be told."""
    changes = read_changes(table)
    most = max(changes, key=lambda part: abs(changes[part].value))
    sizes = {part: one if one.value >= 0 else negate(one) for part, one in changes.items()}
    words = f"by how much more {most} moved than another part"
    # All parts come of the same deals.
    leads = [
        is_within(words, subtract_dependent(sizes[most], one), above=0)
        for part, one in sizes.items()
        if part != most
    ]
    told = f"{brief(changes[most], sign='+')} points a deal"
    return choose(
        Sentence(f"Without the sixes elder’s lead in {most} moved most: {told}", *leads),
        Sentence(f"Without the sixes elder’s lead in {most} moved by {told}"),
    )


def draw_parts(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How each part of elder's lead changed under Rubicon's laws, one dot a part."""
    changes = dict(sorted(read_changes(table).items(), key=lambda item: -item[1].value))
    amount = f"{captions['n']:,} deals with either pack"
    return draw_rows(
        [
            Row(part, [Mark(one, "elder", number)])
            for (part, one), number in zip(
                changes.items(), say_alike(changes.values(), sign="+", places=1), strict=True
            )
        ],
        say_parts(table), "Change of elder’s lead by its parts, Rubicon’s laws",
        f"{say_origin(captions, amount, rules='')} Thin lines: 95% intervals; thick: the middle "
        "half.",
        unit="points a deal more without the sixes", ticks=5, apart=5, height=68 * MM,
    )  # fmt: skip
