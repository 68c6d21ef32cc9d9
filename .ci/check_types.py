"""Check the types: ``python .ci/check_types.py``.

Basedpyright reads, in strict mode, every piece of Python in the README, the guides and the page for
contributors, a program of a user's, and the stubs, and may find no error there. Of every name that
the packages give, the type must be known to the last part (``--verifytypes``). Inside, in standard
mode, the numbers of errors and of names without a known type may only fall: those of
``type_errors.json`` are the most there may be, and ``--lower`` writes down what there are.

Basedpyright comes with pip alone, and Pylance and basedpyright are what most readers' editors ask;
it takes half a minute. What has been checked once is not checked again until a file changes.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("piquet_sim", "analyses")
OF_OTHERS = tuple(
    f"piquet_sim.environments.{one}" for one in ("DealEnvironment", "PartieEnvironment")
)
"""Types that cannot be complete: they build on classes of PettingZoo, which has no types."""
KEPT = ROOT / ".ci" / "type_errors.json"
USER = ROOT / "tests" / "support" / "typed_user.py"
CHECKED = Path(sys.prefix) / ".types-checked"
_OLDEST = "3.11"
_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def list_stubs() -> list[Path]:
    """The stubs of the packages."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.pyi"))


def list_documents() -> dict[str, str]:
    """The texts for readers that hold Python, by name."""
    from piquet_sim.cli.guides import GUIDES, read_guide

    pages = {"README": ROOT / "README.md", "CONTRIBUTING": ROOT / ".github" / "CONTRIBUTING.md"}
    texts = {name: path.read_text(encoding="utf-8") for name, path in pages.items()}
    return texts | {f"guide {topic}": read_guide(topic) for topic in GUIDES}


def write_blocks(documents: dict[str, str], folder: Path) -> int:
    """Each piece of Python in the documents as a file of its own; how many there are."""
    number = 0
    for name, text in documents.items():
        for place, block in enumerate(_BLOCK.findall(text), start=1):
            (folder / f"{name}, piece {place}.py").write_text(block, encoding="utf-8")
            number += 1
    return number


def check_files(folder: Path) -> list[dict]:
    """All complaints of basedpyright about the files in a folder and the packages."""
    settings = {
        "include": [str(folder), str(USER), *(str(ROOT / package) for package in PACKAGES)],
        "strict": [str(folder), str(USER), *map(str, list_stubs())],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "standard",
        "reportUnnecessaryTypeIgnoreComment": "error",
        "pythonVersion": _OLDEST,
        "pythonPlatform": "Linux",
    }
    place = folder / "pyrightconfig.json"
    place.write_text(json.dumps(settings), encoding="utf-8")
    said = _ask("--project", str(place), "--pythonpath", sys.executable)
    return [one for one in said["generalDiagnostics"] if one["severity"] == "error"]


def list_unknown(package: str, folder: Path) -> list[str]:
    """The names that a package gives, or its rooms, whose type is not known to the last part."""
    said = _ask("--verifytypes", package, "--ignoreexternal", folder=folder)
    symbols = said.get("typeCompleteness", {}).get("symbols", [])
    if not symbols:
        sys.exit(f"failed: {package} is not installed here, or its py.typed is missing")
    return [one["name"] for one in symbols if one["isExported"] and not one["isTypeKnown"]]


def _ask(*options: str, folder: Path = ROOT) -> dict:
    # Where no option names the interpreter, its packages are found by the path.
    surroundings = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", *options],
        cwd=folder, env=surroundings, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(f"failed: basedpyright says {done.stdout}{done.stderr}")


def is_given(name: str, stubs: Iterable[Path]) -> bool:
    """Whether a name is one that a package with a stub gives."""
    home = name.rpartition(".")[0].replace(".", "/") + "/__init__.pyi"
    return ROOT / home in stubs and name not in OF_OTHERS


def count_inside(complaints: list[dict]) -> dict[str, int]:
    """How many errors there are in each package."""
    found = Counter(Path(one["file"]).relative_to(ROOT).parts[0] for one in complaints)
    return {package: found[package] for package in PACKAGES}


def digest_all(documents: dict[str, str]) -> str:
    """A digest of everything that the checks depend on."""
    sources = sorted(
        path
        for package in PACKAGES
        for pattern in ("*.py", "*.pyi")
        for path in (ROOT / package).rglob(pattern)
    )
    digest = hashlib.sha256(json.dumps(documents).encode())
    digest.update((sys.version + version("basedpyright")).encode())
    for path in (*sources, USER, KEPT, Path(__file__), ROOT / ".constraints.txt"):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def say(complaint: dict) -> str:
    """A complaint in one line: where, what."""
    start, what = complaint["range"]["start"], complaint["message"].splitlines()[0]
    place = Path(complaint["file"])
    name = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place.stem
    return f"{name}:{start['line'] + 1}: {what} ({complaint.get('rule', 'error')})"


def main() -> None:
    """Check everything; exit code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lower", action="store_true", help="write down what there are")
    lower = parser.parse_args().lower
    sys.path.insert(0, str(ROOT))
    documents = list_documents()
    digest = digest_all(documents)
    if not lower and CHECKED.is_file() and CHECKED.read_text(encoding="utf-8") == digest:
        print("types: nothing has changed since they were checked")
        return
    stubs = list_stubs()
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folder = Path(home).resolve()
        pieces = write_blocks(documents, folder)
        with ThreadPoolExecutor(2) as pool:
            files = pool.submit(check_files, folder)
            names = {package: list_unknown(package, folder) for package in PACKAGES}
            complaints = files.result()
    strict = [one for one in complaints if _is_strict(Path(one["file"]), stubs)]
    inside = [one for one in complaints if one not in strict]
    given = [name for found in names.values() for name in found if is_given(name, stubs)]
    found = {
        "errors": count_inside(inside),
        "names of unknown type": {package: len(names[package]) for package in PACKAGES},
    }
    faults = [*map(say, strict), *(f"{name}: its type is not wholly known" for name in given)]
    if lower:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        digest = digest_all(documents)
    most = json.loads(KEPT.read_text(encoding="utf-8"))
    for kind, numbers in found.items():
        for package, number in numbers.items():
            allowed = most[kind][package]
            if number > allowed:
                faults.append(f"{package}: {number} {kind}, at most {allowed} allowed: {KEPT.name}")
                if kind == "errors":
                    faults += [say(one) for one in inside if _is_in(one, package)]
            elif number < allowed:
                print(f"{package}: {number} {kind}, {allowed} before: --lower writes it down")
    if faults:
        sys.exit("\n".join(faults))
    CHECKED.write_text(digest, encoding="utf-8")
    print(f"types: {pieces} pieces of Python, {len(stubs)} stubs: no errors; inside: {found}")


def _is_strict(path: Path, stubs: list[Path]) -> bool:
    return path == USER or path in stubs or not path.is_relative_to(ROOT)


def _is_in(complaint: dict, package: str) -> bool:
    return Path(complaint["file"]).is_relative_to(ROOT / package)


if __name__ == "__main__":
    main()
