"""What a score is made of: each part of both seats, the largest lead on top."""

from collections.abc import Mapping
from dataclasses import replace

from matplotlib.figure import Figure

from analyses.charts.rows import Mark, Row, Words, draw_rows
from analyses.charts.style import MM
from piquet_sim.estimates.differences import subtract_dependent
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, about, brief, choose, is_within

PARTS = (
    "point", "sequences", "sets", "carte blanche", "play", "cards", "pique", "repique",
)  # fmt: skip
"""The parts, in the order of the game."""


def draw_parts(
    parts: Mapping[str, Mapping[str, Estimate]],
    totals: Mapping[str, Estimate],
    caption: str = "",
    leads: Mapping[str, Estimate] | None = None,
) -> Figure:
    """Where the points of each seat come from.

    Parameters
    ----------
    parts : mapping
        For each seat the mean points a deal of each of `PARTS`.
    totals : mapping
        For each seat the mean score.
    caption : str
        Description of what was played, for the small print.
    leads : mapping, optional
        The lead of the first seat over the last in each part; by default the errors of both are
        added.
    """
    seats = list(parts)
    if leads is None:
        leads = {
            part: subtract_dependent(*(parts[seat][part] for seat in (seats[0], seats[-1])))
            for part in PARTS
        }
    whole = subtract_dependent(totals[seats[0]], totals[seats[-1]])
    ordered = sorted(PARTS, key=lambda part: -abs(leads[part].value))
    rows = []
    for part in ordered:
        values = [parts[seat][part].value for seat in seats]
        rows.append(
            Row(
                part,
                [Mark(parts[seat][part], seat, size=4.6) for seat in seats],
                [Words(brief(leads[part], sign="+"))],
                line=(min(values), max(values)),
            )
        )
    most = max(parts[seat][part].value for seat in seats for part in PARTS)

    heads = [
        Words("lead", meaning="neutral", up=0.85),
        *(Words(seat, place, seat, up=0.85, is_bold=True)
          for seat, place in zip(seats, (0.5, 0.78), strict=False)),
    ]  # fmt: skip
    return draw_rows(
        rows, say_lead(seats[0], leads, whole), "Mean points a deal of each part, and the lead",
        f"{caption} Lines at the marks: 95% intervals.".strip(), unit="points a deal",
        height=(30 + 5 * len(PARTS)) * MM, limits=(-0.03 * most, 1.3 * most), has_zero=False,
        above=1.3, words=heads,
    )  # fmt: skip


def say_lead(seat: str, leads: Mapping[str, Estimate], whole: Estimate) -> Sentence:
    """The part that makes most of a lead, or the largest part, as far as the errors allow.

    Parameters
    ----------
    seat : str
        The seat in the lead.
    leads : mapping
        The parts of it.
    whole : Estimate
        All of it.
    """
    largest = max(leads, key=lambda part: leads[part].value)
    most = leads[largest]
    others = [one for part, one in leads.items() if part != largest]
    half = replace(whole, **{end: getattr(whole, end) / 2 for end in ("value", "low", "high")})
    lead = f"{about(most, sign='+')} of {about(whole, sign='+')} points a deal"
    words = f"{seat}'s lead in {largest} less "
    led = is_within(f"{seat}'s lead", whole, above=0)
    return choose(
        Sentence(
            f"Most of {seat}'s lead comes from {largest}: {lead}",
            led, is_within(f"{words}half of all", subtract_dependent(most, half), above=0),
        ),
        Sentence(
            f"The largest part of {seat}'s lead is {largest}: {lead}",
            led,
            *(is_within(f"{words}another part", subtract_dependent(most, one), above=0)
              for one in others),
        ),
        Sentence(
            f"{seat.capitalize()} makes {about(whole, sign='+')} points a deal more, "
            f"{largest} {about(most, sign='+')}",
            led,
        ),
        Sentence(f"Who leads cannot be told: {seat} by {about(whole, sign='+')} points a deal"),
    )  # fmt: skip
