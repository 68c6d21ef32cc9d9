"""Comparisons: players or rules on the same cards, and figures that books print.

    piquet duel club novice                         # who is the better player?
    piquet duel random novice club primer           # the ladder: each against each other
    piquet duel novice club primer --precision 0.1  # until each standard error is that small

``piquet duel`` plays two strategies in both seats of the same deals: a paired comparison, free of
the luck of the cards. It also says how many deals, unpaired and in pairs, are needed to detect who
is better with 80% power, by a test at 5%.

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

A duel may end by itself. With ``--precision 0.1`` it plays until the standard error of the gain is
that small. With ``--until-clear`` it stops as soon as it is clear who is better:

    piquet duel master expert --until-clear
    piquet duel expert primer --precision 0.1

If one looks at a 95% interval after every few pairs until it excludes 0, one names a winner of two
equal players in 32% of duels of up to 6,000 pairs, as measured. The interval shown here is
therefore that of a confidence sequence, which holds at all times at once (Robbins 1970;
Waudby-Smith and others 2024). The chance of any verdict between equal players is at most 5%; 2.0%
of 2,000 such duels had one. After 2,000 pairs it is 1.55 times as wide as a plain one. ``-n`` is
the greatest number of pairs; a run of more than ten seconds says how long all of them take.

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
