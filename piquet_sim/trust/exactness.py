"""Estimates of a simulation against exactly known values, in standard errors."""

from math import sqrt

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.significance import chi_square_tail, normal_tails
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import estimate_all
from piquet_sim.exact import census
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.batch.measures import CONTROLS, MEASURES
from piquet_sim.running.result import add_exact_values, dealt_expectations
from piquet_sim.trust.checks import FEWEST_EVENTS, Check, as_counts, check_counts


def check_exact(simulation: Simulation, tally: Tally) -> list[Check]:
    """Every count of a simulation that has an exact value, compared with that value.

    Parameters
    ----------
    simulation : Simulation
        Under rules that count points and sequences as the census does.
    tally : Tally
        Its counts; of mirrored deals each pair counts once.

    Returns
    -------
    list of Check
        Cartes blanches where all are shown; the controls, one by one (with the error found from
        the deals) and all together by Hotelling's statistic; the best point, sequence and sets of
        the dealt hands, value by value and by chi-square.

    Raises
    ------
    InputError
        If the rules count points or sequences differently.
    """
    rules = simulation.rules
    census.check_countable(rules)
    way = "mirrored" if simulation.mirrored else "plain"
    units, twice = tally.units, simulation.deals_per_unit
    checks = []
    for name, estimate in add_exact_values(
        simulation, estimate_all(tally, simulation.rules)
    ).items():
        if estimate.exact is not None:
            seen = tally.total(name) // twice
            checks.append(
                _by_probability(f"{way}, shown", name, units, seen, float(estimate.exact))
            )
    checks += _check_controls(simulation, tally, way)
    ways = (
        census.count_hands_by("longest_suit", rules),
        census.count_hands_by("best_sequence", rules),
        census.count_set_kinds(rules),
    )
    said = ("point of {} cards", "sequence of {} cards", "sets, kind {}")
    dealt = tally.arrays.changes.sum(axis=3) // twice
    for seat, name in enumerate(("elder", "younger")):
        for place, kind in enumerate(CLASSES):
            seen, of = as_counts(dealt[seat, place]), sum(ways[place].values())
            checks += check_counts("exact", f"{way}, dealt", f"{name}'s {kind}", seen, ways[place])
            for value, hands in ways[place].items():
                if units * hands / of >= FEWEST_EVENTS:
                    words = f"{name}'s {said[place].format(value)}"
                    counted = seen.get(value, 0)
                    checks.append(
                        _by_probability(f"{way}, dealt", words, units, counted, hands / of)
                    )
    return checks


def _by_probability(check: str, name: str, n: int, seen: int, chance: float) -> Check:
    z = (seen - n * chance) / sqrt(n * chance * (1 - chance))
    return Check("exact", check, name, n, seen / n, chance, z, p=normal_tails(z))


def _check_controls(simulation: Simulation, tally: Tally, way: str) -> list[Check]:
    units, a_unit = tally.units, simulation.deals_per_unit
    known = np.array([float(one) for one in dealt_expectations(simulation.rules)])
    sums = [int(one) for one in tally.arrays.controls]
    crosses = tally.arrays.crosses[:, len(MEASURES) :]
    # From exact integers, so that nothing is lost to cancellation.
    spread = np.array([
        [(units * int(crosses[i, j]) - sums[i] * sums[j]) / (units * (units - 1) * a_unit**2)
         for j in range(len(sums))] for i in range(len(sums))
    ])  # fmt: skip
    means = np.array([one / units / a_unit for one in sums])
    off = means - known
    checks = []
    for place, name in enumerate(CONTROLS):
        z = off[place] / sqrt(spread[place, place] / units)
        checks.append(
            Check(
                "exact", f"{way}, dealt", name, units, means[place], known[place], z,
                p=normal_tails(z),
            )
        )  # fmt: skip
    statistic = float(off @ np.linalg.solve(spread, off) * units)
    p = chi_square_tail(statistic, len(sums))
    said = "all controls together"
    return [
        *checks, Check("exact", f"{way}, dealt", said, units, None, None, statistic, len(sums), p)
    ]  # fmt: skip
