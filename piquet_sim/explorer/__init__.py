"""The explorer: a page in the browser to play and to weigh hands, served to this machine only.

    piquet explore                          # opens with an empty table
    piquet explore AKJ.AQJ8.98.J87          # opens with this hand
    piquet explore --host box.example       # also answers by that name, behind a forwarded port

The address that the command prints holds a token, as a notebook's does: without it nothing is
answered, and each start has another. A browser is opened by a file that only you can read and that
is gone when the command ends. What is kept, the browser keeps, on this machine alone: the game at
the table, the last settings, and your errors.

Discard
-------
Lay out the twelve cards you were dealt. Tap them, type them (``AKJ AQJ8 98 J87``, with ``-`` for an
empty suit, ``spades AKJ ...``), or, while the cards have the focus, press ``s h d c`` for a suit
and then the letters of its ranks; ``?`` lists the keys. A wrong card is named, and the other
eleven stay. "New hand" deals a hand: any hand, or one of a kind.

The cards of the best throw are lifted and ringed, and the verdict stands below the hand. Where
another throw is as good or too close to call, "Show the other" lifts its cards instead. Press the
cards that you would throw: they are tagged *yours*, and the page says what your throw loses against
the best, how often it does better, and why, for each part of the score. "What each throw loses"
ranks the throws by that loss, in common deals. "Count" is what the hand counts on average if all
is good, without the tricks. "How the deal may end" shows the best throw and yours side by side;
"Save as image" saves it. All exact odds, the chart's numbers and the command for the terminal are
folded below.

"Draw and play" deals the other cards and opens "Study this deal", with all cards open. Above each
card stands the result of the deal with it, your points less the other player's, below it what the
card costs. "Best card" and "Back" move through the deal, as do the arrow keys, Home and End.

Play
----
The cards are dealt at once: a partie against ``expert``, whose cards are hidden. "New game" chooses
another strategy, any rule book, and one deal or a partie. You exchange, then call or sink each
holding, then play; your opponent answers after a moment. Beside the table stand the score sheet,
what was said, and how many hands the other player can still hold by the cards seen and the calls.
"Which?" and "What is each card worth?" are hints, and "Take back" undoes your last decision in the
deal. You can leave and go on later.

After the last trick the page says what you gave away beyond doubt, in the exchange, the calls and
the play, and compares it with luck; "Review this deal" goes through it. "Save the deals" writes the
deals in the notation, which ``piquet review`` reads.

Review
------
Paste a deal with its play, in the notation or in JSON, drop a file with it, or come from a deal
that is over. Several deals, as of a partie, become a table of deals that opens each. The chart
shows what the deal was worth to a seat, step by step, from the seat's edge to the last trick: luck
is grey, elder's decisions are blue and younger's orange where they are worse beyond doubt, and the
steps add up to the result. Below it are the decisions that cost points, those beyond doubt first,
each with the better choice. The decision that is open beside them is explained: an exchange by the
parts of the score, a card by the mean of every card that could be played, over all hands that the
other player could hold. ``n`` and ``p`` go to the next and the previous slip, the arrow keys from
step to step. "Try it again" hides the answer and asks once more, "All throws" opens "Discard", and
"Study this deal" opens the table. The numbers are those of ``piquet review``.

"A card in mid-deal" asks about a deal that you play elsewhere: lay out what you were dealt, threw
and drew, what the other player said of each class, and the cards that have fallen; each card that
you could play is valued over all hands that the other could hold.

Ten hands
---------
Today's ten hands, one throw each, the same for everyone; a mark leads back to its hand. At the end
stand the points lost, how many throws were best, and what ``expert`` and ``club`` lose on the same
hands.

"Ten of my errors" asks ten of your own errors again. Each decision that loses beyond doubt in
"Play", "Review" and "Ten hands" is kept, up to two hundred, and those that cost most and that were
not seen for longest come first. An answer as good as the best, or too close to call, counts as
right. "Save" writes what the browser keeps to a file, "Open" reads such a file, and "Forget"
deletes everything.

The page works without a network, a mouse or colour, and stops computing when you close it.
"""
