"""The command line: ``piquet``, what it prints, its exit codes, completion in the shell.

``piquet`` alone lists what it can do. ``piquet COMMAND --help`` says what a command takes. ``piquet
help`` explains a topic, a command, a player or a word of the game.

    piquet help                     # all topics
    piquet help expressions
    piquet help repique             # one word of the game; piquet help words: all
    piquet help players --json

Commands that print figures take ``--json``: one JSON document goes to standard output, and nothing
else. Invalid input prints one line on standard error and ends with exit code 2. With
``PIQUET_TRACEBACK=1`` the traceback is printed as well, such as numba's if a strategy of your own
cannot be compiled. Ctrl-C ends a run with exit code 130; the figures of the deals played so far are
printed, with their number. A request to end (SIGTERM) or the closing of the terminal (SIGHUP, on
Windows SIGBREAK) does the same.

After ``. .venv/bin/activate`` the command is ``piquet``; without it, ``.venv/bin/piquet``;
elsewhere ``pip install .`` installs it. The first simulation compiles the engine, in up to half a
minute, and says so; later ones start at once. What each command needs is compiled when it is first
used, and kept in the folder ``piquet-sim`` of ``XDG_CACHE_HOME``, by default the system's folder
for such things (``~/.cache``, on macOS ``~/Library/Caches``, on Windows ``%LOCALAPPDATA%``).
``piquet setup`` does all of this beforehand, on all cores (on two in about a minute), for an image
or a classroom. The environment variable ``PIQUET_QUIET``, set to anything, silences the messages
about it.

This folder holds code that will be run. It is therefore made for you alone, and used only if it and
every folder above it belong to you or to the administrator, and nobody else can write to them.
Otherwise a line names the folder of your own that is used instead. If you can only read the folder
(the administrator's in a classroom, or one mounted read-only), it is read, and what is missing
there is kept in a folder of your own, ``~/.cache/piquet-sim`` or a temporary one. For a classroom,
run ``piquet setup`` with ``XDG_CACHE_HOME`` set, then ``chmod -R go+rX`` on the folder it names and
on the one above. Windows does not say in this way who may write; there, only a folder below your
home folder or the folder for temporary files is used. The code is for one kind of processor, and
some of it for one place of installation.

A console that lacks some letters gets plainer ones: ``S:AKJ`` for ♠AKJ, ``+/-`` for ±;
columns stay in place.

Completion
----------
``piquet --install-completion`` lets bash, zsh, fish and PowerShell complete commands, options and
names: strategies, rule books, studies, charts, maxims and topics of help. ``piquet
--show-completion`` prints what it would install.

How it is made
--------------
Commands import what they need only when they run, so that help is printed at once. Before a command
runs and after it is done, Ctrl-C ends the process immediately (see `piquet_sim.cli.process_end`).
"""

import atexit
import gc
import os

from piquet_sim.cli.process_end import begin_process, end_process

NEW_OBJECTS = 1_000_000
"""Python looks for cycles after so many new objects; at its usual 700 this is a tenth of a short
command's time, since nothing of what is loaded ever goes."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Invalid input prints one line on standard error and ends with exit code 2.

    Parameters
    ----------
    arguments : list of str, optional
        By default those of this process, which then ends with the command.

    Raises
    ------
    SystemExit
        With the exit code.
    """
    is_own_process = arguments is None
    if is_own_process:
        begin_process()
        gc.set_threshold(NEW_OBJECTS)
        # At the end Python looks through everything for what is no longer used, which took a sixth
        # of the time of a short simulation.
        atexit.register(gc.freeze)
        # Nobody's extensions of pydantic are looked for among all that is installed.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
        os.environ["MPLBACKEND"] = "agg"  # pictures are files, and a wrong name ends all
        os.environ.pop("NUMBA_NUM_THREADS", None)  # threads are our own; 0 ends all
    from piquet_sim.cli.app import run  # takes most of the time of a short command

    try:
        run(arguments)
    except SystemExit as ended:
        if not is_own_process:
            raise
        end_process(ended.code)
