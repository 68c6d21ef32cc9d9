"""The commands that the guides and the README name, made short enough to be run one and all.

They are gathered from the texts, so that a command that is new there is run, too. Where a text says
HAND or names a file, the tables below say what stands for it.
"""

import re
import shlex
import shutil

from command_line import command
from specimens import ROOT

import analyses
from piquet_sim.cli.application import make_command
from piquet_sim.cli.guides import GUIDES, read_guide
from piquet_sim.running.levels.rare import LEAST_UNITS

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

_WITHOUT_VALUE = {"--full"}
_AWAY = {"--cluster"}
_WITH_WORDS = {"settle", "article"}
"""Options that are left out: what is measured at length, what writes into the published results, a
scheduler elsewhere."""

APART = {"setup", "explore"}
"""Commands that are tried otherwise."""

WRITTEN = {
    "endings.jsonl": '{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", '
    '"tricks": {"elder": 6, "younger": 4}}',
    "hidden.jsonl": '{"elder": "AQ..KJ.", "unseen": "KJ8.A7.AQ.", "holds": "AD", "lacks": "AH", '
    '"leads": "elder", "tricks": {"elder": 4, "younger": 4}}',
    "views.jsonl": '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", '
    '"drawn": "QS AC 7D", "opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}, '
    '"play": "AH TH KH"}',
    "sheets.jsonl": '{"deals": [[27, 13], [15, 31], [44, 6], [18, 29], [35, 12], [25, 23]]}',
}
_MADE = {
    "deals.jsonl": "deal --index 2 --json",
    "played.jsonl": "deal --index 3 --json",
    "deals.txt": "deal --index 2 --notation",
    "one.json": "simulate -n 100 --json",
    "two.json": "simulate -n 100 --seed 2 --json",
}
_FILES = {*WRITTEN, *_MADE, "mine.npz", "my.py", "run.checkpoint", "results"}


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


def write_files(folder):
    """Write the files that the commands name, but for those that some of them make."""
    for name, text in WRITTEN.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    for name, line in _MADE.items():
        done = command(*shlex.split(line))
        assert done.code == 0, done.err
        (folder / name).write_text(done.out, encoding="utf-8")
    shutil.copy(ROOT / "piquet_sim" / "data" / "specialist.npz", folder / "mine.npz")
    maxims = re.search(r"^```python\n(.+discard_maxim.+?)^```", analyses.__doc__, re.M | re.S)
    (folder / "my.py").write_text(maxims[1], encoding="utf-8")
    (folder / "results").symlink_to(ROOT / "results", target_is_directory=True)


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


def ask_page(server):
    """Ask the page whatever it can be asked."""
    hand = {"hand": _PLACES["HAND"]}
    two = {**hand, "discard": "KS 9D 8D 8C 7C", "versus": "9D 8D 8C 7C"}
    record = server.ask("choices")["example"]
    server.ask("hand", **hand)
    server.ask("odds", **two, aim="quatorze:J")
    server.ask_lines("advice", **hand, seconds="0.1")
    server.ask_lines("contrast", **two, deals="100")
    for seat in ("elder", "younger"):
        asked = {**hand, "discard": "9D 8D 7C", "seat": seat}
        played = server.ask("deal", **asked)["best"]
        server.ask("deal", **asked, play=" ".join(played))
    hands = [one["cards"] for one in server.ask("series", series="4127")["hands"]]
    server.ask_lines("quiz", series="4127", throws="-".join("".join(one[:3]) for one in hands))
    server.ask_lines("review", record=record)
    server.ask("card", record=record, decision="10")
