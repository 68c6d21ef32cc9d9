"""The studies: questions, each answered in plain words, with a table and a chart.

A study answers one question about the game with a table (``data.csv``), a chart for print and
screen (``chart.svg``, ``chart.png``) and words, which are stored with a description of what was
simulated (``meta.json``). The words are plain: the finding, what a newcomer has to know, and a few
numbers; ``--all`` also prints the exact words, with every number and its error. `expert` plays in
both seats unless you name other players. `hands` does not depend on who plays. `sixes` and `codes`
need so many deals that `club` plays them, which is seventy times as fast. Answers are written to
the folder ``answers``, or to the one that ``--out`` names. Below, each study is listed with the
folder of its published result. ``--published --out results`` makes that result again, with the same
number of deals and the same players; ``make atlas`` does so for all:

    piquet study elder-advantage    # what is it worth to be elder hand, and between whom?
                                    # results/elder-advantage
    piquet study skill              # how does that change with skill, what is each part worth?
                                    # results/skill
    piquet study pique              # how often are pique, repique and capot made, and of what?
                                    # results/pique
    piquet study carte-blanche      # how often is a carte blanche dealt, what is it worth?
                                    # results/carte-blanche
    piquet study discards           # how many cards are exchanged, what does that do to a hand?
                                    # results/discards
    piquet study hands              # what does a dealt hand hold?
                                    # results/hands; results/census counts it exactly
    piquet study holdings           # what is a fourth ace, a guard, a quint worth to hold?
                                    # results/holdings
    piquet study throwing           # what do strong players throw, what do simple rules cost?
                                    # results/throwing
    piquet study calling            # what does it cost to sink, what do the answers give away?
                                    # results/calling
    piquet study maxims             # which of the old maxims about the discard are right?
                                    # results/maxims
    piquet study playing            # which of the old maxims about the play are right?
                                    # results/playing
    piquet study leads              # what does elder lead first, and what do other leads make?
                                    # results/leads
    piquet study published          # which published figures about the game are right?
                                    # results/published
    piquet study regret             # what do discards, calls and cards lose to the best?
                                    # results/regret
    piquet study headroom           # what would a player who sees the hidden cards make?
                                    # results/headroom
    piquet study experts-of-1890    # did the experts of 1890 score as strong players would?
                                    # results/experts-of-1890
    piquet study codes              # what do six codes, from 1674 to today, do to one game?
                                    # results/codes
    piquet study sixes              # what did leaving out the sixes do to elder's advantage?
                                    # results/sixes
    piquet study partie             # what does a partie come to, and does a lead hold?
                                    # results/partie
    piquet study score              # where in a partie is a point worth more than a point?
                                    # results/score
    piquet study all -n 1e6 --out mine
    piquet study essentials         # the first five questions from the same deals: make study
    piquet study pique --precision elder_repique=2%

With ``--precision``, a pilot run on other deals finds the number of deals with which a plain
simulation of these players has this standard error. Figures that a study bases on fewer cases than
deals have a larger one. A study that takes more than ten seconds says at once about how long it
will take, and how long with a tenth of the errors.

The other questions have commands of their own:

    piquet census                   # what does a dealt hand hold, exactly?
                                    # results/census
    piquet advise HAND              # what does this hand's best discard make, and why?
    piquet maxim CAV-M01            # is this old maxim right, by what numbers, on which hands?
    piquet duel A B                 # who is the better player?
    piquet duel random novice club  # who is the best player? (the ladder)
                                    # results/ladder
    piquet chances 68-155 --deal 6  # 68 to 155 down, one deal to go: what are my chances?
    piquet settle FILE              # what does this score sheet come to?
    piquet odds --good all          # who is good before the exchange? (exact)
    piquet odds HAND --discard CARDS    # what are the odds if I throw these five? (exact)
    piquet simulate --given "elder has 4 aces"
                                    # what happens with four aces, or with a carte blanche?
    piquet verify results/NAME      # does a published result come out again?
    piquet report                   # can I have it all on one page? report/index.html
    piquet help WORD                # what is a repique?
    piquet solve FILE               # how would perfect players finish this deal? (exact)

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
throwing`` and ``piquet chart throwing-younger`` draw it. Throw as many cards as you may. The
questions lead to a list of what to keep first. Keep these things in order, each if there is room
for all of it; of a suit, or of aces, keep as many as there is room for, from the top. Keep what is
marked "!" even if you then throw fewer cards. Fill the rest with the cards that count most, and
among equals with the highest:

    each card counts            elder                       younger
    for its rank                A 18, K 5, Q 4, J 3, 10 2   A 17, K 7, Q 5
    for each in its suit        A 4, K 5, Q 4, J 1, 10 1    K 1, Q 2, J 1
    in the longest suit         5                           2
    in a suit of five or more   2                           7
    in a quint or longer        23                          7
    in a trio; in a quatorze    0; 16                       7; 17
    guarding a bare king        0                           3

The longest suit is the one with the most cards, then the most pips. The strongest suit is the one
that counts most: two for each card, plus what its cards add to their suit. Tops are the ace, the
king if the ace is there, the queen if both are, and so on. Sets are trios and quatorzes; the best
set is a quatorze, then the highest. Honours are ace to knave.

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

In a notebook of your own (``from piquet_sim import analyses`` finds them wherever the package is
installed, ``import analyses`` where no other has that name), ``analyses.ask`` asks a study's
question of any players, and ``analyses.show`` shows any chart as wide as the page:

```python
import analyses

analyses.ask("elder-advantage", 200_000, "expert", "club")
```

What a result keeps
-------------------
``meta.json`` has the question, the headline and the sentences, who played by what rules from which
seed and how many deals, the version and the engine's digest, how long it took, and the SHA-256 of
the files beside it. A folder is replaced as a whole; a table of another run is refused in one line.
``piquet verify FOLDER`` compares the files first and names those that changed. Then it makes the
study, the census or the ladder again in full: "same" or "differs", to nine digits. With ``-n`` it
makes a smaller one and compares rows within the errors of both (4 standard errors, adjusted by
Holm's procedure): "agrees within errors" or "differs". The exit code is 0, 1 if anything differs,
or 3 if nothing could be made again. ``piquet verify FILE`` does the same with what ``piquet
simulate --json`` printed and, always as a whole, with a Parquet file of records.

Words
-----
All words are functions of the table, and claim nothing that its intervals do not bear out: "cannot
be told from" means that nothing is decided. Plain words are a headline, two sentences for a reader
who has never played, at most three more with two rounded numbers each, and one that says what the
finding does not mean. The exact words are sentences with all numbers and errors, verdicts, and what
books claim.

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

How a study is made
-------------------
Each study is a module that ends with a `Study`. This holds its question; the function
``analyse(asked)``, which plays and makes the table; the functions that draw its chart and write its
sentences from that table; what is fixed whatever is asked; and what the report says about it, such
as what is assumed and which rows matter. ``analyse`` is given the players, the number of deals and
the threads (`analyses.study.Asked`) and returns an `analyses.study.Answer`;
``STUDY.answer(simulation, n)`` makes an `Analysis` of that: table, figure, and the answer in words.
Beside the module, ``NAME_words`` has ``tell(table, captions)``, the plain words. One entry in
`analyses.contents` makes the study and its charts known everywhere. What remains is its published
result, made by ``piquet study`` with ``--published --out results``, and a line in the list above.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from analyses.contents import STUDIES, read_key
from piquet_sim.game.errors import InputError, suggest

if TYPE_CHECKING:
    from analyses.results.analysis import Analysis
    from analyses.study import Study
    from piquet_sim.game.rules import RuleSet
    from piquet_sim.strategies.registry import Strategy


def find_study(name: str) -> "Study":
    """The study that answers a question.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_study("Elder advantage").title
    'What is it worth to be elder hand?'
    """
    key = read_key(name)
    if key not in STUDIES:
        raise InputError(suggest(key, [*STUDIES, "all"], "study"))
    return import_module(STUDIES[key]).STUDY


def sort_by_length() -> list[str]:
    """The names of all studies, those that take long last."""
    return sorted(STUDIES, key=lambda name: find_study(name).seconds)


def ask(
    study: str,
    n: int,
    elder: "str | Strategy | None" = None,
    younger: "str | Strategy | None" = None,
    rules: "RuleSet | None" = None,
    seed: int = 1,
    given: str | None = None,
) -> "Analysis":
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
    >>> print(ask("hands", 1_000, "club").title)
    What does a dealt hand hold?
    """
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.game.rules import RUBICON

    found = find_study(study)
    if rules and found.has_own_rules:
        raise InputError(f"{study}: its rules are fixed; leave out rules")
    first = elder or found.strategy
    simulation = Simulation(first, younger or first, rules or RUBICON, seed=seed, given=given)
    return found.ask(simulation, n)


HOMES = {
    "Analysis": "analyses.results.analysis",
    "Choices": "analyses.maxims.facts",
    "PlayViews": "analyses.maxims.facts",
    "Maxim": "analyses.maxims.maxim",
    "Sides": "analyses.maxims.maxim",
    "climb": "analyses.studies.ladder",
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
    "show": "analyses.charts.display",
}
"""Where names of the package stand, which are loaded when they are asked for."""


def __getattr__(name: str) -> object:
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module 'analyses' has no attribute {name!r}")
