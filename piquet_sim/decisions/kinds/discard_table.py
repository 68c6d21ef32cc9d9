"""Trials of discards: what they make in common deals of the cards not seen.

The opponent discards by a strategy, both call everything, and the cards are played perfectly by
both, seeing all (`kernel.players.rollouts`). Everything is kept deal by deal, so that two discards
can be compared in the deals that they have in common.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.deals.simulation import look_up_entry
from piquet_sim.decisions.kinds.question import Question, list_takers
from piquet_sim.decisions.stake import Stake
from piquet_sim.decisions.table import Table
from piquet_sim.estimates.estimate import Estimate, estimate_proportion, estimate_values
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.limits import Limits, limit_parts
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import Laws
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import count_threads, play_in_order
from piquet_sim.kernel.deal.decisions import DISCARD_FAULT
from piquet_sim.kernel.deal.views import ELDER_SEAT, DiscardView
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.play_table import PlayTable
from piquet_sim.kernel.players.rollouts import FAULT, PARTS_OF_BOTH, ROLLOUT_PARTS, roll_against
from piquet_sim.kernel.questions.imagined_exchanges import finish_listed
from piquet_sim.kernel.random import JUDGED_FROM
from piquet_sim.matches.standing import POINTS
from piquet_sim.strategies.learned import prepare_learned
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import Strategy, find_strategy

if TYPE_CHECKING:
    from piquet_sim.deals.illegal_decisions import IllegalDecision

MOST_DEALS = JUDGED_FROM
"""Maximum deals for one discard; discards not distinguished by then are as good as equal."""
HANDS_TRIED = 1 << 14
"""Hands of elder's that are tried, at most, for one that takes as many cards as younger knows of;
where none does, elder is made to take them in every deal."""
_FEW_TRIED = 1 << 8
_ENOUGH = 8
"""Hands that take as many, after which no more are tried to say how common they are."""
_COMMON = 64
"""If one hand in this many takes that number of cards, such a deal takes about as long as
others."""
_ATTEMPTS = 1 << 20
"""Hands for one deal where such hands are known to exist; the chance to find none is negligible."""
_MOST_HANDS = 1 << 21
"""Hands of elder's, about, that a question may cost; the rarer, the fewer deals are played."""
_KEPT = 1 << 12
"""Questions of which it is kept whether elder ever takes so many."""
_TRIED = 1, 1 << 4, 1 << 8, 1 << 11, HANDS_TRIED
"""Hands that are tried one after the other until elder takes so many."""

BATCH, _LARGE_BATCH = 64, 1_024
"""Deals that a thread plays at once: where the caller may stop, and at most where nobody does."""

AGAINST = "_against"
"""Suffix of the name of a part of the opponent's score."""
CHANCES = tuple(
    f"{name}{whose}" for name in ("repique", "pique", "cards") for whose in ("", AGAINST)
)
"""Parts that a call may bring, or bring the opponent."""
_DRAWS, _SEED = 20_000, 7
PARTIE = "partie"
"""The part of an expected settlement that is not points: the effect of the totals."""


class Stopped(Exception):
    """The caller has stopped; no more deals are to be played."""


class DiscardTable(Table):
    """Discards of one question in common deals of the cards not seen.

    Parameters
    ----------
    question : Question
    discards : sequence of int
    threads : int
    first : int
        Number of the first deal.
    with_parts : bool
        Whether the parts of the scores are kept, too.
    stop : callable, optional
        Called between batches of deals; True ends the playing with `Stopped`.
    lists_hands : bool
        Whether all of elder's hands are listed where few take as many cards as younger knows of:
        that costs as much as some tens of thousands of hands that are dealt and thrown away. Else
        hands are dealt until one does.
    """

    def __init__(
        self,
        question: Question,
        discards: Sequence[int],
        threads: int,
        first: int = 0,
        with_parts: bool = False,
        stop: Callable[[], bool] | None = None,
        lists_hands: bool = False,
    ) -> None:
        if question.rules.pack != 32:
            raise InputError("rules: advice is for the pack of 32 cards")
        stake = Stake(question.rules, SEATS.index(question.seat), question.score, question.deal)
        super().__init__([int(one) for one in discards], stake, first)
        self.question, self.threads, self.stop = question, threads, stop
        self.with_parts, self.lists_hands = with_parts, lists_hands
        self.laws: Laws = find_laws(question.rules)
        self.play_table: PlayTable = find_play_table()
        self.opponent: Strategy = find_strategy(question.strategy)
        self.opponent.prepare()
        self.answer = self.opponent.discard.suit(self.laws, False).entry

    @cached_property
    def is_made_to_take(self) -> bool:
        """Whether elder was made to take what younger knows they took.

        In none of the hands tried, or of all, would their strategy have taken so many cards.
        """
        if self._takers is not None:
            return not len(self._takers[0])
        return self.stake.seat != ELDER_SEAT and _never_takes(self.question, self.opponent.discard)

    @cached_property
    def _takers(self) -> tuple[np.ndarray, np.ndarray] | None:
        # Elder's hands that take so many cards and what is thrown of them, where these are few of
        # those tried and may be listed.
        if not self.lists_hands or self.stake.seat == ELDER_SEAT:
            return None
        if any(self._count_taking(hands) >= _ENOUGH for hands in (2 * _ENOUGH, _FEW_TRIED)):
            return None
        return list_takers(
            self.laws,
            self.question.hand,
            self.question.elder_took(),
            int(self.question.opponent_blanche),
            self.opponent.discard,
            self.question.seed,
            self.threads,
        )

    def limit_deals(self, deals: int) -> int:
        """The number of deals, reduced where hands with which elder takes that many cards are
        rare and have to be sought.
        """
        return min(deals, int(_MOST_HANDS * self._share_taking))

    def lessen(self, deals: int, least: int) -> int:
        """Fewer deals at once where each takes long, so that clocks are asked as often."""
        return max(least, min(deals, int(deals * _COMMON * self._share_taking)))

    @cached_property
    def _share_taking(self) -> float:
        # Of elder's hands; all where none is sought.
        if self.stake.seat == ELDER_SEAT or self._takers is not None or self.is_made_to_take:
            return 1.0
        for hands in (_FEW_TRIED, HANDS_TRIED):
            taking = self._count_taking(hands)
            if taking >= _ENOUGH:
                break
        return taking / hands

    def _count_taking(self, hands: int) -> int:
        # No discards are tried, so that no deal is played.
        return hands - self._roll([], 1, 0, hands, False)[2]

    def prepare(self) -> None:
        """Compile what plays the deals, so that no clock runs meanwhile."""
        self._roll(list(self.choices), 1, 0, 0, False)

    def _roll(
        self, chosen: list[int], attempts: int, start: int, count: int, with_parts: bool
    ) -> tuple[np.ndarray, np.ndarray, int]:
        discards = np.array(chosen, np.int64)
        scores = np.zeros((count, len(discards), 2), np.int16)
        parts = np.zeros((count if with_parts else 0, len(discards), PARTS_OF_BOTH), np.int16)
        memory = new_memory()
        if len(discards) and self._takers is not None and len(self._takers[0]):
            done = look_up_entry(finish_listed)(
                self.laws,
                self.question.hand,
                *self._takers,
                discards,
                self.play_table,
                memory,
                self.question.seed,
                start,
                scores,
                parts,
            )
        else:
            done = look_up_entry(roll_against)(
                self.laws,
                self.stake.seat,
                self.question.hand,
                self.question.elder_took(),
                int(self.question.opponent_blanche),
                discards,
                self.answer,
                0,
                attempts,
                self.play_table,
                memory,
                self.question.seed,
                start,
                scores,
                parts,
            )
            if done == FAULT:
                raise self._illegal_discard(memory, start)
        return scores, parts, done

    def finish(
        self, places: list[int], first: int, deals: int
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Deal the cards not seen once for each deal, and finish it with each discard.

        Raises
        ------
        Stopped
            If `stop` says so.
        """
        chosen = [self.choices[place] for place in places]
        attempts = 1 if self.is_made_to_take else _ATTEMPTS
        batch = (
            max(BATCH, min(deals // (4 * self.threads), _LARGE_BATCH))
            if self.stop is None
            else self.lessen(BATCH, 1)
        )

        def work(start: int) -> tuple[np.ndarray, np.ndarray]:
            if self.stop is not None and self.stop():
                raise Stopped
            return self._roll(
                chosen, attempts, start, min(batch, first + deals - start), self.with_parts
            )[:2]

        batches = range(first, first + deals, batch)
        played = (
            map(work, batches)
            if len(batches) == 1  # a thread would cost more than many such
            else play_in_order(work, batches, self.threads)
        )
        scores, parts = map(np.concatenate, zip(*played, strict=True))
        return scores, parts if self.with_parts else None

    def _illegal_discard(self, memory: np.ndarray, number: int) -> "IllegalDecision":
        from piquet_sim.deals.illegal_decisions import IllegalDecision, explain_answer, format_view

        view = DiscardView(
            *(int(value) for value in memory[1:].reshape(-1)[: len(DiscardView._fields)])
        )
        said = explain_answer(self.opponent, DISCARD_FAULT, int(memory[0, 0]), view)
        return IllegalDecision(
            f"strategy {self.opponent.name!r} as {SEATS[view.seat]}, in continuations of the hand "
            f"from number {number} of seed {self.question.seed} on: {said}; the view was "
            f"{format_view(view)}",
            number,
        )

    def values_of_parts(self, choice: int) -> dict[str, np.ndarray]:
        """Points of each part by deal: the player's and, with `_against`, the opponent's."""
        values = {name: one[0] for name, one in self.stack_parts([choice]).items()}
        if self.question.score is not None:
            values[PARTIE] = self.worths(choice) - self.worths(choice, POINTS)
        return values

    def stack_parts(self, choices: Sequence[int]) -> dict[str, np.ndarray]:
        """The same of several choices with as many deals each: int64[choice, deal], by part."""
        names = [part + ending for ending in ("", AGAINST) for part in ROLLOUT_PARTS]
        parts = np.stack([self.kept[choice] for choice in choices]).astype(np.int64)
        return dict(zip(names, parts.transpose(2, 0, 1), strict=True))

    @cached_property
    def part_limits(self) -> dict[str, Limits | tuple[float, float]]:
        """The fewest and the most points of each part."""
        limits = {
            part + ending: limit
            for ending, seat in (("", self.stake.seat), (AGAINST, 1 - self.stake.seat))
            for part, limit in limit_parts(self.question.rules, SEATS[seat]).items()
        }
        return {PARTIE: (-inf, inf), **limits}

    def estimate_parts(self, choice: int) -> dict[str, Estimate]:
        """Points of each part, a deal."""
        return {
            name: estimate_values(values, limits=self.part_limits[name])
            for name, values in self.values_of_parts(choice).items()
        }

    def estimate_chances(self, choice: int) -> dict[str, Estimate]:
        """How often the player and, with `_against`, the opponent wins what."""
        parts, capot = self.values_of_parts(choice), self.question.rules.capot_scores
        return {
            name + mine: estimate_proportion(int(one.sum()), len(one))
            for mine, theirs in (("", AGAINST), (AGAINST, ""))
            for cards in [parts["cards" + mine]]
            for wins in [cards > parts["cards" + theirs]]
            for name, one in (
                ("cards", wins),
                ("capot", wins & (cards == capot)),
                ("pique", parts["pique" + mine] > 0),
                ("repique", parts["repique" + mine] > 0),
            )
        }

    @cached_property
    def chances_of_best(self) -> np.ndarray:
        """The chance that each discard is the best of all, given the deals.

        As all have been tried in the same deals, the errors of their means are jointly normal, with
        the covariance of these deals; before the deals any values are as likely as any others.

        Returns
        -------
        ndarray of float64
            One for each discard; they add up to 1. They are estimated by 20,000 draws, always the
            same: an error of .004 at most.
        """
        worths = np.stack([self.worths(choice) for choice in range(len(self.choices))])
        if len(worths) == 1:
            return np.ones(1)
        mean, errors = worths.mean(axis=1), np.cov(worths) / worths.shape[1]
        draws = np.random.default_rng(_SEED).multivariate_normal(mean, errors, _DRAWS)
        return np.bincount(draws.argmax(axis=1), minlength=len(worths)) / _DRAWS


@lru_cache(_KEPT)
def _never_takes(question: Question, _: Policy) -> bool:
    # Whether elder, who discards so, takes as many cards in none of the hands tried. The first show
    # it for the most part, and how many do so is seldom asked.
    return not any(map(DiscardTable(question, (), 1)._count_taking, _TRIED))


# ---- Lists of hands and discards --------------------------------------------------------------


def try_discards(
    question: Question, discards: np.ndarray, deals: int, threads: int | None = None, first: int = 0
) -> np.ndarray:
    """The scores of any discards, sensible or not, in common deals.

    Parameters
    ----------
    question : Question
    discards : ndarray of int64
    deals : int
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    first : int
        Number of the first deal; from `JUDGED_FROM` on they are those by which advice judges.

    Returns
    -------
    ndarray of int16, shape (deals, discards, 2)
        Own score and the opponent's.

    Raises
    ------
    InputError
        If a discard cannot be made.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> discards = np.array([parse_hand("K..98.87"), parse_hand(".8.98.87")])
    >>> try_discards(Question(parse_hand("AKJ.AQJ8.98.J87")), discards, 100).shape
    (100, 2, 2)
    """
    prepare_learned()
    tried = np.asarray(discards, np.int64)
    for one in tried.tolist():
        question.check_throw(one)
    trial = DiscardTable(question, tried.tolist(), count_threads(threads), first)
    trial.play(list(range(len(discards))), deals)
    return np.stack(trial.made, axis=1)
