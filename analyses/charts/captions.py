"""The small print of charts: who played, under which rules, how many deals, and how sure it is."""

from collections.abc import Iterable, Mapping
from math import ceil, floor, log10
from typing import Any

from analyses.charts.marks import interval_bars
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.wording import capitalise
from piquet_sim.strategies.roster import DOUBLE_DUMMY


def say_players(captions: Mapping[str, Any]) -> str:
    """The players, and how the cards are played if not by them.

    Examples
    --------
    >>> say_players({"elder": "club", "younger": "novice"})
    'Club v novice'
    """
    given, is_perfect = captions.get("given"), captions.get("play") == DOUBLE_DUMMY
    return (
        capitalise(f"{captions['elder']} v {captions['younger']}")
        + ", cards played double-dummy" * is_perfect
        + f", given that {given}" * bool(given)
    )


def say_origin(captions: Mapping[str, Any], amount: str = "", rules: str | None = None) -> str:
    """The players, the rules, how much and the seed, as the beginning of the small print.

    Parameters
    ----------
    captions : mapping
        The description of a result.
    amount : str
        What was played; by default the deals.
    rules : str, optional
        In place of those of the description; empty where the chart names them.

    Examples
    --------
    >>> about = {"elder": "club", "younger": "club", "rules": "rubicon", "n": 1000, "seed": 1}
    >>> say_origin(about)
    'Club v club, Rubicon, 1,000 deals, seed 1.'
    """
    pairs = " in mirrored pairs" if captions.get("mirrored") else ""
    parts = (
        say_players(captions) if "elder" in captions else "",
        capitalise(str(captions["rules"]).replace("_", " ")) if rules is None else rules,
        amount or f"{captions['n']:,} deals{pairs}",
        f"seed {captions['seed']}",
    )
    return capitalise(", ".join(filter(None, parts))) + "."


def reach(estimates: Iterable[Estimate], scale: float = 1.0) -> float:
    """How far the widest of some 95% intervals reaches from its value."""
    return float(interval_bars(list(estimates), scale).max(initial=0.0))


def say_reach(estimates: Iterable[Estimate], scale: float = 1.0) -> str:
    """How wide 95% intervals are at most: "±0.07".

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> say_reach([estimate_proportion(50, 100)], 100)
    '±10'
    """
    widest = reach(estimates, scale)
    if not widest:
        return "±0"
    digits = -floor(log10(widest)) + (widest < 2 * 10 ** floor(log10(widest)))
    rounded = ceil(round(widest * 10**digits, 6)) / 10**digits
    return f"±{rounded:.{max(0, digits)}f}"


def say_share(share: float) -> str:
    """A share as a column of shares has it: whole percent, "<1%" below.

    Examples
    --------
    >>> say_share(0.003), say_share(0.3)
    ('<1%', '30%')
    """
    return f"{100 * share:.0f}%" if not 0 < share < 0.01 else "<1%"
