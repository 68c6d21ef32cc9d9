"""What advice on a hand says: each discard with its value, and the verdict on it.

`advice` explains how the values are found.
"""

from dataclasses import dataclass, field
from typing import Any

from piquet_sim.advice.outcomes import Outcomes
from piquet_sim.advice.trials import AGAINST, PARTIE, Question
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import format_cards, iterate_cards
from piquet_sim.running.provenance import describe_making
from piquet_sim.strategies.registry import find_strategy


@dataclass(frozen=True)
class Advised:
    """One discard, and what it makes."""

    discard: int
    same: tuple[int, ...]
    """Discards that are equal up to renaming suits."""
    worth: Estimate
    """The player's points less the opponent's, or the expected settlement of the partie."""
    behind: Estimate
    """How much more the best discard makes, deal by deal in common deals."""
    is_settled: bool
    """Whether it is worse than the best beyond doubt."""
    parts: dict[str, Estimate] = field(default_factory=dict)
    """Points per deal of each part, for and against the player; those for less those against add up
    to the value. In a partie, also the effect of the totals. Empty before the end."""
    differences: dict[str, Estimate] = field(default_factory=dict)
    """How much better the best discard does in each part, deal by deal; they add up to the gap."""
    reasons: tuple[str, ...] = ()
    """The parts where that is beyond its error, the greatest first."""
    rest: Estimate | None = None
    """All other parts of the gap together."""
    is_named: bool = False
    """Whether it was asked about by name, so that it is judged whatever it is worth."""
    outcomes: Outcomes | None = None
    """How its deals end. None before the end."""
    chance_best: float | None = None
    """The chance that it is the best of those judged (`find_chances_of_best`). None before the
    end."""

    def list_reasons(self) -> list[tuple[str, str]]:
        """Why the best makes more: the parts beyond their error, and the rest; they add up.

        Returns
        -------
        list of (str, str)
            How much, with its sign and error, and of what. Empty where no part is beyond its error.
        """
        told = []
        for name in self.reasons:
            gain, whose = self.differences[name], name_part(name)
            if name.endswith(AGAINST):
                part = name_part(name.removesuffix(AGAINST))
                whose = f"{'less' if gain.value > 0 else 'more'} for the opponent's {part}"
            told.append((say_gain(gain), whose))
        if told and self.rest is not None:
            told.append((say_gain(self.rest), "all else together"))
        return told

    @property
    def value(self) -> float:
        """What it makes on average."""
        return self.worth.value

    @property
    def gap(self) -> float:
        """The value of the best less this one."""
        return self.behind.value

    @property
    def deals(self) -> int:
        """Deals by which its value is known."""
        return self.worth.n

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        behind = self.behind.as_json()
        return {
            "discard": format_cards(iterate_cards(self.discard)),
            "same": [format_cards(iterate_cards(one)) for one in self.same],
            **self.worth.as_json(),
            "gap": behind.pop("value"),
            **{f"gap_{name}": told for name, told in behind.items()},
            "settled": self.is_settled,
            "deals": self.deals,
            "parts": {name: part.value for name, part in self.parts.items()},
            "parts_se": {name: part.se for name, part in self.parts.items()},
            "differences": {name: less.as_json() for name, less in self.differences.items()},
            "reasons": list(self.reasons),
            "rest": None if self.rest is None else self.rest.as_json(),
            "named": self.is_named,
            "chance_best": self.chance_best,
            **({} if self.outcomes is None else self.outcomes.as_json()),
        }


@dataclass(frozen=True)
class Advice:
    """The values of the discards of a hand, as far as they are known.

    Examples
    --------
    >>> from piquet_sim.advice.advice import advise
    >>> from piquet_sim.game.cards import parse_hand
    >>> advice = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=2_000)
    >>> [advice.say_verdict(place) for place in (0, 1)]
    ['best beyond doubt', 'worse beyond doubt']
    """

    question: Question
    candidates: tuple[Advised, ...]
    """The best first: the first of the race, unless fresh deals say otherwise beyond doubt."""
    tried: int
    """Candidates that were in the race."""
    raced: int
    """Deals that chose the best."""
    is_judged: bool
    """Whether the values come from fresh deals; if not, the race is still running."""
    unjudged: int = 0
    """Number of candidates that the race did not drop and that are not judged."""
    made_to_take: bool = False
    """Whether elder was made to take as many cards as younger knows of: in none of the hands tried
    would their strategy have taken so many."""

    @property
    def is_settled(self) -> bool:
        """Whether the best is the best beyond doubt."""
        return (
            self.is_judged
            and not self.unjudged
            and all(one.is_settled for one in self.candidates[1:])
        )

    def list_shown(self, most: int) -> list[tuple[int, Advised]]:
        """The given number of candidates, and those asked about by name, each with its place."""
        ranked = enumerate(self.candidates)
        return [(place, one) for place, one in ranked if place < most or one.is_named]

    def say_verdict(self, place: int) -> str:
        """The verdict on a candidate, by its place."""
        one, others = self.candidates[place], self.candidates[1:]
        if not self.is_judged:
            if place == 0:
                return "ahead"
            return "left behind" if one.is_settled else "in the race"
        if place:
            likely, sure = _is_behind(one.behind), one.is_settled
        else:
            likely = not self.unjudged and all(_is_behind(other.behind) for other in others)
            sure = self.is_settled
        which = "worse" if place else "best"
        if sure:
            return f"{which} beyond doubt"
        return f"probably {which}" if likely else "too close to call"

    def say_how(self, most: int) -> str:
        """How many discards were tried, and by how many deals the shown ones were judged."""
        listed, best = self.list_shown(most), self.candidates[0]
        open_still = f", {self.unjudged:,} others may be as good" if self.unjudged else ""
        return (
            f"{self.tried:,} candidates tried, {len(listed):,} shown{open_still}; "
            f"{self.raced:,} deals chose the best, {best.deals:,} further deals judged all shown"
        )

    def say_assumed(self) -> str:
        """The rules, and how both are supposed to play."""
        told = self.question.describe()
        known = "has announced a carte blanche, " if self.question.opponent_blanche else ""
        return (
            f"{told['rules']}: the opponent {known}exchanges as {told['strategy']}; both call "
            "everything and play perfectly, seeing all cards"
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        opponent = find_strategy(self.question.strategy)
        return {
            "question": self.question.describe(),
            # What is tried at all is chosen by the learned evaluation, expert's.
            "origin": describe_making((opponent, find_strategy("expert"))),
            "settled": self.is_settled,
            "tried": self.tried,
            "raced": self.raced,
            "made_to_take": self.made_to_take,
            "candidates": [
                {**one.as_json(), "verdict": self.say_verdict(place)}
                for place, one in enumerate(self.candidates)
            ],
        }


def _is_behind(behind: Estimate) -> bool:
    return behind.low is not None and behind.low > 0


def name_part(name: str) -> str:
    """A part of a discard's value in words.

    Examples
    --------
    >>> name_part("carte_blanche_against")
    'opponent: carte blanche'
    """
    if name == PARTIE:
        return "by the totals of the partie"
    part = name.removesuffix(AGAINST).replace("_", " ")
    return f"opponent: {part}" if name.endswith(AGAINST) else part


def say_gain(gain: Estimate) -> str:
    """A difference with its sign and its error."""
    return ("+" if gain.value > 0 else "") + str(gain)
