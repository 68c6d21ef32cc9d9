"""Which published figures about the game are right, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.books.published_chart import count_counted
from analyses.words.plain import Words
from piquet_sim.compare.published_claims import RIGHT, ROUNDED, WRONG
from piquet_sim.sentences import Sentence


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
