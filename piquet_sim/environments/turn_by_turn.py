"""One game whose players act in turn: the AEC interface of PettingZoo.

PettingZoo is an extra: ``pip install 'piquet-sim[learn]'``. Without it this module can be imported,
and the first environment that is made says what is missing.
"""

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from piquet_sim.environments.actions import ACTIONS, say_action
from piquet_sim.environments.batch import DEALS, PARTIES, BatchEnvironment
from piquet_sim.environments.observations import OBSERVATION_SIZE, limit_observation
from piquet_sim.environments.replays import DECIDE
from piquet_sim.game.cards import format_hand
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView

if TYPE_CHECKING:
    from gymnasium import spaces
    from pettingzoo import AECEnv

    _Environment = AECEnv[str, dict[str, np.ndarray], int]
else:
    try:
        from gymnasium import spaces
        from pettingzoo import AECEnv as _Environment
    except ModuleNotFoundError:
        spaces, _Environment = None, object

ANSI = "ansi"


class _TurnByTurn(_Environment):
    # One game of a `BatchEnvironment`, with agents by name instead of players by number.

    metadata: ClassVar[dict[str, Any]]
    _unit: ClassVar[str]

    def __init__(
        self,
        rules: str | RuleSet = RUBICON,
        *,
        shaping: float = 0.0,
        asks_calls: bool = True,
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        load_extra("pettingzoo", "environments")
        super().__init__()
        if render_mode not in (None, ANSI):
            raise InputError(f"render_mode: expected {ANSI!r} or None, got {render_mode!r}")
        self._games = BatchEnvironment(
            1, rules, self._unit, seed=seed, shaping=shaping, asks_calls=asks_calls, restarts=False
        )
        self.rules, self.render_mode = self._games.rules, render_mode
        self.agents = []
        self._number = -1
        low, high = limit_observation()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> "spaces.Space":
        """The observations of an agent: ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space":
        """The actions of an agent (`piquet_sim.environments.actions`)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Begin a game: the first of a seed, or else the one after the last.

        Parameters
        ----------
        seed : int, optional
            Of the cards.
        options : dict, optional
            ``{"number": 7}`` begins the game of that number; other options are not read.

        Raises
        ------
        InputError
            If the seed or the number is out of range.
        """
        following = self._number + 1 if seed is None else 0
        number = (options or {}).get("number", following)
        self._games.reset(seed, number)
        self._number = number
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._seen = {agent: np.zeros(OBSERVATION_SIZE, np.int32) for agent in self.possible_agents}
        self._turn_to(int(self._games.players[0]))

    def _turn_to(self, player: int) -> None:
        self.agent_selection = self.possible_agents[player]
        self._seen[self.agent_selection] = self._games.observe()[0]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._games.decisions[0] == DECIDE.over)

    @property
    def view(self) -> DiscardView | CallView | PlayView | None:
        """The view of the agent whose turn it is, as strategies are asked with it."""
        return self._games.view()

    @property
    def chosen(self) -> int:
        """The cards of its discard so far, as a mask."""
        return int(self._games.chosen[0])

    @property
    def result(self) -> np.ndarray:
        """When the game is over: the record of the deal, or the outcome of the match."""
        return self._games.results[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent observes: when it last had to decide, if it is not its turn.

        Nothing is legal for one whose turn it is not.
        """
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection and not self.is_over:
            mask = self._games.masks[0].copy()
        return {"observation": self._seen[agent].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the agent whose turn it is; None of one whose game is over.

        Raises
        ------
        InputError
            If the action is not legal, or there is no game.
        """
        if not self.agents:
            raise InputError("step: no game has begun; call reset first")
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise InputError(f"action: the game is over; expected None, got {action!r}")
            self._was_dead_step(action)
            return
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise InputError(f"action: expected a whole number, got {action!r}")
        done = self._games.step(np.array([action], np.int64))
        self._cumulative_rewards[self.agent_selection] = 0.0
        for player, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(done.rewards[0, player])
        if done.is_over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._turn_to(int(self._games.players[0]))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The decision that is to be taken, in words, with the hand and what is legal."""
        if self.render_mode is None:
            return None
        if self.is_over:
            return "the game is over"
        what = DECIDE._fields[self._games.decisions[0]].replace("_", " ")
        legal = np.flatnonzero(self._games.masks[0])
        words = ", ".join(say_action(int(one), self.rules.pack) for one in legal)
        view = self.view
        return f"{SEATS[view.seat]}, {format_hand(view.hand)}, {what}: {words}"

    def close(self) -> None:
        """Nothing has to be given back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class DealEnvironment(_TurnByTurn):
    """A PettingZoo environment of one deal, between ``elder`` and ``younger``.

    The reward is what the seat scores less what the other does, at the end of the deal.

    Parameters
    ----------
    rules : str or RuleSet
        A preset's name or a rule book.
    shaping : float
        From 0 to 1: which share of the points is paid as soon as the agent sees them counted. The
        rewards of a game always add up to what it comes to.
    asks_calls : bool
        Whether agents are asked what to call; else they call and announce everything.
    seed : int, optional
        Of the cards, until `reset` is given another; else one that nobody can guess.
    render_mode : str, optional
        "ansi" for text.

    Raises
    ------
    InputError
        If PettingZoo is not installed, or a parameter is out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "piquet_deal_v0", "render_modes": [ANSI], "is_parallelizable": False,
    }  # fmt: skip
    possible_agents: list[str] = list(SEATS)  # noqa: RUF012
    _unit = DEALS


class PartieEnvironment(_TurnByTurn):
    """A PettingZoo environment of a match, between the agents ``first`` and ``second``.

    ``first`` is elder in the first deal. A match is what the rule book says: a partie, a race to a
    number of points, or games won. The reward is what the player is paid in the settlement, in
    points, or in games where games are settled; the parameters are those of `DealEnvironment`.

    Raises
    ------
    InputError
        If PettingZoo is not installed, or a parameter is out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "piquet_partie_v0", "render_modes": [ANSI], "is_parallelizable": False,
    }  # fmt: skip
    possible_agents: list[str] = ["first", "second"]  # noqa: RUF012
    _unit = PARTIES
