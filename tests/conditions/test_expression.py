"""Expressions: against Python's own reading of the same text, and refusals.

Covers `conditions.names`, `conditions.sayings`.
"""

from contextlib import contextmanager
from functools import cache
from itertools import product

import numpy as np
import pytest
from attacks import ANY_TEXT, HOSTILE, attacks, mutated, refusal
from command_line import refuses
from hypothesis import given
from hypothesis import strategies as st
from naive_hand import judge, name_all

from piquet_sim.conditions.expression import LONGEST, Deals, read_expression, read_given
from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.names import (
    AIM,
    BY,
    CENSUS,
    EVENT,
    GIVEN,
    MEASURE,
    OF_A_DEAL,
    ORDER,
    OUTCOME,
    PLACES,
    WORDS,
    YES,
    limit_columns,
    list_columns,
)
from piquet_sim.conditions.sayings import SAID, SUCCESSORS, say_nearest
from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.draw_odds import EVENTS, VALUE
from piquet_sim.game.cards import pack_mask, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running.records import ask, record_deals

DEALS = 100
BOOKS = {32: RUBICON, 36: RUBICON.replace(name="36", pack=36, elder_exchange_most=8)}
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "other rules": Simulation("random", "club", rules="cotton_1674", seed=8),
    "36 cards": Simulation("random", "random", rules=BOOKS[36], seed=8),
}
LIMITED = ("stands alone", "can reach", "asks nothing", "alone might be", "need not be whole")


@cache
def record(kind):
    table, pack = record_deals(KINDS[kind], DEALS), KINDS[kind].rules.pack
    rows = [name_all(row, pack) for row in table.to_dict("records")]
    return table, rows, Deals(lambda name: table[name].to_numpy(np.int64), pack)


@contextmanager
def may_be_refused(reasons):
    """What is done within may be refused for one of these reasons."""
    try:
        yield
    except InputError as refused:
        if not any(reason in str(refused) for reason in reasons):
            raise


def check_expression(text, kind, what=MEASURE):
    rules, (_, rows, deals) = KINDS[kind].rules, record(kind)
    found = read_expression(text, rules, what)
    assert read_expression(found.text, rules, what).text == found.text
    values, code = np.broadcast_to(found.compute(deals), DEALS), compile(text, "", "eval")
    assert (values.dtype, values.tolist()) == (np.int64, [judge(code, row) for row in rows])
    least, most = found.limits
    assert least <= values.min() <= values.max() <= most


# ---- Random expressions over columns -------------------------------------------------------------
COLUMNS = {name: one for name, one in list_columns().items() if one.is_counted}
TRUE = sorted(
    {one.name for one in MEASURES if one.is_flag and COLUMNS[one.name].formula}
    | {"mirrored", "faced"}
)


def make_numbers(leaves, most=5):
    """Numbers made of such leaves, at most so many."""
    signs, pairs = st.sampled_from(["+", "-", "*"]), st.sampled_from(["//", "%", "/"])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds("({} {} {})".format, inner, signs, inner),
            st.builds("({} {} {})".format, inner, pairs, st.integers(1, 9)),
            st.builds("{}({}, {}, 7)".format, st.sampled_from(["min", "max"]), inner, inner),
            st.builds("abs({})".format, inner),
            st.builds("-{}".format, inner),
        ),
        max_leaves=most,
    )


SIGN = st.sampled_from([">=", "<=", ">", "<", "==", "!="])


def make_statements(number, truths):
    """What is true or false of such numbers."""
    compared = st.lists(st.builds(" {} {}".format, SIGN, number), min_size=1, max_size=2)
    listed = st.builds(" {} ({}, {})".format, st.sampled_from(["in", "not in"]), number, number)
    return st.recursive(
        truths | st.builds("{}{}".format, number, compared.map("".join) | listed),
        lambda inner: st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
            st.builds("(not {})".format, inner),
        ),
        max_leaves=5,
    )


NUMBER = make_numbers(st.sampled_from(sorted(COLUMNS)) | st.integers(0, 200).map(str))
STATEMENT = make_statements(NUMBER, st.sampled_from(TRUE))


@attacks(60)
@given(NUMBER | STATEMENT, st.sampled_from(["single", "mirrored", "other rules"]))
def test_expression__is_what_python_finds_deal_by_deal(text, kind):
    with may_be_refused(LIMITED):
        check_expression(text, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_columns__are_what_python_finds_and_within_their_limits(kind):
    for name in COLUMNS:
        check_expression(f"{name} + 0", kind)


def test_columns__of_all_estimates_have_limits_under_all_rules():
    assert {one.name for one in MEASURES} <= set(COLUMNS)
    assert [
        rules.name
        for rules in PRESETS.values()
        if {name for name, one in COLUMNS.items() if not one.formula} - {*limit_columns(rules)}
    ] == []


# ---- Random expressions over cards ---------------------------------------------------------------
DEALT = ("elder", "younger", "talon")


def write(place, name):
    return f"{place}.{name}" + f"({WORDS[name].takes})" * bool(WORDS[name].takes)


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        *((place, "single") for place in OF_A_DEAL),
        *(
            pytest.param(place, "36 cards", marks=[pytest.mark.slow] * (place not in DEALT))
            for place in OF_A_DEAL
        ),
    ],
)
def test_word__is_what_python_finds_in_every_place_and_within_its_limits(place, kind):
    for name, word in WORDS.items():
        is_number = word.unit != ORDER and KINDS[kind].rules.pack in word.packs
        if is_number and (name != "shape" or place not in ("talon", "elder.thrown", "lead")):
            check_expression(f"{write(place, name)} + 0", kind)


HELD = st.sampled_from(
    [
        write(place, name)
        for place, (name, word) in product(DEALT, WORDS.items())
        if word.unit not in (YES, ORDER) and word.packs == (32, 36)
    ]
)
ASKED = (
    *("elder.carte_blanche", "younger.has('AS KS')", "elder.guards('KH AD')"),
    *("elder.shape('5-4-2-1')", "elder.sequence > younger.sequence", "elder.carte_blanche >= 0"),
    *("(elder.carte_blanche) + (younger.has('AS')) >= 1", "1 <= elder.aces <= 3 != younger.aces"),
)
CONDITION = make_statements(
    make_numbers(HELD | st.integers(0, 9).map(str), 2),
    st.builds("{} {} {}".format, HELD, SIGN, HELD | st.integers(0, 4)) | st.sampled_from(ASKED),
)


def deal_cards(deals, rules):
    return DealtCards(*(PLACES[one].find(deals.column, rules.pack) for one in DEALT))


@pytest.mark.parametrize("kind", ["single", "36 cards"])
@attacks(80)
@given(text=CONDITION)
def test_condition__holds_where_python_finds_that_it_does(kind, text):
    """As computed, as a condition, denied, simplified and read back from the normal form."""
    rules, (_, rows, deals) = KINDS[kind].rules, record(kind)
    cards = deal_cards(deals, rules)
    assert (cards.elder | cards.younger | cards.talon == pack_mask(rules.pack)).all()
    with may_be_refused(
        (*LIMITED, "is impossible", "with itself", "too many numbers", "numbers alone")
    ):
        found = read_expression(text, rules, GIVEN)
        met = np.broadcast_to(found.compute(deals) == 1, DEALS)
        assert met[:8].tolist() == [judge(text, row) == 1 for row in rows[:8]]
        condition, normal = read_given(text, rules)
        assert np.array_equal(
            [one.holds(cards, rules) for one in (condition, found.condition, condition.deny())],
            [met, met, ~met],
        )
        assert read_given(normal, rules) == (condition, normal)


@pytest.mark.parametrize("text", SAID.values())
def test_table_of_sayings__is_what_python_finds(text):
    check_expression(text, "single")


@pytest.mark.parametrize("kind", ["single", "36 cards"])
def test_order__compares_as_in_the_game(kind):
    for word, sign in product(("point", "sequence"), (">", "==", "<=")):
        for later in ("", ".after"):
            check_expression(f"elder{later}.{word} {sign} younger{later}.{word}", kind)
        dealt = f"elder.{word} {sign} younger.{word}"
        rules, (_, rows, deals) = KINDS[kind].rules, record(kind)
        met = read_given(dealt, rules)[0].holds(deal_cards(deals, rules), rules)
        assert met.tolist() == [judge(dealt, row) == 1 for row in rows]


def test_order__of_points_with_sixes_is_by_cards_first():
    """Six cards of 50 pips are better than five of 51, but not where pips alone decide."""
    rules = BOOKS[36]
    dealt = {"elder_dealt": "JT9876.A.K.QJT7", "younger_dealt": "AKQ.AKQJT.876.6"}
    assert read_expression("elder.point > younger.point", rules).compute(
        Deals({name: np.array([parse_hand(hand, pack=36)]) for name, hand in dealt.items()}.get, 36)
    ) == [1]
    for text, book, said in (
        ("elder.point > younger.point", rules.replace(point_best_by="pips"), "best_by='pips'"),
        ("elder.pips > 50", rules, "with 36 cards: a longer suit can have fewer pips"),
    ):
        with refuses(said, start="measure: "):
            read_expression(text, book)


def test_normal_form__has_cards_in_order_and_single_spaces():
    normal = "elder.has('AS KH') and (not younger.count('AS 7H') > 1)"
    assert [normal] * 2 == [
        read_given(said)[1]
        for said in (normal, 'elder.has( "kh AS" )and not  younger.count(cards="♥7 SA")>1')
    ]


def test_ask__is_a_column_beside_the_frame():
    table, rows, _ = record("single")
    part = table[table.elder_score > 30]
    found = ask(part, "elder.after.aces - elder.aces")
    assert (found.index.equals(part.index), found.tolist()) == (
        True,
        [judge("elder.after.aces - elder.aces", rows[at]) for at in part.index],
    )
    assert ask(part, "elder_score > 30").tolist() == [True] * len(part)
    with refuses("ask: the frame has no column elder_dealt", start="ask"):
        ask(part.drop(columns="elder_dealt"), "elder.aces > 0")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda one: one.astype(float), "is float64; expected whole numbers"),
        (lambda one: one.astype("float32"), "is float32; expected whole numbers"),
        (lambda one: one.astype(object).where(one.index > 0), "expected whole numbers"),
        (lambda one: one.astype(str), "expected whole numbers"),
        (lambda one: one.astype(float).astype("int64"), "is not what it records"),
        (lambda one: one.map(lambda mask: int(float(f"{mask:.15g}"))), "is not what it records"),
        (lambda one: one * 0, "is not what it records"),
        (lambda one: one | 1 << 15, "is not what it records"),
    ],
)
def test_ask__of_masks_that_are_no_records_is_refused(change, said):
    """Hands have twelve cards of the pack, and discards as many as were exchanged."""
    table, _, _ = record("single")
    for column, text in {
        "elder_dealt": "elder.aces",
        "younger_hand": "younger.after.aces",
        "younger_discard": "younger.thrown.kings",
    }.items():
        with refuses(f"ask: column {column}", said):
            ask(table.assign(**{column: change(table[column])}), text)
    assert ask(table.astype({"elder_score": float}), "elder_score > 30").equals(
        ask(table, "elder_score > 30")
    )
    with refuses("ask: column elder_score is float64"):
        ask(table.assign(elder_score=0.5), "elder_score > 30")


# ---- Refusals -----------------------------------------------------------------------------------
REFUSED = [
    # Names
    ("elder_pont >= 6", "'elder_pont' (character 1)", "did you mean 'elder_point'?"),
    ("elder.acess == 4", "did you mean 'aces'?"),
    ("elder_aces == 4", "a dot asks what cards hold: elder.aces"),
    ("elder.score > 3", "'elder.score' (character 1) is a column, with an underscore: elder_score"),
    ("aces == 4", "of which cards? as in elder.aces"),
    ("elder == 4", "needs a dot and what is asked, as in elder.aces"),
    ("elder.after == 4", "as in elder.after.aces"),
    ("dealer.aces == 3", "is no place; write younger"),
    ("elder_hand", "(the twelve cards elder played with) is neither a number nor true or false"),
    ("index > 5", "(number of the deal in its simulation) is neither"),
    ("elder_point", "elder_point alone might be", "write elder_point > 0, or elder_point_mean"),
    ("unseen.aces == 1", "is not asked here"),
    # Words with brackets
    ("elder.has == 1", "is written elder.has('AS KS')"),
    ("elder.aces(3) == 1", "is written elder.aces"),
    ("elder.has('AS AS')", "twice"),
    ("elder.has(AS)", "takes letters in single quotes, and numbers: elder.has('AS KS')"),
    ("elder.has(AS KS)", "cards stand in single quotes, all in double quotes"),
    ("elder.has('')", "it takes cards, as in 'AS KS'"),
    ("elder.has(open('x'))", "takes letters in single quotes"),
    ("elder.runs(2) > 0", "cards: expected a number from 3 to 8, got 2"),
    ("elder.runs(5, 'X') > 0", "'X' is no suit: there are S H D C"),
    ("elder.bare('X') > 0", "'X' is no rank: there are A K Q J T 9 8 7 6"),
    ("elder.bare('AK') > 0", "is more than one rank"),
    ("elder.guarded('9') > 0", "nines are not guarded by their suit"),
    ("elder.shape('5-4-2')", "four lengths that make 12 cards"),
    ("elder.sixes >= 1", "is not asked with 32 cards: there are no sixes"),
    ("elder.guarded('K', 4) > 0", "times: expected a number from 0 to 3, got 4"),
    ("elder.unguarded('A') > 0", "an ace guards itself; name a king, queen or knave"),
    ("talon.shape('5-4-2-1')", "four lengths that make 8 cards, as in '3-2-2-1'"),
    # What only compares
    ("elder.point", "for a number write elder.longest_suit or elder.pips"),
    ("elder.point >= 6", "for a number write elder.longest_suit or elder.pips"),
    ("elder.sequence + 1 > 3", "for a number write elder.best_sequence"),
    ("elder.point > younger.sequence", "compares unlike things"),
    ("elder.aces == elder.aces", "compares a number with itself"),
    # Signs
    ("elder.aces == 4 & elder.kings == 2", "write 'and'"),
    ("(elder.aces == 4) | (elder.kings == 2)", "write 'or'"),
    ("~elder_wins", "write 'not'"),
    ("elder.aces == 4 or 3", "'3' (character 20) stands alone; write elder.aces in (3, 4)"),
    ("elder.aces in 3", "'3' (character 15) is no list"),
    ("elder.aces = 4", "(character 1", "'==' compares"),
    ("elder_tricks = 7", "'==' compares"),
    ("elder_point and drawn", "(character 1) is a number; compare it, as in elder_point > 0"),
    ("not elder_tricks", "is a number; compare it, as in elder_tricks > 0"),
    ("elder.aces == 5", "is impossible: elder.aces is from 0 to 4 with 32 cards"),
    # Text
    ("", "at the end (character 1): as in elder.aces == 4 and"),
    ("elder_score >=", "at the end"),
    ("(elder_wins", "at '(elder_wins' (character 1)"),
    ("elder_wins)", "at ')' (character 11)"),
    ("drawn wins", "at 'wins' (character 7)"),
    ("x: y: drawn", "at ':' (character 2)"),
    ("drawn\ud800", "not an expression"),
    ("__import__('os')", "no function '__import__'; there are: abs, max, min"),
    ("sum(elder_score, 2)", "no function 'sum'"),
    ("drawn.__class__", "'drawn' (character 1) is not asked here"),
    ("elder.__class__ == 1", "no word '__class__'"),
    ("[drawn][0]", "'[drawn][0]' (character 1) is not allowed"),
    ("elder_score ** 2", "is not allowed; there are + - *"),
    ("f'{drawn}'", "is not allowed"),
    ("drawn if True else 1", "is not allowed"),
    ("max(elder_score)", "max takes two numbers or more"),
    ("abs(elder_score, 2)", "abs takes one number"),
    ("max(elder_score, 1, key=2)", "max takes two numbers or more"),
    ("1 < 2", "'1 < 2' asks nothing of a deal"),
    ("elder_score / 2", "need not be whole; divide by //"),
    ("elder_score // younger_score", "divides by what can be 0"),
    ("elder_score % (elder_tricks - 6) > 1", "divides by what can be 0"),
    ("elder_score > 1e999", "can reach inf"),
    ("elder_score * elder_score * elder_score", "can reach"),
    ("-elder_score * elder_score * elder_score", "can reach"),
    ("elder_score > " + "9" * 900, "at most 1,000,000 is allowed"),
    ("-" * 99 + "elder_score", "nested more than 60 deep"),
    ("(" * 400 + "drawn" + ")" * 400, "at '("),
    ("drawn or " * 200 + "drawn", f"at most {LONGEST:,} are allowed"),
    # English
    ("elder has 4 aces", "'elder has 4 aces' is written elder.aces == 4"),
    ("elder has 3 aces", "at 'has' (character 7): did you mean elder.aces == 3?"),
    (
        "elder has at least 3 aces or the dealer no king",
        "did you mean elder.aces >= 3 or younger.kings == 0?",
    ),
    ("after the exchange elder has a quint", "is written elder.after.quints >= 1"),
    ("after the exchange elder has two quints", "did you mean elder.after.quints == 2?"),
    ("elder_wins and 'elder has 2 quints'", "is not allowed; did you mean elder.quints == 2?"),
    ("elder throws two kings", "did you mean elder.thrown.kings == 2?"),
    ("quatorze:A", "'quatorze:A' is written elder.aces == 4"),
]


@pytest.mark.parametrize("case", REFUSED, ids=[text[:30] for text, *_ in REFUSED])
def test_refusal__is_one_line_that_says_what_to_write(case):
    text, *said = case
    with refuses(*said, start="measure: "):
        read_expression(text, RUBICON, MEASURE)


@pytest.mark.parametrize(
    ("text", "what", "said"),
    [
        ("elder.after.aces == 4", GIVEN, "given asks the cards dealt: see --given-outcome"),
        ("elder_score > 30", GIVEN, "given asks the cards: see --given-outcome, --measure"),
        ("elder.aces", GIVEN, 'elder.aces is a number; compare it, in quotes: "elder.aces > 0"'),
        ("hand.aces == 3", GIVEN, "is not asked here: no place 'hand'; there are: elder, talon"),
        ("elder.value + younger.value + talon.value == elder.pips", GIVEN, "too many numbers at o"),
        ("elder.aces * 2 == 3", GIVEN, "is impossible"),
        ("elder.aces >= 1 > 3", GIVEN, "compares numbers alone, which asks nothing of a deal"),
        ("elder.aces == 1", EVENT, "no place 'elder'; there are: hand, unseen"),
        ("unseen.aces == 1", CENSUS, "no place 'unseen'"),
        ("hand.aces", EVENT, '"hand.aces > 0"'),
        (
            "a quatorze or a point of 6",
            EVENT,
            "did you mean hand.quatorzes >= 1 or hand.longest_suit ==",
        ),
        ("hand.point", AIM, "for a number write hand.longest_suit or hand.pips"),
        ("elder_score", OUTCOME, "elder_score is a number"),
        ("elder_score / 2", BY, "need not be whole"),
    ],
)
def test_refusal__of_what_is_not_asked_there(text, what, said):
    with refuses(said, start="given: " if what == CENSUS else f"{what}: "):
        read_expression(text, RUBICON, what)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("younger has two aces", "younger.aces == 2"),
        ("pone lacks kings", "elder.kings == 0"),
        ("elder: 3 or more hearts", "elder.hearts >= 3"),
        ("2 kings and 3 or more hearts", "elder.kings == 2 and elder.hearts >= 3"),
        ("both have a carte blanche", "elder.carte_blanche"),
        ("neither has an ace", "elder.aces >= 1"),
        ("elder has a point of at least 6", "elder.longest_suit >= 6"),
        ("elder has a point of 6 or more", "elder.longest_suit >= 6"),
        ("elder is void in hearts", "elder.hearts == 0"),
        ("elder is void in a suit", "elder.voids >= 1"),
        ("elder has no voids", "elder.voids == 0"),
        ("four aces in the talon", "talon.aces == 4"),
        ("elder does not have the ace of spades", "not elder.has('AS')"),
        ("elder has 2 or 3 aces", "elder.aces == 3"),
        ("elder has no aces or kings", "elder.aces == 0 or elder.kings >= 1"),
        ("elder has more kings than younger", "elder.kings >= 1"),
        ("a quart in hearts", "elder.quarts >= 1 and elder.hearts >= 1"),
        ("elder has a guarded king", "elder.kings >= 1"),
        (
            "elder has a trio and younger fewer than 2 queens",
            "elder.trios >= 1 and younger.queens < 2",
        ),
        ("what a nice day", ""),
    ],
)
def test_english__has_a_nearest_expression_that_is_one(text, nearest):
    assert (say_nearest(text), not nearest or len(read_given(nearest))) == (
        nearest,
        not nearest or 2,
    )


@pytest.mark.parametrize("text", SAID)
def test_table_of_sayings__is_what_a_refusal_says(text):
    with refuses(f"given: {text!r} is written {SAID[text]}"):
        read_expression(text, RUBICON, GIVEN)


@pytest.mark.parametrize("what", [EVENT, AIM])
def test_aims_of_the_second_edition__are_refused_with_their_successors(what):
    """All 27 of `odds`, and what breaks sequences."""
    assert {VALUE, *EVENTS} <= set(SUCCESSORS)
    for old, new in SUCCESSORS.items():
        with refuses(start=f"{what}: {old!r} is written {new}"):
            read_expression(old, RUBICON, what)
        if (old, what) != (VALUE, EVENT):
            read_expression(new, RUBICON, what)


@attacks(100)
@given(mutated(STATEMENT) | ANY_TEXT | st.sampled_from(HOSTILE))
def test_attack__is_refused_in_one_line_or_read(text):
    read = refusal(lambda: read_expression(text, RUBICON, MEASURE))
    if read is not None:
        assert read_expression(read.text, RUBICON, MEASURE).text == read.text
        assert read.limits
