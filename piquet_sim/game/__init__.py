"""The game's cards, laws and terms, and what every room needs: errors, files and threads.

A hand is written suit by suit as ``spades.hearts.diamonds.clubs``, with the suits' symbols, letters
or names in any order, as the ranks of all four suits, or as a list of cards. These are one hand:

    piquet advise AKJ.AQJ8.98.J87 -n 4000
    piquet odds "♠AKJ ♥AQJ8 ♦98 ♣J87"
    piquet odds "AKJ AQJ8 98 J87"
    piquet odds "AS KS JS AH QH JH 8H 9D 8D JC 8C 7C"

Hands and discards are printed as ``♠AKJ ♥AQJ8 ♦98 ♣J87`` and ``♥8 ♦98 ♣87``; JSON has the dotted
form and single cards, ``8H 9D``. ``piquet help words`` explains the game's words, and ``piquet help
repique`` one of them. In Python:

>>> from piquet_sim import format_hand, parse_hand
>>> format_hand(parse_hand("♠AKJ ♥AQJ8 ♦98 ♣J87"))
'AKJ.AQJ8.98.J87'

Rule books
----------
``--rules`` takes one of six rule books. Each follows a written source. They differ as follows:

    rubicon       after the Portland and Turf Club Laws, as Cavendish describes them
                  a deal: 32 cards
                  a match: a partie of six, rubicon at 100
    au_cent       after the Portland Club's laws of 1873
                  a deal: the point by pips; younger need not exchange
                  a match: a partie of six; with --set, won games
    boussac_1896  after the Encyclopédie des jeux de cartes
                  a deal: a point of thirty pips or more; carte blanche shown after the draw
                  a match: a race to 100
    cotton_1674   after the Compleat Gamester
                  a deal: the sixes; ruff by tenths; sequences through suits; tricks by their
                  high cards
                  a match: a race to 100, won in mid-deal
    parlett       after a club's summary of today, to the letter
                  a deal: 1 or 2 for a trick; younger draws first after elder's carte blanche
                  a match: a partie of six
    american      after an American description
                  a deal: a point scores one; leads of ten or higher
                  a match: a partie of six, no rubicon

Every point on which they differ is an option, which can be changed in any of them. ``piquet rules
NAME`` lists the options and the authority for each; ``--set OPTION=VALUE`` changes one. Options
that contradict each other are refused with the reason.

    piquet rules                    # the rule books
    piquet rules american           # the options of one
    piquet simulate -n 1e6 --rules american --set point_scores=cards

In Python: ``RUBICON.replace(capot_scores=50)``. A strategy reads the rules of its deal from its
view with ``read_law(view, LAW.capot)``; both names come from `piquet_sim.strategies`.

Two of these differences have no effect, as the tests show. In every deal ``parlett``'s points for
tricks add up to those of the Laws, and with 32 cards the point by pips is the point by cards.

All strategies play under every rule book. ``expert`` and ``master`` use what was learned for the
laws nearest to those of the deal (``piquet help strategies``). ``--play double-dummy`` looks values
up in a table if all tricks and leads count alike under the laws. If points depend on the cards
themselves, it searches instead (about a hundred deals a second under ``american``, twenty-five
under ``cotton_1674``).

Out of scope
------------
The simulator always deals and plays correctly, so laws about accidents at the table (misdeals,
exposed cards, wrong numbers of cards, miscalls, revokes, throwing down the hand, and the penalties
for them) are left out. So are the older duty to take a trick if one can, calling "good against the
cards", and the *carte rouge* and the point of nought of some circles. A holding that is better than
the one called first is not scored, even where it is good. Under
``boussac_1896`` elder announces three classes in one breath; here each is answered before the next.

Sources
-------
Rule books name their documents by number: 000 Cavendish; 001 the report on Cotton's Picket by
Justin du Coeur; 002 the club summary; 003 the survey of rules, with the laws of 1873 and Boussac's
of 1896; 004 an American description. ``piquet rules`` says which document each rule book follows;
studies and the report name the works themselves.

The rules follow Cavendish (Henry Jones), *The Laws of Piquet … with a Treatise on the Game*. Where
the documents disagree, the options of `RuleSet` record which of them says what (``piquet rules
rubicon``).
"""
