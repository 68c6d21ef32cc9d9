"""Scoring deals played elsewhere, with the engine's own scoring code.

A deal comes as one JSON object (cards dealt, discards, talon, calls, cards played) and is
checked against the laws before it is scored; an illegal deal is refused with the reason.
A deal of a simulation is written as the same object, so both go through the same scoring.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.headings import HEADING, read_heading, read_whole
from piquet_sim.deals.simulation import PlayedDeal
from piquet_sim.deals.trick_play import Course, Lead, follow_play
from piquet_sim.game.cards import (
    HAND_CARDS,
    RANK_LETTERS,
    TRICKS,
    count_cards,
    format_card,
    format_cards,
    format_hand,
    iterate_cards,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import YOUNGER_FIRST, Laws
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT, TOP_MASK, TOP_SHIFT
from piquet_sim.kernel.deal.cross_suit_runs import lay_divisions
from piquet_sim.kernel.deal.declarations import (
    RESULT_NAMES,
    hand_points,
    reckon_class,
    reckon_repiques,
)
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET,
    Holding,
    evaluate_hand,
    has_carte_blanche,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.tricks import Progress, close_deal

_PLAYED = {"rules", "elder", "younger", "talon", "play"}
_SEAT_KEYS = {"dealt", "discard", "calls"}
_CALLS = {
    "point": {"length": 5, "pips": 49},
    "sequence": {"length": 4, "top": "A"},
    "set": {"size": 3, "rank": "J"},
}
"""A call of each class as a deal in JSON has it."""
_NAMED = {
    "tierce": ("sequence", 3), "quart": ("sequence", 4), "quint": ("sequence", 5),
    "trio": ("set", 3), "quatorze": ("set", 4),
}  # fmt: skip
"""Names that are written instead of a class, and what they are."""
SCORED_PARTS = (
    "carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique",
)  # fmt: skip


@dataclass(frozen=True)
class ScoredDeal:
    """A checked and scored deal."""

    rules: RuleSet
    record: np.ndarray
    """A record; see `COLUMNS`."""
    calls: tuple[Holding, Holding]
    """What either seat held."""
    tricks: tuple[Lead, ...]
    """Empty where the play was left out."""

    def value(self, column: str) -> int:
        """One column of the record."""
        return int(self.record[getattr(AT, column)])

    def as_json(self) -> dict[str, object]:
        """The referee's answer."""
        answer: dict[str, object] = {}
        for seat in SEATS:
            parts = {part: self.value(f"{seat}_{part}") for part in SCORED_PARTS}
            answer[seat] = {
                **parts,
                "total": self.value(f"{seat}_score"),
                "tricks": self.value(f"{seat}_tricks"),
            }
        for kind in CLASSES:
            answer[f"{kind}_result"] = RESULT_NAMES[self.value(f"{kind}_result")]
        return answer


def score_deal(deal: dict[str, object]) -> dict[str, object]:
    """Score one deal played elsewhere.

    Parameters
    ----------
    deal : dict
        ``rules`` (a preset's name, by default rubicon; see `rules.read_rules`), ``elder`` and
        ``younger`` (each with ``dealt``, ``discard`` and ``calls``), ``talon`` in the order of
        drawing, and ``play``, the cards in the order in which they were played; without it the
        deal is scored up to the first lead.

    Returns
    -------
    dict
        For each seat the parts of its score, the total and the tricks; and who was good in
        each class.

    Raises
    ------
    InputError
        If anything is illegal; the message says what.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ... }
    >>> scored = score_deal(deal)
    >>> scored["sequence_result"], scored["elder"]["sequences"]
    ('elder', 4)
    """
    return judge_deal(deal).as_json()


def _read_seat(seat: str, deal: dict[str, object], pack: int) -> tuple[int, int, object]:
    if seat not in deal:
        raise InputError(f"{seat} is missing")
    given = require_object(deal[seat], _SEAT_KEYS, seat)
    for key in ("dealt", "discard"):
        if key not in given:
            raise InputError(f"{seat}: {key} is missing")
    dealt = parse_hand(given["dealt"], f"{seat} dealt", pack, cards=HAND_CARDS)
    discard = parse_hand(given["discard"], f"{seat} discard", pack)
    extra = discard & ~dealt
    if extra:
        card = next(iterate_cards(extra))
        raise InputError(f"{seat} discard: {format_card(card)} was not dealt to {seat}")
    return dealt, discard, given.get("calls", "full")


def _check_number(seat: str, cards: int, least: int, most: int) -> None:
    if not least <= cards <= most:
        raise InputError(f"{seat} discard: {cards} cards; {seat} may exchange {least} to {most}")


def _read_rank(value: object, what: str) -> int:
    text = str(value).strip().upper().replace("10", "T")
    if len(text) != 1 or text not in RANK_LETTERS:
        raise InputError(f"{what}: {value!r} is not a rank; ranks are A K Q J T 9 8 7")
    return RANK_LETTERS.index(text)


def read_call(kind: str, given: object, what: str = "call") -> int:
    """A call of one class, as a deal in JSON has it, in the form in which views have it.

    Parameters
    ----------
    kind : str
        "point", "sequence" or "set".
    given : dict
        ``length`` and ``pips``, ``length`` and ``top``, or ``size`` and ``rank``.
    what : str
        Whose call it is, for error messages.

    Raises
    ------
    InputError
        If it cannot be read, or no hand can hold it.

    Examples
    --------
    >>> word_call("point", read_call("point", {"length": 5, "pips": 49}))
    'point of 5 cards making 49'
    """
    example = _CALLS[kind]
    first, second = example
    if not isinstance(given, dict):
        said = f"{json.dumps(example)} for a {word_call(kind, read_call(kind, example))}"
        raise InputError(f"{what}: expected a JSON object, as in {said}")
    call = require_object(given, {first, second}, what)
    for key in (first, second):
        if key not in call:
            raise InputError(f"{what}: {key} is missing, as in {json.dumps(example)}")
    size = read_whole(call[first], f"{what}: {first}")
    if not 1 <= size <= HAND_CARDS:
        raise InputError(f"{what}: {first} {size}; no hand holds such a {kind}")
    if kind == "point":
        pips = read_whole(call[second], f"{what}: pips")
        if not 0 <= pips <= PIPS_MASK:
            raise InputError(f"{what}: {pips} pips; no hand holds such a point")
        return size << POINT_SHIFT | pips
    rank = _read_rank(call[second], f"{what}: {second}")
    return size << TOP_SHIFT | rank


def announces_blanche(dealt: int, given: object) -> bool:
    """Whether a carte blanche is announced, by the hand dealt and the calls as a deal has them."""
    silent = isinstance(given, dict) and given.get("carte_blanche", True) is False
    return bool(has_carte_blanche(dealt)) and not silent


def read_calls(
    seat: str, given: object, hand: int, holding: Holding, laws: Laws
) -> tuple[int, int, int, bool]:
    """The calls of a seat as a deal in JSON has them, checked against its hand.

    Parameters
    ----------
    seat : str
        Whose calls they are, for error messages.
    given : object
        "full", "none", or an object with a value for each class.
    hand : int
        The twelve cards after the exchange.
    holding : Holding
        Of that hand.
    laws : Laws

    Returns
    -------
    point, sequence, set : int
        In the form in which views have them.
    announced : bool
        Whether a carte blanche is announced if there is one.

    Raises
    ------
    InputError
        If anything is called that is not held.
    """
    if given == "full":
        return holding.point, holding.sequence, holding.set, True
    if given == "none":
        return 0, 0, 0, True
    if isinstance(given, str):
        raise InputError(
            f"{seat} calls: expected 'full', 'none' or an object, as in "
            f"{json.dumps({'set': _CALLS['set']})}, got {given!r}"
        )
    if isinstance(given, dict) and (named := set(given) & set(_NAMED)):
        kind, size = _NAMED[name := min(named)]
        example = {**_CALLS[kind], next(iter(_CALLS[kind])): size}
        raise InputError(
            f"{seat} calls: a {name} is called as a {kind}, as in {json.dumps({kind: example})}"
        )
    calls = require_object(given, {*CLASSES, "carte_blanche"}, f"{seat} calls")
    announced = calls.get("carte_blanche", True)
    if not isinstance(announced, bool):
        raise InputError(f"{seat} calls carte_blanche: expected true or false, got {announced!r}")
    read = [
        0 if calls.get(kind) is None else read_call(kind, calls[kind], f"{seat} calls {kind}")
        for kind in CLASSES
    ]
    point, sequence, best_set = read
    held = (
        point == 0 or point_cards(hand, point) != 0,
        sequence == 0 or holds_sequence(laws, hand, sequence),
        best_set == 0 or holds_set(laws, hand, best_set),
    )
    if 0 < point & PIPS_MASK < laws.point_least_pips:
        raise InputError(
            f"{seat} calls point: {point & PIPS_MASK} pips; under these rules a point has at least "
            f"{laws.point_least_pips}"
        )
    for kind, call, is_held in zip(CLASSES, read, held, strict=True):
        if not is_held:
            best = word_call(kind, getattr(holding, kind))
            raise InputError(
                f"{seat} calls {kind}: {word_call(kind, call)} is not held in {format_hand(hand)}, "
                f"of which the best is {best}"
            )
    return point, sequence, best_set, announced


def place_draws(
    laws: Laws, elder_blanche: bool, elder_took: int, younger_took: int
) -> tuple[slice, slice]:
    """Which places of the talon elder and younger draw.

    Elder draws first, but where a book has younger draw first once elder has announced a carte
    blanche.
    """
    if laws.blanche_shown == YOUNGER_FIRST and elder_blanche:
        return slice(younger_took, younger_took + elder_took), slice(0, younger_took)
    return slice(0, elder_took), slice(elder_took, elder_took + younger_took)


def judge_deal(deal: dict[str, object]) -> ScoredDeal:
    """Check a deal against the laws and score it; see `score_deal`.

    Raises
    ------
    InputError
        If anything is illegal; the message says what.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> judge_deal(describe_deal(Simulation("club", "club").replay_deal(0))).value("elder_tricks")
    8
    """
    if isinstance(deal, dict) and "leads" in deal:
        raise InputError(
            "deal: this is an ending, which piquet solve reads; expected elder, younger, talon and "
            "play"
        )
    require_object(deal, _PLAYED | HEADING, "deal")
    heading = read_heading(deal)
    rules = read_rules(deal.get("rules", "rubicon"))
    laws = rules.laws()
    if laws.across:
        lay_divisions()
    elder_dealt, elder_discard, elder_given = _read_seat("elder", deal, rules.pack)
    younger_dealt, younger_discard, younger_given = _read_seat("younger", deal, rules.pack)
    talon = _read_talon(deal, rules)
    both = elder_dealt & younger_dealt
    if both:
        raise InputError(f"deal: {format_card(next(iterate_cards(both)))} dealt to both")
    in_talon = sum(talon) & (elder_dealt | younger_dealt)
    if in_talon:
        card = next(iterate_cards(in_talon))
        raise InputError(f"talon: {format_card(card)} was dealt to a player")
    elder_took, younger_took = count_cards(elder_discard), count_cards(younger_discard)
    _check_number("elder", elder_took, laws.elder_least, laws.elder_most)
    left = laws.stock - elder_took
    _check_number("younger", younger_took, laws.younger_least, min(laws.younger_most, left))
    drawn = place_draws(laws, announces_blanche(elder_dealt, elder_given), elder_took, younger_took)
    elder_hand = (elder_dealt ^ elder_discard) | sum(talon[drawn[0]])
    younger_hand = (younger_dealt ^ younger_discard) | sum(talon[drawn[1]])
    holdings = (evaluate_hand(laws, elder_hand), evaluate_hand(laws, younger_hand))

    record = np.zeros(len(COLUMNS), np.int64)
    for seat, dealt, discard, hand, given, holding in (
        ("elder", elder_dealt, elder_discard, elder_hand, elder_given, holdings[0]),
        ("younger", younger_dealt, younger_discard, younger_hand, younger_given, holdings[1]),
    ):
        *calls, _ = read_calls(seat, given, hand, holding, laws)
        blanche = laws.carte_blanche if announces_blanche(dealt, given) else 0
        for column, value in (
            ("dealt", dealt),
            ("discard", discard),
            ("hand", hand),
            ("exchanged", count_cards(discard)),
            ("carte_blanche", blanche),
            *zip(("point_call", "sequence_call", "set_call"), calls, strict=True),
        ):
            record[getattr(AT, f"{seat}_{column}")] = value
    if laws.blanche_cancels and record[AT.elder_carte_blanche] * record[AT.younger_carte_blanche]:
        record[AT.elder_carte_blanche] = record[AT.younger_carte_blanche] = 0
    for kind in (POINT, SEQUENCE, SET):
        reckon_class(laws, kind, elder_hand, younger_hand, *holdings, record)
    reckon_repiques(laws, record)
    tricks = ()
    if deal.get("play") is not None:
        plays = _read_play(deal["play"], rules)
        course = follow_play(begin_play(laws, (elder_hand, younger_hand), record), plays)
        tricks = course.tricks
        close_deal(laws, course.won(0), course.progress, record)
        made = [int(record[getattr(AT, f"{seat}_score")]) for seat in SEATS]
        _check_totals(heading.get("totals"), made)
    else:
        for seat in SEATS:
            first = getattr(AT, f"{seat}_carte_blanche")
            repique = record[getattr(AT, f"{seat}_repique")]
            record[getattr(AT, f"{seat}_score")] = hand_points(first, record) + repique
    return ScoredDeal(rules, record, holdings, tricks)


def _check_totals(written: list[int] | None, made: list[int]) -> None:
    if written is not None and written != made:
        raise InputError(
            f"totals: {written[0]} to {written[1]} written down, but the deal makes {made[0]} to "
            f"{made[1]}"
        )


def _read_talon(deal: dict[str, object], rules: RuleSet) -> tuple[int, ...]:
    if not isinstance(deal.get("talon"), str):
        raise InputError("talon is missing; expected text with the cards in the order of drawing")
    talon = parse_cards(deal["talon"], "talon", rules.pack)
    if len(talon) != rules.stock:
        raise InputError(f"talon: expected {rules.stock} cards, got {len(talon)}")
    return talon


def _read_play(text: object, rules: RuleSet) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise InputError(
            "play: expected text with the 24 cards in the order in which they were played"
        )
    plays = parse_cards(text, "play", rules.pack)
    if len(plays) != 2 * TRICKS:
        raise InputError(f"play: expected {2 * TRICKS} cards, got {len(plays)}")
    return plays


def read_plays(deal: dict[str, object], rules: RuleSet) -> tuple[int, ...]:
    """The cards of a deal that have fallen, as far as they are written down; not yet followed.

    Raises
    ------
    InputError
        If the play is no text with cards.
    """
    text = deal.get("play")
    if text is not None and not isinstance(text, str):
        raise InputError("play: expected text with the cards in the order in which they fell")
    return parse_cards(text, "play", rules.pack) if text and text.strip() else ()


def begin_play(laws: Laws, hands: tuple[int, int], record: np.ndarray) -> Course:
    """The play before its first card, with the points in hand from the record."""
    counted = (int(hand_points(getattr(AT, f"{seat}_carte_blanche"), record)) for seat in SEATS)
    return Course(laws, hands, Progress(*counted, 0))


def describe_deal(played: PlayedDeal) -> dict[str, object]:
    """A deal of a simulation in the form that the referee reads.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> sorted(describe_deal(Simulation("club", "club").replay_deal(0)))
    ['elder', 'play', 'rules', 'talon', 'younger']
    """
    record, laws = played.record, played.simulation.rules.laws()
    deal: dict[str, object] = {"rules": played.simulation.rules.describe()}
    for seat in SEATS:
        deal[seat] = {
            "dealt": format_hand(record[f"{seat}_dealt"]),
            "discard": format_hand(record[f"{seat}_discard"]),
            "calls": describe_calls(
                evaluate_hand(laws, record[f"{seat}_hand"]),
                [record[f"{seat}_{kind}_call"] for kind in CLASSES],
                bool(has_carte_blanche(record[f"{seat}_dealt"]))
                and not record[f"{seat}_carte_blanche"],
            ),
        }
    deal["talon"] = format_cards(played.talon)
    deal["play"] = format_cards(played.plays)
    return deal


def describe_calls(holding: Holding, called: Sequence[int], has_sunk_blanche: bool) -> object:
    """The calls of a seat as a deal in JSON has them, in their shortest form.

    Parameters
    ----------
    holding : Holding
        Of the twelve cards after the exchange.
    called : sequence of int
        Point, sequence and set.
    has_sunk_blanche : bool
        Whether a carte blanche was dealt and not announced.

    Examples
    --------
    >>> describe_calls(Holding(0, 0, 3 << 4 | 5, 0, 0), (0, 0, 0), False)
    'none'
    """
    pairs = zip(CLASSES, called, strict=True)
    written = {kind: describe_call(kind, int(call)) for kind, call in pairs if call}
    if has_sunk_blanche:
        return {"carte_blanche": False, **written}
    is_full = tuple(called) == (holding.point, holding.sequence, holding.set)
    return "full" if is_full else written or "none"


def describe_call(kind: str, call: int) -> dict[str, object]:
    """A call as a deal in JSON has it.

    Examples
    --------
    >>> describe_call("set", read_call("set", {"size": 3, "rank": "J"}))
    {'size': 3, 'rank': 'J'}
    """
    if kind == "point":
        return {"length": call >> POINT_SHIFT, "pips": call & PIPS_MASK}
    rank = RANK_LETTERS[call & TOP_MASK]
    if kind == "sequence":
        return {"length": call >> TOP_SHIFT, "top": rank}
    return {"size": call >> TOP_SHIFT, "rank": rank}
