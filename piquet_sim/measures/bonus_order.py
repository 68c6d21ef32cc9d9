"""Where a pique or a repique came about: in which class, or at which trick, thirty was reached.

Scores reckon in the order of Law 67: carte blanche, point, sequences, sets, points in play. What
each seat scored in each class stands in the record of a deal, so the class in which a repique
reached thirty follows from it. For a pique the cards are not needed either, if each lead counts
one: the other player has counted nothing so far, and therefore has won no trick. After so many
leads elder has made as many points in play, and reaches thirty with the lead that is as many above
what elder counted in hand. Only where that would be a thirteenth lead is it the last trick's extra
point.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.game.cards import TRICKS
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.seats import name_seat

if TYPE_CHECKING:
    import pandas as pd

IN_HAND = ("carte_blanche", "point", "sequences", "sets")
"""The parts of a score that reckon before the play, in their order."""

Columns = Callable[[str], np.ndarray]
"""Gives a column of the records of some deals by its name: an array of integers, one a deal."""

_NEEDED = RUBICON.pique_needs


def check_bonus_order(rules: RuleSet, what: str, is_of_play: bool = True) -> None:
    """Refuse rules under which a record does not tell where thirty was reached.

    Parameters
    ----------
    rules : RuleSet
    what : str
        With what the message begins.
    is_of_play : bool
        Whether it is asked of a pique, too, and not of a repique alone.

    Raises
    ------
    InputError
        The message names the option.
    """
    if rules.pique_needs != _NEEDED:
        raise InputError(
            f"{what}: known only where a pique needs {_NEEDED} points; the rules have "
            f"pique_needs={rules.pique_needs}"
        )
    if is_of_play and rules.play_scores != RUBICON.play_scores:
        raise InputError(
            f"{what}: known only where every lead counts one; the rules have "
            f"play_scores={rules.play_scores!r}"
        )


def find_pique_tricks(columns: Columns) -> np.ndarray:
    """The trick in which elder reaches thirty, from 1 to 12; 0 where elder makes no pique.

    Parameters
    ----------
    columns : callable
        Gives a column of the records by its name; the rules are those of `check_bonus_order`.

    Returns
    -------
    ndarray of int64
    """
    in_hand = sum(columns(f"elder_{part}").astype(np.int64) for part in IN_HAND)
    return np.where(columns("elder_pique") > 0, np.minimum(_NEEDED - in_hand, TRICKS), 0)


def find_repique_classes(columns: Columns, seat: str) -> np.ndarray:
    """The class in which a repique reaches thirty; 0 where the seat makes none.

    Parameters
    ----------
    columns : callable
        As in `find_pique_tricks`.
    seat : str

    Returns
    -------
    ndarray of int64
        1 carte blanche, 2 point, 3 sequences, 4 sets.
    """
    reached = np.cumsum([columns(f"{seat}_{part}").astype(np.int64) for part in IN_HAND], axis=0)
    classes = 1 + (reached < _NEEDED).sum(axis=0)
    return np.where(columns(f"{seat}_repique") > 0, classes, 0)


def pique_at(table: "pd.DataFrame", seat: str = "elder", rules: RuleSet = RUBICON) -> "pd.Series":
    """Where a seat reached thirty, deal by deal.

    Parameters
    ----------
    table : pandas.DataFrame
        As `record_deals` returns it, or some of its rows.
    seat : str
        "elder" or "younger". Younger, after elder's first lead, makes only repiques.
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Series of str
        "carte blanche", "point", "sequences" or "sets" for a repique, "trick 1" to "trick 12" for
        a pique, and "" where the seat makes neither.

    Raises
    ------
    InputError
        If there is no such seat, columns are missing, or each lead does not count one.

    Examples
    --------
    >>> from piquet_sim import Simulation, record_deals
    >>> made = pique_at(record_deals(Simulation("club", "club"), 20))
    >>> made[made != ""].to_dict()
    {8: 'trick 1', 13: 'trick 3', 18: 'trick 7', 19: 'sets'}
    """
    import pandas as pd

    seat = name_seat(seat)
    check_bonus_order(rules, "pique_at")
    wanted = [f"{seat}_{part}" for part in (*IN_HAND, "repique")] + ["elder_pique"]
    missing = [name for name in wanted if name not in getattr(table, "columns", ())]
    if missing:
        raise InputError(
            f"pique_at: expected a frame as record_deals returns it, without {missing[0]} it "
            "cannot be answered"
        )

    def columns(name: str) -> np.ndarray:
        return table[name].to_numpy()

    names = np.array(["", *(part.replace("_", " ") for part in IN_HAND)], object)
    found = names[find_repique_classes(columns, seat)]
    if seat == "elder":
        tricks = find_pique_tricks(columns)
        numbers = np.array(["", *(f"trick {number}" for number in range(1, TRICKS + 1))], object)
        found = np.where(tricks > 0, numbers[tricks], found)
    return pd.Series(found, table.index, name=f"{seat}_pique_at")
