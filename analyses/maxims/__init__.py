"""Maxims: what books and programs advise, and what it costs to obey them and to break them.

    piquet maxim                    # all published maxims, with their verdicts
    piquet maxim CAV-M01            # is this one right, by what numbers, on which hands?
    piquet chart maxims --of results --out maxims.svg

Verdicts on maxims
------------------
A maxim on the discard is judged in the study `maxims`, one on the play in `playing`. A maxim that
is judged in two seats has two verdicts; verdicts are counted, not maxims. Two questions are asked
of a maxim, in deals to which it applies:

- What does always obeying it cost, and what does always breaking it cost, each against the player's
  own choice? All are tried in the same deals with the same luck, which players then finish, seeing
  only what the laws let them see. On each side the best way is tried; where the player's own choice
  is on a side, it is the one tried. On the play, "always" means throughout the deal.
- Do its words know anything? Under a senseless rule that allows nine discards in ten, the better
  choice nearly always obeys. So it is counted how often the better choice obeys, and how often it
  would by a lot. The better choice is chosen before the rule is asked, whatever the player chose:
  of the four discards that are reckoned best the one that makes most in fresh deals; of the cards
  the one of the best mean over all hands that the opponent can hold. Equals share it, so that a
  player's first suit is no knowledge; where it lies on neither side, the case says nothing.
  Senseless rules pass one lot or the other, and a maxim must know more than all that can be drawn:
  as many ways obey and as many break, drawn from all that do; or drawn from those of the same kind
  (cards taken from suits, suits emptied, ranks taken; of a card its place in the suit); or the rule
  itself said of the hand with the names of suits exchanged, if these matter to it. Where one way is
  compared with one other, a lot obeys in half of the cases. The lot that a verdict rests on is the
  one it names.

The verdict follows:

    right                           obeying costs surely less than breaking, and the words know more
    right, as any rule of its kind  obeying costs surely less, and the words surely know no more
    half right                      obeying costs surely more; yet the words know more, by ten cases
                                    of a hundred
    wrong                           obeying costs surely more, and the words surely know less than
                                    that
    no difference                   both cost the same to half a point, whatever the words know
    not settled                     none of these is sure, or there are fewer than thirty cases

Only the first two hold, and they are counted apart. "At no cost" is added where always obeying
surely costs less than half a point. The words know more where the odds that the better choice obeys
surely exceed 1.25 times those of every lot. All verdicts of both studies, 120 at most with two
questions each, hold together at a level of 95%, and so does one on a maxim of your own: an answer
is sure beyond 3.7 standard errors. A right maxim can be costly to obey always; the player's own
choice may cost less than both. Perfect play by both players, who then see all cards, is a second
judge of maxims on the discard.

A maxim of your own
-------------------
``piquet maxim`` judges your own beliefs as it judges the old maxims. A Python file registers a
maxim as one function of a hand's discards, which says which of them follow the maxim and which
break it:

```python
import analyses
from piquet_sim.game.cards import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices: analyses.Choices) -> analyses.Sides:
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0


@analyses.play_maxim("MY-P01", "Play the lowest card", ["younger"])
def play_low(view: analyses.PlayViews) -> analyses.Sides:
    return view.legal & -view.legal, view.legal & view.legal - 1
```

``piquet maxim MY-M01 --load my.py`` looks for hands to which the maxim applies. In the same deals,
it plays on from the best discard that follows the maxim and from the best that breaks it, and it
writes a table and a chart to ``answers/my-m01``. One hand is judged for every hundred deals; with
few hands a maxim is "not settled" ("Verdicts on maxims" above). A maxim about the play receives
what a seat sees, at many moments at once, and returns the cards that follow it and the cards that
break it.

To throw by heart
-----------------
``piquet chart throwing`` and ``piquet chart throwing-younger`` draw two rules for each seat, with
what they lose: enough to throw by. ``piquet study throwing`` judges them beside the tree of
questions by which ``primer`` exchanges; ``help(analyses.studies.throwing)`` says how to throw by
that.

Modules
-------
`maxim` says what a maxim is, and what the authors wrote; `discard`, `discard_sets`,
`discard_chances` and `cards` have the maxims of an arena, one function each, found by what it
prescribes; `facts` has what rules ask of hands and of what a seat sees. `trial` is what all trials
have in common; `discard_trial` and `card_trial` find cases and play both sides. `verdict` judges
and says what its numbers mean, `chart` draws, and `findings` reads what studies have found.
"""
