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
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, log, log10, sqrt
from typing import Any

import numpy as np

from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import (
    Estimate,
    careful_error,
    estimate_mean,
    estimate_proportion,
)
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.intervals import (
    ALWAYS,
    FIRST_CLEAR,
    ONE_SIDED,
    WILSON,
    Z_95,
    bound_always,
    bound_share,
)
from piquet_sim.estimates.luck import counts_luck, find_luck_of_pairs
from piquet_sim.estimates.quantity import POINTS, SETTLEMENT, Of, Quantity, Sign
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.estimates.significance import SEEN_AT
from piquet_sim.estimates.tally import has_same_parts
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.threads import INTERRUPTED, MOST, REACHED, play_ranges
from piquet_sim.game.wording import capitalise
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.matches.matches import settle_outcomes
from piquet_sim.running.precision import FIRST_LOOK, Forecast, Foreteller, plan_look
from piquet_sim.running.provenance import describe_origin
from piquet_sim.running.run import RAISE, count_threads, read_interrupt

DEALS, PARTIES = DUELS = ("deals", "parties")
_CHUNK_PAIRS = 256
_LARGEST = 4096
"""Larger gains of a pair are counted as this; no pair of parties comes near it."""

_RATING_SPREAD = 400.0
_NEEDED = "of the gain, as deals"


@dataclass(frozen=True, repr=False)
class Duel(Shown):
    """The result of a duel, from the side of the first player."""

    simulation: Simulation
    unit: str
    """"deals" or "parties"."""
    gains: np.ndarray
    """int64[gain + 4096]: pairs by the first player's gain over the pair."""
    moments: np.ndarray
    """int64[2, 2]: sum of what the first player made more in the first of each pair, and of its
    squares; then the same in the second."""
    steadied: tuple[int, int] | None
    """The sum of the gains less the luck of the draw (`draw_luck`), in parts of a point, and of
    their squares; None if it is left in."""
    seconds: float
    is_until_clear: bool = False
    """Whether it was to end as soon as one player is clearly better."""
    ended: str = REACHED
    """How it ended: see `game.threads.REACHED`."""

    def numbers(self) -> Numbers:
        """What the first player gains a pair, and how many pairs they win of those decided."""
        one, two = self.simulation.elder.name, self.simulation.younger.name
        pairs = Of("pair", f"of {self.unit}")
        some = Of("pair", f"of {self.unit} that one player wins", self.pairs)
        unit = POINTS if self.unit == DEALS else SETTLEMENT
        said, names = (
            "{one} makes {gain:size} more than {two}",
            {"one": capitalise(one), "two": two},
        )
        turned = {"one": capitalise(two), "two": one}
        return Numbers(
            f"{self.simulation}, {self.pairs:,} pairs of {self.unit}",
            [
                Quantity("gain", f"{one} less {two}", self.gain, unit, pairs, sign=Sign.LEAD,
                         against=two),
                Quantity("decided", "one player wins the pair", self.decided, of=pairs),
                Quantity("won", f"of those, {one} wins", self.won, of=some),
            ],
            [
                Claim(said, [Exceeds("gain", 0)], names),
                Claim(said, [Exceeds(0, "gain")], turned),
                Claim("{one} less {two}: {gain}, the better player not shown", (), names),
            ],
            Look(says="Both play the same cards, once in each seat"),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duel) and has_same_parts(self, other)

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return int(self.gains.sum())

    @property
    def gain(self) -> Estimate:
        """The first player's gain over a pair, in points (for parties: points of settlement).

        The luck of the draw is taken out of it where that pays. If the duel ends as soon as
        one player is clearly better, the interval is that of a confidence sequence
        (`intervals.bound_always`), once there is one.
        """
        gain = self._gain
        if not self.is_until_clear or self.pairs < FIRST_CLEAR or not gain.se:
            return gain
        low, high, method = bound_always(gain.value, gain.se, self.pairs)
        return replace(gain, low=low, high=high, method=method)

    @property
    def verdict(self) -> str | None:
        """The better player's name, with an error of 5%: in a duel until that is clear, else None.

        If both are equally good, the chance that there ever is a verdict is 5%; that the worse
        player is named is less likely still.
        """
        gain = self.gain
        if not gain.method.startswith(ALWAYS) or gain.low <= 0 <= gain.high:
            return None
        return (self.simulation.elder if gain.low > 0 else self.simulation.younger).name

    @property
    def _gain(self) -> Estimate:
        # With the interval of a number of pairs that was fixed beforehand.
        if self.steadied is None:
            return self.plain_gain
        most = 2 * PARTS * self._most
        gain = estimate_mean(*self.steadied, self.pairs, self.pairs, (-most, most))
        numbers = {name: getattr(gain, name) for name in ("value", "se", "low", "high")}
        return replace(
            gain, method=f"{gain.method}, the luck of the draw taken out",
            **{name: number and number / PARTS for name, number in numbers.items()},
        )  # fmt: skip

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
        """The same as the pairs were played, luck and all."""
        values = np.arange(-_LARGEST, _LARGEST + 1)
        total = int((values * self.gains).sum())
        squares = int((values * values * self.gains).sum())
        return estimate_mean(total, squares, self.pairs, self.pairs, (-self._most, self._most))

    @property
    def needed_in_pairs(self) -> Estimate | None:
        """How many deals (or parties) in mirrored pairs tell the two apart: a power of 80%.

        By a test at 5% (`estimates.significance.SEEN_AT`), two deals a pair. The ends are those of
        the interval of `gain`; where that holds 0 there is no upper end. It is None if the gain is
        0, or is the same in every pair.
        """
        return self._find_needed(2 * self.gain.se**2 * self.pairs)

    @property
    def needed_plain(self) -> Estimate | None:
        """How many tell them apart if no two deals have the same cards, half with each as elder."""
        made = (estimate_mean(*map(int, one), self.pairs, self.pairs) for one in self.moments)
        return self._find_needed(2 * sum(one.se**2 for one in made) * self.pairs)

    def _find_needed(self, spread: float) -> Estimate | None:
        # Of a variance of two deals, times two: deals for a mean so far from nothing.
        gain = self.gain
        if not gain.value or spread <= 0:
            return None

        def count_deals(difference: float) -> float:
            return SEEN_AT**2 * spread / difference**2

        value = count_deals(gain.value)
        se = 2 * value * gain.se / abs(gain.value)
        near, far = sorted((abs(gain.low), abs(gain.high)))
        if gain.low * gain.high <= 0:
            method = f"{_NEEDED}, {ONE_SIDED}"
            return Estimate(value, se, count_deals(far), None, self.pairs, method)
        return Estimate(value, se, count_deals(far), count_deals(near), self.pairs, _NEEDED)

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
        """The difference of ratings that explains the pairs, drawn ones being half won.

        On the scale of chess: 400 points are ten to one. The ends of its interval are the ratings
        of the ends of the share won (Wilson); the standard error is by the delta method. With all
        pairs won there is no rating and no upper end: the value is that of half a pair lost, as
        its method says.
        """
        wins = float(self.gains[_LARGEST + 1 :].sum())
        drawn = float(self.gains[_LARGEST])
        share = (wins + drawn / 2) / self.pairs
        least = 0.5 / self.pairs
        bounded = min(max(share, least), 1 - least)
        variance = (wins + drawn / 4) / self.pairs - share * share
        error = sqrt(max(variance, 0.0) / self.pairs)
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

    def _describe_condition(self) -> dict[str, Any]:
        given = self.simulation.given
        if given is None:
            return {}
        return {"given": given.text, "condition": given.say_probability()}

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "pairs": self.pairs,
            "ended": self.ended,
            "unit": self.unit,
            "first": self.simulation.elder.name,
            "second": self.simulation.younger.name,
            "seed": self.simulation.seed,
            "rules": self.simulation.rules.name,
            "play": self.simulation.play,
            **self._describe_condition(),
            **(
                {"until_clear": self.is_until_clear, "verdict": self.verdict}
                if self.is_until_clear
                else {}
            ),
            "gain": self.gain.as_json(),
            "plain_gain": self.plain_gain.as_json(),
            "saved": self.saved and round(self.saved, 3),
            "decided": self.decided.as_json(),
            "won": self.won.as_json(),
            "rating": self.rating.as_json(),
            **{
                name: estimate and estimate.as_json()
                for name, estimate in (
                    ("needed_plain", self.needed_plain),
                    ("needed_in_pairs", self.needed_in_pairs),
                )
            },
            "seconds": round(self.seconds, 3),
            "origin": describe_origin(self.simulation),
        }


def _rate(share: float) -> float:
    return _RATING_SPREAD * log10(share / (1 - share))


def _partie_gains(simulation: Simulation, first: int, pairs: int) -> np.ndarray:
    outcomes, _ = simulation.play_matches(first, pairs)
    return settle_outcomes(simulation.rules, outcomes)


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
        `Duel.gains`, `Duel.moments` and `Duel.steadied` of these pairs.
    """
    steadied = None
    if unit == DEALS:
        records = simulation.record_units(first, pairs)
        less = margin(records).astype(np.int64)
        made = np.stack((less[0::2], -less[1::2]), axis=1)
        if not plain and counts_luck(simulation):
            left = PARTS * made.sum(axis=1) - find_luck_of_pairs(simulation, records)
            steadied = sum(left.tolist()), sum(one * one for one in left.tolist())
    else:
        made = _partie_gains(simulation, first, pairs).astype(np.int64)
    both = np.clip(made.sum(axis=1), -_LARGEST, _LARGEST)
    gains = np.bincount(both + _LARGEST, minlength=2 * _LARGEST + 1)
    return gains, np.stack((made.sum(axis=0), (made * made).sum(axis=0)), axis=1), steadied


def add_steadied(
    one: tuple[int, int] | None, two: tuple[int, int] | None
) -> tuple[int, int] | None:
    """What pairs and further pairs have in `Duel.steadied` together."""
    return one and two and (one[0] + two[0], one[1] + two[1])


class _Stopping:
    """When a duel has enough pairs: all of them, a verdict, or a precision.

    Looks come in a fixed order whatever the threads: for a verdict after every range of pairs; for
    a precision as `running.precision` plans them.

    Parameters
    ----------
    pairs : int
        The most.
    until_clear : bool
    precision : float or None
        Standard error of the gain.
    forecast : callable or None

    Raises
    ------
    InputError
        If both are asked for, or the precision is not positive.
    """

    def __init__(
        self, pairs: int, until_clear: bool, precision: float | None, forecast: Forecast | None
    ) -> None:
        if until_clear and precision is not None:
            raise InputError("duel: until it is clear or to a precision, not both")
        if precision is not None and not 0 < precision < inf:
            raise InputError(f"precision: expected a positive number, got {precision:g}")
        self._pairs, self._until_clear, self._precision = pairs, until_clear, precision
        self._foreteller = Foreteller(forecast)
        self._next = FIRST_LOOK

    def is_enough(self, duel: Duel) -> bool:
        """Whether the duel may end."""
        excess = 1.0
        wanted = float(self._pairs)
        if self._precision is not None:
            excess = careful_error(duel.gain) / self._precision
            wanted = duel.pairs * excess**2
        self._foreteller.look(duel.pairs, wanted, self._pairs)
        if self._until_clear:
            return duel.pairs >= FIRST_CLEAR and duel.verdict is not None
        if self._precision is None or duel.pairs < self._next:
            return False
        self._next = plan_look(duel.pairs, excess)
        return excess <= 1


def play_duel(
    simulation: Simulation,
    pairs: int,
    unit: str = DEALS,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    plain: bool = False,
    *,
    until_clear: bool = False,
    precision: float | None = None,
    forecast: Forecast | None = None,
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
    until_clear : bool
        End as soon as a confidence sequence says who is better: see `Duel.verdict`.
    precision : float, optional
        End when the standard error of the gain is as small as this.
    forecast : callable, optional
        Called once with about how many seconds all pairs will take (or those that the precision
        takes), and how many with a tenth of the error.
    on_interrupt : str
        "return" for the pairs played so far, if there are two, when Ctrl-C is pressed.

    Returns
    -------
    Duel

    Raises
    ------
    InputError
        If a number or the unit is invalid, or it is to end both when clear and at a precision.
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
    if unit not in DUELS:
        raise InputError(f"unit: expected {' or '.join(DUELS)}, got {unit!r}")
    if not simulation.mirrored:
        raise InputError("duel: the simulation must be mirrored")
    pairs, is_raised = read_whole("n", pairs, least=2), read_interrupt(on_interrupt)
    stop = _Stopping(pairs, until_clear, precision, forecast)
    # Compiled before threads start.
    gains, moments, steadied = count_gains(simulation, unit, 0, 0, plain)
    begun = time.perf_counter()
    done, ended = 0, MOST if until_clear or precision is not None else REACHED

    def play(first: int, count: int) -> tuple[np.ndarray, np.ndarray, tuple[int, int] | None]:
        return count_gains(simulation, unit, first, count, plain)

    try:
        for part in play_ranges(play, pairs, _CHUNK_PAIRS, count_threads(threads)):
            gains += part[0]
            moments += part[1]
            steadied = add_steadied(steadied, part[2])
            done += int(part[0].sum())
            if progress is not None:
                progress(done)
            so_far = Duel(simulation, unit, gains, moments, steadied, 0.0, until_clear)
            if stop.is_enough(so_far):
                ended = REACHED
                break
    except KeyboardInterrupt:
        if is_raised or done < 2:
            raise
        ended = INTERRUPTED
    seconds = time.perf_counter() - begun
    return Duel(simulation, unit, gains, moments, steadied, seconds, until_clear, ended)
