"""What a discard, a call or a card is worth: tried in many deals and compared; a deal in steps.

    piquet advise AKJ.AQJ8.98.J87                           # which cards should go, and why?
    piquet advise T7.T97.AQJT.KQT --seat younger --took 4 --score 68-155 --deal 6
    piquet advise AKJ.AQJ8.98.J87 --deals 4000              # the same answer on every machine
    piquet advise AKJ.AQJ8.98.J87 --discard K..98.87        # what does my discard lose, and why?
    piquet advise AKJ.AQJ8.98.J87 --all                     # parts of the score, how deals end
    piquet advise AKJ.AQJ8.98.J87 --learned                 # every legal discard, without playing
    piquet advise AKJ.AQJ8.98.J87 --rules american --given "younger has carte blanche"
    piquet advise begun.jsonl                               # what comes next in a deal begun?
    piquet advise deals.jsonl --seat elder --call point     # call everything, or less?
    piquet advise deals.jsonl --seat elder --trick 1        # which card, as elder could see it?

For a hand, ``piquet advise`` assumes that the opponent exchanges like ``--opponent`` (by default
``expert``), that both call everything, and that both play the cards perfectly, seeing all of them.
It accepts every rule book with the pack of 32. Besides the hand and what elder took, the only thing
a player may know before discarding is an announced carte blanche (``--given``). Under laws by which
only cards of ten and higher count in play, both play as if all cards counted.

Younger knows how many cards elder took, so elder is only dealt hands from which the strategy takes
that many. Where such hands are rare (``expert`` takes three cards once in some thousands of deals)
the strategy is asked about all 125,970 hands that elder can have been dealt, which takes about half
a second. If it takes that many from none of them, elder is made to take them. This may shift values
by several points, which the errors printed do not cover; the advice says so (``made_to_take`` with
``--json``).

Discards named by ``--discard`` are judged beside the best, whatever they are worth. For each you
see how often it wins the cards or makes pique, repique or capot, and how often the opponent does.
You also see where the worst and the best tenth of deals begin, how the deals spread, and the chance
that this discard is the best of those judged. (For that chance, the errors of the means are taken
as jointly normal, with the correlation that comes from playing the same deals.) ``--learned`` plays
nothing: it gives every legal discard's distance from the best by the learned evaluation, which is
quick but wrong by some tenths of a point.

Half of the deals choose the best discard. Fresh deals, the same for every discard that is listed,
judge it, so that its value does not include the luck by which it was chosen. A discard, a call or a
card is *as good* as another when the 95% confidence interval of the difference lies within a tenth
of a point, and *too close to call* when it holds 0 and is wider; reviews and the page say the same.
Otherwise a discard is *worse beyond doubt* when the chance of any wrong verdict in the whole run is
below one in a hundred, and *probably worse* when not. The reasons are differences deal by deal. A
reason is given only when it is larger than its error; with "all else together", the reasons add up
to the loss. With ``--json``, the ``parts`` of the player less those that end in ``_against`` add up
to ``value``.

A deal begun
------------
``piquet advise FILE`` reads deals as far as they have gone, in words (``piquet help notation``) or
one JSON object per line, as ``piquet score`` reads them, and answers what is to be decided next.
This is elder's first call:

```json
{"elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", "drawn": "9S 8S KH 9C KD"},
 "younger": {"took": 3}}
```

- A seat that has a hand and no ``discard`` is to discard, elder first.
- If no card was played and a seat has no ``calls``, it is to call its point. In words what is not
  mentioned is called in full, so there the lead comes next.
- Otherwise the seat whose turn it is plays a card.

``"seat"`` or ``--seat`` says who asks where it does not follow. The other hand and the talon may be
left out. Then ``drawn`` gives the cards that the seat drew, ``took`` how many the opponent took,
and the other keys of a view (below) may stand in the seat or in the opponent. What is hidden from
the seat is discarded before anything is computed.

``--call CLASS`` (``point``, ``sequence`` or ``set``), ``--seat elder --trick 5`` and ``--card 9``
ask about an earlier decision, also in a finished deal. With ``--json``, every answer has
``question``, ``origin`` and ``candidates``, the best first; they have ``discard``, ``call`` or
``card``, a ``value`` and the ``gap`` to the best.

Whether to call
---------------
For a call, ``piquet advise`` tries the ways in the same deals: everything; less in one class (the
two best of a shorter suit or run, or a smaller set) or nothing in it; and nothing at all. The deals
agree with what the seat knows. The cards that it has not seen are dealt at random, and the opponent
throws what ``--opponent`` (by default ``expert``) would throw. Only deals count in which the
opponent would have called and answered as they did, by that player's habits or by calling
everything. Then both play on, the seat as ``--strategy`` and the opponent as ``--opponent``, each
using what was called: silence costs what would have counted, and may mislead the opponent. The
column "loses" compares with calling everything, deal by deal. A way is better *beyond doubt* when
Holm's adjusted p-value, over all ways that were tried, is below 1%. With ``--score 68-155 --deal
6`` (your total first), or if the record has its ``score`` and ``number``, the ways are judged by
the expected settlement; ``--aim difference`` judges by points again.

A view may also be given, one JSON object per line with what the seat knows: ``seat``, ``class`` (to
be called now), ``dealt``, ``discard``, ``drawn``, ``left``, ``rules``, and the ``calls`` (for elder
also the ``answers``) in the classes before. Its ``opponent`` has ``took``, ``dealt`` (shown for
carte blanche), ``holds`` (what elder saw and younger drew) and, for younger, elder's ``calls`` up
to the present class. With ``--json`` the answer also has ``silent_on`` (the classes in which the
opponent is known to have called nothing), ``ways`` and ``hands`` (how many hands the opponent may
hold, and how many of them fit the calls). The first of the ``candidates`` is the way to be chosen:
calling everything, unless another is better beyond doubt. Each has ``call``, ``loses`` compared
with calling everything, ``adjusted_p``, how often each class is ``good``, and ``chances`` of
repique, pique and the cards. With ``--call``, a record also has ``made``: what the call that was
made ``lost``, as a review reports it (half of the deals choose the best call in the class, the
others judge). In Python, use ``piquet_sim.advise_calls``.

Which card to play
------------------
For a card, ``piquet advise`` lists every hand that the opponent can still hold, and gives each
legal card its mean over all these hands, weighted. A hand fits if a player who calls everything
would have called and answered with it as the opponent did, and if it counts what the opponent has
counted. A silent elder may also hold a trio, if younger has seen three cards of a higher rank
(``expert`` does not call such a trio). If no hand fits, all hands that hold what was called are
used, and the answer says so. The weights are the model of ``master``. They say how likely the
opponent is to have kept the hand, and how plausible their played cards are, given all hands that
they could think this seat holds. Nothing is sampled, so the values depend neither on a seed nor on
the names of the suits. The column "behind" still has an error: how far off the gap would be if each
weight were off by as much as the weight itself.

Against each hand, both players play on perfectly for the difference of points, seeing all cards.
Among plays that make the same difference, both prefer the one that brings both more points, except
while a pique can still be made.

The column "best in" is the chance that the card is best, alone or with others. A player's own
points can save a rubicon. The settlement is what the partie is expected to pay from ``--score``, as
``advise`` computes it, and "saved" is the chance that the player's total reaches the rubicon with
this deal. ``--aim own`` and ``--aim settlement`` order the cards by these. A record that has its
score and its number in the partie is judged by the settlement from the start. Anything else that
the opponent did not call is assumed not to be held. If it was sunk, the figures are wrong; the
answer says in which classes nothing was called (``silent_on``). Rule books with 36 cards, or in
which only cards of ten and higher count in play, are refused, because perfect play is not known
under them.

A view for a card is one JSON object per line, too:

```json
{"seat": "younger", "rules": "rubicon",
 "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D", "left": "",
 "calls": "full",
 "opponent": {"took": 5, "holds": "AH KH QH JH 8H",
              "calls": {"point": {"length": 5, "pips": 49},
                        "sequence": {"length": 4, "top": "A"}, "set": {"size": 3, "rank": "J"}},
              "counted": {"sequence": 4}},
 "play": "AH TH KH"}
```

``left`` gives the cards of the talon that the seat has seen and nobody took, ``holds`` the cards
that the opponent has shown, ``counted`` the opponent's points for a class, and ``dealt`` in
``opponent`` a hand shown for carte blanche. For a point, the ``length`` is enough if the pips are
not known. Elder's view has ``answers`` to what elder called (``{"point": "good", "set": "not
good"}``, or ``equal``), and in the opponent's ``calls`` what younger has counted after the first
lead. Everything except ``seat``, ``dealt``, ``discard``, ``drawn`` and ``took`` may be left out. If
it is not known what the seat drew, ``held``, its twelve cards, replaces ``dealt`` and ``drawn``.

With ``--json`` the answer has these keys:

- ``question``: ``view``, ``aim``, ``score``, ``deal``, ``seed``; and ``origin``;
- ``hands``: how many fit;
- ``ways``: how many hold the cards known to be held, ignoring the calls;
- ``calls_all``: false if hands are used that merely hold what was called;
- ``exact``: false, since the weights are a model, and ``sampled``: false;
- ``holds``: for each unseen card, the ``hands`` that hold it and their ``chance`` by weight;
- ``best``: the best cards for each aim;
- ``candidates``, best first: ``card``, ``same`` (cards as good in every hand), ``difference``,
  ``own``, ``settlement``, ``saved``, ``best``, ``tricks``, the chances ``pique``, ``repique``,
  ``cards``, ``capot`` and the same with ``_against``, ``value`` by the aim, ``gap`` to the best and
  its error ``gap_se``.

In Python, ``piquet_sim.advise_play(view)`` answers one view, ``value_plays(views)`` answers many,
and ``read_view`` makes a view from a record. What a seat knows when it is to discard, to call or to
play has one type, ``Knowledge``.

What a decision loses
---------------------
The module `losses` answers that in one place, with ``judge_discard``, ``judge_call`` and
``judge_card``. Advice, reviews on the command line or on the page, the quiz, studies and the report
all use it. The same question, seed and number of deals therefore has the same answer everywhere, to
the last digit. For a discard, 65,536 deals are played in a review, and 16,384 in the quiz and in
studies; half choose the best discard and half judge it. The race that finds the best depends on
nothing but the question.
"""
