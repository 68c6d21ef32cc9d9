"""The page's words: figures with their errors, reasons, and the steps of a deal.

`figures` writes numbers, `reasons` says why a throw loses, `ends` how a deal may end, `steps` what
a played deal was worth step by step.
"""
