"""The command line of conditions, precision and going on, as a new user types it."""

import json
import shutil
import sys
from time import monotonic, sleep

import pyarrow.parquet as pq
import pytest
from command_line import Terminal, command, refused
from specimens import RESULTS

from piquet_sim import simulate
from piquet_sim.cli import screen
from piquet_sim.cli.options import describe
from piquet_sim.conditions import dealing
from piquet_sim.conditions.dealing import allot
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.running.checkpoint import read_simulation
from piquet_sim.running.provenance import describe_simulation

BLANCHE = "elder has carte blanche"


def test_given__says_how_probable_it_is_and_how_it_was_dealt():
    code, out, err = command("simulate", "-n", "2000", "--given", BLANCHE)
    assert (code, err) == (0, "")
    out = " ".join(out.split())
    assert f"given: {BLANCHE}" in out
    assert "exactly 1 in 1,792.43 deals; dealt directly, without rejection sampling" in out
    code, out, _ = command("simulate", "-n", "2000", "--given", "elder trios > younger trios")
    assert code == 0
    assert "of those dealt" in out


@pytest.mark.parametrize("quiet", [False, True])
def test_given__that_takes_long_to_lay_out_says_so_on_a_terminal(monkeypatch, quiet):
    terminal, until = Terminal(), monotonic() + (0.2 if quiet else 10)

    def allot_slowly(*asked):
        while not terminal.getvalue() and monotonic() < until:
            sleep(0.01)
        return allot(*asked)

    monkeypatch.setattr(screen, "SECONDS_IN_SILENCE", 0.01)
    monkeypatch.setattr(dealing, "allot", allot_slowly)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(screen, "is_for_programs", lambda: quiet)
    described = describe("club", "club", "rubicon", None, "1", False, None, "strategies", [BLANCHE])
    assert described.given.text == BLANCHE
    said = "" if quiet else "piquet: listing all deals that meet the condition …\n"
    assert terminal.getvalue() == said


def test_given__that_is_soon_laid_out_says_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with screen.say_if_slow("piquet: waiting"):
        pass
    sleep(0.05)
    assert sys.stderr.getvalue() == ""


def test_given__in_json_beside_what_stood_there_before():
    code, out, _ = command(
        "simulate", "-n", "2000", "--given", BLANCHE, "--given", "elder has 4 aces", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert found["given"] == f"({BLANCHE}) and (elder has 4 aces)"
    assert found["condition"]["probability"]["numerator"] > 0
    assert found["condition"]["method"] == "exact"
    assert {"n", "seed", "rules", "elder", "younger", "play", "estimates"} <= set(found)
    wins = found["estimates"]["elder_wins"]
    weight = found["condition"]["probability"]["value"]
    assert wins["of_all"]["value"] == pytest.approx(weight * wins["value"])
    code, out, _ = command("simulate", "-n", "2000", "--json")
    assert "condition" not in json.loads(out)


def test_given__every_answer_says_how_it_was_read(tmp_path):
    """Words and reading, and the exact probability: on the screen, as JSON, in files."""
    asked, reading = "elder lacks aces and kings", "elder: 0 aces, 0 kings"
    often = {"numerator": 323, "denominator": 26970, "value": 323 / 26970}
    rows = tmp_path / "rows.parquet"
    code, out, _ = command("simulate", "-n", "500", "--given", asked, "--records", str(rows))
    assert code == 0
    assert f"given: {asked}\n  read as: {reading}\n  exactly 1 in 83.4985 deals" in out
    told = json.loads(pq.read_schema(rows).metadata[b"simulation"])
    assert (told["given"], told["reading"]) == (asked, reading)
    answers = {
        "simulate": command("simulate", "-n", "500", "--given", asked, "--json")[1],
        "duel": command("duel", "club", "novice", "-n", "50", "--given", asked, "--json")[1],
        "deal": command("deal", "--given", asked, "--json")[1],
    }
    for name, answer in answers.items():
        condition = json.loads(answer)["condition"]
        assert (condition["condition"], condition["reading"]) == (asked, reading), name
        assert (condition["method"], condition["probability"]) == ("exact", often), name
    for name in ("duel", "deal"):
        arguments = ("duel", "club", "novice", "-n", "50") if name == "duel" else ("deal",)
        out = command(*arguments, "--given", asked)[1]
        assert asked in out
        assert reading in out
    assert str(Simulation(given=asked)).endswith(f"given that {asked} (read as: {reading})")
    # What is typed back is the same question.
    again = json.loads(command("simulate", "-n", "500", "--given", reading, "--json")[1])
    assert again["estimates"] == json.loads(answers["simulate"])["estimates"]


def test_given__a_deal_under_a_condition_can_be_scored(tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(command("deal", "--given", "elder has 4 aces", "--json")[1])
    code, out, _ = command("score", str(file))
    assert code == 0
    assert "total" in json.loads(out)["elder"]


def test_given__read_otherwise_by_other_code_is_refused():
    """A checkpoint whose words are read in another sense today must not be gone on with."""
    about = describe_simulation(Simulation(given="elder lacks aces and kings"))
    assert read_simulation(about, "it").given.reading == "elder: 0 aces, 0 kings"
    with pytest.raises(InputError, match=r"was read as 'elder: 1\+ kings, 0 aces' there"):
        read_simulation({**about, "reading": "elder: 1+ kings, 0 aces"}, "it")


def test_given__for_one_deal_and_for_a_duel():
    code, out, _ = command("deal", "--given", "elder has AKJ.AQJ8.98.J87", "--index", "3", "--json")
    assert code == 0
    assert json.loads(out)["elder"]["dealt"] == "AKJ.AQJ8.98.J87"
    code, out, _ = command("duel", "club", "novice", "-n", "500", "--given", BLANCHE, "--json")
    assert code == 0
    assert json.loads(out)["given"] == BLANCHE
    told = refused("duel", "club", "novice", "-n", "50", "--parties", "--given", BLANCHE)
    assert "matches are played with random deals" in told


def test_precision__on_the_command_line():
    code, out, err = command("simulate", "--precision", "difference=0.5", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["estimates"]["difference"]["se"] <= 0.5
    code, _, err = command("simulate", "--precision", "elder_wins=1%", "--max-deals", "2000")
    assert code == 0
    assert err == "piquet: stopped at 2,000 deals; elder_wins=1% not reached\n"
    code, _, err = command("simulate", "--max-time", "0.2", "--json")
    assert code == 0
    assert err.startswith("piquet: stopped by --max-time after ")


def test_most_deals__of_mirrored_ones_may_be_odd():
    assert command("simulate", "--max-deals", "7", "--mirrored").code == 0


def test_checkpoint__the_same_command_goes_on(tmp_path):
    path = tmp_path / "run.checkpoint"
    code, _, err = command("simulate", "-n", "3000", "--checkpoint", path, "--json")
    assert (code, err) == (0, "")
    code, out, err = command("simulate", "-n", "9000", "--checkpoint", path, "--json")
    assert code == 0
    assert err == f"piquet: continuing after 3,000 deals from {path}\n"
    assert json.loads(out) == json.loads(command("simulate", "-n", "9000", "--json")[1])
    assert json.loads(command("simulate", "--resume", path, "--json")[1]) == json.loads(out)


def test_resume__says_itself_what_is_played(tmp_path):
    path = tmp_path / "run.checkpoint"
    command("simulate", "-n", "300", "--elder", "novice", "--checkpoint", path)
    for option, value in (("-n", "500"), ("--elder", "club"), ("--seed", "1")):
        told = refused("simulate", "--resume", path, option, value)
        assert f"{option} cannot be combined with --resume, which says what is played" in told
    assert json.loads(command("simulate", "--resume", path, "--json")[1])["elder"] == "novice"


def test_study__says_that_a_longer_result_is_replaced_and_of_how_many_cases_it_is(tmp_path):
    wrote = [command("study", "hands", "-n", n, "--out", tmp_path) for n in ("300", "200", "200")]
    assert [len(done.err.splitlines()) for done in wrote] == [0, 1, 0]
    assert "a result of 300 deals will be replaced; --out FOLDER keeps it" in wrote[1].err
    told = command("study", "calling", "-n", "500", "--strategy", "club", "--out", tmp_path).out
    assert "(500 deals, 200 played in every way, " in told


def test_study__writes_over_a_published_result_only_by_the_command_that_made_it(tmp_path):
    home = tmp_path / "pique"
    shutil.copytree(RESULTS / "pique", home)
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    for name in ("pique", "essentials", "all"):
        told = refused("study", name, "-n", "2_000_000", "--out", tmp_path)
        assert "only 'piquet study pique --published' overwrites" in told
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["pique"]


def test_study__that_takes_long_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("piquet_sim.running.precision.LONG", 0.001)
    done = command("study", "discards", "-n", "100", "--threads", "1", "--out", tmp_path)
    assert done.code == 0
    assert "piquet: discards: this takes about " in done.err
    assert "a tenth of the error would take about " in done.err


def test_study__finds_its_deals_for_a_precision(tmp_path):
    asked = ("study", "pique", "--strategy", "club", "--out", tmp_path)
    done = command(*asked, "--precision", "difference=0.5")
    assert done.code == 0
    deals = int(done.err.split("piquet: pique: ")[1].split(" deals for")[0].replace(",", ""))
    plain = simulate("club", "club", n=deals).estimates["difference"]
    assert plain.se == pytest.approx(0.5, rel=0.1)
    assert f"({deals:,} deals, " in done.out
    for wrong, part in (
        (("difference=0.5", "-n", "300"), "leave out -n"),
        (("difference=0.5", "--published"), "leave out"),
        (("nonsense=1",), "no estimate 'nonsense'"),
    ):
        assert part in refused(*asked[:2], "--out", tmp_path, "--precision", *wrong)
