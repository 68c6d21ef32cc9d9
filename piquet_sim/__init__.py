"""A Monte Carlo toolkit for Piquet: it answers questions about the game by playing it.

Names are imported when they are first used, so that ``import piquet_sim`` is immediate.

The house
---------
Each room may import from those above it in this list, and from none below it; ``lint-imports``
checks this. The first sentence of each module says what it holds.

    # from the ground up
    piquet_sim/systems.py
        What differs from system to system: signals, users, processor time, open files, letters
    piquet_sim/cache_folders.py
        Folders of kept code: which may be read, and which written
    piquet_sim/engine_sources.py
        Where the engine is: the files whose code decides what happens in a deal
    piquet_sim/numba_parts.py
        The private parts of numba that are used, each with what would replace it
    piquet_sim/ordered_threads.py
        Threads whose answers are taken in order
    piquet_sim/preparation.py
        What is prepared once per machine, at first use
    piquet_sim/process_end.py
        How an interrupted command ends, whatever it is doing
    piquet_sim/game/
        The game: cards and their notation, rule books and their options, payments, and terms
    piquet_sim/kernel/
        Everything compiled by numba: from bits to whole deals
    piquet_sim/exact/
        Exact answers: all hands, all draws, who is good, solved endings, the table of play
    piquet_sim/conditions/
        Conditions on the cards that are dealt: read from words, counted exactly, and dealt
    piquet_sim/strategies/
        The players: what a seat may see, and the strategies that decide from it
    piquet_sim/deals/
        A simulation and its deals one by one: played, scored, and described in words
    piquet_sim/notation/
        Deals in words: records of play, read and written
    piquet_sim/estimates/
        Estimates from sums over deals: their errors, intervals, and tests of a difference
    piquet_sim/distributions/
        How an amount spreads over deals: quantiles, tails and histograms, with their errors
    piquet_sim/measures/
        Measures of your own: the share or the mean of anything that can be said of a deal's outcome
    piquet_sim/sentences.py
        Sentences and titles, each with the numbers that must support it
    piquet_sim/running/
        Playing many deals: threads, a cluster, checkpoints, rows on disk, where a number comes from
    piquet_sim/matches/
        Matches: parties and races, what a score is worth, chouette
    piquet_sim/advice/
        What a discard, a call or a card is worth: tried in many deals and compared; a deal in steps
    piquet_sim/compare/
        Comparisons: players or rules on the same cards, two results, figures that books print
    piquet_sim/environments/
        Environments for learners: deals and parties one decision at a time, one or many at once
    piquet_sim/review/
        Reviews of played deals: what each decision lost, with luck and skill kept apart
    piquet_sim/trust/
        Trust, measured: whether the numbers are as accurate as they claim to be
    piquet_sim/bench.py
        How fast it is: the figures that the project has set itself, measured on this machine
    piquet_sim/citation.py
        How to cite the project, a result with what made it, or a chart: piquet cite
    analyses/
        The studies: questions, each answered in plain words, with a table and a chart
    piquet_sim/explorer/
        The explorer: a page in the browser to play and to weigh hands, served to this machine only
    piquet_sim/cli/
        The command line: `piquet`, what it prints, its exit codes, completion in the shell
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
        "exact.fitting_hands": ("count_possible_hands",),
        "exact.odds": ("named_odds", "say_odds"),
        "exact.reckoning_race": ("run_race",),
        "exact.who_is_good": ("compare_class", "precedence_table"),
        "conditions.conditional_deals": ("allot",),
        "conditions.orbits": ("count_hands_meeting", "count_orbits_by"),
        "strategies": (
            "Strategy", "policy", "outside_policy", "register", "find_strategy", "DiscardView",
            "CallView", "PlayView", "random_below", "read_law", "LAW",
        ),
        "strategies.novice": ("lowest_cards",),
        "exact.hands_in_columns": ("cards_of_rank", "count_rank", "longest_suit", "hand_value"),
        "deals.illegal_decisions": ("IllegalDecision",),
        "deals.narration": ("say_call",),
        "deals.referee": ("score_deal", "describe_deal"),
        "deals.simulation": ("Simulation",),
        "notation.texts": ("read_deals",),
        "notation.writing": ("write_deal", "write_deals"),
        "estimates.differences": ("compare_values", "subtract_estimates"),
        "estimates.digits": ("format_with_error", "round_to_errors"),
        "estimates.estimate": ("Estimate", "estimate_values", "estimate_proportion"),
        "estimates.significance": ("adjust_by_holm",),
        "estimates.tally": ("Tally",),
        "measures.bonus_order": ("pique_at",),
        "running.records": ("record_deals",),
        "running.result": ("Result",),
        "running.run": ("simulate", "run_simulation"),
        "matches.equity": ("ChanceTable",),
        "matches.matches": ("simulate_matches",),
        "matches.score_law": ("measure_scores",),
        "compare.claim_computations": ("judge_exact_claims",),
        "compare.duel": ("play_duel",),
        "compare.paired": ("compare_players", "compare_simulations"),
        "compare.claim_file": ("find_claim",),
        "compare.published_claims": (
            "judge_estimate", "judge_figure", "say_exact", "say_figure",
            "RIGHT", "ROUNDED", "WRONG", "AGREES", "DIFFERS",
        ),
        "advice.advice": ("advise",),
        "advice.play.call_advice": ("advise_calls",),
        "advice.play.advice": ("advise_play", "value_plays"),
        "advice.play.hidden_endings": ("read_hidden_ending", "solve_hidden_ending"),
        "advice.play.seat_views": ("read_view",),
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
