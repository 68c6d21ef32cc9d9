"""A Monte Carlo toolkit for Piquet: it answers questions about the game by playing it.

Names are imported when they are first used, so that ``import piquet_sim`` is immediate.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME = {
    "simulate": "running.run",
    "Simulation": "deals.simulation",
    "run_simulation": "running.run",
    "Result": "running.result",
    "Estimate": "estimates.estimate",
    "estimate_values": "estimates.estimate",
    "compare_values": "estimates.differences",
    "compare_players": "compare.paired",
    "compare_simulations": "compare.paired",
    "judge_estimate": "compare.published_claims",
    "say_call": "deals.narration",
    "record_deals": "running.records",
    "simulate_matches": "matches.matches",
    "settle_sheet": "game.settlement",
    "score_deal": "deals.referee",
    "parse_hand": "game.cards",
    "format_hand": "game.cards",
    "RuleSet": "game.rules",
    "RUBICON": "game.rules",
    "PRESETS": "game.rules",
    "Strategy": "strategies",
    "policy": "strategies",
    "register": "strategies",
    "DiscardView": "strategies",
    "CallView": "strategies",
    "PlayView": "strategies",
    "random_below": "strategies",
    "read_law": "strategies",
    "LAW": "strategies",
    "Tally": "estimates.tally",
    "InputError": "game.errors",
    "IllegalDecision": "deals.illegal_decisions",
}

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
    raise AttributeError(f"module 'piquet_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
