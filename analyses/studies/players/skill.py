"""Skill: how elder's advantage changes with it, and what each part of it is worth.

Two players of one strength play the same deals at every strength: `random`, `novice`, `club`,
`primer`, `expert` and `master`; then `expert`'s exchange and calls with the cards played perfectly,
both seeing all; then both hands seen from the start, before the exchange, but not the stock
(`seen_hands.exchange_seeing`). Since the deals are the same, strengths are compared deal by deal.

What a part is worth is measured in mirrored pairs: one part of a player's game, the exchange, the
cards or the calls, is replaced by that of another strength, and the player so changed meets the
opponent of the unchanged one. What that changes is counted against the same pairs unchanged, and
where the exchange is another the luck of the draw is taken out of both (`skill_levels`). The
parts need not add up to the whole: good cards are worth more after a good exchange.

A mistake is what loses to the best that a player could do who knows no more. Nobody here is without
mistakes; what `master` makes more than `expert` bounds from below what a player without mistakes
would. Who sees the hand dealt to the opponent, or the other hand in the play, knows more than a
player may; what that brings bounds the same from above, as far as the search goes that is made of
it (`piquet study headroom` says how).

`master`, and who sees both hands, play few deals: what these make more than perfect cards in the
same deals is added to what these make in many (`skill_levels`).

The chance that a player's six deals of a partie come to less than a hundred, so that a loser pays
the rubicon, follows from the scores of single deals, three as elder and three as younger, all
independent; its error is that of its linear approximation (the delta method).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import estimate_row
from analyses.results.picks import POINTS, Pick, Row
from analyses.studies.players.seen_hands import IN_BOTH, IN_EXCHANGE, IN_PLAY, gain_by_seeing
from analyses.studies.players.skill_chart import (
    BY_SKILL,
    CALLS,
    CARDS,
    EXCHANGE,
    LEAD,
    NOTHING,
    PART,
    PERFECT,
    SEEING,
    SEEN,
    draw_skill,
    find_reference,
    read_gains,
    read_levels,
    read_steps,
    rise,
    say_skill,
)
from analyses.studies.players.skill_levels import (
    BY_LEVELS,
    count_deals,
    guess_cost,
    list_levels,
    list_steps,
    play_level,
)
from analyses.study import OF_ALL_DEALS, Answer, Asked, Reported, Study
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.estimate import Estimate, estimate_values, negate
from piquet_sim.estimates.limits import limit_change
from piquet_sim.estimates.luck import PARTS, estimate_left, find_luck_of_first
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.sentences import (
    Sentence,
    choose,
    compose,
    is_bounded,
    is_within,
    join_pieces,
    percent,
    say,
)
from piquet_sim.strategies import Strategy, find_strategy

TITLE = "How does elder's advantage change with skill, and what is each part of skill worth?"

GAIN = "points a pair"
ALL = "all"
"""All parts of a game at once."""
SILENT = {
    NOTHING: (1, 1, 1), "no point": (1, 0, 0), "no sequences": (0, 1, 0), "no sets": (0, 0, 1),
}  # fmt: skip
"""What is not called, with the probabilities of sinking a point, sequences and sets."""

_EXPERT, _MASTER, _CLUB = "expert", "master", "club"
_DEALS_ASKED_A_PAIR, _OF_MASTER, _OF_SEEING = 50, 100, 200
"""The same for a mirrored pair: of most players, where the master plays, where one is shown."""
_PAIR_CHUNK, _PAIR_MICROSECONDS = 32, 80
"""About what a pair takes one processor; for the progress alone."""

_MOST_CHANGE = limit_change(RUBICON)[1]
"""The most by which the lead in two deals with the same cards can differ."""
_EXCHANGING = EXCHANGE, ALL
"""Parts with which other cards are drawn: the luck of the draw is taken out."""
_DECISIONS = {EXCHANGE: "discard", CARDS: "play", CALLS: "call"}


@dataclass(frozen=True)
class _Gain:
    # What one player gains by a part of the game that is another's, by seat, for each pair.
    player: str
    part: str
    of: str
    points: dict[str, np.ndarray]

    def estimate(self, points: np.ndarray, most: int) -> Estimate:
        """The mean of the points, from which luck is taken out where others cards are drawn."""
        estimate = estimate_left if self.part in _EXCHANGING else estimate_values
        return estimate(points, limits=(-most, most))


def analyse(asked: Asked) -> Answer:
    """Play all strengths, and change the parts of the strategy that is named elder.

    The weakest four play n deals, `expert` and perfect cards n / 2, `master` n / 35, and both hands
    are seen in n / 400 (`skill_levels`); of mirrored pairs n / 50 are played, n / 100 where
    `master` has a part and n / 200 where the player is shown something; always two at least, under
    Rubicon. Of `expert` against itself it is followed by `club`, with parts of stronger players.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 500).title[:42])
    How does elder's advantage change with ski
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    changes = _list_changes(simulation)
    deals = count_deals(n)
    costs = {name: count * guess_cost(name) for name, count in deals.items()}
    cost = _PAIR_MICROSECONDS * n / _DEALS_ASKED_A_PAIR
    whole = sum(costs.values()) + cost * len(changes)
    levels = {
        name: play_level(
            simulation, name, count, threads, asked.course.begin(costs[name] / whole, count)
        )
        for name, count in deals.items()
    }
    gains = []
    for change in changes:
        told = asked.course.begin(cost / whole)
        gains += change(n, threads)
        told(1)
    table = pd.DataFrame([*list_levels(levels), *list_steps(levels), *_list_gains(gains)])
    return Answer(
        table,
        say_skill(table),
        {
            "intervals": "means: normal, from primer on the luck of the draw and of the deal taken "
            "out; shares: Wilson; master and both hands seen: two levels; mirrored pairs as units, "
            "the luck of the draw taken out where the exchange is another",
            "deals": deals,
            "gain": "over the same pairs with the player unchanged",
        },
    )


# ---- Parts --------------------------------------------------------------------------------------
_Measure = Callable[[int, int], Iterator[_Gain]]


class _Unchanged:
    # What the first player makes in pairs with nothing changed, played once for all changes.
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self._made = np.zeros((0, 2), np.int64)

    def find_made(self, pairs: int, threads: int) -> np.ndarray:
        """Their margin in each deal and what they owe to the draw: int64[deal, 2]."""
        played = len(self._made) // 2
        if played < pairs:

            def work(first: int, units: int) -> np.ndarray:
                return _measure_first(
                    self.simulation, self.simulation.record_units(played + first, units)
                )

            self.simulation.record_units(0, 1)  # compiled before threads start
            parts = play_ranges(work, pairs - played, _PAIR_CHUNK, threads)
            self._made = np.concatenate([self._made, *parts])
        return self._made


def _measure_first(simulation: Simulation, records: np.ndarray) -> np.ndarray:
    return np.column_stack([margin_of_first(records), find_luck_of_first(simulation, records)])


def _list_changes(simulation: Simulation) -> list[_Measure]:
    # What is measured: each a function of n and the number of threads.
    own = replace(simulation, mirrored=True)
    unchanged = _Unchanged(own)
    plays = () if simulation.play == DOUBLE_DUMMY else (CARDS,)
    changes = _list_replaced(unchanged, BY_SKILL, (EXCHANGE, *plays, CALLS, ALL))
    changes += [
        _measure_replaced(unchanged, CALLS, words, own.elder.sinking(*sunk))
        for words, sunk in SILENT.items()
    ]
    changes.append(_measure_seeing(own))
    if simulation.elder.name == simulation.younger.name == _EXPERT:
        club = find_strategy(_CLUB)
        other = replace(own, elder=club, younger=club)
        changes += _list_replaced(_Unchanged(other), ("primer", _EXPERT), (EXCHANGE, *plays, ALL))
    return changes


def _list_replaced(
    unchanged: _Unchanged, levels: tuple[str, ...], parts: tuple[str, ...]
) -> list[_Measure]:
    # Each part of the first player replaced by that of each level, where it is another.
    base, changes = unchanged.simulation.elder, []
    for part in parts:
        decisions = _DECISIONS.values() if part == ALL else (_DECISIONS[part],)
        known = [[getattr(base, decision) for decision in decisions]]
        for name in levels:
            level = find_strategy(name)
            policies = [getattr(level, decision) for decision in decisions]
            if policies not in known:
                replaced = dict(zip(decisions, policies, strict=True))
                changed = replace(base, name=f"{base.name}, {part} of {name}", **replaced)
                changes.append(_measure_replaced(unchanged, part, name, changed))
                known.append(policies)
    return changes


def _measure_replaced(unchanged: _Unchanged, part: str, of: str, changed: Strategy) -> _Measure:
    simulation, master = unchanged.simulation, find_strategy(_MASTER)
    players = (changed, simulation.elder, simulation.younger)
    is_long = any(
        policy in (master.discard, master.play)
        for one in players for policy in (one.discard, one.play)
    )  # fmt: skip
    asked = _OF_MASTER if is_long else _DEALS_ASKED_A_PAIR
    other = replace(simulation, elder=changed)

    def measure(n: int, threads: int) -> Iterator[_Gain]:
        other.record_units(0, 1)
        pairs = max(n // asked, 2)
        usual = unchanged.find_made(pairs, threads)

        def work(first: int, units: int) -> dict[tuple[str, str], np.ndarray]:
            made = _measure_first(other, other.record_units(first, units))
            more, luckier = (made - usual[2 * first : 2 * (first + units)]).T
            return {(part, of): more - luckier / PARTS if part in _EXCHANGING else more}

        yield from _collect(simulation, work, pairs, threads)

    return measure


def _measure_seeing(simulation: Simulation) -> _Measure:
    # The first player shown the hand dealt to the other, the other hand in the play, and both.
    parts = {EXCHANGE: IN_EXCHANGE}
    if simulation.play != DOUBLE_DUMMY:
        parts |= {CARDS: IN_PLAY, ALL: IN_BOTH}
    gain = gain_by_seeing(simulation, parts.values())

    def measure(n: int, threads: int) -> Iterator[_Gain]:
        def work(first: int, units: int) -> dict[tuple[str, str], np.ndarray]:
            gains = gain(first, units)
            return {(part, SEEING): gains[shown] for part, shown in parts.items()}

        yield from _collect(simulation, work, max(n // _OF_SEEING, 2), threads)

    return measure


def _collect(simulation: Simulation, work: Callable, pairs: int, threads: int) -> Iterator[_Gain]:
    # What was gained in ranges of pairs, put together and split by seat.
    played = list(play_ranges(work, pairs, _PAIR_CHUNK, threads))
    for part, of in played[0]:
        gains = np.concatenate([one[part, of] for one in played])
        seats = {seat: gains[place::2] for place, seat in enumerate(SEATS)}
        yield _Gain(simulation.elder.name, part, of, seats)


def _list_gains(gains: list[_Gain]) -> list[dict[str, Any]]:
    rows = []
    for one in gains:
        told = {"kind": PART, "player": one.player, "part": one.part, "of": one.of}
        both = np.sum([*one.points.values()], axis=0)
        most = 2 * _MOST_CHANGE
        rows.append(estimate_row(GAIN, one.estimate(both, most), **told, seat="both"))
        for seat, points in one.points.items():
            gain = one.estimate(points, _MOST_CHANGE)
            rows.append(estimate_row(GAIN, gain, **told, seat=seat))
    return rows


# ---- Sentences ----------------------------------------------------------------------------------
def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    return {"summary": (tell_levels(table), _tell_ends(table), tell_parts(table, simulation))}


def tell_levels(table: pd.DataFrame) -> Sentence:
    """How far elder's lead grows with skill, and how each strength differs from the one before."""
    leads, steps = read_levels(table, LEAD), read_steps(table)
    most = max(lead.n for lead in leads.values())
    told = ", ".join(
        f"{name} {say(leads[name])}"
        + (f" ({_say_deals(leads[name])})" if leads[name].n < most else "")
        for name in BY_SKILL
    )
    last, grounds = rise(steps)
    more = {name: step for name, step in steps.items() if name in BY_SKILL}
    differ = ", ".join(f"{name} {say(step)}" for name, step in more.items())
    opening = Sentence("Between equal players elder's lead is: ")
    if grounds:
        growth = f"grows with every step from {BY_SKILL[0]} to {last}"
        opening = Sentence(f"Between equal players elder's lead {growth}", *grounds)
        after = BY_SKILL[len(grounds) + 1 :][:1]
        less = [is_within("elder's lead more than before", steps[name], below=0) for name in after]
        turn = [Sentence(f" and shrinks from there to {name}: ", *less) for name in after]
        opening = compose(opening, choose(*turn, Sentence(": ")))
    return compose(
        opening, f"{told} points a deal; against the strength before, in the same deals: {differ}."
    )


def _say_deals(lead: Estimate) -> str:
    if lead.method == BY_LEVELS:
        return f"{lead.n:,} deals beside {PERFECT}"
    return f"the first {lead.n:,} deals"


def _tell_ends(table: pd.DataFrame) -> Sentence:
    # Perfect cards, both hands seen, and what is made between the weakest and the strongest.
    leads, steps = read_levels(table, LEAD), read_steps(table)
    weak, strong = BY_SKILL[0], BY_SKILL[-1]
    shares = []
    for quantity, words in {
        "elder wins the cards": "the cards go to elder",
        "elder repiques": "elder repiques",
        "younger repiques": "younger repiques",
    }.items():
        found = read_levels(table, quantity)
        shares.append(f"{words} in {percent(found[weak])} and {percent(found[strong])}")
    return Sentence(
        f"With {_EXPERT}'s exchange and perfect cards it is {say(leads[PERFECT])} (against "
        f"{_EXPERT}'s cards {say(steps[PERFECT])}), with both hands seen from the start "
        f"{say(leads[SEEN])}; {', '.join(shares)} of deals between two {weak} and two {strong} "
        "players."
    )


def tell_parts(table: pd.DataFrame, simulation: Simulation) -> Sentence:
    """What the first player loses by a weaker player's parts and gains by a stronger one's."""
    who = simulation.elder.name
    gains, other = read_gains(table, who), find_reference(who)
    words = {
        (EXCHANGE, other): f"with {other}'s exchange",
        (CARDS, other): f"with {other}'s cards",
        (CALLS, NOTHING): "calling nothing",
        (EXCHANGE, _MASTER): f"with {_MASTER}'s exchange",
        (CARDS, _MASTER): f"with {_MASTER}'s cards",
        (EXCHANGE, SEEING): "shown the hand dealt to the opponent",
        (CARDS, SEEING): "shown the other hand in the play",
    }
    told = {how: gains[key] for key, how in words.items() if key in gains}
    known = {how: _tell_gain(how, gain) for how, gain in told.items()}
    unknown = [
        f"{say(told[how]) if is_bounded(told[how]) else 'too few deals to tell,'} {how}"
        for how, piece in known.items()
        if not piece.grounds
    ]
    pieces = [piece for piece in known.values() if piece.grounds]
    opening = "In points a mirrored pair, two deals with the same cards, one in each seat, "
    if pieces:
        opening = compose(opening, f"{who} ", join_pieces(", ", pieces))
        opening = compose(opening, "; gain or loss not settled: " if unknown else "")
    else:
        opening = f"{opening}whether {who} would gain or lose is not settled: "
    if (EXCHANGE, _MASTER) in gains:
        bounds = (
            f"{_MASTER}'s gain bounds from below what a player without mistakes would gain, what "
            "seeing brings bounds it from above"
        )
    else:
        bounds = "what seeing brings bounds from above what a player without mistakes would gain"
    return compose(opening, ", ".join(unknown), f"; {bounds}, as far as the search goes.")


def _tell_gain(how: str, gain: Estimate) -> Sentence:
    # What a change costs or brings; without grounds where neither can be told.
    what = f"what the player makes {how}"
    return choose(
        Sentence(f"loses {say(negate(gain))} {how}", is_within(what, gain, below=0)),
        Sentence(f"gains {say(gain)} {how}", is_within(what, gain, above=0)),
        Sentence(""),
    )


def _pick(rows: Sequence[Row]) -> list[Pick]:
    level, gain = {"quantity": "elder's lead"}, {"quantity": "points a pair", "seat": "both"}
    player = next((row["player"] for row in rows if row["quantity"] == "points a pair"), "")
    leads = [
        Pick(f"elder's lead, {name}", POINTS, {**level, "player": name})
        for name in ("random", "club", "expert", "perfect cards", "both hands seen")
    ]
    return leads + [
        Pick(f"{player} with club's {part}", " points a pair",
              {**gain, "player": player, "part": part, "of": "club"})
        for part in ("exchange", "cards")
    ] + [
        Pick(f"{player} calling nothing", " points a pair",
              {**gain, "player": player, "part": "calls", "of": "nothing"})
    ]  # fmt: skip


REPORTED = Reported(
    "Both players are of one strength, at every strength in the same deals. What master makes, and "
    "who sees both hands, is that of perfect cards in many deals and the difference in few. The "
    "parts of one player's game are replaced against an unchanged opponent; they need not add up "
    "to the whole.",
    _pick,
    share=0.2,
    columns=("kind", "player", "part", "of", "seat", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_skill, fixed=OF_ALL_DEALS, say=_say_table, reported=REPORTED, seconds=135
)
