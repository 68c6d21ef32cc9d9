"""How an amount spreads over deals: quantiles and tails, with their errors.

    piquet simulate -n 100_000 --distribution difference
    piquet simulate --distribution elder_score --given "elder.aces == 4" --chart scores.svg

``--distribution`` takes ``elder_score``, ``younger_score``, ``difference``, ``elder_exchanged`` or
``younger_exchanged``: the amounts that are counted value by value. Below the estimates it prints
five quantiles, and how often the amount reaches certain values or stays below them; ``--chart``
draws a histogram. With ``--json`` the answer has one more key, ``distribution``. In Python:

```python
from piquet_sim import simulate

simulate("club", "club", n=100_000).distribution("difference")  # value, deals, share, low, high
```

A quantile of whole numbers is a whole number: the 25% quantile is the smallest value that at least
a quarter of the deals do not exceed. Its 95% interval comes from binomial order statistics; if both
ends are the same number, no other value is possible at this level. Shares have Wilson's interval.

For mirrored deals, how the two deals of a pair vary together is recorded only for whether elder
scores more, less or the same. For everything else each pair counts as one deal. Such an interval is
never too narrow: it would be exact if both deals of a pair were always alike.
"""

from bisect import bisect_left
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.intervals import TAIL, WILSON, bound_proportion
from piquet_sim.estimates.quantity import (
    ALL_DEALS,
    CARDS,
    NOTHING,
    POINTS,
    Of,
    Quantity,
    Sign,
    write_number,
)
from piquet_sim.estimates.shown import Numbers
from piquet_sim.estimates.tally import Tally, estimate_measure, find_measure
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.errors import InputError, load_extra, suggest
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import count_of
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.kernel.batch.measures import MEASURES

if TYPE_CHECKING:
    import pandas as pd

# ---- Amounts ------------------------------------------------------------------------------------
AT_LEAST, AT_MOST, EXACTLY = "at least", "at most", "exactly"

Event = tuple[str, int]
"""`AT_LEAST`, `AT_MOST` or `EXACTLY`, and a value."""

_POINTS, _CARDS = ([(AT_LEAST, value) for value in values] for values in ((30, 60, 100), (3, 4, 5)))

AMOUNTS: dict[str, list[Event]] = {
    "elder_score": _POINTS,
    "younger_score": _POINTS,
    "difference": [
        (AT_LEAST, 1),
        *_POINTS,
        (AT_MOST, -1),
        *((AT_MOST, -value) for _, value in _POINTS),
    ],
    "elder_exchanged": _CARDS,
    "younger_exchanged": _CARDS,
}
"""The amounts that a tally counts value by value, and the events whose shares are reported."""

_FLAGS = {(AT_LEAST, 1): "elder_wins", (AT_MOST, -1): "younger_wins", (EXACTLY, 0): "drawn"}
"""Events of the difference that the tally counts on their own, by unit."""


def check_amount(name: str) -> None:
    """Refuse an amount whose distribution does not follow from a tally.

    Raises
    ------
    InputError

    Examples
    --------
    >>> try:
    ...     check_amount("diference")
    ... except InputError as error:
    ...     print(error)
    no distribution 'diference'; did you mean 'difference'?
    """
    if name in AMOUNTS:
        return
    if name not in [measure.name for measure in MEASURES]:
        raise InputError(suggest(name, AMOUNTS, "distribution"))
    is_flag = find_measure(name).is_flag
    reason = "a share of deals has no distribution" if is_flag else "only its mean is counted"
    raise InputError(f"distribution: {name}: {reason}; choose from: {', '.join(AMOUNTS)}")


def _count_values(tally: Tally, name: str) -> tuple[np.ndarray, np.ndarray]:
    # Values in rising order, and the deals of each.
    if name == "difference":
        return tally.difference_counts()
    seat, _, what = name.partition("_")
    exchanged = tally.arrays.exchanged[SEATS.index(seat)]
    deals = tally.score_counts(seat) if what == "score" else exchanged
    return np.arange(len(deals)), deals


def _count_pooled(tally: Tally, name: str) -> int:
    # Deals in which a score was at least the highest that the tally has, and is counted as that.
    scores = tally.arrays.scores
    elder, younger = int(scores[HIGHEST_SCORE].sum()), int(scores[:, HIGHEST_SCORE].sum())
    both = elder + younger - int(scores[HIGHEST_SCORE, HIGHEST_SCORE])
    return {"elder_score": elder, "younger_score": younger, "difference": both}.get(name, 0)


# ---- Quantiles ----------------------------------------------------------------------------------
ORDER_STATISTICS = "binomial order statistics"
_OF_PAIRS = ", each pair counted as one deal"


def find_ranks(units: int, share: float) -> tuple[int, int]:
    r"""Which of n values in rising order are the ends of a quantile's 95% interval.

    The quantile of share p is the least value v that at least the share p of deals do not exceed.
    Let X(1) ≤ … ≤ X(n) be the amounts of n independent deals in rising order. That X(r) exceeds the
    quantile means that fewer than r deals are at or below it, and each is with probability p or
    more; that X(s) falls short of it means that s deals or more are below it, and each is with
    probability less than p. So, whatever the distribution,

    .. math:: P(X_{(r)} > v) \le P(B < r), \qquad P(X_{(s)} < v) \le P(B \ge s), \qquad B \sim
       \text{binomial}(n, p).

    The interval runs from X(r) to X(s), both included, with the greatest r and the least s for
    which these are at most 2.5% each: it covers in at least 95% of runs, and in more where many
    deals have the same value. Where there is no such r or s it ends at the least or the most
    possible.

    Of u mirrored pairs let N deals of 2u be at or below a value, which has probability a in the
    first deal of a pair and b in the second, p on average. Whatever the deals of a pair have in
    common, the variance of N is at most :math:`u (\sqrt{a(1-a)} + \sqrt{b(1-b)})^2 \le 4 u p
    (1-p)`, that of twice a binomial number of u. So r and s are found as for u deals, and each
    stands for two: ranks 2r - 1 and 2s. No interval is too narrow; if both deals of a pair are
    always alike, none is too wide.

    Parameters
    ----------
    units : int
        Independent values.
    share : float
        Between 0 and 1.

    Returns
    -------
    r, s : int
        Both count from 1; r is 0 and s is n + 1 where no value is low or high enough.

    References
    ----------
    Thompson: On confidence ranges for the median and other expectation distributions for
    populations of unknown distribution form. Annals of Mathematical Statistics 7, 1936.
    Scheffé, Tukey: Non-parametric estimation. Annals of Mathematical Statistics 16, 1945.

    Examples
    --------
    >>> find_ranks(100, 0.5), find_ranks(5, 0.5)
    ((40, 61), (0, 6))
    """
    betainc = load_extra("scipy.special", "a distribution").betainc  # slow to import

    def at_most(k: int) -> float:  # P(B <= k), for more units than the library's own can take
        return float(betainc(units - k, k + 1, 1 - share))

    low, high = (bisect_left(range(units), end, key=at_most) for end in (TAIL, 1 - TAIL))
    return low, high + 1


def find_quantile(
    values: np.ndarray, deals: np.ndarray, units: int, percent: int, limits: tuple[int, int]
) -> Estimate:
    """A quantile of whole numbers that were counted: a whole number with its 95% interval.

    Parameters
    ----------
    values : int64 array
        In rising order.
    deals : int64 array
        How many deals had each.
    units : int
        Independent units: deals, or mirrored pairs.
    percent : int
        Lies between 1 and 99.
    limits : tuple of int
        The least and the most that a value can be.

    Examples
    --------
    >>> found = find_quantile(np.arange(4), np.array([0, 100, 200, 100]), 400, 50, (0, 3))
    >>> found.value, found.low, found.high
    (2, 2, 2)
    """
    reached = deals.cumsum()
    total = int(reached[-1])
    a_unit = total // units

    def value_at(rank: int) -> int:
        return int(values[np.searchsorted(reached, rank)])

    first, last = find_ranks(units, percent / 100)
    return Estimate(
        value_at(-(-percent * total // 100)),
        None,
        value_at(a_unit * (first - 1) + 1) if first else limits[0],
        value_at(a_unit * last) if last <= units else limits[1],
        total,
        ORDER_STATISTICS + _OF_PAIRS * (a_unit > 1),
    )


# ---- Distributions ------------------------------------------------------------------------------
PERCENTS = (5, 25, 50, 75, 95)
"""The quantiles that are reported, in per cent."""


@dataclass(frozen=True)
class Distribution:
    """How many deals had each value of an amount.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> tally = simulate("club", "club", n=2_000, seed=1).tally
    >>> median = find_distribution(tally, "elder_exchanged").quantiles[50]
    >>> median.value, median.low, median.high
    (5, 5, 5)
    """

    name: str
    """The name of the estimate of its mean."""
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
    of: Of = ALL_DEALS
    """The deals that are counted."""

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
    def quantiles(self) -> dict[int, Estimate]:
        """The quantiles of `PERCENTS`; `find_ranks` says how their intervals are made."""
        return {
            percent: find_quantile(self.values, self.deals, self.units, percent, self.limits)
            for percent in PERCENTS
        }

    def estimate_deals(self, deals: int) -> Estimate:
        """The share of some of the deals; of mirrored ones each pair counts as one deal."""
        if not self.is_paired:
            return estimate_proportion(deals, self.n)
        share = deals / self.n
        ends = bound_proportion(share * self.units, self.units, WILSON + _OF_PAIRS)
        return Estimate(
            share, sqrt(share * (1 - share) / self.units), ends.low, ends.high, self.n, ends.method
        )

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
            for side, value in AMOUNTS[self.name]
            if value in opened[side]
        }

    def numbers(self) -> Numbers:
        """The quantiles in their unit, then the shares of deals in the tails."""
        unit = POINTS if self.unit == POINTS.name else CARDS
        sign = Sign.LEAD if self.limits[0] < 0 else Sign.AMOUNT
        own = [
            Quantity(
                f"{percent}%", f"{percent}% quantile", one, unit, NOTHING, sign=sign, column="value"
            )
            for percent, one in self.quantiles.items()
        ]
        own += [
            Quantity(
                f"{side} {value}", f"{side} {unit.after(write_number(value, 0))}", share, of=self.of
            )
            for (side, value), share in self.tails.items()
        ]
        return Numbers(f"{self.name}: {self.label}; {count_of(self.n, 'deals')}", own)

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
            "quantiles": [
                {
                    "percent": percent,
                    **{name: getattr(one, name) for name in ("value", "low", "high", "method")},
                }
                for percent, one in self.quantiles.items()
            ],
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
    check_amount(name)
    if not tally.deals:
        raise InputError(f"distribution: {name}: no deals")
    values, deals = _count_values(tally, name)
    flags = _FLAGS if name == "difference" else {}
    return Distribution(
        name,
        values[deals > 0],
        deals[deals > 0],
        tally.units,
        limit_amounts(rules)[name],
        {event: estimate_measure(tally, flag, rules) for event, flag in flags.items()},
        _count_pooled(tally, name),
    )
