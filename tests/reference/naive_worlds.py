"""The hands that an opponent can hold in the play, by looking at every choice of cards there is.

Both players are taken to call the best they hold in each class, but that elder may keep a trio to
herself if younger has seen three cards of a higher rank. A hand can be held if it has the
right number of cards, holds what is known to be held and nothing that cannot be, and if the twelve
cards after the exchange, those already played with it, would have been called and answered as they
were. Each choice is written out and evaluated by itself; no bound is worked out and nothing is cut
off early. Cards are text such as ``"AS"``, hands sets of them, and calls are the integers of a
view: a point is cards * 256 + pips, a sequence cards * 16 + the rank of its top card, a set
cards * 16 + its rank, and ranks count from 1 (seven) to 8 (ace), because 0 is the six.
"""

from itertools import combinations
from math import comb

from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.kernel.deal.views import PlayView

SUITS = "SHDC"
RANK_NUMBERS = {"7": 1, "8": 2, "9": 3, "T": 4, "J": 5, "Q": 6, "K": 7, "A": 8}
PIPS = {"7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
RANKS_OF_SETS = "TJQKA"
HAND_SIZE = 12
YOUNGER = 1
MINE, HERS, EQUAL = 1, 2, 3


def _every_sequence():
    ranks = "789TJQKA"
    for length in range(3, 9):
        for low in range(8 - length + 1):
            run = ranks[low : low + length]
            for suit in SUITS:
                cards = frozenset(rank + suit for rank in run)
                yield length * 16 + RANK_NUMBERS[run[-1]], cards


def _every_set():
    for rank in RANKS_OF_SETS:
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                yield size * 16 + RANK_NUMBERS[rank], frozenset(rank + suit for suit in suits)


# The best first, so that the first that is held is the best that is held.
SEQUENCES = sorted(_every_sequence(), key=lambda one: one[0], reverse=True)
SETS = sorted(_every_set(), key=lambda one: one[0], reverse=True)


def best_point(hand: frozenset[str]) -> int:
    """The point of most cards, and of as many cards the one of most pips."""
    points = []
    for suit in SUITS:
        pips = [PIPS[rank] for rank, its_suit in hand if its_suit == suit]
        points.append(len(pips) * 256 + sum(pips))
    return max(points)


def best_sequence(hand: frozenset[str]) -> int:
    """The longest sequence, and of as many cards the one of the highest top card; 0 for none."""
    return next((call for call, cards in SEQUENCES if cards <= hand), 0)


def best_set(hand: frozenset[str]) -> int:
    """The best quatorze, or else the best trio, of tens or higher; 0 for none."""
    return next((call for call, cards in SETS if cards <= hand), 0)


BEST = {"point": best_point, "sequence": best_sequence, "set": best_set}


def named(mask: int) -> frozenset[str]:
    """The cards of a mask."""
    return frozenset(format_card(card) for card in iterate_cards(mask))


def may_be_sunk(call: int, seen: frozenset[str]) -> bool:
    """Whether elder's set is a trio that these cards, which younger has seen, could have beaten."""
    higher = [rank for rank, number in RANK_NUMBERS.items() if number > call % 16]
    return call // 16 == 3 and any(
        sum(card[0] == rank for card in seen) >= 3 for rank in higher if rank in RANKS_OF_SETS
    )


def seen_by(view: PlayView) -> frozenset[str]:
    """All cards that younger has seen; where some of the talon were left, any."""
    if view.took + view.opponent_took < 8:
        return frozenset(rank + suit for rank in RANK_NUMBERS for suit in SUITS)
    return named(view.hand | view.played | view.dealt | view.left_seen)


def _fits_what_younger_heard(name, heard, his, seen):
    if name == "set" and heard == 0 and may_be_sunk(his, seen):
        return True
    if name == "point" and heard == 0:
        return True  # everybody has a point: he has not called it, and nothing is known of it
    if name == "point" and heard % 256 == 0:
        return his // 256 == heard // 256  # only the number of cards was said
    return his == heard


def _fits_what_elder_heard(result, told, has_led, mine, hers):
    if result == MINE:
        return hers < mine
    if result == EQUAL:
        return hers == mine
    if result == HERS:
        return hers == told if told else hers > mine
    # Elder called nothing here. Once he has led, what younger has would have been reckoned.
    return not has_led or hers == 0


def best_calls(hand: frozenset[str]) -> dict[str, int]:
    """What a player who calls everything calls in each class."""
    return {name: best(hand) for name, best in BEST.items()}


def fits_calls(view: PlayView, mine: dict[str, int], full: frozenset[str]) -> bool:
    """Whether the twelve cards would have been called and answered as this seat heard.

    ``mine`` is what this seat called.
    """
    for name, best in BEST.items():
        heard = getattr(view, f"opponent_{name}")
        if view.seat == YOUNGER:
            fits = _fits_what_younger_heard(name, heard, best(full), seen_by(view))
        else:
            result, has_led = getattr(view, f"{name}_result"), view.played != 0
            fits = _fits_what_elder_heard(result, heard, has_led, mine[name], best(full))
        if not fits:
            return False
    return True


def fits_dealt(view: PlayView, full: frozenset[str]) -> bool:
    """Whether as many of the cards he showed as dealt to him are kept as he did not exchange."""
    if view.opponent_dealt == 0:
        return True
    return len(full & named(view.opponent_dealt)) == HAND_SIZE - view.opponent_took


def count_held(view: PlayView) -> int:
    """How many cards the opponent holds: as many as this seat, one fewer if he has led."""
    return len(named(view.hand)) - (1 if view.led else 0)


def count_choices(view: PlayView) -> int:
    """How many choices of cards there are to be looked at."""
    known = named(view.opponent_holds)
    others = named(view.opponent_may_hold) - known
    return comb(len(others), count_held(view) - len(known))


def list_worlds(view: PlayView, calls: bool = True) -> set[frozenset[str]]:
    """All hands that the opponent may still hold.

    With ``calls`` False, whatever was called and answered is left out of account.
    """
    known = named(view.opponent_holds)
    others = named(view.opponent_may_hold) - known
    played = named(view.opponent_played)
    mine = best_calls(named(view.hand) | named(view.played))
    worlds = set()
    for chosen in combinations(sorted(others), count_held(view) - len(known)):
        hand = known | frozenset(chosen)
        full = hand | played
        if fits_dealt(view, full) and (not calls or fits_calls(view, mine, full)):
            worlds.add(hand)
    return worlds
