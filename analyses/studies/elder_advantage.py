"""Elder's advantage: what it is worth to be elder hand, and between which players.

Elder is the player who does not deal: elder exchanges first, takes more cards and leads. The
players change seats after each deal, so that each is elder in turn. All pairs play the same cards.
The luck of the draw and of the deal is removed from the scores and margins of strong players, whose
deals take long (`estimates.luck`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import reach, say_origin, say_reach
from analyses.charts.heat_map import draw_squares
from analyses.charts.marks import interval_bars, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    YOUNGER_COLOUR,
    is_narrow,
    letters,
)
from analyses.findings import MORE, Findings, judge_difference
from analyses.meaning import Row
from analyses.statistics import estimate_score
from analyses.study import BETWEEN, LEAST, Asked, Chart, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import (
    PERCENT,
    POINTS,
    Quantity,
    Sign,
    find_place,
    find_places,
    write_number,
    write_value,
)
from piquet_sim.game.terms import SEATS
from piquet_sim.running.result import Result
from piquet_sim.strategies import Strategy, find_strategy, strategy_names

MEASURES = ("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn")
MARGIN = "elder's score less younger's is "
"""The rows of the margin's distribution begin so."""
HUMPS = {
    60: ("a pique or a capot", "a pique or\na capot"),
    100: ("a repique, or a pique and a capot", "a repique, or\npique + capot"),
}
"""What elder makes in nearly all deals won by this many points to twenty more, by its first point:
as the table has it, and as the chart has it."""
HUMP_WIDTH, CLASS_WIDTH = 20, 10
IN_HUMPS = [
    f"({low} <= difference < {low + HUMP_WIDTH}) * (1 + ({wanted}))"
    for low, wanted in zip(
        HUMPS,
        ("elder_pique > 0 or elder_capot", "elder_repique > 0 or elder_pique > 0 and elder_capot"),
        strict=True,
    )
]
"""0 outside a hump, 2 in it where elder makes what it is named by, else 1."""


# ---- Playing ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """Scores and margins of n deals of each pair of strategies.

    The pair of the simulation comes first and gives the distributions; the other pairs of its
    players and of the named strategies that are fast are played with the same seed, so with the
    same cards, and where a player is slow in a tenth of the deals.
    """
    findings, simulation = Findings(), asked.simulation
    for place, (elder, younger) in enumerate(list_pairs(simulation)):
        if place:
            one = replace(simulation, elder=elder, younger=younger, mirrored=False)
            result = asked.play(
                one, place, max(asked.n // 10, LEAST) if elder.is_slow or younger.is_slow else None
            )
        else:
            result = main = asked.play()
        for measure in MEASURES:
            findings.add(
                estimate_score(result, measure),
                elder=elder.name,
                younger=younger.name,
                quantity=measure,
            )
    players = {"elder": simulation.elder.name, "younger": simulation.younger.name}
    for quantity, deals, of in (*_list_classes(main), *_count_humps(main)):
        findings.add(estimate_proportion(deals, of), **players, quantity=quantity)
    return findings


def list_fast() -> list[str]:
    """The strategies with whom every pair can be played; primer is club with another exchange."""
    return [
        name for name in strategy_names() if name != "primer" and not find_strategy(name).is_slow
    ]


def list_pairs(simulation: Simulation) -> list[tuple[Strategy, Strategy]]:
    """All pairs that are played: that of the simulation, those of fast players, and the others."""
    own = (simulation.elder, simulation.younger)
    named = [find_strategy(name) for name in list_fast()]
    players = dict.fromkeys((*named, *own))
    pairs = [(one, two) for one in players for two in players]
    pairs.sort(key=lambda pair: not {*pair} <= {*named})
    return [own, *(pair for pair in pairs if pair != own)]


def _list_classes(result: Result) -> Iterator[tuple[str, int, int]]:
    # Deals by classes of ten points, of each seat's score and of the margin.
    most = 16 * CLASS_WIDTH
    for seat in ("elder", "younger"):
        scores = result.tally.score_counts(seat)
        for low in range(0, most, CLASS_WIDTH):
            end = low + CLASS_WIDTH if low + CLASS_WIDTH < most else len(scores)
            name = f"{seat} makes {low} to {low + CLASS_WIDTH - 1}"
            yield name, int(scores[low:end].sum()), result.deals
    differences, counts = result.tally.difference_counts()
    lows = differences // CLASS_WIDTH * CLASS_WIDTH
    for low in np.unique(lows[counts > 0]).tolist():
        name = f"{MARGIN}{low} to {low + CLASS_WIDTH - 1}"
        yield name, int(counts[lows == low].sum()), result.deals


def _count_humps(result: Result) -> Iterator[tuple[str, int, int]]:
    # What the deals of the two humps of the margin contain.
    for low, text in zip(HUMPS, IN_HUMPS, strict=True):
        _, without, wanted = map(result.group(text).count, range(3))
        if without + wanted:
            yield name_hump(low), wanted, without + wanted


def name_hump(low: int) -> str:
    """The row that says what the deals of a hump contain."""
    return f"{HUMPS[low][0]}, of deals that elder wins by {low} to {low + HUMP_WIDTH - 1}"


# ---- Words --------------------------------------------------------------------------------------
def list_rows(findings: Findings) -> Iterator[Row]:
    """What both make and how often, between the players of the simulation; and equals' leads."""
    pair = _name_pair(findings)
    for key, name, measure, seat, unit, sign in (
        ("elder_points", "points", "elder_score", "elder", POINTS, Sign.AMOUNT),
        ("younger_points", "points", "younger_score", "younger", POINTS, Sign.AMOUNT),
        ("lead", "lead", "difference", "elder", POINTS, Sign.LEAD),
        ("wins", "makes more", "elder_wins", "elder", PERCENT, Sign.AMOUNT),
        ("loses", "makes more", "younger_wins", "younger", PERCENT, Sign.AMOUNT),
        ("drawn", "both make the same", "drawn", "", PERCENT, Sign.AMOUNT),
    ):
        yield Row(key, name, {**pair, "quantity": measure}, unit, seat=seat, sign=sign)
    pairs = findings.select(quantity="difference")
    for name in (row["elder"] for row in pairs if row["elder"] == row["younger"]):
        yield Row(
            f"equals_{name}",
            f"two {name} players",
            {"elder": name, "younger": name, "quantity": "difference"},
            POINTS,
            seat="elder",
            group="lead between equals",
            sign=Sign.LEAD,
        )


def list_titles(findings: Findings) -> Iterator[Claim]:
    """What it is worth to be elder, where both play alike; else elder's lead."""
    elder, younger = _name_pair(findings).values()
    if elder == younger:
        yield Claim("To be elder is worth {lead:size}", [Exceeds("lead", 0)])
    yield Claim("Elder’s lead is {lead}")


def list_sentences(findings: Findings) -> Iterator[Claim]:
    """Both seats' points, who makes more, and the leads between equals."""
    yield Claim(
        "Elder makes {elder_points:range} and younger {younger_points:range}; elder’s lead "
        "is {lead:range}."
    )
    yield Claim(
        "Elder makes more in {wins:range}, younger in {loses:range}, both the same in "
        "{drawn:range}."
    )
    own = _name_pair(findings)["elder"]
    others = [row.key for row in list_rows(findings) if row.key.startswith("equals_")]
    said = ", ".join(
        f"{key.removeprefix('equals_')} {{{key}:range}}" for key in others if key != f"equals_{own}"
    )
    if said:
        yield Claim(f"Between equal players elder's lead is: {said}.")


def _name_pair(findings: Findings) -> dict[str, str]:
    # The pair of the simulation comes first.
    return {seat: findings.rows[0][seat] for seat in ("elder", "younger")}


# ---- The margin of a deal -----------------------------------------------------------------------
_SHOWN = (-100, 140)
_PLAIN_ENOUGH = 0.3
"""Percent of deals: intervals that reach less far from the top of a column are not drawn."""


def draw_margins(findings: Findings) -> Figure:
    """How elder's margin spreads over deals, coloured by who makes more."""
    main = findings.read_by("quantity", **_name_pair(findings))
    columns = {
        int(re.match(r"-?\d+", name.removeprefix(MARGIN)).group()): one
        for name, one in main.items()
        if name.startswith(MARGIN)
    }
    shown = {low: one for low, one in columns.items() if _SHOWN[0] <= low < _SHOWN[1]}
    beyond = max(0.0, 1 - sum(one.value for one in shown.values()))
    drawn = main["drawn"].value
    has_lines = reach(shown.values(), 100) > _PLAIN_ENOUGH
    lines = (
        "Lines on columns: 95% intervals."
        if has_lines
        else f"The columns {say_reach(shown.values(), 100)} percentage points at most (95%)."
    )
    with one_panel(
        STUDY.words(findings)[0],
        "Elder’s score less younger’s: percent of deals, by tens of points",
        f"{say_origin({**findings.about, **_name_pair(findings)})} The mean "
        f"{say_reach([main['difference']])} (95%). {lines} "
        f"Grey foot at 0: equal scores, {100 * drawn:.1f}%. Beyond the chart: "
        f"{100 * beyond:.1f}%.",
        height=70 * MM,
        unit="more to younger  ◂  ▸  more to elder",
    ) as (figure, axes):
        for low, one in shown.items():
            colour = YOUNGER_COLOUR if low < 0 else ELDER_COLOUR
            axes.bar(low + CLASS_WIDTH / 2, 100 * one.value, CLASS_WIDTH - 0.8, color=colour)
        axes.bar(CLASS_WIDTH / 2, 100 * drawn, CLASS_WIDTH - 0.8, color=NEUTRAL_COLOUR)
        if has_lines:
            axes.errorbar(
                [low + CLASS_WIDTH / 2 for low in shown],
                [100 * one.value for one in shown.values()],
                yerr=interval_bars(list(shown.values()), 100),
                fmt="none",
                ecolor=EXACT_COLOUR,
                elinewidth=letters(0.9),
            )
        top = 1.05 * max((100 * one.high for one in shown.values() if one.high), default=1.0)
        _name_mean(axes, main["difference"], shown, top)
        axes.set(
            xlim=_SHOWN,
            ylim=(0, 1.14 * top),
            xticks=range(-80, 121, 40),
            xticklabels=["−80", "−40", "0", "+40", "+80", "+120"],
        )
        tick_sparsely(axes.yaxis, 4)
        for place, side, seat in ((0.01, "left", "younger"), (0.99, "right", "elder")):
            options = {"xycoords": "axes fraction", "ha": side}
            write_at(
                axes,
                place,
                0.8,
                f"{100 * main[f'{seat}_wins'].value:.0f}%",
                seat,
                fontsize=letters(13),
                fontweight="bold",
                **options,
            )
            said = f"{seat}\nmakes more"
            write_at(axes, place, 0.8, said, seat, (0, -16), linespacing=1.0, **options)
        if not is_narrow():
            _name_humps(axes, main, shown)
    return figure


def _name_mean(axes: Axes, mean: Estimate, shown: Mapping[int, Estimate], top: float) -> None:
    low = int(mean.value // CLASS_WIDTH) * CLASS_WIDTH
    foot = 100 * shown[low].value if low in shown else 0.0
    axes.plot([mean.value] * 2, [foot, 1.1 * top], color=EXACT_COLOUR, linewidth=letters(1))
    right, lead = mean.value >= 0, Quantity("lead", "lead", mean, POINTS, sign=Sign.LEAD)
    write_at(
        axes,
        mean.value,
        1.07 * top,
        f"mean {write_value(lead, find_places([lead]))}",
        "exact",
        (3 if right else -3, 0),
        ha="left" if right else "right",
    )


def _name_humps(axes: Axes, main: Mapping[str, Estimate], shown: Mapping[int, Estimate]) -> None:
    # A hump is named only where nearly all its deals contain what it is named by.
    for low, (_, named) in HUMPS.items():
        share = main.get(name_hump(low))
        if share is None or judge_difference(share, 0.9) != MORE:
            continue
        is_last = low == max(HUMPS)
        write_at(
            axes,
            _SHOWN[1] - 1 if is_last else low + HUMP_WIDTH / 2,
            max(
                (100 * shown[one].value for one in (low, low + CLASS_WIDTH) if one in shown),
                default=0.0,
            ),
            named,
            "neutral",
            (0, 3),
            ha="right" if is_last else "center",
            va="bottom",
            linespacing=1.0,
        )


# ---- By who plays -------------------------------------------------------------------------------
def draw_pairs(findings: Findings) -> Figure:
    """Elder's margin for each pair of players, the more coloured the greater it is."""
    leads = {
        (row["elder"], row["younger"]): row.estimate
        for row in findings.select(quantity="difference")
    }
    players = sorted(  # the best first: by what they make in both seats more than the others
        dict.fromkeys(name for pair in leads for name in pair),
        key=lambda name: sum(
            lead.value * ((younger == name) - (elder == name))
            for (elder, younger), lead in leads.items()
        ),
    )
    places = min(find_place(Quantity("", "", one, POINTS), 1) for one in leads.values())
    numbers = {pair: write_number(one.value, places, "+") for pair, one in leads.items()}
    slow = [lead for lead in leads.values() if lead.n < findings.about["n"]]
    fewer = f" ({slow[0].n:,} of a slow player and another)" if slow else ""
    return draw_squares(
        {pair[::-1]: (lead.value, numbers[pair]) for pair, lead in leads.items()},
        players[::-1],
        players,
        (
            _say_least(leads, numbers, players),
            "Elder’s score less younger’s, mean points a deal",
            f"{findings.about['n']:,} deals of each pair{fewer}, "
            f"{findings.about['rules'].capitalize()}, seed {findings.about['seed']}; "
            f"{say_reach(leads.values())} at most (95%). Bold: equals. +: elder leads; −: younger.",
        ),
        {"younger is": "younger", "elder is": "elder"},
        SEATS,
    )


def _say_least(
    leads: Mapping[tuple[str, str], Estimate],
    numbers: Mapping[tuple[str, str], str],
    players: Sequence[str],
) -> str:
    # The weakest player whose seat outweighs the skill of the best, if there is one.
    best = players[0]
    for name in players[:0:-1]:
        if judge_difference(leads[name, best]) == MORE:
            return f"Even against {best}, {name} as elder leads by {numbers[name, best][1:]} points"
    least, *_, greatest = sorted(numbers, key=lambda pair: leads[pair].value)
    return f"By who plays, elder’s lead is {numbers[least]} to {numbers[greatest]} points"


STUDY = Study(
    name="elder-advantage",
    question="What is it worth to be elder hand?",
    group="game",
    answer=answer,
    counted=IN_HUMPS,
    rows=list_rows,
    headline=list_titles,
    sentences=list_sentences,
    charts={"elder-advantage": Chart(draw_margins), "pairs": Chart(draw_pairs)},
    not_meant="It does not mean that one player has an edge in the match: over its six deals both "
    "are elder equally often.",
    assumed=BETWEEN + "Every pair of strategies plays the same deals. The score of a partie is not "
    "heeded: each deal is played for its own points.",
    count_runs=lambda simulation: len(list_pairs(simulation)),
    list_others=list_fast,
    seconds=130,
)
