"""Studies asked on the command line."""

from command_line import answer

import analyses.study
from analyses import contents


def test_study_all__plays_the_same_deals_once(monkeypatch, tmp_path):
    """Studies of the same deals take them from the first that played them, with the same tables."""
    names, kept, play = ["pique", "experts-of-1890", "published"], [], analyses.study.run_simulation

    def note_run(*arguments, **named):
        kept.append(named["kept"])
        return play(*arguments, **named)

    monkeypatch.setattr(analyses.study, "run_simulation", note_run)
    monkeypatch.setattr(contents, "sort_by_length", lambda: names)
    asked = ("-n", 1_000, "--strategy", "club", "--json", "--out")
    together = answer("study", "all", *asked, tmp_path / "together")
    assert [one is None for one in kept] == [True, False]  # one keeps its records
    assert [one["study"] for one in together] == names
    for one in together:
        assert answer("study", one["study"], *asked, tmp_path / "alone")["table"] == one["table"]
