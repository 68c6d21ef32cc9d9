"""The questions: studies, each answered with a table, a chart and three sentences.

A study answers one question about the game, with a table (``data.csv``), a chart for print and
screen (``chart.svg``, ``chart.png``) and three sentences, with what was simulated (``meta.json``).
`expert` plays in both seats unless others are named. `hands` does not depend on who plays, and
`sixes` and `codes` play so many deals that `club` does, who is seventy times as fast. Answers are
written to the folder ``answers``, or to that of ``--out``. Each study is shown with the folder of
its published result, which ``--published --out results`` makes anew, with its number of deals and
its players; ``make atlas`` does so for all:

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
    piquet study throwing           # what do strong players throw, what does it cost by heart?
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
    piquet study headroom           # what would a player make who sees what is hidden?
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

The other questions have commands of their own:

    piquet census                   # what does a dealt hand hold, exactly?
                                    # results/census
    piquet advise HAND              # what does this hand's best discard make, and why?
    piquet maxim CAV-M01            # is this old maxim right, by what numbers, on which hands?
    piquet duel A B                 # who is the better player?
    piquet ladder                   # who is the best player?
                                    # results/ladder
    piquet chances 68-155 --deal 6  # 68 to 155 down, one deal to go: what are my chances?
    piquet settle FILE              # what does this score sheet come to?
    piquet good                     # who is good before the exchange? (exact)
    piquet odds HAND --discard CARDS    # what are the odds if I throw these five? (exact)
    piquet simulate --given "elder has 4 aces"
                                    # how does it go with four aces, or with a carte blanche?
    piquet compare A B              # do two results differ beyond their errors?
    piquet verify results/NAME      # is a result what its description gives?
    piquet trust                    # are the numbers as good as they say?
    piquet report                   # all of it on one page? report/index.html
    piquet article pique            # one question as an article? articles/pique
    piquet glossary WORD            # what is a repique?
    piquet solve FILE               # how would perfect players finish this deal? (exact)

A maxim of your own
-------------------
``piquet maxim`` judges what you believe as it judges the old maxims. A file registers it, as one
function of a hand's discards that says which follow it and which break it:

```python
import analyses
from piquet_sim.game.cards import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices):
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0


@analyses.play_maxim("MY-P01", "Play the lowest card", ["younger"])
def play_low(view):
    return view.legal & -view.legal, view.legal & view.legal - 1
```

``piquet maxim MY-M01 --load my.py`` looks for hands to which it applies, finishes the best discard
that follows it and the best that breaks it in the same deals, and writes table and chart to
``answers/my-m01``. A maxim on the play is given what a seat sees, many moments at once, and returns
cards.

To throw by heart
-----------------
``piquet study throwing`` judges the tree by which ``primer`` exchanges; ``piquet chart throwing``
and ``piquet chart throwing-younger`` draw it. Throw as many cards as you may. The questions lead to
what is kept first, in order, each if there is room for all of it: of a suit, or of aces, what there
is room for, from the top. What is marked "!" is kept even if fewer cards go. Then the cards that
count most are kept, of equals the highest:

    each card counts            elder                       younger
    for its rank                A 18, K 5, Q 4, J 3, 10 2   A 17, K 7, Q 5
    for each in its suit        A 4, K 5, Q 4, J 1, 10 1    K 1, Q 2, J 1
    in the longest suit         5                           2
    in a suit of five or more   2                           7
    in a quint or longer        23                          7
    in a trio; in a quatorze    0; 16                       7; 17
    guarding a bare king        0                           3

The longest suit has most cards, then most pips. The strongest counts most, two a card and what its
cards add to their suit. Tops are the ace, with it the king, with both the queen, and so on. Sets
are trios and quatorzes, the best a quatorze, then the highest; honours are ace to knave.

Notebooks
---------
The folder ``notebooks`` goes from a question to its answer, with prose, numbers and charts; beside
each text file lies the same notebook, executed with 200,000 deals:

    hand_probabilities  What does a hand hold, and what does a discard make of it?
    elder_hand          What is it worth to be elder hand?
    the_exchange        What does the exchange do, and which five cards should go?
    own_strategy        Is a rule of thumb any good? One's own strategy, written and measured
    six_rule_books      What do six codes do to one game, and one rule alone?
    checking_a_book     Are the figures of a book right, and one's own?
    maxims_judged       Are the old maxims right?
    rare_events         What happens in deals for which one would wait for months?
    a_partie_reviewed   Who of the two is the stronger player?
    partie_and_rubicon  What does a partie come to, and what is a point worth on the way?

In a notebook of your own, ``analyses.ask`` puts a study's question to any players, and
``analyses.show`` shows any chart as wide as the page:

```python
import analyses

analyses.ask("elder-advantage", 200_000, "expert", "club")
```

What a result keeps
-------------------
``meta.json`` holds what the numbers were made of: the simulations, with fingerprints of blocks of
deals; the cases that were judged (hands, leads, parties, pairs), with fingerprints of the first 1,
4, 16, ... of each kind; digests of all code and data behind it, by room. ``piquet verify FOLDER``
makes part of that again: blocks of deals; the first cases, by asking the same study for fewer
deals; rows of its table within their errors. From the table alone it says the sentences, the
answers and the derived numbers again, draws the chart, and works out intervals. Each part is
reported as "agrees", "DIFFERS" or "not checked", and the exit code is 0, 1 or 3 (nothing could be
made again). Other code that makes the same cases leaves a result valid, and is noted. That a value
is right to its last digit shows only with ``-n`` as large as the result's own number of deals, by
which all is made again; else this is "not checked".

Verdicts on maxims
------------------
A maxim has its verdict in one study: `maxims` (the discard), `playing`, `calling` or `score`. A
verdict rests on thirty cases at least; in two seats or situations a maxim has as many verdicts,
and verdicts are counted, not maxims. "Right but for some hands" is said only of what makes more on
average. Beside what following makes stands what always following costs per hundred deals of all,
those included to which it does not apply; charts sort by worth times frequency.

Numbers that turned
-------------------
Where this version says another number than the one before, with the same deals behind it:

- No maxim that makes less on average is "right but for some hands" any more; a situation with fewer
  than thirty cases is "not settled" or "not judged".
- `leads` compares leads and gives no verdict on a maxim; that is `playing`'s.
- `regret` judges a discard as `piquet advise` and reviews do (`piquet help advice`): the best of a
  race of 8,192 deals, by as many fresh ones. Before, thirty discards had 4,000 deals, and slips
  8,000 more. A row of the worst slips gives the seed with which ``piquet advise`` says the same.
- In `published` the swing of the point is that of the point alone, and the swing of the cards that
  of play and cards at seven tricks against five, as the books reckon; not all that goes with them.
- Younger judges a discard against hands of elder's that take as many cards as elder took, where
  before elder was made to take four in a sixth of such deals: `regret` and `throwing` differ in
  digits within their errors, `maxims` and `score` too.
- Studies write to ``answers``; only the command that made a published result writes over it.

How a study is made
-------------------
Each study is a module that ends with a `Study`: its question, the function ``analyse(simulation, n,
threads, progress)`` that returns an `Analysis` (a table, a figure and the answer in three
sentences), the function that draws its chart from its table, what it may be asked, and what the
report says of it: what is assumed, and which rows matter. One entry in `analyses.contents` makes
study and charts known everywhere, a chart that lies in the study's own file too. What remains is
its published result, made by ``piquet study`` with ``--published --out results``, and a line in the
list above.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from analyses.contents import STUDIES
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
        If there is none of that name, with the nearest name.

    Examples
    --------
    >>> find_study("Elder advantage").title
    'What is it worth to be elder hand?'
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
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
    return found.answer(simulation, n)


_HOME = {
    "Analysis": "results.analysis",
    "Rule": "maxims.discard.rule",
    "climb": "studies.players.ladder",
    "count_attributes": "studies.game.census",
    "count_jointly": "studies.game.census",
    "discard_maxim": "maxims.own",
    "draw_values": "charts",
    "draw_chances": "charts",
    "draw_review": "charts",
    "find_chart": "contents",
    "find_maxim": "maxims.registry",
    "judge_maxims": "studies.books.maxims",
    "of_rank": "maxims.facts.hands",
    "play_maxim": "maxims.own",
    "one_in": "words.sentences",
    "percent": "words.sentences",
    "read_published": "results.stored",
    "show": "charts.display",
}


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"analyses.{_HOME[name]}"), name)
    raise AttributeError(f"module 'analyses' has no attribute {name!r}")
