"""The hands that the opponent may hold, all in turn or some that are drawn.

A hand agrees if it holds the cards that the opponent is known to hold, takes the others from those
they may hold, and would have been called as they called. `list_hands` walks all that agree, and
`imagine_hands` draws some; where none agrees, because something was sunk, it leaves calls out of
account.

Hands are weighed by how likely the opponent is to have kept these cards and to have thrown the
others that are not seen, a sum of entries as in `discard_values`, learned from the players' own
discards. The players, who weigh all hands at every card, list them suit by suit (`hand_lists`).
"""

from math import comb

import numpy as np

from piquet_sim.game.cards import count_cards
from piquet_sim.kernel.bits import count, deposit, next_choice
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.dealing import CHOICES, HALF_PACK, pick_subset
from piquet_sim.kernel.opponent.knowledge import fits_calls, fits_dealt
from piquet_sim.kernel.players.discard_values import ENTRIES, KEPT_AT, UNIT, sum_entries
from piquet_sim.kernel.random import TURN_DRAW, random_below
from piquet_sim.kernel.shelf import shelf_learned

FEW = 200
"""Ways that are looked at one by one where a few hands are wanted."""

_FINEST = 20  # bits of the greatest weight
_LEAST = 14 * UNIT
_WEIGHT = np.array([int(2.0**_FINEST * np.exp(-behind / UNIT)) + 1 for behind in range(_LEAST + 1)])
"""Of a hand so many hundredths behind the likeliest."""


# ---- All that agree ------------------------------------------------------------------------------
@inline_kernel
def list_hands(laws, knowledge, hands):
    """All hands that agree with what is known.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    hands : int64 array
        Is filled with the cards they still hold; room for all ways to take so many cards.

    Returns
    -------
    int64
        How many there are.
    """
    if knowledge.wanted < 0:
        return 0
    found, chosen = 0, (1 << knowledge.wanted) - 1
    for _ in range(count_ways(knowledge)):
        hand = knowledge.held | deposit(chosen, knowledge.pool)
        full = hand | knowledge.played
        if fits_dealt(knowledge, full) and fits_calls(laws, knowledge, full):
            hands[found] = hand
            found += 1
        chosen = next_choice(chosen)
    return found


def find_hands(laws, knowledge):
    """All hands that agree with what is known, as an int64 array (`list_hands`)."""
    hands = np.zeros(comb(count_cards(knowledge.pool), max(knowledge.wanted, 0)), np.int64)
    return hands[: list_hands(laws, knowledge, hands)].copy()


@inline_kernel
def scale_weights(found, weights):
    """From logarithms to whole numbers, the greatest 2**20 + 1."""
    best = weights[0]
    for place in range(1, found):
        best = max(best, weights[place])
    for place in range(found):
        weights[place] = _WEIGHT[min(best - weights[place], _LEAST)]


@inline_kernel
def weigh_hands(entries, seat, knowledge, found, hands, weights):
    """The weights of hands, as whole numbers, the likeliest 2**20 + 1.

    Parameters
    ----------
    entries : int16 array
        As `Learned.lay_out` orders them.
    seat : int64
        The opponent's.
    knowledge : Knowledge
    found : int64
        How many hands there are, at least one.
    hands, weights : int64 array
        The cards they still hold, and what is filled in.
    """
    at = (KEPT_AT + seat) * ENTRIES
    for place in range(found):
        full = hands[place] | knowledge.played
        weights[place] = sum_entries(entries, at, knowledge.unseen, full)
    scale_weights(found, weights)


@kernel
def weigh_listed_hands(block, seat, knowledge, hands, weights):
    """As `weigh_hands`, by the number of the block that was learned (`learned_blocks`)."""
    weigh_hands(shelf_learned(block), seat, knowledge, len(hands), hands, weights)


@inline_kernel
def count_ways(knowledge):
    """How many hands there are before calls are looked at."""
    return CHOICES[count(knowledge.pool), knowledge.wanted]


# ---- Some of those that agree --------------------------------------------------------------------


@inline_kernel
def _draw_outside(pool, wanted, luck, drawn):
    # Whether each card of the pool beyond half a pack is held, at random; the others by a table.
    forced = 0
    places = count(pool)
    while places > HALF_PACK:
        card = pool & -pool
        pool ^= card
        if random_below(luck, places, drawn) < wanted:
            forced |= card
            wanted -= 1
        places -= 1
        drawn += 1
    return pool, wanted, forced


@inline_kernel
def _draw_hand(knowledge, luck, tries, trial):
    # A hand at random; of a hand shown as dealt it keeps as many cards as they kept.
    pool, wanted, forced = knowledge.pool, knowledge.wanted, 0
    shown = knowledge.opponent_dealt
    if shown:
        from_shown = knowledge.kept - count((knowledge.held | knowledge.played) & shown)
        cards = pool & shown
        pool &= ~shown
        wanted -= from_shown
        if not (0 <= from_shown <= count(cards) and 0 <= wanted <= count(pool)):
            return knowledge.held
        number = random_below(luck, CHOICES[count(cards), from_shown], 17 * tries + trial)
        forced = pick_subset(cards, from_shown, number)
    pool, wanted, outside = _draw_outside(pool, wanted, luck, tries + 16 * trial)
    number = random_below(luck, CHOICES[count(pool), wanted], trial)
    return knowledge.held | forced | outside | pick_subset(pool, wanted, number)


@inline_kernel
def imagine_hands(laws, knowledge, luck, most, tries, hands):
    """Some of the hands that agree with what is known, each as likely as any other.

    Where there are no more ways than are wanted, or than FEW, each is looked at at most once, else
    hands are drawn at random and may be the same. If none is found, calls are left out of account.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    luck : int64
        Of the view.
    most, tries : int64
        How many hands are wanted, and how many are drawn to find them; ten times as many if none
        of these agrees with the calls.
    hands : int64 array
        Is filled with the cards they still hold; room for `most`.

    Returns
    -------
    int64
        How many were found, at least one where the opponent can hold any.
    """
    ways = count_ways(knowledge)
    in_turn = ways <= max(FEW, most) and count(knowledge.pool) <= HALF_PACK
    start, step = 0, 1
    if in_turn and most < ways:
        # From anywhere, so that none is favoured, by a step that meets each number once.
        start = random_below(luck, ways, TURN_DRAW)
        step = 13 if ways % 13 else 11 if ways % 11 else 7
    for attempt in range(3):
        if attempt == 1 and in_turn:
            continue
        found = 0
        drawn = 10 * tries if attempt == 1 else tries
        for trial in range(ways if in_turn else drawn):
            if in_turn:
                number = (start + trial * step) % ways
                hand = knowledge.held | pick_subset(knowledge.pool, knowledge.wanted, number)
            else:
                hand = _draw_hand(knowledge, luck, tries, trial)
            full = hand | knowledge.played
            if fits_dealt(knowledge, full) and (attempt == 2 or fits_calls(laws, knowledge, full)):
                hands[found] = hand
                found += 1
                if found == most:
                    return found
        if found:
            return found
    return 0
