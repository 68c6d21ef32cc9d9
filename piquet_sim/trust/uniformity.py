r"""Uniformity: whether all deals are equally likely.

Where each card lies, which pairs of cards lie together, what both hands hold and who is good are
compared with their exact values. Counts of one deal depend on each other, which the test allows
for exactly: the chi-square of counts N with expectation n p is
:math:`(N - n p)^\top (n \Sigma)^+ (N - n p)` with the covariance :math:`\Sigma` of one deal, whose
rank is the number of degrees of freedom.

References
----------
Rao, Mitra: Generalized inverse of matrices and its applications. Wiley, 1971 (chi-squares of
singular covariances).
"""

from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from piquet_sim.exact import census
from piquet_sim.exact.who_is_good import compare_class
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.counting import uniformity as kernel
from piquet_sim.kernel.counting.uniformity import DEALT, KINDS, PAIR
from piquet_sim.kernel.deal.declarations import RESULT_NAMES
from piquet_sim.trust.checks import Check, as_counts, by_chi_square, check_counts, name_pack
from piquet_sim.trust.dealers import BY_ENGINE, Buffers, Dealing, count_chunks, number_cards

_SAID = {"suit_and_sequence": "longest suit and best sequence", "sets": "trios and quatorzes"}


class DealtCounts(NamedTuple):
    """Counts of many deals, all int64.

    Seats are 0 elder and 1 younger; cards stand in the order of their bits, from the lowest spade.
    """

    places: np.ndarray
    """[place of the stock, card]: deals."""
    elder: np.ndarray
    """[card, card]: deals in which elder has both; the diagonal, one."""
    younger: np.ndarray
    split: np.ndarray
    """[card, card]: deals in which elder has the first and younger the second."""
    classes: np.ndarray
    """[seat, kind, value], see `kernel.uniformity.KINDS`."""
    good: np.ndarray
    """[class, result]: who is good before the exchange."""


def count_dealt(pack: int, seed: int, deals: int, dealing: Dealing = BY_ENGINE) -> DealtCounts:
    """Count many deals.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    seed : int
    deals : int
    dealing : Dealing, optional
        By default the engine deals.

    Returns
    -------
    DealtCounts

    Raises
    ------
    InputError
        If deals or threads is invalid.
    """
    laws, slots = RuleSet(pack=pack).laws(), number_cards(pack)
    cards = (pack, pack)

    def new_room() -> Buffers:
        return Buffers(
            np.zeros((pack - 2 * HAND_CARDS, pack), np.int64),
            *(np.zeros(cards, np.int64) for _ in range(3)),
            np.zeros((2, len(KINDS), kernel.CELLS), np.int64),
            np.zeros((len(CLASSES), kernel.RESULTS), np.int64),
        )

    def count(room: Buffers, first: int, chunk: int) -> None:
        dealt = room.deal(dealing.dealer, pack, seed, first, chunk)
        elder, younger = dealt[DEALT.elder], dealt[DEALT.younger]
        kernel.count_places(dealt, slots, room.arrays[0])
        for at, (one, two) in enumerate(
            ((elder, elder), (younger, younger), (elder, younger)), start=1
        ):
            room.count_together(one, two, slots, slots, at)
        kernel.count_classes(laws, dealt, room.arrays[4], room.arrays[5])

    return DealtCounts(*count_chunks(deals, dealing, new_room, count))


class PairLaw(NamedTuple):
    """Which two cards lie together, in one deal."""

    probability: float
    """Of any one pair."""
    first: np.ndarray
    second: np.ndarray
    """The cards of each pair."""
    covariance: np.ndarray
    """float64[pair, pair]."""


def find_pair_law(pack: int, one: int, two: int | None = None) -> PairLaw:
    """The distribution of the pairs of cards that lie together, drawn without replacement.

    Two indicators of a deal, of cards i and j and of cards k and l, have the covariance
    P(all of them so) - P(i and j so) P(k and l so), in which only counts that the cards have in
    common.

    Parameters
    ----------
    pack : int
        Cards.
    one : int
        Cards of the hand in which both lie, or the first of them.
    two : int, optional
        Cards of the hand in which the second lies; without it both lie in the first.

    Returns
    -------
    PairLaw
        Pairs with i < j, or where there are two hands all with i and j different.
    """
    if two is None:
        first, second = np.triu_indices(pack, 1)
        common = sum(mine[:, None] == theirs for mine in (first, second)
                     for theirs in (first, second))  # fmt: skip
        ways = np.array([perm(one, cards) / perm(pack, cards) for cards in (4, 3, 2)])
        probability = ways[2]
        both = ways[common]
    else:
        first, second = np.nonzero(~np.eye(pack, dtype=bool))
        clash = (first[:, None] == second) | (second[:, None] == first)
        ways = np.array([
            [perm(one, mine) * perm(two, theirs) / perm(pack, mine + theirs) for theirs in (2, 1)]
            for mine in (2, 1)
        ])  # fmt: skip
        probability = ways[1, 1]
        same = [(cards[:, None] == cards).astype(np.int64) for cards in (first, second)]
        both = np.where(clash, 0.0, ways[same[0], same[1]])
    return PairLaw(probability, first, second, both - probability**2)


@cache
def _halve_inverse(pack: int, one: int, two: int | None) -> tuple[PairLaw, np.ndarray]:
    # The law, and a matrix of which the product with its transpose is the pseudo-inverse.
    law = find_pair_law(pack, one, two)
    values, vectors = np.linalg.eigh(law.covariance)
    kept = values > 1e-9 * values[-1]
    return law._replace(covariance=np.empty(0)), vectors[:, kept] / np.sqrt(values[kept])


def _check_pairs(
    pack: int, n: int, counts: np.ndarray, said: str, one: int, two: int | None = None
) -> Check:
    law, half = _halve_inverse(pack, one, two)
    off = counts[law.first, law.second] - n * law.probability
    statistic = float(np.square(off @ half).sum() / n)
    return by_chi_square("pairs of cards", said, n, statistic, half.shape[1], pack)


def _check_places(pack: int, n: int, counts: DealtCounts) -> Check:
    # Each card falls m times in k to a place for m cards; places and cards pair off.
    groups = np.array([HAND_CARDS, HAND_CARDS] + [1] * (pack - 2 * HAND_CARDS))
    seen = np.vstack([np.diag(counts.elder), np.diag(counts.younger), counts.places])
    expected = n * groups[:, None] / pack
    statistic = float((np.square(seen - expected) / expected).sum() * (pack - 1) / pack)
    degrees = (pack - 1) * (len(groups) - 1)
    return by_chi_square("places of cards", "elder, younger, stock", n, statistic, degrees, pack)


@cache
def _count_ways(pack: int) -> dict[str, dict[int, int]]:
    # The exact numbers of hands by `KINDS`, as the kernel numbers them.
    rules = RuleSet(pack=pack)

    def pair(one: str, two: str) -> dict[int, int]:
        both = census.count_hands_jointly(one, two, rules)
        return {mine * PAIR + theirs: hands for (mine, theirs), hands in both.items()}

    joint = {
        "suit_and_sequence": lambda: pair("longest_suit", "best_sequence"),
        "sets": lambda: pair("trios", "quatorzes"),
    }
    return {
        name: joint[name]() if name in joint else census.count_hands_by(name, rules)
        for name in KINDS._fields
    }


def check_dealt(pack: int, counts: DealtCounts) -> list[Check]:
    """Check the places of cards, pairs of cards and classes of hands against exact values.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    counts : DealtCounts
        From `count_dealt`.

    Returns
    -------
    list of Check
        Not yet judged. Who is good is known only for 32 cards.
    """
    n = int(counts.good[0].sum())
    stock = pack - 2 * HAND_CARDS
    elder, younger = np.diag(counts.elder), np.diag(counts.younger)
    both = counts.split + counts.split.T
    talon = (
        n - elder[:, None] - elder - younger[:, None] - younger
        + counts.elder + counts.younger + both
    )  # fmt: skip
    checks = [
        _check_places(pack, n, counts),
        _check_pairs(pack, n, counts.elder, "both elder's", HAND_CARDS),
        _check_pairs(pack, n, counts.younger, "both younger's", HAND_CARDS),
        _check_pairs(pack, n, counts.split, "one each", HAND_CARDS, HAND_CARDS),
        _check_pairs(pack, n, talon, "both in the talon", stock),
    ]
    for kind, ways in _count_ways(pack).items():
        said = _SAID.get(kind, kind.replace("_", " "))
        for seat, name in enumerate(("elder", "younger")):
            seen = as_counts(counts.classes[seat, getattr(KINDS, kind)])
            checks += check_counts(
                "uniformity", "dealt hands" + name_pack(pack), f"{name}'s {said}", seen, ways
            )
    if pack == 32:
        for kind, row in zip(CLASSES, counts.good, strict=True):
            ways = compare_class(kind).count()
            seen = dict(zip(RESULT_NAMES, row.tolist(), strict=True))
            checks += check_counts(
                "uniformity", "good before the exchange", kind, seen,
                {result: number for result, number in ways.items() if number},
            )  # fmt: skip
    return checks
