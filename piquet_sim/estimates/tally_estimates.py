"""Estimates of a tally: each measure of a deal from its sums over units."""

from dataclasses import replace

from piquet_sim.estimates.differences import subtract_dependent
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_proportion, know_exactly
from piquet_sim.estimates.intervals import bound_share, find_departures
from piquet_sim.estimates.limits import Limits, limit_amounts
from piquet_sim.estimates.tally import Tally, find_measure
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.measures import MEASURES, Measure


def count_events(tally: Tally, measure: Measure | str, rules: RuleSet = RUBICON) -> float | None:
    """The number of events on which the estimate of a measure rests.

    Returns
    -------
    float or None
        Of a flag the deals in which it was set, or not set if they are fewer; of an amount that
        is nearly always the same the units in which it departed, see
        `intervals.find_departures`. None for other amounts.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total = tally.total(measure.name)
    if measure.is_flag:
        return min(total, tally.deals - total)
    squares, units = tally.total_of_squares(measure.name), tally.units
    if squares * units == total * total:
        return 0.0
    least, most = limit_amounts(rules)[measure.name]
    a_unit = tally.deals // units
    found = find_departures(total, squares, units, least * a_unit, most * a_unit)
    return None if found is None else found.events


def estimate_measure(tally: Tally, measure: Measure | str, rules: RuleSet = RUBICON) -> Estimate:
    """The estimate of one measure from a tally.

    Parameters
    ----------
    tally : Tally
    measure : Measure or str
    rules : RuleSet
        The rules that were played: they say what an amount can be.

    Raises
    ------
    ValueError
        If there are no deals, or they cannot have been played under these rules.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> estimate_measure(simulate("club", "club", n=500).tally, "elder_score").n
    500
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total, squares = tally.total(measure.name), tally.total_of_squares(measure.name)
    limits = limit_amounts(rules)[measure.name]
    if limits[0] == limits[1] and total != limits[0] * tally.deals:
        raise ValueError(f"{measure.name}: not played under {rules.name}")
    return estimate_sums(total, squares, tally.units, tally.deals, measure.is_flag, limits)


def estimate_sums(
    total: int, squares: int, units: int, deals: int, is_flag: bool, limits: Limits
) -> Estimate:
    """The estimate of a share or a mean from integer sums over units.

    Parameters
    ----------
    total, squares : int
        Sum over units, and sum of squares.
    units, deals : int
        Independent units, and deals in all of them.
    is_flag : bool
        Whether it is a share of deals.
    limits : tuple of int
        The least and the most that it can be in a deal; where they are equal it is exact.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> estimate_sums(12, 12, units=400, deals=400, is_flag=True, limits=(0, 1)).value
    0.03
    """
    if limits[0] == limits[1]:
        return replace(know_exactly(float(limits[0])), n=deals)
    if not is_flag:
        return estimate_mean(total, squares, units, deals, limits)
    if units == deals:
        return estimate_proportion(total, deals)
    mean = estimate_mean(total, squares, units, deals, (0, 1))
    low, high, method = bound_share(mean.value, mean.se or 0.0, units)
    return replace(mean, low=low, high=high, method=method)


def estimate_lead(tally: Tally, part: str, rules: RuleSet = RUBICON) -> Estimate:
    """Elder's lead over younger in one part of the score, in points per deal.

    Parameters
    ----------
    tally : Tally
    part : str
        "point", "sequences", "sets", "carte_blanche", "play", "cards", "pique" or "repique".
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Estimate
        Where a part is never scored by both in one deal the squares of the difference add up from
        those of both seats; otherwise, and in mirrored pairs, the errors of both are added.

    Raises
    ------
    ValueError
        If only one deal was counted.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> lead = estimate_lead(simulate("club", "club", n=500).tally, "cards")
    >>> lead.low < lead.value < lead.high
    True
    """
    elder, younger = (f"{seat}_{part}_mean" for seat in ("elder", "younger"))
    never_both = part != "play" and (part != "carte_blanche" or rules.pack == 32)
    if tally.units < tally.deals or not never_both:
        return subtract_dependent(
            *(estimate_measure(tally, one, rules) for one in (elder, younger))
        )
    limits = limit_amounts(rules)
    return estimate_mean(
        tally.total(elder) - tally.total(younger),
        tally.total_of_squares(elder) + tally.total_of_squares(younger),
        tally.units,
        tally.deals,
        (-limits[younger][1], limits[elder][1]),
    )


def estimate_all(tally: Tally, rules: RuleSet = RUBICON) -> dict[str, Estimate]:
    """All estimates of a tally by name.

    What the strategies make (`first_score` and so on) is left out where deals are not mirrored,
    since it is then what the seats make.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> list(estimate_all(simulate("club", "club", n=500).tally))[:3]
    ['elder_score', 'younger_score', 'difference']
    """
    mirrored = tally.units != tally.deals
    return {
        measure.name: estimate_measure(tally, measure, rules)
        for measure in MEASURES
        if mirrored or not measure.is_of_strategy
    }
