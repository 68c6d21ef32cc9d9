# The types of strategies, each of whose policies decides from a view of its own.

from dataclasses import dataclass

from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.strategies.policies import Policy

call_everything: Policy[CallView]

@dataclass(frozen=True)
class Strategy:
    name: str
    discard: Policy[DiscardView]
    play: Policy[PlayView]
    call: Policy[CallView] = ...
    origin: str = ""
    summary: str = ""
    heeds_score: bool = True
    is_slow: bool = False
    packs: tuple[int, ...] = (32, 36)
    call_to_score: Policy[CallView] | None = None
    sinks: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shows_blanche: bool = False
    block: int = 4_096

    @property
    def announces_blanche(self) -> bool: ...
    @property
    def is_named(self) -> bool: ...
    def traits(self) -> int: ...
    def to_the_score(self) -> Strategy: ...
    def sinking(
        self, point: float = 0.0, sequences: float = 0.0, sets: float = 0.0
    ) -> Strategy: ...
    def prepare(self) -> None: ...
    def __post_init__(self) -> None: ...

def strategy_names() -> list[str]: ...
def register(strategy: Strategy) -> Strategy: ...
def find_strategy(strategy: str | Strategy) -> Strategy: ...
