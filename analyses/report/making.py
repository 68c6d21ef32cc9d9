"""Making a report: every part once, reusing files of the report before where nothing changed."""

import hashlib
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from matplotlib.figure import Figure

from analyses.analysis import Analysis, write_pictures
from analyses.keeping import keep, recall
from analyses.report.extras import add_charts
from analyses.report.made import Made, MadePart
from analyses.report.pages import write_page
from analyses.report.pictures import describe_figure, headline_of
from analyses.report.sections import Order, Part, Section
from analyses.report.tables import read_table, table_latex, table_markdown
from analyses.style import chart_style, use_style
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import digest_file, make_folder, read_json_file, replace_file, write_text
from piquet_sim.running.digests import digest_files
from piquet_sim.running.provenance import describe_code, describe_simulation, list_packages
from piquet_sim.running.resuming import keep_runs
from piquet_sim.running.run import Progress

PAGE = "index.html"

Watch = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Shows the progress of a part: called with its name and its number of deals."""

DRAWINGS = "drawings.npz"
"""The file in the folder of a part with the data behind its charts."""

_PARTS_OF_REPORT = ("extras.py", "tables.py")
_PICTURES = (".svg", ".png")


@dataclass(frozen=True)
class Drawing:
    """A chart of a part, before it is drawn."""

    file: str
    """Its name without the ending."""
    data: str
    """The name of the table that it shows."""
    title: str
    """Caption of that table."""
    draw: Callable[[], Figure]
    description: str = ""
    """Its description, where its labels are not enough."""


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
    out = make_folder(Path(out))
    left_out: list[str] = []
    made = []
    with use_style(order.style):
        for section in order.wanted():
            chosen = section.chosen(order)
            left_out += [part.name for part in section.parts if part not in chosen]
            made += [_find_or_make(order, section, part, out, watch, tell) for part in chosen]
    page = out / PAGE
    write_page(page, made, order)
    return Made(
        page, tuple(made), time.perf_counter() - start, page.stat().st_size, tuple(left_out)
    )


def _find_or_make(
    order: Order,
    section: Section,
    part: Part,
    out: Path,
    watch: Watch | None,
    tell: Callable[[str], None],
) -> MadePart:
    where = section.folder(part)
    home, key = out / where, _key_of(order, part)
    again = part.command(order)
    meta = _read_made(home, key)
    if meta is not None and _is_drawn(home, meta, order):
        return MadePart(section, part, home, where, meta, again)
    if meta is not None:
        with suppress(InputError):  # else it is played anew
            meta = _draw_part(meta, recall(home / DRAWINGS), order, home)
            return MadePart(section, part, home, where, meta, again, is_drawn=True)
    total = part.size(order) * part.count_runs(order)
    with _notice_interrupt() as noticed, keep_runs(out, tell) as kept:
        with watch(part.name, total) if watch else nullcontext() as progress:
            analysis = part.make(order, progress)
    # What is stopped ends with what was counted; here that would pass for the whole.
    if noticed or kept.is_interrupted or not all(run.is_complete for run in analysis.runs):
        raise KeyboardInterrupt
    analysis = replace(analysis, name=home.name)
    meta = _write_part(analysis, order, part, home, key)
    return MadePart(section, part, home, where, meta, again, is_new=True, is_drawn=True)


@contextmanager
def _notice_interrupt() -> Iterator[list[int]]:
    # Whether Ctrl-C was pressed, whatever became of the exception.
    noticed: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noticed
        return

    def interrupt(number: int, frame: object) -> None:
        noticed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield noticed
    finally:
        signal.signal(signal.SIGINT, before)


# ---- What is there already ----------------------------------------------------------------------
def _key_of(order: Order, part: Part) -> str:
    # A digest of all that the files of a part follow from, but for the style of its charts.
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


def _read_made(home: Path, key: str) -> dict[str, object] | None:
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


def _is_drawn(home: Path, meta: dict[str, object], order: Order) -> bool:
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
) -> dict[str, object]:
    analysis.write(make_folder(home.parent))
    meta = read_json_file(home / "meta.json")
    drawings = [Drawing("chart", "data", analysis.title, analysis.draw)]
    titles = {"data": analysis.title}
    names = ["data.csv", DRAWINGS]
    for extra in add_charts(part, order, analysis):
        data = "data" if extra.table is None else extra.name
        if extra.table is not None:
            with replace_file(home / f"{data}.csv") as temporary:
                extra.table.to_csv(temporary, index=False, lineterminator="\n")
            names.append(f"{data}.csv")
            titles[data] = extra.title
        drawings.append(
            Drawing(f"chart-{extra.name}", data, extra.title, extra.draw, extra.description)
        )
    for name, title in titles.items():
        table = read_table(home / f"{name}.csv", part.shown_of(name))
        write_text(home / f"{name}.md", table_markdown(table, title))
        write_text(home / f"{name}.tex", table_latex(table, title, f"{part.name}-{name}"))
        names += [f"{name}.md", f"{name}.tex"]
    keep(home / DRAWINGS, drawings)
    meta["files"] = {name: digest_file(home / name) for name in names}
    meta["tables"] = titles
    meta["report"] = {"key": key, "size": part.size(order)}
    return _draw_part(meta, drawings, order, home)


def _draw_part(
    meta: dict[str, object], drawings: list[Drawing], order: Order, home: Path
) -> dict[str, object]:
    # Draws all charts of a part in the current style, and writes down that it did.
    charts, files = [], dict(meta["files"])
    for one in drawings:
        figure = one.draw()
        told = {**{key: meta[key] for key in describe_code(())}, **meta["description"]}
        names = write_pictures(figure, home, one.file, one.title, told)
        files.update({name: digest_file(home / name) for name in names})
        charts.append(_tell_chart(one, figure))
    told = {**meta["report"], "style": order.style.digest(), "charts": charts}
    meta = {**meta, "files": files, "report": told}
    write_text(home / "meta.json", json.dumps(meta, indent=1, ensure_ascii=False) + "\n")
    return meta


def _tell_chart(drawing: Drawing, figure: Figure) -> dict[str, str]:
    # What the page needs to know of a chart that it reads from a file.
    with chart_style():
        figure.canvas.draw()  # labels of ticks are known then
        return {
            "file": drawing.file,
            "data": drawing.data,
            "title": headline_of(figure, drawing.title),
            "about": drawing.title,
            "description": drawing.description or describe_figure(figure),
        }
