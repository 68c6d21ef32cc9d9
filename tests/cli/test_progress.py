"""What lasts shows how far it is, on a terminal and nowhere else."""

import sys
from io import StringIO

import pytest
from command_line import open_terminal
from rich.progress import Progress

from piquet_sim.cli import main, screen
from piquet_sim.deals.simulation import Simulation


@pytest.mark.parametrize("unit", ["deals", "pairs", "rounds"])
def test_bar__has_the_unit_of_what_is_counted(monkeypatch, unit):
    terminal = open_terminal(monkeypatch)
    with screen.show_progress(10, "something", unit) as progress:
        progress(5)
    assert f" {unit}/s" in terminal.getvalue()
    assert "50%" in terminal.getvalue() or "0%" in terminal.getvalue()


def test_bar__of_a_pipe_is_nothing(monkeypatch):
    pipe = StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with screen.show_progress(10, "something") as progress:
        assert progress is None
    assert pipe.getvalue() == ""


def test_training__says_each_round_and_moves_the_bar(tmp_path, monkeypatch):
    terminal, moved = open_terminal(monkeypatch), []
    from piquet_sim.strategies import training

    class Learned:
        manifest = {"seconds": 1.0}  # noqa: RUF012

        def write(self, path):
            path.write_text("learned")

    def learn(seed, hands, rounds, threads, report, rules, against):
        report("round 1: better")
        assert moved == [1]
        report("how deals end ...")
        assert moved == [1, 2]
        return Learned()

    monkeypatch.setattr(Progress, "update", lambda _, task, completed: moved.append(completed))
    monkeypatch.setattr(training, "train", learn)
    monkeypatch.setattr(training, "compare_learned", lambda one, two: (0.5, 0.1))
    with pytest.raises(SystemExit) as ended:
        main(["train", "--out", str(tmp_path / "learned.npz")])
    assert ended.value.code == 0
    assert "round 1: better" in terminal.getvalue()


def test_partie__is_shown_while_a_form_is_played(monkeypatch):
    from analyses.studies import partie

    def play_half(simulation, matches, threads, told):
        told(matches // 2)
        raise KeyboardInterrupt

    told = []
    monkeypatch.setattr(partie, "simulate_matches", play_half)
    with pytest.raises(KeyboardInterrupt):
        partie.STUDY.ask(Simulation("club", "club"), 2000, 1, told.append)
    assert told == [1000]
