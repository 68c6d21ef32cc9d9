"""Try the toolkit as a stranger gets it: ``python .ci/check_wheel.py``.

A wheel is built and installed into an empty environment, without any extra, and tried from another
folder. What needs an extra must say in one line which; with the extras every command is used once
(`smoke`). With ``--offline`` nothing is fetched: the
environment sees what this interpreter has installed, and the build tool must be among it.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
ASKED_FOR = {
    "records": "simulate -n 20 --records rows.parquet",
    "statistics": "simulate -n 20 --distribution difference",
}
"""A command that needs an extra, by its name."""

STUDIES = """
from analyses import find_study, read_published

assert len(read_published("pique").table()) > 20
print(find_study("pique").name)
"""


def main() -> None:
    """Build, install and try; the first thing that fails ends it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--offline", action="store_true", help="fetch nothing")
    offline = parser.parse_args().offline
    sys.path.insert(0, str(ROOT / ".ci"))
    from smoke import find_python, run_command, try_all

    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        if offline:
            run_command(
                [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", home], cwd=ROOT
            )
        else:
            run_command(
                [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", home, ROOT]
            )
        (wheel,) = home.glob("*.whl")
        _check_names(wheel)
        run_command([sys.executable, "-m", "venv", home / "venv"])
        python = find_python(home / "venv")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if offline:
            _share_packages(python)
        run_command([*install, *(["--no-deps"] if offline else []), wheel])
        if not offline:
            for extra, line in ASKED_FOR.items():
                _check_refused(python, line, extra, home)
            run_command([*install, f"{wheel}[records,statistics,cluster]"])
        said = _run(python, ["-c", STUDIES], home)
        if said.stdout != "pique\n":
            sys.exit(f"failed: the studies cannot be imported\n{said.stderr}")
        try_all(python, home, programs=("page", "cluster"))
        command = python.with_name(f"piquet-sim{python.suffix}")
        run_command([command, "--version"], cwd=home)
    print("the wheel does")


def _check_names(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        held = set(packed.namelist())
    names = {name.partition("/")[0] for name in held}
    version = wheel.name.removesuffix("-py3-none-any.whl")
    if names != {"piquet_sim", "analyses", f"{version}.dist-info"}:
        sys.exit(f"failed: the wheel has {sorted(names)}")
    for room in ("piquet_sim", "analyses"):
        for typed in (f"{room}/py.typed", f"{room}/__init__.pyi"):
            if typed not in held:
                sys.exit(f"failed: the wheel has no {typed}")


def _share_packages(python: Path) -> None:
    # What this interpreter has installed is found by the other one, too, but not this project.
    found = [one for one in sys.path if Path(one).name == "site-packages"]
    home = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # As plain places: what their own .pth files name is not followed.
    Path(home, "shared.pth").write_text("\n".join(found) + "\n", encoding="utf-8")


def _run(python: Path, words: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [python, *words], cwd=folder, env=alone, capture_output=True, text=True, check=False
    )


def _check_refused(python: Path, line: str, extra: str, folder: Path) -> None:
    done = _run(python, ["-m", "piquet_sim", *line.split()], folder)
    wanted = f"pip install 'piquet-sim[{extra}]'"
    if done.returncode != 2 or not done.stderr.strip().endswith(wanted):
        sys.exit(f"failed: {line} without {extra}: exit code {done.returncode}\n{done.stderr}")


if __name__ == "__main__":
    main()
