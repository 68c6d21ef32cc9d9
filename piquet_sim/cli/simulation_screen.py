"""What a person reads about a simulation: a summary on one screen, or a list of its estimates.

Estimates are named here as `kernel.batch.measures` has them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from piquet_sim.cli.output import (
    find_width,
    print_condition,
    print_table,
    print_tables,
    print_text,
    show_interval,
    show_value,
)
from piquet_sim.game.errors import InputError, suggest

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.estimates.estimate import Estimate
    from piquet_sim.running.distribution import Distribution
    from piquet_sim.running.result import Result


# ---- What the estimates are about ---------------------------------------------------------------
class SummaryRow(NamedTuple):
    """One row of the summary: the same estimate of both seats."""

    label: str
    elder: str
    younger: str


ROWS: tuple[SummaryRow, ...] = (
    SummaryRow("points a deal", "elder_score", "younger_score"),
    SummaryRow("scores more", "elder_wins", "younger_wins"),
    SummaryRow("point good", "elder_point", "younger_point"),
    SummaryRow("sequence good", "elder_sequence", "younger_sequence"),
    SummaryRow("set good", "elder_set", "younger_set"),
    SummaryRow("wins the cards", "elder_cards", "younger_cards"),
    SummaryRow("capot", "elder_capot", "younger_capot"),
    SummaryRow("pique", "elder_pique", "younger_pique"),
    SummaryRow("repique", "elder_repique", "younger_repique"),
    SummaryRow("carte blanche", "elder_carte_blanche", "younger_carte_blanche"),
    SummaryRow("cards exchanged", "elder_exchanged", "younger_exchanged"),
)

THEMES: dict[str, tuple[str, ...]] = {
    "The score": ("elder_score", "younger_score", "difference"),
    "The players, in whichever seat": ("first_score", "second_score", "first_less_second"),
    "Who scores more": ("elder_wins", "younger_wins", "drawn"),
    "What is good": (
        "elder_point", "younger_point", "equal_point",
        "elder_sequence", "younger_sequence", "equal_sequence",
        "elder_set", "younger_set",
    ),
    "Tricks, the cards and capot": (
        "elder_tricks", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
        "younger_capot",
    ),
    "Pique, repique and carte blanche": (
        "elder_pique", "younger_pique", "elder_repique", "younger_repique",
        "elder_carte_blanche", "younger_carte_blanche",
    ),
    "The exchange": ("elder_exchanged", "younger_exchanged"),
    "What elder's score is made of": (
        "elder_carte_blanche_mean", "elder_point_mean", "elder_sequences_mean", "elder_sets_mean",
        "elder_play_mean", "elder_cards_mean", "elder_pique_mean", "elder_repique_mean",
    ),
    "What younger's score is made of": (
        "younger_carte_blanche_mean", "younger_point_mean", "younger_sequences_mean",
        "younger_sets_mean", "younger_play_mean", "younger_cards_mean", "younger_pique_mean",
        "younger_repique_mean",
    ),
}  # fmt: skip
"""All estimates by theme, in the order in which they are listed."""

Listed = Mapping[str, Sequence[str]]
"""Names of estimates by the title under which they are listed; the summary where there are none."""


def choose_listed(names: str | None, has_all: bool, simulation: "Simulation") -> Listed:
    """The estimates that are asked for.

    Parameters
    ----------
    names : str or None
        Names between commas.
    has_all : bool
        Whether all are asked for.
    simulation : Simulation

    Raises
    ------
    InputError
        If there is no such estimate, or both some and all are asked for.
    """
    from piquet_sim.estimates.tally import find_measure

    def has(name: str) -> bool:
        return simulation.mirrored or not find_measure(name).is_of_strategy

    if names is None:
        themes = {title: list(filter(has, listed)) for title, listed in THEMES.items()}
        return {title: listed for title, listed in themes.items() if listed} if has_all else {}
    if has_all:
        raise InputError("show: --all lists all estimates; leave out --show")
    chosen = [*dict.fromkeys(name.strip() for name in names.split(",") if name.strip())]
    if not chosen:
        raise InputError("show: expected names of estimates, as in elder_repique,difference")
    known = [name for listed in THEMES.values() for name in listed]
    for name in chosen:
        if name not in known:
            raise InputError("show: " + suggest(name, known, "estimate"))
        if not has(name):
            raise InputError(f"show: {name} is estimated only for mirrored deals; add --mirrored")
    return {"": chosen}


def tell_result(result: "Result", listed: Listed) -> None:
    """Print a result: who played, how many deals, and its summary or the estimates asked for."""
    print_text(say_played(result))
    given = result.given()
    if given is not None:
        print_condition(given, result.tally.units)
    if listed:
        _list_estimates(result, listed)
    else:
        _summarise(result)
    if result.measures:
        _print_measures(result)
    if result.target.measures.by:
        _print_groups(result, listed)


def say_played(result: "Result") -> str:
    """The players, how many deals and by which rules, in a sentence.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> say_played(simulate("club", "novice", n=1_000))
    'club as elder and novice as younger played 1,000 deals, rules rubicon, seed 1.'
    """
    from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY

    simulation, units = result.simulation, result.tally.units
    seats = (" as elder", " as younger")
    deals = f"{result.deals:,} deal{'s' if result.deals > 1 else ''}"
    if simulation.mirrored:
        seats = ("", "")
        pairs = f"{units:,} pair{'s' if units > 1 else ''}"
        deals += f", in {pairs} of the same cards with the seats exchanged"
    one, two = (
        player.name + seat
        for player, seat in zip((simulation.elder, simulation.younger), seats, strict=True)
    )
    play = ", cards played double-dummy" if simulation.play == DOUBLE_DUMMY else ""
    is_usual = simulation.elder.name == simulation.younger.name == "club"
    others = " (--elder and --younger name others)" * is_usual
    return (
        f"{one} and {two}{others} played {deals}{play}, rules {simulation.rules.name}, seed "
        f"{simulation.seed}."
    )


# ---- The summary --------------------------------------------------------------------------------
def _summarise(result: "Result") -> None:
    rows = []
    for label, *names in ROWS:
        rows.append(
            (label, *(_show_named(result, name) for name in names), _show_exact(result, names))
        )
    exactly = "exactly" if any(row[-1] for row in rows) else ""
    print_table("", ("", "elder", "younger", exactly), rows)
    print()
    for sentence in say_findings(result):
        print_text(sentence)
    from piquet_sim.estimates.luck import DRAW_TAKEN_OUT, TAKEN_OUT

    simulation = result.simulation
    sides = {"difference": ("elder", "younger")}
    if simulation.mirrored and simulation.elder != simulation.younger:
        sides["first_less_second"] = (simulation.elder.name, simulation.younger.name)
    for name, (one, two) in sides.items():  # with luck taken out, and what that saves
        reduced = result.estimates[name].reduced
        if reduced is not None and reduced.method in (TAKEN_OUT, DRAW_TAKEN_OUT):
            what = reduced.method.partition(", the ")[2].removesuffix(" taken out")
            print_text(
                f"With the {what} removed: {one} less {two} {show_value(reduced, 1, '')} points a "
                f"deal (as small an error as from {reduced.gain:.2g} times as many deals)."
            )
    legend = "± one standard error"
    if any(_is_alike(result.estimates[name]) for _, *names in ROWS for name in names):
        legend += ", or in brackets a 95% interval where all deals were alike"
    print_text(
        f"({legend}. --all lists all {len(result.estimates)} estimates with their intervals, "
        "--show NAME,NAME some.)"
    )


def _show(estimate: "Estimate", scale: int = 1, unit: str = "") -> str:
    # A value with its error; where all deals were alike there is none, but what it may be.
    value = show_value(estimate, scale, unit)
    return f"{value} ({show_interval(estimate, scale, unit)})" if _is_alike(estimate) else value


def _show_named(result: "Result", name: str) -> str:
    return _show(result.estimates[name], *_find_scale(name))


def _is_alike(estimate: "Estimate") -> bool:
    return estimate.is_unvaried or (estimate.se is None and estimate.low is not None)


def _find_scale(name: str) -> tuple[int, str]:
    from piquet_sim.estimates.tally import find_measure

    return (100, "%") if find_measure(name).is_flag else (1, "")


def _show_exact(result: "Result", names: Sequence[str]) -> str:
    elder, younger = (_exact_value(result.estimates[name], *_find_scale(name)) for name in names)
    if elder == younger:
        return elder
    seats = {"elder": elder, "younger": younger}
    return ", ".join(f"{seat} {value}" for seat, value in seats.items() if value)


def _exact_value(estimate: "Estimate", scale: int, unit: str) -> str:
    from piquet_sim.estimates.digits import format_exactly
    from piquet_sim.estimates.intervals import EXACT

    if estimate.exact is not None:
        return format_exactly(estimate.exact * scale, 4) + unit
    return f"{estimate.value * scale:g}{unit}" if estimate.method == EXACT else ""


# ---- What it comes to ---------------------------------------------------------------------------
def say_findings(result: "Result") -> tuple[str, str, str]:
    """Three sentences on a result, which claim no more than its intervals allow.

    By how much one seat scores more, and one player where deals are mirrored; who wins more
    deals; and in which part of the score the leader gains most. Where a difference may be
    chance, or the deals are too few for a normal interval, they only state numbers.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> say_findings(simulate("club", "club", n=20_000))[0]
    'Elder scores 12.93 ± 0.26 points a deal more than younger.'
    """
    return f"{_say_lead(result)}.", _say_winner(result), _say_greatest_part(result)


def _say_lead(result: "Result") -> str:
    from piquet_sim.estimates.estimate import negate

    def compare(one: str, two: str, less: "Estimate", unit: str) -> str:
        more = negate(less)
        if _leads(result, less):
            return f"{one} scores {_show(less)}{unit} more than {two}"
        if _leads(result, more):
            return f"{two} scores {_show(more)}{unit} more than {one}"
        return f"the score of {one} less that of {two} is {_show(less)}{unit}"

    simulation, estimates = result.simulation, result.estimates
    said = compare("elder", "younger", estimates["difference"], " points a deal")
    seats = said[0].upper() + said[1:]
    if not simulation.mirrored or simulation.elder == simulation.younger:
        return seats
    players = simulation.elder.name, simulation.younger.name
    less = estimates["first_less_second"]
    return f"{seats}; in whichever seat, {compare(*players, less, '')}"


def _say_winner(result: "Result") -> str:
    elder, younger, drawn = (
        _show_named(result, name) for name in ("elder_wins", "younger_wins", "drawn")
    )
    wins, losses = (result.estimates[name] for name in ("elder_wins", "younger_wins"))
    if _exceeds(result, wins, losses):
        return f"Elder wins more deals than younger: {elder} to {younger}."
    if _exceeds(result, losses, wins):
        return f"Younger wins more deals than elder: {younger} to {elder}."
    return f"Elder wins {elder} of deals, younger {younger}; in {drawn} both score the same."


def _say_greatest_part(result: "Result") -> str:
    from piquet_sim.estimates.estimate import negate
    from piquet_sim.estimates.tally import estimate_lead
    from piquet_sim.kernel.batch.measures import EXCHANGE, MEASURES

    parts = [
        one for one in MEASURES if one.seat == "elder" and not one.is_flag and one.bound != EXCHANGE
    ]
    for seat, other, turn in (("Elder", "younger", lambda one: one), ("Younger", "elder", negate)):
        if not _leads(result, turn(result.estimates["difference"])):
            continue
        leads = {
            one.meaning.removeprefix("what elder makes "): turn(
                estimate_lead(result.tally, one.bound, result.simulation.rules)
            )
            for one in parts
        }
        words = max(leads, key=lambda one: leads[one].value)
        greatest = leads.pop(words)
        if all(_exceeds(result, greatest, lead) for lead in leads.values()):
            return f"{seat} gains most on {other} {words}: {_show(greatest)} points a deal."
    shares = [
        _show_named(result, name)
        for name in ("elder_repique", "younger_repique", "elder_capot", "younger_capot")
    ]
    return "Elder makes a repique in {} of deals, younger in {}; a capot in {} and in {}.".format(
        *shares
    )


def _leads(result: "Result", lead: "Estimate") -> bool:
    # A mean of a few deals may have a normal interval that is much too short.
    from piquet_sim.estimates.differences import is_clear
    from piquet_sim.running.precision import FIRST_LOOK

    return is_clear(lead, above=0) and result.tally.units >= FIRST_LOOK


def _exceeds(result: "Result", one: "Estimate", two: "Estimate") -> bool:
    # Both are of the same deals, and may depend on each other.
    from piquet_sim.estimates.differences import subtract_dependent

    return _leads(result, subtract_dependent(one, two))


# ---- The list -----------------------------------------------------------------------------------
_HEADS = ("estimate", "value ± se", "95% interval", "")


def _list_estimates(result: "Result", listed: Listed) -> None:
    tables = {title: [_make_row(result, name) for name in names] for title, names in listed.items()}
    print_tables(_HEADS, tables)
    if any(result.estimates[name].reduced for names in listed.values() for name in names):
        print()
        how = "luck of the deal"
        if result.tally.steadied:
            how = "luck of the draw" + (
                " and of the deal" if result.simulation.given is None else ""
            )
        print_text(f"reduced: with the {how} removed (control variates), and in brackets "
                   "how many times as many deals the plain estimate would require")  # fmt: skip


def _make_row(result: "Result", name: str) -> tuple[str, ...]:
    from piquet_sim.estimates.tally import find_measure

    estimate, scale = result.estimates[name], _find_scale(name)
    said = [find_measure(name).meaning]
    if estimate.exact is not None:
        said.append(f"exactly {_exact_value(estimate, *scale)}")
    if estimate.reduced is not None:
        better = show_value(estimate.reduced, *scale)
        said.append(f"reduced {better} (×{estimate.reduced.gain:.2f})")
    return name, show_value(estimate, *scale), show_interval(estimate, *scale), "; ".join(said)


# ---- Measures of one's own ----------------------------------------------------------------------
def _print_measures(result: "Result") -> None:
    asked = result.target.measures
    came_up = asked.estimate_outcome(result.tally)
    rows = []
    for one in asked.measures:
        estimate, scale = (
            result.measures[one.name],
            (100, "%") if one.expression.is_yes else (1, ""),
        )
        meaning = one.expression.meaning
        said = f"{one.text}; {meaning}" if one.label else meaning
        if estimate is None:
            rows.append((one.name, "–", "–", said))
        else:
            cells = show_value(estimate, *scale), show_interval(estimate, *scale)
            rows.append((one.name, *cells, said))
    title = ""
    if came_up is not None:
        deals = result.tally.own[()][0]
        title = (
            f"Among the {deals:,} deals ({show_value(came_up, 100, '%')}) in which "
            f"{asked.describe()['given_outcome']}"
        )
    print_tables(("measure", *_HEADS[1:]), {title: rows})


# ---- Groups -------------------------------------------------------------------------------------
_OF_GROUPS = ("difference", "elder_wins")
"""What is shown of each group, unless other estimates or measures are asked for."""


def _print_groups(result: "Result", listed: Listed) -> None:
    from piquet_sim.running.groups import SHARE

    named = [name for names in listed.values() for name in names] + list(result.measures)
    shown = dict.fromkeys([SHARE, *(named or _OF_GROUPS)])
    scales = [(100, "%") if result.groups.is_share(name) else (1, "") for name in shown]
    rows = []
    for key, estimates in result.groups.estimates.items():
        cells = [
            show_value(estimates[name], *scale) for name, scale in zip(shown, scales, strict=True)
        ]
        if estimates[SHARE].exact is not None:
            cells[0] += f" (exactly {_exact_value(estimates[SHARE], *scales[0])})"
        rows.append((*map(str, key), f"{result.tally.own[key][0]:,}", *cells))
    print()
    print_table("", (*result.groups.names, "deals", *shown), rows)


# ---- A distribution -----------------------------------------------------------------------------
def print_spread(spread: "Distribution") -> None:
    """Print how an amount spreads over the deals: quantiles, tails, a histogram."""
    from piquet_sim.running.distribution import draw_bars

    print()
    print_text(f"{spread.name}: {spread.label}; {spread.n:,} deals")
    print()
    rows = [
        (f"{one.percent}%", f"{one.value}", f"{one.low} to {one.high}", "")
        for one in spread.quantiles
    ]
    print_table("", ("quantile", "value", "95% interval", ""), rows)
    print()
    rows = [
        (f"{side} {value}", show_value(share, 100, "%"), show_interval(share, 100, "%"), "")
        for (side, value), share in spread.tails.items()
    ]
    print_table("", ("share of deals", "value ± se", "95% interval", ""), rows)
    print()
    print(*draw_bars(spread, find_width()), sep="\n")
    if spread.is_paired:
        print()
        print_text(
            "errors: each mirrored pair counts as one deal where the tally does not know how both "
            "deals vary together"
        )
    if spread.pooled:
        print()
        print_text(f"in {spread.pooled:,} deals a score of 191 or more is counted as 191")
