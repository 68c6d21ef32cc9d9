"""Maxims on the first lead, held against hands and cards that were read from their words."""

import numpy as np
import pytest

from analyses.maxims.cards.of_leads import OF_LEADS
from piquet_sim.game.cards import PACK_32_MASK, parse_hand
from piquet_sim.strategies import PlayView

RULES = {one.id: one for one in OF_LEADS[:5]}
LATER = {one.id: one for one in OF_LEADS[5:]}
_DISCARD = 5


def make_view(hands, unseen, **more):
    """What is seen on lead; of all else nothing."""
    blank = PlayView(*np.zeros((len(PlayView._fields), len(hands)), np.int64))
    more = {name: np.full(len(hands), value) for name, value in more.items()}
    return blank._replace(hand=hands, legal=hands, opponent_may_hold=unseen, **more)


def find_sides(maxim, hands, thrown, **more):
    """The sides of elder's first lead."""
    hands, thrown = np.array(hands, np.int64), np.array(thrown, np.int64)
    return RULES[maxim].sides(make_view(hands, PACK_32_MASK & ~hands & ~thrown, **more))


@pytest.mark.parametrize(
    ("maxim", "hand", "discard", "follow", "against"),
    [
        ("CAV-P01", "KQJ8.AT9.A9.K87", "7..T87.9", "K...", ".AT9.A9.K87"),
        ("CAV-P01", "AQJ8.AT9.A9.K87", "7..T87.9", "A...", ".AT9.A9.K87"),
        ("CAV-P01", "KQJ.AT98.A9.K87", "7..T87.9", "", ""),  # no small card with them
        ("CAV-P01", "AKQJ8.AT9.A9.K8", "7..T87.9", "", ""),  # ace and king
        ("L4E-P01", "AKJ87.AK8.A9.98", "9.7.87.T", "AK...", "J87.8.9.98"),
        ("L4E-P01", "AKQ87.987.J9.98", "9.J.87.T", "AKQ...", "87.987.J9.98"),
        ("L4E-P01", "AK987.987.J9.98", "T.J.87.T", "", ""),  # two masters
        ("L4E-P01", "AKJ8.AK87.A9.98", "9.9.87.T", "", ""),  # no suit of five
        ("SFT-P01", "AK987.A87.J9.98", "T.J.87.T", "A...", "987.A87.J9.98"),
        ("SFT-P01", "KQ987.K87.J9.98", "T.J.87.T", "K...", "987.K87.J9.98"),
        ("CAV-P02", "AQ987.AQ8.J9.98", "T.J.87.T", "A...", ".A.."),
        ("CAV-P02", "AQ98.AQ87.J9.98", "T.J.87.T", "", ""),  # as long
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.Q.87.T", "A...", ".A.."),  # the queen was thrown
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.9.87.T", "", ""),  # two above, not one
        ("HOY-P01", "AQ987.AQ8.J9.98", "T.J.87.T", ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.T9.98", "7.T.87.T", ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.A9.98", "7.T.87.T", "", ""),  # a third master
        ("HOY-P01", "AQT98.AQT.T9.98", "J.J.87.T", ".A..", "A..."),  # two sure tricks
        ("HOY-P01", "AKJ98.AQJ.T9.98", "7.T.87.T", "", ""),  # not alike
        ("HOY-P01", "AQ987.AQ87.J.98", "T.J.87.T", "", ""),  # not of three cards
    ],
)
def test_sides__are_those_of_the_words(maxim, hand, discard, follow, against):
    wanted = tuple(parse_hand(one) if one else 0 for one in (follow, against))
    own, thrown = parse_hand(hand), parse_hand(discard)
    assert (own.bit_count(), thrown.bit_count()) == (12, _DISCARD)
    assert tuple(int(side[0]) for side in find_sides(maxim, [own], [thrown])) == wanted


@pytest.mark.parametrize(("tricks", "applies"), [(1, True), (2, False)])
def test_like_tenaces__are_led_where_sure_tricks_do_not_divide(tricks, applies):
    hand, thrown = (parse_hand(one) for one in ("AKJ98.AKJ.T9.98", "7.T.87.T"))
    follow, against = find_sides("HOY-P01", [hand], [thrown], tricks=tricks)
    wanted = (".A..", "A...") if applies else ("", "")
    assert [int(follow[0]), int(against[0])] == [parse_hand(one) if one else 0 for one in wanted]


@pytest.mark.parametrize(
    ("hand", "unseen", "tricks", "wanted"),
    [
        ("AQ...", "KJT.7..", (7, 3), "three quarters or more"),
        ("A.8..", "KJT.97..", (7, 3), "over half, under three quarters"),
        ("A.8..", "KJ.97..", (3, 7), "half of the unseen or less"),
        ("A.8..", "KJ.97..", (6, 4), None),  # the winner may decide the cards
        ("A.8..", "KJ.97..", (10, 0), None),  # or make a capot
        ("A.8..", ".97.Q.", (7, 3), None),  # none of the winner's suit is out
        ("A.A..", "KJ.97..", (7, 3), None),  # two winners
    ],
)
def test_last_trick__is_kept_where_one_of_two_cards_wins(hand, unseen, tricks, wanted):
    held, out = (np.array([parse_hand(one)]) for one in (hand, unseen))
    view = make_view(held, out, tricks=tricks[0], opponent_tricks=tricks[1])
    rule = LATER["CAV-P13"]
    follow, against = (int(side[0]) for side in rule.sides(view))
    assert (follow | against, bool(against)) == ((held[0], True) if wanted else (0, False))
    if wanted:
        assert against == parse_hand("A...")
        classes = [name for name, is_so in rule.parts if is_so(view)[0]]
        assert classes == [f"winner’s suit: {wanted}"]


@pytest.mark.parametrize(
    ("points", "theirs", "follow", "against"),
    [
        (26, 0, "AK.A..", "J98.97..87"),  # three winners and a loser
        (25, 0, "", ""),  # a lead too few
        (29, 0, "", ""),  # any lead makes it
        (26, 1, "", ""),  # younger has reckoned
    ],
)
def test_winners__are_run_to_a_pique_against_any_other_lead(points, theirs, follow, against):
    hand, unseen = (np.array([parse_hand(one)]) for one in ("AKJ98.A97..87", "QT7.KQJT8.AKQ.AKQ"))
    answers = dict.fromkeys(("point_result", "sequence_result", "set_result"), 1)
    view = make_view(hand, unseen, points=points, opponent_points=theirs, **answers)
    wanted = [parse_hand(one) if one else 0 for one in (follow, against)]
    assert [int(side[0]) for side in LATER["CAV-P17"].sides(view)] == wanted
