"""Verification of results by two levels, or of a rare event: made again, wholly or in part."""

from math import sqrt
from random import Random
from typing import Any

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import estimate_all
from piquet_sim.game.errors import InputError
from piquet_sim.running.checkpoint import read_simulation
from piquet_sim.running.levels.rare import run_rare
from piquet_sim.running.levels.runs import BOTH, run_levels
from piquet_sim.running.precision import set_target
from piquet_sim.running.verification import Verification, check_blocks, shorten_numbers

_FARTHEST = 6.0


def check_levels(
    found: Verification,
    about: dict[str, Any],
    simulation: Simulation,
    sample: Tally,
    deals: int,
    chance: Random,
) -> None:
    """Compare a result by two levels with what is made again.

    Some blocks of the dear deals and of the cheap ones are counted again, and must have the same
    fingerprints; the estimates must agree with the dear deals played again within their errors.
    Where all dear deals are, both levels are run again and must give the same numbers and the same
    split.

    Parameters
    ----------
    found : Verification
        Is added to.
    about : dict
        What ``piquet simulate --levels --json`` printed.
    simulation : Simulation
    sample : Tally
        Of the dear deals that were played again; empty where their fingerprints hold sums, too.
    deals : int
        About how many deals of each level to count again.
    chance : random.Random
        Draws the blocks.

    Raises
    ------
    InputError
        If the result is damaged.
    """
    estimates, origin, a_unit = about["estimates"], about["origin"], simulation.deals_per_unit
    cheap_deals = about["levels"].get("cheap_deals", 0)
    if not sample.deals:
        dear, cheap = BOTH
        sample = check_blocks(
            found, simulation, origin["blocks"], about["n"] // a_unit, deals, chance, dear
        )
        check_blocks(
            found, simulation, origin.get("cheap_blocks"), cheap_deals // a_unit, deals, chance,
            cheap, "cheap deals",
        )  # fmt: skip
    try:
        farthest = _find_farthest(estimates, sample, simulation)
    except (TypeError, KeyError, ValueError) as error:
        raise InputError(f"verify {found.path}: an estimate is damaged ({error})") from None
    said = f"at most {farthest:.1f} standard errors from the deals played again"
    found.add("estimates", farthest <= _FARTHEST, said)
    if sample.deals < about["n"]:
        found.add(_AGAIN, None, "only all deals can give them again")
        return
    precisions = origin.get("precision", [])
    target = about["n"]
    if precisions:
        target = set_target(None, precisions, about["n"], None, a_unit)
    again = run_levels(simulation, target, found.threads).as_json()
    found.count(cheap_deals)
    for what in ("levels", "estimates"):
        same = shorten_numbers(about[what]) == shorten_numbers(again[what])
        found.add(f"{what} made again", same, "the same" if same else "different")


_AGAIN = "estimates made again"


def check_rare_again(found: Verification, about: dict[str, Any]) -> None:
    """Make the result for a rare event again, all of it.

    Parameters
    ----------
    found : Verification
        Is added to.
    about : dict
        What ``piquet simulate --rare --json`` printed.

    Raises
    ------
    InputError
        If the result is damaged.
    """
    what = f"verify {found.path}"
    simulation = read_simulation(about["origin"].get("simulation"), what)
    try:
        event, n = str(about["rare"]["event"]), int(about["n"])
        again = run_rare(simulation, event, n, found.threads).as_json()
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{what}: the result is damaged ({error})") from None
    found.count(n)
    for name in ("rare", "estimates"):
        same = shorten_numbers(about[name]) == shorten_numbers(again[name])
        found.add(f"{name} made again", same, "the same" if same else "different")


def _find_farthest(estimates: dict, sample: Tally, simulation: Simulation) -> float:
    # By how many standard errors an estimate is off from the sample.
    farthest = 0.0
    for name, here in estimate_all(sample, simulation.rules).items():
        if name in estimates and here.se:
            there = estimates[name]
            error = sqrt(float(there["se"]) ** 2 + here.se**2)
            farthest = max(farthest, abs(float(there["value"]) - here.value) / error)
    return farthest
