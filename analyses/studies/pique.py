"""Pique, repique and capot: how often each is made, by whom, and of what.

A player who counts 30 before the other scores wins a bonus: 30 more by calls and play, a pique, or
60 more by calls alone, a repique. To take all twelve tricks is a capot. A pique or repique is
divided by the classes that its maker scored: carte blanche, point, sequences, sets.
"""

from collections.abc import Iterator

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.study import BETWEEN, Asked, Chart, Study
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.shown import Look

EVENTS = (
    ("elder", "pique"),
    ("elder", "repique"),
    ("younger", "repique"),
    ("elder", "capot"),
    ("younger", "capot"),
)
MAKERS = EVENTS[:3]
"""Whose bonuses are divided by what they are made of."""
CLASSES = ("carte blanche", "point", "sequences", "sets")
_SCORED = " + ".join(
    f"{1 << bit} * ({{0}}_{name.replace(' ', '_')} > 0)" for bit, name in enumerate(CLASSES)
)
MADE_OF = {one: ("({0}_{1} > 0) * (1 + " + _SCORED + ")").format(*one) for one in MAKERS}
"""0 without the bonus; else 1, and a bit for each class that its maker scored."""
ANYTHING = "anything"


def answer(asked: Asked) -> Findings:
    """Frequencies of the events among n deals, then of what each was made of, commonest first."""
    result, findings = asked.play(), Findings()
    for seat, event in EVENTS:
        findings.add(
            result.estimates[f"{seat}_{event}"],
            seat=seat,
            event=event,
            made_of=ANYTHING,
            quantity="frequency",
        )
    for (seat, event), text in MADE_OF.items():
        made = result.group(text)
        for (code,) in sorted(made.sums, key=lambda key: (-made.count(*key), key)):
            if code:
                names = [name for bit, name in enumerate(CLASSES) if code - 1 >> bit & 1]
                cells = {"seat": seat, "event": event, "made_of": " + ".join(names) or "play alone"}
                findings.add(made.share(code), **cells, quantity="frequency")
    return findings


def list_rows(findings: Findings) -> Iterator[Row]:
    """How often each seat makes each, and of what."""
    for row in findings.rows:
        seat, event, made_of = row["seat"], row["event"], row["made_of"]
        cells = {"seat": seat, "event": event, "made_of": made_of}
        if made_of == ANYTHING:
            yield Row(f"{seat}_{event}", event, cells, seat=seat)
        else:
            yield Row(
                f"{seat}_{event} by {made_of}", f"by {made_of}", cells, seat=seat, group=event
            )


STUDY = Study(
    name="pique",
    question="How often are pique, repique and capot made, and of what?",
    group="game",
    answer=answer,
    counted=tuple(MADE_OF.values()),
    rows=list_rows,
    headline=[
        Claim("Elder makes a pique in {elder_pique}, a repique in {elder_repique}"),
        Claim("Elder makes a pique in {elder_pique}"),
    ],
    sentences=[
        Claim("Elder makes a pique in {elder_pique:range}, {elder_pique:odds}."),
        Claim(
            "Elder makes a repique in {elder_repique:range}, {elder_repique:odds}; in "
            "{elder_repique by point + sequences + sets:range} by point, sequences and sets "
            "together."
        ),
        Claim(
            "Younger makes a repique in {younger_repique:range}, {younger_repique:odds}; elder "
            "compared with younger: {elder_repique - younger_repique}."
        ),
        Claim(
            "Elder takes all tricks in {elder_capot:range}, younger in {younger_capot:range}; "
            "elder compared with younger: {elder_capot - younger_capot}."
        ),
    ],
    charts={
        "pique": Chart(
            Look(
                ["*_pique", "*_repique", "*_capot"],
                "How often each seat makes them",
                note="Younger makes no pique: elder leads, and scores for it at once.",
            )
        )
    },
    not_meant="It does not say how often players make them who keep more to themselves, or play to "
    "the state of the partie.",
    assumed=BETWEEN + "Everything that is held is called; nothing is sunk.",
    seconds=100,
)
