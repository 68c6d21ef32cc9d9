"""Records of deals from the sentences that `piquet deal` prints.

Only the cards, the calls and the play are read. The other sentences (running scores, what counted,
totals) follow from these: they are written again from the record and compared word by word.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any

from piquet_sim.deals.call_names import name_call
from piquet_sim.deals.narration import CALLS_LESS, TALON_TOLD, say_call, tell_deal
from piquet_sim.deals.referee import describe_call, format_talon, judge_deal, read_deal
from piquet_sim.deals.scoring import ScoredDeal, lay_talon, place_draws
from piquet_sim.game.cards import (
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    TEN,
    TRICKS,
    card_mask,
    count_cards,
    format_cards,
    format_hand,
    iterate_cards,
    name_card,
    pack_mask,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.base.suit_tables import POINT_SHIFT, TOP_SHIFT
from piquet_sim.notation.card_words import read_card_words
from piquet_sim.notation.places import MisplacedWord, Place, Placed, Pointer
from piquet_sim.notation.records import normalise_deal
from piquet_sim.notation.rule_words import read_rules_text

BEGINNING = re.compile(
    r"^[^\S\n]*(?:Deal \d+ of seed |Elder is dealt |Elder has thrown out )", re.MULTILINE
)
"""How a deal begins as `piquet deal` prints it."""

_LONGEST_HEAD = 4000
_HEAD = re.compile(
    r"(Deal \d+ of seed \d+, (.+?): (.+) is elder, (.+?) younger(?:; cards played double-dummy)?)"
    r"(?: given: .*)?"
)
_TITLES = {"point": "Point:", "sequence": "Sequence:", "set": "Trios and quatorzes:"}
_NEXT_DEAL = ("Deal", "Elder is dealt", "Elder has thrown out")
_AFTER_CALLS = ("1.", *_NEXT_DEAL)
_MOST_PIPS = 100


def tells_deals(text: str) -> bool:
    """Whether a text has deals as `piquet deal` prints them, not in the notation."""
    return BEGINNING.search(text) is not None


def read_narrated(text: str) -> Iterator[tuple[dict[str, Any], Place]]:
    """The records of deals in sentences, in their normal form, each with the place where it begins.

    Raises
    ------
    InputError
        At the first word that is not understood or not true.
    """
    told = _Told(text)
    while told.place.word:
        written = Pointer(told.place)
        try:
            yield _read_deal(told, written), written.first
        except MisplacedWord:
            raise
        except InputError as error:
            raise written.point_at(error) from None


class _Told:
    # Words read one after another, wherever lines end.

    def __init__(self, text: str) -> None:
        lines = text.rstrip().split("\n")
        self._places = [
            Place(one[0], number, one.start() + 1)
            for number, line in enumerate(lines, start=1)
            for one in re.finditer(r"\S+", line)
        ]
        self._places.append(Place("", len(lines), len(lines[-1]) + 1))
        self.at = 0

    @property
    def place(self) -> Place:
        return self._places[self.at]

    def from_(self, start: int) -> list[Place]:
        return self._places[start : self.at]

    def is_next(self, said: str) -> bool:
        words = said.split()
        return [one.word for one in self._places[self.at : self.at + len(words)]] == words

    def expect(self, said: str) -> None:
        for word in said.split():
            if self.place.word != word:
                raise self.place.refuse(f"expected {word!r}")
            self.at += 1

    def take(self) -> Place:
        place = self.place
        if not place.word:
            raise place.refuse("expected more of the deal")
        self.at += 1
        return place

    def take_sentence(self) -> str:
        # The words up to a full stop.
        words = [self.take().word]
        while not words[-1].endswith("."):
            words.append(self.take().word)
        return " ".join(words)[:-1]

    def skip_to(self, *beginnings: str) -> None:
        while self.place.word and not any(self.is_next(one) for one in beginnings):
            self.at += 1


def _read_deal(told: _Told, written: Pointer) -> dict[str, Any]:
    deal: dict[str, Any] = {}
    rules = RUBICON
    if told.is_next("Deal"):
        rules = _read_head(told, deal)
    deal["rules"] = rules.describe()
    start = told.at
    drawn, shown = {}, {}
    for seat in SEATS:
        if told.is_next(f"{seat.capitalize()} has thrown out"):
            deal[seat] = _read_held(told, seat, rules, written)
            shown[seat], drawn[seat] = False, ()
            told.skip_to("Younger is", "Younger has", TALON_TOLD, "Point:")
            continue
        told.expect(f"{seat.capitalize()} is dealt")
        dealt = _read_hand(told, f"{seat} dealt", rules, written)
        shown[seat] = told.is_next("and shows")
        if shown[seat]:
            told.skip_to("throws")
        told.expect("throws out")
        discard = _read_hand(told, f"{seat} discard", rules, written)
        told.expect("takes in")
        drawn[seat] = _read_hand(told, f"{seat} draws", rules, written)
        told.skip_to("Younger is", "Younger has", TALON_TOLD, "Point:")
        deal[seat] = {
            "dealt": format_hand(sum(dealt)),
            "discard": format_hand(sum(discard)),
            "calls": "full" if shown[seat] else {"carte_blanche": False},
        }
    has_talon = told.is_next(TALON_TOLD)
    if has_talon:
        told.expect(TALON_TOLD)
        words = [told.take() for _ in range(rules.stock)]
        cards = read_card_words(words, "talon", rules.pack)
        written.note_cards("talon", cards, words[0])
        talon = [card for card, _ in cards]
    else:
        talon = _guess_talon(deal, drawn, shown[SEATS[0]], rules)
    deal["talon"] = format_talon(talon)
    elder = {kind: _read_call(told, kind, rules, written) for kind in CLASSES}
    younger = _read_lesser_calls(told, rules, written)
    holdings = read_deal(deal).holdings
    for seat, holding, calls in zip(SEATS, holdings, (elder, younger), strict=True):
        best = zip(CLASSES, holding, strict=False)
        called = dict(best) if calls is None else calls
        deal[seat]["calls"] = {
            "carte_blanche": shown[seat],
            **{kind: describe_call(kind, int(call)) for kind, call in called.items() if call},
        }
    if told.is_next("1."):
        cards = _read_play(told)
        written.note_cards("play", cards, written.first)
        deal["play"] = format_cards(card for card, _ in cards)
    told.skip_to(*_NEXT_DEAL)
    normal = normalise_deal(deal)
    _compare(told.from_(start), judge_deal(deal), talon if has_talon else ())
    return normal


def _read_head(told: _Told, deal: dict[str, Any]) -> RuleSet:
    start = told.at
    told.skip_to("Elder is dealt")
    words = told.from_(start)
    head = " ".join(one.word for one in words)
    found = _HEAD.fullmatch(head) if len(head) <= _LONGEST_HEAD else None
    if found is None:
        raise words[0].refuse(
            "expected a heading, as in 'Deal 0 of seed 1, rubicon: club is elder, club younger'"
        )
    deal["name"] = found[0].removeprefix("Deal ")
    deal["players"] = {"elder": found[3], "younger": found[4]}
    try:
        return read_rules_text(found[2])
    except InputError as error:
        raise words[0].refuse(str(error)) from None


def _read_held(told: _Told, seat: str, rules: RuleSet, written: Pointer) -> dict[str, Any]:
    # What is told of a seat whose draws are not known.
    told.expect(f"{seat.capitalize()} has thrown out")
    discard = _read_hand(told, f"{seat} discard", rules, written)
    told.expect("has drawn unknown cards and holds")
    held = _read_hand(told, f"{seat} held", rules, written)
    return {"held": format_hand(sum(held)), "discard": format_hand(sum(discard)), "calls": "full"}


def _read_hand(told: _Told, what: str, rules: RuleSet, written: Pointer) -> list[int]:
    words, first = [], told.place
    while told.place.word and told.place.word[0] in SUIT_SYMBOLS:
        place = told.take()
        words.append(place._replace(word=place.word.rstrip(",")))
    if not words and told.place.word in ("–", "–,"):
        told.take()
    elif not words:
        raise told.place.refuse(f"{what}: expected cards, as in ♠AKJ, or –")
    cards = read_card_words(words, what, rules.pack)
    written.note_cards(what, cards, first)
    if what == "younger dealt":
        written.note_cards("deal", cards, first)  # a card dealt to both is the second's
    return [card for card, _ in cards]


def _guess_talon(
    deal: dict[str, Any], drawn: dict[str, list[int]], elder_shows: bool, rules: RuleSet
) -> list[int]:
    # In the order of suits, as far as nothing says in which order the cards lay; 0 for a card that
    # is not known.
    seen, draws = 0, []
    for seat in SEATS:
        hand, discard = (
            parse_hand(deal[seat][key], pack=rules.pack)
            for key in ("dealt" if "dealt" in deal[seat] else "held", "discard")
        )
        seen |= hand | discard | sum(drawn[seat])
        draws.append(drawn[seat] or (0,) * count_cards(discard))
    left = iterate_cards(pack_mask(rules.pack) & ~seen)
    return list(lay_talon(place_draws(rules.laws(), elder_shows, *map(len, draws)), draws, left))


# ---- Calls ---------------------------------------------------------------------------------------


@cache
def _calls_by_name(kind: str, pack: int) -> dict[str, int]:
    # Every call by each of the names that it is told by.
    if kind == "point":
        sizes, values, shift = range(1, RANKS + 1), range(1, _MOST_PIPS), POINT_SHIFT
    elif kind == "sequence":
        sizes, values, shift = range(3, RANKS + 1), range(RANKS), TOP_SHIFT
    else:
        sizes, values, shift = (3, SUITS), range(TEN, RANKS), TOP_SHIFT
    calls: dict[str, int] = {name_call(kind, 0, pack): 0, say_call(kind, 0, pack): 0}
    for size in sizes:
        for value in values:
            if kind == "sequence" and size > value + 1:
                continue
            call = size << shift | value
            for name in (name_call(kind, call, pack), say_call(kind, call, pack)):
                calls.setdefault(name, call)
    return calls


def _find_call(place: Place, kind: str, said: str, rules: RuleSet) -> int:
    try:
        return _calls_by_name(kind, rules.pack)[said]
    except KeyError:
        raise place.refuse(f"expected a {kind}, got {said!r}") from None


def _read_call(told: _Told, kind: str, rules: RuleSet, written: Pointer) -> int:
    # What elder calls; younger's answer is compared when the sentences are written again.
    told.expect(_TITLES[kind])
    call = 0
    if told.is_next("elder calls"):
        told.expect("elder calls")
        place = written.places[f"elder calls {kind}"] = told.place
        said = told.take_sentence()
        call = _find_call(place, kind, said.partition(";")[0], rules)
    told.skip_to(*_TITLES.values(), CALLS_LESS, *_AFTER_CALLS)
    return call


def _read_lesser_calls(told: _Told, rules: RuleSet, written: Pointer) -> dict[str, int] | None:
    # What younger calls, where it is not everything.
    calls = None
    if told.is_next(CALLS_LESS):
        told.expect(CALLS_LESS)
        place = written.places["younger calls"] = told.place
        said = told.take_sentence().split(", ")
        if len(said) != len(CLASSES):
            raise place.refuse("expected a point, a sequence and a set")
        calls = {
            kind: _find_call(place, kind, one, rules)
            for kind, one in zip(CLASSES, said, strict=True)
        }
    told.skip_to(*_AFTER_CALLS)
    return calls


# ---- The play ------------------------------------------------------------------------------------


@cache
def _cards_by_name() -> dict[str, int]:
    cards = (card_mask(rank, suit) for rank in range(RANKS) for suit in range(SUITS))
    return {name_card(card): card for card in cards}


def _read_card(told: _Told) -> Placed:
    told.expect("the")
    words = [told.take() for _ in range(3)]
    said = " ".join(one.word for one in words).removesuffix(":")
    if said not in _cards_by_name():
        raise words[0].refuse(f"expected a card, as in 'ace of hearts', got {said!r}")
    return Placed(_cards_by_name()[said], words[0])


def _read_play(told: _Told) -> list[Placed]:
    plays = []
    for trick in range(1, TRICKS + 1):
        told.expect(f"{trick}.")
        for verbs in (("leads",), ("plays", "wins with")):
            told.take()
            verb = next((one for one in verbs if told.is_next(one)), verbs[0])
            told.expect(verb)
            plays.append(_read_card(told))
            told.take_sentence()
        if told.place.word in ("Elder,", "Younger,"):  # for the last
            told.take_sentence()
    return plays


def _compare(places: list[Place], scored: ScoredDeal, talon: Sequence[int]) -> None:
    true = " ".join(tell_deal(scored, talon)).split()
    for place, word in zip_longest(places, true):
        if place is None:
            raise places[-1].refuse(f"expected {word!r} next")
        if place.word != word:
            expected = f"expected {word!r}" if word else "expected the end of the deal"
            raise place.refuse(f"{expected}, by the cards and calls of the deal")
