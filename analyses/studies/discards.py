"""The exchange: how many cards are exchanged, and what that does to a hand.

After the deal the players exchange cards for others that lie face down: elder first, and more of
them. They hope for long suits, sequences, and three or four of a rank, all of which score. The
table has the share of hands dealt in one way that held in another after the exchange.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from analyses.findings import Findings
from analyses.meaning import Row, of_seats
from analyses.statistics import SET_KIND
from analyses.study import BETWEEN, Asked, Chart, Study
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import Of
from piquet_sim.estimates.shown import Look
from piquet_sim.game.terms import SEATS

CLASSES = ("point", "sequence", "sets")
MORE = {"point": "longer", "sequence": "longer", "sets": "more"}
BETTER = {"point": "better by the law", "sequence": "better by the law", "sets": "worth more"}
"""What may become of a class: more cards of it, which is what the chart shows; and what the law
holds to be better, where pips or the highest card decide between equal lengths. For sets, which all
count if the best is good, it is the points."""
ANY, EXCHANGES = "any", "exchanges"
ASKED = {
    "point": ("{0}.longest_suit", "{0}.point"),
    "sequence": ("{0}.best_sequence", "{0}.sequence"),
    "sets": (SET_KIND, "(3 * {0}.trios + 14 * {0}.quatorzes)"),
}
"""What is asked of a hand: the class, and what is compared with the hand after the exchange."""
_MOST = 10
"""More than any class has cards."""
SETS = ("none", "1 trio", "trios", "four")
ROWS = (
    ("point", "4", "four", "a longest suit of four"),
    ("point", "5", "five", "a longest suit of five"),
    ("point", "6", "six", "a longest suit of six"),
    ("sequence", "none", "none", "no sequence"),
    ("sequence", "3", "a tierce", "a tierce"),
    ("sequence", "4", "a quart", "a quart"),
    ("sets", "none", "none", "no trio"),
    ("sets", "1 trio", "one trio", "one trio"),
    ("sets", "trios", "more trios", "more trios"),
)
"""Classes with what was dealt: as the table and the chart have them, and as a denominator."""
_HEADS = {
    "point": "a longer suit, where the longest dealt is",
    "sequence": "a longer sequence, where dealt",
    "sets": "more trios or a quatorze, where dealt",
}


def _ask(seat: str, kind: str) -> str:
    # Of a class what was dealt, what is held, and whether that is better.
    (before, after), (one, two) = (
        [text.format(place) for place in (seat, f"{seat}.after")] for text in ASKED[kind]
    )
    return f"{_MOST * 2} * ({before}) + 2 * ({after}) + ({two} > {one})"


def answer(asked: Asked) -> Findings:
    """How many cards each seat exchanges in n deals, and what hands of each class become."""
    result, findings = asked.play(), Findings()
    for seat in SEATS:
        taken = result.group(f"{seat}_exchanged")
        for (cards,) in taken.sums:
            share = taken.share(cards)
            findings.add(share, seat=seat, dealt="", held=str(cards), quantity=EXCHANGES)
        for kind in CLASSES:
            matrix, bettered = np.zeros((_MOST, _MOST), np.int64), np.zeros(_MOST, np.int64)
            held = result.group(_ask(seat, kind))
            for (code,) in held.sums:
                dealt, now = divmod(code // 2, _MOST)
                matrix[dealt, now] += held.count(code)
                bettered[dealt] += held.count(code) * (code % 2)
            for dealt, now in np.argwhere(matrix).tolist():
                share = estimate_proportion(int(matrix[dealt, now]), int(matrix[dealt].sum()))
                findings.add(
                    share, seat=seat, dealt=_name(kind, dealt), held=_name(kind, now), quantity=kind
                )
            for words, counts in ((MORE, np.triu(matrix, 1).sum(axis=1)), (BETTER, bettered)):
                cells = {"seat": seat, "held": "", "quantity": f"{kind}, {words[kind]}"}
                findings.add(
                    estimate_proportion(int(counts.sum()), result.deals), dealt=ANY, **cells
                )
                for dealt in np.flatnonzero(matrix.sum(axis=1)):
                    share = estimate_proportion(int(counts[dealt]), int(matrix[dealt].sum()))
                    findings.add(share, dealt=_name(kind, dealt), **cells)
    return findings


def _name(kind: str, held: int) -> str:
    return SETS[held] if kind == "sets" else str(held) if held else "none"


def list_rows(findings: Findings) -> Iterator[Row]:
    """How many hands dealt so hold more after the exchange; how many of all hold more or better."""
    n = findings.about["n"]
    for kind, dealt, name, held in ROWS:
        yield from of_seats(
            f"{kind}_{dealt}",
            name,
            {"quantity": f"{kind}, {MORE[kind]}", "dealt": dealt},
            of=Of("hand", f"dealt {held}", n),
            group=_HEADS[kind],
        )
    for kind, (key, words) in product(CLASSES, (("more", MORE), ("better", BETTER))):
        cells = {"quantity": f"{kind}, {words[kind]}", "dealt": ANY}
        yield from of_seats(f"{kind}_{key}", f"{kind} {words[kind]}", cells, of=Of("hand"))
    for key, kind, dealt, held, of in (
        ("five", "point", "4", "5", "dealt a longest suit of four"),
        ("quatorze", "sets", "1 trio", "four", "dealt one trio"),
    ):
        cells = {"quantity": kind, "dealt": dealt, "held": held}
        yield from of_seats(key, key, cells, of=Of("hand", of, n))
    for one in findings.select(quantity=EXCHANGES):
        seat, cards = one["seat"], one["held"]
        cells = {"quantity": EXCHANGES, "seat": seat, "held": cards}
        yield Row(f"{seat}_takes_{cards}", f"{cards} cards exchanged", cells, seat=seat)


STUDY = Study(
    name="discards",
    question="How many cards are exchanged, and what does the exchange do?",
    group="game",
    answer=answer,
    counted=[
        text
        for seat in SEATS
        for text in (f"{seat}_exchanged", *(_ask(seat, kind) for kind in CLASSES))
    ],
    rows=list_rows,
    headline=[
        Claim(
            "Of {elder_point_4:of}, elder lengthens it in {elder_point_4}, younger in "
            "{younger_point_4}",
            [Exceeds("elder_point_4", "younger_point_4")],
        ),
        Claim("Of {elder_point_4:of}, elder lengthens it in {elder_point_4}"),
        Claim("What the exchange does to a hand: too few deals"),
    ],
    sentences=[
        Claim(
            "Elder exchanges five cards in {elder_takes_5:range}, younger three in "
            "{younger_takes_3:range}."
        ),
        Claim(
            "Of {elder_five:of}, {elder_five:range} of elder’s and {younger_five:range} of "
            "younger’s become one of five: elder compared with younger, "
            "{elder_five - younger_five}."
        ),
        Claim(
            "Of {elder_quatorze:of}, {elder_quatorze:range} of elder’s and "
            "{younger_quatorze:range} of younger’s come to hold a quatorze: elder compared with "
            "younger, {elder_quatorze - younger_quatorze}."
        ),
        Claim(
            "Of all {elder_point_more:of}, elder’s longest suit gets longer in "
            "{elder_point_more:range}, the longest sequence in {elder_sequence_more:range}; "
            "there are more trios or a quatorze in {elder_sets_more:range}."
        ),
    ],
    charts={
        "discards": Chart(
            Look(
                [f"*_{kind}_{dealt}" for kind, dealt, *_ in ROWS],
                "Hands that hold it after the exchange, of those dealt so",
                "percent of the hands dealt so",
            )
        )
    },
    not_meant="It does not say what a better hand scores: in each class only the better of the two "
    "hands counts.",
    assumed=BETWEEN + "What an exchange does to a hand depends on what the player keeps.",
    seconds=100,
)
