"""What is of a wrong type is refused in one line by every public function that is quick."""

import inspect
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from specimens import HAND

import piquet_sim
from piquet_sim import InputError, parse_hand

ENDING = {
    "elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}
}  # fmt: skip
MASK, DISCARD = parse_hand(HAND), parse_hand("K..98.87")
CALLS = {
    "parse_hand": (HAND,), "format_hand": (MASK,), "say_cards": (MASK,), "parse_deals": ("27-13",),
    "count_hands": (), "count_hands_by": ("aces",), "carte_blanche_probability": (),
    "value_mean": (), "named_odds": (2, 1, 5), "estimate_values": ([1.0, 2.0, 4.0],),
    "estimate_proportion": (3, 10), "adjust_by_holm": ([0.1, 0.2],), "find_claim": ("CB-HAND",),
    "Question": (MASK,), "Simulation": ("club", "club"), "RuleSet": (), "reckon_money": (100, 1),
    "settle": ("27-13 15-31",), "deal": (3,), "odds": (HAND,), "find_odds": (MASK, DISCARD),
    "rank_discards": (MASK,), "read_ending": (ENDING,), "solve_ending": (ENDING,),
    "solve": (ENDING,), "census": ("aces",),
}  # fmt: skip
"""Public functions, each with arguments that it takes."""
WRONG = (
    None, True, -1, 2**70, 1.5, float("nan"), "", "é", "\ud800", "1" * 5_000, b"club", [], [1, 2],
    {}, {"a": 1}, (), object(), np.int64(3), np.float64("nan"), np.array([1, 2]), np.array(3),
    pd.Series([1]), pd.NA, Path("nowhere"), Fraction(1, 2), Decimal("NaN"), range(3), int,
    np.datetime64("nat"),
)  # fmt: skip


def list_escapes(function, right):
    """Parameters in whose place something wrong ends otherwise than in an answer or one line."""
    signature, escaped = inspect.signature(function), set()
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        for wrong in WRONG:
            given = signature.bind(*right)
            given.arguments[name] = wrong
            try:
                function(*given.args, **given.kwargs)
            except InputError as error:
                if "\n" in str(error).replace(str(wrong), ""):
                    escaped.add(name)
            except Exception:
                escaped.add(name)
    return escaped


@pytest.mark.parametrize("name", CALLS)
def test_wrong_type__is_refused_in_one_line_or_read(name):
    function = getattr(piquet_sim, name)
    function(*CALLS[name])
    assert list_escapes(function, CALLS[name]) == set()


@pytest.mark.parametrize("wrong", [1.5, b"club", np.arange(3), pd.Series([1]), pd.NA])
def test_wrong_type__is_refused_by_long_calls(wrong):
    for name in ("checkpoint", "cluster", "records", "on_interrupt", "mirrored", "seed", "n"):
        with pytest.raises(InputError):
            piquet_sim.simulate("club", "club", **{"n": 50, name: wrong})
    for name in ("score", "deal", "elder", "n"):
        with pytest.raises(InputError):
            piquet_sim.chances(**{"score": "50-40", "deal": 3, "n": 200, name: wrong})


def test_wrong_type__that_escapes_is_found():
    assert list_escapes(lambda text, number=1: text, ("a",)) == set()
    assert list_escapes(lambda text, number=1: text[:number], ("a",)) == {"text", "number"}
