"""The explorer: a page in the browser where one lays out a hand, served on this machine alone.

    pip install 'piquet-sim[explore]'       # in a clone: make study has done it
    piquet explore
    piquet explore AKJ.AQJ8.98.J87          # opens with this hand

Discard
-------
Lay out the twelve cards you were dealt: tap them, type them (``AKJ AQJ8 98 J87``, with ``-`` for a
suit that is empty, ``spades AKJ hearts AQJ8 ...``, ``AsKsJs...``), or, while the cards have the
focus, press ``s h d c`` for a suit and the letters of its ranks; ``?`` lists the keys. *New hand*
deals one: any, a close call, with three aces, a long suit or a carte blanche, with a repique within
reach, with nothing to call. *Undo* takes back what was done last.

The best throw is lifted and ringed where the cards are, and the verdict stands below them. Press
the cards that you would throw: they are tagged *yours*, and the page says what that loses against
the best, how often it does better, and why, part by part of the score. *What each throw loses*
ranks the throws by that loss, in deals that all of them have in common; the bar ends in its 95 %
interval. *Count* is what the hand counts on average if all is good: exact, but blind to the other
hand and to the tricks, so it comes first and ranks nothing. *How the deal may end* shows the best
and yours side by side. All exact odds, the chart's numbers and the command of the terminal are
folded below.

Play
----
*Draw and play* deals the other cards and shows the table: both hands, the trick with the card led,
and how the deal ends if both play their best. Above each card that may be played stands how the
deal ends with it, your points less the other's; below it what it costs. All of that sees both
hands. Hide the other hand, and the values go with it until you ask for them.

*Best card*, *Play on* and *Back* go through the deal, as do the arrow keys, Home, End and the space
bar. *Where the deal would end* is flat while nobody errs; a step is a slip, as high as what it
gave. A click on it, or on the number of a trick, goes there; what was played is kept until another
card is played.

Quiz
----
Ten hands that a number and a kind of hand name: what would you throw? After each throw the page
says what it loses against the best, and why; what cannot be told from the best in 8,192 common
deals counts as good. At the end stand the points lost, what ``expert`` and ``club`` lose on the
same hands, and what your slips have in common: guards thrown, the longest suit broken, aces and
kings thrown, cards left, and the like. *Go through my slips* opens them in the view Discard. The
link that is copied names the ten hands and shows no throws.

Review
------
Paste a deal with its play, as ``piquet deal --json`` prints it, or come from the view Play when a
deal is over. For each seat stand what its exchange, its calls and its play lost by what it knew,
and the sum, as ``piquet review`` has them. The line shows where the deal would have ended after
each card, all cards seen. The decisions that cost stand below it, those beyond doubt first, each
with the better one. The one that is open beside them has its reasons: an exchange part by part of
the score, a card with the mean of every card that could be played, over all hands that the other
could hold. *Open in Discard* and *Open in Play* go there, *Next slip* to the next. The numbers are
those of ``piquet review``.

The address of the page holds what is on it, and can be kept and sent. The page is served to this
machine alone, works without a network, a mouse or colour, and stops playing when it is closed.

How it is made
--------------
`service` opens the page, `door` says who may come in and sends out what takes time, `application`
knows the addresses, `questions` reads what an address asks, `themes` deals hands, `answers` answers
at once, `quiz` asks and judges, `review` tells what the decisions of a deal lost, `records` reads
and packs such a deal, `reasons` says why a throw loses, `ends` how a deal may end, `figures` how a
number is written. The page itself lies in the folder ``page``; it computes nothing but what it
shows.
"""
