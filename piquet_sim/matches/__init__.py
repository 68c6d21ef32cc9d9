"""Matches: parties and races, what a score is worth, chouette.

``piquet simulate --matches N`` plays whole matches under the rule book between two *players*, who
change seats: a partie of six deals or (``--set partie_deals=4``) of four, a race, won games, or
with ``--third`` a chouette. ``--elder`` and ``--younger`` are the seats of the first deal.
``--start 70-99`` begins the match with these totals, elder's first.

    piquet simulate --matches 1e5 --rules cotton_1674 --set target=121
    piquet simulate --matches 1000 --elder club --younger club --third novice   # chouette

In Python, ``simulate_matches(Simulation("club", "novice", "cotton_1674"), n=10_000).table()``
returns all of it as a data frame.

Settling a score sheet
----------------------
``piquet settle`` says what a score sheet comes to:

    piquet settle --deals "27-13 15-31 44-6 18-29 35-12 25-23"
    piquet settle sheets.jsonl

From a file it reads one score sheet per line, and answers each in words, or with ``--json``:

```json
{"deals": [[27, 13], [15, 31], [44, 6], [18, 29], [35, 12], [25, 23]], "rules": "rubicon"}
```

answers ``{"totals": [164, 114], "winner": "A", "rubicon": false, "settlement": 150}``. The answer
for a match that is not over has ``"unfinished"``, which says what is missing. A sheet that gives
``"totals"`` is settled by them, and ``"sums"`` names a column that does not add up to its total
(one on the card printed in Cavendish does not). ``--chouette "150 416 -476"`` follows three
players: each partie is rounded to tens and counts double for the single player, and the scores are
running totals. In Python, ``settle_sheet({"deals": [[27, 13], ...]})`` gives the same answer, and
``reckon_money(points, stake)`` what points come to in money.

What a score is worth
---------------------
You are 68 to 155 down with one deal to go: what are your chances?

    piquet chances 68-155 --deal 6
    piquet chances 68-155 --deal 6 --elder a --chart chances.png

``piquet chances`` works back exactly from the end of the partie, over every deal and pair of
totals. Only the joint distribution of one deal's scores for the two strategies is measured; its
error is carried through to the answer. A point is worth most just before the rubicon. Once the
rubicon cannot be saved, it is worth less than nothing, because the loser then also pays for each
point of their own.
"""
