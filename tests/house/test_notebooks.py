"""Notebooks open with a question and its chart; the slow checks run them from start to end."""

import ast
import re

import pytest
from specimens import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
BEGUN = NOTEBOOKS[4::5]
"""Those that are begun here; the slow checks execute all, from start to end."""
FORGET = "from piquet_sim.strategies import registry\nregistry._registered.clear()\n%reset -f"


DEALS = "DEALS = 200_000"
FEWER = {DEALS: "DEALS = 4_000", "=16_384": "=512", "range(12)": "range(3)"}
"""What is enough to see that a notebook begins."""
ROOMS = {"analyses", "piquet_sim", "pandas", "numpy", "fractions", "IPython.display"}


def find_code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def read(path):
    import jupytext  # which takes seconds, in all workers

    return jupytext.read(path)


def execute(*notebooks):
    """Execute notebooks one after the other by one kernel that forgets each before the next."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [cell for one in notebooks for cell in (*one.cells, new_code_cell(FORGET))]
    NotebookClient(new_notebook(cells=cells), timeout=900, kernel_name="python3").execute()


def has_chart(notebook):
    """Whether the first piece of code shows a chart."""
    shown = find_code(notebook)[0]["outputs"]
    pages = ["".join(output.get("data", {}).get("text/html", "")) for output in shown]
    return any('width="100%"' in page for page in pages)


@pytest.fixture(scope="module")
def executed():
    """Some notebooks by their paths, executed with few deals to the end of their first piece of
    code."""
    notebooks = {path: read(path) for path in BEGUN}
    for notebook in notebooks.values():
        cell = find_code(notebook)[0]
        assert DEALS in cell.source
        for many, few in FEWER.items():
            cell.source = cell.source.replace(many, few)
        notebook.cells = notebook.cells[: notebook.cells.index(cell) + 1]
    execute(*notebooks.values())
    return notebooks


def list_said(notebook):
    """All that cells show in words: what is drawn in charts, tables, sentences.

    What they print counts together, since a slow machine sends it in pieces; what is reported of
    compiling does not count.
    """
    said = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        printed = [one for one in outputs if one.get("name") == "stdout"]
        said += ["".join("".join(one["text"]) for one in printed)] if printed else []
        for output in outputs:
            if output["output_type"] == "stream":
                continue
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
    notebook = read(path)
    execute(notebook)
    assert list_said(notebook) == list_said(read(path.with_suffix(".ipynb")))


@pytest.mark.parametrize("path", BEGUN, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__can_be_begun(executed, path):
    assert has_chart(executed[path])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__needs_only_what_is_public(path):
    tree = ast.parse("\n".join(cell.source for cell in find_code(read(path))))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module in ROOMS
        elif isinstance(node, ast.Import):
            assert {one.name for one in node.names} <= ROOMS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__opens_with_a_question_and_its_chart_and_both_forms_agree(path):
    text = [cell.source for cell in read(path).cells]
    executed = read(path.with_suffix(".ipynb"))
    assert [cell.source for cell in executed.cells] == text
    assert text[0].splitlines()[0].endswith("?")
    assert has_chart(executed)
    assert all(cell.get("execution_count") for cell in executed.cells if cell.cell_type == "code")
