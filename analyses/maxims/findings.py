"""What was found about a maxim: its verdict by seat, with numbers, from the results of studies.

Each maxim is judged in one study: maxims on the discard in `maxims`, on calling in `calling`, on
the play in `playing`, and on the score in `score`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from analyses.maxims.judge import GAIN, KNOWN, SHARES, WORTH
from analyses.maxims.maxim import Published, load_maxims
from analyses.results.analysis import read_data, read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import read_json_file

STUDY_OF = {"discard": "maxims", "call": "calling", "play": "playing", "score": "score"}
"""The study that judges maxims of a kind."""

_WHOLE = ("all hands", "all deals", "deals to which it applies", "")
_MOST_RIGHT, _MOST_WRONG = "seems most right", "seems most wrong"


@dataclass(frozen=True)
class Case:
    """One case to which a maxim applies."""

    hand: str
    follow: str
    """What follows the maxim: a discard or a card."""
    against: str
    """What breaks it."""
    moment: str
    """Of a card: when it was to be played."""
    worth: Estimate
    """How many points more following makes."""

    @property
    def said(self) -> str:
        """The hand, the two ways, and what the first makes more."""
        when = f" ({self.moment})" if self.moment else ""
        return f"{self.hand}{when}, {self.follow} rather than {self.against}: {self.worth} points"

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {**vars(self), "worth": self.worth.as_json()}


@dataclass(frozen=True)
class Finding:
    """The verdict on a maxim in one seat and situation, with its numbers."""

    seat: str
    """Empty where the maxim is addressed to both at once."""
    where: str
    """The opponent or the situation, where there are several."""
    advice: str
    verdict: str
    unit: str
    """What following is counted in: points, settlement, or a share."""
    numbers: Mapping[str, Estimate]
    """By quantity, over all cases."""
    most_right: Case | None = None
    most_wrong: Case | None = None

    @property
    def worth(self) -> Estimate | None:
        """How much more following makes than breaking."""
        return self.numbers.get(WORTH)

    @property
    def known(self) -> Estimate | None:
        """What of that its words know; all of it where one way is compared with one other."""
        return self.numbers.get(KNOWN, self.worth)

    @property
    def gain(self) -> Estimate | None:
        """How much more always following makes than the player's own choice."""
        return self.numbers.get(GAIN)

    @property
    def share(self) -> Estimate | None:
        """In what share of all cases the maxim applies."""
        return next((self.numbers[one] for one in SHARES if one in self.numbers), None)

    @property
    def share_said(self) -> str:
        """That share in percent, with its error where it is not exact; empty if it is unknown."""
        share = self.share
        if share is None:
            return ""
        if share.exact is not None:
            return f"{float(share.exact):.4%}"
        return f"{format_with_error(share.value, share.se, 100)}%"

    @property
    def name(self) -> str:
        """The seat and the situation."""
        return ", ".join(filter(None, (self.seat or "both", self.where)))

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        cases = {"most_right": self.most_right, "most_wrong": self.most_wrong}
        return {
            "seat": self.seat, "where": self.where, "advice": self.advice,
            "verdict": self.verdict, "unit": self.unit,
            "numbers": {name: one.as_json() for name, one in self.numbers.items()},
            **{name: one and one.as_json() for name, one in cases.items()},
        }  # fmt: skip


@dataclass(frozen=True)
class Judgement:
    """All that was found of one maxim."""

    maxim: Published
    study: str
    again: str
    """The command that judges it again; empty where it was not judged."""
    findings: tuple[Finding, ...] = field(default=())

    @property
    def verdicts(self) -> str:
        """The verdicts, each once: "elder: wrong; younger: right"."""
        said = {one.verdict for one in self.findings}
        if len(said) < 2:
            return next(iter(said), "not judged")
        return "; ".join(f"{one.name}: {one.verdict}" for one in self.findings)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            **vars(self.maxim), "author": self.maxim.author, "study": self.study,
            "verdicts": self.verdicts, "again": self.again,
            "findings": [one.as_json() for one in self.findings],
        }  # fmt: skip


class _Result(NamedTuple):
    rows: pd.DataFrame
    again: str


def list_judgements(results: Path) -> list[Judgement]:
    """What was found of every published maxim, in the order of the file.

    Parameters
    ----------
    results : Path
        A folder of results, as ``piquet study NAME --out`` writes them.

    Raises
    ------
    InputError
        If none of the four studies has a result there, or one is damaged.
    """
    read = {study: found for study in STUDY_OF.values() if (found := _read(results, study))}
    if not read:
        named = ", ".join(STUDY_OF.values())
        raise InputError(f"results: {results} has no result of a study of maxims ({named})")
    return [_judge(maxim, STUDY_OF[maxim.kind], read) for maxim in load_maxims().values()]


def find_judgement(name: str, results: Path) -> Judgement:
    """What was found of one maxim.

    Parameters
    ----------
    name : str
        Its name in the file of maxims, like CAV-M01, in letters of any case.
    results : Path
        As for `list_judgements`.

    Raises
    ------
    InputError
        If there is no such maxim, with the nearest name; as `list_judgements`.
    """
    key = name.strip().upper()
    if key not in load_maxims():
        raise InputError(suggest(key, list(load_maxims()), "maxim"))
    return next(one for one in list_judgements(results) if one.maxim.id == key)


def read_findings(rows: pd.DataFrame) -> tuple[Finding, ...]:
    """What the rows of one maxim in a study's table say, by seat and situation."""
    keys = [name for name in ("seat", "opponent", "when") if name in rows]
    return tuple(
        _read_finding(own, dict(zip(keys, told, strict=True)))
        for told, own in rows.groupby(keys, sort=False)
    )


def _read(results: Path, study: str) -> _Result | None:
    home = results / study
    if not (home / "meta.json").is_file():
        return None
    try:
        meta, table = read_json_file(home / "meta.json"), read_data(home / "data.csv")
        again = f"piquet study {study} -n {meta['description']['n']:_}"
        rows = table[table["maxim"].fillna("") != ""]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{home}: not a result of the study {study}") from error
    texts = [name for name in rows.columns if not pd.api.types.is_numeric_dtype(rows[name])]
    return _Result(rows.assign(**{name: rows[name].fillna("") for name in texts}), again)


def _judge(maxim: Published, study: str, read: Mapping[str, _Result]) -> Judgement:
    found = read.get(study)
    rows = found.rows[found.rows["maxim"] == maxim.id] if found else pd.DataFrame()
    if rows.empty:
        return Judgement(maxim, study, "")
    return Judgement(maxim, study, found.again, read_findings(rows))


def _read_finding(rows: pd.DataFrame, told: dict[str, str]) -> Finding:
    kinds = rows["kind"] if "kind" in rows else pd.Series("", rows.index)
    whole, first = rows[kinds.isin(_WHOLE)], rows.iloc[0]
    where = " ".join(filter(None, (
        told.get("opponent") and f"against {told['opponent']}", told.get("when"),
    )))  # fmt: skip
    numbers = {row.quantity: read_estimate(row) for row in _last_first(iterate_rows(whole))}
    return Finding(
        told["seat"], where, first["advice"], first["verdict"], first.get("unit", "points"),
        numbers, *(_read_case(rows[kinds == kind]) for kind in (_MOST_RIGHT, _MOST_WRONG)),
    )  # fmt: skip


def _last_first(rows: Iterable[tuple]) -> Iterator[tuple]:
    # Of two rows of one quantity the first stands.
    return reversed(list(rows))


def _read_case(rows: pd.DataFrame) -> Case | None:
    if rows.empty:
        return None
    row = next(iterate_rows(rows))
    return Case(row.hand, row.follow, row.against, row.text, read_estimate(row))
