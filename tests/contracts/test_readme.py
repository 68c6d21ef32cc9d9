"""Commands of README and guides are read, their Python runs, and so does every docstring's."""

import doctest
import inspect
import re
import shlex
from contextlib import suppress
from importlib import import_module

import pytest
import typer
from specimens import ROOT

import analyses
import piquet_sim
from analyses import contents
from analyses.contents import list_studies
from analyses.findings import Findings
from piquet_sim.cli.app import make_command
from piquet_sim.cli.guides import GUIDES, read_guide

README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = {"README": README} | {topic: read_guide(topic) for topic in GUIDES}
WRITTEN = "\n\n".join(DOCUMENTS.values())
MOST_WORDS, MOST_LINES = 1600, 130
COMMANDS = set(make_command().commands)


def find_commands():
    """Commands in blocks of code and in tables of all documents, as they stand there."""
    blocks = re.findall(r"^    (piquet .*)$", WRITTEN, re.MULTILINE)
    inline = re.findall(
        r"`(piquet [^`]*)`",
        "\n".join(line for line in WRITTEN.splitlines() if line.startswith("| ")),
    )
    return list(dict.fromkeys(re.split(r"\s{2,}#", one)[0].strip() for one in blocks + inline))


def test_documents__name_all_commands_and_no_other():
    """And the guide of studies shows each of them."""
    named = set(re.findall(r"piquet\s+([a-z][\w-]*)", WRITTEN))
    assert (
        {
            *re.findall(r"`piquet\s+([a-z][\w-]*)", WRITTEN),
            *(command.split()[1] for command in find_commands()),
        }
        <= COMMANDS
        <= named
    )
    assert set(list_studies()) <= set(
        re.findall(r"^    piquet study (\S+)", read_guide("studies"), re.MULTILINE)
    )


@pytest.mark.parametrize("line", find_commands())
def test_documents__command_is_one_that_the_command_line_takes(line):
    """Its options and values are read; commands themselves are run elsewhere."""
    name, *words = shlex.split(line)[1:]
    with suppress(typer.Exit):  # of --help
        make_command().commands[name].make_context(name, words, help_option_names=["-h", "--help"])


PYTHON = {
    text: f"{name}-{text[:30]}"
    for name, document in reversed(DOCUMENTS.items())
    for text in re.findall(r"```python\n(.*?)```", document, re.DOTALL)
}
"""Each piece of Python once, by where it stands."""


@pytest.mark.parametrize("text", PYTHON, ids=PYTHON.get)
def test_documents__python_runs(text, here, monkeypatch):
    if "their-player" in text:
        compile(text, "guide", "exec")
        return
    deals = re.findall(r"```text\n(.*?)```", WRITTEN, re.DOTALL)
    (here / "deals.txt").write_text("\n".join(deals), "utf-8")
    monkeypatch.setattr(contents, "ENTRIES", dict(contents.ENTRIES))  # a study of one's own stays
    few = re.sub(r"\b\d+(?:_\d{3})+\b", "400", re.sub(r"n=[\d_]+", "n=400", text))
    exec(compile(few, "README.py", "exec"), {"__name__": "readme"})


def test_readme__its_numbers_are_of_the_published_tables():
    """But those of the reviewed example, which are held to its review elsewhere, and of advice."""
    number = r"[\d.]+\s\([\d.]+\sto\s[\d.]+\)"
    advised = piquet_sim.advise("AKJ.AQJ8.98.J87", n=65_536).table()
    for key, words in (
        ("d0", "leads by {:.1f} points ({:.1f} to {:.1f}, 32,768 deals)"),
        ("behind 1", "loses {:.1f} ({:.1f} to {:.1f})"),
    ):
        assert words.format(*advised.loc[key][["value", "low", "high"]]) in README.replace(
            "\n", " "
        )
    text, left_out = re.subn(
        rf"discard\s+loses\s{number}\spoints, and calling the knaves\s{number}", "", README
    )
    quoted = {" ".join(one.split()) for one in re.findall(number, text)}
    rows = [
        row for path in ROOT.glob("results/*/data.csv") for row in Findings.read_file(path).rows
    ]
    kept = {str(row.estimate) for row in rows if row.estimate}
    assert (left_out, quoted - kept, quoted & kept != set()) == (1, {"4.2 (4.0 to 4.4)"}, True)


def test_readme__begins_with_a_question_and_its_chart():
    first = "\n".join(README.splitlines()[:25])
    assert (
        "piquet study" in first,
        "\n![" in first,
        len(README.split()) <= MOST_WORDS,
        README.count("\n") <= MOST_LINES,
    ) == (True, True, True, True)
    assert [
        one
        for one in re.findall(r"\]\(([^)#]+)\)", README)
        if not (one.startswith("http") or (ROOT / one).exists())
    ] == []


MODULES = {
    path.relative_to(ROOT)
    .with_suffix("")
    .as_posix()
    .replace("/", ".")
    .removesuffix(".__init__"): path
    for package in ("piquet_sim", "analyses")
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.stem != "__main__"
}
WITH_EXAMPLES = {
    name: count
    for name, path in MODULES.items()
    if (count := len(re.findall(r"^ *>>>", path.read_text("utf-8"), re.MULTILINE)))
}


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples__run(name):
    tests, said = doctest.DocTestFinder().find(import_module(name)), []
    # What the finder does not see (a compiled function, the text after an attribute) would be
    # left out without a word.
    assert sum(len(one.examples) for one in tests) == WITH_EXAMPLES[name]
    runner = doctest.DocTestRunner(verbose=False)
    for one in tests:
        one.globs["__name__"] = "an_example"  # what it defines is a user's, not the package's
        runner.run(one, out=said.append)
    assert runner.failures == 0, "".join(said)


# Classes that need no example of their own, and what the digest of the engine covers: a word
# changed there would say that published results come from other code.
PLAIN = {
    "IllegalDecision",
    "DiscardView",
    "CallView",
    "PlayView",
    "Strategy",
    "RuleSet",
    "register",
    "find_strategy",
    "random_below",
    "read_law",
    "iterate_cards",
}


PUBLIC = {
    **{name: getattr(piquet_sim, name) for name in piquet_sim.__all__},
    "find_study": analyses.find_study,
}


@pytest.mark.parametrize(("name", "one"), PUBLIC.items(), ids=PUBLIC)
def test_public_names__are_explained_with_an_example(name, one):
    if (inspect.isfunction(one) or inspect.isclass(one)) and name not in PLAIN:
        assert ">>> " in (inspect.getdoc(one) or ""), f"{name} has no example"
