"""Charts for Piquet: functions that take plain data and return a figure.

Charts are drawn again from a result, in any style and without playing:

    piquet chart                                # which charts are there, of which studies?
    piquet chart pique --of results/pique --style dark --out pique.png

The styles are `print` (one column, 85 mm), `double` (both columns), `slide` (16 to 9), `dark` and
`gray`; .svg, .png or .pdf after ``--out`` gives the format. `draw_review` draws a deal as it was
reviewed, `draw_chances` those of a partie; your own numbers are `Numbers`, which draw themselves.
"""

from analyses.charts.chances import draw_chances
from analyses.charts.review import draw_review

__all__ = ["draw_chances", "draw_review"]
