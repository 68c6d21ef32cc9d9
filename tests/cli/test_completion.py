"""The shell's completion, without the engine, and what each command loads.

Nothing that it does not use, since that is most of its time.
"""

import re
import subprocess
import sys
from contextlib import nullcontext

import pytest
from command_line import command, refuses
from specimens import TESTS

from analyses.charts.style import STYLES
from piquet_sim.cli import app, options
from piquet_sim.conditions import names
from piquet_sim.conditions.expression import read_expression
from piquet_sim.conditions.names import list_names
from piquet_sim.decisions import stake
from piquet_sim.exact import ending_solutions
from piquet_sim.exact.census import ATTRIBUTES
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.strategies import find_strategy
from piquet_sim.strategies.roster import ROSTER, WAYS_TO_PLAY


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("simul",), ["simulate"]),
        (("simulate", "--mirr"), ["--mirrored"]),
        (("duel", "club", "mas"), ["master"]),
        (("rules", "cot"), ["cotton_1674"]),
        (("advise", "--seat", ""), ["elder", "younger"]),
        (("study", "el"), ["elder-advantage"]),
        (("chart", "first"), ["first-deal"]),
        (("chart", "pique", "--style", "d"), ["double", "dark"]),
        (("maxim", "CAV-M08"), ["CAV-M08"]),
        (("help", "str"), ["strategies"]),
        (("simulate", "--by", "elder.lo"), ["elder.longest_suit"]),
        (("simulate", "--by", "elder.after.hu"), ["elder.after.huitiemes"]),
        (("simulate", "--measure", "differ"), ["difference"]),
        (
            ("simulate", "--given-outcome", "elder_poi"),
            ["elder_point_call", "elder_point", "elder_point_called"],
        ),
        (("simulate", "--given", "talon.ca"), ["talon.carte_blanche"]),
        (("simulate", "--given", "elder_"), []),
        (("study", "pique", "--given", "younger.has"), ["younger.has("]),
        (("duel", "--given", "elder.be"), ["elder.best_sequence"]),
        (("odds", "--event", "unseen.ac"), ["unseen.aces"]),
        (("odds", "--aim", "hand.pi"), ["hand.pips", "hand.pips_in("]),
        (("census", "--given", "hand.voi"), ["hand.voids"]),
        (("advise", "--given", "hand.voi"), ["hand.voids"]),
    ],
)
def test_bash__is_offered(words, offered, monkeypatch):
    typed = {"COMP_WORDS": "\n".join(("piquet", *words)), "COMP_CWORD": str(len(words))}
    for name, value in {"_PIQUET_COMPLETE": "complete_bash", **typed}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(app, "make_command", app.make_command.__wrapped__)  # by the environment
    done = command()
    assert (done.code, done.err, done.out.split()) == (0, "", offered)


def test_expression__has_its_last_name_completed():
    """In quotes, beside all that stands before it, with what each name means."""
    assert (
        dict(options.offer_names("by")("elder_score - youn"))["elder_score - younger_score"]
        == "younger's total of the deal"
    )
    assert options.offer_names("given")("not (elder.aces==4 or youn") == [
        (f"not (elder.aces==4 or {name}", said) for name, said in list_names("given").items()
    ]
    assert options.offer_names("event")("hand.aces >= ")


@pytest.mark.parametrize(
    "what", ["given", "census", "event", "aim", "measure", "given-outcome", "by"]
)
def test_offered_names__are_all_that_can_be_asked_there(what):
    """Each is read, alone or with what its brackets take; estimates' means are not offered."""
    words, offered = names.WORDS, list_names(what)
    for name in offered:
        place, dot, word = name.rstrip("(").rpartition(".")
        takes = "'3-2-2-1'" if name == "talon.shape(" else dot and words[word].takes
        asked = f"{name}{takes})" if name.endswith("(") else name
        rules = RUBICON.replace(name="36", pack=36) if word == "sixes" else RUBICON
        compared = f" == {place}.{word}" if dot and words[word].unit == names.ORDER else " >= 0"
        with nullcontext() if compared == " >= 0" else refuses("with itself"):
            read_expression(asked + compared, rules, what)
    counted = {
        name
        for name, one in names.list_columns().items()
        if one.is_counted and not name.endswith("_mean")
    }
    assert {name for name in offered if "." not in name} == (
        set() if what in names.PLACES_OF else counted
    )


def test_completion__imports_no_engine():
    code = (
        "import sys\nfrom piquet_sim.cli import main, options\n"
        "for name in dir(options):\n"
        "    if name.startswith('offer_'):\n"
        "        assert name == 'offer_names' or getattr(options, name)(), name\n"
        "loaded = lambda: [one for one in ('numba', 'numpy', 'pandas') if one in sys.modules]\n"
        "print(loaded())\n"
        "assert options.offer_names('by')('')\n"
        "print(loaded())"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n['numpy']\n"


@pytest.mark.parametrize("name", ROSTER)
def test_offered_player__is_that_of_the_engine(name):
    strategy, profile = find_strategy(name), ROSTER[name]
    assert profile.plays_to_score == (strategy.call_to_score is not None)
    assert profile.describe().items() <= vars(strategy).items()


def test_names__are_those_of_the_engine():
    assert [
        *map(sorted, (options.PRESETS, options.WAYS_TO_PLAY, options.ATTRIBUTES, options.STYLES))
    ] == [*map(sorted, (PRESETS, WAYS_TO_PLAY, ATTRIBUTES, STYLES))]
    assert sorted(options.PLAY_AIMS) == sorted(stake.AIMS) == sorted(ending_solutions.AIMS)


DEAR = {
    "numba",
    "numpy",
    "pandas",
    "pyarrow",
    "matplotlib",
    "distributed",
    "pydantic",
    "rich",
    "piquet_sim.conditions.dealing",
}
ENGINE = {"numba", "numpy"}
WITH_RULES = {"pydantic"}
"""Rule books are models of pydantic."""
USED = {
    "": set(),
    "--version": set(),
    "--help": set(),
    "simulate --help": set(),
    "help": set(),
    "help players": set(),
    "rules": WITH_RULES,
    "settle --deals '27-13 15-31 44-6 12-30 9-40 22-18'": WITH_RULES,
    "odds AKJ.AQJ8.98.J87": ENGINE | WITH_RULES,
    f"score {TESTS / 'golden/deals.jsonl'}": ENGINE | WITH_RULES,
    "simulate -n 10": ENGINE | WITH_RULES,
    # refused
    "simulate -n x": set(),
    "simulate --elder cub": set(),
    "simulate --rules rubicn": WITH_RULES,
    "deal 7": set(),
    "advise x": WITH_RULES,
    "solve nowhere.jsonl": WITH_RULES,
    "review nowhere.jsonl": set(),
    "odds AKJ": WITH_RULES,
}
"""What of these a command may load."""

ASKED = f"""
import shlex, sys
from piquet_sim.cli import main
for line in sys.argv[1:]:
    try:
        main(shlex.split(line))
    except SystemExit:
        pass
    print("loaded", *sorted({DEAR!r} & set(sys.modules)), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """What one process has loaded after each command; those that may load least come first."""
    lines = sorted(USED, key=lambda line: len(USED[line]))
    words, folder = [sys.executable, "-c", ASKED, *lines], tmp_path_factory.mktemp("asked")
    ended = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=True)
    said = re.findall("^loaded ?(.*)$", ended.stderr, re.MULTILINE)
    return dict(zip(lines, map(str.split, said), strict=True))


@pytest.mark.parametrize("arguments", USED)
def test_command__loads_nothing_that_it_does_not_use(arguments, loaded):
    assert {*loaded[arguments]} <= USED[arguments]
