"""What a number means decides what it is compared with; one table in four forms says the same.

Nothing is claimed that the numbers do not show, and no number is printed bare.

Covers `estimates.grounds`.
"""

import csv
import json
import re
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import numpy as np
import pytest
from scipy.stats import sem

from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_proportion,
    estimate_values,
    know_exactly,
)
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import (
    PERCENT,
    PERCENTAGE_POINTS,
    POINTS,
    NotComparable,
    Of,
    Quantity,
    Sign,
    check_comparable,
    find_places,
    spread_over,
    subtract,
    write_range,
    write_value,
)
from piquet_sim.estimates.shown import Numbers
from piquet_sim.estimates.table import align, write_console, write_csv, write_html, write_markdown


def points(value, half, **meaning):
    one = Estimate(value, half / 1.96, value - half, value + half, 1_000, "normal")
    return Quantity(**{"key": "k", "name": "n", "estimate": one, "unit": POINTS, **meaning})


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("unit", {"unit": PERCENT}),
        ("denominator", {"of": Of("deal", "with a quatorze")}),
        ("sign", {"sign": Sign.LOSS}),
        ("baseline: none, the best found", {"against": "the best found"}),
    ],
)
@pytest.mark.parametrize("do", [check_comparable, subtract])
def test_comparison__is_refused_where_two_do_not_measure_the_same(do, what, other):
    one = points(26.5, 0.3)
    with pytest.raises(NotComparable, match=f"differ in their {what}"):
        do(one, replace(one, key="other", **other))


def test_difference__is_taken_of_quantities_and_of_no_bare_estimates():
    elder, younger = points(26.5, 0.3, seat="elder"), points(20.0, 0.4, key="l", seat="younger")
    less = elder - younger
    assert (less, less.name, less.seat, less.value) == (
        subtract(elder, younger),
        "n, elder less younger",
        "",
        pytest.approx(6.5),
    )
    for one, wrong, said in (
        (elder, 26.5, None),
        (elder, elder.estimate, None),
        (elder.estimate, younger.estimate, "subtract quantities, as in found"),
    ):
        with pytest.raises(TypeError, match=said):
            one - wrong
    assert json.loads(json.dumps(elder.as_json()))["unit"] == "points"


def test_difference__of_shares_is_in_percentage_points_and_its_error_follows_from_the_source():
    many, few = (
        Quantity(key, key, estimate_proportion(seen, 1_000))
        for key, seen in (("many", 120), ("few", 100))
    )
    same, apart = subtract(many, few), subtract(many, replace(few, source="other deals"))
    assert (same.unit, same.sign, same.value, same.estimate.se) == (
        PERCENTAGE_POINTS,
        "change",
        pytest.approx(2),
        pytest.approx(many.estimate.se + few.estimate.se),
    )
    assert (
        apart.estimate.se,
        apart.n,  # neither's number of deals
        subtract(many, replace(few, estimate=know_exactly(Fraction(1, 10)))).is_exact,
        many.as_row()["unit"],
        POINTS.after("−1"),
    ) == (
        pytest.approx(np.hypot(many.estimate.se, few.estimate.se)),
        *(None, False, "share", "−1 point"),
    )


def test_spread__is_the_mean_over_all_deals_with_noughts_in_the_others():
    values, quatorze = (
        np.random.default_rng(1).normal(26.5, 9, 400),
        Of("deal", "with a quatorze", 2_000),
    )
    some = Quantity("a", "b", estimate_values(values), POINTS, quatorze, sign=Sign.LOSS)
    whole, with_noughts = spread_over(some), np.concatenate([values, np.zeros(1_600)])
    assert (whole.of.many, whole.n, whole.value, whole.estimate.se) == (
        "deals",
        2_000,
        pytest.approx(with_noughts.mean()),
        pytest.approx(sem(with_noughts), rel=1e-3),
    )
    check_comparable(whole, replace(some, key="b", of=Of()))


@pytest.mark.parametrize(
    ("number", "text", "interval"),
    [
        (points(24.5449, 0.163), "24.54", "24.38 to 24.71"),
        (points(-0.571, 0.065, sign=Sign.CHANGE), "−0.571", "−0.636 to −0.506"),
        (points(12.84, 0.22, sign=Sign.LEAD), "+12.84", "12.62 to 13.06"),
        (points(43_210.0, 2_000), "43,210", "41,210 to 45,210"),
        (points(-0.01, 1.0), "0.0", "−1.0 to 1.0"),
        (Quantity("a", "b", know_exactly(Fraction(125_970, 225_792_840))), "0.0558", "exact"),
        (Quantity("a", "b", know_exactly(Fraction(150)), POINTS), "150", "exact"),
        (Quantity("a", "b", know_exactly(Fraction(1, 3))), "33.3", "exact"),
        (Quantity("a", "b", estimate_proportion(0, 400)), "0", "0.00 to 0.95"),
        (Quantity("a", "b", estimate_proportion(400, 400)), "100", "99.05 to 100.00"),
        (
            Quantity("a", "b", estimate_values(np.full(400, -1), limits=(-20, 1)), POINTS),
            "−1.000",
            "−1.181 to −0.981",
        ),
        (
            Quantity("a", "b", Estimate(3.0, None, None, None, 1, "no interval"), POINTS),
            "3",
            "no interval",
        ),
    ],
)
def test_number__has_the_digits_that_its_interval_allows(number, text, interval):
    assert (write_value(number), write_range(number)) == (text, interval)


def test_column__has_one_number_of_decimals_and_hides_no_number_in_them():
    shares = [
        Quantity("a", "b", estimate_proportion(one, 100_000))
        for one in (63_980, 34_930, 8_250, 53, 2)
    ]
    assert (find_places(shares), [write_value(one, 1) for one in shares]) == (
        1,
        ["64.0", "34.9", "8.2", "0.05", "<0.1"],
    )


QUART = Of("hand", "dealt a quart")
NUMBERS = [
    *(Quantity(f"{seat}_{name}", name, estimate_proportion(seen, 4_000), POINTS, seat=seat)
      for seat, name, seen in (("elder", "score", 900), ("younger", "score", 700))),
    Quantity("elder_grows", "best | sequence", estimate_proportion(900, 3_000), of=QUART,
             seat="elder", group="dealt", verdict="best beyond doubt"),
    Quantity("younger_grows", "best | sequence", estimate_proportion(600, 2_000), of=QUART,
             seat="younger", group="dealt", verdict="best beyond doubt"),
    Quantity("pique", "a <pique>", estimate_proportion(90, 4_000), verdict="too close to call"),
]  # fmt: skip


def test_csv__has_all_digits_and_marks_of_a_name_stay_its_own():
    """That the forms say the same digits is held by `tests/cli/test_python`."""
    rows = list(csv.DictReader(StringIO(write_csv(NUMBERS))))
    assert (
        [float(row["value"]) for row in rows],
        {row["of"] for row in rows},
        "&lt;pique&gt;" in write_html(NUMBERS),
        r"| best \| sequence |" in write_markdown(NUMBERS),
    ) == ([one.estimate.value for one in NUMBERS], {"deals", "hands dealt a quart"}, True, True)


def test_denominator__is_said_once_where_all_share_it_and_else_in_a_column():
    assert "Of 4,000 deals. Ranges are 95% intervals." in write_console(NUMBERS[:2])
    text = write_console(NUMBERS)
    asked = {"Of 4,000": 0, "hands dealt a quart": 1, "3,000": 1, "2,000": 1}
    assert {one: min(text.count(one), 2) for one in asked} == asked


@pytest.mark.parametrize("width", [60, 80])
def test_screen__keeps_the_verdict_and_folds_words_alone(width):
    title = "A title that is longer than the screen is wide, by far"
    lines = write_console(NUMBERS, title, width).splitlines()
    words = " ".join(line[-16:] for line in lines)
    assert (
        max(map(len, lines)) <= width,
        [one for one in ("verdict", "doubt", "call") if one not in words],
    ) == (True, [])
    assert any("30.0% ± 1.6" in line or "28.4 to 31.7" in line for line in lines)


def test_screen__without_suits_has_its_columns_under_each_other():
    rows = [["", "points"], ["S:AKJ", "1.5"], ["D:9", "12.5"]]
    assert len({line.rindex(".") for line in align(rows, 80)[1:]}) == 1


@pytest.mark.parametrize("width", range(36, 70, 3))
def test_screen__is_never_wider_than_it_may_and_breaks_no_number(width):
    rows = [
        ["decision", "lost", "verdict"],
        ["elder leads the ace of hearts", "1.5 ± 0.3", "worse beyond doubt"],
        ["b", "2", ""],
    ]
    lines = align(rows, width)
    assert (
        max(map(len, lines)) <= width,
        sum("1.5 ± 0.3" in line for line in lines),
        {*" ".join(map(" ".join, rows)).split()} <= {*" ".join(lines).split()},
    ) == (True, 1, True)


def test_screen__without_room_for_ranges_says_half_of_each_and_says_so():
    pair = [
        points(12.5, 0.25, name="points", seat="elder"),
        points(9.75, 0.25, name="points", seat="younger"),
        Quantity("none", "capot", estimate_proportion(0, 400), POINTS, seat="elder"),
    ]
    assert re.search(r"12.50 +12.25 to 12.75", write_console(pair, width=80))
    short = " ".join(write_console(pair, width=44).split())
    # The middle of the last one's is not its value.
    said = ("12.50 ± 0.25", "± is half a 95% interval", "0 (0.0000 to 0.0095)")
    assert [one for one in said if one not in short] == []


def test_what_is_known__of_one_name_stands_side_by_side():
    own = [
        points(21.9, 6, key="a"),
        points(17.4, 5, key="b", name="m"),
        points(4.5, 3.7, key="c", name="m", sign=Sign.LOSS, column="behind the best"),
    ]
    lines = write_console(own).splitlines()
    assert re.search(r"value +95% interval +behind the best +95% interval", lines[-3])
    assert re.search(r"^m +17.4 .* 4.5 +0.8 to 8.2", lines[-1])


def test_screen__too_narrow_for_all_columns_has_some_below_the_others():
    chances = [
        Quantity(f"{place}", "♠A", estimate_proportion(40 * place, 400), column=column)
        for place, column in enumerate(("reaches the rubicon", "is best", "the cards"))
    ]
    lines = write_console(chances, width=44).splitlines()
    assert (
        max(map(len, lines)) <= 44,
        [re.split(r"  +", line)[1] for line in lines if line.startswith("percent")],
    ) == (True, ["reaches the rubicon", "is best", "the cards"])


# ---- Claims, and the numbers they rest on --------------------------------------------------------
def lost(key, value, se, **meaning):
    return points(value, 1.96 * se, key=key, name=key, **meaning)


LOST = Numbers(
    "",
    [
        lost("calls", 0.8, 0.05, source="deals"),
        lost("leads", 0.5, 0.05, source="others"),
        lost("replies", 0.42, 0.05, source="third"),
        lost("discards", -0.3, 0.05, source="hands"),
    ],
)


@pytest.mark.parametrize(
    ("ground", "holds"),
    [
        (Exceeds("calls", "*"), True),  # greater than each of the others
        (Exceeds("leads", "*"), False),
        (Exceeds("leads", "replies"), False),  # more, but not beyond the errors
        (Exceeds("?e*s", "discards"), True),  # each of several
        (Exceeds("calls", 0), True),
        (Exceeds(0, "discards"), True),
        (Exceeds(0, "nothing*"), False),
        (Exceeds(0, "*s"), False),
        (Exceeds("calls", 0.7), False),
        (Exceeds("nothing*", 0), False),
    ],
)
def test_ground__holds_where_every_difference_lies_on_its_side(ground, holds):
    assert ground.holds(LOST) is holds


def test_ground__refuses_what_cannot_be_compared():
    rare = lost("rare", 26.5, 0.1, of=Of("deal", "with a quatorze"))
    other = Numbers("", [*LOST.quantities, rare])
    with pytest.raises(NotComparable, match="rare and calls differ in their denominator"):
        Exceeds("rare", "*").holds(other)


def test_claims__the_boldest_that_holds_is_said_and_none_with_errors_a_million_times_as_wide():
    claims = [
        Claim("Calls lose most: {calls}", [Exceeds("calls", "*")]),
        Claim("{which} lose more than discards", fills={"which": Exceeds("*s", "discards")}),
        Claim("Calls lose {calls}"),
    ]
    wide = [
        replace(one, estimate=replace(one.estimate, low=-1e6, high=1e6)) for one in LOST.quantities
    ]
    near = [lost("calls", 0.55, 0.05), *LOST.quantities[1:]]
    assert [Numbers("", own, claims).headline for own in (LOST.quantities, near, wide)] == [
        "Calls lose most: 0.80 points a deal",
        "calls, leads and replies lose more than discards",
        "Calls lose 1 point a deal",
    ]


COSTS = Numbers(
    "",
    [
        lost("nothing", 24.5, 0.08, sign=Sign.LOSS),
        lost("set", 15.4, 0.08, sign=Sign.LOSS),
        lost("hiding", 26.5, 0.1, of=Of("deal", "with a quatorze", 4_000), sign=Sign.LOSS),
        lost("lead", -3.25, 0.1, sign=Sign.LEAD),
        lost("near", -4.25, 0.28, sign=Sign.LEAD),
        Quantity("capot", "capot", estimate_proportion(120, 4_000)),
        Quantity("repique", "repique", estimate_proportion(200, 4_000), source="others"),
    ],
    played={"ten": 10},
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Nothing called costs {nothing}, hiding {hiding}",
            "Nothing called costs 24.50 points a deal, hiding 26.50 a deal with a quatorze",
        ),
        ("{nothing} and {set}", "24.50 points a deal and 15.40"),
        ("In {hiding:of} it costs {hiding}", "In deals with a quatorze it costs 26.50 points"),
        ("{capot:range}, {capot:odds}", "3.00% (2.51 to 3.58) of deals, 1 in 33"),
        ("behind by {lead:size}: {lead}", "behind by 3.25 points a deal: −3.25"),
        ("{nothing - set:size} ahead", "9.10 points a deal ahead"),
        ("{repique - capot}", "2.00 percentage points more (1.14 to 2.87)"),
        ("{set - nothing}", "9.10 points less (8.79 to 9.41)"),
        ("{set - set}", "no difference shown at 99.8% (−0.31 to 0.31 points)"),
        ("{lead - near}", "1.00 points more (0.26 to 1.74), not shown at 99.8%"),
        ("it scores {ten}", "it scores 10"),
        ("{nobody}", None),
    ],
)
def test_text__prints_no_number_without_unit_and_denominator(text, said):
    """And is not said of numbers that are not there."""
    claim = Claim(text)
    assert (claim.say(COSTS) if claim.holds(COSTS) else None) == said
