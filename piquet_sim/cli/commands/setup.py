"""The command that prepares what other commands make at first use: setup."""

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from piquet_sim.cache_folders import find_usual_home, judge_folder, make_trusted_folder
from piquet_sim.cli.application import EXIT_BAD_INPUT, app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.screen import CompilationBar, is_watched, print_text
from piquet_sim.engine_sources import PACKAGE
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason, write_text
from piquet_sim.preparation import watch

_ANOTHER = "XDG_CACHE_HOME names another folder"
_HAND = "AKJ.AQJ8.98.J87"
_ENDING = (
    '{"elder": "A9.K..", "younger": "8.A7..", "leads": "elder", '
    '"tricks": {"elder": 5, "younger": 4}}'
)
_VIEW = (
    '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D", '
    '"opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}, "play": "AH TH KH"}'
)
_CALL = (
    '{"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", '
    '"drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}'
)
_DEAL = """
Elder: ♠AT87 ♥KQJ ♦KT98 ♣A; throws ♠T87 ♥QJ; point of 4 cards making 41; quart major; trio of kings
Younger: ♠9 ♥AT98 ♦AQJ7 ♣KQ7; throws ♠9 ♦7 ♣7; point of 5 cards making 47; tierce to the ten
Talon: QS KS JS 7H JC 9C 8C TC
Play: 1. AS 8C 2. KD AD 3. AH 7H 4. KC AC 5. KS 8H 6. QS 9H 7. JS TH 8. KH 9C 9. TD JD 10. QC JC
  11. QD 8D 12. TC 9D
"""
_TESTING = "trust "
"""How a command begins that requires a library of its own."""
_FILES = (("ENDING", _ENDING), ("CALL", _CALL), ("VIEW", _VIEW), ("DEAL", _DEAL))
_LEARNED = PACKAGE / "data" / "specialist.npz"

USUAL_COMMANDS = (
    "simulate -n 2",
    "simulate -n 2 --elder novice --younger random --play double-dummy",
    "simulate -n 2 --rules cotton-1674",
    'simulate -n 2 --elder primer --rules american --play double-dummy --given "elder has 4 aces"',
    'simulate -n 2 --given "elder has 4 aces"',
    f"advise {_HAND} --seconds 0.05",
    "advise CALL -n 2",
    "advise VIEW",
    "duel expert master -n 2",
    "duel expert@LEARNED+score club -n 2",
    "deal",
    "deal --index 2",
    "review DEAL --seconds 0.05",
    f"odds {_HAND}",
    "explore",
    "solve ENDING",
    "solve ENDING --aim own",
    "census",
    "good",
    "simulate --matches 2",
    "chances 68-155 --deal 6 -n 1000",
    "study elder-advantage -n 1000 --out FOLDER",
    "study codes -n 1000 --out FOLDER",
    "study holdings -n 1000 --out FOLDER",
    "study published -n 1000 --out FOLDER",
    "study regret -n 1000 --out FOLDER",
    "study headroom -n 1000 --out FOLDER",
    "study experts-of-1890 -n 1000 --out FOLDER",
    "study partie -n 1000 --out FOLDER",
    "study throwing -n 1000 --out FOLDER",
    "study playing -n 20 --out FOLDER",
    "study calling -n 100 --out FOLDER",
    "study maxims -n 100 --out FOLDER",
    "exploit club -n 4 --out FOLDER",
    "advise T7.T97.AQJT.KQT --seat younger --took 3 --seconds 0.05",
    "train --hands 1000 --rounds 3 --out FOLDER/learned.npz",
    "trust --runs 2 --deals 20 --dealt 100",
)
"""Small runs that need all the code that the usual commands need; the page is not opened."""


@app.command()
@answering
def setup(ctx: typer.Context) -> None:
    """Prepare what is needed once per machine: compile the engine and build the play table.

    Use it for an image, a classroom or a cluster; it takes about two and a half minutes. Otherwise
    each command compiles what it needs.
    """
    home = _find_home()
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        raise InputError("setup: nothing is compiled with NUMBA_DISABLE_JIT; unset it")
    from piquet_sim.exact.play_table_cache import find_play_table, find_table_files
    from piquet_sim.kernel.base.compiled_cache import (
        COMPILATION,
        compiled_folders,
        find_homes,
        is_kept,
    )

    start, everything = time.perf_counter(), "\n".join(USUAL_COMMANDS)
    made = [folder for folder in compiled_folders() if _is_done(folder, everything)]
    if not (made and find_table_files()):
        if find_homes().shared is not None:
            raise InputError(f"setup: {home} cannot be written, and not all is there; {_ANOTHER}")
        if find_homes().own != home or not is_kept():  # which has been said
            raise typer.Exit(EXIT_BAD_INPUT)
        # Where compilation makes a run long, it is checkpointed in the folder one is in.
        with _show_one_bar(), TemporaryDirectory() as temporary, chdir(temporary):
            for line in USUAL_COMMANDS:
                if line.startswith(_TESTING) and find_spec("scipy") is None:
                    continue  # it cannot be asked here, either
                _run_silently(ctx.parent, line, Path(temporary))
                if not is_kept():
                    raise typer.Exit(EXIT_BAD_INPUT)
            find_play_table()
        made = compiled_folders()
        # What is expected next time is how long setup takes, not its compilation alone.
        COMPILATION.seconds = time.perf_counter() - start
        write_text(made[0] / "setup", everything)
    functions = len([*made[0].rglob("*.nbc")])
    files = [path for path in (*made[0].rglob("*"), *find_table_files()[:1]) if path.is_file()]
    found = {
        "folder": str(home),
        "compiled": COMPILATION.functions,
        "functions": functions,
        "bytes": sum(path.stat().st_size for path in files),
        "seconds": time.perf_counter() - start,
    }
    answer(found, lambda: _tell(found))


def _is_done(folder: Path, everything: str) -> bool:
    done = folder / "setup"
    return done.is_file() and done.read_text("utf-8") == everything


def _find_home() -> Path:
    # Where this one may not be read, others take a folder of their own; what they need is not made
    # there.
    try:
        home = find_usual_home()
    except RuntimeError:
        raise InputError(
            "setup: no home folder is known; set XDG_CACHE_HOME to a folder for what is compiled"
        ) from None
    try:
        make_trusted_folder(home)
        access = judge_folder(home)
        reason = "" if access.may_read else access.reason
    except OSError as error:
        reason = f"cannot create the folder {home}: {say_reason(error)}"
    if reason:
        raise InputError(f"setup: {reason}; {_ANOTHER}")
    return home


@contextmanager
def _show_one_bar() -> Iterator[None]:
    # It stays while commands come and go.
    watched = is_watched()
    bar = CompilationBar(lambda: watched, is_kept_up=True)
    watch(bar, "setup")
    try:
        yield
    finally:
        bar.close()


def _run_silently(parent: typer.Context, line: str, folder: Path) -> None:
    places = {"FOLDER": str(folder), "LEARNED": str(_LEARNED)}
    for place, text in _FILES:
        file = folder / place
        file.write_text(text + "\n", encoding="utf-8")
        places[place] = str(file)
    for place, path in places.items():
        line = line.replace(place, shlex.quote(path))
    name, *arguments = shlex.split(line)
    if name == "explore":
        from piquet_sim.explorer.service import warm_up

        warm_up()
        return
    command = parent.command.get_command(parent, name)
    with redirect_stdout(StringIO()):
        command.main(arguments, standalone_mode=False)


def _tell(found: dict[str, Any]) -> None:
    size = f"{found['bytes'] / 1e6:,.0f} MB"
    if found["compiled"]:
        print_text(
            f"compiled {found['compiled']:,} functions in {found['seconds']:.0f} s; "
            f"{found['functions']:,} functions and the play table ({size}) are in {found['folder']}"
        )
    else:
        print_text(
            f"all is there: {found['functions']:,} functions and the play table ({size}) in "
            f"{found['folder']}"
        )
