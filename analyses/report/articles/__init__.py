"""Articles: one question each, as Markdown and HTML that an author can edit, with its charts.

A question is a study, one maxim, one published claim, or one hand. `studies`, `maxims`, `claims`
and `hands` each say what an article on theirs says, as a `draft.Draft`; `writing` finds out which
is meant and writes all that were asked for, or none.
"""

from analyses.report.articles.draft import Article
from analyses.report.articles.hands import HandAsked
from analyses.report.articles.writing import DEALS, write_articles

__all__ = ["DEALS", "Article", "HandAsked", "write_articles"]
