"""One report for all tests of reports, and the articles for all tests of articles."""

import os
import pickle

import pytest
from filelock import FileLock

FEW = ["elder-advantage", "pique", "discards", "skill"]
"""The studies whose articles are most read."""


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


@pytest.fixture(scope="session", params=["few", pytest.param("all", marks=pytest.mark.slow)])
def written(request, common):
    """Articles on some studies or on all, from the published results; one worker writes them."""
    from specimens import RESULTS

    from analyses.report import Order, articles
    from analyses.report.sections import SECTIONS

    names = [part.name for section in SECTIONS for part in section.parts]
    names = names if request.param == "all" else FEW
    kept = common / f"articles-{request.param}.pickle"
    with FileLock(kept.with_suffix(".lock")):
        if not kept.exists():
            out = common / f"articles-{request.param}"
            kept.write_bytes(
                pickle.dumps(articles.write_articles(Order(results=RESULTS), names, out))
            )
        return pickle.loads(kept.read_bytes())
