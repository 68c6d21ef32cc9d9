"""Maxims: which of the advice that books give on the discard is right?

Each maxim is a rule over situations and discards (`analyses.maxims`). On hands to which it applies
the best discard that follows it and the best that breaks it are tried in the same deals, as they
lay: `expert` makes all other decisions of both seats, seeing what is theirs to see; what was chosen
was not chosen by these deals. So a maxim is worth what following makes more than breaking. A random
rule of the same size is tried beside it, of which as many discards follow and as many break: what
the maxim makes more than that, its words know. What obeying it always costs, and what breaking it
always costs, is counted against the player's own discard.

Perfect play of the cards, seeing all, is a second judge of every maxim, and `master` of some.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.chart import draw_verdicts, say_all
from analyses.maxims.discard_trial import (
    JUDGE,
    ORDERS,
    PERFECT_DEALS,
    Pool,
    find_hands,
    judge_extremes,
    play_discards,
    try_discard_maxim,
)
from analyses.maxims.facts import QUATORZE, RUNS, TRIO, count, of_rank
from analyses.maxims.judge import (
    ALL,
    COLUMNS,
    MORE,
    MOST_RIGHT,
    MOST_WRONG,
    ON_DISCARD,
    PERFECT,
    PLAYED_ON,
    WORTH,
    list_rows,
    read_worths,
)
from analyses.maxims.maxim import DISCARD, Maxim, list_readings, list_rules, load_maxims
from analyses.maxims.shares import count_hands
from analyses.maxims.tell import (
    list_twice,
    say_perfect,
    say_range,
    say_together,
    tell_case,
    tell_maxims,
)
from analyses.maxims.trial import AGAINST, FOLLOW, WAYS, Trial
from analyses.results.analysis import Analysis, derive, read_estimate
from analyses.results.picks import Pick, Row, pick_maxims
from analyses.statistics.exceptions import Fact, find_exception
from analyses.study import UNDER_RUBICON, Answer, Asked, Reported, Study
from analyses.words.verdicts import MATTERS, SAID_TOGETHER, count_verdicts, mean
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import ACE, KING, KNAVE, QUEEN, format_cards, format_hand, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.sentences import Sentence, compose, say
from piquet_sim.strategies.registry import find_strategy

TITLE = "Which of the old maxims about the discard are right?"

RULES = list_rules(DISCARD)
"""The maxims that are judged, in the order of the file."""

_DEALS_ASKED_A_HAND, _OF_ONES_OWN = 1_000, 100
"""Number of deals asked for per hand of each maxim; the second where they are not those published.
"""
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
_MASTER = "master"

FACTS = (
    Fact("cards in the longest suit", lambda hands: hands.length),
    Fact("aces", lambda hands: hands.number_of(ACE)),
    Fact("kings", lambda hands: hands.number_of(KING)),
    Fact("aces and kings", lambda hands: count(hands.cards & of_rank(ACE, KING))),
    Fact("honours", lambda hands: count(hands.cards & of_rank(ACE, KING, QUEEN, KNAVE))),
    Fact("aces and kings in the longest suit",
         lambda hands: count(hands.longest & of_rank(ACE, KING))),
    Fact("cards in sequence in the longest suit", lambda hands: count(
        np.where(hands.is_longest, RUNS[hands.lanes], 0)).sum(axis=0)),
    Fact("trios or quatorzes", lambda hands: (hands.sets > 0).sum(axis=0)),
    Fact("quatorzes", lambda hands: (hands.set_of(QUATORZE) != 0).astype(int)),
    Fact("suits without a card", lambda hands: (hands.lengths == 0).sum(axis=0)),
    Fact("kings without the ace", lambda hands: hands.lone_kings.sum(axis=0)),
)  # fmt: skip
"""Features an exception may depend on."""


def analyse(asked: Asked, rules: Sequence[Maxim] = RULES) -> Answer:
    """Judge maxims: one hand of each in each seat for every thousand deals, at least forty.

    Of other maxims than those published it is one for every hundred.

    Parameters
    ----------
    asked : Asked
        The players' own discards are what the maxims are compared with; n deals are looked through
        for hands.
    rules : sequence of Maxim
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
    asked_a_hand = _DEALS_ASKED_A_HAND if rules is RULES else _OF_ONES_OWN
    wanted = max(n // asked_a_hand, _FEWEST_HANDS)
    for player in ("expert", simulation.elder, simulation.younger):
        find_strategy(player).prepare()
    found = find_hands(rules, simulation, n, wanted, threads)
    shares = count_hands(rules, threads) if n >= _COUNTED_FROM else [None] * len(found)
    told, rows = asked.course.begin(1, len(found)), []
    for place, (share, one) in enumerate(zip(shares, found, strict=True), start=1):
        made = try_discard_maxim(one, simulation.seed, threads)
        if made is not None:
            rows += _list_rows(made, share, simulation.seed, threads)
        told(place)
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
            "verdicts": SAID_TOGETHER,
            "played on": f"by {JUDGE} in both seats, as the cards lay, in {ORDERS} orders of the "
            "stock; beside it perfectly, in drawn deals",
            "readings": list_readings(rules),
            "not_judged": [one for one in published if one not in {rule.id for rule in rules}],
            "elsewhere": _ELSEWHERE,
            **derive(
                sources={
                    rule.id: published[rule.id].author for rule in rules if rule.id in published
                }
            ),
        },
        about={"hands_each": wanted, "deals_a_hand": ORDERS, "deals_perfectly": PERFECT_DEALS},
    )


def judge_maxims(rules: Sequence[Maxim], n: int, player: str = "expert", seed: int = 1) -> Analysis:
    """Judge maxims of one's own, as the study judges those that were published.

    Parameters
    ----------
    rules : sequence of Maxim
    n : int
        How many deals are looked through for hands; one hand is judged for every hundred.
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
    tried: Trial, share: Fraction | None, seed: int, threads: int
) -> list[dict[str, Any]]:
    tried = replace(tried, share=replace(tried.share, exact=share))
    hands = tried.cases.hands
    groups = group_hands(tried.cases) if tried.maxim.is_headline else []
    groups += [(kind, is_in(hands)) for kind, is_in in tried.maxim.parts]
    classes = ((kind, is_in) for kind, is_in in groups if not is_in.all())
    others = {PERFECT: mean(tried.seen), MORE: mean(tried.seen - tried.worth)}
    exception = find_exception(tried.worth, hands, FACTS)
    rows, row = list_rows(tried, exception, ON_DISCARD, classes, others)
    if tried.maxim.id in _JUDGED_TWICE:
        made = play_discards(tried.cases, tried.ways[:, :1, FOLLOW:WAYS], _MASTER, seed, threads)
        rows.append(row(WORTH, mean((made @ (1, -1)).mean(axis=1)), kind=PLAYED_ON + _MASTER,
                        other=True))  # fmt: skip
    extremes = judge_extremes(tried, seed, threads)
    for kind, (place, worth) in zip((MOST_RIGHT, MOST_WRONG), extremes, strict=True):
        told = {
            name: format_cards(iterate_cards(int(tried.ways[place, 0, way])))
            for name, way in (("follow", FOLLOW), ("against", AGAINST))
        }
        hand = format_hand(int(tried.cases.cards[place]))
        rows.append(row(WORTH, worth, kind=kind, other=True, hand=hand, **told))
    return rows


def group_hands(pool: Pool) -> list[tuple[str, np.ndarray]]:
    """Classes of hands for which a maxim is reported separately: their names, and which hands."""
    length, aces = pool.hands.length, pool.hands.number_of(ACE)
    return [
        ("longest suit of 4 or fewer", length <= 4),
        ("longest suit of 5", length == 5),
        ("longest suit of 6 or more", length >= 6),
        ("no ace or one", aces <= 1),
        ("two aces", aces == 2),
        ("three aces or four", aces >= TRIO),
    ]


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    return (
        say_together(table, ON_DISCARD),
        Sentence(
            f"{_say_own(simulation)}, and {JUDGE} plays on in both seats, "
            f"{say_range(read_worths(table), 'to which it applies')}."
        ),
        compose(Sentence(f"{_say_judges(table)} "), say_perfect(table, PERFECT)),
    )


def _say_own(simulation: Simulation) -> str:
    elder, younger = simulation.elder.name, simulation.younger.name
    if elder == younger:
        return f"Where {elder} discards"
    return f"Where {elder} discards as elder, {younger} as younger"


def _say_judges(table: pd.DataFrame) -> str:
    # What players find who see what is theirs to see, and the judge who sees all.
    told, kinds = [], (ALL, PLAYED_ON + _MASTER, PERFECT)
    for _, found in list_twice(table, _JUDGED_TWICE):
        values = [say(read_estimate(found.loc[kind])) for kind in kinds]
        told.append(f"{found['advice'].iloc[0]} ({found['seat'].iloc[0]}) {', '.join(values)}")
    if not told:
        return f"None of these was judged by {_MASTER}, too."
    return (
        f"Some played on by {JUDGE}, by {_MASTER}, and perfectly by both, who then see all cards: "
        f"{'; '.join(told)}."
    )


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known, from the study's table."""
    return tell_maxims(table, _tell_seat)


def _tell_seat(rows: pd.DataFrame) -> str:
    return tell_case(rows, ON_DISCARD, rows["seat"].iloc[0])


def _list_others() -> tuple[str, ...]:
    return JUDGE, _MASTER


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
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
    "The same deals are finished with each discard by the strategy named expert in both "
    "seats, who sees what is theirs to see. The deals that judge were used to choose "
    "nothing. What the words of a maxim know is what following it makes more than breaking "
    "it, less the same of a random rule of its size. The share of hands is that of the "
    "hands dealt to which a maxim applies. The hands on which a maxim seems most right and "
    "most wrong were chosen by perfect play in other deals than those that judge them.",
    _pick,
    heads=("verdict",),
    least=10_000,
    columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_verdicts, fixed=UNDER_RUBICON, list_others=_list_others,
    published=5_000_000, say=_say_table, reported=REPORTED, seconds=160,
)  # fmt: skip
"""Which maxims about the discard are right."""
