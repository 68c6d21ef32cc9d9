"""The command on maxims: words, verdicts and numbers are those of the file and of the results."""

import json
import shutil

import pandas as pd
import pytest
from command_line import command

from analyses.maxims.findings import STUDY_OF, WORTH
from analyses.maxims.maxim import load_maxims
from analyses.results.stored import PUBLISHED

MAIN = ("all hands", "all deals", "deals to which it applies")


def ask(*arguments):
    said = command("maxim", *arguments, "--json")
    assert (said.code, said.err) == (0, "")
    return json.loads(said.out)


def test_list__has_every_maxim_with_its_verdicts():
    found = ask()
    assert [one["id"] for one in found] == list(load_maxims())
    assert [one["id"] for one in found if not one["findings"]] == ["CAV-C04"]
    said = " ".join(command("maxim").out.split())
    for one in found:
        assert f"{one['id']} {one['maxim']} {one['verdicts']}" in said


@pytest.mark.parametrize("study", STUDY_OF.values())
def test_findings__are_the_rows_of_the_result(study):
    table = pd.read_csv(PUBLISHED / study / "data.csv", keep_default_na=False)
    rows = table[(table["maxim"] != "") & (table["quantity"] == WORTH)]
    if "kind" in rows:
        rows = rows[rows["kind"].isin(MAIN)]
    found = [one for one in ask() if one["study"] == study]
    judged = [(one["id"], each) for one in found for each in one["findings"]]
    kept = {
        (name, one["seat"], one["verdict"], one["numbers"][WORTH]["value"]) for name, one in judged
    }
    assert kept == {
        (row.maxim, row.seat, row.verdict, float(row.value)) for row in rows.itertuples()
    }


def test_one__tells_words_verdict_numbers_and_two_hands():
    found, said = ask("cav-m01"), " ".join(command("maxim", "CAV-M01").out.split())
    words = load_maxims()["CAV-M01"]
    for text in (words.maxim, words.source, words.situation, words.says, words.against):
        assert text in said
    assert found["verdicts"] == "elder: right as a rule; younger: right"
    elder = found["findings"][0]
    assert elder["most_right"]["worth"]["value"] > 0 > elder["most_wrong"]["worth"]["value"]
    assert {elder[one]["hand"] for one in ("most_right", "most_wrong")} <= set(
        said.replace(",", "").split()
    )
    assert f"{elder['numbers'][WORTH]['value']:.2f}" in said
    assert said.endswith(found["again"])


def test_one__that_no_study_judges_is_not_judged():
    found = ask("CAV-C04")
    assert (found["verdicts"], found["findings"], found["again"]) == ("not judged", [], "")
    assert "not judged: no study has a rule for it" in command("maxim", "CAV-C04").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("CAX",), "no maxim 'CAX'; the nearest of 70 are:"),
        (("CAV-M01", "--results", "nowhere"), "results: nowhere has no result of a study of"),
    ],
)
def test_mistakes__are_told_in_a_line(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = command("maxim", *arguments)
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert said in found.err


def test_results__of_one_s_own_are_read(tmp_path):
    shutil.copytree(PUBLISHED / "calling", tmp_path / "calling")
    found = ask("--results", str(tmp_path))
    assert {one["study"] for one in found if one["findings"]} == {"calling"}
    (tmp_path / "calling" / "data.csv").write_text("quantity,value\nx,1\n")
    said = command("maxim", "--results", str(tmp_path))
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "calling" in said.err
