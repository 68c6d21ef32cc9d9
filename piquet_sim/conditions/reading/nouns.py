"""Nouns for what lies in a place: cards by name, kinds of cards, sequences, sets, voids, guards.

A noun alone means at least one of a kind ("aces"), or all of some cards ("AS KS").
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf

from piquet_sim.conditions.attributes import (
    ATTRIBUTES,
    COURTS,
    SEQUENCE_NAMES,
    Attribute,
    count_cards_of,
    count_runs,
    count_suits,
    name_rank,
)
from piquet_sim.conditions.model import Condition, Held, Numbering, Some, cards_in
from piquet_sim.conditions.reading.tokens import find_run
from piquet_sim.game.cards import (
    ACE,
    SIX,
    SUIT_NAMES,
    SUITS,
    TEN,
    card_rank,
    count_cards,
    format_cards,
    iterate_cards,
    pack_mask,
    rank_mask,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.base.suit_tables import SHORTEST_SEQUENCE

Bounds = tuple[int, float]
AT_LEAST_ONE: Bounds = (1, inf)

CARDS, RANK, SUIT, OTHER = "cards", "rank", "suit", "other"
"""Families of nouns: cards by name, a rank, a suit, anything else."""


@dataclass(frozen=True)
class Noun:
    """Cards by name, or a kind of thing that a hand can have."""

    family: str
    """CARDS, RANK, SUIT or OTHER."""
    name: str
    cards: int = 0
    """The cards that are named, or all of a kind of card."""
    attribute: Attribute | None = None
    """What is counted, where it is one number."""
    bounds: Bounds = AT_LEAST_ONE
    """What the noun alone says of that number."""
    is_fixed: bool = False
    """Whether no number can stand before it: "carte blanche", "a trio of kings"."""
    made: Callable[[str], Condition] | None = field(default=None, compare=False)
    """What it says of a place, where it is more than one number."""
    again: "Callable[[Noun], Noun | None]" = field(default=lambda noun: None, compare=False)
    """The same said of a noun that follows, as of hearts behind "void in clubs and"; None where
    nothing can be."""
    sort: str = ""
    """What can share a detail that is said once, as in "a trio or quatorze of kings"."""
    like: "Callable[[Noun], Noun | None] | None" = field(default=None, compare=False)
    """Its detail said of another noun of its sort; None where it has none."""
    better: "Callable[[], Noun] | None" = field(default=None, compare=False)
    """The same, or what is better: a tierce or longer."""
    is_all: bool = False
    """Whether it is all cards of a kind: "or" before another would be ambiguous, as in "all aces
    or kings", and what it is to lack them is."""
    is_spelt: bool = False
    """Whether cards are named in words, of which a part may be meant of others, too."""
    is_joined: bool = False
    """Whether several are named with "and" between them: "the aces of spades and hearts"."""
    is_row: bool = False
    """Whether several cards stand side by side."""
    is_hand: bool = False
    """Whether they are a hand in its dotted form."""
    letters: str = ""
    """A rank or a suit as it was written where that may be a card, too: "Ks", "7 ♥"."""
    has_adjective: bool = False
    """Whether it has a word that may apply to a noun that follows: "a red ace or king"."""
    has_top: bool = False
    """Whether a rank is part of it, as in "a tierce to the ace"."""

    def says(self, place: str, pack: int) -> Condition:
        """That it lies in a place."""
        if self.made is not None:
            return self.made(place)
        if self.attribute is None:
            return Held(place, self.cards)
        return bound(place, self.attribute, (self.bounds,), pack)

    def denies(self, place: str, pack: int) -> Condition:
        """That none of it does."""
        if self.family == CARDS:
            return Numbering(place, count_cards_of(self.cards), 0, 0)
        return self.says(place, pack).deny()


def bound(place: str, attribute: Attribute, ranges: tuple[Bounds, ...], pack: int) -> Condition:
    """A number of a place in one of several ranges.

    Raises
    ------
    InputError
        If a number is more than there can be, or less than none.
    """
    most = attribute.limits(cards_in(place, pack), pack)[1]
    for low, high in ranges:
        if high < 0:
            raise InputError(f"given: fewer than 0 {attribute.name}: impossible")
        named = low if high == inf else high
        if attribute.name == "longest_suit" and named > most:
            raise InputError(
                f"given: a suit or point of {named}: impossible; it is counted in cards, {most} at "
                f"most{_say_pips(int(named), pack)}"
            )
        if attribute == PIPS and named > most:
            raise InputError(
                f"given: {named} pips: impossible; they are those of the point, {most} at most; "
                "those of a suit are 'pips in hearts'"
            )
        if named > most:
            raise InputError(
                f"given: {named} {attribute.name}: impossible with {pack} cards; {place} has "
                f"{most} at most"
            )
    parts = tuple(
        Numbering(place, attribute, low, inf if high >= most else high) for low, high in ranges
    )
    return parts[0] if len(parts) == 1 else Some(parts)


def _say_pips(number: int, pack: int) -> str:
    # "a point of 49" is probably one of pips.
    if pack == 32 and number <= max(PIPS.most):
        return f"; write 'a point worth {number}' for its pips"
    return ""


# ---- Nouns --------------------------------------------------------------------------------------
_RUN_LENGTHS = range(SHORTEST_SEQUENCE, SHORTEST_SEQUENCE + len(SEQUENCE_NAMES))


def name_cards(
    cards: int, is_spelt: bool = False, is_row: bool = False, is_hand: bool = False,
    is_joined: bool = False,
) -> Noun:  # fmt: skip
    """Cards by name."""
    name = format_cards(iterate_cards(cards))
    return Noun(CARDS, name, cards, is_spelt=is_spelt, is_row=is_row, is_hand=is_hand,
                is_joined=is_joined)  # fmt: skip


def name_choice(cards: tuple[int, ...]) -> Noun:
    """At least one of some cards: "the ace or king of spades"."""

    def made(place: str) -> Condition:
        return Some(tuple(Held(place, card) for card in cards))

    name = " or ".join(format_cards([card]) for card in cards)
    return Noun(OTHER, name, is_fixed=True, made=made, sort="choice")


def name_coloured(cards: int, colour: int, said: str, pack: int) -> Noun:
    """Cards of the two black or the two red suits, of one rank or of all."""
    attribute = count_cards_of(cards & colour, pack)
    return Noun(OTHER, said, cards & colour, attribute, has_adjective=True)


def name_pips(pack: int) -> Noun:
    """The pips of the point.

    Raises
    ------
    InputError
        With the sixes, where fewer cards can have more pips.
    """
    check_pips(pack)
    return Noun(OTHER, "pips", attribute=PIPS)


def name_several(nouns: tuple[Noun, ...], name: str) -> Noun:
    """At least one of several kinds: "a suit of 6 or 7"."""

    def made(place: str) -> Condition:
        return Some(tuple(Numbering(place, one.attribute, 1) for one in nouns))

    return Noun(OTHER, name, is_fixed=True, made=made, sort="several")


def name_ranks(rank: int, pack: int) -> Noun:
    """The cards of a rank.

    Raises
    ------
    InputError
        If the pack has none.
    """
    if rank == SIX and pack == 32:
        raise InputError("given: there are no sixes in the pack of 32")
    name = name_rank(rank)
    return Noun(RANK, name, rank_mask(rank), ATTRIBUTES[name])


def name_suit(suit: int) -> Noun:
    """The cards of a suit."""
    return Noun(SUIT, SUIT_NAMES[suit], suit_mask(suit), ATTRIBUTES[SUIT_NAMES[suit]])


def name_all(noun: Noun, pack: int, number: int | None = None) -> Noun:
    """All cards of a kind, as in "all four aces".

    Raises
    ------
    InputError
        If the noun does not name a kind of card, or there are not that many.
    """

    def mean(other: Noun) -> Noun | None:
        if not other.cards or other.is_fixed or other.attribute is None:
            return None
        most = count_cards(other.cards & pack_mask(pack))
        return Noun(OTHER, f"all {other.name}", attribute=other.attribute, bounds=(most, inf),
                    is_fixed=True, again=mean, is_all=True,
                    has_adjective=other.has_adjective)  # fmt: skip

    made = mean(noun)
    if made is None:
        raise InputError(f"given: 'all {noun.name}' has no meaning; name ranks or suits")
    if number not in (None, made.bounds[0]):
        raise InputError(f"given: there are {made.bounds[0]} {noun.name}, not {number}")
    return made


def name_at_least(noun: Noun) -> Noun:
    """A kind, or what is better of its sort: a tierce or longer, a trio or quatorze."""
    if noun.better is not None:
        return noun.better()
    if noun.is_fixed or noun.attribute is None:
        raise InputError(f"given: 'at least' before {noun.name!r} has no meaning; leave it out")
    return noun


def name_all_cards(cards: int) -> Noun:
    """All of some cards by name: what it is to lack them is open."""
    return Noun(OTHER, format_cards(iterate_cards(cards)), is_fixed=True, is_all=True,
                made=lambda place: Held(place, cards))  # fmt: skip


def name_runs(cards: int, top: int | None = None, suit: int | None = None) -> Noun:
    """Runs of an exact length, optionally from a rank down, optionally in one suit.

    Raises
    ------
    InputError
        If no sequence has this many cards.
    """
    if cards not in _RUN_LENGTHS:
        raise InputError(f"given: a sequence of {cards}; sequences have 3 to 8 cards")
    attribute = count_runs(cards, top, suit)

    def again(noun: Noun) -> Noun | None:
        if noun.family != SUIT or suit is None:
            return None
        return name_runs(cards, top, SUIT_NAMES.index(noun.name))

    def like(noun: Noun) -> Noun:
        return name_runs(find_run(noun.name.split()[0]), top, suit)

    def better() -> Noun:
        if top is not None:
            raise InputError(f"given: 'at least' before {attribute.name!r}: leave out its rank")
        if suit is None:
            return name_sequence(cards)
        longer = tuple(name_runs(one, suit=suit) for one in _RUN_LENGTHS if one >= cards)
        return name_several(longer, f"at least {attribute.name}")

    has_detail = top is not None or suit is not None
    return Noun(OTHER, attribute.name, attribute=attribute, again=again, sort="run", better=better,
                like=like if has_detail else None, has_top=top is not None)  # fmt: skip


def name_sequence(least: int) -> Noun:
    """A sequence of at least this many cards.

    Raises
    ------
    InputError
        If none has this many cards.
    """
    if least not in _RUN_LENGTHS:
        raise InputError(f"given: a sequence of {least} or more; sequences have 3 to 8 cards")
    return Noun(OTHER, "sequence", attribute=ATTRIBUTES["best_sequence"], bounds=(least, inf),
                is_fixed=True)  # fmt: skip


def name_suits(cards: int, pack: int) -> Noun:
    """Suits of an exact length.

    Raises
    ------
    InputError
        If no suit has this many cards.
    """
    if not 0 < cards <= pack // SUITS:
        raise InputError(f"given: a suit of {cards}; suits have 1 to {pack // SUITS}")
    return Noun(OTHER, f"suits of {cards}", attribute=count_suits(cards),
                better=lambda: name_long_suit(cards))  # fmt: skip


def name_long_suit(least: int) -> Noun:
    """A suit of at least this many cards."""
    return Noun(OTHER, f"suit of {least} or more", attribute=ATTRIBUTES["longest_suit"],
                bounds=(least, inf), is_fixed=True)  # fmt: skip


def name_short_suits(cards: int, suit: int | None = None, suits: int | None = None) -> Noun:
    """Voids, singletons or doubletons, optionally in one suit, or in so many suits."""
    if suits is not None:
        attribute = count_suits(cards)
        return Noun(OTHER, f"{suits} {attribute.name}", attribute=attribute,
                    bounds=(suits, suits), is_fixed=True)  # fmt: skip
    if suit is None:
        attribute = count_suits(cards)
        return Noun(OTHER, attribute.name, attribute=attribute, sort=f"suit {cards}")

    def again(noun: Noun) -> Noun | None:
        return name_short_suits(cards, SUIT_NAMES.index(noun.name)) if noun.family == SUIT else None

    name = SUIT_NAMES[suit]
    return Noun(OTHER, f"{cards} {name}", attribute=ATTRIBUTES[name], bounds=(cards, cards),
                is_fixed=True, again=again, sort=f"suit {cards}",
                like=lambda noun: name_short_suits(int(noun.sort[-1]), suit))  # fmt: skip


def name_sets(cards: int, rank: int | None = None) -> Noun:
    """Trios (3) or quatorzes (4), optionally of one rank.

    Raises
    ------
    InputError
        If no set is made of the rank.
    """
    word = "trio" if cards == 3 else "quatorze"
    if rank is None:
        attribute = ATTRIBUTES[f"{word}s"]
        return Noun(OTHER, attribute.name, attribute=attribute, sort=f"set {cards}",
                    better=lambda: name_several(tuple(
                        name_sets(one) for one in range(cards, 5)
                    ), f"at least a {word}"))  # fmt: skip
    name = name_rank(rank)
    if rank < TEN:
        raise InputError(f"given: a {word} of {name}; a rank from ten to ace makes one")

    def again(noun: Noun) -> Noun | None:
        if noun.family != RANK:
            return None
        return name_sets(cards, card_rank(next(iterate_cards(noun.cards))))

    return Noun(OTHER, f"{word} of {name}", attribute=ATTRIBUTES[name], bounds=(cards, cards),
                is_fixed=True, again=again, sort=f"set {cards}",
                better=lambda: replace(name_sets(cards, rank), bounds=(cards, inf), again=again),
                like=lambda noun: name_sets(int(noun.sort[-1]), rank))  # fmt: skip


def check_pips(pack: int) -> None:
    """Refuse pips where a point of fewer cards can have more.

    Raises
    ------
    InputError
    """
    if pack != 32:
        raise InputError("given: points are compared by their pips, which a condition counts with "
                         "32 cards only; write longest_suit for their cards")  # fmt: skip


def count_pips(lane: int) -> int:
    """The pips of the cards of one suit."""
    return sum(
        11 if rank == ACE else min(10, rank + 6) for rank in range(ACE + 1) if lane >> rank & 1
    )


def _order_pips() -> tuple[int, ...]:
    # Numbers below 64 in the order of pips: two of these are counted side by side.
    plain = [0 if lane & 1 else count_pips(lane) for lane in range(1 << ACE + 1)]
    order = {pips: place for place, pips in enumerate(sorted(set(plain)))}
    return tuple(order[pips] for pips in plain)


PIPS = Attribute("pips", "pips of the point", most=tuple(map(count_pips, range(1 << ACE + 1))))
POINT_RANK = Attribute("point", "points in the order in which they are good", most=_order_pips())
"""Without sixes, more cards of a suit always have more pips: the point is the suit of most pips."""

COURT_CARDS = Noun(OTHER, "court cards", COURTS.mask, COURTS)
CARTE_BLANCHE = Noun(OTHER, "carte blanche", attribute=COURTS, bounds=(0, 0), is_fixed=True)
