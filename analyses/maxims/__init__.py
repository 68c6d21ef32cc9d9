"""The old maxims, each as a rule that can be tried in deals.

`published` says what the authors wrote. `discard`, `calls`, `cards` and `score` hold the rules for
what a seat throws, calls, plays, and does at a score; each has what its rules ask for, finds cases
to which they apply and plays both sides of them. `chart` draws all of them alike.
"""
