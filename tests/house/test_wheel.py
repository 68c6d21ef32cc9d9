"""What a wheel holds, laid out without building it; `make wheel` builds and tries one."""

import runpy
import shutil

import pytest
from specimens import ROOT

HOOK = runpy.run_path(str(ROOT / ".ci" / "build_hook.py"))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder into which a wheel would be unpacked."""
    site = tmp_path_factory.mktemp("site")
    left_out = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(ROOT / "piquet_sim", site / "piquet_sim", ignore=left_out)
    for path, place in HOOK["lay_out"](tmp_path_factory.mktemp("written")).items():
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, site / place)
    return site


def test_wheel__has_one_package_and_one_line_of_the_path(site):
    assert {one.name for one in site.iterdir()} == {"piquet_sim", "piquet_sim_old_names.pth"}


def test_wheel__says_that_it_is_typed_and_leads_from_the_old_name_to_the_new_one(site):
    home, old = site / "piquet_sim", site / "piquet_sim" / "data" / "old_names"
    for room in (home, home / "analyses"):
        assert (room / "py.typed").is_file()
        assert "from analyses" not in (room / "__init__.pyi").read_text("utf-8")
    assert "from piquet_sim import analyses as analyses" in (home / "__init__.pyi").read_text()
    stub = old / "analyses" / "charts" / "style.pyi"
    assert stub.read_text("utf-8") == "from piquet_sim.analyses.charts.style import *\n"


def test_renaming__is_whole_and_refuses_what_it_cannot_rename(site):
    for path in site.rglob("*.py"):  # which imports them by no name that others have
        if path.parent.name != "old_names":
            text = path.read_text("utf-8")
            assert HOOK["rename_studies"](text) == text
    with pytest.raises(ValueError, match=r"one\.py, line 2: write 'from analyses import"):
        HOOK["rename_studies"]("import os\nimport analyses\n", "one.py")
