"""A baseline of answers: what the toolkit says before a change and after it, compared.

    .venv/bin/python .ci/baseline.py make FOLDER [PART ...]     keep the answers of today
    .venv/bin/python .ci/baseline.py compare FOLDER [PART ...]  make them again, and compare

The folder lies outside the project and is kept while an edition is being made. Parts: records,
tallies, commands, page, studies, published (only compared: with the tables in results/). Answers
are equal to the byte, but for what is left out below: times, digests and versions of the code.
Exit code 1 if anything differs.
"""

import difflib
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = ("random", "novice", "club", "primer", "expert", "master")
STUDIES = (
    "elder-advantage", "pique", "carte-blanche", "discards", "hands", "holdings", "throwing",
    "calling", "maxims", "playing", "leads", "published", "lose", "experts-of-1890", "codes",
    "sixes", "partie", "score",
)  # fmt: skip
LEAST = {"throwing": 5_000, "maxims": 5_000, "playing": 2_000, "published": 4_000}
"""Deals of a study where two thousand are too few or too many."""
SHORT = ("elder-advantage", "pique", "carte-blanche", "discards", "hands", "codes", "sixes")
"""Studies whose published result is made again within five minutes."""
LEFT_OUT = {"origin", "seconds", "engine", "version", "digest", "code", "elapsed"}
"""Keys of a JSON document that tell of the run and not of the game."""
ENDINGS = """\
{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}
{"elder":"AK.A.7.8","younger":"Q.K.A8.7","leads":"younger","tricks":{"elder":3,"younger":4}}
"""
_TIMES = re.compile(r"\d[\d,.]* s\b|/tmp/\S+|engine [0-9a-f]{8,}")


def read_commands() -> dict[str, list[str]]:
    """Commands by name, as today's command line has them: see the file's first line."""
    listed = {}
    for line in (ROOT / ".ci" / "baseline.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, command = line.partition(": ")
            listed[name] = shlex.split(command)
    return listed


def run(arguments: list[str], folder: Path) -> str:
    """What a command prints, in a folder of its own; with its exit code if that is not 0."""
    done = subprocess.run(
        [sys.executable, "-m", "piquet_sim", *arguments], capture_output=True, text=True,
        cwd=folder, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "PIQUET_QUIET": "1"},
    )  # fmt: skip
    said = done.stdout if done.returncode == 0 else f"{done.returncode}\n{done.stderr}"
    return clean(said)


def clean(said: str) -> str:
    """An answer without what tells of the run: one JSON document an item, or lines of text."""
    try:
        documents = [json.loads(said)]
    except ValueError:
        try:
            documents = [json.loads(line) for line in said.splitlines()]
        except ValueError:
            return _TIMES.sub("…", said)
    return "\n".join(json.dumps(leave_out(one), indent=1, sort_keys=True) for one in documents)


def leave_out(found: object) -> object:
    """A JSON document without the keys in `LEFT_OUT`."""
    if isinstance(found, dict):
        return {name: leave_out(one) for name, one in found.items() if name not in LEFT_OUT}
    return [leave_out(one) for one in found] if isinstance(found, list) else found


def make_records(folder: Path) -> None:
    """A digest of 10,000 records under each rule book with each player (master: 500), in pairs."""
    from piquet_sim import PRESETS, Simulation, record_deals

    lines = []
    for rules, player in product(PRESETS, PLAYERS):
        deals = 500 if player == "master" else 10_000
        try:
            found = record_deals(Simulation(player, "club", rules=PRESETS[rules], seed=11), deals)
            kept = hashlib.sha256(found.to_csv(index=False).encode()).hexdigest()[:32]
        except Exception as error:  # a player that does not play by these rules
            kept = str(error)
        lines.append(f"{rules} {player} {deals}: {kept}")
    (folder / "records.txt").write_text("\n".join(lines), "utf-8")


def make_tallies(folder: Path) -> None:
    """The estimates and a digest of the sums of a million club deals, on one thread and on two."""
    from piquet_sim import simulate

    lines = []
    for threads in (1, 2):
        found = simulate("club", "club", n=1_000_000, seed=3, threads=threads)
        sums = b"".join(part.tobytes() for part in found.tally.arrays)
        lines.append(f"{threads}: {hashlib.sha256(sums).hexdigest()}")
        lines += [f"{name} {one.value!r} {one.se!r}" for name, one in found.estimates.items()]
    (folder / "tallies.txt").write_text("\n".join(lines), "utf-8")


def make_commands(folder: Path) -> None:
    """What each command of the list prints."""
    with tempfile.TemporaryDirectory() as home:
        lay_out(Path(home))
        for name, arguments in read_commands().items():
            (folder / f"{name}.txt").write_text(run(arguments, Path(home)), "utf-8")


def lay_out(home: Path) -> None:
    """The files that the commands of the list read."""
    (home / "results").symlink_to(ROOT / "results")
    for path in (ROOT / "tests" / "golden").glob("*.jsonl"):
        (home / path.name).write_text("\n".join(read_cases(path)) + "\n", "utf-8")
    (home / "first.jsonl").write_text(read_cases(home / "deals.jsonl")[0] + "\n", "utf-8")
    (home / "endings.jsonl").write_text(ENDINGS, "utf-8")


def read_cases(path: Path) -> list[str]:
    """The lines of a file of cases, without what is expected of each."""
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    asked = [{k: v for k, v in one.items() if k not in ("expect", "answer")} for one in cases]
    return [json.dumps(one) for one in asked]


def make_page(folder: Path) -> None:
    """What the page is answered about ten hands and five records."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from explorer_server import run_server

    deals = read_cases(ROOT / "tests" / "golden" / "deals.jsonl")
    records = [one for one in deals if '"play"' in one]
    said: list[object] = []
    with run_server() as server:
        for number in range(1, 11):
            dealt = server.ask("random", number=str(number))
            thrown = " ".join(dealt["cards"][-5:]) if "cards" in dealt else None
            said += [dealt, server.ask("hand", hand=dealt["hand"])]
            read = said[-1]
            thrown = thrown or " ".join(read["cards"][-4:])
            said.append(server.ask("odds", hand=dealt["hand"], discard=thrown))
            said.append(server.ask("deal", hand=dealt["hand"], discard=thrown, number="1"))
        for record in records[:5]:
            code = server.ask("record", pasted=record)["record"]
            said.append(server.ask_lines("review", record=code)[-1])
    (folder / "page.txt").write_text(clean(json.dumps(said)), "utf-8")


def make_studies(folder: Path) -> None:
    """The table of each study at a small number of deals."""
    for name in STUDIES:
        with tempfile.TemporaryDirectory() as home:
            deals = LEAST.get(name, 2_000)
            run(["study", name, "-n", str(deals), "--seed", "5", "--out", home], ROOT)
            table = Path(home, name, "data.csv")
            said = table.read_text("utf-8") if table.exists() else "no table"
            (folder / f"{name}.csv").write_text(said, "utf-8")


def make_published(folder: Path) -> None:
    """The tables of the published results that are made again within five minutes."""
    for name in SHORT:
        run(["study", name, "--published", "--out", str(folder)], ROOT)
        (folder / name / "data.csv").rename(folder / f"{name}.csv")


PARTS = {
    "records": make_records, "tallies": make_tallies, "commands": make_commands,
    "page": make_page, "studies": make_studies, "published": make_published,
}  # fmt: skip


def compare(before: Path, after: Path) -> bool:
    """Print how the files of two folders differ; whether they do."""
    differs = False
    for path in sorted(path for path in before.iterdir() if path.is_file()):
        old = path.read_text("utf-8").splitlines()
        again = after / path.name
        new = again.read_text("utf-8").splitlines() if again.exists() else ["(not made)"]
        if old != new:
            differs = True
            changed = list(difflib.unified_diff(old, new, "before", "after", lineterm="", n=0))
            print(f"DIFFERS {path.parent.name}/{path.name}: {len(changed)} lines")
            print("\n".join(f"    {line[:160]}" for line in changed[2:8]))
    return differs


def main(act: str, home: str, *parts: str) -> int:
    """Make a baseline, or compare with one."""
    sys.path.insert(0, str(ROOT))
    differs = False
    for name in parts or [one for one in PARTS if one != "published"]:
        kept = Path(home, name)
        if act == "make":
            kept.mkdir(parents=True, exist_ok=True)
            PARTS[name](kept)
            continue
        if name == "published":
            kept.mkdir(parents=True, exist_ok=True)
            for one in SHORT:
                table = (ROOT / "results" / one / "data.csv").read_text("utf-8")
                (kept / f"{one}.csv").write_text(table, "utf-8")
        with tempfile.TemporaryDirectory() as again:
            PARTS[name](Path(again))
            differs |= compare(kept, Path(again))
        print(f"{name}: compared")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
