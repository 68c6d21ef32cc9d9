"""The result of a simulation: estimates, exact values beside them, and their origin."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import ControlVariateEstimate, Estimate
from piquet_sim.estimates.intervals import NO_INTERVAL
from piquet_sim.estimates.luck import estimate_steadied, estimate_with_controls
from piquet_sim.estimates.shown import Numbers, Shown
from piquet_sim.estimates.tally import Tally, estimate_all, find_measure
from piquet_sim.game.cards import HAND_CARDS, SUITS
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import INTERRUPTED, TIME
from piquet_sim.running.groups import Groups
from piquet_sim.running.meaning import describe_run
from piquet_sim.running.measures import WHOLE, read_measures
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_origin, describe_simulation

if TYPE_CHECKING:
    import pandas as pd

    from piquet_sim.conditions.model import Condition


@dataclass(frozen=True, repr=False)
class Result(Shown):
    """The result of a simulation.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> result = simulate("club", "club", n=1_000)
    >>> list(result.estimates)[:3]
    ['elder_score', 'younger_score', 'difference']
    >>> result.table().loc["elder_score", "method"]
    'normal'
    """

    simulation: Simulation
    tally: Tally
    target: Target
    """What was asked for; fewer deals were counted if the run was interrupted."""
    seconds: float = field(compare=False)
    """Seconds it took."""
    ended: str
    """How it ended: see `REACHED`."""
    records: Mapping[str, np.ndarray] = field(default_factory=dict, compare=False)
    """Columns of the records of its first deals, as far as they were asked for."""

    @property
    def deals(self) -> int:
        """Deals counted."""
        return self.tally.deals

    @property
    def is_complete(self) -> bool:
        """False if the run was interrupted before all its deals were counted."""
        return self.ended != INTERRUPTED or self.deals == self.target.deals

    @property
    def is_answered(self) -> bool:
        """False if the run would go on with more time: it was interrupted, or reached its limit."""
        return self.is_complete and self.ended != TIME

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates by name, with exact values where they are known."""
        plain = add_exact_values(self.simulation, estimate_all(self.tally, self.simulation.rules))
        return {
            name: replace(estimate, reduced=reduce_error(self.simulation, self.tally, name))
            for name, estimate in plain.items()
        }

    @cached_property
    def measures(self) -> dict[str, Estimate | None]:
        """The estimates of measures of one's own, by label or expression.

        None for a measure whose outcome never occurred; n is the number of deals over which it is
        taken.
        """
        asked = self.target.measures
        return {one.name: asked.estimate(self.tally, one.name) for one in asked.measures}

    def measure(self, name: str) -> Estimate | None:
        """The estimate of a measure of one's own, by its label or its expression as written.

        Raises
        ------
        InputError
            If the run was not asked for it.

        Examples
        --------
        >>> from piquet_sim import simulate
        >>> result = simulate("club", "club", n=1_000, measures="elder_point >= 6")
        >>> result.measure("elder_point>=6").n
        1000
        """
        one = self.target.measures.find(name)
        if one is None:
            raise InputError(suggest(name, self.measures, "measure"))
        return self.measures[one.name]

    @cached_property
    def groups(self) -> Groups:
        """The estimates of each group, where the run was asked for groups.

        Raises
        ------
        InputError
            If it was not: ``simulate(..., by="elder.longest_suit")``.
        """
        if not self.target.measures.by:
            raise InputError("groups: ask for them, as in simulate(..., by='elder.longest_suit')")
        return Groups(self.simulation, self.target.measures, self.tally)

    def group(self, text: str) -> Groups:
        """The groups of an expression by which the run counted deals and nothing else.

        Raises
        ------
        ValueError
            If the run did not count them (`OwnMeasures.counted`).
        """
        asked = self.target.measures
        one = read_measures((), rules=self.simulation.rules, counted=[text]).counted[0]
        return Groups(self.simulation, asked, self.tally, asked.groupings.index((one,), 1))

    def numbers(self) -> Numbers:
        """All estimates with their meaning: by unit, both seats' first."""
        return describe_run(self)

    def distribution(self, name: str) -> "pd.DataFrame":
        """How many deals had each value of an amount.

        Parameters
        ----------
        name : str
            "elder_score", "younger_score", "difference", "elder_exchanged" or
            "younger_exchanged".

        Returns
        -------
        DataFrame
            One row per value that came up, in rising order: value, deals, share (of all deals),
            low and high (ends of Wilson's 95% interval of the share). Of mirrored deals each pair
            counts as one deal in the interval, unless the tally knows the pairs.

        Raises
        ------
        InputError
            If the distribution is not counted.

        Examples
        --------
        >>> from piquet_sim import simulate
        >>> spread = simulate("club", "club", n=1_000).distribution("elder_exchanged")
        >>> spread.columns.tolist(), int(spread.deals.sum())
        (['value', 'deals', 'share', 'low', 'high'], 1000)
        """
        from piquet_sim.running.distribution import find_distribution

        return find_distribution(self.tally, name, self.simulation.rules).table()

    def as_json(self) -> dict[str, Any]:
        """What ``piquet simulate --json`` prints."""
        estimates = {name: estimate.as_json() for name, estimate in self.estimates.items()}
        given, asked, precisions = self.given(), self.target.measures, self.target.precisions
        for name, share in self.shares_of_all().items():
            estimates[name]["of_all"] = share
        nothing = dict.fromkeys(("value", "se", "low", "high")) | {"n": 0, "method": NO_INTERVAL}
        own = {
            one.name: {"expression": one.text, **(estimate.as_json() if estimate else nothing)}
            for one, estimate in zip(asked.measures, self.measures.values(), strict=True)
        }
        about: dict[str, Any] = {"measures": own} if own else {}
        came_up = asked.estimate_outcome(self.tally)
        if came_up is not None:
            about["given_outcome"] = {
                "expression": asked.outcome.text,
                "deals": self.tally.own[WHOLE][0],
                **came_up.as_json(),
            }
        return {
            "n": self.deals,
            "ended": self.ended,
            **self.simulation.describe(),
            **({} if given is None else {"condition": given}),
            "estimates": estimates,
            **about,
            **({"groups": self.groups.as_json()} if asked.by else {}),
            "origin": {
                **describe_origin(self.simulation),
                "simulation": describe_simulation(self.simulation),
                **({"precision": list(map(str, precisions))} if precisions else {}),
            },
        }

    def given(self) -> dict[str, Any] | None:
        """How the condition was dealt and how probable it is; None if there was none."""
        if self.simulation.given is None:
            return None
        from piquet_sim.conditions.share import describe_given

        met = int(self.tally.arrays.counts[2]), self.tally.units
        return describe_given(self.simulation.given, met)

    def shares_of_all(self) -> dict[str, dict[str, float]]:
        """The share of *all* deals in which the condition holds and an event happens.

        Estimates of flags, weighed by the exact probability of the condition; none where there is
        no condition, or its probability is not exact.
        """
        from piquet_sim.conditions.share import find_probability

        given = self.simulation.given
        share = None if given is None else find_probability(given)
        return {
            name: {
                key: float(share) * getattr(estimate, key)
                for key in ("value", "se", "low", "high")
                if getattr(estimate, key) is not None
            }
            for name, estimate in self.estimates.items()
            if share is not None and find_measure(name).is_flag
        }


def dealt_expectations(rules: RuleSet) -> tuple[Fraction, ...]:
    """The exact expectations of `CONTROLS`, what is dealt: value if all is good, aces, kings."""
    from piquet_sim.exact.census import value_mean

    of_a_rank = Fraction(SUITS * HAND_CARDS, rules.pack)
    return (value_mean(rules), of_a_rank, of_a_rank) * 2


def reduce_error(simulation: Simulation, tally: Tally, name: str) -> ControlVariateEstimate | None:
    """An estimate with luck taken out or control variates used; None if it has neither.

    Parameters
    ----------
    simulation : Simulation
    tally : Tally
        Counts the deals of that simulation.
    name : str
    """
    known = dealt_expectations(simulation.rules) if simulation.given is None else ()
    steadied = estimate_steadied(simulation, tally, name, known)
    if steadied is not None or simulation.given is not None:
        return steadied  # what is dealt under a condition has other expectations
    return estimate_with_controls(simulation, tally, name, known)


def add_exact_values(simulation: Simulation, estimates: dict[str, Estimate]) -> dict[str, Estimate]:
    """The estimates with the exact value put beside each that has one.

    A dealt carte blanche has an exact probability; it is what is estimated where the seat shows
    every carte blanche that it is dealt.
    """
    shows = simulation.elder.announces_blanche, simulation.younger.announces_blanche
    exact = {
        f"{seat}_carte_blanche": _dealt_carte_blanche(simulation, seat)
        for seat, is_shown in zip(SEATS, shows, strict=True)
        if is_shown and (all(shows) or not simulation.mirrored)
    }
    return estimates | {name: replace(estimates[name], exact=one) for name, one in exact.items()}


def _dealt_carte_blanche(simulation: Simulation, seat: str) -> Fraction | None:
    # Its exact probability, under the condition if there is one that can be counted.
    from piquet_sim.exact.census import carte_blanche_probability

    given = simulation.given
    if given is None:
        return carte_blanche_probability(simulation.rules.pack)
    if given.probability is None:
        return None
    both = _count_blanche(given.condition, seat, simulation.rules)
    return None if both is None else both / given.probability


@lru_cache(64)
def _count_blanche(condition: "Condition", seat: str, rules: RuleSet) -> Fraction | None:
    # The probability of a condition with a carte blanche, which takes seconds for some conditions:
    # every run of a study asks for the same.
    from piquet_sim.conditions.dealing import allot_condition
    from piquet_sim.conditions.model import COURTS, All, Numbering

    try:
        return allot_condition(All((condition, Numbering(seat, COURTS, 0, 0))), rules).probability
    except InputError:
        return Fraction(0)
