"""`piquet simulate --distribution`: on the screen, as JSON, as a chart, and refused."""

import numpy as np
import pytest
from command_line import answer, command, refused
from legible import assert_legible

from analyses.charts.distribution import draw_distribution
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, YOUNGER_COLOUR
from piquet_sim import simulate
from piquet_sim.cli import distributions
from piquet_sim.running import run
from piquet_sim.running.distribution import AMOUNTS, find_distribution

ASKED = ("simulate", "-n", "2000", "--distribution")


@pytest.mark.parametrize("width", [80, 20])
def test_screen__has_estimates_quantiles_tails_and_bars(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    plain = command("simulate", "-n", "2000")
    done = command(*ASKED, "difference")
    assert (done.code, done.err) == (0, "")
    first, _, rest = done.out.partition("difference: elder's")
    assert len(first.split()) > 60
    assert len(first.splitlines()) == len(plain.out.splitlines()) + 1
    words = " ".join(rest.split())
    for said in ("quantile", "95%", "at least 60", "at most -100", "±", "or more", "█"):
        assert said in words
    bars = [line for line in rest.splitlines() if line.endswith("%") and " to " in line[:13]]
    assert max(map(len, rest.splitlines())) <= width
    assert {len(line.rstrip()) for line in bars[-4:]} == {width}
    assert "mirrored" not in rest


def test_screen__in_a_pipe_is_a_hundred_wide(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    done = command(*ASKED, "elder_exchanged")
    assert {len(line) for line in done.out.splitlines()[-2:]} == {100}
    assert "cards that elder exchanges; 2,000 deals" in done.out


@pytest.mark.parametrize("more", [("--mirrored",), ("--given", "elder has 4 aces")])
@pytest.mark.parametrize("name", AMOUNTS)
def test_json__has_one_key_more_if_asked_for(name, more):
    plain = answer("simulate", "--json", "-n", "600", *more)
    found = answer("simulate", "--json", "-n", "600", *more, "--distribution", name)
    told = found.pop("distribution")
    assert list(plain) == list(found)
    assert plain == found
    assert told["name"] == name
    assert [one["percent"] for one in told["quantiles"]] == [5, 25, 50, 75, 95]
    assert sum(one["deals"] for one in told["values"]) == 600
    pairs = ["pair" in one["method"] for one in told["quantiles"]]
    assert all(pairs) == any(pairs) == ("--mirrored" in more)
    for one in told["quantiles"]:
        assert one["low"] <= one["value"] <= one["high"]
    for one in told["tails"]:
        assert one["low"] <= one["value"] <= one["high"]
        assert one["side"] in ("at least", "at most")
    mean = sum(one["value"] * one["deals"] for one in told["values"]) / 600
    assert mean == pytest.approx(found["estimates"][name]["value"])


def test_screen__of_mirrored_deals_says_what_counts_as_one():
    done = command(*ASKED, "elder_score", "--mirrored")
    assert "each mirrored pair counts as one deal" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--distribution", "elder_repique"), "a share of deals has no distribution; choose from:"),
        (("--distribution", "elder_tricks"), "only its mean is counted; choose from: elder_score"),
        (("--distribution", "diference"), "no distribution 'diference'; did you mean 'difference'"),
        (("--chart", "x.svg"), "--chart requires --distribution"),
        (("--distribution", "difference", "--chart", "x.txt"), ".svg, .png or .pdf"),
        (("--distribution", "difference", "--chart", "nowhere/x.svg"), "no such file or directory"),
    ],
)
@pytest.mark.parametrize(
    "start", [("simulate", "-n", "1e9"), ("simulate", "--resume", "no.checkpoint")]
)
def test_refusals__come_before_anything_is_played(monkeypatch, tmp_path, start, asked, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "run_simulation", None)  # would be an error
    assert said in refused(*start, *asked)


def test_resume__gives_the_same_distribution(tmp_path):
    checkpoint, asked = tmp_path / "run.checkpoint", ("--json", "--distribution", "difference")
    whole = answer("simulate", "-n", "2000", "--checkpoint", checkpoint, *asked)
    again = answer("simulate", "--resume", checkpoint, *asked)
    assert again["distribution"] == whole["distribution"]


# ---- The chart ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_chart__is_written_and_equal_again(tmp_path, kind, begins):
    written = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{kind}"
        assert command(*ASKED, "difference", "--chart", path).code == 0
        written.append(path.read_bytes())
    assert written[0].startswith(begins)
    assert written[0] == written[1]
    assert len(list(tmp_path.iterdir())) == 2


def test_chart__failing_after_the_run_leaves_the_answer(monkeypatch, tmp_path):
    monkeypatch.setattr(distributions, "check_chart", lambda path: None)
    done = command(*ASKED, "difference", "--chart", tmp_path / "gone" / "x.svg")
    assert done.code == 2
    assert "quantile" in done.out
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("name", "label", "colours"),
    [
        ("difference", "elder's score less younger's, points, in classes of 10",
         {EXACT_COLOUR, YOUNGER_COLOUR, ELDER_COLOUR}),
        ("elder_score", "what elder makes in a deal, points, in classes of 5", {ELDER_COLOUR}),
        ("younger_exchanged", "cards that younger exchanges", {YOUNGER_COLOUR}),
    ],
)  # fmt: skip
def test_chart__columns_are_the_shares(name, label, colours, mirrored):
    result = simulate("club", "club", n=2_000, seed=1, mirrored=mirrored)
    found = find_distribution(result.tally, name)
    figure = draw_distribution(found, "club v club")
    assert_legible(figure)
    (axes,) = figure.axes
    assert axes.get_xlabel() == label
    assert axes.get_ylabel() == "percent of deals"
    columns = [one for container in axes.containers for one in getattr(container, "patches", [])]
    assert sum(one.get_height() for one in columns) == pytest.approx(100)
    from matplotlib.colors import same_color

    assert all(any(same_color(one.get_facecolor(), each) for each in colours) for one in columns)
    for one in columns:  # what stands under a column, slowly
        low, high = one.get_x(), one.get_x() + one.get_width()
        inside = found.deals[(found.values >= low) & (found.values <= high)].sum()
        if not same_color(one.get_facecolor(), EXACT_COLOUR) and low > 9:
            assert one.get_height() == pytest.approx(100 * inside / 2_000)
    low, median, high = (one.value for one in found.quantiles[1:4])
    assert np.allclose(axes.lines[0].get_xdata() if len(axes.lines) else [median], median)
    small = " ".join(figure._supxlabel.get_text().split())
    assert "club v club, 2,000 deals" in small
    assert f"the median, {median} (95%:" in small
    assert ("each pair as one deal" in small) == mirrored
    assert ("Black: drawn deals" in small) == (name == "difference")
    said = " ".join(figure.get_suptitle().split())
    if low == high:
        assert said.startswith(f"{median} cards in ")
    else:
        assert said == f"The middle half of deals: {low} to {high} points".replace("-", "−")
