"""Reviews of played deals: what each decision lost, with luck and skill kept apart.

    piquet review played.jsonl                   # what did each decision lose, and what was luck?
    piquet review played.jsonl --json --seconds 2
    piquet review played.jsonl --deals 4000 --chart margin.svg

The input is what ``piquet score`` reads: deals in words (``piquet help notation``) or as one JSON
object per line, with the cards played. If the play stops before the last trick, both players are
assumed to play on perfectly, and luck and skill add up to the result of that. ``players`` may name
who was elder and who younger. Rule books under which perfect play is not known are refused.

```json
{"players": {"elder": "Anna", "younger": "Ben"},
 "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
 "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
 "talon": "9S 8S KH 9C KD QS AC 7D",
 "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"}
```

Decisions
---------
Each discard, call and card is judged by what the seat knew when it decided, and by nothing else: no
card that it could not see changes the verdict. The loss is how many more points the best choice
scores (the player's points less the opponent's) in a deal that stands alone.

For a discard, the loss is a mean over deals of the cards not seen, played as ``piquet advise``
plays them. Half of 65,536 deals choose the best, and the other half, all fresh, judge both.
``--deals`` and ``--seconds`` change that number; without ``--seconds`` a review is the same on
every machine. For a card, it is the mean over all hands that the opponent can still hold, weighted
as ``piquet advise`` weights them.

For a call, it is the mean over deals that agree with what the seat knew, the same 1,024 deals for
each way to call in the class: everything is best, unless another way is better beyond their luck.
Both then play as ``expert``, who assumes that a sequence or set that is not called is not held;
against another opponent, hiding a holding may gain less. A call is *not valued*, with the reason,
if the opponent's exchange or calls are ones that ``expert`` never makes, or if there are too few
deals; such a call is left out of all sums. The review also says what was sunk or called short, and
how many more points the class would have counted at once.

Verdicts are those of ``piquet advise``, number by number. What was made is *best beyond doubt* or
*probably best* where all else is worse, *as good* as another choice, or *too close to call*; or it
was *worse beyond doubt* or *probably worse*. "Beyond doubt" allows for an error of the model, which
the printed error does not contain: 0.7 points for a discard, 0.6 for a call; of the 32 discards,
calls and cards that a deal can have, the chance that any such verdict is wrong is then below one in
sixty. If that is open for a discard, 131,072 further deals judge it, the same for every seed. A
loss of the best is 0; its error says what the choice next to it may make more.

If the record has the ``score`` before the deal and its ``number`` in the partie, under Rubicon,
decisions are judged by the expected settlement, and all titles say so. ``--score 70-82 --deal 6``
gives a score to every deal of the file, yours first: elder's, unless ``--seat younger`` stands
beside it. ``--aim difference`` judges by points. Luck and skill stay in points.

Luck and skill
--------------
The result (elder's score less younger's) is a sum of terms, exactly:

- *elder's advantage before the deal*: the mean margin of two players who exchange as ``expert``;
- *the cards dealt*: the mean over all ways to draw the talon, with the best discards, less the
  above;
- *the cards drawn*: the value after the draw less the mean over all ways to draw what was thrown;
- *what was not called and is not valued*: how much these calls changed, given all the cards;
- *elder's decisions*, *younger's decisions*: what they lost, judged by what the seats knew;
- *how the decisions fared*: how much more the value changed with the decisions than they lost,
  which is again luck.

Values are elder's margin at the end of the deal if both play the cards perfectly, *all cards seen*.
What a decision lost is computed from *what the seat knew*. These are two different things. Only the
last term, their difference, contains both, and it makes the sum equal the result.

With ``--json`` the answer has ``deals``, ``players`` with points lost per deal, and ``errors``, by
player and kind; ``DealReview.as_json`` of `piquet_sim.decisions.review.deal_review` lists the keys
of a deal. In Python ``piquet_sim.review(record)`` reviews one deal, or many.
"""
