"""What a study says on a screen: plain words on fifteen lines, the exact ones where asked for."""

import json
import shutil

import pytest
from command_line import command, refused
from specimens import ROOT

RESULTS = ROOT / "results"
MOST_LINES = 15


def ask(*arguments):
    """What a study answers for programs."""
    return json.loads(command("study", *arguments, "--json").out)


def test_study__of_stored_results_says_all_in_fifteen_lines_each(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(ROOT)
    done = command("study", "all", "--of", "results")
    assert (done.code, done.err) == (0, "")
    said = done.out.strip().split("\n\n")
    assert len(said) == len(ask("all", "--of", "results"))
    for one in said:
        lines = one.splitlines()
        assert len(lines) < MOST_LINES, one
        assert max(map(len, lines)) <= 80
        assert "±" not in one


def test_study__all_adds_the_exact_words_and_json_has_both():
    told = ask("pique", "--of", RESULTS)
    plain, full = (
        command("study", "pique", "--of", RESULTS, *also).out for also in ([], ["--all"])
    )
    for key in ("title", "summary", "folder", "n", "elder", "table"):
        assert key in told
    for one in (told["finding"], told["standfirst"], *told["brief"], told["not_meant"]):
        assert all(" ".join(one.split()) in " ".join(out.split()) for out in (plain, full))
    for one in told["summary"]:
        assert one in " ".join(full.split())
        assert one not in " ".join(plain.split())


def test_study__that_is_played_says_the_same_as_its_stored_result(tmp_path):
    asked = ("study", "pique", "-n", "400", "--strategy", "club", "--out", tmp_path)
    played = command(*asked).out
    stored = command("study", "pique", "--of", tmp_path).out
    words = [out[: out.index("\n  (")] for out in (played, stored)]
    assert words[0] == words[1]
    assert "--all: the exact words)" in " ".join(played.split())
    meta = json.loads((tmp_path / "pique" / "meta.json").read_text("utf-8"))
    assert meta["finding"] in " ".join(played.split())


def test_study__rewords_a_result_and_nothing_else(tmp_path):
    home = tmp_path / "pique"
    shutil.copytree(RESULTS / "pique", home)
    meta = json.loads((home / "meta.json").read_text("utf-8"))
    (home / "meta.json").write_text(json.dumps({**meta, "summary": ["Old."], "finding": "Old"}))
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    command("study", "pique", "--of", tmp_path)
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    done = command("study", "pique", "--of", tmp_path, "--reword")
    assert "meta.json: reworded" in done.err
    after = json.loads((home / "meta.json").read_text("utf-8"))
    assert after["summary"] == ask("pique", "--of", RESULTS)["summary"]
    assert after["finding"] != "Old"
    assert all((home / name).read_bytes() == before[name] for name in before if name != "meta.json")
    assert command("study", "pique", "--of", tmp_path, "--reword").err == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pique", "--reword"), "--reword requires --of"),
        (("pique", "--of", RESULTS, "-n", "9"), "nothing is played; leave out --deals"),
        (("pqiue", "--of", RESULTS), "no study"),
        (("pique", "--of", "nowhere"), "nowhere"),
    ],
)
def test_study__refuses_what_does_not_go_together(arguments, says):
    assert says in refused("study", *arguments)
