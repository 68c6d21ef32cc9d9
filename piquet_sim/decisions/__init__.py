"""What a discard, a call or a card is worth: tried in many deals and compared; a deal in steps.

    piquet advise AKJ.AQJ8.98.J87                           # which cards should go, and why?
    piquet advise T7.T97.AQJT.KQT --seat younger --took 4 --score 68-155 --deal 6
    piquet advise AKJ.AQJ8.98.J87 --deals 4000              # the same answer on every machine
    piquet advise AKJ.AQJ8.98.J87 --discard K..98.87        # what does my discard lose, and why?
    piquet advise AKJ.AQJ8.98.J87 --all                     # parts of the score, how deals end
    piquet advise --given hand.carte_blanche --hands 200    # what goes from such hands?
    piquet advise hands.txt                                 # what goes from each of these hands?
    piquet advise begun.jsonl                               # what comes next in a deal begun?
    piquet advise deals.jsonl --seat elder --call point     # call everything, or less?
    piquet advise deals.jsonl --seat elder --trick 1        # which card, as elder could see it?

For a hand, the opponent exchanges like ``--opponent`` (by default ``expert``), both call
everything, and both play the cards perfectly, seeing all of them. Half of the deals choose the best
discard; fresh deals, the same for every discard that is listed, judge it, so that its value does
not include the luck by which it was chosen. The reasons are differences deal by deal, and are given
only when beyond their errors.

A choice is as good as another when the 95% confidence interval of the difference lies within a
tenth of a point, even if a rare loss was missed: it takes some twenty thousand deals. It is too
close to call when the interval holds 0, or lies there by fewer deals. Otherwise it is probably
worse, and worse beyond doubt when the chance that this is wrong is below one in two thousand, an
error of the model allowed for: 0.7 points for a discard, 0.6 for a call. ``piquet review`` uses the
same words.

Younger knows how many cards elder took, so elder is dealt only hands from which the strategy takes
so many. If there are none, elder is made to take them, and the advice says so: values may be off by
several points.

A deal begun
------------
``piquet advise FILE`` reads deals as far as they have gone, in words (``piquet help notation``) or
one JSON object per line, and answers what is to be decided next.
This is elder's first call:

```json
{"elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", "drawn": "9S 8S KH 9C KD"},
 "younger": {"took": 3}}
```

- A seat that has a hand and no ``discard`` is to discard, elder first.
- If no card was played and a seat has no ``calls``, it is to call its point.
- Otherwise the seat whose turn it is plays a card.

``--seat`` says who asks where it does not follow. The other hand and the talon may be left out;
then ``drawn`` gives the cards that the seat drew, and ``took`` how many the opponent took. What is
hidden from the seat is discarded before anything is computed. ``--call CLASS`` (``point``,
``sequence`` or ``set``) and ``--seat elder --trick 5`` ask about an earlier decision, also in a
finished deal.

Whether to call
---------------
The ways to call (everything, less in one class or nothing in it, nothing) are tried in the same
deals, which agree with what the seat knows: the opponent would have thrown, called and
answered so. Then both play on, the seat as ``expert`` and the opponent as
``--opponent``, each using what was called: silence costs what would have counted, and may mislead
the opponent. The column "loses" compares with calling everything, which is best unless another way
makes more beyond the luck of the deals.

With ``--score 68-155 --deal 6`` (your total first), or a record's ``score`` and ``number``, calls
and cards are judged by the expected settlement; ``--aim difference`` judges by points again.

Which card to play
------------------
``piquet advise`` lists every hand that the opponent can still hold, and gives each legal card its
mean over all of them, weighted by how likely the opponent is to have kept the hand and to have
played as they did. Against each hand both play on perfectly, seeing all
cards. The column "behind" has an error: that of the gap if each weight were off by as much as
itself.

"best in" is the chance that the card is best, "saved" that the player's total reaches the rubicon.
``--aim own`` and ``--aim settlement`` order the cards by own points and
by the settlement. What the opponent did not call is assumed not to be held; if it was sunk, the
figures are wrong. Rule books under which perfect play is not known are refused.

A view
------
What one seat knows may also be given as a view, one JSON object per line:

```json
{"seat": "younger", "rules": "rubicon",
 "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D", "left": "",
 "calls": "full",
 "opponent": {"took": 5, "holds": "AH KH QH JH 8H",
              "calls": {"point": {"length": 5, "pips": 49},
                        "sequence": {"length": 4, "top": "A"}, "set": {"size": 3, "rank": "J"}},
              "counted": {"sequence": 4}},
 "play": "AH TH KH"}
```

Everything except ``seat``, ``dealt``, ``discard``, ``drawn`` and ``took`` may be left out
(`piquet_sim.decisions.one_hand.read_knowledge` explains the keys). For a call, ``class`` says what
is to be called. With ``--json`` every answer has ``question``, ``origin`` and ``candidates``, the
best first, each with a ``value`` and the ``gap`` to the best. In Python, use ``piquet_sim.advise``,
and ``advise_calls`` and ``advise_play`` of `piquet_sim.decisions.kinds`.
"""
