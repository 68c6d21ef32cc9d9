"""Phrases of players and of earlier editions, each with the expression to write instead.

Nothing is played or counted by a sentence: a refusal of English names an expression to write.
"""

import re
from typing import Any

from piquet_sim.conditions.attributes import SEQUENCE_NAMES, name_rank
from piquet_sim.conditions.model import PLACES
from piquet_sim.conditions.names import ORDER, OTHER_PLACES, WORDS, YES
from piquet_sim.game.cards import RANK_LETTERS, RANK_NAMES, SUIT_LETTERS, SUIT_NAMES
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.kernel.tables import SHORTEST_SEQUENCE

SAID = {
    "elder has the ace and king of spades": "elder.has('AS KS')",
    "elder has 4 aces": "elder.aces == 4",
    "at least three hearts": "elder.hearts >= 3",
    "between 2 and 4 hearts": "2 <= elder.hearts <= 4",
    "2 or 3 aces": "elder.aces in (2, 3)",
    "no aces or kings": "elder.aces + elder.kings == 0",
    "younger lacks the ace of spades": "not younger.has('AS')",
    "two of three cards": "elder.count('AS KS QS') == 2",
    "8 red cards": "elder.hearts + elder.diamonds == 8",
    "both have carte blanche": "elder.carte_blanche and younger.carte_blanche",
    "either has a quatorze": "elder.quatorzes + younger.quatorzes >= 1",
    "exactly one player has a void": "(elder.voids >= 1) != (younger.voids >= 1)",
    "void in hearts": "elder.hearts == 0",
    "two suits of five": "elder.suits(5) == 2",
    "a suit of six to the ace and king": "elder.suits(6, to='AK') >= 1",
    "a point of 6": "elder.longest_suit == 6",
    "a point worth 49 or more": "elder.pips >= 49",
    "a tierce major in hearts": "elder.runs(3, 'H', to='A') >= 1",
    "a quart or longer": "elder.best_sequence >= 4",
    "a trio of kings": "elder.kings == 3",
    "two guarded kings": "elder.guarded('K') == 2",
    "a hand worth 20 if all is good": "elder.value >= 20",
    "more aces than younger": "elder.aces > younger.aces",
    "elder's point is better": "elder.point > younger.point",
    "elder draws an ace": "elder.drawn.aces >= 1",
    "elder throws a king": "elder.thrown.kings >= 1",
    "after the exchange elder has a quint": "elder.after.quints >= 1",
    "elder leads an ace from the point": "lead.aces == 1 and lead_of_point",
    "repiques by longest suit": "elder.longest_suit",
    "scores by tens": "elder_score // 10",
}
"""What players say, and the expression of each."""

SUCCESSORS = {
    "value": "hand.value",
    "any_quatorze": "hand.quatorzes >= 1",
    **{f"point>={cards}": f"hand.longest_suit >= {cards}" for cards in range(3, 9)},
    **{f"sequence>={cards}": f"hand.best_sequence >= {cards}" for cards in range(3, 9)},
    **{
        f"{kind}:{letter}": f"hand.{name_rank(RANK_LETTERS.index(letter))} == {cards}"
        for kind, cards in (("trio", 3), ("quatorze", 4))
        for letter in "TJQKA"
    },
    **{
        f"guard:{suit}": " or ".join(f"hand.guards('{rank}{suit}')" for rank in "AKQJ")
        for suit in SUIT_LETTERS
    },
    **{
        f"breaks every {name}": f"unseen.best_sequence < {cards}"
        for cards, name in enumerate(SEQUENCE_NAMES, SHORTEST_SEQUENCE)
    },
}
"""The aims of the second edition, and the expression of each."""

_NOUNS = {
    **{name: f"{name}s" for name in (*RANK_NAMES, *SEQUENCE_NAMES, "trio", "quatorze", "void")},
    "carte": "carte_blanche",
    "court": "courts",
    "point": "longest_suit",
    "suit": "longest_suit",
    "longest suit": "longest_suit",
    "sequence": "best_sequence",
    "six": "sixes",
    "worth": "value",
    **{name: name for name, word in WORDS.items() if not word.takes and word.unit != ORDER},
}
_NUMBERS = {
    **{str(number): number for number in range(100)},
    **dict.fromkeys(("no", "not", "lacks", "without", "void in"), 0),
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
}
_MEASURED = ("longest_suit", "best_sequence", "value", "pips")
_COMPARISONS = {
    "least": ">=",
    "more": ">",
    "most": "<=",
    "fewer": "<",
    "less": "<",
    "or more": ">=",
    "or fewer": "<=",
    "or less": "<=",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
    "=": "==",
}
_LATER = {"after": ".after", "draws": ".drawn", "throws": ".thrown", "discards": ".thrown"}
_KINDS = {"trios": 3, "quatorzes": 4}
_LETTERS = {name_rank(rank): letter for rank, letter in enumerate(RANK_LETTERS)}
_WORD = (
    r"\d+\+?|or more|or fewer|or less|void in|longest[ _]suit|best_sequence|carte_blanche"
    r"|\|\||[^\W\d_]+|[<>]=?|="
)


def say_nearest(text: str, place: str = ELDER) -> str:
    """The expression nearest to a sentence in English; empty if no word of it is known.

    It may say less than the sentence, so that nobody takes it without being asked.

    Examples
    --------
    >>> say_nearest("Elder has at least 3 aces, and the dealer no king")
    'elder.aces >= 3 and younger.kings == 0'
    >>> say_nearest("two quints", "hand"), say_nearest("elder draws an ace")
    ('hand.quints == 2', 'elder.drawn.aces >= 1')
    """
    asked: list[list[Any]] = []
    joined, later, sign, number, before = "and", "", "", None, ""
    words = re.findall(_WORD, text.lower())
    for at, word in enumerate(words):
        if word in (*PLACES, *OTHER_PLACES):
            place = OTHER_PLACES.get(word, word)
            if asked and "in" in words[max(at - 2, 0) : at]:  # "four aces in the talon"
                asked[-1][1] = place
        elif word in _LATER:
            later = _LATER[word]
        elif word in ("and", "or", "||"):
            joined = "and" if word == "and" else "or"
        elif word.startswith("or ") and asked and number is None:  # "a point of 6 or more"
            asked[-1][3] = _COMPARISONS[word]
        elif word in _COMPARISONS:
            sign = _COMPARISONS[word]
        elif word.rstrip("+") in _NUMBERS:
            sign, number = ">=" if word.endswith("+") else sign, _NUMBERS[word.rstrip("+")]
            is_bound = asked and (asked[-1][2] in _MEASURED or before[0] in "<>=")
            if is_bound and number and asked[-1][4] is None:  # "a point of 6", "aces >= 2"
                asked[-1][3:], sign, number = [sign, number], "", None
        elif before == "of" and asked and asked[-1][2] in _KINDS and word in _NOUNS:
            asked[-1][2:] = _NOUNS[word], "", _KINDS[asked[-1][2]]  # "a trio of kings"
        elif before == "of" and asked and asked[-1][2] in _LETTERS and word in SUIT_NAMES:
            asked[-1][2] = f"has('{_LETTERS[asked[-1][2]]}{word[0].upper()}')"
        elif word in _NOUNS:
            is_void = (word, number) == ("suit", 0)  # "void in a suit"
            name, number = ("voids", None) if is_void else (_NOUNS[word], number)
            asked.append([joined, place + later * (place in SEATS), name, sign, number])
            joined, sign, number = "and", "", None
        before = word
    return " ".join(map(_write, asked)).partition(" ")[2]


def _write(asked: list[Any]) -> str:
    joined, place, name, sign, number = asked
    if name.startswith("has(") or WORDS[name].unit == YES:
        return f"{joined} {'not ' * (number == 0)}{place}.{name}"
    bound = ">= 1" if number is None else f"{sign or '=='} {number}"
    return f"{joined} {place}.{name} {bound}"
