"""What each command prints for people, kept as text that a person reads.

The screens stand in ``tests/golden/screens.txt``; this makes them again, for a diff to be read:

    PIQUET_SCREENS=1 python -m pytest tests/cli/test_golden.py

Covers `cli.advice_screen`, `cli.commands.about`, `cli.commands.advising`, `cli.commands.counting`,
`cli.commands.reporting`, `cli.commands.studying`, `cli.review_screen`,
`cli.simulation_screen`.
"""

import json
import os
import re
import shlex

import pytest
from command_line import command
from specimens import ENDING, HAND, ROOT
from specimens import PLAYED as DEAL

KEPT = ROOT / "tests" / "golden" / "screens.txt"
WIDTH = 100
COMMANDS = (
    "",
    "help",
    "help players",
    "help repique",
    "help solve",
    "help club",
    "simulate -n 10_000",
    "simulate -n 10_000 --all",
    "simulate -n 10_000 --mirrored --younger novice",
    "simulate -n 10_000 --given 'elder.aces + elder.kings == 0'",
    "simulate -n 10_000 --play double-dummy",
    "simulate -n 1",
    "simulate -n 400 --elder expert",
    "simulate -n 2_000 --distribution difference",
    "simulate -n 400 --given 'elder.aces == 4' --distribution difference --by elder.kings",
    "simulate -n 2_000 --mirrored --distribution elder_exchanged",
    "simulate -n 2_000 --measure 'elder_point >= 6 and elder_wins' --measure 'far: "
    "abs(difference)' --given-outcome 'elder_point > 0'",
    "simulate -n 1_000 --measure elder_wins --given-outcome 'elder_repique > 0' --by elder.aces",
    "simulate -n 1 --measure elder_wins --given-outcome 'elder_repique > 0'",
    "simulate -n 1 --by elder.aces",
    "simulate --matches 60",
    "simulate --matches 60 --rules au_cent --set match=games --set settlement=games "
    "--set games_to_win=3 --set double_below=50",
    "simulate --matches 60 --start 70-99 --rules boussac_1896",
    "simulate --matches 60 --third novice --parties 4",
    "simulate --matches 9 --third novice --parties 1",
    "duel club novice -n 50 --given 'elder.aces + elder.kings == 0'",
    "duel club novice -n 20 --parties",
    "duel club random -n 4",
    "duel expert random --precision 3",
    "chances 68-155 --deal 6 -n 1000",
    "settle sheets.jsonl",
    "settle --deals '27-13 15-31 44-6 18-29 35-12 25-23'",
    "settle --deals '25-14 14-25 24-13 13-24 20-12 12-20'",
    "settle --chouette '150 416 -476'",
    f"advise {HAND} -n 256",
    "advise '♠AKJ♥AQJ8♦98♣J87' -n 256 --all --discard K..98.87",
    "advise 'T7 T97 AQJT KQT' --seat dealer --score 68-155 --deal 6 -n 128",
    "advise QJ8.QJ8.AK9.T87 -n 64",
    "advise T7.T97.AQJT.KQT --seat younger --took 1 --opponent club -n 256",
    "advise deal.jsonl --call point -n 100",
    "advise deal.jsonl --seat elder --trick 9",
    "advise deal.jsonl --seat younger --trick 8 --score 68-155 --deal 6 --all",
    "advise sunk.jsonl --seat younger --trick 8",
    "review deal.jsonl -n 128",
    "review twice.jsonl -n 64 --all",
    "review stopped.jsonl -n 64",
    "review deal.jsonl -n 128 --all",
    f"odds {HAND} --top 3",
    f"odds {HAND} --seat younger --took 4 --top 3 --aim 'hand.quatorzes >= 1'",
    f"odds {HAND} --discard K..98.87",
    f"odds {HAND} --discard '♠K ♦98 ♣87' --event 'hand.quatorzes >= 1 or hand.longest_suit == 6'",
    "odds --good all",
    "odds --good set --all",
    "census",
    "census aces carte_blanche",
    "census --given 'hand.aces == 3 and hand.voids >= 1'",
    "solve endings.jsonl",
    "solve endings.jsonl --aim own",
    "score deal.jsonl --explain",
    "score stopped.jsonl --explain",
    "deal --seed 1 --index 2",
    "deal --index 2 --notation",
    "rules",
    "rules american",
    "maxim CAV-M05",
    "study pique -n 2_000 --strategy club",
)
"""Commands, in a folder with a few files."""


FILES = {
    "deal.jsonl": json.dumps(DEAL),
    "twice.jsonl": f"{json.dumps(DEAL)}\n{json.dumps(DEAL)}\n",
    "stopped.jsonl": json.dumps({**DEAL, "play": " ".join(DEAL["play"].split()[:15])}),
    "sunk.jsonl": json.dumps({**DEAL, "elder": {**DEAL["elder"], "calls": {"set": None}}}),
    "endings.jsonl": json.dumps(ENDING),
    "sheets.jsonl": '{"deals": [[44, 20], [30, 41], [26, 12]], "rules": "cotton_1674"}\n'
    '{"totals": [99, 50]}\n',
}


@pytest.fixture(scope="module")
def kept():
    """The screens as they were kept."""
    blocks = re.split(r"^\$ piquet (.*)\n", KEPT.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(blocks[1::2], [one.rstrip("\n") for one in blocks[2::2]], strict=True))


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What each command prints, times left out; kept as well if that is asked for."""
    folder, said = tmp_path_factory.mktemp("screens"), {}
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", str(WIDTH))
        for line in COMMANDS:
            done = command(*shlex.split(line))
            assert (done.code, done.err) == (0, ""), (line, done.err)
            said[line] = re.sub(r"\d[\d,.]*(\s)s\b", r"…\1s", done.out).rstrip("\n")
    if "PIQUET_SCREENS" in os.environ:
        KEPT.write_text(
            "\n".join([f"$ piquet {line}\n{text}\n" for line, text in said.items()]), "utf-8"
        )
    return said


@pytest.mark.parametrize("line", COMMANDS)
def test_screen__is_the_one_that_was_kept(line, printed, kept):
    """What decides is one screen."""
    lines = printed[line].splitlines()
    assert (list(kept), printed[line], max(map(len, lines)) <= WIDTH) == (
        list(COMMANDS),
        kept[line],
        True,
    )
    assert len(lines) <= 24 or not (
        line.startswith(("advise", "review", "census", "odds", "simulate -n 10_000", "study"))
        and not re.search("aces|--discard|--all", line)
    )
