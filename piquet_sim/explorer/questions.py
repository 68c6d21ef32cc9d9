"""Questions to the explorer: the one place where the text of an address is parsed.

The page keeps its whole state in its address and uses the same names in its requests to the
server, so an address that somebody shares gives the same answers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from piquet_sim.deals.call_names import list_calls
from piquet_sim.deals.json import describe_call
from piquet_sim.deals.simulation import HIGHEST_SEED
from piquet_sim.decisions.kinds.contrast import MOST_COMPARED
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.seen import ANSWERS
from piquet_sim.decisions.walkthrough import lay_out_deal
from piquet_sim.explorer.records import read_code
from piquet_sim.game.cards import (
    HAND_CARDS,
    TRICKS,
    count_cards,
    parse_cards,
    parse_hand,
    read_hand,
)
from piquet_sim.game.errors import InputError, read_known, read_whole
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import read_seat
from piquet_sim.game.terms import CLASSES
from piquet_sim.strategies import find_strategy, strategy_names

KEYS = (
    "view", "hand", "seat", "took", "score", "deal", "rules", "strategy", "aim", "discard",
    "versus", "draw", "number", "play", "seconds", "theme", "text", "rows", "deals",
    "series", "throws", "shown", "step", "record", "pasted", "decision",
    "opponent", "partie", "length", "decided", "hint", *CLASSES,
)  # fmt: skip
"""The names allowed in an address."""

LONGEST_VALUE = 200
LONGEST = {"record": 1_000, "pasted": 20_000, "partie": 6_000}
"""Those of a whole deal, or of several, may be longer."""
RECORDED = "record"
"""In the place of a deal's number: the deal is the one of the record."""
SKIPPED = "0"
"""In the place of a throw: the hand was skipped."""
MOST_SECONDS = 30.0
MOST_ROWS = 2_000
_CALLED = {
    "point": "point of 5 cards making 49",
    "sequence": "quart major",
    "set": "trio of knaves",
}
USUAL = "expert"
"""The player against whom one asks, if no other is named."""
_USUALLY = {
    "rules": "rubicon",
    "hand": "...",
    "seat": "elder",
    "deal": str(PARTIE_DEALS),
    "strategy": USUAL,
    "aim": "hand.value",
    "number": "0",
    "theme": "any",
    "rows": "20",
    "deals": str(MOST_COMPARED),
    "series": "0",
    "opponent": USUAL,
    "length": "partie",
}
"""What an address means that does not say otherwise, by name."""
PATIENCE = (3, 20)
"""Seconds of advice against a player who answers soon, and against one who does not."""


def read_query(pairs: Iterable[tuple[str, str]]) -> "Asked":
    """The state given by an address.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Names and values, decoded; empty values are ignored.

    Raises
    ------
    InputError
        If a name is unknown or given twice, or a value is too long.
    """
    state: dict[str, str] = {}
    for key, value in pairs:
        read_known(key[:LONGEST_VALUE], KEYS, "name", "address")
        if key in state:
            raise InputError(f"address: {key} is given twice")
        most = LONGEST.get(key, LONGEST_VALUE)
        if len(value) > most:
            raise InputError(f"{key}: {len(value):,} characters; at most {most:,}")
        state[key] = value.strip()
    return Asked({key: value for key, value in state.items() if value})


def _whole(text: str, name: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise InputError(f"{name}: {text!r} is not a whole number")
    return read_whole(name, int(text), least, most)


@dataclass(frozen=True)
class Asked:
    """The state of the page, each part parsed when it is needed.

    Every property raises `InputError` if its part is invalid.
    """

    state: dict[str, str]

    def __getitem__(self, key: str) -> str:
        """What the address says under a name, or what is usual."""
        return self.state.get(key, _USUALLY.get(key, ""))

    @cached_property
    def rules(self) -> RuleSet:
        """The rule book; by default Rubicon's."""
        return find_rules(self["rules"])

    @cached_property
    def hand(self) -> int:
        """The cards laid out so far, as a mask; at most twelve."""
        hand = parse_hand(self["hand"], "hand", self.rules.pack)
        if count_cards(hand) > HAND_CARDS:
            raise InputError(f"hand: {count_cards(hand)} cards; at most {HAND_CARDS} are dealt")
        return hand

    @property
    def whole_hand(self) -> int:
        """The twelve cards dealt."""
        read_hand(self.hand, cards=HAND_CARDS)
        return self.hand

    @property
    def seat(self) -> str:
        """Whose hand it is: "elder" or "younger"."""
        return read_seat(self["seat"])

    @property
    def took(self) -> int | None:
        """Number of cards elder took, where the hand is younger's."""
        if self.seat == "elder" or "took" not in self.state:
            return None
        return _whole(self.state["took"], "took", 0, 99)

    @property
    def score(self) -> tuple[int, int] | None:
        """Totals of the partie, own first."""
        if "score" not in self.state:
            return None
        own, sign, theirs = self.state["score"].partition("-")
        if not sign:
            raise InputError(
                f"score: {self.state['score']!r}; write your total and the opponent's, as in 68-155"
            )
        return _whole(own, "score", 0, 10_000), _whole(theirs, "score", 0, 10_000)

    @property
    def deal(self) -> int:
        """Number of the deal in the partie."""
        return _whole(self["deal"], "deal", 1, PARTIE_DEALS)

    @property
    def strategy(self) -> str:
        """Strategy that makes the other seat's exchange."""
        find_strategy(self["strategy"])
        return self["strategy"]

    @property
    def discard(self) -> int | None:
        """The discard, if it has been chosen."""
        return self._cards("discard")

    @property
    def versus(self) -> int | None:
        """The other discard, with which it is compared."""
        return self._cards("versus")

    def _cards(self, name: str) -> int | None:
        return parse_hand(self[name], name, self.rules.pack) if name in self.state else None

    @property
    def number(self) -> int:
        """Index of the deal among those possible."""
        return _whole(self["number"], "number", 0, HIGHEST_SEED)

    @property
    def rows(self) -> int:
        """How many discards are listed."""
        return _whole(self["rows"], "rows", 1, MOST_ROWS)

    @property
    def deals(self) -> int:
        """Most deals in which two discards are compared."""
        return _whole(self["deals"], "deals", 2, MOST_COMPARED)

    @property
    def plays(self) -> tuple[int, ...]:
        """The cards played so far."""
        return parse_cards(self["play"], "play", self.rules.pack)

    @property
    def step(self) -> int:
        """How many of the cards played are looked at; by default all."""
        played = len(self.plays)
        return min(played, _whole(self.state.get("step", str(played)), "step", 0, 2 * TRICKS))

    @property
    def series(self) -> int:
        """Number of ten hands: a day, as in 20270131."""
        return _whole(self["series"], "series", 0, HIGHEST_SEED)

    @property
    def throws(self) -> tuple[int | None, ...]:
        """What was thrown from the ten hands, one after another; None if skipped.

        Written as cards without blanks, a dash between the hands: ``KS9D8D-0-7C``; 0 is a hand
        that was skipped.
        """
        if "throws" not in self.state:
            return ()
        words = (
            " ".join(word[place : place + 2] for place in range(0, len(word), 2))
            for word in self.state["throws"].split("-")
        )
        pack = self.rules.pack
        return tuple(None if one == SKIPPED else parse_hand(one, "throws", pack) for one in words)

    @property
    def seconds(self) -> float:
        """Time limit of advice in seconds."""
        text = self.state.get("seconds", f"{PATIENCE[self.strategy in list_slow()]}")
        try:
            seconds = float(text)
        except ValueError:
            raise InputError(f"seconds: {text!r} is not a number") from None
        if not 0 < seconds <= MOST_SECONDS:
            raise InputError(
                f"seconds: expected more than 0 and at most {MOST_SECONDS:g}, got {text}"
            )
        return seconds

    @property
    def record(self) -> Record:
        """The deal that is reviewed."""
        if "record" not in self.state:
            raise InputError("record: paste a deal first")
        return read_code(self.state["record"])

    @property
    def card_number(self) -> int:
        """Number of the card played that is asked about, from 1."""
        return _whole(self["decision"], "decision", 1, 2 * TRICKS)

    @property
    def position(self) -> dict[str, object]:
        """What the seat knows in mid-deal, as `advise_play` reads it.

        Of each class stands what the other said: of elder's call how it was answered, else the
        call.
        """
        answers, heard = {}, {}
        for kind in CLASSES:
            said = self[kind].lower()
            of, call = list_calls(self.rules.pack).get(said, (kind, 0))
            if said in ANSWERS.values():
                answers[kind] = said
            elif call and of == kind:
                heard[kind] = describe_call(kind, call)
            elif said:
                raise InputError(
                    f"{kind}: expected {', '.join(ANSWERS.values())} or what the other called, as "
                    f"in {_CALLED[kind]!r}"
                )
        return {
            "seat": self.seat,
            "rules": self.rules.name,
            "dealt": self.state.get("hand", ""),
            "discard": self.state.get("discard", "..."),
            "drawn": self.state.get("draw", "..."),
            "opponent": {"took": _whole(self["took"], "took", 0, 99), "calls": heard},
            "play": self["play"],
            **({"answers": answers} if answers else {}),
        }

    @property
    def opponent(self) -> str:
        """The strategy that a partie is played against."""
        return read_known(self["opponent"], strategy_names(), "strategy", "opponent")

    def question(self) -> Question:
        """What advice is asked for."""
        if self.rules.name != "rubicon":
            raise InputError(
                f"advice requires the rules of rubicon, got {self.rules.name}; the play of a deal "
                "works under these rules too"
            )
        return Question(self.whole_hand, self.seat, self.took, self.strategy, self.score, self.deal)

    def lay_out(self) -> dict[str, Any]:
        """The deal to be shown, without its play."""
        if self.discard is None:
            raise InputError("discard: choose the cards to discard first")
        drawn = parse_cards(self["draw"], "draw", self.rules.pack)
        score = self.score if self.rules == RUBICON else None
        hand = self.whole_hand, self.seat, self.took, self.strategy, score, self.deal
        return lay_out_deal(Question(*hand, rules=self.rules), self.discard, drawn, self.number)


def list_slow() -> list[str]:
    """Those that take seconds for the deals that others take hundredths for."""
    return [name for name in strategy_names() if name != USUAL and find_strategy(name).is_slow]
