"""``piquet help``: every guide as it is written, commands, and topics that there are not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import command

from piquet_sim import cli
from piquet_sim.cli.completion import complete_topic
from piquet_sim.cli.guides import (
    GUIDES,
    find_guide,
    find_guides_of,
    list_sections,
    read_guide,
    say_topic,
    show_guide,
)

PACKAGE = Path(cli.__file__).parents[1]
WITHOUT_A_GUIDE = {"kernel"}


@pytest.mark.parametrize("topic", GUIDES)
def test_help__prints_each_guide_word_for_word(topic):
    code, shown, said = command("help", topic)
    assert (code, said) == (0, "")
    written = re.sub(r"^```\w*$", "", read_guide(topic), flags=re.MULTILINE).replace("``", "`")
    words = written.replace("*", "").split()  # what a web page sets in italics
    assert shown.replace("*", "").split()[: len(words)] == words
    indented = {line.strip() for line in re.findall(r"^    .*$", written, re.MULTILINE)}
    assert indented <= {line.strip() for line in shown.splitlines()}


@pytest.mark.parametrize("topic", GUIDES)
def test_guide__says_more_than_its_first_sentence_and_fits_a_narrow_screen(topic):
    assert len(read_guide(topic).split()) > 3 * len(say_topic(topic).split())
    assert len(say_topic(topic)) <= 100
    fenced = re.findall(r"^```\w+\n(.*?)^```$", read_guide(topic), re.DOTALL | re.MULTILINE)
    shown = show_guide(topic, 60).splitlines()
    assert not [line for line in shown if line.startswith("```")]
    kept = {line for block in fenced for line in block.splitlines()}
    prose = [one for one in shown if not one.startswith((" ", ">>>")) and one.strip() not in kept]
    assert max(map(len, prose)) <= 60


def test_guides__are_those_of_all_packages_that_users_meet():
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - WITHOUT_A_GUIDE
    assert packages == {
        package.removeprefix("piquet_sim.")
        for package in GUIDES.values()
        if package.startswith("piquet_sim.")
    }


def test_help__alone_lists_all_topics_with_their_first_sentences(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    code, shown, _ = command("help")
    assert code == 0
    for topic in GUIDES:
        assert re.search(rf"^{topic} +{re.escape(say_topic(topic))}$", shown, re.MULTILINE)
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, command("help")[1].splitlines()[:-1])) <= 60


@pytest.mark.parametrize(
    ("name", "meant"),
    [("condtions", "conditions"), ("stratgy", "strategies"), ("simulat", "simulate")],
)
def test_help__of_a_wrong_topic_is_one_line_with_what_was_meant(name, meant):
    code, shown, said = command("help", name)
    assert (code, shown) == (2, "")
    assert said == f"piquet: help: no topic {name!r}; did you mean {meant!r}?\n"


def test_help__of_a_topic_like_no_other_lists_all():
    code, shown, said = command("help", "zzz")
    assert (code, shown, said.count("\n")) == (2, "", 1)
    assert all(topic in said for topic in GUIDES)


def test_help__finds_guides_by_package_and_section():
    for topic, package in GUIDES.items():
        assert find_guide(package) == find_guide(topic.upper()) == topic
    assert find_guide("precision") == find_guide("A cluster") == find_guide("cluster") == "running"
    assert find_guide("hands") == find_guide("Rule books") == "game"
    assert "Rule books" in list_sections("game")


def test_help__of_a_command_is_its_own_help_and_where_it_is_shown():
    own = command("solve", "--help").out
    code, shown, _ = command("help", "solve")
    assert code == 0
    assert shown.startswith(own.rstrip())
    assert "exact" in find_guides_of("solve")
    assert shown.rstrip().endswith(", ".join(find_guides_of("solve")))
    assert "piquet trust --help" in command("help", "trust")[1]  # a topic and a command


def test_help__ends_the_guide_to_conditions_with_all_forms():
    shown = command("help", "conditions")[1]
    assert re.search(
        r"^elder guards the king of hearts +elder: KH, 2\+ hearts", shown, re.MULTILINE
    )


def test_completion__offers_all_topics():
    assert [name for name, _ in complete_topic("")] == list(GUIDES)
    assert [name for name, _ in complete_topic("str")] == ["strategies"]


def test_help__imports_nothing_that_it_explains():
    heavy = {"numba", "numpy", "pandas", "matplotlib", "analyses", "piquet_sim.strategies.registry"}
    asked = (
        "import sys\n"
        "from piquet_sim.cli import main\n"
        "try:\n    main(['help', sys.argv[1]])\n"
        "except SystemExit as ended:\n    assert ended.code == 0\n"
        f"print(sorted({heavy!r} & set(sys.modules)), file=sys.stderr)"
    )
    for topic in ("strategies", "studies"):
        ended = subprocess.run(
            [sys.executable, "-c", asked, topic], capture_output=True, text=True, check=True
        )
        assert ended.stderr.strip() == "[]"
