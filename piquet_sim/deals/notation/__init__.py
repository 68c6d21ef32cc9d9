"""Deals in words: records of play, read and written.

This is how a deal is written down:

```text
# Cavendish's example
Deal: the example
Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87;
  point of five making 49, good; quart major, good; three knaves, not good
Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97
Talon: 9S 8S KH 9C KD QS AC 7D
Play: 1. AH TH 2. KH 7D 3. QH TD 4. JH JD 5. 8H QD 6. KD AD
  7. AC 9C 8. KC JC 9. QC 8S 10. TC 9S 11. QS AS 12. JS TS
Total: 28 to 23
```

It can be scored, and either player can be advised on it:

    piquet score deals.txt
    piquet advise deals.txt --seat elder --trick 5

Everything is checked against the laws. A mistake is reported in one line, which names the line, the
column, the word and what was expected. In Python:

```python
from piquet_sim import read_deals, write_deal

for deal in read_deals("deals.txt"):
    print(write_deal(deal))
```

Other programs may use the notation, under the name PQN. Its standard has a grammar, a schema and
files to try a reader with; ``piquet help notation`` prints it below this guide. A file may name its
notation, ``Notation: PQN 1``; ``write_deals`` writes such files, in words or as JSON.

``read_deals`` returns what ``score_deal`` and ``read_view`` take (``piquet help deals``), with
``name``, ``players``, ``number``, ``score`` and ``totals`` where the text has them.

Statements
----------
A statement begins with a word and a colon, and continues until the next statement. Lines may end
anywhere, and ``#`` begins a comment. Four statements may come before the cards: ``Deal:`` (a name
that no other deal of the file has), ``Rules:`` (a rule book, such as ``parlett`` or ``rubicon
(pique_needs=29)``; by default Rubicon), ``Number:`` (of the deal in the partie) and ``Score: 45 to
30`` (before the deal, elder's first). With number and score, advice and reviews judge by the
settlement. ``Elder:`` and ``Younger:`` are required; a name in brackets is the player's, and may
itself contain brackets.

``Talon:`` gives the cards in the order in which they are drawn. Each player's ``draws`` may be
written instead, or be ``unknown`` (see below). ``Play:`` gives the cards in the order in which they
were played. The numbers of the tricks may be left out, and so may all of the play (``Play:`` may
stand empty) or the end of it. ``Total:`` gives elder's points first.

A file may hold any number of deals. A new deal begins with ``Deal:``, or after an empty line with a
statement that the deal before already has.

Cards and calls
---------------
Cards are written ``KS``, ``♠K`` or ``10D``, by suits (``♠AKJ ♥AQJ8``, ``S:AKJ H:AQJ8``), or as
``AKJ.AQJ8.98.J87``; lower case is accepted. After the twelve cards come any of these, each after a
semicolon:

    throws ♠K ♦98 ♣87 · throws nothing · draws 9S 8S KH
    point of five making 49 · point of five · five cards · point of 49 · point
    quart major · tierce to the king · quint minor · sequence of four · sequence
    three knaves · trio of knaves · quatorze of aces · set
    four tens and three queens · quint major, tierce to the king · two tierces to the queen
    no point · no sequence · no set · calls nothing
    carte blanche · carte blanche not shown

A point of part of a suit is written by its pips (``point of 39``) or by both numbers. Whatever a
call leaves out is taken to be the best that the player holds. A class that is not
mentioned is called in full; ``no point`` sinks the point. A call may be followed by ``good``, ``not
good`` or ``equal``.

Several sequences or sets may be named, as when they are reckoned: ``four tens and three queens``,
``three aces; three knaves``. The best of them is the call, and the others must be held beside it.
They count with it, as does any lesser one that is not named.

Hands after the exchange
------------------------
Books show the hands that were played. ``holds`` says that the twelve cards are those after the
exchange:

```text
Deal: from a book
Elder: holds ♠AQ7 ♥AK87 ♦AQ ♣AK7; threw ♠98 ♣98 ♦T; draws unknown; four aces, good
Younger: holds ♠KJT ♥QJT9 ♦KJ ♣QJT; threw the rest; draws unknown
Play: 1. 7H 9H 2. QH KH 3. AH TH 4. 8H JH 5. QC KC 6. 7S TS
  7. JC AC 8. 7C TC 9. JS QS 10. AS KS 11. QD KD 12. JD AD
```

``threw the rest`` means all cards that are nowhere else. If the draws are known, the hand dealt
follows. If they are ``unknown``, the deal is scored, replayed and reviewed from the exchange on, on
the assumption that no carte blanche was dealt. The discard is not judged. If elder left cards and
looked at them, and younger's draws are unknown, it is not known what elder saw, and elder's calls
and cards are not judged either. In ``Talon:``, ``?`` stands for a card that was drawn and is
unknown: ``Talon: ? ? ? ? ? QS AC 7D``.

What piquet deal prints
-----------------------
``piquet deal`` prints a deal in sentences, for people. With ``--notation`` it prints the notation,
which every command that reads deals reads again:

    piquet deal --index 2 --notation
"""
