"""What elder leads first, what other leads would make, and what three choices are worth."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.results.analysis import read_estimate
from analyses.words.sentences import Sentence, brief, brief_percent, choose, is_within
from piquet_sim.estimates.estimate import Estimate, negate

KINDS = tuple(
    f"{suit} suit, {kind}"
    for suit in ("point", "other")
    for kind in ("a master", "from under a master", "from a guarded king", "another card")
)
ALL, FIRST_RATED = "all", "the lead rated first"
LED = "is led"
GAIN = "gain, all seen after the lead"
PLAYED_ON = "gain, played on unseeing"
APPLIES, FOLLOWED = "applies", "is followed"
WORTH, WORTH_PLAYED = "following less breaking", "following less breaking, played on"
BALANCE, LIVE = "the cards in the balance", "a pique live"
WHERE = {ALL: "all deals", BALANCE: BALANCE, LIVE: LIVE}
"""In which deals a choice is judged, and in which words."""


def read_leads(table: pd.DataFrame, quantity: str, situation: str = ALL) -> dict[str, Estimate]:
    """By kind of lead, a quantity in a situation."""
    own = table[(table.situation == situation) & (table.quantity == quantity)]
    return {row.kind: read_estimate(row) for row in own.itertuples()}


def say_leads(table: pd.DataFrame) -> Sentence:
    """What a lead from under a master of the point suit makes less, as far as that can be told."""
    gain = read_leads(table, GAIN).get(_TITLED)
    if gain is None or gain.low is None:
        return Sentence("What elder leads first: too few deals to tell")
    return choose(
        Sentence(
            f"To lead first from under a master of the point suit costs elder {brief(gain)[1:]} "
            "points",
            is_within("what a lead from under a master of the point suit gains", gain, below=0),
        ),
        Sentence(
            f"First lead from under a master of the point suit: {brief(gain, sign='+')} points"
        ),
    )


_TITLED = KINDS[1]


def draw_leads(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Each kind of lead: how often it is made, and what it makes in place of the own lead."""
    gains, played = (read_leads(table, one) for one in (GAIN, PLAYED_ON))
    shares = read_leads(table, LED)
    known = [kind for kind in KINDS if kind in gains and gains[kind].low is not None]
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        for place, kind in enumerate(known):
            draw_interval(axes, place - 0.15, gains[kind], "elder", size=4)
            if kind in played and played[kind].low is not None:
                draw_interval(axes, place + 0.2, played[kind], "neutral", size=4)
            write_at(axes, 1.0, place, brief_percent(shares[kind]), "ink",
                     xycoords=axes.get_yaxis_transform(), ha="right")  # fmt: skip
        write_at(axes, 1.0, -0.95, "led in", "ink", xycoords=axes.get_yaxis_transform(),
                 ha="right", fontweight="bold")  # fmt: skip
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks(range(len(known)), known)
        axes.set_ylim(len(known) - 0.4, -1.4)
        found = [gains[kind] for kind in known] + [played[kind] for kind in known if kind in played]
        ends = [end for one in found for end in (one.low, one.high) if end is not None]
        least, most = min([-1.0, *ends]), max([1.0, *ends])
        tick_sparsely(axes.xaxis, 4)
        axes.set_xlim(least - 0.05 * (most - least), most + 0.4 * (most - least))
        axes.set_xticks([one for one in axes.get_xticks() if least <= one <= most])
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(
            figure,
            say_leads(table),
            "Points that such a lead adds in place of elder’s own",
        )
        add_small_print(
            figure,
            f"{say_origin(captions, format(captions['leads'], ',') + ' leads')} Upper marks: by a "
            "judge to whom all cards are seen after the lead; lower ones: some played on by the "
            "players. Lines: 95% intervals.",
        )
    return figure


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


def draw_choices(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What each choice makes: in all deals, the cards in the balance, a pique live."""
    worths, followed = (read_choices(table, one) for one in (WORTH, FOLLOWED))
    places, names, ends = [], [], [-1.0, 1.0]
    place = 0.0
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        at_edge = {"xycoords": axes.get_yaxis_transform(), "ha": "right"}
        write_at(axes, 1.0, 0, "done in", "ink", **at_edge, fontweight="bold")
        for name, by_deals in worths.items():
            places.append(place)
            names.append(name)
            for where, one in by_deals.items():
                place += 1
                draw_interval(axes, place, one, "elder", size=4)
                share = brief_percent(followed[name][where])
                write_at(axes, 1.0, place, share, "ink", **at_edge)
                ends += [end for end in (one.value, one.low, one.high) if end is not None]
                places.append(place)
                names.append(WHERE[where])
            place += 1.2
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_yticks(places, names)
        for label in axes.get_yticklabels():
            label.set_fontweight("bold" if label.get_text() in worths else "normal")
        axes.set_ylim(place - 0.6, -0.6)
        tick_sparsely(axes.xaxis, 4)
        axes.set_xlim(min(ends) - 1, max(ends) + 0.25 * (max(ends) - min(ends)))
        axes.set_xticks([one for one in axes.get_xticks() if min(ends) <= one <= max(ends)])
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(
            figure, say_choices(table),
            "Points that it makes more than the best other lead",
        )  # fmt: skip
        add_small_print(
            figure,
            f"{say_origin(captions, format(captions['leads'], ',') + ' leads')} By a judge to whom "
            "all cards are seen after the lead. Lines: 95% intervals.",
        )
    return figure
