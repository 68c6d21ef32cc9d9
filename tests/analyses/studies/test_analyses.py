"""Some studies: their numbers are the exact ones, parts add up, charts show the tables."""

import re

import numpy as np
import pandas as pd
import pytest
from command_line import command
from naive_call_maxims import best_calls, compare
from naive_worlds import named

import analyses
from analyses import ask, contents, find_study
from analyses.findings import Findings
from piquet_sim import InputError, Simulation
from piquet_sim.cli.guides import read_guide
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact import census


@pytest.fixture(scope="module")
def answers():
    studies = ("hands", "pique")
    simulation = Simulation("club", "club", seed=11)
    return {name: find_study(name).ask(simulation, 20_000) for name in studies}


def test_findings__numbers_texts_and_gaps_come_back_as_they_were(tmp_path):
    found = Findings()
    found.add(know_exactly(0.1 + 0.2), elder="007", quantity="x")
    found.add(Estimate(-1e-300, 0.5, -1.0, 1 / 3, 2, "normal"), elder="NA", quantity='a "b", c')
    found.add(None, elder="nan", quantity="none")
    found.write(tmp_path / "data.csv")
    again = Findings.read_file(tmp_path / "data.csv")
    pd.testing.assert_frame_equal(again.table, found.table, check_exact=True)
    assert again.get(elder="NA") == found.get(elder="NA")
    assert again.get(elder="nan") is None
    again.write(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "data.csv").read_bytes()


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n1,2,3\n", b'a\n"', b"\xff\xfe"])
def test_findings__refuse_other_files(tmp_path, content):
    (tmp_path / "data.csv").write_bytes(content)
    with pytest.raises(InputError, match="not a table"):
        Findings.read_file(tmp_path / "data.csv")


def test_hands__estimates_agree_with_exact_counts(answers):
    table = answers["hands"].table
    assert (table.groupby("attribute")["hands"].sum() == census.count_hands()).all()
    # Seventeen z-scores: the largest is beyond 4.5 once in ten thousand sound runs.
    assert table["z"].abs().max() < 4.5


def test_pique__parts_add_up_to_the_whole(answers):
    table = answers["pique"].table
    for (seat, event), rows in table.groupby(["seat", "event"]):
        parts = rows[rows["made_of"] != "anything"]["value"].sum()
        whole = rows[rows["made_of"] == "anything"]["value"].iloc[0]
        assert event == "capot" or parts == pytest.approx(whole), (seat, event)


def test_discards__are_better_by_the_law_where_the_better_call_is(answers):
    """Every hand of some deals, by a count of its suits one by one."""
    found = find_study("discards").ask(Simulation("club", "club", seed=11), 600).found
    records = Simulation("club", "club", seed=11).record_units(0, 600)
    for seat in ("elder", "younger"):
        both = [
            [best_calls(named(int(hand))) for hand in records[f"{seat}_{what}"]]
            for what in ("dealt", "hand")
        ]
        for place, kind in enumerate(("point", "sequence")):
            better = [compare(two[place], one[place]) > 0 for one, two in zip(*both, strict=True)]
            cells = {"seat": seat, "dealt": "any"}
            assert found.find(**cells, quantity=f"{kind}, better by the law").value == np.mean(
                better
            )


def test_find_study__suggests_the_nearest_name():
    with pytest.raises(InputError, match="did you mean 'discards'"):
        find_study("discard")


@pytest.mark.parametrize("name", sorted(analyses.HOMES))
def test_name__of_the_package_leads_somewhere(name):
    assert callable(getattr(analyses, name))


# ---- In a notebook ------------------------------------------------------------------------------
def test_ask__is_the_study_of_these_players():
    asked = ask("elder-advantage", 2_000, "novice", "club", seed=4)
    study = find_study("elder-advantage")
    wanted = study.ask(Simulation("novice", "club", seed=4), 2_000)
    pd.testing.assert_frame_equal(asked.table, wanted.table)
    assert [asked.found.about[seat] for seat in ("elder", "younger")] == ["novice", "club"]


# ---- One of your own ----------------------------------------------------------------------------
def test_study__of_the_guide_is_asked_told_and_drawn_like_any_other(tmp_path, monkeypatch):
    monkeypatch.setattr(contents, "ENTRIES", dict(contents.ENTRIES))
    fenced = re.findall(r"^```python\n(.*?)^```$", read_guide("studies"), re.DOTALL | re.MULTILINE)
    (whole,) = (one for one in fenced if "analyses.register" in one)
    (tmp_path / "cards.py").write_text(whole)
    load, out = ("--load", tmp_path / "cards.py"), tmp_path / "answers"
    asked = command("study", "the-cards", *load, "-n", "2000", "--strategy", "club", "--out", out)
    assert asked.code == 0
    assert "Elder wins the cards in" in asked.out
    records = Simulation("club", "club").record_units(0, 2_000)
    table = pd.read_csv(out / "the-cards" / "data.csv").set_index("seat")
    assert table.value["elder"] == (records["elder_cards"] == 10).mean()
    drawn = tmp_path / "again.svg"
    assert command("chart", "the-cards", "--of", out, "--out", drawn).code == 0
    assert "Elder wins the cards in" in drawn.read_text()
    page = tmp_path / "page.html"
    assert command("report", "the-cards", "--of", out, "--out", page).code == 0
    assert "Elder wins the cards in" in page.read_text()
