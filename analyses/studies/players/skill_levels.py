r"""Deals between two players of one strength, and what is estimated of them.

What `master` makes, and what is made with both hands seen, takes long to play and differs little
from what `expert` makes of the same cards by perfect play, which does not. So both are estimated by
two levels (Giles): with :math:`x` what a dear deal made and :math:`y` the cheap one with the same
cards, the mean of :math:`x` is that of :math:`y` in very many other deals, plus that of
:math:`x - y` in few. From the differences of `master` the luck of the draw is taken out
(`estimates.luck`), from what `primer`, `expert` and the cheap deals make that of the deal,
too. With both hands seen the dear part is to find the discards: once they
are known, the talon falls to them, and to ``expert``'s, in `DRAWS` ways, every one as likely as
that which came, and what is counted is the mean over them.

No coefficient is fitted, so that the estimates are unbiased. With fewer than `FEWEST` dear deals,
and where nothing or everything happened, the dear deals alone are counted, as they lay.

References
----------
Giles: Multilevel Monte Carlo path simulation. Operations Research 56, 2008.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from analyses.results.analysis import estimate_row
from analyses.studies.players.seen_hands import script_both_seeing
from analyses.studies.players.skill_chart import BY_SKILL, LEAD, LEVEL, PERFECT, SEEN, STEP
from piquet_sim.deals.branches import lay_out, play_scripts, write_scripts
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.intervals import bound_mean, bound_proportion
from piquet_sim.estimates.limits import Limits, limit_amounts, limit_change
from piquet_sim.estimates.luck import (
    PARTS,
    STEADIED,
    TAKEN_OUT,
    estimate_left,
    find_luck_of_records,
    find_whole_luck,
)
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.kernel.base.streams import OTHER_ORDERS_FROM
from piquet_sim.running.result import dealt_expectations
from piquet_sim.running.run import Progress
from piquet_sim.strategies import find_strategy

BELOW = "a player makes less than 100 in six deals"
DRAWS = 16
"""Ways in which the talon falls to the discards of two who see both hands."""
FEWEST = 500
"""Dear deals from which on two levels are used."""
BY_LEVELS = "two levels, normal"

_EXPERT, _MASTER = "expert", "master"
_STEADIED = ("primer", _EXPERT, PERFECT)
"""Whose luck is counted, in seven microseconds a deal: who is quicker than `primer` exchanges so
otherwise that less is gained by it."""
_DEALS_ASKED_A_DEAL = {_EXPERT: 2, _MASTER: 35, PERFECT: 2, SEEN: 400}
"""Number of deals asked for per deal of a strength; one where it is not named."""
_CHUNK = {_EXPERT: 256, _MASTER: 16, PERFECT: 512, SEEN: 16}
_QUICK_CHUNK = 4_096
_MICROSECONDS = {_EXPERT: 50, _MASTER: 1_000, PERFECT: 14, SEEN: 3_200}
_QUICK_MICROSECONDS = 1
"""About what a deal takes one processor; for the progress alone."""

_COLUMNS = ("elder_score", "younger_score", "elder_tricks", "elder_pique", "elder_repique",
            "younger_repique")  # fmt: skip
_LIMITS = limit_amounts(RUBICON)
_MOST_CHANGE = limit_change(RUBICON)[1]
"""The most by which the lead in two deals with the same cards can differ."""
_BY_DELTA, _OF_LEVELS = "Wilson, n by the delta method", "Wilson, n by two levels"
_SELDOM = 5
"""Where fewer dear deals differ, they are counted as if one more did."""

Columns = Mapping[str, np.ndarray]
"""Columns of records: a number a deal, or one for each way in which the talon falls."""

_LUCK_OF = {
    "elder makes more": "elder_wins",
    "younger makes more": "younger_wins",
    "elder repiques": "elder_repique",
    "younger repiques": "younger_repique",
    "elder makes capot": "elder_capot",
    "younger makes capot": "younger_capot",
    LEAD: "difference",
    "elder's score": "elder_score",
    "younger's score": "younger_score",
}
"""What the luck of the draw is known of, by the names of `STEADIED`."""


def measure_deals(deals: Columns) -> dict[str, np.ndarray]:
    """What is estimated of each strength, by deal: points, or whether something happened."""
    half, tricks = TRICKS // 2, deals["elder_tricks"]
    lead = deals["elder_score"].astype(np.int64) - deals["younger_score"]
    return {
        LEAD: lead,
        **{f"{seat}'s score": deals[f"{seat}_score"] for seat in SEATS},
        "elder makes more": lead > 0,
        "younger makes more": lead < 0,
        "elder wins the cards": tricks > half,
        "the cards are divided": tricks == half,
        "younger wins the cards": tricks < half,
        "elder piques": deals["elder_pique"] > 0,
        "elder repiques": deals["elder_repique"] > 0,
        "younger repiques": deals["younger_repique"] > 0,
        "elder makes capot": tricks == TRICKS,
        "younger makes capot": tricks == 0,
    }


@dataclass(frozen=True)
class Strength:
    """Deals between two of one strength."""

    deals: Columns
    """As they lay."""
    ways: Columns | None = None
    """The same, once for each way in which the talon falls, where that is done."""
    beside: Columns | None = None
    """Of the cheap deals with the same cards, as many ways; None where the deals are cheap."""
    luck: np.ndarray | None = None
    """What luck brought, in parts of a point: int32[deal, name of `STEADIED`]. Of a strength with
    cheap deals beside, what the draw brought more than in these."""

    def __len__(self) -> int:
        return len(self.deals["elder_score"])

    @cached_property
    def lead(self) -> np.ndarray:
        """Elder's lead by deal, as they lay."""
        return measure_deals(self.deals)[LEAD]

    @property
    def is_of_levels(self) -> bool:
        """Whether there are enough deals for two levels."""
        return self.beside is not None and len(self) >= FEWEST

    @cached_property
    def more(self) -> dict[str, np.ndarray]:
        """What each deal made more than the cheap one, luck taken out, where there is one."""
        assert self.beside is not None
        dear = measure_deals(self.deals if self.ways is None else self.ways)
        return {
            name: self.steady(name, _average(dear[name]) - _average(cheap))
            for name, cheap in measure_deals(self.beside).items()
        }

    @property
    def is_steadied(self) -> bool:
        """Whether the luck of the draw and of the deal is known, of enough deals."""
        return self.luck is not None and self.beside is None and len(self) >= FEWEST

    def steady(self, name: str, made: np.ndarray) -> np.ndarray:
        """What is left of what each deal made when its luck is taken out, where that is known."""
        if self.luck is None or name not in _LUCK_OF:
            return made
        return made - self.luck[:, STEADIED.index(_LUCK_OF[name])] / PARTS

    def cut(self, deals: slice) -> "Strength":
        """Some of its deals, as they lay."""
        luck = None if self.luck is None else self.luck[deals]
        return Strength({name: one[deals] for name, one in self.deals.items()}, luck=luck)


def _average(values: np.ndarray) -> np.ndarray:
    # Over the ways in which the talon falls, if there are several.
    return values.astype(float).reshape(len(values), -1).mean(axis=1)


# ---- Playing ------------------------------------------------------------------------------------
def count_deals(n: int) -> dict[str, int]:
    """How many deals are played of each strength where n are asked for."""
    names = (*BY_SKILL, PERFECT, SEEN)
    return {name: max(n // _DEALS_ASKED_A_DEAL.get(name, 1), 2) for name in names}


def guess_cost(name: str) -> int:
    """About how many microseconds a deal of a strength takes; for the progress alone."""
    return _MICROSECONDS.get(name, _QUICK_MICROSECONDS)


def play_level(
    simulation: Simulation, name: str, deals: int, threads: int, told: Progress
) -> Strength:
    """Play deals between two of one strength.

    Parameters
    ----------
    simulation : Simulation
        Its rules, and its deals.
    name : str
        A strategy, or `PERFECT` or `SEEN`.
    deals : int
    threads : int
    told : callable
        Called with the number of deals done.
    """
    player = find_strategy(name if name in BY_SKILL else _EXPERT)
    play = simulation.play if name in BY_SKILL else DOUBLE_DUMMY
    one = replace(simulation, elder=player, younger=player, play=play)
    ways = {_MASTER: _work_beside, SEEN: _work_seeing} | dict.fromkeys(_STEADIED, _work_steadied)
    work = ways.get(name, _work_alone)(one)
    one.record_units(0, 1)  # compiled before threads start
    parts, done = [], 0
    played = play_ranges(work, deals, _CHUNK.get(name, _QUICK_CHUNK), threads)
    for part in played:
        parts.append(part)
        done += len(part.deals["elder_score"])
        told(done)
    return _join(parts)


_Work = Callable[[int, int], Strength]


def _work_alone(one: Simulation) -> _Work:
    return lambda first, units: Strength(_take(one.record_units(first, units)))


def _work_steadied(one: Simulation) -> _Work:
    known = dealt_expectations(one.rules)

    def work(first: int, units: int) -> Strength:
        records = one.record_units(first, units)
        return Strength(_take(records), luck=_fold(find_whole_luck(one, records, known)))

    return work


def _fold(luck: np.ndarray) -> np.ndarray:
    return luck.T.astype(np.int32)  # of 53,000 points at most


def _work_beside(one: Simulation) -> _Work:
    # With the cheap deals, and what both owe to the draw.
    cheap = _find_cheap(one)

    def work(first: int, units: int) -> Strength:
        records, others = one.record_units(first, units), cheap.record_units(first, units)
        luck = find_luck_of_records(one, records) - find_luck_of_records(cheap, others)
        return Strength(_take(records), beside=_take(others), luck=_fold(luck))

    return work


def _work_seeing(one: Simulation) -> _Work:
    # Two who see both hands and two who do not, while the talon falls in the same ways.

    def work(first: int, units: int) -> Strength:
        usual = one.record_units(first, units)
        seeing = script_both_seeing(usual)
        thrown = {place: usual[f"{seat}_discard"] for place, seat in enumerate(SEATS)}
        blind, cards = write_scripts(units, thrown, {}), lay_out(one, np.arange(units) + first)
        ways, beside = [], []
        for way in range(DRAWS):
            if way:
                others = OTHER_ORDERS_FROM + (np.arange(units) + first) * DRAWS + way
                cards[:, 2] = lay_out(one, others)[:, 2]
            ways.append(_take(play_scripts(one, cards, seeing)))
            beside.append(_take(play_scripts(one, cards, blind)))
        return Strength(ways[0], _stack(ways), _stack(beside))

    return work


def _find_cheap(one: Simulation) -> Simulation:
    expert = find_strategy(_EXPERT)
    return replace(one, elder=expert, younger=expert, play=DOUBLE_DUMMY)


def _take(records: np.ndarray) -> dict[str, np.ndarray]:
    return {column: records[column].astype(np.int16) for column in _COLUMNS}


def _stack(parts: Iterable[Columns]) -> dict[str, np.ndarray]:
    every = list(parts)
    return {name: np.column_stack([one[name] for one in every]) for name in _COLUMNS}


def _join(parts: list[Strength]) -> Strength:
    def join(every: Iterable[Columns | None]) -> Columns | None:
        known = [one for one in every if one is not None]
        if not known:
            return None
        return {name: np.concatenate([one[name] for one in known]) for name in _COLUMNS}

    deals = join(one.deals for one in parts)
    assert deals is not None
    lucks = [one.luck for one in parts if one.luck is not None]
    luck = np.concatenate(lucks) if lucks else None
    return Strength(deals, join(one.ways for one in parts), join(one.beside for one in parts), luck)


# ---- Estimates ----------------------------------------------------------------------------------
def list_levels(levels: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """The rows of all strengths."""
    rows, cheap = [], levels[PERFECT]
    for name, strength in levels.items():
        found = estimate_strength(strength, cheap)
        rows += [
            estimate_row(quantity, one, kind=LEVEL, player=name, part="", of="", seat="")
            for quantity, one in found.items()
        ]
    return rows


def estimate_strength(strength: Strength, cheap: Strength) -> dict[str, Estimate]:
    """All that is estimated of a strength, by quantity.

    Parameters
    ----------
    strength : Strength
    cheap : Strength
        The cheap deals: more than those of the strength, of which they begin with the same.
    """
    limits = {LEAD: _LIMITS["difference"]}
    limits |= {f"{seat}'s score": _LIMITS[f"{seat}_score"] for seat in SEATS}
    found = {
        name: estimate_values(values, limits=limits.get(name, (0, 1)))
        for name, values in measure_deals(strength.deals).items()
    }
    found[BELOW] = estimate_below(strength.deals["elder_score"], strength.deals["younger_score"])
    if strength.is_steadied:  # shares are counted, so that they add up to one
        found |= {
            name: estimate_left(strength.steady(name, made), limits[name], TAKEN_OUT)
            for name, made in measure_deals(strength.deals).items()
            if name in limits
        }
    if not strength.is_of_levels or len(cheap) < 2 * len(strength):
        return found
    rest, more = cheap.cut(slice(len(strength), None)), strength.more
    for name, others in measure_deals(rest.deals).items():
        left = rest.steady(name, others)
        found[name] = _by_levels(left, more[name], limits.get(name)) or found[name]
    found[BELOW] = _estimate_below_by_levels(strength, rest.deals) or found[BELOW]
    return found


def _by_levels(cheap: np.ndarray, more: np.ndarray, limits: Limits | None) -> Estimate | None:
    # The mean of cheap deals, and what others made more; None where an interval would be no good.
    n, squares = len(more), float(((more - more.mean()) ** 2).sum())
    if limits is None and np.count_nonzero(more) < _SELDOM:
        squares += 1
    of_cheap = float(cheap.var(ddof=1)) / len(cheap)
    se = sqrt(squares / (n - 1) / n + of_cheap)
    value = float(cheap.mean() + more.mean())
    if not se:
        return None
    if limits is None:
        return _estimate_share(value, se, n, _OF_LEVELS)
    low, high, method = bound_mean(value, se, BY_LEVELS)
    return Estimate(value, se, low, high, n, method)


def _estimate_share(value: float, se: float, deals: int, method: str) -> Estimate | None:
    if not 0 < value < 1:
        return None
    n = value * (1 - value) / se**2
    ends = bound_proportion(value * n, n, method)
    return Estimate(value, se, ends.low, ends.high, deals, ends.method)


def estimate_below(elder: np.ndarray, younger: np.ndarray) -> Estimate:
    """The chance that three scores as elder and three as younger stay below the rubicon.

    The most plausible laws of both are folded; of each law the chance is nearly linear.

    Parameters
    ----------
    elder, younger : int array, shape (deals,)
        The scores of the same deals.
    """
    scores = elder, younger
    size = _find_size(*scores)
    value, chances = _fold_laws([_find_law(one, size) for one in scores])
    near = _linearize(chances, scores)
    se = float(near.std(ddof=1) / np.sqrt(len(near)))
    # As many parties as would err as much; where no score varies, those that share no deal.
    parties = max(len(near) // RUBICON.partie_deals, 1)
    if 0 < value < 1 and se > 0:
        parties = value * (1 - value) / se**2
    ends = bound_proportion(value * parties, parties, _BY_DELTA)
    return Estimate(value, se, ends.low, ends.high, len(near), ends.method)


def _estimate_below_by_levels(strength: Strength, rest: Columns) -> Estimate | None:
    # The same from the laws of cheap deals and how those of others differ from them.
    dear, beside = strength.deals if strength.ways is None else strength.ways, strength.beside
    assert beside is not None
    names = [f"{seat}_score" for seat in SEATS]
    size = _find_size(*(one[name] for one in (dear, beside, rest) for name in names))
    laws = [
        _find_law(rest[name], size) + _find_law(dear[name], size) - _find_law(beside[name], size)
        for name in names
    ]
    value, chances = _fold_laws(laws)
    cheap, others, same = (
        _linearize(chances, [one[name] for name in names]) for one in (rest, dear, beside)
    )
    more = _average(others) - _average(same)
    se = sqrt(float(cheap.var(ddof=1)) / len(cheap) + float(more.var(ddof=1)) / len(more))
    return _estimate_share(value, se, len(more), f"{_BY_DELTA}, two levels") if se else None


def _find_size(*scores: np.ndarray) -> int:
    return 1 + int(max(RUBICON.rubicon, *(one.max() for one in scores)))


def _find_law(scores: np.ndarray, size: int) -> np.ndarray:
    return np.bincount(scores.reshape(-1), minlength=size) / scores.size


def _fold_laws(laws: list[np.ndarray]) -> tuple[float, list[np.ndarray]]:
    # The chance, and for each seat the same by the score of one deal.
    def fold(*parts: np.ndarray) -> np.ndarray:
        whole = np.ones(1)
        for part in parts:
            whole = np.convolve(whole, part)[: RUBICON.rubicon]
        return whole

    times, value, found = RUBICON.partie_deals // 2, 0.0, []
    for law, other in zip(laws, laws[::-1], strict=True):
        rest = np.zeros(RUBICON.rubicon)
        folded = fold(*[law] * (times - 1), *[other] * times)
        rest[: len(folded)] = folded
        chances = np.zeros(len(law))  # of the whole below the rubicon, by the score of one deal
        chances[: RUBICON.rubicon] = rest.cumsum()[::-1]
        value = float(law @ chances)
        found.append(chances)
    return min(value, 1.0), found


def _linearize(chances: list[np.ndarray], scores: Iterable[np.ndarray]) -> np.ndarray:
    # What each deal adds to the chance, in the linear approximation.
    elder, younger = (one[made] for one, made in zip(chances, scores, strict=True))
    return (elder + younger) * (RUBICON.partie_deals // 2)


def list_steps(levels: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """How much more elder leads by than at the strength before, in common deals."""
    before = dict(zip(BY_SKILL[1:], BY_SKILL, strict=False)) | {PERFECT: _EXPERT, SEEN: PERFECT}
    return [
        estimate_row(STEP, estimate_step(levels, name, other), kind=LEVEL, player=name, part="",
                     of=other, seat="")
        for name, other in before.items()
    ]  # fmt: skip


def estimate_step(levels: Mapping[str, Strength], name: str, other: str) -> Estimate:
    """How much more elder leads by at one strength than at another.

    Parameters
    ----------
    levels : mapping of str to Strength
    name, other : str
        A dear strength is compared with perfect cards, and they, in further deals, with the other.
        From two that exchange differently luck is taken out: other discards draw other cards.
    """
    strength, limits = levels[name], (-_MOST_CHANGE, _MOST_CHANGE)
    both = strength, levels[other]
    leads = [one.lead for one in both]
    common = min(map(len, leads))
    if strength.is_of_levels and len(levels[PERFECT]) >= 2 * len(strength):
        more = strength.more[LEAD]
        if other == PERFECT:
            return estimate_values(more, limits=limits)
        perfect = levels[PERFECT].lead
        further = slice(len(strength), min(len(perfect), len(leads[1])))
        found = _by_levels(perfect[further] - leads[1][further], more, limits)
        if found is not None:
            return found
    if all(one.is_steadied for one in both):
        first, second = (one.cut(slice(common)) for one in both)
        lucks = np.asarray(first.luck), np.asarray(second.luck)
        if not np.array_equal(*lucks):
            less = first.steady(LEAD, first.lead) - second.steady(LEAD, second.lead)
            return estimate_left(less, limits)
    return estimate_values(leads[0][:common] - leads[1][:common], limits=limits)
