"""Nothing is claimed that the numbers do not show, and no number is printed bare."""

from dataclasses import replace

import pytest

from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.grounds import Claim, Count, Exceeds
from piquet_sim.estimates.quantity import POINTS, NotComparable, Of, Quantity, Sign
from piquet_sim.estimates.shown import Numbers


def points(key, value, se, **meaning):
    one = Estimate(value, se, value - 1.96 * se, value + 1.96 * se, 1_000, "normal")
    return Quantity(key, key, one, **{"unit": POINTS, **meaning})


LOST = Numbers("", [
    points("calls", 0.8, 0.05, source="deals"), points("leads", 0.5, 0.05, source="others"),
    points("replies", 0.42, 0.05, source="third"), points("discards", -0.3, 0.05, source="hands"),
])  # fmt: skip


@pytest.mark.parametrize(("ground", "holds"), [
    (Exceeds("calls", "*"), True),  # greater than each of the others
    (Exceeds("leads", "*"), False),
    (Exceeds("leads", "replies"), False),  # more, but not beyond the errors
    (Exceeds("?e*s", "discards"), True),  # each of several
    (Exceeds("calls", 0), True), (Exceeds(0, "discards"), True), (Exceeds(0, "*s"), False),
    (Exceeds("calls", 0.7), False), (Exceeds("nothing*", 0), False),
])  # fmt: skip
def test_ground__holds_where_every_difference_lies_on_its_side(ground, holds):
    assert ground.holds(LOST) is holds


def test_ground__refuses_what_cannot_be_compared():
    rare = points("rare", 26.5, 0.1, of=Of("deal", "with a quatorze"))
    other = Numbers("", [*LOST.quantities, rare])
    with pytest.raises(NotComparable, match="rare and calls differ in their denominator"):
        Exceeds("rare", "*").holds(other)


def test_claims__the_boldest_that_holds_is_said_and_none_with_errors_a_million_times_as_wide():
    claims = [
        Claim("Calls lose most: {calls}", [Exceeds("calls", "*")]),
        Claim("{which} lose more than discards", fills={"which": Exceeds("*s", "discards")}),
        Claim("Calls lose {calls}"),
    ]
    wide = [replace(one, estimate=replace(one.estimate, low=-1e6, high=1e6))
            for one in LOST.quantities]  # fmt: skip
    near = [points("calls", 0.55, 0.05), *LOST.quantities[1:]]
    said = [Numbers("", own, claims).headline for own in (LOST.quantities, near, wide)]
    assert said == ["Calls lose most: 0.80 points a deal",
                    "calls, leads and replies lose more than discards",
                    "Calls lose 1 point a deal"]  # fmt: skip


def test_count__owns_to_what_is_not_settled():
    tried = [points(f"m{place}", value, 0.1) for place, value in enumerate((1, 2, -1, 0.1, 0.0))]
    claim = Claim("{count} cost more obeyed", fills={"count": Count("m?")})
    assert claim.say(Numbers("", tried)) == "2 of 5 (2 not settled) cost more obeyed"
    assert claim.say(Numbers("", tried[:3])) == "2 of 3 cost more obeyed"


QUATORZE = Of("deal", "with a quatorze", 4_000)
COSTS = Numbers("", [
    points("nothing", 24.5, 0.08, sign=Sign.LOSS), points("set", 15.4, 0.08, sign=Sign.LOSS),
    points("hiding", 26.5, 0.1, of=QUATORZE, sign=Sign.LOSS),
    points("lead", -3.25, 0.1, sign=Sign.LEAD),
    Quantity("capot", "capot", estimate_proportion(120, 4_000)),
    Quantity("repique", "repique", estimate_proportion(200, 4_000), source="others"),
], played={"ten": 10})  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("Nothing called costs {nothing}, hiding {hiding}",
     "Nothing called costs 24.50 points a deal, hiding 26.50 a deal with a quatorze"),
    ("{nothing} and {set}", "24.50 points a deal and 15.40"),
    ("In {hiding:of} it costs {hiding}", "In deals with a quatorze it costs 26.50 points"),
    ("{capot:range}, {capot:odds}", "3.00% (2.51 to 3.58) of deals, 1 in 33"),
    ("behind by {lead:size}: {lead}", "behind by 3.25 points a deal: −3.25"),
    ("{nothing - set:size} ahead", "9.10 points a deal ahead"),
    ("{repique - capot}", "2.00 percentage points more (1.14 to 2.87)"),
    ("{set - nothing}", "9.10 points less (8.79 to 9.41)"),
    ("{set - set}", "no difference shown (−0.31 to 0.31 points)"),
    ("it scores {ten}", "it scores 10"),
])  # fmt: skip
def test_text__prints_no_number_without_unit_and_denominator(text, said):
    assert Claim(text).say(COSTS) == said


def test_text__is_not_said_of_numbers_that_are_not_there():
    assert not Claim("{nobody}").holds(COSTS)
    assert Claim("{set}").holds(COSTS)
