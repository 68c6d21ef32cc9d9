"""Results of studies: tables with sentences and a chart, as they are made, written and read again.

`analysis` has what a study returns and writes; `stored` reads it from its folder. `retelling` says
once more what follows from a table alone, `table_checks` names what every table has to be like, and
`picks` are the rows that matter.
"""
