"""Finding: the entries that answer a question best, each with what of it is asked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from analyses.contents import CHARTS
from analyses.search.entries import Entry
from analyses.search.words import list_words
from piquet_sim.game.errors import InputError

_TITLE, _TEXT = 3.0, 1.0
_KINDS = {"study": 1.2, "maxim": 1.1, "claim": 1.0, "word": 0.9, "guide": 0.8}
"""What an entry's score is multiplied by: a finding answers more than an explanation."""
_MOST_NUMBERS = 3


@dataclass(frozen=True)
class Found:
    """An entry that answers a question, with what of it is asked."""

    entry: Entry
    finding: str
    numbers: tuple[tuple[str, str], ...]
    chart: str
    """The command that draws the chart nearest to the question; empty where there is none."""
    score: float

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        one = self.entry
        return {
            "kind": one.kind, "name": one.name, "title": one.title, "finding": self.finding,
            "numbers": [{"of": label, "number": number} for label, number in self.numbers],
            "command": one.command, "chart": self.chart, "score": round(self.score, 3),
        }  # fmt: skip


def search(question: str, entries: Sequence[Entry], most: int = 5) -> list[Found]:
    """The entries that answer a question best, the best first.

    Parameters
    ----------
    question : str
        In words.
    entries : sequence of Entry
    most : int
        How many at most.

    Raises
    ------
    InputError
        If there is no word to search for, or no entry has one.

    Examples
    --------
    >>> from pathlib import Path
    >>> from analyses.search.entries import list_entries
    >>> entries = list_entries(Path("nowhere"))
    >>> search("four of a kind", entries, 1)[0].entry.name
    'quatorze'
    """
    asked = list(dict.fromkeys(list_words(question)))
    if not asked:
        raise InputError(f"ask: {question!r} has no word to search for; write 'quart or point'")
    held = Counter(word for one in entries for word in one.words)
    rarity = {word: log(1 + len(entries) / held[word]) if word in held else 0.0 for word in asked}
    whole = sum(rarity.values())
    if not whole:
        raise InputError(
            f"ask: nothing is found for {question!r}; piquet glossary and piquet help list words "
            "that are known"
        )

    def rate(one: Entry) -> float:
        known = {word: rarity[word] for word in asked if word in one.words}
        titled = sum(worth * one.weights.get(word, 0.0) for word, worth in known.items())
        share = sum(known.values()) / whole
        # Of two entries with the same words, the one that has all that is asked.
        return _KINDS[one.kind] * share * (_TEXT * sum(known.values()) + _TITLE * titled)

    rated = sorted(((rate(one), one) for one in entries), key=lambda pair: -pair[0])
    return [_answer(one, rarity, score) for score, one in rated[:most] if score]


def list_unknown(question: str, entries: Sequence[Entry]) -> list[str]:
    """The words of a question that no entry has."""
    known = {word for one in entries for word in one.words}
    unknown = set(list_words(question)) - known
    return [word for word in dict.fromkeys(question.split()) if unknown & set(list_words(word))]


def _answer(one: Entry, rarity: dict[str, float], score: float) -> Found:
    def rate(text: str) -> float:
        return sum(rarity.get(word, 0.0) for word in set(list_words(text)))

    finding = one.said or max(one.text, key=rate)
    charts = {name: chart for name, chart in CHARTS.items() if chart.study == one.study}
    of_maxims = one.kind == "maxim"
    chart = max(charts, key=lambda name: rate(charts[name].shows), default="")
    if of_maxims and charts and not set(rarity) <= set(list_words(charts[chart].shows)):
        chart = f"{one.study}-all" if f"{one.study}-all" in charts else one.study
    numbers = one.numbers if of_maxims else tuple(_choose(one.numbers, rarity))
    return Found(one, finding, numbers, f"piquet chart {chart}" if chart else "", score)


def _choose(
    numbers: Sequence[tuple[str, str]], rarity: dict[str, float]
) -> Iterable[tuple[str, str]]:
    # For each word that is asked, a number whose name says little else.
    left = dict(rarity)
    words = [(pair, list_words(pair[0])) for pair in numbers]
    for _ in range(_MOST_NUMBERS):
        rated = [
            (*(sum(worths.get(word, 0.0) for word in set(said)) / (2 + len(said))
               for worths in (left, rarity)), -at, pair, said)
            for at, (pair, said) in enumerate(words)
        ]  # fmt: skip
        new, any_of_it, _, pair, said = max(rated, default=(0.0, 0.0, 0, None, ()))
        if not (new or any_of_it):
            return
        yield pair
        words.remove((pair, said))
        left = {word: worth for word, worth in left.items() if word not in said}
