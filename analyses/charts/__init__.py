"""The charts of the field: functions that take plain data and return a figure.

They draw what articles show: scores back to back, points by their parts, chances by both totals,
exceedance, convergence, matrices of strategies, discards with their errors.

```python
from analyses.charts import draw_hand
from piquet_sim import parse_hand

draw_hand(parse_hand("AKJ.AQJ8.98.J87")).savefig("hand.svg")
```

Each draws in the current style at the width of a column (85 mm), says its finding over it, and can
be read in grey and by the colour-blind: what colours show, lightness, marks, hatching or words
show, too.
"""

from analyses.charts.chances import draw_chances
from analyses.charts.convergence import draw_convergence
from analyses.charts.forest import Discarded, draw_forest
from analyses.charts.hand import draw_hand
from analyses.charts.matrix import draw_matrix
from analyses.charts.parts import PARTS, draw_parts
from analyses.charts.scores import draw_back_to_back, draw_exceedance

__all__ = [
    "PARTS",
    "Discarded",
    "draw_back_to_back",
    "draw_chances",
    "draw_convergence",
    "draw_exceedance",
    "draw_forest",
    "draw_hand",
    "draw_matrix",
    "draw_parts",
]
