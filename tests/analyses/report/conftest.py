"""One report for all tests of reports, and the articles for all tests of articles."""

import os

import pytest
from filelock import FileLock

FEW = ["elder-advantage", "pique", "discards", "maxims"]
"""The studies whose articles are most read."""


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


@pytest.fixture(scope="session", params=["few", pytest.param("all", marks=pytest.mark.slow)])
def written(request, tmp_path_factory):
    """Articles on some studies or on all, from the published results."""
    from specimens import RESULTS

    from analyses.report import Order, articles
    from analyses.report.sections import SECTIONS

    names = [part.name for section in SECTIONS for part in section.parts]
    names = names if request.param == "all" else FEW
    out = tmp_path_factory.mktemp("all") / "articles"
    return articles.write_articles(Order(results=RESULTS), names, out)
