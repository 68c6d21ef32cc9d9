"""Charts for Piquet: functions that take plain data and return a figure.

Each study has its chart, and some have more. They are drawn again from a result, in any style and
without playing:

    piquet chart                                # which charts are there, of which studies?
    piquet chart pique --of results/pique --style dark --out pique.png

The styles are `print` (one column, 85 mm), `double` (both columns), `slide` (16 to 9), `dark` (a
dark screen) and `gray` (one column without colours). The ending of the name after ``--out`` gives
the format: .svg, .png or .pdf. Whatever colours show, marks, lightness, lines or words show as
well. In Python a chart of a study is a function of its findings:

```python
from pathlib import Path

from analyses.charts.style import find_style, save_chart, use_style
from analyses.contents import find_chart
from analyses.results.stored import read_result

_, chart = find_chart("pique")
with use_style(find_style("gray")):
    save_chart(chart.draw(read_result(Path("results/pique"))), Path("pique.svg"))
```

Your own figures stand in rows with `draw_values`; `draw_review` draws a deal as it was reviewed,
and `draw_chances` the chances of a partie by the lead.
"""

from analyses.charts.chances import draw_chances
from analyses.charts.review import draw_review, list_margins
from analyses.charts.values import draw_values

__all__ = ["draw_chances", "draw_review", "draw_values", "list_margins"]
