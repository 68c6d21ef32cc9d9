"""The explorer's addresses: the page and its parts, and the questions that it asks."""

import mimetypes
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, PackageLoader
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from piquet_sim.explorer import answers, quiz, review
from piquet_sim.explorer.door.gate import PASTED, Gate
from piquet_sim.explorer.door.stream import Desk, LineStream
from piquet_sim.explorer.questions import Asked, read_query
from piquet_sim.game.errors import InputError
from piquet_sim.game.glossary import WORDS

BAD_QUESTION = 422

_TEMPLATES = Jinja2Templates(
    env=Environment(
        loader=PackageLoader("piquet_sim.explorer", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
)
_PAGE = StaticFiles(packages=[("piquet_sim.explorer", "page")], html=True)
mimetypes.add_type("text/javascript", ".js")  # a machine may say otherwise, and no browser guesses


def _answer(path: str, find: Callable[[Asked], dict[str, Any]]) -> Route:
    async def answer(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return JSONResponse(await run_in_threadpool(find, asked))

    return Route(path, answer)


def _stream(path: str, make: Callable, desk: Desk) -> Route:
    async def stream(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return LineStream(desk, lambda stop: make(asked, stop))

    return Route(path, stream)


async def _show_glossary(request: Request) -> Response:
    return _TEMPLATES.TemplateResponse(request, "glossary.html.jinja2", {"words": WORDS})


async def _refuse(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": " ".join(str(error).split())}, BAD_QUESTION)


async def _say_no(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = "there is no such page" if status == 404 else "this request cannot be answered"
    return JSONResponse({"error": said}, status)


def make_application(port: int, desk: Desk) -> Gate:
    """The explorer as an ASGI application.

    Parameters
    ----------
    port : int
        The port of the server, which host names must include.
    desk : Desk
        Where streamed questions are played.
    """
    routes = [
        Route("/glossary", _show_glossary),
        _answer("/api/choices", lambda asked: answers.list_choices()),
        _answer("/api/hand", answers.read_hand),
        _answer("/api/typed", answers.read_text),
        _answer("/api/random", answers.deal_hand),
        _answer("/api/odds", answers.find_discard_odds),
        _answer("/api/deal", answers.walk),
        _stream("/api/advice", answers.stream_advice, desk),
        _stream("/api/contrast", answers.stream_contrast, desk),
        _answer("/api/series", quiz.deal_series),
        _stream("/api/quiz", quiz.stream_quiz, desk),
        _answer(PASTED, review.read_deal),
        _stream("/api/review", review.stream_review, desk),
        _answer("/api/card", review.advise_card),
        Mount("/", _PAGE),
    ]
    handlers = {InputError: _refuse, HTTPException: _say_no, Exception: _say_no}
    app = Starlette(routes=routes, exception_handlers=handlers)
    return Gate(app, port)
