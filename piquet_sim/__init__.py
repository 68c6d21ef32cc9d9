"""A Monte Carlo toolkit for Piquet: it answers questions about the game by playing it.

Names are imported when they are first used, so that ``import piquet_sim`` is immediate.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME = {
    "simulate": "run",
    "Simulation": "simulation",
    "run_simulation": "run",
    "Result": "result",
    "Estimate": "estimate",
    "estimate_values": "estimate",
    "compare_values": "estimate",
    "compare_players": "pairing",
    "compare_simulations": "pairing",
    "judge_estimate": "claims",
    "say_call": "narration",
    "record_deals": "records",
    "simulate_matches": "matches",
    "settle_sheet": "settlement",
    "score_deal": "referee",
    "parse_hand": "cards",
    "format_hand": "cards",
    "RuleSet": "rules",
    "RUBICON": "rules",
    "PRESETS": "rules",
    "Strategy": "strategies",
    "policy": "strategies",
    "register": "strategies",
    "DiscardView": "strategies",
    "CallView": "strategies",
    "PlayView": "strategies",
    "random_below": "strategies",
    "read_law": "strategies",
    "LAW": "strategies",
    "Tally": "tally",
    "InputError": "errors",
    "IllegalDecision": "simulation",
}

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
    raise AttributeError(f"module 'piquet_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
