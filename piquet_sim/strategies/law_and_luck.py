"""What a policy asks beside its view: a law of the book it plays by, and luck of its own.

Policies that are compiled call the kernels, the law or the bound being checked first; so is all
that a call from Python hands over.
"""

from numba.extending import overload

from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.laws import LAW, read_book
from piquet_sim.kernel import laws, random
from piquet_sim.kernel.compile import IS_COMPILED
from piquet_sim.kernel.deal.views import VIEWS, CallView, DiscardView, PlayView

_LARGEST = (1 << 63) - 1
_MOST_BELOW = 1 << 31


def read_law(view: DiscardView | CallView | PlayView, law: int) -> int:
    """One law of the book under which a view's deal is played.

    Parameters
    ----------
    view : DiscardView, CallView or PlayView
    law : int
        A field of `LAW`, as in ``LAW.capot``.

    Returns
    -------
    int

    Raises
    ------
    InputError
        Called from Python: if it is no view, or there is no such law or rule book.
    """
    if not isinstance(view, VIEWS):
        raise InputError(f"read_law: {type(view).__name__} is not a view")
    law = read_whole("law", law, most=len(LAW) - 1)
    return int(read_book(read_whole("rules", view.rules))[law])


def random_below(luck: int, bound: int, draw: int = 0) -> int:
    """A uniform integer below a bound, from the luck that a view carries.

    Parameters
    ----------
    luck : int
        The field ``luck`` of a view, which differs from decision to decision. Without the seed it
        says nothing of the cards; with the seed it gives the number of the deal, and so all cards.
    bound : int
        From 1 to 2**31; each value below it has its probability within 2**-61.
    draw : int
        0, 1, 2 ... for further numbers in one decision.

    Returns
    -------
    int

    Raises
    ------
    InputError
        Called from Python: if one is not a whole number, or out of range.
    """
    luck = read_whole("luck", luck, -_LARGEST - 1, _LARGEST)
    bound = read_whole("bound", bound, 1, _MOST_BELOW)
    return int(random.random_below(luck, bound, read_whole("draw", draw, most=_LARGEST)))


_LAWS = len(LAW)


def _read_law(view, law):
    if law < 0 or law >= _LAWS:
        raise IndexError("read_law: no such law")
    return laws.read_law(view, law)


def _random_below(luck, bound, draw=0):
    if bound < 1 or bound > _MOST_BELOW:
        raise ValueError("random_below: the bound is out of range")
    return random.random_below(luck, bound, draw)


if IS_COMPILED:
    overload(read_law)(lambda view, law: _read_law)
    overload(random_below)(lambda luck, bound, draw=0: _random_below)
