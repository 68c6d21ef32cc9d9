"""Every published result is made again in part; what was changed after it was made is found out."""

import json
import shutil
from dataclasses import replace

import pytest
from command_line import command
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens import RESULTS

from analyses import STUDIES, find_study
from analyses.studies.players import leads, throwing
from analyses.verification import verify_study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import digest_file
from piquet_sim.running.digests import digest_rooms, find_data, find_modules

CLUBS = Simulation("club", "club", seed=3)


def outcomes(found):
    return {check.what: check.agrees for check in found.checks}


QUICK = ("census", "discards", "hands", "ladder", "leads", "partie", "pique", "throwing")
"""Results of each kind: of counts, of deals, of cases, of matches. The others are slow checks."""


# ---- What is published --------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in sorted(path.parent.name for path in RESULTS.glob("*/meta.json"))
    ],
)
def test_published_result__agrees_with_itself(name):
    found = verify_study(RESULTS / name, 1, seed=1)
    assert not found.differs, [check for check in found.checks if check.agrees is False]
    assert found.outcome == "agrees"
    assert outcomes(found)["chart"] is outcomes(found)["sentences"] is True
    assert ("rest of the table" in outcomes(found)) != found.is_exact


def test_published_results__are_those_of_all_studies():
    missing = {*STUDIES, "ladder", "census"} - {
        path.parent.name for path in RESULTS.glob("*/meta.json")
    }
    assert not missing, "piquet study NAME --published --out results makes it"


# ---- What was changed ---------------------------------------------------------------------------
@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Results of studies of cases, and of one of deals."""
    out = tmp_path_factory.mktemp("results")
    return {
        name: find_study(name).answer(CLUBS, 2_000).write(out)
        for name in ("leads", "throwing", "pique")
    }


@pytest.fixture
def copy(made, tmp_path):
    return lambda name: shutil.copytree(made[name], tmp_path / name)


def test_verify__says_of_each_part_whether_it_was_made_again(made):
    found = verify_study(made["leads"], 500, seed=1)
    said = outcomes(found)
    assert found.outcome == "agrees"
    assert found.cases == 40
    assert said["cases"] is said["table"] is said["chart"] is said["sentences"] is True
    assert said["deals"] is said["rest of the table"] is None
    whole = verify_study(made["leads"], 2_000, seed=1)
    assert outcomes(whole)["sentences"] is outcomes(whole)["table"] is True
    assert "rest of the table" not in outcomes(whole)


def test_verify__finds_a_changed_rule(made, monkeypatch):
    own = leads.find_kind
    monkeypatch.setattr(leads, "find_kind", lambda *cards: (own(*cards) + 1) % 8)
    found = verify_study(made["leads"], 500, seed=1)
    assert found.outcome == "differs"
    assert outcomes(found)["leads"] is False


def test_verify__finds_a_changed_coefficient(made, monkeypatch):
    monkeypatch.setattr(throwing, "DEALS_A_HAND", throwing.DEALS_A_HAND // 2)
    assert verify_study(made["throwing"], 500, seed=1).outcome == "differs"


def test_verify__finds_a_changed_chart(made, copy, monkeypatch):
    chart = copy("pique") / "chart.svg"
    chart.write_text(chart.read_text().replace("percent of deals", "percent of hands"))
    meta = json.loads((chart.parent / "meta.json").read_text())
    meta["files"]["chart.svg"] = digest_file(chart)
    (chart.parent / "meta.json").write_text(json.dumps(meta))
    assert outcomes(verify_study(chart.parent, 500, seed=1))["chart"] is False


def test_verify__finds_changed_sentences_though_all_is_made_again(copy):
    home = copy("pique")
    meta = json.loads((home / "meta.json").read_text())
    meta["summary"][0] = meta["summary"][0].replace("1", "2")
    (home / "meta.json").write_text(json.dumps(meta))
    assert outcomes(verify_study(home, 2_000, seed=1))["sentences"] is False


def test_verify__notes_other_code_that_makes_the_same(copy):
    home = copy("pique")
    meta = json.loads((home / "meta.json").read_text())
    meta["sources"]["analyses.studies.game.pique"] = "00000000"
    (home / "meta.json").write_text(json.dumps(meta))
    found = verify_study(home, 500, seed=1)
    assert found.outcome == "agrees"
    (note,) = [check for check in found.checks if check.what == "code of the study"]
    assert note.is_note
    assert note.said == "made by different code: analyses.studies.game.pique"


def test_verify__what_cannot_be_made_again_is_not_checked(copy, tmp_path):
    home = copy("pique").rename(tmp_path / "mine")
    meta = json.loads((home / "meta.json").read_text())
    meta.update(title="Who dealt?", runs=[], made_by="somebody")
    (home / "meta.json").write_text(json.dumps(meta))
    done = command("verify", home)
    assert done.code == 3
    assert " ".join(done.out.split()).endswith("nothing made again: not checked")


VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({})


@settings(max_examples=12)
@given(st.data())
def test_verify__wild_descriptions_are_judged_or_refused_in_one_line(made, tmp_path_factory, data):
    meta = json.loads((made["pique"] / "meta.json").read_text())
    inner = meta if data.draw(st.booleans()) else meta["description"]
    inner[data.draw(st.sampled_from([*inner]))] = data.draw(VALUES)
    home = tmp_path_factory.getbasetemp() / "wild" / "pique"
    shutil.copytree(made["pique"], home, dirs_exist_ok=True)
    (home / "meta.json").write_text(json.dumps(meta))
    said = ""
    try:
        verify_study(home, 1, seed=1)
    except InputError as error:
        said = str(error)
    assert "\n" not in said


# ---- What a study depends on --------------------------------------------------------------------
def test_sources__are_found_from_imports():
    modules = find_modules("analyses.studies.books.maxims")
    assert {"analyses.maxims.discard.of_suits", "analyses.maxims.chart", "analyses.words.verdicts",
            "piquet_sim.deals.stages", "piquet_sim.advice.trials"} <= modules  # fmt: skip
    assert "analyses.studies.players.headroom" not in modules
    assert "published_maxims.json" in {
        path.name for path in find_data("analyses.studies.books.maxims")
    }
    # A name that a package hands out leads to the module where it stands.
    assert "piquet_sim.strategies.policies" in find_modules("analyses.maxims.calls.trying")
    assert "analyses.studies.game.pique" in digest_rooms("analyses.studies.game.pique")


def test_study__of_fewer_deals_judges_the_first_of_the_same_cases():
    few, many = (find_study("throwing").answer(CLUBS, n).cases for n in (500, 4_000))
    for name, one in few.items():
        common = set(one["fingerprints"]) & set(many[name]["fingerprints"])
        assert common
        assert all(one["fingerprints"][at] == many[name]["fingerprints"][at] for at in common)
    other = find_study("throwing").answer(replace(CLUBS, seed=4), 500).cases
    assert other["elder"]["fingerprints"]["1"] != few["elder"]["fingerprints"]["1"]
