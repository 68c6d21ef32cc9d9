"""The question what to throw from a hand: read, checked, and with the discards worth a trial."""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np

from piquet_sim.deals.exchange_view import knows_blanche, view_exchange
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.exact.draw_odds import check_discard, exchange_limits
from piquet_sim.exact.kernel_laws import find_laws
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
from piquet_sim.game.errors import InputError, read_seed, read_whole, read_yes
from piquet_sim.game.laws import PARTIE_DEALS, Laws
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.seats import read_seat
from piquet_sim.game.settlement import read_score
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_in_order
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.players.discard_values import ENTRIES, MOST_DISCARDS, UNIT, value_discards
from piquet_sim.kernel.questions import ratings
from piquet_sim.kernel.questions.imagined_exchanges import list_throws
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
    """Number of cards elder exchanged, where the hand is younger's; by default the most allowed."""
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
        read = {
            "seat": read_seat(self.seat),
            "rules": find_rules(self.rules),
            "hand": read_hand(self.hand, pack=find_rules(self.rules).pack, cards=HAND_CARDS),
            "seed": read_seed(self.seed),
            "score": read_score(self.score),
            "deal": read_whole("deal", self.deal, 1),
            "opponent_blanche": read_yes("opponent_blanche", self.opponent_blanche),
        }
        read["limits"] = exchange_limits(read["seat"], self.took, read["rules"])
        for name, value in read.items():
            object.__setattr__(self, name, value)
        find_strategy(self.strategy)
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
        has_score = self.score is not None
        told = {
            "hand": format_hand(self.hand),
            "seat": self.seat,
            "took": self.elder_took() if self.seat == YOUNGER else None,
            "strategy": find_strategy(self.strategy).name,
            "rules": self.rules.name,
            "opponent_blanche": True if self.opponent_blanche else None,
            "score": list(self.score) if has_score else None,
            "deal": self.deal if has_score else None,
            "seed": self.seed,
        }
        return {key: one for key, one in told.items() if one is not None}


def find_throw(strategy: "str | Strategy", question: Question) -> int:
    """The cards that a strategy throws out of a hand, where the deal stands alone.

    Parameters
    ----------
    strategy : str or Strategy
    question : Question

    Returns
    -------
    int
        A mask.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> format_hand(find_throw("expert", Question(parse_hand("AKJ.AQJ8.98.J87"))))
    '.8.98.87'
    """
    player = find_strategy(strategy)
    player.prepare()
    seat, took = SEATS.index(question.seat), question.elder_took()
    return int(
        player.discard(
            view_exchange(find_laws(question.rules), seat, question.hand, None, took, question.seed)
        )
    )


def ask_discard(
    seen: Seen, stake: Stake, strategy: "str | Strategy" = "expert", seed: int = 1
) -> Question:
    """The question that a seat has which is to discard.

    Parameters
    ----------
    seen : Seen
        Before a discard.
    stake : Stake
    strategy : str or Strategy
        Makes the opponent's exchange.
    seed : int

    Raises
    ------
    InputError
        If the hand is illegal.

    Examples
    --------
    >>> from piquet_sim.decisions.one_hand import read_knowledge
    >>> seen = read_knowledge({"elder": {"dealt": "AKJ.AQJ8.98.J87"}})
    >>> ask_discard(seen, seen.find_stake()).describe()["hand"]
    'AKJ.AQJ8.98.J87'
    """
    return Question(
        seen.dealt,
        SEATS[seen.seat],
        seen.hidden.took if seen.seat else None,
        strategy,
        stake.score,
        stake.deal,
        seed,
        seen.rules,
        bool(seen.opponent_dealt) and knows_blanche(seen.laws, seen.seat, 1 - seen.seat),
    )


_WITHIN = 6.0
"""Points behind the best, by the learned evaluation, within which a discard is sensible."""
_MOST_TRIED = 30
_KEPT = 16
"""Number of hands whose list of elder's hands is kept: each is asked in the race and after it."""
_PARTS = 64
"""In which elder's hands are listed, so that several threads can do it."""


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
    some = -(-len(dealt) // _PARTS)

    def ask(first: int) -> np.ndarray:
        asked, at = (part[first : first + some] for part in (dealt, numbers))
        thrown = np.zeros_like(asked)
        own_blanche = int(has_carte_blanche(hand))
        answer = discard.suit(laws, False).entry
        list_throws(laws, ELDER_SEAT, -1, blanche, own_blanche, answer, luck, asked, at, thrown)
        return thrown

    thrown = np.concatenate(
        [dealt[:0], *play_in_order(ask, range(0, len(dealt), some or 1), threads)]
    )
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
    question: Question, most: int = _MOST_TRIED, within: float = _WITHIN
) -> np.ndarray:
    """The discards that the learned evaluation thinks best.

    Parameters
    ----------
    question : Question
    most : int
        Maximum number of discards.
    within : float
        Largest number of points behind the best.

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
    return discards[:most][behind[:most] <= within]


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
    count = value_discards(
        lay_out_learned(find_family(question.rules)),
        SEATS.index(question.seat) * ENTRIES,
        question.hand,
        limits[0],
        limits[-1],
        question.elder_took(),
        values,
        discards,
    )
    order = np.argsort(-values[:count], kind="stable")
    return discards[order], (values[order[0]] - values[order]) / UNIT


def lay_out_learned(family: int = USUAL) -> np.ndarray:
    """What kernels read of the evaluations that players use under a family of laws.

    Laid out once, not for every hand, as long as the same file is used.
    """
    return _lay_out(find_blocks(), family)


@lru_cache(_KEPT)
def _lay_out(blocks: tuple[Learned, ...], family: int) -> np.ndarray:
    # The blocks in use only tell whether what is kept is still theirs.
    return find_learned(family=family).lay_out()


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
        At most a hundred of a hand.

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
    worths = np.zeros(discards.shape, np.int64)
    hands, tooks = (np.ascontiguousarray(one, np.int64) for one in (hands, tooks))
    if discards.shape[1] > ratings.MOST_RATED:
        raise ValueError(f"more than {ratings.MOST_RATED} discards of a hand")
    ratings.rate_discards(
        find_laws(RUBICON), lay_out_learned(), SEATS.index(seat), hands, tooks, discards, worths
    )
    return worths / UNIT
