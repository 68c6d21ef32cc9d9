"""A Monte Carlo toolkit for Piquet: it answers questions about the game by playing it.

    from piquet_sim import simulate

    simulate("club", "novice", n=1_000_000, seed=1, mirrored=True).table()

``piquet help`` on the command line lists the guides; each is the docstring of a package, such as
`piquet_sim.game`, `piquet_sim.strategies` and `piquet_sim.running`. Names are imported when they
are first used, so that ``import piquet_sim`` is immediate. `piquet_sim.analyses` has the studies.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME = {
    name: room
    for room, names in {
        "game.cards": (
            "parse_hand", "format_hand", "iterate_cards",
            "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "KNAVE", "QUEEN", "KING", "ACE",
        ),
        "game.errors": ("InputError",),
        "game.rules": ("RuleSet", "RUBICON", "PRESETS", "SOURCES"),
        "game.settlement": ("settle_sheet", "parse_deals", "reckon_money"),
        "game.wording": ("say_cards",),
        "exact.census": (
            "count_hands", "count_hands_by", "count_set_kinds", "census_table", "joint_table",
            "value_mean", "carte_blanche_probability",
        ),
        "exact.draw_odds": ("find_odds", "rank_discards"),
        "exact.ending_solutions": ("solve_ending",),
        "exact.endings": ("Ending", "read_ending"),
        "exact.odds": ("named_odds", "say_odds"),
        "exact.who_is_good": ("compare_class", "precedence_table"),
        "conditions.dealing": ("allot",),
        "conditions.drawn_hands": ("count_hands_meeting",),
        "strategies": (
            "Strategy", "policy", "outside_policy", "register", "find_strategy", "DiscardView",
            "CallView", "PlayView", "random_below", "read_law", "LAW",
        ),
        "strategies.novice": ("lowest_cards",),
        "exact.hands_in_columns": ("cards_of_rank", "count_rank", "longest_suit", "hand_value"),
        "deals.illegal_decisions": ("IllegalDecision",),
        "deals.narration": ("say_call",),
        "deals.json": ("score_deal", "describe_deal"),
        "deals.simulation": ("Simulation",),
        "deals.notation.files": ("read_deals",),
        "deals.notation.writing": ("write_deal", "write_deals"),
        "estimates.differences": ("compare_values", "subtract_estimates"),
        "estimates.digits": ("format_with_error", "round_to_errors"),
        "estimates.estimate": ("Estimate", "estimate_values", "estimate_proportion"),
        "estimates.significance": ("adjust_by_holm",),
        "estimates.tally": ("Tally",),
        "running.records": ("record_deals",),
        "running.result": ("Result",),
        "running.run": ("simulate", "run_simulation"),
        "matches.equity": ("ChanceTable",),
        "matches.matches": ("simulate_matches",),
        "matches.score_law": ("measure_scores",),
        "compare.claim_computations": ("judge_exact_claims",),
        "compare.duel": ("play_duel",),
        "compare.paired": ("compare_players", "compare_simulations"),
        "compare.published_claims": (
            "find_claim", "judge_estimate", "judge_figure", "say_exact", "say_figure",
            "RIGHT", "ROUNDED", "WRONG", "AGREES", "DIFFERS",
        ),
        "advice.discards": ("advise",),
        "advice.calls": ("advise_calls",),
        "advice.cards": ("advise_play", "value_plays"),
        "advice.knowledge": ("read_view",),
        "advice.trials": ("Question", "try_discards", "JUDGED_FROM"),
        "review.review": ("review_deal",),
        "review.partie": ("review_deals",),
    }.items()
    for name in names
}  # fmt: skip

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
    if name == "analyses":
        return _find_studies()
    raise AttributeError(f"module 'piquet_sim' has no attribute {name!r}")


def _find_studies() -> object:
    # In the project they are beside this package, where it is installed within it.
    try:
        return import_module("piquet_sim.analyses")
    except ModuleNotFoundError as error:
        if error.name != "piquet_sim.analyses":
            raise
    return import_module("analyses")


def __dir__() -> list[str]:
    return sorted(__all__)
