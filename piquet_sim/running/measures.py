"""Measures of your own: the share or the mean of an expression over deals.

They are computed on whole columns, block by block. Let y be the number of deals in a unit (a deal,
or a mirrored pair) in which the outcome occurred, and x the sum of a measure over these deals. A
measure is counted as the sums of x, of its square and of x times y over units, an outcome as those
of y and of its square: integers of Python, which add up in any order and never overflow. Without an
outcome, the estimate is computed like all others; with one, it is the ratio of the sums of x and y
(`estimates.estimate`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any

from piquet_sim.conditions.expression import FUNCTIONS, Expression, read_expression
from piquet_sim.conditions.names import BY, MEASURE, OUTCOME, PLACES, list_columns
from piquet_sim.estimates.estimate import Estimate, estimate_ratio, know_exactly
from piquet_sim.estimates.intervals import (
    FEW,
    FEW_NO_INTERVAL,
    FEW_OF_SOME,
    MANY_OF_SOME,
    NORMAL,
    STUDENT,
    bound_skewed,
    find_near_end,
)
from piquet_sim.estimates.tally import Tally, estimate_sums
from piquet_sim.game.errors import InputError, read_text, read_texts, refuse, refuse_twice
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.measures import MEASURES

MOST_MEASURES = 100
"""The maximum number of your own measures in one run."""


# ---- Measures -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own."""

    text: str
    """Its expression in normal form."""
    label: str = ""
    rules: RuleSet = field(default=RUBICON, repr=False, compare=False)

    @property
    def expression(self) -> Expression:
        """What it computes; not kept, so that the measure can be pickled."""
        return read_expression(self.text, self.rules)

    @property
    def name(self) -> str:
        """Its label, or its expression in normal form."""
        return self.label or self.text

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


WHOLE: tuple[int, ...] = ()
"""The key of the sums over all deals; those of a group are kept by the place of its grouping and
its values."""
OF_WHOLE, OF_GROUP, OF_MEASURE = 2, 3, 3
"""How many sums are kept of the whole, of a group, and of a measure."""
MOST_GROUPS, _MOST_KEYS = 1_000, 2
SHARE = "share"
"""The share of a group among the deals that are counted: the first of its estimates."""


@dataclass(frozen=True)
class OwnMeasures:
    """Your own measures that a run is asked for.

    Examples
    --------
    >>> asked = read_measures(["long: elder_point >= 6"], "elder_tricks > 6")
    >>> asked.describe()
    {'measures': ['long: elder_point >= 6'], 'given_outcome': 'elder_tricks > 6'}
    """

    measures: tuple[OwnMeasure, ...] = ()
    outcome: OwnMeasure | None = None
    """The measures are taken among the deals in which it is true."""
    by: tuple[OwnMeasure, ...] = ()
    """All estimates are taken among the deals in which these have the same values, too."""
    counted: tuple[OwnMeasure, ...] = ()
    """Each makes further groups, of which only the deals are counted."""

    def __bool__(self) -> bool:
        return bool(self.measures or self.by or self.counted)

    @property
    def groupings(self) -> tuple[tuple[OwnMeasure, ...], ...]:
        """The expressions of each grouping: those of `by`, then each of `counted`."""
        return self.by, *((one,) for one in self.counted)

    @property
    def rules(self) -> RuleSet:
        """The rules that are played."""
        return (*self.measures, *self.by, *self.counted)[0].rules

    def describe(self) -> dict[str, Any]:
        """The measures as data, from which `read_measures` makes them again; empty without any."""
        names = ("measures", "by", "counted")
        parts = {name: list(map(str, getattr(self, name))) for name in names}
        given = {} if self.outcome is None else {"given_outcome": self.outcome.text}
        return {name: one for name, one in parts.items() if one} | given

    def find(self, written: str) -> OwnMeasure | None:
        """The measure with this label or expression, in whatever spelling; None if there is none.

        Examples
        --------
        >>> read_measures(["elder_point >= 6"]).find("elder_point>=6").name
        'elder_point >= 6'
        """
        if written in self._by_name:
            return self._by_name[written]
        try:
            return self._by_name.get(_read_measure(written).text)
        except InputError:
            return None

    @cached_property
    def _by_name(self) -> dict[str, OwnMeasure]:
        return {one.text: one for one in self.measures} | {one.name: one for one in self.measures}

    def fits(self, sums: Mapping[tuple[int, ...], Sequence[int]]) -> bool:
        """Whether sums can be those of these measures and groups."""
        own, every = len(self.measures), len(MEASURES) + len(self.measures)
        sizes = {(place, 1): OF_GROUP for place in range(1, len(self.groupings))}
        sizes[0, len(self.by)] = OF_GROUP + OF_MEASURE * every
        sizes[WHOLE] = OF_WHOLE + OF_MEASURE * own
        return bool(self) == (WHOLE in sums) and all(
            len(of_group) == sizes.get(key and (key[0], len(key) - 1))
            for key, of_group in sums.items()
        )

    def estimate(self, tally: Tally, name: str) -> Estimate | None:
        """The estimate of one measure, or None if the outcome never came up.

        Its n is the number of deals among which it is taken, the first of the sums.
        """
        one = self._by_name[name]
        read = one.expression
        y, yy = tally.own[WHOLE][:OF_WHOLE]
        at = OF_WHOLE + OF_MEASURE * self.measures.index(one)
        x, xx, xy = tally.own[WHOLE][at : at + OF_MEASURE]
        if self.outcome is None:
            return estimate_sums(x, xx, tally.units, tally.deals, read.is_yes, read.limits)
        return estimate_among(y, yy, x, xx, xy, read.is_yes, read.limits) if y else None

    def estimate_outcome(self, tally: Tally) -> Estimate | None:
        """The share of deals with the outcome, or None if no outcome is asked for."""
        if self.outcome is None:
            return None
        sums, limits = tally.own[WHOLE][:OF_WHOLE], self.outcome.expression.limits
        return estimate_sums(*sums, tally.units, tally.deals, True, limits)


def estimate_among(
    y: int, yy: int, x: int, xx: int, xy: int, is_yes: bool, limits: tuple[float, float]
) -> Estimate:
    """The share or the mean of a measure among some of the deals, from sums over units.

    Parameters
    ----------
    y, yy : int
        How many deals, and the sum of squares.
    x, xx, xy : int
        The sum of the measure over these deals, of its squares, and of its products with y.
    is_yes : bool
        Whether it is a share of deals.
    limits : tuple of float
        The least and the most that it can be in a deal; where they are equal it is exact.

    Returns
    -------
    Estimate
        Without an interval where the deals are few (`intervals`).
    """
    if limits[0] == limits[1]:
        return know_exactly(float(limits[0]), y)
    found = estimate_ratio((x, y, xx, yy, xy), is_yes, limits)
    if y >= MANY_OF_SOME or not found.method.startswith((NORMAL, STUDENT)):
        return found
    end = find_near_end(found.value, *limits)
    if y < (FEW if end is None else FEW_OF_SOME):
        return replace(found, low=None, high=None, method=FEW_NO_INTERVAL)
    if end is None:
        return found
    low, high, method = bound_skewed(found.value, found.se, y, end)
    return replace(found, low=max(low, limits[0]), high=min(high, limits[1]), method=method)


NO_MEASURES = OwnMeasures()
"""The measures of runs that have none of your own."""


def read_measures(
    texts: str | Sequence[str],
    outcome: str | None = None,
    rules: RuleSet = RUBICON,
    by: str | Sequence[str] = (),
    counted: Iterable[str] = (),
) -> OwnMeasures:
    """Your own measures from their texts.

    Parameters
    ----------
    texts : str or sequence of str
        Expressions, each with or without a label, as in "long: elder_point >= 6".
    outcome : str, optional
        A statement; the measures are taken among the deals in which it is true.
    rules : RuleSet
        The rules that are played: they say what a number can be.
    by : str or sequence of str
        One expression or two, whose values make groups.
    counted : iterable of str
        Expressions whose values make groups of which the deals alone are counted.

    Raises
    ------
    InputError
        If one cannot be read, is given twice, or can get too large; if there may be too many
        groups; or there is an outcome, and neither a measure nor a group.
    """
    written = read_texts("measure", texts)
    keys = tuple(_read_measure(one, rules, BY) for one in read_texts(BY, by))
    refuse(
        {
            "--given-outcome requires --measure or --by": (
                outcome is not None and not written and not keys
            ),
            f"by: at most {_MOST_KEYS} expressions, got {len(keys)}": len(keys) > _MOST_KEYS,
            f"measure: at most {MOST_MEASURES} in one run, got {len(written)}": (
                len(written) > MOST_MEASURES
            ),
        }
    )
    asked = OwnMeasures((), None, keys, tuple(_read_measure(one, rules, BY) for one in counted))
    for grouping in asked.groupings:
        limits = [one.expression.limits for one in grouping]
        groups = prod(int(most - least) + 1 for least, most in limits)
        if groups > MOST_GROUPS:
            raise InputError(
                f"by: {' and '.join(one.text for one in grouping)} may make {groups:,} groups; at "
                f"most {MOST_GROUPS:,} are counted: divide by //, as in ({grouping[0].text}) // 20"
            )
    measures = tuple(_read_measure(one, rules) for one in written)
    for what, listed in ((MEASURE, measures), (BY, keys)):
        refuse_twice(what, [one.name for one in listed])
    if outcome is None:
        return replace(asked, measures=measures)
    given = read_expression(read_text(OUTCOME, outcome), rules, OUTCOME)
    return replace(asked, measures=measures, outcome=OwnMeasure(given.text, rules=rules))


_LABELLED = re.compile(r"\s*([^\W\d][\w-]*)\s*:(.*)", re.DOTALL)
"""A label and its expression."""


def _read_measure(text: str, rules: RuleSet = RUBICON, what: str = MEASURE) -> OwnMeasure:
    parts = _LABELLED.fullmatch(text)
    label, text = (parts[1], parts[2]) if parts else ("", text)
    if label in (SHARE, OUTCOME, *list_columns(), *PLACES, *FUNCTIONS):
        raise InputError(f"{what}: {label!r} is the name of something else; choose another")
    return OwnMeasure(read_expression(text, rules, what).text, label, rules)
