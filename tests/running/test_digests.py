"""Digests follow what code does, and nothing that it says about itself or where it lies.

Covers `running.provenance`.
"""

import re

import pytest

from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel.compile import Folders, list_compiled_files, list_engine_files
from piquet_sim.running import provenance as digests_module
from piquet_sim.running.provenance import digest_code, digest_engine, digest_files, digest_strategy
from piquet_sim.strategies import CallView, PlayView, Strategy, find_strategy, policy

SOURCE = '''
"""A room."""
from numpy import int64
MOST = 3
"""The most of something."""

class Hand:
    """A hand."""
    cards: int = 12

def count(held, least=2):
    """Count."""
    total = 0
    for card in range(MOST):  # each once
        if held >> card & 1 and card >= least:
            total += 1
    return total
'''


SAME = [
    ('"""A room."""', '"""Another."""'),
    ('"""A room."""\n', ""),
    ("from numpy import int64", "import os\nfrom numpy import int64, int8"),
    ('"""The most of something."""', "# the most of something"),
    ('    """A hand."""\n', ""),
    ('    """Count."""\n', '    """Count, in\n    many words."""\n'),
    ("  # each once", ""),
    ("total = 0", "total = (0)"),
    ("    cards: int = 12", "\n    cards: int = 12\n\n"),
]
OTHER = [
    ("MOST = 3", "MOST = 4"),
    ("MOST = 3", "MOST = 3.0"),
    ("MOST = 3", "MOST = '3'"),
    ("cards: int = 12", "cards: int = 13"),
    ("cards: int = 12", "cards: int"),
    ("least=2", "least=1"),
    (">> card", "<< card"),
    ("card >= least", "card > least"),
    ("total += 1", "total -= 1"),
    ("            total += 1", "            total += 1\n            break"),
    ("            total += 1\n    return", "            total += 1\n        return"),
    ("def count", "@cached\ndef count"),
    ("class Hand:", "class Hand(tuple):"),
    ("total = 0", 'total = "a string that something takes"'),
]


@pytest.mark.parametrize(("old", "new"), SAME + OTHER)
def test_code__has_the_same_digest_if_only_its_words_differ(old, new):
    assert SOURCE.count(old) == 1
    is_same = digest_code(SOURCE.replace(old, new)) == digest_code(SOURCE)
    assert is_same == ((old, new) in SAME)


def test_engine__files_are_all_that_is_compiled():
    """And what decides a deal depends on no file that the digest leaves out."""
    text = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    makers = {path for path in text if re.search(r"^@(inline_)?kernel", text[path], re.MULTILINE)}
    engine, compiled = set(list_engine_files()), set(list_compiled_files())
    named = {path.name for path in engine}
    assert {"rules.py", "learned.py", "score_values.py", "settlement.py"} <= named
    assert not {"reading.py", "wording.py"} & named  # how a sentence is read
    assert engine | makers <= compiled
    others = {path.relative_to(PACKAGE).as_posix() for path in makers - engine}
    assert {one for one in others if not one.startswith("kernel/questions/")} == {
        "strategies/primer.py"
    }  # fmt: skip
    left_out = re.compile(r"piquet_sim\.(kernel\.questions|strategies\.primer import)")
    assert not [path for path in engine if left_out.search(text[path])]


@pytest.mark.parametrize("damage", [None, b"\xff damaged"])
def test_engine__answer_is_kept_beside_the_compiled_code(tmp_path, monkeypatch, damage):
    monkeypatch.setattr(digests_module, "find_folders", lambda: Folders(tmp_path, None, ""))
    right, planted = digest_files(list_engine_files()), "0123456789abcdef"
    digest = digest_engine.__wrapped__  # which remembers nothing
    assert digest() == right
    (kept,) = tmp_path.iterdir()
    assert kept.read_text() == right
    kept.write_bytes(damage or planted.encode())  # read, as long as it is one
    assert digest() == kept.read_text() == (right if damage else planted)


# ---- Strategies ----------------------------------------------------------------------------------


def make(shift):
    @policy
    def play(view: PlayView) -> int:
        return view.legal & -view.legal if shift else 0

    return play


@policy
def call_best(view: CallView) -> int:
    return view.best


def test_digest__follows_code_data_and_options():
    club = find_strategy("club")
    names = ["club", "novice", "club+sink-sets=0.5", "expert", "master", "expert+score"]
    one, same, two, with_call = (
        Strategy("mine", club.discard, make(shift), call)
        for shift, call in ((1, club.call), (1, club.call), (2, club.call), (1, call_best))
    )
    assert digest_strategy(one) == digest_strategy(same)
    others = [*map(find_strategy, names), one, two, with_call]
    assert len(set(map(digest_strategy, others))) == len(others)


HELPED = (
    "from piquet_sim.strategies import *\nimport numba\n"
    "@numba.njit\ndef pick(legal):\n    return legal & -legal{}\n"
    '@policy\ndef play(view: PlayView) -> int:\n    """{}"""\n'
    "    return pick(view.legal) + SHIFT\n"
)


def digest_helped(path, tail, doc, shift):
    path.write_text(HELPED.format(tail, doc), encoding="utf-8")
    space = {"SHIFT": shift, "__name__": "mine"}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return digest_strategy(Strategy("mine", find_strategy("club").discard, space["play"]))


def test_digest__follows_a_helper_that_the_policy_names_and_no_words(tmp_path):
    plain, helper, data, words = (
        digest_helped(tmp_path / f"mine{number}.py", *case)
        for number, case in enumerate((("", "a", 0), (" + 0", "a", 0), ("", "a", 1), ("", "b", 0)))
    )
    assert len({plain, helper, data}) == 3
    assert plain == words
