"""The page's words for numbers: figures with their errors, reasons, ends, luck and decisions.

`figures` writes numbers, `reasons` says why a throw loses, `ends` how a deal may end, `steps` what
a played deal was worth step by step.
"""
