"""How many hands lose at least so much by their discard."""

import re
from collections.abc import Mapping
from math import floor, hypot, log10
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_origin
from analyses.charts.marks import draw_mark, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import EXACT_COLOUR, HIGHEST, SEAT_COLOURS, SEAT_LINES, letters
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import NORMAL, Interval, bound_sum
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.sentences import WIDER, Sentence, brief_percent, choose, is_within

_ALL = "all hands"
_LOSES = re.compile(r"loses more than (\d+) points?")
WORST = "one of the worst slips"
_TITLED = 3


def _read_shares(table: pd.DataFrame, seat: str) -> dict[int, Estimate]:
    rows = table[(table.seat == seat) & (table.kind == _ALL)]
    return {
        int(_LOSES.fullmatch(one.quantity).group(1)): read_estimate(one)
        for one in iterate_rows(rows)
        if _LOSES.fullmatch(one.quantity)
    }


def _average(shares: Mapping[str, Estimate]) -> Estimate:
    # Of both seats, each as often as the other.
    parts = [
        (one.value / 2, Interval(one.low / 2, one.high / 2, NORMAL)) for one in shares.values()
    ]
    value = sum(half for half, _ in parts)
    ends = bound_sum(value, parts)
    n = sum(one.n for one in shares.values())
    se = hypot(*(one.se or 0.0 for one in shares.values())) / 2
    return Estimate(value, se, max(ends.low, 0.0), ends.high, n, "MOVER")


def _round_odds(share: float, is_bound: bool = False) -> int:
    # One hand in so many, to one digit; what bounds from below is not rounded up.
    odds = 1 / share
    unit = 10 ** floor(log10(odds))
    return int(unit * (floor(odds / unit) if is_bound else round(odds / unit)))


def _say_who(captions: Mapping[str, object]) -> str:
    names = list(dict.fromkeys((str(captions["elder"]), str(captions["younger"]))))
    return capitalise(" and ".join(names))


def say_slips(table: pd.DataFrame, captions: Mapping[str, Any]) -> Sentence:
    """How often a discard loses over three points beyond doubt."""
    shares = {
        seat: _read_shares(table, seat)[_TITLED]
        for seat in SEATS
        if _TITLED in _read_shares(table, seat)
    }
    names = [str(captions[seat]) for seat in SEATS]
    if len(shares) < len(SEATS) or None in (one.low for one in shares.values()):
        return Sentence(f"What {_say_who(captions)} lose{'s' * (names[0] == names[1])} by the "
                        "discard")  # fmt: skip
    if names[0] != names[1]:
        elder, younger = map(brief_percent, shares.values())
        return Sentence(
            f"{capitalise(names[0])} loses over three points in {elder} of hands as elder, "
            f"{names[1]} in {younger} as younger"
        )
    both, points = _average(shares), number_word(_TITLED)
    words = f"how often {names[0]} loses more than {points} points"
    often = _round_odds(both.value) if both.value else 0
    # So seldom that the wider interval lies below.
    seldom = _round_odds(min(both.value + WIDER * (both.high - both.value), 1.0), is_bound=True)
    ways = (
        Sentence(
            f"{capitalise(names[0])}’s discard loses more than {points} points about once in "
            f"{often:,} hands", is_within(words, both, above=0, below=0.05)
        ),
        Sentence(
            f"{capitalise(names[0])}’s discard loses more than {points} points in "
            f"{brief_percent(both)} of hands", is_within(words, both, above=0),
        ),
        Sentence(
            f"{capitalise(names[0])}’s discard loses more than {points} points at most once in "
            f"{seldom:,} hands", is_within(words, both, below=1 / seldom),
        ),
    )  # fmt: skip
    unsettled = Sentence(
        f"So few hands do not settle in what share {names[0]}’s discard loses over {points} points"
    )
    return choose(*(ways if seldom > 1 else ways[:-1]), unsettled)


def find_worst(table: pd.DataFrame) -> pd.Series | None:
    """The hand that loses most of those judged in fresh deals; None where none was judged."""
    rows = table[table.kind == WORST]
    return rows.loc[rows.value.idxmax()] if len(rows) else None


def draw_slips(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """How often more than so many points are lost."""
    shares = {seat: own for seat in SEATS if (own := _read_shares(table, seat))}
    n = max((one.n for own in shares.values() for one in own.values()), default=0)
    with one_panel(
        say_slips(table, captions), "Percent of hands of which the best discard found makes more",
        f"{say_origin(captions, f'{n:,} hands a seat')} The cards then played perfectly. Shaded: "
        f"95% intervals{_say_odds(shares)}. A loss counts where two standard errors less are still "
        "more.",
        height=HIGHEST, unit="loses more than so many points",
    ) as axes:  # fmt: skip
        for seat, own in reversed(shares.items()):  # elder's marks are the upper ones
            points = list(own)
            values = [100 * one.value for one in own.values()]
            ends = [
                [100 * (one.value if end is None else end) for one, end in zip(
                    own.values(), (getattr(one, side) for one in own.values()), strict=True
                )]
                for side in ("low", "high")
            ]  # fmt: skip
            axes.fill_between(points, *ends, color=SEAT_COLOURS[seat], alpha=0.16, linewidth=0)
            axes.plot(points, values, color=SEAT_COLOURS[seat], linestyle=SEAT_LINES[seat],
                      linewidth=letters(1.8), zorder=3)  # fmt: skip
            for point, value in zip(points, values, strict=True):
                draw_mark(axes, point, value, seat, clip_on=False)
        tops = [100 * (one.high or one.value) for own in shares.values() for one in own.values()]
        top = max(tops, default=1.0)
        axes.set_ylim(0, 1.04 * top)
        last = max((max(own) for own in shares.values()), default=2)
        axes.set_xlim(0.85, last + 0.15)
        axes.set_xticks(range(1, last + 1))
        tick_sparsely(axes.yaxis, 4)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
        _name_seats(axes, shares)
        _name_both(axes, shares, captions)
    return axes.figure


def _say_odds(shares: Mapping[str, Mapping[int, Estimate]]) -> str:
    # Between which odds the title's number lies.
    titled = {seat: own[_TITLED] for seat, own in shares.items() if _TITLED in own}
    if len(titled) < len(SEATS) or not all(one.low for one in titled.values()):
        return ""
    both = _average(titled)
    if not both.low:
        return ""
    least, most = (_two_digits(1 / end) for end in (both.high, both.low))
    return f", over {number_word(_TITLED)} 1 in {least:,} to 1 in {most:,}"


def _two_digits(odds: float) -> int:
    unit = 10 ** max(0, floor(log10(odds)) - 1)
    return unit * round(odds / unit)


def _name_seats(axes: Axes, shares: Mapping[str, Mapping[int, Estimate]]) -> None:
    # The seats' names with their odds at the first marks, the higher above, the lower below.
    first = min((min(own) for own in shares.values()), default=1)
    named = [seat for seat in shares if shares[seat].get(first) and shares[seat][first].value]
    named.sort(key=lambda seat: -shares[seat][first].value)
    for number, seat in enumerate(named):
        own = shares[seat]
        words = f"{seat}: 1 hand in {_round_odds(own[first].value):,}"
        end = 100 * own[first].value
        if number == 0:
            write_at(axes, first, end, words, seat, (11, 3), ha="left", bbox=None)
        else:
            later = 100 * own[first + 1].value if first + 1 in own else 0.0
            write_at(axes, first - 0.1, 0.5 * min(end, later), words.replace("hand ", ""), seat,
                     ha="left", bbox=None)  # fmt: skip


def _name_both(
    axes: Axes, shares: Mapping[str, Mapping[int, Estimate]], captions: Mapping[str, object]
) -> None:
    # What the title tells, where the seats are not to be told apart.
    titled = {seat: own[_TITLED] for seat, own in shares.items() if _TITLED in own}
    if len(titled) < len(SEATS) or captions["elder"] != captions["younger"]:
        return
    if not all(one.value for one in titled.values()):
        return
    apart = subtract_estimates(*titled.values())
    if not apart.low < 0 < apart.high:
        return
    both = _average(titled)
    top = axes.get_ylim()[1]
    beyond = [
        one.high for own in shares.values() for point, one in own.items() if point >= _TITLED
    ]  # fmt: skip
    place = min(max(0.45 * top, 100 * max(beyond) + 0.1 * top), 0.9 * top)
    foot = 100 * max(one.value for one in titled.values())
    axes.plot([_TITLED, _TITLED + 1.1], [foot, place - 0.06 * top], color=EXACT_COLOUR,
              linewidth=letters(0.7), zorder=2)  # fmt: skip
    write_at(axes, _TITLED + 1.1, place, f"either seat: 1 hand in {_round_odds(both.value):,}",
             ha="center", fontweight="bold", bbox=None)  # fmt: skip
