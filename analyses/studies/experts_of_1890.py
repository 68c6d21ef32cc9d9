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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.statistics import estimate_score
from analyses.stored import load_table
from analyses.study import Asked, Chart, Study
from piquet_sim.compare.published_claims import claimed_probability
from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks, measure_distance
from piquet_sim.estimates.estimate import Estimate, estimate_normal, estimate_proportion
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.intervals import NORMAL, wilson_interval
from piquet_sim.estimates.quantity import POINTS, Of, Quantity, subtract
from piquet_sim.estimates.shown import Look
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.result import Result

SCORES, AT_LEAST = "scores ", "scores at least "
"""The rows of the classes begin so, and those of classes and all above."""
OUTSCORES = "scores more than a hand of 1890, ties half"
DISTANCE = "total variation distance"
PAID = "points won in a partie"
CLASS_WIDTH = 10
_MIDDLES = np.arange(16) * CLASS_WIDTH + (CLASS_WIDTH - 1) / 2
_AS_OFTEN = 0.5
"""How often one of two scores is higher, ties counted half, if both have one distribution."""
_LEAST = 2
"""Fewest deals: of one alone nothing has an error."""
_LEAST_PARTIES = 200


# ---- Playing ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """Compare n deals with the table, class by class and by the odds drawn from it."""
    published, course = load_table(), asked.course
    result = asked.play(progress=course.begin(0.9, asked.n))
    course.begin(0.1)
    hands, findings, classes = published["hands"], Findings(), {}
    for seat in SEATS:
        scores = result.tally.arrays.scores.sum(axis=1 if seat == "elder" else 0)
        classes[seat] = np.rint(
            np.bincount(np.minimum(np.arange(len(scores)) // CLASS_WIDTH, 15), scores, 16)
        ).astype(np.int64)
        _add_classes(findings, seat, classes[seat], published)
        mean = estimate_score(result, f"{seat}_score")
        theirs = float((_MIDDLES * np.array(published[seat])).sum() / hands)  # it gives no mean
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
        _add_share(
            findings,
            seat,
            f"{SCORES}{label}",
            counts[place],
            n,
            theirs[place],
            hands,
            published_mid_rank=float(ranks[place]),
        )
    if n < _LEAST:
        raise InputError(f"-n {n}: expected at least {_LEAST}, for the errors of what is compared")
    higher = compare_by_ranks(counts, published[seat])
    z = (higher.value - _AS_OFTEN) / higher.se if higher.se else None
    findings.add(higher, seat=seat, published=_AS_OFTEN, difference_z=z, quantity=OUTSCORES)
    ours, theirs = (one[::-1].cumsum()[::-1] for one in (counts, theirs))
    for place in range(1, len(ours)):  # the lowest class is always reached
        _add_share(
            findings, seat, f"{AT_LEAST}{CLASS_WIDTH * place}", ours[place], n, theirs[place], hands
        )


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
        estimate_proportion(int(deals), n),
        seat=seat,
        published=float(theirs / hands),
        published_low=low,
        published_high=high,
        difference_z=compare_shares(int(deals), n, int(theirs), hands),
        **cells,
        quantity=name,
    )


def compare_shares(deals: float, n: int, hands: float, of: int) -> float:
    """Standard errors between two shares, as of two samples from one distribution."""
    share = (deals + hands) / (n + of)
    error = np.sqrt(share * (1 - share) * (1 / n + 1 / of))
    return float((deals / n - hands / of) / error) if error else 0.0


def _list_odds(result: Result, published: dict[str, Any]) -> Iterator[tuple[str, Estimate, float]]:
    # What is counted beside what Cavendish says of a deal, and where it stands among his odds.
    for name, (events, figure) in {
        "the cards are divided": (("cards_divided",), "cards_divided"),
        "elder repiques": (("elder_repique",), "elder_repique"),
        "younger repiques": (("younger_repique",), "younger_repique"),
        # A player who makes capot has won the cards, which the score does not count beside it.
        "elder wins the cards": (("elder_cards", "elder_capot"), "elder_cards"),
        "younger wins the cards": (("younger_cards", "younger_capot"), "younger_cards"),
        "elder piques or repiques": (("elder_pique", "elder_repique"), "elder_pique_or_repique"),
    }.items():
        deals = round(sum(result.estimates[event].value for event in events) * result.deals)
        share = (
            result.estimates[events[0]]
            if len(events) == 1
            else estimate_proportion(deals, result.deals)
        )
        yield name, share, float(claimed_probability(published["odds"][figure]))
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
    played = simulate_matches(
        plain, parties, asked.threads, tally=asked.runs.tally_matches
    ).estimates
    if "rubicon" in played:  # a partie of deals, not a race
        yield (
            "a partie is a rubicon",
            played["rubicon"],
            float(claimed_probability(odds["rubicon"])),
        )
        yield PAID, played["paid_mean"], float(odds["settlement_mean"]["number"])


# ---- Telling -----------------------------------------------------------------------------------
THEN = "1890"
_SAID = (
    ("elder", "elder wins the cards", "elder wins the cards"),
    ("younger", "younger wins the cards", "younger wins the cards"),
    ("divided", "the cards are divided", "cards divided"),
    ("either", "elder piques or repiques", "elder piques or repiques"),
    ("repique", "elder repiques", "elder repiques"),
    ("younger_repique", "younger repiques", "younger repiques"),
    ("elder_28", "elder scores 28 or more", "elder makes 28 or more"),
    ("younger_14", "younger scores 14 or more", "younger makes 14 or more"),
    ("nothing", "younger scores nothing", "younger makes nothing"),
)
"""Keys, and what Cavendish says of a deal: as the table has it, and as the chart has it."""


@dataclass(frozen=True)
class _OfThen(Row):
    """The number of 1890 beside ours: what was recorded at the club."""

    def read(self, findings: Findings) -> Quantity | None:
        found = self.find(findings)
        if found is None:
            return None
        published, value = load_table(), float(found["published"])
        hands = published["hands"]
        if self.unit != POINTS:
            estimate = estimate_proportion(round(value * hands), hands)
        else:  # the table gives classes, and no mean
            se = float(np.sqrt((_MIDDLES - value) ** 2 @ published[self.cells["seat"]]) / hands)
            estimate = estimate_normal(value, se, hands, f"{NORMAL}, of the classes’ middles")
        return replace(super().read(findings), estimate=estimate)


def list_rows() -> Iterator[Row]:
    """What these players and those of 1890 make, of what Cavendish says of a deal."""
    told = [(key, name, {"quantity": quantity}, {}) for key, quantity, name in _SAID]
    told += [
        (
            f"mean_{seat}",
            f"{seat}, mean",
            {"seat": seat, "quantity": "mean score"},
            {"unit": POINTS},
        )
        for seat in SEATS
    ]
    for key, name, cells, meaning in told:
        yield Row(f"now_{key}", name, cells, seat="now", **meaning)
        yield _OfThen(f"then_{key}", name, cells, seat=THEN, source=THEN, **meaning)
    for seat in SEATS:
        yield Row(
            f"distance_{seat}",
            f"{seat}’s scores, distance from {THEN}",
            {"seat": seat, "quantity": DISTANCE},
            seat=seat,
            against=THEN,
        )
    yield Row("paid", "a partie is paid", {"quantity": PAID}, POINTS, Of("partie"))


def compare_shares_of_deals(numbers: Mapping[str, Quantity]) -> Iterator[Quantity]:
    """By how much each share now exceeds that of 1890."""
    for key, _, name in _SAID:
        yield replace(
            subtract(numbers[f"now_{key}"], numbers[f"then_{key}"]),
            key=f"gap_{key}",
            name=name,
            seat="",
            against=THEN,
        )


STUDY = Study(
    name="experts-of-1890",
    question="Do these players play as the experts of 1890 did?",
    group="books",
    no_condition="compares with the deals that experts played",
    answer=answer,
    rows=tuple(list_rows()),
    derive=compare_shares_of_deals,
    headline=[
        *(
            Claim(
                "Elder wins the cards in {now_elder} now; in {year} it was {then_elder}",
                [Exceeds(*order)],
                {"year": THEN},
            )
            for order in permutations(("now_elder", "then_elder"))
        ),
        Claim("Elder wins the cards in {now_elder} now"),
    ],
    sentences=[
        Claim(
            "Elder makes {now_mean_elder:range} now and made {then_mean_elder:range} in 1890, "
            "younger {now_mean_younger:range} and {then_mean_younger:range}."
        ),
        Claim(
            "Elder wins the cards in {now_elder:range} now, in {then_elder:range} in 1890: "
            "{now_elder - then_elder}."
        ),
        Claim(
            "The shares of scores now lie {distance_elder:range} from those of 1890 as elder, "
            "{distance_younger:range} as younger: half the sum of the differences."
        ),
        Claim("In {paid:n} parties now {paid:range} are paid; in 1890 it was 200."),
    ],
    charts={
        "experts-of-1890": Chart(
            Look(
                ["gap_*"],
                "Shares of deals simulated now, and how they differ from those recorded in 1890",
                "percentage points more than in 1890",
                written={"now": "now_*", THEN: "then_*"},
                is_sorted=True,
                is_wide=True,
                note="1890: Cavendish’s 10,000 hands.",
            )
        )
    },
    not_meant="It does not prove that they play alike: quite different ways to play can give the "
    "same scores.",
    assumed="Nothing was fitted to the table. The experts played to the score, and hands thrown in "
    "were left out of it.",
    seconds=210,
)
