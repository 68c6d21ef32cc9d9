"""Try the toolkit with the least versions that it declares: ``python3.11 .ci/check_minimums.py``.

A fresh environment gets, of each dependency that users install, just the version that
``pyproject.toml`` names as its lower bound, from a wheel; what they depend on comes as it does.
Then every command and each part is used once (`smoke`): deals, advice, strategies of a user's own,
a study, charts, rows on disk, the page, a cluster, a notebook. It runs with the oldest
Python that is supported, for which the oldest wheels were made. ``make minimums`` does it all.
"""

import re
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("cluster", "notebook", "records", "statistics")
"""What users install beside the toolkit; its own tests, lint and pages take the pinned versions."""

_LEAST = re.compile(r">=([^,]+).*")


def list_minimums() -> list[str]:
    """The dependencies that users install, each at its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return [_LEAST.sub(r"==\1", one) for one in wanted]


def main() -> None:
    """Install and try; the first thing that fails ends it."""
    sys.path.insert(0, str(ROOT / ".ci"))
    from smoke import find_python, run_command, try_all

    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        python = find_python(Path(folder, "venv"))
        run_command([sys.executable, "-m", "venv", Path(folder, "venv")])
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run_command([*install, "--only-binary", ":all:", *list_minimums()])
        run_command([*install, "--no-deps", ROOT])
        run_command([python, "-m", "pip", "check"])
        try_all(python, Path(folder))
    print("the declared minimums do")


if __name__ == "__main__":
    main()
