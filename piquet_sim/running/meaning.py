"""What the estimates of a simulation mean: names, units, whose they are, and the finding."""

from typing import TYPE_CHECKING

from piquet_sim.estimates.grounds import Claim, claim_either
from piquet_sim.estimates.quantity import CARDS, PERCENT, POINTS, TRICKS, Of, Quantity, Sign, Unit
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.estimates.tally import find_measure
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import count_of
from piquet_sim.running.precision import FIRST_LOOK

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.running.result import Result

_UNITS = {"points a deal": POINTS, "cards a deal": CARDS, "tricks a deal": TRICKS}
OWN = Unit("mean", is_per=False)
_ORDER = (POINTS, PERCENT, CARDS, TRICKS, OWN)
_NAMES = {
    "score": "points",
    "wins": "scores more",
    "point": "point good",
    "sequence": "sequence good",
    "set": "set good",
    "cards": "wins the cards",
    "exchanged": "cards exchanged",
    "difference": "elder less younger",
    "drawn": "both score the same",
    "cards_divided": "six tricks each",
    "equal_point": "points equal",
    "equal_sequence": "sequences equal",
    "first_less_second": "{} less {}",
    "first_score": "points of {}",
    "second_score": "points of {}",
}
_DRAWN = (
    "score",
    "wins",
    "point",
    "sequence",
    "set",
    "cards",
    "capot",
    "pique",
    "repique",
    "carte_blanche",
    "exchanged",
)
LEADS = ("difference", "first_less_second")
GIVEN_OUTCOME = "given_outcome"
"""The key of the share of deals among which measures of one's own are taken."""


def find_unit(key: str) -> Unit:
    """The unit of an estimate."""
    measure = find_measure(key)
    return PERCENT if measure.is_flag else _UNITS[measure.unit]


def find_deals(simulation: "Simulation") -> Of:
    """The deals that a simulation counts: all, or those that meet its condition."""
    return Of(which="" if simulation.given is None else "meeting the condition")


def describe_run(result: "Result") -> Numbers:
    """All estimates of a run: by unit, both seats' first, then those of neither seat."""
    numbers = [_describe(result, key) for key in result.estimates]
    asked, of = result.target.measures, find_deals(result.simulation)
    came_up = asked.estimate_outcome(result.tally)
    if came_up is not None:
        said = f"in which {asked.outcome.text}"
        numbers.append(Quantity(GIVEN_OUTCOME, said, came_up, of=of))
        of = Of(which=said)
    for one in asked.measures:
        estimate = result.measures[one.name]
        if estimate is not None:
            unit = PERCENT if one.expression.is_yes else OWN
            # A measure of the name of an estimate may be of other deals: two numbers, two keys.
            key = "measure " * (one.name in result.estimates) + one.name
            numbers.append(Quantity(key, str(one), estimate, unit, of))
    numbers.sort(key=lambda one: (_ORDER.index(one.unit), not one.seat))
    players = result.simulation.elder.name, result.simulation.younger.name
    leads = [
        (key, SEATS if key == "difference" else players)
        for key in reversed(LEADS)
        if key in result.estimates and result.tally.units >= FIRST_LOOK
    ]
    claims = [
        claim
        for key, (one, two) in leads
        if one != two
        for claim in claim_either(f"{{one}} scores {{{key}:size}} more than {{two}}", key, one, two)
    ]
    claims.append(Claim("Elder scores {elder_score}, younger {younger_score}"))
    return Numbers(
        f"{result.simulation}, {count_of(result.deals, 'deals')}",
        numbers,
        claims,
        Look(
            [f"{seat}_{part}" for part in _DRAWN for seat in SEATS],
            "What both seats make, and how often",
        ),
    )


def _describe(result: "Result", key: str) -> Quantity:
    simulation = result.simulation
    seat, _, part = key.partition("_")
    if seat not in SEATS:
        seat, part = "", key
    players = {"first_score": [simulation.elder], "second_score": [simulation.younger]}
    names = [one.name for one in players.get(key, [simulation.elder, simulation.younger])]
    name = _NAMES.get(part, part.removesuffix("_mean").replace("_", " ")).format(*names)
    return Quantity(
        key,
        name,
        result.estimates[key],
        find_unit(key),
        find_deals(simulation),
        seat,
        "made of" * part.endswith("_mean"),
        Sign.LEAD if key in LEADS else Sign.AMOUNT,
    )
