"""Notebooks run from start to end, with few deals."""

import os
import re
from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.py"))


def execute(path):
    notebook = jupytext.read(path)
    NotebookClient(notebook, timeout=900, kernel_name="python3").execute()
    return notebook


def list_said(notebook):
    """All that cells show in words: what is drawn in charts, tables, sentences."""
    said = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            page = "".join(data.get("text/html", ""))
            said += [text for text in re.split(r"<[^>]*>|\n", page) if text.strip()]
            if not page:
                said.append("".join(data.get("text/markdown", data.get("text/plain", ""))))
    return said


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__executed_anew_shows_the_same(path):
    """Charts and numbers in it are those of the code beside it; `make notebooks` makes it so."""
    stored = list_said(jupytext.read(path.with_suffix(".ipynb")))
    assert list_said(execute(path)) == stored


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__runs(path, monkeypatch):
    monkeypatch.setitem(os.environ, "PIQUET_NOTEBOOK_DEALS", "4000")
    notebook = execute(path)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [output.get("data", {}).get("text/html", "") for output in outputs]
    assert any("<svg" in "".join(page) for page in pages)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__text_and_executed_form_agree(path):
    text = [cell.source for cell in jupytext.read(path).cells]
    executed = jupytext.read(path.with_suffix(".ipynb"))
    assert [cell.source for cell in executed.cells] == text
    assert all(cell.get("execution_count") for cell in executed.cells if cell.cell_type == "code")
