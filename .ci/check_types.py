"""Check the types: ``python .ci/check_types.py``.

Basedpyright, which comes with pip alone, reads the packages. In the stubs and in a program of a
user's it is strict and may find no error; elsewhere there may be as many errors as `MOST` says,
which may only fall.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
MOST = {"piquet_sim": 480, "analyses": 198}
"""Errors that there may be in each package."""
USER = ROOT / "tests" / "support" / "typed_user.py"


def list_errors() -> list[dict]:
    """The errors that basedpyright finds."""
    packages = [ROOT / package for package in MOST]
    stubs = [path for package in packages for path in package.rglob("*.pyi")]
    settings = {
        "include": [str(path) for path in (USER, *packages)],
        "strict": [str(path) for path in (USER, *stubs)],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "standard",
        "reportUnnecessaryTypeIgnoreComment": "error",
        "pythonVersion": "3.11",
        "pythonPlatform": "Linux",
    }
    with TemporaryDirectory() as folder:
        place = Path(folder, "pyrightconfig.json")
        place.write_text(json.dumps(settings), encoding="utf-8")
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "basedpyright",
                "--outputjson",
                "--project",
                place,
                "--pythonpath",
                sys.executable,
            ],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    found = json.loads(done.stdout)["generalDiagnostics"]
    return [one for one in found if one["severity"] == "error"]


def main() -> None:
    """Check everything; exit code 1 if anything is wrong."""
    errors = list_errors()
    homes = [Path(one["file"]).relative_to(ROOT) for one in errors]
    number = Counter(home.parts[0] for home in homes if home.suffix == ".py")
    faults = [
        f"{home}:{one['range']['start']['line'] + 1}: {one['message'].splitlines()[0]}"
        for home, one in zip(homes, errors, strict=True)
        if home.suffix == ".pyi"
        or home.parts[0] == "tests"
        or number[home.parts[0]] > MOST[home.parts[0]]
    ]
    for package, most in MOST.items():
        print(f"{package}: {number[package]} errors, at most {most}")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
