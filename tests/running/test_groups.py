"""Groups: against runs given their outcome, the exact shares, and totals of the plain run.

Covers `running.groups`.
"""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from command_line import answer, command, refused, refuses

from piquet_sim import simulate
from piquet_sim.exact.census import count_hands, count_hands_by
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running.groups import SHARE
from piquet_sim.running.measures import OF_GROUP, OF_MEASURE, WHOLE

PLAYED = {"single": {"seed": 8}, "mirrored": {"seed": 8, "mirrored": True}}


@pytest.mark.parametrize("kind", PLAYED)
@pytest.mark.parametrize(
    "by", ["elder_exchanged", "elder.after.longest_suit", "difference // 20", "elder.voids"]
)
def test_group__is_a_run_given_its_outcome(kind, by):
    """In every field, of means, shares and own measures; also where a pair is in two groups."""
    played, texts = PLAYED[kind], ["difference", "abs(difference)", "elder_wins", "elder.aces"]
    ask = partial(simulate, "club", "novice", 2_000, measures=texts, **played)
    groups = ask(by=by).groups
    assert len(groups.estimates) > 1
    assert {key: {name: one[name] for name in texts} for key, one in groups.estimates.items()} == {
        (value,): ask(given_outcome=f"({by}) == {value}").measures for (value,) in groups.estimates
    }


@pytest.mark.parametrize("kind", PLAYED)
def test_groups__add_up_to_the_plain_run(kind):
    """Deals and totals of every estimate, whatever counts them; the plain numbers stay."""
    by, own = ["elder_exchanged", "elder.carte_blanche"], ["five: elder_exchanged == 5", "drawn"]
    ask = partial(simulate, "club", "novice", 9_000, measures=own, **PLAYED[kind])
    plain, result, again = ask(), *(ask(by=by, threads=threads) for threads in (1, 2))
    assert (plain.estimates, plain.measures, again.tally) == (
        result.estimates,
        result.measures,
        result.tally,
    )
    sums = [one for key, one in result.tally.own.items() if key != WHOLE]
    assert (
        sum(one[0] for one in sums),
        [
            sum(group[OF_GROUP + OF_MEASURE * place] for group in sums)
            for place in range(len(MEASURES))
        ],
    ) == (9_000, [plain.tally.total(one.name) for one in MEASURES])
    table, fives = result.groups.table(SHARE), ask(by=by[0]).groups.share(5)
    assert (sum(table.value), fives.se, table.columns.tolist()[:4]) == (
        pytest.approx(1),
        pytest.approx(result.measures["five"].se),
        [*by, "estimate", "value"],
    )


def test_shares__of_dealt_cards_are_the_exact_ones():
    result = simulate("club", "club", n=20_000, by="elder.longest_suit")
    for (value,), estimates in result.groups.estimates.items():
        share = estimates[SHARE]
        assert (share.exact * count_hands(), abs(share.z) < 4) == (
            count_hands_by("longest_suit")[value],
            True,
        )


@pytest.mark.parametrize(
    ("asked", "shares"),
    [
        ({"given": "elder.aces == 3"}, {Fraction(2, 5), Fraction(3, 5)}),
        ({"given_outcome": "drawn"}, {None}),
    ],
)
def test_shares__of_some_deals_are_exact_where_the_deal_decides_them(asked, shares):
    found = simulate("club", "club", n=500, by="younger.aces", **asked).groups
    assert {one[SHARE].exact for one in found.estimates.values()} == shares


def test_command__prints_groups_and_answers_them_as_json():
    arguments = ("simulate", "-n", "9000", "--by", "elder.longest_suit", "--by", "won: elder_wins")
    said = answer(*arguments, "--json")["groups"]
    assert (
        said[0]["key"],
        list(said[0]["estimates"])[:3],
        said[0]["estimates"]["elder_wins"]["value"],
    ) == ({"elder.longest_suit": 3, "won": 0}, [SHARE, "elder_score", "younger_score"], 0)
    shown = command(*arguments, "--measure", "abs(difference)").out
    assert f"{len(said)} groups by elder.longest_suit, won:" in shown
    assert "abs(difference)" in shown.splitlines()[-len(said) - 1]
    groups = simulate("club", "club", 9_000, by=["elder.longest_suit", "won: elder_wins"]).groups
    numbers = groups.numbers().quantities
    assert (groups.as_json(), {(one.column, one.unit.name, one.of.many) for one in numbers}) == (
        said,
        {
            ("share of deals", "percent", "deals"),
            ("difference", "points", "deals of the group"),
            ("elder_wins", "percent", "deals of the group"),
        },
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), ("share by elder.longest_suit", "percent of deals")),
        (
            ("--measure", "far: abs(difference)", "--by", "elder_wins"),
            ("far by elder.longest_suit and elder_wins", "mean per deal", "elder_wins: 0"),
        ),
    ],
)
def test_command__draws_the_groups(more, words, tmp_path):
    path, asked = tmp_path / "a.svg", ("--by", "elder.longest_suit", *more)
    assert (
        command("simulate", "-n", "3000", *asked, "--chart", path)[::2],
        [one for one in words if one not in path.read_text("utf-8")],
    ) == ((0, ""), [])
    assert refused("simulate", "-n", "9", *asked, "--chart", path) == (
        "piquet: groups: no group has 30 deals; play more\n"
    )


def test_chart__has_a_dot_for_each_group_and_the_mean_as_a_line():
    groups = simulate("club", "club", n=3_000, by="elder.longest_suit").groups
    (axes,) = groups.plot("elder_wins").axes
    dots = axes.collections[-1].get_offsets()
    found = groups.table("elder_wins")
    found, every = found[found.n >= 30], found
    assert (
        dots[:, 0].tolist(),
        dots[:, 1].tolist(),
        np.ravel([one[:, 1] for one in axes.collections[0].get_segments()]),
        f"Not drawn: {len(every) - len(found)} group of fewer than 30 deals."
        in " ".join(axes.figure.get_supxlabel().split()),
    ) == (
        found["elder.longest_suit"].tolist(),
        pytest.approx((100 * found.value).tolist()),
        pytest.approx(np.ravel(100 * found[["low", "high"]])),
        True,
    )
    assert axes.collections[-1].get_sizes().argmax() == found.n.argmax()
    (mean,) = [line.get_ydata()[0] for line in axes.lines if len(set(line.get_ydata())) == 1]
    assert mean == pytest.approx(100 * (every.value * every.n).sum() / 3_000)
    with refuses("groups: no estimate 'elder_winss'; did you mean 'elder_wins'"):
        groups.plot("elder_winss")


def test_groups__that_were_not_asked_for():
    with refuses("groups: ask for them, as in simulate(..., by="):
        simulate("club", "club", n=10).groups  # noqa: B018
    empty = simulate("club", "club", n=10, by="drawn", given_outcome="elder_score > 200").groups
    assert (empty.estimates, empty.table().empty) == ({}, True)
