"""Style files: how an author changes the look of charts.

Three kinds are read: TOML and JSON files, which set colours, the width and settings of matplotlib,
and matplotlib's own style sheets, which have settings only. Whatever a file leaves out stays as in
the house style.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import colormaps
from matplotlib.colors import is_color_like

from analyses.charts.style import COLOURS, HOUSE_STYLE, SETTINGS, SIZES, Style, find_style
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import read_json, say_reason, suggest_file, write_text
from piquet_sim.game.wording import join_words

_LARGEST = 100_000
_WIDTHS = (0.5, 4.0)
_MOST_DPI = 600
_KINDS = (".toml", ".json", ".mplstyle")

# What concerns the look of a chart; the rest is of windows, back ends and files.
_LOOKS = (
    "axes.", "contour.", "errorbar.", "figure.", "font.", "grid.", "hatch.", "image.", "legend.",
    "lines.", "mathtext.", "patch.", "scatter.", "xtick.", "ytick.",
)  # fmt: skip
_SIZES = (
    "axes.titlesize", "axes.labelsize", "xtick.labelsize", "ytick.labelsize", "legend.fontsize",
)  # fmt: skip
_SINGLE = ("savefig.dpi", "text.color")


def choose_style(text: str) -> Style:
    """The style of a name or, where the text has an ending, that of a file.

    Raises
    ------
    InputError
        If nothing has that name, or the file is invalid.

    Examples
    --------
    >>> choose_style("slide").size
    'slide'
    """
    return read_style(Path(text)) if Path(text).suffix else find_style(text)


def read_style(path: Path) -> Style:
    """The style that a file describes.

    Raises
    ------
    InputError
        If it cannot be read, or has an invalid setting.
    """
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in _KINDS:
        kinds = join_words(_KINDS, "or")
        raise InputError(f"style {path}: expected a file name that ends in {kinds}")
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"style {path}: more than {_LARGEST:,} bytes; too large to be a style")
        text = path.read_text(encoding="utf-8")
    except InputError:
        raise
    except (OSError, ValueError) as error:
        nearby = suggest_file(path) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"style {path}: {say_reason(error)}{nearby}") from None
    try:
        return _make(_parse(text, kind))
    except InputError as error:
        raise InputError(f"style {path}: {error}") from None


def _parse(text: str, kind: str) -> dict[str, Any]:
    if kind == ".json":
        found = read_json(text)
        if not isinstance(found, dict):
            raise InputError("expected a JSON object, as in {...}")
        return found
    if kind == ".toml":
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InputError(f"not TOML: {str(error).lower()}") from None
    settings = {}
    for number, line in enumerate(text.splitlines(), start=1):
        plain = _drop_comment(line)
        if not plain:
            continue
        key, sign, value = plain.partition(":")
        if not sign:
            raise InputError(f"line {number}: write SETTING: VALUE, as in font.size: 8")
        settings[key.strip()] = value.strip().strip("\"'")
    return {"matplotlib": settings}


def _drop_comment(line: str) -> str:
    # A number sign begins a comment unless it stands in quotes or begins a colour.
    key, sign, value = line.partition(":")
    if "#" in key:
        return key.partition("#")[0].strip()
    value = value.strip()
    if value.startswith(('"', "'")):
        value = value[: value.find(value[0], 1) + 1]
    elif "#" in value[1:]:
        value = value[: value.index("#", 1)]
    return f"{key}{sign}{value}".strip()


def _make(found: dict[str, Any]) -> Style:
    known = set(HOUSE_STYLE.describe())
    for key in found:
        if key not in known:
            raise InputError(suggest(str(key), known, "entry"))
    width = found.get("width", 1.0)
    if isinstance(width, bool) or not isinstance(width, int | float):
        raise InputError(f"width: {width!r} is not a number")
    if not _WIDTHS[0] <= width <= _WIDTHS[1]:
        raise InputError(f"width: {width}; from {_WIDTHS[0]} to {_WIDTHS[1]}")
    heat_map = found.get("heat_map", HOUSE_STYLE.heat_map)
    if not isinstance(heat_map, str) or heat_map not in colormaps:
        raise InputError(f"heat_map: {heat_map!r} is not a colour map of matplotlib")
    size = found.get("size", HOUSE_STYLE.size)
    if size not in SIZES:
        raise InputError(f"size: {size!r}; expected {', '.join(SIZES[:-1])} or {SIZES[-1]}")
    return Style(
        {**SETTINGS, **_read_settings(_section(found, "matplotlib"))},
        {**COLOURS, **_read_colours(_section(found, "colours"))},
        heat_map,
        float(width),
        size,
    )


def _section(found: dict[str, Any], name: str) -> dict[str, Any]:
    section = found.get(name, {})
    if not isinstance(section, dict):
        raise InputError(f"{name}: expected names with values")
    return section


def _read_colours(section: dict[str, Any]) -> dict[str, str]:
    for key, value in section.items():
        if key not in COLOURS:
            raise InputError(suggest(key, COLOURS, "colour"))
        if not isinstance(value, str) or not is_color_like(value):
            raise InputError(f"colours.{key}: {value!r} is not a colour; write #1b4f8a")
    return section


def _read_settings(section: dict[str, Any]) -> dict[str, Any]:
    read = {}
    for key, value in section.items():
        if key in SETTINGS and value == SETTINGS[key]:
            continue  # as it was written out
        is_look = key in matplotlib.rcParams and (key.startswith(_LOOKS) or key in _SINGLE)
        try:
            if is_look or key in SETTINGS:
                read[key] = matplotlib.RcParams({key: value})[key]
        except (ValueError, TypeError, KeyError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"matplotlib.{key}: {reason}") from None
        if not is_look and (key not in SETTINGS or read[key] != SETTINGS[key]):
            raise InputError(f"matplotlib.{key}: not a setting for the look of a chart")
        if key.endswith("dpi") and isinstance(read[key], float) and read[key] > _MOST_DPI:
            raise InputError(f"matplotlib.{key}: expected at most {_MOST_DPI}, got {value}")
    if "font.size" in read:  # what is not said otherwise keeps its proportion
        larger = read["font.size"] / SETTINGS["font.size"]
        read = {**{key: SETTINGS[key] * larger for key in _SIZES}, **read}
    return read


def write_style(path: Path, style: Style = HOUSE_STYLE) -> None:
    """Write a style as a file for editing, which `read_style` reads.

    Raises
    ------
    InputError
        If it cannot be written, or its name has another ending.
    """
    path = Path(path)
    kind = path.suffix.lower()
    told = style.describe()
    if kind == ".json":
        text = json.dumps(told, indent=1, default=repr) + "\n"
    elif kind == ".toml":
        text = _as_toml(told)
    else:
        raise InputError(f"style {path}: expected a file name that ends in .toml or .json")
    write_text(path, text)


def _as_toml(told: dict[str, Any]) -> str:
    # JSON writes text, numbers and truth values as TOML has them; a cycle of colours is text.
    plain = [f"{key} = {json.dumps(one)}" for key, one in told.items() if not isinstance(one, dict)]
    lines = [
        "# The look of charts. Omitted settings follow the house style; letter sizes that are not",
        "# set follow font.size.",
        *plain,
    ]
    for name, section in told.items():
        if isinstance(section, dict):
            lines += ["", f"[{name}]"]
            lines += [
                f"{json.dumps(key)} = {json.dumps(one, default=repr)}"
                for key, one in section.items()
            ]
    return "\n".join(lines) + "\n"
