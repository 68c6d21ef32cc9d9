"""Observations: a view as a row of small integers, each field in a place of its own.

An observation holds what the view of the decision holds (`piquet_sim.kernel.deal.views`), field by
field, and nothing else, but for two additions: which decision it is, and, while a discard is thrown
card by card, the cards chosen so far, in the place of the seat's own discard. Two fields are left
out: ``rules``, which is the same in all games of an environment, and ``luck``, the seed of a
strategy's own randomness. `read_observation` turns it back into the view.

Sets of cards are 36 flags in the order of the actions, a class's result four flags, a call its
cards and its pips or rank, the cards that have fallen 24 numbers (0 none, else the card's action
plus 1), all else a number. What a view does not have is 0.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.environments.actions import CARDS
from piquet_sim.environments.replays import DECIDE
from piquet_sim.game.cards import LANE_BITS, RANKS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT, TOP_SHIFT
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.tricks import CARD_BITS, CARD_BITS_MASK
from piquet_sim.kernel.deal.views import VIEWS, CallView, DiscardView, PlayView

_CARDS, _RESULT, _CALL, _FALLEN, _NUMBER = range(5)
_RESULTS = 4
_TOGETHER = 8
"""Cards of four tricks, which one field of a view holds."""
_SIZES = {_CARDS: CARDS, _RESULT: _RESULTS, _CALL: 2, _FALLEN: _TOGETHER, _NUMBER: 1}
_FORMS = {
    **dict.fromkeys(
        ("hand", "legal", "led", "dealt", "discard", "left_seen", "opponent_holds",
         "opponent_may_hold", "opponent_dealt", "shown", "ever_shown", "played",
         "opponent_played"), _CARDS),
    **dict.fromkeys(("point_result", "sequence_result", "set_result"), _RESULT),
    **dict.fromkeys(
        ("best", "opponent_call", "opponent_point", "opponent_sequence", "opponent_set"), _CALL),
    **dict.fromkeys(("early_tricks", "middle_tricks", "late_tricks"), _FALLEN),
    **dict.fromkeys(
        ("seat", "least", "most", "took", "opponent_took", "carte_blanche",
         "opponent_carte_blanche", "tricks", "opponent_tricks", "points", "opponent_points",
         "score", "opponent_score", "deal"), _NUMBER),
}  # fmt: skip

LEFT_OUT = ("luck", "rules", "kind")
"""Fields of views that have no place of their own: `kind` is the decision."""

_HIGHEST = {_CARDS: 1, _RESULT: 1, _CALL: PIPS_MASK, _FALLEN: CARDS, _NUMBER: 2**31 - 1}


class Place(NamedTuple):
    """Where a field stands in an observation."""

    first: int
    size: int


def _lay_out() -> dict[str, Place]:
    places = {"decision": Place(0, len(DECIDE))}
    first = len(DECIDE)
    for name, form in _FORMS.items():
        places[name] = Place(first, _SIZES[form])
        first += _SIZES[form]
    return places


PLACES: dict[str, Place] = _lay_out()
"""Where each field of a view stands; ``decision`` is eight flags in the order of `Decisions`."""

OBSERVATION_SIZE = sum(place.size for place in PLACES.values())

_LAYOUT = np.array(
    [
        (form, PLACES[name].first,
         *(view._fields.index(name) if name in view._fields else -1 for view in VIEWS))
        for name, form in _FORMS.items()
    ],
    np.int64,
)  # fmt: skip
"""A row for each field: its form, where it stands, and which field it is of each kind of view."""

_VIEW_OF_DECISION = np.array(
    [-1, VIEWS.index(DiscardView), *[VIEWS.index(CallView)] * 5, VIEWS.index(PlayView)], np.int64
)
"""By decision; -1 where a game is over."""


def limit_observation() -> tuple[np.ndarray, np.ndarray]:
    """The least and the greatest value that each number of an observation can have, int32."""
    low, high = np.zeros((2, OBSERVATION_SIZE), np.int32)
    high[: len(DECIDE)] = 1
    for name, form in _FORMS.items():
        first, size = PLACES[name]
        high[first : first + size] = _HIGHEST[form]
    low[PLACES["opponent_took"].first] = -1  # of elder, who exchanges first
    return low, high


def find_view(decision: int) -> type:
    """Which view a decision is taken by: `DiscardView`, `CallView` or `PlayView`."""
    return VIEWS[_VIEW_OF_DECISION[decision]]


def _split_calls() -> np.ndarray:
    # By field and decision: from which bit on a call has its cards; the rest is pips or rank.
    shifts = np.full((len(_LAYOUT), len(DECIDE)), TOP_SHIFT, np.int64)
    for row, (name, form) in enumerate(_FORMS.items()):
        if form == _CALL:
            shifts[row, DECIDE.point] = POINT_SHIFT
        if name == "opponent_point":
            shifts[row] = POINT_SHIFT
    return shifts


_CALL_SHIFTS = _split_calls()


@kernel
def _fill(layout, shifts, kinds, decisions, views, chosen, discard_at, rows):
    for game in range(rows.shape[0]):
        row, decision = rows[game], decisions[game]
        kind = kinds[decision]
        row[:] = 0
        row[decision] = 1
        if kind < 0:
            continue
        for place in range(layout.shape[0]):
            field = layout[place, 2 + kind]
            if field < 0:
                continue
            form, first, value = layout[place, 0], layout[place, 1], views[game, field]
            if form == _CARDS:
                for card in range(CARDS if value else 0):
                    row[first + card] = value >> (card // RANKS * LANE_BITS + card % RANKS) & 1
            elif form == _RESULT:
                row[first + value] = 1
            elif form == _CALL:
                row[first] = value >> shifts[place, decision]
                row[first + 1] = value & ((1 << shifts[place, decision]) - 1)
            elif form == _FALLEN:
                for card in range(_TOGETHER):
                    bit = (value >> CARD_BITS * card & CARD_BITS_MASK) - 1
                    row[first + card] = (
                        bit // LANE_BITS * RANKS + bit % LANE_BITS + 1 if bit >= 0 else 0
                    )
            else:
                row[first] = value
        for card in range(CARDS if chosen[game] else 0):
            bit = card // RANKS * LANE_BITS + card % RANKS
            row[discard_at + card] = chosen[game] >> bit & 1


def write_observations(
    decisions: np.ndarray, views: np.ndarray, chosen: np.ndarray, rows: np.ndarray
) -> None:
    """Write what is observed in each game.

    Parameters
    ----------
    decisions : int64 array, shape (games,)
        See `Decisions`; where a game is over nothing but that is observed.
    views : int64 array, shape (games, LONGEST_VIEW)
    chosen : int64 array, shape (games,)
        The cards of the discard so far, as masks.
    rows : int32 array, shape (games, OBSERVATION_SIZE)
        Is filled.
    """
    first = PLACES["discard"].first
    _fill(_LAYOUT, _CALL_SHIFTS, _VIEW_OF_DECISION, decisions, views, chosen, first, rows)


class Observed(NamedTuple):
    """An observation, read back."""

    view: "DiscardView | CallView | PlayView"
    chosen: int
    """The cards of the discard so far."""


def _join_cards(flags: np.ndarray) -> int:
    return sum(1 << card // RANKS * LANE_BITS + card % RANKS for card in np.flatnonzero(flags))


def _join(form: int, values: np.ndarray, shift: int) -> int:
    if form == _CARDS:
        return int(_join_cards(values.tolist()))
    if form == _RESULT:
        return int(np.argmax(values))
    if form == _CALL:
        return int(values[0]) << int(shift) | int(values[1])
    if form == _FALLEN:
        bits = [(one - 1) // RANKS * LANE_BITS + (one - 1) % RANKS + 1 for one in values.tolist()]
        return sum(bit << CARD_BITS * place for place, bit in enumerate(bits) if values[place])
    return int(values[0])


def read_observation(observation: np.ndarray, luck: int = 0, rules: int = 0) -> Observed:
    """The view that an observation was made of.

    Parameters
    ----------
    observation : int array, shape (OBSERVATION_SIZE,)
    luck, rules : int
        What is left out of observations: a seed for the strategy that is to decide, and the number
        of the rule book (``RuleSet.laws().book``).

    Examples
    --------
    >>> from piquet_sim.environments import BatchEnvironment
    >>> from piquet_sim.game.cards import format_hand
    >>> view, chosen = read_observation(BatchEnvironment(1, seed=1).observe()[0])
    >>> type(view).__name__, format_hand(view.hand), view.most
    ('DiscardView', 'AQJ987.KT.T.KQ9', 5)
    """
    decision = int(np.argmax(observation[: len(DECIDE)]))
    kind = find_view(decision)
    fields = {"luck": luck, "rules": rules, "kind": decision - DECIDE.carte_blanche}
    for row, (name, form) in enumerate(_FORMS.items()):
        first, size = PLACES[name]
        shift = _CALL_SHIFTS[row, decision]
        fields[name] = _join(form, np.asarray(observation[first : first + size]), shift)
    chosen = fields["discard"] if kind is DiscardView else 0
    return Observed(kind(*(fields[name] for name in kind._fields)), chosen)
