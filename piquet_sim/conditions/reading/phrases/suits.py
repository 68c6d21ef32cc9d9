"""Phrases of suits: their lengths, what heads them, cards of one suit, cards beyond a rank.

Each method handles a rule of the grammar (`grammar`) and makes a noun or a statement of it.
"""

import re
from collections.abc import Callable
from typing import Any

from lark import Transformer, v_args

from piquet_sim.conditions.attributes import count_cards_of, count_suits
from piquet_sim.conditions.model import All, Compared, Condition, Held, Numbering, Some, cards_in
from piquet_sim.conditions.reading.nouns import (
    OTHER,
    RANK,
    Noun,
    bound,
    name_all,
    name_cards,
    name_ranks,
    name_suit,
)
from piquet_sim.conditions.reading.phrases.measures import compare_players
from piquet_sim.conditions.reading.sentences import HAS, Named, NoneOf, Saying, Statement, Subject
from piquet_sim.conditions.reading.suit_counts import (
    head_suit,
    name_bare,
    name_pips_in,
    name_suits_headed,
    name_unguarded_ranks,
)
from piquet_sim.conditions.reading.tokens import (
    find_cards,
    find_place,
    find_rank,
    find_ranks,
    find_suit,
)
from piquet_sim.game.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    card_mask,
    card_rank,
    card_suit,
    format_cards,
    iterate_cards,
    pack_mask,
    rank_mask,
)
from piquet_sim.game.errors import InputError

_HIGHER = ("higher", "better", "bigger", "above", "over")


@v_args(inline=True)
class SuitPhrases(Transformer):
    """The rules of the grammar for suits and what lies in them."""

    pack: int
    # Rules that other phrases have.
    suit: Callable[..., Any]
    _compare: Callable[..., Any]
    _other: Callable[..., Any]

    # ---- Lengths --------------------------------------------------------------------------------
    def shape(self, token):
        lengths = [int(one) for one in re.findall(r"\d", token)]

        def says(place: str) -> Condition:
            cards = cards_in(place, self.pack)
            if sum(lengths) != cards:
                raise InputError(f"given: {token} makes {sum(lengths)} cards; {place} has {cards}")
            return All(tuple(
                Numbering(place, count_suits(one), lengths.count(one), lengths.count(one))
                for one in sorted(set(lengths))
            ))  # fmt: skip

        return Saying(says)

    def counted_in_each(self, count, *_):
        return Saying(lambda place: self._bound_each(place, count[0]))

    @v_args(meta=True, inline=False)
    def statement_each_suit(self, meta, children):
        _, place, _, ranges = children
        said = Saying(lambda there: self._bound_each(there, ranges))
        return Statement(said, (meta.start_pos, meta.end_pos), Subject((find_place(place),)), HAS)

    def _bound_each(self, place, ranges):
        suits = (name_suit(suit).attribute for suit in range(SUITS))
        return All(tuple(bound(place, suit, ranges, self.pack) for suit in suits))

    def rank_in_each(self, _, token, __):
        return Named(name_all(name_ranks(find_rank(token), self.pack), self.pack))

    def rank_in_held(self, _, token, __):
        rank = find_rank(token)

        def says(place: str) -> Condition:
            return All(tuple(
                Some((Numbering(place, name_suit(suit).attribute, 0, 0),
                      Held(place, card_mask(rank, suit))))
                for suit in range(SUITS)
            ))  # fmt: skip

        return Saying(says)

    def longer_in(self, _, token, __, other):
        suit = self.suit(token)
        return self._compare(suit, ">", *self._other(suit, other))

    def longer_than_in(self, how, other, token):
        return self.longer_in(how, token, None, (other,))

    def shorter_than_in(self, how, other, token):
        return self.shorter_in(how, token, None, (other,))

    def longer_in_open(self, _, token):
        return compare_players(self.suit(token).attribute, ">")

    def shorter_in(self, _, token, __, other):
        suit = self.suit(token)
        return self._compare(suit, "<", *self._other(suit, other))

    # ---- What heads a suit ----------------------------------------------------------------------
    def headed(self, token):
        return token

    def counted_headed(self, count, noun, token):
        is_highest = token.type != "INCLUDING"
        head = head_suit(SUIT_NAMES.index(noun.name), _find_named(token), is_highest)
        return Saying(
            lambda place: All((bound(place, noun.attribute, count[0], self.pack), head(place)))
        )

    def suits_headed(self, _, __, ranges, token):
        low, high = ranges[0]
        if len(ranges) > 1 or low != high:
            raise InputError("given: 'headed by' takes suits of one length, as in 'a suit of 6'")
        return name_suits_headed(low, _find_named(token), is_highest=token.type != "INCLUDING")

    # ---- Cards of a suit ------------------------------------------------------------------------
    def one_suit_cards(self, token):
        ranks = find_ranks(token)
        each = tuple(sum({card_mask(rank, suit) for rank in ranks}) for suit in range(SUITS))

        def made(place: str) -> Condition:
            return Some(tuple(Held(place, cards) for cards in each))

        name = " or ".join(format_cards(iterate_cards(cards)) for cards in each)
        return Named(Noun(OTHER, name, is_fixed=True, made=made, sort="choice"), has_article=True)

    def only_card(self, _, noun, *said):
        card = card_mask(find_rank(said[-1]), SUIT_NAMES.index(noun.name))
        return Named(name_bare(card), has_article=True)

    def cards_without(self, noun, token):
        suits = {card_suit(card) for card in iterate_cards(noun.cards)}
        if len(suits) > 1:
            raise InputError(f"given: '{token}' of which suit? name the card")
        missing = card_mask(find_rank(token.split()[-1]), suits.pop())
        if missing & noun.cards:
            raise InputError(f"given: {noun.name} with and without {format_cards([missing])}")
        return _hold_without(noun.cards, missing)

    def cards_without_cards(self, noun, _, other):
        if noun.cards & other.cards:
            raise InputError(f"given: {noun.name} with and without {other.name}")
        return _hold_without(noun.cards, other.cards)

    def all_except(self, *said):
        noun, _, cards = said[-3:]
        whole = name_all(noun, self.pack) and noun.cards & pack_mask(self.pack)
        if cards.cards & ~whole:
            raise InputError(f"given: {cards.name} is not among the {noun.name}")
        return _hold_without(whole & ~cards.cards, cards.cards)

    def neither_cards(self, token):
        both = f"{token.lower().removeprefix('neither').replace(' nor ', ' and ')}".strip()
        return NoneOf(name_cards(find_cards("CARDS_OF_SUIT", both, self.pack), is_spelt=True))

    # ---- Cards beyond a rank --------------------------------------------------------------------
    def cards_beyond(self, noun, token):
        rank = find_rank(token.split()[-1])
        is_higher = token.lower().startswith(_HIGHER)
        ranks = range(rank + 1, len(RANK_NAMES)) if is_higher else range(rank)
        cards = sum(rank_mask(one) for one in ranks) & pack_mask(self.pack)
        if isinstance(noun, Noun):
            cards &= noun.cards
        name = f"{noun.name if isinstance(noun, Noun) else 'cards'} {token}"
        if not cards:
            raise InputError(f"given: {name}: there are none")
        return Noun(OTHER, name, cards, count_cards_of(cards, self.pack), has_adjective=True)

    def nothing_beyond(self, _, token):
        return NoneOf(self.cards_beyond(None, token))

    # ---- Guards ---------------------------------------------------------------------------------
    def all_guarded(self, noun, *_):
        if noun.family != RANK:
            raise InputError(f"given: {noun.name} are guarded? name kings, queens or knaves")
        unguarded = name_unguarded_ranks(card_rank(next(iterate_cards(noun.cards))))
        return Saying(lambda place: unguarded.denies(place, self.pack), is_whole=True)

    @v_args(meta=True, inline=False)
    def statement_guarded(self, meta, children):
        _, place, noun, *_ = children
        said = self.all_guarded(noun)
        return Statement(said, (meta.start_pos, meta.end_pos), Subject((find_place(place),)), HAS)

    # ---- Pips -----------------------------------------------------------------------------------
    def pips_in(self, _, token):
        return name_pips_in(find_suit(token))

    def suit_worth(self, noun, _, ranges):
        pips = name_pips_in(SUIT_NAMES.index(noun.name)).attribute
        return Saying(lambda place: bound(place, pips, ranges, self.pack), is_whole=True)

    def fewer_pips(self, _, noun, __, token):
        return self._compare_pips(noun, "<", token)

    def more_pips(self, _, noun, __, token):
        return self._compare_pips(noun, ">", token)

    def _compare_pips(self, noun, sign, token):
        other = name_pips_in(find_suit(token))
        if not noun.name.startswith("pips in "):
            raise InputError(f"given: {noun.name} '{token}': name the suit of both")
        return Saying(
            lambda place: Compared(place, noun.attribute, sign, place, other.attribute),
            is_comparison=True,
        )


def _find_named(token: str) -> tuple[int, ...]:
    # The ranks in "headed by the ace and king".
    words = re.findall(r"[a-z]+", token.lower())
    return tuple(find_rank(word) for word in words if word in (*RANK_NAMES, "jack"))


def _hold_without(held: int, lacked: int) -> Named:
    def made(place: str) -> Condition:
        return All((Held(place, held), Numbering(place, count_cards_of(lacked), 0, 0)))

    said = [format_cards(iterate_cards(cards)) for cards in (held, lacked)]
    return Named(Noun(OTHER, " without ".join(said), is_fixed=True, made=made), has_article=True)
