"""The old maxims, each as a rule that can be tried in deals.

`maxim` says what a maxim is, and what the authors wrote; `trial` holds what it makes in the cases
found for it; `judge` gives the verdict and the rows of a table, `tell` the words, `chart` the
drawings: all of them whatever a maxim is about. `discard`, `calls`, `cards` and `score` are arenas:
each has the rules for what a seat throws, calls, plays, and does at a score, finds cases to which
they apply and plays both sides of them; `facts` has what rules ask of hands and of views.
`registry` has all maxims by their names.
"""
