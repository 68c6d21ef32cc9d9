"""How an amount spreads over deals: quantiles, tails and histograms, with their errors.

    piquet simulate -n 100_000 --distribution difference
    piquet simulate --distribution elder_score --given "elder has 4 aces" --chart scores.svg

``--distribution`` takes ``elder_score``, ``younger_score``, ``difference``, ``elder_exchanged`` or
``younger_exchanged``: the amounts that a tally counts value by value. Below the estimates stand
five quantiles, how often the amount is at least or at most so much, and a histogram; ``--chart``
draws it. With ``--json`` the answer has one key more, ``distribution``. In Python:

```python
from piquet_sim import simulate

simulate("club", "club", n=100_000).distribution("difference")  # value, deals, share, low, high
```

A quantile of whole numbers is a whole number: the 25% quantile is the least value that at least a
quarter of deals do not exceed. Its 95% interval is that of binomial order statistics; where both
ends are the same number, no other is left at this level. Shares have Wilson's interval.

Of mirrored deals a tally knows how both deals of a pair vary together only where elder makes more,
less or the same. Elsewhere each pair counts as one deal, which is never too narrow: it would be
exact if both deals of a pair were always alike.
"""
