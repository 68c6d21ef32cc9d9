"""Results of studies on disk, as charts are drawn from them."""

from pathlib import Path

import pandas as pd

from analyses.analysis import read_captions, read_data
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file


def read_result(folder: Path, title: str | None = None) -> tuple[pd.DataFrame, dict[str, object]]:
    """The table of a result, and what stands beside it on a chart.

    Parameters
    ----------
    folder : Path
    title : str, optional
        The question that it must answer.

    Raises
    ------
    InputError
        If the folder holds no result, or that of another question.
    """
    home = Path(folder)
    meta = read_json_file(home / "meta.json")
    if not isinstance(meta.get("description"), dict):
        raise InputError(f"{home / 'meta.json'}: not the description of a result")
    if title is not None and meta.get("title") != title:
        raise InputError(f"{home}: expected the result that answers {title!r}")
    return read_data(home / "data.csv"), read_captions(meta)
