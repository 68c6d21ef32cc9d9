"""Why one throw makes more or less than another, in sentences with numbers.

A sentence is about one part of the score. It says how much of the difference that part makes, and
one fact: how the part is split between the two players, or which exact chance of the draw changed
most.

Beside it stands how the deal may end after either throw: its outcomes in bins.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from piquet_sim.decisions.kinds.contrast import Contrast
from piquet_sim.decisions.kinds.discard_table import AGAINST
from piquet_sim.exact.draw_odds import DrawOdds
from piquet_sim.explorer.words.figures import say_error, say_number, say_points, say_signed
from piquet_sim.matches.standing import POINTS

NAMES = {
    "carte_blanche": "carte blanche",
    "point": "the point",
    "sequences": "sequences",
    "sets": "sets",
    "play": "points in play",
    "cards": "the cards",
    "pique": "pique",
    "repique": "repique",
}
"""Parts of a score as the page names them."""

_FOR = {
    "play": "in play",
    "cards": "for most of the tricks",
    "pique": "by piques",
    "repique": "by repiques",
}
_EVENTS = {"point": ("point>=",), "sequences": ("sequence>=",), "sets": ("trio:", "quatorze:")}
_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
RANKS = {"A": "aces", "K": "kings", "Q": "queens", "J": "knaves", "T": "tens"}
_LEAST_SHOWN = 0.05
_LEAST_MOVED = 0.05
"""The smallest change of a chance that is worth a sentence."""


def _is_small(value: float) -> bool:
    return abs(value) < _LEAST_SHOWN


def tell_parts(contrast: Contrast) -> list[dict[str, Any]]:
    """Each part of the difference, what it costs most first."""
    parts = [
        {
            "name": NAMES[name],
            "value": part.value,
            "se": part.se,
            "said": say_signed(part.value),
            "se_said": say_error(part.se),
            "own": say_signed(contrast.parts[name].value),
            "other": say_signed(contrast.parts[name + AGAINST].value),
        }
        for name, part in contrast.together.items()
        if not _is_small(part.value)
    ]
    return sorted(parts, key=lambda part: part["value"])


def tell_reasons(contrast: Contrast, odds: tuple[DrawOdds, DrawOdds]) -> list[dict[str, Any]]:
    """The two parts that cost most and the one that gains most, with a fact each.

    Parameters
    ----------
    contrast : Contrast
    odds : tuple of DrawOdds
        Those of its discards.
    """
    parts = sorted(
        (part.value, name)
        for name, part in contrast.together.items()
        if not _is_small(part.value) and abs(part.value) > 2 * (part.se or 0)
    )
    costs = [name for value, name in parts if value < 0][:2]
    gains = [name for value, name in parts[::-1] if value > 0][:1]
    return [
        {
            "name": NAMES[name],
            "said": say_signed(contrast.together[name].value),
            "gains": name in gains,
            "fact": _tell_chance(contrast, name, odds) or _tell_split(contrast, name),
        }
        for name in costs + gains
    ]


def tell_share(contrast: Contrast) -> str:
    """How much of what is lost the costliest part makes; empty where nothing stands out.

    Examples
    --------
    >>> from piquet_sim.decisions.kinds.contrast import watch_contrast
    >>> from piquet_sim.decisions.kinds.question import Question
    >>> from piquet_sim.game.cards import parse_hand
    >>> hand, mine, best = map(parse_hand, ("AKJ.AQJ8.98.J87", "K..98.87", ".8.98.87"))
    >>> *_, contrast = watch_contrast(Question(hand), mine, best, 4_096)
    >>> tell_share(contrast)
    'half of it in the cards'
    """
    if not contrast.is_clear or contrast.points.value >= 0:
        return ""
    name, part = min(contrast.together.items(), key=lambda item: item[1].value)
    share = part.value / contrast.points.value
    shares = (
        (1.1, "more than all"),
        (0.9, "nearly all"),
        (0.6, "most"),
        (0.4, "half"),
        (0.28, "a third"),
    )
    said = next((word for least, word in shares if share >= least), "")
    return f"{said} of it in {NAMES[name].removeprefix('points in ')}" if said else ""


def _tell_split(contrast: Contrast, name: str) -> str:
    own = contrast.parts[name].value
    other = -contrast.parts[name + AGAINST].value  # as the other counts it
    about = _FOR.get(name, f"for {NAMES[name]}")
    if _is_small(other):
        return f"You score {_say_more(own)} {about}."
    if _is_small(own):
        return f"Your opponent scores {_say_more(other)} {about}."
    return f"You score {_say_more(own)} {about}, your opponent {_say_more(other)}."


def _say_more(value: float) -> str:
    return f"{say_number(abs(value))} {'more' if value > 0 else 'less'}"


def _tell_chance(contrast: Contrast, name: str, odds: tuple[DrawOdds, DrawOdds]) -> str:
    # The chance that moved most, the way in which the own part did.
    own = contrast.parts[name].value
    moved = {
        event: odds[0].events[event] / odds[0].draws - odds[1].events[event] / odds[1].draws
        for event in odds[0].events
        if event.startswith(_EVENTS.get(name, ()))
    }
    moved = {event: change for event, change in moved.items() if change * own > 0}
    event = max(moved, key=lambda one: abs(moved[one]), default="")
    if not event or abs(moved[event]) < _LEAST_MOVED or _is_small(own):
        return ""
    draws = ((one.events[event], one.draws) for one in odds)
    return f"{_name_event(event).capitalize()} {say_draws(*draws)}."


def say_draws(here: tuple[int, int], there: tuple[int, int]) -> str:
    """How often something comes in the draws after one discard, and after another.

    Parameters
    ----------
    here, there : tuple of int
        Draws in which it comes, and all draws.

    Examples
    --------
    >>> say_draws((1, 4), (1, 10)), say_draws((35, 100), (7, 7))
    ('come in 25 draws of 100, not 10', 'come in 35 draws of 100, instead of always')
    """
    certain = {0: "never", 1: "always"}
    chances = [Fraction(*one) for one in (here, there)]
    first, second = (f"{100 * one:.0f}" for one in map(float, chances))
    if chances[0] in certain:
        usual = certain.get(chances[1], f"in {second} draws of 100")
        return f"{certain[chances[0]]} come, instead of {usual}"
    usual = f"instead of {certain[chances[1]]}" if chances[1] in certain else f"not {second}"
    return f"come in {first} draws of 100, {usual}"


def _name_event(event: str) -> str:
    kind, _, of = event.replace(">=", ":").partition(":")
    if kind == "point":
        return f"{_NUMBERS[int(of)]} of a suit"
    if kind == "sequence":
        return f"{_NUMBERS[int(of)]} in a row"
    return f"{'four' if kind == 'quatorze' else 'three'} {RANKS[of]}"


# ---- How the deal may end ------------------------------------------------------------------------
WIDTH = 10
"""Points in a bin."""
_LOWEST, _HIGHEST = -130, 150
_LEAST_BUMP = 0.01
"""Least share of deals that is named."""
_BUMPS = {
    "repique_against": "you are repiqued",
    "pique_against": "you are piqued",
    "pique": "your pique",
    "repique": "your repique",
}


def tell_ends(contrast: Contrast) -> dict[str, Any]:
    """The distribution of own points less the other's, after either discard."""
    table, both = contrast.table, (contrast.one, contrast.two)
    ends = np.stack([table.worths(place, POINTS) for place in both], axis=1)
    parts = [table.values_of_parts(place) for place in both]
    made = {name: np.stack([one[name] > 0 for one in parts], axis=1) for name in _BUMPS}
    low = max(_LOWEST, int(np.floor(ends.min() / WIDTH)) * WIDTH)
    high = min(_HIGHEST, int(np.floor(ends.max() / WIDTH) + 1) * WIDTH)
    edges = np.arange(low, high + 1, WIDTH)
    within = np.clip(ends, low, high - 1)  # the outer bins hold what lies beyond them
    shares = [np.histogram(within[:, place], edges)[0] / len(ends) for place in (0, 1)]
    return {
        "bins": [
            {
                "low": int(edge),
                "said": f"{say_points(int(edge))} to {say_points(int(edge) + WIDTH - 1)}",
                "shares": [float(share[place]) for share in shares],
                "percents": [say_number(100 * float(share[place])) for share in shares],
            }
            for place, edge in enumerate(edges[:-1])
        ],
        "width": WIDTH,
        "means": [float(mean) for mean in ends.mean(axis=0)],
        "means_said": [say_number(float(mean)) for mean in ends.mean(axis=0)],
        "behind": [round(100 * float(share)) for share in (ends < 0).mean(axis=0)],
        "middle": [
            [say_points(float(point)) for point in np.percentile(ends[:, place], (25, 75))]
            for place in (0, 1)
        ],
        "bumps": [
            {"name": said, "at": float(np.median(ends[made[name]]))}
            for name, said in _BUMPS.items()
            if made[name].mean() >= _LEAST_BUMP
        ],
    }
