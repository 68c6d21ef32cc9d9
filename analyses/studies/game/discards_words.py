"""What the exchange does to a hand, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimate
from analyses.studies.game.discards_chart import find_better, say_lengthened
from analyses.words.plain import Words, read_number, say_or_too_few, say_who_sits, share, spell
from piquet_sim.sentences import Sentence


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    said = [
        Sentence(
            f"{say_who_sits(captions)}elder exchanges {_say_usual(table, 'elder')} of deals, "
            f"younger {_say_usual(table, 'younger')}."
        )
    ]
    point, sets = (read_number(captions, f"{kind}_better") for kind in ("point", "sets"))
    if point is not None and sets is not None:
        said.append(
            Sentence(
                f"The exchange lengthens elder's longest suit in {share(point)} of deals and "
                f"brings another trio or a quatorze in {share(sets)}."
            )
        )
    filled = find_better(table, "elder", "sets", "1 trio")
    if filled is not None:
        said.append(Sentence(f"Dealt a lone trio, elder betters it in {share(filled)} of hands."))
    return Words(
        say_or_too_few(say_lengthened(table), "what the exchange does"),
        "After the deal the players exchange cards for others that lie face down: elder first, and "
        "more of them. They hope for long suits, sequences, and three or four of a rank, all of "
        "which score.",
        tuple(said),
        "It does not say what a better hand scores: in each class only the better of the two hands "
        "counts.",
    )


def _say_usual(table: pd.DataFrame, seat: str) -> str:
    # The usual number of cards and how often that is.
    rows = table[(table.seat == seat) & (table.quantity == "exchanges")]
    usual = rows.loc[rows.value.idxmax()]
    return f"{spell(int(usual.held))} cards in {share(read_estimate(usual))}"
