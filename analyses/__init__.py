"""The studies: questions, each answered in a few sentences, with a table and a chart.

A study answers one question with a headline, two to four sentences, one that says what the answer
does not mean, a table (``data.csv``) and a chart (``chart.svg``, ``chart.png``). ``meta.json``
beside them says what was played. `expert` plays in both seats unless you name other players, or
unless who plays changes nothing, or takes too long for them (`piquet help players`):

    piquet study pique              # how often are pique, repique and capot made, and of what?
    piquet study elder-advantage    # what is it worth to be elder hand, and between whom?
    piquet study carte-blanche      # how often is a carte blanche dealt, what is it worth?
    piquet study discards           # how many cards are exchanged, what does that do to a hand?
    piquet study hands              # what does a dealt hand hold? (piquet census: exactly)
    piquet study holdings           # what is a fourth ace, a guard, a quint worth to hold?
    piquet study codes              # what do six codes, from 1674 to today, do to one game?
    piquet study sixes              # what did leaving out the sixes do to elder's advantage?
    piquet study lose               # what does a player lose, and where?
    piquet study throwing           # what do strong players throw, what do simple rules cost?
    piquet study leads              # what does elder lead first, and what do other leads make?
    piquet study calling            # what does it cost to sink, what do the answers give away?
    piquet study partie             # what does a partie come to, and does a lead hold?
    piquet study score              # where in a partie is a point worth more than a point?
    piquet study maxims             # which of the old maxims about the discard are right?
    piquet study playing            # which of the old maxims about the play are right?
    piquet study published          # which published figures about the game are right?
    piquet study experts-of-1890    # did the experts of 1890 score as strong players would?
    piquet study all -n 1e6 --out mine
    piquet study essentials         # the first five from the same deals: make study
    piquet study pique --precision elder_repique=2%
    piquet duel random novice club  # who is the best player? (the ladder)
    piquet maxim CAV-M01            # is this old maxim right, by what numbers, on which hands?
    piquet census                   # what does a dealt hand hold, exactly?
    piquet verify results/NAME      # does a published result come out again?

Answers go to the folder ``answers``, or to the one that ``--out`` names; published ones are in
``results/NAME``. ``--published --out results`` makes such a result again, with the same players and
number of deals, and ``make atlas`` all of them. With ``--precision``, a pilot run on other deals
finds the number of deals with which a plain simulation of these players has this standard error. A
study that takes more than ten seconds says at once about how long it will take. In Python,
``analyses.ask("elder-advantage", 200_000, "club")`` gives an answer that a notebook shows.

All words are functions of the table. Two numbers are compared by one function alone, which looks at
the interval of their difference: it says which is more, or that no difference is shown.

A study of your own
-------------------
A study is one file: ``answer`` plays, and puts each number into its `Findings` with the cells that
say what it is; the sentences and the chart take it out again by these cells.

```python
import analyses
from analyses.charts import draw_values

SEATS = "elder", "younger"


def answer(asked: analyses.Asked) -> analyses.Findings:
    result, found = asked.play(), analyses.Findings()
    for seat in SEATS:
        found.add(result.estimates[f"{seat}_cards"], seat=seat, quantity="wins the cards")
    return found


def words(found: analyses.Findings) -> tuple[str, ...]:
    elder, younger = (found.find(seat=seat, quantity="wins the cards") for seat in SEATS)
    return (
        f"Elder wins the cards in {analyses.percent(elder)} of deals",
        f"Elder compared with younger: {analyses.compare_values(elder, younger)}.",
        f"Younger wins them in {analyses.percent(younger)} ({analyses.one_in(younger)}).",
    )


def draw(found: analyses.Findings):
    return draw_values(found.read_by("seat"), words(found)[0], "share of deals")


STUDY = analyses.Study(
    name="the-cards",
    question="How often does each seat win the cards?",
    group="game",
    answer=answer,
    words=words,
    charts={"the-cards": analyses.Chart(draw, "how often each seat wins the cards")},
    not_meant="It does not say how much it is worth to win them.",
)
analyses.register(STUDY)
```

``piquet study the-cards --load cards.py`` asks it as any other, ``piquet report the-cards --load
cards.py`` puts it on a page, and ``piquet chart the-cards --of answers --load cards.py`` draws it
again. The studies that come with the toolkit are such files in ``analyses/studies``; the command
line, the report and completion find them there, and no other file names them.

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
few hands a maxim is "not settled" ("Verdicts on maxims" below). A maxim about the play receives
what a seat sees, at many moments at once, and returns the cards that follow it and the cards that
break it.

To throw by heart
-----------------
``piquet study throwing`` judges the tree of questions by which ``primer`` exchanges; ``piquet chart
throwing`` and ``piquet chart throwing-younger`` draw it, with what each card counts. Throw as many
cards as you may. The questions lead to a list of what to keep first, in order, each if there is
room for all of it; of a suit, or of aces, as many as there is room for, from the top. Keep what is
marked "!" even if you then throw fewer cards. Fill the rest with the cards that count most, and
among equals with the highest. The longest suit is the one with the most cards, then the most pips;
the strongest the one that counts most: two for each card, plus what its cards add to their suit.
Tops are the ace, the king if the ace is there, the queen if both are, and so on. Sets are trios and
quatorzes; the best set is a quatorze, then the highest.

Notebooks
---------
The notebooks in the folder ``notebooks`` each lead from a question to its answer, with prose,
numbers and charts. Beside each text file lies the same notebook, executed with 200,000 deals:

    hand_probabilities  What does a hand hold, and what does a discard make of it?
    elder_hand          What is it worth to be elder hand?
    the_exchange        What does the exchange do, and which five cards should go?
    own_strategy        Is a rule of thumb any good? Your own strategy, written and measured
    six_rule_books      What do six codes do to one game, and one rule alone?
    checking_a_book     Are the figures in a book right, and your own?
    maxims_judged       Are the old maxims right?
    rare_events         What happens in deals that come up once in months?
    a_partie_reviewed   Who of the two is the stronger player?
    partie_and_rubicon  What does a partie come to, and what is a point worth on the way?

What a result keeps
-------------------
``meta.json`` has the question and the words, who played by what rules from which seed and how many
deals, the version and the engine's digest, how long it took, and the SHA-256 of the files beside
it. A folder is replaced as a whole; a table of another run is refused in one line. ``piquet verify
FOLDER`` compares the files first and names those that changed. Then it makes the study, the census
or the ladder again in full: "same" or "differs", to nine digits. With ``-n`` it makes a smaller one
and compares rows within the errors of both (4 standard errors, adjusted by Holm's procedure). The
exit code is 0, 1 if anything differs, or 3 if nothing could be made again. ``piquet verify FILE``
does the same with what ``piquet simulate --json`` printed and with a Parquet file of records.

Verdicts on maxims
------------------
Each maxim is judged in one study: `maxims` (the discard), `playing`, `calling` or `score`. A maxim
that is judged in two seats or situations has two verdicts; verdicts are counted, not maxims. Two
questions are asked of a maxim, in deals to which it applies:

- What does always obeying it cost, and what does always breaking it cost, each against the player's
  own choice? All are tried in the same deals with the same luck, which players then finish, seeing
  only what the laws let them see. On each side the best way is tried; where the player's own choice
  is on a side, it is the one tried. On the play, "always" means throughout the deal: the first card
  that the rule changes is told, the deal is played again, and so on until it changes nothing.
- Do its words know anything? Under a senseless rule that allows nine discards in ten, the better
  choice nearly always obeys. So it is counted how often the better choice obeys (the player's own,
  or if it is on neither side the best rated of both), and how often it would by a lot. Senseless
  rules pass one lot or the other, and a maxim must know more than all that can be drawn: as many
  ways obey and as many break, drawn from all that do; or drawn from those of the same kind (cards
  taken from suits, suits emptied, ranks taken; of a card its place in the suit); or the rule itself
  said of the hand with the names of suits exchanged, if these matter to it. Where one way is
  compared with one other, a lot obeys in half of the cases.

The verdict follows:

    right                           obeying costs surely less than breaking, and the words know more
    right, as any rule of its kind  obeying costs surely less, and the words surely know no more
    half right                      obeying costs surely more, or both alike; yet the words know
                                    more, by ten cases of a hundred
    wrong                           obeying costs surely more, and the words do not know that much
    no difference                   both cost the same to half a point, and the words know no more
    not settled                     none of these is sure, or there are fewer than thirty cases

Only the first two hold. "At no cost" is added where always obeying surely costs less than half a
point. The words know more where the odds that the better choice obeys surely exceed 1.25 times
those of every lot. All verdicts of the four studies, 120 at most with two questions each, hold
together at a level of 95%, and so does one on a maxim of your own: an answer is sure beyond 3.7
standard errors. A right maxim can be costly to obey always; the player's own choice may cost less
than both. Perfect play by both players, who then see all cards, is a second judge of maxims on the
discard and on calling.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from analyses.contents import find_study as find_study
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from analyses.study import Answer
    from piquet_sim.game.rules import RuleSet
    from piquet_sim.strategies.registry import Strategy


def ask(
    study: str,
    n: int,
    elder: "str | Strategy | None" = None,
    younger: "str | Strategy | None" = None,
    rules: "RuleSet | None" = None,
    seed: int = 1,
    given: str | None = None,
) -> "Answer":
    """Play a study: its answer, which a notebook shows with its chart.

    Parameters
    ----------
    study : str
        Its name, as ``piquet study`` takes it.
    n : int
        How many deals.
    elder, younger : str or Strategy, optional
        Who plays; elder's player in both seats if younger's is not named, and the study's own if
        nobody is.
    rules : RuleSet, optional
        Rubicon's Laws if none is named. Studies that compare rule books have their own.
    seed : int
    given : str, optional
        Only deals that fulfil this condition are dealt, as in ``piquet simulate --given``.

    Raises
    ------
    InputError
        If there is no such study, player or condition, or the study's rules are fixed.

    Examples
    --------
    >>> print(ask("hands", 1_000, "club").study.question)
    What does a dealt hand hold?
    """
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.game.rules import RUBICON

    asked = find_study(study)
    if rules and asked.has_own_rules:
        raise InputError(f"{study}: its rules are fixed; leave out rules")
    first = elder or asked.players
    simulation = Simulation(first, younger or first, rules or RUBICON, seed=seed, given=given)
    return asked.ask(simulation, n)


HOMES = {
    "Answer": "analyses.study",
    "Asked": "analyses.study",
    "Chart": "analyses.study",
    "Choices": "analyses.maxims.facts",
    "Findings": "analyses.findings",
    "Maxim": "analyses.maxims.maxim",
    "PlayViews": "analyses.maxims.facts",
    "Sides": "analyses.maxims.maxim",
    "Study": "analyses.study",
    "climb": "analyses.studies.ladder",
    "compare_values": "analyses.findings",
    "count_attributes": "analyses.studies.census",
    "count_jointly": "analyses.studies.census",
    "discard_maxim": "analyses.maxims.maxim",
    "draw_values": "analyses.charts",
    "draw_chances": "analyses.charts",
    "draw_review": "analyses.charts",
    "find_chart": "analyses.contents",
    "find_maxim": "analyses.maxims.maxim",
    "judge_maxims": "analyses.studies.maxims",
    "of_rank": "analyses.maxims.facts",
    "play_maxim": "analyses.maxims.maxim",
    "one_in": "piquet_sim.sentences",
    "percent": "piquet_sim.sentences",
    "read_published": "analyses.results.stored",
    "register": "analyses.contents",
    "show": "analyses.charts.display",
}
"""Where names of the package stand, which are loaded when they are asked for."""


def __getattr__(name: str) -> object:
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module 'analyses' has no attribute {name!r}")
