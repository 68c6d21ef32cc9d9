"""The distribution of an amount over the deals of a tally."""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.distributions.amounts import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Event,
    count_pooled,
    find_amount,
)
from piquet_sim.distributions.quantiles import Quantile, find_quantile
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.intervals import WILSON, bound_proportion
from piquet_sim.estimates.limits import limit_amounts
from piquet_sim.estimates.tally import Tally, find_measure
from piquet_sim.estimates.tally_estimates import estimate_measure
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet

if TYPE_CHECKING:
    import pandas as pd

PERCENTS = (5, 25, 50, 75, 95)
"""Of the quantiles that are reported."""

WILSON_OF_PAIRS = f"{WILSON}, each pair counted as one deal"


@dataclass(frozen=True)
class Distribution:
    """How many deals had each value of an amount.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> tally = simulate("club", "club", n=2_000, seed=1).tally
    >>> find_distribution(tally, "elder_exchanged").quantiles[2][:4]
    (50, 5, 5, 5)
    """

    name: str
    """Of the estimate of its mean."""
    values: np.ndarray
    """int64: the values that came up, in rising order."""
    deals: np.ndarray
    """int64: how many deals had each."""
    units: int
    """Independent units: deals, or mirrored pairs."""
    limits: tuple[int, int]
    """The least and the most that it can be in a deal, under the laws."""
    known: dict[Event, Estimate]
    """Shares whose error the tally knows by unit."""
    pooled: int
    """Deals in which a score was too high for the tally, and is counted as the highest it has."""

    @property
    def n(self) -> int:
        """Deals counted."""
        return int(self.deals.sum())

    @property
    def is_paired(self) -> bool:
        """Whether deals are mirrored."""
        return self.units < self.n

    @property
    def unit(self) -> str:
        """Points or cards."""
        return find_measure(self.name).unit.removesuffix(" a deal")

    @property
    def label(self) -> str:
        """What the amount is, with its unit."""
        meaning = find_measure(self.name).meaning
        return meaning if self.unit in meaning else f"{meaning}, {self.unit}"

    @property
    def quantiles(self) -> list[Quantile]:
        """The quantiles of `PERCENTS`; `quantiles` says how their intervals are made."""
        return [
            find_quantile(self.values, self.deals, self.units, percent, self.limits)
            for percent in PERCENTS
        ]

    def estimate_deals(self, deals: int) -> Estimate:
        """The share of some of the deals; of mirrored ones each pair counts as one deal."""
        if not self.is_paired:
            return estimate_proportion(deals, self.n)
        share = deals / self.n
        ends = bound_proportion(share * self.units, self.units, WILSON_OF_PAIRS)
        return Estimate(share, sqrt(share * (1 - share) / self.units), ends.low, ends.high, self.n,
                        ends.method)  # fmt: skip

    def estimate_share(self, event: Event) -> Estimate:
        """The share of deals in which the amount is at least, at most or exactly a value."""
        if event in self.known:
            return self.known[event]
        side, value = event
        compare = {AT_LEAST: np.greater_equal, AT_MOST: np.less_equal, EXACTLY: np.equal}[side]
        return self.estimate_deals(int(self.deals[compare(self.values, value)].sum()))

    @property
    def tails(self) -> dict[Event, Estimate]:
        """The shares that are reported, of events that the laws leave open."""
        least, most = self.limits
        opened = {AT_LEAST: range(least + 1, most + 1), AT_MOST: range(least, most)}
        return {
            (side, value): self.estimate_share((side, value))
            for side, value in find_amount(self.name).tails
            if value in opened[side]
        }

    def table(self) -> "pd.DataFrame":
        """The values that came up as a data frame: value, deals, share, low, high."""
        import pandas as pd

        shares = [self.estimate_share((EXACTLY, int(value))) for value in self.values]
        return pd.DataFrame(
            {
                "value": self.values,
                "deals": self.deals,
                "share": [one.value for one in shares],
                "low": [one.low for one in shares],
                "high": [one.high for one in shares],
            }
        )

    def as_json(self) -> dict[str, Any]:
        """What ``piquet simulate --json`` has under "distribution"."""
        return {
            "name": self.name,
            "unit": self.unit,
            "quantiles": [one._asdict() for one in self.quantiles],
            "tails": [
                {"side": side, "bound": value, **share.as_json()}
                for (side, value), share in self.tails.items()
            ],
            "values": self.table().to_dict("records"),
            **({"pooled": self.pooled} if self.pooled else {}),
        }


def find_distribution(tally: Tally, name: str, rules: RuleSet = RUBICON) -> Distribution:
    """The distribution of an amount over the deals of a tally.

    Parameters
    ----------
    tally : Tally
    name : str
        One of `AMOUNTS`.
    rules : RuleSet
        The rules that were played: they say what an amount can be.

    Raises
    ------
    InputError
        If the tally does not count the amount value by value, or has no deals.
    """
    amount = find_amount(name)
    if not tally.deals:
        raise InputError(f"distribution: {name}: no deals")
    values, deals = amount.count(tally)
    return Distribution(
        name,
        values[deals > 0],
        deals[deals > 0],
        tally.units,
        limit_amounts(rules)[name],
        {event: estimate_measure(tally, flag, rules) for event, flag in amount.flags.items()},
        count_pooled(tally, name),
    )
