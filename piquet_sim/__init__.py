"""Piquet by playing it: every number with its error, from one line of Python.

    from piquet_sim import simulate, advise, study

    simulate("club", "novice", n=1_000_000, mirrored=True)   # how often does what happen?
    advise("AKJ.AQJ8.98.J87")                                # what should go from this hand?
    study("pique", n=100_000).table()                        # how often is a pique made?

What anybody asks is one of thirteen verbs. They take hands, rule books, scores and records as text
or as objects; ``help(piquet_sim.advise)`` explains one.

    simulate   play many deals and count: n, given="elder.aces == 4", by="elder.longest_suit"
    record     the same deals as a table, a row for each; ask() asks of it
    study      a question with its table, chart and sentences
    advise     what to throw from a hand, and why
    review     what each decision of a played deal lost
    odds       what the draw brings, exactly
    census     all 225,792,840 hands by what they hold
    duel       who is the better player
    chances    what a score of a partie is worth
    settle     what a score sheet comes to
    solve      how perfect players finish a deal
    score      what both made of a deal
    deal       one deal of a simulation, card by card

What they answer has ``table()``, a pandas DataFrame; ``plot()``, a chart; a short ``repr`` and a
table in a notebook; ``estimates`` of a simulation are numbers with their errors.

A strategy of your own is a few functions, as fast as ours:

    from piquet_sim import DiscardView, PlayView, Strategy, policy, register

    @policy
    def play(view: PlayView) -> int:
        return view.legal & -view.legal     # the lowest card that may be played

``help(PlayView)`` names every field. All else that the package gives is listed by
``dir(piquet_sim)``; ``piquet help`` on the command line prints the guides. Names are imported when
they are first used, so that ``import piquet_sim`` is immediate. The studies are the package
`analyses`, which is installed beside it.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOME = {
    name: room
    for room, names in {
        "running.run": "simulate",
        "verbs": "record study advise review odds census duel chances settle solve score deal",
        "running.records": "ask",
        "deals.simulation": "Simulation",
        "running.result": "Result",
        "estimates.estimate": "Estimate estimate_values",
        "game.errors": "InputError",
        "deals.illegal_decisions": "IllegalDecision",
        "game.rules": "RuleSet RUBICON PRESETS",
        "strategies": "Strategy policy outside_policy register find_strategy "
        "DiscardView CallView PlayView random_below read_law LAW",
        "game.cards": "parse_hand format_hand iterate_cards "
        "SIX SEVEN EIGHT NINE TEN KNAVE QUEEN KING ACE",
        "decisions.kinds.question": "Question",
        "compare.paired": "compare_players compare_simulations",
        "estimates.differences": "compare_values",
        "compare.published_claims": "judge_estimate find_claim",
        "matches.matches": "simulate_matches",
        "exact.odds": "named_odds say_odds",
        "exact.census": "count_hands joint_table",
        "deals.notation": "read_deals write_deals",
        "exact.asking_hands": "count_rank",
    }.items()
    for name in names.split()
}

__all__ = ["__version__"]
__all__ += list(_HOME)


def __getattr__(name: str) -> object:
    if name in _HOME:
        member = getattr(import_module(f"piquet_sim.{_HOME[name]}"), name)
        if name.endswith("View"):  # its help explains every field
            for field, meaning in read_meanings(member).items():
                getattr(member, field).__doc__ = " ".join(meaning.split())
        return member
    raise AttributeError(f"module 'piquet_sim' has no attribute {name!r}")


def read_meanings(described: type) -> dict[str, str]:
    """The text below each field of a class, by field."""
    import ast
    import inspect
    from itertools import pairwise

    (definition,) = ast.parse(inspect.getsource(described)).body
    return {
        field.target.id: text.value.value
        for field, text in pairwise(definition.body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    }


def __dir__() -> list[str]:
    return sorted(__all__)
