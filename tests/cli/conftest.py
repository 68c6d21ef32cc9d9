"""What is refused on the command line is refused in one line, and nothing is played or written."""

import json
import shlex

import pytest
from command_line import refused
from specimens import ENDING

from analyses.study import Study

FILES = {
    "ending.jsonl": json.dumps(ENDING).encode(),
    "sheets.jsonl": b'{"deals": [[60, 70], [50, 10]]}',
    "file": b"\xff\n",
    **dict.fromkeys(("run.checkpoint", "own.py", "deals.jsonl"), b""),
}
FOLDERS = ("results/pique", "taken/pique", "folder.svg")


@pytest.fixture
def refuse(tmp_path, monkeypatch):
    """Run what is refused, with a text in place of {}: the one line that is said."""
    for name in FOLDERS:
        (tmp_path / name).mkdir(parents=True)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Study, "ask", lambda *_: pytest.fail("played"))
    before = sorted(tmp_path.rglob("*"))

    def run(line, text="", **more):
        said = refused(*(word.replace("{}", text) for word in shlex.split(line)), **more)
        assert len(said) < 700, line
        assert sorted(tmp_path.rglob("*")) == before
        return said

    return run
