"""What a score is made of: each part of both seats, the largest lead on top."""

from collections.abc import Mapping
from dataclasses import replace

from matplotlib.figure import Figure

from analyses.charts.style import (
    MM,
    NEUTRAL_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.words.sentences import Sentence, about, brief, choose, is_within
from piquet_sim.estimates.differences import subtract_dependent
from piquet_sim.estimates.estimate import Estimate

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
    with chart_style():
        figure, axes = new_chart(height=(30 + 5 * len(PARTS)) * MM)
        for place, part in enumerate(ordered):
            values = [parts[seat][part].value for seat in seats]
            axes.plot([min(values), max(values)], [place] * 2, color=NEUTRAL_COLOUR, alpha=0.5,
                      linewidth=letters(2), zorder=2)  # fmt: skip
            for seat in seats:
                draw_interval(axes, place, parts[seat][part], seat, size=4.6)
            write_at(axes, 1, place, brief(leads[part], sign="+"), "ink", ha="right",
                     xycoords=axes.get_yaxis_transform())  # fmt: skip
        across = axes.get_yaxis_transform()
        write_at(axes, 1, -0.85, "lead", "neutral", xycoords=across, ha="right")
        for seat, place in zip(seats, (0.5, 0.78), strict=False):
            write_at(axes, place, -0.85, seat, seat, xycoords=across, ha="right",
                     fontweight="bold")  # fmt: skip
        axes.set_yticks(range(len(ordered)), ordered)
        axes.set_ylim(len(ordered) - 0.4, -1.3)
        most = max(parts[seat][part].value for seat in seats for part in PARTS)
        axes.set_xlim(-0.03 * most, 1.3 * most)
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(
            figure,
            say_lead(seats[0], leads, whole),
            "Mean points a deal of each part, and the lead",
        )
        add_small_print(figure, f"{caption} Lines at the marks: 95% intervals.".strip())
    return figure


def say_lead(seat: str, leads: Mapping[str, Estimate], whole: Estimate) -> Sentence:
    """The part that makes most of a lead, or the largest part, as far as that can be told.

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
