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

from analyses.charts.captions import say_alike, say_origin
from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    GRID_COLOUR,
    HIGHEST,
    SEAT_COLOURS,
    SEAT_LINES,
    SMALLEST,
    figure_of,
    letters,
)
from analyses.findings import Findings, say_who_plays
from analyses.statistics import estimate_score
from analyses.stored import load_table
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks, measure_distance
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_proportion
from piquet_sim.estimates.intervals import is_of_share, wilson_interval
from piquet_sim.game.settlement import RUBICON_LINE, settle_all
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.game.wording import capitalise
from piquet_sim.matches.matches import limit_payment
from piquet_sim.running.result import Result
from piquet_sim.sentences import brief, brief_percent, say

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
    result = asked.play(progress=course.begin(0.9, asked.n))
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
    names = dict.fromkeys(str(findings.about[seat]) for seat in SEATS)
    means, distances = (
        {seat: next(findings.select(seat=seat, quantity=one)) for seat in SEATS}
        for one in ("mean score", DISTANCE)
    )
    paid = next(findings.select(quantity=PAID))
    return (
        _say_farthest(findings)
        or f"{capitalise(' and '.join(names))}’s scores: {near} of {len(shares)} shares lie within "
        "three errors of those of 1890",
        f"{say_who_plays(findings)}elder makes {say(means['elder'].estimate)} points a deal and "
        f"younger {say(means['younger'].estimate)}; the players of 1890 made "
        f"{float(means['elder']['published']):.1f} and "
        f"{float(means['younger']['published']):.1f}.",
        "All scores together differ from those of 1890, "
        + ", ".join(
            f"{seat}'s by {say(one.estimate)} (by chance {float(one['by_chance']):.3f}, p = "
            f"{float(one['p']):.2g})"
            for seat, one in distances.items()
        )
        + ".",
        f"A partie brings {say(paid.estimate)} points in {paid.estimate.n:,} parties; in 1890 it "
        f"brought {float(paid['published']):.0f}.",
    )


def _say_farthest(findings: Findings) -> str:
    # The share of deals that lies farthest from that of 1890, if that is beyond three errors.
    shares = [one for one in findings.rows if one["difference_z"] and is_of_share(
        one.estimate.method) and not one["quantity"].startswith("scores more")]  # fmt: skip
    far = max(shares, key=lambda one: abs(float(one["difference_z"])), default=None)
    return "" if far is None or abs(float(far["difference_z"])) < CLEAR else " ".join([
        capitalise(f"{far['seat']} {far['quantity']}".strip()), "in",
        brief_percent(far.estimate), f"of deals, in 1890 in {float(far['published']):.1%}",
    ])  # fmt: skip


def draw(findings: Findings) -> Figure:
    """How far the share of deals that reach each score lies from that of 1890."""
    reached = [one for one in _read_reached(findings) if one.score]
    far = 1.35 * max(CLEAR, *(abs(one.z) for one in reached))
    with one_panel(
        words(findings)[0],
        "Share of deals less that of 1890, in standard errors",
        f"{say_origin(findings.about)} Shaded: within three errors, mostly those of Cavendish’s "
        f"{reached[0].of:,} hands.",
        height=HIGHEST, unit="points made in a deal, or more", grid="",
    ) as axes:  # fmt: skip
        axes.axhspan(-CLEAR, CLEAR, color=GRID_COLOUR, alpha=0.6, linewidth=0, zorder=0)
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.9), zorder=1)
        for seat, side in zip(SEATS, (-1, 1), strict=True):
            own = [one for one in reached if one.seat == seat]
            axes.plot([one.score for one in own], [one.z for one in own], zorder=2,
                      color=SEAT_COLOURS[seat], linestyle=SEAT_LINES[seat])  # fmt: skip
            for one in own:
                is_near = abs(one.z) < CLEAR
                draw_mark(axes, one.score, one.z, seat, 4.2 if is_near else 6.5, is_near)
            _name_worst(axes, max(own, key=lambda one: abs(one.z)), 0.92 * side * far)
        ends = sorted((one for one in reached if one.score == reached[-1].score),
                      key=lambda one: one.z)  # fmt: skip
        for one, places in zip(ends, ((-0.6, -0.25), (0.25, 0.5)), strict=True):
            _name_end(axes, findings, one.seat, float(np.clip(one.z / far, *places)) * far)
        for side, words_beside in ((1, "▲ more often\nthan in 1890"), (-1, "▼ less often")):
            _write_beside(axes, 0.88 * side * far, words_beside, "neutral")
        axes.set_ylim(-far, far)
        axes.set_xlim(0, 155)
        axes.set_xticks(range(10, 151, 20))
        axes.set_yticks([-CLEAR, 0, CLEAR], ["−3", "0", "+3"])
        axes.spines["bottom"].set_position(("outward", letters(2)))
    return figure_of(axes)


def _name_worst(axes: Axes, one: _Reached, height: float) -> None:
    # Of each seat the share that lies farthest off.
    shares = estimate_proportion(one.deals, one.n), estimate_proportion(one.hands, one.of)
    here = brief(shares[0], 100)
    (there,) = say_alike(shares[1:], 100, places=len(here.partition(".")[2]))
    x = min(max(one.score, 68), 86)
    axes.plot([one.score, x], [one.z, height], color=SEAT_COLOURS[one.seat], zorder=1,
              linewidth=letters(0.7))  # fmt: skip
    write_at(axes, x, height, f"{one.score} or more, {one.seat}: {here}%, in 1890 {there}%",
             one.seat, ha="center", fontsize=letters(SMALLEST))  # fmt: skip


def _name_end(axes: Axes, findings: Findings, seat: str, height: float) -> None:
    mean = next(findings.select(seat=seat, quantity="mean score"))
    said = f"{seat}\nmean {brief(mean.estimate, most=1)},\nin 1890 {float(mean['published']):.1f}"
    _write_beside(axes, height, said, seat)


def _write_beside(axes: Axes, height: float, text: str, meaning: str) -> None:
    write_at(axes, 1.02, height, text, meaning, ha="left", va="center", linespacing=1.1, bbox=None,
             xycoords=("axes fraction", "data"), fontsize=letters(SMALLEST))  # fmt: skip


STUDY = Study(
    name="experts-of-1890",
    question="Do these players play as the experts of 1890 did?",
    group="books",
    no_condition="compares with the deals that experts played",
    answer=answer,
    words=words,
    charts={"experts-of-1890": Chart(draw, "scores beside those of 1890")},
    not_meant="It does not prove that they play alike: quite different ways to play can give the "
    "same scores.",
    assumed="Nothing was fitted to the table. The experts played to the score, and hands thrown in "
    "were left out of it.",
    seconds=210,
)
