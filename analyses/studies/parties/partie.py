"""The partie: rubicons, settlements, the first deal, and how often a lead holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import estimate_row, read_estimates, shift_progress
from analyses.results.picks import DEALS, PERCENT, POINTS, Pick, Row
from analyses.studies.parties.partie_chart import (
    CLASS_WIDTH,
    FIRST_DEAL,
    OR_MORE,
    PAYS,
    draw_leads,
    say_holds,
)
from analyses.study import BETWEEN, UNDER_RUBICON, Answer, Asked, Reported, Study, require_whole
from analyses.words.documents import COTTON_REPORT, SURVEY
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, RUBICON, RuleSet
from piquet_sim.matches.matches import MatchResult, simulate_matches
from piquet_sim.sentences import Sentence, choose, compose, is_within, percent, say, share_seen

TITLE = "What does a partie come to?"

_SIX = "partie of six"

FORMS: dict[str, RuleSet] = {
    _SIX: RUBICON,
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

_SHOWN = 600


@dataclass(frozen=True)
class _Form:
    name: str
    result: MatchResult


_Found = dict[str, Estimate]
"""The estimates of one form of match, by question."""


def analyse(asked: Asked) -> Answer:
    """Answer the question from n / 20 matches of every form.

    The strategies of the simulation are the two players; elder is elder in the first deal. Its
    rules are ignored.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    What does a partie come to?
    """
    matches = max(asked.n // _DEALS_A_MATCH, 2)
    forms = []
    for name, rules in FORMS.items():
        one = replace(asked.simulation, rules=rules, mirrored=False)
        shown = shift_progress(asked.progress, asked.n * len(forms))
        told = shown and (lambda done, shown=shown: shown(done * asked.n // matches))
        result = require_whole(simulate_matches(one, matches, asked.threads, told))
        forms.append(_Form(name, result))
    rows = [
        estimate_row(question, estimate, form=form.name)
        for form in forms
        for question, estimate in form.result.estimates.items()
    ]
    rows += [estimate_row(FIRST_DEAL, form.result.dealer_lead, form=form.name) for form in forms]
    table = pd.DataFrame([*rows, *_list_payments(forms[0])])
    return Answer(
        table,
        say_holds(table),
        {"matches": matches},
        about={"rules": "rubicon; other matches beside it"},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals' worth of matches is played: once per form."""
    return len(FORMS)


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    forms = {name: read_estimates(table, form=name) for name in FORMS}
    summary = _summarise(simulation, forms[_SIX], notes["matches"])
    return {"summary": summary, "answers": _answer_claims(forms)}


def _judge_first(form: _Found) -> Sentence:
    wins, loses = form["first_dealer_wins"], form["first_elder_wins"]
    lead = form[FIRST_DEAL]
    what = "who deals first wins oftener than they lose"
    return compose(
        f"who deals first wins {percent(wins)} and loses {percent(loses)}, ",
        choose(
            Sentence("an advantage", is_within(what, lead, above=0)),
            Sentence("a disadvantage", is_within(what, lead, below=0)),
            Sentence("which cannot be told from no advantage"),
        ),
    )


def _answer_claims(forms: dict[str, _Found]) -> list[Sentence]:
    """The claims of the documents on the first deal and on a repique, with the results."""
    six, game, race = forms[_SIX], forms["won games (1873)"], forms["race to 100 (1896)"]
    short, long = forms["race to 100 (1674)"], forms["race to 121 (1674)"]
    return [
        compose(
            f"{SURVEY} calls it a big advantage to deal first (in a partie), elsewhere a slight "
            "one: ",
            _judge_first(six),
            f"; in points of settlement it is worth {say(six[_SETTLEMENT])}.",
        ),
        compose(
            "The same in a race to a hundred: ", _judge_first(race),
            "; in the won games of 1873: ", _judge_first(game), ".",
        ),
        Sentence(
            f"{COTTON_REPORT} calls a repique an almost certain win at 100, not quite as certain "
            f"at 121: who alone makes one wins {share_seen(short, _REPIQUE)} and "
            f"{share_seen(long, _REPIQUE)} of races; in a partie of six "
            f"{share_seen(six, _REPIQUE)}."
        ),
    ]  # fmt: skip


def _summarise(simulation: Simulation, six: _Found, parties: int) -> tuple[Sentence, ...]:
    deals = RUBICON.partie_deals
    first_name, second_name = simulation.elder.name, simulation.younger.name
    first, last = six["lead_holds_1"], six[f"lead_holds_{deals - 1}"]
    return (
        Sentence(
            f"Between {first_name} and {second_name}, the loser of a partie of six pays "
            f"{say(six['paid_mean'])} points on average, and is rubiconed in "
            f"{percent(six['rubicon'])} of {parties:,} parties."
        ),
        compose(
            "In a partie of six ",
            _judge_first(six),
            " (the survey of rules calls it a big advantage, and elsewhere a slight one).",
        ),
        Sentence(
            f"Who leads after one deal wins {percent(first)} of parties, after five "
            f"{percent(last)}; {percent(six['level'])} are level after six."
        ),
    )


def _list_payments(six: _Form) -> list[dict[str, Any]]:
    # Parties by twenties of what the loser paid, the last class without an end.
    lows = np.arange(0, _SHOWN, CLASS_WIDTH)
    counts = np.add.reduceat(six.result.tally.paid, lows, axis=1)
    kinds = ("no rubicon", "rubicon")
    ends = [f"to {low + CLASS_WIDTH - 1}" for low in lows[:-1]] + [OR_MORE]
    return [
        estimate_row(f"{PAYS}{low} {end}, {kind}",
                     estimate_proportion(int(parties), six.result.matches), form=six.name)
        for kind, own in zip(kinds, counts, strict=True)
        for low, end, parties in zip(lows, ends, own, strict=True)
        if parties
    ]  # fmt: skip


def _pick(rows: Sequence[Row]) -> list[Pick]:
    six = {"form": "partie of six"}
    return [
        Pick("the loser pays", POINTS, {**six, "quantity": "paid_mean"}),
        Pick("the loser is rubiconed", PERCENT, {**six, "quantity": "rubicon"}),
        Pick("who deals first wins", PERCENT, {**six, "quantity": "first_dealer_wins"}),
        *(
            Pick(f"who leads after {deals} wins", PERCENT,
                  {**six, "quantity": f"lead_holds_{place}"})
            for place, deals in ((1, "one deal"), (3, "three deals"), (5, "five deals"))
        ),
        Pick("level after six deals", PERCENT, {**six, "quantity": "level"}),
        Pick("deals in a race to 100 (1896)", DEALS,
              {"form": "race to 100 (1896)", "quantity": "deals_mean"}),
    ]  # fmt: skip


REPORTED = Reported(
    BETWEEN + "Both players are the same strategy, in turn elder and younger, and do "
    "not heed the score of the match.",
    _pick,
)

STUDY = Study(
    TITLE, analyse, draw_leads, fixed=UNDER_RUBICON, count_runs=_count_runs,
    say=_say_table, reported=REPORTED, seconds=300,
)  # fmt: skip
