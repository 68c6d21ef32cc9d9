"""Measures of your own: the share or the mean of anything that can be said of a deal's outcome.

``--measure EXPRESSION``, which may be repeated, adds an estimate to those that every run has. An
expression that is true or false gives a share of deals, and a whole number gives a mean. Errors and
intervals are computed as for all estimates, with mirrored deals counted as pairs.

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
``--given-outcome EXPRESSION`` takes these measures, but no other estimate, over the deals in which
the expression is true: given that elder's point is good, how often does elder win the cards? The
number of these deals is printed above the measures. ``--given`` restricts what is dealt, and
therefore every estimate; ``--given-outcome`` restricts what is counted after the deal has been
played.

    piquet simulate --measure elder_cards --given-outcome elder_point

How a pique came about
----------------------
``elder_pique_trick`` is the trick in which elder reaches thirty. ``elder_repique_class`` and
``younger_repique_class`` say in which class a player reaches a repique: 1 carte blanche, 2 point, 3
sequences, 4 sets. They are 0 if there is none. In Python, `piquet_sim.pique_at` gives the same in
words for a data frame from `record_deals`.

    piquet simulate --measure elder_pique_trick --given-outcome elder_pique
    piquet simulate --measure "elder_repique_class == 3" --given-outcome elder_repique

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
Names, whole numbers, ``and``, ``or``, ``not``, brackets, the signs ``>= <= > < == !=`` (also in a
chain: ``3 <= elder_tricks <= 5``), ``+ - *``, ``abs(x)``, ``min(x, y)`` and ``max(x, y)``. There is
no division, so that sums are the same, bit for bit, for any number of threads. A truth value is not
a number: ``elder_wins + 1`` is refused, and so is ``elder_score`` where something true or false is
expected. As in conditions, ``and`` beside ``or`` requires brackets.

A name before a colon is a label by which ``--precision`` and ``--json`` know the measure, such as
``landslide`` above; without a label, the expression is the name. In ``--precision``, the name of an
estimate means that estimate.

    piquet simulate --measure "landslide: difference >= 60" --precision landslide=2%

With ``--json`` the answer has the key ``measures``, and ``given_outcome`` where there is one.
``--resume`` and ``--cluster`` keep the measures. Measures have no control variates.

Names
-----
The names are those of the estimates and of the columns of ``--records``. Where a number is
expected, a name that belongs to both means the column: ``elder_point >= 6`` is true if elder scores
six points or more for the point. Alone, or where something true or false is expected, it means the
event of the estimate: ``elder_point`` is true if elder's point is good. So ``elder_cards`` alone is
true if elder wins seven to eleven tricks, as in the estimate, and ``elder_cards > 0`` is also true
for a capot. The mean of such a column is written ``elder_point_mean``.
"""
