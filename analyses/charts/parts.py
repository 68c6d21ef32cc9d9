"""What a score is made of: its parts stacked, a bar for each seat."""

from collections.abc import Mapping
from dataclasses import replace

from matplotlib.figure import Figure

from analyses.sentences import Sentence, about, choose, is_within
from analyses.style import (
    EXACT_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    interval_bars,
    letters,
    new_chart,
)
from piquet_sim.estimates.differences import subtract_dependent
from piquet_sim.estimates.estimate import Estimate

PARTS = (
    "point", "sequences", "sets", "carte blanche", "play", "cards", "pique", "repique",
)  # fmt: skip
"""The parts, in stacking order."""

# Neighbours differ in lightness, and in hatching where lightness alone would not do.
_LOOKS = {
    "point": ("#0b3a6b", ""),
    "sequences": ("#9cc3e6", ""),
    "sets": ("#3f78b5", "////"),
    "carte blanche": ("#ffffff", ""),
    "play": ("#f3d9a4", ""),
    "cards": ("#b4690e", "...."),
    "pique": ("#dcdcdc", ""),
    "repique": ("#6b6b6b", "xxxx"),
}
_NARROW = 1.6
_DARK = ("point", "sets", "cards", "repique")


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
        For each seat the mean score, whose error is drawn at the end of the bar.
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
    with chart_style():
        figure, axes = new_chart(height=1.55 + 0.42 * len(seats))
        for row, seat in enumerate(seats):
            left = 0.0
            for part in PARTS:
                value = parts[seat][part].value
                colour, hatch = _LOOKS[part]
                axes.barh(row, value, 0.62, left=left, color=colour, hatch=hatch,
                          edgecolor="white" if part in _DARK else "#777777", linewidth=0.5,
                          label=part if row == 0 else None)  # fmt: skip
                if value >= _NARROW:
                    axes.text(left + value / 2, row, f"{value:.1f}", ha="center", va="center",
                              fontsize=letters(6.5), color="black",
                              bbox={"facecolor": "white", "alpha": 0.85, "linewidth": 0,
                                    "boxstyle": "round,pad=0.15"})  # fmt: skip
                left += value
            total = totals[seat]
            axes.errorbar(total.value, row, xerr=interval_bars([total]), color=EXACT_COLOUR)
            end = total.value if total.high is None else total.high
            axes.text(end, row, f" {total.value:.1f}", va="center", fontsize=letters(6.5),
                      fontweight="bold")  # fmt: skip
        axes.set_yticks(range(len(seats)), seats)
        axes.set_ylim(len(seats) - 0.5, -0.5)
        axes.set_xlim(0, 1.12 * max(total.value for total in totals.values()))
        axes.set_xlabel("points a deal")
        axes.legend(loc="lower left", bbox_to_anchor=(-0.16, 1.0), ncols=4, fontsize=letters(6.5),
                    handlelength=1.6, columnspacing=1.2, borderaxespad=0.2)  # fmt: skip
        add_headline(figure, say_lead(seats[0], leads, whole))
        add_small_print(figure, f"{caption} Lines at the ends: 95% intervals of the sums.".strip())
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
