"""Expressions over deals: against a naive reading of the same text, round trips, refusals."""

from functools import cache

import numpy as np
import pytest
from attacks import ANY_TEXT, HOSTILE, attacks, mutated, refusal
from hypothesis import given
from hypothesis import strategies as st
from naive_measures import judge, number, truth
from refusals import refuses

from piquet_sim import InputError
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import PRESETS
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.measures.expressions import (
    FUNCTIONS,
    SIGNS,
    Amount,
    Call,
    Comparison,
    Event,
    Joined,
    Negative,
    Not,
    Product,
    Sum,
    Whole,
    evaluate,
    is_statement,
    limit_expression,
    list_parts,
    say_expression,
)
from piquet_sim.measures.names import NAMES, NUMBERS, STATEMENTS, limit_numbers
from piquet_sim.measures.own_measures import read_measures
from piquet_sim.measures.reading import LONGEST, read_expression
from piquet_sim.running.records import record_deals

DEALS = 400
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "other rules": Simulation("random", "club", rules="cotton_1674", seed=8),
}


@cache
def record(kind):
    table = record_deals(KINDS[kind], DEALS)
    rows = table.to_dict("records")
    return rows, lambda name: table[name].to_numpy(np.int64)


# ---- Random expressions -------------------------------------------------------------------------
def join_numbers(inner):
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    signs = st.lists(st.sampled_from([1, -1]), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        several.map(Product),
        signs.flatmap(
            lambda signs: st.lists(
                inner, min_size=len(signs) + 1, max_size=len(signs) + 1
            ).map(lambda parts: Sum(tuple(parts), (1, *signs)))
        ),
        inner.filter(lambda one: not isinstance(one, Whole)).map(Negative),
        inner.map(lambda one: Call("abs", (one,))),
        st.builds(Call, st.sampled_from(["min", "max"]), several),
    )  # fmt: skip


NUMBER = st.recursive(
    st.sampled_from(sorted(NUMBERS)).map(Amount) | st.integers(-200, 200).map(Whole),
    join_numbers,
    max_leaves=5,
)


@st.composite
def comparisons(draw):
    parts = draw(st.lists(NUMBER, min_size=2, max_size=3))
    signs = [draw(st.sampled_from(list(SIGNS))) for _ in parts[1:]]
    return Comparison(tuple(parts), tuple(signs))


def join_statements(inner):
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Joined, st.sampled_from(["and", "or"]), several),
        inner.filter(lambda one: not isinstance(one, Not)).map(Not),
    )


STATEMENT = st.recursive(
    st.sampled_from(sorted(STATEMENTS)).map(Event) | comparisons(), join_statements, max_leaves=5
)
EXPRESSION = (NUMBER | STATEMENT).filter(
    lambda one: (
        any(isinstance(part, Amount | Event) for part in list_parts(one))
        and not isinstance(one, Amount | Event)
    )
)


@attacks(150)
@given(EXPRESSION, st.sampled_from(sorted(KINDS)))
def test_expression__is_what_a_naive_reader_of_its_text_finds(expression, kind):
    text = say_expression(expression)
    assert read_expression(text) == expression
    rows, columns = record(kind)
    found = evaluate(expression, columns)
    assert found.shape == (DEALS,)
    assert (found.dtype == bool) == is_statement(expression)
    assert found.tolist() == [judge(text, row) for row in rows]
    least, most = limit_expression(expression, KINDS[kind].rules)
    assert least <= int(found.min())
    assert int(found.max()) <= most


@pytest.mark.parametrize("kind", KINDS)
def test_names__are_what_a_naive_reader_finds(kind):
    rows, columns = record(kind)
    for name, meaning in STATEMENTS.items():
        assert meaning.compute(columns).tolist() == [truth(name, row) for row in rows]
    for name, meaning in NUMBERS.items():
        assert meaning.compute(columns).tolist() == [number(name, row) for row in rows]


def test_names__have_a_meaning_and_limits_under_all_rules():
    assert {measure.name for measure in MEASURES} <= set(NAMES)
    for rules in PRESETS.values():
        assert set(limit_numbers(rules)) == set(NUMBERS)
    for meaning in (*NUMBERS.values(), *STATEMENTS.values()):
        assert meaning.words


# ---- Spellings ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("elder_point>=six and elder_cards", "elder_point >= 6 and elder_cards"),
        ("Elder_Point ≥ 6 & ELDER_CARDS", "elder_point >= 6 and elder_cards"),
        ("elder_tricks = 7", "elder_tricks == 7"),
        ("elder_tricks <> 7", "elder_tricks != 7"),
        ("3 <= elder_tricks <= 5", "3 <= elder_tricks <= 5"),
        ("not not not drawn", "not drawn"),
        ("not (not drawn)", "drawn"),
        ("--elder_cards", "-(-elder_cards)"),
        ("----5 + elder_cards", "5 + elder_cards"),
        ("-(5) + elder_score", "-5 + elder_score"),
        ("(elder_score - (younger_score))", "elder_score - younger_score"),
        ("elder_score - (younger_score - 1)", "elder_score - (younger_score - 1)"),
        ("1_000 > elder_score × 2", "1000 > elder_score * 2"),
        ("not elder_score > 30", "not elder_score > 30"),
        ("ABS(difference)", "abs(difference)"),
        ("elder_point", "elder_point"),
    ],
)
def test_spelling__has_one_normal_form(written, normal):
    found = read_expression(written)
    assert say_expression(found) == normal
    assert read_expression(normal) == found


def test_name__of_both_kinds_is_what_is_expected():
    assert read_expression("elder_point") == Event("elder_point")
    assert read_expression("not elder_point") == Not(Event("elder_point"))
    compared = read_expression("elder_point >= 6")
    assert compared == Comparison((Amount("elder_point"), Whole(6)), (">=",))
    assert read_expression("elder_point + 0") == Sum((Amount("elder_point"), Whole(0)), (1, 1))


# ---- Refusals -----------------------------------------------------------------------------------
REFUSED = [
    ("elder_pont >= 6", "no name 'elder_pont'; did you mean 'elder_point'?"),
    ("xyzzy", "no name 'xyzzy'; piquet help measures lists all"),
    ("elder_hand", "(the twelve cards elder played with) is neither a number nor true or false"),
    ("index > 5", "index (number of the deal in its simulation) is neither"),
    ("", "at the end expected a name or a number"),
    ("elder_score >=", "at the end expected a name or a number"),
    ("(elder_wins", "at the end expected a sign, 'and', 'or' or ')'"),
    ("elder_wins)", "at ')' expected a sign, 'and', 'or' or the end"),
    ("elder wins", "at 'wins' expected a sign"),
    ("import os", "at 'os' expected a sign"),
    ("__import__('os')", 'at "\'" expected a name or a number'),
    ("elder_score / 2 > 8", "there is no division"),
    ("elder_score >= 6.5", "at '.5' expected a sign, 'and', 'or' or the end; numbers are whole"),
    ("10**30 > elder_score", "at '**' expected a name or a number; there are no powers"),
    ("elder_score > " + "9" * 30, "999999999999… is too large a number"),
    ("elder_score > " + "9" * 900, "999999999999… is too large a number"),
    ("elder_wins + 1", "elder_wins is true or false, and '+' takes numbers"),
    ("elder_wins == drawn", "elder_wins is true or false, and '==' takes numbers"),
    ("(elder_score > 3) * 2", "'elder_score > 3' is true or false, and '*' takes numbers"),
    ("max(elder_wins, 3)", "elder_wins is true or false, and 'max' takes numbers"),
    ("elder_score and drawn", "'and' takes something true or false: elder_score is a number; "
                              "compare it, as in elder_score >= 6"),
    ("not elder_tricks", "'not' takes something true or false: elder_tricks is a number"),
    ("max(elder_score)", "max takes two numbers or more, got 1"),
    ("abs(elder_score, 2)", "abs takes one number, got 2"),
    ("sum(elder_score, 2)", "no function 'sum'; there are: abs, max, min"),
    ("drawn(3)", "drawn is not a function"),
    ("1 < 2", "'1 < 2' names nothing that happens in a deal"),
    ("elder_wins and drawn or elder_cards",
     "'(elder_wins and drawn) or elder_cards' or 'elder_wins and (drawn or "
     "elder_cards)'"),
    ("(" * 21 + "drawn" + ")" * 21, "brackets are nested more than 20 deep"),
    ("drawn or " * 200 + "drawn", f"at most {LONGEST:,} are allowed"),
    ("elder_score * elder_score * elder_score", "can reach"),
    ("min(elder_score * 100000000, 3)", "at most 1,000,000 is allowed"),
    ("elder_wins: drawn", "'elder_wins' is the name of something else"),
    ("max: drawn", "'max' is the name of something else"),
    ("a b: drawn", "'a b' is not a label"),
    (": drawn", "'' is not a label"),
    ("x: y: drawn", "at ':' expected"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_refusal__is_one_line_that_says_why(text, said):
    with refuses(said, start="measure: "):
        read_measures([text])


@pytest.mark.parametrize(
    ("texts", "outcome", "said"),
    [
        ([], "drawn", "--given-outcome requires --measure"),
        (["drawn"], "elder_score", "given-outcome: elder_score is a number; compare it"),
        (["drawn"], "elder_winss", "given-outcome: no name 'elder_winss'; did you mean"),
        (["drawn", "drawn"], None, "measure: drawn is given twice"),
        (["a: drawn", "a: elder_wins"], None, "measure: a is given twice"),
        (["drawn"] * 101, None, "measure: at most 100 in one run, got 101"),
        ([3], None, "measure: 3 is not text"),
    ],
)
def test_refusal__of_measures_together(texts, outcome, said):
    with refuses(said):
        read_measures(texts, outcome)


def test_refusal__of_two_readings_offers_both():
    with pytest.raises(InputError) as refused:
        read_expression("drawn or elder_wins and elder_cards and elder_point >= 6")
    offered = str(refused.value).split("'")[-4::2]
    one, two = map(read_expression, offered)
    assert one != two


@attacks(300)
@given(mutated(EXPRESSION.map(say_expression)) | ANY_TEXT | st.sampled_from(HOSTILE))
def test_attack__is_refused_in_one_line_or_read(text):
    read = refusal(lambda: read_measures([text]))
    if read is not None:
        (one,) = read.measures
        assert read_measures([str(one)]).measures == (one,)


def test_deep_chains__are_read():
    long = "not " * 240 + "drawn"
    assert read_expression(long) == Event("drawn")
    minus = read_expression("-" * 901 + "elder_score")
    assert minus == Negative(Amount("elder_score"))
    nested = "(" * 20 + "elder_score" + " + 1)" * 20
    assert read_expression(nested)
    assert set(FUNCTIONS) == {"abs", "min", "max"}
