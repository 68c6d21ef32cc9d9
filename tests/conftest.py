"""Settings for all tests: hypothesis draws the same examples, kernels are compiled once."""

import subprocess
import sys

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")

_COMPILED_APART = (
    ("piquet_sim.kernel.usual_deals", "piquet_sim.kernel.other_deals", "piquet_sim.kernel.matches"),
    ("piquet_sim.strategies.expert", "piquet_sim.strategies.master"),
)
"""Modules that compile kernels when they are imported, in parts that take about as long."""


def pytest_xdist_setupnodes():
    """Kernels that every worker needs are compiled before the workers start.

    With an empty cache all workers would compile the same ones at the same time.
    """
    parts = [
        subprocess.Popen([sys.executable, "-c", f"import {', '.join(modules)}"])
        for modules in _COMPILED_APART
    ]
    for part in parts:
        part.wait()  # what fails here fails again in the workers, and is told there
