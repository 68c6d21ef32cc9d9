"""The command that opens a page in the browser: explore."""

from typing import Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.completion import complete_seat
from piquet_sim.cli.options import parse_whole
from piquet_sim.cli.screen import say
from piquet_sim.game.errors import InputError

_HIGHEST_PORT = 65_535


@app.command()
def explore(
    hand: Annotated[
        str | None, typer.Argument(help="The hand to open the page with.", metavar="HAND")
    ] = None,
    seat: Annotated[
        str, typer.Option(help="elder or younger.", metavar="SEAT", autocompletion=complete_seat)
    ] = "elder",
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
    """Lay out a hand on a page in the browser: odds, advice, and a deal card by card."""
    query = {}
    if hand is not None:
        from piquet_sim.game.cards import format_hand, parse_hand

        query["hand"] = format_hand(parse_hand(hand, "hand", cards=12))
    if seat.strip().lower() not in ("elder", "younger"):
        raise InputError(f"seat: expected elder or younger, got {seat!r}")
    if seat.strip().lower() == "younger":
        query["seat"] = "younger"
    wanted = None if port is None else parse_whole(port, "port")
    if wanted is not None and not 0 <= wanted <= _HIGHEST_PORT:
        raise InputError(f"port: expected 0 to {_HIGHEST_PORT}, got {wanted}")
    try:
        from piquet_sim.explorer.service import open_port, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("piquet_sim"):
            raise
        raise InputError(
            "explore: the page's server is not installed; pip install 'piquet-sim[explore]'"
        ) from None
    with open_port(wanted) as listener:
        serve(listener, query, browser, say)
