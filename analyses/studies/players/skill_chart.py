"""Elder's lead by skill, and what each part of skill is worth."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import capitalise, say_alike, say_reach, say_rules
from analyses.charts.marks import draw_interval, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, Words, draw_rows, end_of
from analyses.charts.style import ELDER_COLOUR, HIGHEST, MM, figure_of
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Ground, Sentence, brief, choose, is_within
from piquet_sim.strategies.roster import ROSTER

BY_SKILL = tuple(ROSTER)
"""The players, each better than the one before (results/ladder)."""
PERFECT, SEEN = "perfect cards", "both hands seen"
"""What stands beyond them: `expert`'s exchange with perfect cards, and both hands seen."""
LEVEL, PART = "between equals", "part of skill"
LEAD, STEP = "elder's lead", "elder's lead more than at the strength before"
EXCHANGE, CARDS, CALLS = "exchange", "cards", "calls"
SEEING, NOTHING = "shown the other hand", "nothing"
"""In place of a player: who is shown what is hidden, and who calls nothing."""


# ---- Reading the table --------------------------------------------------------------------------
def read_levels(table: pd.DataFrame, quantity: str) -> dict[str, Estimate]:
    """A quantity at each strength, the weakest first."""
    rows = table[(table.kind == LEVEL) & (table.quantity == quantity)]
    return {row.player: read_estimate(row) for row in iterate_rows(rows)}


def read_steps(table: pd.DataFrame) -> dict[str, Estimate]:
    """How much more elder leads by at each strength than at the one before."""
    return read_levels(table, STEP)


def read_gains(table: pd.DataFrame, player: str) -> dict[tuple[str, str], Estimate]:
    """What a player gains over both seats, by the part replaced and whose it is."""
    rows = table[(table.kind == PART) & (table.player == player) & (table.seat == "both")]
    return {(row.part, row.of): read_estimate(row) for row in iterate_rows(rows)}


def rise(steps: Mapping[str, Estimate]) -> tuple[str, list[Ground]]:
    """Up to which strength elder's lead grows with every step, and the grounds for it."""
    grounds = {
        name: is_within(f"elder's lead of {name} more than before", steps[name], above=0)
        for name in BY_SKILL[1:]
    }
    rising = list(takewhile(lambda name: grounds[name].holds, grounds))
    return (rising[-1] if rising else BY_SKILL[0]), [grounds[name] for name in rising]


_REFERENCES = {"random": "novice", "novice": "random", "club": "novice", "primer": "novice"}
_USUAL_REFERENCE = "club"


def find_reference(player: str) -> str:
    """The player whose parts are set beside a player's own: a weaker one, but for the weakest."""
    return _REFERENCES.get(player, _USUAL_REFERENCE)


# ---- By skill -----------------------------------------------------------------------------------
def say_skill(table: pd.DataFrame) -> Sentence:
    """Up to which strength elder's lead grows, as far as that can be told."""
    leads = read_levels(table, LEAD)
    last, grounds = rise(read_steps(table))
    told = {name: brief(one, sign="+") for name, one in leads.items()}
    if grounds:
        first = BY_SKILL[0]
        return Sentence(
            f"From {first} to {last} players elder’s lead grows from {told[first]} to {told[last]}",
            *grounds,
        )
    ends = f"{told[BY_SKILL[0]]} to {told[BY_SKILL[-1]]}"
    return Sentence(f"Between equal players elder’s lead is {ends} points")


_NAMES = {PERFECT: "perfect\ncards", SEEN: "hands\nseen"}
_BEYOND = 0.5
"""How much further right those stand who are no players."""


def draw_skill(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Elder's lead between equal players, from random to strong ones, and beyond."""
    leads = read_levels(table, LEAD)
    places = {name: place + _BEYOND * (name not in BY_SKILL) for place, name in enumerate(leads)}
    sizes = [one.n for one in leads.values()]
    with one_panel(
        say_skill(table), "Elder’s score less younger’s, mean points a deal",
        f"{min(sizes):,} to {max(sizes):,} of the same deals, {say_rules(captions['rules'])}, "
        f"seed {captions['seed']}{_say_play(captions)}. 95% intervals: "
        f"{say_reach(leads.values())} at most. Apart: expert’s exchange and perfect cards; all "
        "seen from the start but the stock.",
        height=66 * MM, unit="who sits in both seats",
    ) as axes:  # fmt: skip
        axes.plot(
            [places[name] for name in BY_SKILL], [leads[name].value for name in BY_SKILL],
            color=ELDER_COLOUR,
        )  # fmt: skip
        for name, one in leads.items():
            meaning = "elder" if name in BY_SKILL else "exact"
            draw_interval(axes, places[name], one, meaning, upright=True)
            # Left of the mark, where the line that rises from it is not.
            shift, side = ((4, 9), "right") if name in BY_SKILL else ((0, 9), "center")
            (number,) = say_alike([one], sign="+", places=1)
            write_at(axes, places[name], end_of(one), number, meaning, shift, ha=side,
                      fontweight="bold", bbox=None)  # fmt: skip
        axes.set_xticks(list(places.values()), [_NAMES.get(name, name) for name in leads])
        axes.set_xlim(-0.6, max(places.values()) + 0.5)
        top = max((one.high or one.value) for one in leads.values())
        low = min((one.low or one.value) for one in leads.values())
        axes.set_ylim(min(0.0, 1.1 * low), 1.2 * max(top, 1.0))
        tick_sparsely(axes.yaxis)
    return figure_of(axes)


def _say_play(captions: Mapping[str, Any]) -> str:
    return ", cards played double-dummy" if captions["play"] == "double-dummy" else ""


# ---- By parts -----------------------------------------------------------------------------------
_HEADS = {
    EXCHANGE: "the exchange is that of",
    CARDS: "the cards are played by",
    CALLS: "what is called is",
}
_SHOWN_AS = {SEEING: "one who sees", NOTHING: "nothing"}


def say_parts(table: pd.DataFrame) -> Sentence:
    """What a weaker player's cards and exchange cost, as far as that can be told."""
    player = _find_player(table)
    other, gains = find_reference(player), read_gains(table, player)
    found = {
        part: gains[part, other] for part in (CARDS, EXCHANGE) if (part, other) in gains
    }  # fmt: skip
    if not found:
        return Sentence(f"What the parts of {player}’s game are worth")
    ends = [
        [is_within(f"what {player} makes with {part} of another", one, **end)
         for part, one in found.items()]
        for end in ({"below": 0}, {"above": 0})
    ]  # fmt: skip
    plain = [brief(one).lstrip("−") for one in found.values()]
    signed = [f"{part} {brief(one, sign='+')}" for part, one in found.items()]

    def say(verb: str) -> str:
        words = [f"{capitalise(other)}’s {part} {verb} {player} {size} points a pair"
                 if not place else f"its {part} {size}"
                 for place, (part, size) in enumerate(zip(found, plain, strict=True))]  # fmt: skip
        return ", ".join(words)

    return choose(
        Sentence(say("cost" if CARDS in found else "costs"), *ends[0]),
        Sentence(say("would bring"), *ends[1]),
        Sentence(f"With parts of {other}, {player} changes by: {', '.join(signed)} points a pair"),
    )


def _find_player(table: pd.DataFrame) -> str:
    return str(table[table.kind == PART].player.iloc[0])


def draw_parts(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What one player gains with a part of another's game, a row for each."""
    player = _find_player(table)
    found = read_gains(table, player)
    shown = [
        (part, of)
        for part, of in found
        if part in _HEADS and of != BY_SKILL[0] and (part != CALLS or of == NOTHING)
    ]
    gains = {key: found[key] for key in sorted(shown, key=lambda key: list(_HEADS).index(key[0]))}
    rows, part = [], ""
    for (one, of), gain in gains.items():
        if one != part:
            part = one
            head = Words(_HEADS[one], 0, shift=(2, 0), is_bold=True, options=_AS_HEAD)
            rows.append(Row(words=[head]))
        meaning = "exact" if of != SEEING else "neutral"
        told = brief(gain, sign="+", most=1)
        rows.append(
            Row(_SHOWN_AS.get(of, of), [Mark(gain, meaning, told, at=max(end_of(gain), 0))])
        )
    sizes = [one.n for one in gains.values()]
    return draw_rows(
        rows, say_parts(table),
        f"{capitalise(player)} with a part of another’s game, opponent unchanged",
        f"{min(sizes):,} to {max(sizes):,} mirrored pairs against {captions['younger']}, "
        f"{say_rules(captions['rules'])}, seed {captions['seed']}{_say_play(captions)}. "
        "Who sees is shown the other hand. Thin lines: 95% intervals.",
        unit=f"points a pair of deals that {player} gains by it", apart=5,
        height=min((30 + 3.6 * len(rows)) * MM, HIGHEST), above=0.7, below=0.7,
    )  # fmt: skip


_AS_HEAD = {"ha": "left", "bbox": None}
