"""The hands that an opponent can hold in the play, by looking at every choice of cards there is.

Both players are taken to call the best they hold in each class, but that elder may keep a trio to
herself if younger has seen three cards of a higher rank. A hand can be held if it has the right
number of cards, holds what is known to be held and nothing that cannot be, and if the twelve cards
after the exchange, those already played with it, would have been called and answered as they were.
What a hand holds is said in `reference_hands`. Each choice is written out and evaluated by itself;
no bound is worked out and nothing is cut off early. Cards are text such as ``"AS"``, hands sets of
them, and calls are the integers of a view: a point is cards * 256 + pips, a sequence cards * 16 +
the rank of its top card, a set cards * 16 + its rank, and ranks count from 1 (seven) to 8 (ace),
because 0 is the six.
"""

from functools import cache, lru_cache
from itertools import combinations
from math import comb

from reference_hands import (
    HAND_SIZE,
    RANKS,
    SET_RANKS,
    SUITS,
    best_point,
    best_sequence,
    best_set,
    height,
    ranked,
    suits_of,
)

from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.kernel.deal.views import PlayView

YOUNGER = 1
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
MINE, HERS, EQUAL = 1, 2, 3


@cache
def calls_of_suit(cards: frozenset[str]) -> tuple[int, int]:
    """The point and the best sequence of the cards of one suit."""
    (length, pips), (run, top) = best_point(cards) or (0, 0), best_sequence(cards) or (0, "6")
    return length * 256 + pips, run * 16 + height(top)


def best_calls(hand: frozenset[str]) -> dict[str, int]:
    """What a player who calls everything calls in each class; 0 for nothing."""
    points, sequences = zip(*map(calls_of_suit, map(frozenset, suits_of(hand))), strict=True)
    size, rank = best_set(hand) or (0, "6")
    return {"point": max(points), "sequence": max(sequences), "set": size * 16 + height(rank)}


@lru_cache(1 << 16)
def named(mask: int) -> frozenset[str]:
    """The cards of a mask."""
    return frozenset(format_card(card) for card in iterate_cards(mask))


def may_be_sunk(call: int, seen: frozenset[str]) -> bool:
    """Whether elder's set is a trio that these cards, which younger has seen, could have beaten."""
    return call // 16 == 3 and any(
        len(ranked(seen, rank)) >= 3 for rank in SET_RANKS if height(rank) > call % 16
    )


def _fits_what_younger_heard(name, heard, his, seen):
    # Everybody has a point: if he has not called it, nothing is known of it.
    may_be_any = heard == 0 and (name == "point" or (name == "set" and may_be_sunk(his, seen)))
    is_without_pips = name == "point" and heard % 256 == 0
    return may_be_any or (his // 256 * 256 if is_without_pips else his) == heard


def _fits_what_elder_heard(result, told, has_led, mine, hers):
    # Where elder called nothing, what younger has would have been reckoned once he has led.
    return {
        MINE: hers < mine,
        EQUAL: hers == mine,
        HERS: hers == told if told else hers > mine,
    }.get(result, not has_led or hers == 0)


def fits_calls(view: PlayView, mine: dict[str, int], full: frozenset[str]) -> bool:
    """Whether the twelve cards would have been called and answered as this seat heard.

    ``mine`` is what this seat called. Where some of the talon were left, any cards may be those
    that younger has seen.
    """
    is_all_known = view.took + view.opponent_took == 8
    seen = named(view.hand | view.played | view.dealt | view.left_seen) if is_all_known else PACK

    def fits(name, theirs):
        heard, result = getattr(view, f"opponent_{name}"), getattr(view, f"{name}_result")
        if view.seat == YOUNGER:
            return _fits_what_younger_heard(name, heard, theirs, seen)
        return _fits_what_elder_heard(result, heard, view.played != 0, mine[name], theirs)

    return all(fits(*call) for call in best_calls(full).items())


def fits_dealt(view: PlayView, full: frozenset[str]) -> bool:
    """Whether as many of the cards he showed as dealt to him are kept as he did not exchange."""
    shown = named(view.opponent_dealt)
    return not shown or len(full & shown) == HAND_SIZE - view.opponent_took


def sort_cards(view: PlayView) -> tuple[frozenset[str], frozenset[str], int]:
    """The cards that the opponent is known to hold, the others that they may, and how many of these
    they hold: with the known as many as this seat, one fewer if he has led.
    """
    known, held = named(view.opponent_holds), len(named(view.hand)) - (1 if view.led else 0)
    return known, named(view.opponent_may_hold) - known, held - len(known)


def count_choices(view: PlayView) -> int:
    """How many choices of cards there are to be looked at."""
    _, others, more = sort_cards(view)
    return comb(len(others), more)


def list_worlds(view: PlayView, calls: bool = True) -> set[frozenset[str]]:
    """All hands that the opponent may still hold.

    With ``calls`` False, whatever was called and answered is left out of account.
    """
    known, others, more = sort_cards(view)
    played, mine = named(view.opponent_played), best_calls(named(view.hand | view.played))
    return {
        hand
        for hand in map(known.union, combinations(sorted(others), more))
        if fits_dealt(view, hand | played) and (not calls or fits_calls(view, mine, hand | played))
    }
