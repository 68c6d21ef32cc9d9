"""How an amount spreads over deals: quantiles, tails and histograms, with their errors.

    piquet simulate -n 100_000 --distribution difference
    piquet simulate --distribution elder_score --given "elder has 4 aces" --chart scores.svg

``--distribution`` takes ``elder_score``, ``younger_score``, ``difference``, ``elder_exchanged`` or
``younger_exchanged``: the amounts that are counted value by value. Below the estimates it prints
five quantiles, how often the amount reaches certain values or stays below them, and a histogram;
``--chart`` draws the histogram. With ``--json`` the answer has one more key, ``distribution``. In
Python:

```python
from piquet_sim import simulate

simulate("club", "club", n=100_000).distribution("difference")  # value, deals, share, low, high
```

A quantile of whole numbers is a whole number: the 25% quantile is the smallest value that at least
a quarter of the deals do not exceed. Its 95% interval comes from binomial order statistics; if both
ends are the same number, no other value is possible at this level. Shares have Wilson's interval.

For mirrored deals, how the two deals of a pair vary together is recorded only for whether elder
scores more, less or the same. For everything else each pair counts as one deal. Such an interval is
never too narrow: it would be exact if both deals of a pair were always alike.
"""
