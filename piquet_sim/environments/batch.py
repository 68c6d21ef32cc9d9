"""Many games side by side: arrays of views, of what is legal, and of rewards.

Games are deals or whole matches of a rule book. All of them wait for one action each; `step` takes
these and plays every game on to its next decision.
"""

import secrets
from typing import NamedTuple

import numpy as np

from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.environments.actions import ACTIONS, mark_legal, say_action, take_actions
from piquet_sim.environments.observations import OBSERVATION_SIZE, find_view, write_observations
from piquet_sim.environments.replays import (
    ASKED,
    DECIDE,
    RESULT_SIZE,
    UNANSWERED,
    make_scripted,
    new_scripts,
    new_table,
    replay_deals,
    replay_matches,
)
from piquet_sim.game.errors import InputError, check_number
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.compile import find_entry
from piquet_sim.kernel.deal.deal import Sitting
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.views import LONGEST_VIEW, VIEWS, CallView, DiscardView, PlayView
from piquet_sim.matches.match_tally import settle_outcomes
from piquet_sim.running.run import check_count
from piquet_sim.strategies.registry import Strategy

DEALS, PARTIES = "deals", "parties"
UNITS = (DEALS, PARTIES)
PLAYERS = 2
_MOST_GAMES, _MOST_NUMBER = 1_000_000, 2**40
_FIRST_DEALS = 8

_POINTS, _THEIR_POINTS = (PlayView._fields.index(one) for one in ("points", "opponent_points"))
_SCORES = np.array([view._fields.index("score") for view in VIEWS])
_THEIR_SCORES = np.array([view._fields.index("opponent_score") for view in VIEWS])
_KIND = np.array([VIEWS.index(find_view(decision)) for decision in DECIDE])


class Step(NamedTuple):
    """What an action of each game led to."""

    rewards: np.ndarray
    """Points (or games, where these are settled) of the player named first and of the other:
    float64, shape (games, 2)."""
    is_over: np.ndarray
    """Whether the game ended with the action: bool, shape (games,)."""


class BatchEnvironment:
    """Games that wait for one action each.

    The cards and the order of events are the engine's: game number i is deal (or match) number i
    of the simulation with the same rules and seed.

    Parameters
    ----------
    games : int
        How many are played side by side.
    rules : str or RuleSet
        A preset's name or a rule book.
    unit : str
        A game is one of "deals", or of "parties": a whole match, whatever the rule book calls one.
    opponent : str or Strategy, optional
        Who plays the second player. Without one both are asked, in turn. With one, deals are
        played in mirrored pairs: the learner is elder in every other one.
    seed : int, optional
        Of the cards; one that nobody can guess where none is given.
    shaping : float
        From 0 to 1: which share of the points is paid as soon as the player sees them counted. The
        rewards of a game always add up to what it comes to.
    asks_calls : bool
        Whether players are asked what to call; else they call and announce everything.
    restarts : bool
        Whether a game that is over is followed by the next number at once.

    Attributes
    ----------
    decisions, seats, players : ndarray of int64, shape (games,)
        What is to be decided (`replays.Decisions`), in which seat (0 elder, 1 younger) and by which
        player (0 the first, who is elder in the first deal of a match and in deals that are not
        mirrored).
    views : ndarray of int64, shape (games, LONGEST_VIEW)
        The fields of each view, then zeros.
    chosen : ndarray of int64, shape (games,)
        The cards of the discard so far, as masks.
    masks : ndarray of int8, shape (games, ACTIONS)
        1 for the legal actions.
    numbers : ndarray of int64, shape (games,)
        Which deal or match of the simulation each game is.
    results : ndarray of int64
        Of games that are over: the record of the deal (`record.AT`), or the outcome of the match
        (`matches.OUTCOME`). With `restarts` it is that of the last game that was over.

    Raises
    ------
    InputError
        If a parameter is out of range, or the opponent does not know the pack.

    Examples
    --------
    >>> games = BatchEnvironment(3, seed=1)
    >>> legal = games.masks.argmax(axis=1)
    >>> step = games.step(legal)
    >>> step.rewards.tolist(), step.is_over.tolist()
    ([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [False, False, False])
    >>> np.bitwise_count(games.chosen).tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        games: int,
        rules: str | RuleSet = RUBICON,
        unit: str = DEALS,
        *,
        opponent: str | Strategy | None = None,
        seed: int | None = None,
        shaping: float = 0.0,
        asks_calls: bool = True,
        restarts: bool = True,
    ) -> None:
        if unit not in UNITS:
            raise InputError(f"unit: expected {' or '.join(UNITS)}, got {unit!r}")
        if not isinstance(shaping, int | float) or not 0 <= shaping <= 1:
            raise InputError(f"shaping: expected a number from 0 to 1, got {shaping!r}")
        size = check_count(games, "games")
        check_number("games", size, _MOST_GAMES)
        other = opponent if opponent is not None else "novice"
        mirrored = opponent is not None and unit == DEALS
        self._simulation = Simulation(other, other, rules, mirrored=mirrored)
        self.rules: RuleSet = self._simulation.rules
        self.unit = unit
        self.shaping: float = float(shaping)
        self.restarts = restarts
        self._sitting = self._sit_down(opponent is not None, asks_calls)
        self._asked = np.zeros((size, len(ASKED)), np.int64)
        self.views: np.ndarray = np.zeros((size, LONGEST_VIEW), np.int64)
        self.chosen: np.ndarray = np.zeros(size, np.int64)
        self.masks: np.ndarray = np.zeros((size, ACTIONS), np.int8)
        self.results: np.ndarray = np.zeros((size, RESULT_SIZE), np.int64)
        self._paid = np.zeros((size, PLAYERS))
        self._due = np.zeros(size, np.int64)
        self._rows = np.arange(size)
        self._scripts = new_scripts(size, 1 if unit == DEALS else _FIRST_DEALS)
        self._table = new_table(self._scripts)
        self.decisions: np.ndarray = self._asked[:, ASKED.decision]
        self.seats: np.ndarray = self._asked[:, ASKED.seat]
        self.reset(secrets.randbits(63) if seed is None else seed)

    def _sit_down(self, has_opponent: bool, asks_calls: bool) -> Sitting:
        sitting = self._simulation.sit_down()
        scripted = make_scripted(asks_calls)
        return sitting._replace(first=scripted, second=sitting.second if has_opponent else scripted)

    @property
    def games(self) -> int:
        """How many games are played side by side."""
        return len(self.chosen)

    def reset(self, seed: int | None = None, first: int = 0) -> None:
        """Begin all games anew.

        Parameters
        ----------
        seed : int, optional
            Another seed; the same where none is given.
        first : int
            The number of the first game; the others follow it.

        Raises
        ------
        InputError
            If the seed or the number is out of range.
        """
        if seed is not None:
            check_number("seed", check_count(seed, "seed", least=0), HIGHEST_SEED)
            self.seed: int = int(seed)
        first = check_count(first, "first", least=0)
        check_number("first", first, _MOST_NUMBER)
        self.numbers: np.ndarray = first + np.arange(self.games, dtype=np.int64)
        self._next = first + self.games
        self._begin(np.ones(self.games, bool))

    def _begin(self, which: np.ndarray) -> None:
        self._scripts[which] = UNANSWERED
        self.chosen[which] = 0
        self._paid[which] = 0
        self._due[:] = which
        self._play_on()
        self._see()

    def _play_on(self) -> int:
        # The games that are due, up to the next decision; how many of them are over.
        given = (self.numbers, self._due, self._scripts, self._table)
        filled = (self._asked, self.views, self.results)
        sitting = tuple(self._sitting)
        if self.unit == DEALS:
            mirrored = int(self._simulation.mirrored)
            return find_entry(replay_deals)(sitting, self.seed, mirrored, *given, *filled)
        match = self.rules.match_laws()
        over = find_entry(replay_matches)(sitting, match, self.seed, *given, *filled)
        if self._asked[:, ASKED.deal].max() > self._scripts.shape[1]:  # a long race
            more = new_scripts(self.games, self._scripts.shape[1])
            self._scripts = np.concatenate([self._scripts, more], axis=1)
            self._table = new_table(self._scripts)
        return over

    def _see(self) -> None:
        # What is legal, and whose turn it is.
        laws = self._sitting.laws
        mark_legal(laws, DECIDE, ASKED, self._asked, self.views, self.chosen, self.masks)
        if self.unit == DEALS:
            changed = self.numbers & 1 if self._simulation.mirrored else 0
        else:
            changed = self._asked[:, ASKED.deal] + 1 & 1
        self.players: np.ndarray = self.seats ^ changed

    def step(self, actions: np.ndarray) -> Step:
        """Take an action in each game, and play on to the next decision.

        Parameters
        ----------
        actions : int array, shape (games,)
            Legal ones (`masks`); that of a game that is over is not read.

        Returns
        -------
        Step

        Raises
        ------
        InputError
            If an action is not legal; then no action is taken.
        """
        actions = np.ascontiguousarray(actions)
        if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise InputError(
                f"actions: expected {self.games} whole numbers, got {actions.dtype} of shape "
                f"{actions.shape}"
            )
        actions = actions.astype(np.int64)
        wrong = take_actions(
            DECIDE, ASKED, actions, self.masks, self._asked, self.views, self.chosen,
            self._scripts, self._due,
        )  # fmt: skip
        if wrong >= 0:
            raise InputError(self._say_illegal(int(wrong), int(actions[wrong])))
        rewards = np.zeros((self.games, PLAYERS))
        is_over = np.zeros(self.games, bool)
        if self._due.any() and self._play_on():
            is_over = (self.decisions == DECIDE.over) & (self._due == 1)
            totals = self._total()
            rewards[is_over] = (totals - self._paid)[is_over]
            self._paid[is_over] = totals[is_over]
            if self.restarts:
                ended = np.flatnonzero(is_over)
                self.numbers[ended] = self._next + np.arange(len(ended))
                self._next += len(ended)
                self._begin(is_over)
        self._see()
        if self.shaping:
            self._pay_seen(rewards)
        return Step(rewards, is_over)

    def _total(self) -> np.ndarray:
        # What the games that are over come to for both players.
        results = self.results
        if self.unit == DEALS:
            first = results[:, AT.elder_score] - results[:, AT.younger_score]
            first = np.where(results[:, AT.mirrored], -first, first)
        else:
            first = settle_outcomes(self.rules, results)
        return np.stack([first, -first], axis=1).astype(float)

    def _pay_seen(self, rewards: np.ndarray) -> None:
        # Who is to act is paid a share of the points they have seen, less what was paid before.
        rows = self._rows[self.decisions != DECIDE.over]
        views, kinds = self.views[rows], _KIND[self.decisions[rows]]
        at = np.arange(len(rows))
        seen = views[at, _SCORES[kinds]] - views[at, _THEIR_SCORES[kinds]]
        is_play = kinds == VIEWS.index(PlayView)
        seen += np.where(is_play, views[:, _POINTS] - views[:, _THEIR_POINTS], 0)
        place = rows, self.players[rows]
        worth = self.shaping * seen
        rewards[place] += worth - self._paid[place]
        self._paid[place] = worth

    def _say_illegal(self, game: int, action: int) -> str:
        legal = np.flatnonzero(self.masks[game])
        named = say_action(action, self.rules.pack) if 0 <= action < ACTIONS else "there is none"
        words = ", ".join(f"{one} ({say_action(one, self.rules.pack)})" for one in legal)
        what = DECIDE._fields[self.decisions[game]].replace("_", " ")
        return f"action: {action} ({named}) is not legal in game {game}; {what}: {words}"

    def observe(self, rows: np.ndarray | None = None) -> np.ndarray:
        """What the player whose turn it is observes in each game.

        Parameters
        ----------
        rows : int32 array, shape (games, OBSERVATION_SIZE), optional
            Is filled and returned; else a new array is.

        Returns
        -------
        ndarray of int32, shape (games, OBSERVATION_SIZE)
            See `piquet_sim.environments.observations`.
        """
        if rows is None:
            rows = np.zeros((self.games, OBSERVATION_SIZE), np.int32)
        write_observations(self.decisions, self.views, self.chosen, rows)
        return rows

    def view(self, game: int = 0) -> DiscardView | CallView | PlayView | None:
        """The view of the decision in a game, as strategies are asked with it; None if it is over.

        Examples
        --------
        >>> from piquet_sim.strategies import find_strategy
        >>> view = BatchEnvironment(1, seed=1).view()
        >>> find_strategy("novice").discard(view) & view.hand != 0
        True
        """
        if self.decisions[game] == DECIDE.over:
            return None
        kind = find_view(self.decisions[game])
        return kind(*self.views[game, : len(kind._fields)].tolist())
