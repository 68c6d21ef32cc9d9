"""The studies: questions, each answered in a few sentences, with a table and a chart.

A study answers one question with a headline, two to four sentences, one that says what the answer
does not mean, a table (``data.csv``) and a chart (``chart.svg``, ``chart.png``):

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
    piquet duel random novice club  # who is the best player? (the ladder)

`expert` plays in both seats unless you name others; a study that would be long with them says at
once who plays instead. Answers go to the folder ``answers``, or to ``--out``. ``--published --out
results`` makes a published result again (``make atlas`` all). In Python,
``analyses.ask("pique", 200_000, "club")`` gives an answer that a notebook shows.

``meta.json`` has the words, who played by what rules from which seed, the engine's digest, and the
SHA-256 of the files. ``piquet study NAME --published --out FOLDER`` makes a published result again:
by the same engine its table is equal to the byte, by another it agrees within both errors. Each row
of a table names its ``estimator`` (``piquet help estimates``).

A study of your own
-------------------
``answer`` plays, and puts each number into its `Findings` with the cells that say what it is. Rows
find it there again by these cells and say what it means; the holes of a claim print it with its
unit, its denominator and its interval. What is drawn follows from that.

```python
import analyses

def answer(asked: analyses.Asked) -> analyses.Findings:
    result, findings = asked.play(), analyses.Findings()
    for seat in ("elder", "younger"):
        findings.add(result.estimates[f"{seat}_cards"], seat=seat, quantity="wins the cards")
    return findings

STUDY = analyses.Study(
    name="the-cards",
    question="How often does each seat win the cards?",
    group="game",
    answer=answer,
    rows=analyses.of_seats("cards", "wins the cards", {"quantity": "wins the cards"}),
    headline=[analyses.Claim("Elder wins the cards in {elder_cards}")],
    sentences=[
        analyses.Claim("Elder wins the cards in {elder_cards:range}, {elder_cards:odds}."),
        analyses.Claim("Elder compared with younger: {elder_cards - younger_cards}."),
    ],
    charts={
        "the-cards": analyses.Chart(
            analyses.Look(says="How often each seat wins the cards"), "who wins the cards"
        )
    },
    not_meant="It does not say how much it is worth to win them.",
)
analyses.register(STUDY)
```

``piquet study the-cards --load cards.py`` asks it as any other, ``piquet report the-cards --load
cards.py`` puts it on a page, and ``piquet chart the-cards --of answers --load cards.py`` draws it
again. The studies of the toolkit are such files in ``analyses/studies``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from analyses.contents import find_study as find_study
from piquet_sim.game.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from analyses.study import Answer
    from piquet_sim.game.rules import RuleSet
    from piquet_sim.strategies.registry import Strategy


def ask(
    study: str,
    n: int,
    elder: "str | Strategy | None" = None,
    younger: "str | Strategy | None" = None,
    rules: "str | RuleSet | None" = None,
    seed: int = 1,
    given: str | None = None,
    checkpoint: "str | Path | None" = None,
) -> "Answer":
    """Play a study: its answer, which a notebook shows with its chart.

    Parameters
    ----------
    study : str
        Its name, as ``piquet study`` takes it.
    n : int
        How many deals.
    elder, younger : str or Strategy, optional
        The strategies; elder's in both seats if younger's is not named, and the study's own if
        nobody is.
    rules : str or RuleSet, optional
        Rubicon's Laws if none is named. Studies that compare rule books have their own.
    seed : int
    given : str, optional
        Only deals that fulfil this condition are dealt, as in ``piquet simulate --given``.
    checkpoint : path, optional
        A file that keeps what the study has done, from which the same call continues if it was
        stopped; removed when the answer is there.

    Raises
    ------
    InputError
        If there is no such study, player or condition, or the study's rules are fixed.

    Examples
    --------
    >>> print(ask("hands", 1_000, "club").study.question)
    What does a dealt hand hold?
    """
    from analyses.runs import Runs
    from piquet_sim.deals.simulation import Simulation
    from piquet_sim.game.rules import RUBICON

    asked = find_study(study, is_asked=True)
    if rules is not None and asked.has_own_rules:
        raise InputError(f"{study}: its rules are fixed; leave out rules")
    first = elder or asked.players
    simulation = Simulation(
        first, younger or first, RUBICON if rules is None else rules, seed=seed, given=given
    )
    runs = Runs([(asked, simulation, n)], checkpoint)
    answer = asked.ask(simulation, n, runs=runs)
    runs.end()
    return answer


HOMES = {
    "Answer": "analyses.study",
    "Asked": "analyses.runs",
    "Chart": "analyses.study",
    "Choices": "analyses.maxims.facts",
    "Claim": "piquet_sim.estimates.grounds",
    "Findings": "analyses.findings",
    "Look": "piquet_sim.estimates.shown",
    "Maxim": "analyses.maxims.maxim",
    "Numbers": "piquet_sim.estimates.shown",
    "PlayViews": "analyses.maxims.facts",
    "Quantity": "piquet_sim.estimates.quantity",
    "Row": "analyses.meaning",
    "Sides": "analyses.maxims.maxim",
    "Study": "analyses.study",
    "climb": "analyses.studies.ladder",
    "compare_values": "analyses.findings",
    "count_attributes": "analyses.studies.census",
    "discard_maxim": "analyses.maxims.maxim",
    "draw_groups": "analyses.charts.groups",
    "draw_chances": "analyses.charts",
    "draw_review": "analyses.charts",
    "find_chart": "analyses.contents",
    "find_maxim": "analyses.maxims.maxim",
    "judge_maxims": "analyses.studies.maxims",
    "of_seats": "analyses.meaning",
    "of_rank": "analyses.maxims.facts",
    "play_maxim": "analyses.maxims.maxim",
    "one_in": "analyses.sentences",
    "percent": "analyses.sentences",
    "read_published": "analyses.stored",
    "register": "analyses.contents",
    "show": "analyses.charts.style",
}
"""Where names of the package stand, which are loaded when they are asked for."""


def __getattr__(name: str) -> object:
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module 'analyses' has no attribute {name!r}")
