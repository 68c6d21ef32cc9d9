"""The command on maxims: words, verdicts and numbers are those of the file and of the results.

Covers `analyses.maxims.findings`.
"""

import shutil

import pandas as pd
import pytest
from command_line import answer, command, refused

from analyses.maxims.findings import STUDY_OF
from analyses.maxims.maxim import load_maxims
from analyses.maxims.verdict import VERDICTS, WORTH
from analyses.stored import PUBLISHED


def ask(*arguments):
    return answer("maxim", *arguments, "--json")


def test_list__has_every_maxim_with_its_verdicts():
    found, said = ask(), " ".join(command("maxim").out.split())
    assert (
        [one["id"] for one in found if one["findings"]],
        [one for one in found if "{id} {maxim} ({verdicts})".format(**one) not in said],
    ) == (list(load_maxims()), [])


@pytest.mark.parametrize("study", STUDY_OF.values())
def test_findings__are_the_rows_of_the_result(study):
    table = pd.read_csv(PUBLISHED / study / "data.csv", keep_default_na=False)
    rows = table[(table["quantity"] == WORTH) & (table["kind"] == "all")]
    assert {
        (one["id"], each["seat"], each["verdict"], each["numbers"][WORTH]["value"])
        for one in ask()
        if one["study"] == study
        for each in one["findings"]
    } == {*zip(rows.maxim, rows.seat, rows.verdict, map(float, rows.value), strict=True)}


def test_one__has_its_verdict_and_two_hands():
    found = ask("cav-m01")
    right, wrong = (found["findings"][0][f"most_{one}"]["worth"] for one in ("right", "wrong"))
    assert (found["verdicts"], right["value"] > 0 > wrong["value"]) == ("right", True)


def test_results__of_one_s_own_are_read(tmp_path):
    home = shutil.copytree(PUBLISHED / "playing", tmp_path / "playing")
    assert {one["study"] for one in ask("--results", tmp_path) if one["findings"]} == {"playing"}
    (home / "data.csv").write_text("quantity,value\nx,1\n")
    assert "playing" in refused("maxim", "--results", tmp_path)


# ---- Maxims of one's own ------------------------------------------------------------------------
OWN = """
import analyses
from piquet_sim.game.cards import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices):
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0


@analyses.discard_maxim("MY-M02", "Throw an ace", ["younger"])
def throw_aces(choices):
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.throws(aces) > 0, choices.keeps(aces)


@analyses.play_maxim("MY-P01", "Play the lowest card", ["younger"])
def play_low(view):
    return view.legal & -view.legal, view.legal & view.legal - 1
"""


@pytest.fixture
def own(here):
    (here / "my.py").write_text(OWN)
    return here


def test_own__is_judged_told_and_drawn(own):
    # Registered before, by another file in the same process, in another order.
    (own / "my.py").write_text(OWN.replace("MY-M01", "MY-M07").replace("MY-P01", "MY-M08"))
    listed = [one["id"] for one in ask("--load", "my.py", "-n", "500")]
    (own / "my.py").write_text(OWN)
    ids, findings = zip(
        *((one["id"], one["findings"]) for one in ask("--load", "my.py", "-n", "500")), strict=True
    )
    assert (listed, ids) == (["MY-M07", "MY-M02", "MY-M08"], ("MY-M01", "MY-M02", "MY-P01"))
    spared, thrown = (one[-1]["numbers"][WORTH]["value"] for one in findings[:2])
    # The same hands and deals, the sides exchanged.
    assert spared == -thrown > 5
    assert ([one["seat"] for one in findings[0]], findings[2][0]["verdict"] in VERDICTS) == (
        ["elder", "younger"],
        True,
    )
    for folder in (own / "answers" / name.lower() for name in ids):
        assert {"chart.svg", "data.csv"} <= {path.name for path in folder.iterdir()}
        assert " on 1 maxim on the " in (folder / "meta.json").read_text()
    assert findings[1][0]["said"] in " ".join(
        command("maxim", "my-m02", "--load", "my.py", "-n", "500").out.split()
    )


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("", (), "--load my.py: registers no maxim; piquet help maxims shows how"),
        (OWN, ("MY-M9",), "no maxim 'MY-M9'; "),
        (OWN.replace("MY-M01", "CAV-M01"), (), "expected a name that no published maxim has"),
        (OWN.replace('["younger"]', '["dealer"]'), (), "expected elder, younger or both"),
        (OWN.replace("choices.keeps(aces), ", ""), ("MY-M01",), "MY-M01: expected two arrays"),
        (OWN.replace("analyses.of_rank(ACE)", "0"), ("MY-M01",), "no maxim has two cases"),
        (OWN, ("--results", "x"), "--results cannot be combined with --load"),
    ],
)
def test_own__mistakes_are_told_in_a_line(own, text, arguments, said):
    (own / "my.py").write_text(text)
    assert said in refused("maxim", *arguments, "--load", "my.py", "-n", "500")
    assert not (own / "answers").exists()
