"""The partie: rubicons, settlements, the first deal, and how often a lead holds."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from analyses.analysis import Analysis, describe, estimate_row, percent, say_players, share_seen
from analyses.documents import COTTON_REPORT, SURVEY
from analyses.style import (
    ELDER_COLOUR,
    YOUNGER_COLOUR,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.estimate import Z_95, Estimate, format_with_error
from piquet_sim.matches import MatchResult, simulate_matches
from piquet_sim.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, RUBICON, RuleSet
from piquet_sim.run import Progress
from piquet_sim.simulation import Simulation

HAS_OWN_RULES = True
"""The rules that are asked for are set aside."""

TITLE = "What does a partie come to?"

FORMS: dict[str, RuleSet] = {
    "partie of six": RUBICON,
    "partie of four": RUBICON.replace(name="rubicon, four deals", partie_deals=4),
    "race to 100 (1896)": BOUSSAC_1896,
    "won games (1873)": AU_CENT.replace(
        name="au_cent, won games", match="games", settlement="games", games_to_win=3,
        double_below=50,
    ),
    "race to 100 (1674)": COTTON_1674,
    "race to 121 (1674)": COTTON_1674.replace(name="cotton_1674 to 121", target=121),
}  # fmt: skip
"""Matches by what they are called."""

_DEALS_A_MATCH = 20
_TOLD_APART = 3
"""Standard errors from which a difference is called one."""

_CLASS_WIDTH = 20
_SHOWN = 600


@dataclass(frozen=True)
class _Form:
    name: str
    result: MatchResult

    def value(self, question: str) -> Estimate:
        return self.result.estimates[question]


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n / 20 matches of every form.

    The strategies of the simulation are the two players; elder is elder in the first deal. Its
    rules are set aside.

    Raises
    ------
    InputError
        If n makes no sense.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    What does a partie come to?
    """
    matches = max(n // _DEALS_A_MATCH, 2)
    forms = []
    for name, rules in FORMS.items():
        one = replace(simulation, rules=rules, mirrored=False)
        forms.append(_Form(name, simulate_matches(one, matches, threads)))
        if progress is not None:
            progress(n * len(forms))
    rows = [
        estimate_row(question, estimate, form=form.name)
        for form in forms
        for question, estimate in form.result.estimates.items()
    ]
    return Analysis(
        "partie",
        TITLE,
        pd.DataFrame(rows),
        partial(_draw, simulation, forms),
        _summarise(forms[0]),
        {**describe(simulation, n), "rules": "rubicon; other matches beside it"},
        sum(form.result.seconds for form in forms),
        {"matches": matches, "answers": _answer_claims(forms)},
    )


def count_runs(simulation: Simulation) -> int:
    """How many times n deals' worth of matches is played: once a form."""
    return len(FORMS)


def _find(forms: list[_Form], name: str) -> _Form:
    return next(form for form in forms if form.name == name)


def _lead_of_first(form: _Form) -> tuple[float, float]:
    # How much oftener who deals first wins than loses, with its standard error.
    wins, loses = form.value("first_dealer_wins"), form.value("first_elder_wins")
    n = form.result.matches
    lead = wins.value - loses.value
    return lead, float(np.sqrt(max(wins.value + loses.value - lead * lead, 0) / n))


def _judge_first(form: _Form) -> str:
    wins, loses = form.value("first_dealer_wins"), form.value("first_elder_wins")
    lead, se = _lead_of_first(form)
    verdict = "an advantage" if lead > 0 else "a disadvantage"
    if abs(lead) < _TOLD_APART * se:
        verdict = "which cannot be told from no advantage"
    return f"who deals first wins {percent(wins)} and loses {percent(loses)}, {verdict}"


def _answer_claims(forms: list[_Form]) -> list[str]:
    """What the documents claim of the first deal and of a repique, answered by name."""
    six = forms[0]
    game, race = _find(forms, "won games (1873)"), _find(forms, "race to 100 (1896)")
    short, long = _find(forms, "race to 100 (1674)"), _find(forms, "race to 121 (1674)")
    return [
        f"{SURVEY}: to deal first is a big advantage (in a partie), elsewhere a slight one: "
        f"{_judge_first(six)}; in points of settlement it is worth "
        f"{six.value('first_dealer_settlement_mean')}.",
        f"The same in a race to a hundred: {_judge_first(race)}; in the won games of 1873: "
        f"{_judge_first(game)}.",
        f"{COTTON_REPORT}: a repique is an almost certain win at 100, not quite as certain at "
        f"121: who alone makes one wins {share_seen(short.result.estimates, 'repique_wins')} and "
        f"{share_seen(long.result.estimates, 'repique_wins')} of races; in a partie of six "
        f"{share_seen(six.result.estimates, 'repique_wins')}.",
    ]


def _summarise(six: _Form) -> tuple[str, ...]:
    deals = RUBICON.partie_deals
    first, last = six.value("lead_holds_1"), six.value(f"lead_holds_{deals - 1}")
    return (
        f"The loser of a partie of six pays {six.value('paid_mean')} points on average, and is "
        f"rubiconed in {percent(six.value('rubicon'))} of parties.",
        f"In a partie of six {_judge_first(six)} (document 003 calls it a big advantage, and "
        "elsewhere a slight one).",
        f"Who leads after one deal wins {percent(first)} of parties, after five "
        f"{percent(last)}; {percent(six.value('level'))} are level after six.",
    )


def _draw(simulation: Simulation, forms: list[_Form]) -> object:
    with chart_style():
        figure, (paid, holds, first) = new_chart(3, 1, height=5.6, height_ratios=(1, 0.85, 0.9))
        _draw_paid(paid, forms[0])
        _draw_holds(holds, forms)
        _draw_first(first, forms)
        add_small_print(
            figure,
            f"{say_players(simulation)}, "
            f"{forms[0].result.matches:,} matches of each form. Bars: 95% intervals.",
        )
    return figure


def _draw_paid(axes, six: _Form) -> None:
    counts = six.result.tally.paid
    lows = np.arange(0, _SHOWN, _CLASS_WIDTH)
    below = np.zeros(len(lows))
    for place, (label, colour) in enumerate(
        (("the loser has his rubicon", ELDER_COLOUR), ("rubicon", YOUNGER_COLOUR))
    ):
        shares = np.add.reduceat(counts[place], lows) / counts.sum() * 100
        axes.bar(lows, shares, width=_CLASS_WIDTH * 0.92, align="edge", bottom=below,
                 color=colour, label=label)  # fmt: skip
        below += shares
    axes.legend(loc="upper right")
    axes.set_xlabel(f"points the loser pays, by twenties ({_SHOWN - _CLASS_WIDTH}: and more)")
    axes.set_ylabel("percent of parties")
    rubicon = six.value("rubicon")
    axes.set_title(f"{rubicon.value:.0%} of losers are rubiconed")
    light_grid(axes, "y")


def _draw_holds(axes, forms: list[_Form]) -> None:
    marks = (("partie of six", "o", ELDER_COLOUR), ("partie of four", "s", YOUNGER_COLOUR))
    for name, mark, colour in marks:
        form = _find(forms, name)
        deals = range(1, FORMS[name].partie_deals)
        values = [form.value(f"lead_holds_{deal}") for deal in deals]
        axes.errorbar(list(deals), [one.value * 100 for one in values],
                      yerr=[Z_95 * one.se * 100 for one in values], marker=mark, markersize=4,
                      color=colour, label=name)  # fmt: skip
        for deal, one in zip(deals, values, strict=True):
            if name == "partie of six":
                axes.annotate(f"{one.value:.0%}", (deal, one.value * 100), (5, -9),
                              textcoords="offset points", ha="left",
                              fontsize=letters(6.5))  # fmt: skip
    axes.set_xticks(range(1, RUBICON.partie_deals))
    axes.set_ylim(50, 100)
    axes.set_xlabel("deals played")
    axes.set_ylabel("percent of leaders who win")
    axes.legend(loc="lower right")
    six = _find(forms, "partie of six")
    ends = [six.value(f"lead_holds_{deal}").value for deal in (1, RUBICON.partie_deals - 1)]
    axes.set_title(f"A lead holds in {ends[0]:.0%} to {ends[1]:.0%}")
    light_grid(axes, "y")


def _draw_first(axes, forms: list[_Form]) -> None:
    places = np.arange(len(forms))
    values = [_lead_of_first(form) for form in forms]
    axes.errorbar([value * 100 for value, _ in values], places,
                  xerr=[Z_95 * se * 100 for _, se in values], linestyle="none", marker="o",
                  markersize=4, color=ELDER_COLOUR)  # fmt: skip
    axes.axvline(0, color="black", linewidth=0.6)
    axes.set_yticks(places, [form.name for form in forms])
    axes.set_ylim(len(forms) - 0.5, -0.5)
    axes.set_xlabel("first dealer's wins less losses, percent of matches")
    lead = format_with_error(*values[0], scale=100).replace("-", "−")
    axes.set_title(f"To deal first: {lead}%")
    light_grid(axes, "x")
