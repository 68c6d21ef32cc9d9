"""The commands, a module for each kind of question; they add themselves to the command line."""

# isort: off
# In the order in which a mistake is looked for among them.
from piquet_sim.cli.commands import (  # noqa: F401
    playing,
    studying,
    comparing,
    advising,
    counting,
    reporting,
    about,
)
# isort: on
