"""Conditions on the cards that are dealt: read from words, counted exactly, and dealt.

``--given`` plays only deals that meet a condition, however rare they are:

    piquet simulate --given "elder has 4 aces"
    piquet simulate --given "younger lacks aces and kings"
    piquet simulate --given "elder has a quint in hearts and the ace of spades is in the talon"
    piquet simulate --given "elder aces > younger aces"

How a condition is written
--------------------------
A condition names a place, then ``has`` (``holds``, ``is dealt``, or a colon) or ``lacks`` (``does
not have``), then what lies there:

    elder has 3 aces, a quint in hearts; younger: 0 kings

The places are elder, younger and the talon; dealer is younger, pone is elder. ``Both``, ``either``,
``one player``, ``nobody``, ``exactly one player`` and ``only elder`` speak of two. What lies there
is one of these:

- cards: ``AS KH 10D``, ``the ace of spades``, ``AK of hearts``, ``AKJ.AQJ8.98.J87``;
- a number of things: ``3 aces``, ``5+ hearts``, ``2-4 tens``, ``at least two``, ``at most``,
  ``exactly``, ``between 2 and 4``, ``fewer than``, ``or more``, ``no``, ``all four``; ``an ace`` or
  ``aces`` is one or more. Things are ranks, suits, court cards, red or black cards, voids, suits
  ``of 5``, trios, quatorzes, sequences by name (``a tierce major``, ``a quart to the king``, ``2
  quints in hearts``), and bare or guarded kings;
- so many of some: ``one of AS KS QS``, ``3 of aces and kings``;
- ``carte blanche``, ``void in hearts``, ``a trio of kings``, ``a quatorze of aces``, ``a point of
  6``, ``a sequence of at least 4``, the lengths of the suits (``5-4-2-1``);
- a measure with a bound: ``longest_suit>=7``, ``best_sequence=0``, ``pips>=49`` (of the point),
  ``value>=20`` (what the hand counts if all is good, apart from carte blanche);
- a comparison: ``elder aces > younger aces``, ``elder has more aces than younger``, ``elder's point
  is better than younger's``. Points are compared as in the game, by cards and then by pips, and
  sequences by cards and then by their highest card.

A number alone is exact. Sequences are unbroken runs: a quint has exactly five cards. Parts are
combined with ``and``, ``or``, ``but``, ``not (...)`` and brackets; a comma is ``and``, and a
semicolon ends a list. What has no place belongs to the place before it. In a list, ``no`` and
``lacks`` apply to the kinds or cards after them that have no number of their own.

Every sentence has one meaning. What could be taken in two ways, as in "3 aces or kings" or "4 aces
or 4 kings and a quint", is refused, and the refusal says what to write; what cannot be read is
refused with the place, what may stand there, and three sentences near to it. Every answer shows how
the condition was read, in a form that can be typed back (``elder: 0 aces, 0 kings``). ``piquet help
conditions`` ends with an example of every form and how each is read.

How the deals are drawn
-----------------------
The deals that meet the condition are counted exactly, suit by suit, and numbered; each deal is
drawn by its number. No deal is thrown away, however rare the holding: a million deals in which both
hold two aces and elder a septième take no longer than any other million. Alternatives are counted
as terms that have no deal in common. The exact probability is printed; ``of_all`` in the JSON is a
share of these deals times that probability.

Some conditions cannot be counted: comparisons of trios, quatorzes or values, a ``value`` that more
than four million hands have, and conditions that ask too much of both seats at once. For these,
deals are drawn by rejection sampling. The answer says how many were kept and how probable the
condition is, with its standard error. The probability is exact if it can be counted in another way
("either player has a quatorze", "elder value >= 20"). An impossible condition is refused.

A condition describes the cards dealt. To count the hands after the exchange, use a measure such as
``--measure "after the exchange elder has 4 aces"`` (``piquet help measures``).
"""
