"""Trials of discards: what they make in common deals of the cards not seen.

The opponent discards by a strategy, both call everything, and the cards are played perfectly by
both, seeing all (`kernel.players.rollouts`). Everything is kept deal by deal, so that two discards
can be compared in the deals that they have in common.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.estimates.differences import compare_values
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.exact.draw_odds import check_discard, exchange_limits
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.limits import Limits, limit_change, limit_parts, limit_worths
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import (
    COURTS_MASK,
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    PACK_32_MASK,
    SUITS,
    format_hand,
    iterate_cards,
    read_hand,
)
from piquet_sim.game.errors import InputError, read_seed, read_yes
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import name_seat
from piquet_sim.game.settlement import PARTIE_DEALS, read_score
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import count_threads, play_in_order
from piquet_sim.kernel.compile import find_entry
from piquet_sim.kernel.deal.decisions import DISCARD_FAULT
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, DiscardView
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.play_table import PlayTable
from piquet_sim.kernel.players.discard_values import ENTRIES, MOST_DISCARDS, UNIT
from piquet_sim.kernel.players.rollouts import FAULT, PARTS_OF_BOTH, ROLLOUT_PARTS, roll_against
from piquet_sim.kernel.players.short_lists import list_discards
from piquet_sim.kernel.questions import discard_ratings
from piquet_sim.kernel.questions.imagined_exchanges import finish_listed, list_throws
from piquet_sim.kernel.random import JUDGED_FROM
from piquet_sim.strategies.learned import (
    USUAL,
    Learned,
    find_blocks,
    find_family,
    find_learned,
    prepare_learned,
)
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import Strategy, find_strategy

if TYPE_CHECKING:
    from piquet_sim.deals.illegal_decisions import IllegalDecision
    from piquet_sim.decisions.seen import Knowledge

MOST_DEALS = JUDGED_FROM
"""Maximum deals for one discard; discards not distinguished by then are as good as equal."""
_WITHIN = 6.0
"""Points behind the best, by the learned evaluation, within which a discard is sensible."""
_MOST_TRIED = 30
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
_TRIED = 1, 1 << 4, 1 << 8, 1 << 11, HANDS_TRIED
"""Hands that are tried one after the other until elder takes so many."""

_KEPT = 16
"""Number of hands whose list of elder's hands is kept: each is asked in the race and after it."""
_PARTS = 64
"""In which elder's hands are listed, so that several threads can do it."""
BATCH, _LARGE_BATCH = 64, 1_024
"""Deals that a thread plays at once: where the caller may stop, and at most where nobody does."""

AGAINST = "_against"
"""Suffix of the name of a part of the opponent's score."""
PARTIE = "partie"
"""The part of an expected settlement that is not points: the effect of the totals."""


@dataclass(frozen=True)
class Question:
    """A hand on which advice is asked.

    Raises
    ------
    InputError
        If the seat, the hand, a number or a combination is invalid.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> Question(parse_hand("AKJ.AQJ8.98.J87"), "younger", took=4).elder_took()
    4
    """

    hand: int
    seat: str = ELDER
    took: int | None = None
    """Number of cards elder exchanged, where the hand is younger's; 5 by default."""
    strategy: "str | Strategy" = "expert"
    """Strategy that makes the opponent's exchange."""
    score: tuple[int, int] | None = None
    """Own and the opponent's totals of the partie before this deal."""
    deal: int = PARTIE_DEALS
    """Number of this deal in the partie, 1 to 6, where the score is given."""
    seed: int = 1
    rules: RuleSet = RUBICON
    opponent_blanche: bool = False
    """Whether the opponent has announced a carte blanche."""
    limits: range = field(init=False, repr=False, compare=False)
    """How many cards may be exchanged."""

    def __post_init__(self) -> None:
        name_seat(self.seat)
        object.__setattr__(self, "rules", find_rules(self.rules))
        object.__setattr__(self, "hand", read_hand(self.hand, cards=HAND_CARDS))
        object.__setattr__(self, "seed", read_seed(self.seed))
        object.__setattr__(self, "score", read_score(self.score))
        read_yes("opponent_blanche", self.opponent_blanche)
        limits = exchange_limits(self.seat, self.took, self.rules)
        object.__setattr__(self, "limits", limits)
        if self.rules.pack != 32:
            raise InputError("rules: advice is for the pack of 32 cards")
        if self.opponent_blanche and has_carte_blanche(self.hand):
            raise InputError("given: the hand has a carte blanche, so the opponent cannot have one")
        if self.score is not None:
            from piquet_sim.matches.standing import check_rules, check_totals

            check_rules(self.rules)
            check_totals(self.score, self.deal)

    def check_throw(self, discard: int) -> None:
        """Check that a discard can be made of the hand.

        Raises
        ------
        InputError
            If it is not in the hand, or has an illegal number of cards.
        """
        check_discard(self.hand, discard, self.seat, self.took, self.rules)

    def elder_took(self) -> int:
        """Number of cards elder exchanged, as kernels have it: -1 where the hand is elder's."""
        if self.seat == ELDER:
            return -1
        return self.rules.elder_exchange_most if self.took is None else self.took

    def describe(self) -> dict[str, Any]:
        """The question as data."""
        payload: dict[str, Any] = {"hand": format_hand(self.hand), "seat": self.seat}
        if self.seat == YOUNGER:
            payload["took"] = self.elder_took()
        payload |= {"strategy": find_strategy(self.strategy).name, "rules": self.rules.name}
        if self.opponent_blanche:
            payload["opponent_blanche"] = True
        if self.score is not None:
            payload |= {"score": list(self.score), "deal": self.deal}
        return {**payload, "seed": self.seed}


def ask_discard(
    known: "Knowledge", strategy: str = "expert", aim: str | None = None,
    score: tuple[int, int] | None = None, deal: int = PARTIE_DEALS, seed: int = 1,
) -> Question:  # fmt: skip
    """The question that a seat has which is to discard in a deal begun.

    Parameters
    ----------
    known : Knowledge
        Before a discard.
    strategy : str
        The strategy that makes the opponent's exchange.
    aim, score, deal
        As in `Knowledge.find_stake`.
    seed : int

    Raises
    ------
    InputError
        If the hand is illegal.

    Examples
    --------
    >>> from piquet_sim.decisions.seen import read_knowledge
    >>> ask_discard(read_knowledge({"elder": {"dealt": "AKJ.AQJ8.98.J87"}})).describe()["hand"]
    'AKJ.AQJ8.98.J87'
    """
    from piquet_sim.deals.exchange_view import knows_blanche

    at, _ = known.find_stake(aim, score, deal)
    knows = bool(known.opponent_dealt) and knows_blanche(known.laws, known.seat, 1 - known.seat)
    took = known.opponent_took if known.seat else None
    return Question(
        known.dealt, SEATS[known.seat], took, strategy, seed=seed, rules=known.rules,
        opponent_blanche=knows, **at,
    )  # fmt: skip


# Looked for once: to look costs as much as some deals.
_find_kernel = cache(find_entry)


class Stopped(Exception):
    """The caller has stopped; no more deals are to be played."""


def never_stop() -> bool:
    """Let the playing go on to its end: no clock is asked in between."""
    return False


class Trial:
    """Discards of one question and their results so far, in common deals.

    Parameters
    ----------
    question : Question
    discards : ndarray of int64
    threads : int
    first : int
        Number of the first deal.
    with_parts : bool
        Whether the parts of the scores are kept, too.
    stop : callable
        Called between batches of deals; True ends the playing with `Stopped`.
    lists_hands : bool
        Whether all of elder's hands are listed where few take as many cards as younger knows of:
        that costs as much as some tens of thousands of hands that are dealt and thrown away. Else
        hands are dealt until one does.
    """

    def __init__(
        self,
        question: Question,
        discards: np.ndarray,
        threads: int,
        first: int = 0,
        with_parts: bool = False,
        stop: Callable[[], bool] = never_stop,
        lists_hands: bool = False,
    ) -> None:
        self.question = question
        self.lists_hands = lists_hands
        self.first = first
        self.with_parts = with_parts
        self.stop = stop
        self.discards = discards
        self.threads = threads
        self.laws: Laws = find_laws(question.rules)
        self.seat: int = SEATS.index(question.seat)
        self.took: int = question.elder_took()
        self.blanche: int = int(question.opponent_blanche)
        self.table: PlayTable = find_play_table()
        self.opponent: Strategy = find_strategy(question.strategy)
        self.opponent.prepare()
        self.answer = self.opponent.discard.suit(self.laws, False).entry
        self.made = [np.zeros((0, 2), np.int16) for _ in discards]
        self.parts = [np.zeros((0, PARTS_OF_BOTH), np.int16) for _ in discards]

    def deals(self, choice: int) -> int:
        """Deals in which a discard has been tried."""
        return len(self.made[choice])

    @cached_property
    def is_made_to_take(self) -> bool:
        """Whether elder was made to take what younger knows they took.

        In none of the hands tried, or of all, would their strategy have taken so many cards.
        """
        if self._takers is not None:
            return not len(self._takers[0])
        # The first hands show it for the most part, and how many do so is seldom asked.
        return self.seat != ELDER_SEAT and not any(map(self._count_taking, _TRIED))

    @cached_property
    def _takers(self) -> tuple[np.ndarray, np.ndarray] | None:
        # Elder's hands that take so many cards and what is thrown of them, where these are few of
        # those tried and may be listed.
        if not self.lists_hands or self.seat == ELDER_SEAT:
            return None
        if any(self._count_taking(hands) >= _ENOUGH for hands in (2 * _ENOUGH, _FEW_TRIED)):
            return None
        discard = self.opponent.discard
        return list_takers(
            self.laws, self.question.hand, self.took, self.blanche, discard, self.question.seed,
            self.threads,
        )  # fmt: skip

    def limit_deals(self, deals: int) -> int:
        """The number of deals, reduced where hands with which elder takes that many cards are
        rare and have to be sought.
        """
        if self._takers is not None or self.is_made_to_take:
            return deals
        return min(deals, int(_MOST_HANDS * self._share_taking))

    def lessen(self, deals: int, least: int) -> int:
        """Fewer deals at once where each takes long, so that clocks are asked as often."""
        if self._takers is not None or self.is_made_to_take:
            return deals
        return max(least, min(deals, int(deals * _COMMON * self._share_taking)))

    @cached_property
    def _share_taking(self) -> float:
        # Of elder's hands.
        if self.seat == ELDER_SEAT:
            return 1.0
        for hands in (_FEW_TRIED, HANDS_TRIED):
            taking = self._count_taking(hands)
            if taking >= _ENOUGH:
                break
        return taking / hands

    def _count_taking(self, hands: int) -> int:
        # No discards are tried, so that no deal is played.
        return hands - self._roll(self.discards[:0], 1, 0, hands, False)[2]

    def _roll(
        self, discards: np.ndarray, attempts: int, start: int, count: int, with_parts: bool
    ) -> tuple[np.ndarray, np.ndarray, int]:
        scores = np.zeros((count, len(discards), 2), np.int16)
        parts = np.zeros((count if with_parts else 0, len(discards), PARTS_OF_BOTH), np.int16)
        memory = new_memory()
        if len(discards) and self._takers is not None and len(self._takers[0]):
            done = _find_kernel(finish_listed)(
                self.laws, self.question.hand, *self._takers, discards, self.table, memory,
                self.question.seed, start, scores, parts,
            )  # fmt: skip
            return scores, parts, done
        done = _find_kernel(roll_against)(
            self.laws, self.seat, self.question.hand, self.took, self.blanche, discards,
            self.answer, 0, attempts, self.table, memory, self.question.seed, start, scores, parts,
        )  # fmt: skip
        if done == FAULT:
            raise self._illegal_discard(memory, start)
        return scores, parts, done

    def play(self, choices: list[int], deals: int) -> None:
        """Play more deals for each of some discards, which have had equally many so far.

        Raises
        ------
        Stopped
            If `stop` says so.
        """
        first = self.first + self.deals(choices[0])
        chosen = np.ascontiguousarray(self.discards[choices])

        attempts = 1 if self.is_made_to_take else _ATTEMPTS
        if self.stop is never_stop:
            batch = max(BATCH, min(deals // (4 * self.threads), _LARGE_BATCH))
        else:
            batch = self.lessen(BATCH, 1)

        def work(start: int) -> tuple[np.ndarray, np.ndarray]:
            if self.stop():
                raise Stopped
            count = min(batch, first + deals - start)
            return self._roll(chosen, attempts, start, count, self.with_parts)[:2]

        batches = range(first, first + deals, batch)
        if len(batches) == 1:  # a thread would cost more than many such
            played = map(work, batches)
        else:
            played = play_in_order(work, batches, self.threads)
        scores, parts = map(np.concatenate, zip(*played, strict=True))
        for place, choice in enumerate(choices):
            self.made[choice] = np.concatenate([self.made[choice], scores[:, place]])
            self.parts[choice] = np.concatenate([self.parts[choice], parts[:, place]])

    def points(self, choice: int) -> np.ndarray:
        """The player's points in each deal less the opponent's."""
        return self.made[choice].astype(np.int64) @ (1, -1)

    def _illegal_discard(self, memory: np.ndarray, number: int) -> "IllegalDecision":
        from piquet_sim.deals.illegal_decisions import IllegalDecision, explain_answer, format_view

        fields = memory[1:].reshape(-1)[: len(DiscardView._fields)]
        view = DiscardView(*(int(value) for value in fields))
        said = explain_answer(self.opponent, DISCARD_FAULT, int(memory[0, 0]), view)
        return IllegalDecision(
            f"strategy {self.opponent.name!r} as {SEATS[view.seat]}, in continuations of the hand "
            f"from number {number} of seed {self.question.seed} on: {said}; the view was "
            f"{format_view(view)}",
            number,
        )

    def worths(self, choice: int) -> np.ndarray:
        """The value of each deal: the difference of points, or the expected settlement."""
        question = self.question
        if question.score is None:
            return self.points(choice)
        from piquet_sim.matches.standing import find_settlements

        own, theirs = self.made[choice].astype(np.int64).T
        return find_settlements(self.seat, question.score, question.deal, own, theirs)

    def estimate_worth(self, choice: int) -> Estimate:
        """What a discard makes on average."""
        limits = limit_worths(self.question.rules, self.question.score)
        return estimate_values(self.worths(choice), limits=limits)

    def compare_worths(self, one: int, two: int) -> Estimate:
        """How much more one discard makes than another, in the deals they have in common."""
        common = min(self.deals(one), self.deals(two))
        limits = limit_change(self.question.rules, self.question.score)
        ones, twos = self.worths(one)[:common], self.worths(two)[:common]
        return compare_values(ones, twos, limits=limits)

    def values_of_parts(self, choice: int) -> dict[str, np.ndarray]:
        """Points of each part by deal: the player's and, with `_against`, the opponent's."""
        values = {name: one[0] for name, one in self.stack_parts([choice]).items()}
        if self.question.score is not None:
            values[PARTIE] = self.worths(choice) - self.points(choice)
        return values

    def stack_parts(self, choices: Sequence[int]) -> dict[str, np.ndarray]:
        """The same of several choices with as many deals each: int64[choice, deal], by part."""
        names = [part + ending for ending in ("", AGAINST) for part in ROLLOUT_PARTS]
        parts = np.stack([self.parts[choice] for choice in choices]).astype(np.int64)
        return dict(zip(names, parts.transpose(2, 0, 1), strict=True))

    def _limit_part(self, name: str) -> Limits | tuple[float, float]:
        if name == PARTIE:
            return -inf, inf
        seat = self.seat if not name.endswith(AGAINST) else 1 - self.seat
        return limit_parts(self.question.rules, SEATS[seat])[name.removesuffix(AGAINST)]

    def estimate_parts(self, choice: int) -> dict[str, Estimate]:
        """Points of each part, a deal."""
        return {
            name: estimate_values(values, limits=self._limit_part(name))
            for name, values in self.values_of_parts(choice).items()
        }

    def subtract_parts(self, one: int, two: int) -> dict[str, np.ndarray]:
        """How much better one discard did than another in each part, by deal.

        Fewer points for the opponent count as better.
        """
        mine, other = (self.values_of_parts(choice) for choice in (one, two))
        return {
            name: (mine[name] - other[name]) * (-1 if name.endswith(AGAINST) else 1)
            for name in mine
        }

    def estimate_differences(self, differences: dict[str, np.ndarray]) -> dict[str, Estimate]:
        """The means of the differences of `subtract_parts`."""
        estimates = {}
        for name, values in differences.items():
            least, most = self._limit_part(name)
            estimates[name] = estimate_values(values, limits=(least - most, most - least))
        return estimates


# ---- Lists of hands and discards --------------------------------------------------------------
@lru_cache(_KEPT)
def list_takers(
    laws: Laws, hand: int, took: int, blanche: int, discard: Policy, seed: int, threads: int
) -> tuple[np.ndarray, np.ndarray]:
    """Elder's hands from which so many cards are taken, of all that younger has not seen.

    Parameters
    ----------
    laws : Laws
        With the pack of 32.
    hand : int
        Younger's, as dealt.
    took : int
    blanche : int
        1 if elder has announced a carte blanche.
    discard : Policy
        Elder's.
    seed : int
        Seed of what elder decides by lot.
    threads : int
        The list does not depend on it.

    Returns
    -------
    dealt, thrown : int64 array
        Hands, each as likely as the others, and what is thrown from them. Others read the same
        arrays: they are not to be changed.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> from piquet_sim.strategies import find_strategy
    >>> club, hand = find_strategy("club"), parse_hand("T7.T97.AQJT.KQT")
    >>> dealt, _ = list_takers(RUBICON.laws(), hand, 5, 0, club.discard, 1, 1)
    >>> len(dealt)  # of 125,970; of 47 club leaves a card
    125923
    """
    luck = int(np.random.default_rng(seed).integers(1 << 61))
    unseen = sorted(iterate_cards(PACK_32_MASK & ~hand))
    numbers = np.arange(1 << len(unseen))
    numbers = numbers[np.bitwise_count(numbers) == HAND_CARDS]
    dealt = (numbers[:, None] >> np.arange(len(unseen)) & 1) @ np.array(unseen)
    if blanche:
        numbers, dealt = (part[dealt & COURTS_MASK == 0] for part in (numbers, dealt))
    thrown, some = np.zeros_like(dealt), -(-len(dealt) // _PARTS)

    def ask(first: int) -> int:
        parts = (part[first : first + some] for part in (dealt, numbers, thrown))
        own_blanche = int(has_carte_blanche(hand))
        answer = discard.suit(laws, False).entry
        return list_throws(laws, ELDER_SEAT, -1, blanche, own_blanche, answer, luck, *parts)

    for _ in play_in_order(ask, range(0, len(dealt), some or 1), threads):
        pass
    takes = (np.bitwise_count(thrown) == took) & (thrown & dealt == thrown)
    return dealt[takes], thrown[takes]


def rename_suits(hand: int, discard: int) -> tuple[int, ...]:
    """All discards that are equal up to renaming suits that are alike in the hand.

    Parameters
    ----------
    hand, discard : int
        Masks.

    Returns
    -------
    tuple of int
        The discard among them, in the order of their masks.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> hand, discard = parse_hand("AK8.AK8.AK7.987"), parse_hand("8..7.987")
    >>> [format_hand(one) for one in rename_suits(hand, discard)]
    ['8..7.987', '.8.7.987']
    """
    alike: dict[int, list[int]] = {}
    for suit in range(SUITS):
        alike.setdefault(hand >> LANE_BITS * suit & LANE_MASK, []).append(suit)
    # What is thrown of each suit may be thrown of any suit that is alike.
    ways = [
        {
            sum(lane << LANE_BITS * suit for lane, suit in zip(lanes, suits, strict=True))
            for lanes in permutations(discard >> LANE_BITS * suit & LANE_MASK for suit in suits)
        }
        for suits in alike.values()
    ]
    return tuple(sorted(sum(chosen) for chosen in product(*ways)))


def list_sensible(
    question: Question, most: int = _MOST_TRIED, within: float | None = _WITHIN
) -> np.ndarray:
    """The discards that the learned evaluation thinks best.

    Parameters
    ----------
    question : Question
    most : int
        Maximum number of discards.
    within : float, optional
        Largest number of points behind the best; None for no limit.

    Returns
    -------
    ndarray of int64
        Discards, best first.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> len(list_sensible(Question(parse_hand("AKJ.AQJ8.98.J87")))) <= 30
    True
    """
    discards, behind = list_learned(question)
    return discards[:most] if within is None else discards[:most][behind[:most] <= within]


def list_learned(question: Question) -> tuple[np.ndarray, np.ndarray]:
    """All legal discards, and how far the learned evaluation thinks each behind the best.

    Parameters
    ----------
    question : Question

    Returns
    -------
    ndarray of int64
        Discards, the best first.
    ndarray of float64
        Points a deal. It is a sum of what single suits and ranks are worth: quickly computed, and
        wrong by some tenths of a point, or by several where a repique is near.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> discards, behind = list_learned(Question(parse_hand("AKJ.AQJ8.98.J87")))
    >>> len(discards), format_hand(int(discards[0])), float(behind[0])
    (1585, '.8.98.87', 0.0)
    """
    limits = question.limits
    values, discards = np.zeros(MOST_DISCARDS, np.int64), np.zeros(MOST_DISCARDS, np.int64)
    seat = SEATS.index(question.seat)
    entries = lay_out_learned(find_family(question.rules))
    count = list_discards(
        entries,
        seat * ENTRIES,
        question.hand,
        limits[0],
        limits[-1],
        question.elder_took(),
        values,
        discards,
    )
    order = np.argsort(-values[:count], kind="stable")
    return discards[order], (values[order[0]] - values[order]) / UNIT


_laid_out: dict[int, tuple[tuple[Learned, ...], np.ndarray]] = {}


def lay_out_learned(family: int = USUAL) -> np.ndarray:
    """What kernels read of the evaluations that players use under a family of laws.

    Laid out once, not for every hand, as long as the same file is used.
    """
    blocks = find_blocks()
    if family not in _laid_out or _laid_out[family][0] is not blocks:
        _laid_out[family] = blocks, find_learned(family=family).lay_out()
    return _laid_out[family][1]


def rate_discards(
    seat: str, hands: np.ndarray, tooks: np.ndarray, discards: np.ndarray
) -> np.ndarray:
    """What discards are worth, in points; only differences within a hand have a meaning.

    Parameters
    ----------
    seat : str
    hands, tooks : ndarray of int64
        The twelve cards dealt, and how many cards elder exchanged; -1 where the seat is elder.
    discards : ndarray of int64, shape (hands, choices)
        At most a hundred different ones of a hand.

    Returns
    -------
    ndarray of float64, shape (hands, choices)

    Raises
    ------
    ValueError
        If there are more of one hand.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> thrown = np.array([[parse_hand("K..98.87"), parse_hand(".8.98.87")]])
    >>> worths = rate_discards("elder", np.array([parse_hand("AKJ.AQJ8.98.J87")]), [-1], thrown)
    >>> bool(worths[0, 1] > worths[0, 0])
    True
    """
    prepare_learned()
    entries = lay_out_learned()
    worths = np.zeros(discards.shape, np.int64)
    hands, tooks = (np.ascontiguousarray(one, np.int64) for one in (hands, tooks))
    if not discard_ratings.rate_discards(
        RUBICON.laws(), entries, SEATS.index(seat), hands, tooks, discards, worths
    ):
        raise ValueError(f"more than {discard_ratings.MOST_RATED} different discards of a hand")
    return worths / UNIT


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
    trial = Trial(question, tried, count_threads(threads), first)
    trial.play(list(range(len(discards))), deals)
    return np.stack(trial.made, axis=1)
