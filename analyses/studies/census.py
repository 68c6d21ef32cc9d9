"""The census: what all hands of twelve cards hold, counted one by one.

Each player is dealt twelve cards; before a card is played they count long suits, sequences and
threes or fours of a rank. These counts are exact: nothing was simulated.
"""

import time

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.marks import tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import MM, NEUTRAL_COLOUR, SMALL_COLOUR, letters
from analyses.findings import Finding, Findings
from analyses.sentences import one_in
from analyses.study import Answer, Chart, Study, note_rules
from piquet_sim.exact import census
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.wording import capitalise

VALUE = "value"
_CUT = 40
"""Points of a hand at which the axis ends."""


# ---- Counting -----------------------------------------------------------------------------------
def answer(names: list[str], rules: RuleSet) -> Findings:
    """All hands by each of some attributes, or by all."""
    table = census.census_table(census.count_all(rules, names), rules)
    about = {
        "rules": rules.name,
        "hands": census.count_hands(rules.pack),
        "attributes": list(dict.fromkeys(table.attribute)),
        **note_rules(rules),
    }
    return Findings.read_table(table, about)


def count_attributes(names: list[str], rules: RuleSet = RUBICON) -> Answer:
    """Count all hands by each of some attributes.

    Parameters
    ----------
    names : list of str
        From `census.ATTRIBUTES`; empty for all.
    rules : RuleSet

    Raises
    ------
    InputError
        If there is no such attribute.

    Examples
    --------
    >>> count_attributes(["aces"]).found.table().hands.tolist()
    [30421755, 85896720, 78738660, 27627600, 3108105]
    """
    start, findings = time.perf_counter(), answer(names, rules)
    name = "-".join(["census", *findings.about["attributes"]]) if names else "census"
    return Answer(STUDY, findings, time.perf_counter() - start, name=name)


def _pick(findings: Findings) -> list[Finding]:
    # One story: what a hand is worth if that was counted, else what was named first.
    return list(findings.select(attribute=VALUE)) or list(
        findings.select(attribute=findings.rows[0]["attribute"])
    )


def words(findings: Findings) -> tuple[str, ...]:
    """The mean worth of a hand or the most frequent value, and how rare two holdings are."""
    rows = _pick(findings)
    most = max(rows, key=lambda row: int(row["hands"]))
    sentences = [f"All {findings.about['hands']:,} hands were counted."]
    for name, least, said in (
        ("quatorzes", 1, "a quatorze, four of a rank"),
        ("carte_blanche", 1, "a carte blanche, no king, queen or knave"),
    ):
        held = [row for row in findings.select(attribute=name) if int(row["value"]) >= least]
        if held:
            share = sum(int(row["hands"]) for row in held) / int(held[0]["of"])
            sentences.append(f"{one_in(share)} hands holds {said}.")
    if rows[0]["attribute"] == VALUE:
        mean = sum(int(row["value"]) * int(row["hands"]) for row in rows) / int(rows[0]["of"])
        return f"If all is good, a hand counts {mean:.1f} points on average", *sentences
    name = capitalise(rows[0]["attribute"].replace("_", " "))
    share = int(most["hands"]) / int(most["of"])
    return f"{name}: {most['label']} in {share:.1%} of hands", *sentences


def draw_spread(findings: Findings) -> Figure:
    """How one attribute spreads over all hands."""
    rows = _pick(findings)
    name, of = rows[0]["attribute"], int(rows[0]["of"])
    hands = np.array([int(row["hands"]) for row in rows], float)
    shares, labels = 100 * hands / of, [row["label"] for row in rows]
    is_value = name == VALUE
    places = np.array([at if name == "point" else int(row["value"]) for at, row in enumerate(rows)])
    title = name.replace("_", " ")
    others = len({row["attribute"] for row in findings.rows} - {name})
    also = f" The table counts {others} other things in a hand." if others else ""
    with one_panel(
        words(findings)[0],
        "Point, sequences and sets together, percent of hands" if is_value else "Percent of hands",
        f"Exact: counted over all {of:,} hands of twelve cards.{also}",
        height=64 * MM,
        unit="points of a hand"
        if is_value
        else f"{title} (cards/pips)"
        if name == "point"
        else title,
    ) as (figure, axes):
        seen = places <= _CUT if is_value else np.full(len(places), True)
        axes.bar(places[seen], shares[seen], 0.84, color=NEUTRAL_COLOUR)
        axes.set_ylim(0, 1.15 * shares.max())
        tick_sparsely(axes.yaxis)
        if is_value:
            _name_ends(axes, rows, places, shares)
            tick_sparsely(axes.xaxis, 7)
        elif len(rows) <= 12:
            axes.set_xticks(places, labels)
            for place, share, held in zip(places, shares, hands, strict=True):
                number = f"{share:.1f}" if share >= 0.05 else f"1 in {of / held:,.0f}"
                write_at(axes, place, share, number, "ink", (0, 2), ha="center", va="bottom")
        elif name == "point":
            step = max(1, len(rows) // 6)
            axes.set_xticks(
                places[::step], [label.replace(" cards, ", "/") for label in labels][::step]
            )
    return figure


def _name_ends(axes: Axes, rows: list[Finding], places: np.ndarray, shares: np.ndarray) -> None:
    # The mean, and what lies beyond the axis, which is too little to be seen.
    mean, top = float((places * shares).sum() / shares.sum()), 1.15 * shares.max()
    foot = float(shares[np.abs(places - mean).argmin()])
    axes.plot([mean] * 2, [foot, 0.98 * top], color=SMALL_COLOUR, linewidth=letters(1))
    write_at(axes, mean, 0.94 * top, f"{mean:.1f} on average", "ink", (3, 0))
    last = int(rows[-1]["hands"])
    hands = "one hand" if last == 1 else f"{last:,} hands"
    beyond = float(shares[places > _CUT].sum())
    said = f"over {_CUT}: {beyond:.1g}% of hands,\nup to {places[-1]} (only {hands})"
    axes.set_xlim(-1, _CUT + 0.6)
    write_at(axes, _CUT, 0.15 * top, said, "ink", (2, 0), ha="right", va="bottom", linespacing=1.0)


STUDY = Study(
    name="census",
    question="What do all hands of twelve cards hold?",
    group="game",
    answer=answer,
    words=words,
    charts={"census": Chart(draw_spread)},
    not_meant="It does not say what is scored: of two hands only the better one counts in each "
    "class, and the exchange comes between.",
    assumed="All hands of twelve cards are equally likely, and all were counted.",
    command="census",
)
