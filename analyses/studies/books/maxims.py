"""Maxims: which of the advice that books give on the discard is right?

Each maxim is a rule over situations and discards (`analyses.maxims`). On hands to which it applies
the best discard that follows it and the best that breaks it are finished in the same deals of the
cards not seen, the opponent exchanging as `expert` does and both playing perfectly; what was chosen
was not chosen by these deals. So a maxim is worth what following makes more than breaking; always
following it makes more or less than the players' own discards; and where they follow it, breaking
it costs something.

The judge plays as if all cards were seen after the exchange. Some maxims are therefore judged once
more by players who see what is theirs to see, in the deals as they lay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pandas as pd

from analyses.maxims.chart import draw_headlines, say_all
from analyses.maxims.discard.classes import find_class, group_hands
from analyses.maxims.discard.counting import count_hands
from analyses.maxims.discard.of_chances import OF_CHANCES
from analyses.maxims.discard.of_sets import OF_SETS
from analyses.maxims.discard.of_suits import OF_SUITS
from analyses.maxims.discard.rule import Rule
from analyses.maxims.discard.trying import (
    DEALS_A_HAND,
    find_hands,
    judge_extremes,
    play_on,
    try_rule,
)
from analyses.maxims.judge import (
    ALL,
    COLUMNS,
    MOST_RIGHT,
    MOST_WRONG,
    ON_DISCARD,
    PLAYED_ON,
    WORTH,
    list_rows,
    read_worths,
)
from analyses.maxims.maxim import list_readings, sort_maxims
from analyses.maxims.published import load_maxims
from analyses.maxims.tell import explain_verdicts, list_twice, say_range, tell_case, tell_maxims
from analyses.maxims.trial import AGAINST, FOLLOW, Trial
from analyses.results.analysis import Analysis, derive, read_estimate
from analyses.results.picks import Pick, Row, pick_maxims
from analyses.results.retelling import Retold
from analyses.study import UNDER_RUBICON, Answer, Asked, Reported, Study
from analyses.words.verdicts import MATTERS, count_verdicts, mean
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.sentences import Sentence, say
from piquet_sim.strategies.registry import find_strategy

TITLE = "Which of the old maxims about the discard are right?"

RULES: tuple[Rule, ...] = sort_maxims((*OF_SUITS, *OF_SETS, *OF_CHANCES))
"""The maxims that are judged, in the order of the file."""

_DEALS_A_HAND_ASKED = 1_000
"""Number of deals asked for per hand of each maxim."""
_FEWEST_HANDS = 40
_COUNTED_FROM = 1_000_000
"""Deals from which on it is worth the time to count exactly how often a maxim applies."""
_JUDGED_TWICE = ("CAV-M01", "CAV-M05", "CAV-M11", "CAV-M19")
"""A tenth of the maxims and a little more, on which other judges are heard, too."""
_ELSEWHERE = {
    "playing": [name for name, one in load_maxims().items() if one.kind == "play"],
    "calling": ["COT-B01", *(f"CAV-C0{number}" for number in (1, 3, 5, 6, 7, 8, 9))],
    "carte-blanche": ["COT-B01"],
    "score": [*(f"CAV-S{number:02}" for number in (1, 2, 3, 4, 5, 7, 8, 11)), "HOY-S03"],
    "partie": ["CAV-S11", "HOY-S03"],
}
"""Studies that have figures on other maxims."""
_OPPONENT = "expert"
_JUDGES = {"expert": 8, "master": 1}
"""Players who play on, and how many deals of each hand."""


def analyse(asked: Asked, rules: Sequence[Rule] = RULES) -> Answer:
    """Judge maxims: one hand of each in each seat for every thousand deals, at least forty.

    Parameters
    ----------
    asked : Asked
        The players' own discards are what the maxims are compared with; n deals are looked through
        for hands.
    rules : sequence of Rule
        The maxims; by default all published ones that are about the discard.

    Raises
    ------
    InputError
        If no maxim has two cases to which it applies.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 500, rules=RULES[:1]).title)
    Which of the old maxims about the discard are right?
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    wanted = max(n // _DEALS_A_HAND_ASKED, _FEWEST_HANDS)
    for player in ("expert", simulation.elder, simulation.younger):
        find_strategy(player).prepare()
    found = find_hands(rules, simulation, n, wanted, threads)
    shares = count_hands(rules, threads) if n >= _COUNTED_FROM else [None] * len(found)
    told, tried = asked.course.begin(1, len(found)), []
    for place, one in enumerate(found, start=1):
        tried.append(try_rule(one, simulation.seed, threads))
        told(place)
    tests = max(sum(one is not None for one in tried), 1)
    rows = []
    for share, made in zip(shares, tried, strict=True):
        if made is not None:
            rows += _list_rows(made, share, tests, simulation, threads)
    if not rows:
        raise InputError(
            f"study maxims: in {n:,} deals no maxim has two cases to which it applies; "
            "a larger n, or another reading"
        )
    table, published = pd.DataFrame(rows, columns=COLUMNS), load_maxims()
    return Answer(
        table,
        say_all(table),
        {
            "intervals": "normal, hands as units; shares: Wilson",
            "verdicts": "right together at a level of 95% (Bonferroni)",
            "opponent": "exchanges as expert; calls full, cards played perfectly by both",
            "readings": list_readings(rules),
            "not_judged": [one for one in published if one not in {rule.id for rule in rules}],
            "elsewhere": _ELSEWHERE,
            **derive(
                sources={
                    rule.id: published[rule.id].author for rule in rules if rule.id in published
                }
            ),
        },
        about={"hands_each": wanted, "deals_a_hand": DEALS_A_HAND, "tests": tests},
    )


def judge_maxims(rules: Sequence[Rule], n: int, player: str = "expert", seed: int = 1) -> Analysis:
    """Judge maxims of one's own, as the study judges those that were published.

    Parameters
    ----------
    rules : sequence of Rule
    n : int
        How many deals are looked through for hands; one hand is judged for every thousand.
    player : str
        Whose own discards they are compared with.
    seed : int

    Raises
    ------
    InputError
        If n is not a valid number of deals, or there is no such player.

    Examples
    --------
    >>> judge_maxims(RULES[:1], 500).table["advice"].iloc[0]
    'Spare the longest suit'
    """
    return STUDY.answer(Simulation(player, player, seed=seed), n, rules=rules)


def _list_rows(
    tried: Trial, share: Fraction | None, tests: int, simulation: Simulation, threads: int
) -> list[dict[str, object]]:
    tried = replace(tried, share=replace(tried.share, exact=share))
    groups = group_hands(tried.cases) if tried.maxim.is_headline else []
    classes = ((kind, is_in) for kind, is_in in groups if not is_in.all())
    rows, row = list_rows(tried, find_class(tried, tests), tests, ON_DISCARD, classes, {})
    if tried.maxim.id in _JUDGED_TWICE:
        for player, times in _JUDGES.items():
            made = play_on(tried, player, times, simulation.seed, threads)
            rows.append(row(WORTH, mean(made), kind=PLAYED_ON + player, other=True))
    extremes = judge_extremes(tried, simulation.seed, threads)
    for kind, (place, worth) in zip((MOST_RIGHT, MOST_WRONG), extremes, strict=True):
        told = {
            name: format_cards(iterate_cards(int(tried.ways[place, way])))
            for name, way in (("follow", FOLLOW), ("against", AGAINST))
        }
        hand = format_hand(int(tried.cases.cards[place]))
        rows.append(row(WORTH, worth, kind=kind, other=True, hand=hand, **told))
    return rows


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    return (
        explain_verdicts(table, ON_DISCARD),
        Sentence(
            f"{_say_own(simulation)}, the opponent exchanges as {_OPPONENT} and the cards are "
            f"played perfectly, {say_range(read_worths(table), 'to which it applies')}."
        ),
        Sentence(_say_judges(table)),
    )


def _say_own(simulation: Simulation) -> str:
    elder, younger = simulation.elder.name, simulation.younger.name
    if elder == younger:
        return f"Where {elder} discards"
    return f"Where {elder} discards as elder, {younger} as younger"


def _say_judges(table: pd.DataFrame) -> str:
    # What the perfect judge finds, and those who see what is theirs to see.
    told, kinds = [], (ALL, *(PLAYED_ON + player for player in _JUDGES))
    for _, found in list_twice(table, _JUDGED_TWICE):
        values = [say(read_estimate(found.loc[kind])) for kind in kinds]
        told.append(f"{found['advice'].iloc[0]} ({found['seat'].iloc[0]}) {', '.join(values)}")
    names = " and ".join(_JUDGES)
    if not told:
        return f"None of these was judged by {names}, who see what is theirs to see."
    return (
        f"Some by perfect play of the cards, then played on by {names}, who see what is theirs to "
        f"see: {'; '.join(told)}."
    )


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known, from the study's table."""
    return tell_maxims(table, _tell_seat)


def _tell_seat(rows: pd.DataFrame) -> str:
    return tell_case(rows, ON_DISCARD, rows["seat"].iloc[0])


def _list_others() -> tuple[str, ...]:
    return tuple(_JUDGES)


def _retell(simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, object]) -> Retold:
    verdicts = count_verdicts(read_worths(table)["verdict"])
    return {
        "summary": _summarise(simulation, table),
        "answers": tell_headlines(table),
        **derive(matters=MATTERS, verdicts=verdicts),
    }


def _pick(rows: Sequence[Row]) -> list[Pick]:
    # The best known, those on which most hangs first, elder's before younger's.
    where = {"kind": "all hands", "quantity": "following less breaking", "headline": "True"}
    return pick_maxims(rows, where)


REPORTED = Reported(
    "The opponent exchanges as the strategy named expert, all is called, and both "
    "play the cards perfectly, seeing all. Nothing was chosen by the deals that judge. "
    "What is right as a rule makes more than breaking it, but to follow it always may "
    "cost a player. The share of hands is that of the hands dealt to which a maxim "
    "applies. The hands on which it seems most right and most wrong were chosen by "
    "other deals than those that judge them.",
    _pick,
    heads=("verdict",),
    least=10_000,
    columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_headlines, fixed=UNDER_RUBICON, list_others=_list_others,
    published=5_000_000, retell=_retell, reported=REPORTED, seconds=200,
)  # fmt: skip
"""Which maxims about the discard are right."""
