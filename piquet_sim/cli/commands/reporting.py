"""Commands that write for readers: report, chart, glossary."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import (
    complete_chart,
    complete_sections,
    complete_strategies,
    complete_style,
    complete_word,
)
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.options import (
    Load,
    Seed,
    Threads,
    check_chart,
    load_strategies,
    parse_count,
    parse_whole,
)
from piquet_sim.cli.screen import print_text, say, show_progress
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyses.report import Made
    from piquet_sim.game.glossary import Word


@app.command()
@answering
def report(
    deals: Annotated[
        str, typer.Option("-n", "--n", "--deals", help="Number of deals.", metavar="N")
    ] = "1_000_000",
    strategies: Annotated[
        str | None,
        typer.Option(
            help="Names, separated by commas: the first plays the studies, all play on the ladder "
            "[default: those of the studies, and all].",
            metavar="NAMES",
            autocompletion=complete_strategies,
        ),
    ] = None,
    sections: Annotated[
        str | None,
        typer.Option(
            help="Sections, separated by commas; by default all.",
            metavar="NAMES",
            autocompletion=complete_sections,
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("report"),
    seed: Seed = "1",
    threads: Threads = None,
    style: Annotated[
        Path | None,
        typer.Option(help="Style of the charts: a .toml, .json or .mplstyle file.", metavar="FILE"),
    ] = None,
    write_style: Annotated[
        Path | None,
        typer.Option(
            help="Write the current style to this file for editing, and stop.", metavar="FILE"
        ),
    ] = None,
    load: Load = None,
) -> None:
    """Make one page of all studies: questions, answers, charts, tables and sources.

    Results already in the folder that would come out the same are not computed again.
    """
    n = parse_count(deals)
    crew = None if threads is None else parse_whole(threads, "threads")
    number = parse_whole(seed, "seed")
    load_strategies(load)
    from analyses.report import Order, make_report
    from analyses.style import HOUSE_STYLE
    from analyses.style_file import read_style
    from analyses.style_file import write_style as write_out

    look = HOUSE_STYLE if style is None else read_style(style)
    if write_style is not None:
        write_out(write_style, look)
        answer({"style": str(write_style)}, lambda: print(write_style))
        return
    order = Order(
        n, _split(strategies), _split(sections), number, crew, look,
        "" if load is None else str(load),
    )  # fmt: skip
    made = make_report(
        order,
        out,
        lambda name, total: show_progress(total, name),
        lambda told: say(f"piquet: {told}"),
    )
    answer(made, lambda: _tell(made))


def _tell(made: "Made") -> None:
    for one in made.parts:
        print_text(f"{one.meta['title']}{'' if one.is_new else ' (unchanged, not recomputed)'}")
        print_text(one.meta["summary"][one.part.lead], "  ")
    for name in made.left_out:
        print(f"{name} is left out: it requires two strategies")
    print_text(f"{made.page} ({made.size / 1e6:.1f} MB, {made.seconds:.1f} s)")


def _split(names: str | None) -> tuple[str, ...]:
    return () if names is None else tuple(name.strip() for name in names.split(","))


@app.command()
@answering
def chart(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Which chart; by default all are listed.",
            metavar="NAME",
            autocompletion=complete_chart,
        ),
    ] = None,
    of: Annotated[
        Path | None,
        typer.Option(
            "--of", help="Folder of the result [default: results/STUDY].", metavar="RESULT"
        ),
    ] = None,
    style: Annotated[
        str,
        typer.Option(
            help="print, double, slide, dark, gray, or a .toml, .json or .mplstyle file.",
            metavar="STYLE",
            autocompletion=complete_style,
        ),
    ] = "print",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Where to: .svg, .png or .pdf [default: NAME-STYLE.png].",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Draw a chart anew from the result of a study, in any style and without playing."""
    from analyses import STUDIES, find_study
    from analyses.drawings import CHARTS, find_chart

    if name is None and (of is not None or out is not None):
        raise InputError("chart: --of and --out require NAME; piquet chart lists the names")
    if name is None:
        listed = [{"chart": key, "study": one.study, "shows": one.shows}
                  for key, one in CHARTS.items()]  # fmt: skip
        answer(listed, lambda: _list_charts(listed))
        return
    found = find_chart(name)
    key = next(key for key, one in CHARTS.items() if one is found)
    path = Path(f"{key}-{Path(style).stem}.png") if out is None else out
    check_chart(path, "--out")
    from analyses.style import find_style, save_chart, use_style

    if Path(style).suffix:
        from analyses.style_file import read_style

        look = read_style(Path(style))
    else:
        look = find_style(style)
    from analyses.drawings.results import read_result

    home = Path("results") / found.study if of is None else of
    with use_style(look):
        try:
            title = find_study(found.study).title if found.study in STUDIES else None
            table, captions = read_result(home, title)
            figure = found.draw(table, captions)
        except InputError:
            raise
        except (KeyError, AttributeError, IndexError, TypeError, ValueError) as error:
            raise InputError(
                f"chart {key}: {home} has no result of the study {found.study}"
            ) from error
        save_chart(figure, path)
    answer({"chart": key, "file": str(path)}, lambda: print(path))


def _list_charts(listed: "Sequence[dict[str, str]]") -> None:
    wide = max(len(one["chart"]) for one in listed)
    for one in listed:
        print_text(
            f"{one['chart']:{wide}}  {one['shows']} (of {one['study']})", "", " " * (wide + 2)
        )


@app.command()
@answering
def glossary(
    word: Annotated[
        str | None,
        typer.Argument(
            help="A word of the game; by default all.", metavar="WORD", autocompletion=complete_word
        ),
    ] = None,
) -> None:
    """Explain the words of the game."""
    from piquet_sim.game.glossary import WORDS, find_word

    found = WORDS if word is None else (find_word(word),)
    listed = [{"word": one.name, "meaning": one.meaning, "also": one.also} for one in found]
    answer(listed if word is None else listed[0], lambda: _tell_words(found))


def _tell_words(found: "Sequence[Word]") -> None:
    for one in found:
        print(one.name)
        print_text(one.meaning, "  ")
