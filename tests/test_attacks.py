"""Attacks on all that reads text or files: one line and exit code 2, or an answer that is right.

Inputs come from a grammar, nearly right with something changed, and from nowhere. In CI each
target gets some hundred; with PIQUET_ATTACKS=100000 in the environment it gets so many.
"""

import errno
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import reference
from command_line import command, run_process
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from specimens import PACK, as_mask, legal_deal

from piquet_sim import learned, solutions
from piquet_sim.cards import (
    format_card,
    format_cards,
    format_hand,
    format_hand_symbols,
    iterate_cards,
    parse_card,
    parse_cards,
    parse_hand,
)
from piquet_sim.cli.options import load_strategies, parse_count, parse_whole
from piquet_sim.cli.options import read_rules as read_options
from piquet_sim.endings import explain_solution, read_ending, solve_ending
from piquet_sim.errors import InputError
from piquet_sim.files import check_writable, read_lines, replace_file
from piquet_sim.learned import read_learned
from piquet_sim.referee import score_deal
from piquet_sim.rules import PRESETS, read_rules
from piquet_sim.run import simulate
from piquet_sim.settlement import parse_deals, settle_sheet
from piquet_sim.strategies import (
    CallView,
    DiscardView,
    PlayView,
    find_strategy,
    outside_policy,
    register,
)

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

_MANY = int(os.environ.get("PIQUET_ATTACKS", "0"))
_SLOW_IS_RIGHT = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def attacks(number):
    return settings(max_examples=_MANY or number, suppress_health_check=_SLOW_IS_RIGHT)


# ---- What attacks are made of -------------------------------------------------------------------
HOSTILE = (
    *("1e400", "-1e400", "9" * 400, "9" * 4299, "9" * 4300, "9" * 4301, "NaN", "Infinity", "-0"),
    *("\0", "\ud800", "\udcff", "\ufeff", "\u212a", "\u017f", "\u0661", "½", "²", "_", "+", "-"),
    *("[", "[[" * 20, "[" * 900, "{" * 3, "\r\n", "\n", "\u2028", "\x85", "\t", "\u00a0", "–", "−"),
    *("♠", "♠\ufe0f", "♡", "♣:", "S:", "h:", "10", "1 0", "1,0", "6S", "tS", "Z", ".", "..", ":"),
    *('"', "'", "\\", "\\u0000", "\\ud800", ",", "=", "{}", "[]", "null", "true", "1.5", "0x10"),
    *("self", "name", '"rules"', '"set"', "rubicon", "cotton_1674", "full", "none", "x" * 3000),
    *("9223372036854775808", "-9223372036854775809", "10001", "13", "%s", "{0}", "\x1b[2J"),
)
WILD = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 2, 13, 10**4299, 2**63, 1.5, float("nan")]),
    st.sampled_from([float("inf"), "", "x", "full", "\0", "\ud800", [], {}, [1], {"a": 1}]),
    st.sampled_from([{"length": 5, "pips": 49}, {"size": 3, "rank": "J"}, {"set": {"self": 1}}]),
    st.sampled_from([{"preset": "cotton_1674"}, {"set": {"\ud800": 1}}, {"elder": 1}, "rubicon"]),
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=40)


@st.composite
def mutated(draw, texts):
    """A text with one to three places cut, doubled, or written over with something hostile."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 1, 2, 8, 30))))
        new = draw(
            st.sampled_from(("", text[start:end] * 2, text[start:end].swapcase()))
            | st.sampled_from(HOSTILE)
            | st.text(max_size=2)
        )
        text = text[:start] + new + text[end:]
    return text


def places_of(value, path=()):
    """The paths to everything within a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places_of(value[key], (*path, key))


@st.composite
def altered(draw, values):
    """A JSON value of which one part is replaced, left out, doubled or added."""
    value = json.loads(json.dumps(draw(values)))
    path = draw(st.sampled_from([path for path in places_of(value) if path]))
    *way, last = path
    home = value
    for key in way:
        home = home[key]
    match draw(st.integers(0, 4)):
        case 0:
            home[last] = draw(WILD)
        case 1:
            del home[last]
        case 2 if isinstance(home, list):
            home.append(home[last])
        case 3 if isinstance(home[last], str):
            home[last] = draw(mutated(st.just(home[last])))
        case 3 if type(home[last]) is int:
            home[last] += draw(st.sampled_from((-1, 1, 10, 2**63)))
        case _ if isinstance(home, dict):
            home[draw(st.sampled_from(("x", "", "rules", "point", "\ud800", "deals")))] = draw(WILD)
    return value


def lines_like(values):
    """Lines of JSON: right ones, altered ones, mutated ones, and anything else."""
    text = values.map(json.dumps)
    return st.one_of(
        text,
        altered(values).map(json.dumps),
        altered(values).map(json.dumps),
        mutated(text),
        JSON_VALUES.map(json.dumps),
        ANY_TEXT,
    )


def refusal(action):
    """What an action gives, or None where it is refused in one line."""
    try:
        return action()
    except InputError as refused:
        said = str(refused)
    assert len(said.splitlines()) == 1
    return None


def answers(line, answer):
    """What was read from a line, and what it was answered, if it was not refused."""
    taken = []

    def keep(given):
        answered = answer(given)
        taken.append((given, answered))
        return answered

    refusal(lambda: list(read_lines(line.split("\n"), keep)))
    return taken


# ---- Hands --------------------------------------------------------------------------------------
def forms_of(hand):
    symbols = format_hand_symbols(hand).replace("–", "")
    return (format_hand(hand), symbols, format_cards(iterate_cards(hand)))


def some_cards(seed, cards):
    """So many cards of the pack of 32."""
    return random.Random(seed).sample(PACK, cards)


HAND_TEXTS = st.builds(
    lambda seed, cards, form: forms_of(as_mask(some_cards(seed, cards)))[form],
    st.integers(0, 10**6),
    st.integers(0, 12),
    st.integers(0, 2),
)


@attacks(300)
@given(st.one_of(mutated(HAND_TEXTS), HAND_TEXTS, ANY_TEXT), st.sampled_from((32, 36)))
def test_hands__are_read_back_from_every_form(text, pack):
    hand = refusal(lambda: parse_hand(text, pack=pack))
    if hand is not None:
        for form in forms_of(hand):
            for written in (form, form.lower(), f" {form}\n", form.replace("T", "10")):
                assert parse_hand(written, pack=pack) == hand
    refusal(lambda: parse_hand(text, cards=12))


@attacks(200)
@given(mutated(st.lists(st.sampled_from(PACK), unique=True).map(" ".join)) | ANY_TEXT)
def test_cards__are_read_back(text):
    cards = refusal(lambda: parse_cards(text))
    if cards is not None:
        assert parse_cards(format_cards(cards).lower()) == cards
    card = refusal(lambda: parse_card(text))
    if card is not None:
        assert parse_card(format_card(card)) == card


@pytest.mark.parametrize("text", ["\u212aS", "A\u017f", "\u017f: AK", "AKJ.1 0..", "AKJ.1,0..", 5])
def test_hands__letters_that_fold_to_others_and_broken_tens_are_refused(text):
    with pytest.raises(InputError):
        parse_hand(text)


# ---- Deals --------------------------------------------------------------------------------------
DEALS = st.builds(legal_deal, st.integers(0, 10**6), st.sampled_from(list(PRESETS)))
PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


@attacks(300)
@given(lines_like(DEALS))
def test_deals__what_is_accepted_is_scored_alike_in_every_form(line):
    for deal, answer in answers(line, score_deal):
        for form in range(3):
            written = json.loads(json.dumps(deal))
            for seat in reference.SEATS:
                for part in ("dealt", "discard"):
                    hand = parse_hand(written[seat][part], pack=36)
                    written[seat][part] = forms_of(hand)[form].lower()
            assert score_deal(written) == answer
        for seat in reference.SEATS:
            assert answer[seat]["total"] == sum(answer[seat][part] for part in PARTS)
        tricks = answer["elder"]["tricks"] + answer["younger"]["tricks"]
        assert tricks == (12 if deal.get("play") else 0)


def test_lines__nesting_that_can_be_read_but_not_quoted_is_refused():
    # Just below the depth that the reader takes, quoting what was read goes deeper than that.
    for depth in range(850, 1010):
        line = f'{{"elder": {{"dealt": {"[" * depth}{"]" * depth}, "discard": ""}}}}'
        with pytest.raises(InputError, match=r"line 1: "):
            list(read_lines([line], score_deal))


def test_lines__many_keys_take_no_longer_each_than_few():
    keys = ", ".join(f'"k{number}": 0' for number in range(60_000))
    with pytest.raises(InputError, match="unknown key"):
        list(read_lines([f"{{{keys}}}"], score_deal))
    with pytest.raises(InputError, match="'k7' stands twice"):
        list(read_lines([f'{{{keys}, "k7": 1}}'], score_deal))


# ---- Endings ------------------------------------------------------------------------------------
@st.composite
def endings(draw):
    cards = some_cards(draw(st.integers(0, 10**6)), len(PACK))
    each = draw(st.integers(1, 6))
    won = draw(st.integers(0, 12 - each))
    ending = {
        "elder": " ".join(cards[:each]),
        "younger": " ".join(cards[each : 2 * each]),
        "leads": draw(st.sampled_from(reference.SEATS)),
        "tricks": {"elder": won, "younger": 12 - each - won},
    }
    if draw(st.booleans()):
        ending["points"] = {"elder": won + draw(st.integers(0, 30)), "younger": 12 - each - won}
    if draw(st.booleans()):
        ending["rules"] = draw(st.sampled_from(list(PRESETS)))
    return ending


@attacks(200)
@given(lines_like(endings()))
def test_endings__what_is_accepted_is_solved_alike_in_every_form(line):
    for ending, solution in answers(line, lambda given: solve_ending(read_ending(given))):
        assert len(solution.plays) == solution.ending.cards
        assert solution.value in solution.plays.values()
        assert len(explain_solution(solution).splitlines()) == 1
        form = dict(ending)
        for seat in reference.SEATS:
            form[seat] = format_hand_symbols(parse_hand(ending[seat])).lower()
        assert solve_ending(read_ending(form)).as_json() == solution.as_json()


@pytest.mark.parametrize("number", [-1, True, 1.0, 10**4299, 10**400, 13, None, "6"])
@pytest.mark.parametrize("key", ["tricks", "points"])
def test_endings__numbers_that_cannot_be(key, number):
    ending = {"elder": "A..K.", "younger": ".K.A.", "leads": "elder",
              "tricks": {"elder": 6, "younger": 4}}  # fmt: skip
    ending[key] = {"elder": number, "younger": 9 * 10**4299}
    assert refusal(lambda: read_ending(ending)) is None


# ---- Score sheets -------------------------------------------------------------------------------
PAIRS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=9)
BOOKS = st.sampled_from(
    (*PRESETS, {"preset": "au_cent", "set": {"match": "games", "settlement": "games"}},
     {"set": {"partie_deals": 4}})
)  # fmt: skip
SHEETS = st.fixed_dictionaries(
    {"deals": PAIRS}, optional={"totals": PAIRS.map(lambda pairs: pairs[0]), "rules": BOOKS}
)


@attacks(400)
@given(lines_like(SHEETS))
def test_sheets__players_exchanged_exchange_the_answer(line):
    for sheet, settled in answers(line, settle_sheet):
        turned = dict(sheet)
        if sheet.get("deals") is not None:
            turned["deals"] = [pair[::-1] for pair in sheet["deals"]]
        if sheet.get("totals") is not None:
            turned["totals"] = sheet["totals"][::-1]
        answer = settle_sheet(turned)
        assert answer["totals"] == settled["totals"][::-1]
        assert answer["winner"] == {"A": "B", "B": "A", None: None}[settled["winner"]]
        for key in ("settlement", "rubicon", "unfinished"):
            assert answer.get(key) == settled.get(key)
        if settled["winner"] is None:
            assert settled["settlement"] == 0


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"deals": None}, "deals is missing"),
        ({"totals": None, "rules": "cotton_1674"}, "deals is missing"),
        ({"totals": [105, 103], "rules": "cotton_1674"}, "totals: both have 100"),
        ({"totals": [10**400, 0]}, "from 0 to 10,000"),
    ],
)
def test_sheets__that_do_not_say_who_won(sheet, said):
    with pytest.raises(InputError, match=said):
        settle_sheet(sheet)


def test_sheets__a_race_that_is_level_is_not_drawn():
    assert settle_sheet({"totals": [100, 100], "rules": "boussac_1896"})["unfinished"]


@attacks(200)
@given(mutated(PAIRS.map(lambda pairs: " ".join(f"{a}-{b}" for a, b in pairs))) | ANY_TEXT)
def test_deals_in_text__are_read_as_written(text):
    deals = refusal(lambda: parse_deals(text))
    if deals is not None:
        assert deals == parse_deals(" ".join(f"{one}-{two}" for one, two in deals))
        refusal(lambda: settle_sheet({"deals": deals}))


# ---- Options, numbers, names --------------------------------------------------------------------
OPTION_TEXTS = st.sampled_from(
    [
        f"{option}={written}"
        for rules in PRESETS.values()
        for option, value in rules.model_dump(mode="json").items()
        for written in {str(value), json.dumps(value)}
    ]
)


@attacks(400)
@given(st.lists(mutated(OPTION_TEXTS) | OPTION_TEXTS, max_size=3), st.sampled_from([*PRESETS]))
def test_options__what_is_accepted_is_described_and_read_back(options, preset):
    try:
        rules = read_options(preset, options)
    except InputError:
        return  # the command line makes one line of it, whatever the option held
    rules.laws()
    again = read_rules(json.loads(json.dumps(rules.describe())))
    assert again.model_dump(exclude={"name"}) == rules.model_dump(exclude={"name"})


@attacks(200)
@given(JSON_VALUES | altered(st.just({"preset": "american", "set": {"capot_scores": 50}})))
def test_rules__from_any_json(value):
    refusal(lambda: read_rules(value))


@pytest.mark.parametrize(
    "option",
    [
        *("self=1", "\ud800=1", "capot_scores=true", "sequence_scores=[3,4,15,16,17,18,true]"),
        *("capot_scores=" + "9" * 5000, "capot_scores=" + "[" * 5000, "capot_scores=1e400"),
        *("capot_scores=NaN", "capot_scores=Infinity", "capot_scores=\ud800", "=", "name=x"),
    ],
)
def test_options__that_cannot_be(option):
    with pytest.raises(InputError):
        read_options("rubicon", [option])


def test_options__set_twice_are_refused():
    with pytest.raises(InputError, match="twice"):
        read_options("rubicon", ["capot_scores=40", "capot_scores=50"])


NUMBERS = st.sampled_from(
    ["1000", "1_000_000", "1,000,000", "1e6", "1.0", "+5", "-5", "0", "inf", "1e12", "12.50e2"]
)


@attacks(600)
@given(mutated(NUMBERS) | NUMBERS | ANY_TEXT)
def test_counts__are_exact_or_refused(text):
    count = refusal(lambda: parse_count(text))
    if count is not None:
        plain = text.strip().replace("_", "")
        assert 1 <= count <= 10**12
        assert count in {Fraction(plain.replace(",", "")), count if "," in plain else None}
    whole = refusal(lambda: parse_whole(text, "seed"))
    if whole is not None:
        assert whole == int(text.replace("_", ""))


@pytest.mark.parametrize(
    "text",
    [
        *("1e400", "-1e400", "1e999999999", "1e-999999999", "9" * 5000, "nan", "sNaN", "1e13"),
        *("1,5", "10,00", "1.00000000000000001", "½", "²", "", "\0", "\ud800", "0x10", "1e", "1 0"),
    ],
)
def test_counts__that_cannot_be(text):
    with pytest.raises(InputError):
        parse_count(text)


NAMES = st.sampled_from(
    ["club", "expert+score", "club+sink-sets=0.25", "club+sink-point+sink-sequences=1e-3", "random"]
)


@attacks(300)
@given(mutated(NAMES) | ANY_TEXT)
def test_strategies__options_are_probabilities_or_refused(text):
    found = refusal(lambda: find_strategy(text))
    if found is not None:
        assert all(0 <= chance <= 1 for chance in found.sinks)
        assert found.traits() >= 0


@pytest.mark.parametrize(
    "name",
    [
        *("club+sink-sets=nan", "club+sink-sets=inf", "club+sink-sets=0.1+sink-sets=0.9"),
        *("expert+score+score", "club+score", "club+", "+", "", "\0", "club+sink-sets=1e400"),
    ],
)
def test_strategies__names_that_cannot_be(name):
    with pytest.raises(InputError):
        find_strategy(name)


@pytest.mark.parametrize("name", ["", " a", "a+b", "a,b", "a\nb", "Club", 5, None, ["a"]])
def test_strategies__under_names_that_cannot_be_found(name):
    with pytest.raises(InputError):
        register(replace(find_strategy("novice"), name=name))


# ---- The command line ---------------------------------------------------------------------------
def check_refused(done, said=""):
    code, _, complained = done
    assert code == 2, done
    assert len(complained.splitlines()) == 1
    assert complained.startswith("piquet: ")
    assert said in complained


COMMANDS = st.sampled_from(
    [
        ("settle", "--deals", "27-13 15-31", "--stake", "10", "--fraction", "25"),
        ("settle", "--chouette", "150 416 -476", "--stake", "2.50"),
        ("odds", "--named", "4", "--at-least", "2", "--draw", "5", "--unseen", "20"),
        ("odds", "AKJ.AQJ8.98.J87", "--discard", "K..98.87", "--seat", "younger", "--took", "5"),
        ("rules", "rubicon", "--set", "capot_scores=50"),
        ("score", "-"),
        ("solve", "-", "--explain"),
        ("settle", "-", "--rules", "boussac_1896"),
        ("deal", "--seed", "1", "--index", "2", "--rules", "american", "--json"),
    ]
)


@st.composite
def command_lines(draw):
    words = list(draw(COMMANDS))
    place = draw(st.integers(1, len(words) - 1))
    match draw(st.integers(0, 3)):
        case 0:
            del words[place]
        case 1:
            words[place] = draw(st.sampled_from(HOSTILE))
        case 2:
            words.insert(place, draw(st.sampled_from(words)))
        case _:
            words[place] = draw(mutated(st.just(words[place])))
    return words


@attacks(80)
@given(command_lines(), lines_like(SHEETS))
def test_command_lines__answer_or_refuse_in_one_line(words, line):
    code, _, complained = command(*words, given=line)
    assert code in (0, 2)
    assert len(complained.splitlines()) == (1 if code else 0)


WHOLE_PARTIE = "27-13 15-31 44-6 18-29 35-12 25-23"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("settle", "--deals", "9" * 5000 + "-1"), "deal 1"),
        (("settle", "--chouette", "9" * 4300), "partie 1"),
        (("settle", "--chouette", ""), "no partie"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1e400"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1e999999999"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1/0"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--fraction", "9" * 5000), "fraction"),
        (("settle", "--deals", WHOLE_PARTIE, "--set", "self=1"), "no option 'self'"),
        (("score", "a\0b"), "null"),
        (("score", "\ud800"), "surrogates"),
        (("score", "x" * 5000), "too long"),
        (("score", "/"), "is a directory"),
        (("simulate", "-n", "4", "--load", "x" * 5000), "no such file"),
        (("simulate", "-n", "4", "--load", "/"), "no such file"),
        (("simulate", "-n", "4", "--load", "a\0b"), "null byte"),
        (("simulate", "-n", "4", "--threads", "1000000"), "at most 1,024"),
        (("simulate", "-n", "4", "--threads", "9" * 40), "at most 1,024"),
        (("simulate", "-n", "1e23"), "at most"),
        (("partie", "-n", "1e18"), "at most"),
        (("deal", "--index", "9223372036854775808"), "numbered from 0 to 9223372036854775807"),
        (("advise", "AKJ.AQJ8.98.J87", "--score", "9" * 20 + "-1"), "from 0 to 2000"),
        (("advise", "AKJ.AQJ8.98.J87", "--seed", "9223372036854775808"), "seed"),
        (("advise", "AKJ.AQJ8.98.J87", "--seconds", "nan"), "more than 0"),
        (("train", "--hands", "1e12"), "at most"),
        (("train", "--hands", "1000", "--seed", "-1"), "seed"),
        (("chances", "0-0", "-n", "4", "--chart", "nowhere/x.svg"), "cannot write"),
        (("study", "hands", "-n", "4", "--out", "a\0b"), "null byte"),
    ],
)
def test_command_lines__that_once_failed_otherwise(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_refused(command(*arguments), said)
    assert list(tmp_path.iterdir()) == []


def test_advise__without_end_ends_when_all_is_settled(monkeypatch):
    from piquet_sim import advice

    monkeypatch.setattr(advice, "MOST_DEALS", 512)
    code, said, _ = command("advise", "AKJ.AQJ8.98.J87", "--seconds", "inf", "--threads", "1")
    assert code == 0
    assert "makes:" in said


# ---- Lines of files -----------------------------------------------------------------------------
LINE = json.dumps(legal_deal(1)).encode()


@pytest.mark.parametrize(
    ("content", "answered", "said"),
    [
        (LINE + b"\n\xff\n" + LINE, 1, "line 2: not text in UTF-8"),
        (b"\xef\xbb\xbf" + LINE + b"\r\n\r\n" + LINE, 2, ""),
        (LINE.decode().encode("utf-16"), 0, "line 1: not text in UTF-8"),
        (LINE + b"\n\0\n", 1, "line 2: not JSON"),
        (LINE + b"\n" + LINE[:-9], 1, "line 2: not JSON"),
        (b" " * 1_000_001, 0, "line 1: longer than 1,000,000 characters"),
        (b"", 0, ""),
    ],
)
def test_files__of_bytes(content, answered, said, tmp_path):
    path = tmp_path / "deals.jsonl"
    path.write_bytes(content)
    done = command("score", str(path))
    assert len(done[1].splitlines()) == answered
    if said:
        check_refused(done, said)
    else:
        assert (done[0], done[2]) == (0, "")


@attacks(30)
@given(st.binary(max_size=60) | st.binary(max_size=20).map(lambda some: LINE + b"\n" + some))
def test_files__of_any_bytes(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(content)
    for name in ("score", "settle", "solve"):
        code, _, complained = command(name, str(path))
        assert len(complained.splitlines()) == (1 if code else 0)


# ---- Files that are loaded ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def (", "SyntaxError"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import sys; sys.exit('bye')", "SystemExit: bye"),
        ("raise BaseException('so\\nand so')", "BaseException: so"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("def f(): f()\nf()", "RecursionError"),
        ("class E(Exception):\n def __str__(self): raise E\nraise E", "E"),
        ("x = " + "(" * 300, "SyntaxError"),
        ("\0", "null bytes"),
        ("from piquet_sim.strategies import *\nregister(Strategy(5, None, None))", "must be text"),
        ("raise MemoryError", "MemoryError"),
    ],
)
def test_load__what_fails_is_said_in_one_line(code, said, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(code)
    done = command("simulate", "-n", "4", "--load", str(path))
    check_refused(done, said)
    assert done[1] == ""


RAISES_AS_IT_PLAYS = """
from dataclasses import replace
from piquet_sim.strategies import *

@policy
def play(view: PlayView) -> int:
    if view.led:
        raise ValueError("boom")
    return view.legal & -view.legal

register(replace(find_strategy("club"), name="boom", play=play))
"""


def test_load__what_fails_as_it_plays_is_said_in_one_line(tmp_path):
    path = tmp_path / "boom.py"
    path.write_text(RAISES_AS_IT_PLAYS)
    done = command("simulate", "-n", "4", "--elder", "boom", "--load", str(path))
    check_refused(done, f"{path}, line 8: ValueError: boom")


def test_load__what_it_prints_is_no_answer(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("print('hello')")
    code, said, complained = command("strategies", "--json", "--load", str(path))
    assert (code, complained) == (0, "hello\n")
    json.loads(said)


def test_load__ctrl_c_is_handed_on(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_strategies(path)


# ---- Players that answer anything ---------------------------------------------------------------
WILD_ANSWERS = (
    *(None, -1, 2**63 - 1, -(2**63), 2**63, 10**30, 1.5, float("nan"), "12", [], 1 << 40, True),
    *(ValueError("no"), KeyError(1), SystemExit(3), GeneratorExit(), RecursionError("deep")),
)


@pytest.fixture(scope="module")
def guests():
    """Players whose discard, call or play is what stands in the list, which is the first."""
    answer = [None]

    def give(view):
        if isinstance(answer[0], BaseException):
            raise answer[0]
        return answer[0]

    players = {}
    for kind, view in (("discard", DiscardView), ("call", CallView), ("play", PlayView)):
        give.__annotations__["view"] = view
        club = find_strategy("club")
        players[kind] = replace(club, name="guest", **{kind: outside_policy(give)})
    return answer, players


@pytest.mark.parametrize("kind", ["discard", "call", "play"])
@pytest.mark.parametrize("wild", WILD_ANSWERS, ids=repr)
def test_outside_players__answers_that_are_none_stop_the_run(guests, kind, wild):
    guests[0][0] = wild
    with pytest.raises(InputError) as refused:
        simulate(guests[1][kind], "club", n=20, threads=1)
    assert len(str(refused.value).splitlines()) == 1


def test_outside_players__an_interruption_in_a_thread_is_one(guests):
    guests[0][0] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        simulate(guests[1]["play"], "club", n=20, threads=1)


# ---- The file of what was learned ---------------------------------------------------------------
@pytest.fixture(scope="module")
def archives():
    """What was learned, as it is shipped and not compressed, in bytes."""
    shipped = learned._SHIPPED
    plain = io.BytesIO()
    with np.load(shipped) as file:
        np.savez(plain, **file)
    return shipped.read_bytes(), plain.getvalue()


def write_archive(path, **changed):
    with np.load(learned._SHIPPED) as file:
        arrays = {**file, **changed}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


@settings(max_examples=_MANY or 40, suppress_health_check=_SLOW_IS_RIGHT)
@given(st.data())
def test_learned__a_damaged_file_is_refused_or_says_the_same(archives, tmp_path_factory, data):
    content = bytearray(data.draw(st.sampled_from(archives)))
    # Where something begins, there is most to be broken.
    starts = [place for place in range(len(content)) if content[place : place + 2] == b"PK"]
    near = st.builds(
        lambda start, after: start + after, st.sampled_from(starts), st.integers(0, 160)
    )
    for place in data.draw(
        st.lists(near | st.integers(0, len(content) - 1), min_size=1, max_size=4)
    ):
        content[place % len(content)] ^= 1 << data.draw(st.integers(0, 7))
    if data.draw(st.integers(0, 9)) == 0:
        del content[data.draw(st.integers(0, len(content))) :]
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    path.write_bytes(content)
    found = refusal(lambda: read_learned(path))
    if found is not None:
        whole = read_learned(learned._SHIPPED)
        for name in ("own", "theirs", "kept", "scores"):
            assert np.array_equal(getattr(found, name), getattr(whole, name))


class _Planted:
    # Unpickling it would be noticed.
    def __reduce__(self):
        return pytest.fail, ("a pickle was read",)


ABOUT = {
    "list": b"[1]",
    "deep": b"[" * 10**5,
    "no json": b"{",
    "number": b"1",
    "late": b'{"version": 9}',
}
WRONG_ARRAYS = {
    "a pickle": {"own": np.array([_Planted()], dtype=object)},
    "another type": {"own": np.zeros((2, 3), np.float64)},
    "another shape": {"kept": np.zeros((2, 3), np.int16)},
    "no dimension": {"scores": np.int32(1)},
    "scores beyond the table": {"scores": np.array([[5000, 1, 1]], np.int32)},
    "scores below nothing": {"scores": np.array([[-1, 1, 1]], np.int32)},
    "deals below nothing": {"scores": np.array([[1, 1, -1]], np.int32)},
    "no deals": {"scores": np.zeros((0, 3), np.int32)},
    "left out": {"theirs": None},
    **{name: {"about": np.frombuffer(text, np.uint8)} for name, text in ABOUT.items()},
}


@pytest.mark.parametrize("changed", WRONG_ARRAYS.values(), ids=WRONG_ARRAYS)
def test_learned__arrays_that_cannot_be(changed, tmp_path):
    write_archive(tmp_path / "wrong.npz", **changed)
    with pytest.raises(InputError, match="learned: "):
        read_learned(tmp_path / "wrong.npz")


def test_learned__a_small_file_that_claims_to_be_large(tmp_path):
    head = (
        b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<i2', 'fortran_order': False, 'shape': (2, %d), }"
    )
    for claimed in (5 * 10**7, 10**12, 10**30):
        with zipfile.ZipFile(tmp_path / "bomb.npz", "w") as archive:
            for name in ("about", "own", "theirs", "kept", "scores"):
                archive.writestr(f"{name}.npy", (head % claimed).ljust(127) + b"\n")
        assert refusal(lambda: read_learned(tmp_path / "bomb.npz")) is None
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("about.npy", "w") as member:
            for _ in range(60):
                member.write(bytes(1_000_000))
    with pytest.raises(InputError, match="too large"):
        read_learned(tmp_path / "bomb.npz")


def test_learned__what_is_no_archive(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # reading it would wait for ever
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("learned")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10**11)
    for name in ("folder", "pipe", "array.npy", "empty", "text", "huge", "missing", "x" * 300):
        assert refusal(lambda name=name: read_learned(tmp_path / name)) is None
    assert refusal(lambda: read_learned(Path("/dev/zero"))) is None


# ---- The file of the table of play --------------------------------------------------------------
def test_play_table__whatever_stands_in_its_place_is_not_read(tmp_path):
    told = []
    assert solutions._read_table(tmp_path / "missing", told.append) is None
    assert solutions._read_table(tmp_path, told.append) is None
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10**11)  # more than there is memory
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "short").write_bytes(solutions._MAGIC)
    told.clear()
    for name in ("huge", "pipe", "short"):
        assert solutions._read_table(tmp_path / name, told.append) is None
    assert len(told) == 3


def test_play_table__a_folder_in_its_place_is_left_there(tmp_path):
    path = tmp_path / "table.bin"
    path.mkdir()
    solutions._keep_table(path, solutions.find_play_table())
    assert [one.name for one in tmp_path.iterdir()] == ["table.bin"]


# ---- Files that are written ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["a\0b", "\ud800", "x" * 300, "missing/x", "file/x", ".", "", "pipe"]
)
def test_writing__to_what_is_no_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    os.mkfifo("pipe")
    assert refusal(lambda: check_writable(Path(name))) is None
    with pytest.raises(InputError, match="cannot write"), replace_file(Path(name)):
        pytest.fail("there is no such file to write")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "pipe"]


def test_writing__a_device_is_not_replaced():
    for name in ("/dev/full", "/dev/null"):
        with pytest.raises(InputError, match="is not a file"):
            check_writable(Path(name))
        assert Path(name).is_char_device()


def test_writing__an_odd_name_is_as_good_as_any(tmp_path):
    for name in ("a\nb", "\udcff", " ", "♠", "-n"):
        check_writable(tmp_path / name)
        assert list(tmp_path.iterdir()) == []
        with replace_file(tmp_path / name) as temporary:
            temporary.write_text("whole")
        assert (tmp_path / name).read_text() == "whole"
        (tmp_path / name).unlink()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
def test_writing__what_was_there_stays_when_the_disk_is_full(number, tmp_path):
    path = tmp_path / "kept"
    path.write_text("as it was")

    def write_half():
        with replace_file(path) as temporary:
            temporary.write_text("half")
            raise OSError(number, os.strerror(number))

    with pytest.raises(InputError, match="cannot write"):
        write_half()
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


def test_writing__when_the_folder_is_removed_meanwhile(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()

    def write():
        with replace_file(folder / "x") as temporary:
            temporary.unlink()
            folder.rmdir()
            folder.touch()  # and something else takes its name

    with pytest.raises(InputError, match="cannot write"):
        write()


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "-n", "4", "--records", "folder"),
        ("chances", "0-0", "-n", "4", "--chart", "folder.svg"),
        ("train", "--hands", "1000", "--rounds", "3", "--out", "folder"),
        ("train", "--hands", "1000", "--rounds", "3", "--out", "/dev/full"),
        ("simulate", "-n", "4", "--records", "/dev/full"),
        ("simulate", "-n", "4", "--records", "file/x"),
        ("study", "hands", "-n", "4", "--out", "file"),
        ("study", "hands", "-n", "4", "--out", "file/x"),
        ("census", "aces", "--out", "file"),
    ],
)
def test_writing__commands_say_so_before_they_begin(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("folder", "folder.svg"):
        (tmp_path / name).mkdir()
    (tmp_path / "file").touch()
    done = command(*arguments)
    check_refused(done, "cannot ")
    assert done[1] == ""
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["file", "folder", "folder.svg"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "-n", "3000", "--records", "x.parquet"),
        ("census", "aces", "--out", "."),
    ],
)
def test_writing__half_a_file_is_never_left(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        done = command(*arguments)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    check_refused(done, "too large")
    assert {one.name for one in tmp_path.rglob("*") if one.is_file()} <= {"data.csv"}


# ---- Streams that are closed, full or of other letters ------------------------------------------
def test_output__to_a_full_disk_is_one_line():
    with open("/dev/full", "wb") as full:
        done = run_process("rules", stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "piquet: the output: no space left on device\n"


@pytest.mark.parametrize("sheets", [1, 3000])
def test_output__that_nobody_reads_is_no_fault(sheets, tmp_path):
    path = tmp_path / "sheets.jsonl"
    path.write_text('{"totals": [164, 114]}\n' * sheets)
    reader, writer = os.pipe()
    os.close(reader)
    done = run_process("settle", str(path), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_streams__that_are_closed():
    for closed, code in ((0, 0), (1, 0), (2, 2)):
        file = "-" if closed == 0 else ("nowhere" if closed == 2 else os.devnull)
        shell = ["sh", "-c", f'exec "$@" {closed}>&-', "sh"]
        done = subprocess.run(
            [*shell, sys.executable, "-m", "piquet_sim", "settle", file],
            check=False, capture_output=True, timeout=300,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


def test_streams__of_other_letters_are_read_and_spelt_out():
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    sheet = '\ufeff{"totals": [164, 114], "rules": "r\u00fcbicon"}'.encode()
    done = run_process("settle", "-", input=sheet, env=plain, capture_output=True)
    assert done.returncode == 2
    assert b"did you mean 'rubicon'" in done.stderr
    done = run_process("rules", "cotton_1674", env=plain, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


# ---- Memory -------------------------------------------------------------------------------------
PEAK = """
import resource, sys
from piquet_sim.cli import main
try:
    main([sys.argv[1], "-"])
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def peak_memory(name, line, lines):
    """Kilobytes at most in use while a command reads so many lines."""
    child = subprocess.Popen(
        [sys.executable, "-c", PEAK, name],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    block = line * 1000
    for _ in range(lines // 1000):
        child.stdin.write(block)
    child.stdin.close()
    said = child.stderr.read()
    child.stderr.close()
    assert child.wait(timeout=3600) == 0
    return int(said)


def test_memory__of_score_sheets_does_not_grow():
    line = b'{"totals": [164, 114]}\n'
    assert peak_memory("settle", line, 40_000) - peak_memory("settle", line, 10_000) < 4_000


@pytest.mark.slow
def test_memory__of_a_million_deals_does_not_grow():
    assert (
        peak_memory("score", LINE + b"\n", 10**6) - peak_memory("score", LINE + b"\n", 1000) < 8_000
    )


# ---- Without end --------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ([json.dumps(legal_deal(7, rules)) for rules in PRESETS], score_deal),
        (['{"deals": [[27, 13], [15, 31]]}', '{"totals": [105, 3], "rules": "cotton_1674"}'],
         settle_sheet),
    ],
    ids=["deals", "sheets"],
)  # fmt: skip
def test_lines__a_hundred_thousand_changed_at_random(lines, answer):
    chance = random.Random(1)
    for _ in range(_MANY or 100_000):
        line = chance.choice(lines)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(line) + 1)
            end = start + chance.choice((0, 1, 2, 8, 30))
            new = chance.choice((*HOSTILE, "", line[start:end] * 2, chr(chance.randrange(0x3000))))
            line = line[:start] + new + line[end:]
        answers(line[:20_000], answer)
