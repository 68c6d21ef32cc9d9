"""The luck of the draw taken out of duels: nothing on average, and much of the error."""

import random
from itertools import combinations, islice

import numpy as np
import pytest
from command_line import answer
from naive_worlds import named

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin
from piquet_sim.estimates.luck import counts_luck, find_luck_of_pairs
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards, parse_hand
from piquet_sim.game.rules import PARLETT, RUBICON
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


def throw(hand, number):
    return sum(list(iterate_cards(hand))[:number])


@pytest.mark.parametrize("takes", [(5, 3), (4, 4), (2, 3), (3, 0)])
@pytest.mark.parametrize("rules", [RUBICON, PARLETT])
def test_luck__of_all_draws_together_is_nothing(takes, rules):
    records = Simulation("random", "random", seed=4).record_units(0, 2)
    for record in records:
        dealt = int(record["elder_dealt"]), int(record["younger_dealt"])
        discards = throw(dealt[0], takes[0]), throw(dealt[1], takes[1])
        luck = find_luck(dealt, discards, list(list_hands(dealt, discards)), rules)
        assert luck.any()
        assert luck.sum() == 0
        hands = list(islice(list_hands(dealt, discards), 7))  # each is that of the hand that came
        alone = [find_luck(dealt, discards, [one], rules)[0] for one in hands]
        assert alone == luck[:7].tolist()


def test_pairs__luck_is_the_first_players_and_nothing_on_average():
    records = STRONG.record_units(0, 4_000)
    luck = find_luck_of_pairs(STRONG, records) / PARTS
    error = luck.std(ddof=1) / len(luck) ** 0.5
    assert abs(luck.mean()) < 4 * error
    assert abs(luck.mean() + 2) > 4 * error  # a mean that is two points off would be seen
    less = margin(records).astype(float)
    gains = less[0::2] - less[1::2]
    assert (gains - luck).var() < gains.var() / 1.3
    assert (gains + luck).var() > gains.var()  # the luck of the other player


def test_duel__gain_is_that_of_the_pairs_less_their_luck():
    duel = play_duel(STRONG, 700, threads=1)
    records = STRONG.record_units(0, 700)
    less = margin(records).astype(float)
    left = less[0::2] - less[1::2] - find_luck_of_pairs(STRONG, records) / PARTS
    assert duel.gain.value == pytest.approx(left.mean())
    assert duel.gain.se == pytest.approx(left.std(ddof=1) / 700**0.5)
    assert "luck of the draw taken out" in duel.gain.method
    assert duel.saved == pytest.approx((duel.plain_gain.se / duel.gain.se) ** 2)
    assert duel.saved > 1.2
    assert play_duel(STRONG, 700, threads=2).steadied == duel.steadied
    plain = play_duel(STRONG, 700, plain=True)
    assert plain.saved is None
    assert plain.gain == duel.plain_gain
    parties = play_duel(Simulation("expert", "club", mirrored=True), 8, "parties")
    assert (parties.saved, parties.gain) == (None, parties.plain_gain)  # as played
    same = play_duel(Simulation("expert", "expert", mirrored=True), 30)  # nobody's luck
    assert (same.gain.value, same.saved) == pytest.approx((same.plain_gain.value, 1))


@pytest.mark.parametrize(
    ("one", "two", "rules", "expected"),
    [
        ("expert", "club", "rubicon", True),
        ("club", "master", "rubicon", True),
        ("club", "novice", "rubicon", False),
        ("expert", "club", "cotton-1674", False),
    ],
)
def test_duel__luck_is_taken_out_where_it_pays(one, two, rules, expected):
    assert counts_luck(Simulation(one, two, rules, mirrored=True)) is expected


def test_command__gains_and_leaves_the_luck_in_on_request():
    told = answer("duel", "expert", "club", "-n", "200", "--json")
    plain = answer("duel", "expert", "club", "-n", "200", "--plain", "--json")
    assert told["saved"] > 1
    assert plain["saved"] is None
    assert told["plain_gain"] == plain["gain"]
    assert told["gain"]["se"] < plain["gain"]["se"]


# ---- Sure leads ---------------------------------------------------------------------------------
RANKS = "789TJQKA"


def lead_until_beaten(hand, against):
    """Points of leads, one after the other, that no card against them wins; and one lead more.

    Played out: the other holds all the cards against, and gives up the lowest of the suit led,
    which leaves as much as can be left to beat what is led later.
    """
    tricks = 0
    while hand:
        winners = [
            card
            for card in hand
            if all(RANKS.index(other[0]) < RANKS.index(card[0])
                   for other in against if other[1] == card[1])
        ]  # fmt: skip
        if not winners:
            return tricks + 1
        led = max(winners, key=lambda card: RANKS.index(card[0]))
        followers = [card for card in against if card[1] == led[1]]
        fallen = sorted(followers, key=lambda card: RANKS.index(card[0]))[:1]
        hand, against, tricks = hand - {led}, against - set(fallen), tricks + 1
    return tricks + (tricks == 12)


def test_sure_leads__are_won_however_the_cards_lie():
    luck, numbers, laws = random.Random(3), set(), RUBICON.laws()
    for _ in range(200):
        cards = luck.sample(list(iterate_cards(PACK_32_MASK)), 27)
        mine, against = sum(cards[:12]), sum(cards[12:])
        found = int(count_sure_points(laws, mine, against))
        assert found == lead_until_beaten(named(mine), named(against))
        numbers.add(found)
    assert len(numbers) >= 5
    top = parse_hand("AKQJT987.AKQJ..")
    rest = PACK_32_MASK & ~top
    assert count_sure_points(laws, top, rest) == 13  # with the last trick's extra
    high = RUBICON.replace(play_scores="high leads").laws()
    assert count_sure_points(high, top, rest) == 10
