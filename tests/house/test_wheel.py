"""What a wheel holds, laid out without building it: one package, whatever else has our names."""

import os
import runpy
import shutil
import subprocess
import sys

import pytest
from specimens import ROOT

HOOK = runpy.run_path(str(ROOT / ".ci" / "build_hook.py"))
STUDY = "analyses.studies.game.pique"


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


def run(site, folder, program):
    """What a program prints where the wheel is installed, in a folder that comes first."""
    start = (
        f"import site, sys; sys.path.insert(0, {str(folder)!r}); site.addsitedir({str(site)!r})\n"
    )
    # This project may be installed here, too, as it is.
    start += f"sys.path[:] = [one for one in sys.path if one != {str(ROOT)!r}]\n"
    alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", start + program],
        cwd=folder, env=alone, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert str(ROOT) + os.sep not in done.stdout
    return done.stdout


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


SAME = """
import analyses
import analyses.results.stored as one
import piquet_sim.analyses.results.stored as other
from analyses.studies.pique import STUDY
from piquet_sim import analyses as studies

assert one is other and analyses is studies
assert studies.find_study("pique") is STUDY
assert len(studies.read_published("pique").rows) > 3
print(one.__name__, one.__spec__.name)
"""


def test_old_name__goes_on_to_work(site, tmp_path):
    name = "piquet_sim.analyses.results.stored"
    assert run(site, tmp_path, SAME) == f"{name} {name}\n"


THEIRS = """
import analyses
from piquet_sim.cli import main
from piquet_sim import analyses as studies

assert analyses.MINE and not hasattr(analyses, "find_study")
assert callable(studies.find_study) and studies.Maxim
try:
    main(["study", "pique", "-n", "100", "--out", "answers"])
except SystemExit as ended:
    assert not ended.code
assert sys.modules["analyses"] is analyses
main(["help", "charts"])
"""


def test_anothers_package_of_the_name__is_left_alone(site, tmp_path):
    (tmp_path / "analyses").mkdir()
    (tmp_path / "analyses" / "__init__.py").write_text("MINE = True\n", encoding="utf-8")
    run(site, tmp_path, THEIRS)
    assert (tmp_path / "answers" / "pique" / "data.csv").exists()


def test_renaming__is_whole_and_refuses_what_it_cannot_rename(site):
    for path in site.rglob("*.py"):  # which imports them by no name that others have
        if path.parent.name != "old_names":
            text = path.read_text("utf-8")
            assert HOOK["rename_studies"](text) == text
    with pytest.raises(ValueError, match=r"one\.py, line 2: write 'from analyses import"):
        HOOK["rename_studies"]("import os\nimport analyses\n", "one.py")
