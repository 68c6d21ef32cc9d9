"""Admission: only small requests from this machine's own page, and not too many.

The server listens on the loopback address, but any page open in a browser can send requests
there. Such requests carry the page's own Origin or, where the page has pointed a name of its own at
this address (DNS rebinding), its own Host: both are refused.
"""

import time
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES = ("/", "/glossary")
LONGEST_ADDRESS = 2_000
"""Maximum length of path and query together, in bytes as sent."""
PASTED, LONGEST_PASTED = "/api/record", 12_000
"""Where a deal is read as somebody wrote it down, in words if they like."""
CHANGES = "/api/do/"
"""Below it something that is kept is changed: only by POST, and only from the page."""
FILES, MOST_BYTES = "/api/do/import", 4_000_000
"""Where a file may be the body, and its most bytes."""
RATE, BURST = 100.0, 200.0
"""Requests per second answered in the long run, and the largest burst."""

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

NAMES = ("127.0.0.1", "localhost")


class Bucket:
    """A limit on requests: `burst` at once, and `rate` more every second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic):
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left, self.seen = burst, clock()

    def take(self) -> bool:
        """Whether one more request is allowed now."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Gate:
    """Middleware (ASGI) that refuses requests that are not the page's own.

    Parameters
    ----------
    application : ASGI application
    port : int
        The port of the server.
    """

    def __init__(self, application: ASGIApp, port: int) -> None:
        self.application = application
        self.port = port
        self.bucket = Bucket(RATE, BURST)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        hosts = [f"{name}:{self.port}" for name in NAMES]
        # More than one Host, or none, is as good as a foreign one.
        if [host.lower() for host in headers.getlist("host")] not in [[host] for host in hosts]:
            return 421, f"host: this page is http://{hosts[0]}/ and accepts no other host name"
        origins = {origin.lower() for origin in headers.getlist("origin")}
        if origins - {f"http://{host}" for host in hosts}:
            return 403, "origin: requests from other pages are refused"
        # A link that somebody follows from elsewhere to the page is no question.
        is_visit = scope["path"] in PAGES and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not is_visit:
            return 403, "origin: requests from other pages are refused"
        is_change = scope["path"].startswith(CHANGES)
        allowed = ("POST",) if is_change else ("GET", "HEAD")
        if scope["method"] not in allowed:
            return 405, f"method: {scope['method'][:20]}; only {allowed[0]} is supported"
        if is_change and not origins:
            return 403, "origin: only the page itself may change what is kept"
        most = MOST_BYTES if scope["path"] == FILES else 0
        length = headers.get("content-length", "0")
        is_small = length.isascii() and length.isdigit() and int(length) <= most
        if not is_small or "transfer-encoding" in headers:
            return 413, "body: expected an empty body; the question belongs in the address"
        length = len(scope.get("raw_path") or b"") + len(scope["query_string"])
        most = LONGEST_PASTED if scope["path"] == PASTED else LONGEST_ADDRESS
        if length > most:
            return 414, f"address: {length:,} characters; at most {most:,}"
        if not self.bucket.take():
            return 429, "too many requests at once; wait a second"
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it here."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no web sockets: the server closes them

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        refused = self._refusal(scope)
        if refused is None:
            await self.application(scope, receive, send_guarded)
            return
        status, reason = refused
        extra = (
            {"retry-after": "1"}
            if status == 429
            else {"allow": "POST" if scope["path"].startswith(CHANGES) else "GET, HEAD"}
            if status == 405
            else {}
        )
        # What was sent after a refused head is not read: the connection ends.
        answer = JSONResponse({"error": reason}, status, {**extra, "connection": "close"})
        await answer(scope, receive, send_guarded)
