"""Phrases about a draw: "another ace", "a sixth heart", "at least one of the two missing aces".

Their meaning depends on the cards that were kept and on the cards not seen, which a condition on a
hand does not know. Each is replaced by words that a condition has: with two aces kept, another ace
is "3+ aces". What can be read in two ways is refused, with both ways to say it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from piquet_sim.conditions.attributes import ATTRIBUTES
from piquet_sim.conditions.reading.tokens import find_numbers
from piquet_sim.game.cards import PACK_32_MASK, SUIT_NAMES, count_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import number_word

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
_NUMBER = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight)"
_RANKS = "ace|king|queen|knave|jack|ten|nine|eight|seven|six"
_KIND = rf"(?P<kind>(?:{_RANKS})(?:es|s)?|(?:spade|heart|diamond|club)s?)\b(?! of\b)"
_SUIT = rf"(?:{'|'.join(SUIT_NAMES)})"
_HIGH = "ace|king|queen|knave|jack"
_CARD = rf"(?:the )?(?:{_RANKS}) of {_SUIT}"
_ARTICLE = r"(?:(?:an?|the|my|his|her|their) )"
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)})"
_ONE_GUARD = rf"(?:(?:{_ARTICLE}|another )(?:{_ORDINAL} )?)"
_UNSEEN = r"(?:(?:missing|other|remaining|unseen|last) )"
_BOUND = r"(?:(?P<bound>at least|at most|exactly|just|only) )?"


@dataclass(frozen=True)
class Draw:
    """What was kept of a hand, and what may be drawn to it."""

    hand: int
    """Mask of the twelve cards dealt."""
    discard: int
    """Mask of those thrown out."""

    def count_kept(self, cards: int) -> int:
        """How many of some cards were kept."""
        return count_cards(self.hand & ~self.discard & cards)

    def count_unseen(self, cards: int) -> int:
        """How many of some cards of the pack of 32 were not dealt to the hand."""
        return count_cards(PACK_32_MASK & ~self.hand & cards)


def replace_draw_phrases(text: str, draw: Draw | None = None) -> str:
    """An event with what it says of the draw put into the words of a condition.

    Parameters
    ----------
    text : str
    draw : Draw, optional
        From which the phrases count. Without it they are left as they are, but for a "fourth
        knave" and for guards.

    Raises
    ------
    InputError
        If a phrase can be read in two ways, or counts cards otherwise than they are.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> draw = Draw(parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87"))
    >>> replace_draw_phrases("another ace or a fifth heart", draw)
    '3+ aces or 5+ hearts'
    >>> replace_draw_phrases("guarded in clubs")
    'guards clubs'
    """
    said = " ".join(text.split())
    for pattern, replace in _RULES:
        said = pattern.sub(lambda found, replace=replace: replace(found, draw), said)
    return said


# ---- Guards -------------------------------------------------------------------------------------
def _refuse_guard(found: re.Match, draw: Draw | None) -> str:
    # A guarded king, or the small card that guards it?
    card, suit = (found.groupdict().get(name) for name in ("card", "suit"))
    if not (card or suit):
        raise InputError(f"{found[0]!r}: in which suit? as in 'guards clubs'")
    named = (card or suit).lower()
    suit = next(name for name in SUIT_NAMES if name[:-1] in named)
    named = named if card else suit
    is_held = draw is not None and draw.count_kept(ATTRIBUTES[suit].mask)
    raise InputError(
        f"{found[0]!r} can be read in two ways; write 'guards {named}' for a high card with enough "
        f"of its suit, or '{'another' if is_held else 'a'} {suit[:-1]}' for one card of it"
    )


def _refuse_guarded_rank(found: re.Match, draw: Draw | None) -> str:
    rank = (found[1] or found[2]).lower()
    raise InputError(f"{found[0]!r}: of which suit? as in 'guards the {rank} of clubs'")


# ---- Numbers ------------------------------------------------------------------------------------
def _count_ordinal(found: re.Match, draw: Draw | None) -> str:
    # A fourth knave is had by who has at least four.
    name = found[1].lower()
    number = int(name[:-2]) if name[0].isdigit() else 1 + _ORDINALS.index(name)
    kind = found[2].lower().removesuffix("es" if found[2].lower() == "sixes" else "s")
    return f"{number}+ {kind}{'es' if kind == 'six' else 's'}"


def _count_more(found: re.Match, draw: Draw | None) -> str:
    # So many more than were kept; a number alone may be exact or the least.
    if draw is None:
        return found[0]
    name, cards = _find_kind(found["kind"])
    if not draw.hand & cards:
        raise InputError(f"{found[0]!r}: the hand was dealt no {name}; write '1+ {name}'")
    kept = draw.count_kept(cards)
    if not draw.count_unseen(cards):
        raise InputError(f"{found[0]!r}: all {name} were dealt to this hand")
    word = (found["word"] or "").lower()
    if word == "no":
        return f"{kept} {name}"
    if word in ("another", "any") and not found["number"]:
        return f"{kept + 1}+ {name}"
    number = find_numbers(found["number"])[0]
    return _count(found, number, kept, name, f"{number_word(number)} more")


def _count_drawn(found: re.Match, draw: Draw | None) -> str:
    if draw is None:
        return found[0]
    name, cards = _find_kind(found["kind"])
    return f"{draw.count_kept(cards) + 1}+ {name}"


def _refuse_another(found: re.Match, draw: Draw | None) -> str:
    if draw is None:
        return found[0]
    raise InputError(
        f"{found[0]!r}: name a rank or a suit, as in 'another ace', or say what the hand has after "
        "the draw, as in 'a quint'"
    )


def _count_of_unseen(found: re.Match, draw: Draw | None) -> str:
    # Of the cards of a kind that are still to come.
    if draw is None:
        return found[0]
    name, cards = _find_kind(found["kind"])
    kept, unseen = draw.count_kept(cards), draw.count_unseen(cards)
    word, given = found["word"].lower(), found.groupdict().get("total")
    if given:
        total = find_numbers(given)[0]
    elif word in ("both", "either", "neither"):
        total = 2
    else:
        total = 1 if word == "the" and not found["kind"].endswith("s") else unseen
    if word in ("all", "the") and total == count_cards(cards & PACK_32_MASK):
        return found[0]  # "all four aces" speaks of the pack
    if total != unseen or not unseen:
        raise InputError(
            f"{found[0]!r}: {unseen} {name} were not dealt to this hand; write {unseen}, or say "
            f"what it has after the draw, as in '{kept + bool(unseen)}+ {name}'"
        )
    if word in ("both", "all", "the"):
        return f"{kept + unseen}+ {name}"
    if word in ("none", "neither"):
        return f"{kept} {name}"
    if word == "any":
        return f"{kept + 1}+ {name}"
    number = 1 if word == "either" else find_numbers(word)[0]
    return _count(found, number, kept, name, f"{number_word(number)} of them",
                  None if found.groupdict().get("open") else unseen)  # fmt: skip


def _count(
    found: re.Match, number: int, kept: int, name: str, said: str, most: int | None = None
) -> str:
    bound = (found.groupdict().get("bound") or "").lower()
    least = f"{kept + number}+ {name}"
    if bound == "at least" or (number == most and not bound):
        return least
    if bound:
        return f"{'at most ' if bound == 'at most' else ''}{kept + number} {name}"
    single = name if kept + number > 1 else name[:-1]
    raise InputError(
        f"{found[0]!r} can be read in two ways; write '{kept + number} {single}' for exactly "
        f"{said}, or '{least}' for at least {said}"
    )


def _find_kind(said: str) -> tuple[str, int]:
    # The name of a kind of card as a condition has it, and its cards.
    word = said.lower().removesuffix("s").replace("jack", "knave")
    name = "sixes" if word in ("six", "sixe") else f"{word}s"
    return name, ATTRIBUTES[name].mask


def _rule(pattern: str, replace: Callable[[re.Match, Draw | None], str]) -> tuple:
    return re.compile(rf"\b{pattern}", re.IGNORECASE), replace


_OF = rf"(?:of )?(?:the )?(?:(?P<total>{_NUMBER}) )?"
_RULES = (
    _rule(rf"(?:is )?guarded in (?:the )?({_SUIT})\b", lambda found, _: f"guards {found[1]}"),
    _rule(rf"(?<!of )(?<!in )({_SUIT}) (?:(?:is|are) )?guarded\b",
          lambda found, _: f"guards {found[1]}"),
    _rule(rf"{_ONE_GUARD}?guards? (?:in|to|for|of) (?:(?P<card>{_CARD})|(?:the )?(?P<suit>{_SUIT}))"
          r"\b", _refuse_guard),
    _rule(rf"{_ONE_GUARD}(?:(?P<suit>spade|heart|diamond|club) )?guard\b", _refuse_guard),
    _rule(rf"(?:an? )?(?:guarded ({_HIGH})\b(?! of)|(?<!the )\b({_HIGH}) guarded\b)",
          _refuse_guarded_rank),
    # "draws an ace"
    _rule(rf"(?:draws?|takes? in) (?:an?|another) {_KIND}", _count_drawn),
    # "at least one of the two missing aces", "both aces", "the other ace"
    _rule(rf"{_BOUND}(?P<word>{_NUMBER}|any|none) of the (?P<total>{_NUMBER}) {_UNSEEN}?{_KIND}",
          _count_of_unseen),
    _rule(rf"{_BOUND}(?P<word>{_NUMBER}|any|none) of the {_UNSEEN}{_KIND}", _count_of_unseen),
    _rule(rf"(?<!least )(?<!most )(?P<word>(?P<open>{_NUMBER})) of the {_KIND}", _count_of_unseen),
    _rule(rf"(?P<word>both) {_OF}{_UNSEEN}?{_KIND}(?!,| and\b)", _count_of_unseen),
    _rule(rf"(?P<word>either|neither) of {_OF}{_UNSEEN}?{_KIND}", _count_of_unseen),
    _rule(rf"(?P<word>either|neither) {_UNSEEN}?{_KIND}(?<!s)(?!,| n?or\b)", _count_of_unseen),
    _rule(rf"(?P<word>all|the) {_OF}{_UNSEEN}{_KIND}", _count_of_unseen),
    _rule(rf"(?P<word>all|the) (?:of )?(?:the )?(?P<total>{_NUMBER}) {_KIND}", _count_of_unseen),
    # "another ace", "two more hearts", "no other king"
    _rule(rf"{_BOUND}(?P<word>another) (?:(?P<number>{_NUMBER}) )?{_KIND}", _count_more),
    _rule(rf"(?P<number>)(?P<word>no|any) (?:more|other|further) {_KIND}(?! than\b)", _count_more),
    _rule(rf"{_BOUND}(?P<word>)(?P<number>{_NUMBER}) (?:more|other|further) {_KIND}(?! than\b)",
          _count_more),
    _rule(r"another\b(?: [a-z]+)?", _refuse_another),
    # "a fourth knave", "a second quint"
    _rule(rf"{_ARTICLE}?({_ORDINAL}|\d{{1,2}}(?:st|nd|rd|th)) ([a-z]+)\b", _count_ordinal),
)  # fmt: skip
"""Patterns, each with what makes other words of it, in the order in which they are tried."""
