"""The report: all studies on one page, each with question, answer, chart, table and origin.

    piquet report                                       # all studies, in a minute and a half
    piquet report --of results --out published          # from published results, in seconds
    piquet report -n 1e6 --sections pique,partie --strategies expert,club --out mine

The report is one HTML file that can be mailed. Its first page stands alone: every question with
what is found, and four charts. Each section has the finding, a numbered chart, the rows that matter
with their errors, and, folded, how it was measured. All rows, charts and descriptions are inside
the file: their links save them. It needs no network and no script, is light or dark as the screen
is, and prints on at most twelve pages (folded parts stay folded). The game's words are linked to a
glossary at its end, works are cited by name, and ``--author`` signs it.

Beside it, in a folder a section, lie the same files: tables as CSV, Markdown and LaTeX (long ones
need the package ``longtable``), charts as SVG and PNG; ``piquet verify`` checks each folder.

The default of 30,000 deals takes about a minute and a half on two processors; more deals make the
errors smaller, which stand beside the numbers. ``-n`` is the size of the fast studies; those of
strong players take a share of it, which their lines of origin state. Deals that several studies
ask for are played once. What is in the folder already and would come out the same is not played
again. ``--of RESULTS`` plays nothing: it takes results as they are, from a folder of them or from
one. Numbers that a sentence states and that have no row of their own stand in ``meta.json`` under
``derived``.

An article on one question
--------------------------
``piquet article`` writes a question as a short text that an author can edit, in Markdown and in
HTML: question, answer, chart, table, method and references, with the charts in a folder and all
rows in ``data.csv``. From a result nothing is played; else 20,000 deals are, or as many as ``-n``
says. An article that is there already is never overwritten.

    piquet article pique --of results --out drafts
    piquet article hands -n 1e5 --author "A. Author"

The style of the charts
-----------------------
``--style`` takes a name (print, double, slide, dark, gray) or a file (TOML, JSON, or a style sheet
of matplotlib); ``--write-style style.toml`` writes a style out for editing. With another style
charts are drawn anew from the tables; nothing is played again.

    piquet report --write-style style.toml

How it is made
--------------
`Order` says what is to be made, `make_report` makes it and writes the page; `articles` writes
articles.
"""

from analyses.report.made import Made
from analyses.report.making import make_report
from analyses.report.sections import DEFAULT_DEALS, SECTIONS, Order, find_section

__all__ = ["DEFAULT_DEALS", "SECTIONS", "Made", "Order", "find_section", "make_report"]
