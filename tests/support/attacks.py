"""What attacks on all that reads text or files are made of: nearly right, with something changed.

In CI each target gets some hundred; with PIQUET_ATTACKS=100000 in the environment it gets so many.
"""

import json
import os
from copy import deepcopy
from functools import reduce
from operator import getitem

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_lines


def attacks(number):
    return settings(
        max_examples=int(os.environ.get("PIQUET_ATTACKS", "0")) or number,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
        ],
    )


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
    value = deepcopy(draw(values))
    *way, last = draw(st.sampled_from([path for path in places_of(value) if path]))
    home = reduce(getitem, way, value)
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
    text, changed = values.map(json.dumps), altered(values).map(json.dumps)
    return st.one_of(text, changed, changed, mutated(text), JSON_VALUES.map(json.dumps), ANY_TEXT)


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
    told = read_lines(line.split("\n"), lambda given: (given, answer(given)))
    refusal(lambda: taken.extend(told))
    return taken
