"""Settings for all tests: hypothesis draws the same examples, kernels are compiled once."""

import gc
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")

_COMPILED_APART = (
    "from piquet_sim import simulate; simulate(n=2, threads=1); "
    "from piquet_sim.kernel.batch.batch import play_other_deals as other; "
    "from piquet_sim.kernel.batch.matches import play_matches; "
    "from piquet_sim.kernel.compile import find_entry; "
    "find_entry(other); find_entry(play_matches); "
    "simulate(n=2, threads=1, rules='cotton-1674', play='double-dummy'); "
    "from piquet_sim.kernel.players.rollouts import roll_against; find_entry(roll_against)",
    "from piquet_sim.exact.play_table_cache import find_play_table; "
    "find_play_table(); "
    "from piquet_sim.strategies import find_strategy; "
    "from piquet_sim.kernel.compile import find_entry; "
    "players = [find_strategy(name) for name in ('expert', 'master')]; "
    "made = [each for one in players for each in (one.discard, one.play)]; "
    "[find_entry(each.entry) for each in (*made, *(one.plain for one in made if one.plain))]",
)
"""Programs that compile what most tests need, in parts that take about as long."""

_BEGUN_FIRST = (
    "explorer/test_page_partie.py",
    "explorer/test_page_ten.py",
    "explorer/test_page_verdict.py",
    "explorer/test_page_entry.py",
    "explorer/test_page_review.py",
    "explorer/test_page_play.py",
    "conditions/test_conditions.py",
    "analyses/test_every_study.py",
    "running/test_stops.py",
    "analyses/test_every_maxim.py",
    "decisions/test_card_advice.py",
    "contracts/test_readme.py",
    "kernel/test_inference.py",
    "explorer/test_explorer.py",
    "explorer/test_review.py",
    "kernel/test_compile.py",
    "decisions/test_deals_reviewed.py",
    "kernel/test_worlds.py",
    "kernel/test_views.py",
    "cli/test_commands.py",
)
"""Files that take longest: none of them shall be left to one worker when the others are done."""

_SLOW_BEGUN_FIRST = (
    "contracts/test_notebooks.py",
    "analyses/maxims/test_planted_rules.py",
    "analyses/test_shipped_results.py",
    "running/test_stops.py",
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
    # Workers share the processors already: the threads of each one's linear algebra would wait for
    # one another in loops, ten seconds for a product that takes none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.dont_write_bytecode:
        sys.pycache_prefix = str(config.cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(config, items):
    """Long files come first; in each, tests stay in their order."""
    first = _SLOW_BEGUN_FIRST if config.option.markexpr == "slow" else _BEGUN_FIRST
    place = {name: number for number, name in enumerate(first)}
    items.sort(
        key=lambda item: place.get(item.nodeid.partition("::")[0].removeprefix("tests/"), 99)
    )


def pytest_collection_finish():
    """What was collected stays to the end: Python need not search it for cycles again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes():
    """Kernels that every worker needs are compiled before the workers start.

    With an empty cache all workers would compile the same ones at the same time.
    """
    if os.environ.get("NUMBA_DISABLE_JIT"):
        return
    for part in [subprocess.Popen([sys.executable, "-c", program]) for program in _COMPILED_APART]:
        part.wait()  # what fails here fails again in the workers, and is told there


@pytest.fixture
def nobody_stays_registered(monkeypatch):
    """What a test registers is forgotten with it."""
    from piquet_sim.strategies import registry

    monkeypatch.setattr(registry, "_registered", {})


@pytest.fixture(scope="session")
def table_of_play():
    """The table of perfect play, built before a command would have to say that it builds it."""
    from piquet_sim.exact.play_table_cache import find_play_table

    return find_play_table()


@pytest.fixture(scope="module")
def pool():
    """Two processes that count."""
    with ProcessPoolExecutor(2, get_context("forkserver")) as made:
        yield made
