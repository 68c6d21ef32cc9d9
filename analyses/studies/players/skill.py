"""Skill: how elder's advantage changes with it, and what each part of it is worth.

Two players of one strength play the same deals at every strength: `random`, `novice`, `club`,
`primer`, `expert` and `master`; then `expert`'s exchange and calls with the cards played perfectly,
both seeing all; then both hands seen from the start, before the exchange, but not the stock
(`seen_hands.exchange_seeing`). Since the deals are the same, strengths are compared deal by deal.

What a part is worth is measured in mirrored pairs: one part of a player's game, the exchange, the
cards or the calls, is replaced by that of another strength, and the player so changed meets the
opponent of the unchanged one. What that changes is counted against the same pairs unchanged. The
parts need not add up to the whole: good cards are worth more after a good exchange.

A mistake is what loses to the best that a player could do who knows no more. Nobody here is without
mistakes; what `master` makes more than `expert` bounds from below what a player without mistakes
would. Who sees the hand dealt to the opponent, or the other hand in the play, knows more than a
player may; what that brings bounds the same from above, as far as the search goes that is made of
it (`piquet study headroom` says how).

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
from analyses.results.retelling import Retold
from analyses.studies.players.seen_hands import (
    IN_BOTH,
    IN_EXCHANGE,
    IN_PLAY,
    gain_by_seeing,
    script_both_seeing,
)
from analyses.studies.players.skill_chart import (
    BY_SKILL,
    CALLS,
    CARDS,
    EXCHANGE,
    LEAD,
    LEVEL,
    NOTHING,
    PART,
    PERFECT,
    SEEING,
    SEEN,
    STEP,
    draw_skill,
    find_reference,
    read_gains,
    read_levels,
    read_steps,
    rise,
    say_skill,
)
from analyses.study import OF_ALL_DEALS, Answer, Asked, Reported, Study
from piquet_sim.deals.scoring import margin, margin_of_first
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import Stage
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.estimate import Estimate, estimate_values, negate
from piquet_sim.estimates.intervals import bound_proportion
from piquet_sim.estimates.limits import limit_amounts, limit_change
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kept_cases import keep_rows
from piquet_sim.ordered_threads import play_ranges
from piquet_sim.running.run import Progress
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

BELOW, GAIN = "a player makes less than 100 in six deals", "points a pair"
ALL = "all"
"""All parts of a game at once."""
SILENT = {
    NOTHING: (1, 1, 1), "no point": (1, 0, 0), "no sequences": (0, 1, 0), "no sets": (0, 0, 1),
}  # fmt: skip
"""What is not called, with the probabilities of sinking a point, sequences and sets."""

_EXPERT, _MASTER, _CLUB = "expert", "master", "club"
_DEALS_ASKED_A_DEAL = {_EXPERT: 2, _MASTER: 20, PERFECT: 2, SEEN: 100}
"""Number of deals asked for per deal of a strength; one where it is not named."""
_DEALS_ASKED_A_PAIR, _OF_MASTER, _OF_SEEING = 50, 100, 200
"""The same for a mirrored pair: of most players, where the master plays, where one is shown."""
_CHUNK = {_EXPERT: 256, _MASTER: 16, PERFECT: 512, SEEN: 16}
_QUICK_CHUNK, _PAIR_CHUNK = 4_096, 32
_MICROSECONDS = {_EXPERT: 50, _MASTER: 1_000, PERFECT: 14, SEEN: 2_700}
_QUICK_MICROSECONDS, _PAIR_MICROSECONDS = 1, 120
"""About what a deal, and a pair, take one processor; for the progress alone."""

_COLUMNS = ("elder_score", "younger_score", "elder_tricks", "elder_pique", "elder_repique",
            "younger_repique")  # fmt: skip
_LIMITS = limit_amounts(RUBICON)
_LEAST_LEAD, _MOST_LEAD = _LIMITS["difference"]
_MOST_CHANGE = limit_change(RUBICON)[1]
"""The most by which the lead in two deals with the same cards can differ."""
_BY_DELTA = "Wilson, n by the delta method"
_DECISIONS = {EXCHANGE: "discard", CARDS: "play", CALLS: "call"}


@dataclass(frozen=True)
class _Gain:
    # What one player gains by a part of the game that is another's, by seat, for each pair.
    player: str
    part: str
    of: str
    points: dict[str, np.ndarray]


def analyse(asked: Asked) -> Answer:
    """Play all strengths, and change the parts of the strategy that is named elder.

    The weakest four play n deals, `expert` and perfect cards n / 2, `master` n / 20, and both hands
    are seen in n / 100; of mirrored pairs n / 50 are played, n / 100 where `master` has a part and
    n / 200 where the player is shown something; always two at least, under Rubicon. Of `expert`
    against itself it is followed by `club`, with parts of stronger players.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 500).title[:42])
    How does elder's advantage change with ski
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    changes = _list_changes(simulation)
    deals = {name: _count(n, name) for name in (*BY_SKILL, PERFECT, SEEN)}
    costs = {name: count * _cost(name) for name, count in deals.items()}
    cost = _PAIR_MICROSECONDS * n / _DEALS_ASKED_A_PAIR
    whole = sum(costs.values()) + cost * len(changes)
    levels = {
        name: _play_level(
            simulation, name, count, threads, asked.course.begin(costs[name] / whole, count)
        )
        for name, count in deals.items()
    }
    gains = []
    for change in changes:
        told = asked.course.begin(cost / whole)
        gains += change(n, threads)
        told(1)
    table = pd.DataFrame([*_list_levels(levels), *_list_steps(levels), *_list_gains(gains)])
    return Answer(
        table,
        say_skill(table),
        {
            "intervals": "means: normal; shares: Wilson; mirrored pairs as units",
            "deals": {name: len(deals["elder_score"]) for name, deals in levels.items()},
            "gain": "over the same pairs with the player unchanged",
        },
    )


# ---- Strengths ----------------------------------------------------------------------------------
def _count(n: int, name: str) -> int:
    return max(n // _DEALS_ASKED_A_DEAL.get(name, 1), 2)


def _cost(name: str) -> int:
    return _MICROSECONDS.get(name, _QUICK_MICROSECONDS)


def _play_level(
    simulation: Simulation, name: str, deals: int, threads: int, told: Progress
) -> dict[str, np.ndarray]:
    # The columns that are needed of deals between two of one strength.
    player = find_strategy(name if name in BY_SKILL else _EXPERT)
    play = simulation.play if name in BY_SKILL else DOUBLE_DUMMY
    one = replace(simulation, elder=player, younger=player, play=play)
    stage = Stage(one, has_scripts=True) if name == SEEN else None
    one.record_units(0, 1)  # compiled before threads start

    def work(first: int, units: int) -> dict[str, np.ndarray]:
        records = one.record_units(first, units)
        if stage is not None:
            records = stage.play(first, units, script_both_seeing(records))
        return {column: records[column].astype(np.int16) for column in _COLUMNS}

    parts, done = [], 0
    played = play_ranges(work, deals, _CHUNK.get(name, _QUICK_CHUNK), threads)
    for part in keep_rows(f"deals of {name}", played):
        parts.append(part)
        done += len(part["elder_score"])
        told(done)
    return {column: np.concatenate([part[column] for part in parts]) for column in _COLUMNS}


def _list_levels(levels: dict[str, dict[str, np.ndarray]]) -> list[dict[str, Any]]:
    half = TRICKS // 2
    rows = []
    for name, deals in levels.items():
        tricks = deals["elder_tricks"]
        found = {LEAD: estimate_values(margin(deals), limits=(_LEAST_LEAD, _MOST_LEAD))}
        for seat in SEATS:
            score = f"{seat}_score"
            found[f"{seat}'s score"] = estimate_values(deals[score], limits=_LIMITS[score])
        found |= {
            quantity: estimate_values(seen)
            for quantity, seen in {
                "elder makes more": margin(deals) > 0,
                "younger makes more": margin(deals) < 0,
                "elder wins the cards": tricks > half,
                "the cards are divided": tricks == half,
                "younger wins the cards": tricks < half,
                "elder piques": deals["elder_pique"] > 0,
                "elder repiques": deals["elder_repique"] > 0,
                "younger repiques": deals["younger_repique"] > 0,
                "elder makes capot": tricks == TRICKS,
                "younger makes capot": tricks == 0,
            }.items()
        }
        found[BELOW] = estimate_below(deals["elder_score"], deals["younger_score"])
        rows += [
            estimate_row(quantity, one, kind=LEVEL, player=name, part="", of="", seat="")
            for quantity, one in found.items()
        ]
    return rows


def estimate_below(elder: np.ndarray, younger: np.ndarray) -> Estimate:
    """The chance that three scores as elder and three as younger stay below the rubicon.

    The most plausible laws of both are folded; of each law the chance is nearly linear.

    Parameters
    ----------
    elder, younger : int array, shape (deals,)
        The scores of the same deals.
    """
    size = 1 + int(max(elder.max(), younger.max(), RUBICON.rubicon))
    laws = [np.bincount(scores, minlength=size) / len(scores) for scores in (elder, younger)]

    def fold(*parts: np.ndarray) -> np.ndarray:
        whole = np.ones(1)
        for part in parts:
            whole = np.convolve(whole, part)[: RUBICON.rubicon]
        return whole

    times, value, near = RUBICON.partie_deals // 2, 0.0, np.zeros(len(elder))
    for law, other, scores in zip(laws, laws[::-1], (elder, younger), strict=True):
        rest = np.zeros(RUBICON.rubicon)
        folded = fold(*[law] * (times - 1), *[other] * times)
        rest[: len(folded)] = folded
        chances = np.zeros(size)  # of the whole below the rubicon, by the score of one deal
        chances[: RUBICON.rubicon] = rest.cumsum()[::-1]
        value = float(law @ chances)
        near += times * chances[scores]
    se, value = float(near.std(ddof=1) / np.sqrt(len(near))), min(value, 1.0)
    # As many parties as would err as much; where no score varies, those that share no deal.
    parties = max(len(near) // RUBICON.partie_deals, 1)
    if 0 < value < 1 and se > 0:
        parties = value * (1 - value) / se**2
    ends = bound_proportion(value * parties, parties, _BY_DELTA)
    return Estimate(value, se, ends.low, ends.high, len(near), ends.method)


def _list_steps(levels: dict[str, dict[str, np.ndarray]]) -> list[dict[str, Any]]:
    # How much more elder leads by than at the strength before, in common deals.
    before = dict(zip(BY_SKILL[1:], BY_SKILL, strict=False)) | {PERFECT: _EXPERT, SEEN: PERFECT}
    rows = []
    for name, other in before.items():
        leads = [margin(levels[one]) for one in (name, other)]
        common = min(map(len, leads))
        step = estimate_values(
            leads[0][:common] - leads[1][:common], limits=(-_MOST_CHANGE, _MOST_CHANGE)
        )
        rows.append(estimate_row(STEP, step, kind=LEVEL, player=name, part="", of=other, seat=""))
    return rows


# ---- Parts --------------------------------------------------------------------------------------
_Measure = Callable[[int, int], Iterator[_Gain]]


def _list_changes(simulation: Simulation) -> list[_Measure]:
    # What is measured: each a function of n and the number of threads.
    own = replace(simulation, mirrored=True)
    plays = () if simulation.play == DOUBLE_DUMMY else (CARDS,)
    changes = _list_replaced(own, BY_SKILL, (EXCHANGE, *plays, CALLS, ALL))
    changes += [
        _measure_replaced(own, CALLS, words, own.elder.sinking(*sunk))
        for words, sunk in SILENT.items()
    ]
    changes.append(_measure_seeing(own))
    if simulation.elder.name == simulation.younger.name == _EXPERT:
        club = find_strategy(_CLUB)
        other = replace(own, elder=club, younger=club)
        changes += _list_replaced(other, ("primer", _EXPERT), (EXCHANGE, *plays, ALL))
    return changes


def _list_replaced(
    simulation: Simulation, levels: tuple[str, ...], parts: tuple[str, ...]
) -> list[_Measure]:
    # Each part of the first player replaced by that of each level, where it is another.
    base, changes = simulation.elder, []
    for part in parts:
        decisions = _DECISIONS.values() if part == ALL else (_DECISIONS[part],)
        known = [[getattr(base, decision) for decision in decisions]]
        for name in levels:
            level = find_strategy(name)
            policies = [getattr(level, decision) for decision in decisions]
            if policies not in known:
                replaced = dict(zip(decisions, policies, strict=True))
                changed = replace(base, name=f"{base.name}, {part} of {name}", **replaced)
                changes.append(_measure_replaced(simulation, part, name, changed))
                known.append(policies)
    return changes


def _measure_replaced(simulation: Simulation, part: str, of: str, changed: Strategy) -> _Measure:
    master = find_strategy(_MASTER)
    players = (changed, simulation.elder, simulation.younger)
    is_long = any(
        policy in (master.discard, master.play)
        for one in players for policy in (one.discard, one.play)
    )  # fmt: skip
    asked = _OF_MASTER if is_long else _DEALS_ASKED_A_PAIR
    other = replace(simulation, elder=changed)

    def measure(n: int, threads: int) -> Iterator[_Gain]:
        other.record_units(0, 1)

        def work(first: int, units: int) -> dict[tuple[str, str], np.ndarray]:
            usual = margin_of_first(simulation.record_units(first, units))
            return {(part, of): margin_of_first(other.record_units(first, units)) - usual}

        yield from _collect(simulation, work, max(n // asked, 2), threads)

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
    parts = play_ranges(work, pairs, _PAIR_CHUNK, threads)
    played = list(keep_rows(f"parts of {simulation.elder.name} changed", parts))
    for part, of in played[0]:
        gains = np.concatenate([one[part, of] for one in played])
        seats = {seat: gains[place::2] for place, seat in enumerate(SEATS)}
        yield _Gain(simulation.elder.name, part, of, seats)


def _list_gains(gains: list[_Gain]) -> list[dict[str, Any]]:
    rows = []
    for one in gains:
        told = {"kind": PART, "player": one.player, "part": one.part, "of": one.of}
        both = sum(one.points.values())
        most = 2 * _MOST_CHANGE
        rows.append(
            estimate_row(GAIN, estimate_values(both, limits=(-most, most)), **told, seat="both")
        )
        for seat, points in one.points.items():
            gain = estimate_values(points, limits=(-_MOST_CHANGE, _MOST_CHANGE))
            rows.append(estimate_row(GAIN, gain, **told, seat=seat))
    return rows


# ---- Sentences ----------------------------------------------------------------------------------
def _retell(simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]) -> Retold:
    return {"summary": (tell_levels(table), _tell_ends(table), tell_parts(table, simulation))}


def tell_levels(table: pd.DataFrame) -> Sentence:
    """How far elder's lead grows with skill, and how each strength differs from the one before."""
    leads, steps = read_levels(table, LEAD), read_steps(table)
    most = max(lead.n for lead in leads.values())
    told = ", ".join(
        f"{name} {say(leads[name])}"
        + (f" (the first {leads[name].n:,} deals)" if leads[name].n < most else "")
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
    "Both players are of one strength, at every strength in the same deals. The parts "
    "of one player's game are replaced against an unchanged opponent; they need not "
    "add up to the whole.",
    _pick,
    share=0.2,
    columns=("kind", "player", "part", "of", "seat", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_skill, fixed=OF_ALL_DEALS, retell=_retell, reported=REPORTED, seconds=240
)
