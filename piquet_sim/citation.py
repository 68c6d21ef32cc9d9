"""How to cite the project, a result with what made it, or a chart: piquet cite.

A citation of a result names its question, what was played, the version, the engine's digest, and
the digest of its file, so that a reader can tell whether they hold the same numbers. A chart
carries what made it in its metadata, which is read from there.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from piquet_sim import __version__
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import digest_file, read_json_file, say_reason, suggest_file

TITLE = "piquet-sim: a Monte Carlo toolkit for the card game Piquet"
AUTHOR = "The piquet-sim developers"
YEAR = "2026"
LICENSE = "MIT"
FORMS = ("text", "bibtex", "cff")
"""In which a citation can be printed."""

_CHARTS = (".svg", ".png", ".pdf")
_MOST_BYTES = 50_000_000
_SPECIAL = re.compile(r"([&%$#_{}])")
_SHOWN = 16
"""Digits of a file's digest that are printed."""


@dataclass(frozen=True)
class Citation:
    """What is cited."""

    title: str
    version: str = __version__
    year: str = YEAR
    details: Mapping[str, str] = field(default_factory=dict)
    """What tells this result from any other, in order: deals, players, engine, file."""
    changes: str = ""
    """What the list of changes says of the engine, if it names it."""

    @property
    def key(self) -> str:
        """A name for BibTeX: of the project, or with the beginning of the file's digest."""
        digest = self.details.get("sha256", "")
        return f"piquet_sim_{digest[:8]}" if digest else "piquet_sim"

    def _join_details(self) -> str:
        return "; ".join(f"{name} {text}" for name, text in self.details.items())

    def as_text(self) -> str:
        """The citation in a sentence.

        Examples
        --------
        >>> cite_project().as_text().startswith("The piquet-sim developers (2026). piquet-sim:")
        True
        """
        if not self.details:
            return f"{AUTHOR} ({self.year}). {TITLE}, version {self.version} [computer software]."
        title = self.title if self.title.endswith(("?", ".")) else f"{self.title}."
        return (
            f"{AUTHOR} ({self.year}). {title} In {TITLE}, version {self.version} [result]; "
            f"{self._join_details()}."
        )

    def as_bibtex(self) -> str:
        """The citation as an entry of BibTeX.

        Examples
        --------
        >>> cite_project().as_bibtex().splitlines()[0]
        '@software{piquet_sim,'
        """
        rows = {
            "author": f"{{{AUTHOR}}}",
            "title": _escape(self.title),
            "year": self.year,
            "version": self.version,
            "license": "" if self.details else LICENSE,
            "howpublished": _escape(TITLE) if self.details else "",
            "note": _escape(self._join_details()),
        }
        kind = "misc" if self.details else "software"
        told = "".join(f"  {name} = {{{text}}},\n" for name, text in rows.items() if text)
        return f"@{kind}{{{self.key},\n{told}}}"

    def as_cff(self) -> str:
        """The citation in the Citation File Format 1.2.0, which is YAML."""
        lines = [
            "cff-version: 1.2.0",
            'message: "If you use piquet-sim, please cite it; a result: piquet cite RESULT"',
            f"type: {'dataset' if self.details else 'software'}",
            f"title: {json.dumps(self.title, ensure_ascii=False)}",
            "authors:",
            f'  - name: "{AUTHOR}"',
            f"version: {json.dumps(self.version)}",
            f"license: {LICENSE}",
        ]
        if self.details:
            lines.append(f"abstract: {json.dumps(self._join_details(), ensure_ascii=False)}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The citation as plain data."""
        told = {"author": AUTHOR, "title": self.title, "year": self.year, "version": self.version}
        return {
            **told,
            "details": dict(self.details),
            "text": self.as_text(),
            "bibtex": self.as_bibtex(),
        }


def _escape(text: str) -> str:
    # For LaTeX.
    return _SPECIAL.sub(r"\\\1", text)


def cite_project() -> Citation:
    """How to cite the project as it is installed."""
    return Citation(TITLE)


def cite_result(path: Path) -> Citation:
    """How to cite a result or a chart.

    Parameters
    ----------
    path : Path
        A folder with the result of a study, its ``meta.json`` or ``data.csv``, what
        ``simulate --json`` printed, a file of records, or a chart that this package has drawn.

    Raises
    ------
    InputError
        If there is no such file, or it says nothing of what made it.
    """
    path = Path(path)
    if not path.exists():
        raise InputError(f"cite {path}: no such file{suggest_file(path)}")
    if path.is_dir() or path.name in ("meta.json", "data.csv"):
        home = path if path.is_dir() else path.parent
        return _cite(read_json_file(home / "meta.json"), home / "data.csv", path)
    if path.suffix.lower() in _CHARTS:
        return _cite(_read_chart(path), path, path)
    about = _read_records(path) if path.suffix == ".parquet" else read_json_file(path)
    return _cite(about | _require_object(about.get("origin", {}), path), path, path)


def _cite(about: Mapping[str, Any], file: Path, asked: Path) -> Citation:
    described = _require_object(about.get("description", about), asked)
    engine, version = about.get("engine"), about.get("version")
    if not isinstance(engine, str) or not isinstance(version, str):
        raise InputError(f"cite {asked}: expected a result or a chart that says what made it")
    elder, younger = described.get("elder"), described.get("younger")
    title = about.get("title") or f"{elder} as elder and {younger} as younger"
    n, details = described.get("n"), {}
    if isinstance(n, int):
        details["deals"] = f"{n:,}"
    if elder is not None:
        details["players"] = f"{elder} v {younger}"
    for name in ("rules", "seed"):
        if isinstance(described.get(name), str | int):
            details[name] = str(described[name])
    details |= {"engine": engine, "file": file.name, "sha256": digest_file(file)[:_SHOWN]}
    made = str(about.get("date", YEAR))[:4]
    return Citation(str(title), version, made, details, find_change(engine))


def _read_records(path: Path) -> dict[str, Any]:
    library = load_extra("pyarrow.parquet", f"cite {path}")
    try:
        about = json.loads((library.read_schema(path).metadata or {})[b"simulation"])
    except (OSError, LookupError, ValueError, TypeError, RecursionError):
        raise InputError(f"cite {path}: not a file of records") from None
    return _require_object(about, path)


def _require_object(found: object, path: Path) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise InputError(f"cite {path}: expected a result or a chart that says what made it")
    return found


# ---- Charts --------------------------------------------------------------------------------------
_SVG_TITLE = re.compile(r"<dc:title>(.*?)</dc:title>", re.DOTALL)
_SVG_ABOUT = re.compile(r"<dc:description>(.*?)</dc:description>", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r"}
_PDF_TEXT = re.compile(rb"/(Title|Subject) \(((?:[^()\\]|\\.)*)\)", re.DOTALL)


def _read_chart(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"cite {path}: more than {_MOST_BYTES:,} bytes; too large for a chart")
        title, about = _READERS[path.suffix.lower()](path)
        told = _require_object(json.loads(about), path)
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"cite {path}: {say_reason(error)}") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise InputError(f"cite {path}: the chart does not say what made it") from None
    return {**told, "title": title}


def _read_svg(path: Path) -> tuple[str, str]:
    from html import unescape

    text = path.read_text(encoding="utf-8")
    return tuple(unescape(one.search(text)[1]) for one in (_SVG_TITLE, _SVG_ABOUT))


def _read_png(path: Path) -> tuple[str, str]:
    from PIL import Image

    with Image.open(path) as picture:
        picture.load()
        return picture.info["Title"], picture.info["Description"]


def _read_pdf(path: Path) -> tuple[str, str]:
    found = {name: _read_string(text) for name, text in _PDF_TEXT.findall(path.read_bytes())}
    return found[b"Title"], found[b"Subject"]


def _read_string(text: bytes) -> str:
    # A literal of PDF; UTF-16 if it begins with a mark.
    plain = re.sub(rb"\\(.)", lambda one: _ESCAPES.get(one[1], one[1]), text, flags=re.DOTALL)
    return plain.decode("utf-16" if plain.startswith(b"\xfe\xff") else "latin-1")


_READERS = {".svg": _read_svg, ".png": _read_png, ".pdf": _read_pdf}


# ---- Changes -------------------------------------------------------------------------------------
@cache
def read_changes() -> str:
    """The list of changes, in Markdown."""
    return files("piquet_sim").joinpath("data", "CHANGELOG.md").read_text(encoding="utf-8")


def find_change(engine: str) -> str:
    """What the list of changes says of an engine; empty if it does not name it.

    Examples
    --------
    >>> find_change("48ad5682161bcacf")
    'the first engine with a digest'
    """
    for entry in re.findall(r"^- (`[0-9a-f]{16}`.*(?:\n  .*)*)", read_changes(), re.MULTILINE):
        digests, _, said = entry.partition("):")
        if f"`{engine}`" in digests:
            return " ".join(said.replace("`", "").split()).rstrip(".")
    return ""
