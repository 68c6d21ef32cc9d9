"""The commands that the guides and the README name, made short enough to be run one and all.

They are gathered from the texts, so that a command that is new there is run, too. Where a text says
HAND or names a file, the tables below say what stands for it.
"""

import re
import shlex

from piquet_sim.running.levels.rare import LEAST_UNITS
from specimens import ROOT

from piquet_sim.cli.application import make_command
from piquet_sim.cli.guides import GUIDES, read_guide

_PLACES = {
    "HAND": "AKJ.AQJ8.98.J87", "CARDS": "K..98.87", "WORD": "repique", "TOPIC": "game",
    "NAME": "rubicon", "FOLDER": "results/pique", "results/NAME": "results/pique",
    "duel A": "club", "duel B": "novice", "compare A": "one.json", "compare B": "two.json",
    "advise-call FILE": "deals.txt", "advise-play FILE": "views.jsonl",
    "review FILE": "played.jsonl", "resume FILE": "run.checkpoint", "settle FILE": "sheets.jsonl",
    "solve FILE": "endings.jsonl",
}  # fmt: skip
"""What stands for a word in capitals, where it matters after which command."""

_DEALS = {
    "simulate": 100, "partie": 20, "advise": 50, "advise-call": 20, "duel": 4, "ladder": 4,
    "verify": 100,
}  # fmt: skip
"""How many deals are enough, where a thousand are more than are needed."""

_PRECISIONS = {"duel": "20", "ladder": "20"}
"""Points that are soon reached, for commands that else go on for minutes, or for hours."""

_MORE = {
    "train": "--hands 1000 --rounds 3", "trust": "--runs 4 --deals 200 --dealt 2000",
    "advise": "--seconds 0.05", "review": "--seconds 0.05", "bench": "deals_club",
    "study": "--out answers",
}  # fmt: skip
"""What is added unless the command says it itself, so that it does not take long."""

_WITHOUT_VALUE = {"--full", "--reword"}
_AWAY = {"--cluster"}
_WITH_WORDS = {"settle"}
"""Options that are left out: what is measured at length, what writes into the published results, a
scheduler elsewhere."""

APART = {"setup", "explore"}
"""Commands that are tried otherwise."""

_FILES = {
    "endings.jsonl", "hidden.jsonl", "views.jsonl", "sheets.jsonl", "deals.jsonl", "played.jsonl",
    "deals.txt", "one.json", "two.json", "mine.npz", "my.py", "run.checkpoint", "results",
}  # fmt: skip


def gather_commands():
    """All commands that the texts name, as lists of words, without what is only mentioned."""
    texts = [*map(read_guide, GUIDES), (ROOT / "README.md").read_text(encoding="utf-8")]
    lines = {
        " ".join(re.sub(r"\s# .*", "", line).split()): None
        for text in texts
        for line in re.findall(r"^ {4}piquet (.+)$|`piquet ([^`]+)`", text, re.MULTILINE)
        for line in line
        if line
    }
    found = {tuple(words): None for line in lines if (words := _shorten(shlex.split(line)))}
    return [list(words) for words in found]


def _shorten(words):
    # The words of a short command; nothing for what is a mention only, such as "piquet deal".
    known = make_command().commands
    name, *rest = words
    if name in APART or name.startswith("-") or name == "COMMAND" or "--help" in rest:
        return []
    options = {option: one for one in known[name].params for option in one.opts}
    if not rest and (name in _WITH_WORDS or any(one.required for one in known[name].params)):
        return []
    if len(rest) == 1 and rest[0] in options and not options[rest[0]].is_flag:
        return []
    rest = [_PLACES.get(f"{name} {word}", _PLACES.get(word, word)) for word in rest]
    for option in [one for one in rest if one in _AWAY | _WITHOUT_VALUE]:
        at = rest.index(option)
        del rest[at : at + 1 + (option in _AWAY)]
    more = shlex.split(_MORE.get(name, ""))
    if not set(more[::2]) & set(rest):
        rest += more
    if "-n" in rest:
        at = rest.index("-n")
        del rest[at : at + 2]
    if "--precision" in rest and name in _PRECISIONS:
        rest[rest.index("--precision") + 1] = _PRECISIONS[name]
    if "-n" in options and not {"--precision", "--of"} & set(rest):
        rest += ["-n", str(LEAST_UNITS if "--rare" in rest else _DEALS.get(name, 1000))]
    return [name, *rest]


def find_unknown(words):
    """Words of a short command for which no table says what they stand for."""
    return [
        word
        for word in words
        if re.fullmatch(r"[A-Z]+|[A-Z]\.{3}", word)
        or (
            re.search(r"\.(jsonl?|txt|npz|py|checkpoint)$", word)
            and word.split("@")[-1] not in _FILES
        )
    ]


def parse(words):
    """Let the command line read a command without running it; it exits where it cannot."""
    known = make_command().commands
    known[words[0]].make_context(words[0], words[1:])
