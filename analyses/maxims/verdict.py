"""The verdict on a maxim: what always obeying it loses, and whether its words know more than a lot.

In the same deals with the same luck, always obeying a maxim costs so much against the player's own
choice, and always breaking it costs so much. On each side the best way is tried; the player's own
choice is the one tried for its side. Which of the two costs less decides the sign.

What the words know is counted: how often the better choice obeys, and how often it would by a lot.
The better choice is chosen before the rule is asked, whatever the player chose: of discards the one
of several that makes most in fresh deals, of cards the one of the best mean over all hands that the
opponent can hold. Equals share it. Where it lies on neither side, the case says nothing. Senseless
rules score well on one lot or the other, so a maxim must know more than all of them:

- by options: as many obey, and as many break, of those that do one or the other;
- by suits' names: the rule itself, said of the same cards with the names of suits exchanged; only
  of rules to which these names matter;
- by kind: as many obey among options of one kind. Discards are of one kind if they take as many
  cards from suits, empty as many suits and take as many ranks; cards if they have the same place in
  their suit. Only in cases in which such options lie on both sides, if these are enough.

Where one way is compared with one other, a lot obeys in half of the cases.

All verdicts of all studies hold together at a level of 95% (Bonferroni, two questions each).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from analyses.findings import ESTIMATE_COLUMNS, Finding, Findings
from analyses.maxims.maxim import Maxim
from analyses.maxims.trial import Trial
from analyses.meaning import Row
from piquet_sim.estimates.estimate import Estimate, careful_error, estimate_normal, estimate_values
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.intervals import NORMAL, Z_95
from piquet_sim.estimates.quantity import PERCENTAGE_POINTS, POINTS, Of, Sign
from piquet_sim.exact.limits import limit_change
from piquet_sim.game.rules import RUBICON

RIGHT, AS_ANY, HALF = "right", "right, as any rule of its kind", "half right"
WRONG, NO_DIFFERENCE, NOT_SETTLED = "wrong", "no difference", "not settled"
VERDICTS = (RIGHT, AS_ANY, HALF, WRONG, NO_DIFFERENCE, NOT_SETTLED)
"""What may be said of a maxim, the best first; the first two hold."""
MATTERS = 0.5
"""Points in a case within which two costs are alike."""
MORE_ODDS, MORE_CASES = 1.25, 0.1
"""By how much the odds that the better choice obeys exceed a lot's if the words know more; and in
what share of cases more it obeys if a maxim is half right."""
FEWEST = 30
"""The fewest cases on which a verdict rests."""
TOGETHER, _QUESTIONS = 120, 2
"""All studies of maxims together give no more verdicts; each answers so many questions."""
SURE = NormalDist().inv_cdf(1 - 0.05 / (2 * TOGETHER * _QUESTIONS))
"""Standard errors beyond which an answer is sure: 3.7."""
SAID_TOGETHER = f"right together at a level of 95%, {TOGETHER} in all studies (Bonferroni)"
"""What a study notes about its verdicts."""
_LIMITS = limit_change(RUBICON)


def mean(differences: np.ndarray) -> Estimate:
    """The mean of differences of points between two ways of playing a deal, with its error.

    Examples
    --------
    >>> mean(np.array([-1, 3, 1, 5])).value
    2.0
    """
    return estimate_values(differences, limits=_LIMITS)


def widen(estimate: Estimate) -> tuple[float, float]:
    """The ends of an interval of a mean that is one of all that are right together.

    Examples
    --------
    >>> low, high = widen(mean(np.array([-1, 3, 1, 5])))
    >>> low < 0 < high
    True
    """
    if estimate.se is None or estimate.low is None or estimate.high is None:
        return -np.inf, np.inf
    times, value = SURE / Z_95, estimate.value
    return value + times * (estimate.low - value), value + times * (estimate.high - value)


# ---- What the words know ------------------------------------------------------------------------
BY_OPTIONS, BY_NAMES, BY_KIND = "by a lot of options", "by suits renamed", "by a lot of its kind"
_LEAST_SHARE = {BY_OPTIONS: 0.0, BY_NAMES: 0.0, BY_KIND: 0.1}
"""In what share of cases a lot must be able to differ."""


@dataclass(frozen=True)
class Known:
    """How often the better choice obeys, beside how often it would by a lot, in the same cases."""

    lot: str
    obeys: Estimate
    by_lot: Estimate

    more: Estimate
    """The first less the second; its error is never below the lot's own."""

    @property
    def is_more(self) -> bool | None:
        """Whether the odds surely exceed those of the lot enough; None where neither is sure."""
        return _is_above(self.more, _find_least(self.by_lot.value))

    @property
    def is_much(self) -> bool | None:
        """Whether it is surely so in enough cases more, too."""
        both = self.is_more, _is_above(self.more, MORE_CASES)
        return False if False in both else None if None in both else True


def _is_above(estimate: Estimate, least: float) -> bool | None:
    low, high = widen(estimate)
    return True if low > least else False if high < least else None


def _find_least(p: float) -> float:
    # In what share of cases more the better choice obeys, at least, if the words know more.
    return MORE_ODDS * p / (1 + (MORE_ODDS - 1) * p) - p


def measure_known(trial: Trial) -> list[Known]:
    """What the words of a maxim know beside each lot that can be drawn.

    The cases of a trial in which the better choice says nothing, or a lot cannot differ, nan in
    `Trial.obeys` and `Trial.lots`, are left out; and a lot of which fewer than `FEWEST` remain.
    """
    says = np.isfinite(trial.obeys)
    return [
        compare_with_lot(lot, trial.obeys[fits], chances[fits])
        for lot, chances in trial.lots.items()
        for fits in [says & np.isfinite(chances)]
        if fits.sum() >= max(FEWEST, _LEAST_SHARE[lot] * says.sum())
    ]


def compare_with_lot(lot: str, obeys: np.ndarray, chances: np.ndarray) -> Known:
    """How often the better choice obeys beside a lot: numbers from 0 to 1, by case."""
    if np.ptp(obeys) < 1e-12:  # rounding alone makes them vary
        obeys = obeys.round(9)
    more = estimate_values(obeys - chances, limits=(-1, 1))
    se = max(more.se or 0.0, float(np.sqrt((chances * (1 - chances)).mean() / len(chances))))
    if se:  # else neither varied
        method = f"{NORMAL}, at least the lot's own error"
        more = estimate_normal(more.value, se, len(obeys), method)
    often = estimate_values(
        obeys.astype(bool) if np.isin(obeys, (0, 1)).all() else obeys, limits=(0, 1)
    )
    return Known(lot, often, estimate_values(chances, limits=(0, 1)), more)


# ---- The verdict --------------------------------------------------------------------------------
def decide(difference: Estimate, known: Sequence[Known] = ()) -> str:
    """The verdict on a maxim, one of `VERDICTS`.

    Parameters
    ----------
    difference : Estimate
        What always breaking costs less what always obeying costs, in points.
    known : sequence of Known
        Beside each lot; without any, nothing is known of what the words know.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import negate
    >>> known = [compare_with_lot(BY_OPTIONS, np.ones(400), np.full(400, 0.5))]
    >>> many, few = (mean(np.array(times * [1.9, 2.1, 2.0, 2.2])) for times in (8, 1))
    >>> decide(many, known), decide(few, known), decide(many), decide(negate(many), known)
    ('right', 'not settled', 'not settled', 'half right')
    """
    if difference.n < FEWEST:
        return NOT_SETTLED
    low, high = widen(difference)
    more, much = [one.is_more for one in known], [one.is_much for one in known]
    if low > 0:
        return AS_ANY if False in more else RIGHT if more and all(more) else NOT_SETTLED
    if high < 0:
        return WRONG if False in much else HALF if much and all(much) else NOT_SETTLED
    return NO_DIFFERENCE if low > -MATTERS and high < MATTERS else NOT_SETTLED


# ---- The table ----------------------------------------------------------------------------------
WORTH = "always breaking less always obeying"
OBEYED, BROKEN = "always obeying costs", "always breaking costs"
ALWAYS = "always obeying costs, per 100 of all"
OBEYS, BY_LOT = "the better choice obeys", "by lot"
MORE = "it obeys oftener"
LOT_OBEYED = "a random rule, always obeyed, costs"
SHARES = SHARE, SHARE_OF_DEALS = "share of hands", "share of deals"
"""How often a maxim on the discard applies, and one on the play."""
WHOLE = "all"
"""The kind of rows of all cases."""
MOST_RIGHT, MOST_WRONG = "seems most right", "seems most wrong"
PERFECT = "played perfectly by both"
"""What a maxim is worth by a judge who sees all cards."""
COLUMNS = (
    "seat",
    "maxim",
    "advice",
    "headline",
    "verdict",
    "kind",
    "text",
    "hand",
    "follow",
    "against",
    "quantity",
    *ESTIMATE_COLUMNS,
)
"""Of a table of maxims on the discard, or on the play."""


def add_judged(
    found: Findings,
    maxim: Maxim,
    seat: str,
    numbers: Mapping[str, Estimate],
    known: Sequence[Known],
) -> dict[str, Any]:
    """Add a maxim in a seat to the findings: its verdict, its costs and what its words know.

    Parameters
    ----------
    found : Findings
    maxim : Maxim
    seat : str
    numbers : mapping
        By quantity; `WORTH` decides.
    known : sequence of Known

    Returns
    -------
    dict
        The cells of all its rows.
    """
    named = {
        "seat": seat,
        "maxim": maxim.id,
        "advice": maxim.name,
        "headline": maxim.is_headline,
        "verdict": decide(numbers[WORTH], known),
        "kind": WHOLE,
    }
    for quantity, estimate in numbers.items():
        found.add(estimate, **named, quantity=quantity)
    for one in known:
        for quantity, estimate in ((OBEYS, one.obeys), (one.lot, one.by_lot), (MORE, one.more)):
            found.add(estimate, **{**named, "kind": one.lot}, quantity=quantity)
    return named


def find_cost(cost: Estimate, share: Estimate) -> Estimate:
    """What always obeying costs over all deals, in points per hundred of them.

    Parameters
    ----------
    cost : Estimate
        In a deal to which the maxim applies.
    share : Estimate
        Of deals: in how many it applies; the exact share counts where it is known.

    Returns
    -------
    Estimate
        The product; its error by the delta method.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> find_cost(mean(np.array(20 * [1.0, 3.0])), estimate_proportion(50, 1_000)).value
    10.0
    """
    often = float(share.value if share.exact is None else share.exact)
    error = 0.0 if share.exact is not None else share.se or 0.0
    value = 100 * cost.value * often
    if not cost.se:
        ends = (None if end is None else 100 * often * end for end in (cost.low, cost.high))
        return Estimate(value, None if cost.se is None else 0.0, *ends, cost.n, cost.method)
    se = 100 * float(np.hypot(often * cost.se, cost.value * error))
    return estimate_normal(value, se, cost.n, f"{NORMAL}, by the delta method")


def measure_costs(made: np.ndarray, share_of: str, share: Estimate) -> dict[str, Estimate]:
    """What is said of always obeying a maxim and always breaking it.

    Parameters
    ----------
    made : ndarray, shape (cases, ways)
        Points a deal less the opponent's: the player's own choice, what follows, what breaks and,
        where one was tried, what a random rule takes.
    share_of : str
        One of `SHARES`.
    share : Estimate
        Of hands or deals: to how many it applies.
    """
    own, follow, against, *lot = made.T
    obeyed = mean(own - follow)
    return {
        WORTH: mean(follow - against),
        OBEYED: obeyed,
        BROKEN: mean(own - against),
        **({LOT_OBEYED: mean(own - lot[0])} if lot else {}),
        share_of: share,
        ALWAYS: find_cost(obeyed, share),
    }


def find_share(numbers: Mapping[str, Estimate]) -> Estimate | None:
    """In what share of all cases a maxim applies, of its numbers by quantity."""
    return next((numbers[one] for one in SHARES if one in numbers), None)


# ---- Findings -----------------------------------------------------------------------------------
def list_verdicts(found: Findings, **cells: Any) -> Iterator[Finding]:
    """The row of each verdict, that of its costs' difference."""
    return found.select(quantity=WORTH, kind=WHOLE, **cells)


def select_case(found: Findings, row: Finding) -> Findings:
    """The findings about the maxim and the seat of a row."""
    return Findings(found.about, found.columns, found.select(maxim=row["maxim"], seat=row["seat"]))


def find_deciding(own: Findings) -> str:
    """The lot beside which the words of one maxim in one seat least surely know more; or nothing.

    On it the verdict rests.
    """
    more, chances = own.read_by("kind", quantity=MORE), own.read_by("quantity")

    def find_margin(lot: str) -> float:
        return (more[lot].value - _find_least(chances[lot].value)) / careful_error(more[lot])

    return min(more, key=find_margin, default="")


def read_numbers(own: Findings) -> dict[str, Estimate]:
    """The numbers of one maxim in one seat, over all cases, by quantity.

    Of what its words know, those beside the lot that decided: `OBEYS`, and `BY_LOT`.
    """
    numbers, lot = own.read_by("quantity", kind=WHOLE), find_deciding(own)
    if lot:
        known = own.read_by("quantity", kind=lot)
        numbers |= {OBEYS: known[OBEYS], BY_LOT: known[lot]}
    return numbers


_COST = {"unit": POINTS, "of": Of("case"), "sign": Sign.LOSS, "against": "the player’s own choice"}
_KNOWN = {"of": Of("case", "in which it takes a side")}
MEANINGS: dict[str, dict[str, Any]] = {
    **dict.fromkeys((OBEYED, BROKEN, LOT_OBEYED), _COST),
    WORTH: {"unit": POINTS, "of": Of("case"), "sign": Sign.CHANGE, "against": "always obeying"},
    **dict.fromkeys((OBEYS, BY_LOT, BY_OPTIONS, BY_NAMES, BY_KIND), _KNOWN),
    MORE: _KNOWN | {"unit": PERCENTAGE_POINTS, "sign": Sign.CHANGE, "against": "a lot"},
    SHARE: {"of": Of("hand")},
    SHARE_OF_DEALS: {},
    ALWAYS: _COST | {"of": Of("hundred", "of all")},
}
"""By quantity, in the order in which they are listed."""


def list_rows(found: Findings) -> Iterator[Row]:
    """The numbers of all maxims: costs, in what cases breaking costs more, what the words know."""
    order = [*MEANINGS]
    for row in sorted(found.rows, key=lambda row: (row["maxim"], order.index(row["quantity"]))):
        seat, quantity, kind = row["seat"], row["quantity"], row["kind"]
        name = quantity if kind in (WHOLE, quantity) else f"{quantity}, {kind}"
        if quantity == WORTH:
            name = "breaking costs more" if kind == WHOLE else kind
        parts = [row["maxim"], seat, quantity, *[kind] * (kind != WHOLE)]
        key = "_".join(["case"] * (kind in (MOST_RIGHT, MOST_WRONG)) + parts)
        yield Row(key, name, row, seat=seat, group=row["advice"], **MEANINGS[quantity])


# ---- Words --------------------------------------------------------------------------------------
def say_case(own: Findings) -> str:
    """The verdict on one maxim in one seat with what it rests on: a clause with holes."""
    row, numbers, lot = next(list_verdicts(own)), read_numbers(own), find_deciding(own)
    start, obeyed = f"{row['maxim']}_{row['seat']}", numbers[OBEYED]
    is_free = obeyed.n >= FEWEST and widen(obeyed)[1] < MATTERS
    said = (
        f"{row['verdict']}{', at no cost' * is_free}: always obeying costs {row['seat']} "
        f"{{{start}_{OBEYED}:range}}, always breaking {{{start}_{BROKEN}:range}}"
    )
    knows = (
        f"; the better choice obeys in {{{start}_{OBEYS}_{lot}:range}}, by lot in "
        f"{{{start}_{lot}_{lot}:range}}"
    )
    return said + knows * bool(lot)


def count_verdicts(found: Findings) -> dict[str, str]:
    """How many verdicts there are, on how many maxims, of each kind: for the holes of a text.

    Those that are right as any rule of their kind are counted apart from those that are right.
    """
    rows = list(list_verdicts(found))
    counts, maxims = Counter(row["verdict"] for row in rows), len({row["maxim"] for row in rows})
    as_any, its = counts[AS_ANY], "its" if counts[AS_ANY] == 1 else "their"
    return {
        "right": str(counts[RIGHT] or "none"),
        "verdicts": f"{len(rows)} verdict{'s' * (len(rows) != 1)}",
        "maxims": f"{maxims} maxim{'s' * (maxims != 1)}",
        "told": ", ".join(f"{counts[one]} {one}" for one in VERDICTS if counts[one]) or "none",
        "others": f"{as_any} only as any rule of {its} kind, " * bool(as_any)
        + f"{counts[WRONG] or 'none'} wrong",
    }


def list_titles(found: Findings, what: str) -> Iterator[Claim]:
    """How many verdicts on maxims on the discard, or on the play, say right."""
    yield Claim(
        f"Of {{verdicts}} on maxims {what} {{right}} say right, {{others}}",
        fills=count_verdicts(found),
    )


def list_sentences(found: Findings, what: str) -> Iterator[Claim]:
    """The counts, and a right maxim and a wrong one between whose costs most lies."""
    yield Claim(f"{{verdicts}} on {{maxims}} {what}: {{told}}.", fills=count_verdicts(found))
    for verdict, start in ((RIGHT, "Costly to break"), (WRONG, "Costly to obey")):
        rows = [one for one in list_verdicts(found) if one["verdict"] == verdict]
        if rows:
            row = max(rows, key=lambda one: abs(one.estimate.value))
            yield Claim(f"{start} is “{row['advice']}”, {say_case(select_case(found, row))}.")
