"""What a newcomer meets first: the first page, and help by question."""

import re
import shlex
from pathlib import Path

import pytest
from command_line import command

from piquet_sim.cli.commands.playing import app
from piquet_sim.cli.overview import EXAMPLES, GROUPS, UPKEEP

COMMANDS = [one.name or one.callback.__name__ for one in app.registered_commands]


def test_piquet_alone__says_what_it_can_do_and_where_to_go_on():
    done = command()
    assert (done.code, done.err) == (0, "")
    for part in ("piquet help words", "piquet report", "--install-completion", "--help"):
        assert part in done.out
    for title, names in GROUPS.items():
        assert f"\n{title} " in done.out
        assert f"  {', '.join(names)}\n" in done.out
    assert len(done.out.splitlines()) <= 24  # one screen
    assert max(map(len, done.out.splitlines())) <= 100


STUDY = next(place for place, one in enumerate(EXAMPLES) if "study" in str(one))


@pytest.mark.parametrize(
    ("question", "deals"),
    [
        *(
            pytest.param(one, None, marks=pytest.mark.slow if one == STUDY else ())
            for one in range(len(EXAMPLES))
        ),
        (STUDY, "5_000"),
    ],
)
def test_piquet_alone__its_examples_run_as_they_stand_there(question, deals, tmp_path, monkeypatch):
    """The study, which takes ten seconds, runs with fewer deals unless all the slow checks do."""
    printed = [line.strip() for line in command().out.splitlines() if line.startswith("  piquet ")]
    assert len(printed) == 3
    program, *arguments = shlex.split(printed[question])
    assert program == "piquet"
    if deals:
        arguments[arguments.index("-n") + 1] = deals
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    if arguments[0] == "study":  # in plain words
        assert re.search(r"To be elder is worth \d+(\.\d)? points a deal\.", done.out)
    else:
        assert " ± " in done.out
    if "--out" in arguments:
        (made,) = Path(tmp_path, arguments[arguments.index("--out") + 1]).iterdir()
        assert (made / "chart.png").is_file()


def test_help__lists_every_command_under_its_question():
    named = [one for group in (*GROUPS.values(), UPKEEP) for one in group]
    assert sorted(named) == sorted(COMMANDS)
    assert len(named) == 21
    told = command("--help").out
    for title in (*GROUPS, "Upkeep"):
        assert f"\n{title}\n" in told
    assert "..." not in told.partition("COMMAND [ARGS]...")[2]
    for name in named:
        assert f"\n  {name} " in told


def test_tables__on_a_terminal_say_where_words_are_explained(monkeypatch):
    from rich.console import Console

    hint = "(the game's words: piquet help words)\n"
    for is_terminal in (True, False):
        monkeypatch.setattr(Console, "is_terminal", property(lambda _, shown=is_terminal: shown))
        said = command("odds", "--good", "set")
        assert said.code == 0
        assert said.err == (hint if is_terminal else "")
        assert hint not in said.out
