"""Maxims: which of the advice that books give on the discard is right?

Each maxim is a rule over a hand's discards (`analyses.maxims.discard`). On hands to which it
applies, the best discard that follows it and the best that breaks it are tried in the same deals,
which did not choose them; `expert` makes all other decisions of both seats. The costs of always
obeying and of always breaking are compared with the player's own discard; what the words know is
compared with random rules (`maxims.verdict`).

Perfect play with all cards seen is a second judge of every maxim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from analyses.findings import Findings
from analyses.maxims.chart import ON_THE_DISCARD, chart_one, draw_verdicts
from analyses.maxims.discard_trial import (
    JUDGE,
    ORDERS,
    PERFECT_DEALS,
    count_hands,
    find_facts,
    find_hands,
    judge_extremes,
    try_discard_maxim,
)
from analyses.maxims.facts import TRIO, Hands
from analyses.maxims.maxim import DISCARD, Maxim, find_maxim, list_readings, list_rules, load_maxims
from analyses.maxims.trial import AGAINST, FOLLOW, Trial
from analyses.maxims.verdict import (
    COLUMNS,
    FEWEST,
    MOST_RIGHT,
    MOST_WRONG,
    PERFECT,
    SAID_TOGETHER,
    SHARE,
    WORTH,
    add_judged,
    list_rows,
    list_sentences,
    list_titles,
    mean,
    measure_costs,
    measure_known,
)
from analyses.study import UNDER_RUBICON, Answer, Asked, Chart, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import ACE, format_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import say_cards
from piquet_sim.strategies.registry import find_strategy

RULES = list_rules(DISCARD)
"""The maxims that are judged, in the order of the file."""
_DEALS_ASKED_A_HAND, _OF_ONES_OWN = 1_000, 100
"""Number of deals asked for per hand of each maxim; the second where they are not those published.
"""
_FEWEST_HANDS = 40
_COUNTED_FROM = 1_000_000
"""Deals from which on it is worth the time to count exactly how often a maxim applies."""


def answer(asked: Asked, rules: Sequence[Maxim] = RULES) -> Findings:
    """Judge maxims: one hand of each in each seat for every thousand deals, at least forty.

    For maxims that are not published it is one for every hundred.

    Parameters
    ----------
    asked : Asked
        The players' own discards are what the maxims are compared with; n deals are looked through
        for hands.
    rules : sequence of Maxim
        By default all published ones that are about the discard.

    Raises
    ------
    InputError
        If no maxim has two cases to which it applies.
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    wanted = max(n // (_DEALS_ASKED_A_HAND if rules is RULES else _OF_ONES_OWN), _FEWEST_HANDS)
    for player in (JUDGE, simulation.elder, simulation.younger):
        find_strategy(player).prepare()
    cases = find_hands(rules, simulation, n, wanted, threads)
    shares = count_hands(rules, threads) if n >= _COUNTED_FROM else [None] * len(cases)
    findings = Findings(
        {
            "hands_each": wanted,
            "deals_a_hand": ORDERS,
            "deals_perfectly": PERFECT_DEALS,
            "verdicts": SAID_TOGETHER,
            "readings": list_readings(rules),
            "played on": f"by {JUDGE} in both seats, as the cards lay",
            "not_judged": [one for one in load_maxims() if one not in {rule.id for rule in rules}],
        },
        COLUMNS,
    )
    for share, one in asked.course.follow(1, len(cases), zip(shares, cases, strict=True)):
        made = try_discard_maxim(one, simulation.seed, threads)
        if made is not None:
            _add(findings, made, share, simulation.seed, threads)
    if not findings.rows:
        raise InputError(
            f"study maxims: in {n:,} deals no maxim has two cases to which it applies; "
            "a larger n, or another reading"
        )
    return findings


def judge_maxims(rules: Sequence[Maxim], n: int, player: str = "expert", seed: int = 1) -> Answer:
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
    >>> judge_maxims(RULES[:1], 500).found.table()["advice"].iloc[0]
    'Spare the longest suit'
    """
    return STUDY.ask(Simulation(player, player, seed=seed), n, rules=rules)


def _add(findings: Findings, tried: Trial, share: Fraction | None, seed: int, threads: int) -> None:
    tried = replace(tried, share=replace(tried.share, exact=share))
    numbers = measure_costs(tried.made, SHARE, tried.share)
    named = add_judged(findings, tried.maxim, tried.seat, numbers, measure_known(tried))
    findings.add(mean(tried.seen), **{**named, "kind": PERFECT, "quantity": WORTH})
    for kind, is_in in _list_classes(tried.maxim, find_facts(tried.cases)):
        if FEWEST <= is_in.sum() < len(is_in):
            findings.add(mean(tried.worth[is_in]), **{**named, "kind": kind, "quantity": WORTH})
    for kind, (place, worth) in zip(
        (MOST_RIGHT, MOST_WRONG), judge_extremes(tried, seed, threads), strict=True
    ):
        ways = {
            name: say_cards(int(tried.ways[place, 0, way]))
            for name, way in (("follow", FOLLOW), ("against", AGAINST))
        }
        hand = format_hand(int(tried.cases["hand"][place]))
        findings.add(worth, **{**named, "kind": kind, "hand": hand, **ways, "quantity": WORTH})


def _list_classes(maxim: Maxim, hands: Hands) -> Iterator[tuple[str, np.ndarray]]:
    # Classes of hands for which a maxim is reported separately: their names, and which hands.
    if maxim.is_headline:
        length, aces = hands.length, hands.number_of(ACE)
        yield from (
            ("longest suit of 4 or fewer", length <= 4),
            ("longest suit of 5", length == 5),
            ("longest suit of 6 or more", length >= 6),
            ("no ace or one", aces <= 1),
            ("two aces", aces == 2),
            ("three aces or four", aces >= TRIO),
        )
    yield from ((kind, has(hands)) for kind, has in maxim.parts)


STUDY = Study(
    name="maxims",
    question="Which of the old maxims about the discard are right?",
    group="books",
    no_condition="judges maxims over all deals",
    answer=answer,
    rows=list_rows,
    headline=partial(list_titles, what=ON_THE_DISCARD),
    sentences=partial(list_sentences, what=ON_THE_DISCARD),
    charts={
        "maxims": Chart(partial(draw_verdicts, what=ON_THE_DISCARD)),
        "maxim-longest-suit": chart_one(find_maxim("CAV-M01")),
        "maxim-guards": chart_one(find_maxim("CAV-M05")),
        "maxim-few-suits": chart_one(find_maxim("CAV-M08")),
        "maxim-five-cards": chart_one(find_maxim("CAV-M11")),
        "maxim-ace-or-king": chart_one(find_maxim("CAV-M15")),
        "maxim-low-trio": chart_one(find_maxim("CAV-M19")),
        "maxim-low-quint": chart_one(find_maxim("CAV-M24")),
        "maxim-quint-major": chart_one(find_maxim("ACA-M02")),
    },
    not_meant="It does not mean that a right maxim should always be obeyed: obeying it costs less "
    "than breaking it, but the player's own choice may cost less than both.",
    assumed="The same deals are finished with each discard by the strategy named expert in both "
    "seats, who sees what is theirs to see. The better choice is the one of four discards that "
    "makes most in 64 other deals. The deals that judge were used to choose nothing. The "
    "hands on which a maxim seems most right and most wrong were chosen as expert plays on; the "
    "figures beside them are perfect play’s, in other deals.",
    n=3_000_000,
    seconds=400,
    fixed=UNDER_RUBICON,
    list_others=lambda: (JUDGE,),
)
"""Which maxims about the discard are right."""
