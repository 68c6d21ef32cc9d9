"""Exact answers: all hands, all draws, who is good, solved endings, the table of play.

Whatever can be counted is counted exactly, and printed as a fraction, a percentage and odds.

    piquet census                                   # what dealt hands hold
    piquet census aces value --out mine             # by attributes, with a table and a chart
    piquet census --given "hand.aces == 3"          # hands that meet a condition
    piquet odds --good all                          # who is good before the exchange
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87  # what the draw brings
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87 --event "hand.aces == 4"
    piquet solve endings.jsonl                      # how perfect players finish a deal
    piquet solve endings.jsonl --aim own            # the most points for one player
    piquet solve endings.jsonl --aim settlement --score 93-120

The census counts all 225,792,840 hands by any attribute, and in Python by any two together
(``joint_table``); with ``--given`` it counts the hands that meet a condition (``piquet help
expressions``). ``odds --good`` says in how many deals elder's point, sequence or set is good before
the exchange, by what elder holds.

The odds of the draw count all draws from the 20 unseen cards as equally likely. That is exact for
elder; for younger it is an approximation, because elder chose what to throw. A trio is exactly
three of a rank. A suit is guarded by its ace, by the king with one other card, the queen with two,
or the knave with three. ``--event`` gives the odds of anything that can be asked of the hand after
the draw (``piquet help expressions``): ``hand.aces >= 1 and hand.kings >= 1``. If two aces are
kept, another ace is ``hand.aces >= 3``. ``unseen`` are the cards that the hand has neither held nor
drawn: with ``unseen.best_sequence < 5`` the other player has no quint. ``--aim`` ranks all discards
by the mean or the odds of such an expression.

Perfect play
------------
When both hands are seen, the play of the cards is a table of 36,543,159 positions. It is computed
once, in about a second, and kept with a checksum in the user's cache folder. ``piquet solve
FILE`` (or ``-`` for standard input) reads one ending per line and says in words, or with ``--json``
in numbers, its value (elder's remaining points less younger's, including those for the cards or
capot) and the value of every lead:

```json
{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}
```

answers ``{"value": 10, "plays": {"AS": 10, "KD": -2}}``. With ``"points": {"elder": 20, "younger":
0}`` a pique that can still be made is part of the value. With ``"table": "AS"``, the player named
by ``leads`` has led that card: it is no longer in the hand and has been counted, and the plays are
the replies. ``--rules`` and ``--set`` apply to endings that name no ``rules``. A search finds the
values for replies, for aims other than the difference, while a pique is live, and where points
depend on the cards themselves; with twelve cards each it takes less than a second. In Python:
`piquet_sim.solve`.

What both play for
------------------
``--aim own`` maximises the points that one player scores from here on; by default this is the
player to move. The other player keeps these points down at any cost, so the value is a certain
minimum. It includes the points for the cards or capot. ``--seat younger`` asks for younger's, even
if elder is to move. Answers name the ``seat``.

``--aim settlement --score 93-120`` maximises the payment at the end of the match, of which this
must be the last deal. The value is what elder is paid, and is negative if elder pays. The score
gives your total and the opponent's so far, including everything already counted in this deal; you
are elder, unless ``--seat`` says younger. In a partie of four deals, what is still to come counts
double. The settlement is that of the rules, including the rubicon. If the rules settle games, the
value is in games, and is 0 if nobody has won the race after this deal.

Perfect play in deals
---------------------
With ``simulate``, ``study`` and ``deal``, ``--play double-dummy`` finishes every deal by that table
after the exchange and the calls. Among plays with the same difference, the choice is always the
same: the one that brings both sides more points, then by suit and rank
(``piquet_sim/kernel/perfect/playout.py`` has the full rule).
"""
