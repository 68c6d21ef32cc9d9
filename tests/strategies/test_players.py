"""The strong players: special cases where reasoning settles the card, options, parties, duels.

The primer plays by the printed tree and the counts, and by nothing else.

Covers `strategies.primer`, `strategies.expert`, `strategies.master`, `strategies.score_values`,
`kernel.players.score_values`.
"""

import random
from collections import Counter

import naive_primer
import naive_worlds
import numpy as np
import pytest
from specimens import PACK, as_mask, as_text

from piquet_sim import duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards, parse_hand, suit_mask
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, SET
from piquet_sim.strategies import CallView, DiscardView, PlayView, find_strategy
from piquet_sim.strategies.primer import COUNTS, FACTS, THINGS, TREES, read_hands
from piquet_sim.strategies.score_values import expect_settlements, score_worth

STRONG = ("expert", "master")
SUITS = [suit_mask(suit) for suit in range(4)]
UNASKED = CallView(*([0] * len(CallView._fields)))


def view_of(hand, opponent_may_hold, led="", holds="", **fields):
    """A view in mid-play of one who sees which cards are out."""
    own, other, card = (parse_hand(cards) for cards in (hand, opponent_may_hold, led))
    legal = next((suit for suit in SUITS if suit & card and suit & own), own) & own
    mine = sum(sorted(iterate_cards(PACK_32_MASK & ~(own | other | card)))[: 12 - own.bit_count()])
    return PlayView(*[0] * len(PlayView._fields))._replace(
        hand=own,
        led=card,
        legal=legal,
        opponent_may_hold=other,
        opponent_holds=parse_hand(holds),
        played=mine,
        opponent_played=card,
        dealt=own | mine,
        **{"took": 5, "opponent_took": 3, "points": 5, "opponent_points": 5, "luck": 77 << 5}
        | fields,
    )


# ---- Cards that reasoning settles ---------------------------------------------------------------
SETTLED = {
    "the ace wins whenever it is played, and the last trick counts one more":
        (view_of("A.7..", "KQ.8..", tricks=6, opponent_tricks=4), {"7H"}),
    "a guarded king keeps its nine while another suit has a loser":
        (view_of("K9.7..", "AQ.8..A", led="AC", tricks=5, opponent_tricks=4), {"7H"}),
    "it wins as cheaply as it can":
        (view_of("AQ.7..", "J..87.", led="JS", tricks=5, opponent_tricks=4), {"QS"}),
    "the only heart must be played":
        (view_of("K9.Q..", "AT.J..", led="JH", tricks=5, opponent_tricks=4), {"QH"}),
    "with twenty-eight a winner first, then any lead makes the pique":
        (view_of("AK.7..", "Q.A98..", seat=0, points=28, opponent_points=0, tricks=9,
                 opponent_tricks=0), {"AS", "KS"}),
    # To lead a loser gives capot away, 27 points; what wins can be led before it, and an opponent
    # who does not see may throw the card that would beat the loser.
    "all tricks may be won, so neither king nor knave of spades is led":
        (view_of("KJ.KQJT98.A.A", "AQT9..QJT9.KQJT9", seat=0, tricks=2),
         {"KH", "QH", "JH", "TH", "9H", "8H", "AD", "AC"}),
    "all tricks may be won, so no queen beneath a king is led":
        (view_of("QT.AQ.AKQ.", "K.KJT98.T987.", holds="..T987.", seat=0, tricks=5),
         {"AH", "AD", "KD", "QD"}),
    "all tricks may be won, so no spade beneath the ace is led":
        (view_of("KQ.AKQ.KJ.", "A7.JT97.Q7.", holds=".JT9.Q7.", seat=0, tricks=5),
         {"AH", "KH", "QH", "KD", "JD"}),
    "all tricks may be won, and hearts and clubs are led before spades":
        (view_of("KQ.A.T87.AK7", "AJT87.KQJ..QT9", holds=".KQJ..", seat=0, tricks=3),
         {"AH", "TD", "8D", "7D", "AC", "KC", "7C"}),
}  # fmt: skip


@pytest.mark.parametrize("name", STRONG)
@pytest.mark.parametrize("why", SETTLED)
def test_play__is_the_card_that_reasoning_settles(name, why):
    view, cards = SETTLED[why]
    assert format_card(find_strategy(name).play(view)) in cards


# ---- Strength, as far as a test can tell -----------------------------------------------------
@pytest.mark.parametrize(
    ("better", "worse", "pairs"), [("expert", "club", 4000), ("master", "expert", 2000)]
)
def test_duel__the_better_player_wins(better, worse, pairs):
    told = duel(better, worse, pairs, seed=2)
    assert (told.gain.value > 3 * told.gain.se, told.won.low > 0.5, told.rating.low > 0) == (
        True,
        True,
        True,
    )


def test_duel__against_itself_is_level_and_turns_round():
    one, two, same = (
        duel(*pair, 600, seed=4)
        for pair in (("club", "novice"), ("novice", "club"), ("club", "club"))
    )
    assert one.gain.value == -two.gain.value != 0
    assert (one.decided.value, same.gain.value, same.decided.value, same.rating.value) == (
        two.decided.value,
        0,
        0,
        0,
    )


# ---- What a score is worth ------------------------------------------------------------------
SCORES = np.array([[30, 20, 3], [10, 40, 1], [100, 5, 1]])


@pytest.fixture(scope="module")
def expected():
    """What totals are worth to two who make such scores."""
    return expect_settlements(SCORES)


@pytest.mark.parametrize("left", [1, 2, 5])
@pytest.mark.parametrize(("one", "two"), [(0, 0), (68, 155), (140, 99), (505, 300), (20, 500)])
def test_prospects__are_sums_over_the_deals_that_are_left(left, one, two, expected):
    """Beyond the table, which has totals up to 511, a point is worth a point."""
    after = score_worth(expected, True, 7 - left, one + SCORES[:, 0], two + SCORES[:, 1])
    assert expected[left, one, two] == pytest.approx(
        np.average(after, weights=SCORES[:, 2]), abs=1e-6
    )


@pytest.mark.parametrize(
    ("is_elder", "one", "two", "worth"), [(True, 131, 113, 118), (False, 81, 125, -306)]
)
def test_prospects__after_the_last_deal_are_the_settlement(is_elder, one, two, worth, expected):
    assert score_worth(expected, is_elder, 6, np.array([one]), np.array([two])) == worth


@pytest.mark.parametrize("name", STRONG)
def test_to_the_score__plays_otherwise_only_when_told(name):
    told = find_strategy(f"{name}+score")
    assert (told.heeds_score, find_strategy(name).heeds_score) == (True, False)
    units = 40 if name == "master" else 400
    one, two = Simulation(name, "club", seed=2), Simulation(told, "club", seed=2)
    assert (one.play_matches(0, units // 4)[0] != two.play_matches(0, units // 4)[0]).any()
    # A deal that stands alone has no score to play to.
    assert (one.record_units(0, units) == two.record_units(0, units)).all()


def test_to_the_score__calls_nothing_when_all_is_lost():
    told = find_strategy("expert+score")
    lost = UNASKED._replace(seat=1, kind=3, best=62, score=3, opponent_score=190, deal=6)
    assert [
        told.call(view) for view in (lost, lost._replace(score=150), lost._replace(deal=0))
    ] == [0, 62, 62]


# ---- Sinking ------------------------------------------------------------------------------------
@pytest.mark.parametrize("part", ["point", "sequences", "sets"])
def test_sinking__of_everything_scores_nothing_in_hand(part):
    records = Simulation(f"club+sink-{part}", "club", seed=3).record_units(0, 400)
    assert records[f"elder_{part}"].sum() == 0 < records[f"younger_{part}"].sum()


def test_sinking__happens_as_often_as_asked():
    plain, quarter = (
        Simulation(name, "random", seed=3).record_units(0, 20_000)
        for name in ("club", "club+sink-sets=0.25")
    )
    held = plain["elder_set_call"] > 0
    sunk = held & (quarter["elder_set_call"] == 0)
    assert abs(sunk.sum() - held.sum() / 4) < 4.5 * np.sqrt(held.sum() * 3 / 16)
    assert (quarter["elder_point_call"] == plain["elder_point_call"]).all()


def _views(seat, count):
    # Twelve cards and what was thrown, at random, with what would be called of each class.
    chance = random.Random(3)
    for _ in range(count):
        cards = chance.sample(PACK, 17)
        best = naive_worlds.best_calls(frozenset(cards[:12]))
        for kind, name in {POINT: "point", SEQUENCE: "sequence", SET: "set"}.items():
            view = UNASKED._replace(
                seat=seat,
                kind=kind,
                best=best[name],
                hand=as_mask(cards[:12]),
                dealt=as_mask(cards[5:]),
                discard=as_mask(cards[12:]),
                took=5,
                opponent_took=3,
            )
            yield view, frozenset(cards)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("player", ["expert", "master", "expert+score"])
def test_trios__that_younger_may_better_are_sunk_by_elder_and_nothing_else(player, seat):
    call, trios = find_strategy(player).call, Counter()
    for view, seen in _views(seat, 400):
        is_sunk = seat == 0 and naive_worlds.may_be_sunk(view.best, frozenset(PACK) - seen)
        keeps = view.kind == SET and is_sunk
        assert call(view) == (0 if keeps else view.best), view
        trios[keeps] += view.kind == SET and view.best > 0
    assert min(trios.values()) >= 20


# ---- The primer ---------------------------------------------------------------------------------
def deal_hands(seat, pack="rubicon"):
    dealt = Simulation("random", "random", pack, seed=5).record_units(0, 600)
    return dealt[f"{seat}_dealt"].astype(np.int64)


@pytest.mark.parametrize(
    ("seat", "pack", "most"),
    [
        ("elder", "rubicon", 5),
        ("younger", "rubicon", 3),
        ("younger", "rubicon", 5),
        ("elder", "cotton_1674", 8),
        ("younger", "cotton_1674", 4),
        ("younger", "cotton_1674", 10),  # a suit and the aces are kept in part
    ],
)
def test_primer__throws_what_the_words_of_its_tree_say_and_heeds_nothing_else(seat, pack, most):
    ask, book = find_strategy("primer").discard, find_rules(pack).laws().book
    for number, hand in enumerate(deal_hands(seat, pack)):
        view = DiscardView(
            SEATS.index(seat),
            int(hand),
            1,
            most,
            number % 4,
            number % 2,
            number % 2,
            number,
            2 * number,
            number % 6,
            number,
            rules=book,
        )
        cards = as_text(hand)
        assert set(as_text(ask(view))) == naive_primer.throw(
            cards, len(cards) - most, seat, TREES[seat], COUNTS[seat]
        ), cards


@pytest.mark.parametrize("seat", SEATS)
def test_things_and_facts__are_those_of_sets_and_lists(seat):
    hands = deal_hands(seat)
    for hand, found, held, asked in zip(hands, *read_hands(seat, hands), strict=True):
        cards = as_text(hand)
        things = naive_primer.find_things(cards, COUNTS[seat])
        assert set(things) == set(THINGS)
        assert [
            [set(as_text(one)) for one in some[:number]]
            for some, number in zip(found, held, strict=True)
        ] == [[*map(set, things[thing])] for thing in THINGS], cards
        assert naive_primer.find_facts(cards, seat, things) == dict(
            zip(FACTS, asked.tolist(), strict=True)
        ), cards


def test_tree__is_short_enough_to_learn():
    assert max(repr(tree).count("Keep(") for tree in TREES.values()) <= 12


def test_primer__plays_the_cards_as_club_does_and_exchanges_better():
    assert find_strategy("primer").play is find_strategy("club").play
    assert duel("primer", "club", 10_000, seed=3).gain.low > 2 * 0.5  # of two deals
