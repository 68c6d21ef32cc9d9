"""Settings for all tests: hypothesis draws the same examples, kernels are compiled once."""

import gc
import os
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")

gc.set_threshold(0)  # What is imported and collected stays to the end: none of it could be freed.

_BEGUN_FIRST = (
    "explorer",
    "running/test_stops.py",
    "running/test_interrupts.py",
    "analyses/test_every_study.py",
    "conditions/test_conditions.py",
    "decisions/test_card_advice.py",
    "contracts/test_what_users_hand_in.py",
    "cli/test_commands.py",
    "contracts/test_refusals.py",
    "running/test_cluster.py",
    "kernel/test_inference.py",
    "decisions/test_deals_reviewed.py",
    "contracts/test_readme.py",
    "analyses/test_every_maxim.py",
    "kernel/test_compile.py",
    "kernel/test_worlds.py",
    "kernel/test_views.py",
)
"""Files that take longest: none of them shall be left to one worker when the others are done."""

_SLOW_BEGUN_FIRST = (
    "contracts/test_notebooks.py",
    "analyses/maxims/test_planted_rules.py",
    "analyses/test_shipped_results.py",
    "running/test_stops.py",
    "running/test_interrupts.py",
    "cli/test_setup.py",
    "analyses/test_every_study.py",
    "kernel/test_inference.py",
    "kernel/test_perfect_play.py",
    "strategies/test_learning.py",
)
"""The same where slow checks alone are run."""


def pytest_configure(config):
    """Python parses each file once for all workers and all commands that tests run.

    Where the shell forbids it to keep what it parsed beside the files, it is kept in pytest's
    cache: two seconds of processor time for each of some hundred processes. Nothing is said of the
    engine's compilation, which falls to whichever test comes first.
    """
    os.environ["PIQUET_QUIET"] = "1"
    config.option.loadscopereorder = False  # files go out as they are sorted here
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and config.args == ["tests"]:
        # Two workers begin at either end: what one has parsed the other reads.
        config.args = sorted(map(str, config.rootpath.glob("tests/[a-z]*/")), reverse=True)
    # Workers share the processors already: the threads of each one's linear algebra would wait for
    # one another in loops, ten seconds for a product that takes none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.dont_write_bytecode and hasattr(config, "cache"):
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _find_group(nodeid):
    """The file of a test, one worker's work; all that asks the explorer's server is one, too."""
    return re.match("tests/(explorer(?=/)|[^:]*)", nodeid)[1]


def pytest_collection_modifyitems(config, items):
    """Long files come first, others by their names; in each, tests stay in their order."""
    first = _SLOW_BEGUN_FIRST if config.option.markexpr == "slow" else _BEGUN_FIRST
    place = {name: number for number, name in enumerate(first)}
    items.sort(key=lambda item: (place.get(_find_group(item.nodeid), 99), _find_group(item.nodeid)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests are handed out by their groups."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        _split_scope = staticmethod(_find_group)

    return Scheduling(config, log)


def pytest_collection_finish():
    """What tests leave behind is freed; what was there before them is not searched for cycles."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes():
    """Kernels that workers need are compiled before these start.

    With an empty cache all workers would compile the same ones at the same time.
    """
    if not os.environ.get("NUMBA_DISABLE_JIT"):
        # What fails here fails again in the workers, and is said there.
        subprocess.run(
            [sys.executable, "-m", "piquet_sim", "setup"], stdout=subprocess.DEVNULL, check=False
        )


@pytest.fixture(autouse=True)
def nobody_stays_registered(monkeypatch):
    """What a test registers is forgotten with it."""
    monkeypatch.setattr("piquet_sim.strategies.registry._registered", {})


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session", autouse=True)
def table_of_play():
    """The table of perfect play, built before a command would have to say that it builds it."""
    from piquet_sim.exact.play_table_cache import find_play_table

    return find_play_table()


@pytest.fixture(scope="module")
def pool():
    """Two processes that count."""
    with ProcessPoolExecutor(2, get_context("forkserver")) as made:
        yield made
