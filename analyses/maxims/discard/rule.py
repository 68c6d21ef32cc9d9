"""What a rule is: where a maxim applies, which discards follow it and which break it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.maxim import Maxim, Sides
from piquet_sim.advice.trials import Question

Applies = Callable[[Hands], np.ndarray | np.bool]
Picks = Callable[[Choices], np.ndarray | np.bool]
Swaps = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
Reckons = Callable[[Question, Choices], Sides]


@dataclass(frozen=True)
class Rule(Maxim):
    """A maxim about the discard, over hands and discards.

    A discard may neither follow nor break a maxim; the strong player's own discard may be one of
    these. A maxim applies to a hand if one discard follows it and another breaks it.

    Examples
    --------
    >>> Rule("MY-M01", "Keep all aces", ("elder",), lambda hands: hands.number_of(8) > 0,
    ...      lambda choices: choices.keeps(choices.hand.cards & 256),
    ...      lambda choices: choices.throws(choices.hand.cards & 256) > 0).seats
    ('elder',)
    """

    applies: Applies
    """To which hands: bool, by hand."""
    follows: Picks | None = None
    """Which discards do as it says: bool, by discard."""
    breaks: Picks | None = None
    """Which do what it is compared with."""
    swap: Swaps | None = None
    """Instead of these: what follows and what breaks it, by hand, given hands and the strong
    player's own discards; twice the same where that leaves nothing to be exchanged."""
    reckons: Reckons | None = None
    """Or which discards do the one and the other, bool by discard, given what the hand asks: where
    that is to be found in drawn deals, which then judge nothing. None of a hand to which the maxim
    does not apply."""
    parts: tuple[tuple[str, Callable[[Hands], np.ndarray]], ...] = ()
    """Classes of hands for which it is reported separately: their names, and which hands they
    have."""

    @property
    def is_of_hand(self) -> bool:
        """Whether the hand alone says that it applies."""
        return self.swap is None and self.reckons is None
