"""Environments for learners: deals and parties one decision at a time, one or many at once.

A program that learns to play needs the game in small steps: what a seat sees, what it may do, and
what that leads to. `DealEnvironment` and `PartieEnvironment` are games of two agents in the AEC
interface of PettingZoo (``pip install 'piquet-sim[learn]'``), `BatchEnvironment` is any number of
games in arrays, which needs nothing beside the toolkit. The engine plays them: game number i is
deal (or match) number i of the simulation with the same seed, under any rule book.

    from piquet_sim.environments import DealEnvironment

    env = DealEnvironment("rubicon")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        legal = seen["action_mask"].nonzero()[0]
        env.step(None if is_over else int(legal[0]))

Actions
-------
An action is a number, the same under every rule book. Numbers 0 to 35 are cards (nine times the
suit, spades first, plus the rank, six first); 36 is "enough", 37 "nothing" and 38 "yes". Then comes
every point, sequence and set that can be called. A discard is thrown card by card. It ends with
"enough", or when as many cards are thrown as may be exchanged. "Yes" announces a carte blanche, or
faces the cards that younger left; "nothing" does not. ``say_action`` puts an action into words,
``list_actions`` says which actions a strategy's answer comes to. As in the engine, no decision is
asked for where there is none to make: the only legal card is played by itself, and a class in which
nothing is held is skipped.

Observations
------------
An observation is the seat's view (``piquet help strategies``) as numbers for a network, each field
in its own place. It adds the cards of a discard that were chosen so far, and nothing else.
``read_observation`` turns it back into the view. ``luck`` and ``rules`` are left out.
``action_mask`` marks what is legal. In a batch both come as arrays, and so do the views themselves.

Rewards
-------
At the end, a deal pays the player's points less the opponent's, and a partie pays its settlement.
``shaping``, from 0 to 1, is the share that is paid as soon as the player sees points counted:
learning is quicker, and the total for a game is the same.

A batch
-------
Games that are over start again by themselves. With an ``opponent``, a strategy by name, only the
learner decides, and is elder in every other deal.

```python
import numpy as np

from piquet_sim.environments import BatchEnvironment

games = BatchEnvironment(512, opponent="novice", seed=1)
chance = np.random.default_rng(1)
for _ in range(100):
    seen = games.observe()  # int32, a row for each game; a network would read it
    actions = np.where(games.masks, chance.random(games.masks.shape), 0).argmax(axis=1)
    rewards, is_over = games.step(actions)
```

A thousand deals side by side take 890,000 decisions a second on one slow core, observations
included, whole parties 420,000; one game in PettingZoo's interface takes some 8,000.

A learner to begin with
-----------------------
`piquet_sim.environments.table_learner` is a whole learner in 300 lines, to be read and changed: a
table of 2,144 numbers by what matters about a card, trained by policy gradient against ``novice``.
What it has learned becomes a strategy like any other, and the engine plays it at full speed:

```python
from piquet_sim import Simulation, play_duel
from piquet_sim.environments.table_learner import play_by_table, train_table

table = train_table(n=1_000_000, opponent="novice", seed=1)
mine = play_by_table(table, "mine")
print(play_duel(Simulation(mine, "novice", seed=2, mirrored=True), 10_000).gain)
```

A million deals take half a minute of a slow core. Over 10,000 mirrored pairs of deals (seed 2),
this table scores 50.64 ± 0.30 points a pair more than ``novice``, while ``club`` scores 43.50 ±
0.29 more than ``novice``. Against ``club``, the table scores 2.58 ± 0.25 more. After only 20,000
deals, half a second, it scores 40.43 ± 0.30 more than ``novice``. ``register(mine)`` in a file that
``piquet duel --load`` reads makes it known on the command line.
"""

from importlib import import_module

_HOME = {
    "BatchEnvironment": "batch",
    "DealEnvironment": "turn_by_turn",
    "PartieEnvironment": "turn_by_turn",
    "list_actions": "actions",
    "read_observation": "observations",
    "say_action": "actions",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.environments.{_HOME[name]}"), name)
    raise AttributeError(f"module 'piquet_sim.environments' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
