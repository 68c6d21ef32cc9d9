"""Search: from a question in a writer's words to what was found, its numbers, command and chart.

Studies, maxims and published claims are read from results on disk, words from the glossary. Other
texts, such as guides, can be added as further entries (`entries`). An entry is scored by which
words of the question it has, synonyms included (`words`): rare words count more than common ones,
and words of its title more than others (`finding`).
"""

from analyses.search.entries import Entry, list_entries
from analyses.search.finding import Found, list_unknown, search
from analyses.search.words import SYNONYMS, list_words

__all__ = ["SYNONYMS", "Entry", "Found", "list_entries", "list_unknown", "list_words", "search"]
