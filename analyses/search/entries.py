"""What can be found: studies, maxims and published claims of results, and words of the glossary."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.contents import CHARTS
from analyses.maxims.findings import STUDY_OF, Judgement, list_judgements
from analyses.results.analysis import read_data, read_estimate
from analyses.search.words import list_words
from analyses.statistics.rows import iterate_rows
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file
from piquet_sim.game.glossary import WORDS

_LONG_TITLE = 12
"""Words of a title that make each of them count half."""


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
        title, summary = meta["question"], tuple(meta["sentences"])
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
        _fill(table[named]).itertuples(index=False), iterate_rows(table), strict=True
    ):
        said = (
            f"{column} {text}" if str(text).isdigit() else str(text).replace("_", " ")
            for column, text in zip(named, texts, strict=True) if text != ""
        )  # fmt: skip
        yield ", ".join(said), str(read_estimate(row))


def _enter_claim(row: dict[str, Any]) -> Entry:
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
