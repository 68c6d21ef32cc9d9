"""`piquet simulate --measure`: on the screen, as JSON, and in the guide."""

from command_line import answer, command

from piquet_sim import simulate

EXAMPLE = "elder_point >= 6 and elder_wins"
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
        "elder_wins: elder makes more points than younger",
    ):
        assert said in words


def test_screen__that_is_narrow_holds_them(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    lines = command(*ASKED, "--given-outcome", "elder_point > 0").out.splitlines()
    assert max(map(len, lines)) <= 20
    assert "measure: far" in lines


def test_screen__says_among_how_many_deals():
    done = command(*ASKED, "--given-outcome", "elder_point > 0", "--show", "drawn")
    result = simulate(n=2000, measures=EXAMPLE, given_outcome="elder_point > 0")
    assert f"Among the {result.measures[EXAMPLE].n:,} deals (" in done.out
    assert "in which elder_point > 0" in done.out
    never = command("simulate", "-n", "100", "--measure", "drawn", "--given-outcome",
                    "elder_score > 150")  # fmt: skip
    assert never.code == 0
    assert "Among the 0 deals (0%) in which elder_score > 150" in never.out
    assert never.out.splitlines()[-1].split()[:3] == ["drawn", "–", "–"]


def test_json__has_measures_and_all_else_as_before():
    plain = answer("simulate", "-n", "2000", "--json")
    found = answer(*ASKED, "--given-outcome", "elder_point > 0", "--json")
    measures, given = found.pop("measures"), found.pop("given_outcome")
    assert found == plain
    result = simulate(n=2000, measures=[EXAMPLE, "far: abs(difference)"],
                      given_outcome="elder_point > 0")  # fmt: skip
    for name, text in ((EXAMPLE, EXAMPLE), ("far", "abs(difference)")):
        assert measures[name] == {"expression": text, **result.measures[name].as_json()}
    assert given["expression"] == "elder_point > 0"
    assert given["deals"] == measures["far"]["n"]
    assert given["value"] == plain["estimates"]["elder_point"]["value"]


def test_help__lists_every_name_with_its_meaning(monkeypatch):
    from piquet_sim.running.measures import NAMES

    monkeypatch.setenv("COLUMNS", "120")
    words = " ".join(command("help", "measures").out.split())
    for name, meaning in NAMES.items():
        assert f"{name} {meaning}" in words
