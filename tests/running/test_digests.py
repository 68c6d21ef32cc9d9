"""Digests follow what code does, and nothing that it says about itself or where it lies.

Covers `running.provenance`, `strategies.policy_code`.
"""

import random
import re
from collections import deque
from dataclasses import replace
from fractions import Fraction
from functools import partial
from threading import Lock
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from command_line import refuses

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel import compile as compiling
from piquet_sim.kernel.compile import Folders, list_compiled_files, list_engine_files
from piquet_sim.running.blocks import pack_simulation
from piquet_sim.running.provenance import digest_code, digest_engine, digest_files, digest_strategy
from piquet_sim.running.run import simulate
from piquet_sim.strategies import (
    CallView,
    PlayView,
    Strategy,
    find_strategy,
    outside_policy,
    policies,
    policy,
)
from piquet_sim.strategies.policy_code import read_code

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


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        *((*one, True) for one in SAME),
        *(
            (*one, False)
            for one in [
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
        ),
    ],
)
def test_code__has_the_same_digest_if_only_its_words_differ(old, new, is_same):
    assert (SOURCE.count(old), digest_code(SOURCE.replace(old, new)) == digest_code(SOURCE)) == (
        1,
        is_same,
    )


def test_engine__files_are_all_that_is_compiled():
    """And what decides a deal depends on no file that the digest leaves out."""
    text = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    makers = {path for path in text if re.search(r"^@(inline_)?kernel", text[path], re.MULTILINE)}
    engine, compiled = set(list_engine_files()), set(list_compiled_files())
    of_the_deal = {"rules.py", "learned.py", "score_values.py", "settlement.py"}
    of_sentences = {"reading.py", "wording.py"}
    assert (of_the_deal | of_sentences) & {path.name for path in engine} == of_the_deal
    assert engine | makers <= compiled
    others = {path.relative_to(PACKAGE).as_posix() for path in makers - engine}
    assert {one for one in others if not one.startswith("kernel/questions/")} == {
        "strategies/primer.py"
    }
    left_out = re.compile(r"piquet_sim\.(kernel\.questions|strategies\.primer import)")
    assert not [path for path in engine if left_out.search(text[path])]


def test_files__have_one_digest_in_any_order_and_count_once_if_they_do_the_same(tmp_path):
    files, again = list_engine_files(), tmp_path / "again.py"
    again.write_text("# In other words.\n" + files[0].read_text("utf-8"), "utf-8")
    assert digest_files([again, *reversed(files)]) == digest_files(files)


def test_engine__answer_is_kept_beside_the_compiled_code(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "find_folders", lambda: Folders(tmp_path, None, ""))
    right, planted = digest_files(list_engine_files()), "0123456789abcdef"
    digest = digest_engine.__wrapped__  # which remembers nothing
    assert (digest(), len(right)) == (right, 16)
    (kept,) = tmp_path.iterdir()
    compiling.keep(kept.name, planted.encode())
    assert digest() == planted  # which is read
    kept.write_bytes(kept.read_bytes()[:-1])
    assert (digest(), compiling.read_kept(kept.name).tobytes().decode()) == (right, right)


# ---- Strategies ----------------------------------------------------------------------------------
@pytest.fixture
def uncompiled(monkeypatch):
    """Policies of users are not compiled: what they read is all that is looked at."""
    honest = policies._compile_parts

    def join(name, view, function, answer, own=False):
        if own:
            return honest(name, view, function, answer, own)
        return policies.Policy(name, view, function, function, 0)

    monkeypatch.setattr(policies, "_compile_checked", lambda function, _: function)
    monkeypatch.setattr(policies, "_compile_parts", join)


def make(shift):
    @policy
    def play(view: PlayView) -> int:
        return view.legal & -view.legal if shift else 0

    return play


def test_digest__follows_code_data_and_options(uncompiled):
    def call_best(view: CallView) -> int:
        return view.best

    club = find_strategy("club")
    names = ["club", "novice", "club+sink-sets=0.5", "expert", "master", "expert+score"]
    one, same, two = (Strategy("mine", club.discard, make(shift)) for shift in (1, 1, 2))
    assert digest_strategy(one) == digest_strategy(same)
    others = [*map(find_strategy, names), one, two, replace(one, call=policy(call_best))]
    assert len(set(map(digest_strategy, others))) == len(others)


HELPED = (
    "from piquet_sim.strategies import *\nimport numba\n"
    "@numba.njit\ndef pick(legal):\n    return legal & -legal{}\n"
    '@policy\ndef play(view: PlayView) -> int:\n    """{}"""\n'
    "    return pick(view.legal) + SHIFT\n"
)


def load(path, text, **known):
    """What a file's function `play` is once it is compiled."""
    path.write_text(text, encoding="utf-8")
    space = {"__name__": "mine", **known}
    exec(compile(text, str(path), "exec"), space)
    return space["play"]


def test_digest__follows_a_helper_that_the_policy_names_and_no_words(tmp_path, uncompiled):
    plays = [
        load(tmp_path / f"mine{number}.py", HELPED.format(tail, doc), SHIFT=shift)
        for number, (tail, doc, shift) in enumerate(
            (("", "a", 0), (" + 0", "a", 0), ("", "a", 1), ("", "b", 0))
        )
    ]
    club = find_strategy("club")
    plain, *others, words = (digest_strategy(Strategy("mine", club.discard, one)) for one in plays)
    assert (len({plain, *others}), plain) == (3, words)


# ---- What a policy reads -------------------------------------------------------------------------
def read(body, **known):
    """A function of one view that reads what it is given by name."""
    space = {"__name__": "mine", **known}
    exec(f"def play(view):\n    'Words.'\n    return {body}", space)
    return space["play"]


def module(**names):
    made = ModuleType("settings")
    vars(made).update(names)
    return made


def kind(**names):
    return type("Kind", (), {"__module__": "mine", **names})


READ = {
    "a module's number": lambda k: read("cfg.K", cfg=module(K=k)),
    "a module of a module": lambda k: read("cfg.sub.K", cfg=module(sub=module(K=k))),
    "a helper's body": lambda k: read("cfg.f(view)", cfg=module(f=read(f"view + {k}"))),
    "a helper's module": lambda k: read("f(view)", f=read("cfg.K", cfg=module(K=k))),
    "a dict": lambda k: read("table['a']", table={"a": [k, {3}]}),
    "a set": lambda k: read("view in some", some={1, 2, k + 7}),
    "an array": lambda k: read("table[0]", table=np.array([k])),
    "an array of objects": lambda k: read("table[0]", table=np.array([{k}], object)),
    "an object": lambda k: read("one.a[1]", one=SimpleNamespace(a={1: k})),
    "a fraction": lambda k: read("share > 1", share=Fraction(k, 7)),
    "a queue": lambda k: read("queue[0]", queue=deque([k])),
    "a class": lambda k: read("one.K", one=kind(K=k)),
    "a method": lambda k: read("one.f()", one=kind(f=read(f"view + {k}"))()),
    "a bound method": lambda k: read("f()", f=kind(f=read(f"view + {k}"))().f),
    "a part of a function": lambda k: read("f()", f=partial(read("view"), k)),
    "a default": lambda k: read("(lambda held=K: held)()", K=k),
    "itself, round and round": lambda k: read("ring[0]", ring=(ring := [k]) + [ring]),
}


@pytest.mark.parametrize("what", READ)
def test_code__of_a_policy_is_all_that_it_reads(what):
    one, same, other = (read_code(READ[what](number)) for number in (1, 1, 2))
    assert (one, one.digest != other.digest, one.unread, one.chance) == (same, True, "", "")


def test_code__is_what_was_compiled_whatever_becomes_of_the_file(tmp_path):
    path = tmp_path / "mine.py"
    text = "K = 1\ndef play(view):\n    return view.legal & -view.legal if K else 0\n"
    play = load(path, text)
    made = policy(play)
    before, live = made.code, read_code(play)
    path.write_text(text.replace("K = 1", "K = 2").replace("else 0", "else 1"))
    assert (made.code, read_code(play)) == (before, live)
    play.__globals__["K"] = 0  # the compiled policy plays on with 1
    assert made.code == before != read_code(play)


UNREAD = {
    "an open file": (lambda file: read("table.read()", table=file), "table, _io.TextIOWrapper"),
    "a file by its name": (lambda _: read("open('x').read()"), "open()"),
    "what it imports": (lambda _: read("__import__('nowhere')"), "__import__()"),
    "a name that is made": (lambda _: read("getattr(cfg, 'K')", cfg=module(K=1)), "getattr()"),
    "a lock in a helper": (lambda _: read("f(view)", f=read("lock", lock=Lock())), "lock, "),
}


@pytest.mark.parametrize(("make", "said"), UNREAD.values(), ids=UNREAD)
def test_policy__that_reads_what_has_no_digest_is_refused_where_it_goes_on(make, said, tmp_path):
    with (tmp_path / "table").open("w") as table:
        guest = Strategy("guest", find_strategy("club").discard, outside_policy(make(table)))
        with refuses(f"policy 'play' reads {said}", "NumPy arrays"):
            simulate(guest, "club", 10, checkpoint=tmp_path / "run")
        with refuses(f"policy 'play' reads {said}"):
            pack_simulation(Simulation(guest, "club"))


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (read("f(view)", f=read("random.choice([view])", random=random)), "random"),
        (read("cfg.f(view)", cfg=module(f=read("np.random.rand()", np=np))), "np.random"),
        (read("one.f(view)", one=kind(f=read("pick([view])", pick=random.choice))), "choice"),
        (read("luck.random()", luck=np.random.default_rng(1)), "luck"),
        (read("table[0].random()", table=[random.Random(1)]), "table"),
        (read("np.random.default_rng().integers(3)", np=np), r"default_rng()"),
        (read("random.Random().choice([view])", random=random), "Random()"),
        (read("f(view)", f=read("np.random.default_rng(None).random()", np=np)), "default_rng()"),
    ],
)
def test_policy__that_draws_at_any_depth_is_refused(function, name):
    with refuses(f"policy 'play' draws by {name}, so that no deal could be played again"):
        outside_policy(function)


def test_policy__may_draw_by_a_generator_of_its_luck():
    function = read("random.Random(view.luck).choice([view.legal & -view.legal])", random=random)
    assert outside_policy(function).code.chance == ""
