"""The report: all studies on one page, each with its question, answer, chart, table and source.

    piquet report                                       # all studies, in a minute and a half
    piquet report --of results --out published          # from published results, in seconds
    piquet report -n 1e6 --sections pique,partie --strategies expert,club --out mine

The report is one HTML file that can be mailed. Its first page can be read alone: it has Piquet in
100 words, four charts, and every question with its finding. It opens with what elder is worth, then
come skill, pique and the old maxims. Each section has the finding in plain words, what it does not
mean, and a numbered chart; folded under "Exactly" are the exact sentences, the rows that matter
with their errors, and how it was measured. All rows, charts and descriptions are inside the file,
and links save them. The page needs no network and no script, follows the light or dark setting of
the screen, and prints on at most ten pages: the tables are printed, the rest of what is folded is
not. The game's words are linked to a glossary at the end, works are cited by name, and ``--author``
signs the report.

Beside it, each section has a folder with the same things as files: tables as CSV, Markdown and
LaTeX (long ones need the package ``longtable``), charts as SVG and PNG. ``piquet verify`` checks
each folder.

The default of 30,000 deals takes about a minute and a half of processor time; more deals make the
errors beside the numbers smaller. ``-n`` is the number of deals for the fast studies; studies of
strong players use a share of it, which their source lines state. Deals that several studies need
are played once. Results already in the folder that would come out the same are not computed again.
``--of RESULTS`` plays nothing: it takes results as they are, from a folder of results or from the
folder of one. Numbers that a sentence states and that have no row of their own are in ``meta.json``
under ``derived``.

How it is made
--------------
`Order` says what is wanted; `make_report` makes it and writes the page.
"""

from analyses.report.made import Made
from analyses.report.making import make_report
from analyses.report.sections import DEFAULT_DEALS, SECTIONS, Order, find_section

__all__ = ["DEFAULT_DEALS", "SECTIONS", "Made", "Order", "find_section", "make_report"]
