"""Files inside a page: links that save them, so that one page holds all of a report."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_from_bytes

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason

_PLAIN = " ,;:@/?+$!*()=-_.~"
"""Marks that stand for themselves in the address of a file and in HTML.

A blank does inside an address; at its end it would be cut off, and a text ends with its last line.
"""
_KINDS = {
    ".csv": ("CSV", "text/csv"),
    ".md": ("Markdown", "text/markdown"),
    ".tex": ("LaTeX", "application/x-tex"),
    ".json": ("JSON", "application/json"),
    ".svg": ("SVG", "image/svg+xml"),
    ".png": ("PNG", "image/png"),
}


@dataclass(frozen=True)
class Attachment:
    """A file that a page holds."""

    label: str
    """What the link says."""
    name: str
    """The name under which it is saved."""
    where: str
    """Where it lies beside the page, with its folder."""
    address: str
    """The file itself, as an address."""


def attach(home: Path, where: str, name: str) -> Attachment:
    """A file of a part as a link that saves it.

    Parameters
    ----------
    home : Path
        The folder of the part.
    where : str
        That folder, as the page names it.
    name : str

    Raises
    ------
    InputError
        If it cannot be read.
    """
    path = Path(home) / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    label, kind = _KINDS[path.suffix]
    saved = f"{where.rpartition('/')[2]}-{name}"
    # Text is shorter as it stands, pictures are in letters and digits.
    addresses = (
        f"data:{kind},{quote_from_bytes(content, _PLAIN)}",
        f"data:{kind};base64,{b64encode(content).decode()}",
    )
    return Attachment(label, saved, f"{where}/{name}", min(addresses, key=len))


def attach_all(home: Path, where: str, stem: str, kinds: Sequence[str]) -> list[Attachment]:
    """Files of one name and several kinds."""
    return [attach(home, where, f"{stem}.{kind}") for kind in kinds]
