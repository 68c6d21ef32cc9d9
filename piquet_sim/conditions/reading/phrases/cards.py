"""Phrases of cards in a condition: cards by name, ranks and suits, sequences, sets, short suits.

Each method handles a rule of the grammar (`grammar`) and makes a noun of it (`nouns`).
"""

import re
from dataclasses import replace
from math import inf

from lark import Token, Transformer, v_args

from piquet_sim.conditions.attributes import ATTRIBUTES, count_cards_of
from piquet_sim.conditions.model import Numbering
from piquet_sim.conditions.reading.nouns import (
    CARTE_BLANCHE,
    COURT_CARDS,
    Bounds,
    Noun,
    name_all,
    name_cards,
    name_choice,
    name_coloured,
    name_long_suit,
    name_pips,
    name_ranks,
    name_runs,
    name_sequence,
    name_sets,
    name_several,
    name_short_suits,
    name_suit,
    name_suits,
)
from piquet_sim.conditions.reading.sentences import Named, NoneOf, Saying
from piquet_sim.conditions.reading.suit_counts import (
    list_suits_of,
    name_bare,
    name_bare_ranks,
    name_guarded,
    name_guarded_ranks,
    name_runs_in,
    name_runs_or_longer,
    name_short_suits_in,
    name_unguarded,
    name_unguarded_ranks,
)
from piquet_sim.conditions.reading.tokens import (
    find_cards,
    find_colour,
    find_letter,
    find_numbers,
    find_rank,
    find_ranks,
    find_run,
    find_suit,
    join_cards,
)
from piquet_sim.game.cards import (
    ACE,
    SIX,
    SUIT_NAMES,
    card_mask,
    format_cards,
    iterate_cards,
    pack_mask,
    rank_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words

_SHORTEST = 3
_TWO_ARTICLES = re.compile(r"an?\s(?=.*(?:\band|,)\s+an?\s)(?=.*\bof\s)")
_SHORT = {"v": 0, "s": 1, "d": 2}
"""Cards of a void, a singleton and a doubleton."""
_GUARDED_TIMES = {
    "singly": 1, "once": 1, "doubly": 2, "twice": 2, "trebly": 3, "thrice": 3,
}  # fmt: skip
_SPELT = {"CARD_NAME", "CARDS_OF_SUIT", "CARDS_OF_SUITS"}


@v_args(inline=True)
class CardPhrases(Transformer):
    """The rules of the grammar for cards and kinds of cards."""

    pack: int

    def cards(self, *found):
        cards = join_cards([mask for mask, *_ in found])
        kinds = [kind for _, kind, _ in found]
        is_joined = any(joined for *_, joined in found)
        is_spelt = bool(_SPELT.intersection(kinds))
        return name_cards(cards, is_spelt, is_row=len(found) > 1, is_hand="HAND" in kinds,
                          is_joined=is_joined)  # fmt: skip

    def cards_once(self, token):
        if _TWO_ARTICLES.match(token):
            raise self._ask_of_suit(token)
        is_joined = re.search(r"\band\b", token, re.IGNORECASE) is not None
        return find_cards(token.type, str(token), self.pack), token.type, is_joined

    def _ask_of_suit(self, token):
        # "an ace and a king of hearts": is the ace of hearts, too?
        *others, own = find_ranks(token)
        cards = format_cards(iterate_cards(find_cards(token.type, str(token), self.pack)))
        apart = ", ".join(f"1+ {name_ranks(rank, self.pack).name}" for rank in others)
        last = format_cards([card_mask(own, find_suit(token.split()[-1]))])
        return InputError(
            f"given: '{token}' can be read in two ways; write '{cards}' or '{apart}, {last}'"
        )

    def article_card(self, _, token):
        return Named(self.cards(self.cards_once(token)), has_article=True)

    def bare_card(self, *tokens):
        return Named(name_bare(self.cards_once(tokens[-1])[0]), has_article=True)

    def unguarded_card(self, *tokens):
        return Named(name_unguarded(self.cards_once(tokens[-1])[0]), has_article=True)

    def card_bare(self, *tokens):
        return Named(name_bare(self.cards_once(tokens[0])[0]), has_article=True)

    def bare_rank(self, _, token):
        return name_bare_ranks(find_rank(token))

    def rank_bare(self, token, _):
        return name_bare_ranks(find_rank(token))

    def unguarded_rank(self, _, token):
        return name_unguarded_ranks(find_rank(token))

    def guarded_rank(self, how, token):
        guards = next((n for said, n in _GUARDED_TIMES.items() if said in how.lower()), None)
        return name_guarded_ranks(find_rank(token), guards)

    def rank_guarded(self, token, how):
        return self.guarded_rank(how, token)

    def card_choice(self, token):
        cards = find_cards("CARDS_OF_SUIT", str(token), self.pack)
        return Named(name_choice(tuple(iterate_cards(cards))), has_article=True)

    def guarded_cards(self, *said):
        if isinstance(said[-1], Token) and said[-1].type == "CARD_NAME":
            return Named(name_guarded(self.cards(self.cards_once(said[-1]))))
        return Named(name_guarded(next(one for one in said if isinstance(one, Noun))))

    def guarded_article(self, *said):
        return Named(name_guarded(said[-1]), has_article=True)

    def guarded(self, noun):
        return Named(name_guarded(noun))

    guarded_suit = guarded

    def rank(self, token):
        return name_ranks(find_rank(token), self.pack)

    def rank_letters(self, token):
        return replace(name_ranks(find_letter(token), self.pack), letters=str(token))

    def suit(self, token, *_):
        suit = name_suit(find_suit(token))
        return replace(suit, letters=str(token)) if len(token) == 1 else suit

    suit_letter = suit

    def courts(self, _):
        return COURT_CARDS

    def coloured(self, token):
        said = " ".join(token.lower().split())
        if said.endswith(("card", "cards", "one", "ones")):
            cards = pack_mask(self.pack)
        else:
            cards = rank_mask(find_rank(said)) & pack_mask(self.pack)
        return name_coloured(cards, find_colour(said), said, self.pack)

    def only_kind(self, token):
        pack = pack_mask(self.pack)
        kinds = token.lower().split()[1:]
        masks = [ATTRIBUTES[kind].mask for kind in kinds if kind in ATTRIBUTES]
        allowed = join_cards(masks) if masks else find_colour(token)
        return Saying(lambda place: Numbering(place, count_cards_of(pack & ~allowed), 0, 0))

    def pair_coloured(self, token):
        noun = self.coloured(token)
        word = token.lower().split()[0]
        if word == "neither":
            return NoneOf(noun)
        return Named(name_all(noun, self.pack)) if word == "both" else Named(noun, has_article=True)

    def pips(self, _):
        return name_pips(self.pack)

    def carte_blanche(self, _):
        return CARTE_BLANCHE

    def run(self, token, *details):
        details = [one for one in details if not isinstance(one, Token)]  # "in any suit"
        cards, found = find_run(token), dict(details)
        if found.get("top") == "minor":
            found["top"] = (SIX if self.pack == 36 else SIX + 1) + cards - 1
        return name_runs(cards, **found)

    def run_top(self, token):
        if token.type == "MAJOR":
            return "top", ACE
        return "top", "minor" if token.type == "MINOR" else find_rank(token)

    def suit_place(self, token):
        return "suit", find_suit(token)

    def run_or_longer(self, token, _, *details):
        if details:
            return name_runs_or_longer(find_run(token), **dict(details))
        return name_sequence(find_run(token))

    def run_in_colour(self, token, place):
        return name_runs_in(find_run(token), *self._coloured_suits(token, place))

    def void_in_colour(self, token, place):
        cards = _SHORT[token.lower()[0]]
        return name_short_suits_in(cards, *self._coloured_suits(token, place))

    @staticmethod
    def _coloured_suits(token, place):
        return list_suits_of(find_colour(place)), f"{token} {place}".lower()

    def singleton_suit(self, token, suit):
        return name_short_suits(_SHORT[token.lower()[0]], SUIT_NAMES.index(suit.name))

    def set_or_better(self, token, _):
        return name_sets(_set_cards(token)).better()

    def any_sequence(self, _, *details):
        if details:
            return name_runs_or_longer(_SHORTEST, **dict(details))
        return name_sequence(_SHORTEST)

    def sequence_of(self, _, __, ranges, *details):
        if numbers := _list_numbers(ranges):
            nouns = tuple(name_runs(one, **dict(details)) for one in numbers)
            return name_several(nouns, f"sequence of {_join_or(numbers)}")
        low, high = _one_range(ranges, "a sequence", "'a sequence of 5' or 'best_sequence<=5'")
        if low == high:
            return name_runs(low, **dict(details))
        if details:
            return name_runs_or_longer(low, **dict(details))
        return name_sequence(low)

    def sequence_short(self, token, _, *details):
        return name_runs(find_numbers(token)[0], **dict(details))

    def suits_of(self, _, __, ranges):
        if numbers := _list_numbers(ranges):
            nouns = tuple(name_suits(one, self.pack) for one in numbers)
            return name_several(nouns, f"suit of {_join_or(numbers)}")
        low, high = _one_range(ranges, "a suit", "'a suit of 5' or 'longest_suit<=5'")
        return name_suits(low, self.pack) if low == high else name_long_suit(low)

    def suits_over(self, _, comparison, token):
        _check_rank_word(comparison)
        return name_long_suit(find_numbers(token)[0] + 1)

    def suits_short(self, token, _):
        return name_suits(find_numbers(token)[0], self.pack)

    def suits_or_longer(self, token, *_):
        return name_long_suit(find_numbers(token)[0])

    def set(self, token):
        return name_sets(_set_cards(token))

    def set_of(self, token, _, rank):
        return name_sets(_set_cards(token), find_rank(rank))

    def void(self, _, *details):
        return _short_suits(0, details)

    def singleton(self, _, *details):
        return _short_suits(1, details)

    def doubleton(self, _, *details):
        return _short_suits(2, details)


def _check_rank_word(comparison: str) -> None:
    if "longer" not in comparison.lower():
        raise InputError("given: a suit is longer or shorter, as in 'no suit longer than 4'")


def _set_cards(token: str) -> int:
    return 3 if token.lower().startswith("trio") else 4


def _short_suits(cards: int, details: tuple) -> Noun:
    # In a suit by name, in any suit, in a number of them.
    if not details or not isinstance(details[0], Token):
        return name_short_suits(cards, **dict(details))
    if details[0].type == "IN_ANY_SUIT":
        return name_short_suits(cards)
    return name_short_suits(cards, suits=find_numbers(details[0])[0])


def _list_numbers(ranges: tuple[Bounds, ...]) -> list[int]:
    # "6 or 7", "5 to 7": each of them; nothing for one number, or one and more.
    if any(high == inf or low < 1 for low, high in ranges):
        return []
    numbers = [one for low, high in ranges for one in range(low, int(high) + 1)]
    return numbers if len(numbers) > 1 else []


def _join_or(numbers: list[int]) -> str:
    return join_words([str(one) for one in numbers], "or")


def _one_range(ranges: tuple[Bounds, ...], what: str, example: str) -> Bounds:
    # A number, or a number and more.
    low, high = ranges[0]
    if len(ranges) > 1 or high not in (low, inf):
        raise InputError(f"given: {what} of which length? as in {example}")
    return low, high
