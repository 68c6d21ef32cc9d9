"""What elder leads first, what other leads would make, and what three choices are worth."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import capitalise, say_alike, say_origin, say_reach, say_share
from analyses.charts.marks import rule_off, write_at
from analyses.charts.panel import one_sheet
from analyses.charts.rows import Mark, Row, Words, draw_rows, find_ends
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, HIGHEST, TITLE_SIZE, letters
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.game.wording import number_word
from piquet_sim.sentences import Sentence, brief, brief_percent, choose, exceeds, is_so, is_within

KINDS = tuple(
    f"{suit} suit, {kind}"
    for suit in ("point", "other")
    for kind in ("a master", "from under a master", "from a guarded king", "another card")
)
ALL = "all"
LED = "is led"
GAIN = "gain, all seen after the lead"
COST = "cost against the best lead, all seen after the lead"
PLAYED_ON = "gain, played on unseeing"
FOLLOWED = "is followed"
WORTH = "following less breaking"
BALANCE, LIVE = "the cards in the balance", "a pique live"
WHERE = {ALL: "all deals", BALANCE: BALANCE, LIVE: LIVE}
"""In which deals a choice is judged, and in which words."""


def read_leads(table: pd.DataFrame, quantity: str, situation: str = ALL) -> dict[str, Estimate]:
    """By kind of lead, a quantity in a situation."""
    own = table[(table.situation == situation) & (table.quantity == quantity)]
    return {row.kind: read_estimate(row) for row in iterate_rows(own)}


def read_costs(table: pd.DataFrame) -> dict[str, Estimate]:
    """What leads of each kind cost that are made in half a percent of deals or more, least first.

    Returns
    -------
    dict of str to Estimate
        Points a deal, against the best lead; against the lead chosen, where the table tells no
        more, as in results made before it did.
    """
    costs = read_leads(table, COST) or {
        kind: negate(one) for kind, one in read_leads(table, GAIN).items()
    }
    led = read_leads(table, LED)
    known = [
        kind for kind in KINDS if kind in costs and kind in led and costs[kind].low is not None
    ]
    shown = [kind for kind in known if led[kind].value >= _SHOWN]
    return {kind: costs[kind] for kind in sorted(shown, key=lambda one: costs[one].value)}


def say_leads(table: pd.DataFrame) -> Sentence:
    """Which lead costs least and what the costliest costs, as far as that can be told."""
    costs = read_costs(table)
    if len(costs) < 2:
        return Sentence("What elder leads first: too few deals to tell")
    (least, first), *others, (most, last) = costs.items()
    words, names = "what it costs to lead ", {kind: _say_inline(kind) for kind in costs}
    told = "points" if brief(last) != "1" else "point"
    is_costly = is_within(words + names[most], last, above=0)
    is_least = [exceeds(words + names[kind], one, first) for kind, one in (*others, (most, last))]
    return choose(
        Sentence(
            f"Lead a master of your point suit; leading away from one costs {brief(last)}",
            is_so("a master of the point suit costs least", least == KINDS[0]),
            is_so("to lead away from one costs most", most == KINDS[1]),
            is_costly, *is_least,
        ),
        Sentence(
            f"Lead {names[least]}; {names[most]} costs {brief(last)} {told}",
            is_costly, *is_least,
        ),
        Sentence(f"To lead {names[most]} costs elder {brief(last)} {told}", is_costly),
        Sentence("What elder leads first matters too little to be told"),
    )  # fmt: skip


def _say_inline(kind: str) -> str:
    return _NAMES[kind].replace("\n", " ").replace(", keeping", " from under")


_SHOWN = 0.005
_NAMES = {
    "point suit, a master": "a master of\nthe point suit",
    "point suit, from under a master": "a low card of the point\nsuit, keeping its master",
    "point suit, from a guarded king": "a low card of the point\nsuit, keeping its king",
    "point suit, another card": "another card\nof the point suit",
    "other suit, a master": "a master of\nanother suit",
    "other suit, from under a master": "a low card of another\nsuit, keeping its master",
    "other suit, from a guarded king": "a low card of another\nsuit, keeping its king",
    "other suit, another card": "another card\nof another suit",
}
_LED_AT, _NAME_AT, _BAR_AT, _NUMBER_ROOM = 9.5, 12.0, 47.0, 11.0
"""Millimetres from the left, and for the number behind a bar."""


def draw_leads(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Leads that are made, by what they cost, and how often each is led."""
    costs, led = read_costs(table), read_leads(table, LED)
    against = "the best lead" if read_leads(table, COST) else "the lead chosen"
    amount = f"{captions['leads']:,} leads"
    with one_sheet(
        say_leads(table), f"Elder’s first lead: points a deal it costs against {against}",
        f"{say_origin(captions, amount)} Judged as if all cards were seen after the lead; 95%: "
        f"{say_reach(costs.values())} at most. Master: no unseen card takes it."
        f"{_say_rarer(table, costs)}",
        height=HIGHEST,
    ) as axes:  # fmt: skip
        axes.set_ylim(len(costs), -0.62)
        for x, text, ha in (
            (_LED_AT, "led in", "right"), (_NAME_AT, "the lead", "left"),
            (_BAR_AT, "costs, points", "left"),
        ):  # fmt: skip
            write_at(axes, x, -0.3, text, "neutral", ha=ha, bbox=None)
        numbers = say_alike(costs.values())
        scale = (axes.get_xlim()[1] - _BAR_AT - _NUMBER_ROOM) / max(
            [one.value for one in costs.values()] or [1]
        )
        for place, ((kind, cost), number) in enumerate(zip(costs.items(), numbers, strict=True)):
            is_first = "bold" if place == 0 else "normal"
            rule_off(axes, place)
            write_at(axes, _LED_AT, place + 0.5, say_share(led[kind]), ha="right",
                     fontweight=is_first, bbox=None)  # fmt: skip
            write_at(axes, _NAME_AT, place + 0.5, _NAMES[kind], ha="left",
                     va="center", linespacing=1.1, fontweight=is_first, bbox=None)  # fmt: skip
            length = scale * max(cost.value, 0)
            axes.add_patch(Rectangle((_BAR_AT, place + 0.3), length, 0.4, color=ELDER_COLOUR))
            write_at(axes, _BAR_AT + length, place + 0.5, number, shift=(3, 0), ha="left",
                     fontsize=letters(TITLE_SIZE - 1), fontweight="bold", bbox=None)  # fmt: skip
        rule_off(axes, len(costs))
        axes.plot([_BAR_AT] * 2, [0, len(costs)], color=EXACT_COLOUR, linewidth=letters(0.9))
    return axes.figure


def _say_rarer(table: pd.DataFrame, costs: Mapping[str, Estimate]) -> str:
    # What is too rare to be shown, and what it costs.
    led = read_leads(table, LED)
    rare = [kind for kind in KINDS if kind in led and kind not in costs]
    found = read_leads(table, COST) or {
        kind: negate(one) for kind, one in read_leads(table, GAIN).items()
    }
    ends = sorted((found[kind] for kind in rare if kind in found), key=lambda one: one.value)
    if not ends:
        return ""
    share = 100 * sum(led[kind].value for kind in rare)
    low, *_, high = say_alike([ends[0], *costs.values(), ends[-1]])
    kinds = f"{capitalise(number_word(len(rare)))} rarer kind{'s' * (len(rare) > 1)}"
    cost = ("costs" if len(rare) == 1 else "cost") + f" {low}" + f" to {high}" * (low != high)
    return f" {kinds} ({f'{share:.1f}% of leads' if share else 'never led'}) {cost}."


# ---- Choices ------------------------------------------------------------------------------------
def read_choices(table: pd.DataFrame, quantity: str = WORTH) -> dict[str, dict[str, Estimate]]:
    """By choice, then by the deals in which it is judged, a quantity."""
    found: dict[str, dict[str, Estimate]] = {}
    for where in WHERE:
        for name, one in read_leads(table, quantity, where).items():
            found.setdefault(name, {})[where] = one
    return found


def say_choices(table: pd.DataFrame) -> Sentence:
    """What keeping tenaces makes at the first lead, as far as that can be told."""
    kept = read_choices(table).get(_KEEPING, {}).get(ALL)
    if kept is None or kept.low is None:
        return Sentence("What keeping a tenace makes: too few deals to tell")
    words = "what keeping every tenace makes more than to lead from one"
    return choose(
        Sentence(
            f"To open a tenace suit costs elder {_points(kept)} by perfect play",
            is_within(words, kept, above=0),
        ),
        Sentence(
            f"To open a tenace suit gains elder {_points(negate(kept))} by perfect play",
            is_within(words, kept, below=0),
        ),
        Sentence(f"Keeping every tenace at the first lead: {_points(kept, '+')}"),
    )


def _points(estimate: Estimate, sign: str = "") -> str:
    said = brief(estimate, sign=sign)
    return f"{said} point" if said.lstrip("+−") == "1" else f"{said} points"


_KEEPING = "keeping every tenace"


def draw_choices(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What each choice makes: in all deals, the cards in the balance, a pique live."""
    worths, followed = (read_choices(table, one) for one in (WORTH, FOLLOWED))
    rows: list[Row] = []
    for name, by_deals in worths.items():
        head = () if rows else [Words("done in", is_bold=True)]
        rows.append(Row(name, words=head, is_bold=True, gap=1.2 if rows else 1.0))
        for where, one in by_deals.items():
            share = Words(brief_percent(followed[name][where]))
            rows.append(Row(WHERE[where], [Mark(one, "elder", size=4)], [share]))
    found = [one for by_deals in worths.values() for one in by_deals.values()]
    low, high = find_ends(found, -1.0, 1.0)
    return draw_rows(
        rows, say_choices(table), "Points that it makes more than the best other lead",
        f"{say_origin(captions, format(captions['leads'], ',') + ' leads')} By a judge to whom "
        "all cards are seen after the lead. Lines: 95% intervals.",
        unit="points a deal", height=HIGHEST, limits=(low - 1, high + 0.25 * (high - low)), ticks=4,
        ticked=(low, high),
    )  # fmt: skip
