"""Making a report: every part once, reusing files of the previous report where nothing changed."""

import hashlib
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import copy_context
from dataclasses import replace
from functools import cache
from pathlib import Path
from shlex import quote
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise
from analyses.charts.style import chart_style, use_style
from analyses.contents import CHARTS
from analyses.report.extras import Extra, add_charts, find_drawing
from analyses.report.made import Made, MadePart
from analyses.report.pages import write_page
from analyses.report.pictures import describe_figure, headline_of
from analyses.report.sections import Order, Part, Section, put_in_order
from analyses.report.tables import read_table, table_latex, table_markdown
from analyses.results.analysis import (
    Analysis,
    read_captions,
    read_data,
    write_data,
    write_meta,
    write_pictures,
)
from analyses.results.stored import read_result, trusting
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import digest_file, read_json_file, read_rows, write_text
from piquet_sim.game.folders import make_aside, make_folder
from piquet_sim.running.provenance import (
    describe_code,
    describe_simulation,
    digest_files,
    list_packages,
)
from piquet_sim.running.run import Progress, count_threads

PAGE = "index.html"

Watch = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Shows the progress of a part: called with its name and its number of deals."""

_PARTS_OF_REPORT = ("extras.py", "tables.py")
_PICTURES = (".svg", ".png")


def make_report(
    order: Order,
    out: Path,
    watch: Watch | None = None,
    tell: Callable[[str], None] = lambda told: None,
) -> Made:
    """Make all parts of a report that do not exist yet, and write its page.

    Parameters
    ----------
    order : Order
    out : Path
        The folder of the report.
    watch : callable, optional
        Makes the progress callback of a part.
    tell : callable
        Called with one line for each file that could not be kept.

    Raises
    ------
    InputError
        If nothing can be written.
    KeyboardInterrupt
        If a simulation was stopped; the parts that were done are kept.
    """
    start = time.perf_counter()
    wanted = put_in_order((section, part) for section in order.wanted() for part in section.parts)
    chosen = [(section, part) for section, part in wanted if part in section.chosen(order)]
    left_out = [part.name for section, part in wanted if (section, part) not in chosen]
    if not chosen and order.results is not None:
        raise InputError(f"{order.results}: no result of any study that was asked for")
    out = Path(out)
    page = out / PAGE
    if order.results is None:
        made = make_parts(order, chosen, make_folder(out), watch, tell)
        write_page(page, made, order)
    else:
        made = _take_all(order, chosen, out)
    return Made(
        page, tuple(made), time.perf_counter() - start, page.stat().st_size, tuple(left_out)
    )


def make_parts(
    order: Order,
    chosen: Sequence[tuple[Section, Part]],
    out: Path,
    watch: Watch | None = None,
    tell: Callable[[str], None] = lambda told: None,
) -> list[MadePart]:
    """Make parts that do not exist yet, each in its folder."""
    with use_style(order.style):
        if order.results is not None:
            return [_take(order, section, part, out) for section, part in chosen]
        ahead = play_ahead(order, chosen, out)
        return [
            _find_or_make(order, section, part, out, watch, tell, ahead.get(part.name))
            for section, part in chosen
        ]


def _take_all(order: Order, chosen: Sequence[tuple[Section, Part]], out: Path) -> list[MadePart]:
    # A result may be damaged: what lies in the folder is replaced when all have been shown.
    with make_aside(out) as work:
        made = make_parts(order, chosen, work)
        write_page(work / PAGE, made, order)
        for path in [path for path in work.rglob("*") if path.is_file()]:
            home = make_folder(out / path.parent.relative_to(work))
            path.replace(home / path.name)
    return [replace(one, home=out / one.where) for one in made]


def play_ahead(
    order: Order, chosen: Sequence[tuple[Section, Part]], out: Path
) -> dict[str, Future[Analysis]]:
    """Play what mostly compiles beside the other parts, since compilation takes one processor.

    Parameters
    ----------
    order : Order
    chosen : sequence of (Section, Part)
    out : Path
        Where the report is made; what lies there already is not played.

    Returns
    -------
    dict of str to Future
        By the part's name; empty with one thread, or if nothing else is to be played.
    """
    ahead: dict[str, Future[Analysis]] = {}
    waiting = [
        part for section, part in chosen
        if part.reported.is_compiled_anew
        and _read_made(out / section.folder(part), find_key(order, part)) is None
    ]  # fmt: skip
    if len(chosen) == len(waiting) or count_threads(order.threads) == 1:
        return ahead
    ahead = {part.name: Future() for part in waiting}

    def play() -> None:
        for part in waiting:
            try:
                ahead[part.name].set_result(part.make(order, None))
            except BaseException as error:  # raised where the part is asked for
                ahead[part.name].set_exception(error)

    # A daemon: who stops the report does not wait for what is compiled.
    threading.Thread(target=copy_context().run, args=(play,), daemon=True).start()
    return ahead


def _find_or_make(
    order: Order,
    section: Section,
    part: Part,
    out: Path,
    watch: Watch | None,
    tell: Callable[[str], None],
    ahead: Future[Analysis] | None,
) -> MadePart:
    where = section.folder(part)
    home, key = out / where, find_key(order, part)
    again = part.command(order)
    meta = _read_made(home, key)
    if meta is not None and _is_drawn(home, meta, order):
        return MadePart(section, part, home, where, meta, again)
    if meta is not None:
        meta = _draw_part(meta, order, part, home)
        return MadePart(section, part, home, where, meta, again, is_drawn=True)
    total = part.size(order) * part.count_runs(order)
    with _notice_interrupt() as noticed:
        with watch(part.name, total) if watch else nullcontext() as progress:
            analysis = part.make(order, progress) if ahead is None else ahead.result()
    # What is stopped ends with what was counted; here that would pass for the whole.
    if noticed or not all(run.is_complete for run in analysis.runs):
        raise KeyboardInterrupt
    analysis = replace(analysis, name=home.name)
    meta = _write_part(analysis, order, part, home, key)
    return MadePart(section, part, home, where, meta, again, is_new=True, is_drawn=True)


def _take(order: Order, section: Section, part: Part, out: Path) -> MadePart:
    # A part from a result as it is; nothing is played.
    source, where = part.find_result(order), section.folder(part)
    with trusting(source, part.name):
        table, captions = read_result(source, part.title)
        read_rows(source / "data.csv")  # refused under its own name, not that of the copy
        meta = read_json_file(source / "meta.json")
        home = make_folder(out / where)
        write_data(table, home / "data.csv")
        size = meta["description"].get("n", 0)
        meta["report"] = {"key": "", "size": size, "charts": _list_charts(part, captions)}
        meta = _draw_part(_write_tables(meta, part, home, {}), order, part, home)
        again = _say_again(part, meta)
    return MadePart(section, part, home, where, meta, again, is_drawn=True, source=source)


def _say_again(part: Part, meta: dict[str, Any]) -> str:
    # The command that makes a result again, from its description.
    about = meta["description"]
    if "pairs" in about and "strategies" in about:
        words = ["duel", *about["strategies"], "-n", about["pairs"]]
        if "precision" in about:
            words += ["--precision", about["precision"]]
    else:
        seats = {seat: str(about.get(seat, "")) for seat in ("elder", "younger")}
        players = (
            ["--strategy", seats["elder"]] if seats["elder"] == seats["younger"]
            else [word for seat, name in seats.items() for word in (f"--{seat}", name)]
        )  # fmt: skip
        words = ["study", part.name, "-n", about["n"], *players]
    return " ".join(quote(str(word)) for word in ("piquet", *words, "--seed", about["seed"]))


@contextmanager
def _notice_interrupt() -> Iterator[list[int]]:
    # Whether Ctrl-C was pressed, whatever became of the exception.
    noticed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noticed
        return

    def interrupt(number: int, frame: Any) -> None:
        noticed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield noticed
    finally:
        signal.signal(signal.SIGINT, before)


# ---- What is there already ----------------------------------------------------------------------
def find_key(order: Order, part: Part) -> str:
    """A digest of all that the files of a part follow from, but for the style of its charts."""
    told = {
        "study": part.name,
        "size": part.size(order),
        "simulation": describe_simulation(part.simulation(order)),
        "players": list(order.players) if part.name == "ladder" else [],
        "code": describe_code(part.involved(order)),
        "studies": _digest_studies(),
        "packages": list_packages(),
    }
    text = json.dumps(told, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _digest_studies() -> str:
    # The code of the studies and their charts; how the page is written is none of its parts.
    home = Path(__file__).resolve().parent.parent
    return digest_files(
        path
        for path in home.rglob("*.py")
        if path.parent.name != "report" or path.name in _PARTS_OF_REPORT
    )


def _read_made(home: Path, key: str) -> dict[str, Any] | None:
    # What an earlier report wrote, if what was played for it is what would be played now and its
    # files lie there unchanged; pictures can be drawn again.
    try:
        meta = read_json_file(home / "meta.json")
        is_same = meta.get("report", {}).get("key") == key and all(
            digest_file(home / name) == digest
            for name, digest in meta["files"].items()
            if not name.endswith(_PICTURES)
        )
    except (InputError, AttributeError, KeyError, TypeError):
        return None
    return meta if is_same else None


def _is_drawn(home: Path, meta: dict[str, Any], order: Order) -> bool:
    # Whether its charts are there, in the style that is wanted.
    try:
        return meta["report"]["style"] == order.style.digest() and all(
            digest_file(home / name) == digest
            for name, digest in meta["files"].items()
            if name.endswith(_PICTURES)
        )
    except (InputError, KeyError):
        return False


# ---- What is new --------------------------------------------------------------------------------
def _write_part(
    analysis: Analysis, order: Order, part: Part, home: Path, key: str
) -> dict[str, Any]:
    analysis.write(make_folder(home.parent), with_chart=False)  # all charts are drawn below
    meta = read_json_file(home / "meta.json")
    captions = read_captions(meta)
    tables: dict[str, tuple[str, pd.DataFrame]] = {}
    charts = _list_charts(part, captions)
    for extra in add_charts(part, order, analysis):
        charts.append(_tell_data(f"chart-{extra.name}", extra))
        for name, table in extra.tables.items():
            tables[name] = ("", table)
        if extra.table is not None:
            tables[extra.name] = (extra.title, extra.table)
    meta["report"] = {"key": key, "size": part.size(order), "charts": charts}
    return _draw_part(_write_tables(meta, part, home, tables), order, part, home)


def _list_charts(part: Part, captions: dict[str, Any]) -> list[dict[str, Any]]:
    # All charts that are drawn from the study's own table, its main one first.
    return [
        {
            "file": "chart" if name == part.name else f"chart-{name}",
            "data": "data",
            "tables": [],
            "about": capitalise(chart.shows),
            "captions": captions,
        }
        for name, chart in CHARTS.items()
        if chart.study == part.name
    ]


def _write_tables(
    meta: dict[str, Any], part: Part, home: Path, tables: dict[str, tuple[str, pd.DataFrame]]
) -> dict[str, Any]:
    # Writes further tables, and those with a title in the forms for print, too.
    for name, (_, table) in tables.items():
        write_data(table, home / f"{name}.csv")
    titles = {"data": meta["question"]} | {
        name: title for name, (title, _) in tables.items() if title
    }
    names = [f"{name}.csv" for name in ("data", *tables)]
    for name, title in titles.items():
        table = read_table(home / f"{name}.csv", part.columns_of(name))
        write_text(home / f"{name}.md", table_markdown(table, title))
        write_text(home / f"{name}.tex", table_latex(table, title, f"{part.name}-{name}"))
        names += [f"{name}.md", f"{name}.tex"]
    files = {name: digest_file(home / name) for name in names}
    return {**meta, "files": files, "tables": titles}


def _tell_data(file: str, extra: Extra) -> dict[str, Any]:
    # What a chart is drawn from: its table, further tables, and what stands beside them.
    return {
        "file": file,
        "data": "data" if extra.table is None else extra.name,
        "tables": list(extra.tables),
        "about": extra.title,
        "captions": extra.captions,
    }


def _draw_part(meta: dict[str, Any], order: Order, part: Part, home: Path) -> dict[str, Any]:
    # Draws all charts of a part from its files, in the current style, and writes down that it did.
    charts, files = [], dict(meta["files"])
    for one in meta["report"]["charts"]:
        extra = one["file"].partition("-")[2]  # none of the main chart
        draw = find_drawing(extra) if extra else part.draw
        tables = {name: read_data(home / f"{name}.csv") for name in one["tables"]}
        figure = draw(read_data(home / f"{one['data']}.csv"), one["captions"], **tables)
        told = {**{key: meta[key] for key in describe_code(())}, **meta["description"]}
        names = write_pictures(figure, home, one["file"], one["about"], told)
        files.update({name: digest_file(home / name) for name in names})
        charts.append({**one, **describe_chart(figure, one)})
    told = {**meta["report"], "style": order.style.digest(), "charts": charts}
    meta = {**meta, "files": files, "report": told}
    write_meta(home, meta)
    return meta


def describe_chart(figure: Figure, chart: dict[str, Any]) -> dict[str, str]:
    """What a page says of a chart that it reads from a file: its title, and what it shows.

    Parameters
    ----------
    figure : Figure
        As it was written to files: its ticks have their labels since then.
    chart : dict
        With ``about``, what it shows in general, and ``captions``, which may describe it.
    """
    with chart_style():
        described = chart["captions"].get("description") or describe_figure(figure)
        return {"title": headline_of(figure, chart["about"]), "description": described}
