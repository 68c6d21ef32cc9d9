"""Exact answers: all hands, all draws, who is good, solved endings, the table of play.

What can be counted is counted, and printed as a fraction, a percentage and as odds.

    piquet census                                   # what dealt hands hold
    piquet census aces value --jointly --out mine   # two attributes together
    piquet good                                     # who is good before the exchange
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87  # what the draw brings
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87 --event "a quatorze or a point of 6"
    piquet solve endings.jsonl                      # how perfect players finish a deal

The census counts all 225,792,840 hands by any attribute, or by any two together.

The odds of the draw are over the 20 unseen cards, all draws equally likely: exact for elder, an
approximation for younger, who knows that elder chose. A trio is exactly three of a rank. A suit is
guarded by its ace, the king with one other card, the queen with two, the knave with three. With
``--event`` the odds are those of anything that a condition can say of a hand (``piquet help
conditions``): ``an ace and a king``, ``point >= 6 or 4 aces``, ``not a quint``. The answer says how
it was read; a number alone is exact, ``3+`` is three or more.

Perfect play
------------
With both hands seen the play of the cards is a table of 36,543,159 positions, computed once in a
third of a second and kept, with a checksum, in the user's cache folder. ``piquet solve FILE`` (or
``-`` for the input) reads one ending a line and answers with its value (elder's remaining points
less younger's, the cards or capot included) and that of every lead:

```json
{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}
```

answers ``{"value": 10, "plays": {"AS": 10, "KD": -2}}``. With ``"points": {"elder": 20, "younger":
0}`` a pique that elder may still make is part of the value. In Python:
`piquet_sim.exact.endings.solve_positions`, for arrays.

``--play double-dummy`` finishes every deal by that table after exchange and calls, with
``simulate``, ``study`` and ``deal``. Among plays that make the same difference the choice is
always the same: the one that brings both sides more points, then by suit and rank
(``piquet_sim/kernel/perfect/playout.py`` has the rule in full).
"""
