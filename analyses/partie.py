"""The partie: rubicons, settlements, the first deal, and how often a lead holds."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import (
    Analysis,
    describe,
    estimate_row,
    read_estimate,
    read_estimates,
    say_players,
    shift_progress,
)
from analyses.documents import COTTON_REPORT, SURVEY
from analyses.sentences import (
    Sentence,
    about_percent,
    choose,
    compose,
    is_within,
    percent,
    say,
    share_seen,
)
from analyses.study import Study
from analyses.style import (
    ELDER_COLOUR,
    YOUNGER_COLOUR,
    add_small_print,
    chart_style,
    interval_bars,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, RUBICON, RuleSet
from piquet_sim.matches.matches import MatchResult, simulate_matches
from piquet_sim.running.run import Progress

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
"""Matches by name."""

_DEALS_A_MATCH = 20
_SETTLEMENT, _REPIQUE = "first_dealer_settlement_mean", "repique_wins"

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
    rules are ignored.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    What does a partie come to?
    """
    matches = max(n // _DEALS_A_MATCH, 2)
    forms = []
    for name, rules in FORMS.items():
        one = replace(simulation, rules=rules, mirrored=False)
        shown = shift_progress(progress, n * len(forms))
        told = shown and (lambda done, shown=shown: shown(done * n // matches))
        forms.append(_Form(name, simulate_matches(one, matches, threads, told)))
    rows = [
        estimate_row(question, estimate, form=form.name)
        for form in forms
        for question, estimate in form.result.estimates.items()
    ]
    return Analysis(
        "partie",
        TITLE,
        pd.DataFrame(rows),
        _draw,
        _summarise(simulation, forms[0]),
        {**describe(simulation, n), "rules": "rubicon; other matches beside it"},
        sum(form.result.seconds for form in forms),
        {"matches": matches, "answers": _answer_claims(forms)},
        headlines=_headlines(forms),
        chart_notes={"players": say_players(simulation), "matches": matches},
        tables={"paid": _count_paid(forms[0]), "first_deal": _list_leads(forms)},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals' worth of matches is played: once per form."""
    return len(FORMS)


def _find(forms: list[_Form], name: str) -> _Form:
    return next(form for form in forms if form.name == name)


def _judge_first(form: _Form) -> Sentence:
    wins, loses = form.value("first_dealer_wins"), form.value("first_elder_wins")
    lead = form.result.dealer_lead
    what = "who deals first wins oftener than they lose"
    return compose(
        f"who deals first wins {percent(wins)} and loses {percent(loses)}, ",
        choose(
            Sentence("an advantage", is_within(what, lead, above=0)),
            Sentence("a disadvantage", is_within(what, lead, below=0)),
            Sentence("which cannot be told from no advantage"),
        ),
    )


def _answer_claims(forms: list[_Form]) -> list[Sentence]:
    """The claims of the documents on the first deal and on a repique, with the results."""
    six = forms[0]
    game, race = _find(forms, "won games (1873)"), _find(forms, "race to 100 (1896)")
    short, long = _find(forms, "race to 100 (1674)"), _find(forms, "race to 121 (1674)")
    return [
        compose(
            f"{SURVEY} calls it a big advantage to deal first (in a partie), elsewhere a slight "
            "one: ",
            _judge_first(six),
            f"; in points of settlement it is worth {say(six.value(_SETTLEMENT))}.",
        ),
        compose(
            "The same in a race to a hundred: ", _judge_first(race),
            "; in the won games of 1873: ", _judge_first(game), ".",
        ),
        Sentence(
            f"{COTTON_REPORT} calls a repique an almost certain win at 100, not quite as certain "
            f"at 121: who alone makes one wins {share_seen(short.result.estimates, _REPIQUE)} and "
            f"{share_seen(long.result.estimates, _REPIQUE)} of races; in a partie of six "
            f"{share_seen(six.result.estimates, _REPIQUE)}."
        ),
    ]  # fmt: skip


def _summarise(simulation: Simulation, six: _Form) -> tuple[Sentence, ...]:
    deals = RUBICON.partie_deals
    first_name, second_name = simulation.elder.name, simulation.younger.name
    first, last = six.value("lead_holds_1"), six.value(f"lead_holds_{deals - 1}")
    return (
        Sentence(
            f"Between {first_name} and {second_name}, the loser of a partie of six pays "
            f"{say(six.value('paid_mean'))} points on average, and is rubiconed in "
            f"{percent(six.value('rubicon'))} of parties."
        ),
        compose(
            "In a partie of six ",
            _judge_first(six),
            " (document 003 calls it a big advantage, and elsewhere a slight one).",
        ),
        Sentence(
            f"Who leads after one deal wins {percent(first)} of parties, after five "
            f"{percent(last)}; {percent(six.value('level'))} are level after six."
        ),
    )


def _headlines(forms: list[_Form]) -> tuple[Sentence, ...]:
    # Over the three panels.
    six = forms[0]
    first, last = (six.value(f"lead_holds_{deal}") for deal in (1, RUBICON.partie_deals - 1))
    lead = six.result.dealer_lead
    return (
        Sentence(f"{about_percent(six.value('rubicon'))} of losers are rubiconed"),
        Sentence(f"Leaders win {about_percent(first)} to {about_percent(last)}"),
        Sentence(f"To deal first: {percent(lead)}".replace("-", "−")),
    )


def _count_paid(six: _Form) -> pd.DataFrame:
    # Parties by twenties of what the loser paid, the last class without an end.
    lows = np.arange(0, _SHOWN, _CLASS_WIDTH)
    counts = np.add.reduceat(six.result.tally.paid, lows, axis=1)
    return pd.DataFrame({"paid_from": lows, "saved": counts[0], "rubiconed": counts[1]})


def _list_leads(forms: list[_Form]) -> pd.DataFrame:
    name = "first dealer's wins less losses"
    return pd.DataFrame(
        [estimate_row(name, form.result.dealer_lead, form=form.name) for form in forms]
    )


def _draw(
    table: pd.DataFrame,
    captions: dict[str, object],
    paid: pd.DataFrame,
    first_deal: pd.DataFrame,
) -> Figure:
    with chart_style():
        figure, panels = new_chart(3, 1, height=5.6, height_ratios=(1, 0.85, 0.9))
        _draw_paid(panels[0], paid)
        _draw_holds(panels[1], table)
        _draw_first(panels[2], first_deal)
        for axes, headline in zip(panels, captions["headlines"], strict=True):
            axes.set_title(headline)
        add_small_print(
            figure,
            f"{captions['players']}, "
            f"{captions['matches']:,} matches of each form. Bars: 95% intervals.",
        )
    return figure


def _draw_paid(axes, paid: pd.DataFrame) -> None:
    parties = paid.saved.sum() + paid.rubiconed.sum()
    below = np.zeros(len(paid))
    for counts, label, colour in (
        (paid.saved, "the loser has his rubicon", ELDER_COLOUR),
        (paid.rubiconed, "rubicon", YOUNGER_COLOUR),
    ):
        shares = counts.to_numpy() / parties * 100
        axes.bar(paid.paid_from, shares, width=_CLASS_WIDTH * 0.92, align="edge", bottom=below,
                 color=colour, label=label)  # fmt: skip
        below += shares
    axes.legend(loc="upper right")
    axes.set_xlabel(f"points the loser pays, by twenties ({_SHOWN - _CLASS_WIDTH}: and more)")
    axes.set_ylabel("percent of parties")
    light_grid(axes, "y")


def _draw_holds(axes, table: pd.DataFrame) -> None:
    marks = (("partie of six", "o", ELDER_COLOUR), ("partie of four", "s", YOUNGER_COLOUR))
    for name, mark, colour in marks:
        estimates = read_estimates(table, form=name)
        deals = range(1, FORMS[name].partie_deals)
        values = [estimates[f"lead_holds_{deal}"] for deal in deals]
        axes.errorbar(list(deals), [one.value * 100 for one in values],
                      yerr=interval_bars(values, 100), marker=mark, markersize=4,
                      color=colour, label=name)  # fmt: skip
        for deal, one in zip(deals, values, strict=True):
            if name == "partie of six":
                axes.annotate(about_percent(one), (deal, one.value * 100), (5, -9),
                              textcoords="offset points", ha="left",
                              fontsize=letters(6.5))  # fmt: skip
    axes.set_xticks(range(1, RUBICON.partie_deals))
    axes.set_ylim(50, 100)
    axes.set_xlabel("deals played")
    axes.set_ylabel("percent of leaders who win")
    axes.legend(loc="lower right")
    light_grid(axes, "y")


def _draw_first(axes, first_deal: pd.DataFrame) -> None:
    places = np.arange(len(first_deal))
    values = [read_estimate(row) for row in first_deal.itertuples()]
    axes.errorbar([one.value * 100 for one in values], places,
                  xerr=interval_bars(values, 100), linestyle="none", marker="o",
                  markersize=4, color=ELDER_COLOUR)  # fmt: skip
    axes.axvline(0, color="black", linewidth=0.6)
    axes.set_yticks(places, first_deal.form)
    axes.set_ylim(len(first_deal) - 0.5, -0.5)
    axes.set_xlabel("first dealer's wins less losses, percent of matches")
    light_grid(axes, "x")


STUDY = Study(TITLE, analyse, _draw, has_own_rules=True, count_runs=_count_runs)
