"""Expressions on cards and outcomes: which deals are dealt, what is counted, and in which groups.

    piquet simulate --given "elder.aces == 4"
    piquet simulate --measure "elder_score - younger_score >= 30"
    piquet simulate --measure elder_wins --given-outcome "elder.after.quatorzes >= 1"
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87 --event "hand.knaves == 4"
    piquet odds AKJ.AQJ8.98.J87 --aim "hand.longest_suit >= 6"
    piquet census --given "hand.aces == 3 and hand.voids >= 1"

All of these are expressions of Python over the names listed below, and so are ``given``,
``measures`` and ``given_outcome`` in Python. `ask` takes one for a frame of records:

    >>> from piquet_sim import Simulation, ask
    >>> from piquet_sim.running.records import record_deals
    >>> table = record_deals(Simulation("club", "club"), 5)
    >>> ask(table, "elder.after.aces > elder.aces").tolist()
    [True, True, True, False, True]

Names
-----
A **dot** asks what cards hold: ``elder.aces``, ``younger.has('AS KS')``, ``talon.kings``. The
places ``elder``, ``younger`` and ``talon`` are as dealt; ``elder.after``, ``elder.thrown`` and
``elder.drawn`` follow the exchange, for younger as well; ``lead`` is elder's first card. Where
there is one hand it is called ``hand``, and ``odds`` also knows ``unseen``. An **underscore** is a
column of the deal's record, or follows from one: ``elder_score``, ``difference``. ``elder.point``
is the point dealt to elder, ``elder_point`` what elder scores for the point.

Signs
-----
There are ``+ - * / // %``, the comparisons ``>= <= > < == !=`` (also in a chain, ``3 <=
elder_tricks <= 5``), ``in (4, 5)``, ``not in``, ``and``, ``or``, ``not``, brackets, and ``abs(x)``,
``min(x, y)``, ``max(x, y)``; all else is refused. What is true counts as 1, what is false as 0:
``elder.carte_blanche + younger.carte_blanche == 1`` is true of deals with exactly one. The reverse
is refused: a number is compared, as in ``elder_score > 30``. A mean is taken of whole numbers, so
that sums are the same, bit for bit, for any number of threads: ``elder_score // 2``. What can be 0
is no divisor.

A point and a sequence only compare with their like, as in the game: ``elder.point >
younger.point``. ``longest_suit``, ``pips`` and ``best_sequence`` are numbers. ``elder.aces == 3``
is exactly three; a quint has exactly five cards; trios and quatorzes are of the ranks that count.

In a shell, put the whole in double quotes and cards in single ones: ``--given "elder.has('AS')"``.
Answers show the normal form, with cards in order and single spaces, which can be typed back.

Given cards
-----------
``--given`` plays only deals that meet a condition on the cards dealt, however rare they are. These
deals are counted exactly, suit by suit, and drawn by their number; none is thrown away. Arithmetic
is counted as well: ``elder.aces - younger.aces >= 2``. The exact probability is printed, and
``of_all`` in the JSON is a share of these deals times that probability.

Comparisons of trios, quatorzes or values, a ``value`` that more than four million hands have, and
conditions that ask too much at once are met by rejection sampling. The answer says how many deals
were kept and how probable the condition is, with its error, or exactly where that is counted in
another way. An impossible condition is refused. ``study NAME --given`` takes a condition where the
study plays deals.

Groups
------
``--by``, once or twice, takes every estimate among the deals of each value, and shows each group's
share; ``simulate(..., by=...)`` answers with ``groups``, which has ``table()`` and ``plot()``:

    piquet simulate --by elder.longest_suit --measure "elder_repique > 0"
    piquet simulate --by "difference // 20" --by elder.carte_blanche

Measures
--------
``--measure``, which may be repeated, adds an estimate: the share of deals in which the expression
is true, or the mean of a number, with mirrored deals counted as pairs. A name before a colon is a
label by which ``--precision`` and ``--json`` know it:

    piquet simulate --measure "landslide: difference >= 60" --precision landslide=2%

``--given-outcome`` takes these measures, but no other estimate, over the deals in which an
expression is true, and prints how many these are. It restricts what is counted, ``--given`` what is
dealt. ``elder_point`` alone might mean the points or how often there are any: write ``elder_point >
0`` or ``elder_point_mean``. ``elder_cards > 0`` is also true for a capot, while the estimate
``elder_cards`` is ``7 <= elder_tricks <= 11``. Measures have no control variates.
"""
