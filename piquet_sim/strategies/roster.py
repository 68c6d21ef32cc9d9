"""Who plays, by name: the package's own strategies as they describe themselves, none compiled.

What is said of a strategy anywhere, in lists, options and completions, is said here and nowhere
else; a strategy takes its description from here.
"""

from dataclasses import dataclass
from typing import Any

from piquet_sim.game.errors import InputError, read_known, read_name, suggest

STRATEGIES, DOUBLE_DUMMY = WAYS_TO_PLAY = ("strategies", "double-dummy")
"""Who plays the cards: the strategies, or both sides perfectly, seeing all cards."""


@dataclass(frozen=True)
class Profile:
    """What a strategy is, beside its policies."""

    name: str
    summary: str
    """One line on how it plays."""
    origin: str
    """Where its ideas come from."""
    heeds_score: bool = True
    """Whether it is given the score of the match; one that is not plays each deal for itself."""
    is_slow: bool = False
    """Whether a deal takes it more than a few microseconds."""
    plays_to_score: bool = False
    """Whether it can play to the score of a partie."""
    is_learned: bool = False
    """Whether it plays by a file of what was learned, another of which may follow its name."""
    block: int = 4_096
    """How many deals are played before the next look at whether a run is to be stopped."""

    def describe(self) -> dict[str, Any]:
        """As arguments of a `Strategy`, whose policies tell the rest."""
        return {
            name: value
            for name, value in vars(self).items()
            if name not in ("plays_to_score", "is_learned")
        }


ROSTER: dict[str, Profile] = {
    one.name: one
    for one in (
        Profile(
            "random",
            "any legal discard and card with equal chances; calls its best or nothing",
            "the uniformly random player by which game programs are measured",
        ),
        Profile(
            "novice",
            "keeps its longest suit, plays high, calls everything",
            "the beginner of the books, who keeps the point and plays the highest card",
        ),
        Profile(
            "club",
            "keeps point, sets and guards, cashes winners to the seventh trick, wins cheaply",
            "Cavendish, The Laws of Piquet with a Treatise on the Game",
        ),
        Profile(
            "primer",
            "keeps what eight rules say that one learns by heart; plays as club does",
            "this toolkit's study of throwing; Cavendish, on the order of what to keep",
        ),
        Profile(
            "expert",
            "a learned exchange; plays the card of the best mean over twelve possible hands",
            "Ginsberg: GIB, JAIR 14, 2001; Tesauro and Galperin, NIPS 9, 1996",
            heeds_score=False,
            is_slow=True,
            plays_to_score=True,
            is_learned=True,
            block=1024,
        ),
        Profile(
            "master",
            "a short list tried in fresh deals; plays by all hands the opponent can hold, weighed",
            "Ginsberg: GIB, JAIR 14, 2001; Karnin, Koren and Somekh, ICML 30, 2013",
            heeds_score=False,
            is_slow=True,
            plays_to_score=True,
            is_learned=True,
            block=64,
        ),
    )
}
"""By name, in the order in which they are listed. The module of each has its name."""

OPTIONS = ("score", "sink-point", "sink-sequences", "sink-sets")
"""What may follow a name, each after a plus sign."""


def list_installed() -> dict[str, Any]:
    """Strategies of other installed packages: entry points of the group `piquet_sim.strategies`.

    Examples
    --------
    >>> "club" in list_installed()
    False
    """
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group="piquet_sim.strategies")}


def check_name(name: str) -> None:
    """Refuse a name that no strategy has; a file and options may follow it.

    Raises
    ------
    InputError
        With the nearest name.

    Examples
    --------
    >>> check_name("Expert@mine.npz+score")
    """
    plain = name.partition("+")[0].partition("@")[0].strip()
    if plain.lower() not in ROSTER and plain not in (others := list_installed()):
        raise InputError(suggest(plain.lower(), (*ROSTER, *others), "strategy"))


def find_play(name: str) -> str:
    """A way to play the cards by its name.

    Raises
    ------
    InputError
        If nothing has that name.

    Examples
    --------
    >>> find_play("Double dummy")
    'double-dummy'
    """
    return read_known(read_name("play", name), WAYS_TO_PLAY, "way to play", "play")
