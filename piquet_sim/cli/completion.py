"""What the shell offers as completions for a value that is being typed.

A shell asks at every press of a key, so nothing here may import the engine. Names defined in the
engine are repeated here; a test compares them with the originals. Help and errors list the same
names where a value can be nothing else.
"""

import json
from collections.abc import Callable, Iterable
from importlib.resources import files

from piquet_sim.cli.guides import GUIDES, say_topic
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.strategies.roster import OPTIONS, ROSTER

Offer = str | tuple[str, str]
"""A completion, with or without a description."""

PRESETS = ("rubicon", "au_cent", "boussac_1896", "cotton_1674", "parlett", "american")
WAYS_TO_PLAY = {
    "strategies": "as each player plays",
    "double-dummy": "both perfectly, seeing all cards",
}
ATTRIBUTES = (
    "carte_blanche", "longest_suit", "point", "best_sequence", "sequences", "trios", "quatorzes",
    "value", "voids", "aces", "courts",
)  # fmt: skip
STYLES = ("print", "double", "slide", "dark", "gray")
DISTRIBUTIONS = (
    "elder_score", "younger_score", "difference", "elder_exchanged", "younger_exchanged",
)  # fmt: skip
COLUMNS = (
    *(
        f"{seat}_{part}"
        for seat in SEATS
        for part in ("sequences", "sets", "play", "tricks", "point_call", "sequence_call",
                     "set_call", "point_called", "sequence_called", "set_called")
    ),
    "mirrored", "faced", "point_result", "sequence_result", "set_result",
)  # fmt: skip
AIMS = (
    "value",
    *(f"point>={cards}" for cards in range(3, 9)),
    *(f"sequence>={cards}" for cards in range(3, 9)),
    *(f"{kind}:{rank}" for kind in ("trio", "quatorze") for rank in "AKQJT"),
    "any_quatorze",
    *(f"guard:{suit}" for suit in "SHDC"),
)
PLAY_AIMS = ("difference", "own", "settlement")


def _offering(names: Iterable[str]) -> Callable[[str], list[Offer]]:
    listed = tuple(names)

    def complete(incomplete: str) -> list[Offer]:
        return [name for name in listed if name.startswith(incomplete)]

    return complete


complete_rules = _offering(PRESETS)
complete_seat = _offering(SEATS)
complete_class = _offering(CLASSES)
complete_play_aim = _offering(PLAY_AIMS)
complete_judge = _offering(("difference", "settlement"))
complete_player = _offering(("a", "b"))
complete_style = _offering(STYLES)
complete_attribute = _offering(ATTRIBUTES)
complete_distribution = _offering(DISTRIBUTIONS)
complete_aim = _offering(AIMS)


def complete_play(incomplete: str) -> list[Offer]:
    """Ways to play the cards."""
    return [one for one in WAYS_TO_PLAY.items() if one[0].startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[Offer]:
    """Names of strategies; after a whole name its options, each after a plus sign.

    Examples
    --------
    >>> [name for name, _ in complete_strategy("expert+s")][:2]
    ['expert+score', 'expert+sink-point']
    """
    offers = [(name, one.summary) for name, one in ROSTER.items()]
    name, sign, _ = incomplete.partition("+")
    if sign and name in ROSTER:
        offers = [(f"{name}+{option}", said) for option, said in OPTIONS.items()
                  if option != "score" or ROSTER[name].plays_to_score]  # fmt: skip
    return [one for one in offers if one[0].startswith(incomplete)]


def complete_study(incomplete: str) -> list[Offer]:
    """Names of studies, and all."""
    from analyses.contents import list_studies

    return [name for name in (*list_studies(), "all") if name.startswith(incomplete)]


def complete_chart(incomplete: str) -> list[Offer]:
    """Names of charts, with what they show."""
    from analyses.contents import list_charts

    return [
        (name, one.charts[name])
        for name, one in list_charts().items()
        if name.startswith(incomplete)
    ]


def complete_maxim(incomplete: str) -> list[Offer]:
    """Names of maxims, with their words."""
    text = files("piquet_sim").joinpath("data", "published_maxims.json").read_text("utf-8")
    listed = ((one["id"], one["maxim"]) for one in json.loads(text))
    return [(name, words) for name, words in listed if name.startswith(incomplete.upper())]


def complete_topic(incomplete: str) -> list[Offer]:
    """Topics of `piquet help`, each with what its guide is about, and players and words.

    Examples
    --------
    >>> complete_topic("cond")[0][1]
    'Conditions on the cards that are dealt: read from words, counted exactly, and dealt'
    """
    topics: list[Offer] = [(topic, say_topic(topic)) for topic in GUIDES]
    topics += [("players", "all players"), ("words", "all words of the game")]
    return [one for one in topics if one[0].startswith(incomplete)]
