"""A reviewed deal: elder's expected margin step by step, and the decisions that were errors."""

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise
from analyses.charts.marks import draw_mark, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, MM, YOUNGER_COLOUR, figure_of, letters
from piquet_sim.game.cards import TRICKS, format_hand_symbols, parse_card
from piquet_sim.game.terms import SEATS
from piquet_sim.review.decisions import CALL, DISCARD, Decision
from piquet_sim.review.review import DealReview
from piquet_sim.sentences import Sentence, choose, exceeds

_STAGES = ("before", "dealt", "thrown", "called")
_WIDE = 5
"""How many cards' room a step before the play has, for its name."""
_MOST_NAMED = 3
_NAME = 15
"""How many cards' room a name has; names do not share any."""


def list_margins(review: DealReview) -> pd.DataFrame:
    """Elder's expected margin before the play and after each card, all cards seen.

    Parameters
    ----------
    review : DealReview
        From `piquet_sim.review_deal`.

    Returns
    -------
    DataFrame
        ``step`` ("before", "dealt", "thrown", "called", then the number of the card), ``place`` and
        ``end`` (where it stands on the axis) and ``margin``.

    Examples
    --------
    >>> from piquet_sim import Simulation, review_deal
    >>> from piquet_sim.deals.referee import describe_deal
    >>> review = review_deal(describe_deal(Simulation("club", "club").replay_deal(0)))
    >>> margins = list_margins(review)
    >>> margins.step.tolist()[:5], int(margins.margin.iloc[-1]) == review.margin
    (['before', 'dealt', 'thrown', 'called', '1'], True)
    """
    values = review.valuation
    margins = [values.before.value, float(values.dealt), float(values.both_thrown), *values.plays]
    steps = [*_STAGES, *(str(number) for number in range(1, 2 * TRICKS + 1))]
    widths = [_WIDE] * len(_STAGES) + [1] * (2 * TRICKS)
    ends = pd.Series(widths).cumsum()
    return pd.DataFrame({"step": steps, "place": ends - widths, "end": ends, "margin": margins})


def draw_review(review: DealReview, caption: str = "") -> Figure:
    """Elder's expected margin in steps; the errors beyond doubt are marked, the worst named.

    Parameters
    ----------
    review : DealReview
        From `piquet_sim.review_deal`.
    caption : str
        Description of what was played, for the small print.
    """
    margins = list_margins(review)
    places, values = margins.place.tolist(), margins.margin.tolist()
    whole = int(margins.end.iloc[-1])
    with one_panel(
        _say_who(review), "Elder’s margin if both then play perfectly, all cards seen",
        (caption + " " if caption else "")
        + "Marks: decisions worse beyond doubt by what the seat knew, the costliest named.",
        height=70 * MM, unit="before the play, and tricks",
    ) as axes:  # fmt: skip
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.step([*places, whole], [*values, values[-1]], where="post", color=EXACT_COLOUR)
        for place, end, value in margins[["place", "end", "margin"]].itertuples(index=False):
            axes.fill_between([place, end], 0, value, linewidth=0, alpha=0.3,
                              color=ELDER_COLOUR if value > 0 else YOUNGER_COLOUR)  # fmt: skip
        low, high = min(0, *values), max(0, *values)
        reach = max(high - low, 10)
        axes.set_ylim(low - 0.3 * reach, high + 0.3 * reach)
        named: list[tuple[float, float]] = []
        for one in (error for error in review.list_worst() if error.is_error):
            x, y = _find_place(margins, one)
            draw_mark(axes, x, y, SEATS[one.seat])
            side, start = _find_side(x, whole)
            end = start + _NAME
            is_free = all(start >= other[1] or end <= other[0] for other in named)
            if is_free and len(named) < _MOST_NAMED:
                named.append((start, end))
                beside = margins[(margins.end > start) & (margins.place < end)].margin
                _name_error(axes, one, x, beside, side)
        tricks = range(0, TRICKS, 2)
        before = [_WIDE * (place + 0.5) for place in range(len(_STAGES))]
        first = _WIDE * len(_STAGES)
        axes.set_xticks(
            [*before, *(first + 2 * trick + 1 for trick in tricks)],
            [*_STAGES, *(str(trick + 1) for trick in tricks)],
        )
        axes.set_xlim(0, whole)
        tick_sparsely(axes.yaxis)
    return figure_of(axes)


def _find_place(margins: pd.DataFrame, one: Decision) -> tuple[float, float]:
    # On the step that the decision begins.
    step = {DISCARD: "thrown", CALL: "called"}.get(one.kind, str(one.number))
    row = margins[margins.step == step].iloc[0]
    room = row.end - row.place
    shift = room / 2 if one.number else (1 + one.seat) * room / 3
    return float(row.place + shift), float(row.margin)


def _find_side(x: float, whole: int) -> tuple[str, float]:
    # How a name stands at its mark, and where its room begins.
    if x < whole / 3:
        return "left", x
    return ("right", x - _NAME) if x > 2 * whole / 3 else ("center", x - _NAME / 2)


def _name_error(axes, one: Decision, x: float, beside: pd.Series, side: str) -> None:
    # Over the highest step that the name stands above, or below the lowest.
    seat, is_above = SEATS[one.seat], beside.max() >= -beside.min()
    said = one.kind if one.kind in (DISCARD, CALL) else format_hand_symbols(parse_card(one.done))
    write_at(axes, x, beside.max() if is_above else beside.min(), f"{capitalise(seat)}’s {said}",
             seat, (0, 9 if is_above else -9), ha=side, fontweight="bold", bbox=None)  # fmt: skip


def _say_who(review: DealReview) -> Sentence:
    lost = [review.lost(seat) for seat in (0, 1)]
    score = "{} to {}".format(*review.record.scores)
    elder, younger = map(capitalise, review.players)
    return choose(
        Sentence(f"{elder} makes {score}; {elder}’s decisions lost more",
                 exceeds("elder's losses", lost[0], lost[1])),
        Sentence(f"{elder} makes {score}; {younger}’s decisions lost more",
                 exceeds("younger's losses", lost[1], lost[0])),
        Sentence(f"{elder} makes {review.record.scores[0]}, {younger} {review.record.scores[1]}"),
    )  # fmt: skip
