"""One report for all tests of reports."""

import fcntl
import os

import pytest


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """One report for all tests: the first worker plays for it, the others find its files."""
    from report_order import ORDER

    from analyses.report import make_report

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "report.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return make_report(ORDER, folder / "report")
