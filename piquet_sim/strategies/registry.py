"""Strategies: three policies under one name, with their origin, and the registry of them."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from piquet_sim.game.errors import (
    InputError,
    describe_error,
    quote,
    read_list,
    read_text,
    read_whole,
    read_yes,
    suggest,
)
from piquet_sim.kernel.deal.decisions import pack_traits
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.players.direct import NUMBERS
from piquet_sim.strategies.policies import Policy, policy
from piquet_sim.strategies.roster import OPTIONS, ROSTER, list_installed


@policy
def call_everything(view: CallView) -> int:
    """Announce a carte blanche, call the best of each class, leave cards unseen."""
    return view.best


@dataclass(frozen=True)
class Strategy:
    """A way of playing: what to discard, what to call, what to play.

    Parameters
    ----------
    name : str
        The name by which it is found and printed.
    discard, play : Policy
    call : Policy
        By default everything that is held is called.
    origin : str
        Where its ideas come from.
    summary : str
        One line on how it plays.
    """

    name: str
    discard: Policy[DiscardView]
    play: Policy[PlayView]
    call: Policy[CallView] = call_everything
    origin: str = ""
    summary: str = ""
    heeds_score: bool = True
    """Whether it plays to the score of the match; otherwise it plays each deal for itself."""
    is_slow: bool = False
    """Whether it needs more than a few microseconds per deal: studies that play all strategies
    leave it out unless it is asked for."""
    packs: tuple[int, ...] = (32, 36)
    """Numbers of cards of the packs that it can play with."""
    call_to_score: Policy[CallView] | None = None
    """What it calls when it plays to the score, if it can; its other policies tell by the view."""
    sinks: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Probabilities of not calling a point, sequences and sets that it would call."""
    shows_blanche: bool = False
    """Whether it announces every carte blanche, though it does not call everything."""
    block: int = 4_096
    """How many deals are played before the next look at whether a run is to be stopped: fewer where
    they take longer than a quarter of a second. No result depends on it."""

    @property
    def announces_blanche(self) -> bool:
        """Whether it announces every carte blanche that it is dealt."""
        return self.shows_blanche or self.call is call_everything

    @property
    def is_named(self) -> bool:
        """Whether another process finds it, or its policies, by name.

        A strategy of the package is found by its own name, options and file included; any other by
        the places of its policies. One that is not found has to be sent as its functions.
        """
        return self._is_shipped() or all(one.place is not None for one in self._policies())

    def _policies(self) -> list[Policy]:
        return [one for one in vars(self).values() if isinstance(one, Policy)]

    def _is_shipped(self) -> bool:
        try:
            is_own = all(one.module.startswith(f"{__package__}.") for one in self._policies())
            return is_own and find_strategy(self.name) == self
        except InputError:  # nothing has that name
            return False

    def __reduce__(self) -> tuple:
        if self._is_shipped():
            data = self.play.digest_data
            return _find_sent, (self.name, data and data())
        return Strategy, tuple(vars(self).values())

    def traits(self) -> int:
        """What the engine needs to know of it beside its policies."""
        numbers = tuple(
            known.get(one.module, 0)
            for known, one in zip(NUMBERS, (self.discard, self.call, self.play), strict=True)
        )
        return pack_traits(self.call is call_everything, self.heeds_score, self.sinks, numbers)

    def to_the_score(self) -> "Strategy":
        """The same strategy playing to the score of the match: it plays for the settlement.

        Raises
        ------
        InputError
            If it cannot play to the score.
        """
        if self.call_to_score is None:
            from piquet_sim.game.wording import join_words

            able = [one.name for one in ROSTER.values() if one.plays_to_score]
            raise InputError(
                f"strategy {self.name!r} does not play to the score; {join_words(able)} do"
            )
        return replace(self, name=f"{self.name}+score", heeds_score=True, call=self.call_to_score)

    def sinking(self, point: float = 0.0, sequences: float = 0.0, sets: float = 0.0) -> "Strategy":
        """The same strategy, sometimes calling nothing in a class.

        Parameters
        ----------
        point, sequences, sets : float
            Probability that the class is sunk, independently of the others.

        Raises
        ------
        InputError
            If one is not a probability.
        """
        name = self.name
        for kind, chance in zip(_SUNK, (point, sequences, sets), strict=True):
            if _read_chance(f"strategy {self.name!r}: sink-{kind}", chance):
                name += f"+sink-{kind}" + (f"={chance:g}" if chance < 1 else "")
        return replace(self, name=name, sinks=(point, sequences, sets))

    def prepare(self) -> None:
        """Prepare the tables that its policies need; called before it plays."""
        for decision in (self.discard, self.call, self.play):
            decision.prepare(self.heeds_score)

    def __post_init__(self) -> None:
        of = f"strategy {quote(self.name)}: "
        for name in ("name", "origin", "summary"):
            read_text(of + name, getattr(self, name))
        packs = read_list(f"{of}packs", self.packs, "numbers of cards, as in (32, 36)")
        sinks = read_list(f"{of}sinks", self.sinks, "three probabilities")
        if len(sinks) != len(_SUNK):
            raise InputError(f"{of}sinks: expected three probabilities, got {len(sinks)}")
        for name, value in (
            *((name, read_yes(of + name, getattr(self, name))) for name in _TRUTHS),
            ("block", read_whole(f"{of}block", self.block, 1)),
            ("packs", tuple(read_whole(f"{of}packs", one) for one in packs)),
            ("sinks", tuple(_read_chance(f"{of}sinks", one) for one in sinks)),
        ):
            object.__setattr__(self, name, value)
        for decision, view in _DECISIONS.items():
            given = getattr(self, decision)
            if decision == "call_to_score" and given is None:
                continue
            if not isinstance(given, Policy):
                raise InputError(
                    f"strategy {self.name!r}: {decision} is {type(given).__name__}; "
                    "decorate the function with @policy"
                )
            if given.view is not view:
                raise InputError(
                    f"strategy {self.name!r}: {decision} takes a {given.view.__name__}; "
                    f"it must take a {view.__name__}"
                )


_TRUTHS = ("heeds_score", "is_slow", "shows_blanche")
_DECISIONS = {"discard": DiscardView, "call": CallView, "play": PlayView, "call_to_score": CallView}


def _read_chance(name: str, given: Any) -> float:
    with suppress(TypeError, ValueError):
        if not isinstance(given, bool | str) and 0 <= float(given) <= 1:
            return float(given)
    raise InputError(f"{name}: expected a number from 0 to 1, got {quote(given)}")


_registered: dict[str, Strategy] = {}
_NAME = re.compile(r"[^\s+,]([^+,\r\n]*[^\s+,])?")


_SUNK = ("point", "sequences", "sets")


def strategy_names() -> list[str]:
    """The names of all strategies, the package's own first."""
    return [*ROSTER, *(name for name in _registered if name not in ROSTER)]


def register(strategy: Strategy) -> Strategy:
    """Register a strategy under its name.

    Raises
    ------
    InputError
        If the name belongs to a strategy of the package, or could not be found by
        `find_strategy`. A registered strategy of the same name is replaced.
    """
    if strategy.name.lower() in ROSTER:
        raise InputError(f"strategy {strategy.name!r} is the package's own; choose another name")
    if not _NAME.fullmatch(strategy.name):
        raise InputError(
            f"strategy {strategy.name!r}: a name by which it can be found has no blanks at its "
            "ends, and nowhere plus signs, commas or line breaks"
        )
    _registered[strategy.name] = strategy
    return strategy


def find_strategy(strategy: "str | Strategy") -> Strategy:
    """A strategy by name, or the strategy itself.

    A file that it learned from follows the name, as in "expert@mine.npz". Options follow, each
    after a plus sign: "expert+score" plays to the score of the match; "club+sink-sets=0.25" sinks
    its sets in a quarter of all cases, "club+sink-point" its point always.

    Raises
    ------
    InputError
        If there is no strategy of that name, or no such option, with the nearest name; or an
        installed package names one that cannot be loaded.
    """
    if isinstance(strategy, Strategy):
        return strategy
    name, *options = (part.strip() for part in str(strategy).split("+"))
    player = _find_plain(name)
    chances = dict.fromkeys(_SUNK, 0.0)
    for place, option in enumerate(options):
        key, sign, text = option.partition("=")
        if any(other.partition("=")[0] == key for other in options[:place]):
            raise InputError(f"strategy {strategy!r}: {key} stands twice")
        if key == "score" and not sign:
            player = player.to_the_score()
        elif key.removeprefix("sink-") in _SUNK and key.startswith("sink-"):
            try:
                chances[key.removeprefix("sink-")] = float(text) if sign else 1.0
            except ValueError:
                raise InputError(f"strategy {strategy!r}: {text!r} is not a probability") from None
        else:
            raise InputError(f"strategy {strategy!r}: " + suggest(option, OPTIONS, "option"))
    return player.sinking(**chances) if any(chances.values()) else player


def _find_sent(name: str, digest: str | None) -> Strategy:
    # What another process sent by its name, with a digest of what was learned there.
    found = find_strategy(name)
    data = found.play.digest_data
    if (data and data()) != digest:
        raise InputError(f"strategy {name!r}: what it learned from is another file here")
    return found


def _find_plain(name: str) -> Strategy:
    if name in _registered:
        return _registered[name]
    key, at, path = name.partition("@")
    key = key.lower()
    if key in ROSTER:
        module = import_module(f"piquet_sim.strategies.{key}")
        if not at:
            return module.STRATEGY
        if not ROSTER[key].is_learned:
            from piquet_sim.game.wording import join_words

            able = join_words([one.name for one in ROSTER.values() if one.is_learned])
            raise InputError(f"strategy {name!r}: {key} learns from no file; {able} do")
        if not path:
            raise InputError(f"strategy {name!r}: expected a file after @, as in {key}@mine.npz")
        from piquet_sim.strategies.learned import take_learned

        return module.play_by(path, take_learned(path))
    installed = list_installed()
    if name in installed:
        return _load_installed(installed[name])
    raise InputError(suggest(key, (*strategy_names(), *installed), "strategy"))


def _load_installed(entry: Any) -> Strategy:
    # A strategy that another installed package names as an entry point.
    where = f"strategy {entry.name!r}: {entry.value}"
    try:
        found = entry.load()
    except Exception as error:
        raise InputError(f"{where}: {describe_error(error)}") from None
    if not isinstance(found, Strategy):
        raise InputError(f"{where} is no Strategy")
    return replace(found, name=entry.name)
