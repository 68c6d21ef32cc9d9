"""The report: studies on one page, each with its question, answer, chart, table and source.

    piquet report                                       # all studies, in a minute and a half
    piquet report pique                                 # what an article on one needs
    piquet report --of results --out published.html     # from published results, in seconds
    piquet report pique partie -n 1e6 --strategy club --out mine.html

The report is one HTML file that can be mailed. Each study has its headline, a few sentences, one
that says what the finding does not mean, and its charts; folded under "Exactly" are the rows that
the sentences speak of, how it was measured, who played, and the command that makes it again. All
rows and charts are inside the file, and links save them. The page needs no network and no script,
follows the light or dark setting of the screen, and prints on paper. ``--author`` signs it, and it
says how to cite it.

``-n`` is the number of deals for the fast studies; studies that take long play a share of it, which
their source lines state. The default of 30,000 deals takes about a minute and a half of processor
time. ``--of RESULTS`` plays nothing: it takes results as they are, from a folder of results or from
the folder of one.
"""

from analyses.report.making import DEFAULT_DEALS, Made, Order, make_report

__all__ = ["DEFAULT_DEALS", "Made", "Order", "make_report"]
