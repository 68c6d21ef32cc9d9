"""Figures that books give about Piquet, and their computed values.

The claims are data (``data/published_claims.json``): who said what, about which rules, and the
figures in a form that can be compared. This module has, for each claim of kind ``exact``, the
computation of the true figure, and the judgement of a figure.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from math import comb, copysign, inf, sqrt

import numpy as np

from piquet_sim.deals.referee import score_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, careful_error
from piquet_sim.estimates.intervals import Z_95
from piquet_sim.estimates.significance import normal_tails
from piquet_sim.exact.census import carte_blanche_probability, count_hands_by
from piquet_sim.exact.draw_odds import exchange_limits, list_discards
from piquet_sim.exact.odds import named_odds, say_odds
from piquet_sim.exact.who_is_good import count_deals
from piquet_sim.game.cards import RANK_PIPS, RANKS, SEVEN, iterate_cards, parse_card, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.settlement import settle_totals
from piquet_sim.kernel.batch.matches import OUTCOME
from piquet_sim.kernel.deal.tricks import beats, legal_cards
from piquet_sim.matches.matches import estimate_ratio

RIGHT = "right"
ROUNDED = "right to the rounding"
WRONG = "wrong"
AGREES, DIFFERS, UNKNOWN = "agrees", "these players differ", "cannot tell"
"""Verdicts on figures about how people play."""


Exact = Fraction | int | tuple[str, ...]
"""A true figure: a probability, a number, or the suits that make a point."""


@dataclass(frozen=True)
class Claim:
    """One published claim."""

    id: str
    source: str
    quantity: str
    claimed: str
    """In the author's words."""
    kind: str
    """"exact", or "strategy" where it depends on how people play."""
    rules: str
    figures: tuple[dict[str, object], ...]
    """What was claimed, in numbers: each with one of ``odds_against``, ``odds_on`` (two
    numbers), ``fraction`` (two), ``one_in``, ``probability``, ``number`` (with ``digits`` where
    it was rounded to that many), ``suits`` (all that make a point, as in 79TT), bounds (see
    `judge_estimate`), and a ``label`` where there are several."""
    deal: dict[str, object] | None = None
    counts: tuple[int, ...] | None = None
    """A whole table of counts, where one was given."""


@dataclass(frozen=True)
class Judged:
    """One figure with its true value."""

    claim: Claim
    label: str
    claimed: str
    exact: Exact
    verdict: str
    """RIGHT, ROUNDED or WRONG; "no figure" where the author gave none."""
    computation: str
    """How the exact value was found."""


def load_claims() -> tuple[Claim, ...]:
    """All claims, in the order of the file.

    Examples
    --------
    >>> len(load_claims()) > 50
    True
    """
    text = files("piquet_sim").joinpath("data", "published_claims.json").read_text("utf-8")
    claims = []
    for given in json.loads(text):
        given["claimed"] = "–" if given["claimed"] is None else str(given["claimed"])
        given["figures"] = tuple(given["figures"])
        if given.get("counts"):
            given["counts"] = tuple(given["counts"])
        claims.append(Claim(**given))
    return tuple(claims)


def find_claim(name: str) -> Claim:
    """A claim by its id.

    Examples
    --------
    >>> find_claim("CB-HAND").quantity
    'named player dealt carte blanche (12 cards, no K Q J)'
    """
    return next(claim for claim in load_claims() if claim.id == name)


# ---- What was claimed, as numbers ---------------------------------------------------------------
def claimed_probability(figure: dict[str, object]) -> Fraction | None:
    """The probability that a figure states, if it states one.

    Examples
    --------
    >>> claimed_probability({"odds_against": [3, 1]})
    Fraction(1, 4)
    """
    for key, on in (("odds_on", True), ("odds_against", False)):
        if key in figure:
            first, second = (Fraction(str(side)) for side in figure[key])
            chance = second / (first + second)
            return 1 - chance if on else chance
    if "fraction" in figure:
        return Fraction(*figure["fraction"])
    if "one_in" in figure:
        return Fraction(1, figure["one_in"])
    if "probability" in figure:
        return Fraction(str(figure["probability"]))
    return None


def say_figure(figure: dict[str, object]) -> str:
    """A figure as it was claimed: "5 to 4 against".

    Examples
    --------
    >>> say_figure({"odds_against": [3, 1]})
    '3 to 1 against'
    """
    for key, side in (("odds_on", "on"), ("odds_against", "against")):
        if key in figure:
            first, second = figure[key]
            return f"{first:,} to {second:,} {side}"
    if "fraction" in figure:
        return "{}/{}".format(*figure["fraction"])
    if "one_in" in figure:
        return f"1 in {figure['one_in']:,}"
    if "suits" in figure:
        return ", ".join(figure["suits"])
    return f"{figure['number']:,.4g}" if "digits" in figure else f"{figure.get('number', '')}"


def _judge_odds(figure: dict[str, object], exact: Fraction) -> str:
    # To the rounding: with the second side as the author has it, the first is the nearest.
    key = "odds_on" if "odds_on" in figure else "odds_against"
    first, second = (Fraction(str(side)) for side in figure[key])
    chance = exact if key == "odds_on" else 1 - exact
    if chance == 1:
        return WRONG
    true = chance / (1 - chance)
    if true == first / second:
        return RIGHT
    unit = (first / second).denominator
    steps = true * unit
    return ROUNDED if abs(steps - first / second * unit) <= Fraction(1, 2) else WRONG


def judge_figure(figure: dict[str, object], exact: Exact) -> str:
    """RIGHT, ROUNDED or WRONG.

    Odds, in their lowest terms, are right to the rounding if no whole number in place of their
    first side comes nearer, the second being kept; "1 in so many" and numbers with ``digits``, if
    they are the exact value rounded. Suits are right if they are all that there are and no others.

    Examples
    --------
    >>> judge_figure({"odds_against": [3, 1]}, named_odds(1, 1, 5))
    'right'
    >>> judge_figure({"one_in": 1700}, carte_blanche_probability())
    'wrong'
    """
    if "suits" in figure:
        return RIGHT if set(figure["suits"]) == set(exact) else WRONG
    if "odds_on" in figure or "odds_against" in figure:
        return _judge_odds(figure, Fraction(exact))
    if "fraction" in figure:
        return RIGHT if Fraction(*figure["fraction"]) == exact else WRONG
    if "one_in" in figure:
        true = 1 / Fraction(exact)
        if true == figure["one_in"]:
            return RIGHT
        return ROUNDED if abs(true - figure["one_in"]) <= Fraction(1, 2) else WRONG
    if figure["number"] == exact:
        return RIGHT
    digits = figure.get("digits")
    if digits and float(f"{float(exact):.{digits - 1}e}") == figure["number"]:
        return ROUNDED
    return WRONG


@dataclass(frozen=True)
class Judgement:
    """A published figure beside what was found."""

    claimed: float | None
    """The figure as a number; None where it states bounds."""
    found: Estimate
    z: float
    """The difference in standard errors of both, positive if the value found is greater; 0 within
    bounds."""
    p: float
    """The p-value if the figure is true; see `significance.adjust_by_holm`."""
    verdict: str
    """AGREES, DIFFERS or UNKNOWN."""


def judge_estimate(
    figure: "dict[str, object] | float | Fraction", found: Estimate, counted: int | None = None
) -> Judgement:
    """Compare a published figure with an estimate, allowing for the errors of both.

    A share that is claimed without a number of hands is taken as exact. Where the estimate's own
    error is as large as half the figure, the verdict is open.

    Parameters
    ----------
    figure : dict, float or Fraction
        A number, or a figure in the form of `Claim`, as in ``{"odds_against": [3, 1]}``; or
        bounds: ``between``, ``at_least`` and, of probabilities, ``between_probabilities`` and
        ``at_least_probability``; or ``more_than``, with which an estimate agrees only if all of
        its interval lies above.
    found : Estimate
    counted : int, optional
        In how many hands the author counted a share: that sampling error is allowed for.

    Returns
    -------
    Judgement

    Raises
    ------
    InputError
        If the figure states no number, or the estimate has no error.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> found = estimate_proportion(5_640, 10_000)
    >>> judge_estimate({"fraction": [9, 16]}, found).verdict
    'agrees'
    >>> judge_estimate(0.6, found).verdict
    'these players differ'
    """
    if found.se is None or found.low is None or found.high is None:
        raise InputError("estimate: judging a figure requires a standard error")
    if isinstance(figure, dict):
        probability = claimed_probability(figure)
        if probability is None:
            return _judge_bounds(figure, found)
        claimed = float(probability)
    else:
        claimed = float(figure)
    own = claimed * (1 - claimed) / counted if counted else 0.0
    error = sqrt(careful_error(found) ** 2 + own)
    less = found.value - claimed
    z = less / error if error else (0.0 if not less else copysign(inf, less))
    verdict = AGREES if Z_95 * careful_error(found) < abs(claimed) / 2 or not claimed else UNKNOWN
    return Judgement(
        claimed, found, z, normal_tails(z), DIFFERS if abs(less) > Z_95 * error else verdict
    )


def _judge_bounds(figure: dict[str, object], found: Estimate) -> Judgement:
    # By whether the interval reaches them; how far off it is goes from the nearer one.
    least = figure.get("more_than")
    low, high = (
        figure.get("between")
        or figure.get("between_probabilities")
        or (
            figure.get("at_least", figure.get("at_least_probability", figure.get("number", least))),
            None,
        )
    )
    if low is None:
        raise InputError(f"figure: {figure!r} states no number")
    exact = low if "number" in figure else None
    if exact is not None:
        high = exact
    agrees = found.high >= low and (high is None or found.low <= high)
    verdict = AGREES if agrees else DIFFERS
    if least is not None and found.low <= least <= found.high:
        verdict = UNKNOWN
    off = min(found.value - low, 0) or max(0 if high is None else found.value - high, 0)
    error = careful_error(found)
    z = off / error if error else (0.0 if not off else copysign(inf, off))
    return Judgement(exact and float(exact), found, float(z), normal_tails(z), verdict)


def weigh_stopping(race: Simulation, matches: int) -> Estimate:
    """Whether to win a game now or to stop short of it: Hoyle's case 7 by simulation.

    B has won the first game of a party of two, and A, elder in this deal of the second, can win
    it, or reckon 99 only and leave B 70. (The text says that each has won one; then no third game
    would follow.) If A wins now, A is younger in the first deal of the third game. If A stops, A
    is younger in the next deal of this one, and must win it and then the third.

    Parameters
    ----------
    race : Simulation
        Its rules are a race won by the first to have the target; the strategy named second is A's.
    matches : int
        Of each kind.

    Returns
    -------
    Estimate
        A's chance of the party when winning now, as a share of that and the other chance together.

    References
    ----------
    Hoyle's Games Improved, Piquet, p. 210, case 7: "in the proportion of 14 to 13 in his favour".
    """
    party = replace(race, rules=race.rules.replace(match="games", games_to_win=2))
    third = race.play_matches(0, matches)[0][:, 0]
    stopped = party.play_matches(0, matches, start=(70, 99))[0][:, 0]
    winning = (third[:, OUTCOME.winner] == _SECOND).astype(np.int64)
    stopping = (stopped[:, OUTCOME.winner] == _SECOND) & (stopped[:, OUTCOME.my_games] == 0)
    both = winning + stopping
    moments = [one.sum() for one in (winning, both, winning**2, both**2, winning * both)]
    return estimate_ratio(np.array(moments), is_flag=True)


_SECOND = 2
"""The winner of a match: the second player."""


# ---- The computations ---------------------------------------------------------------------------
Computed = tuple[list[Exact], str]
"""A value for each figure of a claim (or one for all), and how it was found."""


def _named(named: int, at_least: int, drawn: int) -> Callable[[], Computed]:
    said = f"at least {at_least} of {named} named cards, drawing {drawn} of 20"
    return lambda: ([named_odds(named, at_least, drawn)], said)


def _both_kinds(drawn: int) -> Callable[[], Computed]:
    # Of four aces and four kings at least one each, by exclusion.
    all_draws = comb(20, drawn)
    none = 2 * comb(16, drawn) - comb(12, drawn)
    said = f"1 - (2 C(16,{drawn}) - C(12,{drawn})) / C(20,{drawn})"
    return lambda: ([1 - Fraction(none, all_draws)], said)


def _from_table(seat: str, least: int) -> Callable[[], Computed]:
    def compute() -> Computed:
        counts = find_claim(f"CAV-TABLE-{seat[0].upper()}").counts
        reached = sum(counts[least // 10 :])
        return [
            Fraction(reached, sum(counts))
        ], f"{reached:,} of {sum(counts):,} in the author's table"

    return compute


def _settled(one: int, two: int) -> Callable[[], Computed]:
    said = f"settlement of {one} to {two} under the Laws"
    return lambda: ([settle_totals(one, two)], said)


def _scored(name: str, *seats: str) -> Callable[[], Computed]:
    def compute() -> Computed:
        answer = score_deal(find_claim(name).deal)
        return [answer[seat]["total"] for seat in seats], "the deal scored by the referee"

    return compute


def _certain_points(mine: int, theirs: int, leads: bool) -> int:
    # Own points that the rest of the play cannot keep from a player: they lead or answer to make
    # them most, the other to make them fewest. Who leads counts one, so does a second player who
    # wins, and the last trick one more (Law 57).
    if not mine:
        return 0
    leader, other = (mine, theirs) if leads else (theirs, mine)

    def count_lead(led: int) -> int:
        def count_reply(reply: int) -> int:
            wins = bool(beats(reply, led))
            i_win = wins != leads
            counted = int(leads) + int(wins and i_win) + int(i_win and leader == led)
            used = led | reply
            return counted + _certain_points(mine & ~used, theirs & ~used, i_win)

        replies = map(count_reply, iterate_cards(legal_cards(other, led)))
        return min(replies) if leads else max(replies)

    counted = map(count_lead, iterate_cards(leader))
    return max(counted) if leads else min(counted)


def _last_three_cards() -> Computed:
    # The small card beside ace and knave is any that is left of the suit.
    found = []
    for led in map(parse_card, ("TS", "KS", "QS")):
        rest = parse_hand("KQT...") & ~led
        certain = []
        for small in "987":
            theirs = parse_hand(f"AJ{small}...")
            for reply in iterate_cards(theirs):
                i_win = not beats(reply, led)
                certain.append(1 + _certain_points(rest, theirs & ~reply, i_win))
        found.append(min(certain))
    return found, "least of the best own points over all plays of the other, for each small card"


def _suits_by_pips() -> Computed:
    # Kings, queens, knaves and tens are ten each, so that suits alike in pips are one.
    ranks = range(SEVEN, RANKS)
    made: dict[tuple[int, int], set[str]] = {}
    for cards in (4, 5):
        for suit in combinations(ranks, cards):
            pips = [RANK_PIPS[rank] for rank in suit]
            letters = "".join(_PIP_LETTERS.get(one, str(one)) for one in pips)
            made.setdefault((cards, sum(pips)), set()).add(letters)
    cells = [(4, pips) for pips in range(34, 42)] + [(5, pips) for pips in range(44, 52)]
    return [tuple(sorted(made[cell])) for cell in cells], "all suits listed by their pips"


_PIP_LETTERS = {10: "T", 11: "A"}


def _game_of_moliere() -> Computed:
    deal = find_claim("CAV-MOLIERE").deal
    elder = score_deal(deal)["elder"]
    rules = {**deal["rules"], "set": {**deal["rules"]["set"], "point_scores": "tenths"}}
    tenths = score_deal({**deal, "rules": rules})["elder"]
    return [elder["pique"], elder["cards"]], (
        f"the deal scored by the referee: {elder['point']} and {elder['sequences']} in hand, "
        f"{elder['play']} in play, {elder['total']} in all; with the point by tenths (Cotton 1674) "
        f"it is {tenths['point']}, and there is no pique"
    )


def _quints() -> Computed:
    hands = comb(32, 5)
    return [Fraction(4, hands), Fraction(16, hands)], "4 and 16 of C(32,5)"


def _highest_deal() -> Computed:
    # The most in hand by the census, all tricks, and the bonuses; reached in a deal.
    most = max(count_hands_by("value")) + 60 + 13 + 40
    reached, blanche = (
        score_deal(find_claim(name).deal)["elder"]["total"] for name in ("HOYLE-170", "MOST-CB")
    )
    # Were the bound not reached, the true figure would not be known, and the claim not judged so.
    return [reached if reached == most else most], (
        f"at most {most}: the most a hand counts (census), 60, 13 in play, 40; a deal reaches "
        f"{reached}, and one with a carte blanche {blanche}"
    )


COMPUTATIONS: dict[str, Callable[[], Computed]] = {
    **{f"CAV-DRAW-E{k}": _named(k, k, 5) for k in range(1, 6)},
    **{f"CAV-DRAW-Y{k}": _named(k, k, 3) for k in range(1, 4)},
    **{
        f"CAV-DRAW-{seat}{least}of{named}": _named(named, least, {"E": 5, "Y": 3}[seat])
        for seat, least, named in (
            ("E", 1, 2), ("E", 1, 3), ("E", 2, 3), ("E", 1, 4), ("E", 3, 4), ("Y", 1, 2),
            ("Y", 1, 3), ("Y", 1, 4),
        )
    },
    "HOYLE-AK-2": _both_kinds(2),
    "HOYLE-AK-4": _both_kinds(4),
    "CAV-LEAVE": lambda: (
        [named_odds(1, 1, 3), named_odds(2, 1, 2)], "named cards, drawing 3 and 2 of 20",
    ),
    "CB-HAND": lambda: ([carte_blanche_probability()], "C(20,12) / C(32,12)"),
    "CB-DEAL": lambda: (
        [2 * carte_blanche_probability()], "2 C(20,12) / C(32,12); both need 24 plain cards of 20",
    ),
    "CB-36": lambda: ([carte_blanche_probability(36)], "C(24,12) / C(36,12)"),
    **{
        f"CAV-EX-{name}": _from_table(seat, least)
        for name, seat, least in (
            ("1", "elder", 10), ("2", "elder", 20), ("3", "elder", 30), ("4", "elder", 40),
            ("5", "elder", 140), ("6a", "elder", 90), ("6b", "elder", 100),
            ("7", "younger", 10), ("8", "younger", 20),
        )
    },
    **{
        f"CAV-SET-{place}": _settled(one, two)
        for place, (one, two) in enumerate(
            [(131, 113), (125, 81), (164, 114), (224, 92), (75, 301), (103, 144), (130, 104),
             (102, 89), (113, 98), (91, 92), (106, 92)], start=1,
        )
    },
    "CAV-581": lambda: (
        [settle_totals(91, 92) + settle_totals(106, 92)], "two settlements under the Laws",
    ),
    "CAV-EX12": _last_three_cards,
    "CAV-EX17": lambda: (
        [settle_totals(130, 100), settle_totals(102, 89),
         settle_totals(102, 89) - settle_totals(130, 100)], "settlements under the Laws",
    ),
    "CAV-DEMO": _scored("CAV-DEMO", "elder", "younger"),
    "CAV-L69": _scored("CAV-L69", "elder"),
    "CAV-PIPS": _suits_by_pips,
    "CAV-MOLIERE": _game_of_moliere,
    "HOYLE-170": _highest_deal,
    "HOYLE-170b": lambda: ([max(count_hands_by("value"))], "the census of all hands"),
    "MOST-CB": _scored("MOST-CB", "elder"),
    "MONT-III": _quints,
    "COUNT-DEALS": lambda: ([count_deals()], "C(32,12) C(20,12)"),
    "COUNT-DISC": lambda: (
        [len(list_discards(parse_hand("AKQJT987.AKQJ.."), exchange_limits("elder")))],
        "all discards listed",
    ),
    "COUNT-W455": lambda: ([comb(32 - 12 - 5, 12)], "C(15,12)"),
    "COUNT-W6188": lambda: ([comb(32 - 12 - 3, 12)], "C(17,12)"),
}  # fmt: skip
"""How the exact value of each claim is computed, by id."""

NOT_JUDGED: dict[str, str] = {
    "PARL-18-41": "the cards of the deal are not in the sources at hand",
    "HOYLE-KAQ": "the case is not stated completely",
}
"""Claims that cannot be judged here, and why."""


def judge_exact_claims() -> list[Judged]:
    """Every claim of kind ``exact`` that can be computed, figure by figure.

    Returns
    -------
    list of Judged
        A claim without a figure gets the exact value and the verdict "no figure".

    Examples
    --------
    >>> sorted({one.verdict for one in judge_exact_claims()})
    ['no figure', 'right', 'right to the rounding', 'wrong']
    """
    judged = []
    for claim in load_claims():
        if claim.kind != "exact" or claim.id in NOT_JUDGED:
            continue
        values, computation = COMPUTATIONS[claim.id]()
        figures = claim.figures or ({},)
        if len(values) == 1:
            values = values * len(figures)
        for figure, exact in zip(figures, values, strict=True):
            verdict = judge_figure(figure, exact) if figure else "no figure"
            label = str(figure.get("label", ""))
            claimed = say_figure(figure) if figure else "–"
            judged.append(Judged(claim, label, claimed, exact, verdict, computation))
    return judged


def say_exact(exact: Exact, figure_is_odds: bool) -> str:
    """An exact value in print: odds, to two decimals where they are not round, a number, or suits.

    Examples
    --------
    >>> say_exact(Fraction(1, 4), figure_is_odds=True)
    '3 to 1 against'
    """
    if isinstance(exact, tuple):
        return ", ".join(exact)
    if isinstance(exact, int):
        return f"{exact:,}"
    if not figure_is_odds:
        rare = f", 1 in {float(1 / exact):,.1f}" if exact < Fraction(1, 20) else ""
        return f"{exact.numerator:,}/{exact.denominator:,}{rare}"
    ratio = (1 - exact) / exact
    side = "against"
    if ratio < 1:
        ratio, side = 1 / ratio, "on"
    if ratio.denominator <= 10 or ratio.numerator <= 60:
        return say_odds(exact)
    return f"{float(ratio):,.2f} to 1 {side}"
