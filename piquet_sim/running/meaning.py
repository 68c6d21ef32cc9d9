"""What the estimates of a simulation mean: names, units, whose they are, and the finding."""

from typing import TYPE_CHECKING

from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import CARDS, PERCENT, POINTS, TRICKS, Of, Quantity, Sign, Unit
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.estimates.tally import find_measure
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import capitalise

if TYPE_CHECKING:
    from piquet_sim.running.result import Result

_UNITS = {"points a deal": POINTS, "cards a deal": CARDS, "tricks a deal": TRICKS}
_OWN = Unit("of one's own measures")
_ORDER = (POINTS, PERCENT, CARDS, TRICKS, _OWN)
_NAMES = {
    "score": "points", "wins": "scores more", "point": "point good", "sequence": "sequence good",
    "set": "set good", "cards": "wins the cards", "exchanged": "cards exchanged",
    "difference": "elder less younger", "drawn": "both score the same",
    "cards_divided": "six tricks each", "equal_point": "points equal",
    "equal_sequence": "sequences equal", "first_less_second": "{} less {}",
    "first_score": "points of {}", "second_score": "points of {}",
}  # fmt: skip
_DRAWN = ("score", "wins", "point", "sequence", "set", "cards", "capot", "pique", "repique",
          "carte_blanche", "exchanged")  # fmt: skip
_LEADS = ("difference", "first_less_second")


def describe_run(result: "Result") -> Numbers:
    """All estimates of a run: by unit, both seats' first, then those of neither seat."""
    numbers = [_describe(result, key) for key in result.estimates]
    deals = result.simulation.given and "that meet the condition"
    for one in result.target.measures.measures:
        estimate = result.measures[one.name]
        if estimate is not None:
            unit = PERCENT if one.expression.is_yes else _OWN
            of = Of("deal", "in which it came up" if estimate.n < result.deals else deals or "")
            numbers.append(Quantity(one.name, one.name, estimate, unit, of))
    numbers.sort(key=lambda one: (_ORDER.index(one.unit), not one.seat))
    players = result.simulation.elder.name, result.simulation.younger.name
    leads = [(key, SEATS if key == "difference" else players)
             for key in reversed(_LEADS) if key in result.estimates]  # fmt: skip
    claims = [
        Claim(f"{{one}} scores {{{key}:size}} more than {{two}}", [ground],
              {"one": capitalise(one), "two": two})
        for key, (first, second) in leads if len({first, second}) > 1
        for one, two, ground in ((first, second, Exceeds(key, 0)), (second, first, Exceeds(0, key)))
    ]  # fmt: skip
    claims.append(Claim("Elder scores {elder_score}, younger {younger_score}"))
    shown = [f"{seat}_{part}" for part in _DRAWN for seat in SEATS]
    about = f"{result.simulation}, {result.deals:,} deals"
    return Numbers(about, numbers, claims, Look(shown, "What both seats make, and how often"))


def _describe(result: "Result", key: str) -> Quantity:
    measure, simulation = find_measure(key), result.simulation
    seat, _, part = key.partition("_")
    if seat not in SEATS:
        seat, part = "", key
    players = {"first_score": [simulation.elder], "second_score": [simulation.younger]}
    names = [one.name for one in players.get(key, [simulation.elder, simulation.younger])]
    name = _NAMES.get(part, part.removesuffix("_mean").replace("_", " ")).format(*names)
    of = Of("deal", "that meet the condition" if simulation.given else "")
    return Quantity(
        key, name, result.estimates[key], PERCENT if measure.is_flag else _UNITS[measure.unit],
        of, seat, "made of" * part.endswith("_mean"), Sign.LEAD if key in _LEADS else Sign.AMOUNT,
    )  # fmt: skip
