"""`piquet simulate --measure`: on the screen, as JSON, resumed, and refused."""

import json

from command_line import answer, command

from piquet_sim import simulate

EXAMPLE = "elder_point >= 6 and elder_cards"
ASKED = ("simulate", "-n", "2000", "--measure", EXAMPLE, "--measure", "far: abs(difference)")


def test_screen__has_measures_below_all_else(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    plain, done = command("simulate", "-n", "2000"), command(*ASKED)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(plain.out)
    words = " ".join(done.out.removeprefix(plain.out).split())
    result = simulate(n=2000, measures=[EXAMPLE, "far: abs(difference)"])
    share, mean = result.measures.values()
    for said in (
        f"{EXAMPLE} {100 * share.value:.2f} ± {100 * share.se:.2f}% {100 * share.low:.2f} to",
        f"far {mean} {mean.low:.2f} to {mean.high:.2f} abs(difference); difference: elder's score",
        "elder_point: elder's points for the point",
        "elder_cards: elder wins the cards: seven to eleven tricks",
    ):
        assert said in words


def test_screen__that_is_narrow_holds_them(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    lines = command(*ASKED, "--given-outcome", "elder_point").out.splitlines()
    assert max(map(len, lines)) <= 20
    assert "measure: far" in lines


def test_screen__says_among_how_many_deals():
    done = command(*ASKED, "--given-outcome", "elder_point", "--show", "drawn")
    result = simulate(n=2000, measures=EXAMPLE, given_outcome="elder_point")
    assert f"Among the {result.measures[EXAMPLE].n:,} deals (" in done.out
    assert "in which elder_point" in done.out
    never = command("simulate", "-n", "100", "--measure", "drawn", "--given-outcome",
                    "elder_score > 150")  # fmt: skip
    assert never.code == 0
    assert "Among the 0 deals (0%) in which elder_score > 150" in never.out
    assert never.out.splitlines()[-1].split()[:3] == ["drawn", "–", "–"]


def test_json__has_measures_and_all_else_as_before():
    plain = answer("simulate", "-n", "2000", "--json")
    found = answer(*ASKED, "--given-outcome", "elder_point", "--json")
    measures, given = found.pop("measures"), found.pop("given_outcome")
    assert found == plain
    result = simulate(n=2000, measures=[EXAMPLE, "far: abs(difference)"],
                      given_outcome="elder_point")  # fmt: skip
    for name, text in ((EXAMPLE, EXAMPLE), ("far", "abs(difference)")):
        assert measures[name] == {"expression": text, **result.measures[name].as_json()}
    assert given["expression"] == "elder_point"
    assert given["deals"] == measures["far"]["n"]
    assert given["value"] == plain["estimates"]["elder_point"]["value"]


def test_resume__goes_on_with_the_measures(tmp_path):
    path = tmp_path / "run.checkpoint"
    command(*ASKED, "--checkpoint", path)
    found = answer("simulate", "--resume", path, "--json")
    assert found == answer(*ASKED, "--json")
    refused = command("simulate", "-n", "2000", "--checkpoint", path)
    assert refused.code == 2
    assert refused.err.count("\n") <= 2
    assert "checkpoint: it counts other measures" in refused.err.splitlines()[-1]


def test_records__go_with_measures(tmp_path):
    path = tmp_path / "deals.parquet"
    found, plain = answer(*ASKED, "--records", path, "--json"), answer(*ASKED, "--json")
    assert found == plain


def test_precision__of_a_measure():
    found = answer("simulate", "--measure", "far: abs(difference)", "--precision", "far=0.5",
                   "--json")  # fmt: skip
    assert found["measures"]["far"]["se"] <= 0.5
    assert json.dumps(found["origin"]["precision"]) == '["far=0.5"]'


def test_help__lists_every_name_with_its_meaning(monkeypatch):
    from piquet_sim.measures.names import NUMBERS, STATEMENTS

    monkeypatch.setenv("COLUMNS", "120")
    done = command("help", "measures")
    words = " ".join(done.out.split())
    for kind in (NUMBERS, STATEMENTS):
        for name, one in kind.items():
            assert f"{name} {one.words}" in words
