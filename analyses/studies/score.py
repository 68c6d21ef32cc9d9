"""The score: what a point is worth in the last deal of a partie, and what playing to it brings.

For each pair of totals before the last deal, every measured deal is settled as it was and with ten
points more; a tenth of the difference is the worth of a point. It is an amount in every deal, so
that its mean has an ordinary error. A level partie counts as zero, since the two deals that would
follow favour nobody.

Cavendish's advice on the score is compared with that. A player who expects to make less than a
hundred, by his shows of 28 as elder and 14 as younger, should change the lead, which gives both a
point; a player who is safe, the opponent being short, should not; if both are safe it is
indifferent. A player who cannot reach a hundred should score as little as possible. A player who is
ahead and sure to divide the cards never risks them, one who is behind does: that is computed
exactly, twelve points being lost or won. Adding the shows says who has the best of the partie; in
parties that were played with other cards this is compared with what follows from the scores that
were measured (`statistics.partie_points`).

Parties between two players who play to the score show whether to deal first, and so to be elder in
the last deal; a player who does not heed the score is elder three times in either case, and gains
nothing. Mirrored pairs of parties against the same player who plays each deal for its own points
measure the gain from playing to the score. The measured scores also give the worth of being elder
in the next deal of a level partie, and so in the last if an odd number is left.

A discard for the points needed is tried beside the best on average, in fresh deals.

References
----------
Cavendish: The Laws of Piquet, with a Treatise on the Game: Odds at piquet; Playing to the score;
Conduct of the game.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.heat_map import draw_squares
from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    NEUTRAL_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    SMALLEST,
    SUBTITLE_SIZE,
    is_narrow,
    letters,
)
from analyses.findings import LESS, Findings, compare_values, judge_difference, say_who_plays
from analyses.meaning import Row
from analyses.sentences import brief
from analyses.statistics.partie_points import (
    FIRST,
    FORECAST,
    LEADS,
    NEEDED,
    PLAYED_TO,
    RISKED,
    RUBICON_LINE,
    SAFE,
    SHOWS,
    discard_for_points,
    find_wishes,
    find_worth,
    play_parties,
    play_to_the_score,
    rate_forecasts,
    settle_risk,
    weigh_concession,
)
from analyses.study import BETWEEN, OF_ALL_DEALS, Asked, Chart, Study
from piquet_sim.estimates.estimate import Estimate, estimate_values, know_exactly
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import (
    NOTHING,
    PERCENT,
    PERCENTAGE_POINTS,
    SETTLEMENT,
    Of,
    Sign,
    write_number,
)
from piquet_sim.estimates.shown import Look
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.wording import number_word
from piquet_sim.matches.score_law import measure_scores

POINT, BOTH = "worth of a point", "worth of a point to both"
"""What ten more points add to the expected settlement, for each of them."""
RISK, WISH = (
    "least chance at which to risk the cards",
    "worth of being elder in the next deal, level",
)
PLAY_ON, DIVIDED = "least chance of dividing at which to play on", "the cards are divided"
OPPONENT = 150
"""The opponent's total where one is taken as an example: safe from the rubicon."""
LOST = 40
"""An own total from which a hundred is far away in one deal."""
CURVE = tuple(range(0, 221, 2))
"""Own totals of the curve, the opponent's being `OPPONENT`."""
GRID, OTHER_GRID = tuple(range(0, 201, 20)), tuple(range(40, 201, 20))
"""Own totals and the opponent's of the chart."""
TOLD = 60
"""Points needed in the title."""
CHANCE_BOLD, CHANCE_USUAL, MORE_REACHED = (
    "what is needed is reached, discarding for it",
    "what is needed is reached, discarding for the mean",
    "what is needed is reached oftener",
)
_CELLS = ("seat", "own", "theirs", "when", "forecast", "needed")
_STEP = 10
"""Points whose worth is averaged: deal scores are not evenly spread."""
_DEALS_A_PARTIE = 50
"""Deals asked for per party or pair of parties played."""
_DEALS_A_HAND, _FEWEST_HANDS = 2_000, 20
"""Deals asked for per hand that is discarded for the points needed."""
_ROOM_LEFT = 60
"""The least total that leaves room for a name at its left."""


def answer(asked: Asked) -> Findings:
    """The scores of n deals, and n / 50 parties, at least two, of elder's player in either seat."""
    simulation, n, threads, findings = asked.simulation, asked.n, asked.threads, Findings()

    def add(quantity: str, estimate: Estimate, **cells: Any) -> None:
        findings.add(estimate, **{**dict.fromkeys(_CELLS, ""), **cells}, quantity=quantity)

    laws = measure_scores(
        simulation.elder,
        simulation.younger,
        max(n, 2),
        seed=simulation.seed,
        play=simulation.play,
        threads=threads,
        progress=asked.course.begin(0.25, n),
        run=asked.runs.play,
    )
    asked.course.begin(0.05)
    parties = max(n // _DEALS_A_PARTIE, 2)
    scores = play_parties(simulation, parties, threads)
    for seat in SEATS:
        places = [(own, theirs) for own in GRID for theirs in OTHER_GRID]
        for own, theirs in (*places, *((own, OPPONENT) for own in CURVE)):
            add(
                POINT,
                find_worth(laws, seat, (own, theirs), (_STEP, 0)),
                seat=seat,
                own=own,
                theirs=theirs,
            )
    for seat, other in (SEATS, SEATS[::-1]):
        for own, theirs in (
            (RUBICON_LINE - SHOWS[seat], OPPONENT),
            (SAFE, RUBICON_LINE - SHOWS[other]),
            (SAFE, OPPONENT),
        ):
            add(
                BOTH,
                find_worth(laws, seat, (own, theirs), (_STEP, _STEP)),
                seat=seat,
                own=own,
                theirs=theirs,
            )
    for lead in LEADS:
        lost, sure, won = settle_risk(lead, SAFE, RISKED)
        add(RISK, know_exactly(Fraction(sure - lost, won - lost)), own=SAFE + lead, theirs=SAFE)
    for (deal, total), worth in find_wishes(laws).items():
        add(WISH, worth, own=total, theirs=total, when=str(deal))
    for (name, when), right in rate_forecasts(scores, laws).items():
        add(FORECAST, right, forecast=name, when=when)
    asked.course.begin(0.1)
    for name, one in play_to_the_score(simulation, parties, threads, asked.runs).items():
        add(name, one)
    asked.course.begin(0.6)
    for seat, reached in discard_for_points(
        simulation, max(n // _DEALS_A_HAND, _FEWEST_HANDS), threads
    ).items():
        for needed, (bold, usual) in zip(NEEDED, reached.transpose(1, 2, 0), strict=True):
            for name, values, least in (
                (CHANCE_BOLD, bold, 0),
                (CHANCE_USUAL, usual, 0),
                (MORE_REACHED, bold - usual, -1),
            ):
                add(name, estimate_values(values, limits=(least, 1)), seat=seat, needed=needed)
    changes, divided = weigh_concession(simulation, n, threads)
    add(PLAY_ON, changes)
    add(DIVIDED, divided)
    findings.about = {"matches": parties}
    return findings


# ---- Telling ------------------------------------------------------------------------------------
def read_points(findings: Findings, seat: str) -> dict[tuple[int, int], Estimate]:
    """What a point is worth to a seat, by own total and the opponent's."""
    return {
        (int(row["own"]), int(row["theirs"])): row.estimate
        for row in findings.select(quantity=POINT, seat=seat)
    }


def read_curve(findings: Findings, seat: str) -> dict[int, Estimate]:
    """What a point is worth to a seat by its own total, the opponent's being `OPPONENT`."""
    points = read_points(findings, seat)
    return {own: points[own, theirs] for own, theirs in sorted(points) if theirs == OPPONENT}


def find_peaks(findings: Findings) -> dict[str, tuple[int, Estimate]]:
    """Where each seat's curve is highest: its own total, and what a point is worth there."""
    curves = {seat: read_curve(findings, seat) for seat in SEATS}
    return {seat: max(one.items(), key=lambda at: at[1].value) for seat, one in curves.items()}


def say_peak(findings: Findings) -> str:
    """The higher of the two peaks."""
    seat, (own, worth) = max(find_peaks(findings).items(), key=lambda at: at[1][1].value)
    said = brief(worth, most=1)
    return (
        f"At {own} to {OPPONENT} before the last deal, {seat}’s next ten points are worth {said} "
        "each"
    )


def words(findings: Findings) -> tuple[str, ...]:
    """What a point is worth, and what playing to the score and discarding for points bring."""
    curve = read_curve(findings, ELDER)
    short = max(
        (one for own, one in curve.items() if own < RUBICON_LINE), key=lambda one: one.value
    )
    sentences = [
        f"{say_who_plays(findings)}one point before the last deal moves what elder is paid by "
        f"{brief(curve[SAFE], most=1)} at {SAFE} to {OPPONENT}, by up to {brief(short, most=1)} if "
        f"elder is short of {RUBICON_LINE}."
    ]
    gain, first = (findings.get(quantity=one) for one in (PLAYED_TO, FIRST))
    if gain is not None and first is not None:
        sentences += [
            "Playing to the score compared with not, in settlement over a pair of parties with the "
            f"same cards: {compare_values(gain, unit='points')}.",
            "Between two who do, the first dealer's wins compared with losses: "
            f"{compare_values(first, is_share=True)}.",
        ]
    more = findings.find(quantity=MORE_REACHED, seat=ELDER, needed=str(TOLD))
    sentences.append(
        f"How often elder makes {TOLD} points by a discard for them, compared with one for the "
        f"mean: {compare_values(more, is_share=True)}."
    )
    return (say_peak(findings), *sentences)


# ---- Charts -------------------------------------------------------------------------------------
def draw_curve(findings: Findings) -> Figure:
    """What a point is worth to both seats, by what they have; the peaks are named."""
    curves = {seat: read_curve(findings, seat) for seat in SEATS}
    every = [one for curve in curves.values() for one in curve.values()]
    values = [one.value for one in every]
    low, high = min(0.0, *values), max(1.0, *values)
    reach = high - low
    with one_panel(
        say_peak(findings),
        f"Worth of a point, in settlement, against an opponent’s {OPPONENT}",
        f"{say_origin(findings.about)} Mean of the next ten points. 95% intervals: "
        f"{say_reach(every)} at most.",
        height=HIGHEST,
        unit="own total before the last deal",
    ) as (figure, axes):
        for seat, curve in curves.items():
            axes.plot(
                list(curve),
                [one.value for one in curve.values()],
                color=SEAT_COLOURS[seat],
                linestyle=SEAT_LINES[seat],
                linewidth=letters(1.8),
                zorder=3,
            )
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.9), zorder=1)
        axes.axhline(1, color=NEUTRAL_COLOUR, linewidth=letters(0.9), linestyle=":", zorder=1)
        axes.set(xlim=(CURVE[0] - 2, CURVE[-1]), ylim=(low - 0.3 * reach, high + 0.14 * reach))
        write_at(
            axes,
            CURVE[-1],
            0,
            "dotted: a point is worth 1",
            "neutral",
            (0, -4),
            ha="right",
            va="top",
            bbox=None,
            fontsize=letters(SMALLEST),
        )
        _name_peaks(axes, find_peaks(findings))
        near = max(
            one.value
            for curve in curves.values()
            for own, one in curve.items()
            if SAFE - 40 <= own <= SAFE + 40
        )
        safe = _mark_both(axes, curves, SAFE).replace(": ", ":\n")
        write_at(
            axes,
            CURVE[-1],
            near + 0.06 * reach,
            safe if is_narrow() else f"level {safe}\nwins the partie",
            ha="right",
            fontsize=letters(SMALLEST if is_narrow() else SUBTITLE_SIZE),
            va="bottom",
            linespacing=1.1,
        )
        lost = _mark_both(axes, curves, LOST)
        if not is_narrow() and all(
            judge_difference(curve[LOST]) == LESS for curve in curves.values()
        ):
            lost += ";\na point only adds to what is paid"
        write_at(
            axes,
            CURVE[0],
            low,
            lost,
            shift=(0, -6),
            ha="left",
            va="top",
            linespacing=1.1,
            bbox=None,
        )
        axes.set(
            yticks=[one for one in axes.get_yticks() if low - 0.5 <= one <= high],
            xticks=range(0, CURVE[-1], 50),
        )
        axes.spines["bottom"].set_visible(False)
    return figure


def _name_peaks(axes: Axes, peaks: Mapping[str, tuple[int, Estimate]]) -> None:
    # Each seat's greatest worth; of two peaks the left one is named at its left.
    leftmost = min(peaks, key=lambda seat: peaks[seat][0])
    for seat, (own, worth) in peaks.items():
        draw_mark(axes, own, worth.value, seat, 5.4)
        is_left = seat == leftmost and own > _ROOM_LEFT
        why = "saves the rubicon" if own < RUBICON_LINE else "wins the partie"
        write_at(
            axes,
            own,
            worth.value,
            f"{seat} at {own}: {brief(worth, most=1)}\n{why}",
            seat,
            (-7 if is_left else 7, 3),
            ha="right" if is_left else "left",
            va="center",
            linespacing=1.1,
        )


def _mark_both(axes: Axes, curves: Mapping[str, Mapping[int, Estimate]], own: int) -> str:
    both = {seat: curve[own] for seat, curve in curves.items()}
    for seat, one in both.items():
        draw_mark(axes, own, one.value, seat, 5.4)
    said = ((at, write_number(one.value, 1)) for at, one in both.items())
    return f"at {own}: {', '.join(map(' '.join, said))}"


def draw_totals(findings: Findings, seat: str) -> Figure:
    """The worth of a point to a seat in the last deal, by both totals."""
    points = read_points(findings, seat)
    shown = {pair: points[pair] for pair in product(GRID, OTHER_GRID)}
    (own, theirs), most = max(shown.items(), key=lambda one: one[1].value)
    return draw_squares(
        {pair: (worth.value, brief(worth, most=1)) for pair, worth in shown.items()},
        GRID,
        OTHER_GRID[::-1],
        (
            f"A point more brings {seat} up to {brief(most, most=1)}, at {own} to {theirs} before "
            "the last deal",
            f"Worth of a point to {seat} of the last deal, in settlement",
            f"{say_origin(findings.about)} Mean of the next ten points; "
            f"{say_reach(shown.values())} at most (95%). Bold: level totals.",
        ),
        {"own total": "", "theirs": ""},
        [seat],
    )


def list_rows(findings: Findings) -> Iterator[Row]:
    """What discarding for the points needed adds, and what the next deal as elder is worth."""
    for seat in SEATS:
        for row in findings.select(quantity=MORE_REACHED, seat=seat):
            needed = row["needed"]
            for key, quantity, unit, of, sign in (
                ("more", MORE_REACHED, PERCENTAGE_POINTS, NOTHING, Sign.CHANGE),
                ("usual", CHANCE_USUAL, PERCENT, Of("hand"), Sign.AMOUNT),
            ):
                yield Row(
                    f"{seat}_{key}_{needed}",
                    f"{needed} points",
                    {"seat": seat, "needed": needed, "quantity": quantity},
                    unit,
                    of,
                    seat,
                    quantity,
                    sign,
                    "discarding for the mean",
                )
    wishes = list(findings.select(quantity=WISH))
    for left, row in zip(range(len(wishes), 0, -1), wishes, strict=True):
        yield Row(
            f"wish_{left}",
            f"{number_word(left)} to play",
            {"quantity": WISH, "when": row["when"]},
            SETTLEMENT,
            NOTHING,
            sign=Sign.GAIN,
            group=WISH,
            against="being younger",
        )


STUDY = Study(
    name="score",
    question="Where in a partie is a point worth more than a point?",
    group="parties",
    no_condition="takes the scores of all deals",
    answer=answer,
    words=words,
    rows=list_rows,
    charts={
        "score": Chart(draw_curve),
        "score-elder": Chart(partial(draw_totals, seat=ELDER)),
        "score-younger": Chart(partial(draw_totals, seat=YOUNGER)),
        "points-needed": Chart(
            Look(
                ["*_more_*"],
                "Against discarding for the mean, in fresh deals",
                "percentage points of chance added",
                written={"elder usually": "elder_usual_*", "younger": "younger_usual_*"},
                note="Usually: how often the discard for the mean makes them.",
            ),
            title=[
                Claim(
                    "A discard for {needed} points adds {elder_more_60:size} to elder’s chance",
                    [Exceeds("elder_more_60", 0)],
                    {"needed": str(TOLD)},
                ),
                Claim("Discarding for the points needed changes elder’s chance by {elder_more_60}"),
            ],
            amount=lambda about: "hands of each seat as the table says",
        ),
        "elder-next": Chart(
            Look(
                ["wish_*"],
                "Elder less younger in the next deal, by deals left",
                note="Level at 25 a deal, the score not heeded: if an even number is left, "
                "exactly nought.",
            ),
            title=[Claim("Level, to be elder in the last deal is worth {wish_1}")],
        ),
    },
    not_meant="It does not say how to make those points: it says what one is worth, not what to "
    "throw or to lead for it.",
    assumed=BETWEEN + "The players do not heed the score of the partie, not even in the last deal. "
    "A level partie counts nothing. Discards for the score are finished with the cards played "
    "perfectly.",
    fixed=OF_ALL_DEALS,
    n=2_000_000,
    seconds=165,
)
