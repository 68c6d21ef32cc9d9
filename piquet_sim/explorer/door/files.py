"""The page's files as they are sent: without indentation, blank lines and lines of comment.

What is read in the folder ``page`` is written for people; a browser needs none of that.
"""

import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_IDLE = re.compile(r"\s*([{}>;,])\s*")
"""Blanks that say nothing in a style sheet."""
_TEXTS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}


def squeeze(text: str) -> str:
    r"""A script, style sheet or page without what only people read.

    Lines stay lines, so that nothing changes its meaning; no text goes over several lines.

    Examples
    --------
    >>> squeeze("/** Why. */\nconst one = 1;\n\n  // And two.\n  let two;")
    'const one = 1;\nlet two;\n'
    """
    kept, is_comment = [], False
    for line in map(str.strip, text.splitlines()):
        starts = line.startswith("/*")
        if not (is_comment or starts or line.startswith("//") or not line):
            kept.append(line)
        if starts or is_comment:
            is_comment = "*/" not in line
    return "\n".join(kept) + "\n"


@lru_cache
def _read(path: str) -> str:
    text = squeeze(Path(path).read_text("utf-8"))
    return _IDLE.sub(r"\1", text) if path.endswith(".css") else text


class PageFiles(StaticFiles):
    """The files of the page, squeezed."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file."""
        kind = _TEXTS.get(Path(full_path).suffix)
        if kind is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        return Response(_read(str(full_path)), status_code, media_type=kind)
