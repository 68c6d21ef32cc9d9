"""What a hand holds, as columns of whole numbers, and their sums over deals.

A weight is what one more of a column adds, all other columns being equal, so each needs something
that it stands in place of. A hand has twelve cards: a card of a rank stands in place of a seven,
which has no column. A longest suit of five, of six, of seven or more stands in place of one of four
or fewer; a king with its ace, or bare, in place of one without it that is guarded; a queen under a
higher card or twice guarded in place of one that can be caught. A trio and a quatorze count beyond
their cards, a sequence beyond its cards and their suit. What joins two of these has a column of its
own: thirty counted in the hand, so that a repique is made if all is good, and a set beside a suit
of six.

A column that too few hands have can have no weight. Left out alone it would add itself to others,
and a king would be something else in few deals than in many; so those hands are left out with it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.statistics.least_squares import STEPS, Fit, find_rare, fit_columns, multiply
from piquet_sim.conditions.attributes import ATTRIBUTES, count_runs, count_suits
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.estimates.luck import PARTS, counts_luck, find_luck_of_records
from piquet_sim.game.cards import (
    ACE,
    KING,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANK_NAMES,
    SEVEN,
    SUITS,
    TEN,
    rank_mask,
)
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_ranges
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress

_LANES = np.arange(LANE_MASK + 1)
_CARDS = np.bitwise_count(_LANES).astype(np.int64)
_HAS_ACE, _HAS_KING, _HAS_QUEEN = (_LANES >> rank & 1 for rank in (ACE, KING, QUEEN))
_QUINT, _LONGEST = 5, 8

CONSTANT = "every hand"
ABOVE_SEVEN = [RANK_NAMES[rank] for rank in range(ACE, SEVEN, -1)]
IN_SETS = [RANK_NAMES[rank] for rank in range(ACE, TEN - 1, -1)]
_SUIT_NAMES = {5: "suit of five", 6: "suit of six", 7: "suit of seven or more"}
_BARE = "bare king"
THIRTY, SET_AND_SIX = "thirty if all is good", "set with a suit of six or more"


def _sum_runs(*cards: int, top: int | None = None) -> np.ndarray:
    return sum(np.array(count_runs(one, top).sums) for one in cards)


_BY_SUIT: dict[str, np.ndarray] = {
    **{RANK_NAMES[rank]: _LANES >> rank & 1 for rank in range(ACE, SEVEN, -1)},
    "king with its ace": _HAS_KING & _HAS_ACE,
    _BARE: _HAS_KING & (_CARDS == 1),
    "queen under a higher card": _HAS_QUEEN & (_HAS_ACE | _HAS_KING),
    "queen’s two guards": _HAS_QUEEN & ~_HAS_ACE & ~_HAS_KING & (_CARDS >= 3),
    "void": np.array(count_suits(0).sums),
    "lone card": np.array(count_suits(1).sums),
    "ace and king of a suit of five or more": _HAS_ACE & _HAS_KING & (_CARDS >= 5),
    "tierce": _sum_runs(3),
    "quart": _sum_runs(4),
    "quint": _sum_runs(_QUINT),
    "sixieme or longer": _sum_runs(*range(_QUINT + 1, _LONGEST + 1)),
    "sequence from the ace": _sum_runs(*range(3, _LONGEST + 1), top=ACE),
}
"""What each suit adds to a column, by its cards."""
_TABLE = np.column_stack(list(_BY_SUIT.values())).astype(np.int8)
_SETS = [f"{kind} of {rank}s" for rank in IN_SETS for kind in ("trio", "quatorze")]

COLUMNS = (CONSTANT, *_BY_SUIT, *_SUIT_NAMES.values(), *_SETS, THIRTY, SET_AND_SIX)
"""The columns, those before others that are rarer."""


def measure_columns(hands: np.ndarray) -> np.ndarray:
    """The columns of hands of twelve cards.

    Parameters
    ----------
    hands : ndarray of int64, shape (hands,)

    Returns
    -------
    ndarray of int8, shape (hands, columns)

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> row = measure_columns(np.array([parse_hand("AKQJT.A8.A7.AKT")]))[0]
    >>> [name for name, held in zip(COLUMNS, row, strict=True) if held == 1][-5:]
    ['quint', 'sequence from the ace', 'suit of five', 'quatorze of aces', 'thirty if all is good']
    """
    summed = sum(_TABLE[hands >> LANE_BITS * suit & LANE_MASK] for suit in range(SUITS))
    longest, value = (
        ATTRIBUTES[name].measure(hands, RUBICON) for name in ("longest_suit", "value")
    )
    held = np.column_stack(
        [np.bitwise_count(hands & rank_mask(rank)) for rank in range(ACE, TEN - 1, -1)]
    )
    return np.column_stack(
        [
            np.ones(len(hands), np.int8),
            summed,
            *(longest == cards for cards in list(_SUIT_NAMES)[:-1]),
            longest >= max(_SUIT_NAMES),
            *(number == wanted for number in held.T for wanted in (SUITS - 1, SUITS)),
            value >= 30,
            (held >= SUITS - 1).any(axis=1) & (longest >= 6),
        ]
    ).astype(np.int8)


def _list_worths() -> dict[str, dict[str, int]]:
    # Each as so many times the weights of some columns.
    worths = {f"{rank} for a seven": {rank: 1} for rank in ABOVE_SEVEN}
    for rank in IN_SETS:
        trio, quatorze = f"trio of {rank}s", f"quatorze of {rank}s"
        worths |= {
            f"third {rank}": {rank: 1, trio: 1},
            f"fourth {rank}": {rank: 1, quatorze: 1, trio: -1},
            f"{trio}, beyond its cards": {trio: 1},
            f"{quatorze}, beyond its cards": {quatorze: 1},
        }
    others = (CONSTANT, *ABOVE_SEVEN, *_SETS, _BARE)
    worths["king’s guard"] = {_BARE: -1}
    return worths | {name: {name: 1} for name in COLUMNS if name not in others}


WORTHS = _list_worths()
"""What is worth knowing, by name: so many times the weights of some columns, added."""


# ---- Sums over deals ----------------------------------------------------------------------------
BEFORE, AFTER = "before the exchange", "after the exchange"
MOMENTS = {BEFORE: "dealt", AFTER: "hand"}
"""The columns of a record with the twelve cards, by when they are held."""
FINE = 1_680
"""Parts of a point in which margins are counted less their luck: every number of ways to draw
divides it, so that they are whole numbers."""
_PILOT_DEALS = 1 << 16
"""By the weights of so many deals it is reckoned what is left of the margin of each."""
_PARTS = 128
_MOST_UNITS = 2_048
RECORDED = (
    "mirrored",
    *(f"{seat}_{what}" for seat in SEATS for what in ("dealt", "discard", "hand", "score")),
)
"""Columns of records that are looked at."""


@dataclass
class Sums:
    """What is summed over deals."""

    products: dict[str, np.ndarray]
    """By moment: int64[seat, column, column], the margin in `FINE` a point last."""
    spread: dict[str, np.ndarray]
    """By moment: int64[seat and column, seat and column]."""
    whole: np.ndarray
    """int64[seat, holding, (hands, margins, squares)], all hands last."""


def sum_deals(
    result: Result, threads: int, is_held: Sequence[Callable], progress: Progress
) -> Sums:
    """Sum the products of columns and margins of deals, and the margins of whole hands.

    Parameters
    ----------
    result : Result
        With `RECORDED` of the first deals; what is not recorded is played again.
    threads : int
    is_held : sequence of callable
        Whether hands have a holding, one for each holding.
    progress : callable
        Called with the units that are done.
    """
    # The weights of the first deals must be known before anything is left.
    simulation, records = result.simulation, result.records
    a_unit, units = simulation.deals_per_unit, result.tally.units
    size = max(1, min(_MOST_UNITS, -(-units // _PARTS)))
    known = min(units, -(-_PILOT_DEALS // a_unit) // size * size or size)

    def read(at: int, count: int) -> np.ndarray:
        deals = np.zeros(count * a_unit, RECORD_DTYPE)
        for name in RECORDED:
            column = records[name][at * a_unit :][: len(deals)]
            if len(column) < len(deals):
                return simulation.record_units(at, count)
            deals[name] = column
        return deals

    pilot = list(play_ranges(read, known, size, threads))
    rare = {
        moment: [
            find_rare(np.concatenate([measure_columns(deals[f"{seat}_{name}"]) for deals in pilot]))
            for seat in SEATS
        ]
        for moment, name in MOMENTS.items()
    }
    first = sum(
        _multiply_all(_measure_rows(deals, _take_luck_out(simulation, deals), rare))
        for deals in pilot
    )
    weights = {
        moment: [one.weights for one in fit_all(products)]
        for moment, products in zip(MOMENTS, first, strict=True)
    }

    def work(at: int, count: int) -> tuple[np.ndarray, ...]:
        return _add_up(simulation, read(at, count), rare, weights, is_held)

    sums = (0, 0, 0)
    for place, parts in enumerate(play_ranges(work, units, size, threads)):
        sums = [one + part for one, part in zip(sums, parts, strict=True)]
        progress(min((place + 1) * size, units))
    *by_moment, whole = sums
    return Sums(*(dict(zip(MOMENTS, one, strict=True)) for one in by_moment), whole)


def fit_all(products: np.ndarray) -> list[Fit]:
    """The margin without luck by the columns, in points, of both seats."""
    return [replace(fit, weights=fit.weights / FINE) for fit in map(fit_columns, products)]


def _take_luck_out(simulation: Simulation, deals: np.ndarray) -> dict[str, np.ndarray]:
    # By seat the margin in `FINE` a point, less the luck of the draw.
    left = FINE * margin(deals).astype(np.int64)
    if counts_luck(simulation):
        left -= find_luck_of_records(simulation, deals, "difference")[0] // (PARTS // FINE)
    return {ELDER: left, YOUNGER: -left}


def _measure_rows(
    deals: np.ndarray, left: dict[str, np.ndarray], rare: dict[str, list[list[int]]]
) -> dict[str, list[np.ndarray]]:
    # By moment, the rows of each seat: its columns and its margin, without luck where hands are as
    # dealt. Hands that hold what is too rare have rows of zeros, which add nothing.
    rows: dict[str, list[np.ndarray]] = {moment: [] for moment in MOMENTS}
    for seat in SEATS:
        for moment, column in MOMENTS.items():
            held = measure_columns(deals[f"{seat}_{column}"])
            left_out = (held[:, rare[moment][SEATS.index(seat)]] != 0).any(axis=1)
            made = FINE * margin(deals, seat).astype(np.int64)
            whole = np.column_stack([held, left[seat] if moment == BEFORE else made])
            rows[moment].append(np.where(left_out[:, None], 0, whole))
    return rows


def _multiply_all(rows: dict[str, list[np.ndarray]]) -> np.ndarray:
    # The sums of products by moment and seat.
    return np.array([[multiply(one) for one in own] for own in rows.values()])


def _add_up(
    simulation: Simulation,
    deals: np.ndarray,
    rare: dict[str, list[list[int]]],
    weights: dict[str, list[np.ndarray]],
    is_held: Sequence[Callable],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    # The parts of `Sums`, by moment.
    without_luck, spread, whole = _take_luck_out(simulation, deals), [], []
    every = _measure_rows(deals, without_luck, rare)
    for moment, rows in every.items():
        wide = np.hstack(
            [
                np.rint(STEPS * (one[:, -1] / FINE - one @ weight)).astype(np.int64)[:, None]
                * one[:, :-1]
                for one, weight in zip(rows, weights[moment], strict=True)
            ]
        )
        spread.append(
            multiply(wide.reshape(-1, simulation.deals_per_unit, wide.shape[1]).sum(axis=1))
        )
    for seat in SEATS:
        hands, made = deals[f"{seat}_dealt"], without_luck[seat]
        chosen = [*(one(hands) for one in is_held), np.ones(len(hands), bool)]
        whole.append(
            [[int(one.sum()), *(int((made[one] ** k).sum()) for k in (1, 2))] for one in chosen]
        )
    return _multiply_all(every), np.array(spread), np.array(whole)
