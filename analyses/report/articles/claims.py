"""The article on a published claim: is the figure right?"""

from collections import Counter
from itertools import count as count_from
from pathlib import Path

from analyses.charts.captions import capitalise
from analyses.report.articles.draft import VERDICT, Draft
from analyses.report.articles.studies import copy_chart, show_chart
from analyses.report.made import MadePart
from analyses.report.pages import show_part
from analyses.report.rows import show_found
from analyses.results.analysis import read_data, write_data
from analyses.results.picks import Row
from analyses.studies.books.claim_rows import SIMULATED, UNJUDGED
from analyses.studies.books.published import name_figure
from analyses.studies.books.published_chart import find_chart
from piquet_sim.compare.claim_file import find_claim
from piquet_sim.compare.published_claims import MEANINGS
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import make_folder, read_rows
from piquet_sim.game.wording import join_words

_HEADS = ("", "claimed", "found", "95% interval", "n", VERDICT)
_MOST_NAMED = 3
"""Figures of a claim that the answer names; of more it counts the verdicts."""


def draft_claim(name: str, made: MadePart, home: Path) -> Draft:
    """What the article on a claim says; its rows, and the chart that shows it, are written.

    Parameters
    ----------
    name : str
        Its id.
    made : MadePart
        The study of published figures.
    home : Path

    Raises
    ------
    InputError
        If the claim is not judged there.
    """
    rows = [row for row in read_rows(made.home / "data.csv") if row["id"] == name]
    if not rows or rows[0]["verdict"] == UNJUDGED:
        reason = f" ({rows[0]['computation']})" if rows else ""
        raise InputError(f"article: {name} cannot be written: the claim is not judged{reason}")
    table = read_data(made.home / "data.csv")
    write_data(table[table["id"] == name], make_folder(home) / "data.csv")
    shown, chosen = show_part(made, 1, count_from(1)), find_chart(table, name)
    file = "chart" if chosen == made.part.name else f"chart-{chosen}"
    chart = next((one for one in shown["charts"] if chosen and one["file"] == file), None)
    if chart is not None:
        copy_chart(made, file, home)
    claim, is_played = find_claim(name), rows[0]["kind"] == "strategy"
    about = say_quantity(claim.quantity)
    said = rows[0]["claimed"] if claim.claimed == "–" else claim.claimed
    notes = [
        ("Simulated, interval" if is_played else "Counted", one.removeprefix(SIMULATED))
        for one in dict.fromkeys(row["computation"] for row in rows)
    ]
    if is_played:
        # What is said there of claims without a verdict is said of none that has an article.
        notes += [(label, note) for label, note in shown["notes"] if label != "Claims"]
    return Draft(
        "claim", name, made.part.name, f"Is this figure right: {about}?", _answer(rows), _HEADS,
        [_show(row) for row in rows], "Each figure as claimed and as found; more is in", notes,
        shown["origin"] if is_played else "exact counting, which does not depend on who plays",
        shown["again"], None if chart is None else show_chart(chart),
        quote=f"{capitalise(about)}: {said}", source=f"{claim.source} ({name})",
        rest=[_say_meanings(rows)],
    )  # fmt: skip


def say_quantity(quantity: str) -> str:
    """What a figure is about, in full words, as a question may ask.

    Examples
    --------
    >>> say_quantity("elder >=20 (arithmetic on his own table)")
    'elder at least 20, by the author’s own table'
    """
    told = quantity.replace("P(>=10)", "at least 10").replace(">=", "at least ")
    told = told.replace("(>", "(more than ")
    return told.replace(" (arithmetic on his own table)", ", by the author’s own table")


def _name(row: Row) -> str:
    return row["figure"] or name_figure(row["quantity"], "")


def _answer(rows: list[Row]) -> str:
    if len(rows) > _MOST_NAMED:
        counts = Counter(row["verdict"] for row in rows)
        told = join_words([f"{number} “{verdict}”" for verdict, number in counts.items()])
        return f"Of {len(rows)} figures the verdicts are {told}."
    if len(rows) == 1:
        return capitalise(_say_row(rows[0]))
    return " ".join(f"{capitalise(_name(row))}: {_say_row(row)}" for row in rows)


def _say_row(row: Row) -> str:
    if row["verdict"] not in MEANINGS:
        return f"no figure is claimed; found {show_found(row)}."
    claimed = f"{row['claimed']}{_say_share(row)}"
    return f"claimed {claimed}, found {show_found(row)}: {row['verdict']}."


def _say_share(row: Row) -> str:
    # Odds as a share, where what was found is one.
    value, is_odds = row.get("claimed_value"), row["claimed"].endswith((" against", " on"))
    return f" ({100 * float(value):.4g}%)" if value and is_odds else ""


def _say_meanings(rows: list[Row]) -> str:
    said = [one for one in dict.fromkeys(row["verdict"] for row in rows) if one in MEANINGS]
    if not said:
        return "The author gives no figure; what is true is given beside the claim."
    return " ".join(f"“{capitalise(one)}” means of a figure that {MEANINGS[one]}." for one in said)


def _show(row: Row) -> list[str]:
    is_simulated = bool(row["se"]) and float(row["se"]) > 0
    interval = n = "exact"
    if is_simulated:
        ends, unit = [float(row["low"]), float(row["high"])], ""
        if 0 < float(row["value"]) < 1:
            ends, unit = [100 * end for end in ends], "%"
        interval = f"{ends[0]:.5g} to {ends[1]:.5g}{unit}"
        n = f"{int(float(row['n'])):,}"
    return [_name(row), row["claimed"], show_found(row), interval, n, row["verdict"]]
