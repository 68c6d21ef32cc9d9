"""What each thing is worth to hold, all else being equal, and what a whole hand with it makes."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, Words, draw_rows, find_ends, widen
from analyses.charts.style import HIGHEST, MM
from analyses.results.analysis import read_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, brief, choose, is_within

AFTER = "after the exchange"
ALONE, WHOLE = "all else being equal", "the whole hand"
HOLDINGS = ("quatorze of aces", "quint", "six of a suit", "trio of tens", "no ace")
SHOWN = (
    "fourth ace", "third ace", "ace for a seven", "king for a seven", "king’s guard", "fourth ten",
    "third ten", "quint", "quart", "suit of six", "thirty if all is good", "void",
)  # fmt: skip
"""The dozen that is drawn."""
_NAMES = {
    "ace for a seven": "ace in place of a seven", "king for a seven": "king in place of a seven",
    "void": "no card of a suit",
}  # fmt: skip
"""Words for what a table calls more briefly."""
_SEATS = ("elder", "younger")
_TITLED = ("quatorze of aces", "no ace")


def find_worths(table: pd.DataFrame, when: str = AFTER) -> dict[str, dict[str, Estimate]]:
    """By seat and holding, what it is worth with all else being equal."""
    return {seat: read_estimates(table, seat=seat, when=when, kind=ALONE) for seat in _SEATS}


def say_worths(table: pd.DataFrame) -> Sentence:
    """What a fourth ace is worth in either seat, as far as that can be told."""
    found = [own.get(SHOWN[0]) for own in find_worths(table).values()]
    if None in found:
        return Sentence("What a card is worth to hold: too few deals to tell")
    elder, younger = found
    return choose(
        Sentence(
            f"All else equal, a fourth ace is worth {brief(elder)} points to elder, "
            f"{brief(younger)} to younger",
            *(
                is_within(f"what a fourth ace is worth to {seat}", one, above=0)
                for seat, one in zip(_SEATS, found, strict=True)
            ),
        ),
        Sentence(
            f"A fourth ace, all else equal: {brief(elder, sign='+')} points to elder, "
            f"{brief(younger, sign='+')} to younger"
        ),
    )


def draw_worths(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """A dozen things in both seats after the exchange, those worth most to elder on top."""
    worths = find_worths(table)
    known = [one for one in SHOWN if any(one in own for own in worths.values())]
    ordered = sorted(known, key=lambda one: -_value(worths["elder"], one))
    found = [worths[seat][one] for seat in _SEATS for one in ordered if one in worths[seat]]
    ends = find_ends(found, -1.0, 1.0)

    # The numbers in two columns at the right, where no mark is.
    columns = []
    for seat, x in zip(_SEATS, (0.72, 1.0), strict=True):
        columns.append(Words(seat, x, seat, up=0.95, is_bold=True))
        columns += [
            Words(brief(worths[seat][holding], sign="+", most=0), x, seat, up=-place)
            for place, holding in enumerate(ordered)
            if holding in worths[seat]
        ]
    return draw_rows(
        [
            Row(
                _NAMES.get(holding, holding),
                [
                    Mark(worths[seat][holding], seat, nudge=nudge, size=3.6)
                    for seat, nudge in (("elder", -0.17), ("younger", 0.17))
                    if holding in worths[seat]
                ],
            )
            for holding in ordered
        ],
        say_worths(table), "Points that each adds after the exchange, all else equal",
        f"{say_origin(captions)} In place of a seven, of a longest suit of four or fewer, of a "
        "bare king; sequences and thirty: beyond their cards. Lines: 95% intervals, "
        f"{say_reach(found)} at most.",
        unit=_UNIT, height=HIGHEST, limits=widen(*ends, 0.05, 0.8), ticked=ends, above=1.2,
        words=columns,
    )  # fmt: skip


_UNIT = "points a deal in the seat’s margin"


# ---- Whole hands --------------------------------------------------------------------------------
def name_worth(holding: str) -> str:
    """The row of what a hand with a holding is worth."""
    return f"worth of {holding}"


def read_whole(table: pd.DataFrame) -> dict[str, dict[str, Estimate]]:
    """By seat and holding, what a hand makes that is dealt it, against an average hand."""
    return {
        seat: {
            holding: found[name_worth(holding)]
            for found in [read_estimates(table, seat=seat, kind=WHOLE)]
            for holding in HOLDINGS
            if name_worth(holding) in found
        }
        for seat in _SEATS
    }


def say_whole(table: pd.DataFrame) -> Sentence:
    """What a hand with four aces makes as elder, and what one without costs, as far as known."""
    worths = read_whole(table)["elder"]
    if not set(_TITLED) <= set(worths):
        return Sentence("What a hand with a holding makes: too few deals to tell")
    best, worst = (worths[holding] for holding in _TITLED)
    return choose(
        Sentence(
            f"A hand dealt four aces is worth {brief(best)} points to elder; one with no ace costs "
            f"{brief(worst)[1:]}",
            is_within("what a hand with four aces is worth", best, above=0),
            is_within("what a hand with no ace is worth", worst, below=0),
        ),
        Sentence(
            f"Elder’s hand with four aces: {brief(best, sign='+')} points, with no ace: "
            f"{brief(worst, sign='+')}"
        ),
    )


def draw_whole(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Each holding in both seats as dealt, those worth most to elder on top."""
    worths = read_whole(table)
    found = [one for own in worths.values() for one in own.values()]
    rows = [
        Row(
            holding,
            [
                Mark(one, seat, brief(one, sign="+"), one.value < 0, nudge=nudge, size=4.8)
                for seat, nudge in (("elder", -0.22), ("younger", 0.22))
                if (one := worths[seat].get(holding)) is not None
            ],
        )
        for holding in sorted(HOLDINGS, key=lambda one: -_value(worths["elder"], one))
    ]

    heads = [
        Words(seat, x, seat, up=0.72, is_bold=True) for seat, x in (("elder", 0.76), ("younger", 1))
    ]
    return draw_rows(
        rows, say_whole(table), "Points more than the seat makes in an average deal",
        f"{say_origin(captions)} Hands as dealt, before the exchange, with all that goes with "
        f"the holding. Lines: 95% intervals, {say_reach(found)} at most.",
        unit=_UNIT, height=72 * MM, limits=widen(*find_ends(found, -1.0, 1.0), 0.28, 0.2),
        above=0.95, words=heads,
    )  # fmt: skip


def _value(worths: Mapping[str, Estimate], holding: str) -> float:
    return worths[holding].value if holding in worths else 0.0
