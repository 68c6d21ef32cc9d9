"""The explorer: a page in the browser for laying out a hand, served to this machine only.

    piquet explore
    piquet explore AKJ.AQJ8.98.J87          # opens with this hand

Discard
-------
Lay out the twelve cards you were dealt. Tap them, type them (``AKJ AQJ8 98 J87``, with ``-`` for an
empty suit, ``spades AKJ hearts AQJ8 ...``, ``AsKsJs...``), or, while the cards have the focus,
press ``s h d c`` for a suit and then the letters of its ranks; ``?`` lists the keys. *New hand*
deals a hand: any hand, a close decision, one with three aces, a long suit or a carte blanche, one
with a repique within reach, or one with nothing to call. *Undo* takes back the last step.

The cards of the best throw are lifted and ringed, and the verdict stands below the hand. Press the
cards that you would throw: they are tagged *yours*, and the page says what your throw loses against
the best, how often it does better, and why, for each part of the score. *What each throw loses*
ranks the throws by that loss, in deals that all of them have in common; each bar ends in its 95 %
interval. *Count* is what the hand counts on average if all is good. It is exact, but ignores the
other hand and the tricks; so it comes first, and nothing is ranked by it. *How the deal may end*
shows the best throw and yours side by side. All exact odds, the chart's numbers and the command for
the terminal are folded below.

Play
----
*Draw and play* deals the other cards and shows the table: both hands, the trick with the card led,
and how the deal ends if both play their best. Above each card that may be played stands how the
deal ends with it, your points less the other's; below the card stands what it costs. All these
values are computed with both hands seen. If you hide the other hand, the values are hidden too,
until you ask for them.

*Best card*, *Play on* and *Back* move through the deal, as do the arrow keys, Home, End and the
space bar. The line *Where the deal would end* is flat while nobody errs; each step is a slip, as
high as the points it gave away. A click on the line, or on the number of a trick, goes there; the
cards played later are kept until another card is played.

Quiz
----
The quiz has ten hands, chosen by a number and a kind of hand: what would you throw? After each
throw the page says what it loses against the best, and why; a throw that cannot be distinguished
from the best in 8,192 common deals counts as good. At the end you see the points lost, what
``expert`` and ``club`` lose on the same hands, and what your slips have in common: guards thrown,
the longest suit broken, aces and kings thrown, cards left, and the like. *Go through my slips*
opens them in the view Discard. The link that is copied names the ten hands but shows no throws.

Review
------
Paste a deal with its play, as ``piquet deal --json`` prints it, or come from the view Play when a
deal is over. For each seat the page shows what its exchange, its calls and its play lost, judged by
what it knew, and the sum. The line shows where the deal would have ended after each card, all cards
seen. Below it stand the decisions that cost points, those beyond doubt first, each with the better
choice. The one that is open beside them is explained: an exchange by the parts of the score, a card
by the mean of every card that could be played, over all hands that the other player could hold.
*Open in Discard* and *Open in Play* go there, and *Next slip* goes to the next. The numbers are
those of ``piquet review``.

The address of the page contains what is on it, and can be kept and sent. The page is served to this
machine only, works without a network, a mouse or colour, and stops computing when it is closed.

How it is made
--------------
`service` opens the page, `door` checks who may connect and passes on what takes time, `application`
knows the addresses, `questions` reads what an address asks, `themes` deals hands, `answers` answers
at once, `quiz` asks and judges, `review` reports what the decisions of a deal lost, `records` reads
and packs such a deal, `reasons` says why a throw loses, `ends` says how a deal may end, and
`figures` writes numbers. The page itself is in the folder ``page``; it computes only how to show
things.
"""
