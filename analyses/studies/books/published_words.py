"""Which published figures about the game are right, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.statistics.rows import iterate_rows
from analyses.studies.books.published_chart import count_counted
from analyses.words.plain import Words, round_off
from piquet_sim.compare.published_claims import RIGHT, ROUNDED, WRONG
from piquet_sim.sentences import Sentence, is_so


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    count = count_counted(table)
    right = count[RIGHT] + count[ROUNDED]
    said = [Sentence(f"{count[RIGHT]} are right as printed, {count[ROUNDED]} to the rounding.")]
    if captions.get("claims"):
        said.append(
            Sentence(
                f"Of {captions['claims']} figures about what players make, "
                f"{captions['claims_agreeing']} lie within the errors of what these players make."
            )
        )
    if captions.get("classes"):
        said.append(
            Sentence(
                f"Of {captions['classes']} classes in printed tables of scores "
                f"{captions['classes_agreeing']} do."
            )
        )
    return Words(
        Sentence(
            f"Of {count['counted']} published figures that can be counted {right} are right, "
            f"{count[WRONG]} wrong"
        ),
        "Books on Piquet print odds, and tables of what players score. Odds can be counted over "
        "all hands; what players score is set beside what these players make.",
        tuple(said),
        "It does not mean that a book is wrong where these players make something else: its "
        "players were others.",
    )


def surprise(table: pd.DataFrame, captions: Mapping[str, object]) -> Sentence | None:
    """What a reader would not expect."""
    wrong = table[(table["verdict"] == WRONG) & table["figure"].notna()]
    twice = [rows for _, rows in wrong.groupby("quantity") if len(set(rows["claimed"])) > 1]
    if not twice:
        return None
    rows = list(iterate_rows(twice[0]))
    authors = ", ".join(f"{row.figure} has {row.claimed}" for row in rows)
    return Sentence(
        "Two books differ on one draw, and both are wrong: "
        f"{authors}; the truth is {round_off(1 / rows[0].value - 1)} to 1.",
        is_so("both are judged wrong", len(rows) > 1),
    )
