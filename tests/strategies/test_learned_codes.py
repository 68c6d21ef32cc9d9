"""What was learned for other codes: which block plays, what calls tell there, and training.

Covers `kernel.deal.learned_blocks`.
"""

import numpy as np
import pytest
from noted_play import play_deals

from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import HAND_CARDS, PACK_36_MASK, SIX, TEN, iterate_cards, rank_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON, find_rules
from piquet_sim.kernel.deal.learned_blocks import (
    ACROSS_SUITS,
    POINT_OF_ONE,
    USUAL,
    WITH_SIXES,
    find_block,
    read_laws,
)
from piquet_sim.kernel.deal.views import DiscardView
from piquet_sim.kernel.laws import open_book
from piquet_sim.kernel.opponent.knowledge import fits_calls, know_opponent
from piquet_sim.kernel.perfect.smaller_pack import take_for_32
from piquet_sim.kernel.shelf import FAMILIES
from piquet_sim.strategies.learned import find_family, find_learned, take_learned, write_learned

CODES = ("cotton_1674", "american")


def knows(view, true_hand):
    """Whether the true hand is among those that a seat thinks possible."""
    laws = read_laws(view)
    knowledge = know_opponent(laws, view)
    is_whole = true_hand & ~(knowledge.held | knowledge.pool) == 0
    holds_known = true_hand & knowledge.held == knowledge.held
    return is_whole and holds_known and fits_calls(laws, knowledge, true_hand | knowledge.played)


# ---- Blocks -------------------------------------------------------------------------------------
FAMILIES_OF_RULES = {
    **{name: (rules, USUAL) for name, rules in PRESETS.items() if name not in CODES},
    "american": (find_rules("american"), POINT_OF_ONE),
    "cotton_1674": (find_rules("cotton_1674"), ACROSS_SUITS),
    "pack=36": (RUBICON.replace(pack=36), WITH_SIXES),
    "point_scores=one": (RUBICON.replace(point_scores="one"), POINT_OF_ONE),
    "american by cards": (find_rules("american").replace(point_scores="cards"), USUAL),
}


@pytest.mark.parametrize(("rules", "family"), FAMILIES_OF_RULES.values(), ids=FAMILIES_OF_RULES)
def test_block__is_found_by_what_the_laws_say(rules, family):
    laws = rules.laws()
    open_book(laws.book)
    view = DiscardView(*[0] * 12, rules=laws.book)
    assert (find_family(rules), find_block(view, 3), read_laws(view)) == (
        family,
        3 * FAMILIES + family,
        laws,
    )


def test_block__of_the_same_pack_stands_in_for_one_that_is_missing(tmp_path):
    path = tmp_path / "two.npz"
    usual, across = find_learned(), find_learned(family=ACROSS_SUITS)
    write_learned(path, [usual, across])
    assert [find_learned(take_learned(str(path)), family).rules for family in range(FAMILIES)] == [
        usual.rules,
        usual.rules,
        across.rules,
        across.rules,
    ]


@pytest.mark.parametrize("name", ["expert", "master"])
def test_file__of_32_cards_cannot_play_with_36(name, tmp_path):
    path = tmp_path / "rubicon.npz"
    write_learned(path, [find_learned()])
    Simulation(f"{name}@{path}", "club", "american")  # is no more than asked to sit down
    with pytest.raises(InputError, match="it knows the pack of 32 alone, not that of 36"):
        Simulation(f"{name}@{path}", "club", "cotton_1674")


# ---- Hands of the smaller pack ------------------------------------------------------------------
def test_smaller_pack__keeps_order_and_numbers_of_each_suit():
    chance, high = np.random.default_rng(4), sum(map(rank_mask, range(TEN, 9)))
    cards, full = list(iterate_cards(PACK_36_MASK)), 0
    for cards_each in (12, 12, 12, 9, 5, 2) * 300:
        drawn = chance.permutation(cards).tolist()
        own, other = sum(drawn[:cards_each]), sum(drawn[cards_each : 2 * cards_each])
        one, two, marked = take_for_32(own, other, high)
        assert one & two == (one | two) & rank_mask(SIX) == 0
        assert [cards.bit_count() for cards in (one, two, marked)] == [
            cards_each,
            cards_each,
            ((own | other) & high).bit_count(),
        ]
        is_full = any((own | other) >> 16 * suit & 511 == 511 for suit in range(4))
        assert is_full or _strings(one, two, marked) == _strings(own, other, high)
        full += is_full
    assert full >= 10


def _strings(own, other, high):
    # Each suit from the top: whose card it is, and whether it is marked.
    return [
        [
            (bool(own >> place & 1), bool(high >> place & 1))
            for place in range(16 * suit + 8, 16 * suit - 1, -1)
            if (own | other) >> place & 1
        ]
        for suit in range(4)
    ]


# ---- What calls tell ----------------------------------------------------------------------------
@pytest.mark.parametrize("rules", [*CODES, "pack=36"])
def test_calls__tell_what_the_laws_of_the_deal_make_of_them(rules):
    """The true hand is always possible; by Rubicon's laws it would at times not be."""
    chosen = RUBICON.replace(pack=36) if rules == "pack=36" else find_rules(rules)
    seen = play_deals("expert", "club", 11, range(120), chosen)
    assert (
        len(seen) > 2000,
        [view for view, _, true_hand in seen if not knows(view, true_hand)],
        sum(not knows(view._replace(rules=0), true_hand) for view, _, true_hand in seen)
        > {"cotton_1674": len(seen) / 10, "american": 0, "pack=36": -1}[rules],
    ) == (True, [], True)


# ---- Strength -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "code", "pairs"),
    [("expert", code, 1000) for code in CODES]
    + [pytest.param("master", code, 100, marks=pytest.mark.slow) for code in CODES],
)
def test_strong_players__beat_club_under_other_codes(name, code, pairs):
    told = play_duel(Simulation(name, "club", code, mirrored=True, seed=2), pairs)
    assert told.gain.value > 4 * told.gain.se


def test_discard__with_sixes_is_legal_and_as_large_as_may_be_learned():
    """Younger may be allowed more than eight cards; eight are the most that is learned."""
    rules = RUBICON.replace(pack=36, elder_exchange_most=1, younger_exchange_most=11)
    records = Simulation("expert", "expert", rules).record_units(0, 50)
    sizes = {int(hand).bit_count() for hand in records["younger_hand"]}
    assert (0 < records["younger_exchanged"].max() <= 8, sizes) == (True, {HAND_CARDS})
