"""The game: cards and their text, rule books as options, what is paid, the words for all of it.

A hand is written suit by suit as ``spades.hearts.diamonds.clubs``, as a list of cards, or suit by
suit with signs. These three are the same hand:

    piquet advise AKJ.AQJ8.98.J87 --deals 4000
    piquet odds "AS KS JS AH QH JH 8H 9D 8D JC 8C 7C"
    piquet odds "♠AKJ ♥AQJ8 ♦98 ♣J87"

``piquet glossary`` explains the game's words, ``piquet glossary repique`` one of them. In Python:

>>> from piquet_sim import format_hand, parse_hand
>>> format_hand(parse_hand("♠AKJ ♥AQJ8 ♦98 ♣J87"))
'AKJ.AQJ8.98.J87'

Rule books
----------
``--rules`` takes one of six rule books. Each follows a document; this is how each differs:

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

Every point on which they differ is an option that can be set on top of any of them. ``piquet rules
NAME`` lists the options and who says what; ``--set OPTION=VALUE`` changes one. Options that
contradict each other are refused with the reason.

    piquet rules                    # the rule books
    piquet rules american           # the options of one
    piquet simulate -n 1e6 --rules american --set point_scores=cards

In Python: ``RUBICON.replace(capot_scores=50)``. A strategy reads the rules of its deal from its
view: ``read_law(view, LAW.capot)``, both from `piquet_sim.strategies`.

Two of these differences have no effect, as the tests show: ``parlett``'s points for tricks add up
to those of the Laws in every deal, and with 32 cards the point by pips is the point by cards.

All strategies play every rule book. ``expert`` and ``master`` go by what was learned for the laws
nearest to the deal's (``piquet help strategies``). ``--play double-dummy`` is a look-up
where all tricks and leads count alike, and a search where cards count themselves (``american``
some hundred deals a second, ``cotton_1674`` some twenty-five).

Out of scope
------------
The simulator deals and plays correctly: laws about accidents at the table (misdeals, exposed cards,
wrong numbers of cards, revokes, and the penalties for them) are left out. Calls that are better
than what was called first but good against the cards are not scored. Under ``boussac_1896`` elder
announces three classes in one breath; here each is answered before the next.

Sources
-------
Rule books name their documents by number: 000 Cavendish; 001 the report on Cotton's Picket by
Justin du Coeur; 002 the club summary; 003 the survey of rules, with the laws of 1873 and Boussac's
of 1896; 004 an American description. ``piquet rules`` lists which rule book follows which; studies
and the report name the works.

The rules follow Cavendish (Henry Jones), *The Laws of Piquet … with a Treatise on the Game*. Where
the documents disagree, the options of `RuleSet` (``piquet rules rubicon``) say who says what.
"""
