"""A hand drawn as cards."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.style import (
    COLUMN_WIDTH,
    MM,
    RED_SUITS_COLOUR,
    chart_style,
    letters,
    new_chart,
)
from piquet_sim.game.cards import (
    RANK_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    card_rank,
    card_suit,
    format_cards,
    iterate_cards,
    suit_mask,
)
from piquet_sim.game.errors import InputError

_WIDE, _HIGH = 1.0, 1.45
_SHOWN = 0.62
"""Share of a card's width that the next one leaves visible."""
_BETWEEN = 0.18
_LOWERED = 0.42
_BLACK = "#111111"
_RED_SUITS = (1, 2)


def draw_hand(hand: int, thrown: int = 0, headline: str = "", caption: str = "") -> Figure:
    """Draw the cards of a hand by suits, highest first; discarded ones lower, and grey.

    Parameters
    ----------
    hand : int
        A mask, as `parse_hand` gives it.
    thrown : int
        Cards of it that are discarded.
    headline, caption : str
        Texts above and below it; both are optional.

    Raises
    ------
    InputError
        If there is no card, or a discarded card is not in the hand.
    """
    if not hand:
        raise InputError("charts: expected a hand of at least one card")
    if thrown & ~hand:
        raise InputError(f"charts: {format_cards(iterate_cards(thrown & ~hand))}: not in this hand")
    with chart_style():
        figure, axes = new_chart(height=(24 + 7 * bool(headline)) * MM, width=COLUMN_WIDTH)
        lay_cards(axes, hand, thrown)
        if headline:
            add_headline(figure, headline)
        if caption:
            add_small_print(figure, caption)
    return figure


def lay_cards(axes: Axes, hand: int, thrown: int = 0, size: float = 1.0) -> None:
    """Lay the cards of a hand on axes, which show nothing else.

    Parameters
    ----------
    axes : Axes
    hand, thrown : int
        Masks.
    size : float
        Of the letters, as a share of those of a chart of its own.
    """
    left = 0.0
    for suit in range(SUITS):
        own = sorted(iterate_cards(hand & suit_mask(suit)), reverse=True)
        for card in own:
            _draw_card(axes, card, left, bool(card & thrown), size)
            left += _SHOWN * _WIDE
        left += _BETWEEN * bool(own)
    right = left - _BETWEEN + (1 - _SHOWN) * _WIDE
    axes.set_xlim(-0.05, right + 0.05)
    axes.set_ylim(-_LOWERED - 0.05, _HIGH + 0.05)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _draw_card(axes: Axes, card: int, left: float, is_thrown: bool, size: float) -> None:
    suit = card_suit(card)
    bottom = -_LOWERED if is_thrown else 0.0
    ink = RED_SUITS_COLOUR if suit in _RED_SUITS else _BLACK
    axes.add_patch(
        FancyBboxPatch(
            (left + 0.06, bottom + 0.06), _WIDE - 0.12, _HIGH - 0.12,
            boxstyle="round,pad=0.06", linewidth=letters(0.7), edgecolor="#333333",
            facecolor="#d9d9d9" if is_thrown else "white", zorder=left + 1,
            linestyle="--" if is_thrown else "-",
            gid=format_cards([card]),
        )
    )  # fmt: skip
    rank = RANK_LETTERS[card_rank(card)].replace("T", "10")
    corner = left + 0.5 * _SHOWN * _WIDE
    for text, height, points in ((rank, 0.78, 10), (SUIT_SYMBOLS[suit], 0.42, 12)):
        axes.text(corner, bottom + height * _HIGH, text, ha="center", va="center", color=ink,
                  fontsize=letters(points * size), fontweight="bold",
                  zorder=left + 1.1)  # fmt: skip
