"""What sums of deals say: estimates with errors, intervals, tests of a difference.

Every estimate has n, a standard error and a 95% confidence interval whose method is named: Wilson
for fractions of deals, normal for means. For amounts that are nearly always the same (the points
for carte blanche or a repique, the cards exchanged) it is Wilson's interval of the event behind
them. Mirrored deals count as pairs, and the pair is the unit. The exact value, where it is known,
stands beside the estimate.

    piquet simulate -n 100_000 --json

Beside every estimate stands one with the luck of the deal taken out by control variates: what the
dealt hands count, their aces and kings, whose expectations are exact. Its measured gain stands with
it: 1.28 for elder's margin between club players, as if so many times the deals had been played.

An amount that never came up has an interval up to the most that it can be, times Wilson's limit.
Where a run is too short to expect even one event, an interval contains the truth less often than
95% of the time: as measured, 86 to 91% where a tenth of an event is expected, and 78 to 83% where
the rare amounts also differ in size.

Names that records bear, too
----------------------------
In the rows of ``--records`` elder_point is the points for it; the estimate of that name is the
share of deals in which elder's point is good. The same holds of elder_pique, elder_repique,
elder_cards and elder_carte_blanche, and of younger's. Every column of the file says so; ``piquet
help measures`` says which of the two an expression means.

What the errors leave out
-------------------------
Deal number *i* depends on the description and *i* alone (Philox, a counter-based generator); all
deals are equally likely, exactly, as far as the generator is uniform. What no error bar covers: the
numbers hold *between these players*. ``club`` is a sound player, not a strong one; ``expert`` and
``master`` are strong, not perfect: they calculate as if all cards were seen after the one they
play, and never bluff.
"""
