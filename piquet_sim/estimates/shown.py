"""How answers are shown: a table, a chart, texts to paste, a few lines, a view in a notebook."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, Any

from piquet_sim.estimates.grounds import Claim, choose
from piquet_sim.estimates.quantity import Quantity, find_places, reverse_sign, subtract
from piquet_sim.estimates.table import (
    list_rows,
    write_console,
    write_csv,
    write_html,
    write_markdown,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_LINES = 10
"""Most lines of a repr."""


class Shown:
    """An answer that shows itself: as a table, a chart, text to paste, or in ten lines."""

    def numbers(self) -> "Numbers":
        """Its numbers with their meaning, and what may be said of them."""
        raise NotImplementedError

    def table(self) -> "pd.DataFrame":
        """A row for each number by its key, with all digits.

        Returns
        -------
        DataFrame
            name, seat, value, low and high (ends of the 95% interval), se (standard error), unit,
            of (the denominator in words), n, sign (amount, lead, loss, gain or change), against,
            method, estimator; a group before them, a verdict behind them, where there are some.
            Shares are fractions.
        """
        import pandas as pd

        return pd.DataFrame(list_rows(self.numbers().quantities)).set_index("key")

    def plot(self) -> "Figure":
        """A chart: a figure of its own, with the finding as its title."""
        from analyses.charts.plot import draw_numbers

        return draw_numbers(self.numbers())

    def to_markdown(self) -> str:
        """The table as Markdown."""
        return write_markdown(self.numbers().quantities, self.numbers().about)

    def to_csv(self) -> str:
        """The table as CSV, with all digits."""
        return write_csv(self.numbers().quantities)

    def to_html(self) -> str:
        """The table as HTML."""
        return write_html(self.numbers().quantities, self.numbers().about)

    def __repr__(self) -> str:
        """The finding and the first numbers: ten lines at most."""
        found = self.numbers()
        lines = write_console(found.quantities, found.about).splitlines()
        lines = [f"{found.headline}."] * bool(found.claims) + [one for one in lines if one]
        more = [f"... {len(found.quantities)} numbers in table()"] * (len(lines) > _LINES)
        return "\n".join(lines[: _LINES - len(more)] + more)

    def _repr_html_(self) -> str:
        return self.to_html()


@dataclass(frozen=True)
class Look:
    """How numbers are drawn: by default all, in their order, a row for each name."""

    shown: Sequence[str] = ("*",)
    """Keys, or patterns of keys."""
    says: str = ""
    """What the rows measure."""
    axis: str = ""
    """What the axis measures, where unit and denominator do not say it."""
    begins: float = 0.0
    """Where the axis begins that has no bars."""
    is_by_seat: bool = False
    """Whether each row is a seat's."""
    is_sorted: bool = False
    """Whether the greatest stands first."""
    has_bars: bool = False
    """Whether shares are bars from zero."""
    is_wide: bool = False
    """Whether it takes both columns of a page in print, too."""
    beside: tuple[float, str] | None = None
    """A dashed line, and what it is."""
    written: Mapping[str, str] = field(default_factory=dict)
    """Further columns, by head: patterns of keys of numbers that stand beside the row of the same
    name, and are not drawn."""
    other: str = ""
    """Whose numbers another author printed."""
    note: str = ""
    """Small print that belongs to the chart alone."""
    counts_hidden: bool = True
    """Whether the small print says how many numbers are not drawn."""


@dataclass(frozen=True, repr=False)
class Numbers(Shown):
    """Numbers with their meaning, what may be said of them, and how they are drawn.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> own = Quantity("capot", "capot", estimate_proportion(12, 400), seat="elder")
    >>> Numbers("club v club", [own], [Claim("Elder makes a capot in {capot}")]).headline
    'Elder makes a capot in 3.0% of deals'
    """

    about: str
    """What was asked or played: over a table, and in the small print of a chart."""
    quantities: Sequence[Quantity]
    claims: Sequence[Claim] = ()
    """What may stand over it: the first that holds does."""
    look: Look = Look()
    paired: Mapping[tuple[str, str], Quantity] = field(default_factory=dict)
    """Differences that were measured deal by deal, by the keys of both numbers."""
    played: Mapping[str, Any] = field(default_factory=dict)
    """What was played, for texts."""

    def numbers(self) -> "Numbers":
        """Itself."""
        return self

    def __getitem__(self, key: str) -> Quantity:
        """The number of a key."""
        return self._by_key[key]

    def __iter__(self) -> Iterator[Quantity]:
        return iter(self.quantities)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    @cached_property
    def _by_key(self) -> dict[str, Quantity]:
        return {one.key: one for one in self.quantities}

    def match(self, *patterns: str) -> list[str]:
        """The keys that one of some patterns fits, in order."""
        return [
            one.key
            for one in self.quantities
            if any(fnmatchcase(one.key, pattern) for pattern in patterns)
        ]

    def subtract(self, key: str, other: str) -> Quantity:
        """By how much one number exceeds another: measured deal by deal, where it was.

        Raises
        ------
        NotComparable
            If they do not measure the same thing.
        """
        if (key, other) in self.paired:
            return self.paired[key, other]
        if (other, key) in self.paired:
            return reverse_sign(self.paired[other, key])
        return subtract(self[key], self[other])

    @property
    def drawn(self) -> list[Quantity]:
        """Those of which the chart is; all, where none of these is there."""
        return [self[key] for key in self.match(*self.look.shown)] or list(self.quantities)

    @property
    def headline(self) -> str:
        """The finding, its numbers as the chart prints them; without a stop."""
        return choose(self.claims, self).say(self, self._find_places) if self.claims else self.about

    def _find_places(self, one: Quantity) -> int:
        return find_places([other for other in self.drawn if other.unit == one.unit] or [one])

    def __str__(self) -> str:
        return write_console(self.quantities, self.headline)
