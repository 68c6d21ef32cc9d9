# The types of policies: a policy knows which view it decides from, and stays a function of it.

from collections.abc import Callable
from typing import Any, Generic, Protocol, SupportsIndex, overload

from typing_extensions import TypeVar

from piquet_sim.game.laws import Laws
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView

FAILED: int

_View_contra = TypeVar(
    "_View_contra", bound=DiscardView | CallView | PlayView, default=Any, contravariant=True
)
_Seen = TypeVar("_Seen", bound=DiscardView | CallView | PlayView)

class Policy(Generic[_View_contra]):
    @property
    def name(self) -> str: ...
    @property
    def view(self) -> type[DiscardView | CallView | PlayView]: ...
    @property
    def function(self) -> Callable[[_View_contra], SupportsIndex]: ...
    @property
    def compiled(self) -> Callable[[_View_contra], int]: ...
    @property
    def entry(self) -> Callable[[int], int]: ...
    @property
    def prepare(self) -> Callable[[bool], None]: ...
    @property
    def digest_data(self) -> Callable[[], str] | None: ...
    @property
    def is_outside(self) -> bool: ...
    @property
    def place(self) -> tuple[str, str] | None: ...
    @property
    def explain(self) -> Callable[[_View_contra], str]: ...
    @property
    def plain(self) -> Policy[_View_contra] | None: ...
    def suit(self, laws: Laws, in_match: bool) -> Policy[_View_contra]: ...
    def __init__(
        self,
        name: str,
        view: type[DiscardView | CallView | PlayView],
        function: Callable[[_View_contra], SupportsIndex],
        compiled: Callable[[_View_contra], int],
        entry: Callable[[int], int],
        prepare: Callable[[bool], None] = ...,
        digest_data: Callable[[], str] | None = None,
        is_outside: bool = False,
        explain: Callable[[_View_contra], str] = ...,
        plain: Policy[_View_contra] | None = None,
    ) -> None: ...
    def __call__(self, view: _View_contra) -> int: ...

class Outsider:
    def __init__(
        self, view: type[DiscardView | CallView | PlayView], ask: Callable[[tuple[int, ...]], int]
    ) -> None: ...
    def __call__(self, place: Any) -> int: ...
    def __wrapper_address__(self) -> int: ...
    def signature(self) -> object: ...

class _Decorate(Protocol):
    def __call__(self, function: Callable[[_Seen], SupportsIndex], /) -> Policy[_Seen]: ...

@overload
def policy(
    function: Callable[[_Seen], SupportsIndex],
    *,
    prepare: Callable[[bool], None] | None = None,
    digest_data: Callable[[], str] | None = None,
) -> Policy[_Seen]: ...
@overload
def policy(
    function: None = None,
    *,
    prepare: Callable[[bool], None] | None = None,
    digest_data: Callable[[], str] | None = None,
) -> _Decorate: ...
def outside_policy(function: Callable[[_Seen], SupportsIndex]) -> Policy[_Seen]: ...
