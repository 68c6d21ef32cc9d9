"""The charts of the studies: each is drawn from a study's table, and tells one story.

    piquet chart partie --of results/partie --style dark --out partie.png
    piquet chart                        # which charts are there?

draws one anew, in any style and without playing: in a printed column of 85 mm (`print`), on both
columns (`double`), on a slide of 16 to 9 (`slide`), on a dark screen (`dark`), or in grey (`gray`).
A style of one's own is a file, as `piquet report --style FILE` reads it.

In Python each chart is a function of a data frame and what stands beside it in ``meta.json``:

```python
from pathlib import Path

from analyses.drawings.partie import draw_leads
from analyses.drawings.registry import read_result
from analyses.style import find_style, use_style

with use_style(find_style("gray")):
    draw_leads(*read_result(Path("results/partie"))).savefig("leads.svg")
```

A title says the finding, and no more than the table bears out; a subtitle says what is measured,
with its unit. What lies beyond an axis is told in percent.
"""
