"""The luck of the draw taken out of duels: nothing on average, and much of the error."""

import random
from itertools import combinations

import numpy as np
import pytest
from command_line import answer
from naive_playing import height, higher, of_suit
from naive_worlds import named

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.estimates.luck import find_luck_of_pairs
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards, parse_hand
from piquet_sim.game.rules import PARLETT, RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.questions.draw_luck import OF_HANDS, PARTS, count_sure_points, find_lucks

STRONG = Simulation("expert", "club", mirrored=True, seed=11)


def find_luck(dealt, discards, hands, rules=RUBICON):
    luck = np.zeros((len(hands), len(OF_HANDS)), np.int64)
    rows = [np.tile(np.array(one, np.int64), (len(hands), 1)) for one in (dealt, discards)]
    find_lucks(rules.laws(), find_play_table(), *rows, np.array(hands, np.int64), luck)
    return luck[:, 0] - luck[:, 1]


def list_hands(dealt, discards):
    """Both hands after every draw, one way of drawing after the other."""
    stock = list(iterate_cards(PACK_32_MASK & ~sum(dealt)))
    takes, others_take = map(count_cards, discards)
    for mine in combinations(stock, takes):
        for theirs in combinations([card for card in stock if card not in mine], others_take):
            yield dealt[0] ^ discards[0] | sum(mine), dealt[1] ^ discards[1] | sum(theirs)


@pytest.mark.parametrize("takes", [(5, 3), (4, 4), (2, 3), (3, 0)])
@pytest.mark.parametrize("rules", [RUBICON, PARLETT])
def test_luck__of_all_draws_together_is_nothing(takes, rules):
    for record in Simulation("random", "random", seed=4).record_units(0, 2):
        dealt = [int(record[f"{seat}_dealt"]) for seat in SEATS]
        discards = [
            sum(list(iterate_cards(hand))[:number])
            for hand, number in zip(dealt, takes, strict=True)
        ]
        hands = list(list_hands(dealt, discards))
        luck = find_luck(dealt, discards, hands, rules)
        assert luck.any()
        assert luck.sum() == 0
        # Each is that of the hand that came.
        alone = [find_luck(dealt, discards, [one], rules)[0] for one in hands[:7]]
        assert alone == luck[:7].tolist()


def split_gains(pairs):
    """What the first player makes more in each pair, and the luck in it."""
    records = STRONG.record_units(0, pairs)
    gains = margin_of_first(records).reshape(-1, 2).sum(axis=1)
    return gains, find_luck_of_pairs(STRONG, records) / PARTS


def test_pairs__luck_is_the_first_players_and_nothing_on_average():
    gains, luck = split_gains(4_000)
    error = luck.std(ddof=1) / len(luck) ** 0.5
    assert abs(luck.mean()) < 4 * error
    assert abs(luck.mean() + 2) > 4 * error  # a mean that is two points off would be seen
    assert (gains - luck).var() < gains.var() / 1.3
    assert (gains + luck).var() > gains.var()  # the luck of the other player


def test_duel__gain_is_that_of_the_pairs_less_their_luck():
    duel, (gains, luck) = play_duel(STRONG, 700, threads=1), split_gains(700)
    assert duel.gain.value == pytest.approx((gains - luck).mean())
    assert duel.gain.se == pytest.approx((gains - luck).std(ddof=1) / 700**0.5)
    assert "luck of the draw taken out" in duel.gain.method
    assert duel.saved == pytest.approx((duel.plain_gain.se / duel.gain.se) ** 2)
    assert duel.saved > 1.2
    assert play_duel(STRONG, 700, threads=2).steadied == duel.steadied
    plain = play_duel(STRONG, 700, plain=True)
    assert (plain.saved, plain.gain) == (None, duel.plain_gain)
    parties = play_duel(STRONG, 8, "parties")
    assert (parties.saved, parties.gain) == (None, parties.plain_gain)  # as played
    same = play_duel(Simulation("expert", "expert", mirrored=True), 30)  # nobody's luck
    assert (same.gain.value, same.saved) == pytest.approx((same.plain_gain.value, 1))


def test_command__gains_and_leaves_the_luck_in_on_request():
    words = ("duel", "expert", "club", "-n", "200", "--json")
    told, plain = answer(*words), answer(*words, "--plain")
    assert told["saved"] > 1
    assert plain["saved"] is None
    assert told["plain_gain"] == plain["gain"]
    assert told["gain"]["se"] < plain["gain"]["se"]


# ---- Sure leads ---------------------------------------------------------------------------------


def lead_until_beaten(hand, against):
    """Points of leads, one after the other, that no card against them wins; and one lead more.

    Played out: the other holds all the cards against, and gives up the lowest of the suit led,
    which leaves as much as can be left to beat what is led later. Twelve have the last trick's.
    """
    tricks = 0
    while winners := [card for card in hand if not higher(against, card)]:
        led = max(winners, key=height)
        fallen = sorted(of_suit(against, led[1]), key=height)[:1]
        hand, against, tricks = hand - {led}, against - set(fallen), tricks + 1
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


@pytest.mark.parametrize(("play_scores", "points"), [("leads and wins", 13), ("high leads", 10)])
def test_sure_leads__of_all_cards_count_by_the_rules(play_scores, points):
    top = parse_hand("AKQJT987.AKQJ..")
    laws = RUBICON.replace(play_scores=play_scores).laws()
    assert count_sure_points(laws, top, PACK_32_MASK & ~top) == points
