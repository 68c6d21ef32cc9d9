"""Which of the old maxims about the discard are right, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.maxims.plain import list_examples, say_counts, say_finding
from analyses.words.plain import Words


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    return Words(
        say_finding(table, "the discard"),
        "Old books say which cards to throw before the play. Here each maxim is obeyed and "
        "broken in the same deals, and compared with a rule drawn by lot that allows as many "
        "discards.",
        (say_counts(table), *list_examples(table)),
        "It does not mean that a right maxim should always be obeyed: it beats a rule drawn by "
        "lot, but the player's own choice may beat it.",
    )
