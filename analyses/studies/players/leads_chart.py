"""What elder leads first, what other leads would make, and what three choices are worth."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.rows import Mark, Row, Words, draw_rows, find_ends, widen
from analyses.charts.style import HIGHEST
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.sentences import Sentence, brief, brief_percent, choose, is_within

KINDS = tuple(
    f"{suit} suit, {kind}"
    for suit in ("point", "other")
    for kind in ("a master", "from under a master", "from a guarded king", "another card")
)
ALL = "all"
LED = "is led"
GAIN = "gain, all seen after the lead"
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


def draw_leads(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Each kind of lead: how often it is made, and what it makes in place of the own lead."""
    gains, played = (read_leads(table, one) for one in (GAIN, PLAYED_ON))
    shares = read_leads(table, LED)
    known = [kind for kind in KINDS if kind in gains and gains[kind].low is not None]
    known_played = {kind: played[kind] for kind in known if kind in played}
    rows = []
    for kind in known:
        marks = [Mark(gains[kind], "elder", nudge=-0.15, size=4)]
        if kind in known_played and played[kind].low is not None:
            marks.append(Mark(played[kind], "neutral", nudge=0.2, size=4))
        rows.append(Row(kind, marks, [Words(brief_percent(shares[kind]))]))

    ends = find_ends([*(gains[kind] for kind in known), *known_played.values()], -1.0, 1.0)
    return draw_rows(
        rows, say_leads(table), "Points that such a lead adds in place of elder’s own",
        f"{say_origin(captions, format(captions['leads'], ',') + ' leads')} Upper marks: by a "
        "judge to whom all cards are seen after the lead; lower ones: some played on by the "
        "players. Lines: 95% intervals.",
        unit="points a deal", height=HIGHEST, limits=widen(*ends, 0.05, 0.4), ticks=4, ticked=ends,
        above=1.4, words=[Words("led in", up=0.95, is_bold=True)],
    )  # fmt: skip


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
