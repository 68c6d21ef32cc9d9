"""The game's words, explained once for the report, the page and the command line."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """A word of the game.

    Examples
    --------
    >>> Word("carte blanche", "A hand without a court card.").key
    'carte-blanche'
    """

    name: str
    meaning: str
    also: tuple[str, ...] = ()
    """Other forms of the word in texts."""
    asked: tuple[str, ...] = ()
    """Other forms that find it, which mean something else in most texts."""

    @property
    def key(self) -> str:
        """The word as an identifier: small letters and hyphens."""
        return re.sub(r"[^a-z]+", "-", self.name.lower()).strip("-")


WORDS = (
    Word(
        "au cent",
        "A match to a hundred points, however many deals that takes, instead of six deals "
        "(piquet rules au_cent).",
    ),
    Word(
        "capot",
        "All twelve tricks won by one player, who counts forty for them in place of the ten for "
        "the cards.",
        ("capots",),
    ),
    Word(
        "cards",
        "The player who wins seven tricks or more wins the cards and counts ten; at six each the "
        "cards are divided and nobody counts them.",
        ("the cards",),
    ),
    Word(
        "carte blanche",
        "A hand dealt without king, queen or knave. Showing it counts ten, before anything else. "
        "Old books call it a blank.",
        ("cartes blanches", "carte-blanche"),
        ("blank", "blanche"),
    ),
    Word(
        "chouette",
        "A match for three: one is alone against the other two, of whom one plays and one "
        "advises. The loser of a partie changes places.",
        ("chouettes",),
    ),
    Word(
        "count of a card",
        "In the tree by which the strategy primer throws: a number for a card, by its rank, its "
        "suit and what it is part of (piquet help maxims). Any room left goes to the cards that "
        "count most.",
        asked=("count", "counts", "card counts"),
    ),
    Word(
        "discard",
        "The cards that a player puts away before taking the same number from the talon.",
        ("discards", "discarding", "exchange"),
    ),
    Word(
        "elder",
        "The player who did not deal. Elder exchanges first (up to five cards), calls first "
        "and leads to the first trick.",
        ("elder hand",),
        asked=("pone", "non-dealer"),
    ),
    Word(
        "equal holding",
        "What the caller's opponent answers to a holding as good as their own best. Nobody then "
        "counts for the class.",
        asked=("equal",),
    ),
    Word(
        "good holding",
        "What the opponent answers to a holding that they cannot equal: the caller counts it. To "
        "one that they can beat they say not good.",
        asked=("good", "not good"),
    ),
    Word(
        "guard",
        "A lower card of the suit, played in place of a higher one when a better card is led: a "
        "king is guarded by one, a queen by two.",
        ("guards", "guarded", "unguarded"),
    ),
    Word("honours", "Ace, king, queen and knave, of a suit or of a hand.", ("honour",)),
    Word(
        "master card",
        "A card that no card of its suit still in play can beat. Not to be confused with master, "
        "the strategy.",
        ("master cards",),
    ),
    Word(
        "partie",
        "A match of six deals, in which the players are elder in turn. The payment depends "
        "on both totals.",
        ("parties",),
    ),
    Word(
        "pique",
        "Thirty points made by elder, in hand and play, before younger has counted anything: "
        "elder adds thirty.",
        ("piques",),
    ),
    Word(
        "point",
        "The longest suit of a hand. The longer of two points is better; between equal lengths, "
        "the one with more pips: eleven for the ace, ten for each court card and the ten, and "
        "their numbers for the rest. The better counts one for each card. Old books "
        "call it the ruff.",
        asked=("ruff",),
    ),
    Word(
        "quatorze",
        "Four cards of one rank, ten or higher. It counts fourteen and beats any trio.",
        ("quatorzes",),
    ),
    Word(
        "repique",
        "Thirty points in hand alone, before the opponent has counted anything: the player adds "
        "sixty. Either player can make a repique.",
        ("repiques",),
    ),
    Word(
        "rubicon",
        "A hundred points over the six deals. A loser who does not reach the rubicon pays the sum "
        "of both totals plus a hundred, instead of their difference plus a hundred.",
        ("rubicons", "rubiconed"),
    ),
    Word(
        "rule book",
        "One printed set of laws, followed to the letter. Each point on which two rule books "
        "differ is an option.",
        ("rule books",),
    ),
    Word(
        "sequence",
        "Three or more cards of one suit that follow each other: a tierce counts three, a quart "
        "four, a quint fifteen, and each further card (sixième, septième, huitième) one more. "
        "From the ace down it is major, down to the seven minor. The player with the best sequence "
        "counts all of theirs.",
        ("sequences", "tierce", "quart", "quint", "sixième"),
        (
            "septième",
            "huitième",
            "neuvième",
            "tierce major",
            "tierce minor",
            "major",
            "minor",
            "septieme",
            "huitieme",
            "neuvieme",
            "sixieme",
        ),
    ),
    Word(
        "set", "A trio or a quatorze. The player with the best set counts all of theirs.", ("sets",)
    ),
    Word(
        "settlement",
        "What the loser of a partie pays: in a Rubicon partie the difference of the totals plus a "
        "hundred; a loser who is rubiconed pays their sum plus a hundred.",
        ("settlements",),
    ),
    Word(
        "show of a seat",
        "What a seat may expect to score in a deal: according to Cavendish, elder 28, younger 14.",
        asked=("show", "shows"),
    ),
    Word(
        "sink",
        "To leave a holding uncalled, so that the opponent learns less. It then does not count.",
        ("sinks", "sinking"),
    ),
    Word(
        "strategy",
        "A way of playing that the program knows: what to discard, what to call and what to play.",
        ("strategies",),
    ),
    Word(
        "talon",
        "The eight cards left after twelve are dealt to each player. Both draw from it when they "
        "exchange.",
        asked=("stock",),
    ),
    Word(
        "tops",
        "The highest cards of a suit without a gap: the ace, the king if the ace is there, the "
        "queen if both are, and so on. Ace, king and knave are two tops, king and queen none.",
    ),
    Word(
        "trick",
        "One card from each player, won by the higher card of the suit that was led. The winner "
        "leads to the next trick.",
        ("tricks",),
    ),
    Word(
        "trio",
        "Three cards of one rank, ten or higher. It counts three. Old books call it a ternary.",
        ("trios",),
        ("ternary",),
    ),
    Word(
        "younger",
        "The dealer. Younger exchanges after elder, from what is left of the talon: three cards if "
        "elder took five.",
        ("younger hand",),
        asked=("dealer",),
    ),
)
"""All words, in alphabetical order."""


FORMS = {
    form.lower().replace("-", " "): word
    for word in WORDS
    for form in (word.name, *word.also, *word.asked)
}
"""Words by every form that finds them."""


def find_word(name: str) -> Word | None:
    """The word with this name, in any of its forms; None if it is not explained.

    Examples
    --------
    >>> find_word("quatorzes").name, find_word("counts").name
    ('quatorze', 'count of a card')
    """
    return FORMS.get(" ".join(name.lower().replace("-", " ").replace("_", " ").split()))


_SHOWN = {form.lower(): word for word in WORDS for form in (word.name, *word.also)}
_ANY = re.compile(
    r"\b(" + "|".join(re.escape(form) for form in sorted(_SHOWN, key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)


def split_words(text: str) -> list[tuple[str, Word | None]]:
    """A text in pieces, each with the word of the game that it is, or None.

    Examples
    --------
    >>> [(piece, word and word.key) for piece, word in split_words("a repique")]
    [('a ', None), ('repique', 'repique')]
    """
    pieces = [(piece, _SHOWN.get(piece.lower())) for piece in _ANY.split(text)]
    return [(piece, word) for piece, word in pieces if piece]
