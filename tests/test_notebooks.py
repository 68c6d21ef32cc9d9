"""Notebooks run from start to end, with few deals."""

import os
from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.py"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__runs(path, monkeypatch):
    monkeypatch.setitem(os.environ, "PIQUET_NOTEBOOK_DEALS", "4000")
    notebook = jupytext.read(path)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [output.get("data", {}).get("text/html", "") for output in outputs]
    assert any("<svg" in "".join(page) for page in pages)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__text_and_executed_form_agree(path):
    text = [cell.source for cell in jupytext.read(path).cells]
    executed = jupytext.read(path.with_suffix(".ipynb"))
    assert [cell.source for cell in executed.cells] == text
    assert all(cell.get("execution_count") for cell in executed.cells if cell.cell_type == "code")
