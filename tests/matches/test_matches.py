"""Matches: score sheets against the reference, simulated matches against their deals, chouette.

Covers `matches.chouette`, `game.settlement`, `kernel.batch.matches`.
"""

import json
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import reference
import reference_matches
from command_line import refuses
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import sem
from specimens import TESTS

from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import estimate_mean, estimate_ratio
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.rules import AU_CENT, BOUSSAC_1896, COTTON_1674, PRESETS, RUBICON, RuleSet
from piquet_sim.game.settlement import (
    follow_chouette,
    reckon_money,
    round_to_tens,
    settle_all,
    settle_sheet,
    settle_totals,
)
from piquet_sim.kernel.batch.matches import OUTCOME, RACE_STRIDE, peg_deal
from piquet_sim.kernel.deal.deal_state import PLAYS_AT, new_table
from piquet_sim.matches.chouette import simulate_chouettes
from piquet_sim.matches.matches import limit_payment, settle_outcomes, simulate_matches
from piquet_sim.strategies import PlayView, find_strategy, outside_policy

SHEETS = [
    json.loads(line)
    for line in (TESTS / "golden" / "score_sheets.jsonl").read_text(encoding="utf-8").splitlines()
]
FORMS = {
    "partie": RUBICON,
    "four": RUBICON.replace(partie_deals=4),
    "no extra deals": RUBICON.replace(tie_deals=0),
    "difference": PRESETS["american"],
    "race": BOUSSAC_1896,
    "double": BOUSSAC_1896.replace(double_below=50, target=121),
    "immediate": COTTON_1674,
    "games": AU_CENT.replace(match="games", settlement="games", games_to_win=3, double_below=50),
}
OPTIONS = {
    form: {option: getattr(rules, option) for option in reference_matches.DEFAULTS}
    for form, rules in FORMS.items()
}


# ---- Score sheets -------------------------------------------------------------------------------
@pytest.mark.parametrize("line", SHEETS, ids=[line["note"] for line in SHEETS])
def test_sheet__settles_as_worked_by_hand(line):
    """Document 000 prints 103 for A's fourth partie; his six deals make 94, as the sums say."""
    expected = line["answer"]
    with refuses(expected["error"]) if "error" in expected else nullcontext():
        assert settle_sheet(line["sheet"]) == expected


scores = st.lists(st.integers(0, 60), min_size=2, max_size=2) | st.just([30, 30])


@given(st.sampled_from(list(FORMS)), st.lists(scores, max_size=9))
@settings(max_examples=300)
def test_sheet__settles_as_the_reference_says(form, deals):
    rules = FORMS[form]
    try:
        expected = reference_matches.settle_sheet(deals, OPTIONS[form])
    except ValueError:
        with refuses():
            settle_sheet({"deals": deals}, rules)
    else:
        assert settle_sheet({"deals": deals}, rules) == expected


totals = st.sampled_from((0, 49, 50, 51, 99, 100, 101)) | st.integers(0, 300)


@given(totals, totals, st.sampled_from(list(FORMS)))
@settings(max_examples=300)
def test_totals__settle_as_the_reference_says(one, two, form):
    expected = reference_matches.settle_totals(one, two, OPTIONS[form])
    assert settle_totals(one, two, FORMS[form]) == expected["settlement"]
    paid = settle_all(np.array([one]), np.array([two]), FORMS[form])
    assert paid.tolist() == [reference_matches.SIGNS[expected["winner"]] * expected["settlement"]]


# ---- Chouette and money -------------------------------------------------------------------------
def test_sheets__of_000_come_to_its_lines():
    """The printed card, the chouette's running lines, and money."""
    totals = [(164, 114), (224, 92), (75, 301), (103, 144), (130, 104), (99, 99)]
    assert [settle_totals(*pair) for pair in totals] == [150, 416, 476, 141, 126, 0]
    # The drawn ones are ours.
    assert [tuple(one.values()) for one in follow_chouette([150, 416, 0, -476, -141, 126, 0])] == [
        ("A", "B", "C", {"A": 300, "B": -150, "C": -150}),
        ("A", "C", "B", {"A": 1140, "B": -570, "C": -570}),
        ("A", "B", "C", {"A": 1140, "B": -570, "C": -570}),
        ("A", "B", "C", {"A": 180, "B": -90, "C": -90}),
        ("B", "C", "A", {"A": 320, "B": -370, "C": 50}),
        ("C", "A", "B", {"A": 190, "B": -500, "C": 310}),
        ("C", "B", "A", {"A": 190, "B": -500, "C": 310}),
    ]
    points = {416: 420, 141: 140, 5: 0, 6: 10, 10: 10, 15: 10, 16: 20, -5: 0, -6: -10, -141: -140}
    assert {one: round_to_tens(one) for one in points} == points


@pytest.mark.parametrize(
    ("asked", "paid"),
    [
        ((75, 10), 5),
        ((75, 10, 25), Fraction(15, 2)),
        ((75, 25, 40), 10),
        ((75, 100, 20), 60),
        ((190, 10), 15),
        ((310, 10), 30),
        ((-310, 10), -30),
        ((-75, 3, 1), Fraction(-9, 4)),
        ((49, 10), 0),
    ],
)
def test_money__is_what_000_pays_for_whole_fractions(asked, paid):
    assert reckon_money(*asked) == paid


def test_chouette__simulated_parties_follow_the_rotation():
    players = tuple(find_strategy(name) for name in ("club", "novice", "club"))
    told, again = (simulate_chouettes(players, 40, 5, RUBICON, seed=2) for _ in range(2))
    totals, singles = np.zeros(3), Counter()
    for number in range(40):
        paid = []
        for partie in range(5):
            seat = follow_chouette([*paid, 0])[-1]
            # Who is single deals first, so that his opponent is elder in the first deal.
            seated = (players["ABC".index(seat[one])] for one in ("opponent", "single"))
            outcomes, _ = Simulation(*seated, seed=2).play_matches(number * 5 + partie, 1)
            paid.append(-int(settle_outcomes(RUBICON, outcomes[0, 0])))
            singles[seat["single"]] += 1
        totals += list(follow_chouette(paid)[-1]["scores"].values())
    assert ((totals / 10).tolist(), [singles[one] for one in "ABC"], again.as_json()) == (
        list(told.totals),
        list(told.singles),
        told.as_json(),
    )


# ---- Simulated matches --------------------------------------------------------------------------
@pytest.mark.parametrize("start", [(0, 0), (70, 99), (31, 7)])
@pytest.mark.parametrize("form", [form for form in FORMS if form != "immediate"])
def test_match__is_made_of_its_deals_and_settled_as_the_reference_says(form, start):
    simulation = Simulation("club", "novice", FORMS[form], seed=4, mirrored=True)
    stride = 8 if FORMS[form].match == "partie" else RACE_STRIDE
    outcomes, scores = simulation.play_matches(3, 12, with_scores=True, start=start)
    for place, turn in product(range(12), range(2)):
        row, sheet = OUTCOME._make(outcomes[place, turn].tolist()), []
        for deal in range(row.deals):
            # Of mirrored deals the first is led by the first player, who is A.
            seats = reference.SEATS if deal % 2 == turn else reference.SEATS[::-1]
            record = simulation.record_units((3 + place) * stride + deal, 1)[seats.index("elder")]
            sheet.append([int(record[f"{seat}_score"]) for seat in seats])
        assert [pair for pair in scores[place, turn].tolist() if pair[0] >= 0] == sheet[:8]
        # What they began with belongs to the seats of the first deal, as do the cards.
        begun = start if turn == 0 else start[::-1]
        expected = reference_matches.settle_sheet(sheet, OPTIONS[form], begun)
        sign = reference_matches.SIGNS[expected["winner"]]
        assert (
            "unfinished" not in expected,
            [row.mine, row.theirs],
            (0, 1, -1)[row.winner],
            int(settle_outcomes(FORMS[form], outcomes[place, turn])),
            expected.get("games") in (None, [row.my_games, row.their_games]),
        ) == (True, expected["totals"], sign, sign * expected["settlement"], True)


def first_there(deal, needs):
    """The number of who first has what he needs in the reference's ledger, and both scores then."""
    running = [0, 0]
    for name, _, points in reference.ledger(deal):
        seat = reference.SEATS.index(name)
        running[seat] += points
        if running[seat] >= needs[seat]:
            return seat + 1, running
    return 0, running


@pytest.mark.parametrize("preset", ["cotton_1674", "rubicon", "american"])
def test_peg__wins_where_the_ledger_of_the_reference_first_reaches(preset):
    simulation = Simulation("club", "novice", preset, seed=8, mirrored=True)
    laws, reached = simulation.rules.laws(), 0
    for index in range(40):
        played, table = simulation.replay_deal(index), new_table()
        table[: len(played.record)] = list(played.record.values())
        table[PLAYS_AT : PLAYS_AT + 24] = played.plays
        for needs in ((20, 20), (45, 30), (12, 60), (95, 95), (30, 3), (999, 999)):
            winner, running = first_there(describe_deal(played), needs)
            *scores, code = peg_deal(laws, table, needs)
            loser = slice(2 - winner, 3 - winner) if winner else slice(2)
            # What the winner goes on to count is not cut off.
            assert (code, scores[loser]) == (winner, running[loser]), (index, needs)
            reached += winner > 0
    assert reached > 50


def test_race__that_does_not_end_is_broken_off(monkeypatch):
    """What no rule book here can bring about: it is drawn after so many deals and no more."""
    endless = BOUSSAC_1896.match_laws()._replace(target=10**9)
    monkeypatch.setattr(RuleSet, "match_laws", lambda self: endless)
    outcomes, _ = Simulation("club", "club", BOUSSAC_1896).play_matches(0, 1)
    assert outcomes[0, 0, [OUTCOME.deals, OUTCOME.winner]].tolist() == [RACE_STRIDE, 0]


def test_immediate__a_race_ends_in_mid_deal():
    outcomes, _ = Simulation("club", "club", COTTON_1674, seed=6).play_matches(0, 300)
    rows = OUTCOME._make(outcomes[:, 0].T)
    assert 0.5 < rows.cut_short.mean() < 1
    assert ((rows.mine >= 100) ^ (rows.theirs >= 100)).all()  # only one has reached it


def test_start__counts_for_who_leads():
    """In the second match of a pair the second player leads."""
    simulation = Simulation("club", "novice", seed=4, mirrored=True)
    lead = simulate_matches(simulation, 400, start=(400, 0)).estimates["lead_holds_1"]
    assert (lead.n, lead.value > 0.99) == (400, True)


def test_totals__are_told_to_each_player_before_every_deal():
    told = {}

    @outside_policy
    def play(view: PlayView) -> int:
        told[view.deal] = view.score, view.opponent_score
        return view.legal & -view.legal

    watcher = replace(find_strategy("club"), name="watcher", play=play, heeds_score=True)
    _, scores = Simulation(watcher, "club", RUBICON, seed=4).play_matches(
        0, 1, with_scores=True, start=(70, 99)
    )
    totals = np.cumsum([(70, 99), *scores[0, 0].tolist()], axis=0).tolist()
    assert told == {deal: tuple(before) for deal, before in enumerate(totals[:6], start=1)}


def test_results__do_not_depend_on_threads_and_begin_alike():
    simulation = Simulation("club", "novice", RUBICON, seed=4, mirrored=True)
    one, two = (simulate_matches(simulation, 9_000, threads=threads) for threads in (1, 2))
    short, long = (simulation.play_matches(0, number)[0] for number in (5, 50))
    assert (one.as_json(), one.tally.moments.tolist(), short.tolist()) == (
        two.as_json(),
        two.tally.moments.tolist(),
        long[:5].tolist(),
    )


def test_estimates__are_what_the_outcomes_say():
    """Where a level partie is drawn."""
    simulation = Simulation("club", "novice", FORMS["no extra deals"], seed=4)
    result = simulate_matches(simulation, 2_000)
    outcomes, scores = simulation.play_matches(0, 2_000, with_scores=True)
    mine, theirs, own, its = (
        outcomes[:, 0, getattr(OUTCOME, one)]
        for one in ("mine", "theirs", "my_repiques", "their_repiques")
    )
    paid, led = settle_all(mine, theirs), np.cumsum(scores[:, 0, :, 0] - scores[:, 0, :, 1], axis=1)
    expected = {
        "first_wins": mine > theirs,
        "settlement_mean": paid,
        "first_dealer_settlement_mean": -paid,  # the second player deals first
        "repique_wins": np.where(own, mine > theirs, mine < theirs)[(own > 0) != (its > 0)],
        "rubicon": (np.minimum(mine, theirs) < 100) & (mine != theirs),
        "lead_holds_3": (np.sign(led[:, 2]) == np.sign(mine - theirs))[led[:, 2] != 0],
        "lead_holds_3_elder": (mine > theirs)[led[:, 2] > 0],
        "lead_holds_3_younger": (mine < theirs)[led[:, 2] < 0],
        "lead_holds_2_elder": (mine < theirs)[led[:, 1] < 0],
        "deal_2_second": scores[:, 0, 1, 1],
    }
    found = {name: (result.estimates[name].value, result.estimates[name].n) for name in expected}
    assert (found, (result.estimates["settlement_mean"].se, result.dealer_lead.se)) == (
        {name: (pytest.approx(one.mean()), len(one)) for name, one in expected.items()},
        pytest.approx((sem(paid), sem(np.sign(theirs - mine)))),
    )
    counted, low = result.tally.paid, expected["rubicon"]
    assert counted.tolist() == [
        np.bincount(np.abs(paid[of]), minlength=counted.shape[1]).tolist() for of in (~low, low)
    ]


def test_payment__is_bounded_by_the_form_of_the_match():
    """A drawn partie pays nothing; what both began with, and eight deals, the most."""
    most = 100 + 3 + 4 + 2 * 8 * limit_amounts(RUBICON)["elder_score"][1]
    forms = {"partie": (0, most), "race": (1, 1), "double": (1, 2), "games": (0, 6)}
    assert {form: limit_payment(FORMS[form], (3, 4)) for form in forms} == forms


def sum_moments(x, y):
    return np.array([x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum()])


def test_ratio__error_is_the_delta_methods():
    y = np.random.default_rng(5).integers(1, 5, 4_000)
    x = np.random.default_rng(6).poisson(2 * y)
    found = estimate_ratio(sum_moments(x, y), False)
    alone = estimate_ratio(sum_moments(np.array([30]), np.array([2])), False, (0, 60))
    assert ((found.value, found.se), (alone.value, alone.se, alone.low, alone.high)) == (
        pytest.approx((x.sum() / y.sum(), sem(x - found.value * y) / y.mean()), rel=1e-3),
        (15, None, 0, 60),
    )
    with pytest.raises(ValueError, match="never"):
        estimate_ratio(np.zeros(5, int), True)


@pytest.mark.parametrize("events", [1, 2, 5, 12])
@pytest.mark.parametrize(("usual", "departing", "limits"), [(6, 8, (6, 8)), (5, 4, (1, 5))])
def test_ratio__of_an_amount_nearly_always_the_same_is_bounded_as_an_event(
    usual, departing, limits, events
):
    """In pairs, too: all of them counted, it is the mean; of some only, it stays possible."""
    x = np.full(150, 2 * usual)
    x[:events] += departing - usual
    mean = estimate_mean(int(x.sum()), int((x * x).sum()), 150, 300, limits)
    found = estimate_ratio(sum_moments(x, np.full(150, 2)), False, limits)
    assert found.method == mean.method == "Wilson, as an event"
    assert (found.low, found.high) == pytest.approx((mean.low, mean.high), rel=1e-12)
    y = np.where(np.arange(150) % 3, 1, 2)
    some = estimate_ratio(sum_moments(x - usual * (2 - y), y), False, limits)
    assert limits[0] <= some.low < some.value < some.high <= limits[1]
    nearer, farther = sorted((some.value - some.low, some.high - some.value))
    assert farther > 1.2 * nearer  # as skewed as a rare event
