"""Deals in words: records of play, read and written.

A deal as somebody notes it down:

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

It can be scored, and advised on from the seat of either player:

    piquet score deals.txt
    piquet advise-play deals.txt --seat elder --trick 5

Everything is checked against the laws: the cards, the calls and whether they are good, each card
played, and the total. What is wrong is refused in one line that names the line, the column, the
word and what was expected. In Python:

```python
from piquet_sim import read_deals, write_deal

for deal in read_deals("deals.txt"):
    print(write_deal(deal))
```

``read_deals`` gives what ``score_deal`` and ``read_view`` take (``piquet help deals``), with
``name``, ``players``, ``number``, ``score`` and ``totals`` where they are written.

Statements
----------
A statement begins with a word and a colon, and goes on until the next. Lines may end anywhere, and
``#`` begins a comment. Before the cards may stand ``Deal:`` (a name, which no other deal of the
file has), ``Rules:`` (a rule book, as in ``parlett`` or ``rubicon (pique_needs=29)``; Rubicon
otherwise), ``Number:`` (of the deal in the partie) and ``Score: 45 to 30`` (elder's first, before
the deal). ``Elder:`` and ``Younger:`` are required; a name in brackets is the player's,
and may have brackets itself.

``Talon:`` has the cards in the order of drawing. Instead, each player's ``draws`` may be written.
``Play:`` has the cards in the order in which they fell; numbers of tricks may be left out, and so
may the play or the end of it. ``Total:`` has elder's points first.

A file may have any number of deals, all in the notation or all as ``piquet deal`` prints them. In
the notation the next one begins with its ``Deal:``, or behind an empty line with a statement that
the last one has already.

Cards and calls
---------------
Cards are written ``KS``, ``♠K`` or ``10D``, by suits (``♠AKJ ♥AQJ8``, ``S:AKJ H:AQJ8``), or as
``AKJ.AQJ8.98.J87``; lower case will do. Behind the twelve cards come, each after a semicolon:

    throws ♠K ♦98 ♣87 · throws nothing · draws 9S 8S KH
    point of five making 49 · point of five · point of 49 · point
    quart major · tierce to the king · quint minor · sequence of four · sequence
    three knaves · trio of knaves · quatorze of aces · set
    no point · no sequence · no set · calls nothing
    carte blanche · carte blanche not shown

What is left out of a call is the best that the player holds. A class that is not mentioned is
called in full; ``no point`` sinks it. A call may be followed by ``good``, ``not good`` or
``equal``.

What piquet deal prints
-----------------------
``piquet deal`` prints a deal in sentences, which every command that reads deals reads, too, and
compares word by word with what the cards come to. With ``--notation`` it prints the notation:

    piquet deal --index 2 --notation
"""
