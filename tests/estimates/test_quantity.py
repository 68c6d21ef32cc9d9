"""What a number means decides what it is compared with and how it is written."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_proportion,
    estimate_values,
    know_exactly,
)
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


def points(value, half, **meaning):
    one = Estimate(value, half / 1.96, value - half, value + half, 1_000, "normal")
    return Quantity(**{"key": "k", "name": "n", "estimate": one, "unit": POINTS, **meaning})


@pytest.mark.parametrize(("what", "other"), [
    ("unit", {"unit": PERCENT}), ("denominator", {"of": Of("deal", "with a quatorze")}),
    ("sign", {"sign": Sign.LOSS}), ("baseline", {"against": "the best found"}),
])  # fmt: skip
def test_comparison__is_refused_where_two_do_not_measure_the_same(what, other):
    one = points(26.5, 0.3)
    for do in (check_comparable, subtract):
        with pytest.raises(NotComparable, match=f"differ in their {what}"):
            do(one, replace(one, key="other", **other))


def test_difference__of_shares_is_in_percentage_points_and_its_error_follows_from_the_source():
    many, few = (Quantity(key, key, estimate_proportion(seen, 1_000))
                 for key, seen in (("many", 120), ("few", 100)))  # fmt: skip
    same = subtract(many, few)
    apart = subtract(many, replace(few, source="other deals"))
    assert (same.unit, same.sign, same.value) == (PERCENTAGE_POINTS, "change", pytest.approx(2))
    assert same.estimate.se == pytest.approx(many.estimate.se + few.estimate.se)
    assert apart.estimate.se == pytest.approx(np.hypot(many.estimate.se, few.estimate.se))
    assert apart.n is None  # of two runs: neither's number of deals


def test_spread__is_the_mean_over_all_deals_with_noughts_in_the_others():
    values = np.random.default_rng(1).normal(26.5, 9, 400)
    some = Quantity("a", "hiding it", estimate_values(values), POINTS,
                    Of("deal", "with a quatorze", 2_000), sign=Sign.LOSS)  # fmt: skip
    with_noughts = estimate_values(np.concatenate([values, np.zeros(1_600)]))
    whole = spread_over(some)
    assert whole.of.many == "deals"
    assert (whole.value, whole.n) == (pytest.approx(with_noughts.value), 2_000)
    assert whole.estimate.se == pytest.approx(with_noughts.se, rel=1e-3)
    check_comparable(whole, replace(some, key="b", of=Of()))


@pytest.mark.parametrize(("number", "text", "interval"), [
    (points(24.5449, 0.163), "24.54", "24.38 to 24.71"),
    (points(-0.571, 0.065, sign=Sign.CHANGE), "−0.571", "−0.636 to −0.506"),
    (points(12.84, 0.22, sign=Sign.LEAD), "+12.84", "12.62 to 13.06"),
    (points(43_210.0, 2_000), "43,210", "41,210 to 45,210"),
    (Quantity("a", "b", know_exactly(Fraction(125_970, 225_792_840))), "0.0558", "exact"),
    (Quantity("a", "b", know_exactly(Fraction(150)), POINTS), "150", "exact"),
    (Quantity("a", "b", know_exactly(Fraction(1, 3))), "33.3", "exact"),
    (Quantity("a", "b", estimate_proportion(0, 400)), "0", "0.00 to 0.95"),
    (Quantity("a", "b", Estimate(3.0, None, None, None, 1, "no interval"), POINTS), "3",
     "no interval"),
])  # fmt: skip
def test_number__has_the_digits_that_its_interval_allows(number, text, interval):
    assert (write_value(number), write_range(number)) == (text, interval)


def test_column__has_one_number_of_decimals_and_hides_no_number_in_them():
    shares = [Quantity("a", "b", estimate_proportion(seen, 100_000))
              for seen in (63_980, 34_930, 8_250, 53, 2)]  # fmt: skip
    places = find_places(shares)
    assert places == 1
    written = [write_value(one, places) for one in shares]
    assert written == ["64.0", "34.9", "8.2", "0.05", "<0.1"]


def test_row__says_what_the_number_means():
    row = points(1, 1, of=Of("hand", "dealt a quart"), sign=Sign.LOSS, against="best").as_row()
    assert list(row) == ["name", "seat", "value", "low", "high", "se", "unit", "of", "n", "sign",
                         "against", "method", "estimator"]  # fmt: skip
    assert (row["of"], row["sign"], row["against"]) == ("hands dealt a quart", "loss", "best")
