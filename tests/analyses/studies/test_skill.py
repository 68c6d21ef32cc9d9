"""The study of skill: strengths in the same deals, parts of a player's game, and what is said."""

from itertools import product

import numpy as np
import pytest

from analyses.studies.players import skill
from analyses.studies.players.seen_hands import exchange_seeing, script_both_seeing
from analyses.studies.players.skill import ALL, STUDY
from analyses.studies.players.skill_chart import (
    BY_SKILL,
    CALLS,
    CARDS,
    EXCHANGE,
    LEAD,
    LEVEL,
    NOTHING,
    PERFECT,
    SEEN,
    read_gains,
    read_levels,
    read_steps,
)
from analyses.studies.players.skill_levels import estimate_below
from piquet_sim import Simulation
from piquet_sim.advice.seen_exchange import mean_over_draws
from piquet_sim.advice.trials import Question, list_sensible
from piquet_sim.deals.branches import SCRIPT
from piquet_sim.estimates.luck import DRAW_TAKEN_OUT, PARTS, find_luck_of_pairs
from piquet_sim.game.cards import count_cards

DEALS = 4_000


@pytest.fixture(scope="module")
def found():
    return STUDY.answer(Simulation("club", "club", seed=5), DEALS).table


def test_levels__are_those_of_the_same_deals_played_alone(found):
    leads = read_levels(found, LEAD)
    assert list(leads) == [*BY_SKILL, PERFECT, SEEN]
    for name, play in (("novice", "strategies"), (PERFECT, "double-dummy")):
        player = name if name in BY_SKILL else "expert"
        deals = Simulation(player, player, seed=5, play=play).record_units(0, leads[name].n)
        margin = deals["elder_score"].astype(int) - deals["younger_score"]
        # Of perfect cards the luck is taken out.
        error = 0 if leads[name].method == "normal" else margin.std() / np.sqrt(len(margin))
        assert leads[name].value == pytest.approx(margin.mean(), abs=4 * error)
    sizes = {name: one.n for name, one in leads.items()}
    assert sizes == {**dict.fromkeys(BY_SKILL, DEALS), "expert": 2_000, "master": 114,
                     PERFECT: 2_000, SEEN: 10}  # fmt: skip


def test_levels__parts_of_a_whole_add_up(found):
    for player, rows in found[found.kind == LEVEL].groupby("player"):
        told = rows.set_index("quantity").value
        cards = ("elder wins the cards", "the cards are divided", "younger wins the cards")
        assert sum(told[name] for name in cards) == pytest.approx(1), player
        assert told["elder's score"] - told["younger's score"] == pytest.approx(told[LEAD])


def test_steps__are_differences_in_common_deals(found):
    leads, steps = read_levels(found, LEAD), read_steps(found)
    assert list(steps) == [*BY_SKILL[1:], PERFECT, SEEN]
    assert steps["club"].value == pytest.approx(leads["club"].value - leads["novice"].value)
    apart = np.hypot(leads[PERFECT].se, leads["expert"].se)
    assert steps[PERFECT].se < apart / 2  # the luck of the deal is common


def test_parts__a_whole_game_is_that_of_the_player(found):
    gains = read_gains(found, "club")
    pairs = DEALS // 50
    duelling = Simulation("novice", "club", seed=5, mirrored=True)
    duel = duelling.record_units(0, pairs)
    margin = duel["elder_score"].astype(int) - duel["younger_score"]
    club = Simulation("club", "club", seed=5, mirrored=True)
    luck = find_luck_of_pairs(duelling, duel)
    luck = luck - find_luck_of_pairs(club, club.record_units(0, pairs))
    left = (margin[0::2] - margin[1::2]).mean() - luck.mean() / PARTS
    assert gains[ALL, "novice"].value == pytest.approx(left)
    assert (gains[ALL, "novice"].n, gains[ALL, "novice"].method) == (pairs, DRAW_TAKEN_OUT)
    assert gains[CALLS, NOTHING].method == "normal"  # the same cards are drawn


def test_parts__luck_of_the_draw_leaves_what_is_gained(monkeypatch):
    right = skill.find_luck_of_first

    def read(find_luck):
        monkeypatch.setattr(skill, "find_luck_of_first", find_luck)
        return read_gains(
            STUDY.answer(Simulation("expert", "expert", seed=6), 10_000).table, "expert"
        )

    found, plain = read(right), read(lambda simulation, deals: np.zeros(len(deals), np.int64))
    # Off by six points a deal where the exchange is changed.
    wrong = read(lambda one, deals: right(one, deals) + 6 * PARTS * ("," in one.elder.name))
    for part, least in ((EXCHANGE, 2), (ALL, 1.2)):
        one, other, off = (gains[part, "club"] for gains in (found, plain, wrong))
        error = np.hypot(one.se, other.se)
        assert other.se**2 > least * one.se**2
        assert abs(one.value - other.value) < 4 * error < abs(off.value - other.value)


def test_parts__what_is_thrown_away_costs(found):
    # What calls nothing loses tens of points; three errors of 80 pairs are about ten.
    for key in ((CALLS, NOTHING), (EXCHANGE, "random"), (CARDS, "novice")):
        gain = read_gains(found, "club")[key]
        assert gain.value < -3 * gain.se
    seats = found[(found.part == CALLS) & (found.of == NOTHING)].set_index("seat").value
    assert seats["elder"] + seats["younger"] == pytest.approx(seats["both"])


def test_parts__are_not_those_of_cards_that_nobody_plays():
    table = STUDY.answer(Simulation("club", "club", seed=5, play="double-dummy"), 500).table
    parts = {part for part, _ in read_gains(table, "club")}
    assert parts == {EXCHANGE, CALLS, ALL}


# ---- Both hands seen ----------------------------------------------------------------------------
def list_hands(deals):
    records = Simulation("club", "club", seed=9).record_units(0, deals)
    return [(int(one["elder_dealt"]), int(one["younger_dealt"])) for one in records], records


def test_exchange_seeing__no_other_discard_of_either_is_better():
    hands, records = list_hands(4)
    scripts = script_both_seeing(records)

    def find_worth(elder, younger, thrown, answer):
        return mean_over_draws(elder, younger, np.array([thrown]), np.array([answer]))[0]

    for (elder, younger), script in zip(hands, scripts, strict=True):
        threw, answered = exchange_seeing(elder, younger)
        assert tuple(script[SCRIPT.discards : SCRIPT.discards + 2]) == (threw, answered)
        made = find_worth(elder, younger, threw, answered)
        for thrown in list_sensible(Question(elder), 8):
            took = count_cards(int(thrown))
            answers = list_sensible(Question(younger, "younger", took), 8)
            least = min(find_worth(elder, younger, int(thrown), int(one)) for one in answers)
            assert least <= made + 1e-9
            if thrown == threw:
                assert least == pytest.approx(made)


# ---- Six deals below a hundred ------------------------------------------------------------------
def test_below__is_the_share_of_all_ways_to_draw_six_deals():
    elder, younger = np.array([10, 30]), np.array([10, 20])
    ways = [sum(one) for one in product(*[elder] * 3, *[younger] * 3)]
    estimate = estimate_below(elder, younger)
    assert estimate.value == pytest.approx(np.mean(np.array(ways) < 100))
    assert estimate.value != pytest.approx(np.mean(np.array(ways) <= 100))


def test_below__error_is_that_of_repeated_samples():
    # 200 samples give the spread of the estimate to a twentieth, of which four are a fifth.
    generator = np.random.default_rng(11)
    scores = Simulation("club", "club", seed=3).record_units(0, 20_000)
    made = []
    for _ in range(200):
        chosen = generator.integers(0, len(scores), 1_000)
        made.append(estimate_below(scores["elder_score"][chosen], scores["younger_score"][chosen]))
    spread = np.std([one.value for one in made], ddof=1)
    told = np.mean([one.se for one in made])
    assert told == pytest.approx(spread, rel=0.2)
    alone = np.sqrt(made[0].value * (1 - made[0].value) / 1_000)  # as if it were one deal's share
    assert alone != pytest.approx(spread, rel=0.2)


@pytest.mark.parametrize(("score", "value"), [(0, 1.0), (50, 0.0)])
def test_below__what_never_varied_has_a_bound(score, value):
    estimate = estimate_below(np.full(60, score), np.full(60, score))
    assert estimate.value == value
    assert estimate.is_unvaried
    few = estimate_below(np.full(6, score), np.full(6, score))
    assert few.high - few.low > estimate.high - estimate.low
