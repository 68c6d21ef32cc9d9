"""The studies, each with its question, its cases, its table, its words and its chart.

Rooms by what is asked of: `game` (what is dealt and counted, and what rules do), `players` (what
skill makes of it), `books` (what was written), `parties` (scores and what a point is worth).
"""
