"""What a person reads of a simulation: the summary, the list, and the sentences' grounds.

Screens are kept as text in the folder `screens`; this rewrites one:

    COLUMNS=80 piquet simulate -n 10000 | sed 's/ *$//' > tests/cli/screens/summary-80.txt
"""

import re
from itertools import product
from pathlib import Path

import pytest
from command_line import answer, command
from scipy.stats import norm

from piquet_sim import sentences, simulate
from piquet_sim.cli.simulation_screen import say_findings
from piquet_sim.cli.themes import ROWS, THEMES
from piquet_sim.estimates.tally import find_measure
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.batch.measures import MEASURES

SCREENS = Path(__file__).parent / "screens"
MIRRORED = ("--mirrored", "--younger", "novice")
GIVEN = ("--given", "elder lacks aces and kings")
DUMMY = ("--play", "double-dummy")


def show(monkeypatch, width, *arguments, n=10_000):
    monkeypatch.setenv("COLUMNS", str(width))
    done = command("simulate", "-n", n, *arguments)
    assert (done.code, done.err) == (0, "")
    return [line.rstrip() for line in done.out.splitlines()]


# ---- Screens ------------------------------------------------------------------------------------
@pytest.mark.usefixtures("table_of_play")
@pytest.mark.parametrize(
    ("name", "width", "n", "arguments"),
    [
        ("summary", 80, 10_000, ()),
        ("summary", 120, 10_000, ()),
        ("summary", 20, 10_000, ()),
        ("all", 80, 10_000, ("--all",)),
        ("all", 120, 10_000, ("--all",)),
        ("mirrored", 80, 10_000, MIRRORED),
        ("given", 80, 10_000, GIVEN),
        ("double-dummy", 80, 10_000, DUMMY),
        ("one-deal", 80, 1, ()),
        ("show", 80, 10_000, ("--show", "elder_repique, difference,elder_repique")),
    ],
)
def test_screen__is_the_one_that_was_kept(monkeypatch, name, width, n, arguments):
    kept = (SCREENS / f"{name}-{width}.txt").read_text("utf-8").splitlines()
    assert show(monkeypatch, width, *arguments, n=n) == kept


def test_summary__in_a_pipe_is_100_wide(monkeypatch):
    wide = show(monkeypatch, 100, *GIVEN, n=2_000)
    assert show(monkeypatch, "", *GIVEN, n=2_000) == wide
    assert 80 < max(map(len, wide)) <= 100


def test_summary__of_a_resumed_run_is_the_same(monkeypatch, tmp_path):
    path = str(tmp_path / "run.checkpoint")
    before = show(monkeypatch, 80, "--checkpoint", path, n=3_000)
    again = command("simulate", "--resume", path).out.splitlines()
    assert [line.rstrip() for line in again] == before
    one = command("simulate", "--resume", path, "--show", "drawn").out
    assert "both make the same" in one
    assert "elder_score" not in one


@pytest.mark.parametrize("arguments", [(*MIRRORED, "--all"), GIVEN])
@pytest.mark.parametrize("width", [1, 20, 47, 64, 97])
def test_screen__cuts_no_name_and_no_number(monkeypatch, width, arguments):
    lines = show(monkeypatch, width, *arguments, n=2_000)
    whole = show(monkeypatch, 500, *arguments, n=2_000)
    said, words = (
        sorted(word for line in one for word in line.split() if re.search(r"\d|_", word))
        for one in (lines, whole)
    )
    # Where each row is a paragraph, each has the heads.
    assert [word for word in said if word != "95%"] == [word for word in words if word != "95%"]
    assert "…" not in "".join(lines)
    # A longer line is a single word, or a number with its error.
    for line in lines:
        assert len(line) <= width or len(line.strip().replace(" ± ", "±").split()) == 1, line
        assert not line.startswith("±")
        assert not line.endswith(" ±")


# ---- What is listed -----------------------------------------------------------------------------
def test_themes__hold_every_estimate_once_and_rows_the_same_of_both_seats():
    listed = [name for names in THEMES.values() for name in names]
    assert sorted(listed) == sorted(one.name for one in MEASURES)
    for row in ROWS:
        elder, younger = find_measure(row.elder), find_measure(row.younger)
        name, meaning = (
            re.sub("|".join(SEATS), lambda seat: SEATS[seat[0] == SEATS[0]], text)
            for text in (elder.name, elder.meaning)
        )
        assert younger.name == name
        assert younger.meaning == meaning or "pique," in meaning  # of which the laws differ
        assert (elder.is_flag, elder.unit) == (younger.is_flag, younger.unit)


@pytest.mark.parametrize("arguments", [(), MIRRORED, GIVEN])
def test_list__has_every_estimate_and_its_whole_explanation(monkeypatch, arguments):
    found = answer("simulate", "-n", 2_000, *arguments, "--json")["estimates"]
    for width in (80, 120):
        lines = show(monkeypatch, width, *arguments, "--all", n=2_000)
        said = " ".join(" ".join(lines).split())
        for name in found:
            assert len([line for line in lines if line.split()[:1] == [name]]) == 1, name
            # Beside numbers the lines of an explanation stand apart.
            assert width > 80 or find_measure(name).meaning in said
            assert set(find_measure(name).meaning.split()) <= set(re.split("[ ;]", said)), name
    assert f"--all lists all {len(found)} estimates" in " ".join(
        show(monkeypatch, 200, *arguments, n=2_000)
    )


def test_json__has_all_whatever_is_listed():
    plain = command("simulate", "-n", 2_000, "--json").out
    assert command("simulate", "-n", 2_000, "--json", "--all").out == plain
    assert command("simulate", "-n", 2_000, "--json", "--show", "drawn").out == plain


# ---- What it comes to ---------------------------------------------------------------------------
WIDER = norm.isf(0.001) / norm.isf(0.025)
CLAIMS = re.compile(r"more than|more deals than|gains most")


@pytest.mark.parametrize(
    ("n", "seed", "younger"), [*product((2, 40, 20_000), (1,), ("club", "random"))]
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_findings__claim_nothing_that_is_not_clear(n, seed, younger, mirrored, monkeypatch):
    result = simulate("club", younger, n=n, seed=seed, mirrored=mirrored)
    own = sentences.is_clear

    def judge(number, above):
        is_clear = own(number, above)
        if number.low is not None:
            ends = [
                number.value + WIDER * (end - number.value) for end in (number.low, number.high)
            ]
            assert is_clear == (above < min(ends))
        return is_clear

    monkeypatch.setattr(sentences, "is_clear", judge)
    assert all(said.endswith(".") for said in say_findings(result))
    monkeypatch.setattr(sentences, "is_clear", lambda number, above: False)
    assert not any(CLAIMS.search(said) for said in say_findings(result))


def test_findings__claim_what_many_deals_bear_out():
    lead, wins, part = say_findings(simulate("club", "club", n=20_000))
    assert CLAIMS.search(lead).group() == "more than"
    assert CLAIMS.search(wins).group() == "more deals than"
    assert "for the cards or capot: 4." in part


def test_findings__say_who_leads_and_not_who_sits_first():
    result = simulate("random", "club", n=4_000)
    lead, wins, part = say_findings(result)
    assert re.match(r"Younger scores \d.* more than elder\.", lead)
    assert re.match("Younger wins more deals than elder: 9", wins)
    assert part.startswith("Younger gains most on elder ")
    lead = say_findings(simulate("random", "club", n=4_000, mirrored=True))[0]
    assert re.search(r"in whichever seat, club scores \d.* more than random\.", lead)


def test_findings__say_nothing_of_what_may_be_chance():
    """Alike in both seats, players of whom none leads: numbers only."""
    for seed in range(1, 9):
        result = simulate("club", "club", n=2_048, seed=seed, mirrored=True)
        assert "whichever" not in say_findings(result)[0]
    alone = say_findings(simulate("club", "club", n=1))
    assert not any(CLAIMS.search(said) for said in alone)
    assert alone[0].startswith("The score of elder less that of younger is ")
