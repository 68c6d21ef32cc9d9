"""A learner to begin with: a table of some two thousand numbers, trained by policy gradient.

Every card that can be thrown or played falls into a cell by a few things that matter about it: its
rank, the length of its suit, how many of its rank are held, what the opponent may hold above it.
The number of a cell says how much such a card is liked, and the chance of an action is the softmax
of these numbers. After each deal the numbers of what was done rise if the deal went better than
deals from such a position do, and fall if it went worse (REINFORCE with a baseline; Williams 1992).
Calls are not learned: everything is called.

    Williams, R. J. (1992). Simple statistical gradient-following algorithms for connectionist
    reinforcement learning. Machine Learning 8, 229-256.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.environments.actions import CARDS, ENOUGH
from piquet_sim.environments.batch import BatchEnvironment
from piquet_sim.game.cards import LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, TEN
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.views import DiscardView, PlayView
from piquet_sim.running.run import check_count
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy

_LENGTHS, _OF_A_RANK, _NEIGHBOURS = 10, 5, 3
_DISCARD_CELLS = RANKS * _LENGTHS * _OF_A_RANK * _NEIGHBOURS
_ENOUGH_CELLS = 2 * 13
_PLAYS_AT = _DISCARD_CELLS + _ENOUGH_CELLS
_LATE, _SITUATIONS, _SHORT, _ABOVE, _FURTHER = 2, 3, 8, 4, 4
CELLS = _PLAYS_AT + _LATE * _SITUATIONS * _SHORT * _ABOVE * _FURTHER
"""Numbers of a table."""

_LATE_FROM = 8
_MOST_CHOICES, _MOST_STEPS = 13, 24
_BASES = 2 * 64 + 2 * 16
_HIGH_CARDS = sum(sum(1 << rank for rank in range(TEN, RANKS)) << LANE_BITS * suit
                  for suit in range(4))  # fmt: skip
_SCALE = 40.0
_BASE_RATE = 0.01
_HAND = DiscardView._fields.index("hand")


@inline_kernel
def find_discard_cell(left, card):
    """The cell of throwing a card from what is left of the hand, a card as its action's number."""
    suit, rank = card // RANKS, card % RANKS
    lane = left >> LANE_BITS * suit & LANE_MASK
    neighbours = (lane << 1 >> rank & 1) + (lane >> rank + 1 & 1)
    same = count(left & ONE_OF_EACH_SUIT << rank)
    return ((rank * _LENGTHS + count(lane)) * _OF_A_RANK + same) * _NEIGHBOURS + neighbours


@inline_kernel
def find_enough_cell(seat, thrown):
    """The cell of ending the discard after so many cards."""
    return _DISCARD_CELLS + 13 * seat + thrown


@inline_kernel
def find_play_cell(hand, led, legal, may_hold, card):
    """The cell of playing a card: leading, following suit, or throwing off."""
    suit, rank = card // RANKS, card % RANKS
    lane = hand >> LANE_BITS * suit & LANE_MASK
    theirs = may_hold >> LANE_BITS * suit & LANE_MASK
    above = min(count(theirs >> rank + 1), _ABOVE - 1)
    bit = 1 << LANE_BITS * suit + rank
    if led == 0:
        situation, further = 0, min(count(theirs & (1 << rank) - 1), _FURTHER - 1)
    elif led & LANE_MASK << LANE_BITS * suit:
        situation, further = 1, 2 * (bit > led) + (legal & bit - 1 == 0)
    else:
        situation, further = 2, max(rank - TEN + 2, 0) // 2
    late = 1 if count(hand) <= 12 - _LATE_FROM else 0
    cell = (late * _SITUATIONS + situation) * _SHORT + min(count(lane), _SHORT - 1)
    return _PLAYS_AT + (cell * _ABOVE + above) * _FURTHER + further


class Memory(NamedTuple):
    """What was done in the deals in hand, until they are over."""

    steps: np.ndarray
    """int64[game]: decisions so far."""
    cells: np.ndarray
    """int64[game, step, choice]: the cell of each legal action; -1 where there are no more."""
    chances: np.ndarray
    """float64[game, step, choice]."""
    taken: np.ndarray
    """int64[game, step]: which choice was taken."""
    counted: np.ndarray
    """int64[game, step]: points already counted, own less the opponent's."""
    bases: np.ndarray
    """int64[game, step]: the kind of position, by which the baseline is kept."""


def new_memory(games: int) -> Memory:
    """A memory of nothing."""
    choices = (games, _MOST_STEPS, _MOST_CHOICES)
    return Memory(
        np.zeros(games, np.int64),
        np.full(choices, -1, np.int64),
        np.zeros(choices),
        *np.zeros((3, games, _MOST_STEPS), np.int64),
    )


@inline_kernel
def _list_choices(seat, view, chosen, mask, is_play, at, cells, choices):
    # The legal actions and their cells; how many there are.
    size = 0
    for action in range(CARDS + 1):
        if mask[action] == 0:
            continue
        if is_play:
            cell = find_play_cell(
                view[at.hand], view[at.led], view[at.legal], view[at.opponent_may_hold], action
            )
        elif action == ENOUGH:
            cell = find_enough_cell(seat, count(chosen))
        else:
            cell = find_discard_cell(view[_HAND] & ~chosen, action)
        cells[size] = cell
        choices[size] = action
        size += 1
    return size


@kernel
def choose(table, at, decisions, play, seats, views, chosen, masks, draws, memory):
    """Choose an action in each game by chance, and remember the choice.

    Parameters
    ----------
    table : float64 array, shape (CELLS,)
    at : PlayView
        Where each field of a view of the play stands.
    decisions, seats, views, chosen, masks : int64 arrays
        Of the environment.
    play : int64
        Which decision is that of a card.
    draws : float64 array, shape (games,)
        Random numbers from 0 to 1.
    memory : Memory

    Returns
    -------
    int64 array, shape (games,)
    """
    actions = np.zeros(len(decisions), np.int64)
    choices = np.zeros(_MOST_CHOICES, np.int64)
    for game in range(len(decisions)):
        step, view = memory.steps[game], views[game]
        is_play = decisions[game] == play
        cells, chances = memory.cells[game, step], memory.chances[game, step]
        size = _list_choices(
            seats[game], view, chosen[game], masks[game], is_play, at, cells, choices
        )
        highest, total = table[cells[:size]].max(), 0.0
        for one in range(size):
            chances[one] = np.exp(table[cells[one]] - highest)
            total += chances[one]
        left, taken = draws[game] * total, size - 1
        for one in range(size - 1):
            left -= chances[one]
            if left < 0:
                taken = one
                break
        for one in range(size):
            chances[one] /= total
        if size < _MOST_CHOICES:
            cells[size] = -1
        base = 64 * seats[game] + min(count(view[_HAND] & _HIGH_CARDS), 15) * 4
        if is_play:
            base = 128 + 16 * (view[at.led] != 0) + count(view[at.hand])
            memory.counted[game, step] = view[at.points] - view[at.opponent_points]
        else:
            memory.counted[game, step] = 0
        memory.bases[game, step] = base
        memory.taken[game, step] = taken
        memory.steps[game] += 1
        actions[game] = choices[taken]
    return actions


@kernel
def learn(table, bases, rate, totals, is_over, memory):
    """Learn from the deals that are over, and forget them.

    Parameters
    ----------
    table : float64 array, shape (CELLS,)
        Is changed.
    bases : float64 array
        The points still to come in each kind of position, a running mean; is changed.
    rate : float
    totals : float64 array, shape (games,)
        What the learner made of each deal.
    is_over : bool array, shape (games,)
    memory : Memory
    """
    for game in range(len(is_over)):
        if not is_over[game]:
            continue
        for step in range(memory.steps[game]):
            base = memory.bases[game, step]
            surplus = totals[game] - memory.counted[game, step] - bases[base]
            bases[base] += _BASE_RATE * surplus
            for one in range(_MOST_CHOICES):
                cell = memory.cells[game, step, one]
                if cell < 0:
                    break
                was_taken = 1.0 if one == memory.taken[game, step] else 0.0
                push = was_taken - memory.chances[game, step, one]
                table[cell] += rate * surplus / _SCALE * push
        memory.steps[game] = 0


def train_table(
    n: int = 1_000_000,
    opponent: str | Strategy = "novice",
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    *,
    games: int = 256,
    rate: float = 0.02,
) -> np.ndarray:
    """Train a table by playing against somebody.

    Parameters
    ----------
    n : int
        About how many deals are played; the seats change from deal to deal.
    opponent : str or Strategy
    rules : str or RuleSet
    seed : int
        Of the cards and of the learner's own choices.
    games : int
        How many deals are played side by side.
    rate : float
        How far a deal moves a number; it falls to a tenth of that.

    Returns
    -------
    ndarray of float64, shape (CELLS,)

    Raises
    ------
    InputError
        If a parameter is out of range.

    Examples
    --------
    >>> table = train_table(100, seed=1)
    >>> bool(np.ptp(table) > 0)
    True
    """
    from piquet_sim.environments.replays import DECIDE
    from piquet_sim.kernel.deal.deal_state import SEEN

    check_count(n)
    if not isinstance(rate, int | float) or not 0 < rate <= 1:
        raise InputError(f"rate: expected a number above 0 and at most 1, got {rate!r}")
    played = BatchEnvironment(games, rules, opponent=opponent, seed=seed, asks_calls=False)
    chance = np.random.default_rng(seed)
    table, bases, memory = np.zeros(CELLS), np.zeros(_BASES), new_memory(games)
    done = 0
    while done < n:
        actions = choose(
            table, SEEN, played.decisions, DECIDE.play, played.seats, played.views,
            played.chosen, played.masks, chance.random(games), memory,
        )  # fmt: skip
        rewards, is_over = played.step(actions)
        slower = 1 - 0.9 * min(done / n, 1)
        learn(table, bases, rate * slower, np.ascontiguousarray(rewards[:, 0]), is_over, memory)
        done += int(is_over.sum())
    return table


def play_by_table(table: np.ndarray, name: str = "table") -> Strategy:
    """A strategy that takes what a table likes best.

    Parameters
    ----------
    table : ndarray of float64, shape (CELLS,)
    name : str

    Raises
    ------
    InputError
        If it is no such table.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> mine = play_by_table(np.zeros(CELLS), "mine")
    >>> simulate(mine, "novice", n=10, threads=1).deals
    10
    """
    table = np.array(table, np.float64)
    if table.shape != (CELLS,):
        raise InputError(f"table: expected {CELLS} numbers, got an array of shape {table.shape}")

    @policy
    def discard(view: DiscardView) -> int:
        chosen = 0
        while count(chosen) < view.most:
            best, taken = -np.inf, -1
            if count(chosen) >= view.least:
                best, taken = table[find_enough_cell(view.seat, count(chosen))], 0
            for card in range(CARDS):
                bit = 1 << card // RANKS * LANE_BITS + card % RANKS
                liked = table[find_discard_cell(view.hand & ~chosen, card)]
                if view.hand & ~chosen & bit and liked > best:
                    best, taken = liked, bit
            if taken == 0:
                break
            chosen |= taken
        return chosen

    @policy
    def play(view: PlayView) -> int:
        best, taken = -np.inf, 0
        for card in range(CARDS):
            bit = 1 << card // RANKS * LANE_BITS + card % RANKS
            if view.legal & bit:
                liked = table[
                    find_play_cell(view.hand, view.led, view.legal, view.opponent_may_hold, card)
                ]
                if liked > best:
                    best, taken = liked, bit
        return taken

    origin = "trained by piquet_sim.environments.table_learner"
    return Strategy(name, discard=discard, play=play, origin=origin)
