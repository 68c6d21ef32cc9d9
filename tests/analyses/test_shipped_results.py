"""Every published result can be made again from its own description.

Covers `analyses.studies.census`, `analyses.studies.ladder`.
"""

import re
from math import hypot, inf, isclose, sqrt

import pandas as pd
import pytest
from command_line import command
from pandas.api.types import is_integer_dtype, is_numeric_dtype
from specimens import RESULTS

from analyses import find_study
from analyses.contents import ENTRIES
from analyses.findings import ESTIMATE_COLUMNS
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.significance import normal_tails
from piquet_sim.game.files import read_json_file

WORDS = ("question", "headline", "sentences", "not_meant", "description")
JUDGED = ("verdict", "found", "computation")
"""Columns that say in words what the numbers say."""
FARTHEST = 4.0
"""Standard errors by which a row may differ between two engines, were it alone."""
FEWEST = 30
"""Cases of which a mean has an error that can be believed."""
WHOLE = ("census", "hands", "ladder")
"""Results that take seconds to make again; of the others a part of the deals is played."""
PART = 50


def read_rows(home):
    """Rows of a table by what they are about: by words and, where needed, by whole numbers."""
    table = pd.read_csv(home / "data.csv", keep_default_na=False, na_values=[""])
    kept = [name for name in table.columns if name not in (*ESTIMATE_COLUMNS, *JUDGED)]
    words = [name for name in kept if not is_numeric_dtype(table[name])]
    if table.duplicated(words).any():
        words = [name for name in kept if name in words or is_integer_dtype(table[name])]
    return {
        str([row[one] for one in words]): row
        for row in table[~table.duplicated(words, keep=False)].to_dict("records")
    }


def find_apart(there, here):
    """Rows that differ by more than both errors explain (Holm).

    That of fewer deals has at least the error that follows from the spread of the other: where
    nothing rare came about, its own is none.
    """
    apart = {}
    for key in there.keys() & here.keys():
        one, two = there[key], here[key]
        errors = [row.get("se", 0.0) for row in (one, two)]
        if errors == [0, 0] or isclose(one["value"], two["value"], rel_tol=1e-9):
            # Exact, or counted in all cases or none.
            apart[key] = 0.0 if isclose(one["value"], two["value"], rel_tol=1e-9) else inf
        elif min(one["n"], two["n"]) >= FEWEST:
            least = errors[0] * sqrt(one["n"] / two["n"])
            apart[key] = abs(one["value"] - two["value"]) / hypot(errors[0], max(errors[1], least))
    level = normal_tails(FARTHEST) / max(len(apart), 1)
    return {key for key, distance in apart.items() if normal_tails(distance) < level}


def count_drawn(home):
    """The numbers that a chart prints and how much is drawn in it, whatever its font."""
    chart = re.sub("(?s)<metadata>.*?</metadata>", "", (home / "chart.svg").read_text("utf-8"))
    printed = re.findall(r"\d[\d,.]*\d|\d", " ".join(re.findall(r"<text[^>]*>([^<]*)", chart)))
    return sorted(printed), chart.count("<path"), chart.count("<use")


# ---- Made again ---------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_published_result__is_made_again_by_its_command(name, tmp_path):
    """Equal to the byte by the same engine, within both errors by another."""
    home, again = RESULTS / name, tmp_path / name
    meta = read_json_file(home / "meta.json")
    about = meta["description"]
    ladder = f"duel {' '.join(about.get('strategies', ()))} -n {about.get('pairs')}"
    asked = {"census": "census", "ladder": ladder}.get(name, f"study {name} --published")
    assert command(*asked.split(), "--out", tmp_path).code == 0
    made = read_json_file(again / "meta.json")
    if made["engine"] == meta["engine"]:
        assert (
            (again / "data.csv").read_bytes(),
            count_drawn(again),
            [made[one] for one in WORDS],
        ) == ((home / "data.csv").read_bytes(), count_drawn(home), [meta[one] for one in WORDS])
    there, here = read_rows(home), read_rows(again)
    assert (find_apart(there, here), there.keys()) == (set(), here.keys())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in WHOLE])
def test_published_result__is_that_of_a_part_of_its_deals(name, tmp_path):
    """Rows of too few cases are left out of the table of the part, and it names other hands."""
    study, about = find_study(name), read_json_file(RESULTS / name / "meta.json")["description"]
    players = [study.published_by or study.players] * 2
    made = study.ask(Simulation(*players, seed=about["seed"]), about["n"] // PART, 2)
    assert made.found.about.keys() == about.keys()
    there, here = read_rows(RESULTS / name), read_rows(made.write(tmp_path))
    assert len(there.keys() & here.keys()) > len(there) / 2
    assert find_apart(there, here) == set()


@pytest.mark.parametrize("part", [1, PART])
@pytest.mark.parametrize(("errors", "is_far"), [(4.2, False), (6, True)])
def test_results__of_two_engines_may_differ_by_their_errors(errors, is_far, part):
    """Of some thirty rows one may be off by 4.7 errors, hence 4.2 is little and 6 too much.

    A part in which nothing rare came about has no error of its own.
    """
    rows = read_rows(RESULTS / "pique")
    key, row = next(iter(rows.items()))
    value = row["value"] + errors * row["se"] * sqrt(1 + part)
    moved = {"value": value, "n": row["n"] / part, "se": row["se"] * (part == 1)}
    assert [find_apart(rows, one) for one in (rows, {**rows, key: moved})] == [
        set(),
        {key} if is_far else set(),
    ]
