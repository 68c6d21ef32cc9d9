"""Playing: which of the old maxims about the play of the cards are right?

Each maxim is a rule over what a seat sees and the cards that it may play (`analyses.maxims.cards`).
It is always obeyed, or always broken, throughout the deal: the first card that the rule changes is
prescribed, the deal is played again with the same luck, and so on until the rule changes nothing.
What its words know is counted at one moment of each deal, drawn at random; the best card that
follows it and the best that breaks it are tried there, too.

Counting the opponent's hand is judged by deals in which one player heeds the calls and an otherwise
equal player does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from analyses.findings import Findings
from analyses.maxims import verdict
from analyses.maxims.card_trial import (
    CARDS_ALONE,
    COUNTER,
    HEEDLESS,
    find_moments,
    measure_counting,
    play_always,
    try_play_maxim,
)
from analyses.maxims.cards import COUNTING
from analyses.maxims.chart import chart_one, draw_verdicts
from analyses.maxims.facts import count_fallen, view_of
from analyses.maxims.maxim import PLAY, Maxim, find_maxim, list_readings, list_rules
from analyses.maxims.trial import AGAINST, FOLLOW, Found, Trial
from analyses.maxims.verdict import (
    BROKEN,
    BY_OPTIONS,
    COLUMNS,
    FEWEST,
    MOST_RIGHT,
    MOST_WRONG,
    OBEYED,
    SAID_TOGETHER,
    SHARE_OF_DEALS,
    WHOLE,
    WORTH,
    add_judged,
    compare_with_lot,
    list_sentences,
    list_titles,
    mean,
    measure_costs,
    measure_known,
)
from analyses.meaning import Row, of_seats
from analyses.study import UNMIRRORED, Asked, Chart, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import POINTS, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.game.cards import format_card, format_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies.registry import find_strategy
from piquet_sim.strategies.roster import STRATEGIES

RULES = list_rules(PLAY)
"""The maxims that are judged by moments, in the order of the file."""

_DEALS_ASKED, _LEAST_DEALS = 10, 2_000
_RARE_ASKED, _LEAST_RARE = 4, 4_000
"""One deal in so many is searched, and at least so many; the second pair is for rare maxims."""
_ASKED_A_MOMENT, _LEAST_MOMENTS = 100, 60
_PAIRS_ASKED, _LEAST_PAIRS = 20, 200
COUNTED = "against the cards of club"
ON_THE_PLAY = "on the play"


def answer(asked: Asked, rules: Sequence[Maxim] = RULES) -> Findings:
    """Judge maxims on the play: one deal of ten is looked through, of four for rare ones.

    Parameters
    ----------
    asked : Asked
        The players play, and play on. A maxim is judged in one of a hundred deals at most.
    rules : sequence of Maxim
        By default all published ones that are about the play.

    Raises
    ------
    InputError
        If no maxim has two cases to which it applies.
    """
    simulation, n, threads, course = asked.simulation, asked.n, asked.threads, asked.course
    wanted = max(n // _ASKED_A_MOMENT, _LEAST_MOMENTS)
    looked = max(n // _DEALS_ASKED, _LEAST_DEALS), max(n // _RARE_ASKED, _LEAST_RARE)
    for player in (COUNTER, *_list_others()):
        find_strategy(player).prepare()
    course.begin(0.25)
    cases = _find_all(rules, simulation, looked, wanted, threads)
    findings = Findings(
        {
            "looked_through": looked[0],
            "for_rare_ones": looked[1],
            "deals_each": wanted,
            "verdicts": SAID_TOGETHER,
            "readings": list_readings(rules),
        },
        COLUMNS,
    )
    for one in course.follow(0.65, len(cases), cases):
        judge = dict.fromkeys(SEATS, find_strategy(one.maxim.judge)) if one.maxim.judge else {}
        _add(findings, one, simulation, replace(simulation, **judge), threads)
    course.begin(0.1)
    if rules is RULES:
        _add_counting(findings, measure_counting(simulation.seed, _count_pairs(n), threads))
    if not findings.rows:
        raise InputError(
            f"study playing: in {n:,} deals no maxim has two cases to which it applies; "
            "a larger n, or another reading"
        )
    return findings


def _count_pairs(n: int) -> int:
    return max(n // _PAIRS_ASKED, _LEAST_PAIRS)


def _find_all(
    rules: Sequence[Maxim],
    simulation: Simulation,
    deals: tuple[int, int],
    wanted: int,
    threads: int,
) -> list[Found]:
    # In the order of the rules; for rare ones more deals are looked through.
    applicable: list[Found] = []
    for number, is_rare in zip(deals, (False, True), strict=True):
        some = [rule for rule in rules if rule.is_rare == is_rare]
        if some:
            applicable += find_moments(some, simulation, number, wanted, threads)
    return sorted(applicable, key=lambda one: (rules.index(one.maxim), SEATS.index(one.seat)))


# ---- The table ----------------------------------------------------------------------------------
def _add(
    findings: Findings, case: Found, deals: Simulation, players: Simulation, threads: int
) -> None:
    maxim, seat = case.maxim, case.seat
    tried = try_play_maxim(case, deals, players, threads)
    if tried is None:
        return
    made = play_always(maxim, seat, case.cases["number"], deals, players, threads)
    if len(made) < 2:
        return
    numbers = measure_costs(made, SHARE_OF_DEALS, case.share)
    named = add_judged(findings, maxim, seat, numbers, measure_known(tried))
    # The kind of rows of single moments, not of the whole deal.
    once = {**named, "kind": "at one moment", "quantity": WORTH}
    findings.add(mean(tried.worth), **once)
    for kind, has in maxim.parts:
        is_in = has(view_of(tried.cases["heard"]))
        if is_in.sum() >= FEWEST:
            findings.add(mean(tried.worth[is_in]), **{**once, "kind": kind})
    for kind, place in (
        (MOST_RIGHT, int(tried.seen.argmax())),
        (MOST_WRONG, int(tried.seen.argmin())),
    ):
        worth = know_exactly(float(tried.seen[place]))
        findings.add(worth, **{**once, "kind": kind, **_tell_moment(tried, place)})


def _tell_moment(tried: Trial, place: int) -> dict[str, str]:
    # The cards held, those tried, and what was led, in which trick.
    view = view_of(tried.cases["heard"])
    led, trick = int(view.led[place]), int(count_fallen(view)[place]) // 2 + 1
    what = f"{format_card(led)} is led" if led else "on lead"
    return {
        "text": f"trick {trick}, {what}, {view.tricks[place]} to {view.opponent_tricks[place]}",
        "hand": format_hand(int(view.hand[place])),
        "follow": format_card(int(tried.ways[place, FOLLOW])),
        "against": format_card(int(tried.ways[place, AGAINST])),
    }


def _add_counting(findings: Findings, gains: dict[tuple[str, str], np.ndarray]) -> None:
    # Who counts always obeys; one way is compared with one other.
    for seat in SEATS:
        worth, more = (mean(gains[seat, other]) for other in (CARDS_ALONE, HEEDLESS))
        always = np.ones(len(gains[seat, CARDS_ALONE]))
        known = compare_with_lot(BY_OPTIONS, always, always / 2)
        numbers = {WORTH: worth, OBEYED: know_exactly(0.0), BROKEN: worth}
        named = add_judged(findings, COUNTING, seat, numbers, [known])
        findings.add(more, **{**named, "kind": COUNTED, "quantity": WORTH})


# ---- What it says -------------------------------------------------------------------------------
def list_rows(findings: Findings) -> Iterator[Row]:
    """The numbers of all maxims, and what counting gains against each who counts less."""
    yield from verdict.list_rows(findings)
    for key, name, kind in (
        ("counts", "by the cards alone", WHOLE),
        ("counts_more", "as club plays", COUNTED),
    ):
        cells = {"maxim": COUNTING.id, "quantity": WORTH, "kind": kind}
        yield from of_seats(key, name, cells, unit=POINTS, sign=Sign.GAIN, against=name)


def _list_others() -> tuple[str, ...]:
    return (*dict.fromkeys(rule.judge for rule in RULES if rule.judge), "club")


STUDY = Study(
    name="playing",
    question="Which of the old maxims about the play of the cards are right?",
    group="books",
    answer=answer,
    rows=list_rows,
    headline=partial(list_titles, what=ON_THE_PLAY),
    sentences=partial(list_sentences, what=ON_THE_PLAY),
    charts={
        "playing": Chart(partial(draw_verdicts, what=ON_THE_PLAY)),
        "maxim-tenaces": chart_one(find_maxim("HOY-P01")),
        "maxim-bare-king": chart_one(find_maxim("HOY-P02")),
        "counting": Chart(
            Look(
                ["*_counts", "*_counts_more"],
                "What counting adds, the other cards being played so",
                note="Each deal with and without; all else is as expert has it.",
            ),
            title=[
                Claim("Counting by the calls gains elder {elder_counts}, younger {younger_counts}"),
                Claim("What counting by the calls gains: not measured"),
            ],
            amount=lambda about: f"{_count_pairs(about['n']):,} deals",
        ),
    },
    not_meant="It does not mean that a right maxim should always be obeyed: obeying it costs less "
    "than breaking it, but the player's own card may cost less than both.",
    assumed="Costs are those of a player who obeys or breaks the maxim throughout the deal; how "
    "often the better card obeys is counted at one moment of each deal, drawn by lot. The better "
    "card is the one rated best over all hands that fit what the player has seen and heard, shared "
    "among equals; so is the card of each way, if the player's own is not on that side. Of equal "
    "cards the known one is judged by master, who draws conclusions from the cards that fall.",
    seconds=360,
    fixed={**UNMIRRORED, "play": STRATEGIES},
    no_condition="judges all deals",
    list_others=_list_others,
)
"""Which maxims about the play are right."""
