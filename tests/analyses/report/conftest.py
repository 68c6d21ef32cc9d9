"""One report for all tests of reports."""

import os

import pytest
from filelock import FileLock


@pytest.fixture(scope="session")
def common(tmp_path_factory):
    """A folder that all workers have."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def made(common):
    """One report for all tests: the first worker plays for it, the others find its files."""
    from report_order import ORDER

    from analyses.report import make_report

    with FileLock(common / "report.lock"):
        return make_report(ORDER, common / "report")
