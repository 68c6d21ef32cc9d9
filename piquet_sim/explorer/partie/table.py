"""A partie between a person and a strategy, one decision after another.

The engine deals, asks, and counts (`deals.table`): the strategy's answers come from its policies,
asked with its own view and nothing else. So a partie is its seed and the answers given so far, and
is taken up again from these.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from piquet_sim.deals.deal import Deal
from piquet_sim.deals.json import describe_call, describe_deal, read_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.table import Table
from piquet_sim.game.cards import format_cards, format_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.strategies import find_strategy

_ASKS = {"DiscardView": "discard", "CallView": "call", "PlayView": "play"}


@dataclass(frozen=True)
class Move:
    """A decision that was asked for and answered."""

    seat: int
    what: str
    """As `deals.table.Table` asks: "discard", "point", "play", ..."""
    view: tuple[Any, ...]
    """The view of the seat that decided."""
    answer: int


@dataclass
class PlayedDeal:
    """One deal of a partie, as far as it has gone."""

    number: int
    """From 1."""
    talon: str
    """Its cards in the order of drawing."""
    moves: list[Move] = field(default_factory=list)
    rules: str = RUBICON.name

    def find(self, what: str, seat: int) -> Move | None:
        """The answer of a seat to a question that is asked once."""
        return next((one for one in self.moves if (one.what, one.seat) == (what, seat)), None)

    def list_plays(self) -> list[int]:
        """The cards that were asked for."""
        return [one.answer for one in self.moves if one.what == "play"]

    def write(self, is_played: bool = True) -> dict[str, object]:
        """The record of the deal, with the cards that have fallen, once everything was called."""
        deal: dict[str, object] = {"rules": self.rules, "talon": self.talon}
        for place, seat in enumerate(SEATS):
            thrown = self.find("discard", place)
            deal[seat] = {
                "dealt": format_hand(thrown.view.hand),
                "discard": format_hand(thrown.answer),
                "calls": self._write_calls(place),
            }
        if is_played and (plays := follow(read_deal(deal), self.list_plays())):
            deal["play"] = format_cards(plays)
        return deal

    def _write_calls(self, seat: int) -> dict[str, object]:
        moves = {kind: self.find(kind, seat) for kind in CLASSES}
        calls = {
            kind: describe_call(kind, one.answer)
            for kind, one in moves.items()
            if one is not None and one.answer
        }
        blanche = self.find("carte_blanche", seat)
        if blanche is not None and not blanche.answer:
            calls["carte_blanche"] = False
        return calls


def follow(deal: Deal, asked: Iterable[int]) -> list[int]:
    """The cards that fell: those asked for, and between them each that alone was legal.

    Parameters
    ----------
    deal : Deal
        Up to the first lead.
    asked : iterable of int
        Masks, in the order in which they were asked for.
    """
    course, waiting, plays = deal.begin_play(), list(asked)[::-1], []
    while not course.is_over:
        is_forced = course.legal & (course.legal - 1) == 0
        if not is_forced and not waiting:
            break
        plays.append(course.legal if is_forced else waiting.pop())
        course = course.play(plays[-1])
    return plays


@lru_cache(32)
def _find_talon(rules: str, seed: int, number: int) -> str:
    # The cards of deal d of a partie are those of deal d of the simulation.
    played = Simulation("novice", "novice", find_rules(rules), seed=seed).replay_deal(number)
    return str(describe_deal(played)["talon"])


class Partie(Table):
    """A partie, or one deal, between a person and a strategy.

    Parameters
    ----------
    seed : int
        Seed of the cards, which the player must not know.
    opponent : str
        A strategy's name.
    human : int
        0 if the person is elder in the first deal.
    answers : iterable of int
        All answers so far, the strategy's among them.
    rules : str
        The name of a rule book.
    is_match : bool
        Whether a whole match is played, or one deal.

    Raises
    ------
    InputError
        If there is no such strategy or rule book, or an answer is not legal.
    """

    def __init__(
        self,
        seed: int,
        opponent: str,
        human: int,
        answers: Iterable[int] = (),
        rules: str = RUBICON.name,
        is_match: bool = True,
    ) -> None:
        super().__init__(rules, seed, is_match=is_match)
        self.opponent, self.human = opponent, human
        self._strategy = find_strategy(opponent)
        self.deals: list[PlayedDeal] = []
        self._note_deal()
        for one in answers:
            self._take(int(one))

    def seat_in(self, number: int) -> int:
        """The person's seat in a deal, by its number: the players change from deal to deal."""
        return (number - 1 + self.human) & 1

    def list_finished(self) -> list[PlayedDeal]:
        """The deals that have been played to the end."""
        return self.deals if self.is_over else self.deals[:-1]

    # ---- Answers

    def answer(self, answer: int) -> None:
        """Take the person's answer.

        Raises
        ------
        InputError
            If it is not legal, or the other is to decide.
        """
        if self.is_over or self.player != self.human:
            raise InputError("partie: it is not your turn")
        self._take(answer)

    def play_other(self, within: int) -> None:
        """Let the strategy decide until the person is asked, or the deal of that number is over."""
        while not self.is_over and len(self.deals) <= within and self.player != self.human:
            self._strategy.prepare()
            self._take(int(getattr(self._strategy, _ASKS[type(self.view).__name__])(self.view)))

    def _take(self, answer: int) -> None:
        move = Move(self.view.seat, self.what, self.view, answer)
        super().answer(answer)
        self.deals[-1].moves.append(move)
        if self.is_match and not self.is_over and self.view.deal != self.deals[-1].number:
            self._note_deal()

    def _note_deal(self) -> None:
        number = len(self.deals) + 1
        talon = _find_talon(self.rules.name, self.seed, number - 1)
        self.deals.append(PlayedDeal(number, talon, rules=self.rules.name))

    # ---- What has been counted

    def list_scores(self) -> list[tuple[int, int]]:
        """What the person and the strategy made in each deal that is over."""
        scores = []
        for deal in self.list_finished():
            elder, younger = read_deal(deal.write()).score().of_both("score")
            scores.append((elder, younger) if self.seat_in(deal.number) == 0 else (younger, elder))
        return scores

    @property
    def deals_to_come(self) -> int:
        """How many deals the partie has, as far as is known; of a race those so far."""
        least = self.rules.partie_deals if self.rules.match == "partie" and self.is_match else 1
        extra = len(self.deals) > least > 1 and len(self.deals) % 2  # a tie adds two
        return max(least, len(self.deals) + extra)
