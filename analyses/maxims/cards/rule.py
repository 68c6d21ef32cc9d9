"""What a rule of the play is: when a maxim applies, which cards follow it and which break it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyses.maxims.facts.play_views import PlayViews
from analyses.maxims.maxim import Maxim, Sides


@dataclass(frozen=True)
class PlayRule(Maxim):
    """A maxim about the play, over what a seat sees.

    A card may neither follow nor break a maxim; the player's own card may be one of these. A maxim
    applies where one legal card follows it and another breaks it.

    Examples
    --------
    >>> PlayRule("MY-P01", "Throw the lowest card", ("younger",),
    ...          lambda view: (view.legal & -view.legal, view.legal & view.legal - 1)).seats
    ('younger',)
    """

    sides: Callable[[PlayViews], Sides]
    """Of a `PlayViews` the cards that follow it, and those that break it; 0 for none."""
    doubt: float | None = None
    """It applies only where the best card that follows it and the best that breaks it are at most
    this many points apart, by what the seat sees."""
    is_between: bool = False
    """It applies only where the player's own card follows it or breaks it: it chooses between two
    cards of which one is played."""
    is_rare: bool = False
    """Whether more deals are searched for it."""
    judge: str = ""
    """Who plays on in both seats; else the players of the deals."""
    parts: tuple[tuple[str, Callable[[PlayViews], np.ndarray]], ...] = ()
    """Classes of moments for which it is reported separately: their names, and which moments they
    have."""
