"""The block of learned values for a deal, and the laws by which its calls are compared.

What is worth keeping depends on the laws. Those that change it most make four families: the usual
laws; those under which a point scores one, however long it is (the American description); and of
the pack of 36 those under which sequences go through suits (Cotton 1674), and those under which
they do not. A file names a block for each family, which may be the same for several
(`strategies.learned`); blocks are numbered file by file.
"""

from piquet_sim.game.cards import TEN
from piquet_sim.game.laws import BY_CARDS, BY_ONE, LAW
from piquet_sim.kernel.compile import find_place, inline_kernel
from piquet_sim.kernel.deal.deal import laws_at
from piquet_sim.kernel.deal.dealing import PACK_32
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.shelf import FAMILIES, shelf_books

USUAL, POINT_OF_ONE, ACROSS_SUITS, WITH_SIXES = range(FAMILIES)


@inline_kernel
def has_sixes(view):
    """Whether a deal is played with the pack of 36."""
    return read_law(view, LAW.pack) != PACK_32


@inline_kernel
def find_block(view, file):
    """The number of the block that a deal is played by, of the file of a number."""
    family = POINT_OF_ONE if read_law(view, LAW.point_scores) == BY_ONE else USUAL
    if has_sixes(view):
        family = ACROSS_SUITS if read_law(view, LAW.across) else WITH_SIXES
    return FAMILIES * file + family


@inline_kernel
def read_laws(view):
    """The `Laws` of the book under which a view's deal is played."""
    return laws_at(find_place(shelf_books(0)[view.rules], 0))


@inline_kernel
def are_usual(laws):
    """Whether calls are compared, and a point is scored, as under Rubicon with 32 cards.

    A least number of pips for a point is overlooked.
    """
    return (
        laws.pack == PACK_32
        and laws.point_scores == BY_CARDS
        and laws.across == 0
        and laws.sequence_by_pips == 0
        and laws.lowest_set == TEN
    )


@inline_kernel
def calls_as_usual(view):
    """`are_usual` of the laws under which a view's deal is played."""
    return are_usual(read_laws(view))
