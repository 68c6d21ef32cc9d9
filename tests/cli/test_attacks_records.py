"""Records of deals, views, endings and sheets of which one key holds something else."""

import json

import pytest
from command_line import command, refused
from specimens import ENDING, hide_draws, legal_deal

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

DEAL = {**legal_deal(1), "rules": "rubicon"}
UNKNOWN = hide_draws(DEAL, "elder")
SHEET = {"deals": [[27, 13], [15, 31]], "totals": [42, 44], "rules": "rubicon"}
READERS = {
    "score": (("score", "-"), DEAL),
    "review": (("review", "-", "--deals", "64"), DEAL),
    "card": (("advise", "-", "--seat", "elder", "--trick", "12"), DEAL),
    "call": (("advise", "-", "--call", "point", "-n", "4", "--strategy", "club"), DEAL),
    "solve": (("solve", "-"), ENDING),
    "settle": (("settle", "-"), SHEET),
}
WRONG = {
    "a number": 5, "a negative number": -5, "a fraction": 1.5, "true": True, "a text": "x<b>",
    "an empty text": "", "a list": [1], "two fractions": [0.5, 1.5], "a negative pair": [-5, 5],
    "two texts": ["1", "2"], "an object": {"x": 1}, "NaN": float("nan"), "a huge number": 10**4000,
    "a deep list": json.loads("[" * 300 + "]" * 300), "a long text": "y" * 100_000,
}  # fmt: skip
MEANT = {
    ("name", "a text"), ("number", "a number"), ("rules", "a text"), ("condition", "a text"),
    ("pips", "a number"),
}  # fmt: skip
"""What is a value of the right kind."""
HEADINGS = {
    "name": "the first", "players": {"elder": "Ann", "younger": "Ben"}, "number": 2,
    "score": [45, 30], "totals": None, "condition": {"condition": "elder has 4 aces"},
}  # fmt: skip


def ask(name, record):
    return command(*READERS[name][0], given=json.dumps(record))


def refuse(name, record):
    return refused(*READERS[name][0], given=json.dumps(record))


@pytest.mark.parametrize("name", [name for name in READERS if name != "review"])  # a minute
def test_records__as_they_shall_be_are_answered(name):
    record = READERS[name][1]
    done = ask(name, record | HEADINGS if record is DEAL else record)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("name", ["score", "card", "call"])
def test_records__without_draws_are_answered(name):
    done = ask(name, UNKNOWN | HEADINGS)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("key", HEADINGS)
@pytest.mark.parametrize("name", ["score", "review", "card", "call"])
def test_records__what_stands_beside_the_cards_is_what_it_must_be(name, key, wrong):
    if (key, wrong) in MEANT - {("condition", "a text")}:
        return
    told = refuse(name, DEAL | {key: WRONG[wrong]})
    assert f"{key}: " in told
    assert len(told) < 300


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, (_, record) in READERS.items() for key in record]
)
def test_records__every_key_is_what_it_must_be(name, key, wrong):
    if (name, key, wrong) == ("call", "play", "an empty text"):
        return  # a call is advised on before the play
    assert len(refuse(name, READERS[name][1] | {key: WRONG[wrong]})) < 700


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("key", ["held", "discard", "calls", "talon"])
@pytest.mark.parametrize("name", ["score", "review", "card", "call"])
def test_records__without_draws_have_what_they_must_have(name, key, wrong):
    if (key, wrong) == ("discard", "an empty text"):
        return  # nothing is thrown, which is for the laws
    wronged = {key: WRONG[wrong]}
    if key != "talon":
        wronged = {"elder": {**UNKNOWN["elder"], **wronged}}
    assert len(refuse(name, UNKNOWN | wronged)) < 700


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("key", ["dealt", "discard", "calls"])
@pytest.mark.parametrize("name", ["score", "card"])
def test_records__every_key_of_a_seat_is_what_it_must_be(name, key, wrong):
    if (key, wrong) == ("discard", "an empty text"):
        return  # nothing is thrown, which is for the laws
    elder = DEAL["elder"] | {key: WRONG[wrong]}
    assert len(refuse(name, DEAL | {"elder": elder})) < 700


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"score": [-5, 5]}, "score: expected points from 0 to 9999, got [-5, 5]"),
        ({"number": 1.5}, "number: expected the number of the deal from 1, got 1.5"),
        ({"players": {"elder": 5}}, "players: elder: expected a name of 1 to 200 characters, got"),
        ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'; choose from: elder"),
        ({"condition": "elder has 4 aces"}, "condition: expected an object with the condition as"),
        ({"totals": "28-23", "play": None}, "totals: expected two numbers, elder's first"),
    ],
)
def test_records__say_what_would_be_right(more, said):
    assert f"line 1: {said}" in refuse("score", DEAL | more)
