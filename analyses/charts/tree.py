"""A tree of questions as a card to print and learn by heart, and the rules that say the same.

The card is a column wide. Each answer to the first question has a usual rule, with exceptions; what
is written on the card is all that is needed to throw by it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import capitalise
from analyses.charts.headlines import SUBTITLE, fill_lines
from analyses.charts.marks import rule_off, write_at
from analyses.charts.style import (
    COLUMN_WIDTH,
    INK_COLOUR,
    MM,
    PAPER_COLOUR,
    POINTS_AN_INCH,
    SEAT_LETTERS,
    SMALL_COLOUR,
    SMALLEST,
    SUBTITLE_SIZE,
    TITLE_SIZE,
    chart_style,
    letters,
    new_chart,
)
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.wording import join_words, number_word

ROOT = "root"
"""The path of the first question; others are said by the answers that lead to them."""
_KEPT, _DEALT = {"elder": 7, "younger": 9}, 12
_YES, _NO = "y", "n"
_TENS = " above tens"


# ---- The tree, and the rules that say the same ---------------------------------------------------
@dataclass(frozen=True)
class Node:
    """A question or a leaf of a tree."""

    path: str
    """The answers that lead to it: \"yn\"; empty for the first question."""
    text: str
    share: float
    loss: Estimate | None
    """What obeying loses there; only a leaf has it."""

    @property
    def things(self) -> tuple[str, ...]:
        """What is kept, each once with tens, whole or not."""
        return tuple(one.removesuffix("!").removesuffix(_TENS) for one in self.text.split(", "))

    @property
    def whole(self) -> int:
        """How many of the things stay even if fewer cards go."""
        return self.text.count("!")

    @property
    def has_tens(self) -> bool:
        """Whether trios and quatorzes of tens are sets, too."""
        return _TENS not in self.text


@dataclass(frozen=True)
class Rule:
    """What is kept under some conditions, in words; of several rules the first that fits counts."""

    conditions: tuple[str, ...]
    """All must hold; none where nothing before it fits."""
    keep: str
    share: float


@dataclass(frozen=True)
class Side:
    """What is kept after one answer to the first question."""

    question: str
    """Empty where there is none."""
    is_yes: bool
    exceptions: tuple[Rule, ...]
    usual: Rule
    notes: tuple[str, ...]
    """What else is to be said of the usual rule, as sentences."""


def list_rules(tree: Sequence[Node], seat: str) -> list[Side]:
    """The tree as usual rules, one for each answer to its first question, with exceptions.

    The plan of most hands is the usual one. Each question on the way to it has another answer: who
    gives that answer finds an exception, and exceptions are asked in the order of the questions.
    """
    # From top to bottom: a yes comes before its question, and a no after it.
    order = str.maketrans({_YES: "0", _NO: "2"})
    sorted_nodes = sorted(tree, key=lambda one: one.path.translate(order) + "1")
    nodes = {one.path: one for one in sorted_nodes}
    if "" not in nodes:
        return []
    if nodes[""].loss is not None:
        return [Side("", True, (), _tell_rule(nodes[""], ()), ())]
    return [_read_side(nodes, answer, seat) for answer in (_YES, _NO) if answer in nodes]


def _read_side(nodes: Mapping[str, Node], start: str, seat: str) -> Side:
    leaves = [one for path, one in nodes.items() if path.startswith(start) and one.loss is not None]
    shares: dict[tuple[str, ...], float] = {}
    for one in leaves:
        shares[one.things] = shares.get(one.things, 0.0) + one.share
    things = max(shares, key=lambda key: shares[key])
    usual = max((one for one in leaves if one.things == things), key=lambda one: one.share)
    exceptions, notes = [], [*_say_whole(usual, seat)]
    for depth in range(len(start), len(usual.path)):
        path = usual.path[:depth]
        away = path + (_NO if usual.path[depth] == _YES else _YES)
        beyond = [one for one in leaves if one.path.startswith(away)]
        # What is nearly the usual plan comes last, so that it need not say what the others do.
        beyond.sort(key=lambda one: (one.things == things, one.path))
        for number, one in enumerate(beyond):
            conditions = [*_list_conditions(nodes, path, one.path)]
            if number and number == len(beyond) - 1 and _is_sibling(one, beyond[number - 1]):
                conditions.pop()
            if one.things == things:
                notes += _say_variant(usual, one, conditions)
            else:
                exceptions.append(_tell_rule(one, tuple(conditions)))
    rule = replace(_tell_rule(usual, ()), share=shares[things], keep=_say_things(usual))
    return Side(nodes[""].text, start == _YES, tuple(exceptions), rule, tuple(notes))


def _is_sibling(one: Node, other: Node) -> bool:
    return one.path[:-1] == other.path[:-1]


def _list_conditions(nodes: Mapping[str, Node], start: str, path: str) -> Iterator[str]:
    for depth in range(len(start), len(path)):
        yield say_if(nodes[path[:depth]].text, path[depth] == _YES)


def _tell_rule(leaf: Node, conditions: tuple[str, ...]) -> Rule:
    whole = {0: "", len(leaf.things): ", whole" if len(leaf.things) == 1 else ", both whole"}
    return Rule(conditions, _say_things(leaf) + whole.get(leaf.whole, ""), leaf.share)


def _say_things(leaf: Node) -> str:
    named = [_THINGS.get(one, one) for one in leaf.things]
    if not leaf.has_tens:
        named = [one + _TENS * one.endswith(("set", "sets")) for one in named]
    return ", then ".join(named) if leaf.text != _NOTHING else "what counts most"


_NOTHING = "by the count"
_THINGS = {
    "longest suit": "the longest suit", "strongest suit": "the strongest suit", "aces": "the aces",
    "tops": "the tops", "best set": "the best set", "quatorze": "a quatorze", "quart": "a quart",
}  # fmt: skip


def _say_whole(usual: Node, seat: str) -> Iterator[str]:
    if usual.whole:
        fewer = number_word(_DEALT - _KEPT[seat])
        what = "Both stay" if usual.whole == len(usual.things) else "The first stays"
        yield f"{what} whole, even if fewer than {fewer} cards go."


def _say_variant(usual: Node, other: Node, conditions: list[str]) -> Iterator[str]:
    where = f" if {' and '.join(conditions)}."
    if usual.has_tens and not other.has_tens:
        yield f"Leave tens out of the sets{where}"
    elif other.has_tens and not usual.has_tens:
        yield f"Tens are sets, too,{where}"
    if other.whole > usual.whole:
        yield f"Both stay whole{where}"
    elif other.whole < usual.whole:
        yield f"They need not stay whole{where}"


_SUIT = " in the longest suit"
_FORMS = (
    (r"(.+): (\d+) cards or fewer", "{0} are {1} cards or fewer", "{0} are more than {1} cards"),
    (r"longest suit with its ace", "the suit has its ace", "the suit lacks its ace"),
    (rf"(\d+) (.+) or more{_SUIT}", "the suit has {0} {1} or more",
     "the suit has fewer than {0} {1}"),
    (r"(\d+) (.+) or more", "you hold {0} {1} or more", "you hold fewer than {0} {1}"),
    (rf"(\w+) or longer{_SUIT}", "the suit holds a {0} or longer", "the suit holds no {0}"),
    (r"(\w+) or longer", "you hold a {0} or longer", "you hold no {0}"),
    (r"a set of (.+)", "you hold a set of {0}", "you hold no set of {0}"),
)  # fmt: skip
"""Questions, and what each answer says."""


def say_if(question: str, is_yes: bool) -> str:
    """What an answer to a question says, as a condition: "the suit lacks its ace".

    Examples
    --------
    >>> say_if("longest suit and tops: 5 cards or fewer", False)
    'suit and tops are more than five cards'
    """
    for form, yes, no in _FORMS:
        if match := re.fullmatch(form, question):
            words = [_say_word(one or "") for one in match.groups()]
            return (yes if is_yes else no).format(*words)
    return question if is_yes else f"not {question}"


def _say_word(word: str) -> str:
    if word.isdigit():
        return number_word(int(word))
    parts = word.replace("longest suit", "suit").split(", ")
    return join_words(parts) if len(parts) > 1 else parts[0]


# ---- The card -----------------------------------------------------------------------------------
def say_rules(sides: Sequence[Side]) -> str:
    """How many rules and exceptions there are: "Two rules with three exceptions"."""
    number, others = len(sides), sum(len(one.exceptions) for one in sides)
    rules = f"{capitalise(number_word(number))} rule{'s' * (number != 1)}"
    but = f" with {number_word(others)} exception{'s' * (others > 1)}" if others else ""
    return f"{rules}{but}"


_HIGH = 120.0
_MARGIN, _BAND = 3.6, 13.2
_TEXT_AT, _SHARE_AT = 17.2, 81.4
"""Millimetres from the left and the top of the card."""
_ARROW_AT, _KEEP_AT = 40.0, 43.5
_RIGHT = 85.0 - _MARGIN


def draw_card(
    seat: str, tree: Sequence[Node], headline: str, under: str, source: str,
    counts: Mapping[str, Any] | None,
) -> Figure:  # fmt: skip
    """Draw a tree as a card.

    Parameters
    ----------
    seat : str
        Whose tree it is.
    tree : sequence of Node
    headline : str
        The finding, which the figure keeps: the card has its own name on it.
    under : str
        What obeying it loses, under the name.
    source : str
        What was played, and how sure it is.
    counts : mapping, optional
        What each card counts, for the room that is left (`strategies.primer.COUNTS`).
    """
    sides = list_rules(tree, seat)
    with chart_style():
        figure, axes = new_chart(height=_HIGH * MM, keeps_shape=True)
        figure.set_layout_engine("none")
        axes.set_position((0, 0, 1, 1))
        axes.axis("off")
        axes.set(xlim=(0, COLUMN_WIDTH / MM), ylim=(_HIGH, 0))
        figure.headline, figure.under = headline, under
        axes.add_patch(Rectangle((0.4, 0.4), 84.2, _BAND, color=SEAT_LETTERS[seat], linewidth=0))
        box = {"facecolor": SEAT_LETTERS[seat], "linewidth": 0, "pad": 0}
        options = {"color": PAPER_COLOUR, "ha": "left", "va": "top", "bbox": box}
        figure.suptitle(f"What {seat} throws, by heart", x=_MARGIN / 85, y=1 - 2.6 / _HIGH,
                        fontsize=letters(TITLE_SIZE + 2), fontweight="bold", **options)  # fmt: skip
        figure.text(_MARGIN / 85, 1 - 8.6 / _HIGH, under, fontsize=letters(SMALLEST + 0.1),
                    gid=SUBTITLE, **options)  # fmt: skip
        axes.add_patch(Rectangle((0.4, 0.4), 84.2, _HIGH - 0.8, fill=False, edgecolor=INK_COLOUR,
                                 linewidth=letters(0.8), zorder=4))  # fmt: skip
        card = _Card(axes, _BAND + 1.8)
        asked = f" {_ask(sides[0].question)}" if sides else ""
        rest = "throw the rest" if seat == "elder" else "throw the others, or what may go"
        card.write(f"Keep, in this order, {number_word(_KEPT[seat])} cards; {rest}.{asked}",
                   SUBTITLE_SIZE)  # fmt: skip
        for side in sides:
            _write_side(card, side, seat)
        card.rule(INK_COLOUR, 0.9)
        card.write(_say_terms(sides), SMALLEST, gap=0.6)
        card.write(_say_count(counts, any("strongest" in one.text for one in tree)), SMALLEST)
        figure.supxlabel(
            fill_lines(source, _RIGHT - _MARGIN, SMALLEST), x=_MARGIN / 85, y=1.8 / _HIGH,
            ha="left", va="bottom", fontsize=letters(SMALLEST), color=SMALL_COLOUR,
            linespacing=_SPACING,
        )  # fmt: skip
    return figure


class _Card:
    """A card that is written from the top to the bottom."""

    def __init__(self, axes: Axes, at: float) -> None:
        self.axes, self.at = axes, at
        """Millimetres from the top, where the next line begins."""

    def write(
        self, text: str, points: float, x: float = _MARGIN, end: float = _RIGHT,
        meaning: str = "ink", weight: str = "normal", gap: float = 0.9,
    ) -> None:  # fmt: skip
        """Write a text in as many lines as it needs."""
        self.at += self.place(text, points, x, end, meaning, weight) + gap

    def place(
        self, text: str, points: float, x: float, end: float, meaning: str = "ink",
        weight: str = "normal",
    ) -> float:  # fmt: skip
        """Write a text here, without going on; returns its height in millimetres."""
        lines = fill_lines(text, end - x, points, weight)
        write_at(self.axes, x, self.at, lines, meaning, ha="left", va="top", bbox=None,
                 fontsize=letters(points), fontweight=weight, linespacing=_SPACING)  # fmt: skip
        return (lines.count("\n") + 1.1) * points * _LINE / POINTS_AN_INCH / MM

    def rule(self, colour: str, width: float = 0.6) -> None:
        """Draw a line across."""
        rule_off(self.axes, self.at, colour, width, (_MARGIN, _RIGHT))
        self.at += 0.9


_SPACING, _LINE = 1.08, 1.14
"""Between lines, in matplotlib's measure and in sizes of the letters."""


def _ask(question: str) -> str:
    if not question:
        return ""
    said = say_if(question, True)
    for start, words in _ASKED.items():
        if said.startswith(start):
            return f"{words}{said.removeprefix(start)}?"
    return f"Is it so that {said}?"


_ASKED = {
    "you hold": "Do you hold", "the suit holds": "Does the longest suit hold",
    "the suit has": "Does the longest suit have",
}  # fmt: skip


def _write_side(card: _Card, side: Side, seat: str) -> None:
    answer = "YES" if side.is_yes else "NO"
    card.at += 0.9
    top = card.at
    if side.question:
        card.axes.add_patch(Rectangle((_MARGIN, top), 10.8, 5.2, color=INK_COLOUR, linewidth=0))
        write_at(card.axes, _MARGIN + 5.4, top + 2.6, answer, "paper", ha="center",
                 fontweight="bold", fontsize=letters(TITLE_SIZE - 1),
                 bbox={"facecolor": INK_COLOUR, "linewidth": 0, "pad": 0})  # fmt: skip
    card.at = top + 0.7
    _write_share(card, side.usual.share)
    card.write(side.usual.keep, TITLE_SIZE - 1, _TEXT_AT, _RIGHT - 7, weight="bold", gap=0.6)
    if side.notes:
        card.write(" ".join(side.notes), SMALLEST, _TEXT_AT, gap=0.4)
    card.at = max(card.at, top + 5.6)
    for one in side.exceptions:
        card.rule("piquet:grid")
        _write_share(card, one.share)
        write_at(card.axes, _ARROW_AT, card.at, "→", seat, ha="left", va="top", bbox=None,
                 fontsize=letters(SMALLEST))  # fmt: skip
        heights = [
            card.place(f"But if {' and '.join(one.conditions)}", SMALLEST, _MARGIN, _ARROW_AT - 1),
            card.place(one.keep, SMALLEST, _KEEP_AT, _RIGHT - 6, seat, "bold"),
        ]
        card.at += max(heights) + 0.4


def _write_share(card: _Card, share: float) -> None:
    words = f"{100 * share:.0f}%" if share >= 0.005 else "<1%"
    write_at(card.axes, _SHARE_AT, card.at, words, "neutral", ha="right", va="top", bbox=None,
             fontsize=letters(SMALLEST))  # fmt: skip


def _say_terms(sides: list[Side]) -> str:
    # What the words on the card mean, of those that it uses.
    used = " ".join(
        " ".join((rule.keep, *rule.conditions))
        for side in sides
        for rule in (side.usual, *side.exceptions)
    )
    terms = (
        ("suit", "Suit: the longest, then that of most pips."),
        ("tops", "Tops: the ace of a suit, with it the king, then the queen, and so on."),
        ("honours", "Honours: ace to knave."),
        ("set", "Set: three or four of a rank, tens up; four are best, then the highest."),
        ("whole", "Whole: even if fewer cards go; else suit, tops and aces stay from the top while "
         "there is room, a set or sequence only if all of it has room."),
    )  # fmt: skip
    return " ".join(said for word, said in terms if word in used)


_COUNTED = ("ten", "knave", "queen", "king", "ace")


def _say_count(counts: Mapping[str, Any] | None, has_strongest: bool) -> str:
    # What each card counts, for the room that is left.
    if counts is None:
        return "Fill up with the cards that count most (piquet help maxims)."
    own, suit = (
        ", ".join(f"{name} {number}" for name, number in reversed(pairs) if number)
        for pairs in (
            list(zip(_COUNTED, counts["ranks"][-5:], strict=True)),
            list(zip(_COUNTED, counts["suit"], strict=True)),
        )
    )
    more = {
        "five": "in a suit of five or more", "longest": "in the longest", "quint": "in a quint",
        "guard": "as one guard of a king", "trio": "in a trio", "quatorze": "in a quatorze",
    }  # fmt: skip
    added = ", ".join(f"{words} {counts[key]}" for key, words in more.items() if counts[key])
    return (
        f"Fill up with what counts most: {own}; for each in its suit, itself too: {suit}; {added}."
        + " Strongest suit: 2 a card and what it adds." * has_strongest
    )
