"""The command that makes beforehand what others make at first use: setup."""

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from piquet_sim.cli.application import EXIT_BAD_INPUT, app
from piquet_sim.cli.forms import answer, answering
from piquet_sim.cli.screen import CompilationBar, is_watched, print_text
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import make_folder, write_text
from piquet_sim.preparation import find_usual_home, watch

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

USUAL_COMMANDS = (
    "simulate -n 2",
    "simulate -n 2 --elder novice --younger random --play double-dummy",
    "simulate -n 2 --rules cotton-1674",
    'simulate -n 2 --given "elder has 4 aces"',
    f"advise {_HAND} --seconds 0.05",
    "advise-call CALL -n 2",
    "advise-play VIEW",
    "duel expert master -n 2",
    "deal",
    f"odds {_HAND}",
    "solve ENDING",
    "census",
    "good",
    "partie -n 2",
    "chances 68-155 --deal 6 -n 1000",
    "study elder-advantage -n 1000 --out FOLDER",
    "study codes -n 1000 --out FOLDER",
    "study holdings -n 1000 --out FOLDER",
    "study published -n 1000 --out FOLDER",
    "study regret -n 1000 --out FOLDER",
    "study headroom -n 1000 --out FOLDER",
    "study experts-of-1890 -n 1000 --out FOLDER",
    "study partie -n 1000 --out FOLDER",
)
"""Small runs that need all the code that the usual commands need."""


@app.command()
@answering
def setup(ctx: typer.Context) -> None:
    """Make beforehand what is made once on a machine: compile the engine, lay out the play table.

    For an image, a classroom or a cluster; without it, each command compiles what it needs.
    """
    home = _find_home()
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        raise InputError("setup: nothing is compiled with NUMBA_DISABLE_JIT; unset it")
    from piquet_sim.exact.play_table_cache import find_play_table, table_path
    from piquet_sim.kernel.base.compiled_cache import COMPILATION, compiled_folder, is_kept

    folder, start = compiled_folder(), time.perf_counter()
    if not is_kept():  # which has been said
        raise typer.Exit(EXIT_BAD_INPUT)
    done, everything = folder / "setup", "\n".join(USUAL_COMMANDS)
    is_done = done.is_file() and done.read_text("utf-8") == everything and table_path().is_file()
    if not is_done:
        with _show_one_bar(), TemporaryDirectory() as temporary:
            for line in USUAL_COMMANDS:
                _run_silently(ctx.parent, line, Path(temporary))
                if not is_kept():
                    raise typer.Exit(EXIT_BAD_INPUT)
            find_play_table()
        write_text(done, everything)
    functions = len([*folder.rglob("*.nbc")])
    files = [path for path in (*folder.rglob("*"), table_path()) if path.is_file()]
    found = {
        "folder": str(home),
        "compiled": COMPILATION.functions,
        "functions": functions,
        "bytes": sum(path.stat().st_size for path in files),
        "seconds": time.perf_counter() - start,
    }
    answer(found, lambda: _tell(found))


def _find_home() -> Path:
    # Others take a temporary folder where there is no other; what they need is not made there.
    try:
        home = find_usual_home()
    except RuntimeError:
        raise InputError(
            "setup: no home folder is known; let XDG_CACHE_HOME name a folder for what is compiled"
        ) from None
    try:
        return make_folder(home)
    except InputError as error:
        raise InputError(f"setup: {error}; XDG_CACHE_HOME names another folder") from None


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
    places = {"FOLDER": str(folder)}
    for place, line_of_file in (("ENDING", _ENDING), ("CALL", _CALL), ("VIEW", _VIEW)):
        file = folder / place
        file.write_text(line_of_file + "\n", encoding="utf-8")
        places[place] = str(file)
    name, *arguments = [places.get(word, word) for word in shlex.split(line)]
    command = parent.command.get_command(parent, name)
    with redirect_stdout(StringIO()):
        command.main([*arguments, "--json"], standalone_mode=False)


def _tell(found: dict[str, object]) -> None:
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
