"""Estimates from sums over deals: their errors, intervals, and tests of a difference.

Every estimate has its number of deals, n, a standard error and a 95% confidence interval whose
method is named: Wilson's for fractions of deals, the normal interval for means, and Student's for
means of fewer than 50 deals or pairs. Tables of studies name the `estimator` as well: `plain`,
`pairs`, `controlled`, `luck out` or `exact`. Amounts that are nearly always the same (the points
for carte blanche or a repique, the number of cards exchanged) have Wilson's interval for the event
behind them. In mirrored deals, a pair of deals is the unit. If the exact value is known, it is
printed beside the estimate.

    piquet simulate -n 100_000 --json

Beside every estimate stands a second one, from which control variates remove the luck of the deal.
These are the points that the dealt hands count, and the numbers of their aces and kings; their
expectations are known exactly. The measured gain is printed with it. For elder's margin between
club players it is 1.28: the error is as small as if 1.28 times as many deals had been played.

The interval of an amount that never occurred reaches up to the largest possible amount times
Wilson's limit. If a run is too short to expect even one event, an interval contains the true value
less than 95% of the time. Measurements gave 86 to 91% where a tenth of an event is expected, and 78
to 83% where the rare amounts also differ in size.

Luck taken out
--------------
If a strong player (`expert`, `master`) plays, more luck is removed from the scores, the margin, and
how often a seat wins or makes a capot or a repique. The luck of the draw is what both hands are
worth after the exchange, less the mean of that over all ways in which the talon could have been
drawn. It is removed together with the luck of the deal. The coefficients are the same for all
players and runs (`piquet_sim.estimates.luck`), so that the estimate is unbiased. The screen says
what this saves:

    piquet simulate --elder expert --younger expert -n 20_000

Between two experts, the error of the margin is that of 3.8 times as many deals. For elder's score
the factor is 3.3, for a repique 3.7 and for a capot 1.8; the run takes a seventh more time. Luck is
not removed for ``club`` and faster players, because computing it would take longer than playing
their deals, nor for cards played double-dummy, nor where it would make the error larger: where
``random`` plays, and in wins against ``novice``. Whether it is removed is fixed before the deals
are played, by who plays and by the events that so many deals lead one to expect (25 at least);
chosen by the events that were seen, it would bias what is rare. Under a condition only the luck of
the draw is removed, from scores and the margin: a factor of 2.1 for experts when elder has four
aces. The plain estimate always comes first; ``--precision`` ends a run by the smaller error.

Studies with strong players use these estimates for scores and margins; shares stay as they were
counted, so that they add up to one.

Names that columns have too
---------------------------
In the rows of ``--records``, elder_point is the number of points that elder scores for the point;
the estimate of that name is the share of deals in which elder's point is good. So are elder_pique,
elder_repique, elder_cards and elder_carte_blanche (``piquet help expressions``).

What the errors leave out
-------------------------
Deal number *i* depends on the description and *i* alone (Philox, a counter-based generator). If the
generator is uniform, all deals are exactly equally likely. No error bar covers one thing: the
numbers hold only *between these players*. ``club`` is a sound player, not a strong one. ``expert``
and ``master`` are strong but not perfect: they calculate as if all hands were open once their card
is played, and they never bluff.

What was measured
-----------------
Version 0.1.0 measured its own numbers on 2026-11-27.

In 1,600 runs of 2,000 deals (seed 1; ``club`` against ``club``, and mirrored against ``random``)
the 95% intervals of 133 estimates, plain and with the luck of the deal removed, contained the true
value in 93.3% to 96.1% of the runs; under a condition in 93.9% to 96.3%, and those of a duel's gain
and rating in 94.1% and 94.8%. The standard error of such a share is 0.5%. In 5,000,000 deals of
either pack, single cards, pairs of cards and what both hands hold were distributed as they should
be. The smallest of 183 p-values was 0.0076, which is 1 after Holm's adjustment. ``pytest -m
statistical`` measures the same with fewer runs, and shows that each of its thresholds finds a
planted fault.

The stated probabilities of an opponent's cards come true. In 150 deals of ``expert``, each examined
at four moments of the play, the opponent held 5% of the cards given a probability of 0 to 10%. From
one tenth to the next, it was then 14, 28, 34, 41, 51, 61, 74, 89 and 98% (standard errors 1 to 3,
of the last 0.4).
"""
