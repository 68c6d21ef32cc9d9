"""The partie: rubicons, settlements, the first deal, and how often a lead holds.

A partie is six deals, and the players deal in turn; the higher total wins and is paid the
difference and more. A loser who stays below a hundred is rubiconed and pays for it. Other kinds of
match stand beside it.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.marks import tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import EXACT_COLOUR, MM, NEUTRAL_COLOUR, OTHER_COLOUR, letters
from analyses.findings import Findings
from analyses.meaning import Row
from analyses.sentences import brief
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import NOTHING, PERCENT, PERCENTAGE_POINTS, POINTS, Of, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.game.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, RUBICON, RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.matches.matches import simulate_matches

SIX, FOUR, RACE = "partie of six", "partie of four", "race to 100 (1896)"
FORMS: dict[str, RuleSet] = {
    SIX: RUBICON,
    FOUR: RUBICON.replace(name="rubicon, four deals", partie_deals=4),
    RACE: BOUSSAC_1896,
    "won games (1873)": AU_CENT.replace(
        name="au_cent, won games",
        match="games",
        settlement="games",
        games_to_win=3,
        double_below=50,
    ),
    "race to 100 (1674)": COTTON_1674,
    "race to 121 (1674)": COTTON_1674.replace(name="cotton_1674 to 121", target=121),
}
"""Matches by name."""
HOLDS, PAYS, OR_MORE = "lead_holds_", "the loser pays ", "or more"
"""The rows of how often a lead holds and of what parties cost begin so; the class without an end
is named so among these."""
FIRST_DEAL = "first dealer's wins less losses"
CLASS_WIDTH = 20
_DEALS_A_MATCH, _SHOWN = 20, 600
_RUBICON_FROM = 300
"""About the least points that a rubiconed player pays."""


def answer(asked: Asked) -> Findings:
    """The results of n / 20 matches of every form.

    The strategies of the simulation are the two players; elder is elder in the first deal. Its
    rules are ignored.
    """
    matches, played = max(asked.n // _DEALS_A_MATCH, 2), {}
    for name, rules in FORMS.items():
        one = replace(asked.simulation, rules=rules, mirrored=False)
        progress = asked.course.begin(1 / len(FORMS), matches)
        played[name] = simulate_matches(
            one, matches, asked.threads, progress, tally=asked.runs.tally_matches
        )
    findings = Findings({"rules": "rubicon but for races and won games", "matches": matches})
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
                findings.add(
                    estimate_proportion(int(parties), played[SIX].matches),
                    form=SIX,
                    quantity=f"{PAYS}{low} {end}, {kind}",
                )
    return findings


def list_rows() -> Iterator[Row]:
    """How often a lead holds, what the loser pays, and what the first deal is worth."""
    for form, key in ((SIX, "six"), (FOUR, "four")):
        for place, seat in product(range(1, FORMS[form].partie_deals), ("", *SEATS)):
            after = f"after {number_word(place)} deal{'s' * (place > 1)}"
            yield Row(
                "_".join(filter(None, (seat, key, str(place)))),
                after,
                {"form": form, "quantity": "_".join(filter(None, (f"{HOLDS}{place}", seat)))},
                of=Of("lead", after),
                seat=seat,
                group=form,
            )
    for key, unit in (("paid_mean", POINTS), ("rubicon", PERCENT), ("level", PERCENT)):
        yield Row(key, key, {"form": SIX, "quantity": key}, unit, Of("partie", "of six"))
    for place, form in enumerate(FORMS):
        yield Row(
            f"first_{place}",
            form,
            {"form": form, "quantity": FIRST_DEAL},
            PERCENTAGE_POINTS,
            NOTHING,
            group="first dealer’s wins",
            sign=Sign.LEAD,
            against="their losses",
            source=form,
        )


def draw_payments(findings: Findings) -> Figure:
    """What the loser of a partie pays, coloured by whether it is a rubicon."""
    own = findings.read_by("quantity", form=SIX)
    rows = {name: one for name, one in own.items() if name.startswith(PAYS)}
    below: dict[int, float] = {}
    amount = f"{findings.about['matches']:,} parties"
    with one_panel(
        f"{brief(own['rubicon'], 100)}% of losers are rubiconed",
        "What the loser of six deals pays, percent of parties",
        f"{say_origin(findings.about, amount, rules='')} The columns "
        f"{say_reach(rows.values(), 100)} percentage points at most (95%).",
        height=64 * MM,
    ) as (figure, axes):
        for name, one in rows.items():
            low = int(name.removeprefix(PAYS).split()[0])
            axes.bar(
                low + CLASS_WIDTH / 2,
                100 * one.value,
                CLASS_WIDTH - 1.6,
                bottom=below.get(low, 0.0),
                color=OTHER_COLOUR if name.endswith(", rubicon") else NEUTRAL_COLOUR,
            )
            below[low] = below.get(low, 0.0) + 100 * one.value
        mean, top = own["paid_mean"], 1.2 * max(below.values())
        axes.set_ylim(0, top)
        axes.axvline(mean.value, 0, 0.93, color=EXACT_COLOUR, linewidth=letters(1))
        write_at(axes, mean.value, 0.9 * top, f"mean {brief(mean)}", "exact", (3, 0))
        write_at(axes, mean.value, 0.4 * top, "no rubicon", "neutral", (5, 0), fontweight="bold")
        second = max(
            (low for low in below if low >= _RUBICON_FROM), default=_RUBICON_FROM, key=below.get
        )
        write_at(
            axes,
            second,
            below.get(second, 0.0) + 0.03 * top,
            "rubicon",
            "other",
            (8, 0),
            fontweight="bold",
            va="bottom",
        )
        tick_sparsely(axes.yaxis, 4)
        tick_sparsely(axes.xaxis, 6)
        last = f" ({max(below)}: {OR_MORE})" if any(f" {OR_MORE}" in name for name in rows) else ""
        axes.set_xlabel(f"points paid, by twenties{last}")
    return figure


STUDY = Study(
    name="partie",
    question="What does a partie come to?",
    group="parties",
    no_condition="plays whole parties",
    answer=answer,
    rows=tuple(list_rows()),
    headline=[
        Claim(
            "In a partie of six elder wins {elder_six_1}, younger {younger_six_1}",
            [Exceeds("younger_six_1", "elder_six_1")],
        ),
        Claim("In a partie of six {six_1} win, {six_5}"),
        Claim("How often a lead holds: too few parties"),
    ],
    sentences=[
        Claim(
            "The loser pays {paid_mean:range} and is rubiconed in {rubicon:range}; in "
            "{level:range} both are level after six deals."
        ),
        Claim(
            "In a partie of six {six_1:range} win, {six_3:range} and {six_5:range}; in one of four "
            "{four_1:range}."
        ),
        Claim(
            "Who was elder in the first deal wins {elder_six_1:range}, who was younger "
            "{younger_six_1:range}: younger compared with elder, {younger_six_1 - elder_six_1}."
        ),
        Claim(
            "In a partie of six the first dealer’s wins less losses are {first_0:range}, in a "
            "race to a hundred {first_2:range}."
        ),
    ],
    charts={
        "partie": Chart(
            Look(
                ["*r_six_*"],
                "Leads that win in the end, by who was elder in the deal before",
                "percent of the leads, from 50",
                begins=50.0,
                written={"both": "six_*"},
            ),
            amount=lambda about: f"{about['matches']:,} parties of six deals",
        ),
        "payments": Chart(draw_payments),
        "first-deal": Chart(
            Look(
                ["first_*"],
                "First dealer’s wins less losses, by the kind of match",
                "percentage points of all matches",
            ),
            title=[
                Claim(
                    "The first dealer of a race to a hundred has {first_2:size} fewer wins than "
                    "losses",
                    [Exceeds(0, "first_2")],
                ),
                Claim(
                    "The first dealer’s wins less losses are {first_0} in a partie of six, "
                    "{first_2} in a race"
                ),
            ],
            amount=lambda about: f"{about['matches']:,} matches of each kind",
        ),
    },
    not_meant="It does not say how a leader should play: here nobody heeds the score of the "
    "partie.",
    assumed=BETWEEN + "Both players are the same strategy, in turn elder and younger, and do not "
    "heed the score of the match.",
    fixed=UNDER_RUBICON,
    seconds=300,
)
