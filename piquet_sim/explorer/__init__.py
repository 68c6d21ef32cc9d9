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

The address of the page holds what is on it, and can be kept and sent. The page is served to this
machine alone, works without a network, a mouse or colour, and stops playing when it is closed.

How it is made
--------------
`service` opens the door, `connection` waits no longer than a while, `gate` says who may come in,
`application` knows the addresses, `questions` reads what an address asks, `themes` deals hands,
`answers` answers at once and `stream` bit by bit, `reasons` says why a throw loses, `ends` how a
deal may end, `figures` how a number is written. The page itself lies in the folder ``page``; it
computes nothing but what it shows.
"""
