"""Measures of one's own: a share or a mean of whatever can be said of a deal's outcome.

``--measure EXPRESSION``, as often as needed, adds an estimate to those that every run has. What is
true or false in a deal gives a share of deals, a whole number a mean; errors and intervals are made
as those of all estimates are, mirrored deals counted as pairs.

    piquet simulate --measure "elder_point >= 6 and elder_cards"
    piquet simulate --measure "abs(difference)" --measure "landslide: difference >= 60"
    piquet simulate --mirrored --younger novice --measure "first_score > second_score"

In Python:

```python
from piquet_sim import simulate

result = simulate("club", "club", n=100_000, measures=["elder_point >= 6 and elder_cards"])
result.measure("elder_point >= 6 and elder_cards")  # value, se, low, high, n, method
```

Given an outcome
----------------
``--given-outcome EXPRESSION`` takes these measures, and nothing else, among the deals in which the
expression is true: given that elder's point is good, how often does elder win the cards? How many
deals these are stands above the measures. ``--given`` restricts what is dealt and therefore every
estimate, ``--given-outcome`` what is counted after the deal was played.

    piquet simulate --measure elder_cards --given-outcome elder_point

Expressions
-----------
Names, whole numbers, ``and``, ``or``, ``not``, brackets, the signs ``>= <= > < == !=`` (also in a
chain: ``3 <= elder_tricks <= 5``), ``+ - *``, ``abs(x)``, ``min(x, y)`` and ``max(x, y)``. There is
no division, so that sums have the same bits for any number of threads. What is true or false is no
number: ``elder_wins + 1`` is refused, and so is ``elder_score`` where something true or false is
expected. As in conditions, ``and`` beside ``or`` requires brackets.

A name before a colon is a label, under which ``--precision`` and ``--json`` have the measure, as
``landslide`` above; without one it is the expression. For ``--precision`` the name of an estimate
means that estimate.

    piquet simulate --measure "landslide: difference >= 60" --precision landslide=2%

With ``--json`` the answer has the key ``measures``, and ``given_outcome`` where there is one.
``piquet resume`` and ``--cluster`` carry the measures along. They have no control variates.

Names
-----
They are those of the estimates and of the columns of ``--records``. A name that is both is the
column where a number is expected: ``elder_point >= 6`` is true where elder makes six points or more
for the point. Where something true or false is expected, and alone, it is the event of the
estimate: ``elder_point`` is true where elder's point is good. So ``elder_cards`` alone is true in
seven to eleven tricks as in the estimate, and ``elder_cards > 0`` with a capot as well. The mean of
such a column is that of ``elder_point_mean``.
"""
