"""The exchange: how many cards are exchanged, and what that does to a hand.

After the deal the players exchange cards for others that lie face down: elder first, and more of
them. They hope for long suits, sequences, and three or four of a rank, all of which score. The
table has the share of hands dealt in one way that held in another after the exchange.
"""

from collections.abc import Iterator, Mapping

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import MM
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics.value_counts import SET_KIND, ValueCounts
from analyses.study import BETWEEN, Asked, Chart, Study
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import brief, percent

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
    ("point", "4", "longest suit of 4"), ("point", "5", "of 5"), ("point", "6", "of 6"),
    ("sequence", "none", "no sequence"), ("sequence", "3", "tierce"), ("sequence", "4", "quart"),
    ("sets", "none", "no trio"), ("sets", "1 trio", "one trio"), ("sets", "trios", "more trios"),
)  # fmt: skip
"""Classes with what was dealt, as the table and as the chart have them."""
_NEAR = 5.0
"""Percent: marks nearer to each other are nudged apart."""


def _list_asks() -> dict[tuple[str, str], str]:
    # By seat: cards exchanged; and of each class what was dealt, what is held, and what is better.
    asks = {}
    for seat in SEATS:
        asks[seat, EXCHANGES] = f"{seat}_exchanged"
        for kind, (number, order) in ASKED.items():
            before, after = (number.format(place) for place in (seat, f"{seat}.after"))
            one, two = (order.format(place) for place in (seat, f"{seat}.after"))
            asks[seat, kind] = f"{_MOST * 2} * ({before}) + 2 * ({after}) + ({two} > {one})"
    return asks


def answer(asked: Asked) -> Findings:
    """How many cards each seat exchanges in n deals, and what hands of each class become."""
    held = ValueCounts(asked.simulation, asked.n, _list_asks())
    result, findings = asked.play(kept=held), Findings()
    for seat in SEATS:
        for cards, deals in sorted(held.counts[seat, EXCHANGES].items()):
            share = estimate_proportion(deals, result.deals)
            findings.add(share, seat=seat, dealt="", held=str(cards), quantity=EXCHANGES)
        for kind in CLASSES:
            matrix, bettered = np.zeros((_MOST, _MOST), np.int64), np.zeros(_MOST, np.int64)
            for code, deals in held.counts[seat, kind].items():
                dealt, now = divmod(code // 2, _MOST)
                matrix[dealt, now] += deals
                bettered[dealt] += deals * (code % 2)
            for dealt, now in np.argwhere(matrix).tolist():
                share = estimate_proportion(int(matrix[dealt, now]), int(matrix[dealt].sum()))
                findings.add(share, seat=seat, dealt=_name(kind, dealt), held=_name(kind, now),
                             quantity=kind)  # fmt: skip
            more = np.triu(matrix, 1).sum(axis=1)
            for words, counts in ((MORE, more), (BETTER, bettered)):
                cells = {"seat": seat, "held": "", "quantity": f"{kind}, {words[kind]}"}
                every = estimate_proportion(int(counts.sum()), result.deals)
                findings.add(every, dealt=ANY, **cells)
                for dealt in np.flatnonzero(matrix.sum(axis=1)):
                    share = estimate_proportion(int(counts[dealt]), int(matrix[dealt].sum()))
                    findings.add(share, dealt=_name(kind, dealt), **cells)
    return findings


def _name(kind: str, held: int) -> str:
    if kind == "sets":
        return SETS[held]
    return str(held) if held else "none"


def find_more(findings: Findings, seat: str, kind: str, dealt: str) -> Estimate | None:
    """The share of a seat's hands dealt so that holds more after the exchange."""
    return findings.get(seat=seat, quantity=f"{kind}, {MORE[kind]}", dealt=dealt)


def words(findings: Findings) -> tuple[str, ...]:
    """How many cards each seat takes most often, and how a suit and a trio grow."""
    usual = {seat: max(findings.read_by("held", seat=seat, quantity=EXCHANGES).items(),
                       key=lambda one: one[1].value)[0] for seat in SEATS}  # fmt: skip
    shares = {
        seat: findings.find(seat=seat, quantity=EXCHANGES, held=usual[seat]) for seat in SEATS
    }
    sentences = [
        f"{say_who_plays(findings)}elder exchanges {usual['elder']} cards in "
        f"{percent(shares['elder'])} of deals, younger {usual['younger']} in "
        f"{percent(shares['younger'])}."
    ]
    for kind, dealt, held, start in (
        ("point", "4", "5", "A longest suit of four becomes one of five"),
        ("sets", "1 trio", "four", "A lone trio becomes a quatorze"),
    ):
        elder, younger = (
            findings.get(seat=seat, quantity=kind, dealt=dealt, held=held) for seat in SEATS
        )
        if elder and younger:
            sentences.append(
                f"{start} in {percent(elder)} of elder's hands dealt so, in {percent(younger)} of "
                "younger's; elder compared with younger: "
                f"{compare_values(elder, younger)}."
            )
    sentences.append(f"The exchange makes elder's {'; '.join(_say_changes(findings))} of hands.")
    both = [find_more(findings, seat, "point", "4") for seat in SEATS]
    if None in both:
        return ("What the exchange does to a hand: too few deals", *sentences)
    elder, younger = (f"{brief(one, 100, most=0)}%" for one in both)
    return f"Elder lengthens a suit of four in {elder} of hands, younger in {younger}", *sentences


def _say_changes(findings: Findings) -> Iterator[str]:
    # How often elder's holding of each class becomes more, and better.
    for kind in CLASSES:
        more, better = (
            findings.find(seat="elder", quantity=f"{kind}, {words[kind]}", dealt=ANY)
            for words in (MORE, BETTER)
        )
        yield f"{kind} {MORE[kind]} in {percent(more)} and {BETTER[kind]} in {percent(better)}"


def draw(findings: Findings) -> Figure:
    """For what was dealt, the share of hands that hold more after the exchange, of both seats."""
    rows, every = [], []
    for number, (kind, dealt, name) in enumerate(ROWS):
        both = {seat: find_more(findings, seat, kind, dealt) for seat in SEATS}
        shares = {seat: one for seat, one in both.items() if one is not None}
        is_first = number > 0 and kind != ROWS[number - 1][0]
        rows.append(_make_row(name, shares, 1.45 if is_first else 1.0))
        every += shares.values()
    usual = {
        seat: max(
            findings.select(seat=seat, quantity=EXCHANGES), key=lambda one: one.estimate.value
        )
        for seat in SEATS
    }
    heads = [
        Words(f"{seat}, {usual[seat]['held']} cards", x, seat, up=1.05, is_bold=True)
        for seat, x in (("younger", 0.54), ("elder", 1.0))
    ]
    return draw_rows(
        rows, words(findings)[0], "Percent of hands that hold more after the exchange",
        f"{say_origin(findings.about)} Thin lines: 95% intervals, {say_reach(every, 100)} at most. "
        "More: a longer suit, a longer sequence, more trios or a quatorze.",
        height=75 * MM, scale=100, limits=(0, 100), has_zero=False, above=1.5, words=heads,
        further=lambda axes: axes.set_xticks([0, 25, 50, 75, 100]),
    )  # fmt: skip


def _make_row(name: str, shares: Mapping[str, Estimate], gap: float) -> Row:
    ends = sorted(100 * one.value for one in shares.values())
    near = len(ends) > 1 and ends[1] - ends[0] < _NEAR
    first = min(shares, key=lambda seat: shares[seat].value, default="")
    marks = []
    for seat, one in shares.items():
        nudge = near * (-0.17 if seat == "elder" else 0.17)
        is_left = seat == first and len(shares) > 1
        number = brief(one, 100, most=0)
        marks.append(Mark(one, seat, number, is_left, nudge=nudge, up=nudge, size=4.6))
    line = (ends[0], ends[1]) if len(ends) > 1 and not near else None
    return Row(name, marks, line=line, gap=gap)


STUDY = Study(
    name="discards",
    question="How many cards are exchanged, and what does the exchange do?",
    group="game",
    answer=answer,
    words=words,
    charts={"discards": Chart(draw, "how often the exchange betters a hand")},
    not_meant="It does not say what a better hand scores: in each class only the better of the two "
    "hands counts.",
    assumed=BETWEEN + "What an exchange does to a hand depends on what the player keeps.",
    seconds=100,
)
