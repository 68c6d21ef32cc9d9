"""The report: all studies on one page, each with question, answer, chart, table and origin.

    piquet report                                       # all studies on one page, in minutes
    piquet report -n 1e5 --sections pique,partie --strategies expert,club --out mine

The report is one HTML file: each question with its answer, charts, tables, what was assumed, and
the command that makes it again. It needs no network and no script. Long tables are scrolled on a
screen and printed whole, and the game's words are linked to a glossary at its end. Beside it, in a
folder a section, lie the tables as CSV, Markdown and LaTeX (long ones need the package
``longtable``) and the charts as SVG and PNG; ``piquet verify`` checks each folder.

``-n`` is the size of the fast studies; those of strong players take a share of it, which their
lines of origin state. What is in the folder already and would come out the same is not played
again. Numbers that a sentence states and that have no row of their own stand in ``meta.json`` under
``derived``.

The style of the charts
-----------------------
``--write-style style.toml`` writes the style out; ``--style`` reads one (TOML, JSON, or a style
sheet of matplotlib). With another style charts are drawn anew from the tables; nothing is played
again.

    piquet report --write-style style.toml

How it is made
--------------
`Order` says what is to be made, `make_report` makes it and writes the page.
"""

from analyses.report.made import Made
from analyses.report.making import make_report
from analyses.report.sections import DEFAULT_DEALS, SECTIONS, Order, find_section

__all__ = ["DEFAULT_DEALS", "SECTIONS", "Made", "Order", "find_section", "make_report"]
