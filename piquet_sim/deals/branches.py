"""Deals played on from a decision: some decisions are fixed, the players make the others.

What a decision is worth is asked by playing the same deal once for each choice: the same cards, the
same players, the same luck. The *script* of a deal says what is decided beforehand; the engine asks
the players for all else, each of whom sees what is theirs to see. A deal keeps the luck of its
number, whatever is played beside it.

What a player sees at each card can be written down on the way (`listen`), and the player named
first can be shown the other hand in the play (`play_scripts`).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from piquet_sim.deals.simulation import Simulation, new_columns, read_columns
from piquet_sim.kernel.batch.batch import NOT_STAGED, Staging
from piquet_sim.kernel.deal.calls import CLASS_COUNT
from piquet_sim.kernel.deal.deal_state import (
    HEARD_SIZE,
    LISTENS,
    OWN,
    PLAYS,
    SCRIPT,
    SCRIPTED,
    SHOWS_HAND,
)
from piquet_sim.kernel.deal.dealing import deal_numbers
from piquet_sim.kernel.deal.views import PlayView

__all__ = [
    "HEARD",
    "OWN",
    "SCRIPT",
    "lay_out",
    "listen",
    "new_scripts",
    "number_deals",
    "order_stock",
    "place_call",
    "play_scripts",
    "write_scripts",
]

HEARD = (*PlayView._fields, "choice")
"""What is recorded of each card: the player's view, and which card it was."""

_PLACE_BITS = 4


# ---- Cards --------------------------------------------------------------------------------------
def lay_out(simulation: Simulation, numbers: "Sequence[int] | np.ndarray") -> np.ndarray:
    """The cards of some deals of a simulation, with their numbers.

    Returns
    -------
    int64 array, shape (deals, 4)
        Elder's hand, younger's, the order of the stock, and the number by which the luck goes.

    Examples
    --------
    >>> dealt = lay_out(Simulation("club", "club"), [0, 7])
    >>> np.bitwise_count(dealt[:, :2]).tolist(), dealt[:, 3].tolist()
    ([[12, 12], [12, 12]], [0, 7])
    """
    dealt = np.empty((len(numbers), 4), np.int64)
    dealt[:, 3] = numbers
    deal_numbers(simulation.rules.pack, simulation.seed, dealt)
    return dealt


def number_deals(cards: np.ndarray, first: int = 0) -> np.ndarray:
    """The cards of some deals with numbers of their own, as `lay_out` gives them.

    Parameters
    ----------
    cards : int64 array, shape (deals, 3 or 4)
        Elder's hand, younger's, and the order of the stock.
    first : int
        The number of the first deal.
    """
    return np.column_stack([cards[:, :3], np.arange(first, first + len(cards))])


def order_stock(talon: Sequence[int]) -> int:
    """The order in which a stock lies, the third column of `lay_out`."""
    places = {card: place for place, card in enumerate(sorted(talon))}
    return sum(places[card] << _PLACE_BITS * turn for turn, card in enumerate(talon))


# ---- Scripts ------------------------------------------------------------------------------------
def new_scripts(deals: int) -> np.ndarray:
    """Scripts in which the players decide everything: int64[deal, place], see `SCRIPT`."""
    return np.full((deals, SCRIPT.size), OWN, np.int64)


def place_call(seat: int, number: int) -> int:
    """Where in a script a seat's call in a class stands: 0 point, 1 sequence, 2 set."""
    return SCRIPT.calls + CLASS_COUNT * seat + number


def write_scripts(
    deals: int,
    discards: "Mapping[int, int | np.ndarray]",
    calls: "Mapping[int, Sequence[int] | np.ndarray]",
    plays: "Sequence[int] | np.ndarray" = (),
) -> np.ndarray:
    """Scripts with some decisions; the players take all others.

    Parameters
    ----------
    deals : int
    discards : dict of int to int or array
        By seat, 0 elder and 1 younger: the same in all deals, or one for each.
    calls : dict of int to sequence or array
        By seat in the first classes, point first; or an array of shape (deals, classes).
    plays : sequence of int or array
        The first cards, or an array of shape (deals, cards).

    Returns
    -------
    int64 array, shape (deals, SCRIPT.size)

    Examples
    --------
    >>> scripts = write_scripts(2, {0: 7}, {1: [5, 0]}, plays=[4])
    >>> scripts[1, [SCRIPT.discards, place_call(1, 0), place_call(1, 1), SCRIPT.plays]].tolist()
    [7, 5, 0, 4]
    >>> int((scripts == OWN).sum(axis=1)[0]) == SCRIPT.size - 4
    True
    """
    scripts = new_scripts(deals)
    for seat, thrown in discards.items():
        scripts[:, SCRIPT.discards + seat] = thrown
    for seat, called in calls.items():
        scripts[:, place_call(seat, 0) : place_call(seat, np.shape(called)[-1])] = called
    scripts[:, SCRIPT.plays : SCRIPT.plays + np.shape(plays)[-1]] = plays
    return scripts


# ---- Playing ------------------------------------------------------------------------------------
def play_scripts(
    simulation: Simulation, dealt: np.ndarray, scripts: np.ndarray, first_sees: bool = False
) -> np.ndarray:
    """Play deals by their scripts.

    Parameters
    ----------
    simulation : Simulation
        Whose players and luck these are; a condition is left out of account.
    dealt : int64 array, shape (units, 4)
        As `lay_out` and `number_deals` give it: of deals, or of pairs where deals are mirrored.
    scripts : int64 array, shape (deals, SCRIPT.size)
    first_sees : bool
        In the play the strategy named first is shown the other hand: its view says that the
        opponent may hold, and certainly holds, the cards that they do hold. A player who plays by
        hands that the opponent can hold then finds this one.

    Returns
    -------
    ndarray
        The records, of `RECORD_DTYPE`.

    Raises
    ------
    IllegalDecision
        If a strategy, or a script, gives an illegal answer.

    Examples
    --------
    >>> simulation = Simulation("club", "club")
    >>> dealt = lay_out(simulation, [3, 7, 5_000])
    >>> records = play_scripts(simulation, dealt, new_scripts(3))
    >>> bool((records[2:] == simulation.record_units(5_000, 1)).all())
    True
    """
    ways = SCRIPTED | SHOWS_HAND * first_sees
    return _play(simulation, dealt, NOT_STAGED._replace(ways=ways, scripts=scripts))


def listen(
    simulation: Simulation, dealt: np.ndarray, scripts: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Play deals, and record what is seen at each card.

    Parameters
    ----------
    simulation, dealt
        As for `play_scripts`.
    scripts : int64 array, shape (deals, SCRIPT.size), optional
        Without them the players decide everything.

    Returns
    -------
    records : ndarray
        As those of `play_scripts`.
    heard : int64 array, shape (deals, 24, len(HEARD))
        What was seen at each card by its player, by the columns of `HEARD`, and the card; zeros
        where one card alone was legal, since nobody is asked for it.

    Examples
    --------
    >>> simulation = Simulation("club", "club")
    >>> records, heard = listen(simulation, lay_out(simulation, range(5)))
    >>> heard.shape[:2], bool((heard[:, 0, HEARD.index("hand")] == records["elder_hand"]).all())
    ((5, 24), True)
    """
    deals = len(dealt) * simulation.deals_per_unit
    heard = np.zeros((deals, PLAYS, HEARD_SIZE), np.int64)
    scripts = new_scripts(deals) if scripts is None else scripts
    return _play(simulation, dealt, Staging(SCRIPTED | LISTENS, scripts, heard)), heard


def _play(simulation: Simulation, dealt: np.ndarray, staging: Staging) -> np.ndarray:
    columns = new_columns(len(dealt) * simulation.deals_per_unit)
    if len(dealt):
        dealt, scripts = map(np.ascontiguousarray, (dealt, staging.scripts))
        staging = staging._replace(scripts=scripts)
        simulation.play_units(0, len(dealt), None, columns, dealt=dealt, staging=staging)
    return read_columns(columns)
