"""Short lists of discards: the draws they are reckoned in, what is counted, and no gross slip."""

from collections import Counter
from itertools import combinations

import naive_worlds
import numpy as np
import pytest
from naive_hand import NaiveHand
from reference_hands import SUITS, height, pips, suits_of
from specimens import LAWS

from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards, parse_hand
from piquet_sim.kernel.players.short_lists import AMOUNTS, DRAWS, reckon_discards

HANDS = (
    ("AKQJT.J98.J97.K", -1, (".98.97.K", ".98.J97.", "K.98.97.K", ".J98..K")),
    ("KQJT.J987.AKQJ.", -1, ("T.J987..", ".J987..", "KT.987..", ".987..")),
    ("T9.T9.T987.K987", 5, (".9..87", "9.T9..", "9...")),
    ("T7.T987.AK98.A9", 4, ("7..98.9", ".T987..", "7.87..")),
    ("T7.T987.AK98.A9", 0, ("7..98.9", ".T987..")),
)


# ---- The draws ----------------------------------------------------------------------------------
def test_draws__share_out_the_unseen_cards_and_pair_each_two_as_often():
    rows = DRAWS.tolist()
    assert {tuple(sorted(row)) for row in rows} == {tuple(range(20))}
    drawn = [card for row in rows for card in row[:5]]
    assert all(sorted(drawn[at : at + 20]) == list(range(20)) for at in range(0, 5 * len(rows), 20))
    pairs = Counter(pair for row in rows for pair in combinations(sorted(row[:5]), 2))
    assert Counter(pairs.values()) == {4: 190}
    # Who draws three draws each card in ten to thirteen of them, 11.4 being even.
    assert set(Counter(card for row in rows for card in row[:3]).values()) <= {10, 11, 12, 13}


# ---- What is counted ----------------------------------------------------------------------------
def _scores(hand):
    # Calls and their worth, as the documents have them.
    calls, held = naive_worlds.best_calls(hand), NaiveHand(hand)
    worths = calls["point"] // 256, held.sequence_points, held.set_points
    return tuple(zip(calls.values(), worths, strict=True))


def _reckon_naively(hand, took, discard):
    unseen = [format_card(card) for card in sorted(iterate_cards(PACK_32_MASK & ~hand))]
    totals = np.zeros(AMOUNTS, int)
    thrown, kept = naive_worlds.named(discard), naive_worlds.named(hand & ~discard)
    for row in DRAWS.tolist():
        others = 8 - len(thrown) if took < 0 else took
        mine = _scores(frozenset(kept | {unseen[place] for place in row[: len(thrown)]}))
        seen = [unseen[place] for place in row[8 - others :]]
        # The longest suit, of equal ones that of most pips, then the last; else the highest.
        longest = max(reversed(suits_of(seen)), key=lambda suit: (len(suit), pips(suit)))
        seen.sort(key=lambda card: (card in longest, height(card), SUITS.index(card[1])))
        theirs = _scores(frozenset(seen[others:]))
        own = other = 0
        repiques = [False, False]
        for (call, worth), (their_call, their_worth) in zip(mine, theirs, strict=True):
            own += worth if call > their_call else 0
            other += their_worth if their_call > call else 0
            # A repique is made as soon as thirty are reached before the other has counted.
            repiques[0] |= own >= 30 and other == 0
            repiques[1] |= other >= 30 and own == 0
        totals += [
            repiques[0],
            20 <= own < 30 and other == 0,
            own,
            other,
            repiques[1],
            20 <= other < 30 and own == 0,
        ]
    return totals.tolist()


@pytest.mark.parametrize(("text", "took", "discards"), HANDS)
def test_amounts__are_those_of_a_naive_count(text, took, discards):
    hand, masks = parse_hand(text), np.array([parse_hand(discard) for discard in discards])
    amounts = np.zeros(16 * AMOUNTS, np.int64)
    reckon_discards(LAWS, hand, took, len(masks), masks, amounts)
    found = amounts[: len(masks) * AMOUNTS].reshape(-1, AMOUNTS).tolist()
    assert (
        found,
        found != [_reckon_naively(hand, took, parse_hand(discards[0]))] * len(discards),
    ) == ([_reckon_naively(hand, took, parse_hand(discard)) for discard in discards], True)
