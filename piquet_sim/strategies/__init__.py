"""The players: what a seat may see, and the strategies that decide from it.

To write one, decorate a function of a view with `policy`, name it with `Strategy`, and give it
to `simulate` as it is, or by name once it is registered.
"""

from piquet_sim.game.rules import LAW
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.rulings import read_law
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.strategies.policies import Policy, outside_policy, policy
from piquet_sim.strategies.registry import (
    Strategy,
    call_everything,
    find_strategy,
    register,
    strategy_names,
)

__all__ = [
    "LAW",
    "CallView",
    "DiscardView",
    "PlayView",
    "Policy",
    "Strategy",
    "call_everything",
    "find_strategy",
    "outside_policy",
    "policy",
    "random_below",
    "read_law",
    "register",
    "strategy_names",
]
