"""The record of a deal in one form: legal, and the same for all ways to write it."""

from typing import Any

from piquet_sim.deals.headings import read_heading
from piquet_sim.deals.referee import describe_deal, judge_deal, read_deal
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.errors import InputError


def normalise_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """The record of a deal in its normal form; two records of one deal are then equal.

    Parameters
    ----------
    deal : dict
        As `deals.referee.score_deal` reads it; its play may be unfinished. What it says of the
        condition under which it was dealt is left out.

    Raises
    ------
    InputError
        If anything is illegal, or written totals are wrong.

    Examples
    --------
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> normalise_deal(deal) == deal
    True
    """
    read = read_deal(deal)
    heading, played = read_heading(deal), len(read.follow()) - 1
    totals = heading.pop("totals", None)
    normal = heading | describe_deal(read)
    if totals is not None:
        normal["totals"] = totals
        if 0 < played < 2 * TRICKS:
            raise InputError(f"totals: given, but only {played} of {2 * TRICKS} cards were played")
        if played:
            judge_deal(deal)  # which compares them
    return normal
