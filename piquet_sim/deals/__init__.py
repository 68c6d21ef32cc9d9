"""A simulation and its deals one by one: played, scored, and described in words.

Deal number *i* depends on the description of the simulation (players, rules, seed) and on *i*
alone. ``piquet deal`` describes one deal card by card:

    piquet deal --seed 1 --index 2

Scoring deals
-------------
``piquet score`` reads deals that were played elsewhere, either in words (``piquet help notation``)
or as one JSON object per line, and answers each with one line. Hands are written as
``spades.hearts.diamonds.clubs``, as a list of cards, or by suits:

```json
{"rules": "rubicon",
 "elder":   {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", "calls": "full"},
 "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "calls": "full"},
 "talon": "9S 8S KH 9C KD QS AC 7D",
 "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"}
```

This is the worked example in Cavendish's treatise, which ends 28 to 23. In the file it stands on
one line:

    piquet score deals.jsonl
    piquet score deals.jsonl --explain      # in words, trick by trick

``calls`` is ``"full"``, ``"none"``, or what was called: ``{"point": {"length": 5, "pips": 49},
"sequence": {"length": 4, "top": "A"}, "set": {"size": 3, "rank": "J"}}``. A class that is left out
was not called, and with ``"carte_blanche": false`` a carte blanche was not declared. Without
``play`` the deal is scored up to the first lead. If the play stops before the last trick, the deal
is scored up to that point, with nothing for the cards, and ``stops_after`` gives the number of
cards played. Anything illegal is refused, with its line and the reason. ``totals``, such as ``[28,
23]``, are compared with the score; ``comment`` (text, kept when the deal is written again),
``name``, ``players`` (``{"elder": "Ann"}``), ``number`` (of the deal in the partie) and ``score``
(before the deal) do not change the result. ``data/deal.schema.json`` in the package is the JSON
Schema of such a line. In Python, ``score_deal`` does the same.
"""
