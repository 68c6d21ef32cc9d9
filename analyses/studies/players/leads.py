"""Leads: what does elder lead first, and what would another kind of lead gain or lose?

Random deals are played, and elder's first lead is judged in each. Of every card that may be led (of
touching ones the highest) it is reckoned what it makes on average over all hands that younger can
hold, each weighed by how likely it was kept, both then playing perfectly (`advice.play.advice`).
That judge sees all cards after the lead: it knows nothing of what a lead hides or tells, and it is
much like what `expert` itself chooses by, who looks at thirty hands. So it is exact where it is
asked, and says little of `expert`'s own faults.

Therefore some of the leads are played on: the lead of each kind that the judge rates first, and the
player's own, in deals that elder may imagine, the same players going on and seeing what is theirs
to see (`advice.moments`). None of these deals was used to choose a lead.

A lead is of the point suit (elder's longest, of equals the one with most pips) or of another, and
of one of four kinds: a master, which no card can take that elder has not seen; from under a master,
which is kept back; from a guarded king whose ace is not seen; or another card.

Three choices are judged as one: to keep tenaces, to lead the point suit, to lead from a guarded
king (`lead_choices`); maxims on the first lead are judged with all others on the play (`playing`).
Of each choice the best lead on one side is held against the best on the other: in
all deals, where the cards are in the balance, and where a pique is live, which is where some lead
makes one against at least a twentieth of the hands, and some lead not against all but a twentieth.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.lead_choices import LEAD_CHOICES, find_point_suit
from analyses.results.analysis import derive, estimate_row, say_who_plays
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.studies.players.leads_chart import (
    ALL,
    BALANCE,
    COST,
    FOLLOWED,
    GAIN,
    KINDS,
    LED,
    LIVE,
    PLAYED_ON,
    WHERE,
    WORTH,
    draw_leads,
    read_choices,
    read_leads,
    say_leads,
)
from analyses.study import UNMIRRORED, Answer, Asked, Reported, Study
from piquet_sim.advice.moments import Moment, list_moments, prepare_trials, try_choices
from piquet_sim.advice.play.advice import CardValue, PlayAdvice, advise_play
from piquet_sim.advice.play.seat_views import read_view
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.estimate import Estimate, estimate_values, negate
from piquet_sim.estimates.limits import limit_change
from piquet_sim.estimates.significance import SEEN_AT
from piquet_sim.game.cards import KING, card_rank, card_suit, count_cards, iterate_cards, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import play_in_order
from piquet_sim.sentences import Sentence, choose, is_within, percent, say

TITLE = "What does elder lead first, and what would another lead gain or lose?"

FIRST_RATED = "the lead rated first"
APPLIES = "applies"
WORTH_PLAYED = f"{WORTH}, played on"

_DEALS_ASKED_A_LEAD = 50
_LEAST_LEADS = 40
_PLAYED_ON_SHARE = 10
"""One lead of so many is played on, where the players lead."""
_IMAGINED, _LEAST_IMAGINED = 32, 8
"""In how many imagined deals a lead is played on, and in how many at least."""
_MASTER, _UNDER, _GUARDED, _OTHER = range(4)
_IN_BALANCE = (0.2, 0.8)
_PIQUE_IN_BALANCE = (0.1, 0.9)
_PIQUE, _, _WON, _LOST = _SITUATIONS = (
    "a pique in the balance", BALANCE, "the cards won", "the cards lost",
)  # fmt: skip
_LIVE_FROM = 0.05
"""A pique is live if some lead makes it as often, and some lead misses it as often."""
_LIMITS = limit_change(RUBICON)


@dataclass(frozen=True)
class _Lead:
    """A first lead, and what others would make more."""

    situation: str
    kind: int
    """That of the lead made, one of KINDS."""
    gains: np.ndarray
    """float64[kind]: what the one of each kind that is rated first makes more, by the judge; nan
    where there is none; of all kinds last."""
    played: np.ndarray | None
    """The same in deals played on; None where they were not."""
    choices: np.ndarray
    """float64[choice, (judge, played on, own)]: what the best lead on one side makes more than the
    best on the other, and whether the lead made is on the first; nan where there is no choice."""
    is_live: bool
    """Whether a pique is live."""


def find_kind(card: int, hand: int, unseen: int) -> int:
    """The kind of a first lead, as its place among KINDS.

    Parameters
    ----------
    card : int
    hand : int
        The twelve cards of which it is one.
    unseen : int
        All cards that younger may hold.

    Examples
    --------
    From under the ace and queen of spades, which are not the longest suit, the king being unseen:

    >>> from piquet_sim.game.cards import parse_card, parse_hand
    >>> hand, unseen = parse_hand("AQ7.KQJT98.A8.A"), parse_hand("KT.A7..")
    >>> KINDS[find_kind(parse_card("7S"), hand, unseen)]
    'other suit, from under a master'
    """
    suit = suit_mask(card_suit(card))
    own, theirs = hand & suit, unseen & suit
    top = next(iterate_cards(own))
    if theirs < card:
        kind = _MASTER
    elif theirs < top:
        kind = _UNDER
    elif card_rank(top) == KING and not _touch(card, top, theirs) and count_cards(own) > 1:
        kind = _GUARDED
    else:
        kind = _OTHER
    return kind + (len(KINDS) // 2) * (card_suit(card) != find_point_suit(hand))


def _touch(one: int, two: int, between: int) -> bool:
    low, high = min(one, two), max(one, two)
    return not between & (high - low) & ~low


def analyse(asked: Asked) -> Answer:
    """Answer the question: one lead for every fifty deals, at least forty, under Rubicon.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 500).title)
    What does elder lead first, and what would another lead gain or lose?
    """
    leads, left_out = _judge_all(asked, max(asked.n // _DEALS_ASKED_A_LEAD, _LEAST_LEADS))
    table = pd.DataFrame(_rows(leads))
    return Answer(
        table,
        say_leads(table),
        {
            "intervals": "normal, deals as units; shares: Wilson",
            "judge": "over all hands that younger can hold, perfect play after the lead",
            "played on": f"in {_IMAGINED} deals that elder may imagine, the same players going on",
            "left_out": left_out,
        },
        about={"leads": len(leads)},
    )


# ---- Judging ------------------------------------------------------------------------------------
def _judge_all(asked: Asked, deals: int) -> tuple[list[_Lead], int]:
    # All leads; how many could not be judged.
    simulation, told = asked.simulation, asked.course.begin(1, deals)
    for player in (simulation.elder, simulation.younger):
        player.prepare()
    prepare_trials(simulation)
    _judge(simulation, 0, None)  # what is compiled is compiled once

    def parts() -> Iterator[tuple[int, Moment | None]]:
        for index in range(deals):
            moment = None
            if index % _PLAYED_ON_SHARE == 0 and simulation.play == STRATEGIES:
                (listed,) = list_moments(simulation, index, 1)
                moment = next((one for one in listed if one.is_card and one.trick == 1), None)
            yield index, moment

    def work(part: tuple[int, Moment | None]) -> _Lead | None:
        return _judge(simulation, *part)

    found = []
    for one in play_in_order(work, parts(), asked.threads):
        found.append(one)
        told(len(found))
    leads = [one for one in found if one is not None]
    return leads, len(found) - len(leads)


def _judge(simulation: Simulation, index: int, moment: Moment | None) -> _Lead | None:
    # None where no hand agrees with what younger called, as of players who call at random.
    deal = simulation.replay_deal(index)
    try:
        advice = advise_play(read_view(describe_deal(deal), card=1))
    except InputError:
        return None
    hand, unseen, led = advice.view.hand, advice.view.unseen, deal.plays[0]
    first: dict[int, CardValue] = {}
    for one in advice.candidates:
        first.setdefault(find_kind(one.card, hand, unseen), one)
    own = next(one for one in advice.candidates if led in (one.card, *one.same))
    gains = np.full(len(KINDS) + 1, np.nan)
    for kind, one in first.items():
        gains[kind] = one.difference - own.difference
    gains[-1] = advice.candidates[0].difference - own.difference
    kind, sides = find_kind(led, hand, unseen), _list_sides(advice)
    choices = np.full((len(LEAD_CHOICES), 3), np.nan)
    for place, (follow, against) in sides.items():
        choices[place, 0] = follow.difference - against.difference
        choices[place, 2] = follow == own
    played = None
    if moment is not None and moment.seat == "elder" and moment.choice == led:
        tried = [
            *first.values(),
            advice.candidates[0],
            *(one for both in sides.values() for one in both),
        ]
        means = _play_on(moment, tried, own, simulation.seed + index)
        if means is not None:
            played = np.full(len(KINDS) + 1, np.nan)
            for place, one in first.items():
                played[place] = means[one]
            played[-1] = means[advice.candidates[0]]
            for place, (follow, against) in sides.items():
                choices[place, 1] = means[follow] - means[against]
    situation = _find_situation(advice.candidates[0])
    return _Lead(situation, kind, gains, played, choices, _is_live(advice))


def _list_sides(advice: PlayAdvice) -> dict[int, tuple[CardValue, CardValue]]:
    # Of each choice that there is the lead rated first on one side, and on the other.
    found = {}
    for place, choice in enumerate(LEAD_CHOICES):
        follow, against = choice.sides(advice.view.hand, advice.view.unseen)
        best = [
            next(
                (one for one in advice.candidates if _is_of(one, side) and not _is_of(one, but)),
                None,
            )
            for side, but in ((follow, 0), (against, follow))
        ]
        if None not in best:
            found[place] = tuple(best)
    return found


def _is_of(lead: CardValue, cards: int) -> bool:
    # Of cards that are alike one is rated for all.
    return bool(cards & sum((lead.card, *lead.same)))


def _play_on(
    moment: Moment, tried: Sequence[CardValue], own: CardValue, seed: int
) -> dict[CardValue, float] | None:
    # What leads make more than the own in imagined deals.
    others = [one for one in dict.fromkeys(tried) if one != own]
    choices = (moment.choice, *(one.card for one in others))
    made = try_choices(moment, _IMAGINED, seed, choices)
    if len(made) < _LEAST_IMAGINED:
        return None
    means = (made[:, 1:] - made[:, :1]).mean(axis=0)
    return {own: 0.0, **dict(zip(others, means.tolist(), strict=True))}


def _find_situation(rated: CardValue) -> str:
    # By the lead rated first.
    low, high = _PIQUE_IN_BALANCE
    if low <= rated.pique <= high:
        return _PIQUE
    low, high = _IN_BALANCE
    won = rated.cards + rated.capot
    return _LOST if won < low else _WON if won > high else BALANCE


def _is_live(advice: PlayAdvice) -> bool:
    chances = [one.pique for one in advice.candidates]
    return max(chances) >= _LIVE_FROM and min(chances) <= 1 - _LIVE_FROM


# ---- What they say ------------------------------------------------------------------------------
def _rows(leads: Sequence[_Lead]) -> list[dict[str, Any]]:
    rows = []
    for situation in (ALL, *_SITUATIONS):
        own = [one for one in leads if situation in (ALL, one.situation)]
        if situation != ALL:
            share = estimate_values(np.array([one.situation == situation for one in leads]))
            rows.append(estimate_row(_SHARE, share, situation=situation, kind=ALL))
        if len(own) < _FEWEST:
            continue
        gains = np.array([one.gains for one in own])
        kinds = np.array([one.kind for one in own])
        played = np.array([one.played for one in own if one.played is not None])
        for place, kind in enumerate((*KINDS, FIRST_RATED)):
            told = {"situation": situation, "kind": kind}
            there = ~np.isnan(gains[:, place])
            if place < len(KINDS):
                led = estimate_values(kinds == place)
                rows.append(estimate_row(LED, led, **told))
                rows.append(estimate_row(_MAY_BE, estimate_values(there), **told))
            if there.sum() < _FEWEST:
                continue
            rows.append(estimate_row(GAIN, _mean(gains[there, place]), **told))
            costs = (gains[:, -1] - gains[:, place])[there]
            rows.append(estimate_row(COST, _mean(costs), **told))
            if len(played) and (tried := ~np.isnan(played[:, place])).sum() >= _FEWEST:
                rows.append(estimate_row(PLAYED_ON, _mean(played[tried, place]), **told))
    live = estimate_values(np.array([one.is_live for one in leads]))
    rows.append(estimate_row(_SHARE, live, situation=LIVE, kind=ALL))
    for situation in WHERE:
        own = [
            one for one in leads
            if situation in (ALL, one.situation) or (situation == LIVE and one.is_live)
        ]  # fmt: skip
        for place, choice in enumerate(LEAD_CHOICES):
            if len(own) >= _FEWEST:
                rows += _compare(own, place, situation=situation, kind=choice.name)
    return rows


def _compare(leads: Sequence[_Lead], place: int, **told: str) -> list[dict[str, Any]]:
    # Of a choice: how often there is one, is made, and what it makes.
    worth, played, followed = np.array([one.choices[place] for one in leads]).reshape(-1, 3).T
    there = ~np.isnan(worth)
    rows = [estimate_row(APPLIES, estimate_values(there), **told)]
    if there.sum() < _FEWEST:
        return rows
    rows.append(estimate_row(FOLLOWED, estimate_values(followed[there] > 0), **told))
    rows.append(estimate_row(WORTH, _mean(worth[there]), **told))
    if (tried := ~np.isnan(played)).sum() >= _FEWEST:
        rows.append(estimate_row(WORTH_PLAYED, _mean(played[tried]), **told))
    return rows


_SHARE, _MAY_BE = "share of deals", "may be led"
_FEWEST = 20
"""Deals of which there is a row."""


def _mean(values: np.ndarray) -> Estimate:
    return estimate_values(values, limits=_LIMITS)


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    led, gains, played = (read_leads(table, one) for one in (LED, GAIN, PLAYED_ON))
    shares = [f"{kind} {percent(one)}" for kind, one in led.items() if one.value > 0]
    where = [
        f"{percent(own[KINDS[0]])} where {words}"
        for situation, words in (
            (BALANCE, "the cards are in the balance"), (_PIQUE, "a pique is"),
        )
        for own in [read_leads(table, LED, situation)]
        if own
    ]  # fmt: skip
    told = [f"{kind} {say(one)}" for kind, one in gains.items() if kind != FIRST_RATED]
    return (
        Sentence(
            f"{say_who_plays(simulation)}elder's first lead is: {', '.join(shares)}"
            + (f"; a master of the point suit in {' and in '.join(where)}." if where else ".")
        ),
        Sentence(
            "Against the lead that was chosen, wherever there is such a card, in points a deal and "
            f"judged as if all cards were seen after it: {', '.join(told) or _TOO_FEW}; one choice "
            f"against the other: {_say_choices(table)}."
        ),
        _tell_first(gains.get(FIRST_RATED), played.get(FIRST_RATED)),
    )


def _say_choices(table: pd.DataFrame) -> str:
    played = read_choices(table, WORTH_PLAYED)
    told = []
    for choice in LEAD_CHOICES:
        found = read_choices(table).get(choice.name, {})
        if ALL not in found:
            continue
        more = [f"{say(one)} with {where}" for where, one in found.items() if where != ALL]
        if ALL in played.get(choice.name, {}):
            more.append(f"{say(played[choice.name][ALL])} played on")
        told.append(
            f"{choice.name}, not {choice.instead}, {say(found[ALL])}"
            + (f" ({', '.join(more)})" if more else "")
        )
    return "; ".join(told) or _TOO_FEW


_TOO_FEW = "too few deals to tell"


def _find_size(table: pd.DataFrame) -> float | None:
    # What the lead rated first would have to make when played on, to be told from the own.
    played = read_leads(table, PLAYED_ON).get(FIRST_RATED)
    return None if played is None or not played.se else SEEN_AT * played.se


def _tell_first(rated: Estimate | None, played: Estimate | None) -> Sentence:
    if rated is None or played is None or not played.se:
        return Sentence(f"What the lead that the judge rates first makes, played on: {_TOO_FEW}.")
    who = (
        "Played on by the same players, who see what is theirs, the lead that the judge rates first"
    )
    words = "what the lead rated first gains when played on"
    return choose(
        Sentence(
            f"{who} gains {say(played)} points a deal over the lead that was made; by the judge "
            f"{say(rated)}.",
            is_within(words, played, above=0),
        ),
        Sentence(
            f"{who} costs {say(negate(played))} points a deal against the lead that was made; by "
            f"the judge it gains {say(rated)}.",
            is_within(words, played, below=0),
            is_within("what it gains by the judge", rated, above=0),
        ),
        Sentence(
            f"{who} cannot be told apart from the lead that was made ({say(played)} points a deal; "
            f"{SEEN_AT * played.se:.2g} would be detected with 80% power); by the "
            f"judge {say(rated)}."
        ),
    )


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    leads = notes["description"]["leads"]
    return {
        "summary": _summarise(simulation, table),
        **derive(leads=leads, would_be_seen=_find_size(table)),
    }


def _pick(rows: Sequence[Row]) -> list[Pick]:
    every = {"situation": "all"}
    return [
        *(
            Pick(f"elder leads: {kind}", PERCENT, {**every, "kind": kind, "quantity": "is led"})
            for kind in ("point suit, a master", "other suit, a master", "point suit, another card")
        ),
        *(
            Pick(f"in its place: {kind}", POINTS,
                  {**every, "kind": kind, "quantity": "gain, all seen after the lead"})
            for kind in (
                "point suit, a master", "point suit, from under a master",
                "point suit, from a guarded king", "other suit, from a guarded king",
                "other suit, another card",
            )
        ),
        *(
            Pick(f"{kind}, against other leads", POINTS,
                  {**every, "kind": kind, "quantity": "following less breaking"})
            for kind in (
                "keeping every tenace", "leading the point suit", "leading from a guarded king",
            )
        ),
    ]  # fmt: skip


REPORTED = Reported(
    "Younger can hold any hand that agrees with the calls, each weighed by how likely it "
    "was kept; both then play perfectly, seeing all. Deals that are played on are played by "
    "the same players, as elder may imagine them.",
    _pick,
    share=0.1,
    least=10_000,
    is_compiled_anew=True,
)

STUDY = Study(
    TITLE, analyse, draw_leads, fixed=UNMIRRORED, no_condition="judges leads of all deals",
    say=_say_table, reported=REPORTED, seconds=70,
)  # fmt: skip
"""What elder leads first, and what other leads would make."""
