"""The experts of 1890: ten thousand hands recorded at a club, beside what these players make.

About 1890 Cavendish printed how often good players of his time made each score. Here that table is
made anew by computer players, to see whether they play like those. Nothing was fitted to it. Both
sides have errors, ours from the simulated deals and the table's from ten thousand hands, so
differences are judged by the errors of both. In parties players change seats; those that heed the
score know it.

The distance of two tables is the total variation: half the sum of the absolute differences of
shares. Beside it stand the mean distance of two samples of these sizes from one law, and p, the
share of permutations that lie as far apart. The mid-rank of a class is that of its hands among all
of the table, from the lowest score; hands of one class are ties.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_origin, say_reach
from analyses.charts.marks import draw_interval, draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    figure_of,
    letters,
)
from analyses.findings import Findings, say_who_plays
from analyses.statistics.steadied_scores import estimate_score
from analyses.stored import load_table
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks, measure_distance
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_proportion
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.game.settlement import RUBICON_LINE, settle_all
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.matches import limit_payment
from piquet_sim.running.result import Result
from piquet_sim.running.run import run_simulation
from piquet_sim.sentences import say

SCORES, AT_LEAST = "scores ", "scores at least "
"""The rows of the classes begin so, and those of classes and all above."""
OUTSCORES = "scores more than a hand of 1890, ties half"
DISTANCE = "total variation distance"
PAID = "points won in a partie"
CLASS_WIDTH = 10
CLEAR = 3.0
"""Joint standard errors within which two shares do not differ."""
_AS_OFTEN = 0.5
"""How often one of two scores is higher, ties counted half, if both have one distribution."""
_MOST_SCORES = 100
"""Points that few deals reach."""
_LEAST_PARTIES, _PARTIE_CHUNK = 200, 512
_ODDS = {
    "the cards are divided": (("cards_divided",), "cards_divided"),
    "elder repiques": (("elder_repique",), "elder_repique"),
    "younger repiques": (("younger_repique",), "younger_repique"),
    # A player who makes capot has won the cards, which the score does not count beside it.
    "elder wins the cards": (("elder_cards", "elder_capot"), "elder_cards"),
    "younger wins the cards": (("younger_cards", "younger_capot"), "younger_cards"),
    "elder piques or repiques": (("elder_pique", "elder_repique"), "elder_pique_or_repique"),
}
"""What is counted beside what Cavendish says of a deal, and where it stands among his odds."""


# ---- Playing ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """Compare n deals with the table, class by class and by the odds drawn from it."""
    published, course = load_table(), asked.course
    result = run_simulation(asked.simulation, asked.n, asked.threads, course.begin(0.9, asked.n))
    course.begin(0.1)
    hands, findings, classes = published["hands"], Findings(), {}
    for seat in SEATS:
        scores = result.tally.arrays.scores.sum(axis=1 if seat == "elder" else 0)
        places = np.minimum(np.arange(len(scores)) // CLASS_WIDTH, 15)
        classes[seat] = np.rint(np.bincount(places, scores, 16)).astype(np.int64)
        _add_classes(findings, seat, classes[seat], published)
        mean = estimate_score(result, f"{seat}_score")
        middles = np.arange(16) * CLASS_WIDTH + (CLASS_WIDTH - 1) / 2  # the table gives no mean
        theirs = float((middles * np.array(published[seat])).sum() / hands)
        findings.add(mean, seat=seat, published=theirs, quantity="mean score")
    for name, estimate, claimed in (*_list_odds(result, published), *_play_parties(asked)):
        count = estimate.value * estimate.n
        z = compare_shares(count, estimate.n, claimed * hands, hands) if claimed <= 1 else None
        findings.add(estimate, seat="", published=claimed, difference_z=z, quantity=name)
    for seat in SEATS:
        one = measure_distance(classes[seat], published[seat])
        distance = Estimate(one.value, one.se, one.low, one.high, result.deals, one.method)
        findings.add(
            distance, {"by_chance": one.by_chance, "p": one.p}, seat=seat, quantity=DISTANCE
        )
    return findings


def _add_classes(
    findings: Findings, seat: str, counts: np.ndarray, published: dict[str, Any]
) -> None:
    hands, n, theirs = published["hands"], int(counts.sum()), np.array(published[seat])
    ranks = find_mid_ranks(published[seat])
    for place, label in enumerate(published["classes"]):
        _add_share(findings, seat, f"{SCORES}{label}", counts[place], n, theirs[place], hands,
                   published_mid_rank=float(ranks[place]))  # fmt: skip
    higher = compare_by_ranks(counts, published[seat])
    z = (higher.value - _AS_OFTEN) / higher.se if higher.se else None
    findings.add(higher, seat=seat, published=_AS_OFTEN, difference_z=z, quantity=OUTSCORES)
    ours, theirs = (one[::-1].cumsum()[::-1] for one in (counts, theirs))
    for place in range(1, len(ours)):  # the lowest class is always reached
        name = f"{AT_LEAST}{CLASS_WIDTH * place}"
        _add_share(findings, seat, name, ours[place], n, theirs[place], hands)


def _add_share(
    findings: Findings,
    seat: str,
    name: str,
    deals: int,
    n: int,
    theirs: int,
    hands: int,
    **cells: Any,
) -> None:
    low, high = wilson_interval(int(theirs), hands)
    findings.add(
        estimate_proportion(int(deals), n), seat=seat, published=float(theirs / hands),
        published_low=low, published_high=high,
        difference_z=compare_shares(int(deals), n, int(theirs), hands), **cells, quantity=name,
    )  # fmt: skip


def compare_shares(deals: float, n: int, hands: float, of: int) -> float:
    """Standard errors between two shares, as of two samples from one distribution."""
    share = (deals + hands) / (n + of)
    error = np.sqrt(share * (1 - share) * (1 / n + 1 / of))
    return float((deals / n - hands / of) / error) if error else 0.0


def _find_claimed(figure: dict[str, Any]) -> float:
    if "odds_against" in figure:
        against, favour = figure["odds_against"]
    elif "odds_on" in figure:
        favour, against = figure["odds_on"]
    else:
        return float(figure["number"])
    return favour / (against + favour)


def _list_odds(result: Result, published: dict[str, Any]) -> Iterator[tuple[str, Estimate, float]]:
    # What Cavendish says of a deal, beside ours.
    for name, (events, figure) in _ODDS.items():
        deals = round(sum(result.estimates[event].value for event in events) * result.deals)
        share = estimate_proportion(deals, result.deals)
        if len(events) == 1:
            share = result.estimates[events[0]]
        yield name, share, _find_claimed(published["odds"][figure])
    scores, hands = result.tally.arrays.scores, published["hands"]
    for name, deals, figure in (
        ("elder scores 28 or more", scores[28:], "elder_at_least_28"),
        ("younger scores 14 or more", scores[:, 14:], "younger_at_least_14"),
        ("younger scores nothing", scores[:, 0], "younger_scored_nothing"),
    ):
        yield name, estimate_proportion(int(deals.sum()), result.deals), published[figure] / hands


def _play_parties(asked: Asked) -> Iterator[tuple[str, Estimate, float]]:
    # What Cavendish says of parties: the players change seats from deal to deal.
    odds, parties = load_table()["odds"], max(asked.n // 25 // 6, _LEAST_PARTIES)
    plain = replace(asked.simulation, mirrored=False)
    plain.play_parties(0, 0)  # compiled before threads start
    played = play_ranges(plain.play_parties, parties, _PARTIE_CHUNK, asked.threads)
    totals = np.concatenate([*played])[:, 0]
    one, two = totals[:, 0], totals[:, 1]
    rubicon = (np.minimum(one, two) < RUBICON_LINE) & (one != two)
    share = estimate_proportion(int(rubicon.sum()), parties)
    yield "a partie is a rubicon", share, _find_claimed(odds["rubicon"])
    paid = np.abs(settle_all(one, two))
    most = limit_payment(asked.simulation.rules)
    mean = estimate_mean(int(paid.sum()), int((paid * paid).sum()), parties, parties, most)
    yield PAID, mean, _find_claimed(odds["settlement_mean"])


# ---- Telling ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Reached:
    # Deals and recorded hands of a seat that reach a score or more.
    seat: str
    score: int
    deals: int
    n: int
    hands: int
    of: int

    @property
    def z(self) -> float:
        return compare_shares(self.deals, self.n, self.hands, self.of)


def _read_reached(findings: Findings) -> list[_Reached]:
    of, reached = load_table()["hands"], []
    for seat in SEATS:
        rows = [row for row in findings.select(seat=seat)
                if row["quantity"].startswith(SCORES)
                and row["quantity"].removeprefix(SCORES)[0].isdigit()]  # fmt: skip
        n = rows[0].estimate.n
        deals = np.rint([row.estimate.value * n for row in rows])[::-1].cumsum()[::-1]
        hands = np.rint([float(row["published"]) * of for row in rows])[::-1].cumsum()[::-1]
        reached += [
            _Reached(seat, CLASS_WIDTH * place, int(here), n, int(there), of)
            for place, (here, there) in enumerate(zip(deals, hands, strict=True))
        ]
    return reached


def words(findings: Findings) -> tuple[str, ...]:
    """How many shares lie near those of 1890, and how far the whole tables lie apart."""
    shares = [one for one in _read_reached(findings) if one.score]
    near = sum(abs(one.z) < CLEAR for one in shares)
    names = dict.fromkeys((str(findings.about["elder"]), str(findings.about["younger"])))
    means, distances = (
        {seat: next(findings.select(seat=seat, quantity=one)) for seat in SEATS}
        for one in ("mean score", DISTANCE)
    )
    paid = next(findings.select(quantity=PAID))
    apart = ", ".join(
        f"{seat}'s by {say(one.estimate)} (by chance {float(one['by_chance']):.3f}, p = "
        f"{float(one['p']):.2g})"
        for seat, one in distances.items()
    )
    return (
        f"{capitalise(' and '.join(names))}’s scores: {near} of {len(shares)} shares within three "
        "errors of those of 1890",
        f"{say_who_plays(findings)}elder makes {say(means['elder'].estimate)} points a deal and "
        f"younger {say(means['younger'].estimate)}; the players of 1890 made "
        f"{float(means['elder']['published']):.1f} and "
        f"{float(means['younger']['published']):.1f}.",
        f"All scores together differ from those of 1890, {apart}.",
        f"A partie brings {say(paid.estimate)} points, as {paid.estimate.n:,} were played; in 1890 "
        f"it was {float(paid['published']):.0f}.",
    )


def draw(findings: Findings) -> Figure:
    """Both seats' lines, and diamonds for the recorded hands with their intervals."""
    reached = _read_reached(findings)
    deals = [estimate_proportion(one.deals, one.n) for one in reached]
    with one_panel(
        words(findings)[0], "Percent of deals with at least so many points (log scale)",
        f"Lines: {say_origin(findings.about)[:-1]}; {say_reach(deals, 100, '%')} at most. "
        f"Diamonds: Cavendish’s {reached[0].of:,} hands, with 95% intervals; filled: "
        "apart by 3 standard errors or more.",
        height=74 * MM, unit="points made in a deal, or more",
    ) as axes:  # fmt: skip
        for seat in SEATS:
            own = [one for one in reached if one.seat == seat]
            there = [one for one in own if one.deals]
            axes.plot([one.score for one in there], [100 * one.deals / one.n for one in there],
                      color=SEAT_COLOURS[seat], linestyle=SEAT_LINES[seat])  # fmt: skip
            for one in own:
                if not one.hands or not one.score:
                    continue
                theirs = estimate_proportion(one.hands, one.of)
                draw_interval(axes, one.score, theirs, "other", 100, upright=True, has_middle=False)
                if abs(one.z) >= CLEAR:
                    draw_mark(axes, one.score, 100 * theirs.value, "other", 3.4,
                              markerfacecolor=OTHER_COLOUR)  # fmt: skip
        axes.set_yscale("log")
        axes.set_yticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
        axes.set_yticks([], minor=True)
        axes.set_ylim(0.0025, 180)
        axes.set_xlim(0, 155)
        axes.set_xticks(range(0, 151, 25))
        _name_lines(axes, reached)
    return figure_of(axes)


def _name_lines(axes: Axes, reached: list[_Reached]) -> None:
    places = {("elder", 60): (63, 2.6, "left"), ("younger", 40): (36, 0.3, "right")}
    for one in reached:
        if (one.seat, one.score) in places and one.deals:
            x, times, ha = places[one.seat, one.score]
            height = times * 100 * one.deals / one.n
            write_at(axes, x, height, one.seat, one.seat, ha=ha, fontweight="bold")
    draw_mark(axes, 62, 0.35, "other")
    write_at(axes, 62, 0.35, "1890", "other", (6, 0), fontweight="bold")
    worst = max(reached, key=lambda one: abs(one.z))
    if abs(worst.z) < CLEAR or worst.score < _MOST_SCORES:
        return
    here, there = 100 * worst.deals / worst.n, 100 * worst.hands / worst.of
    said = f"{worst.score} or more, {worst.seat}:\n{here:.2f}% here,\n{there:.2f}% in 1890"
    axes.plot([worst.score] * 2, [1.6 * max(here, there), 9], color=NEUTRAL_COLOUR,
              linewidth=letters(0.8))  # fmt: skip
    write_at(axes, 154, 10, said, "ink", ha="right", va="bottom", linespacing=1.05)


STUDY = Study(
    name="experts-of-1890",
    question="Do these players play as the experts of 1890 did?",
    group="books",
    answer=answer,
    words=words,
    charts={"experts-of-1890": Chart(draw, "scores beside those of 1890")},
    not_meant="It does not prove that they play alike: quite different ways to play can give the "
    "same scores.",
    assumed="Nothing was fitted to the table. The experts played to the score, and hands thrown in "
    "were left out of it.",
    seconds=210,
)
