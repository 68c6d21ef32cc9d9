"""The studies, one file each: what it plays, what its numbers mean, its words and its charts.

By group: `game` (what is dealt and counted, and what rules do), `players` (what skill makes of it),
`parties` (scores and what a point is worth), `books` (what was written).
"""
