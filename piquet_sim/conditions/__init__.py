"""Conditions on the cards that are dealt: read from words, counted, and dealt.

``--given`` plays only deals in which something holds, however rare it is:

    piquet simulate --given "elder has 4 aces"
    piquet simulate --given "younger lacks aces and kings"
    piquet simulate --given "elder has a quint in hearts and the ace of spades is in the talon"
    piquet simulate --given "elder aces > younger aces"

How a condition is written
--------------------------
A condition says who (elder, younger, talon; dealer is younger, pone is elder; both, either,
nobody), has or lacks, and what: cards, a number and a kind of card, carte blanche, a sequence, a
trio or quatorze, a void, a guarded card, or a measure of the hand with a bound: ``longest_suit``
(or ``point``), ``best_sequence``, ``value`` (what the hand counts if all is good, carte blanche
apart). A number alone is exact; ``3+`` is three or more, ``2-4`` from two to four; a kind without a
number means at least one. Sequences are unbroken runs: a quint has exactly five cards.

In a list, "no" and "lacks" hold for all that follows without a number of its own. Parts are joined
by and, or, not and brackets. Where English leaves open what is meant ("3 aces or kings"), the
condition is refused with two ways to say it.

Every answer shows how the condition was read, in a form that can be typed back (``elder: 0 aces, 0
kings``). ``piquet help conditions`` ends with an example of every form and how each is read.

How the deals are found
-----------------------
The deals that fulfil the condition are counted exactly, suit by suit, and numbered; one is drawn by
its number. No deal is thrown away, however rare the holding: a million deals in which both hold two
aces and elder a septième cost what any million costs. Alternatives are counted as terms that have
no deal in common. The exact probability is printed; ``of_all`` in the JSON is a share of deals
times that probability.

Some conditions cannot be counted: comparisons of trios, quatorzes or values, a ``value`` that more
than four million hands have, too much asked of both seats at once. Their deals are dealt by
rejection sampling, and the answer says how many were kept, and how probable the condition is, with
its standard error. An impossible condition is refused.
"""
