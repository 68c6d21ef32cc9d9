"""How answers are shown in Python: a table, a chart, a few lines, a view in a notebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from piquet_sim.estimates.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_LINES = 9
_ROWS = 40
"""Most lines of a repr, and rows of a view in a notebook."""


class Shown:
    """An answer that is shown as a table, as a chart, or in ten lines."""

    def list_values(self) -> Mapping[str, Estimate]:
        """Its numbers by name; where some are few and first, they are what is said of it."""
        raise NotImplementedError

    def table(self) -> "pd.DataFrame":
        """The numbers as a data frame: one row per name; value, se, low, high, n, method."""
        import pandas as pd

        rows = {name: one.as_row() for name, one in self.list_values().items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("estimate")

    def plot(self) -> "Figure":
        """The first numbers of it as a chart, each with its 95% interval."""
        values = dict(list(self.list_values().items())[:_LINES])
        return import_module("piquet_sim").analyses.draw_values(values, str(self))

    def __repr__(self) -> str:
        """What it is, and its first numbers: ten lines at most."""
        rows = [f"{name}: {one}" for name, one in self.list_values().items()]
        more = [f"and {len(rows) - _LINES + 1} more in table()"] if len(rows) > _LINES else []
        return "\n".join([str(self), *rows[: _LINES - len(more)], *more])

    def _repr_html_(self) -> str:
        return self.table().to_html(max_rows=_ROWS)


@dataclass(frozen=True, repr=False)
class Table(Shown):
    """An answer that is a table of its own.

    Examples
    --------
    >>> import pandas as pd
    >>> print(Table("two numbers", pd.DataFrame({"value": [1, 2]})).table().value.sum())
    3
    """

    title: str
    frame: "pd.DataFrame"
    drawn: str = "value"
    """The column that a chart shows."""
    labels: tuple[str, ...] = ()
    """The columns that name a row in a chart; by default the index."""

    def table(self) -> "pd.DataFrame":
        """The table."""
        return self.frame

    def plot(self) -> Any:
        """The column `drawn` as bars, the first row on top, in a figure of its own."""
        from matplotlib.figure import Figure

        shown = self.frame.head(_ROWS)
        if self.labels:
            shown = shown.set_index(list(self.labels))
        names = [" ".join(map(str, one)) if isinstance(one, tuple) else str(one)
                 for one in shown.index]  # fmt: skip
        figure = Figure(figsize=(6.4, 1.2 + 0.25 * len(shown)), layout="constrained")
        axes = figure.add_subplot()
        axes.barh(range(len(shown)), shown[self.drawn])
        axes.set_yticks(range(len(shown)), names)
        axes.invert_yaxis()
        axes.set_xlabel(self.drawn)
        axes.set_title(self.title, wrap=True)
        return figure

    def __str__(self) -> str:
        return self.title

    def __repr__(self) -> str:
        """Its title and first rows."""
        return f"{self.title}\n{self.frame.head(_LINES - 1).to_string()}"
