"""Which of the old maxims about the play are right, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.maxims.plain import list_examples, say_counts, say_finding
from analyses.words.plain import Words


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    return Words(
        say_finding(table, "the play"),
        "Old books say which card to lead and which to keep. Here each maxim is obeyed and "
        "broken in the same deals, and compared with a rule drawn by lot that allows as many "
        "cards.",
        (say_counts(table), *list_examples(table)),
        "It does not mean that a right maxim should always be obeyed: it beats a rule drawn by "
        "lot, but the player's own card may beat it.",
    )
