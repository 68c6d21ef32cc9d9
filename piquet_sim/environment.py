"""Environment for programs that learn: a deal or a partie, one decision at a time.

A program that learns to play needs the game in small steps: what a seat sees, what it may do, and
what that leads to. `PiquetEnvironment` is a game of two agents in the AEC interface of PettingZoo
(``pip install 'piquet-sim[learn]'``), under any rule book. The engine plays it: game number i is
deal (or match) number i of the simulation with the same seed.

>>> from piquet_sim.environment import PiquetEnvironment
>>> env = PiquetEnvironment("rubicon")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, is_over, _, _ = env.last()
...     legal = seen["action_mask"].nonzero()[0]
...     env.step(None if is_over else int(legal[0]))

With ``game="partie"`` the agents play a whole match, whatever the rule book calls one. The agents
of a deal are ``elder`` and ``younger``; those of a match are ``first``, who is elder in the first
deal, and ``second``. ``copy.deepcopy`` of an environment plays on alike and apart.

Actions
-------
An action is a number, the same under every rule book. Numbers 0 to 35 are cards (nine times the
suit, spades first, plus the rank, six first); 36 is "enough", 37 "nothing" and 38 "yes". Then comes
every point, sequence and set that can be called. A discard is thrown card by card. It ends with
"enough", or when as many cards are thrown as may be exchanged. "Yes" announces a carte blanche, or
faces the cards that younger left; "nothing" does not. ``say_action`` puts an action into words. As
in the engine, no decision is asked for where there is none to make: the only legal card is played
by itself, and a class in which nothing is held is skipped.

Observations
------------
``observation`` is the seat's view (``piquet help strategies``) as integers for a network, and
nothing else, but for the cards of a discard that were chosen so far. `PLACES` says where each field
of a view stands: a set of cards is 36 flags in the order of the actions, a call its cards and its
pips or rank, the cards of four tricks 8 numbers (0 none, else the card's action plus 1), all else
one number. What a view does not have is 0. ``luck`` and ``rules`` are left out. ``action_mask``
marks what is legal. The view itself, as strategies are asked with it, is ``env.table.view``.

Rewards
-------
At the end, a deal pays the agent's points less the opponent's, and a match pays its settlement, in
points, or in games where games are settled.
"""

import secrets
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from piquet_sim.deals.call_names import name_call
from piquet_sim.deals.table import CALLS, QUESTIONS, Table
from piquet_sim.game.cards import RANKS, SUITS, card_mask, count_cards, format_hand, name_card
from piquet_sim.game.errors import InputError, load_extra, read_whole
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.tricks import CARD_BITS, CARD_BITS_MASK
from piquet_sim.kernel.deal.views import VIEWS
from piquet_sim.kernel.tables import POINT_SHIFT, TOP_SHIFT
from piquet_sim.matches.matches import settle_outcomes

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

AGENTS = {"deal": SEATS, "partie": ("first", "second")}
"""The agents of each kind of game."""
_HIGHEST_NUMBER = 2**40

_PACK = [card_mask(rank, suit) for suit in range(SUITS) for rank in range(RANKS)]
ACTIONS: tuple[tuple[str, int], ...] = (
    *(("card", card) for card in _PACK),
    ("enough", 0), ("nothing", 0), ("yes", 1),
    *((kind, call) for kind in CLASSES for call in CALLS[kind]),
)  # fmt: skip
"""What each action is: its kind, and the card as a mask or the call as views have it."""
_NUMBERS = {action: number for number, action in enumerate(ACTIONS)}
_ENOUGH, _NOTHING = _NUMBERS["enough", 0], _NUMBERS["nothing", 0]

_CARD_FIELDS = ("hand", "legal", "led", "dealt", "discard", "left_seen", "opponent_holds",
                "opponent_may_hold", "opponent_dealt", "shown", "ever_shown", "played",
                "opponent_played")  # fmt: skip
_CALL_FIELDS = ("best", "opponent_call", "opponent_point", "opponent_sequence", "opponent_set")
_TRICK_FIELDS = ("early_tricks", "middle_tricks", "late_tricks")
_TOGETHER = 8
"""Cards of four tricks, which one field of a view holds."""
_SIZES = {
    "question": len(QUESTIONS),
    **dict.fromkeys((name for view in VIEWS for name in view._fields), 1),
    **dict.fromkeys(_CARD_FIELDS, len(_PACK)),
    **dict.fromkeys(_CALL_FIELDS, 2),
    **dict.fromkeys(_TRICK_FIELDS, _TOGETHER),
}
for _name in ("luck", "rules", "kind"):  # `kind` is the question
    del _SIZES[_name]
_ENDS = np.cumsum(list(_SIZES.values())).tolist()
PLACES: dict[str, slice] = {
    name: slice(end - size, end) for (name, size), end in zip(_SIZES.items(), _ENDS, strict=True)
}
"""Where each field of a view stands in an observation; ``question`` is a flag for each of
`piquet_sim.deals.table.QUESTIONS`."""


def _spread(name: str, value: int, question: str) -> list[int]:
    # A field of a view as the numbers of an observation.
    if name in _CARD_FIELDS:
        return [int(value & card != 0) for card in _PACK]
    if name in _TRICK_FIELDS:
        bits = [value >> CARD_BITS * place & CARD_BITS_MASK for place in range(_TOGETHER)]
        return [_PACK.index(1 << bit - 1) + 1 if bit else 0 for bit in bits]
    if name in _CALL_FIELDS:
        is_point = name == "opponent_point" or question == "point"
        return [*divmod(value, 1 << (POINT_SHIFT if is_point else TOP_SHIFT))]
    return [value]


def say_action(action: int, pack: int = 32) -> str:
    """An action in words.

    Examples
    --------
    >>> [say_action(action) for action in (8, 36, 37, 38, len(ACTIONS) - 1)]
    ['ace of spades', 'enough', 'nothing', 'yes', 'four aces']
    """
    kind, answer = ACTIONS[action]
    if kind == "card":
        return name_card(answer)
    return name_call(kind, answer, pack) if kind in CLASSES else kind


class PiquetEnvironment(_Environment):
    """A PettingZoo environment of one deal, or of one match.

    Parameters
    ----------
    rules : str or RuleSet
        A preset's name or a rule book.
    game : str
        "deal" or "partie".
    seed : int, optional
        Seed of the cards, until `reset` is given another; else one that nobody can guess.
    render_mode : str, optional
        "ansi" for text.

    Raises
    ------
    InputError
        If PettingZoo is not installed, or a parameter is out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "piquet_v1", "render_modes": ["ansi"], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self,
        rules: str | RuleSet = RUBICON,
        *,
        game: str = "deal",
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        load_extra("pettingzoo", "environment")
        super().__init__()
        if game not in AGENTS:
            raise InputError(f"game: expected {' or '.join(AGENTS)}, got {game!r}")
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode: expected 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        seed = secrets.randbits(63) if seed is None else seed
        self.table: Table = Table(rules, seed, is_match=game == "partie")
        self._next = 0
        self.possible_agents: list[str] = list(AGENTS[game])
        self.agents: list[str] = []
        high = np.full(_ENDS[-1], np.iinfo(np.int32).max, np.int32)
        for name in ("question", *_CARD_FIELDS):
            high[PLACES[name]] = 1
        low = np.where(high == 1, 0, -1).astype(np.int32)  # elder's `opponent_took` is -1
        space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in AGENTS[game]}

    def observation_space(self, agent: str) -> "spaces.Space":
        """The observations of an agent: ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space":
        """The actions of an agent (`ACTIONS`)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Begin a game: the first of a seed, or else the one after the last.

        Parameters
        ----------
        seed : int, optional
            Seed of the cards.
        options : dict, optional
            ``{"number": 7}`` begins the game of that number; other options are not read.

        Raises
        ------
        InputError
            If the seed or the number is out of range.
        """
        following = self._next if seed is None else 0
        number = (options or {}).get("number", following)
        number = read_whole("number", number, most=_HIGHEST_NUMBER)
        seed = self.table.seed if seed is None else seed
        self.table = Table(self.table.rules, seed, number, self.table.is_match)
        self._next = number + 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._seen = {agent: np.zeros(_ENDS[-1], np.int32) for agent in self.agents}
        self._chosen = 0
        self._look()

    def _look(self) -> None:
        # The turn goes to the agent who is to decide, and it sees what it is asked.
        view, what = self.table.view, self.table.what
        self.agent_selection = self.possible_agents[self.table.player]
        seen = self._seen[self.agent_selection]
        seen[:] = 0
        seen[QUESTIONS.index(what)] = 1
        fields = view._asdict() | ({"discard": self._chosen} if what == "discard" else {})
        for name in fields.keys() & PLACES.keys():
            seen[PLACES[name]] = _spread(name, fields[name], what)

    def _list_legal(self) -> list[int]:
        what, legal = self.table.what, self.table.legal
        if what == "discard":
            cards = [_NUMBERS["card", card] for card in legal if not card & self._chosen]
            return cards + [_ENOUGH] * (count_cards(self._chosen) >= self.table.view.least)
        kind = {"play": "card", "carte_blanche": "yes", "left_cards": "yes"}.get(what, what)
        return sorted(_NUMBERS.get((kind, one), _NOTHING) for one in legal)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent observes: when it last had to decide, if it is not its turn.

        Nothing is legal for one whose turn it is not.
        """
        mask = np.zeros(len(ACTIONS), np.int8)
        if agent == self.agent_selection and not self.table.is_over:
            mask[self._list_legal()] = 1
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
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise InputError("action: the game is over; expected None")
            self._was_dead_step(action)
            return
        self._take(self._check(action))
        self._cumulative_rewards[agent] = 0.0
        if self.table.is_over:
            result = self.table.result
            if self.table.is_match:
                gain = float(settle_outcomes(self.table.rules, result[None])[0])
            else:
                gain = float(int(result["elder_score"]) - int(result["younger_score"]))
            self.rewards = dict(zip(self.agents, (gain, -gain), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            self._accumulate_rewards()
        else:
            self._look()

    def _check(self, action: object) -> int:
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            given = " ".join(repr(action).split())
            if isinstance(action, np.ndarray):
                given = f"{action.dtype} of shape {action.shape}"
            raise InputError(f"action: expected a whole number, got {given}")
        legal, pack = self._list_legal(), self.table.rules.pack
        if action not in legal:
            named = say_action(action, pack) if 0 <= action < len(ACTIONS) else "there is none"
            raise InputError(f"action: {action} ({named}) is not legal; {self._say_legal()}")
        return int(action)

    def _say_legal(self) -> str:
        pack = self.table.rules.pack
        words = ", ".join(f"{one} ({say_action(one, pack)})" for one in self._list_legal())
        return f"{self.table.what.replace('_', ' ')}: {words}"

    def _take(self, action: int) -> None:
        answer = ACTIONS[action][1]
        if self.table.what == "discard":
            self._chosen |= answer
            if action != _ENOUGH and count_cards(self._chosen) < self.table.view.most:
                return
            answer, self._chosen = self._chosen, 0
        self.table.answer(answer)

    def render(self) -> str | None:
        """The decision that is to be taken, in words, with the hand and what is legal."""
        if self.render_mode is None:
            return None
        if self.table.is_over:
            return "the game is over"
        view = self.table.view
        return f"{SEATS[view.seat]}, {format_hand(view.hand)}, {self._say_legal()}"

    def close(self) -> None:
        """Nothing has to be given back."""
