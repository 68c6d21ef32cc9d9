r"""The chances of a partie from every pair of totals, exact for the scores that were measured.

Given the joint distribution of the two scores of one deal, everything about a partie follows by
backward recursion over the deals that are left. Two facts keep the tables small and exact:

- who wins depends on the difference of the totals alone;
- a rubicon depends only on whether a total reaches the line, so that all totals beyond it are
  alike.

The settlement is then put together. With W and L the chances of winning and losing and a, b the
final totals,

.. math:: S = g\,(W - L) + E[a - b] + 2\,E[b;\ B\ \text{rubiconed}]
          - 2\,E[a;\ A\ \text{rubiconed}],

where g is what is added for the game; every term is a recursion of its own.

The distribution is measured, so the answer has an error although the recursion has none. It is
carried through by the delta method: the derivative of an answer with respect to the probability of
one pair of scores is the sum, over the deals left, of what follows that pair there, weighed by how
likely each total is to be met; the variance is that of this derivative over the measured deals.
"""

from dataclasses import dataclass, replace
from functools import cache, partial
from math import sqrt
from typing import Any

import numpy as np

from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.intervals import (
    NO_INTERVAL,
    bound_amount,
    bound_sum,
    bound_unvaried,
    name_sides,
    wilson_interval,
)
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.settlement import PLAYERS, deal_weight
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.matches.standing import HIGHEST_TOTAL

WIN, LOSS, DRAWN, DIFFERENCE = range(4)
"""Quantities that depend on the difference of the totals: A's chances and A's lead."""

A_RUBICONED, B_RUBICONED, A_POINTS, B_POINTS = range(4)
"""Quantities of a rubicon: its chances, and the loser's points where there is one."""

_DUST, _DIGITS = 1e-11, 9
"""The most that rounding leaves in place of 0, and the decimals of an answer above that."""

_FEWEST = 50
"""With fewer measured deals, chances over more than one deal have no interval: among twenty deals
hardly two are alike, and the chance of a draw depends on such pairs."""


@dataclass(frozen=True)
class Chances:
    """What a score is worth to A, with the errors of the measured distribution."""

    wins: Estimate
    loses: Estimate
    drawn: Estimate
    a_rubiconed: Estimate
    b_rubiconed: Estimate
    settlement_mean: Estimate
    """A's net settlement: what A is paid at the end less what A pays."""
    final_difference_mean: Estimate
    """A's final total less B's."""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {name: one.as_json() for name, one in vars(self).items()}


@dataclass(frozen=True)
class PointWorth:
    """What one more point adds to A's expected settlement."""

    mine: Estimate
    """If A scores the point."""
    theirs: Estimate
    """If B scores the point; mostly a loss."""
    rate: float | None
    """Points for B that one point for A offsets; None if B's points cost A nothing."""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {"a": self.mine.as_json(), "b": self.theirs.as_json(), "rate": self.rate}


def check_state(rules: RuleSet, one: int, two: int, deal: int) -> None:
    """Check that a partie can have this score.

    Raises
    ------
    InputError
        If the rules are not those of a partie, or the deal or its totals are impossible.
    """
    if rules.match != "partie":
        raise InputError(
            f"chances requires match='partie', got {rules.match!r}, which has no last "
            "deal to reckon from"
        )
    deals, last = rules.partie_deals, rules.partie_deals + rules.tie_deals
    more = f", and {deals + 1} to {last} if it is level" if last > deals else ""
    refuse(
        {
            **{
                f"totals: expected 0 to {HIGHEST_TOTAL} for {player}, got {total}": (
                    not 0 <= total <= HIGHEST_TOTAL
                )
                for player, total in zip(PLAYERS, (one, two), strict=True)
            },
            f"deal: {deal}; the partie has deals 1 to {deals}{more}": not 1 <= deal <= last,
            f"totals: {one}-{two} before the first deal; name the next deal, as in --deal 3": (
                deal == 1 and one + two > 0
            ),
            f"totals: {one}-{two} before deal {deal}, which is only played if the totals are "
            "level": deal == deals + 1 and one != two,
        }
    )


class ChanceTable:
    """Chances for every deal, elder and pair of totals of a partie.

    Parameters
    ----------
    a_elder, b_elder : ScoreLaw
        From `measure_scores`.
    rules : RuleSet
        A partie.

    Raises
    ------
    InputError
        If the rules are not those of a partie.

    Examples
    --------
    >>> from piquet_sim.matches.score_law import measure_scores
    >>> table = ChanceTable(*measure_scores("club", "club", 1_000))
    >>> behind = table.find_chances(68, 155, 6, 0)
    >>> behind.wins.value < 0.2 < behind.loses.value
    True
    """

    def __init__(self, a_elder: ScoreLaw, b_elder: ScoreLaw, rules: RuleSet = RUBICON) -> None:
        rules = self.rules = find_rules(rules)
        check_state(rules, 0, 0, 1)
        self.deals = rules.partie_deals
        self.last: int = rules.partie_deals + rules.tie_deals
        self.line: int = rules.rubicon if rules.settlement == "rubicon" else 0
        self._laws = (a_elder, b_elder)
        self._measured = min(a_elder.deals, b_elder.deals)
        self._most = 2 * (len(a_elder.counts) - 1)  # of a deal that counts twice
        self._by_weight = {
            (weight, elder): self._fold(self._laws[elder], elder, weight)
            for weight in {deal_weight(deal, rules) for deal in range(1, self.last + 1)}
            for elder in (0, 1)
        }
        # Far enough that no difference met on the way is beyond the table.
        self.reach: int = self._most * (self.last + 1) + HIGHEST_TOTAL
        # What a partie that is over comes to, level being drawn, and where it is level.
        ahead, line = np.arange(-self.reach, self.reach + 1), np.arange(self.line + 1)
        a, b = np.indices((self.line + 1, self.line + 1))
        a_loses, b_loses = (a < self.line) & (a < b), (b < self.line) & (b < a)
        self._ends = (
            (np.array([ahead > 0, ahead < 0, ahead == 0, ahead], float), (self.reach,)),
            (np.array([a_loses, b_loses, a * a_loses, b * b_loses], float), (line, line)),
        )
        # By deal to be played and its elder (0 for A), each reckoned from that of the next deal
        # when it is asked for: float64[quantity, difference + reach], and float64[quantity, A's
        # total, B's total], where the last row and column stand for all totals from the rubicon on.
        # Deal ``partie_deals + 1`` follows a level partie, and one more than the last is the end.
        tables = self._tables = [cache(partial(self._look_back, form)) for form in (0, 1)]
        self.differences, self.rubicons = tables

    # ---- Laws -----------------------------------------------------------------------------------
    def _gains(self, deal: int, elder: int) -> tuple[np.ndarray, np.ndarray]:
        # The law of one deal's gains, A's first, as the recursions need it: float64[gain + most],
        # of each gain of A over B, and float64[A's, B's], all from the line on being one.
        return self._by_weight[deal_weight(deal, self.rules), elder]

    def _places(self, elder: int, weight: int) -> tuple[np.ndarray, np.ndarray]:
        # What A and B gain, for every cell of a law.
        mine, theirs = np.indices(self._laws[elder].counts.shape) * weight
        return (mine, theirs) if elder == 0 else (theirs, mine)

    def _fold(self, law: ScoreLaw, elder: int, weight: int) -> tuple[np.ndarray, np.ndarray]:
        a_gains, b_gains = self._places(elder, weight)
        chance = law.counts / law.deals
        differences = np.bincount(
            (a_gains - b_gains + self._most).ravel(), chance.ravel(), 2 * self._most + 1
        )
        capped = np.zeros((self.line + 1, self.line + 1))
        np.add.at(capped, (np.minimum(a_gains, self.line), np.minimum(b_gains, self.line)), chance)
        return differences, capped

    # ---- Tables ---------------------------------------------------------------------------------
    def _look_back(self, form: int, deal: int, elder: int) -> np.ndarray:
        if deal > self.last:
            return self._ends[form][0]
        expect = (_expect_along, _expect_over)[form]
        return expect(self._after(form, deal, elder), self._gains(deal, elder)[form])

    def _after(self, form: int, deal: int, elder: int) -> np.ndarray:
        # What follows a deal: the next, or after the partie's last the end unless it is level.
        following = self._tables[form](deal + 1, 1 - elder)
        if deal != self.deals or self.last == self.deals:
            return following
        ends, level = self._ends[form]
        after = ends.copy()
        after[(slice(None), *level)] = following[(slice(None), *level)]
        return after

    # ---- Answers --------------------------------------------------------------------------------
    def _read(self, one: int, two: int, deal: int, elder: int) -> tuple[np.ndarray, np.ndarray]:
        differences = self.differences(deal, elder)[:, one - two + self.reach]
        line = self.line
        return differences, self.rubicons(deal, elder)[:, min(one, line), min(two, line)]

    def _settle(self, differences: np.ndarray, rubicons: np.ndarray) -> np.ndarray:
        return (
            self.rules.game_scores * (differences[WIN] - differences[LOSS])
            + differences[DIFFERENCE]
            + 2 * (rubicons[B_POINTS] - rubicons[A_POINTS])
        )

    def expected_settlement(self, one: int, two: int, deal: int, elder: int) -> float:
        """A's expected settlement, without its error."""
        return float(self._settle(*self._read(one, two, deal, elder)))

    def find_chances(self, one: int, two: int, deal: int, elder: int) -> Chances:
        """Chances before a deal.

        Parameters
        ----------
        one, two : int
            A's and B's totals before it.
        deal : int
            Its number, from 1; 7 and 8 follow a level partie of six.
        elder : int
            0 if A is elder in it, 1 if B is.

        Raises
        ------
        InputError
            If no partie can have this score.
        """
        check_state(self.rules, one, two, deal)
        differences, rubicons = self._read(one, two, deal, elder)
        by_difference, by_rubicon = slopes = self._slopes(one, two, deal, elder)
        left, most = self._find_reach(deal)
        too_high = self._find_bias(one, two, deal, elder)

        def chance(values, sides, quantity: int, can: bool, must: bool, more=0.0) -> Estimate:
            if must or not can:
                return know_exactly(float(must), self._measured)
            value = float(min(max(values[quantity], 0.0), 1.0))
            estimate = self._estimate(value, [side[quantity] for side in sides])
            low, high, method = estimate.low, estimate.high, estimate.method
            if not estimate.se:
                # What takes two deals such as none was measured has no slope to show it.
                unseen = 1 - (1 - wilson_interval(0, self._measured)[1]) ** left
                low, high = min(low, value - unseen), max(high, value + unseen)
            value, low, high = (float(np.clip(end - more, 0, 1)) for end in (value, low, high))
            method = name_sides(method, low, value, high)
            if left > 1 and self._measured < _FEWEST:
                low, high, method = None, None, f"{NO_INTERVAL}, from so few deals"
            return replace(estimate, value=value, low=low, high=high, method=method)

        ahead = one - two
        can_win, can_lose = ahead + most > 0, ahead - most < 0
        can_draw = abs(ahead) <= most
        return Chances(
            *[
                chance(differences, by_difference, quantity, can, must, too_high[quantity])
                for quantity, can, must in (
                    (WIN, can_win, not (can_lose or can_draw)),
                    (LOSS, can_lose, not (can_win or can_draw)),
                    (DRAWN, can_draw, False),
                )
            ],
            a_rubiconed=chance(
                rubicons, by_rubicon, A_RUBICONED, one < self.line and can_lose, False
            ),
            b_rubiconed=chance(
                rubicons, by_rubicon, B_RUBICONED, two < self.line and can_win, False
            ),
            settlement_mean=self._estimate(
                self._settle(differences, rubicons),
                self._settle_slopes(slopes),
                one == two or self._is_decided(ahead, deal),
            ),
            final_difference_mean=self._estimate(
                differences[DIFFERENCE], [side[DIFFERENCE] for side in by_difference], True
            ),
        )

    def _find_reach(self, deal: int) -> tuple[int, int]:
        # Deals that may be left, this one counted, and the most by which they can move the
        # difference of the totals.
        last = self.deals if deal <= self.deals else self.last
        weights = [deal_weight(number, self.rules) for number in range(deal, last + 1)]
        return last - deal + 1, limit_amounts(self.rules)["difference"][1] * sum(weights)

    def _is_decided(self, ahead: int, deal: int) -> bool:
        return abs(ahead) > self._find_reach(deal)[1]

    def find_point_worth(self, one: int, two: int, deal: int, elder: int) -> PointWorth:
        """What one more point adds to A's expected settlement, before a deal.

        Parameters and Raises as `find_chances`.
        """
        check_state(self.rules, one, two, deal)
        here = self.expected_settlement(one, two, deal, elder)
        slopes = self._settle_slopes(self._slopes(one, two, deal, elder))
        worths = []
        for mine, theirs in ((one + 1, two), (one, two + 1)):
            there = self.expected_settlement(mine, theirs, deal, elder)
            moved = self._settle_slopes(self._slopes(mine, theirs, deal, elder))
            more = [b - a for a, b in zip(slopes, moved, strict=True)]
            is_decided = self._is_decided(one - two, deal) and self._is_decided(mine - theirs, deal)
            worths.append(self._estimate(there - here, more, is_decided))
        mine, theirs = worths
        return PointWorth(mine, theirs, -mine.value / theirs.value if theirs.value < 0 else None)

    def _estimate(
        self, value: float, slopes: list[np.ndarray], has_no_bend: bool = False
    ) -> Estimate:
        # An answer with these derivatives for both laws. Over the measured deals of a law the
        # answer moves as the mean of a bounded amount, which has an interval of its own. An answer
        # without a bend that no pair of scores moves is the same for every law.
        laws = list(zip(self._laws, slopes, strict=True))
        if self._laws[0] is self._laws[1]:
            laws = [(self._laws[0], slopes[0] + slopes[1])]
        if has_no_bend and all(np.ptp(side) <= _DUST * max(abs(side).max(), 1) for _, side in laws):
            return know_exactly(round(value, _DIGITS), self._measured)
        parts, variance = [], 0.0
        for law, slope in laws:
            chance = law.counts / law.deals
            mean = float((chance * slope).sum())
            square = float((chance * slope * slope).sum())
            spread = square - mean * mean
            least, most = float(slope.min()), float(slope.max())
            # Fourier transforms leave dust of the size of rounding.
            if spread <= _DUST * max(square, 1.0):
                parts.append((mean, bound_unvaried(mean, law.deals, least, max(most, least))))
                continue
            variance += spread / law.deals
            ends = bound_amount(
                mean * law.deals, square * law.deals, law.deals, least, most, is_whole=False
            )
            parts.append((mean, ends))
        value = 0.0 if abs(value) < _DUST else float(value)
        low, high, method = bound_sum(value, parts, "delta, from the measured deals")
        return Estimate(value, sqrt(variance), low, high, self._measured, method)

    # ---- Errors ---------------------------------------------------------------------------------
    def _slopes(
        self, one: int, two: int, deal: int, elder: int
    ) -> tuple[list[np.ndarray], list[np.ndarray]]:
        # Derivatives of all quantities with respect to the chance of each pair of scores, for the
        # law with A elder and that with B elder: [quantity, elder's score, younger's score].
        by_difference, by_rubicon = np.zeros((2, 2, 4, *self._laws[0].counts.shape))
        met = np.eye(1, 2 * self.reach + 1, self.reach + one - two)[0]
        seen = np.zeros((self.line + 1, self.line + 1))
        seen[min(one, self.line), min(two, self.line)] = 1.0
        for number in range(deal, self.last + 1):
            side = (elder + number - deal) % 2
            a_gains, b_gains = self._places(side, deal_weight(number, self.rules))
            if not met.any():  # no partie gets here
                break
            after = self._after(0, number, side)
            by_difference[side] += _follow(after, met, a_gains - b_gains, self._most)
            # The same sum as over a law, with the states in its place.
            by_rubicon[side] += _expect_over(self._after(1, number, side), seen)[
                :, np.minimum(a_gains, self.line), np.minimum(b_gains, self.line)
            ]
            differences, capped = self._gains(number, side)
            met = np.convolve(met, differences)[self._most : -self._most]
            seen = _spread_over(seen, capped)
            if number == self.deals:  # only a level partie continues
                met = np.where(np.arange(len(met)) == self.reach, met, 0.0)
                seen = np.diag(np.diag(seen))
        return by_difference, by_rubicon

    def _find_bias(self, one: int, two: int, deal: int, elder: int) -> np.ndarray:
        # By how much the chances of the ends are too high, to the order of 1 / n, since the same
        # measured deals stand for each deal of the partie: for each two of these, what follows if
        # one measured deal is both, less what follows if they are two.
        bias, level, most = np.zeros(DIFFERENCE), self.reach, self._most
        met = np.eye(1, 2 * level + 1, level + one - two)[0]
        for first in range(deal, self.last):
            side = (elder + first - deal) % 2
            gains, _ = self._gains(first, side)
            mine = np.flatnonzero(gains) - most
            chance, moved, state = gains[mine + most], mine, met
            for second in range(first + 1, self.last + 1):
                other = (elder + second - deal) % 2
                if second == self.deals + 1:  # only a level partie continues
                    chance, moved = chance * state[level - mine], 0 * mine
                    state = np.eye(1, len(met), level)[0]
                if self._laws[side] is self._laws[other] and state.any():
                    again = mine * deal_weight(second, self.rules) // deal_weight(first, self.rules)
                    again = again if side == other else -again
                    after = self._after(0, second, other)
                    both = _follow(after[:DIFFERENCE], state, moved + again, 2 * most)
                    before = self.differences(second, other)[:DIFFERENCE]
                    both -= _follow(before, state, moved, 2 * most)
                    bias += both @ chance / (self._laws[side].deals - 1)
                state = np.convolve(state, self._gains(second, other)[0])[most:-most]
            met = np.convolve(met, gains)[most:-most]
            if first == self.deals:
                met = met * (np.arange(len(met)) == level)
        drawn = self.differences(deal, elder)[DRAWN, level + one - two]
        return bias * drawn / bias[DRAWN] if bias[DRAWN] > drawn else bias

    def _settle_slopes(self, slopes: tuple[list[np.ndarray], list[np.ndarray]]) -> list[np.ndarray]:
        return [self._settle(*sides) for sides in zip(*slopes, strict=True)]


# ---- One step of the recursion ------------------------------------------------------------------
def _follow(after: np.ndarray, met: np.ndarray, gains: np.ndarray, most: int) -> np.ndarray:
    """The sum over d of met[d] * after[d + g] for each of several gains g of at most `most`."""
    where = np.flatnonzero(met)
    first, last = where[0], where[-1] + 1
    windows = [np.correlate(one[first - most : last + most], met[first:last]) for one in after]
    return np.array(windows)[:, gains + most]


def _expect_along(quantities: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Expectation of values[d + g] over a law of gains g, an odd array centred on 0.

    Beyond the ends values go on as they end, or along the line on which they end.
    """
    steps = np.arange(1, (len(law) // 2) + 1)

    def expect(values: np.ndarray) -> np.ndarray:
        first, last = values[1] - values[0], values[-1] - values[-2]
        padded = [values[0] - first * steps[::-1], values, values[-1] + last * steps]
        return np.convolve(np.concatenate(padded), law[::-1], mode="valid")

    return np.array([expect(values) for values in quantities])


def _expect_over(quantities: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Expectation of values[a + e, b + y] over a law of gains, totals counted up to the line."""
    line = law.shape[0] - 1
    padded = np.pad(quantities, ((0, 0), (0, line), (0, line)), mode="edge")
    size = 1 << (2 * line + 1).bit_length()
    turned = np.conj(np.fft.rfft2(law, (size, size)))
    whole = np.fft.irfft2(np.fft.rfft2(padded, (size, size)) * turned, (size, size))
    return whole[:, : line + 1, : line + 1]


def _spread_over(seen: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Where states are after gains; all totals from the line on count as one."""
    line = len(seen) - 1
    size = 1 << (2 * line + 1).bit_length()
    whole = np.fft.irfft2(
        np.fft.rfft2(seen, (size, size)) * np.fft.rfft2(law, (size, size)), (size, size)
    )[: 2 * line + 1, : 2 * line + 1]
    folded = whole[: line + 1, : line + 1].copy()
    folded[line] += whole[line + 1 :, : line + 1].sum(axis=0)
    folded[:, line] += whole[: line + 1, line + 1 :].sum(axis=1)
    folded[line, line] += whole[line + 1 :, line + 1 :].sum()
    return np.maximum(folded, 0.0)
