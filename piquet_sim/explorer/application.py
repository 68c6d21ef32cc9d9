"""The explorer's addresses: the page and its parts, and the questions that it asks.

Everything lies below the token, as in ``http://127.0.0.1:8032/TOKEN/``: only a client that was
given the address that was printed can ask anything. Nothing is changed by a question, and nothing
is written.

`service` opens the page, this module knows the addresses and refuses other pages, `questions`
reads what an address asks, `themes` deals hands, `answers` answers at once, `quiz` asks and judges,
`review` reports what the decisions of a deal lost, `records` reads and packs such a deal, `partie`
says what the player sees of a game, and `words` puts numbers into words. The page itself is in the
folder `page`; it computes only how to show things.
"""

import json
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piquet_sim.explorer import answers, quiz, review
from piquet_sim.explorer.partie import acts
from piquet_sim.explorer.questions import Asked, read_query
from piquet_sim.game.errors import InputError

BAD_QUESTION = 400
NAMES = ("127.0.0.1", "localhost")
"""Host names by which the page may be asked for: no other page can take one of them."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of every answer: no outside content, no framing, no caching."""

Answer = Callable[[Asked], dict[str, Any]]
Lines = Callable[[Asked, Callable[[], bool]], Iterator[dict[str, Any]]]

_ANSWERS: dict[str, Answer] = {
    "choices": lambda asked: answers.list_choices(),
    "hand": answers.read_hand,
    "typed": answers.read_text,
    "random": answers.deal_hand,
    "odds": answers.find_discard_odds,
    "deal": answers.walk,
    "series": quiz.deal_series,
    "again": quiz.ask_again,
    "record": review.read_deals,
    "card": review.advise_card,
    "position": review.advise_position,
    "begin": acts.begin,
    "table": acts.tell,
    "decide": acts.decide,
    "back": acts.take_back,
    "hint": acts.hint,
    "next": acts.go_on,
}
_STREAMS: dict[str, Lines] = {
    "advice": answers.stream_advice,
    "contrast": answers.stream_contrast,
    "quiz": quiz.stream_quiz,
    "review": review.stream_review,
}


class Guard:
    """Middleware (ASGI) that refuses other pages' requests and adds the headers of every answer.

    Parameters
    ----------
    app : ASGI application
        By this name, since older versions of Starlette hand it over by name.
    origins : tuple of str
        Those of the page itself.
    hosts : tuple of str
        Further names under which the page is asked for, with any port.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...], hosts: tuple[str, ...]) -> None:
        self.app, self.origins, self.hosts = app, origins, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it here."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self.app
        origin = Headers(scope=scope).get("origin", self.origins[0])
        name = origin.partition("://")[2].partition(":")[0]
        if origin not in self.origins and name not in self.hosts:
            answer = JSONResponse({"error": "origin: other pages' requests are refused"}, 403)
        await answer(scope, receive, send_guarded)


class LineStream(StreamingResponse):
    """Answers, one JSON object per line, computed in a thread for as long as somebody listens.

    Parameters
    ----------
    make : callable
        Makes the lines of what is asked; it is given a function that says whether to stop.
    asked : Asked
    closing : threading.Event
        Set when the server stops.
    """

    def __init__(self, make: Lines, asked: Asked, closing: threading.Event) -> None:
        self.gone = threading.Event()
        lines = make(asked, lambda: self.gone.is_set() or closing.is_set())
        super().__init__(_write_lines(lines), media_type="application/x-ndjson")

    async def listen_for_disconnect(self, receive: Receive) -> None:
        """Stop what is computed when the client leaves."""
        await super().listen_for_disconnect(receive)
        self.gone.set()


async def _write_lines(lines: Iterator[dict[str, Any]]) -> AsyncIterator[str]:
    try:
        async for line in iterate_in_threadpool(lines):
            yield json.dumps(line, allow_nan=False) + "\n"
    except InputError as error:
        yield json.dumps({"error": str(error)}) + "\n"
    except Exception:
        traceback.print_exc()
        yield json.dumps({"error": "this failed; the terminal shows the error"}) + "\n"


def _answer(name: str, find: Answer) -> Route:
    async def answer(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return JSONResponse(await run_in_threadpool(find, asked))

    return Route(f"/api/{name}", answer)


def _stream(name: str, make: Lines, closing: threading.Event) -> Route:
    async def stream(request: Request) -> Response:
        return LineStream(make, read_query(request.query_params.multi_items()), closing)

    return Route(f"/api/{name}", stream)


async def _refuse(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": " ".join(str(error).split())}, BAD_QUESTION)


async def _say_no(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = "there is no such page" if status == 404 else "this request cannot be answered"
    return JSONResponse({"error": said}, status)


def make_application(
    port: int, token: str, hosts: tuple[str, ...], closing: threading.Event
) -> Starlette:
    """The explorer as an ASGI application.

    Parameters
    ----------
    port : int
        The port of the server, which an origin must include.
    token : str
        The first part of every address; without it nothing is answered.
    hosts : tuple of str
        Names by which the page may be asked for besides this machine's own.
    closing : threading.Event
        Set when the server stops: streams then end.
    """

    async def refuse(request: Request) -> Response:
        said = "open the address that piquet explore prints: its token is missing here"
        return JSONResponse({"error": said}, 403)

    routes = [
        *(_answer(name, find) for name, find in _ANSWERS.items()),
        *(_stream(name, make, closing) for name, make in _STREAMS.items()),
        Mount("/", StaticFiles(packages=[("piquet_sim.explorer", "page")], html=True)),
    ]
    own = tuple(f"http://{name}:{port}" for name in NAMES)
    return Starlette(
        routes=[Mount(f"/{token}", routes=routes), Route("/{path:path}", refuse)],
        middleware=[
            Middleware(Guard, origins=own, hosts=hosts),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*NAMES, *hosts]),
        ],
        exception_handlers={InputError: _refuse, HTTPException: _say_no, Exception: _say_no},
    )
