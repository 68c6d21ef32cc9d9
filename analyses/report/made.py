"""A report on disk: its page and the parts from which the page is written."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyses.report.sections import Part, Section


@dataclass(frozen=True)
class MadePart:
    """A part on disk, from which the page is written."""

    section: Section
    part: Part
    home: Path
    where: str
    """Its folder, as the page names it."""
    meta: dict[str, Any]
    again: str
    """The command that makes it again."""
    is_new: bool = False
    """Whether it was played in this run."""
    is_drawn: bool = False
    """Whether its charts were drawn in this run."""
    source: Path | None = None
    """The result that it was taken from, where it was not played."""


@dataclass(frozen=True)
class Made:
    """The finished report."""

    page: Path
    parts: tuple[MadePart, ...]
    seconds: float
    size: int
    """Size of the page in bytes."""
    left_out: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "page": str(self.page),
            "bytes": self.size,
            "seconds": round(self.seconds, 2),
            "left_out": list(self.left_out),
            "parts": [
                {
                    "section": one.section.key,
                    "study": one.part.name,
                    "folder": str(one.home),
                    "computed": one.is_new,
                    "drawn": one.is_drawn,
                    "title": one.meta["question"],
                    "answer": one.meta["sentences"][one.part.reported.lead],
                    "files": sorted(one.meta["files"]),
                    "command": one.again,
                }
                for one in self.parts
            ],
        }
