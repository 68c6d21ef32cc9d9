"""Every name of an expression: where cards lie, what they may be asked, the columns of a deal.

A dot asks what cards hold (``elder.aces``, ``elder.after.quints``); an underscore is a column of
the deal's record, or follows from one (``elder_score``). `expression` reads these names, and
nothing else lists them. Columns are listed when they are asked for: they need the kernel.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from piquet_sim.conditions.attributes import (
    ATTRIBUTES,
    COURTS,
    PIPS,
    POINT,
    SEQUENCE,
    SEQUENCE_NAMES,
    Attribute,
    count_cards_of,
    count_guarded,
    count_headed_suits,
    count_pips_in,
    count_runs,
    count_suits,
    find_guards,
    name_rank,
)
from piquet_sim.conditions.model import TALON, All, Condition, Held, Numbering, cards_in
from piquet_sim.game.cards import (
    HAND_CARDS,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUITS,
    TRICKS,
    card_rank,
    card_suit,
    iterate_cards,
    pack_mask,
    parse_hand,
)
from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import CLASSES, ELDER, SEATS, YOUNGER
from piquet_sim.kernel.tables import LANE_SEQUENCES_SCORE, POINT_SHIFT, SHORTEST_SEQUENCE, TOP_SHIFT

# ---- Places -------------------------------------------------------------------------------------
Read = Callable[[str], np.ndarray]
"""Gives a column by its name: int64, one number a deal."""


@dataclass(frozen=True)
class Place:
    """Cards that lie together."""

    name: str
    meaning: str
    find: Callable[[Read, int], np.ndarray]
    """Its cards in each deal, as masks, from the columns and the pack."""
    leaf: str = ""
    """The place in a condition on the cards dealt; none for what is known later."""


def _list_places() -> dict[str, Place]:
    def copy(column: str) -> Callable[[Read, int], np.ndarray]:
        return lambda read, _: read(column)

    def draw(seat: str) -> Callable[[Read, int], np.ndarray]:
        return lambda read, _: read(f"{seat}_hand") & ~read(f"{seat}_dealt")

    def leave(read: Read, pack: int) -> np.ndarray:
        return pack_mask(pack) & ~(read("elder_dealt") | read("younger_dealt"))

    after = (
        place
        for seat in SEATS
        for place in (
            Place(f"{seat}.after", f"the cards {seat} plays with", copy(f"{seat}_hand")),
            Place(f"{seat}.thrown", f"the cards {seat} throws out", copy(f"{seat}_discard")),
            Place(f"{seat}.drawn", f"the cards {seat} draws", draw(seat)),
        )
    )
    listed = (
        *(Place(seat, f"the cards dealt to {seat}", copy(f"{seat}_dealt"), seat) for seat in SEATS),
        Place(TALON, "the cards that nobody is dealt", leave, TALON),
        *after,
        Place("lead", "the card that elder leads first", copy("first_lead")),
        Place("hand", "one hand: in census as dealt, in odds after the draw", copy("hand"), ELDER),
        Place("unseen", "in odds: the cards that are neither dealt nor drawn", copy("unseen")),
    )
    return {one.name: one for one in listed}


PLACES = _list_places()
"""All places by name."""

OTHER_PLACES = {"stock": TALON, "dealer": YOUNGER, "pone": ELDER, "nondealer": ELDER}
"""What others call a place."""

GIVEN, CENSUS, EVENT, AIM = "given", "census", "event", "aim"
MEASURE, OUTCOME, BY = "measure", "given-outcome", "by"
PLACES_OF = {
    GIVEN: [name for name, place in PLACES.items() if place.leaf and name != "hand"],
    CENSUS: ["hand"],
    EVENT: ["hand", "unseen"],
    AIM: ["hand", "unseen"],
}
"""The places that may be asked, by what an expression is for; by default those of a deal."""
OF_A_DEAL = [name for name in PLACES if name not in PLACES_OF[EVENT]]
"""The places of a deal, dealt or later."""


# ---- Words --------------------------------------------------------------------------------------
Holding = Attribute | Callable[[str], Condition]
"""A number that cards have, or a condition on the cards of a place."""


@dataclass(frozen=True)
class Word:
    """What cards may be asked."""

    meaning: str
    unit: str
    """What is counted; `YES` for what is true or false, `ORDER` for what only compares."""
    holding: Attribute | Callable[..., Holding]
    """Of a word with brackets it is made from the pack and what stands in them."""
    takes: str = ""
    """An example of what stands in brackets."""
    takes_cards: bool = False
    """Whether cards stand there, in whatever order: `expression` puts them in theirs."""
    packs: tuple[int, ...] = (32, 36)


YES, ORDER = "yes", "order"


def _read_ranks(letters: object) -> tuple[int, ...]:
    if not (isinstance(letters, str) and letters and set(letters.upper()) <= set(RANK_LETTERS)):
        raise InputError(f"{letters!r} is no rank: there are {' '.join(reversed(RANK_LETTERS))}")
    return tuple(map(RANK_LETTERS.index, letters.upper()))


def _read_rank(letter: object) -> int:
    ranks = _read_ranks(letter)
    if len(ranks) > 1:
        raise InputError(f"{letter!r} is more than one rank")
    return ranks[0]


def _read_suit(letter: object) -> int:
    if letter not in tuple(SUIT_LETTERS):
        raise InputError(f"{letter!r} is no suit: there are {' '.join(SUIT_LETTERS)}")
    return SUIT_LETTERS.index(letter)


def _read_cards(text: object, pack: int) -> int:
    cards = parse_hand(text, "cards", pack) if isinstance(text, str) else 0
    if not cards:
        raise InputError("it takes cards, as in 'AS KS'")
    return cards


def _count_runs(pack: int, cards: int, suit: object = None, to: object = None) -> Attribute:
    read_whole("cards", cards, SHORTEST_SEQUENCE, 8)
    top = None if to is None else _read_rank(to)
    return count_runs(cards, top, None if suit is None else _read_suit(suit))


def _count_longer(pack: int, cards: int, suit: object = None) -> Attribute:
    read_whole("cards", cards, SHORTEST_SEQUENCE, 8)
    return count_runs(cards, None, None if suit is None else _read_suit(suit), or_longer=True)


def _count_suits(pack: int, cards: int, to: object = None, holding: object = None) -> Attribute:
    read_whole("cards", cards, 0, pack // SUITS)
    if to is None and holding is None:
        return count_suits(cards)
    return count_headed_suits(cards, _read_ranks(to or holding), is_highest=to is not None)


def _count_unguarded(pack: int, rank: object) -> Attribute:
    guarded_from = find_guards(_read_rank(rank))
    if guarded_from == 1:
        raise InputError("an ace guards itself; name a king, queen or knave")
    return count_guarded(_read_rank(rank), 1, guarded_from - 1)


def _count_guarded(pack: int, rank: object, times: int = 0) -> Attribute:
    guarded_from, others = find_guards(_read_rank(rank)), read_whole("times", times, 0, 3)
    return count_guarded(_read_rank(rank), others + 1 if others else guarded_from)


def _guard(pack: int, text: object) -> Holding:
    cards = _read_cards(text, pack)
    bounds = [
        (ATTRIBUTES[SUIT_NAMES[card_suit(card)]], find_guards(card_rank(card)))
        for card in iterate_cards(cards)
    ]
    return lambda place: All((Held(place, cards), *(Numbering(place, *one) for one in bounds)))


def _shape(pack: int, text: object) -> Holding:
    lengths = [int(one) for one in str(text).split("-") if one.isdecimal()]

    def hold(place: str) -> Condition:
        cards = cards_in(place, pack)
        example = "5-4-2-1" if cards == HAND_CARDS else "3-2-2-1"
        if len(lengths) != SUITS or sum(lengths) != cards or max(lengths) > pack // SUITS:
            raise InputError(f"it takes four lengths that make {cards} cards, as in {example!r}")
        often = {length: lengths.count(length) for length in sorted(set(lengths))}
        return All(
            tuple(Numbering(place, count_suits(one), many, many) for one, many in often.items())
        )

    return hold


def _hold(pack: int, text: object) -> Holding:
    cards = _read_cards(text, pack)
    return lambda place: Held(place, cards)


WORDS: dict[str, Word] = {
    **{name: Word(f"{name} held", "cards", ATTRIBUTES[name]) for name in SUIT_NAMES},
    **{
        name_rank(rank): Word(f"{name_rank(rank)} held", "cards", ATTRIBUTES[name_rank(rank)],
                              packs=(32, 36) if rank else (36,))
        for rank in reversed(range(len(RANK_LETTERS)))
    },
    "courts": Word("kings, queens and knaves held", "cards", COURTS),
    "count": Word("how many of these cards are held", "cards",
                  lambda pack, cards: count_cards_of(_read_cards(cards, pack), pack), "'AS KS QS'",
                  takes_cards=True),
    "has": Word("all of these cards are held", YES, _hold, "'AS KS'", takes_cards=True),
    "carte_blanche": Word("no king, queen or knave is held", YES,
                          lambda pack: lambda place: Numbering(place, COURTS, 0, 0)),
    "longest_suit": Word("cards of the longest suit, which makes the point", "cards",
                         ATTRIBUTES["longest_suit"]),
    "pips": Word("pips of the point", "pips", PIPS, packs=(32,)),
    "pips_in": Word("pips of a suit", "pips",
                    lambda pack, suit: count_pips_in(_read_suit(suit)), "'H'"),
    "point": Word("the point, which compares with another as in the game", ORDER,
                  POINT),
    "best_sequence": Word("cards of the longest sequence, 0 for none", "cards",
                          ATTRIBUTES["best_sequence"]),
    "sequence": Word("the best sequence, which compares with another as in the game", ORDER,
                     SEQUENCE),
    **{
        f"{name}s": Word(f"sequences of exactly {cards} cards", "sequences", count_runs(cards))
        for cards, name in enumerate(SEQUENCE_NAMES, SHORTEST_SEQUENCE)
    },
    "runs": Word("sequences of exactly so many cards, in a suit, to a highest rank", "sequences",
                 _count_runs, "5, 'H', to='A'"),
    "runs_from": Word("sequences of at least so many cards, in a suit", "sequences",
                      _count_longer, "4, 'H'"),
    "sequence_points": Word("points of all sequences", "points",
                            # The name begins as those do that are counted as under Rubicon.
                            Attribute("value of sequences",
                                      sums=tuple(LANE_SEQUENCES_SCORE.tolist()))),
    "trios": Word("ranks held three times, of those that count", "sets", ATTRIBUTES["trios"]),
    "quatorzes": Word("ranks held four times, of those that count", "sets",
                      ATTRIBUTES["quatorzes"]),
    "voids": Word("suits without a card", "suits", count_suits(0)),
    "suits": Word("suits of exactly so many cards, to= these highest or holding= these ranks",
                  "suits", _count_suits, "6, to='AK'"),
    "shape": Word("the lengths of the suits, in any order", YES, _shape, "'5-4-2-1'"),
    "guarded": Word("cards of a rank that others of their suit guard, or so many others", "cards",
                    _count_guarded, "'K', 2"),
    "bare": Word("cards of a rank alone in their suit", "cards",
                 lambda pack, rank: count_guarded(_read_rank(rank), 1, 1), "'K'"),
    "unguarded": Word("cards of a rank with too few others of their suit", "cards",
                      _count_unguarded, "'Q'"),
    "guards": Word("these cards are held, each guarded by its suit", YES, _guard, "'AH'",
                   takes_cards=True),
    "value": Word("what the cards count if all is good, carte blanche apart", "points",
                  ATTRIBUTES["value"]),
}  # fmt: skip
"""What cards may be asked, by name."""


@cache
def limit_word(place: str, attribute: Attribute, rules: RuleSet) -> tuple[int, int]:
    """The least and the most that a number of the cards in a place can be.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limit_word("elder", ATTRIBUTES["longest_suit"], RUBICON)
    (3, 8)
    """
    if attribute.name == "value":
        from piquet_sim.exact.census import count_hands_by

        return 0, max(count_hands_by("value", rules))
    sizes = [1 if place == "lead" else HAND_CARDS]
    if place == TALON:
        sizes = [cards_in(TALON, rules.pack)]
    elif place == "unseen" or place.endswith((".thrown", ".drawn")):
        sizes = [*range(rules.pack - HAND_CARDS)]
    ends = [attribute.limits(cards, rules.pack) for cards in sizes]
    return min(int(least) for least, _ in ends), max(int(most) for _, most in ends)


# ---- Columns ------------------------------------------------------------------------------------
_CALLS = dict(zip(CLASSES, (POINT_SHIFT, TOP_SHIFT, TOP_SHIFT), strict=True))
"""Classes of calls, and the bits below the number of cards in each."""
_COUNTED_IN = ("points", "cards", "tricks", "class", "call", "flag")
"""Units of the columns that can be used; others hold cards, or the number of the deal."""
_FROM_COLUMNS = {
    **{
        f"{seat}_{kind}_called": f"{seat}_{kind}_call // {1 << shift}"
        for seat in SEATS
        for kind, shift in _CALLS.items()
    },
    "difference": "elder_score - younger_score",
    "elder_wins": "elder_score > younger_score",
    "younger_wins": "elder_score < younger_score",
    "drawn": "elder_score == younger_score",
    "cards_divided": f"elder_tricks == {TRICKS // 2}",
    "elder_capot": f"elder_tricks == {TRICKS}",
    "younger_capot": "elder_tricks == 0",
    "equal_point": "point_result == 3",
    "elder_sequence": "sequence_result == 1",
    "younger_sequence": "sequence_result == 2",
    "equal_sequence": "sequence_result == 3",
    "elder_set": "set_result == 1",
    "younger_set": "set_result == 2",
    "first_score": "elder_score + mirrored * (younger_score - elder_score)",
    "second_score": "younger_score + mirrored * (elder_score - younger_score)",
    "first_less_second": "(1 - 2 * mirrored) * (elder_score - younger_score)",
}


@dataclass(frozen=True)
class Column:
    """What a deal brings."""

    meaning: str
    is_yes: bool = False
    formula: str = ""
    """The expression that it stands for; none for a column of the record."""
    is_counted: bool = True
    """Whether it is a number, or true or false; else it holds cards, or the number of the deal."""
    share: str = ""
    """The estimate of its name where that is a share of deals: the name alone is ambiguous."""


@cache
def list_columns() -> dict[str, Column]:
    """All columns of a deal's record by name, and what follows from them."""
    from piquet_sim.kernel.batch.measures import MEASURES as ESTIMATED
    from piquet_sim.kernel.deal.record import COLUMNS

    means = {
        one.name: one.name.removesuffix("_mean") for one in ESTIMATED if one.name.endswith("_mean")
    }
    meanings = {one.name: one.meaning for one in ESTIMATED}
    meanings |= {
        f"{seat}_{kind}_called": f"cards of the {kind} that {seat} calls, 0 for none"
        for seat in SEATS
        for kind in _CALLS
    }
    shares = {one.name: one.meaning for one in ESTIMATED if one.is_flag}
    recorded = {
        one.name: Column(
            one.meaning.removeprefix("1 if "),
            is_yes=one.unit == "flag",
            is_counted=one.unit in _COUNTED_IN,
            share=shares.get(one.name, ""),
        )
        for one in COLUMNS
    }
    return recorded | {
        name: Column(meanings[name], formula=said) for name, said in (_FROM_COLUMNS | means).items()
    }


@cache
def list_names(what: str) -> dict[str, str]:
    """All names that may be asked, with their meanings; loads no more than NumPy.

    A word with brackets ends with the first of them. Names of estimates that end in ``_mean`` and
    stand for a column are left out.

    Parameters
    ----------
    what : str
        What the expression is for, as in `expression.read_expression`.

    Examples
    --------
    >>> list_names("given")["elder.aces"], list_names("by")["difference"]
    ('aces held, of the cards dealt to elder', 'elder_score - younger_score')
    """
    from piquet_sim.kernel.deal.record import COLUMNS

    asked = {
        f"{place}.{name}" + "(" * bool(word.takes): f"{word.meaning}, of {PLACES[place].meaning}"
        for place in PLACES_OF.get(what, OF_A_DEAL)
        for name, word in WORDS.items()
    }
    if what in PLACES_OF:
        return asked
    columns = {one.name: one.meaning for one in COLUMNS if one.unit in _COUNTED_IN}
    return asked | columns | _FROM_COLUMNS


@cache
def limit_columns(rules: RuleSet) -> dict[str, tuple[int, int]]:
    """The least and the most of columns in a deal, where no arithmetic gives them.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limit_columns(RUBICON)["elder_point"], limit_columns(RUBICON)["elder_tricks"]
    ((0, 8), (0, 12))
    """
    from piquet_sim.exact.limits import limit_amounts, limit_parts
    from piquet_sim.kernel.deal.calls import EQUAL

    longest = {"point": rules.pack // SUITS, "sequence": rules.pack // SUITS, "set": SUITS}
    limits = dict(limit_amounts(rules)) | dict.fromkeys(
        ("mirrored", "faced", "lead_of_point"), (0, 1)
    )
    limits |= dict.fromkeys((f"{kind}_result" for kind in CLASSES), (0, EQUAL))
    for seat in SEATS:
        limits |= {f"{seat}_{part}": ends for part, ends in limit_parts(rules, seat).items()}
        limits[f"{seat}_tricks"] = (0, TRICKS)
        limits |= {
            f"{seat}_{kind}_call": (0, (longest[kind] + 1 << shift) - 1)
            for kind, shift in _CALLS.items()
        }
    return limits
