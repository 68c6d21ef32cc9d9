"""Maxims on the play: hands read by a person, classes, doubt, and which moment is judged.

Covers `analyses.maxims.card_trial`, `analyses.maxims.cards`.
"""

from dataclasses import replace

import numpy as np
import pytest
from naive_playing import OF_PLAY
from noted_play import list_moments, see

from analyses.maxims.card_trial import find_moments_of, list_sides
from analyses.maxims.facts import choice_of, view_of
from analyses.maxims.maxim import find_maxim
from analyses.studies.playing import RULES
from piquet_sim import Simulation
from piquet_sim.deals.branches import HEARD, lay_out, listen
from piquet_sim.decisions.kinds.card_ratings import rate_cards
from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, format_card, parse_hand
from piquet_sim.strategies import PlayView

# ---- Hands read by a person ----------------------------------------------------------------------
TRICKS_7_3 = {"tricks": 7, "opponent_tricks": 3}
TO_PIQUE = "AKJ98.A97..87", "QT7.KQJT8.AKQ.AKQ"
CALLED = dict.fromkeys(("point_result", "sequence_result", "set_result"), 1)


@pytest.mark.parametrize(
    ("maxim", "hand", "beside", "seen", "follow", "against"),
    [
        ("CAV-P01", "KQJ8.AT9.A9.K87", "7..T87.9", {}, "K...", ".AT9.A9.K87"),
        ("CAV-P01", "AQJ8.AT9.A9.K87", "7..T87.9", {}, "A...", ".AT9.A9.K87"),
        ("CAV-P01", "KQJ.AT98.A9.K87", "7..T87.9", {}, "", ""),  # no small card with them
        ("CAV-P01", "AKQJ8.AT9.A9.K8", "7..T87.9", {}, "", ""),  # ace and king
        ("L4E-P01", "AKJ87.AK8.A9.98", "9.7.87.T", {}, "AK...", "J87.8.9.98"),
        ("L4E-P01", "AKQ87.987.J9.98", "9.J.87.T", {}, "AKQ...", "87.987.J9.98"),
        ("L4E-P01", "AK987.987.J9.98", "T.J.87.T", {}, "", ""),  # two masters
        ("L4E-P01", "AKJ8.AK87.A9.98", "9.9.87.T", {}, "", ""),  # no suit of five
        ("SFT-P01", "AK987.A87.J9.98", "T.J.87.T", {}, "A...", "987.A87.J9.98"),
        ("SFT-P01", "KQ987.K87.J9.98", "T.J.87.T", {}, "K...", "987.K87.J9.98"),
        ("CAV-P02", "AQ987.AQ8.J9.98", "T.J.87.T", {}, "A...", ".A.."),
        ("CAV-P02", "AQ98.AQ87.J9.98", "T.J.87.T", {}, "", ""),  # as long
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.Q.87.T", {}, "A...", ".A.."),  # the queen was thrown
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.9.87.T", {}, "", ""),  # two above, not one
        ("HOY-P01", "AQ987.AQ8.J9.98", "T.J.87.T", {}, ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.T9.98", "7.T.87.T", {}, ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.A9.98", "7.T.87.T", {}, "", ""),  # a third master
        ("HOY-P01", "AQT98.AQT.T9.98", "J.J.87.T", {}, ".A..", "A..."),  # two sure tricks
        ("HOY-P01", "AKJ98.AQJ.T9.98", "7.T.87.T", {}, "", ""),  # not alike
        ("HOY-P01", "AQ987.AQ87.J.98", "T.J.87.T", {}, "", ""),  # not of three cards
        ("HOY-P01", "AKJ98.AKJ.T9.98", "7.T.87.T", {"tricks": 1}, ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.T9.98", "7.T.87.T", {"tricks": 2}, "", ""),  # they divide
        ("CAV-P13", "AQ...", "KJT.7..", TRICKS_7_3, "Q...", "A..."),
        ("CAV-P13", "A.8..", "KJT.97..", TRICKS_7_3, ".8..", "A..."),
        ("CAV-P13", "A.8..", "KJ.97..", {"tricks": 3, "opponent_tricks": 7}, ".8..", "A..."),
        # The winner may decide the cards, or make a capot.
        ("CAV-P13", "A.8..", "KJ.97..", {"tricks": 6, "opponent_tricks": 4}, "", ""),
        ("CAV-P13", "A.8..", "KJ.97..", {"tricks": 10, "opponent_tricks": 0}, "", ""),
        ("CAV-P13", "A.8..", ".97.Q.", TRICKS_7_3, "", ""),  # none of the winner's suit is out
        ("CAV-P13", "A.A..", "KJ.97..", TRICKS_7_3, "", ""),  # two winners
        # Three winners and a loser; a lead too few; any lead makes it; younger has reckoned.
        ("CAV-P17", *TO_PIQUE, CALLED | {"points": 26}, "AK.A..", "J98.97..87"),
        ("CAV-P17", *TO_PIQUE, CALLED | {"points": 25}, "", ""),
        ("CAV-P17", *TO_PIQUE, CALLED | {"points": 29}, "", ""),
        ("CAV-P17", *TO_PIQUE, CALLED | {"points": 26, "opponent_points": 1}, "", ""),
    ],
)
def test_leads__are_those_of_the_words(maxim, hand, beside, seen, follow, against):
    """Beside a hand of twelve stands what was thrown, beside a smaller one what is unseen."""
    sides = [int(side[0]) for side in find_maxim(maxim).sides(look(hand, beside, seen))]
    assert (sides if all(sides) else [0, 0]) == [*map(parse_hand, (follow, against))]


def look(hand, beside, seen):
    held, other = parse_hand(hand), parse_hand(beside)
    unseen = PACK_32_MASK & ~held & ~other if held.bit_count() == HAND_CARDS else other
    seen = {"hand": held, "legal": held, "opponent_may_hold": unseen} | seen
    return PlayView(*np.zeros((len(PlayView._fields), 1), np.int64))._replace(
        **{name: np.array([number]) for name, number in seen.items()}
    )


@pytest.fixture(scope="module")
def moments():
    """What was heard at some moments, and the same in names."""
    return [every[::4] for every in list_moments()]


@pytest.mark.parametrize(
    ("unseen", "place"),
    [("KJ.97..", 0), ("KJT.97..", 1), ("KJT.9..", 2), ("KJ..9.", 1), ("KJT9...", 2)],
)
def test_classes_of_the_last_trick__are_by_what_is_unseen_of_the_suit(unseen, place):
    """A half, more, and three quarters or more of the cards are of the winner's suit."""
    view = look("A.8..", unseen, TRICKS_7_3)
    assert [bool(is_so(view)[0]) for _, is_so in find_maxim("CAV-P13").parts] == [
        one == place for one in range(3)
    ]


def test_classes_of_a_bare_king__tell_first_throws_and_one_suit_from_later_and_more():
    rule, simulation = find_maxim("HOY-P02"), Simulation("club", "club", seed=5)
    records, heard = listen(simulation, lay_out(simulation, range(1_000)))
    moments = find_moments_of(rule, "younger", records, heard, np.arange(len(heard)))
    names, parts = [name for name, _ in rule.parts[:2]], dict(rule.parts)
    names += [f"elder has led {what}" for what in ("this suit alone", "another suit, too")]
    told = np.array([parts[name](view_of(moments["heard"])) for name in names]).T
    for number, row, found in zip(moments["number"], moments["heard"], told, strict=True):
        seen = see(row)
        fallen = [format_card(card) for card in simulation.replay_deal(int(number)).plays]
        before = fallen[: len(seen.own_played) + len(seen.their_played)]
        suits = {card[1] for card in before[::2] if card in seen.their_played}
        is_later = any(
            led[1] == seen.led[1] != card[1]
            for led, card in zip(before[::2], before[1::2], strict=False)
        )
        assert found.tolist() == [not is_later, is_later, len(suits) == 1, len(suits) > 1]
    assert told.any(axis=0).all()


def test_in_doubt__is_where_an_ace_and_another_card_are_rated_alike(moments):
    (rule,), (heard, in_names) = [one for one in RULES if one.doubt is not None], moments
    every, found = (np.array(list_sides(one, heard)) for one in (replace(rule, doubt=None), rule))
    kept, rows = found.any(axis=0), np.flatnonzero(every[0])
    assert (found == every * kept).all()
    for row, worths in zip(rows, rate_cards(heard[rows]), strict=True):
        worth = {format_card(1 << place): one for place, one in enumerate(worths) if one > -1e9}
        aces, others = (max(map(worth.get, one)) for one in OF_PLAY[rule.id](in_names[row]))
        assert kept[row] == (abs(aces - others) <= rule.doubt)
    assert 0 < kept.sum() < len(rows)


def test_between__is_where_one_of_the_two_is_played(moments):
    rule, heard = find_maxim("CAV-P11"), moments[0]
    every, found = (
        np.array(list_sides(one, heard)) for one in (replace(rule, is_between=False), rule)
    )
    is_one = choice_of(heard) & every.sum(axis=0) != 0
    assert (found == np.where(is_one, every, 0)).all()
    assert 0 < is_one.sum() < (every[0] != 0).sum()


def test_moment__is_any_of_its_deal_at_which_the_maxim_applies():
    clubs, rule, numbers = Simulation("club", "club"), find_maxim("CAV-P12"), np.arange(400)
    records, heard = listen(clubs, lay_out(clubs, range(400)))
    found, places = find_moments_of(rule, "younger", records, heard, numbers), []
    assert len(set(found["number"].tolist())) == len(found["number"]) > 100
    for number, row, times in zip(found["number"], found["heard"], found["times"], strict=True):
        cards = heard[number]
        is_own = (cards[:, HEARD.index("legal")] != 0) & (cards[:, HEARD.index("seat")] == 1)
        fits = cards[is_own][list_sides(rule, cards[is_own])[0] != 0]
        (place,) = np.flatnonzero((fits == row).all(axis=1))
        assert times == len(fits)
        places += [place] if times == 2 else []
    # Each of them as often: where there are two, the first in half of the deals.
    assert abs(np.mean(places) - 0.5) < 3 * 0.5 / len(places) ** 0.5
    # Another seed draws other moments, and which deals there are beside changes nothing.
    other = find_moments_of(rule, "younger", records, heard, numbers, seed=2)
    half = find_moments_of(rule, "younger", records[200:], heard[200:], numbers[200:])
    assert (other["heard"] != found["heard"]).any()
    assert (half["heard"] == found["heard"][found["number"] >= 200]).all()
