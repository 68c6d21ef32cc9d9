"""Comparisons: players or rules on the same cards, two results, figures that books print.

    piquet duel club novice     # who is the better player?
    piquet ladder               # all strategies against each other
    piquet ladder --precision 0.1  # each duel until its standard error is that small
    piquet compare one.json two.json

``piquet duel`` plays two strategies in both seats of the same deals: a paired comparison, free of
the luck of the cards. It also says how many deals, unpaired and in pairs, detect who is better with
80% power, by a test at 5%.

Where a strong player (`expert`, `master`) is one of the two, the luck of the draw is taken out of
what a pair makes, too: what the hands after the exchange are worth, less the mean of that over all
ways in which the talon could have fallen to the two discards (Burch and others, AIVAT, 2018). That
is zero on average, so the gain is unchanged, and its error is as small as that of about 1.6 times
as many pairs; it takes some five microseconds a deal. ``--plain`` leaves the luck in; the shares of
pairs won and the rating are as played in either case. In `compare_players` and
`compare_simulations` the scores and the margin have a second estimate (``reduced``) with the luck
of the draw taken out of both sides, since other discards draw other cards: the margin of ``expert``
compared with ``club``, against ``expert``, has the error of 1.8 times as many deals as elder and of
1.5 as younger, that of ``master`` compared with ``expert`` of 2.3 and 1.0.

A duel may end by itself. With ``--precision 0.1`` it plays until the standard error of the gain is
that small. With ``--until-clear`` it stops as soon as it is clear who is better:

    piquet duel master expert --until-clear
    piquet duel expert primer --precision 0.1

Looking at a 95% interval after every few pairs until it leaves out 0 names a winner of two equal
players in 32% of duels of up to 6,000 pairs, as measured. The interval shown here is therefore that
of a confidence sequence, which holds at all times at once (Robbins 1970; Waudby-Smith and others
2024): the chance of any verdict between equal players is at most 5%, and 2.0% of 2,000 such duels
had one. After 2,000 pairs it is 1.55 times as wide as a plain one. ``-n`` is the most pairs; a
run of more than ten seconds says how long all of them take.

``piquet compare A B`` sets two results (folders, CSV or JSON) side by side: all quantities that
both have, with Holm's correction for their number.

In Python:

```python
from piquet_sim import compare_players, judge_estimate, simulate

result = simulate("club", "novice", n=1_000_000, seed=1, mirrored=True)
compare_players("expert", "club", n=100_000).margin  # in the same cards
judge_estimate({"one_in": 50}, result.estimates["elder_repique"]).verdict
```
"""
