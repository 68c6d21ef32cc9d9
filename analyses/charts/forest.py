"""Discards of one hand side by side: the value of each, with its error."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import HIGHEST, MM
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError
from piquet_sim.sentences import Sentence, choose, is_within, say


@dataclass(frozen=True)
class Discarded:
    """One discard: the cards, and its loss to the best."""

    cards: str
    behind: Estimate
    """Points a deal, in common deals with the best; zero without error for the best itself."""
    is_chosen: bool = False
    """Whether it is the discard that the chart marks."""


def draw_forest(
    discards: Sequence[Discarded], caption: str = "", who: str = "the player"
) -> Figure:
    """How far each discard is behind the best one, the best on top.

    Parameters
    ----------
    discards : sequence of Discarded
    caption : str
        Description of what was played, for the small print.
    who : str
        Whose choice is marked.

    Raises
    ------
    InputError
        If there is none.
    """
    if not discards:
        raise InputError("charts: expected at least one discard")
    ordered = sorted(discards, key=lambda one: one.behind.value)
    rows = [Row(one.cards, [_mark(one)], is_bold=one.is_chosen) for one in ordered]
    return draw_rows(
        rows, say_finding(ordered, who), "What each discard makes less than the best",
        f"{caption} Thin lines: 95% intervals of the difference. Diamond: {who}.".strip(),
        unit="points a deal", height=min((27 + 4.4 * len(ordered)) * MM, HIGHEST), margin=0.05,
        ticks=None, further=lambda axes: axes.set_xlim(left=min(-0.3, axes.get_xlim()[0])),
    )  # fmt: skip


def _mark(one: Discarded) -> Mark:
    return Mark(
        one.behind, "other" if one.is_chosen else "elder", size=6.4 if one.is_chosen else 4.6
    )


def say_finding(ordered: Sequence[Discarded], who: str) -> Sentence:
    """What the discards side by side show: which is best, or what the marked one loses.

    Parameters
    ----------
    ordered : sequence of Discarded
        The best first.
    who : str
        Whose choice is marked.
    """
    chosen = next((one for one in ordered if one.is_chosen), None)
    best, *others = ordered
    is_best = [is_within(f"{best.cards} less {one.cards}", one.behind, above=0) for one in others]
    if chosen is None:
        return choose(
            Sentence(f"Best is to throw {best.cards}", *is_best),
            Sentence(f"Best here, not beyond doubt: throw {best.cards}"),
        )
    who = who[:1].upper() + who[1:]
    if chosen is best:
        return choose(
            Sentence(f"{who} finds the best discard", *is_best),
            Sentence(f"No discard is better than {who.lower()}'s beyond doubt"),
        )
    return choose(
        Sentence(
            f"{who} loses {say(chosen.behind)} points here",
            is_within("what the marked discard loses", chosen.behind, above=0),
        ),
        Sentence(f"{who} loses {say(chosen.behind)} points: not told apart from the best"),
    )
