"""Commands that advise, compare players and play whole matches."""

import json
import os

import pytest
from command_line import answer, command, refused, run_process
from specimens import add_up

from piquet_sim.strategies.learned import find_learned

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")


# ---- Strong players -----------------------------------------------------------------------------
def test_advise__ranks_discards_with_reasons():
    told = answer("advise", "AKJ.AQJ8.98.J87", "--deals", "1000", "--json")
    assert told["question"] == {
        "hand": "AKJ.AQJ8.98.J87", "seat": "elder", "strategy": "expert", "rules": "rubicon",
        "seed": 1,
    }  # fmt: skip
    assert {"version", "rules_version", "engine", "strategies", "packages"} <= set(told["origin"])
    assert {"expert"} == set(told["origin"]["strategies"])
    given = told["candidates"]
    assert {"discard", "value", "se", "gap", "parts"} <= set(given[0])
    assert given[0]["gap"] == 0
    gaps = [one["gap"] for one in given]
    assert gaps == sorted(gaps)
    assert "AS" not in given[0]["discard"]
    for one in given:
        assert 1 <= len(one["discard"].split()) <= 5
        assert one["gap"] == pytest.approx(given[0]["value"] - one["value"])
        assert add_up(one["parts"]) == pytest.approx(one["value"])
    assert {"point", "sequences", "sets", "play", "cards", "pique", "repique_against"} <= set(
        given[0]["parts"]
    )


def test_advise__for_younger_and_to_the_score():
    hand = "T7.T97.AQJT.KQT"
    plain = answer(
        "advise", hand, "--seat", "younger", "--took", "3", "--seconds", "0.3", "--json"
    )  # fmt: skip
    assert plain["question"]["took"] == 3
    assert all(len(one["discard"].split()) <= 5 for one in plain["candidates"])
    scored = answer(
        "advise", hand, "--seat", "younger", "--score", "68-155", "--deal", "6",
        "--seconds", "0.3", "--opponent", "club", "--seed", "3", "--json",
    )  # fmt: skip
    assert scored["question"] == {
        "hand": hand, "seat": "younger", "took": 5, "strategy": "club", "rules": "rubicon",
        "score": [68, 155], "deal": 6, "seed": 3,
    }  # fmt: skip
    assert set(scored["origin"]["strategies"]) == {"club", "expert"}
    best = scored["candidates"][0]
    assert best["value"] < -150  # far behind in the last deal: a settlement, not points
    assert add_up(best["parts"]) == pytest.approx(best["value"])
    said = command("advise", hand, "--seat", "younger", "--seconds", "0.3").out
    assert "behind the best" in said
    assert "Points by part" in said


def test_duel__tells_gain_share_and_rating():
    given = answer("duel", "club", "novice", "-n", "500", "--json")
    assert given["pairs"] == 500
    assert given["gain"]["low"] > 0
    assert given["decided"]["value"] > 0.9
    assert given["rating"]["value"] > 100
    told = command("duel", "club", "novice", "-n", "60", "--parties").out
    assert "points of settlement per pair of parties more than novice" in told


def test_ladder__writes_table_and_chart(tmp_path):
    given = answer(
        "duel", "random", "club", "novice", "-n", "200", "--out", str(tmp_path), "--json",
    )  # fmt: skip
    assert given["sentences"][0].endswith("they stand so: club, novice, random.")
    assert (tmp_path / "ladder" / "chart.svg").is_file()
    gains = [row["value"] for row in given["table"] if row["quantity"] == "points a pair"]
    assert len(gains) == 3


def test_ladder__ends_each_duel_at_the_precision(tmp_path):
    asked = ("duel", "random", "club", "novice", "--out", str(tmp_path), "--json")
    given = answer(*asked, "--precision", "0.9")
    gains = [row for row in given["table"] if row["quantity"] == "points a pair"]
    assert all(row["se"] <= 0.9 for row in gains)
    assert len({row["n"] for row in gains}) > 1  # each ends by itself
    assert "played to a standard error of 0.9 points a pair" in given["sentences"][-1]
    few = answer(*asked, "--precision", "0.1", "-n", "1500")
    assert "error of 0.1 points a pair, or to 1,500 pairs" in few["sentences"][-1]
    done = command(*asked, "--precision", "0")
    assert done.code == 2
    assert done.err == "piquet: precision: expected a positive number, as in 0.1, got 0\n"


def test_ladder__of_a_precision_is_made_again(tmp_path):
    names = ("club", "novice", "random")
    answer("duel", *names, "--precision", "1", "--out", str(tmp_path), "--json")
    assert command("verify", tmp_path / "ladder").code == 0


@pytest.mark.slow
def test_train__writes_a_file_to_play_by(tmp_path):
    out = tmp_path / "mine.npz"
    given = answer("train", "--hands", "1000", "--rounds", "3", "--out", str(out), "--json")
    assert given["gain"] < 0
    assert {"seed", "hands", "rounds", "seconds", "machine"} <= set(given)
    own = run_process(
        *("duel", "expert", "club", "-n", "50", "--json"),
        capture_output=True, text=True, env={**os.environ, "PIQUET_LEARNED": str(out)},
    )  # fmt: skip
    assert (
        json.loads(own.stdout)["gain"]
        != answer("duel", "expert", "club", "-n", "50", "--json")["gain"]
    )


# ---- Matches ------------------------------------------------------------------------------------
def test_matches__json_names_what_a_match_comes_to():
    given = answer("simulate", "--matches", "400", "--younger", "novice", "--json")
    assert (given["n"], given["first"], given["second"]) == (400, "club", "novice")
    wanted = {
        "first_wins", "second_wins", "drawn", "rubicon", "settlement_mean", "deals_mean",
        "first_dealer_wins", "first_dealer_settlement_mean", "deal_1_first", "deal_6_second",
        "lead_holds_3", "level",
    }  # fmt: skip
    assert wanted <= set(given["estimates"])
    shares = [given["estimates"][name]["value"] for name in ("first_wins", "second_wins", "drawn")]
    assert sum(shares) == pytest.approx(1)
    assert given == answer(
        "simulate", "--matches", "400", "--younger", "novice", "--json", "--threads", "1"
    )


def test_matches__of_every_form_prints_a_table():
    for options in (
        ("--rules", "cotton_1674", "--set", "target=121"),
        ("--set", "partie_deals=4", "--mirrored"),
        ("--start", "70-99", "--rules", "boussac_1896"),
        ("--rules", "au_cent", "--set", "match=games", "--set", "settlement=games",
         "--set", "games_to_win=3", "--set", "double_below=50"),
        ("--third", "novice", "--parties", "4"),
    ):  # fmt: skip
        done = command("simulate", "--matches", "60", *options)
        assert done.code == 0, done.err
        assert "60 " in done.out


def test_chouette__json():
    given = answer("simulate", "--matches", "60", "--third", "random", "--parties", "4", "--json")
    assert given["players"] == {"A": "club", "B": "club", "C": "random"}
    assert given["scores"]["C"]["value"] < 0
    assert sum(given["single"].values()) == pytest.approx(1)


def test_settle__answers_line_by_line():
    sheets = [
        {"deals": [[27, 13], [15, 31], [44, 6], [18, 29], [35, 12], [25, 23]]},
        {"deals": [[44, 20], [30, 41], [26, 12]], "rules": "cotton_1674"},
    ]
    done = command("settle", "-", given="\n".join(json.dumps(sheet) for sheet in sheets))
    assert done.code == 0, done.err
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert first == {"totals": [164, 114], "winner": "A", "rubicon": False, "settlement": 150}
    assert (second["winner"], second["settlement"]) == ("A", 1)
    deals = "27-13 15-31 44-6 18-29 35-12 25-23"
    assert answer("settle", "--deals", deals) == first
    assert answer("settle", "--deals", deals, "--stake", "10")["money"] == 15
    six = answer("settle", "--deals", "25-14 14-25 24-13 13-24 20-12 12-20")
    assert six["unfinished"] == "two more deals"
    lines = command("settle", "--chouette", "150 416 -476", "--stake", "10").out.splitlines()
    assert json.loads(lines[-1])["scores"] == {"A": 180, "B": -90, "C": -90}


def test_chances__json_and_chart(tmp_path):
    chart = tmp_path / "chances.svg"
    given = answer("chances", "68-155", "--deal", "6", "--elder", "a", "-n", "20000", "--json",
                   "--chart", str(chart))  # fmt: skip
    assert given["totals"] == [68, 155]
    assert 0 < given["chances"]["wins"]["value"] < 0.1
    assert given["chances"]["settlement_mean"]["value"] < -200
    assert given["point"]["rate"] > 1
    drawn = chart.read_text()
    assert "What a point is worth" in drawn
    assert "At 68-155" in drawn
    told = command("chances", "0-0", "-n", "20000")
    assert told.code == 0, told.err
    assert "even" in told.out


def test_players__that_learned_nothing_of_the_sixes_are_refused(tmp_path):
    path = tmp_path / "rubicon.npz"
    find_learned().write(path)
    told = refused("duel", f"expert@{path}", "novice", "--rules", "cotton_1674", "-n", "50")
    assert "it knows the pack of 32 alone, not that of 36" in told
    assert command("duel", "expert", "novice", "--rules", "cotton_1674", "-n", "50").err == ""


def test_players__of_whom_none_has_a_rating():
    assert "rating" not in command("duel", "club", "random", "-n", "4").out
