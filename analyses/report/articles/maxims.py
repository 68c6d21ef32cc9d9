"""The article on a maxim: is it right to follow it?"""

from itertools import count as count_from
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_origin
from analyses.charts.values import draw_values
from analyses.maxims.chart import draw_one
from analyses.maxims.findings import Finding, Judgement, find_judgement
from analyses.maxims.judge import WORTH
from analyses.report.articles.draft import VERDICT, Draft, draw_into
from analyses.report.made import MadePart
from analyses.report.pages import show_part
from analyses.results.analysis import read_captions, read_data, write_data
from analyses.studies.books.playing_chart import draw_one_play
from analyses.words.verdicts import MEANINGS
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import EXACT
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import make_folder
from piquet_sim.game.wording import join_words

_DRAWINGS = {"maxims": draw_one, "playing": draw_one_play}
"""What draws one maxim in classes of its cases, by study; of others only its worth is known."""
_DOES = (
    "aim", "add", "bare", "break", "call", "cash", "claim", "count", "do", "forgo", "give", "guard",
    "hide", "keep", "lead", "leave", "open", "play", "prefer", "sacrifice", "sink", "spare", "take",
    "throw",
)  # fmt: skip
"""Verbs with which the short form of a maxim may begin."""
_HEADS = (
    "", VERDICT, "following less breaking", "beyond a random rule",
    "always following less own choice", "applies in", "cases",
)  # fmt: skip


def draft_maxim(name: str, made: MadePart, home: Path) -> Draft:
    """What the article on a maxim says; its chart and its rows are written to its folder.

    Parameters
    ----------
    name : str
        Of the maxim.
    made : MadePart
        The study that judges maxims of its kind.
    home : Path

    Raises
    ------
    InputError
        If the maxim was not judged there.
    """
    one = find_judgement(name, made.home.parent)
    judged = [found for found in one.findings if found.worth is not None]
    if not judged:
        raise InputError(
            f"article: {name} cannot be written: the maxim is not judged; piquet maxim {name} "
            "shows its words"
        )
    table, captions = read_data(made.home / "data.csv"), read_captions(made.meta)
    write_data(table[table["maxim"] == name], make_folder(home) / "data.csv")
    figure = _draw(one, judged, table, captions)
    chart = draw_into(
        home, figure, "What following the maxim makes, compared with breaking it", captions,
        made.meta["description"],
    )  # fmt: skip
    shown = show_part(made, 1, count_from(1))
    return Draft(
        "maxim", one.maxim.id, one.study, ask(judged[0].advice), _answer(one, judged), _HEADS,
        [_show(found) for found in judged],
        f"What was found of {one.maxim.id}, in {_say_unit(judged[0])}; all of its rows are in",
        [*_say_reading(one), *shown["notes"]], shown["origin"], shown["again"], chart,
        quote=one.maxim.maxim,
        source=f"{one.maxim.author}, in our words ({one.maxim.id}). {one.maxim.source}",
        rest=[*_say_meanings(judged), *_say_cases(judged)],
    )  # fmt: skip


def ask(advice: str) -> str:
    """The question whether advice is right.

    Examples
    --------
    >>> ask("Throw from few suits")
    'Is it right to throw from few suits?'
    >>> ask("Do not call a beaten sequence")
    'Is it right not to call a beaten sequence?'
    >>> ask("From ace-king, throw the ace")
    'Is this right: “From ace-king, throw the ace”?'
    """
    first, _, rest = advice.partition(" ")
    if first.lower() not in _DOES:
        return f"Is this right: “{advice}”?"
    if advice.startswith("Do not "):
        return f"Is it right not to {advice.removeprefix('Do not ')}?"
    return f"Is it right to {first.lower()} {rest}?"


def _draw(
    one: Judgement, judged: list[Finding], table: pd.DataFrame, captions: dict[str, Any]
) -> Figure:
    own = table[(table["maxim"] == one.maxim.id) & (table["quantity"] == WORTH)]
    draw = _DRAWINGS.get(one.study)
    if draw is not None and not own.empty:
        return draw(one.maxim.id, table, captions)
    return draw_values(
        {capitalise(found.name): found.worth for found in judged},
        f"“{judged[0].advice}”: {one.verdicts}" if len(judged) == 1 else f"“{judged[0].advice}”",
        f"Following less breaking, {_say_unit(judged[0])}", say_origin(captions),
    )  # fmt: skip


# ---- Words --------------------------------------------------------------------------------------
def _say(estimate: Estimate | None, unit: str) -> str:
    if estimate is None:
        return "–"
    if unit != "share":
        return str(estimate)
    return format_with_error(estimate.value, estimate.se, 100)


def _say_unit(found: Finding) -> str:
    if found.unit == "share":
        return "percentage points"
    if found.unit == "settlement":
        return "points of settlement"
    return "points a deal in which it applies"


def _answer(one: Judgement, judged: list[Finding]) -> str:
    verdict, unit = capitalise(one.verdicts), _say_unit(judged[0])
    worths = _join([(found, found.worth) for found in judged])
    known = _join([(found, found.known) for found in judged])
    is_apart = any(found.known != found.worth for found in judged)
    knows = f" Compared with a random rule of its size, it makes {known} more." if is_apart else ""
    return f"{verdict}. Following it, compared with breaking it, makes {worths}, in {unit}.{knows}"


def _join(worths: list[tuple[Finding, Estimate]]) -> str:
    if len(worths) == 1:
        found, worth = worths[0]
        seat = f" as {found.name}" if found.seat else ""
        return f"{_say(worth, found.unit)}{seat}"
    return join_words([f"{_say(worth, found.unit)} ({found.name})" for found, worth in worths])


def _say_meanings(judged: list[Finding]) -> list[str]:
    said = dict.fromkeys(found.verdict for found in judged if found.verdict in MEANINGS)
    told = " ".join(f"{capitalise(verdict)}: {MEANINGS[verdict]}." for verdict in said)
    return [f"What matters is half a point a deal. {told}"] if told else []


def _say_cases(judged: list[Finding]) -> list[str]:
    return [
        f"Of the cases tried, it gains {said} as {found.name} with {case.said}."
        for found in judged
        for said, case in (("most", found.most_right), ("least", found.most_wrong))
        if case is not None
    ]


def _show(found: Finding) -> list[str]:
    worth = found.worth
    return [
        found.name, found.verdict,
        *(_say(one, found.unit) for one in (worth, found.known, found.gain)),
        found.share_said or "–", "exact" if worth.method == EXACT else f"{worth.n:,}",
    ]  # fmt: skip


def _say_reading(one: Judgement) -> list[tuple[str, str]]:
    maxim = one.maxim
    told = (
        ("Applies", maxim.situation), ("Follows it", maxim.says), ("Breaks it", maxim.against),
        ("Claimed", maxim.claimed), ("See also", ", ".join(maxim.see)),
        ("Contradicts", ", ".join(maxim.contradicts)),
    )  # fmt: skip
    return [(label, words) for label, words in told if words]
