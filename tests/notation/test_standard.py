"""The standard: its files are read as it says, its schema and grammar say what the reader does.

Covers `deals.notation.writing`, `deals.notation.reading`.
"""

import json
import re
from contextlib import suppress
from functools import cache

import pytest
from attacks import altered, attacks, refusal
from command_line import command
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses
from specimens import hide_draws, legal_deal, read_golden

from piquet_sim import read_deals, score_deal, write_deal, write_deals
from piquet_sim.cli.guides import STANDARD, read_standard
from piquet_sim.deals.json import normalise_deal
from piquet_sim.game.rules import PRESETS

FOLDER = STANDARD.parent
VECTORS = json.loads((FOLDER / "vectors.json").read_text("utf-8"))
SCHEMA = json.loads((FOLDER / "deal.schema.json").read_text("utf-8"))
SEATS = ("elder", "younger")


@cache
def find_validator():
    """Made where it is asked for: to load its library takes a second in each worker."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(SCHEMA)


# ---- The files -----------------------------------------------------------------------------------
def test_vectors__are_all_files_that_there_are():
    listed = {one["file"] for kind in ("right", "wrong") for one in VECTORS[kind]}
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*")}
    assert files == listed | {f"{one['file']}.json" for one in VECTORS["right"]}
    for kind in ("right", "wrong"):
        assert {one["file"].rpartition(".")[2] for one in VECTORS[kind]} == {"pqn", "jsonl"}


@pytest.mark.parametrize("right", VECTORS["right"], ids=lambda one: one["file"])
def test_right__is_read_as_it_is_meant_in_every_form(right):
    path = FOLDER / right["file"]
    meant = json.loads(path.with_name(f"{path.name}.json").read_text("utf-8"))
    assert read_deals(path) == meant
    check_forms(meant)
    for deal, score in zip(meant, right["scores"], strict=True):
        assert (len(deal.get("play", "").split()) == 24) is (score is not None)
        if score is not None:
            scored = score_deal(deal)
            assert [scored[seat]["total"] for seat in SEATS] == score
    if path.suffix == ".jsonl":
        assert all(map(find_validator().is_valid, read_values(path)))


@pytest.mark.parametrize("wrong", VECTORS["wrong"], ids=lambda one: one["file"])
def test_wrong__is_refused_with_its_words(wrong):
    path = FOLDER / wrong["file"]
    with refuses() as refused:
        read_deals(path)
    assert str(refused.value) == f"{path}: {wrong['message']}"
    line = re.match(r"line (\d+)", wrong["message"])
    assert wrong["line"] == (int(line[1]) if line else None)
    if path.suffix == ".jsonl":
        assert wrong["schema"] is not all(map(find_validator().is_valid, read_values(path)))


def read_values(path):
    """The lines of a file that are JSON at all."""
    for line in path.read_text("utf-8").splitlines():
        with suppress(ValueError):
            yield json.loads(line)


def check_forms(deals):
    """Written in either form, deals are read as they were, and their JSON is that of the schema."""
    texts = write_deals(deals), write_deals(deals, "json")
    assert texts[0].startswith("Notation: PQN 1\n\n")
    for text in texts:
        assert read_deals(text) == deals
    for line in texts[1].splitlines():
        find_validator().validate(json.loads(line))


# ---- The schema and the reader -------------------------------------------------------------------
RECORDS = st.builds(legal_deal, st.integers(0, 5), st.sampled_from(list(PRESETS)))
GOLDEN = [deal for _, deal in read_golden("deals.jsonl")]


@attacks(120)
@given(altered(RECORDS | st.sampled_from(GOLDEN)))
def test_schema__refuses_nothing_that_the_reader_takes(value):
    if refusal(lambda: normalise_deal(value)) is not None:
        find_validator().validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    ("change", "is_right"),
    [
        ({"elder": {"dealt": "as KS qs js ts 9S 8S 7S ah kh qh jh", "discard": "7s"}}, True),
        ({"elder": {"dealt": "♠AKQJT987 ♥AKQJ", "discard": "♠7", "calls": {"set": None}}}, True),
        ({"rules": {"preset": "parlett", "set": {"pique_needs": 29}}}, True),
        ({"number": 7, "score": None, "players": {"elder": None}}, True),
        ({"elder": {"dealt": "AKQJT987.AKQJ..", "discard": "7...", "held": "..."}}, False),
        ({"elder": {"dealt": "AKQJT987.AKQJ.", "discard": "7..."}}, False),
        ({"elder": {"dealt": "AKQJT987.AKQZ..", "discard": "7..."}}, False),
        ({"elder": {"discard": "7..."}}, False),
        ({"talon": "9S 8S KX"}, False),
        ({"talon": ["9S"]}, False),
        ({"play": "AS " * 25}, False),
        ({"number": 0}, False),
        ({"score": [1, -1]}, False),
        ({"notation": "PQN 2"}, False),
        ({"dealer": "Ben"}, False),
        ({"rules": {"preset": "parlett", "options": {}}}, False),
    ],
    ids=str,
)
def test_schema__says_what_a_deal_is_made_of(change, is_right):
    assert find_validator().is_valid({**GOLDEN[0], **change}) is is_right


# ---- Round trips ---------------------------------------------------------------------------------
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="#"), min_size=1, max_size=20)
ODD_NAMES = st.sampled_from((
    "Ann (A.)", "(", ")", "a) b", "((Ann", "<img src=x onerror=alert(1)>", "A & B", "x: y", "♠;,",
    "Elder:", "a " * 99 + "b", "-- " * 59 + "--",
))  # fmt: skip

HEADINGS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES,
        "number": st.integers(1, 9999),
        "score": st.lists(st.integers(0, 9999), min_size=2, max_size=2),
        "players": st.fixed_dictionaries({}, optional=dict.fromkeys(SEATS, NAMES | ODD_NAMES)),
    },
)


@st.composite
def records(draw):
    """A record with a heading, its play whole or broken off, draws unknown or known."""
    deal = draw(RECORDS)
    plays = draw(st.sampled_from((0, 1, 13, 24)))
    deal = {**deal, "play": " ".join(deal["play"].split()[:plays])}
    if draw(st.booleans()):
        deal = hide_draws(deal, *draw(st.sampled_from((("elder",), ("younger",), SEATS))))
    deal |= draw(HEADINGS)
    return refusal(lambda: normalise_deal(deal))


def find_name(record):
    return record.get("name", id(record))


@attacks(40)
@given(st.lists(records().filter(bool), min_size=1, max_size=3, unique_by=find_name))
def test_round_trips__lose_nothing(deals):
    check_forms(deals)


@pytest.mark.parametrize(
    ("deals", "form", "said"),
    [
        ([], "words", "no deal to be written"),
        (GOLDEN[:1], "wrods", "form"),
        ([{**GOLDEN[0], "name": "a"}] * 2, "words", "a second deal named 'a'"),
    ],
)
def test_writing__of_what_could_not_be_read_is_refused(deals, form, said):
    with refuses(said):
        write_deals(deals, form)


def test_page__shows_a_deal_that_is_read():
    page = command("help", "notation").out
    assert f"These files: {FOLDER}" in page.splitlines()
    assert command("help", "pqn").out == page
    shown = re.search(r"```json\n(.*?)```", read_standard(), re.DOTALL)[1]
    deals = read_deals(" ".join(shown.split()))
    assert [{"notation": "PQN 1", **deal} for deal in deals] == [json.loads(shown)]
    check_forms(deals)


# ---- The version ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "tag", ["Notation: PQN 1\n", "notation:pqn  1 # a remark\n\n", "\n Notation : Pqn 1\n"]
)
def test_version__may_be_left_out_and_begins_a_deal(tag):
    text = write_deal(GOLDEN[0])
    deals = read_deals(text)
    assert read_deals(tag + text) == deals
    assert read_deals(f"{text}{tag}{text}{tag}\n# and another\n{text}") == deals * 3


@pytest.mark.parametrize("version", ["PQN 2", "PQN", "PQN 1.1", "PGN 1", "1"])
@pytest.mark.parametrize(
    ("place", "form"),
    [
        ("line 2, column 1: at 'Notation: {}': ", "Deal: a\nNotation: {}\nDealer: Ann\n"),
        ("line 1: ", '{{"notation": "{}", "dealer": "Ann"}}'),
    ],
)
def test_version__of_another_notation_is_refused_before_its_words(version, place, form):
    said = f"notation: expected PQN 1, the version that is read here, got '{version}'"
    with refuses(start=place.format(version) + said):
        read_deals(form.format(version))
