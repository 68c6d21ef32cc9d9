"""The explorer: a page in the browser to play and to weigh hands, served to this machine only.

    piquet explore                          # opens on the hand of the day
    piquet explore AKJ.AQJ8.98.J87          # opens with this hand

Today
-----
The page opens on the hand of the day, face up, the same for everyone: the date is the seed of the
deal. Press the cards that you would throw, then "Throw": only then does the page say what the throw
loses, and why. "Show me instead" counts as missed. A line to share names the hand and your result.
"Another hand" goes on with ten more hands of the day, the same for everyone, whose address can be
shared.

Play
----
A partie of six deals under Rubicon, against ``expert`` or any other strategy, whose cards are
hidden. The engine deals. You exchange, then call or sink each holding, then play; your opponent
answers after a moment. Cards that may not be played are dimmed, and a press on one says which suit
must be followed. Beside the table stand the score sheet, what was said, and how many hands the
other player can still hold by the cards seen and the calls. "Which?" and "What is each card worth?"
are hints; a deal with a hint does not count in the rating. Every step is kept, so that you can
leave and go on later.

After the last trick the page says what you gave away beyond doubt, in the exchange, the calls and
the play, and compares it with luck. The costliest moment is asked as a question: "Find it" or "Show
it". "Save the deals" writes the deals of the partie in the notation. ``piquet review`` finds the
same losses in them: decisions are judged by points, since no score is written.

Discard
-------
Lay out the twelve cards you were dealt. Tap them, type them (``AKJ AQJ8 98 J87``, with ``-`` for an
empty suit, ``A K J, A Q J 8, 9 8, J 8 7``, ``spades AKJ hearts AQJ8 ...``, ``AsKsJs...``), or,
while the cards have the focus, press ``s h d c`` for a suit and then the letters of its ranks;
``?`` lists the keys. A wrong card is named, and the other eleven stay. "New hand" deals a hand: any
hand, a close decision, one with three aces, a long suit or a carte blanche, one with a repique
within reach, or one with nothing to call. "Undo" takes back the last step.

The cards of the best throw are lifted and ringed, and the verdict stands below the hand. Press the
cards that you would throw: they are tagged *yours*, and the page says what your throw loses against
the best, how often it does better, and why, for each part of the score. "What each throw loses"
ranks the throws by that loss, in deals that all of them have in common; each bar ends in its 95 %
interval. "Count" is what the hand counts on average if all is good. It is exact, but ignores the
other hand and the tricks, so nothing is ranked by it. "How the deal may end" shows the best throw
and yours side by side. All exact odds, the chart's numbers and the command for the terminal are
folded below.

"Draw and play" deals the other cards and opens "Study this deal", with all cards open. The number
above each card that may be played is the result of the deal with it, your points less the other
player's; the number below is what the card costs. "Best card" and "Back" move through the deal, as
do the arrow keys, Home and End. All these values are computed with both hands seen.

Review
------
Paste a deal with its play, as ``piquet deal --json`` prints it, or come from a deal that is over.
The chart shows what the deal was worth to a seat, step by step, from the seat's edge to the last
trick: luck is grey, decisions are coloured where they are worse beyond doubt, and the steps add up
to the result. Below it are the decisions that cost points, those beyond doubt first, each with the
better choice; one that is too close to call shows 0. The decision that is open beside them is
explained: an exchange by the parts of the score, a card by the mean of every card that could be
played, over all hands that the other player could hold. ``n`` and ``p`` go to the next and the
previous slip, the arrow keys from step to step. "Try it again" hides the answer and asks once more,
"All throws" opens "Discard", and "Study this deal" opens the table. The numbers are those of
``piquet review``.

My errors
---------
Each decision that loses beyond doubt in "Today", "Play", "Review" and "Ten hands" is kept and asked
again as a flashcard, until you know the answer. There are five boxes: a right answer moves an error
up, to be asked again in 1, 3, 7, 16 and 35 days; a wrong one moves it to the first. An answer too
close to the best to be distinguished from it counts as right. The rating is the mean number of
points lost per decision over the last fifty, without forced cards, flashcards and deals with a
hint. Beside it is what ``club`` and ``expert`` lose on the same decisions. "Ten hands" asks for
throws from ten hands, which a number and a kind of hand identify; its link does not show your
throws.

All of this is kept on this machine alone, in a small database in your own folder for data
(``$XDG_DATA_HOME/piquet-sim`` where that is set). "Save to a file" writes the errors as deals in
the notation, "Read a file" adds the errors from such a file, and "Delete all" deletes everything at
one press, parties and rating included. A history that cannot be read is set aside under another
name, and the page names it.

The address of the page contains what is on it, and can be kept and sent. The page is served to this
machine only, works without a network, a mouse or colour, and stops computing when you close it.

How it is made
--------------
`service` opens the page, `door` checks who may connect and passes on what takes time, `application`
knows the addresses, `questions` reads what an address asks, `themes` deals hands, `answers` answers
at once, `quiz` asks and judges, `review` reports what the decisions of a deal lost, `records` reads
and packs such a deal, `partie` holds a partie and says what the player sees of it, `history` keeps
errors and asks them anew, and `words` puts numbers into words. The page itself is in the folder
``page``; it computes only how to show things.
"""
