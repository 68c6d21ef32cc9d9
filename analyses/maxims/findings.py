"""What the results of studies say of a maxim: its verdict by seat, with numbers.

Maxims on the discard are judged in the study `maxims`, those on the play in `playing`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyses.contents import find_study
from analyses.findings import Findings
from analyses.maxims.chart import chart_one
from analyses.maxims.maxim import PLAY, Maxim, Published, find_named, load_maxims
from analyses.maxims.verdict import (
    BROKEN,
    MEANINGS,
    MOST_RIGHT,
    MOST_WRONG,
    OBEYED,
    WORTH,
    find_share,
    list_rows,
    list_verdicts,
    read_numbers,
    say_case,
    select_case,
)
from analyses.stored import read_result
from analyses.study import Answer
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import Quantity, say_range
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.game.cards import format_hand_symbols, parse_hand
from piquet_sim.game.errors import refuse
from piquet_sim.running.run import Progress

COSTS = OBEYED, BROKEN
STUDY_OF = {"discard": "maxims", "play": "playing"}
"""The study that judges maxims of a kind."""


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
        moment = re.sub(
            r"\b\w\w(?= is led)", lambda led: format_hand_symbols(parse_hand(led[0])), self.moment
        )
        when = f" ({moment})" if moment else ""
        hand, follow, against = (
            format_hand_symbols(parse_hand(one)) for one in (self.hand, self.follow, self.against)
        )
        return f"{hand}{when}, {follow} rather than {against}: {self.worth} points"

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {**vars(self), "worth": self.worth.as_json()}


@dataclass(frozen=True)
class Judged:
    """The verdict on a maxim in one seat, with its numbers."""

    seat: str
    advice: str
    verdict: str
    said: str
    """The verdict in a sentence, with what it rests on."""
    numbers: Mapping[str, Estimate]
    """By quantity, over all cases; of what the words know, beside the lot that decided."""
    most_right: Case | None = None
    most_wrong: Case | None = None

    @property
    def share_said(self) -> str:
        """The share of all cases to which the maxim applies, in percent, with its interval where it
        is not exact; empty if it is unknown.
        """
        share = find_share(self.numbers)
        if share is None:
            return ""
        if share.exact is not None:
            return f"{float(share.exact):.4%}"
        return say_range(Quantity("", "", share))

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            **vars(self),
            "numbers": {name: one.as_json() for name, one in self.numbers.items()},
            "most_right": self.most_right and self.most_right.as_json(),
            "most_wrong": self.most_wrong and self.most_wrong.as_json(),
        }


@dataclass(frozen=True, repr=False)
class Judgement(Shown):
    """What studies say of one maxim."""

    maxim: Published
    study: str
    again: str
    """The command that judges it again; empty where it was not judged."""
    findings: tuple[Judged, ...] = ()

    @property
    def verdicts(self) -> str:
        """The verdicts, each once: "elder: wrong; younger: right"."""
        said = {one.verdict for one in self.findings}
        if len(said) < 2:
            return next(iter(said), "not judged")
        return "; ".join(f"{one.seat}: {one.verdict}" for one in self.findings)

    def numbers(self) -> Numbers:
        """What obeying and breaking cost, and what the better choice does, by seat."""
        return describe_judgements([self])

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            **vars(self.maxim),
            "author": self.maxim.author,
            "study": self.study,
            "verdicts": self.verdicts,
            "again": self.again,
            "findings": [one.as_json() for one in self.findings],
        }


def describe_judgements(judgements: Sequence[Judgement]) -> Numbers:
    """The numbers of some maxims, by seat."""
    own = [
        Quantity(
            f"{one.maxim.id} {finding.seat} {name}",
            name,
            number,
            **MEANINGS[name],
            seat=finding.seat,
            group=f"{one.maxim.id}: {one.maxim.maxim}" * (len(judgements) > 1),
            verdict=finding.verdict * (name == WORTH),
        )
        for one in judgements
        for finding in one.findings
        for name, number in finding.numbers.items()
        if name in MEANINGS
    ]
    first = judgements[0]
    said = f"{first.maxim.id}, {first.verdicts}" if len(judgements) == 1 else "Maxims, judged"
    about = first.maxim.maxim if len(judgements) == 1 else "Maxims of the books"
    return Numbers(
        about, own, [Claim(said)], Look([f"*{one}" for one in COSTS], "What a rule costs")
    )


def list_judgements(results: Path) -> list[Judgement]:
    """What studies say of every published maxim, in the order of the file.

    Parameters
    ----------
    results : Path
        A folder of results, as ``piquet study NAME --out`` writes them.

    Raises
    ------
    InputError
        If neither study has a result there, or one is damaged.
    """
    homes = {study: results / study for study in STUDY_OF.values()}
    read = {
        study: read_result(home) for study, home in homes.items() if (home / "meta.json").is_file()
    }
    refuse(
        {
            f"results: {results} has no result of a study of maxims ({', '.join(homes)})": not read,
            **{
                f"{homes[study]}: not a result of the study {study}": "maxim" not in found.columns
                for study, found in read.items()
            },
        }
    )
    return [
        Judgement(
            maxim,
            study,
            f"piquet study {study} -n {read[study].about['n']:_}" if findings else "",
            findings,
        )
        for maxim in load_maxims().values()
        for study in [STUDY_OF[maxim.kind]]
        for findings in [read_judged(read[study], maxim.id) if study in read else ()]
    ]


def find_judgement(name: str, results: Path) -> Judgement:
    """What studies say of one maxim.

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
    return find_named(name, {one.maxim.id: one for one in list_judgements(results)})


def read_judged(found: Findings, maxim: str) -> tuple[Judged, ...]:
    """What a study's findings say of one maxim, by seat."""
    seats = dict.fromkeys(row["seat"] for row in found.select(maxim=maxim))
    return tuple(_read_seat(found, maxim, seat) for seat in seats)


def _read_seat(found: Findings, maxim: str, seat: str) -> Judged:
    first = next(list_verdicts(found, maxim=maxim, seat=seat))
    own = select_case(found, first)
    numbers = [row.read(own) for row in list_rows(own)]
    cases = {
        row["kind"]: Case(*map(row.__getitem__, ("hand", "follow", "against", "text")), one)
        for row in own.rows
        if row["kind"] in (MOST_RIGHT, MOST_WRONG) and (one := row.estimate)
    }
    return Judged(
        seat,
        first["advice"],
        first["verdict"],
        Claim(say_case(own)).say(Numbers("", numbers)),
        read_numbers(own),
        cases.get(MOST_RIGHT),
        cases.get(MOST_WRONG),
    )


# ---- Your own -----------------------------------------------------------------------------------
def judge_own(
    maxim: Maxim,
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[Judgement, Answer]:
    """Judge one maxim of one's own as its study judges those of the books.

    Parameters
    ----------
    maxim : Maxim
        As `analyses.discard_maxim` or `analyses.play_maxim` registers it.
    simulation : Simulation
        Whose players exchange and play.
    n : int
        How many deals are looked through: one hand, or one moment of the play, is judged for
        every hundred.
    threads : int, optional
    progress : callable, optional

    Returns
    -------
    Judgement, Answer
        What is to be said of it, and the result that can be written.

    Raises
    ------
    InputError
        As the study.
    """
    study = find_study("playing" if maxim.kind == PLAY else "maxims")
    name = maxim.id.lower()
    made = replace(
        study,
        name=name,
        question=f"{maxim.name}: is that right?",
        charts={name: chart_one(maxim, maxim.name)},
        words=None,
    ).ask(simulation, n, threads, progress, rules=(maxim,))
    published = Published(maxim.id, "one's own", maxim.kind, maxim.name, "", "", "")
    return Judgement(published, "", "", read_judged(made.found, maxim.id)), made
