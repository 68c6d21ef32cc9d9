"""What a wheel holds: all in one package, so that no name of ours meets another's.

In the project the studies lie beside the package, in the folder ``analyses``. That is too common a
name for a package that is installed anywhere: a wheel has them as ``piquet_sim.analyses``, and what
imports them is written out with that name. Nothing else in the files changes. The published results
go along, for `piquet maxim`.

``import analyses`` goes on to work. The wheel has a module of this name in a folder of its own,
which the last line of the path names (``piquet_sim_old_names.pth``), so that any other package of
the name comes first.
"""

import ast
import re
import shutil
from pathlib import Path
from tempfile import mkdtemp

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # what a wheel holds can be laid out without
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent.parent
STUDIES, PACKAGE = "analyses", "piquet_sim"
OLD_NAMES = f"{PACKAGE}/data/old_names"
_QUOTED = re.compile(rf"""(?<=["']){STUDIES}(?=\.[a-z])""")
"""The beginning of a module's name in quotes."""
_WITHIN = f"from {PACKAGE} import {STUDIES} as {STUDIES}\n"
"""How a stub gives the studies where they lie within the package."""


def rename_studies(source: str, name: str = "the file") -> str:
    r"""A module's text, with the studies imported from where a wheel has them.

    Parameters
    ----------
    source : str
    name : str
        What errors call it.

    Raises
    ------
    ValueError
        If the studies are imported in a way that cannot be rewritten.

    Examples
    --------
    >>> rename_studies('from analyses.charts.style import say\nHOME = "analyses.charts"\n')
    'from piquet_sim.analyses.charts.style import say\nHOME = "piquet_sim.analyses.charts"\n'
    """
    source = source.replace(f"import {STUDIES} as {STUDIES}\n", _WITHIN)
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if any(one.partition(".")[0] == STUDIES for one in names):
            raise ValueError(f"{name}, line {node.lineno}: write 'from {STUDIES} import ...'")
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == STUDIES:
            at = node.lineno - 1
            lines[at] = lines[at].replace(f"from {STUDIES}", f"from {PACKAGE}.{STUDIES}", 1)
    return _QUOTED.sub(f"{PACKAGE}.{STUDIES}", "".join(lines))


def lay_out(folder: Path) -> dict[str, str]:
    """Write what a wheel has otherwise than the project to a folder.

    Parameters
    ----------
    folder : Path
        Where the files go that are written anew.

    Returns
    -------
    dict
        Places in the wheel by the paths of the files that go there.
    """
    places: dict[str, str] = {}
    for path in _list_files(ROOT / PACKAGE, ROOT / STUDIES, ROOT / "results"):
        inside = path.relative_to(ROOT).as_posix()
        place = inside if inside.startswith(f"{PACKAGE}/") else f"{PACKAGE}/{inside}"
        source = path.read_text(encoding="utf-8") if path.suffix in (".py", ".pyi") else ""
        renamed = rename_studies(source, inside)
        if renamed != source:
            places[str(_write(folder / place, renamed))] = place
        elif place != inside:
            places[str(path)] = place
    old = (ROOT / ".ci" / "old_name.py").read_text(encoding="utf-8")
    places[str(_write(folder / OLD_NAMES / f"{STUDIES}.py", old))] = f"{OLD_NAMES}/{STUDIES}.py"
    for path in sorted((ROOT / STUDIES).rglob("*.py")):
        # The old name is found anew as the program runs; type checkers read where it leads.
        inside = path.relative_to(ROOT).with_suffix(".pyi").as_posix()
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        text = f"from {PACKAGE}.{module} import *\n"
        places[str(_write(folder / OLD_NAMES / inside, text))] = f"{OLD_NAMES}/{inside}"
    line = _write(folder / f"{PACKAGE}_old_names.pth", OLD_NAMES + "\n")
    places[str(line)] = line.name
    return places


def _list_files(*homes: Path) -> list[Path]:
    left_out = ("__pycache__", "checkpoints")
    return [
        path
        for home in homes
        for path in sorted(home.rglob("*"))
        if path.is_file() and not set(path.parts) & set(left_out) and path.suffix != ".pyc"
    ]


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


class BuildHook(BuildHookInterface):
    """Lays out a wheel; an editable installation takes the project as it is."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Name the files that go elsewhere or are written anew."""
        if version != "editable":
            self.folder = Path(mkdtemp(prefix="piquet-wheel-"))
            build_data["force_include"].update(lay_out(self.folder))

    def finalize(self, version: str, build_data: dict, artifact_path: str) -> None:
        """Remove what was written."""
        if version != "editable":
            shutil.rmtree(self.folder, ignore_errors=True)
