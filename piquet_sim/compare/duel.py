"""Which player is better: the same cards played twice, with the seats exchanged.

In a pair of deals (or of parties) both players have had the same cards, so that what one makes
more is skill and not luck. The pair is the unit of every error here.

Taking out the luck of the draw gains what can be gained, at least between `expert` and `master`. In
20,000 pairs the luck of the draw took the variance of a pair from 35 to 25. In 91% of the pairs
each seat's cards were exchanged alike in both deals, so that the draw favoured nobody, and these
pairs hold two thirds of what is left. Of the 25, the exchange accounts for 6 and the play of the
cards for 19. If nothing of the exchange were left, luck or not, the error would be that of 1.8
times as many pairs. Coefficients fitted to other pairs gain no more, for the luck as a whole or for
scores, wins, capots and repiques apart. Two fifths of the variance of play come from the 6% of
pairs in which perfect play makes eleven tricks or one. If such pairs were played out more often
than others, and weighted back, the factor would be about 1.6 at equal processor time, by these
variances, where it is 1.3 as things are.
"""

import time
import warnings
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log, log10, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import (
    LUCK_OUT,
    Estimate,
    careful_error,
    estimate_mean,
    estimate_proportion,
    scale_estimate,
)
from piquet_sim.estimates.grounds import Claim, claim_either
from piquet_sim.estimates.intervals import ONE_SIDED, WILSON, Z_95, bound_share
from piquet_sim.estimates.luck import add_up, counts_luck, find_luck_of_records
from piquet_sim.estimates.quantity import NOTHING, POINTS, SETTLEMENT, Of, Quantity, Sign, Unit
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.estimates.tally import has_same_parts
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.errors import InputError, read_choice, read_positive, read_whole, read_yes
from piquet_sim.game.files import heed_termination
from piquet_sim.game.threads import INTERRUPTED, MOST, REACHED, count_threads, play_in_order
from piquet_sim.game.wording import capitalise
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.matches.matches import settle_outcomes
from piquet_sim.running.checkpoint import HowFar
from piquet_sim.running.precision import FIRST_LOOK, plan_look
from piquet_sim.running.provenance import describe_origin
from piquet_sim.running.run import RAISE, keep_simulation, read_interrupt

DEALS, PARTIES = DUELS = ("deals", "parties")
_CHUNK_PAIRS = 256
_LARGEST = 4096
"""Larger gains of a pair are counted as this; no pair of parties comes near it."""

_RATING_SPREAD = 400.0


@dataclass(frozen=True, repr=False)
class Duel(Shown):
    """The result of a duel, from the side of the first player."""

    simulation: Simulation
    unit: str
    """"deals" or "parties"."""
    gains: np.ndarray
    """int64[gain + 4096]: pairs by the first player's gain over the pair."""
    steadied: tuple[int, int] | None
    """The sum of the gains less the luck of the draw (`draw_luck`), in parts of a point, and of
    their squares; None if it is left in."""
    seconds: float
    ended: str = REACHED
    """How it ended: see `game.threads.REACHED`."""

    def numbers(self) -> Numbers:
        """What the first player gains a pair, and how many pairs they win of those decided."""
        one, two = self.simulation.elder.name, self.simulation.younger.name
        pairs = Of("pair", f"of {self.unit}")
        some = Of("pair", f"of {self.unit} that one player wins", self.pairs)
        paid = Unit("games") if self.simulation.rules.settlement == "games" else SETTLEMENT
        return Numbers(
            f"{self.simulation}, {self.pairs:,} pairs of {self.unit}",
            [
                Quantity(
                    "gain",
                    f"{one} less {two}",
                    self.gain,
                    POINTS if self.unit == DEALS else paid,
                    pairs,
                    sign=Sign.LEAD,
                    against=two,
                ),
                Quantity("decided", "one player wins the pair", self.decided, of=pairs),
                *(
                    [
                        Quantity("won", f"of those, {one} wins", self.won, of=some),
                        *[
                            Quantity(
                                "rating",
                                f"{one} less {two}",
                                self.rating,
                                Unit("Elo points"),
                                NOTHING,
                                sign=Sign.LEAD,
                                against=two,
                            )
                        ]
                        * (0 < self.won.value < 1),
                    ]
                    if self.won.n
                    else []
                ),
            ],
            [
                *claim_either("{one} makes {gain:size} more than {two}", "gain", one, two),
                Claim(
                    "{one} less {two}: {gain}, the better player not shown",
                    (),
                    {"one": capitalise(one), "two": two},
                ),
            ],
            Look(("gain", "decided", "won"), "Both play the same cards, once in each seat"),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duel) and has_same_parts(
            self, replace(other, seconds=self.seconds)
        )

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return int(self.gains.sum())

    @property
    def gain(self) -> Estimate:
        """The first player's gain over a pair, in points (for parties: points of settlement).

        The luck of the draw is taken out of it where that pays.
        """
        if self.steadied is None:
            return self.plain_gain
        most = 2 * PARTS * self._most
        gain = estimate_mean(*self.steadied, self.pairs, self.pairs, (-most, most))
        method = f"{gain.method}, the luck of the draw taken out"
        return replace(scale_estimate(gain, 1, PARTS), method=method, estimator=LUCK_OUT)

    @property
    def saved(self) -> float | None:
        """How many times as many pairs would have this error with the luck of the draw left in.

        None if it is left in, or no pair differs from another.
        """
        if self.steadied is None or not self.gain.se:
            return None
        return (self.plain_gain.se / self.gain.se) ** 2

    @property
    def _most(self) -> int:
        # That one player can make more in a pair.
        if self.unit == DEALS:
            return 2 * limit_amounts(self.simulation.rules)["first_less_second"][1]
        return _LARGEST

    @property
    def plain_gain(self) -> Estimate:
        """The same gain with the luck of the draw left in."""
        values = np.arange(-_LARGEST, _LARGEST + 1)
        total = int((values * self.gains).sum())
        squares = int((values * values * self.gains).sum())
        return estimate_mean(total, squares, self.pairs, self.pairs, (-self._most, self._most))

    @property
    def decided(self) -> Estimate:
        """The share of decided pairs: those in which one player made more than the other."""
        return estimate_proportion(self.pairs - int(self.gains[_LARGEST]), self.pairs)

    @property
    def won(self) -> Estimate:
        """The first player's share of the decided pairs; from 0 to 1 if none was decided."""
        wins = int(self.gains[_LARGEST + 1 :].sum())
        decided = self.pairs - int(self.gains[_LARGEST])
        if not decided:
            return Estimate(0.5, None, 0.0, 1.0, 0, "no pair was decided: all that is possible")
        return estimate_proportion(wins, decided)

    @property
    def rating(self) -> Estimate:
        """The difference of ratings that explains the pairs, a drawn pair counting as half won.

        On the scale of chess: 400 points are ten to one. The ends of its interval are the ratings
        of the ends of the share won (Wilson); the standard error is by the delta method. With all
        pairs won there is no rating and no upper end: the value is that of half a pair lost, as
        its method says.
        """
        wins = float(self.gains[_LARGEST + 1 :].sum())
        drawn = float(self.gains[_LARGEST])
        share = (wins + drawn / 2) / self.pairs
        bounded = min(max(share, 0.5 / self.pairs), 1 - 0.5 / self.pairs)
        error = sqrt(max((wins + drawn / 4) / self.pairs - share * share, 0.0) / self.pairs)
        ends = bound_share(share, error, self.pairs)
        low, high = (_rate(end) if 0 < end < 1 else None for end in (ends.low, ends.high))
        slope = _RATING_SPREAD / log(10) / (bounded * (1 - bounded))
        if low is None or high is None:
            half = "half a pair lost" if high is None else "half a pair won"
            method = f"{WILSON}, {ONE_SIDED}: the value is that of {half}"
            se = abs(_rate(bounded) - (low if high is None else high)) / Z_95
        else:
            method = f"{WILSON}, as ratings"
            se = slope * error or (high - low) / (2 * Z_95)
        return Estimate(_rate(bounded), se, low, high, self.pairs, method)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        from piquet_sim.conditions.share import describe_given

        given = self.simulation.given
        return {
            "pairs": self.pairs,
            "ended": self.ended,
            "unit": self.unit,
            "first": self.simulation.elder.name,
            "second": self.simulation.younger.name,
            "seed": self.simulation.seed,
            "rules": self.simulation.rules.name,
            "play": self.simulation.play,
            **(
                {"given": given.text, "condition": describe_given(given)}
                if given is not None
                else {}
            ),
            "gain": self.gain.as_json(),
            "plain_gain": self.plain_gain.as_json(),
            "saved": self.saved and round(self.saved, 3),
            "decided": self.decided.as_json(),
            "won": self.won.as_json() if self.won.n else None,
            "rating": self.rating.as_json(),
            "seconds": round(self.seconds, 3),
            "origin": describe_origin(self.simulation),
        }


def _rate(share: float) -> float:
    return _RATING_SPREAD * log10(share / (1 - share))


def count_gains(
    simulation: Simulation, unit: str, first: int, pairs: int, plain: bool = False
) -> tuple[np.ndarray, np.ndarray, tuple[int, int] | None]:
    """Play pairs of a duel and count their results.

    Parameters
    ----------
    simulation : Simulation
        Mirrored.
    unit : str
        "deals" or "parties".
    first, pairs : int
        Number of the first pair, and how many from there on.
    plain : bool
        Whether the luck of the draw is left in where it would pay to take it out.

    Returns
    -------
    tuple
        `Duel.gains` and `Duel.steadied` of these pairs.
    """
    steadied = None
    if unit == DEALS:
        records = simulation.record_units(first, pairs)
        made = margin_of_first(records).astype(np.int64).reshape(-1, 2).sum(axis=1)
        if not plain and counts_luck(simulation):
            (luck,) = find_luck_of_records(simulation, records, "first_less_second")
            steadied = add_up(PARTS * made - luck.reshape(-1, 2).sum(axis=1))
    else:
        outcomes, _ = simulation.play_matches(first, pairs)
        made = settle_outcomes(simulation.rules, outcomes).astype(np.int64).sum(axis=1)
    gains = np.clip(made, -_LARGEST, _LARGEST) + _LARGEST
    return np.bincount(gains, minlength=2 * _LARGEST + 1), steadied


def play_duel(
    simulation: Simulation,
    pairs: int,
    unit: str = DEALS,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    plain: bool = False,
    *,
    precision: float | None = None,
    checkpoint: str | Path | None = None,
    tell: Callable[[str], None] = warnings.warn,
    on_interrupt: str = RAISE,
) -> Duel:
    """Play mirrored pairs between the two strategies of a simulation.

    Parameters
    ----------
    simulation : Simulation
        Mirrored; its elder is the first player.
    pairs : int
        At least 2; the most, where it may end sooner.
    unit : str
        "deals", or "parties" of six deals, in which players that can play to the score do so.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called now and then with the number of pairs done.
    plain : bool
        Whether the luck of the draw is left in the gain where it would pay to take it out.
    precision : float, optional
        End when the standard error of the gain is as small as this.
    checkpoint : path, optional
        A file that keeps what was counted, from which the same duel continues if it was stopped;
        removed when it is complete.
    tell : callable
        Called with one line if the duel continues, or the checkpoint cannot be written.
    on_interrupt : str
        "return" for the pairs played so far, if there are two, when Ctrl-C is pressed or a request
        to end comes.

    Returns
    -------
    Duel

    Raises
    ------
    InputError
        If a number or the unit is invalid, or the checkpoint belongs to something else.
    IllegalDecision
        If a strategy gives an illegal answer.
    KeyboardInterrupt
        If Ctrl-C is pressed.

    Examples
    --------
    >>> duel = play_duel(Simulation("club", "novice", mirrored=True), 500)
    >>> duel.pairs, duel.gain.low > 0
    (500, True)
    """
    unit = read_choice("unit", unit, DUELS)
    if not simulation.mirrored:
        raise InputError("duel: the simulation must be mirrored")
    pairs, is_raised = read_whole("n", pairs, least=2), read_interrupt(on_interrupt)
    plain = read_yes("plain", plain)
    about = {"unit": unit, "plain": plain}
    precision = None if precision is None else read_positive("precision", precision)
    kept = keep_simulation(checkpoint, simulation, about, tell, "duel")
    # Compiled before threads start.
    so_far = Duel(simulation, unit, *count_gains(simulation, unit, 0, 0, plain), 0.0)
    asked, before = [pairs, precision], None if kept is None else kept.find(unit)
    look = FIRST_LOOK  # looks come in a fixed order, whatever the threads
    if before is not None:
        known, gains = before
        steadied = known["steadied"] and tuple(known["steadied"])
        so_far = Duel(simulation, unit, gains, steadied, known["seconds"])
        if so_far.pairs > pairs:
            raise InputError(
                f"checkpoint {kept.path}: already holds {so_far.pairs:,} pairs, more than the "
                f"{pairs:,} asked for"
            )
        if asked == known["asked"]:  # looks planned for another end do not count
            look = known["next"]
    begun, ended = time.perf_counter() - so_far.seconds, REACHED if precision is None else MOST

    def is_enough() -> bool:
        nonlocal look
        if precision is None or so_far.pairs < look:
            return False
        excess = careful_error(so_far.gain) / precision
        look = plan_look(so_far.pairs, excess)
        return excess <= 1

    def stand() -> HowFar:
        about = {"steadied": so_far.steadied, "asked": asked, "next": look}
        return {**about, "seconds": time.perf_counter() - begun}, so_far.gains

    def play(part: tuple[int, int]) -> tuple[np.ndarray, tuple[int, int] | None]:
        return count_gains(simulation, unit, *part, plain)

    if so_far.pairs and is_enough():
        pairs, ended = so_far.pairs, REACHED
    # Ends of parts are the same wherever the duel begins.
    first, next_part = so_far.pairs, so_far.pairs // _CHUNK_PAIRS * _CHUNK_PAIRS + _CHUNK_PAIRS
    ends = [first, *range(next_part, pairs, _CHUNK_PAIRS), pairs]
    parts = ((one, two - one) for one, two in pairwise(ends) if one < two)
    try:
        with heed_termination(), closing(play_in_order(play, parts, count_threads(threads))) as one:
            for gains, left in one:
                before = so_far.steadied
                steadied = before and (before[0] + left[0], before[1] + left[1])
                so_far = replace(so_far, gains=so_far.gains + gains, steadied=steadied)
                if progress is not None:
                    progress(so_far.pairs)
                if is_enough():
                    ended = REACHED
                    break
                if kept is not None:
                    kept.keep(unit, stand)
    except KeyboardInterrupt:
        ended = INTERRUPTED
    if kept is not None and ended == INTERRUPTED:
        kept.keep(unit, stand, now=True)
    elif kept is not None:
        kept.remove()
    if ended == INTERRUPTED and (is_raised or so_far.pairs < 2):
        raise KeyboardInterrupt
    return replace(so_far, seconds=time.perf_counter() - begun, ended=ended)
