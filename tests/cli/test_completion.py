"""The shell's completion, asked for as the shells ask: by variables of the environment."""

import os
import subprocess
import sys

import pytest
from command_line import command

from piquet_sim.cli import completion
from piquet_sim.cli.application import make_command
from piquet_sim.cli.completion import complete_setting, complete_strategy
from piquet_sim.strategies.roster import ROSTER


def start(environment, *arguments):
    """What a shell gets; that one gets it from a process is shown in bash itself."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        make_command.cache_clear()  # which options there are depends on the environment
        try:
            return command(*arguments)
        finally:
            make_command.cache_clear()


def ask_bash(*words):
    asked = {
        "_PIQUET_COMPLETE": "complete_bash",
        "COMP_WORDS": "\n".join(("piquet", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = start(asked)
    assert (done.code, done.err) == (0, "")
    return done.out.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("simul",), ["simulate"]),
        (("simulate", "--mirr"), ["--mirrored"]),
        (("simulate", "--elder", "exp"), ["expert"]),
        (("simulate", "--elder", "expert+sc"), ["expert+score"]),
        (("simulate", "--younger", "club+sink-p"), ["club+sink-point"]),
        (("duel", "nov"), ["novice"]),
        (("duel", "club", "mas"), ["master"]),
        (("ladder", "--strategies", "club,exp"), ["club,expert"]),
        (("report", "--strategies", "club,"), ["club,random", "club,novice", "club,primer",
                                               "club,expert", "club,master"]),
        (("partie", "--third", "ra"), ["random"]),
        (("simulate", "--rules", ""), list(completion.PRESETS)),
        (("rules", "cot"), ["cotton_1674"]),
        (("simulate", "--set", "quatorze"), ["quatorze_scores="]),
        (("simulate", "--play", ""), ["strategies", "double-dummy"]),
        (("simulate", "--show", "drawn,elder_rep"), ["drawn,elder_repique",
                                                   "drawn,elder_repique_mean"]),
        (("advise", "--seat", ""), ["elder", "younger"]),
        (("advise-play", "-", "--aim", "o"), ["own"]),
        (("study", "el"), ["elder-advantage"]),
        (("report", "--sections", "pique,car"), ["pique,carte-blanche"]),
        (("article", "hea"), ["headroom"]),
        (("article", "CAV-M08"), ["CAV-M08"]),
        (("article", "CAV-PIQ"), ["CAV-PIQUE"]),
        (("chart", "first"), ["first-deal"]),
        (("chart", "pique", "--style", "d"), ["double", "dark"]),
        (("census", "quat"), ["quatorzes"]),
        (("good", "se"), ["sequence", "set"]),
        (("glossary", "carte"), ["carte-blanche"]),
        (("odds", "--aim", "any"), ["any_quatorze"]),
        (("chances", "0-0", "--elder", ""), ["a", "b"]),
        (("simulate", "--resume", "run.che"), []),  # bash goes on to files
    ],
)  # fmt: skip
def test_bash__is_offered(words, offered):
    assert ask_bash(*words) == offered


def test_bash__parts_words_and_gets_the_last_part():
    assert ask_bash("simulate", "--set", "point_best_by", "=", "") == ["cards", "pips"]
    assert ask_bash("simulate", "--set", "pack", "=", "36", "--rul") == ["--rules"]
    assert ask_bash("simulate", "--elder", "=", "nov") == ["novice"]
    assert ask_bash("odds", "--aim", "quatorze", ":", "A") == ["A"]


def test_zsh_and_fish__are_offered_the_same():
    zsh = start({"_PIQUET_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "piquet duel expert+"})
    assert "expert+score" in zsh.out
    assert "club" not in zsh.out
    fish = {
        "_PIQUET_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": "piquet report --sections pi",
    }
    assert start(fish).out == "pique\n"
    assert start({**fish, "_TYPER_COMPLETE_FISH_ACTION": "is-args"}).code == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion__is_shown_and_installed(shell, tmp_path):
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "HOME": str(tmp_path)}
    shown = start(named, "--show-completion", shell)
    assert shown.code == 0
    assert f"complete_{shell}" in shown.out
    assert start(named, "--install-completion", shell).code == 0
    written = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(f"_PIQUET_COMPLETE=complete_{shell}" in text for text in written)


def test_completion__works_in_bash_itself(tmp_path):
    program = tmp_path / "piquet"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m piquet_sim "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(piquet --show-completion)"\n'
        "COMP_WORDS=(piquet simulate --elder nov); COMP_CWORD=3\n"
        "_piquet_completion piquet; echo ${COMPREPLY[@]}"
    )
    paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **paths},
    )
    assert done.stdout == "novice\n", done.stderr


def test_completion__from_no_shell_is_one_line(monkeypatch, capsys):
    import shellingham

    from piquet_sim import cli

    def fail():
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", fail)
    with pytest.raises(SystemExit) as ended:
        cli.main(["--install-completion"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "piquet: --install-completion requires bash, zsh or fish (or PowerShell); called from "
        "no shell\n"
    )


def test_completion__imports_no_engine():
    code = (
        "import sys\nfrom piquet_sim.cli import main, completion\n"
        "for name in dir(completion):\n"
        "    if name.startswith('complete_'):\n"
        "        assert getattr(completion, name)(''), name\n"
        "print([one for one in ('numba', 'numpy', 'pandas') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_names__are_those_of_the_engine():
    from analyses.charts.style import STYLES
    from analyses.report import SECTIONS
    from piquet_sim.advice.play import advice as play_advice
    from piquet_sim.deals.ways_to_play import WAYS_TO_PLAY
    from piquet_sim.exact import ending_solutions
    from piquet_sim.exact.census import ATTRIBUTES
    from piquet_sim.exact.draw_odds import AIMS
    from piquet_sim.game.rules import PRESETS
    from piquet_sim.strategies import find_strategy

    for name, profile in ROSTER.items():
        strategy = find_strategy(name)
        assert profile.plays_to_score == (strategy.call_to_score is not None)
        assert profile.describe().items() <= vars(strategy).items()
    assert tuple(PRESETS) == completion.PRESETS
    assert tuple(completion.WAYS_TO_PLAY) == tuple(WAYS_TO_PLAY)
    assert [one.key for one in SECTIONS] == completion.complete_sections("")
    assert tuple(ATTRIBUTES) == completion.ATTRIBUTES
    assert tuple(STYLES) == completion.STYLES
    assert sorted(completion.AIMS) == sorted(AIMS)
    assert play_advice.AIMS == ending_solutions.AIMS == completion.PLAY_AIMS


def test_offers__are_names_that_are_found():
    from piquet_sim.game.rules import RUBICON
    from piquet_sim.strategies import find_strategy

    for stem in ROSTER:
        for name, _ in complete_strategy(stem):
            assert find_strategy(name).name == name
    assert complete_strategy("club+sc") == []
    assert complete_strategy("expert+score+sc") == []
    for option in complete_setting(""):
        for one in complete_setting(f"{option}="):
            assert one.startswith(f"{option}=")
            assert hasattr(RUBICON, option)
