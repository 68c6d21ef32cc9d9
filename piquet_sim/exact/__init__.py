"""Exact answers: all hands, all draws, who is good, solved endings, the table of play.

What can be counted is counted, and printed as a fraction, a percentage and as odds.

    piquet census                                   # what dealt hands hold
    piquet census aces value --jointly --out mine   # two attributes together
    piquet good                                     # who is good before the exchange
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87  # what the draw brings
    piquet odds AKJ.AQJ8.98.J87 --discard K..98.87 --event "a quatorze or a point of 6"
    piquet solve endings.jsonl                      # how perfect players finish a deal
    piquet solve endings.jsonl --aim own --explain  # who needs points, whatever the other makes
    piquet solve endings.jsonl --aim settlement --score 93-120
    piquet solve hidden.jsonl --hidden              # one hand is not known

The census counts all 225,792,840 hands by any attribute, or by any two together.

The odds of the draw are over the 20 unseen cards, all draws equally likely: exact for elder, an
approximation for younger, who knows that elder chose. A trio is exactly three of a rank. A suit is
guarded by its ace, the king with one other card, the queen with two, the knave with three. With
``--event`` the odds are those of anything that a condition can say of a hand (``piquet help
conditions``): ``an ace and a king``, ``point >= 6 or 4 aces``, ``not a quint``. The answer says how
it was read; a number alone is exact, ``3+`` is three or more, and ``a fourth knave`` is had by who
holds four. ``breaks every quint`` (or another sequence) counts the draws after which nobody else
can have one; it stands alone.

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
0}`` a pique that may still be made is part of the value. With ``"table": "AS"`` that card has been
led by ``leads``, is no longer in the hand, and has counted for its lead: the plays are the replies.
``--rules`` and ``--set`` are for endings that name no ``rules``. Where the cards themselves count,
for replies, and for other aims than the difference, a search finds the values, at twelve cards each
in less than a second. In Python: `piquet_sim.solve_ending`, and for arrays
`piquet_sim.exact.ending_solutions.solve_positions`.

What both play for
------------------
``--aim own`` maximises the points of one player, by default of the one to move, from here on: the
other holds them down, whatever it costs, so that the value is certain. The cards or capot are part
of it. ``--seat younger`` asks for younger's points, whoever is to move. Answers name the ``seat``.

``--aim settlement --score 93-120`` maximises what is paid at the end of the match, this being its
last deal: the value is paid to elder, and negative where elder pays. The score is elder's total and
younger's before what is still to be played, with all that has been counted in this deal; of a
partie of four deals what is still to come counts double. The rules' own settlement is meant, the
rubicon included; where games are settled the value is in games, and 0 if nobody has won the race
after this deal.

When one hand is not known
--------------------------
With ``--hidden`` an ending has the hand of the player to move, and of the other ``unseen``, the
cards that they may hold; how many they hold follows.

```json
{"elder": "AQ..KJ.", "unseen": "KJ8.A7.AQ.", "holds": "AD", "lacks": "AH",
 "leads": "elder", "tricks": {"elder": 4, "younger": 4}}
```

``holds`` are cards that are certainly held, ``lacks`` cards that are not. With ``"calls": {"set":
{"size": 3, "rank": "J"}}``, as in the record of a deal, and ``played``, the cards that the other
has played to complete tricks, only hands are listed that hold with these what was called; that
nothing better was called tells nothing, since it may have been sunk. (``piquet advise-play`` takes
an opponent who calls everything, and weighs the hands.)

The answer says how many ``hands`` fit, of how many ``ways`` without the calls, in how many each
card is, and for each card that may be played its ``least`` and ``most`` over all hands, how many
hands give it each value, and in how many it is ``best``. Values are those of the player to move:
own points less the other's, own points, or what they are paid. Both play on perfectly and see all
cards. So ``certain_at_most``, the greatest of the least values, is a bound: a player who does not
see the other hand can make no more certain, and sometimes less, having to guess later on. At most
200,000 ways are listed. In Python: `piquet_sim.solve_hidden_ending`.

Perfect play in deals
---------------------
``--play double-dummy`` finishes every deal by that table after exchange and calls, with
``simulate``, ``study`` and ``deal``. Among plays that make the same difference the choice is
always the same: the one that brings both sides more points, then by suit and rank
(``piquet_sim/kernel/perfect/playout.py`` has the rule in full).
"""
