"""What a seat may see when it decides: the border between the engine and the players.

Each view is a named tuple of plain integers and holds what the laws let that seat know at that
moment, and nothing else: hidden cards may be exchanged for others without changing it (a
property test does that). Hands and sets of cards are masks; the other player is the
*opponent*. A policy is a function of one view that returns one integer.

A player who does not know the seed of the simulation learns nothing of the cards from the
``luck`` of a view. One who knows it can try numbers of deals until the luck agrees, and then
knows all cards. Against players you do not trust, take a seed that they cannot guess
(``secrets.randbits(63)``) and keep it secret.
"""

from typing import NamedTuple

from numba import int64, types

from piquet_sim.kernel.compile import tuple_reader

ELDER_SEAT, YOUNGER_SEAT = 0, 1
SEAT_COUNT = 2

OPEN, OWN, THEIRS, LEVEL = 0, 1, 2, 3
"""How a class stands as a seat sees it: nothing was called, or nothing has been answered yet
(to elder, where elder called nothing in the class, until elder has led), mine is good, the
opponent's is good, or they are equal."""


class DiscardView(NamedTuple):
    """Before the exchange: which cards to throw out.

    The policy returns the discard as a mask of `least` to `most` cards of `hand`.
    """

    seat: int
    """0 elder, 1 younger."""
    hand: int
    """The twelve cards dealt."""
    least: int
    """Fewest cards to be exchanged."""
    most: int
    """Most cards that may be exchanged."""
    opponent_took: int
    """How many the opponent exchanged; -1 for elder, who exchanges first."""
    carte_blanche: int
    """1 if this seat has announced a carte blanche."""
    opponent_carte_blanche: int
    """1 if the opponent has announced a carte blanche."""
    score: int
    """Own points in the match before this deal."""
    opponent_score: int
    """The opponent's points in the match before this deal."""
    deal: int
    """Number of this deal in the match, from 1; 0 where a deal stands alone."""
    luck: int
    """Seed of this decision's own randomness, for `random_below`."""
    opponent_dealt: int = 0
    """The opponent's dealt hand where a carte blanche is shown before the exchange, else 0."""
    rules: int = 0
    """Number of the rule book, 0 for Rubicon; `laws.read_law` reads it."""


class CallView(NamedTuple):
    """What to call in one class, or whether to announce.

    The policy returns a point, sequence or set that is held (see `holdings`), `best` for the
    best there is, or 0 for nothing. For `kind` CARTE_BLANCHE it returns 1 (`best`) to announce
    it, 0 to keep silent; for LEFT_CARDS, asked of a younger hand that left cards once elder has
    led, 1 to have them faced for both, 0 (`best`) to leave them unseen.
    """

    seat: int
    """0 elder, 1 younger."""
    kind: int
    """0 carte blanche, 1 point, 2 sequence, 3 set, 4 left cards."""
    best: int
    """What is called by one who calls everything."""
    hand: int
    """The cards held now."""
    dealt: int
    """The twelve cards dealt."""
    discard: int
    """Own discard."""
    left_seen: int
    """Cards of the talon that this seat left and looked at."""
    opponent_holds: int
    """Cards that the opponent certainly holds."""
    opponent_dealt: int
    """The opponent's dealt hand if shown for carte blanche, else 0."""
    took: int
    """Cards exchanged by this seat; 0 before the exchange."""
    opponent_took: int
    """Cards exchanged by the opponent; 0 before the exchange."""
    led: int
    """The card elder has led, for LEFT_CARDS; else 0."""
    opponent_call: int
    """For younger: what elder called in this class (of a point its number only, pips 0)."""
    point_result: int
    """How the point stands: 0 open, 1 mine is good, 2 the opponent's is, 3 equal."""
    sequence_result: int
    """How the sequences stand."""
    set_result: int
    """How the sets stand."""
    score: int
    """Own points in the match before this deal."""
    opponent_score: int
    """The opponent's points in the match before this deal."""
    deal: int
    """Number of this deal in the match, from 1; 0 where a deal stands alone."""
    luck: int
    """Seed of this decision's own randomness, for `random_below`."""
    rules: int = 0
    """Number of the rule book, 0 for Rubicon; `laws.read_law` reads it."""


class PlayView(NamedTuple):
    """Which card to play; the policy returns one card of `legal`.

    It is not asked when only one card is legal.
    """

    seat: int
    """0 elder, 1 younger."""
    hand: int
    """The cards still held."""
    led: int
    """The card to be answered; 0 when this seat leads."""
    legal: int
    """The cards that may be played."""
    opponent_may_hold: int
    """Cards the opponent may hold as far as this seat has seen: neither own, nor played, nor
    discarded or left before its eyes, nor of a suit in which the opponent has renounced."""
    opponent_holds: int
    """Those that the opponent certainly holds: called, shown, or taken from what elder saw."""
    shown: int
    """Own cards still held that the opponent knows of."""
    played: int
    """Own cards played."""
    opponent_played: int
    """The opponent's cards played."""
    tricks: int
    """Tricks won by this seat."""
    opponent_tricks: int
    """Tricks won by the opponent."""
    points: int
    """Own points in this deal so far, repique and pique included; as elder leads for the first
    time without the repique, which what younger reckons may spoil."""
    opponent_points: int
    """The opponent's points in this deal as reckoned so far."""
    dealt: int
    """The twelve cards dealt."""
    discard: int
    """Own discard."""
    left_seen: int
    """Cards of the talon that this seat has seen and nobody took."""
    opponent_dealt: int
    """The opponent's dealt hand if shown for carte blanche, else 0."""
    took: int
    """Cards exchanged by this seat."""
    opponent_took: int
    """Cards exchanged by the opponent."""
    point_result: int
    """How the point stands: 0 open, 1 mine was good, 2 the opponent's, 3 equal."""
    sequence_result: int
    """How the sequences stand."""
    set_result: int
    """How the sets stand."""
    opponent_point: int
    """The opponent's point as heard: cards times 256, plus pips where they were told."""
    opponent_sequence: int
    """The opponent's sequence as heard, 0 if none."""
    opponent_set: int
    """The opponent's set as heard, 0 if none."""
    score: int
    """Own points in the match before this deal."""
    opponent_score: int
    """The opponent's points in the match before this deal."""
    deal: int
    """Number of this deal in the match, from 1; 0 where a deal stands alone."""
    luck: int
    """Seed of this decision's own randomness, for `random_below`."""
    ever_shown: int = 0
    """Own cards that the opponent knows of or knew of before they were played: called or shown."""
    early_tricks: int = 0
    """The first four tricks as far as they are complete, twelve bits each, the first lowest: six
    for the card led, six for the reply, each the number of the card's bit counted from 1.
    `tricks.read_trick` reads them; `played` and `opponent_played` tell who played which."""
    middle_tricks: int = 0
    """The fifth to the eighth trick."""
    late_tricks: int = 0
    """The ninth to the twelfth trick."""
    rules: int = 0
    """Number of the rule book, 0 for Rubicon; `laws.read_law` reads it."""


VIEWS = (DiscardView, CallView, PlayView)
LONGEST_VIEW = max(len(view._fields) for view in VIEWS)

_VIEW_TYPES = {view: types.NamedUniTuple(int64, len(view._fields), view) for view in VIEWS}

SIGNATURES = {view: int64(kind) for view, kind in _VIEW_TYPES.items()}
"""Of the policies that take each view."""

IN_ROOM = int64(_VIEW_TYPES[PlayView], int64[::1])
"""Of a policy that plays a card and is given its seat's room, too (`deal_state.find_room`)."""

READERS = {view: tuple_reader(kind) for view, kind in _VIEW_TYPES.items()}
"""Kernels that read each view from where it lies."""

ANSWER = int64(int64)
"""How the engine asks: a policy is given the place of its view in memory, of which it reads what
it needs. To hand over a view of thirty integers by value takes some 120 instructions a card."""

POLICY = types.FunctionType(ANSWER)
"""A policy as the engine calls it, whichever it is."""
