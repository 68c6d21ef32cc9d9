"""Commands for readers: report, article, chart, glossary, and the page in the browser, explore."""

from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import (
    complete_article,
    complete_chart,
    complete_seat,
    complete_sections,
    complete_strategies,
    complete_style,
    complete_word,
)
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.guides import list_guide_sections
from piquet_sim.cli.options import (
    Load,
    Seat,
    Threads,
    check_chart,
    load_strategies,
    parse_count,
    parse_whole,
    strategy_option,
)
from piquet_sim.cli.screen import print_text, say, show_progress
from piquet_sim.game.errors import InputError
from piquet_sim.preparation import announce

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyses.report import Made
    from analyses.report.articles import Article
    from analyses.search import Found
    from piquet_sim.game.glossary import Word


StyleName = Annotated[
    str,
    typer.Option(
        "--style",
        help="Style of the charts: print, double, slide, dark, gray, or a .toml, .json or "
        ".mplstyle file.",
        metavar="STYLE",
        autocompletion=complete_style,
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(
        "--of",
        "--from",
        help="Folder of results to use as they are; nothing is played.",
        metavar="RESULTS",
    ),
]
UsualSeed = Annotated[str | None, typer.Option(help="Random seed.  [default: 1]", metavar="N")]
Author = Annotated[str, typer.Option(help="Name of the author.", metavar="NAME")]

_HIGHEST_PORT = 65_535


@app.command()
@answering
def report(
    deals: Annotated[
        str | None,
        typer.Option(
            "-n", "--n", "--deals", help="Number of deals.  [default: 30_000]", metavar="N"
        ),
    ] = None,
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
    of: Results = None,
    out: Annotated[Path, typer.Option(help="Folder for the report.", metavar="FOLDER")] = Path(
        "report"
    ),
    seed: UsualSeed = None,
    threads: Threads = None,
    style: StyleName = "print",
    write_style: Annotated[
        Path | None,
        typer.Option(
            help="Write the current style to this file for editing, and stop.", metavar="FILE"
        ),
    ] = None,
    author: Author = "piquet-sim",
    load: Load = None,
) -> None:
    """Make one page of all studies: questions, answers, charts, tables and sources.

    Results already in the folder that would come out the same are not computed again. With the
    default number of deals it takes about a minute and a half of processor time; more deals make
    the errors beside the numbers smaller. With --of nothing is played.
    """
    asked = {
        "-n": deals, "--strategies": strategies, "--seed": seed, "--threads": threads,
        "--load": load,
    }  # fmt: skip
    _refuse_playing("report", of, asked)
    load_strategies(load)
    from analyses.charts.style_file import choose_style
    from analyses.charts.style_file import write_style as write_out
    from analyses.report import DEFAULT_DEALS, Order, make_report

    n = DEFAULT_DEALS if deals is None else parse_count(deals)
    crew = parse_whole(threads, "threads")
    number = 1 if seed is None else parse_whole(seed, "seed")
    look = choose_style(style)
    if write_style is not None:
        write_out(write_style, look)
        answer({"style": str(write_style)}, lambda: print(write_style))
        return
    order = Order(
        n, _split(strategies), _split(sections), number, crew, look,
        "" if load is None else str(load), of, author,
    )  # fmt: skip
    made = make_report(order, out, lambda name, total: show_progress(total, name), announce)
    answer(made, lambda: _tell(made, of))


def _refuse_playing(command: str, of: Path | None, asked: "Mapping[str, Any]") -> None:
    given = [option for option, value in asked.items() if value is not None]
    if of is not None and given:
        raise InputError(
            f"{command}: --of takes results as they are and plays nothing; leave out {given[0]}"
        )


def _tell(made: "Made", of: Path | None) -> None:
    for one in made.parts:
        is_kept = not one.is_new and of is None
        print_text(f"{one.meta['question']}{' (unchanged, not recomputed)' if is_kept else ''}")
        print_text(one.meta["sentences"][one.part.reported.lead], "  ")
    for name in made.left_out:
        reason = "it requires two strategies" if of is None else f"{of} has no result of it"
        print(f"{name} is left out: {reason}")
    print_text(f"{made.page} ({made.size / 1e6:.1f} MB, {made.seconds:.1f} s)")


@app.command()
@answering
def article(
    questions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names of studies, or ladder; of maxims, like CAV-M08; "
            "or of published claims, like CAV-PIQUE.",
            metavar="STUDY",
            autocompletion=complete_article,
        ),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(
            help="Twelve cards as dealt: the article is on what to throw from them.", metavar="HAND"
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="With --hand: elder or younger.  [default: elder]",
            metavar="SEAT",
            autocompletion=complete_seat,
        ),
    ] = None,
    took: Annotated[
        str | None,
        typer.Option(help="With --seat younger: number of cards elder took.", metavar="K"),
    ] = None,
    of: Results = None,
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for the articles, each in a folder of its own.", metavar="FOLDER"
        ),
    ] = Path("articles"),
    deals: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--n",
            "--deals",
            help="Number of deals; with --hand, of each discard.  [default: 20_000]",
            metavar="N",
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        strategy_option(
            "Strategy in both seats, or with --hand the opponent's; by default the study's own."
        ),
    ] = None,
    seed: UsualSeed = None,
    threads: Threads = None,
    style: StyleName = "print",
    author: Author = "piquet-sim",
    load: Load = None,
) -> None:
    """Write a short article on one question, to be edited: Markdown, HTML and charts.

    A question is a study, one maxim, one published claim, or one hand (--hand). The article has
    the answer, a chart, a table, the method and references; that on a study also has a hand
    drawn as cards. With --of, such as --of results, it is made from a result; otherwise the study
    is played. A hand is always played.
    """  # fmt: skip
    asked = {
        "-n": deals, "--strategy": strategy, "--seed": seed, "--threads": threads, "--load": load,
    }  # fmt: skip
    _refuse_playing("article", of, {"--hand": hand, **asked})
    if hand is None and (seat or took):
        raise InputError(f"article: {'--seat' if seat else '--took'} requires --hand")
    load_strategies(load)
    from analyses.charts.style_file import choose_style
    from analyses.report import Order
    from analyses.report.articles import DEALS, HandAsked, write_articles
    from piquet_sim.game.cards import parse_hand

    order = Order(
        DEALS if deals is None else parse_count(deals),
        () if strategy is None else (strategy,),
        seed=1 if seed is None else parse_whole(seed, "seed"),
        threads=parse_whole(threads, "threads"),
        style=choose_style(style),
        loaded="" if load is None else str(load),
        results=of,
        author=author,
    )
    hands = []
    if hand is not None:
        held, whose = parse_hand(hand, "hand", 32, cards=12), (seat or "elder").strip().lower()
        hands.append(HandAsked(held, whose, parse_whole(took, "took")))
    written = write_articles(
        order, questions or (), out, lambda name, total: show_progress(total, name), announce, hands
    )
    answer([one.as_json() for one in written], lambda: _tell_articles(written))


def _tell_articles(written: "Sequence[Article]") -> None:
    for one in written:
        print_text(one.answer)
        for path in one.files:
            print_text(str(path), "  ")


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
            "--of", help="Folder of the result, or of several [default: results].", metavar="RESULT"
        ),
    ] = None,
    style: StyleName = "print",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="File to write: .svg, .png or .pdf [default: NAME-STYLE.png].",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Draw a chart again from the result of a study, in any style and without playing."""
    from analyses import STUDIES, find_study
    from analyses.contents import CHARTS, find_chart

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
    from analyses.charts.style import save_chart, use_style
    from analyses.charts.style_file import choose_style

    look = choose_style(style)
    from analyses.results.stored import describe_result, read_result, trusting

    home = Path("results") if of is None else of
    if not (home / "meta.json").is_file():  # a folder of several results
        home /= found.study
        if not (home / "meta.json").is_file():
            raise InputError(
                f"chart {key}: {home}: no such result; --of names its folder, or one of results"
            )
    with use_style(look):
        with trusting(home, found.study):
            title = find_study(found.study).title if found.study in STUDIES else None
            table, captions = read_result(home, title)
            figure, about = found.draw(table, captions), describe_result(home)
        save_chart(figure, path, about)
    answer({"chart": key, "file": str(path)}, lambda: print(path))


def _list_charts(listed: "Sequence[dict[str, str]]") -> None:
    wide = max(len(one["chart"]) for one in listed)
    for one in listed:
        print_text(
            f"{one['chart']:{wide}}  {one['shows']} (of {one['study']})", "", " " * (wide + 2)
        )


@app.command()
@answering
def ask(
    words: Annotated[
        list[str], typer.Argument(help="The question, in words: quart or point.", metavar="WORD")
    ],
    results: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the studies' results [default: the published ones].", metavar="FOLDER"
        ),
    ] = None,
    top: Annotated[str, typer.Option(help="Number of answers to show.", metavar="N")] = "5",
) -> None:
    """Find what answers a question: studies, maxims, published claims, guides and words.

    Ask in words, in any order; synonyms are found as well. Each answer has
    the finding, its numbers with their errors, the command that shows it, and the chart.
    """
    question, most = " ".join(words), parse_whole(top, "top", 1)
    from analyses.results.stored import PUBLISHED
    from analyses.search import Entry, list_entries, list_unknown, search

    if results is not None and not results.is_dir():
        raise InputError(f"ask: --results {results}: no such folder")
    if results is None and not PUBLISHED.is_dir():
        announce(
            "the published results are not installed: only guides and words are searched "
            "(--results names a folder of results)"
        )
    entries = list_entries(PUBLISHED if results is None else results)
    entries += [Entry("guide", *guide) for guide in list_guide_sections()]
    found, unknown = search(question, entries, most), list_unknown(question, entries)
    told = {"question": question, "unknown": unknown, "answers": [one.as_json() for one in found]}
    answer(told, lambda: _tell_found(found, unknown))


_LONGEST_FINDING = 480
"""Characters of a finding on a screen; the command shows the rest."""


def _tell_found(found: "Sequence[Found]", unknown: "Sequence[str]") -> None:
    for place, one in enumerate(found, start=1):
        print_text(f"{place}. {one.entry.title} ({one.entry.kind} {one.entry.name})", "", "   ")
        print_text(shorten(one.finding, _LONGEST_FINDING, placeholder=" …"), "   ")
        for label, number in one.numbers:
            print_text(f"- {label}: {number}", "   ", "  ")
        shown = f"; {one.chart}" if one.chart else ""
        print_text(f"> {one.entry.command}{shown}", "   ", "  ")
    if unknown:
        print_text(f"Nothing was found on: {', '.join(unknown)}")


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


@app.command()
def explore(
    hand: Annotated[
        str | None, typer.Argument(help="The hand to open the page with.", metavar="HAND")
    ] = None,
    seat: Seat = "elder",
    port: Annotated[
        str | None,
        typer.Option(
            help="Port on this machine; 0 for any [default: 8032 or the next].", metavar="N"
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Play a partie, weigh hands and review deals on a page in the browser."""
    query = {}
    if hand is not None:
        from piquet_sim.game.cards import format_hand, parse_hand

        query["hand"] = format_hand(parse_hand(hand, "hand", cards=12))
    whose = seat.strip().lower()
    if whose not in ("elder", "younger"):
        raise InputError(f"seat: expected elder or younger, got {seat!r}")
    if whose == "younger":
        query["seat"] = "younger"
    wanted = parse_whole(port, "port")
    if wanted is not None and not 0 <= wanted <= _HIGHEST_PORT:
        raise InputError(f"port: expected 0 to {_HIGHEST_PORT}, got {wanted}")
    try:
        from piquet_sim.explorer.service import open_port, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("piquet_sim"):
            raise
        raise InputError(
            "explore: the page's server is not installed; pip install starlette uvicorn"
        ) from None
    with open_port(wanted) as listener:
        serve(listener, query, browser, say)
