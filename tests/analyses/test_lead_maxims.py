"""Maxims on the first lead, held against hands and cards that were read from their words."""

import numpy as np
import pytest

from analyses.maxims.cards.first_lead import (
    Dealt,
    establish,
    lead_highest,
    longer_first,
    run_masters,
    shorter_first,
)
from piquet_sim.game.cards import PACK_32_MASK, parse_hand

RULES = {
    "CAV-P01": establish, "L4E-P01": run_masters, "SFT-P01": lead_highest,
    "CAV-P02": longer_first, "HOY-P01": shorter_first,
}  # fmt: skip
_DISCARD = 5


def find_sides(maxim, hand, discard):
    own, thrown = parse_hand(hand), parse_hand(discard)
    assert (own.bit_count(), thrown.bit_count()) == (12, _DISCARD)
    return RULES[maxim](Dealt(own, PACK_32_MASK & ~own & ~thrown))


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
        ("SFT-P01", "AK987.A87.J9.98", "T.J.87.T", "A...", "K987.A87.J9.98"),
        ("SFT-P01", "KQ987.K87.J9.98", "T.J.87.T", "K...", "Q987.K87.J9.98"),
        ("CAV-P02", "AQ987.AQ8.J9.98", "T.J.87.T", "A...", ".A.."),
        ("CAV-P02", "AQ98.AQ87.J9.98", "T.J.87.T", "", ""),  # as long
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.Q.87.T", "A...", ".A.."),  # the queen was thrown
        ("CAV-P02", "AQ987.AJ8.J9.98", "T.9.87.T", "", ""),  # two above, not one
        ("HOY-P01", "AQ987.AQ8.J9.98", "T.J.87.T", ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.T9.98", "7.T.87.T", ".A..", "A..."),
        ("HOY-P01", "AKJ98.AKJ.A9.98", "7.T.87.T", "", ""),  # a third master
        ("HOY-P01", "AKJ98.AQJ.T9.98", "7.T.87.T", "", ""),  # not alike
        ("HOY-P01", "AQ987.AQ87.J.98", "T.J.87.T", "", ""),  # not of three cards
    ],
)
def test_sides__are_those_of_the_words(maxim, hand, discard, follow, against):
    wanted = tuple(parse_hand(one) if one else 0 for one in (follow, against))
    assert find_sides(maxim, hand, discard) == wanted


def test_sides__never_share_a_card_and_are_held():
    luck = np.random.default_rng(1)
    cards = np.array([1 << place for place in range(64) if PACK_32_MASK >> place & 1], object)
    applied = dict.fromkeys(RULES, 0)
    for _ in range(2_000):
        order = luck.permutation(32)
        hand, thrown = (int(sum(cards[order[one]])) for one in (slice(12), slice(12, 17)))
        dealt = Dealt(hand, PACK_32_MASK & ~hand & ~thrown)
        for name, one in RULES.items():
            follow, against = one(dealt)
            assert follow & against == 0
            assert (follow | against) & ~hand == 0
            applied[name] += follow > 0 and against > 0
    assert (
        min(applied.values()) >= 1
    )  # like tenaces, and no other master, are one hand in a thousand
