"""The explorer's addresses: the page and its parts, and the questions that it asks."""

from collections.abc import Callable
from functools import partial
from typing import Any

from jinja2 import Environment, PackageLoader
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.templating import Jinja2Templates

from piquet_sim.explorer import answers, quiz, review
from piquet_sim.explorer.door.files import PageFiles
from piquet_sim.explorer.door.gate import CHANGES, FILES, PASTED, Gate
from piquet_sim.explorer.door.stream import Desk, LineStream
from piquet_sim.explorer.history.kept_answers import KeptAnswers, Stream
from piquet_sim.explorer.history.pages import Diary
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.partie.acts import Parlour
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
_PAGE = PageFiles(packages=[("piquet_sim.explorer", "page")], html=True)


def _answer(path: str, find: Callable[[Asked], dict[str, Any]]) -> Route:
    async def answer(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return JSONResponse(await run_in_threadpool(find, asked))

    return Route(path, answer)


def _change(path: str, do: Callable[[Asked], dict[str, object]]) -> Route:
    async def change(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return JSONResponse(await run_in_threadpool(do, asked))

    return Route(CHANGES + path, change, methods=["POST"])


def _stream(path: str, make: Stream, desk: Desk) -> Route:
    async def stream(request: Request) -> Response:
        asked = read_query(request.query_params.multi_items())
        return LineStream(desk, lambda stop: make(asked, stop))

    return Route(path, stream)


def _write(make: Callable[[], str], name: str) -> Callable:
    async def write(request: Request) -> Response:
        text = await run_in_threadpool(make)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    return write


async def _show_glossary(request: Request) -> Response:
    return _TEMPLATES.TemplateResponse(request, "glossary.html.jinja2", {"words": WORDS})


async def _refuse(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": " ".join(str(error).split())}, BAD_QUESTION)


async def _say_no(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = "there is no such page" if status == 404 else "this request cannot be answered"
    return JSONResponse({"error": said}, status)


def make_application(port: int, desk: Desk, store: Store | None = None) -> Gate:
    """The explorer as an ASGI application.

    Parameters
    ----------
    port : int
        The port of the server, which host names must include.
    desk : Desk
        Where streamed questions are played.
    store : Store, optional
        Where the player's history is kept; by default in the user's own folder.
    """
    store = store or Store()
    parlour, diary, kept = Parlour(store), Diary(store), KeptAnswers()

    def keep_deal(asked: Asked) -> dict[str, object]:
        told = parlour.describe(asked.state.get("record", ""))
        return diary.keep_deal(asked, *told)

    def forget(asked: Asked) -> dict[str, object]:
        parlour.forget()
        kept.forget()
        return diary.forget(asked)

    async def read_file(request: Request) -> Response:
        text = (await request.body()).decode("utf-8-sig", "replace")
        return JSONResponse(await run_in_threadpool(diary.read, text))

    routes = [
        Route("/glossary", _show_glossary),
        _answer("/api/choices", lambda asked: answers.list_choices()),
        _answer("/api/hand", answers.read_hand),
        _answer("/api/typed", answers.read_text),
        _answer("/api/random", answers.deal_hand),
        _answer("/api/odds", answers.find_discard_odds),
        _answer("/api/deal", answers.walk),
        _stream("/api/advice", partial(kept.answer, answers.stream_advice), desk),
        _stream("/api/contrast", partial(kept.answer, answers.stream_contrast), desk),
        _answer("/api/series", quiz.deal_series),
        _stream("/api/quiz", quiz.stream_quiz, desk),
        _answer(PASTED, review.read_deal),
        _stream("/api/review", review.stream_review, desk),
        _answer("/api/card", review.advise_card),
        _answer("/api/partie", parlour.tell),
        _change("begin", parlour.begin),
        _change("decide", parlour.decide),
        _change("hint", parlour.hint),
        _change("next", parlour.go_on),
        _answer("/api/today", diary.tell_today),
        _answer("/api/due", diary.tell_due),
        _answer("/api/errors", diary.tell_errors),
        _answer("/api/error", diary.ask_error),
        Route("/api/file/errors", _write(diary.write, "piquet-errors.txt")),
        Route("/api/file/partie", _write(parlour.write_all, "piquet-partie.txt")),
        _change("throw-today", diary.throw_today),
        _change("keep-deal", keep_deal),
        _change("keep-throw", diary.keep_throw),
        _change("drop", diary.drop),
        _change("answer", diary.answer_error),
        _change("forget", forget),
        Route(FILES, read_file, methods=["POST"]),
        Mount("/", _PAGE),
    ]
    handlers = {InputError: _refuse, HTTPException: _say_no, Exception: _say_no}
    app = Starlette(routes=routes, exception_handlers=handlers)
    return Gate(app, port)
