"""Statistics of many cases that belong to no single study.

`least_squares` fits what each thing in a hand is worth; `question_trees` grows rules that a person
can learn.
"""
