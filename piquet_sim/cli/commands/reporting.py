"""Commands for readers: the report, the charts, and the page in the browser."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_sim.cli.app import command
from piquet_sim.cli.options import (
    Load,
    Seat,
    Seed,
    Style,
    Threads,
    check_chart,
    deals_option,
    offer_charts,
    offer_studies,
    parse_count,
    parse_file,
    parse_whole,
    refuse_others,
    strategy_option,
)
from piquet_sim.cli.output import announce, answer, print_table, print_text, show_progress
from piquet_sim.game.cards import format_hand, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS

if TYPE_CHECKING:
    from analyses.report import Made


@command()
def report(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Studies; by default all.", metavar="NAME", autocompletion=offer_studies
        ),
    ] = None,
    n: Annotated[
        int | None, deals_option("Number of deals.  [default: 30_000]"), parse_count
    ] = None,
    strategy: Annotated[str | None, strategy_option("Strategy in both seats.")] = None,
    of: Annotated[
        Path | None,
        typer.Option(
            help="Folder of results to use as they are; nothing is played.", metavar="RESULTS"
        ),
        parse_file,
    ] = None,
    out: Annotated[Path, typer.Option(help="File to write.", metavar="FILE"), parse_file] = Path(
        "report.html"
    ),
    seed: Seed = 1,
    threads: Threads = None,
    style: Style = "print",
    author: Annotated[str, typer.Option(help="Name of the author.", metavar="NAME")] = "piquet-sim",
    load: Load = None,
) -> None:
    """Make one page of studies: questions, answers, charts, tables and sources.

    With the default number of deals all studies take about a minute and a half of processor time;
    more deals make the errors beside the numbers smaller. With --of nothing is played.
    """
    if of is not None:
        why = "cannot be combined with --of, which plays nothing"
        refuse_others(ctx, {"names", "of", "out", "style", "author", "load", "json"}, why)
    from analyses.charts.style import find_style
    from analyses.report import DEFAULT_DEALS, Order, make_report

    order = Order(
        n or DEFAULT_DEALS,
        tuple(names or ()),
        strategy,
        seed,
        threads,
        find_style(style),
        "" if load is None else str(load),
        of,
        author,
    )
    made = make_report(order, out, lambda name, total: show_progress(total, name))
    answer(made, lambda: _tell(made))


def _tell(made: "Made") -> None:
    for name, headline in made.answers.items():
        print_text(f"{name}: {headline}.", hanging="  ")
    for name in made.left_out:
        print(f"{name} is left out: it has no result there")
    print_text(f"{made.page} ({made.page.stat().st_size / 1e6:.1f} MB, {made.seconds:.1f} s)")


@command()
def chart(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Which chart; by default all are listed.",
            metavar="NAME",
            autocompletion=offer_charts,
        ),
    ] = None,
    of: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the result, or of several [default: results, or the published ones].",
            metavar="RESULT",
        ),
        parse_file,
    ] = None,
    style: Style = "print",
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write: .svg, .png or .pdf [default: NAME-STYLE.png].", metavar="FILE"
        ),
        parse_file,
    ] = None,
    load: Load = None,
) -> None:
    """Draw a chart again from the result of a study, in any style and without playing."""
    from analyses.contents import find_chart, list_charts

    if name is None and (of is not None or out is not None):
        raise InputError("chart: --of and --out require NAME; piquet chart lists the names")
    if name is None:
        listed = [
            {"chart": key, "study": one.name, "shows": one.charts[key]}
            for key, one in list_charts().items()
        ]
        rows = [(one["chart"], one["shows"], one["study"]) for one in listed]
        answer(listed, lambda: print_table("", ("chart", "shows", "study"), rows))
        return
    study, drawn = find_chart(name)
    key = next(key for key, one in study.charts.items() if one is drawn)
    path = check_chart(out or Path(f"{key}-{style}.png"), "--out")
    from analyses.charts.style import find_style, save_chart, use_style

    look = find_style(style)
    from analyses.stored import PUBLISHED, describe_result, read_result, trusting

    homes = [of] if of is not None else [Path("results"), PUBLISHED]
    places = [one for home in homes for one in (home, home / study.name)]
    home = next((one for one in places if (one / "meta.json").is_file()), None)
    if home is None:
        raise InputError(
            f"chart {key}: {places[1]}: no such result; --of names its folder, or one of results"
        )
    with use_style(look):
        with trusting(home, study.name):
            is_census = study.command == "census"  # of some attributes
            read = read_result(home, None if is_census else study.question)
            figure, about = drawn.draw(read), describe_result(home)
        save_chart(figure, path, about)
    answer({"chart": key, "file": str(path)}, lambda: print(path))


@command()
def explore(
    hand: Annotated[
        str | None, typer.Argument(help="The hand to open the page with.", metavar="HAND")
    ] = None,
    seat: Seat = "elder",
    port: Annotated[
        int | None,
        typer.Option(
            help="Port on this machine; 0 for any [default: 8032 or the next].", metavar="N"
        ),
        partial(parse_whole, least=0, most=65_535),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(
            help="A further name of the page's machine, as behind a forwarded port; repeatable.",
            metavar="NAME",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Play a partie, weigh hands and review deals on a page in the browser."""
    query = {}
    if hand is not None:
        query["hand"] = format_hand(parse_hand(hand, "hand", cards=12))
    if seat != SEATS[0]:
        query["seat"] = seat
    from piquet_sim.explorer.service import check_hosts, open_port, serve

    hosts = check_hosts(host or ())
    with open_port(port) as listener:
        serve(listener, query, browser, hosts, announce)
