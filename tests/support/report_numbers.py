"""Finds the numbers that a report says, and the cells of the files that they stand for."""

import csv
import json
import re
from base64 import b64decode
from collections import Counter
from dataclasses import dataclass, field, replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote_to_bytes

VOID = {"meta", "link", "br", "img", "input", "hr"}
_SAID = {"h2", "p", "li", "dd", "figcaption", "title"}
"""Elements whose texts say something of a part: sentences, and what its charts show."""

_NUMBER = r"(?:(?<![\w.])[+−-])?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+−-]?\d+)?"
_TOKEN = re.compile(
    r"(?P<odds>\b(?:1|once|[Oo]ne(?: hand)?) in )?(?P<bound>\bat (?:least|most) )?"
    rf"(?P<value>{_NUMBER})"
    rf"(?: ± (?P<error>{_NUMBER}))?(?P<percent>%)?"
)
_FIGURE = re.compile(r"^Figure \d+\.")
"""The number of a chart."""
_CONSTANTS = frozenset({"95%", "80%", "1890"})
"""The level of all intervals, the power at which a difference would be seen, and the year by which
a table is called."""

_PROVE_NOTHING = frozenset({
    "question", "sentences", "answers", "files", "tables", "packages", "engine", "strategies",
    "report", "seconds", "date", "headline", "standfirst", "brief", "not_meant",
})  # fmt: skip
"""What a run took, and when it was, would bear out by chance whatever was altered into it."""

_ENDS = frozenset({"se", "low", "high", "published_low", "published_high"})
"""Columns that no sentence says but after a value."""


@dataclass(frozen=True)
class Number:
    """A number as a text shows it."""

    shown: str
    value: float
    digits: int
    error: float | None = None
    error_digits: int = 0
    scale: float = 1.0
    is_odds: bool = False
    is_bound: bool = False
    """Said as what something is at least or at most: an end of its interval."""

    def moved(self) -> "Number":
        """The same with another last digit."""
        return replace(self, value=self.value + 3 * 10.0**-self.digits)


def read_number(text: str) -> tuple[float, int]:
    """A number as shown, and after how many decimals it was rounded."""
    plain = text.replace(",", "").replace("−", "-")
    mantissa, _, power = plain.partition("e")
    return float(plain), len(mantissa.partition(".")[2]) - (int(power) if power else 0)


def find_numbers(text: str) -> list[Number]:
    """All numbers of a text."""
    found = []
    for match in _TOKEN.finditer(" ".join(text.split())):
        value, digits = read_number(match["value"])
        error, error_digits = read_number(match["error"]) if match["error"] else (None, 0)
        scale = 100.0 if match["percent"] else 1.0
        shown = match.group().replace(match["bound"] or "\0", "").strip()
        found.append(
            Number(
                shown,
                value,
                digits,
                error,
                error_digits,
                scale,
                bool(match["odds"]),
                bool(match["bound"]),
            )
        )
    return found


def is_rounded(shown: float, digits: int, exact: float) -> bool:
    """Whether a number that is shown is another, rounded."""
    return abs(abs(shown) - abs(exact)) <= 0.5001 * 10.0**-digits


@dataclass
class Evidence:
    """What stands in the files of a part."""

    cells: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    """Of intervals."""
    rows: list[tuple[float, float]] = field(default_factory=list)
    """Values with their standard errors."""
    texts: set[str] = field(default_factory=set)
    """Those with digits in them."""
    named: set[str] = field(default_factory=set)
    """Numbers that are part of a text."""

    def holds(self, number: Number) -> bool:
        """Whether a number stands in the files, rounded; with its error in the same row."""
        if number.shown.rpartition(" in ")[2] in _CONSTANTS | self.named:
            return True
        if number.error is not None:
            return any(
                is_rounded(number.value, number.digits, number.scale * value)
                and is_rounded(number.error, number.error_digits, number.scale * error)
                for value, error in self.rows
            )
        if number.is_odds:  # of an estimate: noughts at the end are no digits
            noughts = len(number.shown) - len(number.shown.rstrip("0"))
            digits = number.digits or -noughts
            return any(cell and is_rounded(number.value, digits, 1 / cell) for cell in self.cells)
        cells = [*self.cells, *self.ends] if number.is_bound else self.cells
        return any(is_rounded(number.value, number.digits, number.scale * cell) for cell in cells)

    def strip(self, text: str) -> str:
        """A text without the names that stand in the files as they are, such as Cotton 1674."""
        text = " ".join(text.split())
        for name in sorted(self.texts, key=len, reverse=True):
            text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w])", "§", text)
        return text


def read_evidence(page: Path, cited: str) -> Evidence:
    """All that the data files of a part hold: tables, and what `meta.json` says of the run.

    Of a section all its parts, where that is what is cited.

    Sentences and titles of charts stand in `meta.json`, too; they prove nothing and are left out,
    as are digests.
    """
    found = Evidence()
    if cited.startswith("#"):
        homes = [path.parent for path in (page.parent / cited[1:]).rglob("meta.json")]
    else:
        homes = [(page.parent / cited).parent]
    for home in homes:
        read_folder(found, home)
    return found


def read_folder(found: Evidence, home: Path) -> None:
    for path in sorted(home.glob("*.csv")):
        verdicts = Counter()  # of each quantity, which a sentence counts
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                verdicts[row.get("quantity")] += row.get("verdict", "") not in ("", "not judged")
                for name, cell in row.items():
                    if name not in _ENDS:
                        _add(found, cell)
                    elif cell:
                        found.ends.append(float(cell))
                if row.get("se"):
                    found.rows.append((float(row["value"]), float(row["se"])))
        found.cells += map(float, verdicts.values())
        found.cells += list_bettered(path)
    meta = json.loads((home / "meta.json").read_text(encoding="utf-8"))
    _walk(found, {key: one for key, one in meta.items() if key not in _PROVE_NOTHING})
    found.texts.add(meta["date"])  # as a whole: its day is no number of a sentence


def list_bettered(path: Path) -> list[float]:
    """Shares of hands that hold a better thing after the exchange than they were dealt.

    Each is a sum of rows, which go from the least thing to the best.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.get("dealt") and row.get("held")]
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault((row["seat"], row["quantity"], row["dealt"]), []).append(row)
    found = []
    for (_, _, dealt), own in groups.items():
        names = [row["held"] for row in own]
        if dealt in names:
            better = own[names.index(dealt) + 1 :]
            found.append(sum(float(row["value"]) for row in better))
    return found


def _walk(found: Evidence, told: object) -> None:
    if isinstance(told, dict):
        if "se" in told and told["se"] is not None:
            found.rows.append((told["value"], told["se"]))
        for one in told.values():
            _walk(found, one)
    elif isinstance(told, list):
        for one in told:
            _walk(found, one)
    elif told is not None and not isinstance(told, bool):
        _add(found, str(told))


def _add(found: Evidence, cell: str) -> None:
    try:
        found.cells.append(float(cell))
    except ValueError:
        if re.search(r"\d", cell):
            text = " ".join(cell.split())
            found.texts |= {text, text.replace("-", "–"), text.replace("_", " ")}
            found.named |= set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text))


class PartTexts(HTMLParser):
    """The texts of each part of a page, but for its tables, with the file that it cites.

    The answers at the head of the page are a part each, too, with the section that they lead to.
    What a reader must know of the game is left out: no run bears out that a pique takes 30.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[tuple[str, list[str]]] = []
        self._depth = 0
        self._open: list[str] = []
        self._text: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        if tag not in VOID:
            self._open.append(tag)
        if tag == "section" and about.get("class") == "part":
            self.parts.append(("", []))
            self._depth = len(self._open)
        if tag == "a" and "nav" in self._open:
            self.parts.append((about["href"], []))
        if not self._depth and "nav" not in self._open:
            return
        if tag == "a" and about.get("data-file", "").endswith("meta.json"):
            self.parts[-1] = (about["data-file"], self.parts[-1][1])
        if about.get("class") == "answer":
            return
        if tag in (_SAID if self._depth else {"p"}):  # of the list at the head only the answers
            self._text = []

    def handle_endtag(self, tag):
        if len(self._open) == self._depth:
            self._depth = 0
        self._open.pop()
        if tag in _SAID and self._text is not None:
            self.parts[-1][1].append(_FIGURE.sub("", "".join(self._text)))
            self._text = None

    def handle_data(self, data):
        if self._text is not None:
            self._text.append(data)


def find_unfounded(page: Path) -> list[tuple[str, str, str]]:
    """All numbers of a page's texts that no file of their part holds: part, number and text."""
    missing = []
    for cited, texts in PartTexts(page.read_text(encoding="utf-8")).parts:
        evidence = read_evidence(page, cited)
        for text in texts:
            plain = evidence.strip(text)
            missing += [
                (cited, number.shown, plain)
                for number in find_numbers(plain)
                if not evidence.holds(number)
            ]
    return missing


class TableNumbers(HTMLParser):
    """The numbers of each table of a page: what is shown, its cell, and the factor between."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[tuple[str, list[tuple[str, str, float]]]] = []
        self._open: tuple[str, float] | None = None
        self._is_in_table = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        if tag == "table":
            self.tables.append(("", []))
            self._is_in_table = True
        elif tag == "a" and about.get("data-file", "").endswith(".csv") and self._is_in_table:
            link, numbers = self.tables[-1]
            self.tables[-1] = (link or about["data-file"], numbers)
        elif tag == "data":
            self._open = (about["value"], 100.0 if about.get("class") == "percent" else 1.0)

    def handle_endtag(self, tag):
        if tag == "table":
            self._is_in_table = False

    def handle_data(self, data):
        if self._open is not None:
            self.tables[-1][1].append((data, *self._open))
            self._open = None


def find_misquoted(page: Path) -> list[tuple[str, str, str]]:
    """All numbers of tables that are not in the file, or are not what they stand for."""
    wrong = []
    for link, numbers in TableNumbers(page.read_text(encoding="utf-8")).tables:
        with (page.parent / link).open(encoding="utf-8", newline="") as file:
            cells = {cell for row in csv.reader(file) for cell in row}
        for shown, value, scale in numbers:
            said, digits = read_number(shown)
            # Numbers without an error are shown with four figures.
            coarse = max(0.5001 * 10.0**-digits, abs(scale * float(value)) * 5.01e-4)
            if "." not in shown or digits < 4:
                coarse = 0.5001 * 10.0**-digits
            if value not in cells or abs(said - scale * float(value)) > coarse:
                wrong.append((link, shown, value))
    return wrong


def read_attachments(page: str) -> dict[str, bytes]:
    """The files that a page holds, by where they lie beside it."""
    found = re.findall(r'data-file="([^"]+)" href="data:[^;,]+(;base64)?,([^"]+)"', page)
    return {
        unescape(name): b64decode(content) if is_coded else unquote_to_bytes(content)
        for name, is_coded, content in found
    }
