"""The partie: rubicons, settlements, the first deal, and how often a lead holds.

A partie is six deals, and the players deal in turn; the higher total wins and is paid the
difference and more. A loser who stays below a hundred is rubiconed and pays for it. Other kinds of
match stand beside it.
"""

from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import EXACT_COLOUR, MM, NEUTRAL_COLOUR, OTHER_COLOUR, figure_of, letters
from analyses.findings import NOT_SHOWN, Findings, compare_values, judge_difference, say_who_plays
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study, shift_progress
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, RUBICON, RuleSet
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.sentences import brief, brief_percent, percent, say

SIX, FOUR, RACE = "partie of six", "partie of four", "race to 100 (1896)"
FORMS: dict[str, RuleSet] = {
    SIX: RUBICON,
    FOUR: RUBICON.replace(name="rubicon, four deals", partie_deals=4),
    RACE: BOUSSAC_1896,
    "won games (1873)": AU_CENT.replace(
        name="au_cent, won games", match="games", settlement="games", games_to_win=3,
        double_below=50,
    ),
    "race to 100 (1674)": COTTON_1674,
    "race to 121 (1674)": COTTON_1674.replace(name="cotton_1674 to 121", target=121),
}  # fmt: skip
"""Matches by name."""
HOLDS, PAYS, OR_MORE = "lead_holds_", "the loser pays ", "or more"
"""The rows of how often a lead holds and of what parties cost begin so; the class without an end
is named so among these."""
FIRST_DEAL = "first dealer's wins less losses"
CLASS_WIDTH = 20
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_DEALS_A_MATCH, _SHOWN = 20, 600
_RUBICON_FROM = 300
"""About the least points that a rubiconed player pays."""


def answer(asked: Asked) -> Findings:
    """The results of n / 20 matches of every form.

    The strategies of the simulation are the two players; elder is elder in the first deal. Its
    rules are ignored.
    """
    n, matches, played = asked.n, max(asked.n // _DEALS_A_MATCH, 2), {}
    for name, rules in FORMS.items():
        one = replace(asked.simulation, rules=rules, mirrored=False)
        shown = shift_progress(asked.progress, n * len(played))
        progress = shown and (lambda done, shown=shown: shown(done * n // matches))
        played[name] = simulate_matches(one, matches, asked.threads, progress)
    findings = Findings({"rules": "rubicon; other matches beside it", "matches": matches})
    for name, result in played.items():
        for question, estimate in result.estimates.items():
            findings.add(estimate, form=name, quantity=question)
    for name, result in played.items():
        findings.add(result.dealer_lead, form=name, quantity=FIRST_DEAL)
    # Parties by twenties of what the loser paid, the last class without an end.
    lows = np.arange(0, _SHOWN, CLASS_WIDTH)
    counts = np.add.reduceat(played[SIX].tally.paid, lows, axis=1)
    ends = [f"to {low + CLASS_WIDTH - 1}" for low in lows[:-1]] + [OR_MORE]
    for kind, own in zip(("no rubicon", "rubicon"), counts, strict=True):
        for low, end, parties in zip(lows, ends, own, strict=True):
            if parties:
                share = estimate_proportion(int(parties), played[SIX].matches)
                findings.add(share, form=SIX, quantity=f"{PAYS}{low} {end}, {kind}")
    return findings


def words(findings: Findings) -> tuple[str, ...]:
    """What the loser pays, how often a lead holds, and whether to deal first."""
    paid, rubicon, level = (
        findings.find(form=SIX, quantity=one) for one in ("paid_mean", "rubicon", "level")
    )
    holds = _read_holds(findings, SIX)
    headline = "How often a lead holds: too few parties"
    if len(holds) > 1:
        first, last = min(holds), max(holds)
        headline = (
            f"Who leads after {_NUMBERS[first]} deal of six wins {brief_percent(holds[first])}, "
            f"after {_NUMBERS[last]} {brief_percent(holds[last])}"
        )
    first = {form: findings.find(form=form, quantity=FIRST_DEAL) for form in (SIX, RACE)}
    return (
        headline,
        f"{say_who_plays(findings)}the loser pays {say(paid)} points on average and is rubiconed "
        f"in {percent(rubicon)} of parties; {percent(level)} are level after six deals.",
        "In a partie of six the first dealer's wins, compared with losses: "
        f"{compare_values(first[SIX], is_share=True)}.",
        f"In a race to a hundred, likewise: {compare_values(first[RACE], is_share=True)}.",
    )


def _read_holds(findings: Findings, form: str) -> dict[int, Estimate]:
    deals = _NUMBERS.index(form.rpartition(" ")[2])
    names = {number: f"{HOLDS}{number}" for number in range(1, deals)}
    holds = {number: findings.get(form=form, quantity=name) for number, name in names.items()}
    return {number: one for number, one in holds.items() if one is not None}


def draw_leads(findings: Findings) -> Figure:
    """How often the leader after so many deals wins, in parties of six and of four."""
    lines = {SIX: ("exact", "ink", "-"), FOUR: ("neutral", "neutral", (0, (5, 1.2)))}
    by_form = {form: _read_holds(findings, form) for form in lines}
    every = [one for holds in by_form.values() for one in holds.values()]
    amount = f"{findings.about['matches']:,} parties of each kind"
    with one_panel(
        words(findings)[0], "Percent of those in the lead who win in the end (axis from 50)",
        f"{say_origin(findings.about, amount, rules='')} Thin lines at the marks: 95% intervals, "
        f"{say_reach(every, 100, '%')} at most.",
        height=64 * MM, unit="deals played",
    ) as axes:  # fmt: skip
        for form, (meaning, ink, line) in lines.items():
            holds, is_main = by_form[form], form == SIX
            axes.plot(list(holds), [100 * one.value for one in holds.values()], linestyle=line,
                      color=f"piquet:{meaning}")  # fmt: skip
            for deal, one in holds.items():
                draw_interval(axes, deal, one, meaning, 100, upright=True)
                write_at(axes, deal, 100 * one.value, brief_percent(one), ink,
                         (0, -11 if is_main else 10), ha="center",
                         fontweight="bold" if is_main else "normal")  # fmt: skip
            if holds:
                write_at(axes, max(holds), 100 * holds[max(holds)].value, form, ink,
                         (-12, 8) if is_main else (10, 19), ha="right",
                         fontweight="bold")  # fmt: skip
        axes.set_xticks(range(1, 6))
        axes.set_xlim(0.6, 5.4)
        low = min((100 * (one.low or one.value) for one in every), default=50.0)
        axes.set_ylim(min(50, low), 100)
        tick_sparsely(axes.yaxis, 6)
    return figure_of(axes)


def draw_payments(findings: Findings) -> Figure:
    """What the loser of a partie pays, coloured by whether it is a rubicon."""
    own = findings.read_by("quantity", form=SIX)
    rows = {name: one for name, one in own.items() if name.startswith(PAYS)}
    if not rows:
        raise InputError("chart payments: this result does not hold what losers paid; play it anew")
    below: dict[int, float] = {}
    amount = f"{findings.about['matches']:,} parties"
    with one_panel(
        f"{brief_percent(own['rubicon'])} of losers are rubiconed",
        "What the loser of six deals pays, percent of parties",
        f"{say_origin(findings.about, amount, rules='')} The columns "
        f"{say_reach(rows.values(), 100, '%')} at most (95%).",
        height=64 * MM,
    ) as axes:  # fmt: skip
        for name, one in rows.items():
            low = int(name.removeprefix(PAYS).split()[0])
            colour = OTHER_COLOUR if name.endswith(", rubicon") else NEUTRAL_COLOUR
            axes.bar(low + CLASS_WIDTH / 2, 100 * one.value, CLASS_WIDTH - 1.6,
                     bottom=below.get(low, 0.0), color=colour)  # fmt: skip
            below[low] = below.get(low, 0.0) + 100 * one.value
        mean, top = own["paid_mean"], 1.2 * max(below.values())
        axes.set_ylim(0, top)
        axes.axvline(mean.value, 0, 0.93, color=EXACT_COLOUR, linewidth=letters(1))
        write_at(axes, mean.value, 0.9 * top, f"mean {brief(mean)}", "exact", (3, 0))
        write_at(axes, mean.value, 0.4 * top, "no rubicon", "neutral", (5, 0), fontweight="bold")
        second = max((low for low in below if low >= _RUBICON_FROM), default=_RUBICON_FROM,
                     key=below.get)  # fmt: skip
        write_at(axes, second, below.get(second, 0.0) + 0.03 * top, "rubicon", "other", (8, 0),
                 fontweight="bold", va="bottom")  # fmt: skip
        tick_sparsely(axes.yaxis, 4)
        tick_sparsely(axes.xaxis, 6)
        is_open = any(f" {OR_MORE}" in name for name in rows)
        last = f" ({max(below)}: {OR_MORE})" if is_open else ""
        axes.set_xlabel(f"points paid, by twenties{last}")
    return figure_of(axes)


def draw_first_deal(findings: Findings) -> Figure:
    """How much more often the first dealer wins than loses, by the kind of match."""
    leads = findings.read_by("form", quantity=FIRST_DEAL)
    if not leads:
        raise InputError("chart first-deal: this result does not hold the first deal; play it anew")
    amount = f"{findings.about['matches']:,} matches of each kind"
    numbers = dict(zip(leads, say_alike(leads.values(), 100, "+", places=1), strict=True))
    is_shown = judge_difference(leads[SIX]) != NOT_SHOWN
    return draw_rows(
        [Row(form, [Mark(one, words=numbers[form])]) for form, one in leads.items()],
        f"In a partie of six the first dealer’s wins less losses are {numbers[SIX]}%" if is_shown
        else "In a partie of six no difference is shown between the first dealer’s wins and losses",
        "First dealer’s wins less losses, percent",
        f"{say_origin(findings.about, amount, rules='')} Thin lines: 95% intervals; thick: the "
        "middle half.",
        unit="percent of matches", ticks=5, apart=5, height=60 * MM, scale=100,
    )  # fmt: skip


STUDY = Study(
    name="partie",
    question="What does a partie come to?",
    group="parties",
    no_condition="plays whole parties",
    answer=answer,
    words=words,
    charts={
        "partie": Chart(draw_leads, "how often a lead holds"),
        "payments": Chart(draw_payments, "what the loser of a partie pays"),
        "first-deal": Chart(draw_first_deal, "what the first deal is worth"),
    },
    not_meant="It does not say how a leader should play: here nobody heeds the score of the "
    "partie.",
    assumed=BETWEEN + "Both players are the same strategy, in turn elder and younger, and do not "
    "heed the score of the match.",
    fixed=UNDER_RUBICON,
    count_runs=lambda simulation: len(FORMS),
    seconds=300,
)
