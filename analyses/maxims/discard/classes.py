"""What exceptions to maxims about the discard may depend on, and the classes of hands reported."""

import numpy as np

from analyses.maxims.discard.trying import Pool
from analyses.maxims.facts.hands import QUATORZE, RUNS, TRIO, count, of_rank
from analyses.maxims.trial import Trial
from analyses.statistics.exceptions import CaseClass, Fact, find_exception
from piquet_sim.game.cards import ACE, KING, KNAVE, QUEEN

FACTS = (
    Fact("cards in the longest suit", lambda hands: hands.length),
    Fact("aces", lambda hands: hands.number_of(ACE)),
    Fact("kings", lambda hands: hands.number_of(KING)),
    Fact("aces and kings", lambda hands: count(hands.cards & of_rank(ACE, KING))),
    Fact("honours", lambda hands: count(hands.cards & of_rank(ACE, KING, QUEEN, KNAVE))),
    Fact("aces and kings in the longest suit",
         lambda hands: count(hands.longest & of_rank(ACE, KING))),
    Fact("cards in sequence in the longest suit", lambda hands: count(
        np.where(hands.is_longest, RUNS[hands.lanes], 0)).sum(axis=0)),
    Fact("trios or quatorzes", lambda hands: (hands.sets > 0).sum(axis=0)),
    Fact("quatorzes", lambda hands: (hands.set_of(QUATORZE) != 0).astype(int)),
    Fact("suits without a card", lambda hands: (hands.lengths == 0).sum(axis=0)),
    Fact("kings without the ace", lambda hands: hands.lone_kings.sum(axis=0)),
)  # fmt: skip
"""Features an exception may depend on."""


def find_class(tried: Trial) -> CaseClass | None:
    """The class of hands in which the other way is best, as one half of the hands has it."""
    return find_exception(tried.worth, tried.cases.hands, FACTS)


def group_hands(pool: Pool) -> list[tuple[str, np.ndarray]]:
    """Classes of hands for which a maxim is reported separately: their names, and which hands."""
    length, aces = pool.hands.length, pool.hands.number_of(ACE)
    return [
        ("longest suit of 4 or fewer", length <= 4),
        ("longest suit of 5", length == 5),
        ("longest suit of 6 or more", length >= 6),
        ("no ace or one", aces <= 1),
        ("two aces", aces == 2),
        ("three aces or four", aces >= TRIO),
    ]
