"""Checks and their joint verdict.

Holm's procedure adjusts checks that end in p-values, so that one level holds for all of them
together; coverages come with their verdicts. This module also holds what the others share: counts
compared with exact numbers of ways.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.estimates.significance import adjust_by_holm, chi_square_tail

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.001
"""The chance that a correct engine is called off, over all p-values together."""

FEWEST_EVENTS = 10
"""Events expected less often, in a run or in a cell, are not judged separately."""

VERDICTS = "verdicts"
"""The part of checks on what reviews say."""
GAINS = "gains"
"""The part of checks on what estimators gain: the value is the gain."""

HOLDINGS = "holdings"
"""The part of checks on what is said of the opponent's cards."""
WRONG_VERDICT = "a verdict is wrong"
"""The check of that part that counts deals."""

FINE, OFF = "fine", "off"
AS_ONE = " runs as one"
REDUCED = ", error reduced"
"""Parts of the names of checks: of long runs, and of estimates with their error reduced."""


@dataclass(frozen=True)
class Check:
    """One measured number, and its expected value."""

    part: str
    """coverage, uniformity, exact, verdicts or gains."""
    check: str
    """The kind of check."""
    quantity: str
    """The quantity that was checked."""
    n: int
    """Runs, deals or words that were counted."""
    value: float | None = None
    """A coverage, a mean, a fraction or a count."""
    expected: float | None = None
    """What it should be."""
    statistic: float | None = None
    """A chi-square with its degrees of freedom, else standard errors."""
    degrees: int | None = None
    p: float | None = None
    """The p-value; None for coverages."""
    verdict: str = ""
    note: str = ""


@dataclass(frozen=True)
class Trust:
    """The result of all checks together."""

    checks: tuple[Check, ...]
    """All checks, with verdicts."""
    p_holm: tuple[float | None, ...]
    """Adjusted p-value of each check (Holm), to be compared with `LEVEL`."""
    description: dict[str, Any]
    """What was simulated and dealt."""
    seconds: float

    @property
    def is_trusted(self) -> bool:
        """Whether nothing is off."""
        return all(check.verdict != OFF for check in self.checks)

    def table(self) -> "pd.DataFrame":
        """All checks as a data frame, one per row.

        Returns
        -------
        pandas.DataFrame
            Columns as the fields of `Check`, and p_holm.
        """
        import pandas as pd

        table = pd.DataFrame([vars(check) for check in self.checks])
        table.insert(table.columns.get_loc("p") + 1, "p_holm", self.p_holm)
        for name in ("value", "expected", "statistic", "p", "p_holm"):
            table[name] = table[name].astype(float)
        table["degrees"] = table["degrees"].astype("Int64")
        return table

    def summary(self) -> tuple[str, ...]:
        """The answer in a few sentences."""
        judged = [
            check
            for check in self.checks
            if check.part == "coverage" and check.verdict in (FINE, OFF)
        ]
        most = [
            (p, check) for p, check in zip(self.p_holm, self.checks, strict=True) if p is not None
        ]
        off = [check for check in self.checks if check.verdict == OFF]
        short = [check for check in judged if AS_ONE not in check.check]
        long = [check for check in judged if AS_ONE in check.check]
        covers = "No coverage could be judged"
        if short:
            covers = f"95% intervals contain the true value in {_say_range(short)} runs"
        if long:
            covers += f"; estimates that need longer runs, in {_say_range(long)} longer runs"
        least, check = min(most, key=lambda pair: pair[0])
        return (
            f"{covers}.",
            f"Of {len(most)} p-values the smallest after Holm is {least:.3g} "
            f"({check.quantity}, {check.check}); below {LEVEL} it would be off.",
            *(_say_verdicts(check) for check in self.checks if check.part == VERDICTS),
            "Nothing is off."
            if not off
            else f"{len(off)} of {len(self.checks)} checks are off, the first: "
            f"{off[0].check}, {off[0].quantity}.",
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        checks = [
            {**vars(check), "p_holm": p} for check, p in zip(self.checks, self.p_holm, strict=True)
        ]
        return {
            **self.description,
            "trusted": self.is_trusted,
            "summary": self.summary(),
            "checks": checks,
        }


def _say_verdicts(check: Check) -> str:
    if check.check == WRONG_VERDICT:
        return (
            f"Reviews promise that at most {check.expected:.0%} of deals have a wrong "
            f'"worse beyond doubt"; of {check.n:,} deals {check.value:.1%} had one, {check.note}.'
        )
    return (
        f"{check.n:,} cards that were worse beyond doubt lost {check.expected:.2f} points by "
        f"the review and {check.value:.2f} as the hands lay, {check.note}."
    )


def _say_range(judged: list[Check]) -> str:
    low, high = (pick(judged, key=lambda check: check.value) for pick in (min, max))
    fewest, most = (pick(check.n for check in judged) for pick in (min, max))
    runs = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return (
        f"{low.value:.1%} ({low.quantity}, {low.check}) to {high.value:.1%} ({high.quantity}, "
        f"{high.check}; {len(judged)} in all) of {runs}"
    )


def judge_checks(
    checks: list[Check], description: dict[str, Any] | None = None, seconds: float = 0.0
) -> Trust:
    """Give every check with a p-value its verdict, at the joint level `LEVEL`."""
    chances = [check.p for check in checks if check.p is not None]
    adjusted = iter(adjust_by_holm(chances))
    p_holm = [None if check.p is None else next(adjusted) for check in checks]
    judged = tuple(
        check if p is None else replace(check, verdict=OFF if p < LEVEL else FINE)
        for check, p in zip(checks, p_holm, strict=True)
    )
    return Trust(judged, tuple(p_holm), description or {}, seconds)


# ---- Counts and what they should be -------------------------------------------------------------
def as_counts(counts: np.ndarray) -> dict[int, int]:
    """Counts by value, without those that are 0."""
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


def compare_counts(seen: dict[Any, int], ways: dict[Any, int]) -> tuple[float, int]:
    """The chi-square of counts against exact numbers of equally likely ways.

    Values of which fewer than ten are expected share a cell, with the rarest of the others if
    even all of them are fewer.

    Returns
    -------
    statistic : float
        Infinite if something impossible was seen.
    degrees : int

    Raises
    ------
    ValueError
        If all values share one cell.
    """
    n, of = sum(seen.values()), sum(ways.values())
    if any(number and value not in ways for value, number in seen.items()):
        return float("inf"), len(ways) - 1
    cells, rest = [], np.zeros(2)
    for value in sorted(ways, key=lambda value: ways[value]):
        cell = np.array([seen.get(value, 0), n * ways[value] / of])
        if rest[1] < FEWEST_EVENTS:
            rest = rest + cell
        else:
            cells.append(rest)
            rest = cell
    cells.append(rest)
    if len(cells) < 2:
        raise ValueError("too few to be told apart")
    counted, expected = np.array(cells).T
    return float((np.square(counted - expected) / expected).sum()), len(cells) - 1


def check_counts(
    part: str, check: str, said: str, seen: dict[Any, int], ways: dict[Any, int]
) -> list[Check]:
    """A check by `compare_counts`, or none where it cannot tell values apart."""
    n = sum(seen.values())
    try:
        statistic, degrees = compare_counts(seen, ways)
    except ValueError:
        return []
    p = chi_square_tail(statistic, degrees)
    return [Check(part, check, said, n, None, None, statistic, degrees, p)]


def by_chi_square(
    check: str, quantity: str, n: int, statistic: float, degrees: int, pack: int = 32
) -> Check:
    """A check of uniformity that ends in a chi-square."""
    p = chi_square_tail(statistic, degrees)
    return Check(
        "uniformity", check + name_pack(pack), quantity, n, None, None, statistic, degrees, p
    )


def name_pack(pack: int) -> str:
    """The pack in the name of a check: empty for the usual one."""
    return f", {pack} cards" if pack != 32 else ""
