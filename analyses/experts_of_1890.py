"""The experts of 1890: ten thousand hands recorded at a club, beside what these players make.

Nothing here was fitted to his table. Both sides have errors: ours of so many deals, his of ten
thousand hands, so that differences are judged by the errors of both.
"""

import json
import time
from dataclasses import replace
from functools import partial
from importlib.resources import files
from math import sqrt

import numpy as np
import pandas as pd

from analyses.analysis import Analysis, describe, estimate_row, percent
from analyses.style import (
    EXACT_COLOUR,
    SEAT_COLOURS,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
)
from piquet_sim.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    format_with_error,
    wilson_interval,
)
from piquet_sim.result import Result
from piquet_sim.run import Progress, run_simulation
from piquet_sim.settlement import RUBICON_LINE, settle_all
from piquet_sim.simulation import DOUBLE_DUMMY, Simulation
from piquet_sim.strategies import find_strategy

TITLE = "Do these players play as the experts of 1890 did?"
DEFAULT_STRATEGY = "expert"

_SEATS = ("elder", "younger")
_CLASS_WIDTH = 10
_PARTIES_A_DEAL = 1 / 25
_LEAST_PARTIES = 200
_VARIANT_SHARE = 5
_PARTIE_CHUNK = 512
_CLEAR = 3.0
"""Standard errors, of both sides together, beyond which a difference is named."""
_ALIKE = 0.025
"""A total variation distance up to which two laws are called alike."""
_MEASURES = {
    "elder_cards": "elder wins the cards",
    "younger_cards": "younger wins the cards",
    "cards_divided": "the cards are divided",
    "elder_repique": "elder repiques",
    "younger_repique": "younger repiques",
}


def load_table() -> dict[str, object]:
    """The published table and the odds that its author drew from it.

    Examples
    --------
    >>> sorted(load_table())[:2]
    ['classes', 'elder']
    """
    text = files("piquet_sim").joinpath("data/hands_of_1890.json").read_text(encoding="utf-8")
    return json.loads(text)


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Compare n deals with the table, class by class and by the odds drawn from it.

    Raises
    ------
    InputError
        If n makes no sense.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 1_000).title)
    Do these players play as the experts of 1890 did?
    """
    start = time.perf_counter()
    published = load_table()
    result = run_simulation(simulation, n, threads, progress)
    classes = {seat: _classes(result, seat) for seat in _SEATS}
    distances = {seat: _distance(classes[seat], published[seat]) for seat in _SEATS}
    odds = _odds(result, published) + _partie_odds(simulation, n, published)
    variants = _variants(simulation, n, published, threads)
    means = {seat: _published_mean(published, seat) for seat in _SEATS}
    table = pd.DataFrame(_rows(classes, published, odds, distances, variants, means, result))
    return Analysis(
        "experts-of-1890",
        TITLE,
        table,
        partial(_draw, simulation, result, classes, published),
        _summarise(result, classes, published, distances, odds, variants),
        describe(simulation, result.deals),
        time.perf_counter() - start,
        {
            "source": published["source"],
            "intervals": "Wilson for shares, normal for means; deals (parties) as units",
            "distance": "total variation: half the sum of the absolute differences of shares",
            "parties": "players change seats; told the score if they heed it",
        },
        runs=(result,),
    )


def _classes(result: Result, seat: str) -> np.ndarray:
    # Deals by class of the seat's score, as in the table.
    scores = result.tally.arrays.scores
    counts = scores.sum(axis=1 if seat == "elder" else 0)
    return _fold(counts)


def _fold(counts: np.ndarray) -> np.ndarray:
    folded = np.bincount(np.minimum(np.arange(len(counts)) // _CLASS_WIDTH, 15), counts, 16)
    return np.rint(folded).astype(np.int64)


def _distance(ours: np.ndarray, theirs: list[int]) -> float:
    return float(np.abs(ours / ours.sum() - np.array(theirs) / sum(theirs)).sum() / 2)


def _distance_by_chance(ours: np.ndarray, hands: int) -> float:
    # The mean distance of a sample of so many hands from our law, by normal approximation.
    share = ours / ours.sum()
    return float(np.sqrt(2 * share * (1 - share) / (np.pi * hands)).sum() / 2)


def _published_mean(published: dict[str, object], seat: str) -> float:
    # From the middles of the classes; he gives no mean.
    middles = np.arange(16) * _CLASS_WIDTH + (_CLASS_WIDTH - 1) / 2
    return float((middles * np.array(published[seat])).sum() / published["hands"])


def _claimed(figure: dict[str, object]) -> float:
    if "odds_against" in figure:
        against, favour = figure["odds_against"]
        return favour / (against + favour)
    if "odds_on" in figure:
        favour, against = figure["odds_on"]
        return favour / (against + favour)
    return float(figure["number"])


def _odds(result: Result, published: dict[str, object]) -> list[tuple[str, Estimate, float]]:
    # What he says of a deal, beside ours.
    said = published["odds"]
    estimates = result.estimates
    told = [(words, estimates[name], _claimed(said[name])) for name, words in _MEASURES.items()]
    either = estimates["elder_pique"].value + estimates["elder_repique"].value
    count = round(either * result.deals)
    told.append(
        (
            "elder piques or repiques",
            estimate_proportion(count, result.deals),
            _claimed(said["elder_pique_or_repique"]),
        )
    )
    scores = result.tally.arrays.scores
    hands = published["hands"]
    for words, count, claimed in (
        ("elder scores 28 or more", scores[28:].sum(), published["elder_at_least_28"] / hands),
        (
            "younger scores 14 or more",
            scores[:, 14:].sum(),
            published["younger_at_least_14"] / hands,
        ),
        (
            "younger scores nothing",
            scores[:, 0].sum(),
            published["younger_scored_nothing"] / hands,
        ),
    ):
        told.append((words, estimate_proportion(int(count), result.deals), claimed))
    return told


def _partie_odds(
    simulation: Simulation, n: int, published: dict[str, object]
) -> list[tuple[str, Estimate, float]]:
    # What he says of parties: the players change seats from deal to deal.
    parties = max(int(n * _PARTIES_A_DEAL) // 6, _LEAST_PARTIES)
    plain = replace(simulation, mirrored=False)
    totals = np.concatenate(
        [
            plain.play_parties(first, min(_PARTIE_CHUNK, parties - first))[:, 0]
            for first in range(0, parties, _PARTIE_CHUNK)
        ]
    )
    one, two = totals[:, 0], totals[:, 1]
    rubicon = (np.minimum(one, two) < RUBICON_LINE) & (one != two)
    paid = np.abs(settle_all(one, two))
    said = published["odds"]
    return [
        (
            "a partie is a rubicon",
            estimate_proportion(int(rubicon.sum()), parties),
            _claimed(said["rubicon"]),
        ),
        (
            "points won in a partie",
            estimate_mean(int(paid.sum()), int((paid * paid).sum()), parties, parties),
            _claimed(said["settlement_mean"]),
        ),
    ]


def _variants(
    simulation: Simulation, n: int, published: dict[str, object], threads: int | None
) -> list[tuple[str, dict[str, float], dict[str, Estimate]]]:
    # The same with one thing changed, to see which difference it makes.
    deals = max(n // _VARIANT_SHARE, 2)
    elder, younger = simulation.elder, simulation.younger
    club = find_strategy("club")
    changed = {
        "cards played by both as if all were seen": replace(simulation, play=DOUBLE_DUMMY),
        "the exchange of club": Simulation(
            replace(elder, name=f"{elder.name}, club's exchange", discard=club.discard),
            replace(younger, name=f"{younger.name}, club's exchange", discard=club.discard),
            simulation.rules,
            simulation.seed,
        ),
        "the card play of club": Simulation(
            replace(elder, name=f"{elder.name}, club's play", play=club.play),
            replace(younger, name=f"{younger.name}, club's play", play=club.play),
            simulation.rules,
            simulation.seed,
        ),
        "younger sinks a tenth of her points": Simulation(
            elder,
            replace(younger, name=f"{younger.name}, sinking", sinks=(0.1, 0.0, 0.0)),
            simulation.rules,
            simulation.seed,
        ),
    }
    told = []
    for words, other in changed.items():
        result = run_simulation(other, deals, threads)
        distances = {seat: _distance(_classes(result, seat), published[seat]) for seat in _SEATS}
        told.append((words, distances, result.estimates))
    return told


def _z(estimate: Estimate, claimed: float, hands: int) -> float:
    # Standard errors, of both, between ours and his, a share of so many hands; his error is that
    # of so many of ours, so that a class in which he has none has one, too.
    share = min(max(estimate.value, 1 / hands), 1 - 1 / hands) if claimed <= 1 else 0.0
    theirs = sqrt(share * (1 - share) / hands)
    both = sqrt((estimate.se or 0.0) ** 2 + theirs**2)
    return (estimate.value - claimed) / both if both else 0.0


def _rows(
    classes: dict[str, np.ndarray],
    published: dict[str, object],
    odds: list[tuple[str, Estimate, float]],
    distances: dict[str, float],
    variants: list[tuple[str, dict[str, float], dict[str, Estimate]]],
    means: dict[str, float],
    result: Result,
) -> list[dict[str, object]]:
    hands = published["hands"]
    rows = []
    for seat in _SEATS:
        for place, label in enumerate(published["classes"]):
            estimate = estimate_proportion(int(classes[seat][place]), result.deals)
            theirs = published[seat][place] / hands
            low, high = wilson_interval(published[seat][place], hands)
            rows.append(
                estimate_row(
                    f"scores {label}", estimate, seat=seat, published=theirs, published_low=low,
                    published_high=high, difference_z=_z(estimate, theirs, hands),
                )
            )  # fmt: skip
        score = result.estimates[f"{seat}_score"]
        rows.append(estimate_row("mean score", score, seat=seat, published=means[seat]))
    for words, estimate, claimed in odds:
        z = _z(estimate, claimed, hands) if claimed <= 1 else None
        rows.append(estimate_row(words, estimate, seat="", published=claimed, difference_z=z))
    for seat in _SEATS:
        rows.append(
            {
                "seat": seat,
                "quantity": "total variation distance",
                "value": distances[seat],
                "by_chance": _distance_by_chance(classes[seat], hands),
            }
        )
        for words, others, _ in variants:
            rows.append(
                {
                    "seat": seat,
                    "quantity": f"total variation distance, {words}",
                    "value": others[seat],
                }
            )
    return rows


def _name_classes(classes: dict[str, np.ndarray], published: dict[str, object], seat: str) -> str:
    # The classes in which the two differ beyond their errors.
    hands, deals = published["hands"], int(classes[seat].sum())
    named = []
    for place, label in enumerate(published["classes"]):
        estimate = estimate_proportion(int(classes[seat][place]), deals)
        theirs = published[seat][place] / hands
        if abs(_z(estimate, theirs, hands)) > _CLEAR:
            digits = 1 if max(estimate.value, theirs) >= 0.01 else 2
            named.append(f"{label} ({estimate.value:.{digits}%} here, {theirs:.{digits}%} there)")
    return ", ".join(named) if named else "no class"


def _summarise(
    result: Result,
    classes: dict[str, np.ndarray],
    published: dict[str, object],
    distances: dict[str, float],
    odds: list[tuple[str, Estimate, float]],
    variants: list[tuple[str, dict[str, float], dict[str, Estimate]]],
) -> tuple[str, ...]:
    hands = published["hands"]
    chance = {seat: _distance_by_chance(classes[seat], hands) for seat in _SEATS}
    agree = [words for words, one, said in odds if said <= 1 and abs(_z(one, said, hands)) <= 2]
    differ = [
        f"{words} ({percent(one)} here, {said:.1%} there)"
        for words, one, said in odds
        if said <= 1 and abs(_z(one, said, hands)) > _CLEAR
    ]
    paid = odds[-1][1]
    why = "; ".join(
        f"{words}: {others['elder']:.3f} and {others['younger']:.3f}"
        for words, others, _ in variants
    )
    return (
        f"The scores lie {distances['elder']:.3f} (elder) and {distances['younger']:.3f} (younger) "
        f"from the table in total variation; ten thousand hands of these players would lie "
        f"{chance['elder']:.3f} and {chance['younger']:.3f} from themselves by chance. Beyond "
        f"{_CLEAR:.0f} standard errors they differ for elder in "
        f"{_name_classes(classes, published, 'elder')}; for younger in "
        f"{_name_classes(classes, published, 'younger')}.",
        f"Of the odds drawn from it these agree within two standard errors: "
        f"{', '.join(agree) if agree else 'none'}. Beyond {_CLEAR:.0f} these differ: "
        f"{'; '.join(differ) if differ else 'none'}. A partie brings "
        f"{format_with_error(paid.value, paid.se)} points (200 there).",
        f"With one thing changed the distances are: {why}. What makes a distance greater is what "
        "the experts did not do; they also played to the score, and hands thrown in were left out.",
    )


def _draw(
    simulation: Simulation,
    result: Result,
    classes: dict[str, np.ndarray],
    published: dict[str, object],
) -> object:
    hands = published["hands"]
    labels = [label.replace("-", "–") for label in published["classes"]]
    places = np.arange(len(labels))
    with chart_style():
        figure, axes = new_chart(2, 1, height=4.6, sharex=True)
        for seat, panel in zip(_SEATS, axes, strict=True):
            shares = classes[seat] / result.deals
            panel.bar(places, 100 * shares, color=SEAT_COLOURS[seat], width=0.75, label=seat)
            theirs = np.array(published[seat]) / hands
            ends = np.array([wilson_interval(count, hands) for count in published[seat]])
            panel.errorbar(
                places,
                100 * theirs,
                yerr=100 * np.abs(ends.T - theirs),
                fmt="D",
                markersize=3,
                markerfacecolor="white",
                color=EXACT_COLOUR,
                linewidth=0.8,
                label="1890, with 95% intervals",
            )
            panel.set_yscale("log")
            panel.set_ylim(0.005, 300)
            panel.set_yticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
            panel.set_ylabel("% of deals (log scale)")
            panel.legend(loc="upper right")
            light_grid(panel, "y")
        axes[1].set_xticks(places, labels, rotation=60, ha="right", rotation_mode="anchor")
        axes[1].set_xlabel("points of a deal")
        far = max(_distance(classes[seat], published[seat]) for seat in _SEATS)
        finding = "almost as in 1890" if far <= _ALIKE else "otherwise than in 1890"
        name = simulation.elder.name.capitalize()
        add_headline(figure, f"{name} scores {finding}: {far:.1%} of deals differ")
        add_small_print(
            figure,
            f"Bars: {simulation}, {result.deals:,} deals (95% intervals are narrower than the "
            f"bars' edges above 0.1%). Dots: {hands:,} hands recorded by Cavendish. "
            "How many differ: total variation distance.",
        )
    return figure
