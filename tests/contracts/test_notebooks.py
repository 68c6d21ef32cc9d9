"""Notebooks open with a question and its chart; the slow checks run them from start to end."""

import ast
import re
from importlib import import_module

import pytest
from specimens import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


ROOMS = {"analyses", "piquet_sim", "pandas", "numpy", "fractions"}


def find_code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def read(path):
    import jupytext  # which takes seconds, in all workers

    return jupytext.read(path)


def list_said(notebook):
    """All that cells show in words: what is drawn in charts, tables, sentences.

    What they print counts together, since a slow machine sends it in pieces; what is reported of
    compiling does not count.
    """
    said = []
    for outputs in (cell.get("outputs", []) for cell in notebook.cells):
        said.append("".join("".join(one["text"]) for one in outputs if one.get("name") == "stdout"))
        for shown in [one["data"] for one in outputs if "data" in one]:
            page = "".join(shown.get("text/html", ""))
            plain = "".join(shown.get("text/markdown", shown.get("text/plain", "")))
            said += [text for text in re.split(r"<[^>]*>|\n", page) if text.strip()] or [plain]
    return said


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__executed_anew_shows_the_same(path):
    """Charts and numbers in it are those of the code beside it; `make notebooks` makes it so."""
    from nbclient import NotebookClient

    notebook = read(path)
    NotebookClient(notebook, timeout=900, kernel_name="python3").execute()
    assert list_said(notebook) == list_said(read(path.with_suffix(".ipynb")))


def find_broken(said):
    """What a notebook shows that is no answer: nothing, no number, or a number beyond belief.

    What lies more than twenty standard errors off was not meant to agree.
    """
    far = re.compile(r"([\d.,]+) standard errors")
    return [
        one
        for one in said
        if re.search(r"\bNone\b|\bnan\b|\bNaN\b", one)
        or any(float(z.replace(",", "")) > 20 for z in far.findall(one))
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__needs_only_what_is_public_and_there(path):
    """IPython comes with the programs that show notebooks, and these tests do not install them."""
    for node in ast.walk(ast.parse("\n".join(cell.source for cell in find_code(read(path))))):
        if isinstance(node, ast.ImportFrom) and node.module != "IPython.display":
            assert node.module in ROOMS or node.module.startswith("piquet_sim.")
            given = import_module(node.module)
            assert [one.name for one in node.names if not hasattr(given, one.name)] == []
        elif isinstance(node, ast.Import):
            assert {one.name for one in node.names} <= ROOMS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__opens_with_a_question_and_its_chart_and_both_forms_agree(path):
    """And it warns of nothing, and shows an answer wherever it shows anything."""
    text, executed = [cell.source for cell in read(path).cells], read(path.with_suffix(".ipynb"))
    assert ([one.source for one in executed.cells], text[0].splitlines()[0][-1]) == (text, "?")
    code = find_code(executed)
    assert all(cell.get("execution_count") for cell in code)
    outputs = [one for cell in code for one in cell["outputs"]]
    assert (
        [one["text"] for one in outputs if "Warning" in one.get("text", "")],
        any("image/png" in one.get("data", {}) for one in code[0]["outputs"]),
    ) == ([], True)
    assert not any("<svg" in "".join(one.get("data", {}).get("text/html", "")) for one in outputs)
    assert find_broken(list_said(executed)) == []
