"""Rule books that differ from Rubicon's only in what things score: a simpler kernel plays them."""

from piquet_sim.game.laws import ANNOUNCED, BY_CARDS, LEADS_AND_WINS, Laws, UsualLaws
from piquet_sim.kernel.compile import inline_kernel


@inline_kernel
def assume_usual(laws):
    """The same laws with constants for what is compared, scored and counted as under Rubicon."""
    return UsualLaws(
        laws.pack,
        laws.stock,
        laws.elder_least,
        laws.elder_most,
        laws.elder_looks,
        laws.younger_least,
        laws.younger_most,
        laws.younger_may_face,
        laws.carte_blanche,
        ANNOUNCED,
        0,  # both never hold a carte blanche
        0,  # holdings are Rubicon's
        0,  # the point by cards
        0,  # of any pips
        BY_CARDS,
        0,  # sequences of one suit
        0,  # by the top card
        laws.sequences,
        laws.trio,
        laws.quatorze,
        laws.lowest_set,
        LEADS_AND_WINS,
        laws.last_trick,
        laws.last_trick,
        laws.last_high_ranks,
        1,  # the last trick counts with a capot, too
        laws.cards,
        laws.capot,
        laws.pique,
        laws.repique,
        laws.pique_needs,
        laws.book,
    )


def is_usual(laws: Laws) -> bool:
    """Whether a rule book differs from Rubicon's in numbers only."""
    # Asked in Python: compiled code takes longer to load.
    return getattr(assume_usual, "py_func", assume_usual)(laws) == laws
