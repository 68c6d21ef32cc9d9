"""Measures of your own: the share or the mean of anything that can be said of a deal's outcome.

``--measure EXPRESSION``, which may be repeated, adds an estimate to those that every run has. An
expression that is true or false gives a share of deals, and a whole number gives a mean. Errors and
intervals are computed as for all estimates, with mirrored deals counted as pairs.

    piquet simulate --measure "elder_score - younger_score >= 30"
    piquet simulate --measure "abs(difference)" --measure "landslide: difference >= 60"
    piquet simulate --mirrored --younger novice --measure "first_score > second_score"

In Python:

```python
from piquet_sim import simulate

result = simulate("club", "club", n=100_000, measures=["elder_point >= 6 and elder_tricks > 6"])
result.measure("elder_point >= 6 and elder_tricks > 6")  # value, se, low, high, n, method
```

Given an outcome
----------------
``--given-outcome EXPRESSION`` takes these measures, but no other estimate, over the deals in which
the expression is true: given that elder's point is good, how often does elder win more tricks? The
number of these deals is printed above the measures. ``--given`` restricts what is dealt, and
therefore every estimate; ``--given-outcome`` restricts what is counted after the deal has been
played.

    piquet simulate --measure "elder_tricks > 6" --given-outcome "elder_point > 0"

What the hands hold
-------------------
The words of ``--given`` (``piquet help conditions``) are measures as well. They describe the cards
dealt or, with "after the exchange" before or after them, the hands that are played. In an
expression with names, put a condition in quotes.

    piquet simulate --measure "after the exchange elder has 4 aces"
    piquet simulate --measure "elder_wins and 'elder has a quint'"
    piquet simulate --measure elder_wins --given-outcome "after the exchange elder has 4 aces"

Expressions
-----------
An expression is one of Python's, with numbers, names, ``+ - * / // %``, the comparisons ``>= <= > <
== !=`` (also in a chain: ``3 <= elder_tricks <= 5``), ``and``, ``or``, ``not``, brackets,
``abs(x)``, ``min(x, y)`` and ``max(x, y)``; all else is refused. What is true counts as 1, what is
false as 0: ``elder_wins + 2 * elder_capot`` is a number. The reverse is refused: ``elder_score and
drawn`` must say what of the score, as in ``elder_score > 30 and drawn``. A mean is taken of whole
numbers, so that sums are the same, bit for bit, for any number of threads: ``elder_score / 2 > 20``
is a measure, and ``elder_score / 2`` is refused, but ``elder_score // 2`` is not. What can be 0 is
no divisor.

A name before a colon is a label by which ``--precision`` and ``--json`` know the measure, such as
``landslide`` above; without a label, the expression is the name. In ``--precision``, the name of an
estimate means that estimate.

    piquet simulate --measure "landslide: difference >= 60" --precision landslide=2%

With ``--json`` the answer has the key ``measures``, and ``given_outcome`` where there is one.
``--resume`` and ``--cluster`` keep the measures. Measures have no control variates.

Names
-----
The names are the columns of ``--records`` and the estimates that follow from them. A few columns of
points bear the name of an estimate that is a share of deals. ``elder_point`` is what elder scores
for the point, so ``elder_point > 0`` is true if elder's point is good; the name alone is refused,
since either might be meant, and the mean is written ``elder_point_mean``. ``elder_cards > 0`` is
also true for a capot, while the estimate ``elder_cards`` is ``7 <= elder_tricks <= 11``.
"""
