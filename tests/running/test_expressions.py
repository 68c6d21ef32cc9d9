"""Expressions over deals: against Python's own reading of the same text, and refusals."""

from functools import cache

import numpy as np
import pytest
from attacks import ANY_TEXT, HOSTILE, attacks, mutated, refusal
from hypothesis import given
from hypothesis import strategies as st
from naive_measures import judge
from refusals import refuses

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running.measures import (
    DERIVED,
    LONGEST,
    NAMES,
    limit_names,
    read_expression,
    read_measures,
)
from piquet_sim.running.records import record_deals

DEALS = 100
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "other rules": Simulation("random", "club", rules="cotton_1674", seed=8),
}
LIMITED = ("can reach", "names nothing", "alone might be", "need not be whole")


@cache
def record(kind):
    table = record_deals(KINDS[kind], DEALS)
    rows = table.to_dict("records")
    return rows, lambda name: table[name].to_numpy(np.int64)


# ---- Random expressions -------------------------------------------------------------------------
YES = sorted(
    {one.name for one in MEASURES if one.is_flag and one.name in DERIVED} | {"mirrored", "faced"}
)


def join_numbers(inner):
    signs, functions = st.sampled_from(["+", "-", "*"]), st.sampled_from(["min", "max"])
    return st.one_of(
        st.builds("({} {} {})".format, inner, signs, inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["//", "%", "/"]), st.integers(1, 9)),
        st.builds("{}({}, {}, 7)".format, functions, inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("-{}".format, inner),
    )


NUMBER = st.recursive(
    st.sampled_from(sorted(NAMES)) | st.integers(0, 200).map(str), join_numbers, max_leaves=5
)
COMPARED = st.lists(
    st.builds(" {} {}".format, st.sampled_from([">=", "<=", ">", "<", "==", "!="]), NUMBER),
    min_size=1,
    max_size=2,
).map("".join)
STATEMENT = st.recursive(
    st.sampled_from(YES) | st.builds("{}{}".format, NUMBER, COMPARED),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("(not {})".format, inner),
    ),
    max_leaves=5,
)


def check_expression(text, kind):
    rules, (rows, columns) = KINDS[kind].rules, record(kind)
    found = read_expression(text, rules)
    assert read_expression(found.text, rules).text == found.text
    values = found.compute(columns)
    assert values.dtype == np.int64
    assert values.tolist() == [judge(text, row) for row in rows]
    least, most = found.limits
    assert least <= values.min()
    assert values.max() <= most


@attacks(100)
@given(NUMBER | STATEMENT, st.sampled_from(sorted(KINDS)))
def test_expression__is_what_python_finds_deal_by_deal(text, kind):
    said = None
    try:
        check_expression(text, kind)
    except InputError as refused:
        said = str(refused)
    assert said is None or any(one in said for one in LIMITED), said


@pytest.mark.parametrize("kind", KINDS)
def test_names__are_what_python_finds_and_within_their_limits(kind):
    for name in NAMES:
        check_expression(f"{name} + 0", kind)


def test_names__of_all_estimates_have_limits_under_all_rules():
    assert {one.name for one in MEASURES} <= set(NAMES)
    for rules in PRESETS.values():
        assert set(NAMES) - set(DERIVED) <= set(limit_names(rules))


# ---- Refusals -----------------------------------------------------------------------------------
REFUSED = [
    ("elder_pont >= 6", "no name 'elder_pont'; did you mean 'elder_point'?"),
    ("xyzzy", "no name 'xyzzy'; piquet help measures lists all"),
    ("elder_hand", "(the twelve cards elder played with) is neither a number nor true or false"),
    ("index > 5", "(number of the deal in its simulation) is neither"),
    ("elder_point", "elder_point alone might be", "write elder_point > 0, or elder_point_mean"),
    ("elder_point and drawn", "elder_point is a number; compare it, as in elder_point > 0"),
    ("not elder_tricks", "elder_tricks is a number; compare it, as in elder_tricks > 0"),
    ("", "at the end expected a name, a number or a sign"),
    ("elder_score >=", "at the end expected"),
    ("(elder_wins", "at '(' expected"),
    ("elder_wins)", "at ')' expected"),
    ("drawn wins", "at 'wins' expected a name, a number or a sign"),
    ("import os", "at 'import' expected"),
    ("elder_tricks = 7", "at '=' expected", "'==' compares"),
    ("a b: drawn", "at 'b' expected"),
    ("x: y: drawn", "at ':' expected"),
    ("drawn\ud800", "not an expression"),
    ("__import__('os')", "no function '__import__'; there are: abs, max, min"),
    ("sum(elder_score, 2)", "no function 'sum'"),
    ("drawn.__class__", "'drawn.__class__' is not allowed"),
    ("[drawn][0]", "'[drawn][0]' is not allowed"),
    ("elder_score in (1, 2)", "is not allowed"),
    ("elder_score ** 2", "is not allowed"),
    ("~elder_score", "is not allowed"),
    ("f'{drawn}'", "is not allowed"),
    ("drawn if True else 1", "is not allowed"),
    ("max(elder_score)", "max takes two numbers or more"),
    ("abs(elder_score, 2)", "abs takes one number"),
    ("abs()", "abs takes one number"),
    ("max(elder_score, 1, key=2)", "max takes two numbers or more"),
    ("1 < 2", "'1 < 2' names nothing that happens in a deal"),
    ("elder_score / 2", "need not be whole; divide by //"),
    ("elder_score // younger_score", "divides by what can be 0"),
    ("elder_score % (elder_tricks - 6) > 1", "divides by what can be 0"),
    ("elder_score > 1e999", "can reach inf"),
    ("elder_score * elder_score * elder_score", "can reach"),
    ("elder_score > " + "9" * 900, "at most 1,000,000 is allowed"),
    ("-" * 99 + "elder_score", "nested more than 60 deep"),
    ("(" * 400 + "drawn" + ")" * 400, "at '(' expected"),
    ("drawn or " * 200 + "drawn", f"at most {LONGEST:,} are allowed"),
    ("elder_wins: drawn", "'elder_wins' is the name of something else"),
    ("elder has 5 aces", "5 aces: impossible"),
    ("elder has 4 acse", "did you mean 'aces'?"),
    ("after the exchange talon has AS", "the talon does not"),
    ("elder_wins and elder has 4 aces", "stands in quotes, as in elder_wins and 'elder has"),
]


@pytest.mark.parametrize("case", REFUSED, ids=[text[:30] for text, *_ in REFUSED])
def test_refusal__is_one_line_that_says_why(case):
    text, *said = case
    with refuses(*said, start="measure: "):
        read_measures([text])


@pytest.mark.parametrize(
    ("texts", "outcome", "said"),
    [
        ([], "drawn", "--given-outcome requires --measure"),
        (["drawn"], "elder_score", "given-outcome: elder_score is a number; compare it"),
        (["drawn"], "elder_point", "write elder_point > 0"),
        (["drawn"], "elder_winss", "given-outcome: no name 'elder_winss'; did you mean"),
        (["drawn", "drawn"], None, "measure: drawn is given twice"),
        (["a: drawn", "a: elder_wins"], None, "measure: a is given twice"),
        (["drawn"] * 101, None, "measure: at most 100 in one run, got 101"),
        ([3], None, "measure: [3] is not text"),
    ],
)
def test_refusal__of_measures_together(texts, outcome, said):
    with refuses(said):
        read_measures(texts, outcome)


@attacks(150)
@given(mutated(STATEMENT) | ANY_TEXT | st.sampled_from(HOSTILE))
def test_attack__is_refused_in_one_line_or_read(text):
    read = refusal(lambda: read_measures([text]))
    if read is not None:
        (one,) = read.measures
        assert read_measures([str(one)]).measures == (one,)
        assert read_expression(one.text, RUBICON).limits
