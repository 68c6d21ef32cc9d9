"""The players: what a seat may see, and the strategies that decide from it.

To write one, decorate a function of a view with `policy`, name it with `Strategy`, and give it
to `simulate` as it is, or by name once it is registered.
"""

from importlib import import_module

_HOME = {
    "LAW": "game.rules",
    "CallView": "kernel.deal.views",
    "DiscardView": "kernel.deal.views",
    "PlayView": "kernel.deal.views",
    "Policy": "strategies.policies",
    "Strategy": "strategies.registry",
    "call_everything": "strategies.registry",
    "find_strategy": "strategies.registry",
    "outside_policy": "strategies.policies",
    "policy": "strategies.policies",
    "random_below": "kernel.base.philox",
    "read_law": "kernel.base.rulings",
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
