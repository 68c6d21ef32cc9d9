"""Search: from a question in a writer's words to what was found, its numbers, command and chart.

Studies, maxims and published claims are read from results on disk, words from the glossary;
whoever has other texts, such as guides, adds them. An entry is scored by which words of the
question it has, synonyms included: rare words count more than common ones, and words of its title
more than others.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from pathlib import Path

import pandas as pd

from analyses.contents import CHARTS
from analyses.maxims.findings import STUDY_OF, Judgement, list_judgements
from analyses.results.analysis import read_data, read_estimate
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file
from piquet_sim.game.glossary import WORDS

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("quatorze", "fourteen", "four of a kind"),
    ("trio", "three of a kind", "brelan"),
    ("sequence", "straight"),
    ("quint", "quinte"),
    ("knave", "jack", "valet"),
    ("elder", "eldest", "forehand", "nondealer"),
    ("younger", "youngest", "dealer"),
    ("discard", "throw", "threw", "thrown", "lay out", "laid out", "part with", "put out"),
    ("call", "declare", "declaration", "announce", "announcement"),
    ("sink", "sunk", "sank", "conceal", "hide", "suppress", "bluff"),
    ("partie", "match", "rubber"),
    ("rubicon", "rubiconed", "lurch"),
    ("capot", "slam", "all the tricks"),
    ("talon", "stock"),
    ("worth", "value", "gain", "profit"),
    ("often", "frequency", "probability", "chance", "odds", "likelihood", "likely", "rare"),
    ("lead", "led", "open"),
    ("keep", "kept", "hold", "held", "retain", "spare", "preserve"),
    ("guard", "guarded", "protect"),
    ("bare", "unguarded"),
    ("court", "face card", "picture", "honour", "honor"),
    ("right", "true", "correct"),
    ("wrong", "false", "mistake", "error"),
    ("score", "total"),
    ("skill", "strength", "strong"),
    ("two", "second", "2"),
    ("three", "third", "3"),
    ("four", "fourth", "4"),
    ("five", "fifth", "5"),
    ("six", "sixth", "6"),
    ("seven", "seventh", "7"),
    ("eight", "eighth", "8"),
)
"""Words that mean the same here, the first of each being the toolkit's own."""

_IDLE = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been being best better by can do does for from has have how i if in "
        "into is it its me much my of on one or should than that the them then there these they "
        "this to was what when where which who why will with without would you your",
    )
)
"""Words that say nothing of what is asked."""

_TITLE, _TEXT = 3.0, 1.0
_LONG_TITLE = 12
"""Words of a title that make each of them count half."""
_KINDS = {"study": 1.2, "maxim": 1.1, "claim": 1.0, "word": 0.9, "guide": 0.8}
"""What an entry's score is multiplied by: a finding answers more than an explanation."""
_MOST_NUMBERS = 3


@dataclass(frozen=True)
class Entry:
    """Something that can be found."""

    kind: str
    """study, maxim, claim, guide or word."""
    name: str
    title: str
    """The question, the maxim's words, what is claimed, or a heading."""
    text: tuple[str, ...]
    """Sentences; the one nearest to what is asked is the finding."""
    command: str
    study: str = ""
    """The study whose charts show it."""
    said: str = ""
    """The finding, where it is the same whatever is asked."""
    numbers: tuple[tuple[str, str], ...] = ()
    """What each number is, and the number with its error."""
    also: tuple[str, ...] = field(default=())
    """Further words by which it is found, such as what a study measures."""

    @cached_property
    def weights(self) -> dict[str, float]:
        """What each word of the title, of the name and of `also` counts: less in long titles."""
        title = list_words(f"{self.name} {self.title}")
        further = list_words(" ".join(self.also))
        return dict.fromkeys(further, 0.5) | dict.fromkeys(
            title, 1 / (1 + len(title) / _LONG_TITLE)
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """All words."""
        labels = " ".join(label for label, _ in self.numbers)
        return frozenset(self.weights) | frozenset(
            list_words(" ".join((*self.text, self.said, labels)))
        )


@dataclass(frozen=True)
class Found:
    """An entry that answers a question, with what of it is asked."""

    entry: Entry
    finding: str
    numbers: tuple[tuple[str, str], ...]
    chart: str
    """The command that draws the chart nearest to the question; empty where there is none."""
    score: float

    def as_json(self) -> dict[str, object]:
        """As the command line prints it with `--json`."""
        one = self.entry
        return {
            "kind": one.kind, "name": one.name, "title": one.title, "finding": self.finding,
            "numbers": [{"of": label, "number": number} for label, number in self.numbers],
            "command": one.command, "chart": self.chart, "score": round(self.score, 3),
        }  # fmt: skip


def list_words(text: str) -> list[str]:
    """The words of a text that say something: small letters, no endings, synonyms as one word.

    Examples
    --------
    >>> list_words("Should I throw the Jacks?"), list_words("discarding a knave")
    (['discard', 'knav'], ['discard', 'knav'])
    """
    return [_MEANT.get(one, one) for one in _cut(_PHRASES.sub(_name_phrase, _plain(text)))]


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.lower().replace("-", " "))
    return re.sub(r"['’]s\b", "", "".join(one for one in bare if not unicodedata.combining(one)))


def _cut(text: str) -> list[str]:
    return [_stem(one) for one in re.findall(r"[a-z0-9]+", text) if one not in _IDLE]


def _stem(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("s", "")):
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and not word.endswith("ss") and len(stem) > 2 + (ending != "s"):
            # A doubled letter before the ending is one: cutting, cut.
            twice = ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "ls"
            word = stem[:-1] if twice else stem
            break
    return word.removesuffix("e") if len(word) > _SHORT else word


_SHORT = 4
"""Letters of a word whose last e is kept: ace."""


def _name_phrase(found: re.Match) -> str:
    return _OF_PHRASE[found[0]]


_OF_PHRASE = {one: group[0] for group in SYNONYMS for one in group if " " in one}
_PHRASES = re.compile(r"\b(" + "|".join(map(re.escape, _OF_PHRASE)) + r")\b")
_MEANT = {_stem(one): _stem(group[0]) for group in SYNONYMS for one in group if " " not in one}


def list_entries(results: Path) -> list[Entry]:
    """All that can be found in results and in the glossary.

    Parameters
    ----------
    results : Path
        A folder of results, as ``piquet study NAME --out`` writes them; what is missing there is
        left out.

    Raises
    ------
    InputError
        If a result there is damaged.
    """
    homes = sorted(path.parent for path in results.glob("*/meta.json"))
    entries = [one for home in homes for one in _read_study(home)]
    if any((results / study / "meta.json").is_file() for study in STUDY_OF.values()):
        entries += map(_enter_maxim, list_judgements(results))
    entries += [
        Entry("word", one.name, one.name, (one.meaning,), f"piquet glossary {one.key}",
              said=one.meaning, also=(*one.also, *one.asked))
        for one in WORDS
    ]  # fmt: skip
    return entries


def _read_study(home: Path) -> Iterable[Entry]:
    name = home.name
    try:
        meta, table = read_json_file(home / "meta.json"), read_data(home / "data.csv")
        title, summary = meta["title"], tuple(meta["summary"])
        if "claimed" in table:
            yield from map(_enter_claim, _fill(table).to_dict("records"))
            numbers = ()
        else:
            numbers = tuple(_read_numbers(table))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{home}: not a result of a study") from error
    shown = tuple(one.shows for one in CHARTS.values() if one.study == name)
    if "maxim" in table:  # each of its charts is of a maxim, which is an entry of its own
        shown = ()
    command = f"piquet {name}" if name in ("census", "ladder") else f"piquet study {name}"
    measured = tuple(dict.fromkeys(table["quantity"])) if numbers else ()
    yield Entry("study", name, title, summary, command, name, "", numbers, (*shown, *measured))


def _fill(table: pd.DataFrame) -> pd.DataFrame:
    # Cells without a value are empty texts.
    return table.astype(object).where(table.notna(), "")


def _read_numbers(table: pd.DataFrame) -> Iterable[tuple[str, str]]:
    if not {"quantity", "se"} <= set(table):  # counts, which have no errors
        return
    if "maxim" in table:  # maxims are entries of their own
        table = table[_fill(table)["maxim"] == ""]
    named = [one for one in table if one not in ("method", "text", "unit")
             and not pd.api.types.is_numeric_dtype(table[one])]  # fmt: skip
    for texts, row in zip(
        _fill(table[named]).itertuples(index=False), table.itertuples(), strict=True
    ):
        said = (
            f"{column} {text}" if str(text).isdigit() else str(text).replace("_", " ")
            for column, text in zip(named, texts, strict=True) if text != ""
        )  # fmt: skip
        yield ", ".join(said), str(read_estimate(row))


def _enter_claim(row: dict[str, object]) -> Entry:
    claimed = " ".join(filter(None, (str(row["figure"]), str(row["claimed"]))))
    return Entry(
        "claim", row["id"], f"{row['quantity']}: {claimed}", (row["source"],),
        "piquet study published", "published",
        f"Claimed: {claimed}; " + f"found: {row['found']}; " * bool(row["found"])
        + f"{row['verdict']}.",
        also=(str(row["computation"]),),
    )  # fmt: skip


def _enter_maxim(one: Judgement) -> Entry:
    maxim = one.maxim
    return Entry(
        "maxim", maxim.id, maxim.maxim, (maxim.situation, maxim.says, maxim.claimed),
        f"piquet maxim {maxim.id}", one.study if one.findings else "",
        f"{maxim.author}; {one.verdicts}.",
        tuple(
            (f"{found.name}: worth in {found.unit}", str(found.worth))
            for found in one.findings if found.worth is not None
        ),
    )  # fmt: skip


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
