"""The report: studies on one page, each with its question, answer, chart, table and source.

    piquet report                           # all studies, in a minute and a half
    piquet report pique                     # what an article on one needs
    piquet report pique partie -n 1e6 --strategy club --out mine.html
    piquet report --of results --out published.html

One HTML file that can be mailed: headlines, sentences, charts; under "Exactly" the rows that these
speak of, how it was measured, and the command that makes it again. It needs no network and no
script, and prints on paper. ``--author`` signs it. Studies that take long play a share of ``-n``.
``--of RESULTS`` plays nothing: it takes results as they are.
"""

from analyses.report.making import DEFAULT_DEALS, Made, Order, make_report

__all__ = ["DEFAULT_DEALS", "Made", "Order", "make_report"]
