"""The chart of a distribution: its columns are the shares, its words what it shows."""

import re

import pytest
from legible import assert_legible
from matplotlib.colors import same_color

from analyses.charts.distribution import draw_distribution
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, YOUNGER_COLOUR
from piquet_sim import simulate
from piquet_sim.running.distribution import find_distribution


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
    columns = [one for container in axes.containers for one in getattr(container, "patches", [])]
    assert sum(one.get_height() for one in columns) == pytest.approx(100)
    for one in columns:  # what stands under a column, slowly
        colour, low = one.get_facecolor(), one.get_x()
        assert any(same_color(colour, each) for each in colours)
        inside = found.deals[(found.values >= low) & (found.values <= low + one.get_width())].sum()
        if not same_color(colour, EXACT_COLOUR) and low > 9:
            assert one.get_height() == pytest.approx(100 * inside / 2_000)
    small = " ".join(figure._supxlabel.get_text().split())
    low, median, high = (one.value for one in found.quantiles[1:4])
    assert re.search(rf"club v club, 2,000 deals.*the median, {median} \(95%:", small)
    assert ("each pair as one deal" in small) == mirrored
    assert ("Black: drawn deals" in small) == (name == "difference")
    said = " ".join(figure.get_suptitle().split()).replace("−", "-")
    middle = f"{median} cards in " if low == high else f"The middle half of deals: {low} to {high}"
    assert said.startswith(middle)
