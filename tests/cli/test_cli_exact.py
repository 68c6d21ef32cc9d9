"""Commands that count and solve: exact answers."""

import json

import pytest
from command_line import answer, command, refused
from specimens import ENDING as TWO_CARDS

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")
ENDING = json.dumps(TWO_CARDS)


def test_solve__answers_line_by_line_and_in_words():
    answers = command("solve", "-", given=f"{ENDING}\n\n{ENDING}\n").out.splitlines()
    assert [json.loads(one) for one in answers] == [
        {"value": 10, "plays": {"AS": 10, "KD": -2}}
    ] * 2
    said = command("solve", "-", "--explain", given=ENDING).out
    assert said.startswith("Elder, to lead, wins one of two tricks, and makes ten points more")
    bad = command("solve", "-", given=f"{ENDING}\n{ENDING.replace('K.A', 'K.A7')}\n")
    assert bad.code == 2
    assert len(bad.out.splitlines()) == 1
    assert bad.err == (
        "piquet: line 2: elder has 2 cards and younger 3; both must have the same number\n"
    )


REPLY = (
    '{"elder": "..K.", "younger": ".K.A.", "leads": "elder", "table": "AS", '
    '"tricks": {"elder": 6, "younger": 4}}'
)


@pytest.mark.parametrize(
    ("options", "given", "found"),
    [
        ((), REPLY, {"value": 9, "plays": {"KH": 9, "AD": 12}}),
        (("--aim", "own"), ENDING, {"value": 12, "plays": {"AS": 12, "KD": 1}, "aim": "own",
         "seat": "elder"}),
        (("--aim", "own", "--seat", "elder"), REPLY, {"value": 11, "plays": {"KH": 11, "AD": 12},
         "aim": "own", "seat": "elder"}),
        (("--aim", "settlement", "--score", "93-120"), ENDING, {"value": -117,
         "plays": {"AS": -117, "KD": -317}, "aim": "settlement", "score": [93, 120]}),
        (("--rules", "parlett"), ENDING, {"value": 9, "plays": {"AS": 9, "KD": -3}}),
        (("--set", "cards_scores=20"), ENDING, {"value": 20, "plays": {"AS": 20, "KD": -2}}),
        (("--rules", "parlett"), ENDING.replace('"leads"', '"rules": "rubicon", "leads"'),
         {"value": 10, "plays": {"AS": 10, "KD": -2}}),
    ],
)  # fmt: skip
def test_solve__for_other_aims_rules_and_replies(options, given, found):
    assert json.loads(command("solve", "-", *options, given=given).out) == found
    said = command("solve", "-", *options, "--explain", given=given).out
    assert said.rstrip().endswith(".")


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"elder": ' + "1" * 5000 + "}",
        ENDING.replace('"leads"', '"leads": "elder", "leads"'),
    ],
)
def test_solve__lines_that_cannot_be_read(line):
    assert refused("solve", "-", given=line).startswith("piquet: line 1: ")


def test_census__json_counts_every_hand():
    given = answer("census", "--json")
    assert given["hands"] == 225_792_840
    names = {
        *("carte_blanche", "longest_suit", "best_sequence", "quatorzes", "trios", "value"),
        *("voids", "aces"),
    }
    assert names <= set(given["counts"])
    for name in names:
        assert sum(given["counts"][name].values()) == 225_792_840
    assert given["counts"]["aces"]["4"] == 3_108_105
    joint = answer("census", "aces", "value", "--jointly", "--json")
    assert sum(sum(row.values()) for row in joint["counts"].values()) == 225_792_840
    assert "1 in 1,792.4" in command("census", "carte_blanche").out


def test_census__writes_table_and_chart(tmp_path):
    done = command("census", "aces", "--out", str(tmp_path))
    assert done.code == 0, done.err
    assert {path.name for path in (tmp_path / "census-aces").iterdir()} == {
        "data.csv", "chart.svg", "chart.png", "meta.json",
    }  # fmt: skip


def test_odds__json_is_exact():
    given = answer("odds", "AKJ.AQJ8.98.J87", "--discard", "K..98.87", "--json")
    assert given["draws"] == 15504
    events = given["events"]
    assert events["quatorze:J"] == {"favourable": 3876, "of": 15504, "probability": 0.25}
    assert events["value_mean"] == {"numerator": 16589, "denominator": 969}
    ranked = answer("odds", "AKJ.AQJ8.98.J87", "--top", "3", "--json")
    assert len(ranked) == 3
    said = " ".join(command("odds", "--named", "1").out.split())
    assert "1/4 = 25.0000%, 3 to 1 against" in said
    younger = command("odds", "AKJ.AQJ8.98.J87", "--seat", "younger", "--took", "4").out
    assert "793 discards" in younger
    assert "approximation" in younger


def test_odds_of_what_is_good__json_adds_up():
    given = answer("odds", "--good", "set", "--json")
    assert given[0]["of"] == 28_443_124_054_800
    assert sum(row["of"] for row in given[1:]) == given[0]["of"]
    assert {"point", "sequence", "set"} == set(answer("odds", "--good", "all", "--json"))
    assert "no class 'sett'; did you mean 'set'?" in refused("odds", "--good", "sett")
    for more in (("AKJ.AQJ8.98.J87",), ("--seat", "younger"), ("--named", "2"), ("--draw", "4")):
        assert "--good" in refused("odds", "--good", "set", *more)
    assert "leave out --rules" in refused("odds", "--good", "set", "--rules", "au_cent")
