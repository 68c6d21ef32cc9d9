"""A reviewed deal: elder's expected margin in steps, luck apart from decisions that were errors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import say_reach
from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    INK_COLOUR,
    NEUTRAL_COLOUR,
    PAPER_COLOUR,
    SEAT_COLOURS,
    SMALLEST,
    letters,
)
from piquet_sim.decisions.review.deal_review import CALL, DISCARD, DealReview, Reviewed, add_losses
from piquet_sim.estimates.quantity import write_number
from piquet_sim.game.cards import format_hand_symbols, parse_card
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import capitalise, number_word


# ---- Steps --------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    """A change of elder's expected margin: luck, or what decisions of one seat cost."""

    name: str
    change: Fraction
    """Points for elder, exactly."""
    seat: str = ""
    """The seat whose decisions cost it; empty for luck."""


def list_steps(review: DealReview) -> list[Step]:
    """The result of a deal as a sum of steps, in the order of the deal.

    What a decision cost by what the seat knew is a step where it was an error beyond doubt. All
    else is luck: the cards dealt and drawn, and how all decisions fared against the cards as they
    lay.

    Parameters
    ----------
    review : DealReview
        From `decisions.review.deal_review.review_deal`, or one of `piquet_sim.review(...).deals`.

    Returns
    -------
    list of Step
        The first is what elder could expect before the deal. They add up to elder's score less
        younger's.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> from piquet_sim.decisions.review.deal_review import review_deal
    >>> from piquet_sim.deals.json import describe_deal
    >>> review = review_deal(describe_deal(Simulation("club", "club").replay_deal(0)), deals=64)
    >>> steps = list_steps(review)
    >>> steps[0].name, sum(step.change for step in steps) == review.margin
    ('before', True)
    """
    values = review.valuation
    steps = [
        Step("before", values.before_exactly),
        Step("dealt", values.dealt - values.before_exactly),
        *_part(review, DISCARD, values.both_thrown - values.dealt),
        Step("drawn", values.drawn - values.both_thrown),
        *_part(review, CALL, Fraction(values.plays[0] - values.drawn)),
        *_part(review, _CARDS, Fraction(values.plays[-1] - values.plays[0])),
    ]
    return [one for number, one in enumerate(steps) if number == 0 or one.seat or one.change]


_CARDS = "card"


def _part(review: DealReview, kind: str, change: Fraction) -> Iterator[Step]:
    # A change between two stages, in what errors cost and how all decisions fared.
    for seat, name in enumerate(SEATS):
        errors = [
            one
            for one in list_errors(review, seat)
            if (one.kind if one.kind in (DISCARD, CALL) else _CARDS) == kind
        ]
        if errors:
            lost = sum((Fraction(one.in_points.value) for one in errors), Fraction())
            cost = -lost if seat == 0 else lost
            change -= cost
            said = kind if len(errors) == 1 else f"{len(errors)} {kind}s"
            if said == _CARDS:
                said = format_hand_symbols(parse_card(errors[0].done))
            yield Step(said, cost, name)
    # What is luck where decisions are made.
    yield Step({DISCARD: "as it fell", CALL: "calls", _CARDS: "tricks"}[kind], change)


def list_errors(review: DealReview, seat: int) -> list[Reviewed]:
    """The decisions of a seat that were worse than the best beyond doubt, in their order."""
    return [one for one in review.list_of(seat) if one.is_error]


def find_places(review: DealReview) -> int:
    """One decimal for all numbers of a review, or none where the errors do not let it stand."""
    errors = [one.in_points.se or 0.0 for seat in (0, 1) for one in list_errors(review, seat)]
    return int(max(errors, default=0.0) < _ROUGH)


_ROUGH = 0.5
"""Standard error in points from which on a decimal says nothing."""


# ---- The chart ----------------------------------------------------------------------------------
def draw_review(review: DealReview, caption: str = "") -> Figure:
    """Elder's expected margin in steps: luck grey, errors in the colour of who made them.

    Parameters
    ----------
    review : DealReview
        From `decisions.review.deal_review.review_deal`, or one of `piquet_sim.review(...).deals`.
    caption : str
        Description of what was played, for the small print.
    """
    steps = list_steps(review)
    names = _name_players(review)
    whose = names[0] if names[0] == "Elder" else f"{names[0]}’s (elder’s)"
    errors = [one for seat in (0, 1) for one in list_errors(review, seat)]
    sure = f" (95%: {say_reach(one.in_points for one in errors)} at most)" if errors else ": none"
    with one_panel(
        say_result(review),
        f"{'Elder’s' if whose == 'Elder' else whose} expected margin in points, both then playing "
        "perfectly",
        f"{caption} Grey: luck, all cards seen. Coloured: decisions worse beyond doubt, by what "
        f"their player knew{sure}.".strip(),
        height=HIGHEST,
    ) as (figure, axes):
        ends = _draw_steps(axes, steps, review.margin, find_places(review))
        low, high = min(ends), max(ends)
        reach = max(high - low, 10.0)
        axes.set(
            xlim=(-0.7, len(steps) + 0.55),
            ylim=(low - 0.12 * reach, high + 0.12 * reach),
            xticks=[],
        )
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.9), zorder=2)
        axes.spines["bottom"].set_visible(False)
        axes.yaxis.set_major_formatter(
            lambda value, _: f"{value:+g}".replace("-", "−") if value else "0"
        )
        _name_steps(axes, steps, names)
    return figure


def _draw_steps(axes: Axes, steps: Sequence[Step], margin: int, places: int) -> list[float]:
    # Each step from where the one before ended; returns where they end, zero before the first.
    ends = [0.0, *accumulate(float(one.change) for one in steps)]
    near, said, at = _NEAR * (max(ends) - min(ends)), 0.0, ends[-1]
    for place, (step, (start, end)) in enumerate(zip(steps, pairwise(ends), strict=True)):
        # What is rounded adds up to the end: luck takes what rounding leaves.
        shown = round(float(step.change) if step.seat else end - said, places)
        said += shown
        colour = SEAT_COLOURS[step.seat] if step.seat else NEUTRAL_COLOUR
        bottom, height, is_first = min(start, end), abs(end - start), place == 0
        is_hollow = is_first or not height
        for face, alpha in ((PAPER_COLOUR, 1.0), (colour, 1.0 if step.seat else 0.45)):
            axes.add_patch(
                Rectangle(
                    (place - _HALF, bottom),
                    2 * _HALF,
                    height,
                    zorder=3,
                    facecolor=PAPER_COLOUR if is_hollow else face,
                    edgecolor=colour,
                    alpha=alpha,
                    linestyle="--" if is_first else "-",
                    linewidth=letters(0.9 if is_first else 0.4),
                )
            )
        axes.plot(
            [place + _HALF, place + 1 - _HALF],
            [end, end],
            color=INK_COLOUR,
            linewidth=letters(0.7),
            zorder=2,
        )
        top = bottom + height
        # A number stands beyond the end of its step, but not on the line at zero.
        is_above = (step.change >= 0 and not -near < top <= 0) or step.change < 0 <= bottom < near
        write_at(
            axes,
            place,
            top if is_above else bottom,
            write_number(shown, places, "+"),
            step.seat or ("ink" if is_first else "neutral"),
            (0, 2 if is_above else -2),
            ha="center",
            va="bottom" if is_above else "top",
            fontsize=letters(SMALLEST if not step.seat else SMALLEST + 0.7),
            fontweight="bold" if step.seat or is_first else "normal",
        )
    axes.plot(
        [len(steps) - _HALF, len(steps) + _HALF],
        [at, at],
        color=INK_COLOUR,
        linewidth=letters(2.4),
        solid_capstyle="butt",
        zorder=4,
    )
    write_at(
        axes,
        len(steps),
        at,
        f"{margin:+d}".replace("-", "−"),
        "ink",
        (0, 3 if at >= 0 else -3),
        ha="center",
        va="bottom" if at >= 0 else "top",
        fontweight="bold",
    )
    return ends


_NEAR = 0.09
"""Share of the chart's height that a number needs."""
_HALF = 0.4
"""Half the width of a column, in steps."""


_CLOSE, _LONG = 7, 9
"""From so many steps on, names stand on two levels; from so many letters on, the seat's name stands
for the player's."""


def _name_steps(axes: Axes, steps: Sequence[Step], names: tuple[str, str]) -> None:
    # Under the chart, what each step is and whose.
    for place, step in enumerate([*steps, Step("end", Fraction())]):
        words = step.name.replace(" fell", "\nfell")
        if step.seat:
            name = names[SEATS.index(step.seat)]
            words = f"{name if len(name) < _LONG else capitalise(step.seat)}’s\n{step.name}"
        axes.annotate(
            words,
            (place, 0),
            xytext=(0, letters(-3 - 15 * (place % 2) * (len(steps) >= _CLOSE))),
            textcoords="offset points",
            xycoords=axes.get_xaxis_transform(),
            ha="center",
            va="top",
            linespacing=1.05,
            fontsize=letters(SMALLEST),
            fontweight="bold" if step.seat else "normal",
            color=f"piquet:{step.seat}_letters" if step.seat else INK_COLOUR,
        )


def _name_players(review: DealReview) -> tuple[str, str]:
    # As titles name them: by their seats where both have one name.
    one, other = map(capitalise, review.players)
    return (one, other) if one != other else ("Elder", "Younger")


def say_result(review: DealReview) -> str:
    """The winner, and how many decisions cost each seat how much beyond doubt."""
    names, scores = _name_players(review), review.record.scores
    winner = int(scores[1] > scores[0])
    one, other = names[winner], names[1 - winner]
    made = (
        f"{one} and {other} make {scores[0]} each"
        if scores[0] == scores[1]
        else f"{one} wins {scores[winner]} to {scores[1 - winner]}"
    )
    (own, cost), (others, their_cost) = (_say_cost(review, seat) for seat in (winner, 1 - winner))
    decisions = {
        (True, True): f"; decisions cost {one} {cost} points, {other} {their_cost}",
        (True, False): f", though {own} cost {one} {cost} points",
        (False, True): f"; {others} cost {other} {their_cost} points",
        (False, False): ", and no decision was worse beyond doubt",
    }
    return made + decisions[bool(own), bool(others)]


def _say_cost(review: DealReview, seat: int) -> tuple[str, str]:
    # How many errors a seat made, nothing if it made none; and how much they cost.
    errors = list_errors(review, seat)
    many = f"{number_word(len(errors))} decision{'s' * (len(errors) > 1)}" * bool(errors)
    return many, write_number(add_losses(errors, by_points=True).value, find_places(review))
