"""What a discard or card makes: tried against all that may happen, compared, a deal in steps.

    piquet advise AKJ.AQJ8.98.J87                           # which cards should go, and why?
    piquet advise T7.T97.AQJT.KQT --seat younger --took 4 --score 68-155 --deal 6
    piquet advise AKJ.AQJ8.98.J87 --deals 4000              # the same answer on every machine
    piquet advise AKJ.AQJ8.98.J87 --discard K..98.87        # what does my discard lose, and why?
    piquet advise AKJ.AQJ8.98.J87 --all                     # every legal discard, without a deal
    piquet advise AKJ.AQJ8.98.J87 --rules american --given "younger has carte blanche"
    piquet advise-call deals.jsonl --seat elder             # call everything, or less?
    piquet advise-play deals.jsonl --seat elder --trick 1   # which card, as elder could see it?
    piquet advise-play views.jsonl --score 68-155 --deal 6

``piquet advise`` assumes that the opponent exchanges as ``--opponent`` says (by default
``expert``), that both call everything, and that both play the cards perfectly, seeing all. It reads
every rule book of the pack of 32; what a player may know before discarding, beside the hand and
what elder took, is an announced carte blanche (``--given``). Where cards of ten and higher count in
play, both play as if they did not.

Younger knows how many cards elder took: hands of elder's are dealt until the strategy takes as
many. The rarer such hands are, the fewer deals are played (``expert`` takes three once in some
thousands of deals), and errors are wider. Where none of 16,384 hands takes so many, elder is made
to take them, which may move values by points, beyond the errors printed; the advice says so
(``made_to_take`` with ``--json``).

Discards named by ``--discard`` are judged whatever they are worth, beside the best: how
often each wins the cards, makes pique, repique or capot, and the opponent against it; where the
worst and the best tenth of deals begin, how the deals spread; and the chance that it is the best of
those judged (the errors of the means being jointly normal, as the deals in common have them).
``--all`` plays nothing: it gives every legal discard its distance from the best by the learned
evaluation, which is quick and wrong by some tenths of a point.

Half of the deals choose the best discard. Fresh ones, the same for every discard that is listed,
judge it, so that its value does not contain the luck by which it was chosen. A discard is *worse
beyond doubt* when the chance of any wrong verdict in the whole run is below one in a hundred,
*probably worse* when the 95% confidence interval of its loss leaves out 0, and *too close to call*
otherwise. The reasons are differences deal by deal, said only when they are beyond their error, and
add up with the rest. With ``--json``, own ``parts`` less those that end in ``_against`` add up to
``value``.

Whether to call
---------------
``piquet advise-call`` tries the ways to call in the same deals: everything; in one class less (a
shorter suit or run, a smaller set; the two best of these) or nothing; and nothing at all. The deals
agree with what the seat knows: the cards that it has not seen are dealt at random, the opponent
throws as ``--opponent`` (by default ``expert``) would of what they were dealt, and what they called
and answered fits their hand. The opponent calls everything. Then both play, the seat as
``--strategy`` and the opponent as ``--opponent``, each by what was called: to keep silent costs
what would have counted, and may mislead the opponent. *Loses* is against calling everything, deal
by deal; a way is better *beyond doubt* when Holm's adjusted p-value, for all ways that were tried,
is below 1%.

The input is one JSON object a line: the record of a deal, cut with ``--seat`` and ``--class``
(``point``, ``sequence``, ``set``: what is to be called now), or a view with what the seat knows:
``seat``, ``class``, ``dealt``, ``discard``, ``drawn``, ``left``, ``rules``; ``calls`` and, of
elder, ``answers`` in the classes before; in ``opponent`` ``took``, ``dealt`` (shown for carte
blanche), ``holds`` (what elder saw and younger drew) and, for younger, elder's ``calls`` up to the
present class. With ``--json``: ``question`` and ``ways``, each with ``calls``, ``value``,
``loses``, ``adjusted_p``, how often each class is ``good``, and ``chances`` of repique, pique and
the cards; of a record also ``made``, what the call that was made ``lost``, as a review says it
(half of the deals choose the best call in the class, the others judge). In Python
``piquet_sim.advise_calls``.

Which card to play
------------------
``piquet advise-play`` lists every hand that the opponent can still hold and gives every legal card
its mean over all of them, each with its weight. A hand fits if it would have been called and
answered as it was by one who calls everything, and counts what the opponent has counted; if there
is none, all hands are taken that hold what was called, which is said. The weights are the model of
``master``: how likely the opponent is to have kept the hand, and how plausible the cards are that
they have played, by all hands that they could take this seat to hold. Nothing is sampled, so that
the values depend neither on a seed nor on the names of the suits. *Behind* has an error all the
same: it is what the gap would be off by if each weight were off by as much as it is itself.

Against each hand both play on perfectly for the difference of points, seeing all cards; of plays
that make the same difference both prefer the one that brings both more points, except while a pique
can still be made.

*Best in* is how likely the card is best, alone or with others. Own points save a rubicon; the
settlement is what the partie may be expected to end in from ``--score``, as ``advise`` reckons it;
*saved* is how likely the own total reaches the rubicon with this deal. ``--aim own`` and ``--aim
settlement`` order the cards by these. Rule books with 36 cards, or in which cards of ten and higher
count in play, are refused: perfect play is not known under them.

The input is the record of a whole or unfinished deal, in words (``piquet help notation``) or one
JSON object a line (``piquet deal --json`` prints one, ``piquet score`` reads them), cut with
``--seat`` and ``--trick``, or ``--card``; what is hidden from the seat is thrown away before
anything is computed. Or a view, one JSON object a line with what the seat knows:

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

``left`` are cards of the talon that the seat has seen and nobody took, ``holds`` those that the
opponent has shown, ``counted`` the points of the opponent for a class, ``dealt`` in ``opponent`` a
hand shown for carte blanche; of a point ``length`` alone may be known. Elder's view has ``answers``
to what elder called (``{"point": "good", "set": "not good"}``, or ``equal``), and in ``calls`` of
the opponent what younger has reckoned after the first lead. All but ``seat``, ``dealt``,
``discard``, ``drawn`` and ``took`` may be left out.

With ``--json``: ``question`` (``view``, ``aim``, ``score``, ``deal``, ``seed``); ``hands``, how
many fit; ``ways``, how many hold the cards known to be held, the calls left aside; ``calls_all``,
false where hands are taken that hold what was called; ``exact``, false since the weights are a
model, and ``sampled``, false; ``holds``, for each unseen card
the ``hands`` that hold it and their ``chance`` by weight; ``best``, the best cards for each aim;
``candidates``, best first: ``card``, ``same`` (cards as good in every hand), ``difference``,
``own``, ``settlement``,
``saved``, ``best``, ``tricks``, the chances ``pique``, ``repique``, ``cards``, ``capot`` and the
same with ``_against``, ``value`` by the aim, ``gap`` to the best and its error ``gap_se``.

In Python ``piquet_sim.advise_play(view)`` answers one view, ``value_plays(views)`` many, and
``read_view`` cuts a view out of a record.

What a decision loses
---------------------
`losses` answers that in one place: ``judge_discard``, ``judge_call`` and ``judge_card``. Advice, a
review on the command line or on the page, the quiz, studies and the report ask there, so that the
same question, seed and number of deals has the same answer everywhere, to the last digit. Of a
discard 65,536 deals are played in a review, and 16,384 in the quiz and in studies; half find the
best and half judge. The race that finds it depends on nothing but the question.
"""
