"""The sixes: how leaving them out changed elder's advantage.

Until about 1700 Piquet was played with the sixes; then they were left out, and the pack of 36
became one of 32. Both old and new laws are played with both packs. With the sixes elder may
exchange eight cards, as in 1674, and without them five: Rubicon's limit is raised, and what elder
leads by if it is not stands beside it. As in `codes`, `club` plays unless another is named.
"""

from dataclasses import replace

from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows, find_ends, widen
from analyses.charts.style import EXACT_COLOUR, HIGHEST, MM, NEUTRAL_COLOUR, figure_of, letters
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics import estimate_score
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.estimates.differences import subtract_dependent, subtract_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.tally import estimate_lead
from piquet_sim.game.rules import COTTON_1674, RUBICON, RuleSet
from piquet_sim.sentences import percent, say

# A note of 1709 (003) says how the old rules hold without the sixes: elder takes five of eight.
PACKS: dict[str, dict[int, RuleSet]] = {
    "Cotton 1674": {
        36: COTTON_1674,
        32: COTTON_1674.replace(
            name="cotton_1674 with 32 cards",
            pack=32,
            elder_exchange_most=5,
            carte_blanche_of_both_cancels=False,
        ),
    },
    "Rubicon": {
        36: RUBICON.replace(name="rubicon with 36 cards", pack=36, elder_exchange_most=8),
        32: RUBICON,
    },
}
"""Both old and new laws with both packs."""
KEPT = "Rubicon, elder exchanging five"
"""Rubicon's laws with the sixes, elder's limit not raised."""
LEAD = "elder's lead in "
"""The rows of the parts of elder's lead begin so."""
PARTS = ("point", "sequences", "sets", "play", "cards", "pique", "repique")
MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "elder_exchanged",
    "younger_exchanged", "elder_cards", "younger_cards", "elder_sequence", "younger_sequence",
    "elder_point", "younger_point", "elder_set", "younger_set", "elder_repique",
    "younger_repique", *(f"{seat}_{part}_mean" for seat in ("elder", "younger") for part in PARTS),
)  # fmt: skip
_WITH, _WITHOUT = 36, 32


def answer(asked: Asked) -> Findings:
    """Measures of n deals of both laws with both packs, and with the sixes at Rubicon's own limit.

    The rules asked for are ignored.
    """
    findings = Findings({"rules": "Cotton 1674 and Rubicon, with 36 and 32 cards"})
    played = {(laws, pack): rules for laws, packs in PACKS.items() for pack, rules in packs.items()}
    kept = RUBICON.replace(name="rubicon with 36 cards, elder exchanging five", pack=_WITH)
    kinds = {**played, (KEPT, _WITH): kept}
    for place, rules in enumerate(kinds.values()):
        asked.play(replace(asked.simulation, rules=rules, mirrored=False), place)
    for (laws, pack), result in zip(kinds, asked.results, strict=True):
        for measure in MEASURES:
            one = estimate_score(result, measure)
            findings.add(one, laws=laws, pack=pack, quantity=measure)
    for (laws, pack), result in zip(kinds, asked.results, strict=True):
        for part in PARTS:
            lead = estimate_lead(result.tally, part, result.simulation.rules)
            findings.add(lead, laws=laws, pack=pack, quantity=f"{LEAD}{part}")
    return findings


def _read_leads(findings: Findings, laws: str, quantity: str = "difference") -> list[Estimate]:
    # With the sixes, and without.
    return [findings.find(laws=laws, pack=pack, quantity=quantity) for pack in (_WITH, _WITHOUT)]


def say_changes(findings: Findings) -> list[str]:
    """How elder's lead changes where the sixes are left out, under each law."""
    both = [_read_leads(findings, laws) for laws in PACKS]
    return say_alike([subtract_estimates(new, old) for old, new in both], sign="+", places=1)


def words(findings: Findings) -> tuple[str, ...]:
    """Elder's lead with the sixes and without, under both laws."""
    old, new = (_read_leads(findings, laws) for laws in PACKS)
    wins = _read_leads(findings, "Rubicon", "elder_wins")
    changes = [
        compare_values(without, with_them, is_paired=False, unit="points")
        for with_them, without in (old, new)
    ]
    kept = findings.find(laws=KEPT, pack=_WITH, quantity="difference")
    by_kept = compare_values(new[1], kept, is_paired=False, unit="points")
    moves = dict(zip(PACKS, say_changes(findings), strict=True))
    return (
        "Sixes out, elder’s limit eight to five: lead moves "
        f"{moves['Cotton 1674']} (Cotton\u00a01674), {moves['Rubicon']} (Rubicon)",
        f"{say_who_plays(findings)}elder leads by {say(old[0])} points a deal under the laws of "
        f"Cotton 1674 with the sixes, by {say(old[1])} without: {changes[0]}.",
        f"Under Rubicon's laws it is {say(new[0])} with the sixes, elder's limit raised from five "
        f"cards to eight, and {say(new[1])} without: {changes[1]}.",
        f"If elder exchanges five with the sixes, too, it is {say(kept)} with them: {by_kept} "
        "without.",
        f"Under Rubicon's laws elder makes more than younger in {percent(wins[0])} of deals with "
        f"the sixes, in {percent(wins[1])} without: "
        f"{compare_values(wins[1], wins[0], is_paired=False)}.",
    )


def draw_change(findings: Findings) -> Figure:
    """One arrow for each law, from the pack with the sixes to the pack without."""
    leads = {laws: _read_leads(findings, laws) for laws in PACKS}
    kept = findings.find(laws=KEPT, pack=_WITH, quantity="difference")
    every = [kept, *(one for both in leads.values() for one in both)]
    amount = f"{findings.about['n']:,} deals of each"
    with one_panel(
        words(findings)[0],
        "Elder’s lead; elder’s limit: eight of 36 cards, five of 32",
        f"{say_origin(findings.about, amount, rules='')} 95% intervals: {say_reach(every)} at "
        "most.",
        height=HIGHEST, unit="points a deal", grid="x",
    ) as axes:  # fmt: skip
        changes = say_changes(findings)
        for place, (old, new) in enumerate(leads.values()):
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
                number = say_alike([one], sign="+", places=1)[0]
                write_at(axes, one.value, place, number, meaning, (7 if is_right else -7, 0),
                         ha="left" if is_right else "right",
                         fontweight="bold" if pack == _WITHOUT else "normal")  # fmt: skip
                if place == 1:
                    write_at(axes, one.value, place, f"{pack} cards", meaning, (0, 12),
                             ha="right" if not is_right else "left")  # fmt: skip
            write_at(axes, (old.value + new.value) / 2, place, changes[place], "ink", (0, -9),
                     ha="center", bbox=None)  # fmt: skip
        draw_interval(axes, len(PACKS), kept, "neutral")
        write_at(axes, kept.value, len(PACKS), say_alike([kept], sign="+", places=1)[0],
                 "neutral", (7, 0), ha="left")  # fmt: skip
        for place, laws in enumerate([*PACKS, "Rubicon, 36 cards, limit five"]):
            write_at(axes, 0, place - 0.42, laws, "ink", (1, 0), ha="left",
                     fontweight="bold", xycoords=axes.get_yaxis_transform())  # fmt: skip
        axes.set_xlim(widen(*find_ends(every, high=1.0), 0.14, 0.14))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks([])
        axes.set_ylim(len(PACKS) + 0.4, -0.75)
        tick_sparsely(axes.xaxis)
    return figure_of(axes)


def _find_changes(findings: Findings, laws: str) -> dict[str, Estimate]:
    # What the pack without the sixes makes of each part of elder's lead more than the other.
    changes = {}
    for part in PARTS:
        leads = [findings.get(laws=laws, pack=pack, quantity=f"{LEAD}{part}")
                 for pack in (_WITHOUT, _WITH)]  # fmt: skip
        if None in leads:  # both seats' means come of the same deals: their errors are added
            leads = [
                subtract_dependent(*(
                    findings.find(laws=laws, pack=pack, quantity=f"{seat}_{part}_mean")
                    for seat in ("elder", "younger")
                ))
                for pack in (_WITHOUT, _WITH)
            ]  # fmt: skip
        changes[part] = subtract_estimates(*leads)
    return dict(sorted(changes.items(), key=lambda item: -item[1].value))


def draw_parts(findings: Findings) -> Figure:
    """How each part of elder's lead changed under Rubicon's laws, one dot a part."""
    changes = _find_changes(findings, "Rubicon")
    numbers = say_alike(changes.values(), sign="+", places=1)
    (first, most), *_, (last, least) = zip(changes, numbers, strict=True)
    amount = f"{findings.about['n']:,} deals with either pack"
    return draw_rows(
        [
            Row(part, [Mark(one, "elder", number)])
            for (part, one), number in zip(changes.items(), numbers, strict=True)
        ],
        f"Without the sixes elder’s lead in {first} moves by {most} points, in {last} by {least}",
        "Change of elder’s lead by its parts, Rubicon’s laws",
        f"{say_origin(findings.about, amount, rules='')} Thin lines: 95% intervals; thick: the "
        "middle half.",
        unit="points a deal more without the sixes", ticks=5, apart=5, height=68 * MM,
    )  # fmt: skip


STUDY = Study(
    name="sixes",
    question="What did leaving out the sixes do to elder's advantage?",
    group="game",
    no_condition="compares packs over all deals",
    answer=answer,
    words=words,
    charts={
        "sixes": Chart(draw_change, "elder's lead with the sixes and without"),
        "sixes-parts": Chart(draw_parts, "the parts of that change"),
    },
    not_meant="It does not say why the sixes were left out, nor how people played who were used to "
    "them.",
    assumed=BETWEEN
    + "Deals with 32 and with 36 cards are different deals. With the sixes elder may "
    "exchange eight cards, without them five: Cotton's limit is lowered, Rubicon's is raised.",
    players="club",
    n=200_000,
    published_by="expert",
    fixed=UNDER_RUBICON,
    count_runs=lambda simulation: sum(map(len, PACKS.values())) + 1,
)
