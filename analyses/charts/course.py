"""A deal as it runs: elder's lead from the calls through the tricks to the cards."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    MM,
    YOUNGER_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.words.sentences import Sentence
from piquet_sim.deals.referee import judge_deal
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS

_JUMP = 20
"""Points: a step of a trick that is smaller is not named."""


def list_course(deal: Mapping[str, object]) -> pd.DataFrame:
    """A deal step by step: what each seat has after the calls, each trick, and the cards.

    Parameters
    ----------
    deal : mapping
        As `piquet_sim.score_deal` takes it, with the play.

    Returns
    -------
    DataFrame
        ``step``, ``elder`` and ``younger`` (points so far), and ``named``: what made a large step.

    Raises
    ------
    InputError
        If the deal is not legal, or was not played.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> from piquet_sim.deals.referee import describe_deal
    >>> course = list_course(describe_deal(Simulation("club", "club").replay_deal(0)))
    >>> course.step.tolist()[:3], len(course)
    (['calls', '1', '2'], 14)
    """
    scored = judge_deal(dict(deal))
    if not scored.tricks:
        raise InputError("charts: expected a deal with its play")
    parts = ("carte_blanche", "point", "sequences", "sets", "repique")
    points = [sum(scored.value(f"{seat}_{part}") for part in parts) for seat in SEATS]
    repiques, piques = (
        [scored.value(f"{seat}_{part}") for seat in SEATS] for part in ("repique", "pique")
    )
    named = [f"{seat}’s repique" for seat, made in zip(SEATS, repiques, strict=True) if made]
    rows = [("calls", *points, ", ".join(named))]
    had_pique = False
    for number, trick in enumerate(scored.tricks, start=1):
        after = trick.after_reply
        made = zip((after.elder_points, after.younger_points), repiques, piques, strict=True)
        points = [own + repique + (pique if after.pique else 0) for own, repique, pique in made]
        makes_pique = after.pique and not had_pique and any(piques)
        had_pique = bool(after.pique)
        rows.append((str(number), *points, "elder’s pique" if makes_pique else ""))
    points = [scored.value(f"{seat}_score") for seat in SEATS]
    cards = {seat: scored.value(f"{seat}_cards") for seat in SEATS}
    winner = max(cards, key=cards.get)
    name = "capot" if cards[winner] == scored.rules.capot_scores else "cards"
    rows.append(("cards", *points, f"{winner}’s {name}" if cards[winner] else ""))
    return pd.DataFrame(rows, columns=["step", "elder", "younger", "named"])


def draw_course(course: pd.DataFrame, caption: str = "") -> Figure:
    """Elder's lead in steps, the jumps named.

    Parameters
    ----------
    course : DataFrame
        From `list_course`.
    caption : str
        Description of what was played, for the small print.
    """
    leads = (course.elder - course.younger).tolist()
    places = range(len(leads))
    with chart_style():
        figure, axes = new_chart(height=66 * MM)
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.step([*places, len(leads)], [*leads, leads[-1]], where="post", color=EXACT_COLOUR)
        for place, lead in zip(places, leads, strict=True):
            axes.fill_between([place, place + 1], 0, lead, linewidth=0, alpha=0.3,
                              color=ELDER_COLOUR if lead > 0 else YOUNGER_COLOUR)  # fmt: skip
        low, high = min(0, *leads), max(0, *leads)
        reach = max(high - low, 10)
        axes.set_ylim(low - 0.22 * reach, high + 0.22 * reach)
        for place, words in zip(places, course.named, strict=True):
            step = abs(leads[place] - (leads[place - 1] if place else 0))
            if words and (place in (0, len(leads) - 1) or step >= _JUMP):
                _name_step(axes, place, leads[place], words, len(leads))
        axes.set_xticks([place + 0.5 for place in places], list(course.step))
        axes.set_xlim(0, len(leads))
        tick_sparsely(axes.yaxis)
        axes.set_xlabel("calls, tricks, cards")
        light_grid(axes, "y")
        last = course.iloc[-1]
        add_headline(figure, _say_end(last), "Elder’s points less younger’s after each step")
        add_small_print(
            figure, caption or "The last trick counts its extra point; cards at the end."
        )
    return figure


def _say_end(last: pd.Series) -> Sentence:
    if last.elder == last.younger:
        return Sentence(f"Both make {last.elder} points")
    ahead, behind = sorted(SEATS, key=lambda seat: -last[seat])
    return Sentence(f"{capitalise(ahead)} makes {last[ahead]} points, {behind} {last[behind]}")


def _name_step(axes, place: int, lead: int, words: str, steps: int) -> None:
    up = 1 if lead >= 0 else -1
    is_right = place > steps / 2
    seat = words.partition("’")[0]
    write_at(axes, place + is_right, lead, words, seat if seat in SEATS else "ink", (0, 7 * up),
             ha="right" if is_right else "left", fontweight="bold", bbox=None)  # fmt: skip
