"""The explorer's server: listens on this machine's loopback address until interrupted."""

import asyncio
import re
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from piquet_sim.explorer.questions import Asked, read_query
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.files import say_reason

ADDRESS = "127.0.0.1"
USUAL_PORT = 8032
_NEIGHBOURS = 20
_MOST_CONNECTIONS = 512
_IDLE_SECONDS = 5
"""For so long a connection may stand without a whole question or an answer on its way."""

_EXAMPLE = "AKJ.AQJ8.98.J87"


def open_port(wanted: int | None) -> socket.socket:
    """A socket that listens on the loopback address.

    Parameters
    ----------
    wanted : int or None
        The port; 0 for any free port, None for the usual one or, where it is taken, one of the
        next.

    Raises
    ------
    InputError
        If the port is taken or not allowed.
    """
    ports = range(USUAL_PORT, USUAL_PORT + _NEIGHBOURS) if wanted is None else [wanted]
    for port in ports:
        # Named as TCP, or the event loop lets small answers wait for one another (Nagle).
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # On Windows, reusing an address would share the port with a program that already listens.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            listener.bind((ADDRESS, port))
            listener.listen()  # who comes before all is laid out waits
        except OSError as error:
            listener.close()
            reason = say_reason(error)
        else:
            return listener
    where = f"port {wanted}" if wanted is not None else f"ports {ports[0]} to {ports[-1]}"
    raise InputError(f"explore: {where}: {reason}; --port 0 chooses any free port")


def warm_up() -> None:
    """Load what the first answers need, so that the page does not have to wait."""
    from piquet_sim.explorer import answers, review
    from piquet_sim.explorer.partie.table import Partie

    Partie(1, "expert", 1).play_other(1)
    asked = Asked(
        {"hand": _EXAMPLE, "discard": "...87", "versus": "...7", "seconds": "0.1", "deals": "64"}
    )
    review.advise_card(Asked({"record": answers.list_choices()["example"], "decision": "20"}))
    answers.read_hand(asked)
    answers.deal_hand(asked)
    answers.find_discard_odds(asked)
    answers.walk(asked)
    for stream in (answers.stream_advice, answers.stream_contrast):
        for _ in stream(asked, lambda: False):
            pass


def check_hosts(names: Iterable[str]) -> tuple[str, ...]:
    """Names of hosts as a browser sends them.

    Raises
    ------
    InputError
        If one is no name of a host.
    """
    hosts = tuple(name.lower() for name in names)
    refuse(
        {
            f"host: expected a name alone, as in machine.example, got {name!r}": (
                not re.fullmatch("[a-z0-9_-]+([.][a-z0-9_-]+)*", name)
            )
            for name in hosts
        }
    )
    return hosts


def _open_page(folder: str, address: str) -> None:
    # All accounts see with which words a browser is started, and this one alone reads the file.
    path = Path(folder) / "open.html"
    path.touch(0o600)
    to = escape(f"0;url={address}")
    path.write_text(f'<!doctype html><meta http-equiv="refresh" content="{to}">', "utf-8")
    threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()


def serve(
    listener: socket.socket,
    query: dict[str, str],
    opens: bool,
    hosts: tuple[str, ...],
    say: Callable[[str], None],
) -> None:
    """Serve the page until interrupted.

    Parameters
    ----------
    listener : socket
        From `open_port`.
    query : dict
        The state with which the page is opened.
    opens : bool
        Whether a browser is asked to open it.
    hosts : tuple of str
        Further names by which the page may be asked for, as behind a forwarded port.
    say : callable
        Called with the address of the page.

    Raises
    ------
    InputError
        If the server's libraries are not installed, or the state cannot be read.
    KeyboardInterrupt
        When it is interrupted.
    """
    try:
        import uvicorn
        from uvicorn.protocols.http.h11_impl import H11Protocol

        from piquet_sim.explorer.application import make_application
    except ModuleNotFoundError:
        raise InputError(
            "explore: the page's server is not installed; pip install starlette uvicorn"
        ) from None
    read_query(query.items())
    port = listener.getsockname()[1]
    say("explore: preparing the tables (about a minute the first time)")
    warm_up()
    token, state = secrets.token_urlsafe(24), f"?{urlencode(query)}" if query else ""
    address = f"http://{ADDRESS}:{port}/{token}/{state}"
    say(f"explore: {address}")
    for name in hosts:
        say(f"explore: at {name}: its own address, and then /{token}/{state}")
    say("explore: Ctrl-C stops it")
    closing = threading.Event()

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self.loop.call_later(_IDLE_SECONDS, self.look, None)

        def look(self, before: object) -> None:
            cycle = self.cycle  # the last question
            if cycle is before and (cycle is None or cycle.response_complete):
                self.transport.close()
            elif not self.transport.is_closing():
                self.loop.call_later(_IDLE_SECONDS, self.look, cycle)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            closing.set()  # or it would wait for what is being played
            await super().shutdown(sockets)

    config = uvicorn.Config(
        make_application(port, token, hosts, closing),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        ws="none",
        http=Connection,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    with TemporaryDirectory(prefix="piquet-") as folder:  # private, and gone at the end
        if opens:
            _open_page(folder, address)
        Server(config).run(sockets=[listener])
    raise KeyboardInterrupt  # nothing else ends it, and the library does not always pass it on
