"""The commands, a module for each kind of question; they add themselves to the command line."""

from piquet_sim.cli.commands import (  # noqa: F401
    about,
    advising,
    comparing,
    counting,
    playing,
    reporting,
    studying,
)
