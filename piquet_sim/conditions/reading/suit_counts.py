"""Nouns of suits: guarded and bare cards, runs or longer, suits to a card, pips in a suit.

What can be counted is one number of a hand, so that it can be bounded and typed back.
"""

from collections.abc import Callable
from functools import cache

from piquet_sim.conditions.attributes import ALL_SUITS, Attribute, count_cards_of, name_rank
from piquet_sim.conditions.model import All, Condition, Held, Numbering, Some
from piquet_sim.conditions.reading.nouns import (
    CARDS,
    OTHER,
    SUIT,
    Noun,
    count_pips,
    name_runs,
    name_several,
    name_short_suits,
    name_suit,
)
from piquet_sim.game.cards import (
    ACE,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANK_NAMES,
    SUIT_NAMES,
    card_mask,
    card_rank,
    card_suit,
    format_cards,
    iterate_cards,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words
from piquet_sim.kernel.base.suit_tables import LANE_SEQUENCE, _runs

_LANES = range(LANE_MASK + 1)

SEQUENCE_RANK = Attribute(
    "best_sequence_rank",
    "best sequences in the order in which they are good",
    most=tuple(sorted(set(LANE_SEQUENCE.tolist())).index(one) for one in LANE_SEQUENCE.tolist()),
)
"""By their cards, then by their highest rank."""


def _count_suits_where(name: str, meaning: str, fits: Callable[[int], bool]) -> Attribute:
    return Attribute(name, meaning, sums=tuple(int(fits(lane)) for lane in _LANES))


# ---- Cards with others of their suit beside them ------------------------------------------------
_GUARDS = {ACE: 1, KING: 2, QUEEN: 3, KNAVE: 4}
"""Cards of its suit with which a card is guarded, itself included."""


def find_guards(card: int) -> int:
    """With how many cards of its suit a card is guarded, itself included.

    Raises
    ------
    InputError
        If its suit does not guard it.
    """
    if card_rank(card) not in _GUARDS:
        raise InputError(
            f"given: {format_cards([card])} is not guarded by its suit; name an ace, king, "
            "queen or knave"
        )
    return _GUARDS[card_rank(card)]


def name_bare(card: int) -> Noun:
    """A card that is alone in its suit."""
    suit = name_suit(card_suit(card)).attribute

    def made(place: str) -> Condition:
        return All((Held(place, card), Numbering(place, suit, 1, 1)))

    return Noun(OTHER, f"bare {format_cards([card])}", is_fixed=True, made=made, sort="choice")


def name_unguarded(card: int) -> Noun:
    """A card with fewer of its suit than guard it.

    Raises
    ------
    InputError
        If nothing guards it, or it needs no guard.
    """
    needed = find_guards(card)
    if needed == 1:
        raise InputError("given: an ace guards itself; name a king, queen or knave")
    suit = name_suit(card_suit(card)).attribute

    def made(place: str) -> Condition:
        return All((Held(place, card), Numbering(place, suit, 1, needed - 1)))

    return Noun(OTHER, f"unguarded {format_cards([card])}", is_fixed=True, made=made,
                sort="choice")  # fmt: skip


def name_guarded(noun: Noun) -> Noun | None:
    """Cards with as many of their suit as guard them; of a suit, any such card.

    Returns
    -------
    Noun or None
        None where the noun names neither cards nor a suit.

    Raises
    ------
    InputError
        If a card is named that nothing guards.
    """
    if noun.family not in (CARDS, SUIT):
        return None
    if noun.family == SUIT:
        suit = SUIT_NAMES.index(noun.name)
        cards = [card_mask(rank, suit) for rank in _GUARDS]
    else:
        cards = list(iterate_cards(noun.cards))
    for card in cards:
        find_guards(card)

    def guard(place: str, card: int) -> Condition:
        held, needed = Held(place, card), find_guards(card)
        if needed == 1:  # an ace guards itself
            return held
        return All((held, Numbering(place, name_suit(card_suit(card)).attribute, needed)))

    def made(place: str) -> Condition:
        parts = tuple(guard(place, card) for card in cards)
        return Some(parts) if noun.family == SUIT else All(parts)

    def again(other: Noun) -> Noun | None:
        return name_guarded(other) if other.family == noun.family else None

    return Noun(OTHER, f"guarded {noun.name}", is_fixed=True, made=made, again=again, sort="guard")


# ---- Ranks with so many of the suit --------------------------------------------------------------
@cache
def name_ranks_among(said: str, rank: int, low: int, high: int = LANE_BITS) -> Noun:
    """Cards of a rank in suits of which so many cards are held: "bare kings".

    Parameters
    ----------
    said : str
        What they are called.
    rank : int
    low, high : int
        Bounds of the cards of the suit, the card itself included.
    """
    name = f"{said} {name_rank(rank)}"
    attribute = _count_suits_where(
        name,
        f"{name_rank(rank)} with {low - 1} to {high - 1} more cards of their suit",
        lambda lane: lane >> rank & 1 == 1 and low <= lane.bit_count() <= high,
    )
    return Noun(OTHER, name, attribute=attribute, sort="choice", has_adjective=True)


def name_bare_ranks(rank: int) -> Noun:
    """Cards of a rank that are alone in their suits."""
    return name_ranks_among("bare", rank, 1, 1)


def name_unguarded_ranks(rank: int) -> Noun:
    """Cards of a rank with fewer of their suit than guard them.

    Raises
    ------
    InputError
        If nothing guards them, or they need no guard.
    """
    needed = find_guards(card_mask(rank, 0))
    if needed == 1:
        raise InputError("given: an ace guards itself; name a king, queen or knave")
    if needed == 2:
        return name_bare_ranks(rank)
    return name_ranks_among("unguarded", rank, 1, needed - 1)


def name_guarded_ranks(rank: int, guards: int | None = None) -> Noun:
    """Cards of a rank with as many of their suit as guard them, or with so many guards.

    Raises
    ------
    InputError
        If nothing guards them.
    """
    needed = find_guards(card_mask(rank, 0))
    if guards is None or guards + 1 == needed:
        return name_ranks_among("guarded", rank, needed)
    return name_ranks_among(f"{_TIMES[guards]} guarded", rank, guards + 1)


_TIMES = {1: "once", 2: "twice", 3: "thrice"}


# ---- Runs ---------------------------------------------------------------------------------------
@cache
def name_runs_or_longer(cards: int, suit: int | None = None) -> Noun:
    """Runs of a length or longer, optionally in one suit.

    Raises
    ------
    InputError
        If no sequence has this many cards.
    """
    name = name_runs(cards).name + " or longer"
    if suit is not None:
        name += f" in {SUIT_NAMES[suit]}"
    attribute = Attribute(
        name,
        f"unbroken runs of at least {cards} cards",
        sums=tuple(sum(length >= cards for length, _ in _runs(lane)) for lane in _LANES),
        suits=ALL_SUITS if suit is None else (suit,),
    )
    return Noun(OTHER, name, attribute=attribute)


# ---- Suits --------------------------------------------------------------------------------------
def name_in_suits(name: Callable[[int], Noun], suits: list[int], said: str) -> Noun:
    """At least one of a thing in any of some suits: "a tierce in a red suit"."""

    def made(place: str) -> Condition:
        return Some(tuple(name(suit).says(place, 32) for suit in suits))

    return Noun(OTHER, said, is_fixed=True, made=made, sort="several")


def name_runs_in(cards: int, suits: list[int], said: str) -> Noun:
    """Runs of an exact length in any of some suits."""
    return name_several(tuple(name_runs(cards, suit=suit) for suit in suits), said)


def name_short_suits_in(cards: int, suits: list[int], said: str) -> Noun:
    """A void, a singleton or a doubleton in any of some suits."""
    return name_in_suits(lambda suit: name_short_suits(cards, suit), suits, said)


def name_suits_headed(cards: int, ranks: tuple[int, ...], is_highest: bool) -> Noun:
    """Suits of an exact length with cards of some ranks, above which there may be none."""
    with_what = "to the" if is_highest else "including the"
    name = f"suits of {cards} {with_what} {join_words([RANK_NAMES[rank] for rank in ranks], 'and')}"
    named = sum(1 << rank for rank in ranks)

    def fits(lane: int) -> bool:
        is_headed = lane.bit_length() == max(ranks) + 1 or not is_highest
        return lane.bit_count() == cards and lane & named == named and is_headed

    return Noun(OTHER, name, attribute=_count_suits_where(name, name, fits))


def head_suit(suit: int, ranks: tuple[int, ...], is_highest: bool) -> Callable[[str], Condition]:
    """That a place has some cards of a suit, above which it may have none."""
    held = sum(card_mask(rank, suit) for rank in ranks)
    higher = sum(card_mask(rank, suit) for rank in range(max(ranks) + 1, ACE + 1))

    def says(place: str) -> Condition:
        if not (higher and is_highest):
            return Held(place, held)
        return All((Held(place, held), Numbering(place, count_cards_of(higher), 0, 0)))

    return says


@cache
def name_pips_in(suit: int) -> Noun:
    """The pips of the cards of a suit."""
    name = f"pips in {SUIT_NAMES[suit]}"
    attribute = Attribute(
        name, f"pips of the {SUIT_NAMES[suit]} held",
        sums=tuple(count_pips(lane) for lane in _LANES), suits=(suit,),
    )  # fmt: skip
    return Noun(OTHER, name, attribute=attribute)


def list_suits_of(cards: int) -> list[int]:
    """The suits that lie within a set of cards."""
    return [suit for suit in range(len(SUIT_NAMES)) if not suit_mask(suit) & ~cards]
