"""Independence: whether deals share more than chance allows.

Deals of neighbouring seeds and numbers are compared with each other, the players' random numbers
with the cards, and the random words with each other.
"""

from collections.abc import Callable
from math import comb

import numpy as np

from piquet_sim.estimates.significance import poisson_tail
from piquet_sim.exact import census
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.base.philox import BLOCK, WORD_BITS, Words, fill_words
from piquet_sim.kernel.counting import uniformity as kernel
from piquet_sim.kernel.counting.uniformity import DEALT
from piquet_sim.trust.checks import Check, as_counts, by_chi_square, check_counts
from piquet_sim.trust.dealers import BY_ENGINE, Buffers, Dealing, count_chunks, number_cards

Filler = Callable[[int, int, int, np.ndarray], None]
"""Draws random words, as `kernel.philox.fill_words`."""

_BITS = np.arange(64)
_MOST_SEEDS = 8
_WORD_DEALS = 1 << 17


def _hands_inverse(pack: int) -> np.ndarray:
    # The pseudo-inverse of the covariance, in one deal, of whether elder has each card and
    # whether younger has: of groups by that of cards.
    p = HAND_CARDS / pack
    groups = np.diag([p, p]) - p * p
    cards = (np.eye(pack) - 1 / pack) * (pack - 1) / pack
    return np.kron(np.linalg.inv(groups), cards)


def check_overlap(
    pack: int, seed: int, deals: int, seed_step: int, number_step: int, dealing: Dealing = BY_ENGINE
) -> list[Check]:
    """Check that two series of deals have no more in common than chance gives.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    seed, deals : int
        Deals 0 to `deals` - 1 of the seed are compared, one by one, with others.
    seed_step, number_step : int
        Those of seed `seed` + `seed_step`, from number `number_step` on.
    dealing : Dealing, optional
        As for `uniformity.count_dealt`.

    Returns
    -------
    list of Check
        How many cards two hands have in common (hypergeometric), how many hands are the same
        (Poisson with the exact mean), and whether which cards are elder's and younger's in one
        deal says anything of the other (all products of indicators, whose covariance is the
        Kronecker product of two covariances of one deal).

    Raises
    ------
    InputError
        If deals or threads is invalid.
    """
    slots = number_cards(pack)
    names = ("elder", "younger")
    both = [(one, two) for one in range(2) for two in range(2)]

    def new_room() -> Buffers:
        return Buffers(
            *(np.zeros((pack, pack), np.int64) for _ in both),
            *(np.zeros(kernel.COMMON_CELLS, np.int64) for _ in both),
        )

    def count(room: Buffers, first: int, chunk: int) -> None:
        one = room.deal(dealing.dealer, pack, seed, first, chunk, 0)
        two = room.deal(dealing.dealer, pack, seed + seed_step, first + number_step, chunk, 1)
        for at, (mine, theirs) in enumerate(both):
            room.count_together(one[mine], two[theirs], slots, slots, at)
            kernel.count_common(one[mine], two[theirs], room.arrays[len(both) + at])

    arrays = count_chunks(deals, dealing, new_room, count)
    steps = (("seed", seed_step), ("number", number_step))
    stepped = " and ".join(
        f"the next {name}" if step == 1 else f"{name} + {step:,}" for name, step in steps if step
    )
    checks = []
    ways = {
        cards: number
        for cards in range(kernel.COMMON_CELLS)
        if (number := comb(HAND_CARDS, cards) * comb(pack - HAND_CARDS, HAND_CARDS - cards))
    }
    for at, (mine, theirs) in enumerate(both):
        seen = as_counts(arrays[len(both) + at])
        said = f"{names[mine]}'s hand and {names[theirs]}'s"
        checks += check_counts("uniformity", f"cards in common with {stepped}", said, seen, ways)
        mean, same = deals / census.count_hands(pack), seen.get(HAND_CARDS, 0)
        checks.append(
            Check(
                "uniformity", f"same hands as {stepped}", said, deals, same, mean,
                p=poisson_tail(same, mean),
            )
        )  # fmt: skip
    together = np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]])
    checks.append(_correlate(together, pack, deals, stepped))
    return checks


def _correlate(together: np.ndarray, pack: int, deals: int, stepped: str) -> Check:
    p = HAND_CARDS / pack
    # The sum over deals of (X - p)(Y - p); every card meets two hands of twelve.
    ones = together.sum(axis=1) / (2 * HAND_CARDS)
    others = together.sum(axis=0) / (2 * HAND_CARDS)
    moved = together - p * ones[:, None] - p * others + deals * p * p
    inverse = _hands_inverse(pack)
    statistic = float(np.trace(inverse @ moved @ inverse @ moved.T) / deals)
    degrees = (2 * (pack - 1)) ** 2
    return by_chi_square(f"correlation with {stepped}", "cards of both", deals, statistic, degrees)


def check_luck(pack: int, seed: int, deals: int, dealing: Dealing = BY_ENGINE) -> list[Check]:
    """Check that the players' luck is uniform and independent of the cards.

    Parameters
    ----------
    pack, seed, deals, dealing
        As for `uniformity.count_dealt`.

    Returns
    -------
    list of Check
        For the 62 bits of each seat's luck: how often each is set; each bit of elder's with each
        of younger's; and each bit with each card of elder's and of younger's.

    Raises
    ------
    InputError
        If deals or threads is invalid.
    """
    slots = number_cards(pack)
    lucks = (DEALT.elder_luck, DEALT.younger_luck)

    def new_room() -> Buffers:
        return Buffers(
            *(np.zeros((WORD_BITS, WORD_BITS), np.int64) for _ in range(3)),
            *(np.zeros((WORD_BITS, pack), np.int64) for _ in range(4)),
            *(np.zeros((pack, pack), np.int64) for _ in range(2)),
        )

    def count(room: Buffers, first: int, chunk: int) -> None:
        dealt = room.deal(dealing.dealer, pack, seed, first, chunk)
        one, two = (dealt[luck] for luck in lucks)
        for at, (mine, theirs) in enumerate(((one, one), (two, two), (one, two))):
            room.count_together(mine, theirs, _BITS, _BITS, at)
        for at, (luck, seat) in enumerate(
            ((luck, seat) for luck in lucks for seat in range(2)), start=3
        ):
            room.count_together(dealt[luck], dealt[seat], _BITS, slots, at)
        for seat in range(2):
            room.count_together(dealt[seat], dealt[seat], slots, slots, 7 + seat)

    arrays = count_chunks(deals, dealing, new_room, count)
    bits = [np.diag(arrays[at]) for at in range(2)]
    held = np.concatenate([np.diag(arrays[7 + seat]) for seat in range(2)])
    p, inverse = HAND_CARDS / pack, _hands_inverse(pack)
    checks = []
    for seat, name in enumerate(("elder", "younger")):
        statistic = float(np.square(bits[seat] - deals / 2).sum() * 4 / deals)
        checks.append(by_chi_square("bits of the luck", f"{name}'s", deals, statistic, WORD_BITS))
        together = np.hstack([arrays[3 + 2 * seat], arrays[4 + 2 * seat]])
        moved = together - p * bits[seat][:, None] - held / 2 + deals * p / 2
        statistic = float(np.trace(moved @ inverse @ moved.T) * 4 / deals)
        checks.append(
            by_chi_square(
                "luck and cards", f"{name}'s luck", deals, statistic, WORD_BITS * 2 * (pack - 1)
            )
        )
    moved = arrays[2] - bits[0][:, None] / 2 - bits[1] / 2 + deals / 4
    statistic = float(np.square(moved).sum() * 16 / deals)
    checks.append(
        by_chi_square("luck and luck", "elder's and younger's", deals, statistic, WORD_BITS**2)
    )
    return checks


def check_words(
    seeds: list[int], deals: int = _WORD_DEALS, fill: Filler = fill_words
) -> list[Check]:
    """Check that no random words of 62 bits coincide more often than chance allows.

    The words are those of the cards, of the players, and of the players of mirrored deals, for
    the same numbers of deals of every seed: some 6 words a deal and seed, in memory at once.

    Parameters
    ----------
    seeds : list of int
        At most eight.
    deals : int
        Of each seed.
    fill : callable
        By default the engine's.

    Raises
    ------
    InputError
        If there are more seeds.
    """
    if not 0 < len(seeds) <= _MOST_SEEDS:
        raise InputError(f"seeds: expected 1 to {_MOST_SEEDS}, got {len(seeds)}")
    blocks = -(-deals // BLOCK)
    kept = len(Words._fields) + 2
    words = np.zeros((len(seeds), blocks, kept, BLOCK), np.int64)
    turns = np.zeros((len(Words._fields), BLOCK), np.int64)
    for place, seed in enumerate(seeds):
        for block in range(blocks):
            fill(seed, block * BLOCK, 0, turns)
            words[place, block, : len(turns)] = turns
            fill(seed, block * BLOCK, 1, turns)
            words[place, block, len(turns) :] = turns[2:]
    row = words.reshape(-1)
    row.sort()
    again = int(np.count_nonzero(row[1:] == row[:-1]))
    mean = comb(row.size, 2) / 2**WORD_BITS
    return [
        Check(
            "uniformity", "words that come twice", f"all streams of {len(seeds)} seeds", row.size,
            again, mean, p=poisson_tail(again, mean),
        )
    ]  # fmt: skip
