"""Maxims on the discard, each as a rule over hands and discards that can be tried.

`rule` says what a maxim is; `of_suits`, `of_sets` and `of_chances` have a `Rule` for each published
one; `facts.hands` has what they ask for. `trying` finds hands to which a maxim applies and
finishes the best discard that follows it and the best that breaks it in the same deals; `counting`
counts to how many hands it applies.

A maxim of your own is one `Rule` more.
"""
