"""Results of studies: tables with sentences and a chart, as they are made, written and read again.

`analysis` has what a study returns and writes; `stored` reads it from its folder and compares its
files with their SHA-256; `picks` are the rows that matter.
"""
