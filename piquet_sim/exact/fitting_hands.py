"""How many hands the other player can hold, as a column beside a frame of deals.

For one deal `advice.play.candidate_hands.count_fitting` gives the same number.
"""

from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.game.cards import pack_mask
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.seats import name_seat, other
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.kernel.base.suit_tables import POINT_SHIFT
from piquet_sim.kernel.deal.declarations import TO_ELDER
from piquet_sim.kernel.questions.fitting_hands import count_fitting_hands

if TYPE_CHECKING:
    import pandas as pd

PLAY = "play"
MOMENTS = (*CLASSES, PLAY)
"""When it is asked: before a class is called, or after the last."""

_SEAT_COLUMNS = ("dealt", "hand", "exchanged", "carte_blanche")


def hear_point(
    laws: Laws, call: "int | np.ndarray", own: "int | np.ndarray", is_good: "bool | np.ndarray"
) -> np.ndarray:
    """Elder's point as younger has heard it.

    Elder says the number of cards. The pips follow where younger has as many, or has answered that
    the point is good; without them they are 0.

    Parameters
    ----------
    laws : Laws
    call, own : int or array of int
        The points of elder and of younger.
    is_good : bool or array of bool
        Whether younger has answered so.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> fives, six = np.array([5 << 8 | 49, 5 << 8 | 44]), 6 << 8 | 54
    >>> hear_point(RUBICON.laws(), fives, six, [False, True]).tolist() == [5 << 8, 5 << 8 | 44]
    True
    """
    has_other = np.asarray(own) >> POINT_SHIFT != np.asarray(call) >> POINT_SHIFT
    is_bare = np.logical_and(has_other, np.logical_not(is_good)) & (not laws.point_by_pips)
    return np.where(is_bare, np.asarray(call) >> POINT_SHIFT << POINT_SHIFT, call)


def count_possible_hands(
    table: "pd.DataFrame", seat: str = "elder", before: str = "point", rules: RuleSet = RUBICON
) -> "pd.Series":
    """How many hands the other player can hold by what a seat knows, deal by deal: exact.

    Hands fit if they agree with the cards that the seat has seen and with what has been called and
    answered, by players who call everything. Whether anybody would have kept such a hand, is left
    out of account.

    Parameters
    ----------
    table : pandas.DataFrame
        As `record_deals` returns it, or some of its rows.
    seat : str
        Who asks: "elder", or "younger", who has heard elder's call.
    before : str
        When: before "point", "sequence" or "set" is called (younger: answered), or before the
        "play". Before the point elder knows nothing but cards.
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Series of Int64
        Missing where a record does not tell what the seat knew: the other player has shown a carte
        blanche, or elder left cards, looked at them, and did not see younger take just these.

    Raises
    ------
    InputError
        If there is no such seat or moment, or columns are missing.

    Examples
    --------
    >>> from piquet_sim import Simulation, record_deals
    >>> table = record_deals(Simulation("club", "club"), 3)
    >>> [int(count_possible_hands(table, before=moment)[2]) for moment in MOMENTS]
    [455, 84, 84, 51]
    """
    import pandas as pd

    seat = name_seat(seat)
    if before not in MOMENTS:
        raise InputError(f"before: {suggest(str(before), MOMENTS, 'moment')}")
    wanted = [f"{one}_{column}" for one in SEATS for column in _SEAT_COLUMNS]
    wanted += [name for kind in CLASSES for name in (f"elder_{kind}_call", f"{kind}_result")]
    for name in (*wanted, "younger_point_call"):
        if name not in getattr(table, "columns", ()):
            raise InputError(
                "count_possible_hands: expected a frame as record_deals returns it; there is no "
                f"column {name}"
            )
    columns = {name: table[name].to_numpy(np.int64) for name in (*wanted, "younger_point_call")}
    laws = prepare_laws(rules)
    pools, held, is_known = _see_cards(columns, seat, rules, laws)
    calls, results = _hear_calls(columns, seat, MOMENTS.index(before), laws)
    counts = np.zeros(len(table), np.int64)
    asked = np.flatnonzero(is_known)
    found = np.zeros(len(asked), np.int64)
    count_fitting_hands(
        laws, SEATS.index(seat), pools[asked], held[asked], calls[asked], results[asked], found
    )
    counts[asked] = found
    name = f"{seat}_possible_hands"
    return pd.Series(counts, table.index, name=name, dtype="Int64").where(is_known)


def _see_cards(
    columns: dict[str, np.ndarray], seat: str, rules: RuleSet, laws: Laws
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    # What the other may hold, what they certainly hold, and whether the record tells both.
    opponent = other(seat)
    dealt, hand = columns[f"{seat}_dealt"], columns[f"{seat}_hand"]
    is_known = columns[f"{opponent}_carte_blanche"] == 0
    held = np.zeros_like(dealt)
    if seat == ELDER and laws.elder_looks:
        took, theirs = columns["elder_exchanged"], columns["younger_exchanged"]
        looked = np.minimum(laws.elder_most - took, laws.stock - took)
        is_known &= (looked == 0) | (looked == theirs)
        drawn = columns["younger_hand"] & ~columns["younger_dealt"]
        held = np.where((looked > 0) & (looked == theirs), drawn, 0)
    return pack_mask(rules.pack) & ~(dealt | hand | held), held, is_known


def _hear_calls(
    columns: dict[str, np.ndarray], seat: str, moment: int, laws: Laws
) -> tuple[np.ndarray, np.ndarray]:
    # Elder's calls in the classes that the seat knows of, and their results.
    known = CLASSES[: moment if seat == ELDER else moment + 1]
    deals = len(columns["elder_dealt"])
    calls, results = (
        np.stack([np.zeros(deals, np.int64), *(columns[name.format(kind)] for kind in known)], 1)
        for name in ("elder_{}_call", "{}_result")
    )
    calls, results = np.ascontiguousarray(calls[:, 1:]), np.ascontiguousarray(results[:, 1:])
    if seat != ELDER:
        is_good = (moment > 0) & (columns["point_result"] == TO_ELDER)
        calls[:, 0] = hear_point(laws, calls[:, 0], columns["younger_point_call"], is_good)
    return calls, results
