"""Estimates from sums over deals: their errors, intervals, and tests of a difference.

Every estimate has n, a standard error and a 95% confidence interval whose method is named: Wilson's
for fractions of deals, the normal interval for means. Amounts that are nearly always the same (the
points for carte blanche or a repique, the number of cards exchanged) have Wilson's interval for the
event behind them. Mirrored deals count as pairs, and the pair is the unit. The exact value stands
beside the estimate where it is known.

    piquet simulate -n 100_000 --json

Beside every estimate stands a second one, from which control variates remove the luck of the deal.
These are what the dealt hands count and their aces and kings, whose expectations are known exactly.
The gain that was measured stands with it: 1.28 for elder's margin between club players, as if 1.28
times as many deals had been played.

The interval of an amount that never occurred reaches up to the largest possible amount times
Wilson's limit. Where a run is too short to expect even one event, an interval contains the true
value less than 95% of the time: 86 to 91%, as measured, where a tenth of an event is expected, and
78 to 83% where the rare amounts also differ in size.

Luck taken out
--------------
Where a strong player (`expert`, `master`) plays, more luck is removed from the scores, the margin,
and how often a seat wins, makes a capot or a repique: the luck of the draw (what both hands are
worth after the exchange, less the mean of that over all ways in which the talon could have fallen
to the two discards) and that of the deal, both with coefficients that are the same for all players
and runs (`piquet_sim.estimates.luck.steadied`), so that the estimate is unbiased. The screen says
what it saves:

    piquet simulate --elder expert --younger expert -n 20_000

Between two experts the margin has the error of 3.8 times as many deals, elder's score of 3.3, a
repique of 3.7 and a capot of 1.8, for a seventh more time. It is not done for ``club`` and cheaper
players, whose deals take less time than their luck does, nor for cards played double-dummy. Under a
condition only the luck of the draw is taken out: 2.1 for experts when elder has four aces. The
plain estimate always stands first; ``--precision`` ends a run by the smaller error.

Names that columns have too
---------------------------
In the rows of ``--records``, elder_point is the number of points that elder makes for the point;
the estimate of that name is the share of deals in which elder's point is good. The same is true of
elder_pique, elder_repique, elder_cards and elder_carte_blanche, and of younger's. Every column of
the file says so; ``piquet help measures`` says which of the two an expression means.

What the errors leave out
-------------------------
Deal number *i* depends on the description and *i* alone (Philox, a counter-based generator). If the
generator is uniform, all deals are exactly equally likely. One thing no error bar covers: the
numbers hold *between these players*. ``club`` is a sound player, not a strong one. ``expert`` and
``master`` are strong but not perfect: they calculate as if all cards were seen after the one they
play, and they never bluff.
"""
