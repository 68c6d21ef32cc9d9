"""Deals in JSON: read and checked against the laws, scored, and written.

A deal comes as one JSON object (cards dealt, discards, talon, calls, cards played); an illegal one
is refused with the reason. A deal of a simulation is written as the same object, so both go through
the same scoring (`deals.deal`). Besides cards and calls a record may say names, its place in a
partie, and a comment.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import (
    Deal,
    ScoredDeal,
    check_exchange,
    check_record,
    check_written_totals,
)
from piquet_sim.game.cards import (
    HAND_CARDS,
    RANK_LETTERS,
    TRICKS,
    format_card,
    format_cards,
    format_hand,
    iterate_cards,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError, quote, read_whole, refuse
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet, find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import (
    Holding,
    has_carte_blanche,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT, TOP_MASK, TOP_SHIFT

# ---- Names, and the place in a partie ------------------------------------------------------------
NOTATION = "PQN 1"
"""Name and version of the notation that is read and written: ``piquet help notation``."""
HEADING = {"notation", "condition", "comment", "name", "players", "number", "score", "totals"}
"""Keys that do not change a deal's score; totals are compared with it."""
_HIGHEST = 9999
"""The highest number of a deal, and the most points before it."""
_LONGEST_NAME = 200
_LONGEST_COMMENT = 20_000
_NOT_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that control a terminal, and halves of characters."""


def read_heading(deal: dict[str, Any]) -> dict[str, Any]:
    """What a record says beside its cards and calls, checked.

    Parameters
    ----------
    deal : dict
        As `score_deal` reads it. Each key may be missing or null.

    Returns
    -------
    dict
        ``comment``, ``name``, ``players``, ``number``, ``score`` and ``totals``, as far as they are
        there; names with single blanks, a comment without blanks at the ends of its lines.

    Raises
    ------
    InputError
        If one of them, or the condition, is not what it must be.

    Examples
    --------
    >>> read_heading({"players": {"elder": "Ann"}, "score": [45, 30], "number": None})
    {'players': {'elder': 'Ann'}, 'score': [45, 30]}
    """
    given = {key: deal[key] for key in HEADING if deal.get(key) is not None}
    heading: dict[str, Any] = {}
    if comment := _read_comment(given.get("comment", "")):
        heading["comment"] = comment
    if "name" in given:
        heading["name"] = _read_name(given["name"], "name")
    if "players" in given:
        players = require_object(given["players"], set(SEATS), "players")
        named = {
            seat: _read_name(players[seat], f"players: {seat}")
            for seat in SEATS
            if players.get(seat) is not None
        }
        if named:
            heading["players"] = named
    if "number" in given:
        number = given["number"]
        if type(number) is not int or not 1 <= number <= _HIGHEST:
            raise InputError(f"number: expected the number of the deal from 1, got {quote(number)}")
        heading["number"] = number
    heading |= {
        key: list(_read_pair(given[key], key)) for key in ("score", "totals") if key in given
    }
    condition = given.get("condition", {"condition": ""})
    if not isinstance(condition, dict) or not isinstance(condition.get("condition"), str):
        raise InputError(
            'condition: expected an object with the condition as text, as in {"condition": '
            f'"elder.aces == 4"}}, got {quote(condition)}'
        )
    return heading


def check_notation(given: object) -> None:
    """Check the version of the notation that a record says it is written in.

    Raises
    ------
    InputError
        If it is not the one that is read here.

    Examples
    --------
    >>> check_notation("PQN 1")
    """
    if given != NOTATION:
        raise InputError(
            f"notation: expected {NOTATION}, the version that is read here, got {quote(given)}"
        )


def _read_comment(comment: object) -> str:
    if not isinstance(comment, str) or len(comment) > _LONGEST_COMMENT:
        raise InputError(
            f"comment: expected text of at most {_LONGEST_COMMENT:,} characters, got "
            f"{quote(comment)}"
        )
    lines = (re.sub(r"\s", " ", line).rstrip() for line in comment.splitlines())
    plain = "\n".join(lines).strip("\n")
    if odd := _NOT_TEXT.search(plain.replace("\n", "")):
        raise InputError(f"comment: a comment cannot contain {odd[0]!r}")
    return plain


def _read_name(name: object, what: str) -> str:
    plain = " ".join(name.split()) if isinstance(name, str) else ""
    if not 1 <= len(plain) <= _LONGEST_NAME:
        raise InputError(
            f"{what}: expected a name of 1 to {_LONGEST_NAME} characters, got {quote(name)}"
        )
    odd = next((letter for letter in plain if letter == "#" or not letter.isprintable()), None)
    refuse(
        {
            f"{what}: a name cannot contain {odd!r}": odd is not None,
            # How the name of a player ends where it is written down: ``Elder (Ann):``.
            f"{what}: a name cannot contain a colon after a bracket, as in {plain!r}": (
                what != "name" and re.search(r"\)\s*:", plain)
            ),
        }
    )
    return plain


def _read_pair(given: object, what: str) -> tuple[int, int]:
    if not isinstance(given, list | tuple) or len(given) != len(SEATS):
        raise InputError(f"{what}: expected two numbers, elder's first, got {quote(given)}")
    return tuple(read_whole(what, one, most=_HIGHEST) for one in given)


# ---- Cards and calls -----------------------------------------------------------------------------
_PLAYED = {"rules", "elder", "younger", "talon", "play"}
_CALLS = {
    "point": {"length": 5, "pips": 49},
    "sequence": {"length": 4, "top": "A"},
    "set": {"size": 3, "rank": "J"},
}
"""A call of each class as a deal in JSON has it."""
_NAMED = {
    "tierce": ("sequence", 3),
    "quart": ("sequence", 4),
    "quint": ("sequence", 5),
    "trio": ("set", 3),
    "quatorze": ("set", 4),
}
"""Names that are written instead of a class, and what they are."""


def score_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """Score one deal played elsewhere.

    Parameters
    ----------
    deal : dict
        ``rules`` (a preset's name, by default rubicon; see `rules.find_rules`), ``elder`` and
        ``younger`` (each with ``dealt``, ``discard`` and ``calls``), ``talon`` in the order of
        drawing, and ``play``, the cards in the order in which they were played; without it the
        deal is scored up to the first lead, and where it stops early, so far.

    Returns
    -------
    dict
        For each seat the parts of its score, the total and the tricks; who was good in each
        class; and ``stops_after``, the number of cards played, where the play stops early.

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


def _read_seat(seat: str, deal: dict[str, Any], pack: int) -> tuple[int, int, object]:
    if seat not in deal:
        raise InputError(f"{seat} is missing")
    given = require_object(deal[seat], {"dealt", "discard", "calls"}, seat)
    return (*read_hand(seat, given, pack), given.get("calls", "full"))


def read_hand(seat: str, given: dict[str, Any], pack: int) -> tuple[int, int]:
    """The hand dealt to a seat, and the cards that it threw out.

    Parameters
    ----------
    seat : str
        Whose cards they are, for error messages.
    given : dict
        With ``dealt`` and ``discard``.
    pack : int

    Raises
    ------
    InputError
        If one is missing or cannot be read, or a card is thrown that was not dealt.
    """
    refuse({f"{seat}: {one} is missing": one not in given for one in ("dealt", "discard")})
    hand = parse_hand(given["dealt"], f"{seat} dealt", pack, cards=HAND_CARDS)
    discard = parse_hand(given["discard"], f"{seat} discard", pack)
    if discard & ~hand:
        card = format_card(next(iterate_cards(discard & ~hand)))
        raise InputError(f"{seat} discard: {card} was not dealt to {seat}")
    return hand, discard


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
    refuse(
        {
            f"{what}: {key} is missing; an example is {json.dumps(example)}": key not in call
            for key in example
        }
    )
    size = read_whole(f"{what}: {first}", call[first])
    if not 1 <= size <= HAND_CARDS:
        raise InputError(f"{what}: {first} {size}; no hand holds such a {kind}")
    if kind == "point":
        pips = read_whole(f"{what}: pips", call[second])
        if not 0 <= pips <= PIPS_MASK:
            raise InputError(f"{what}: {pips} pips; no hand holds such a point")
        return size << POINT_SHIFT | pips
    return size << TOP_SHIFT | _read_rank(call[second], f"{what}: {second}")


def is_silent(given: object) -> bool:
    """Whether calls, as a deal in JSON has them, leave a carte blanche unannounced."""
    return isinstance(given, dict) and given.get("carte_blanche", True) is False


def read_calls(
    seat: str, given: object, hand: int, holding: Holding, laws: Laws
) -> tuple[int, int, int]:
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
        What that hand holds.
    laws : Laws

    Returns
    -------
    tuple of three int
        Point, sequence and set in the form in which views have them.

    Raises
    ------
    InputError
        If anything is called that is not held.
    """
    if given == "full":
        return holding.point, holding.sequence, holding.set
    if given == "none":
        return 0, 0, 0
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
    point, sequence, best_set = read = tuple(
        0 if calls.get(kind) is None else read_call(kind, calls[kind], f"{seat} calls {kind}")
        for kind in CLASSES
    )
    if 0 < point & PIPS_MASK < laws.point_least_pips:
        raise InputError(
            f"{seat} calls point: {point & PIPS_MASK} pips; under these rules a point has at least "
            f"{laws.point_least_pips}"
        )
    held = (
        point == 0 or point_cards(hand, point) != 0,
        sequence == 0 or holds_sequence(laws, hand, sequence),
        best_set == 0 or holds_set(laws, hand, best_set),
    )
    refuse(
        {
            f"{seat} calls {kind}: {word_call(kind, call)} is not held in {format_hand(hand)}, "
            f"of which the best is {word_call(kind, best)}": not is_held
            for kind, call, best, is_held in zip(CLASSES, read, holding, held, strict=False)
        }
    )
    return point, sequence, best_set


def read_deal(given: "Deal | dict[str, Any]") -> Deal:
    """Read a deal in JSON and check it against the laws up to the first lead.

    Parameters
    ----------
    given : dict or Deal
        As for `score_deal`; its play may be unfinished, and its cards are not followed yet.

    Raises
    ------
    InputError
        If anything before the play is illegal, or the play is not text with cards.
    """
    if isinstance(given, Deal):
        if given.hidden is not None:
            raise InputError("deal: a hand is hidden; expected a deal of which all cards are known")
        return given
    if isinstance(given, dict) and "leads" in given:
        raise InputError(
            "deal: this is an ending, which piquet solve reads; expected elder, younger, talon and "
            "play"
        )
    if isinstance(given, dict) and given.get("notation") is not None:
        check_notation(given["notation"])  # before a later version's keys are called unknown
    require_object(given, _PLAYED | HEADING, "deal")
    heading = read_heading(given)
    rules = find_rules(given.get("rules", "rubicon"))
    dealt, thrown, calls = zip(
        *(_read_seat(seat, given, rules.pack) for seat in SEATS), strict=True
    )
    if not isinstance(given.get("talon"), str):
        raise InputError("talon is missing; expected text with the cards in the order of drawing")
    talon = parse_cards(given["talon"], "talon", rules.pack)
    if len(talon) != rules.stock:
        raise InputError(f"talon: expected {rules.stock} cards, got {len(talon)}")
    deal = Deal(rules, dealt, thrown, talon, silent=tuple(map(is_silent, calls)), heading=heading)
    check_exchange(deal)
    called = tuple(
        read_calls(*one, deal.laws)
        for one in zip(SEATS, calls, deal.hands, deal.holdings, strict=True)
    )
    return replace(deal, calls=called, plays=read_play(given.get("play"), rules))


def read_play(text: object, rules: RuleSet) -> tuple[int, ...]:
    """The cards that have fallen, as a deal in JSON has them.

    Raises
    ------
    InputError
        If they are not text with cards.
    """
    if text is not None and not isinstance(text, str):
        raise InputError(
            "play: expected text with the cards in the order in which they were played"
        )
    return parse_cards(text, "play", rules.pack) if text and text.strip() else ()


def judge_deal(given: "Deal | dict[str, Any]") -> ScoredDeal:
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
    deal = read_deal(given)
    if not (bool(deal.plays) if isinstance(given, Deal) else given.get("play") is not None):
        return deal.before_play
    if not 1 <= len(deal.plays) <= 2 * TRICKS:
        raise InputError(f"play: expected 1 to {2 * TRICKS} cards, got {len(deal.plays)}")
    return check_written_totals(deal.score())


def normalise_deal(given: "Deal | dict[str, Any]") -> dict[str, Any]:
    """The record of a deal in its normal form; two records of one deal are then equal.

    Parameters
    ----------
    given : Deal or dict
        As `score_deal` reads it; its play may be unfinished. What it says of the condition under
        which it was dealt is left out.

    Raises
    ------
    InputError
        If anything is illegal, or written totals are wrong.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> normalise_deal(deal) == deal
    True
    """
    return describe_deal(check_record(read_deal(given)))


def describe_deal(deal: Deal) -> dict[str, Any]:
    """A deal, such as one of a simulation, as `score_deal` reads it.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> sorted(describe_deal(Simulation("club", "club").replay_deal(0)))
    ['elder', 'play', 'rules', 'talon', 'younger']
    """
    heading = dict(deal.heading)
    totals = heading.pop("totals", None)
    hands = zip(deal.dealt, deal.thrown, deal.holdings, deal.called, deal.announced, strict=True)
    parts = [
        {
            "dealt": format_hand(dealt),
            "discard": format_hand(thrown),
            "calls": describe_calls(
                holding, called, bool(has_carte_blanche(dealt)) and not announced
            ),
        }
        for dealt, thrown, holding, called, announced in hands
    ]
    return {
        **heading,
        "rules": deal.rules.describe(),
        **dict(zip(SEATS, parts, strict=True)),
        "talon": format_cards(deal.talon),
        **({"play": format_cards(deal.plays)} if deal.plays else {}),
        **({} if totals is None else {"totals": totals}),
    }


def describe_calls(holding: Holding, called: Sequence[int], has_sunk_blanche: bool) -> Any:
    """The calls of a seat as a deal in JSON has them, in their shortest form.

    Parameters
    ----------
    holding : Holding
        What the twelve cards after the exchange hold.
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


def describe_call(kind: str, call: int) -> dict[str, Any]:
    """A call as a deal in JSON has it.

    Examples
    --------
    >>> describe_call("set", read_call("set", {"size": 3, "rank": "J"}))
    {'size': 3, 'rank': 'J'}
    """
    if kind == "point":
        return {"length": call >> POINT_SHIFT, "pips": call & PIPS_MASK}
    size, rank = call >> TOP_SHIFT, RANK_LETTERS[call & TOP_MASK]
    return {"length": size, "top": rank} if kind == "sequence" else {"size": size, "rank": rank}
