r"""The players: what a seat may see, and the strategies that decide from it.

Six strategies come with the toolkit: ``random`` (any legal discard and card; its best calls or
none), ``novice`` (keeps its longest suit, plays high), ``club`` (follows Cavendish's advice to a
sound player; about as strong as a hobby program), ``primer`` (throws by a tree of questions to
learn by heart, ``piquet study throwing``; plays as ``club``), ``expert`` and ``master``. ``piquet
help players`` lists them with their sources.

    piquet simulate -n 100_000 --elder expert --younger club
    piquet duel expert+score expert --parties           # playing to the score of the partie
    piquet duel club club+sink-sets=0.5                 # what it costs to sink half one's sets

Over mirrored deals ``club`` scores 21.899 ± 0.020 points a deal more than ``novice``, and
``novice`` scores 23.767 ± 0.027 more than ``random`` (a million deals each, seed 1).

Options follow a strategy's name after plus signs. ``+score`` (for ``expert`` and ``master``) plays
for the settlement of the partie instead of points when the score is known. ``+sink-point``,
``+sink-sequences`` and ``+sink-sets`` (for any strategy) call nothing in a class, either always or
with the probability that follows, as in ``=0.25``.

The strong players
------------------
``expert`` discards in two steps. An evaluation *learned* from play against itself
(`piquet_sim.strategies.training`) chooses a short list, and seventy-six draws of the unseen cards
decide between the discards on it. It plays the card with the best mean over all hands that the
opponent can hold, given what was seen, called, answered and not called. These hands are weighted by
how likely the opponent is to have kept them; twelve hands stand for all. As elder it does not call
a trio that younger may better.

If that leaves a discard in doubt, ``master`` lets fresh deals decide, which gains less than a tenth
of a point a pair. In the play thirty hands stand for all, and each is also weighted by how
plausible the opponent's earlier cards are with it, which gains 0.6 points a pair.

Over mirrored pairs of deals ``expert`` scores 15.40 ± 0.10 points more than ``club``, and
``master`` scores 0.682 ± 0.082 more than ``expert`` (50,000 and 6,000 pairs, seed 277). What they
lose, ``piquet study lose`` says. A deal takes ``expert`` a tenth of a millisecond and ``master``
two.

An opponent who knows how ``expert`` decides can gain at least 1.81 ± 0.48 points a deal as elder
and 1.61 ± 0.41 as younger (160 deals, seed 1).

``expert`` and ``master`` play under every rule book. What is worth keeping was learned for four
families of laws: Rubicon's; those under which a point scores one (``american``); and those for the
pack of 36, with sequences that go through suits (``cotton_1674``) and without.

``python -m piquet_sim.strategies.training mine.npz`` learns all four again from nothing, in about
an hour and a quarter on two processors, and writes the same file whatever the number of threads.
Write the name of a file after the name of the player that uses it, so that two can meet: ``piquet
duel expert@mine.npz expert``. Set ``PIQUET_LEARNED`` to let all players use a file.

A strategy of your own
----------------------
A strategy is three decisions: what to discard, what to call, which card to play. Each is a function
of a *view*, a named tuple of integers with what the laws let that seat know, and nothing else.
Hands are bit masks: sixteen bits a suit (spades lowest), bit 1 the seven to bit 8 the ace
(`piquet_sim.game.cards`). Decorate a function of a view with `policy`, name it with `Strategy`, and
give it to ``simulate`` as it is, or by name after `register`. The decorator compiles the function.

```python
from piquet_sim import simulate
from piquet_sim.strategies import PlayView, Strategy, find_strategy, policy, register


@policy
def play_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


club = find_strategy("club")
mine = Strategy("mine", discard=club.discard, play=play_lowest, origin="an idea of my own")

simulate("club", mine, n=100_000, mirrored=True).estimates["first_less_second"]
register(mine)  # from now on "mine" will do
```

On the command line, ``--load FILE.py`` reads a file that registers strategies. A package
offers its strategies to all who install it by entry points of a group:

```toml
[project.entry-points."piquet_sim.strategies"]
mine = "my_package:STRATEGY"
```

The fields of the
three views are explained in ``piquet_sim/kernel/deal/views.py``. A strategy that answers with an
illegal discard, call or card, divides by zero or reads beyond the end of a table is stopped; the
error names the strategy, the deal and the view that it was given. Randomness comes from
``random_below(view.luck, n)``, so that runs can be repeated. What a policy reads from outside is a
constant from when it is compiled: a global that changes afterwards changes nothing. To try several
values, make the policy in a function that takes the value as its parameter.

Players from outside
--------------------
A player that cannot be compiled (another program, a network, a person) is asked one decision at a
time: `outside_policy` takes any Python function of a view, and the engine plays it under the same
laws, with the same deals. This one asks a program that reads a view a line and answers with a card:

```python
import json
import subprocess

from piquet_sim.strategies import PlayView, outside_policy

program = subprocess.Popen(
    ["their-player"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
)


@outside_policy
def play_guest(view: PlayView) -> int:
    assert program.stdin and program.stdout
    program.stdin.write(json.dumps(view._asdict()) + "\n")
    return int(program.stdout.readline())
```

In the other direction, ``find_strategy("master").play(view)`` asks a shipped player for one
decision.
"""

from importlib import import_module

_HOME = {
    "LAW": "game.laws",
    "CallView": "kernel.deal.views",
    "DiscardView": "kernel.deal.views",
    "PlayView": "kernel.deal.views",
    "Policy": "strategies.policies",
    "Strategy": "strategies.registry",
    "call_everything": "strategies.registry",
    "find_strategy": "strategies.registry",
    "outside_policy": "strategies.policies",
    "policy": "strategies.policies",
    "random_below": "strategies.law_and_luck",
    "read_law": "strategies.law_and_luck",
    "register": "strategies.registry",
    "strategy_names": "strategies.registry",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
    raise AttributeError(f"module 'piquet_sim.strategies' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
