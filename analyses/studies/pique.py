"""Pique, repique and capot: how often each is made, by whom, and of what.

A player who counts 30 before the other scores wins a bonus: 30 more by calls and play, a pique, or
60 more by calls alone, a repique. To take all twelve tricks is a capot. A pique or repique is
divided by the classes that its maker scored: carte blanche, point, sequences, sets.
"""

from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import MM
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics.value_counts import ValueCounts
from analyses.study import BETWEEN, Asked, Chart, Study
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.sentences import brief_percent, one_in, percent

EVENTS = (
    ("elder", "pique"), ("elder", "repique"), ("younger", "repique"), ("elder", "capot"),
    ("younger", "capot"),
)  # fmt: skip
MAKERS = EVENTS[:3]
"""Whose bonuses are divided by what they are made of."""
CLASSES = ("carte blanche", "point", "sequences", "sets")
MADE_OF = "({0}_{1} > 0) * (1 + " + " + ".join(
    f"{1 << bit} * ({{0}}_{name.replace(' ', '_')} > 0)" for bit, name in enumerate(CLASSES)
) + ")"  # fmt: skip
"""0 without the bonus; else 1, and a bit for each class that its maker scored."""
ANYTHING = "anything"


def answer(asked: Asked) -> Findings:
    """Frequencies of the events among n deals, then of what each was made of, commonest first.

    Deals are taken as independent where a bonus is divided, also in mirrored pairs: one in both
    deals of a pair is too rare to matter.
    """
    texts = {one: MADE_OF.format(*one) for one in MAKERS}
    made, findings = ValueCounts(asked.simulation, asked.n, texts), Findings()
    result = asked.play(kept=made)
    for seat, event in EVENTS:
        share = result.estimates[f"{seat}_{event}"]
        findings.add(share, seat=seat, event=event, made_of=ANYTHING, quantity="frequency")
    for (seat, event), counts in made.counts.items():
        for code in sorted(set(counts) - {0}, key=lambda one: (-counts[one], one)):
            share = estimate_proportion(counts[code], result.deals)
            names = [name for bit, name in enumerate(CLASSES) if code - 1 >> bit & 1]
            made_of = " + ".join(names) or "play alone"
            findings.add(share, seat=seat, event=event, made_of=made_of, quantity="frequency")
    return findings


def words(findings: Findings) -> tuple[str, ...]:
    """How often each is made, by seat."""
    pique, repique, theirs, capot, other = (
        findings.find(seat=seat, event=event, made_of=ANYTHING) for seat, event in EVENTS
    )
    whole = findings.get(seat="elder", event="repique", made_of="point + sequences + sets")
    of_all = f"; point, sequences and sets together make {percent(whole)}" if whole else ""
    return (
        f"Elder makes a pique in {brief_percent(pique)} of deals, a repique in "
        f"{brief_percent(repique)}",
        f"{say_who_plays(findings)}elder makes a pique in {percent(pique)} of deals "
        f"({one_in(pique)}).",
        f"Elder makes a repique in {percent(repique)} ({one_in(repique)}){of_all}.",
        f"Younger makes a repique in {percent(theirs)} ({one_in(theirs)}); elder compared with "
        f"younger: {compare_values(repique, theirs)}.",
        f"Elder takes all tricks in {percent(capot)}, younger in {percent(other)}; elder compared "
        f"with younger: {compare_values(capot, other)}.",
    )


def draw(findings: Findings) -> Figure:
    """Five rows, the commonest event first: a dot with its interval, and how rare it is."""
    shares = sorted(findings.select(made_of=ANYTHING), key=lambda row: -row.estimate.value)
    estimates = [one.estimate for one in shares]
    rows = [
        Row(
            f"{one['seat']}’s {one['event']}",
            [Mark(one.estimate, one["seat"], _say_share(one.estimate, number))],
            seat=one["seat"],
        )
        for one, number in zip(shares, say_alike(estimates, 100), strict=True)
    ]
    return draw_rows(
        rows, words(findings)[0], "How often each is made, percent of deals",
        f"{say_origin(findings.about)} Lines at the marks: 95% intervals, "
        f"{say_reach(estimates, 100, '%')} at most.",
        unit="percent of deals", height=57 * MM, scale=100,
        limits=(0, 220 * estimates[0].value + 0.1), has_zero=False,
    )  # fmt: skip


def _say_share(share: Estimate, number: str) -> str:
    if not share.value:
        return "none seen"
    return f"{number}%, one deal in {1 / share.value:,.0f}"


STUDY = Study(
    name="pique",
    question="How often are pique, repique and capot made, and of what?",
    group="game",
    answer=answer,
    words=words,
    charts={"pique": Chart(draw, "how often pique, repique and capot are made")},
    not_meant="It does not say how often players make them who keep more to themselves, or play to "
    "the state of the partie.",
    assumed=BETWEEN + "Everything that is held is called; nothing is sunk.",
    seconds=100,
)
