"""What a person reads about a simulation: a summary on one screen, or all its estimates."""

from dataclasses import replace
from typing import TYPE_CHECKING

from piquet_sim.cli.output import print_condition, print_numbers, print_text
from piquet_sim.game.wording import count_of

if TYPE_CHECKING:
    from piquet_sim.estimates.quantity import Quantity
    from piquet_sim.running.distribution import Distribution
    from piquet_sim.running.result import Result


def tell_result(result: "Result", has_all: bool) -> None:
    """Print a result: who played, how many deals, and its summary or all its estimates."""
    print_text(say_played(result))
    from piquet_sim.estimates.estimate import LUCK_OUT
    from piquet_sim.estimates.quantity import CARDS
    from piquet_sim.running.meaning import LEADS

    given, found = result.given(), result.numbers()
    if given is not None:
        print_condition(given)
    own = [one for one in found.quantities if one.key not in result.estimates]
    if has_all:
        shown = [one for one in found.quantities if one not in own]
        steadied = _list_steadied(result, shown)
        print_numbers(shown)
        if steadied:
            print()
            print_numbers(steadied, f"The same with the {_name_luck(result)} removed", False)
    else:
        print_text(f"{found.headline}.")
        leads = [found[key] for key in LEADS if key in found]
        steadied = [
            replace(one, name=f"the same, {_name_luck(result)} removed")
            for one in _list_steadied(result, leads)
            if one.estimate.estimator == LUCK_OUT
        ]
        print_numbers([*[one for one in found.drawn if one.unit != CARDS], *leads, *steadied])
        usual = result.simulation.elder.name == result.simulation.younger.name == "club"
        others = "; --elder and --younger name other players" * usual
        print_text(f"(--all lists all {len(result.estimates)} estimates{others})")
    if own:
        print()
        print_numbers(own, "", False)
    for name, one in result.measures.items():
        if one is None:
            print_text(f"{name}: the outcome never came up")
    if result.target.measures.by:
        groups = result.groups.numbers()
        print()
        print_numbers(groups.quantities, f"{groups.headline}:", False)


def say_played(result: "Result") -> str:
    """The players, how many deals and by which rules, in a sentence.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> say_played(simulate("club", "novice", n=1_000))
    'club as elder and novice as younger played 1,000 deals, rules rubicon, seed 1.'
    """
    from piquet_sim.strategies.roster import DOUBLE_DUMMY

    simulation, deals = result.simulation, count_of(result.deals, "deals")
    one, two = f"{simulation.elder.name} as elder", f"{simulation.younger.name} as younger"
    if simulation.mirrored:
        one, two = simulation.elder.name, simulation.younger.name
        pairs = count_of(result.tally.units, "pairs")
        deals += f", in {pairs} of the same cards with the seats exchanged"
    play = ", cards played double-dummy" if simulation.play == DOUBLE_DUMMY else ""
    return (
        f"{one} and {two} played {deals}{play}, rules {simulation.rules.name}, seed "
        f"{simulation.seed}."
    )


def _list_steadied(result: "Result", shown: "list[Quantity]") -> "list[Quantity]":
    # Those of some numbers of which luck can be taken out, without it.
    known = ((one, result.estimates.get(one.key)) for one in shown)
    return [
        replace(one, estimate=plain.reduced.put_into(plain))
        for one, plain in known
        if plain is not None and plain.reduced is not None
    ]


def _name_luck(result: "Result") -> str:
    if not result.tally.steadied:
        return "luck of the deal"
    return "luck of the draw" + " and of the deal" * (result.simulation.given is None)


def print_spread(spread: "Distribution") -> None:
    """Print how an amount spreads over the deals: quantiles and tails."""
    from piquet_sim.running.distribution import HIGHEST_SCORE

    found = spread.numbers()
    print()
    print_numbers(found.quantities, found.about, False)
    paired = (
        "errors: each mirrored pair counts as one deal where the tally does not know how both "
        "deals vary together"
    )
    pooled = f"in {spread.pooled:,} deals a score of {HIGHEST_SCORE} or more is counted as that"
    for said in [paired] * spread.is_paired + [pooled] * bool(spread.pooled):
        print_text(said)
