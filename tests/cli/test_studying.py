"""Studies asked on the command line."""

from command_line import answer

import analyses.study
from analyses import contents


def test_study_all__plays_the_same_deals_once(monkeypatch, tmp_path):
    """Studies of the same deals take them from the first that played them, with the same tables."""
    names, runs, play = ["pique", "experts-of-1890", "published"], [], analyses.study.run_simulation

    def note_run(simulation, n, *arguments, **named):
        runs.append((simulation, n, named["kept"] is None))
        return play(simulation, n, *arguments, **named)

    monkeypatch.setattr(analyses.study, "run_simulation", note_run)
    monkeypatch.setattr(contents, "sort_by_length", lambda: names)
    asked = ("-n", 1_000, "--strategy", "club", "--json", "--out")
    together = answer("study", "all", *asked, tmp_path / "together")
    assert [kept_nothing for *_, kept_nothing in runs] == [True, False]  # one keeps its records
    for name, one in zip(names, together, strict=True):
        assert one["study"] == name
        assert answer("study", name, *asked, tmp_path / "alone")["table"] == one["table"]
