"""The report: all studies on one page, each with question, answer, chart, table and origin.

`Order` says what is to be made, `make_report` makes it and writes the page.
"""

from analyses.report.made import Made
from analyses.report.making import make_report
from analyses.report.sections import SECTIONS, Order, find_section

__all__ = ["SECTIONS", "Made", "Order", "find_section", "make_report"]
