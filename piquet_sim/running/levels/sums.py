r"""Two levels: what a dear player makes, from many cheap deals and few that they really play.

Deals in which strong players exchange cards, and the cards are then played perfectly with both
hands seen, cost little, and make nearly what the players themselves make of the same cards. What a
dear player makes is therefore the mean of very many cheap deals, plus the mean of what they make
more in few deals that they really play. With :math:`V_0` the variance of a cheap deal,
:math:`V_1` that of the difference, and the costs :math:`C_0` and :math:`C_1`, the error is least
for a given time where there are

.. math:: \sqrt{V_0 C_1 / (V_1 C_0)}

cheap deals to a dear one. The variances are those of a pilot of `PILOT` units whose deals are used
for nothing else, and the costs are constants, so that the split of a simulation is always the same;
it is part of the result. The deals of the two levels have different numbers, so that the two means
are independent, and from both the luck of the draw is taken out (`estimates.luck.steadied`), from
the cheap ones that of the deal, too.

The interval is Student's, its degrees of freedom by Welch and Satterthwaite. A share of
which fewer than five dear deals differ from the cheap ones is counted as if one more
had, since few deals may show no difference by chance; it is left out where fewer cheap deals than
that have the event, or are without it. Amounts are left out where fewer dear deals differ.

References
----------
Giles: Multilevel Monte Carlo path simulation. Operations Research 56, 2008.
Welch: The generalization of 'Student's' problem when several different population variances are
involved. Biometrika 34, 1947.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY, STRATEGIES
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import TAIL
from piquet_sim.estimates.luck.steadied import (
    STEADIED,
    add_up,
    expect_dealt,
    find_luck,
    is_known,
    measure_units,
)
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES, OF
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.running.ledger import Blocks
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_origin, describe_simulation
from piquet_sim.running.result import dealt_expectations
from piquet_sim.strategies.registry import Strategy, find_strategy

PILOT = 64
"""Units of the pilot."""

FIRST_CHEAP, FIRST_OF_PILOT = 1 << 40, 1 << 41
"""Numbers of the first cheap unit and of the first of the pilot; dear ones are numbered from 0."""

FEWEST_EVENTS = 25
_SELDOM = 5
METHOD = "two levels, Student's t"

_CHEAP_COST, _COMPARING_COST = 20.0, 27.0
_SEAT_COSTS = {"master": 500.0, "expert": 24.0, "slow": 100.0, "quick": 0.5}
"""Microseconds of processor time: of a cheap deal with its luck, of one beside a dear deal with the
luck of both, and of a seat of a dear deal. Measured once; they only decide how time is divided."""

_DEAREST, _LIKE = "master", "expert"

Sums = np.ndarray
"""object[measure, 3]: whole numbers in parts of a point: sum over units, sum of squares, and how
many units have the event, or differ."""


# ---- The two levels -----------------------------------------------------------------------------
def find_cheap(simulation: Simulation) -> Simulation:
    """The cheap level of a simulation: the same cards, played perfectly with both hands seen.

    ``expert`` takes the place of ``master`` in the exchange; others exchange as they do.

    Raises
    ------
    InputError
        If the cards are not played by strategies, no player is dear, or the rules have another pack
        or talon than 32 and 8 cards.

    Examples
    --------
    >>> print(find_cheap(Simulation("master", "club")))
    expert (elder) v club (younger), cards played double-dummy, rubicon, seed 1
    """
    players = (simulation.elder, simulation.younger)
    if simulation.play != STRATEGIES:
        raise InputError("levels: the cards must be played by the strategies, not double-dummy")
    if not is_known(simulation):
        raise InputError(
            f"levels: needs a pack of 32 and a talon of 8 cards, not those of "
            f"{simulation.rules.name}"
        )
    if all(_find_pace(player) == "quick" for player in players):
        raise InputError(
            f"levels: {players[0].name} and {players[1].name} are quick to play; at least one "
            "player must be slow, such as expert or master"
        )
    return replace(
        simulation, elder=_cheapen(players[0]), younger=_cheapen(players[1]), play=DOUBLE_DUMMY
    )


def _cheapen(player: Strategy) -> Strategy:
    if _find_pace(player) != _DEAREST:
        return player
    return find_strategy(player.name.replace(_DEAREST, _LIKE, 1))


def _find_pace(player: Strategy) -> str:
    name = player.name.partition("@")[0].partition("+")[0]
    return name if name in _SEAT_COSTS else "slow" if player.is_slow else "quick"


def find_costs(simulation: Simulation) -> tuple[float, float, float]:
    """What deals cost, by which time is divided: microseconds of processor time.

    Parameters
    ----------
    simulation : Simulation

    Returns
    -------
    tuple of float
        Of a cheap deal, of a dear one with its difference, and of a dear one alone.
    """
    alone = sum(_SEAT_COSTS[_find_pace(one)] for one in (simulation.elder, simulation.younger))
    return _CHEAP_COST, alone + _COMPARING_COST, alone


def _play(simulation: Simulation, first: int, units: int, arrays: TallyArrays) -> np.ndarray:
    rows = np.zeros((units * simulation.deals_per_unit, len(COLUMNS)), np.int64)
    simulation.count_units(first, units, arrays, rows)
    return rows


def _sum_up(values: np.ndarray, happened: np.ndarray) -> Sums:
    sums = np.zeros((len(MEASURES), 3), object)
    for place, row in enumerate(values):
        sums[place] = (*add_up(row), int(happened[place]))
    return sums


_AT = [getattr(OF, name) for name in STEADIED]


def count_cheap(
    cheap: Simulation, first: int, units: int, arrays: TallyArrays | None = None
) -> Sums:
    """What cheap units made, the luck of the draw and of the deal taken out.

    Parameters
    ----------
    cheap : Simulation
    first, units : int
    arrays : TallyArrays, optional
        A tally to which they are added.

    Returns
    -------
    Sums
    """
    rows = _play(cheap, first, units, new_tally_arrays() if arrays is None else arrays)
    made = measure_units(cheap, rows)
    happened = (made != 0).sum(axis=1)
    made[_AT] -= find_luck(cheap, rows)
    return _sum_up(made, happened)


def count_dear(
    simulation: Simulation, cheap: Simulation, first: int, units: int
) -> tuple[Sums, Tally]:
    """What units of a simulation made more than the cheap ones, the luck of the draw taken out.

    Parameters
    ----------
    simulation, cheap : Simulation
    first, units : int

    Returns
    -------
    Sums
        Of the differences.
    Tally
        Of the units as the players played them.
    """
    arrays = new_tally_arrays()
    rows = _play(simulation, first, units, arrays)
    others = _play(cheap, first, units, new_tally_arrays())
    more = measure_units(simulation, rows) - measure_units(cheap, others)
    differ = (more != 0).sum(axis=1)
    more[_AT] -= find_luck(simulation, rows, False) - find_luck(cheap, others, False)
    return _sum_up(more, differ), Tally(arrays)


def load_statistics() -> ModuleType:
    """The module of Student's distribution.

    Raises
    ------
    InputError
        If it is not installed.
    """
    return load_extra("scipy.stats", "levels")


# ---- The result ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Levels:
    """What players make by two levels.

    Examples
    --------
    >>> from piquet_sim.running.levels.runs import run_levels
    >>> found = run_levels(Simulation("expert", "expert"), 200)
    >>> found.dear_units, found.cheap_units > 200, found.estimates["difference"].method
    (200, True, "two levels, Student's t")
    """

    simulation: Simulation
    cheap: Simulation
    dear_units: int
    """Units that the players really played."""
    cheap_units: int
    dear_sums: Sums
    """Of the differences."""
    cheap_sums: Sums
    tally: Tally
    """Of the dear units alone, as they were played."""
    seconds: float
    target: Target
    blocks: tuple[Blocks, Blocks] | None = None
    """Fingerprints of the dear units and of the cheap ones."""
    ended: str = ""
    """`result.INTERRUPTED` where it was stopped; then nothing is estimated."""
    goes_on_from: Path | None = None
    """The checkpoint from which it can continue, if there is one."""

    @property
    def deals(self) -> int:
        """Deals that the players really played."""
        return self.dear_units * self.simulation.deals_per_unit

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates that there are enough deals for, by name; n is the dear deals."""
        found = {}
        for measure in () if self.ended else MEASURES:
            if measure.is_of_strategy and not self.simulation.mirrored:
                continue
            one = self._estimate(measure.name, measure.is_flag)
            if one is not None:
                found[measure.name] = one
        return found

    def gain(self, name: str) -> float | None:
        """The variance of the plain estimate over that of this one, at equal processor time.

        By the costs that the split assumes; None where nothing varied.
        """
        n, one = self.dear_units, self.estimates[name]
        own = n * self.tally.total_of_squares(name) - self.tally.total(name) ** 2
        if own <= 0 or not one.se:
            return None
        plain = own / (n - 1) / self.tally.deals**2
        cheap, dear, alone = find_costs(self.simulation)
        spent = dear * (n + PILOT) + cheap * (self.cheap_units + PILOT)
        return plain * alone * n / (one.se**2 * spent)

    def _estimate(self, name: str, is_flag: bool) -> Estimate | None:
        place = getattr(OF, name)
        n, many, a_unit = self.dear_units, self.cheap_units, self.simulation.deals_per_unit
        more, squares, differ = self.dear_sums[place]
        total, squares_of_cheap, events = self.cheap_sums[place]
        if is_flag and min(events, many - events) < FEWEST_EVENTS:
            return None
        if not is_flag and differ < FEWEST_EVENTS:
            return None
        known = dealt_expectations(self.simulation.rules)
        back = float(expect_dealt(self.cheap, name, known)) if name in STEADIED else 0.0
        scale = PARTS * a_unit
        value = more / (n * scale) + total / (many * scale) + back
        pseudo = PARTS * PARTS * a_unit if is_flag and differ < _SELDOM else 0
        of_dear = (n * squares - more * more + n * pseudo) / (n * n * (n - 1) * scale**2)
        of_cheap = (many * squares_of_cheap - total * total) / (many * many * (many - 1) * scale**2)
        se = sqrt(of_dear + of_cheap)
        if not se:
            return None
        t = load_statistics().t
        freedom = (of_dear + of_cheap) ** 2 / (of_dear**2 / (n - 1) + of_cheap**2 / (many - 1))
        half = float(t.ppf(1 - TAIL, freedom)) * se
        least, most = (0.0, 1.0) if is_flag else (-inf, inf)
        low, high = max(value - half, least), min(value + half, most)
        return Estimate(value, se, min(low, value), max(high, value), self.deals, METHOD)

    def excess(self) -> float:
        """The greatest standard error divided by its bound; infinite where one is missing."""
        worst = 0.0
        for one in self.target.precisions:
            estimate = self.estimates.get(one.name)
            if estimate is None or not estimate.se:
                return inf
            allowed = one.bound * (abs(estimate.value) if one.is_relative else 1.0)
            worst = max(worst, estimate.se / allowed if allowed else inf)
        return worst

    def describe(self) -> dict[str, Any]:
        """How the deals are divided, as data."""
        a_unit = self.simulation.deals_per_unit
        return {
            "played_deals": self.deals,
            "cheap_deals": self.cheap_units * a_unit,
            "pilot_deals": PILOT * a_unit,
            "cheap": self.cheap.describe(),
            "first_cheap_unit": FIRST_CHEAP,
            "first_pilot_unit": FIRST_OF_PILOT,
        }

    def as_json(self) -> dict[str, Any]:
        """What ``piquet simulate --levels --json`` prints."""
        estimates = {}
        for name, one in self.estimates.items():
            gain = self.gain(name)
            estimates[name] = {**one.as_json(), "gain": gain and round(gain, 3)}
        origin = {
            **describe_origin(self.simulation), "simulation": describe_simulation(self.simulation)
        }  # fmt: skip
        if self.target.precisions:
            origin["precision"] = [str(one) for one in self.target.precisions]
        if self.blocks is not None:
            dear, others = self.blocks
            origin["blocks"] = dear.describe(self.dear_units)
            origin["cheap_blocks"] = others.describe(self.cheap_units)
        return {
            "n": self.deals, **self.simulation.describe(), "levels": self.describe(),
            "estimates": estimates, "origin": origin,
        }  # fmt: skip
