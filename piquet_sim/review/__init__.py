"""Played deals reviewed: what each decision lost, luck apart from skill.

    piquet review played.jsonl                   # what did each decision lose, and what was luck?
    piquet review played.jsonl --json --seconds 2
    piquet review played.jsonl --deals 4000 --chart margin.svg

The input is what ``piquet score`` reads: deals in words (``piquet help notation``; ``piquet deal``
prints them), or one JSON object a line, with all 24 cards played; ``players`` may name who was
elder and who younger (of one name for both the seats are said). A record that
breaks the laws is refused, with the number of the card and what was legal, before anything is
reviewed. Rule books under which perfect play is not known are refused, too.

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
card that it could not see changes what is said of it. What was lost is how many points more the
best choice makes, own points less the opponent's, in a deal that stands alone.

Of a discard that is a mean over deals of the cards not seen, as ``piquet advise`` plays them: half
of 65,536 deals choose the best, and fresh ones judge both. ``--deals`` and ``--seconds`` make that
more or less; without ``--seconds`` a review is the same on every machine. Of a card it is the mean
over all hands that the opponent can still hold, as ``piquet advise-play`` weighs them; nothing is
sampled, but the weights are a model, and the error is what it would be if each weight were off by
as much as it is itself. Where only one card could be played, or cards that touch, nothing was
decided.

Of a call it is the mean over deals that agree with what the seat knew, the same for each way to
call in the class: 256 choose the best way, fresh ones judge it and the call that was made (with
``--deals N`` there are N / 128 in all). Both then play as ``expert``, who takes it that a sequence
or set that is not called is not held: against another opponent hiding a holding may bring less.
Classes before are called as they were, those after in full. Where the opponent's exchange or calls
are such as ``expert`` never makes, or there are too few deals or too little time, a call is *not
valued*, with the reason: that is no zero, and stands in no sum.

A decision is *worse beyond doubt* where the chance of any wrong verdict on a deal is below one in
twenty: the 32 discards, calls and cards that a deal can have are corrected for (Bonferroni). It is
*probably worse* where its loss lies above 0 by 1.96 standard errors, and *too close to call*
otherwise. Verdicts allow for a further error that the printed one, of sampling, does not contain:
of a discard 0.7 points, because deals are played on with all cards seen (measured in 50 hands
against cards played by ``expert``); of a call 0.6 points, because another opponent draws other
conclusions (measured in 137 calls against ``master``). Both seats are taken to call everything, the
opponent to exchange as ``expert`` does, and the cards after the one in question to be played
perfectly.

The deals may leave it open on which side of the line to *beyond doubt* a discard or call lies. Then
more deals decide, the same for every seed: four times as many as judged it (131,072 for a discard,
and eight times as many, 2,048, for a call), but none with ``--seconds``. What they say of the loss
is ``settled`` in the JSON. How often verdicts are wrong is measured by ``piquet trust``, with
``--reviews N``.

Of a call is also said what was sunk or called less, and how many points more the class would have
counted at once, all cards seen. A carte blanche is named where it was not announced. ``piquet
advise-call`` tries more ways to call, against other players.

Where several deals are reviewed, the decisions of all players without a name are added up for each
seat; ``is_named`` says so in the JSON.

Luck and skill
--------------
The result (elder's score less younger's) is a sum of terms, exactly:

- *elder's advantage before the deal*: the mean margin of two players who exchange as ``expert``;
- *the cards dealt*: the mean over all ways to draw the talon, both throwing their best, less that;
- *the cards drawn*: the value after the draw less the mean over all ways to draw what was thrown;
- *what was not called and is not valued*: what these calls changed, as the cards lay;
- *elder's decisions*, *younger's decisions*: what they lost by what the seats knew;
- *how the decisions fared*: by how much more the value changed with the decisions than they lost,
  which is luck again.

Values are elder's margin at the end of the deal if both play the cards perfectly, *all cards seen*.
What a decision lost is reckoned from *what the seat knew*. These are two different things: only the
last term, their difference, has both, and that is why the sum is the result.

With ``--json``: ``deals``, each with ``players``, ``rules``, ``score``, ``margin``, ``decisions``
(``seat``, ``kind``, ``card``, ``trick``, ``done``, ``best``, ``lost`` with its error, ``verdict``,
``beyond_doubt``, ``choices``, ``settled`` where more deals decided, of cards ``hands``, of calls
``not_counted``, and ``why_not`` where they are not valued), ``lost`` by each seat,
``luck_and_skill`` and ``expected_margin`` (``before``, ``dealt``, ``elder_thrown``, ``thrown``,
``drawn``, ``called``, ``cards``); ``players``, points lost a deal; ``errors``, by player and kind.
In Python ``piquet_sim.review_deal(record)`` reviews one deal, ``review_deals(records)`` many.
"""
