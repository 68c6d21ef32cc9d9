"""The command that compiles beforehand what other commands compile at first use: setup."""

import shlex
import time
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.screen import print_text
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE, write_text

_HAND = "AKJ.AQJ8.98.J87"
_FILES = {
    "ENDING": '{"elder": "A9.K..", "younger": "8.A7..", "leads": "elder", '
    '"tricks": {"elder": 5, "younger": 4}}',
    "VIEW": '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", '
    '"drawn": "QS AC 7D", "play": "AH TH KH", '
    '"opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}}',
    "CALL": '{"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", '
    '"drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}',
    "DEAL": '{"elder": {"dealt": "AT87.KQJ.KT98.A", "discard": "T87.QJ.."}, '
    '"younger": {"dealt": "9.AT98.AQJ7.KQ7", "discard": "9..7.7"}, '
    '"talon": "QS KS JS 7H JC 9C 8C TC", "play": "AS 8C KD AD AH 7H KC AC KS 8H QS 9H '
    'JS TH KH 9C TD JD QC JC QD 8D TC 9D"}',
}

COMMANDS = (
    "simulate -n 2",
    "simulate -n 2 --elder novice --younger random --play double-dummy",
    "simulate -n 2 --rules cotton-1674",
    'simulate -n 2 --elder primer --rules american --play double-dummy --given "elder has 4 aces"',
    'simulate -n 2 --given "elder has 4 aces"',
    f"advise {_HAND} --seconds 0.05",
    "advise CALL -n 2",
    "advise VIEW",
    "duel expert master -n 2",
    f"duel expert@{shlex.quote(str(PACKAGE / 'data' / 'specialist.npz'))}+score club -n 2",
    "deal",
    "deal --index 2",
    "review DEAL --seconds 0.05",
    f"odds {_HAND}",
    "solve ENDING",
    "solve ENDING --aim own",
    "census",
    "odds --good all",
    "simulate --matches 2",
    "chances 68-155 --deal 6 -n 1000",
    "study elder-advantage -n 1000 --out answers",
    "study codes -n 1000 --out answers",
    "study holdings -n 1000 --out answers",
    "study published -n 1000 --out answers",
    "study lose -n 1000 --out answers",
    "study experts-of-1890 -n 1000 --out answers",
    "study partie -n 1000 --out answers",
    "study throwing -n 1000 --out answers",
    "study playing -n 20 --out answers",
    "study calling -n 100 --out answers",
    "study maxims -n 100 --out answers",
    "advise T7.T97.AQJT.KQT --seat younger --took 3 --seconds 0.05",
    "train --hands 1000 --rounds 3 --out learned.npz",
)
"""Small runs that need all the code that the usual commands need."""


@app.command()
@answering
def setup(ctx: typer.Context) -> None:
    """Compile what commands need, once per machine, and build the play table.

    Use it for an image, a classroom or a cluster; it takes about two and a half minutes. Otherwise
    each command compiles what it needs. Others can read the folder after chmod -R go+rX FOLDER.
    """
    from piquet_sim.explorer.service import warm_up
    from piquet_sim.kernel.compile import IS_COMPILED, find_folders, refusals, say_once

    if not IS_COMPILED:
        raise InputError("setup: nothing is compiled with NUMBA_DISABLE_JIT; unset it")
    start, (folder, _, fault) = time.perf_counter(), find_folders()
    if folder is None or fault:
        raise InputError(f"setup: {fault}; XDG_CACHE_HOME names another folder")
    say_once("preparing what commands need: two to three minutes, unless it is there")
    # Files are written, and where compilation makes a run long, it is checkpointed.
    with TemporaryDirectory() as temporary, chdir(temporary), redirect_stdout(StringIO()):
        for name, text in _FILES.items():
            write_text(Path(name), text + "\n")
        for line in COMMANDS:
            name, *arguments = shlex.split(line)
            command = ctx.parent.command.get_command(ctx.parent, name)
            command.main(arguments, standalone_mode=False)
        warm_up()
    if refusals:
        raise InputError(f"setup: {refusals[0]}")
    sizes = [path.stat().st_size for path in folder.iterdir()]
    found = {
        "folder": str(folder),
        "files": len(sizes),
        "bytes": sum(sizes),
        "seconds": time.perf_counter() - start,
    }
    answer(
        found,
        lambda: print_text(
            f"{found['files']:,} files, {found['bytes'] / 1e6:,.0f} MB, in {folder}: compiled "
            f"functions and the play table ({found['seconds']:.0f} s)"
        ),
    )
