"""A Monte Carlo toolkit for Piquet: it answers questions about the game by playing it.

Names are imported when they are first used, so that ``import piquet_sim`` is immediate.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME = {
    "InputError": "errors",
    "RuleSet": "rules",
    "RUBICON": "rules",
    "PRESETS": "rules",
    "parse_hand": "cards",
    "format_hand": "cards",
    "Simulation": "simulation",
    "IllegalDecision": "simulation",
    "simulate": "run",
    "run_simulation": "run",
    "record_deals": "records",
    "Result": "result",
    "simulate_matches": "matches",
    "settle_sheet": "settlement",
    "Estimate": "estimate",
    "Tally": "tally",
    "Strategy": "strategies",
    "DiscardView": "strategies",
    "CallView": "strategies",
    "PlayView": "strategies",
    "policy": "strategies",
    "register": "strategies",
    "random_below": "strategies",
    "read_law": "strategies",
    "LAW": "strategies",
    "score_deal": "referee",
}

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
    raise AttributeError(f"module 'piquet_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
