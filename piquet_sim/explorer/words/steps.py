"""What a deal was worth to a seat, step by step: the seat's edge, luck, and decisions.

Decisions are judged by what the seat knew, and count only where they are worse beyond doubt; the
rest is luck. So the steps add up to the result, to the last digit.
"""

from collections.abc import Iterable
from fractions import Fraction

from piquet_sim.decisions.review.deal_review import (
    BLANCHE,
    CALL,
    DISCARD,
    LEAD,
    REPLY,
    Reviewed,
    add_losses,
)
from piquet_sim.decisions.review.records import Valuation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.explorer.words.figures import say_error, say_number, say_signed
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.terms import SEATS

PARTS = {"exchange": (DISCARD,), "calls": (CALL, BLANCHE), "play": (LEAD, REPLY)}
"""The parts of a deal, and the kinds of decisions in each."""
_ALWAYS_MADE = {DISCARD, LEAD, REPLY}
"""Kinds of decisions that every deal has."""
_LEAST = 0.05
"""Points below which a step reads 0."""
OPEN = "…"
"""What is not counted yet: no number, and no 0."""


OPEN_KIND = "open"
"""The kind of a step that is not counted yet."""


def is_open(decisions: Iterable[Reviewed], kinds: Iterable[str]) -> bool:
    """Whether decisions of these kinds are still to be valued."""
    own = [one for one in decisions if one.kind in kinds]
    return not {one.kind for one in own} >= _ALWAYS_MADE.intersection(kinds) or any(
        one.loss is None and not one.why_not and one.kind != BLANCHE for one in own
    )


def list_worse(decisions: Iterable[Reviewed], seat: int) -> list[Reviewed]:
    """The decisions of a seat that are worse beyond doubt."""
    return [one for one in decisions if one.seat == seat and one.is_error]


def tell_given(decisions: Iterable[Reviewed], seat: int) -> dict[str, object]:
    """What a seat gave away beyond doubt, in points: in all, and in each part of the deal."""
    decided = list(decisions)
    own = [one for one in decided if one.seat == seat]
    shape: dict[str, object] = {"all": _tell_sum(add_losses(list_worse(own, seat), True))}
    for name, kinds in PARTS.items():
        of_part = [one for one in own if one.kind in kinds]
        loss = add_losses(list_worse(of_part, seat), by_points=True)
        shape[name] = {**_tell_sum(loss), "decisions": len(of_part)}
        if is_open(decided, kinds):
            shape[name] |= {"said": OPEN, "se_said": ""}
    return shape


def _tell_sum(loss: Estimate) -> dict[str, object]:
    is_nothing = abs(loss.value) < _LEAST
    return {
        "value": loss.value,
        "said": "0" if is_nothing else say_number(loss.value, loss.se),
        "se_said": "" if is_nothing else say_error(loss.se),
    }


def _say(value: float) -> str:
    return "0" if abs(value) < _LEAST else say_signed(value)


def _gave(decisions: Iterable[Reviewed]) -> Fraction:
    return sum((Fraction(one.in_points.value) for one in decisions if one.is_error), Fraction())


def tell_steps(
    values: Valuation, seat: int, names: dict[int, str], titles: dict[str, Reviewed]
) -> list[dict[str, object]]:
    """The steps of a reviewed deal, in points for a seat.

    Parameters
    ----------
    values : Valuation
        Where it knows no more than the play, the deal and the exchange are one step.
    seat : int
    names : dict
        What each seat's possession is called: ``{0: "your", 1: "expert's"}``.
    titles : dict
        The decisions by the names that the page gives them.

    Returns
    -------
    list of dict
        ``kind`` ("edge", "luck", "elder", "younger" or "open"), ``name``, ``from`` and ``to``, the
        difference as ``said``, the ``decisions`` in the step, and its ``trick``, 0 before the play.
    """
    sign = -1 if seat else 1
    at, rows = Fraction(), []
    is_part_open = {part: is_open(titles.values(), kinds) for part, kinds in PARTS.items()}

    def go(kind: str, name: str, to: Fraction, decisions: list[str], trick: int = 0) -> None:
        nonlocal at
        rows.append(
            {
                "kind": kind,
                "name": name,
                "from": float(at),
                "to": float(to),
                "said": OPEN if kind == OPEN_KIND else _say(float(to - at)),
                "decisions": decisions,
                "trick": trick,
            }
        )
        at = to

    def decide(part: str, which: dict[str, Reviewed], trick: int = 0) -> None:
        for one in (seat, 1 - seat):
            mine = {name: each for name, each in which.items() if each.seat == one}
            lost = _gave(mine.values())
            if lost or (one == seat and mine and not trick):
                to = at + (-lost if one == seat else lost)
                kind = OPEN_KIND if not lost and is_part_open.get(part) else SEATS[one]
                go(kind, f"{names[one]} {part}", to, list(mine), trick)

    def pick(kinds: tuple[str, ...], trick: int | None = None) -> dict[str, Reviewed]:
        return {
            name: one
            for name, one in titles.items()
            if one.kind in kinds and (trick is None or one.trick == trick)
        }

    go("edge", f"{SEATS[seat]}’s edge", sign * values.before_exactly, [])
    if values.dealt is None:
        thrown = list(pick(PARTS["exchange"]))
        go(OPEN_KIND, "deal and exchange", Fraction(sign * values.drawn), thrown)
    else:
        go("luck", "dealt", sign * values.dealt, [])
        decide("exchange", pick(PARTS["exchange"]))
        go("luck", "as it fell", sign * values.both_thrown, [])
        go("luck", "drawn", Fraction(sign * values.drawn), [])
    decide("calls", pick(PARTS["calls"]))
    if at != sign * values.plays[0]:
        kind = OPEN_KIND if is_part_open["calls"] else "luck"
        go(kind, "as they fell", Fraction(sign * values.plays[0]), [])
    for trick in range(1, TRICKS + 1):
        end = values.plays[min(2 * trick, len(values.plays) - 1)]
        here = pick(PARTS["play"], trick)
        decide("card", here, trick)
        kind = OPEN_KIND if is_part_open["play"] else "luck"
        go(kind, f"trick {trick}", Fraction(sign * end), list(here), trick)
    return rows


def tell_ledger(
    values: Valuation, decisions: Iterable[Reviewed], seat: int, names: dict[int, str]
) -> list[dict[str, object]]:
    """Luck and decisions as a sum, in points for a seat; the last row is the result."""
    sign = -1 if seat else 1
    decided = list(decisions)
    own, other = (_gave(one for one in decided if one.seat == each) for each in (seat, 1 - seat))
    edge = sign * values.before_exactly
    dealt = sign * (values.dealt - values.before_exactly)
    drawn = sign * (Fraction(values.drawn) - values.both_thrown)
    result = Fraction(sign * values.plays[-1])
    luck = result - edge + own - other
    rows = (
        ("edge", f"{SEATS[seat]}’s edge before the deal", edge),
        ("luck", "the cards dealt", dealt),
        ("luck", "the cards drawn", drawn),
        ("luck", "how the decisions fared", luck - dealt - drawn),
        ("sum", "luck together", luck),
        (SEATS[seat], f"{names[seat]} decisions", -own),
        (SEATS[1 - seat], f"{names[1 - seat]} decisions", other),
        ("result", "the deal", result),
    )
    return [
        {"kind": kind, "name": name, "value": float(value), "said": _say(float(value))}
        for kind, name, value in rows
    ]
