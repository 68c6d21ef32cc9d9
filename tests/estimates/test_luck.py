"""The luck of the draw and of the deal taken out of runs and duels: the same truth, less error.

That their sums do not depend on threads, records and stops is held in `tests/running`.

Covers `kernel.questions.draw_luck`.
"""

import random
from itertools import combinations, product
from math import hypot, sqrt

import numpy as np
import pytest
from command_line import answer
from naive_playing import height, higher, of_suit
from naive_worlds import named
from scipy.stats import sem

from piquet_sim import Simulation, compare_players, compare_simulations, simulate
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.simulation import new_columns
from piquet_sim.estimates.estimate import LUCK_OUT
from piquet_sim.estimates.luck import (
    STEADIED,
    TAKEN_OUT,
    add_up,
    counts_luck,
    find_luck,
    find_luck_of_records,
    is_luck_taken_out,
    measure_units,
)
from piquet_sim.estimates.tally import Tally
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards, parse_hand
from piquet_sim.game.rules import PARLETT, RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import OF
from piquet_sim.kernel.questions.draw_luck import OF_HANDS, PARTS, count_sure_points, find_lucks
from piquet_sim.running.blocks import count_block
from piquet_sim.running.run import run_simulation

STRONG = Simulation("expert", "expert", seed=21)
MIXED = Simulation("expert", "club", seed=22, mirrored=True)
PAIRED = Simulation("expert", "expert", seed=24, mirrored=True)


def columns_of(simulation, units):
    columns = new_columns(units * simulation.deals_per_unit)
    simulation.count_units(0, units, new_tally_arrays(), columns)
    return columns


@pytest.mark.parametrize("simulation", [STRONG, MIXED], ids=["single", "mirrored"])
def test_measures__of_units_are_those_of_the_tally(simulation):
    assert measure_units(simulation, columns_of(simulation, 200)).sum(axis=1).tolist() == (
        (PARTS * count_block(simulation, 0, 200).arrays.totals).tolist()
    )


def test_simulate__takes_luck_out_of_strong_players_deals():
    found = simulate("expert", "expert", n=4_000, seed=23).estimates
    least = {"difference": 2.5, "elder_score": 2.2, "elder_wins": 2.2, "elder_repique": 1.8}
    for name, gain in least.items():
        plain, reduced = found[name], found[name].reduced
        assert (
            reduced.method,
            reduced.gain > gain,
            abs(reduced.value - plain.value) < 4 * hypot(reduced.se, plain.se),
        ) == (TAKEN_OUT, True, True), name


@pytest.mark.parametrize(
    ("simulation", "name"),
    [(STRONG, "difference"), (PAIRED, "first_less_second"), (PAIRED, "first_score")],
)
def test_simulate__margin_without_luck_is_that_of_the_deals_less_their_luck(simulation, name):
    a_unit, columns = simulation.deals_per_unit, columns_of(simulation, 500)
    result = run_simulation(simulation, 500 * a_unit)
    luck = find_luck(simulation, columns)[STEADIED.index(name)].reshape(500, a_unit).sum(axis=1)
    left = (measure_units(simulation, columns)[getattr(OF, name)] - luck) / PARTS
    plain, reduced = result.estimates[name], result.estimates[name].reduced
    assert (
        (reduced.se * a_unit, reduced.gain),
        abs(reduced.value - plain.value) < 4 * hypot(reduced.se, plain.se),
        result.tally.steadied,
    ) == (
        pytest.approx((left.std(ddof=1) / sqrt(500), (plain.se / reduced.se) ** 2)),
        True,
        count_block(simulation, 0, 500).steadied,
    )


def test_luck__of_the_draw_in_pairs_is_what_the_first_owes_to_it_as_elder_and_as_younger():
    names = "first_score", "second_score", "first_less_second", "difference"
    records = PAIRED.record_units(0, 50)
    first, second, margin, elder = find_luck_of_records(PAIRED, records, *names)
    expected = np.where(records["mirrored"] > 0, -elder, elder)
    assert margin.tolist() == (first - second).tolist() == expected.tolist()
    assert margin.any()


def test_sums__are_exact_beyond_64_bits_and_none_of_deals_without_them():
    assert add_up(np.array([2**40 + 1, -(2**40), 3])) == (4, (2**40 + 1) ** 2 + 2**80 + 9)
    with_sums, without = count_block(STRONG, 0, 60), Tally()
    assert (with_sums + without).steadied == with_sums.steadied
    STRONG.count_units(60, 60, without.arrays)
    assert (with_sums + without).steadied == (without + with_sums).steadied == ()


@pytest.mark.parametrize(
    ("simulation", "counted", "taken_out"),
    [
        (STRONG, True, {"difference": 50, "elder_wins": 250, "younger_capot": 12_500}),
        (PAIRED, True, {"elder_wins": 125}),
        (Simulation("club", "master"), True, {"difference": 50, "elder_wins": 250}),
        (Simulation("expert", "novice"), True, {"difference": 50, "elder_wins": None}),
        (Simulation("expert", "random"), True, {"difference": None, "elder_wins": None}),
        (Simulation("club", "club"), False, {"difference": None}),
        (Simulation("expert", "expert", play="double-dummy"), False, {"difference": None}),
        (Simulation("expert", "expert", "cotton-1674"), False, {"difference": None}),
    ],
)
def test_estimator__is_fixed_by_players_and_deals_whatever_is_seen(simulation, counted, taken_out):
    """Luck is counted, and from so many units on taken out of an estimate; never if None."""
    assert counts_luck(simulation) is bool(count_block(simulation, 0, 60).steadied) is counted
    for name, units in taken_out.items():
        least = units or 10**6
        assert [is_luck_taken_out(simulation, name, one) for one in (least - 1, least)] == [
            False,
            units is not None,
        ]


def test_simulate__under_a_condition_only_the_luck_of_the_draw_is_taken_out():
    plain = simulate("expert", "expert", n=1_500, given="elder.aces == 4").estimates["difference"]
    assert ("of the draw taken out" in plain.reduced.method, plain.reduced.gain > 1.5) == (
        True,
        True,
    )
    assert abs(plain.reduced.value - plain.value) < 4 * plain.se


def test_precision__is_reached_by_the_error_without_luck():
    found = simulate("expert", "expert", precision="difference=0.5", seed=4).estimates["difference"]
    assert found.reduced.se <= 0.5 < found.se


# ---- The luck of the draw in duels --------------------------------------------------------------


def share_luck(dealt, discards, hands, rules=RUBICON):
    """What is owed to the draw, for each pair of hands after it, by `OF_HANDS`."""
    luck = np.zeros((len(hands), len(OF_HANDS)), np.int64)
    rows = [np.tile(np.array(one, np.int64), (len(hands), 1)) for one in (dealt, discards)]
    find_lucks(rules.laws(), find_play_table(), *rows, np.array(hands, np.int64), luck)
    return luck


def list_hands(dealt, discards):
    """Both hands after every draw, one way of drawing after the other."""
    stock = list(iterate_cards(PACK_32_MASK & ~sum(dealt)))
    takes, others_take = map(count_cards, discards)
    for mine in combinations(stock, takes):
        for theirs in combinations([card for card in stock if card not in mine], others_take):
            yield dealt[0] ^ discards[0] | sum(mine), dealt[1] ^ discards[1] | sum(theirs)


@pytest.mark.parametrize("rules", [RUBICON, PARLETT])
def test_luck__of_all_draws_together_is_nothing(rules):
    """Of each amount, however many cards go; deals are chosen in which each can come about."""
    records = Simulation("random", "random", seed=4).record_units(0, 40)[[0, 12, 28, 39]]
    deals = [[int(record[f"{seat}_dealt"]) for seat in SEATS] for record in records]
    deals.append([parse_hand("AKQJT..AKQ.AKQJ"), parse_hand("987.AKQJT98.J.T")])
    varied = np.zeros(len(OF_HANDS), bool)
    for dealt, takes in product(deals, ((5, 3), (4, 4), (2, 3), (3, 0))):
        discards = [
            sum(list(iterate_cards(hand))[:number])
            for hand, number in zip(dealt, takes, strict=True)
        ]
        hands = list(list_hands(dealt, discards))
        luck = share_luck(dealt, discards, hands, rules)
        assert not luck.sum(axis=0).any()
        # Each is that of the hand that came.
        assert [share_luck(dealt, discards, [one], rules)[0].tolist() for one in hands[:7]] == luck[
            :7
        ].tolist()
        varied |= luck.any(axis=0)
    assert varied.all()


def test_duel__gain_is_that_of_the_pairs_less_their_luck():
    duel, records = play_duel(MIXED, 700, threads=1), MIXED.record_units(0, 700)
    gains = margin_of_first(records).reshape(-1, 2).sum(axis=1)
    (luck,) = find_luck_of_records(MIXED, records, "first_less_second")
    left = gains - luck.reshape(-1, 2).sum(axis=1) / PARTS
    assert ((duel.gain.value, duel.gain.se), "luck of the draw taken out" in duel.gain.method) == (
        pytest.approx((left.mean(), sem(left))),
        True,
    )
    # The luck of the other player, or none, would take nothing away.
    assert 1.2 < duel.saved == pytest.approx((duel.plain_gain.se / duel.gain.se) ** 2)
    assert play_duel(MIXED, 700, threads=2).steadied == duel.steadied
    plain, parties = play_duel(MIXED, 700, plain=True), play_duel(MIXED, 8, "parties")
    assert (plain.saved, plain.gain, parties.saved, parties.gain) == (  # as played
        *(None, duel.plain_gain),
        *(None, parties.plain_gain),
    )
    same = play_duel(Simulation("expert", "expert", mirrored=True), 30)  # nobody's luck
    assert (same.gain.value, same.saved) == pytest.approx((same.plain_gain.value, 1))


def test_command__gains_and_leaves_the_luck_in_on_request():
    words = ("duel", "expert", "club", "-n", "200", "--json")
    told, plain = answer(*words), answer(*words, "--plain")
    assert (told["saved"] > 1, plain["saved"], told["plain_gain"]) == (True, None, plain["gain"])


# ---- The luck of the draw in comparisons --------------------------------------------------------
@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_compared__luck_of_the_draw_is_taken_out_of_strong_players_deals(seat):
    how = {"opponent": "expert", "seat": seat}
    compared, again = (
        compare_players("expert", "club", 1_200, threads=threads, **how) for threads in (1, 2)
    )
    assert again.estimates == compared.estimates
    for name in ("elder_score", "younger_score", "margin"):
        plain, reduced = compared.estimates[name], compared.estimates[name].reduced
        assert 1.1 < reduced.gain == pytest.approx((plain.se / reduced.se) ** 2)
        # Six points more or less would be seen.
        assert (
            abs(reduced.value - plain.value) < 4 * plain.se < abs(reduced.value + 6 - plain.value)
        )
    assert (
        compared.estimates["elder_tricks"].reduced,
        reduced.estimator,
        compared.margin.low > 0,
    ) == (None, LUCK_OUT, True)
    assert compare_players("club", "expert", 1_200, **how).margin.reduced.value == pytest.approx(
        -compared.margin.reduced.value
    )


@pytest.mark.parametrize(
    ("one", "two", "mirrored", "gains"),
    [("expert", "club", True, True), ("club", "novice", False, False)],
)
def test_compared__luck_of_the_draw_is_taken_out_of_strong_players_pairs(one, two, mirrored, gains):
    both = (Simulation(one, other, mirrored=mirrored) for other in (one, two))
    found = compare_simulations(*both, 1_200).estimates["elder_score"].reduced
    assert (found is not None and found.gain > 1.1) == gains


# ---- Sure leads ---------------------------------------------------------------------------------
def lead_until_beaten(hand, against):
    """Points of leads, one after the other, that no card against them wins; and one lead more.

    Played out: the other holds all the cards against, and gives up the lowest of the suit led,
    which leaves as much as can be left to beat what is led later. Twelve have the last trick's.
    """
    tricks = 0
    while winners := [card for card in hand if not higher(against, card)]:
        led = max(winners, key=height)
        hand, against, tricks = (
            hand - {led},
            against - set(sorted(of_suit(against, led[1]), key=height)[:1]),
            tricks + 1,
        )
    return tricks + 1


def test_sure_leads__are_won_however_the_cards_lie():
    luck, numbers, pack = random.Random(3), set(), list(iterate_cards(PACK_32_MASK))
    for _ in range(200):
        cards = luck.sample(pack, 27)
        mine, against = sum(cards[:12]), sum(cards[12:])
        found = int(count_sure_points(RUBICON.laws(), mine, against))
        assert found == lead_until_beaten(named(mine), named(against))
        numbers.add(found)
    assert len(numbers) >= 5
    # Of all cards they count by the rules.
    top = parse_hand("AKQJT987.AKQJ..")
    laws = (RUBICON.replace(play_scores=one).laws() for one in ("leads and wins", "high leads"))
    assert [count_sure_points(one, top, PACK_32_MASK & ~top) for one in laws] == [13, 10]
