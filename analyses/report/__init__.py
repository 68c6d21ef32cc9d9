"""The report: studies on one page, each with its question, answer, chart, table and source.

    piquet report                           # all studies, in a minute and a half
    piquet report pique                     # what an article on one needs
    piquet report pique partie --of results --out mine.html     # of results, playing nothing

One HTML file that needs no network and prints on paper: headlines, sentences, charts; under
"Exactly" the rows that these speak of, how it was measured, the command that makes it again.
"""

from analyses.report.making import DEFAULT_DEALS, Made, Order, make_report

__all__ = ["DEFAULT_DEALS", "Made", "Order", "make_report"]
