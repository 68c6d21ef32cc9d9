"""How a player reads one law, by its name, from the rule book of the deal.

A view carries the number of the rule book under which the deal is played; the book itself lies
on the shelf. ``read_law(view, LAW.capot)`` is what a capot scores; `LAW` names all of them.
"""

from functools import cache

import numpy as np

from piquet_sim.game.laws import LAW, MOST_BOOKS, read_book
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.shelf import BOOKS, put_on_shelf, shelf_books

_BOOKS = np.zeros((MOST_BOOKS, len(LAW)), np.int64)
put_on_shelf(BOOKS, _BOOKS)


@cache
def open_book(book: int) -> None:
    """Lay the rule book of a number on the shelf; done before the first deal under it.

    Raises
    ------
    InputError
        If no rule book of this process has that number.
    """
    _BOOKS[book] = read_book(book)


@inline_kernel
def read_law(view, law):
    """One law of the book under which a view's deal is played.

    Parameters
    ----------
    view : a view
    law : int64
        A field of `LAW`, as in ``LAW.capot``.

    Returns
    -------
    int64
    """
    return shelf_books(0)[view.rules, law]
