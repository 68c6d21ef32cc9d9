"""Conditions on the cards that are dealt: read from words, counted exactly, and dealt.

``--given`` plays only deals that meet a condition, however rare they are:

    piquet simulate --given "elder has 4 aces"
    piquet simulate --given "younger lacks aces and kings"
    piquet simulate --given "elder has a quint in hearts and the ace of spades is in the talon"
    piquet simulate --given "elder aces > younger aces"

How a condition is written
--------------------------
A condition names who, then has or lacks, then what. "Who" is elder, younger or the talon (dealer is
younger, pone is elder), or both, either, nobody, one player, exactly one player, only elder. "What"
is cards, a number and a kind of card, carte blanche, a sequence, a trio or quatorze, a void, a
guarded card, the lengths of the suits (5-4-2-1), or a measure of the hand with a bound. A suit is
written by its name, its sign or, as a capital, its letter: "4 S". The measures are ``longest_suit``
(or ``point``), ``best_sequence``, ``pips`` (of the point; those of a suit are "pips in hearts") and
``value`` (what the hand counts if all is good, apart from carte blanche). Two points are compared
as in the game, by cards and then by pips: "elder's point is better than younger's"; so are two
sequences, by cards and then by their highest card. "The better point" is better than the other
player's. "Together" counts what two places hold between them. A number alone is exact; ``3+`` means
three or more, and ``2-4`` two to four; a kind without a number means at least one. Sequences are
unbroken runs: a quint has exactly five cards.

In a list, "no" and "lacks" apply to everything after them that has no number of its own. What is
counted need not be repeated ("elder has no aces and younger has four"), and "the other" is the
other player. Parts are combined with and, or, but not both, not and brackets; ``&&`` and
``elder_aces >= 2`` are read, too. Where the English is ambiguous ("3 aces or kings"), the condition
is refused, and the error offers two ways to say it.

Every answer shows how the condition was read, in a form that can be typed back (``elder: 0 aces, 0
kings``). ``piquet help conditions`` ends with an example of every form and how each is read.

How the deals are found
-----------------------
The deals that meet the condition are counted exactly, suit by suit, and numbered; each deal is
drawn by its number. No deal is thrown away, however rare the holding: a million deals in which both
hold two aces and elder a septième take no longer than any other million. Alternatives are counted
as terms that have no deal in common. The exact probability is printed; ``of_all`` in the JSON is a
share of these deals times that probability.

Some conditions cannot be counted: comparisons of trios, quatorzes or values, a ``value`` that more
than four million hands have, and conditions that ask too much of both seats at once. For these,
deals are found by rejection sampling. The answer says how many were kept and how probable the
condition is, with its standard error. The probability is exact if it can be counted in another way
("either player has a quatorze", "elder value >= 20"). An impossible condition is refused.

A condition describes the cards dealt. To count the hands after the exchange, use a measure such as
``--measure "after the exchange elder has 4 aces"`` (``piquet help measures``).
"""
