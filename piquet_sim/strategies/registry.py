"""Strategies: three policies under one name, with their origin, and where they are found."""

from dataclasses import dataclass
from importlib import import_module

from piquet_sim.errors import InputError, suggest
from piquet_sim.kernel.views import CallView, DiscardView, PlayView
from piquet_sim.strategies.policies import Policy, policy


@policy
def call_everything(view: CallView) -> int:
    """Announce a carte blanche, call the best of each class, leave cards unseen."""
    return view.best


@dataclass(frozen=True)
class Strategy:
    """A way of playing: what to throw out, what to call, what to play.

    Parameters
    ----------
    name : str
        How it is found and printed.
    discard, play : Policy
    call : Policy
        By default everything that is held is called.
    origin : str
        Where its ideas come from.
    summary : str
        One line on how it plays.
    """

    name: str
    discard: Policy
    play: Policy
    call: Policy = call_everything
    origin: str = ""
    summary: str = ""

    def prepare(self) -> None:
        """Lay out what its policies need; called before it plays."""
        for decision in (self.discard, self.call, self.play):
            decision.prepare()

    def __post_init__(self) -> None:
        for decision, view in (("discard", DiscardView), ("call", CallView), ("play", PlayView)):
            given = getattr(self, decision)
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


_OWN_MODULES = {
    "random": "piquet_sim.strategies.random",
    "novice": "piquet_sim.strategies.novice",
    "club": "piquet_sim.strategies.club",
    "expert": "piquet_sim.strategies.expert",
    "master": "piquet_sim.strategies.master",
}
_registered: dict[str, Strategy] = {}


def strategy_names() -> list[str]:
    """The names of all strategies, the package's own first."""
    return [*_OWN_MODULES, *(name for name in _registered if name not in _OWN_MODULES)]


def register(strategy: Strategy) -> Strategy:
    """Make a strategy known by its name.

    Raises
    ------
    InputError
        If the name belongs to a strategy of the package. A strategy of one's own is replaced.
    """
    if strategy.name in _OWN_MODULES:
        raise InputError(f"strategy {strategy.name!r} is the package's own; choose another name")
    _registered[strategy.name] = strategy
    return strategy


def find_strategy(strategy: "str | Strategy") -> Strategy:
    """A strategy by name, or the strategy itself.

    Raises
    ------
    InputError
        If there is no strategy of that name, with the nearest name.
    """
    if isinstance(strategy, Strategy):
        return strategy
    name = str(strategy).strip().lower()
    if strategy in _registered:
        return _registered[strategy]
    if name in _OWN_MODULES:
        return import_module(_OWN_MODULES[name]).STRATEGY
    raise InputError(suggest(name, strategy_names(), "strategy"))
