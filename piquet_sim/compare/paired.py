"""Two simulations with the same cards: their differences, deal by deal.

The luck of the deal is the same in both and cancels in the difference; what is left is the effect
of a player or a rule, with a much smaller error than two independent runs would have. For
two players of whom each takes both seats, see `duel`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np

from piquet_sim.deals.deal import SCORED_PARTS
from piquet_sim.deals.simulation import Simulation, check_simulation
from piquet_sim.estimates.estimate import LUCK_OUT, ControlVariateEstimate, Estimate, estimate_mean
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.intervals import WILSON, bound_mean
from piquet_sim.estimates.luck import (
    DRAW_TAKEN_OUT,
    add_up,
    counts_luck,
    find_luck_of_records,
    is_known,
)
from piquet_sim.estimates.quantity import POINTS, TRICKS, Quantity, Sign
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.exact.limits import limit_amounts, limit_parts
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.seats import other, read_seat
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import count_threads, play_ranges
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.running.run import read_units
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import STRATEGIES

_CHUNK_UNITS = 8192
_FEWEST_UNITS = 50
COLUMNS = tuple(f"{seat}_{part}" for seat in SEATS for part in ("score", *SCORED_PARTS, "tricks"))
"""The columns of a record that are compared."""

MARGIN = "margin"
"""The score of one seat less that of the other, which is compared too."""


@dataclass(frozen=True, repr=False)
class Pairing(Shown):
    """By how much one simulation exceeds another in the same deals."""

    one: Simulation
    two: Simulation
    seat: str
    """Whose margin is compared."""
    estimates: dict[str, Estimate]
    """By name, from `COLUMNS` and `MARGIN`: the mean of a deal in `one` less that in `two`.

    Where one of them is a strong player, the scores and the margin also have a value without the
    luck of the draw (`Estimate.reduced`): it removes how much luckier one was than the other.
    """
    seconds: float = field(compare=False)

    @property
    def margin(self) -> Estimate:
        """By how much the seat's score less the other's is greater in `one`."""
        return self.estimates[MARGIN]

    def numbers(self) -> Numbers:
        """How much more the first makes than the second, in all and by kind of points."""
        own = []
        for key, estimate in self.estimates.items():
            seat, _, part = key.partition("_")
            name, unit = part.replace("_", " "), TRICKS if part == "tricks" else POINTS
            if key == MARGIN:
                seat, name = "", f"{self.seat}'s lead"
            own.append(
                Quantity(
                    key, name, estimate, unit, seat=seat, sign=Sign.CHANGE, against=f"{self.two}"
                )
            )
        claims = [
            Claim(f"The first leads by {{{MARGIN}:size}} more", [Exceeds(MARGIN, 0)]),
            Claim(f"The first less the second: {{{MARGIN}}}"),
        ]
        about = f"{self.one}, compared with {self.two}, {self.margin.n:,} common deals"
        return Numbers(about, own, claims, Look([MARGIN, "*_score"], "Deal by deal, same cards"))


def compare_simulations(
    one: Simulation,
    two: Simulation,
    n: int,
    seat: str = "elder",
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Pairing:
    """The differences between two simulations in n common deals.

    Parameters
    ----------
    one, two : Simulation
        With the same seed, pack and condition; players, rules and the way of play may differ.
    n : int
        Deals of each; mirrored deals are counted as pairs.
    seat : str
        "elder" or "younger": whose margin is compared.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called now and then with the number of deals of each done.

    Returns
    -------
    Pairing

    Raises
    ------
    InputError
        If the cards are not the same, or a number is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> five, three = (RUBICON.replace(elder_exchange_most=most) for most in (5, 3))
    >>> usual, changed = (Simulation("club", "club", rules) for rules in (five, three))
    >>> compare_simulations(usual, changed, 2_000).margin.low > 0
    True
    """
    seat = read_seat(seat)
    check_simulation(one)
    check_simulation(two)
    refuse(
        {
            f"{what}: {mine} and {theirs}; a paired comparison requires the same": mine != theirs
            for what, (mine, theirs) in {
                "seed": (one.seed, two.seed),
                "pack": (one.rules.pack, two.rules.pack),
                "mirrored": (one.mirrored, two.mirrored),
                "given": tuple(side.given.text if side.given else "nothing" for side in (one, two)),
            }.items()
        }
    )
    units, a_unit = read_units(one, n), one.deals_per_unit
    names = (*COLUMNS, MARGIN)
    totals, squares = np.zeros((2, len(names)), np.int64)
    left = dict.fromkeys(_STEADIED, (0, 0)) if all(map(is_known, (one, two))) else {}
    left = left if counts_luck(one) or counts_luck(two) else {}
    begun = time.perf_counter()

    def play(first: int, count: int) -> tuple[np.ndarray, np.ndarray, int]:
        ours, theirs = (simulation.record_units(first, count) for simulation in (one, two))
        dealt = ["elder_dealt", "younger_dealt"]
        if not np.array_equal(ours[dealt], theirs[dealt]):
            raise InputError(
                "given: the condition means different deals under these two rule books"
            )
        more = [ours[name].astype(np.int64) - theirs[name] for name in COLUMNS]
        margin = COLUMNS.index(f"{seat}_score"), COLUMNS.index(f"{other(seat)}_score")
        more.append(more[margin[0]] - more[margin[1]])
        sums = np.array(more).reshape(len(names), count, a_unit).sum(axis=2)
        if not left:
            return sums, sums[:0], count
        # How much luckier the first was with the draw: int64[name of `_STEADIED`, unit], in parts.
        mine, its = (
            find_luck_of_records(*side, *_STEADIED[:-1], "difference")
            for side in ((one, ours), (two, theirs))
        )
        luck = (mine - its).reshape(len(_STEADIED), count, a_unit).sum(axis=2)
        return sums, luck * np.array([[1], [1], [1 if seat == SEATS[0] else -1]]), count

    done = 0
    for sums, luck, count in play_ranges(play, units, _CHUNK_UNITS, count_threads(threads)):
        for name, row in zip(left, luck, strict=bool(left)):
            added = add_up(PARTS * sums[names.index(name)] - row)
            left[name] = left[name][0] + added[0], left[name][1] + added[1]
        totals += sums.sum(axis=1)
        squares += (sums * sums).sum(axis=1)
        done += count * a_unit
        if progress is not None:
            progress(done)
    most = _limit_differences(one.rules, two.rules)
    estimates = {
        name: estimate_mean(total, square, units, units * a_unit, (-most[name], most[name]))
        for name, total, square in zip(names, totals.tolist(), squares.tolist(), strict=True)
    }
    for name, sums in left.items():
        reduced = _reduce_error(*sums, units, units * a_unit, estimates[name])
        estimates[name] = replace(estimates[name], reduced=reduced)
    return Pairing(one, two, seat, estimates, time.perf_counter() - begun)


_STEADIED = ("elder_score", "younger_score", MARGIN)


def _reduce_error(
    total: int, squares: int, units: int, deals: int, plain: Estimate
) -> ControlVariateEstimate | None:
    # With the luck of the draw taken out; None if too few differ for a normal interval.
    left = units * squares - total * total
    if units < _FEWEST_UNITS or left <= 0 or not plain.se or plain.method.startswith(WILSON):
        return None
    se = sqrt(left / (units - 1)) / (PARTS * deals)
    value = total / (PARTS * deals)
    low, high, _ = bound_mean(value, se, DRAW_TAKEN_OUT)
    gain = (plain.se / se) ** 2
    return ControlVariateEstimate(value, se, low, high, gain, DRAW_TAKEN_OUT, LUCK_OUT)


def _limit_differences(*books: RuleSet) -> dict[str, int]:
    # The most by which two plays of one deal can differ, by column: from the least of one rule
    # book to the most of the other.
    limits = []
    for rules in books:
        whole = limit_amounts(rules)
        parts = {
            f"{seat}_{part}": both
            for seat in SEATS
            for part, both in limit_parts(rules, seat).items()
        }
        own = {MARGIN: whole["difference"], "younger_tricks": whole["elder_tricks"]}
        limits.append(whole | parts | own)
    return {
        name: max(ends[name][1] for ends in limits) - min(ends[name][0] for ends in limits)
        for name in (*COLUMNS, MARGIN)
    }


def compare_players(
    one: str | Strategy,
    two: str | Strategy,
    n: int,
    *,
    opponent: str | Strategy = "club",
    seat: str = "elder",
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    play: str = STRATEGIES,
    given: str | None = None,
    threads: int | None = None,
) -> Pairing:
    """How much more one player scores than another in the same seat, with the same cards.

    Parameters
    ----------
    one, two : str or Strategy
        Each plays all deals in the same seat.
    n : int
        Deals of each.
    opponent : str or Strategy
        The opponent of both.
    seat : str
        "elder" or "younger".
    rules, seed, play, given, threads
        As in `simulate`.

    Returns
    -------
    Pairing
        Its `margin` is the first player's lead over the opponent less the second player's.

    Raises
    ------
    InputError
        If a name or a number is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> compared = compare_players("club", "novice", 2_000)
    >>> compared.margin.low > 0
    True
    >>> compared.table().loc["elder_play", "method"]
    'normal'
    """
    one_simulation, two_simulation = (
        Simulation(
            *((player, opponent) if read_seat(seat) == SEATS[0] else (opponent, player)),
            rules,
            seed,
            play=play,
            given=given,
        )
        for player in (one, two)
    )
    return compare_simulations(one_simulation, two_simulation, n, seat, threads)
