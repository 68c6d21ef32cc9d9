"""Comparisons: players or rules on the same cards, and figures that books print.

    piquet duel club novice                         # who is the better player?
    piquet duel random novice club primer           # the ladder: each against each other
    piquet duel novice club primer --precision 0.1  # until each standard error is that small

``piquet duel`` plays two strategies in both seats of the same deals: a paired comparison, free of
the luck of the cards. With ``--precision`` it plays until the standard error of the gain is that
small; ``-n`` is then the greatest number of pairs.

    piquet duel expert primer --precision 0.1

If one of the two is a strong player (`expert`, `master`), the luck of the draw is removed as well
(AIVAT, Burch and others 2018). It is what the hands are worth after the exchange, less the mean of
that over all ways in which the talon could have been drawn. This luck is zero on average, so the
gain is unchanged, and its error is as small as that of about 1.6 times as many pairs; it takes some
five microseconds a deal. ``--plain`` leaves the luck in. The shares of pairs won and the rating are
as played in either case.

In `compare_players` and `compare_simulations` the scores and the margin have a second estimate
(``reduced``) with the luck of the draw removed from both sides, since other discards draw other
cards. Against ``expert``, the margin of ``expert`` compared with ``club`` then has the error of 1.8
times as many deals as elder and of 1.5 as younger; the margin of ``master`` compared with
``expert`` has that of 2.3 and 1.0.

Three players or more play the *ladder*: a duel of each with each, over the same deals. Its table
and its chart go to the folder ``ladder`` below ``--out``.

In Python:

```python
from piquet_sim import compare_players, judge_estimate, simulate

result = simulate("club", "novice", n=1_000_000, seed=1, mirrored=True)
compare_players("expert", "club", n=100_000).margin  # in the same cards
judge_estimate({"one_in": 50}, result.estimates["elder_repique"]).verdict
```
"""
