"""The rules of the maxims on the play against their twin in sets, written from the words."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from naive_playing import OF_PLAY, Seen
from naive_worlds import named

from analyses.maxims.cards.trying import find_moments_of, list_sides, measure_doubt
from analyses.maxims.facts.views import choice_of, list_plays, view_of
from analyses.studies.books.playing import RULES
from piquet_sim import Simulation
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.stages import HEARD, Stage
from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.game.terms import SEATS

DEALS = 250
"""Some ten thousand moments of deals played by club, and of deals played at random."""
FEWEST = 3
"""Moments to which each maxim applies, at least."""
ANSWERS = ("nobody", "mine", "theirs", "equal")


def see(row):
    """A moment in names."""
    view = dict(zip(HEARD, row.tolist(), strict=True))
    sets = (named(view[name]) for name in (
        "opponent_may_hold", "opponent_holds", "shown", "discard", "played", "opponent_played",
    ))  # fmt: skip
    return Seen(
        SEATS[view["seat"]], named(view["hand"]), format_card(view["led"]) if view["led"] else None,
        *sets, view["tricks"], view["opponent_tricks"], view["points"], view["opponent_points"],
        tuple(ANSWERS[view[f"{kind}_result"]] for kind in ("point", "sequence", "set")),
        view["opponent_point"] >> 8,
    )  # fmt: skip


@pytest.fixture(scope="module")
def heard():
    """All moments of some deals in which a player had a choice."""
    rows = []
    for player in ("club", "random"):
        _, seen = Stage(Simulation(player, player, seed=3), has_scripts=True).listen(0, DEALS)
        rows.append(seen[seen[:, :, HEARD.index("legal")] != 0])
    return np.concatenate(rows)


@pytest.fixture(scope="module")
def named_moments(heard):
    return [see(row) for row in heard]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule__does_what_its_words_say(rule, heard, named_moments):
    assert rule.id in OF_PLAY, "its twin in sets is to be written from the words"
    follow, against = list_sides(replace(rule, doubt=None, is_between=False), heard)
    applied = 0
    for row, moment in enumerate(named_moments):
        wanted = (frozenset(), frozenset())
        if moment.seat in rule.seats:
            wanted = tuple(side & moment.may_play for side in OF_PLAY[rule.id](moment))
            wanted = wanted if all(wanted) else (frozenset(), frozenset())
            assert (named(int(follow[row])), named(int(against[row]))) == wanted, moment
        applied += all(wanted)
    assert applied >= FEWEST or rule.id == "HOY-P01"  # one deal of three hundred


def test_rule__of_like_tenaces_is_that_of_the_words_where_it_applies():
    (rule,) = (one for one in RULES if one.id == "HOY-P01")
    records, heard = Stage(Simulation("club", "club", seed=5), has_scripts=True).listen(0, 3_000)
    found = 0
    for seat in SEATS:
        moments = find_moments_of(rule, seat, records, heard, np.arange(len(heard)))
        for row in range(len(moments.numbers)):
            wanted = OF_PLAY["HOY-P01"](see(moments.heard[row]))
            assert (named(int(moments.follow[row])), named(int(moments.against[row]))) == wanted
            found += 1
    assert found >= FEWEST


def test_classes_of_like_tenaces__are_of_the_two_suits():
    (rule,) = (one for one in RULES if one.id == "HOY-P01")
    records, heard = Stage(Simulation("club", "club", seed=5), has_scripts=True).listen(0, 3_000)
    moments = find_moments_of(rule, "elder", records, heard, np.arange(len(heard)))
    told = dict(rule.parts)
    king, queen = (is_so(moments.view) for is_so in list(told.values())[:2])
    ways = set()
    for row in range(len(moments.numbers)):
        seen = see(moments.heard[row])
        suits = {card[1] for card in named(int(moments.follow[row] | moments.against[row]))}
        ranks = [{card[0] for card in seen.hand if card[1] == suit} for suit in suits]
        assert king[row] == all({"A", "K", "J"} <= some for some in ranks)
        assert queen[row] == all({"A", "Q"} <= some for some in ranks) != king[row]
        ways |= {bool(king[row])}
    assert ways == {True, False}


def test_run_to_pique__is_held_against_any_other_lead(heard):
    (rule,) = (one for one in RULES if one.id == "CAV-P17")
    follow, against = list_sides(rule, heard)
    applies = follow != 0
    legal = heard[:, HEARD.index("legal")]
    assert applies.sum() >= FEWEST
    assert ((follow | against) == legal)[applies].all()


def test_classes_of_the_last_trick__are_by_what_is_unseen_of_the_suit(heard, named_moments):
    (rule,) = (one for one in RULES if one.id == "CAV-P13")
    follow, against = list_sides(rule, heard)
    rows = np.flatnonzero(follow)
    classes = [is_so(view_of(heard[rows])) for _, is_so in rule.parts]
    for place, row in enumerate(rows):
        unseen = named_moments[row].unseen
        (winner,) = named(int(against[row]))
        share = Fraction(sum(card[1] == winner[1] for card in unseen), len(unseen))
        wanted = [share <= Fraction(1, 2), Fraction(1, 2) < share < Fraction(3, 4)]
        assert [one[place] for one in classes] == [*wanted, share >= Fraction(3, 4)]


def test_classes_of_a_bare_king__tell_whether_elder_has_led_one_suit():
    (rule,) = (one for one in RULES if one.id == "HOY-P02")
    simulation = Simulation("club", "club", seed=5)
    records, heard = Stage(simulation, has_scripts=True).listen(0, 1_000)
    moments = find_moments_of(rule, "younger", records, heard, np.arange(len(heard)))
    one_suit, more = (dict(rule.parts)[name](moments.view) for name in (
        "elder has led this suit alone", "elder has led another suit, too",
    ))  # fmt: skip
    for row, number in enumerate(moments.numbers):
        seen = see(moments.heard[row])
        fallen = [format_card(card) for card in simulation.replay_deal(int(number)).plays]
        before = fallen[: len(seen.own_played) + len(seen.their_played)]
        suits = {card[1] for card in before[::2] if card in seen.their_played}
        assert seen.led[1] in suits
        assert (one_suit[row], more[row]) == (len(suits) == 1, len(suits) > 1)
    assert one_suit.any()
    assert more.any()


def test_classes_of_a_bare_king__tell_the_first_throw_on_the_run_from_later_ones():
    (rule,) = (one for one in RULES if one.id == "HOY-P02")
    simulation = Simulation("club", "club", seed=5)
    records, heard = Stage(simulation, has_scripts=True).listen(0, 1_000)
    moments = find_moments_of(rule, "younger", records, heard, np.arange(len(heard)))
    first, later = (is_so(moments.view) for _, is_so in rule.parts[:2])
    at_once = 0
    for row, number in enumerate(moments.numbers):
        seen = see(moments.heard[row])
        fallen = [format_card(card) for card in simulation.replay_deal(int(number)).plays]
        before = fallen[: len(seen.own_played) + len(seen.their_played)]
        thrown = [
            card for led, card in zip(before[::2], before[1::2], strict=False)
            if led[1] == seen.led[1] != card[1]
        ]  # fmt: skip
        assert (first[row], later[row]) == (not thrown, bool(thrown))
        at_once += first[row] and len(seen.their_played) > 1
    assert at_once  # the run is not always begun with the first lead
    assert later.any()


def test_doubt__is_how_far_the_best_cards_of_the_two_sides_lie_apart(heard):
    some = heard[heard[:, HEARD.index("led")] == 0][:200]
    legal = [list(iterate_cards(int(cards))) for cards in some[:, HEARD.index("legal")]]
    rated, is_second = rate_cards(some), 0
    # The two best cards are on one side: the second is not what the first is held against.
    follow, against, wanted = [], [], []
    for row, cards in enumerate(legal):
        worths = {card: rated[row, card.bit_length() - 1] for card in cards}
        order = sorted(cards, key=worths.get, reverse=True)
        side = order[:2] if len(order) > 2 else order[:1]
        rest = [card for card in order if card not in side]
        follow.append(sum(side))
        against.append(sum(rest))
        wanted.append(worths[order[0]] - max(worths[card] for card in rest))
        is_second += wanted[-1] > worths[order[0]] - worths[order[1]] + 0.5
    sides = np.array(follow), np.array(against)
    assert measure_doubt(some, *sides) == pytest.approx(wanted)
    assert measure_doubt(some, *sides[::-1]) == pytest.approx(wanted)
    assert is_second > 20


def test_in_doubt__is_where_an_ace_and_another_card_are_rated_alike(heard, named_moments):
    (rule,) = (one for one in RULES if one.doubt is not None)
    every = list_sides(replace(rule, doubt=None), heard)
    some = list_sides(rule, heard)
    rows = np.flatnonzero(every[0])
    rated = rate_cards(heard[rows])
    kept = 0
    for row, worths in zip(rows, rated, strict=True):
        named_worths = {
            format_card(card): worths[card.bit_length() - 1]
            for card in iterate_cards(int(heard[row, HEARD.index("legal")]))
        }
        best = [max(map(named_worths.get, side)) for side in OF_PLAY[rule.id](named_moments[row])]
        is_so = abs(best[0] - best[1]) <= rule.doubt
        assert [side[row] for side in some] == [side[row] * is_so for side in every]
        kept += is_so
    assert 0 < kept < len(rows)


def test_between__is_where_one_of_the_two_is_played(heard):
    (rule,) = (one for one in RULES if one.id == "CAV-P11")
    every = np.array(list_sides(replace(rule, is_between=False), heard))
    some = np.array(list_sides(rule, heard))
    is_one = choice_of(heard) & every.sum(axis=0) != 0
    assert (some == np.where(is_one, every, 0)).all()
    assert 0 < is_one.sum() < (every[0] != 0).sum()


def test_plays__are_those_that_fell():
    simulation = Simulation("club", "club", seed=9)
    _, heard = Stage(simulation, has_scripts=True).listen(0, 3)
    for number in range(3):
        plays = simulation.replay_deal(number).plays
        for card in range(24):
            if heard[number, card, HEARD.index("legal")]:
                told = list_plays(view_of(heard[number, card : card + 1]))[0]
                assert told[:card].tolist() == list(plays[:card])
                assert (told[card:] == -1).all()


def test_moment__is_any_of_its_deal_at_which_the_maxim_applies():
    records, heard = Stage(Simulation("club", "club"), has_scripts=True).listen(0, 400)
    (rule,) = (one for one in RULES if one.id == "CAV-P12")
    numbers = np.arange(400)
    found = find_moments_of(rule, "younger", records, heard, numbers)
    assert len(set(found.numbers.tolist())) == len(found.numbers) > 100
    places, times = [], []
    for number, row in zip(found.numbers, found.heard, strict=True):
        own = [
            card
            for card in range(24)
            if heard[number, card, HEARD.index("legal")]
            and heard[number, card, HEARD.index("seat")] == 1
            and list_sides(rule, heard[number, card][None])[0][0]
        ]
        (at,) = (place for place, card in enumerate(own) if (heard[number, card] == row).all())
        places.append(at)
        times.append(len(own))
    assert found.times.tolist() == times
    # Each of them as often: where there are two, the first in half of the deals.
    first_of_two = [at == 0 for at, number in zip(places, times, strict=True) if number == 2]
    assert abs(sum(first_of_two) / len(first_of_two) - 0.5) < 3 * 0.5 / len(first_of_two) ** 0.5
    # Another seed draws other moments, and which deals there are beside changes nothing.
    other = find_moments_of(rule, "younger", records, heard, numbers, seed=2)
    assert (other.heard != found.heard).any()
    half = find_moments_of(rule, "younger", records[200:], heard[200:], numbers[200:])
    assert (half.heard == found.heard[found.numbers >= 200]).all()
