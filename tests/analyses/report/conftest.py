"""One report for all tests of reports."""

import os

import pytest
from filelock import FileLock


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """One report for all tests: the first worker plays for it, the others find its files."""
    from report_order import ORDER

    from analyses.report import make_report

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with FileLock(folder / "report.lock"):
        return make_report(ORDER, folder / "report")
