"""Charts for Piquet: functions that take plain data and return a figure.

Charts show scores back to back, points by their parts, chances by the lead, how
often an amount is exceeded, convergence, discards with their errors, a played deal as it was
reviewed, and your own figures as rows.

```python
from pathlib import Path

from analyses.charts import draw_hand
from analyses.charts.style import save_chart
from piquet_sim import parse_hand

save_chart(draw_hand(parse_hand("AKJ.AQJ8.98.J87")), Path("hand.svg"))
```

Each chart is drawn in the current style and has its finding as its headline. It can be read in grey
and by the colour-blind: whatever colours show, marks, lightness, lines or words show as well.

The charts of the studies
-------------------------
Each study writes one chart. This and other charts can be drawn again from its result, in any style
and without playing:

    piquet chart                                # which charts are there, of which studies?
    piquet chart pique --of results/pique --style dark --out pique.png

The styles are `print` (one column, 85 mm), `double` (both columns), `slide` (16 to 9), `dark` (a
dark screen) and `gray` (one column without colours). The ending of the name after ``--out`` gives
the format: .svg, .png or .pdf. In Python, each chart is a function of a data frame and of its
description:

```python
from pathlib import Path

from analyses.contents import find_chart
from analyses.results.stored import read_result
from analyses.charts.style import find_style, save_chart, use_style

with use_style(find_style("gray")):
    figure = find_chart("pique").draw(*read_result(Path("results/pique")))
    save_chart(figure, Path("pique.svg"))
```
"""

from analyses.charts.chances import draw_chances
from analyses.charts.convergence import draw_convergence
from analyses.charts.forest import Discarded, draw_forest
from analyses.charts.hand import draw_hand
from analyses.charts.parts import PARTS, draw_parts
from analyses.charts.review import draw_review, list_margins
from analyses.charts.scores import draw_back_to_back, draw_exceedance
from analyses.charts.values import draw_values

__all__ = [
    "PARTS",
    "Discarded",
    "draw_back_to_back",
    "draw_chances",
    "draw_convergence",
    "draw_exceedance",
    "draw_forest",
    "draw_hand",
    "draw_parts",
    "draw_review",
    "draw_values",
    "list_margins",
]
