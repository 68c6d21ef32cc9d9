"""The commands, a room for each kind of question."""

# isort: off
# They add their commands, in the order in which help lists them.
from piquet_sim.cli.commands import (  # noqa: F401
    playing,
    studying,
    matching,
    advising,
    reviewing,
    judging,
    counting,
    checking,
    reporting,
    about,
    setup,
)
# isort: on
