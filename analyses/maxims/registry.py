"""All maxims that can be judged, whatever they are about."""

from functools import cache

from analyses.maxims.calls.rules import BLANCHE, CALL_RULES
from analyses.maxims.cards.counting import COUNTING
from analyses.maxims.cards.of_leads import OF_LEADS
from analyses.maxims.cards.of_replies import OF_REPLIES
from analyses.maxims.discard.of_chances import OF_CHANCES
from analyses.maxims.discard.of_sets import OF_SETS
from analyses.maxims.discard.of_suits import OF_SUITS
from analyses.maxims.maxim import Maxim, sort_maxims
from analyses.maxims.score.rules import SCORE_MAXIMS
from piquet_sim.game.errors import InputError, suggest

_ARENAS = (
    OF_SUITS, OF_SETS, OF_CHANCES, OF_LEADS, OF_REPLIES, (COUNTING,), CALL_RULES, (BLANCHE,),
    SCORE_MAXIMS,
)  # fmt: skip


@cache
def list_maxims() -> dict[str, Maxim]:
    """All of them by their names, in the order of the file of maxims."""
    return {one.id: one for one in sort_maxims(one for arena in _ARENAS for one in arena)}


def find_maxim(name: str) -> Maxim:
    """The maxim of a name.

    Raises
    ------
    InputError
        If no maxim of that name can be judged; the error suggests the nearest.

    Examples
    --------
    >>> find_maxim("cav-m15").name
    'From ace-king, throw the ace'
    """
    key = name.strip().upper()
    if key not in list_maxims():
        raise InputError(suggest(key, list_maxims(), "maxim"))
    return list_maxims()[key]
