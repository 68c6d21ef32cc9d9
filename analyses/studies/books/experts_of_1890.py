"""The experts of 1890: ten thousand hands recorded at a club, beside what these players make.

Nothing here was fitted to Cavendish's table. Both sides have errors, ours from the simulated
deals and the table's from ten thousand hands, so differences are judged by the errors of both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import (
    STEADIED_SCORES,
    derive,
    estimate_row,
    estimate_score,
    fill_texts,
    read_estimate,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.experts_of_1890_chart import (
    CLASS_WIDTH,
    DISTANCE,
    SCORES,
    compare_shares,
    count_near,
    draw_reached,
    say_agreement,
)
from analyses.study import Answer, Asked, Reported, Study, require_whole
from analyses.words.documents import load_table
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.distances import (
    Distance,
    Gain,
    compare_by_ranks,
    compare_distances,
    find_mid_ranks,
    measure_distance,
)
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_proportion
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.game.settlement import RUBICON_LINE, settle_all
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.matches import limit_payment
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, count_threads, run_simulation
from piquet_sim.sentences import (
    Ground,
    Sentence,
    choose,
    compose,
    is_so,
    is_within,
    join_pieces,
    percent,
    say,
)
from piquet_sim.strategies import find_strategy

TITLE = "Do these players play as the experts of 1890 did?"

AT_LEAST = "scores at least "
"""The rows of classes and all above begin so."""
OUTSCORES = "scores more than a hand of 1890, ties half"
"""The row of a seat with what the mid-ranks of all classes come to."""
_SEATS = ("elder", "younger")
_PARTIES_A_DEAL = 1 / 25
_LEAST_PARTIES = 200
_VARIANT_SHARE = 5
_UNCHANGED = "nothing changed"
_PARTIE_CHUNK = 512
_NEAR, _CLEAR = 2.0, 3.0
"""Joint standard errors within which two shares agree, and beyond which a difference is named."""
_AS_OFTEN = 0.5
"""What it would be if both had one distribution."""
_MEASURES = {
    "cards_divided": "the cards are divided",
    "elder_repique": "elder repiques",
    "younger_repique": "younger repiques",
}


def analyse(asked: Asked) -> Answer:
    """Compare n deals with the table, class by class and by the odds drawn from it.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    Do these players play as the experts of 1890 did?
    """
    simulation, n, course = asked.simulation, asked.n, asked.course
    published = load_table()
    result = require_whole(run_simulation(simulation, n, asked.threads, course.begin(0.45, n)))
    classes = {seat: _classes(result, seat) for seat in _SEATS}
    distances = {seat: measure_distance(classes[seat], published[seat]) for seat in _SEATS}
    course.begin(0.05)
    odds = _odds(result, published) + _partie_odds(simulation, n, published, asked.threads)
    variants = _variants(simulation, n, published, asked.threads, course.begin(0.5, 5))
    means = {seat: _published_mean(published, seat) for seat in _SEATS}
    rows = _rows(classes, published, odds, distances, variants, means, result)
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_agreement(table, simulation.describe()),
        {
            "source": published["source"],
            "intervals": f"shares: Wilson; {STEADIED_SCORES}; points won: normal; deals "
            "(parties) as units",
            "distance": "total variation: half the sum of the absolute differences of shares",
            "published_mid_rank": "of the hands of a class among all of the table, from the lowest "
            "score; hands of one class are ties",
            "by_chance": "mean distance of two samples of these sizes from one law, and p: the "
            "share of permutations that lie as far apart",
            "parties": "players change seats; told the score if they heed it",
        },
        (result,),
    )


def _classes(result: Result, seat: str) -> np.ndarray:
    # Deals by class of the seat's score, as in the table.
    scores = result.tally.arrays.scores
    counts = scores.sum(axis=1 if seat == "elder" else 0)
    return _fold(counts)


def _fold(counts: np.ndarray) -> np.ndarray:
    folded = np.bincount(np.minimum(np.arange(len(counts)) // CLASS_WIDTH, 15), counts, 16)
    return np.rint(folded).astype(np.int64)


def _published_mean(published: dict[str, Any], seat: str) -> float:
    # From the middles of the classes; the table gives no mean.
    middles = np.arange(16) * CLASS_WIDTH + (CLASS_WIDTH - 1) / 2
    return float((middles * np.array(published[seat])).sum() / published["hands"])


def _claimed(figure: dict[str, Any]) -> float:
    if "odds_against" in figure:
        against, favour = figure["odds_against"]
        return favour / (against + favour)
    if "odds_on" in figure:
        favour, against = figure["odds_on"]
        return favour / (against + favour)
    return float(figure["number"])


def _odds(result: Result, published: dict[str, Any]) -> list[tuple[str, Estimate, float]]:
    # What Cavendish says of a deal, beside ours.
    said = published["odds"]
    estimates = result.estimates
    told = [(words, estimates[name], _claimed(said[name])) for name, words in _MEASURES.items()]
    for words, events, figure in (
        # A player who makes capot has won the cards, which the score does not count beside it.
        ("elder wins the cards", ("elder_cards", "elder_capot"), "elder_cards"),
        ("younger wins the cards", ("younger_cards", "younger_capot"), "younger_cards"),
        ("elder piques or repiques", ("elder_pique", "elder_repique"), "elder_pique_or_repique"),
    ):
        count = round(sum(estimates[event].value for event in events) * result.deals)
        told.append((words, estimate_proportion(count, result.deals), _claimed(said[figure])))
    scores = result.tally.arrays.scores
    hands = published["hands"]
    for words, count, claimed in (
        ("elder scores 28 or more", scores[28:].sum(), published["elder_at_least_28"] / hands),
        (
            "younger scores 14 or more",
            scores[:, 14:].sum(),
            published["younger_at_least_14"] / hands,
        ),
        ("younger scores nothing", scores[:, 0].sum(), published["younger_scored_nothing"] / hands),
    ):
        told.append((words, estimate_proportion(int(count), result.deals), claimed))
    return told


def _partie_odds(
    simulation: Simulation, n: int, published: dict[str, Any], threads: int | None
) -> list[tuple[str, Estimate, float]]:
    # What Cavendish says of parties: the players change seats from deal to deal.
    parties = max(int(n * _PARTIES_A_DEAL) // 6, _LEAST_PARTIES)
    plain = replace(simulation, mirrored=False)
    plain.play_parties(0, 0)  # compiled before threads start
    played = play_ranges(plain.play_parties, parties, _PARTIE_CHUNK, count_threads(threads))
    totals = np.concatenate([*played])[:, 0]
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
            estimate_mean(
                int(paid.sum()),
                int((paid * paid).sum()),
                parties,
                parties,
                limit_payment(simulation.rules),
            ),
            _claimed(said["settlement_mean"]),
        ),
    ]


@dataclass(frozen=True)
class _Variant:
    # The same players with one thing changed.
    words: str
    deals: int
    distances: dict[str, Distance]
    # From the published table, by seat.
    farther: dict[str, Gain]
    # How much farther than the same players, nothing changed, in as many deals.


def _variants(
    simulation: Simulation,
    n: int,
    published: dict[str, Any],
    threads: int | None,
    progress: Progress,
) -> list[_Variant]:
    # One thing changed at a time, to see which difference it makes.
    deals = max(n // _VARIANT_SHARE, 2)
    elder, younger = simulation.elder, simulation.younger
    club = find_strategy("club")

    def change(words: str, **policies: Any) -> Simulation:
        both = (
            replace(player, name=f"{player.name}, {words}", **policies)
            for player in (elder, younger)
        )
        return Simulation(*both, simulation.rules, simulation.seed)

    changed = {
        "cards played by both as if all were seen": replace(simulation, play=DOUBLE_DUMMY),
        "the exchange of club": change("club's exchange", discard=club.discard),
        "the card play of club": change("club's play", play=club.play),
        "younger sinks a tenth of her points": Simulation(
            elder,
            replace(younger, name=f"{younger.name}, sinking", sinks=(0.1, 0.0, 0.0)),
            simulation.rules,
            simulation.seed,
        ),
    }
    plain = require_whole(run_simulation(simulation, deals, threads))
    unchanged = {seat: _classes(plain, seat) for seat in _SEATS}
    told = []
    for place, (words, other) in enumerate({_UNCHANGED: simulation, **changed}.items()):
        progress(place)
        if words == _UNCHANGED:
            result = plain
        else:
            result = require_whole(run_simulation(other, deals, threads))
        own = {seat: _classes(result, seat) for seat in _SEATS}
        told.append(
            _Variant(
                words,
                result.deals,
                {seat: measure_distance(own[seat], published[seat]) for seat in _SEATS},
                {
                    seat: compare_distances(own[seat], unchanged[seat], published[seat])
                    for seat in _SEATS
                    if words != _UNCHANGED
                },
            )
        )
    return told


def _z(estimate: Estimate, claimed: float, hands: int) -> float:
    # Standard errors between our share and Cavendish's, a share of `hands` hands.
    return compare_shares(estimate.value * estimate.n, estimate.n, claimed * hands, hands)


def _rows(
    classes: dict[str, np.ndarray],
    published: dict[str, Any],
    odds: list[tuple[str, Estimate, float]],
    distances: dict[str, Distance],
    variants: list[_Variant],
    means: dict[str, float],
    result: Result,
) -> list[dict[str, Any]]:
    hands = published["hands"]
    rows = []
    for seat in _SEATS:
        ranks = find_mid_ranks(published[seat])
        for place, label in enumerate(published["classes"]):
            estimate = estimate_proportion(int(classes[seat][place]), result.deals)
            theirs = published[seat][place] / hands
            low, high = wilson_interval(published[seat][place], hands)
            rows.append(
                estimate_row(
                    f"{SCORES}{label}", estimate, seat=seat, published=theirs, published_low=low,
                    published_high=high, difference_z=_z(estimate, theirs, hands),
                    published_mid_rank=float(ranks[place]),
                )
            )  # fmt: skip
        outscores = compare_by_ranks(classes[seat], published[seat])
        z = (outscores.value - _AS_OFTEN) / outscores.se if outscores.se else None
        rows.append(
            estimate_row(OUTSCORES, outscores, seat=seat, published=_AS_OFTEN, difference_z=z)
        )
        rows += _reached_rows(classes[seat], published, seat)
        score = estimate_score(result, f"{seat}_score")
        rows.append(estimate_row("mean score", score, seat=seat, published=means[seat]))
    for words, estimate, claimed in odds:
        z = _z(estimate, claimed, hands) if claimed <= 1 else None
        rows.append(estimate_row(words, estimate, seat="", published=claimed, difference_z=z))
    for seat in _SEATS:
        name = DISTANCE
        rows.append(_distance_row(name, distances[seat], seat, result.deals))
        for one in variants:
            row = _distance_row(f"{name}, {one.words}", one.distances[seat], seat, one.deals)
            if seat in one.farther:
                gain = one.farther[seat]
                row |= {"farther": gain.value, "farther_low": gain.low, "farther_high": gain.high}
            rows.append(row)
    return rows


def _reached_rows(counts: np.ndarray, published: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    # How often each class, or one above it, is reached; the lowest always is.
    hands, rows = published["hands"], []
    theirs, ours = (np.asarray(one)[::-1].cumsum()[::-1] for one in (published[seat], counts))
    for place in range(1, len(ours)):
        estimate = estimate_proportion(int(ours[place]), int(ours[0]))
        low, high = wilson_interval(int(theirs[place]), hands)
        rows.append(
            estimate_row(
                f"{AT_LEAST}{CLASS_WIDTH * place}", estimate, seat=seat,
                published=theirs[place] / hands, published_low=low, published_high=high,
                difference_z=compare_shares(int(ours[place]), int(ours[0]), int(theirs[place]),
                                            hands),
            )
        )  # fmt: skip
    return rows


def _distance_row(name: str, distance: Distance, seat: str, deals: int) -> dict[str, Any]:
    return {"seat": seat, "quantity": name, "n": deals, **distance._asdict()}


def _list_seat(table: pd.DataFrame, seat: str, start: str) -> list[tuple[str, pd.Series]]:
    # Rows of a seat whose quantity starts so, with what follows.
    rows = table[(table["seat"] == seat) & table["quantity"].str.startswith(start)]
    return [(row["quantity"].removeprefix(start), row) for _, row in rows.iterrows()]


def _name_apart(rows: list[tuple[str, pd.Series]], say_what: str, nothing: str) -> Sentence:
    # The classes or scores in which the two differ beyond their errors.
    named = []
    for label, row in rows:
        z, theirs = abs(row["difference_z"]), row["published"]
        if z > _CLEAR:
            digits = 1 if max(row["value"], theirs) >= 0.01 else 2
            text = f"{label} ({row['value']:.{digits}%} here, {theirs:.{digits}%} there)"
            named.append(Sentence(text, _by_errors(say_what.format(label), z, above=_CLEAR)))
    return join_pieces(", ", named) if named else Sentence(nothing)


def _name_classes(table: pd.DataFrame, seat: str) -> Sentence:
    rows = [one for one in _list_seat(table, seat, SCORES) if one[0][0].isdigit()]
    return _name_apart(rows, f"{seat} in {{}}", "no class")


def _name_reached(table: pd.DataFrame, seat: str) -> Sentence:
    return _name_apart(_list_seat(table, seat, AT_LEAST), f"{seat}, {{}} or more", "no score")


def _by_errors(words: str, z: float, **ends: float) -> Ground:
    return is_within(f"standard errors between the two: {words}", z, **ends)


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    summary = _tell_scores(table), _tell_odds(table), _say_variants(table)
    return {"summary": summary, **derive(**count_near(table))}


def _tell_scores(table: pd.DataFrame) -> Sentence:
    elder, younger = (_list_seat(table, seat, DISTANCE)[0][1] for seat in _SEATS)
    return compose(
        f"The scores lie {elder.value:.3f} (elder) and {younger.value:.3f} (younger) from the "
        f"table in total variation, where chance alone gives {elder.by_chance:.3f} and "
        f"{younger.by_chance:.3f} in as many deals and hands (p = {elder.p:.2g} and "
        f"{younger.p:.2g}). By classes of ten points they differ beyond {_CLEAR:.0f} standard "
        "errors for elder in ",
        _name_classes(table, "elder"),
        ", for younger in ",
        _name_classes(table, "younger"),
        "; by deals that reach so many points or more, as the chart counts, for elder at ",
        _name_reached(table, "elder"),
        ", for younger at ",
        _name_reached(table, "younger"),
        ". ",
        _tell_ranks(table),
    )


def _tell_ranks(table: pd.DataFrame) -> Sentence:
    rows = table[table["quantity"] == OUTSCORES].set_index("seat")
    elder, younger = (read_estimate(rows.loc[seat]) for seat in _SEATS)
    return Sentence(
        f"By mid-ranks a deal scores more than a hand of the table, ties counted half, in "
        f"{percent(elder)} (elder) and {percent(younger)} (younger)."
    )


def _tell_odds(table: pd.DataFrame) -> Sentence:
    odds = fill_texts(table)
    odds = odds[odds["seat"] == ""]
    agree, differ = [], []
    for row in iterate_rows(odds):
        words, z = row.quantity, abs(row.difference_z)  # the last is no share and has none
        if z < _NEAR:
            agree.append(Sentence(words, _by_errors(words, z, below=_NEAR)))
        elif z > _CLEAR:
            text = f"{words} ({percent(read_estimate(row))} here, {row.published:.1%} there)"
            differ.append(Sentence(text, _by_errors(words, z, above=_CLEAR)))
    paid = read_estimate(odds.iloc[-1])
    return compose(
        "Of the odds drawn from it these agree within two standard errors: ",
        join_pieces(", ", agree) if agree else "none",
        f". Beyond {_CLEAR:.0f} these differ: ",
        join_pieces("; ", differ) if differ else "none",
        f". A partie brings {say(paid)} points in {paid.n:,} parties (200 there).",
    )


def _say_variants(table: pd.DataFrame) -> Sentence:
    # What makes the distance greater beyond chance is what the experts did not do.
    variants = {seat: dict(_list_seat(table, seat, f"{DISTANCE}, ")) for seat in _SEATS}
    why = "; ".join(
        f"{words} {elder.value:.3f} and {variants['younger'][words].value:.3f}"
        for words, elder in variants["elder"].items()
    )
    farther = {}
    for words in variants["elder"]:
        for seat, own in variants.items():
            gain = own[words][["farther", "farther_low", "farther_high"]]
            what = f"how much farther {seat} lies with {words}"
            ground = Ground(what, *map(float, gain), above=0)
            if words not in farther and ground.holds:
                farther[words] = ground
    return compose(
        f"With one thing changed the distances in {int(variants['elder'][_UNCHANGED].n):,} deals "
        f"are: {why}. ",
        choose(
            Sentence(
                f"Farther beyond chance, and so what the experts did not do: {', '.join(farther)}; "
                "they also ",
                *farther.values(),
                is_so("something is farther", bool(farther)),
            ),
            Sentence(
                "None is farther beyond chance; the experts also ",
                is_so("nothing is farther", not farther),
            ),
        ),
        "played to the score, and hands thrown in were left out.",
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    picks = []
    for name, unit in (
        ("elder wins the cards", PERCENT), ("younger wins the cards", PERCENT),
        ("elder repiques", PERCENT), ("younger repiques", PERCENT),
        ("elder piques or repiques", PERCENT), ("younger scores nothing", PERCENT),
        ("a partie is a rubicon", PERCENT), ("points won in a partie", POINTS),
    ):  # fmt: skip
        row = next((row for row in rows if row["quantity"] == name), None)
        if row is not None and row["published"]:
            scale = 100 if unit == PERCENT else 1
            printed = f"{scale * float(row['published']):.3g}{unit}"
            picks.append(Pick(name, unit, {"quantity": name}, (printed,)))
    return picks


REPORTED = Reported(
    "Nothing was fitted to the table. The experts played to the score, and hands thrown "
    "in were left out of it.",
    _pick,
    heads=("in 1890",),
    share=0.2,
    columns=(
        "seat",
        "quantity",
        "value",
        "se",
        "low",
        "high",
        "n",
        "published",
        "published_mid_rank",
        "difference_z",
        "by_chance",
    ),
)

STUDY = Study(TITLE, analyse, draw_reached, say=_say_table, reported=REPORTED, seconds=210)
