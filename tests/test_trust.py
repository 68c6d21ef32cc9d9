"""Trust: what is measured is right, and every wrong engine is found out.

Each check is shown both a right thing and a wrong one: intervals that are too short, a shuffle
that is slightly biased, a dealer who gives elder the aces in one deal of a thousand, streams that
are used twice. Seeds are fixed and none was searched for.
"""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt

import numba
import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2, norm, poisson

from piquet_sim import trust
from piquet_sim.cards import PACK_32_MASK, PACK_36_MASK, rank_mask
from piquet_sim.cli import main
from piquet_sim.errors import InputError
from piquet_sim.estimate import (
    Z_95,
    count_events,
    estimate_measure,
    estimate_proportion,
    find_departures,
    wilson_interval,
)
from piquet_sim.kernel.philox import CARDS_STREAM, fill_words, random_below, random_words
from piquet_sim.kernel.uniformity import DEALT, KINDS, PAIR
from piquet_sim.rules import RuleSet
from piquet_sim.run import run_simulation
from piquet_sim.significance import (
    adjust_by_holm,
    chi_square_tail,
    normal_tails,
    poisson_tail,
)
from piquet_sim.simulation import Simulation
from piquet_sim.tally import Tally
from piquet_sim.trust import (
    FEWEST_EVENTS,
    FINE,
    NEVER_VARIES,
    NOT_ALWAYS_GIVEN,
    OFF,
    TOO_RARE,
    Check,
    check_dealt,
    check_exact,
    check_luck,
    check_overlap,
    check_words,
    compare_counts,
    count_dealt,
    deal_with_engine,
    find_intervals,
    find_pair_law,
    judge_checks,
    measure_coverage,
)

DEALS = 1_000_000
PACKS = (32, 36)
WRONG_P = 1e-9
"""A wrong engine must not fail by a hair."""


def named(checks, check, quantity=None):
    found = [
        one for one in checks
        if one.check == check and (quantity is None or one.quantity == quantity)
    ]  # fmt: skip
    assert found, (check, quantity)
    return found


def least_p(checks, check, quantity=None):
    return min(one.p for one in named(checks, check, quantity))


# ---- Tails --------------------------------------------------------------------------------------
@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 31, 495, 991, 3844])
def test_chi_square__equals_scipy(degrees):
    for p in (1 - 1e-9, 0.999, 0.6, 0.5, 0.1, 1e-9, 1e-100):
        statistic = chi2.isf(p, degrees)
        if statistic > 0:
            theirs = chi2.sf(statistic, degrees)
            assert chi_square_tail(statistic, degrees) == pytest.approx(theirs, rel=1e-8)
    assert chi_square_tail(0, degrees) == 1
    assert chi_square_tail(float("inf"), degrees) == 0


def test_tails__equal_scipy():
    for mean in (1e-7, 0.44, 3, 50, 500):
        for count in (0, 1, 2, 5, 60, 480, 600):
            theirs = poisson.sf(count - 1, mean)
            assert poisson_tail(count, mean) == pytest.approx(theirs, rel=1e-8, abs=1e-300)
    for z in (0, 0.5, -2, 10):
        assert normal_tails(z) == pytest.approx(2 * norm.sf(abs(z)), rel=1e-12)
    with pytest.raises(ValueError, match="no degrees"):
        chi_square_tail(1, 0)


def test_holm__is_the_procedure():
    assert adjust_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_by_holm([0.9, 0.8]) == [1.0, 1.0]
    assert adjust_by_holm([]) == []
    checks = [Check("exact", "a", "b", 1, p=p) for p in (0.0004, 0.0006)]
    assert [one.verdict for one in judge_checks(checks).checks] == [OFF, OFF]
    checks = [Check("exact", "a", "b", 1, p=p) for p in (0.0006, 0.0006)]
    assert [one.verdict for one in judge_checks(checks).checks] == [FINE, FINE]


# ---- Laws of pairs ------------------------------------------------------------------------------
@pytest.mark.parametrize(("one", "two"), [(3, None), (3, 2)])
def test_pair_law__equals_all_deals_of_a_small_pack(one, two):
    pack = 7
    law = find_pair_law(pack, one, two)
    rows = []
    for hand in combinations(range(pack), one):
        left = [card for card in range(pack) if card not in hand]
        for other in [hand] if two is None else combinations(left, two):
            rows.append([
                i in hand and j in other for i, j in zip(law.first, law.second, strict=True)
            ])  # fmt: skip
    seen = np.array(rows, float)
    assert np.allclose(seen.mean(axis=0), law.probability)
    assert np.allclose(np.cov(seen.T, bias=True), law.covariance)


def test_compare_counts__shares_cells_and_sees_the_impossible():
    ways = {0: 1, 1: 9, 2: 90, 3: 900}
    seen = {1: 5, 2: 95, 3: 900}
    # One and nine of a thousand share the cell of ten.
    assert compare_counts(seen, ways) == (pytest.approx(25 / 10 + 25 / 90), 2)
    assert compare_counts({**seen, 4: 1}, ways)[0] == float("inf")
    with pytest.raises(ValueError, match="told apart"):
        compare_counts({3: 10}, ways)


# ---- Counting, by numpy -------------------------------------------------------------------------
def _hold(hand):
    return [[rank for rank in range(9) if hand >> 16 * suit + rank & 1] for suit in range(4)]


def _longest_run(ranks):
    best = run = 0
    for rank in range(9):
        run = run + 1 if rank in ranks else 0
        best = max(best, run)
    return best if best >= 3 else 0


@pytest.mark.parametrize("pack", PACKS)
def test_counts__equal_numpy(pack):
    n = 3000
    counts = count_dealt(pack, 5, n)
    assert all(
        np.array_equal(mine, theirs)
        for mine, theirs in zip(counts, count_dealt(pack, 5, n, threads=1), strict=True)
    )
    dealt = np.zeros((len(DEALT), n), np.int64)
    deal_with_engine(pack, 5, 0, dealt)
    cards = [1 << 16 * suit + rank for suit in range(4) for rank in range((36 - pack) // 4, 9)]
    assert sum(cards) == (PACK_36_MASK if pack == 36 else PACK_32_MASK)
    elder, younger = (np.array([(hand & card) != 0 for card in cards]).astype(int)
                      for hand in dealt[:2])  # fmt: skip
    assert np.array_equal(counts.elder, elder @ elder.T)
    assert np.array_equal(counts.younger, younger @ younger.T)
    assert np.array_equal(counts.split, elder @ younger.T)
    assert (counts.places.sum(axis=1) == n).all()
    assert np.array_equal(counts.places.sum(axis=0), n - np.diag(counts.elder + counts.younger))
    top = [
        sorted(card for card in cards if stock & card)[order & 15]
        for stock, order in zip(
            dealt[DEALT.stock].tolist(), dealt[DEALT.order].tolist(), strict=True
        )
    ]
    assert counts.places[0].tolist() == [top.count(card) for card in cards]
    for seat in range(2):
        suits = [_hold(hand) for hand in dealt[seat].tolist()]
        of_rank = [[sum(rank in suit for suit in hand) for rank in range(4, 9)] for hand in suits]
        values = {
            "suit_and_sequence": [
                max(map(len, hand)) * PAIR + max(map(_longest_run, hand)) for hand in suits
            ],
            "sets": [ranks.count(3) * PAIR + ranks.count(4) for ranks in of_rank],
            "aces": [ranks[4] for ranks in of_rank],
            "courts": [sum(ranks[1:4]) for ranks in of_rank],
            "carte_blanche": [sum(ranks[1:4]) == 0 for ranks in of_rank],
            "voids": [sum(not suit for suit in hand) for hand in suits],
        }
        for kind, column in values.items():
            seen = np.bincount(column, minlength=counts.classes.shape[2])
            assert np.array_equal(counts.classes[seat, getattr(KINDS, kind)], seen), kind
        for kind in KINDS._fields:
            assert counts.classes[seat, getattr(KINDS, kind)].sum() == n


# ---- Dealers, right and wrong -------------------------------------------------------------------
@numba.njit
def _shuffle(seed, first, dealt, cards, bits):
    # Fisher and Yates, with draws of so many bits reduced by modulo, or exact if there are none.
    pack = cards.shape[0]
    order = np.empty(pack, np.int64)
    for deal in range(dealt.shape[1]):
        luck, _ = random_words(seed, first + deal, 9, 0)
        order[:] = cards
        for place in range(pack - 1):
            if bits:
                other = place + random_below(luck, 1 << bits, place) % (pack - place)
            else:
                other = place + random_below(luck, pack - place, place)
            order[place], order[other] = order[other], order[place]
        dealt[:4, deal] = 0
        for place in range(pack):
            dealt[min(place // 12, 2), deal] |= order[place]
        for place in range(24, pack):
            rank = 0
            for other in range(24, pack):
                rank += 1 if order[other] < order[place] else 0
            dealt[3, deal] |= rank << 4 * (place - 24)


def shuffler(bits):
    def deal(pack, seed, first, dealt):
        mask = PACK_36_MASK if pack == 36 else PACK_32_MASK
        cards = np.array([1 << place for place in range(63) if mask >> place & 1])
        _shuffle(seed, first, dealt, cards, bits)

    return deal


def dealer_of_aces(pack, seed, first, dealt):
    """In one deal of a thousand elder takes the aces and gives his lowest other cards for them."""
    deal_with_engine(pack, seed, first, dealt)
    for deal in range(-first % 1000, dealt.shape[1], 1000):
        elder, younger, stock = (int(hand) for hand in dealt[:3, deal])
        wanted = rank_mask(8) & ~elder
        for card in [1 << place for place in range(63) if wanted >> place & 1]:
            lowest = (elder & ~rank_mask(8)) & -(elder & ~rank_mask(8))
            elder ^= lowest | card
            if younger & card:
                younger ^= lowest | card
            else:
                stock ^= lowest | card
        dealt[:3, deal] = elder, younger, stock


def dealer_of_half_a_seed(pack, seed, first, dealt):
    deal_with_engine(pack, seed % 2**32, first, dealt)


def dealer_of_every_other_seed(pack, seed, first, dealt):
    deal_with_engine(pack, seed // 2 * 2, first, dealt)


def dealer_of_pairs(pack, seed, first, dealt):
    """Younger keeps in every odd deal the ace of spades of the deal before, if he had it."""
    deal_with_engine(pack, seed, first, dealt)
    ace = 1 << 8
    for deal in range(2 - first % 2 + 1 - 2, dealt.shape[1], 2):
        if deal < 1 or not dealt[1, deal - 1] & ace or dealt[1, deal] & ace:
            continue
        lowest = dealt[1, deal] & -dealt[1, deal]
        for row in range(3):
            if dealt[row, deal] & ace or row == 1:
                dealt[row, deal] ^= ace | lowest


def dealer_of_luck(pack, seed, first, dealt):
    """Takes the luck of both seats from the words of which the cards are made."""
    deal_with_engine(pack, seed, first, dealt)
    _use_words(seed, first, dealt)


@numba.njit
def _use_words(seed, first, dealt):
    for deal in range(dealt.shape[1]):
        dealt[4, deal], dealt[5, deal] = random_words(seed, first + deal, CARDS_STREAM, 0)


@pytest.mark.parametrize("pack", PACKS)
def test_dealing__is_uniform(pack):
    said = judge_checks(check_dealt(pack, count_dealt(pack, 3, DEALS)))
    assert said.is_trusted, said.summary()
    assert len(said.checks) == 5 + 2 * len(KINDS) + (3 if pack == 32 else 0)
    # In every deal a hand has as many pairs as in any other; nothing else is always the same.
    pairs = comb(pack, 2)
    degrees = [check.degrees for check in said.checks[:5]]
    assert degrees[0] == (pack - 1) * (pack - 23)
    assert degrees[1:] == [pairs - 1, pairs - 1, 2 * pairs - 1, pairs - 1]


def test_dealing__by_the_book_passes():
    said = judge_checks(check_dealt(32, count_dealt(32, 3, DEALS // 4, dealer=shuffler(0))))
    assert said.is_trusted, said.summary()


@pytest.mark.parametrize("pack", PACKS)
def test_dealing__by_a_biased_shuffle_is_found_out(pack):
    """A draw of nine bits and modulo: no card is likelier by more than a fiftieth."""
    counts = count_dealt(pack, 3, DEALS // 4, dealer=shuffler(9))
    share = np.diag(counts.elder) / (DEALS // 4) * pack / 12
    assert 0.97 < share.min() < share.max() < 1.03
    checks = check_dealt(pack, counts)
    cards = "" if pack == 32 else ", 36 cards"
    assert least_p(checks, f"places of cards{cards}") < WRONG_P
    assert least_p(checks, f"pairs of cards{cards}", "one each") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_dealing__with_one_deal_of_a_thousand_wrong_is_found_out():
    checks = check_dealt(32, count_dealt(32, 3, DEALS, dealer=dealer_of_aces))
    assert least_p(checks, "dealt hands", "elder's aces") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_pairs__have_the_law_of_a_chi_square():
    """Over 60 seeds the statistics have mean and variance of chi-squares."""
    found = [check_dealt(32, count_dealt(32, seed, 4000)) for seed in range(60)]
    for place in range(5):
        degrees = found[0][place].degrees
        statistics = np.array([checks[place].statistic for checks in found])
        assert abs(statistics.mean() - degrees) < 4 * sqrt(2 * degrees / len(found))
        assert 0.6 < statistics.var() / (2 * degrees) < 1.6


# ---- What should have nothing in common ---------------------------------------------------------
STEPS = {(1, 0): "the next seed", (2**32, 0): f"seed + {2**32:,}", (0, 1): "the next number"}


def test_overlap__is_what_chance_gives():
    checks = [
        one for step in STEPS for one in check_overlap(32, 10, DEALS // 4, *step)
    ] + check_overlap(36, 10, DEALS // 10, 1, 0)  # fmt: skip
    said = judge_checks(checks)
    assert said.is_trusted, said.summary()
    common = named(checks, "same hands as the next seed", "elder's hand and younger's")[0]
    assert common.expected == pytest.approx(common.n / comb(32, 12))


@pytest.mark.parametrize(
    ("step", "dealer"),
    [((1, 0), dealer_of_every_other_seed), ((2**32, 0), dealer_of_half_a_seed)],
)
def test_overlap__of_a_stream_used_twice_is_found_out(step, dealer):
    checks = check_overlap(32, 10, 20_000, *step, dealer=dealer)
    said = STEPS[step]
    same = named(checks, f"same hands as {said}", "elder's hand and elder's")[0]
    assert same.value == 20_000
    assert same.p < WRONG_P
    assert least_p(checks, f"cards in common with {said}") < WRONG_P
    assert least_p(checks, f"correlation with {said}") < WRONG_P


def test_overlap__of_one_card_is_found_out():
    """One card of thirty-two, in a quarter of the deals, is more than the correlation allows."""
    checks = check_overlap(32, 10, DEALS // 4, 0, 1, dealer=dealer_of_pairs)
    assert least_p(checks, "correlation with the next number") < WRONG_P


def test_luck__says_nothing_of_the_cards():
    said = judge_checks(check_luck(32, 10, DEALS // 4) + check_words([1, 2, 2**32 + 1], 20_000))
    assert said.is_trusted, said.summary()


def test_luck__from_the_words_of_the_cards_is_found_out():
    checks = check_luck(32, 10, DEALS // 4, dealer=dealer_of_luck)
    assert least_p(checks, "luck and cards", "elder's luck") < WRONG_P


def test_words__that_come_twice_are_found_out():
    def fill_from_one_stream(seed, first, turn, block):
        fill_words(seed, first, turn, block)
        block[2:] = block[:2]

    (check,) = check_words([1, 2], 6400, fill=fill_from_one_stream)
    assert check.n == 2 * 6400 * 6
    assert check.value == 4 * 2 * 6400
    assert check.p < WRONG_P
    with pytest.raises(InputError, match="seeds: 9"):
        check_words(list(range(9)))


# ---- Coverage -----------------------------------------------------------------------------------
RUNS, OF_A_RUN = 400, 2000


@pytest.fixture(scope="module")
def covered():
    return measure_coverage(Simulation(seed=1), RUNS, OF_A_RUN)


def test_coverage__is_what_it_should_be(covered):
    checks, tally = covered
    said = judge_checks(checks)
    assert said.is_trusted, said.summary()
    assert tally.deals == RUNS * OF_A_RUN
    assert tally == run_simulation(Simulation(seed=1), RUNS * OF_A_RUN).tally
    plain = {check.quantity: check for check in checks if check.check == "plain"}
    reduced = {check.quantity: check for check in checks if check.check == "plain, error reduced"}
    assert set(plain) == set(reduced) == set(find_intervals(Simulation())(tally))
    assert plain["younger_pique"].verdict == NEVER_VARIES
    assert plain["elder_carte_blanche"].verdict == TOO_RARE
    assert reduced["elder_pique"].verdict == NOT_ALWAYS_GIVEN
    assert plain["elder_score"].verdict == reduced["elder_score"].verdict == FINE
    assert sum(check.verdict == FINE for check in checks) > 50


def test_coverage__of_a_mirrored_simulation():
    simulation = Simulation("club", "random", seed=2, mirrored=True)
    checks, tally = measure_coverage(simulation, 200, 1000)
    assert tally.units == 100_000
    assert judge_checks(checks).is_trusted
    assert named(checks, "mirrored", "first_less_second")[0].verdict == FINE


def test_coverage__of_errors_that_are_too_small_is_found_out():
    """Standard errors of four fifths of what they should be: 88.3% instead of 95%."""
    simulation = Simulation(seed=1)
    right = find_intervals(simulation)

    def shorten(one):
        low, high = (one.value + 0.8 * (end - one.value) for end in (one.low, one.high))
        return replace(one, se=0.8 * one.se, low=low, high=high)

    def wrong(tally):
        return {
            name: replace(shorten(one), reduced=one.reduced and shorten(one.reduced))
            for name, one in right(tally).items()
        }

    checks, _ = measure_coverage(simulation, RUNS, 1000, intervals=wrong)
    judged = [check for check in checks if check.verdict in (FINE, OFF)]
    assert abs(np.mean([check.value for check in judged]) - 0.883) < 0.02
    assert sum(check.verdict == OFF for check in judged) > len(judged) / 2
    assert not judge_checks(checks).is_trusted


def test_coverage__of_intervals_that_are_too_long_is_found_out():
    simulation = Simulation(seed=1)
    right = find_intervals(simulation)

    def wrong(tally):
        return {
            name: replace(one, low=one.low - 2 * one.se, high=one.high + 2 * one.se)
            for name, one in right(tally).items()
        }

    checks, _ = measure_coverage(simulation, 1000, 200, intervals=wrong)
    assert sum(check.verdict == OFF for check in checks if check.check == "plain") > 25


def test_coverage__judges_what_is_rare_in_long_runs():
    checks, tally = measure_coverage(Simulation(seed=1), 1005, 200)
    assert tally.deals == 1005 * 200
    assert named(checks, "plain", "drawn")[0].verdict == TOO_RARE
    long = {check.quantity: check for check in checks if check.check == "plain, 10 runs as one"}
    assert (long["drawn"].n, long["drawn"].verdict) == (100, FINE)
    assert long["elder_carte_blanche"].verdict == TOO_RARE
    assert "elder_wins" not in long  # which need not be seen again
    reduced = named(checks, "plain, error reduced, 10 runs as one", "elder_score")[0]
    assert (reduced.n, reduced.verdict) == (100, FINE)
    # No more than 25 runs of forty, which say nothing.
    assert not [check for check in checks if "40 runs" in check.check]
    # Ten runs as one are one run of as many deals.
    again, _ = measure_coverage(Simulation(seed=1), 100, 2000)
    drawn = named(again, "plain", "drawn")[0]
    assert long["drawn"].value == pytest.approx(drawn.value, abs=0.03)


# ---- Rare amounts -------------------------------------------------------------------------------
def test_departures__of_a_bonus_are_its_event():
    """Ten points for each carte blanche: ten times Wilson's interval of how often it is shown."""
    tally = run_simulation(Simulation(seed=3), 100_000).tally
    for part, size in (("carte_blanche", 10), ("pique", 30), ("repique", 60)):
        shown = tally.total(f"elder_{part}")
        assert find_departures(tally, f"elder_{part}_mean") == pytest.approx((0, size, shown))
        assert count_events(tally, f"elder_{part}") == shown
        amount = estimate_measure(tally, f"elder_{part}_mean")
        event = estimate_proportion(shown, 100_000)
        ends = (size * event.low, size * event.high)
        assert (amount.low, amount.high) == pytest.approx(ends)
        assert amount.value == pytest.approx(size * event.value)
        assert amount.method == "Wilson, as an event"
    assert find_departures(tally, "younger_pique_mean") is None
    assert count_events(tally, "younger_pique_mean") == 0
    assert find_departures(tally, "elder_score") is None
    assert count_events(tally, "elder_score") is None


@pytest.mark.parametrize("mirrored", [False, True])
def test_departures__of_the_exchange_keep_its_moments(mirrored):
    simulation = Simulation("club", "novice", seed=3, mirrored=mirrored)
    tally = run_simulation(simulation, 100_000).tally
    usual, size, events = find_departures(tally, "elder_exchanged")
    counts = tally.arrays.exchanged[0]
    less = 5 - np.arange(len(counts))
    assert usual == 5
    assert -size * events == (counts * less).sum()
    if not mirrored:
        assert size * size * events == pytest.approx((counts * less**2).sum())
    amount = estimate_measure(tally, "elder_exchanged")
    low, high = wilson_interval(events, tally.units)
    a_unit = simulation.deals_per_unit
    assert amount.low == pytest.approx(5 + size * high / a_unit)
    assert amount.high == pytest.approx(5 + size * low / a_unit)
    # Where it is not rare the two ways agree.
    assert amount.low == pytest.approx(amount.value - Z_95 * amount.se, rel=0.001)


def test_departures__both_ways_are_none():
    tally = run_simulation(Simulation("random", "random"), 10_000).tally
    assert find_departures(tally, "younger_exchanged") is None
    assert estimate_measure(tally, "younger_exchanged").method == "normal"


# ---- Exact values -------------------------------------------------------------------------------
@pytest.mark.parametrize("mirrored", [False, True])
def test_exact_values__are_met(mirrored):
    simulation = Simulation(seed=4, mirrored=mirrored)
    tally = run_simulation(simulation, 400_000).tally
    checks = check_exact(simulation, tally)
    said = judge_checks(checks)
    assert said.is_trusted, said.summary()
    way = "mirrored" if mirrored else "plain"
    blanche = named(checks, f"{way}, shown", "elder_carte_blanche")[0]
    assert blanche.expected == float(Fraction(125_970, 225_792_840))
    assert blanche.n == tally.units
    assert len(named(checks, f"{way}, dealt")) == 6 + 1 + 6 + 2 * (6 + 7 + 4)


def test_exact_values__of_other_cards_are_found_out():
    """Hands of the pack of 36 are not those of 32."""
    other = run_simulation(Simulation(rules=RuleSet(pack=36), seed=4), 20_000).tally
    checks = check_exact(Simulation(seed=4), other)
    assert least_p(checks, "plain, dealt", "all controls together") < WRONG_P
    assert least_p(checks, "plain, dealt", "younger's point") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_exact_values__with_one_deal_of_a_hundred_wrong_are_found_out():
    simulation = Simulation(seed=4)
    tally = Tally()
    tally.merge(run_simulation(simulation, 400_000).tally)
    tally.arrays.changes[1, 2, 3, 0] += 4000
    tally.arrays.changes[1, 2, 0] -= np.array([4000] + [0] * 15)
    tally.arrays.controls[2] += 4000
    checks = check_exact(simulation, tally)
    assert least_p(checks, "plain, dealt", "younger's set") < WRONG_P
    assert least_p(checks, "plain, dealt", "younger's sets, kind 3") < WRONG_P
    assert least_p(checks, "plain, dealt", "elder_kings") < WRONG_P
    assert least_p(checks, "plain, dealt", "all controls together") < WRONG_P
    assert least_p(checks, "plain, dealt", "elder_aces") > 1e-6


# ---- The command --------------------------------------------------------------------------------
def piquet(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["trust", *arguments])
    return ended.value.code


def test_command__writes_everything(tmp_path, capsys):
    size = ("--runs", "64", "--deals", "400", "--dealt", "100_000")
    assert piquet(*size, "--json", "--out", str(tmp_path)) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["trusted"] is True
    assert (answer["runs"], answer["deals"], answer["dealt"]) == (64, 400, 100_000)
    table = pd.read_csv(tmp_path / "trust" / "data.csv")
    assert len(table) == len(answer["checks"]) > 250
    assert set(table["part"]) == {"coverage", "uniformity", "exact"}
    assert table["p"].notna().sum() == table["p_holm"].notna().sum() > 100
    meta = json.loads((tmp_path / "trust" / "meta.json").read_text())
    assert meta["trusted"] is True
    assert len(meta["summary"]) == 3


def test_command__ends_otherwise_if_something_is_off(monkeypatch, capsys):
    wrong = judge_checks(
        [
            Check("coverage", "plain", "drawn", 400, 0.88, 0.95, -6.4, verdict=OFF),
            Check("coverage", "plain", "elder_pique", 400, 0.96, 0.95, 0.9, verdict=TOO_RARE),
            Check("exact", "plain", "elder_aces", 10, 1.5, 1.4, 9.0, p=1e-19),
        ]
    )
    monkeypatch.setattr(trust, "measure_trust", lambda *given: wrong)
    assert piquet() == 1
    said = capsys.readouterr().out
    assert "OFF: plain, drawn: 0.88 for 0.95; statistic -6.4" in said
    assert "OFF: plain, elder_aces" in said
    assert "(96.0%)" in said
    assert "2 of 3 checks are off" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--runs", "1"), "runs: 1; at least 2 is needed"),
        (("--deals", "401"), "n: 401 is odd"),
        (("--dealt", "x"), "dealt: 'x' is not a whole number"),
        (("--dealt", "0"), "dealt: 0; at least 1 is needed"),
        (("--seed", str(2**63 - 1)), "seed: "),
        (("--threads", "0"), "threads: 0"),
    ],
)
def test_command__refuses(arguments, said, capsys):
    assert piquet("--runs", "2", "--deals", "400", "--dealt", "1000", *arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_judgement__counts_every_order_of_events():
    """A verdict says nothing of a coverage, and Holm nothing of the order of checks."""
    checks = [Check("exact", "a", str(place), 1, p=p) for place, p in enumerate((0.5, 1e-9, 0.2))]
    for order in permutations(checks):
        said = judge_checks([*order, Check("coverage", "b", "c", 1, 0.95, verdict=FINE)])
        assert {one.quantity for one in said.checks if one.verdict == OFF} == {"1"}
        assert not said.is_trusted
    assert FEWEST_EVENTS == 10
