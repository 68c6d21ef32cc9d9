"""Every command and every piece of Python in the README and the guides runs, with few deals."""

import json
import re
import shlex
import shutil

import pytest
from specimens import ROOT

from analyses import contents
from analyses.contents import list_studies
from analyses.findings import Findings
from piquet_sim import cli, simulate
from piquet_sim.cli.commands.playing import app
from piquet_sim.cli.guides import GUIDES, read_guide
from piquet_sim.estimates.digits import format_with_error

README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = {"README": README} | {topic: read_guide(topic) for topic in GUIDES}
WRITTEN = "\n\n".join(DOCUMENTS.values())
MOST_WORDS, MOST_LINES = 1600, 130
COMMANDS = {one.name or one.callback.__name__ for one in app.registered_commands}

SMALL = {
    "simulate": "400", "study": "2000", "report": "400", "duel": "20",
    "chances": "2000", "verify": "2000", "advise": "256",
}  # fmt: skip
"""Deals that are enough to see that a command runs."""

OTHERWISE = {"report": ["pique"], "advise": ["--seconds", "0.2"], "review": ["--seconds", "0.5"]}
"""Options of commands that take long without."""

LEFT_OUT = ("tcp://", "piquet study all", "piquet explore")
"""What needs other machines, is run study by study, or serves until ended."""


def find_commands():
    """Commands in blocks of code and in tables of all documents, as they stand there."""
    blocks = re.findall(r"^    (piquet .*)$", WRITTEN, re.MULTILINE)
    rows = [line for line in WRITTEN.splitlines() if line.startswith("| ")]
    inline = [one for row in rows for one in re.findall(r"`(piquet [^`]*)`", row)]
    found = [re.split(r"\s{2,}#", line)[0].strip() for line in (*blocks, *inline)]
    return list(dict.fromkeys(found))


def shorten(command):
    """The arguments of a command with few deals."""
    words = shlex.split(command)[1:]
    name = words[0]
    named = {"FILE": "sheets.jsonl" if name == "settle" else "endings.jsonl", "A": "club",
             "HAND": "AKJ.AQJ8.98.J87", "CARDS": "K..98.87", "WORD": "repique", "B": "novice",
             "results/NAME": "results/pique"}  # fmt: skip
    words = [named.get(word, word) for word in words]
    if "--precision" in words:
        words = [re.sub(r"(^|=)\d[\d.]*%?$", r"\g<1>20", word) for word in words]
    elif "-n" in words or "--matches" in words:
        option, few = ("-n", SMALL[name]) if "-n" in words else ("--matches", "60")
        words[words.index(option) + 1] = few
    elif name in SMALL and not {"--resume", "--trick", "--card"} & set(words):
        words += ["-n", SMALL[name]]
    if "--call" in words:
        words += ["-n", "20"]
    of_file = name == "advise" and words[1].endswith((".jsonl", ".txt"))
    if name in OTHERWISE and not of_file and not {OTHERWISE[name][0], "--deals"} & set(words):
        words += OTHERWISE[name]
    return words


def test_documents__name_all_commands_and_no_other():
    shown = {command.split()[1] for command in find_commands()}
    assert shown <= COMMANDS
    assert set(re.findall(r"piquet\s+([a-z][\w-]*)", WRITTEN)) >= COMMANDS
    for document in DOCUMENTS.values():  # what follows is one word too many, or a command
        assert set(re.findall(r"`piquet\s+([a-z][\w-]*)", document)) <= COMMANDS


def test_guide__shows_every_study():
    shown = re.findall(r"^    piquet study (\S+)", read_guide("studies"), re.MULTILINE)
    assert set(list_studies()) <= set(shown)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what the files of the documents stand for."""
    folder = tmp_path_factory.mktemp("readme")
    lines = re.findall(r"```json\n(.*?)```", WRITTEN, re.DOTALL)
    objects = [json.loads(block) for block in lines]
    for name, key in (
        ("deals.jsonl", "talon"), ("endings.jsonl", "leads"),
        ("views.jsonl", "seat"), ("played.jsonl", "players"),
    ):  # fmt: skip
        # Those with other keys are of another command.
        chosen = [
            json.dumps(one) for one in objects
            if key in one and not {"players"} - {key} & set(one)
        ]  # fmt: skip
        (folder / name).write_text("\n".join(chosen))
    (begun,) = [one for one in objects if "drawn" in one.get("elder", ()) and "play" not in one]
    (folder / "begun.jsonl").write_text(json.dumps(begun))
    (folder / "answer.json").write_text(json.dumps(simulate("club", "club", n=400).as_json()))
    (folder / "deals.txt").write_text(
        "\n".join(re.findall(r"```text\n(.*?)```", WRITTEN, re.DOTALL))
    )
    sheets = [one for one in objects if "deals" in one]
    (folder / "sheets.jsonl").write_text("\n".join(map(json.dumps, sheets)))
    for study in ("pique", "maxims", "published"):
        shutil.copytree(ROOT / "results" / study, folder / "results" / study)
    return folder


def run(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    said = capsys.readouterr()
    assert ended.value.code == 0, (arguments, said.err)
    return said.out


LONG = ("piquet study ", "piquet report")
"""What has tests of its own and takes long."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(one, marks=pytest.mark.slow if one.startswith(LONG) else ())
        for one in find_commands()
        if not any(part in one for part in LEFT_OUT)
    ],
)
def test_documents__command_runs(command, folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    arguments = shorten(command)
    if "--resume" in arguments:
        run(["simulate", "-n", "400", "--checkpoint", arguments[-1]], capsys)
    assert run(arguments, capsys)


PYTHON = {
    text: f"{name}-{text[:30]}"
    for name, document in reversed(DOCUMENTS.items())
    for text in re.findall(r"```python\n(.*?)```", document, re.DOTALL)
}
"""Each piece of Python once, by where it stands."""


@pytest.mark.parametrize("text", PYTHON, ids=PYTHON.get)
def test_documents__python_runs(text, folder, monkeypatch, nobody_stays_registered):
    if "their-player" in text:
        compile(text, "guide", "exec")
        return
    monkeypatch.chdir(folder)
    monkeypatch.setattr(contents, "ENTRIES", dict(contents.ENTRIES))  # a study of one's own stays
    few = re.sub(r"\b\d+(?:_\d{3})+\b", "400", re.sub(r"n=[\d_]+", "n=400", text))
    exec(compile(few, "README.py", "exec"), {"__name__": "readme"})


def test_readme__its_numbers_are_of_the_published_tables():
    """But those of the reviewed example, which are held to its review elsewhere."""
    reviewed = r"discard\s+loses[\s\d.±]*points, and calling the knaves[\s\d.±]*"
    text, left_out = re.subn(reviewed, "", README)
    quoted = {" ".join(one.split()) for one in re.findall(r"[\d.]*\d\s±\s[\d.]*\d", text)}
    assert quoted
    assert left_out == 1
    for path in ROOT.glob("results/*/data.csv"):
        table = Findings.read_file(path).table
        if "se" in table:
            rows = table.loc[table.se > 0, ["value", "se"]].to_numpy()
            quoted -= {format_with_error(value, se) for value, se in rows}
    assert not quoted


def test_readme__begins_with_a_question_and_its_chart():
    first = README.splitlines()[:25]
    assert any("piquet study" in line for line in first)
    assert any(line.startswith("![") for line in first)
    assert len(README.split()) <= MOST_WORDS
    assert README.count("\n") <= MOST_LINES
    for path in re.findall(r"\]\(([^)#]+)\)", README):
        assert path.startswith("http") or (ROOT / path).exists(), path
