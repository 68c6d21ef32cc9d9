"""Calling: what does it cost to sink a score, and what do the answers give away?

The same deals are played again with one thing changed: in a class a seat calls nothing, or a trio
of its quatorze, or calls nothing at all; every other decision is the players' own. What sinking
costs is what the seat makes less, in the deals in which it had something to call. `expert` draws
conclusions: they play by the hands that agree with what was called and not called. `club` heeds the
cards that fall and no call.

The maxims on calling (`maxims.calls`) are judged in deals to which they apply: the same
deal is called as the maxim says, and as what it is compared with. Nothing is chosen in these deals.

How many hands younger can hold, and how many of them agree with each answer, is counted exactly in
deals of the same players.

References
----------
Cavendish: The Laws of Piquet, with a Treatise on the Game: Calling; Cotton: The Compleat Gamester.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.call_trial import (
    BY_CALLS,
    find_deals,
    try_blanche,
    try_call_maxims,
    write_calls,
)
from analyses.maxims.calls import LEFT_OUT, is_unguarded
from analyses.maxims.judge import COST as BREAKING
from analyses.maxims.judge import (
    FOLLOWED_ONLY,
    MORE,
    ON_CALLS,
    PERFECT,
    WORTH,
    judge,
    list_numbers,
    measure,
    name_verdict,
    read_worths,
)
from analyses.maxims.maxim import CALL, Maxim, list_readings, list_rules, load_maxims
from analyses.maxims.tell import say_perfect, tell_case, tell_maxims
from analyses.maxims.trial import AGAINST, FOLLOW, Found, Trial
from analyses.results.analysis import derive, estimate_row, read_estimate, say_who_plays
from analyses.results.picks import POINTS, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.calling_chart import (
    ALL,
    ANSWERS,
    COST,
    LEFT,
    SINKS,
    SMALL,
    UNGUARDED,
    WORTH_OF_CALLS,
    draw_costs,
    read_costs,
    say_costs,
)
from analyses.study import BETWEEN, UNMIRRORED, Answer, Asked, Reported, Study
from analyses.words.verdicts import (
    FEWEST,
    MATTERS,
    NOT_JUDGED,
    SAID_TOGETHER,
    count_verdicts,
    mean,
    say_verdicts,
)
from piquet_sim.advice.play.call_questions import read_question
from piquet_sim.advice.play.candidate_hands import count_candidates
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import OWN, Stage, lay_out, new_scripts
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.sentences import Sentence, compose, say
from piquet_sim.strategies.registry import find_strategy

TITLE = "What does it cost to sink a score, and what do the answers give away?"

RULES = list_rules(CALL)
"""The maxims that are judged by deals to which they apply, in the order of the file."""

DEALS_ASKED = 50
"""Number of deals asked for per deal that is played in every way."""
_DEALS_ASKED_A_COUNT, _FEWEST_COUNTED, COUNTED_AT_MOST = 500, 20, 2_000
"""In one deal of so many, and in so many at least and at most, all hands of younger are gone
through."""
_FEWEST = 200
_LOOKED_THROUGH_SHARE, _FEWEST_LOOKED_THROUGH = 5, 500
"""Deals asked for per deal that is looked through for a maxim, and how many are at least."""
_DEALS_ASKED_A_TRIAL, _FEWEST_TRIED = 400, 40
"""Deals asked for per deal in which a maxim is tried, and how many are at least."""
_MOST_BOUND = 1.0
"""How far an end of the interval may lie, in points, from a mean stated though no deal differed."""
_BLOCK = 500
_HEEDLESS = "club"
_BELIEVERS = "expert", "master"
"""Who take what is not called for absent."""
_NUMBER_AT = 16
"""A sequence or set is called as so many times its number of cards, and its rank."""
_TIERCE = _TRIO = 3
_ANSWERED = {1: "good", 2: "not good", 3: "equal"}
"""What becomes of elder's call, by the result of a class; younger's the other way round."""
_SEEN = 13, 17
"""How many cards elder has seen at least and at most when calling: the hand dealt,
one card drawn or more, and of the five those that were looked at and left."""
_FEWEST_HANDS, _MOST_HANDS = (float(comb(32 - seen, HAND_CARDS)) for seen in _SEEN[::-1])


@dataclass(frozen=True)
class _Sunk:
    """Deals in which a seat had something to call, played with and without it."""

    seat: str
    opponent: str
    way: str
    cost: np.ndarray
    """By deal, what the seat makes less."""
    told: np.ndarray
    """The records of these deals in which all was called."""


def analyse(asked: Asked, rules: Sequence[Maxim] = RULES) -> Answer:
    """Answer the question: a deal for every fifty asked for is played in every way.

    Parameters
    ----------
    asked : Asked
    rules : sequence of Maxim
        The maxims; by default all published ones that the calls of the engine can express.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    What does it cost to sink a score, and what do the answers give away?
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    deals = max(n // DEALS_ASKED, _FEWEST)
    played = _list_pairs(simulation)
    told = asked.course.begin(1, 2 * len(played) + 1)
    rows: list[dict[str, Any]] = []
    usual: dict[int, np.ndarray] = {}
    for place, (seat, pair) in enumerate(played, start=1):
        for sunk in _sink_all(pair, seat, deals, threads, usual):
            rows += _list_rows(sunk)
        told(place)
    tried: list[Trial] = []
    found = _find_all(played, n, threads, rules)
    for place, (seat, pair) in enumerate(played, start=len(played) + 1):
        tried += _try_all(pair, found[id(pair)][seat], seat, n, threads)
        told(place)
    turned = _list_turned(tried, rules)
    rows += [row for one in tried for row in _list_maxim(one, _place(one) not in turned)]
    counted = min(max(n // _DEALS_ASKED_A_COUNT, _FEWEST_COUNTED), COUNTED_AT_MOST)
    rows += _count_answers(simulation, counted)
    table = pd.DataFrame(rows, columns=_COLUMNS)
    return Answer(
        table,
        say_costs(table),
        {
            "intervals": "normal, deals as units; shares: Wilson",
            "verdicts": SAID_TOGETHER,
            "hands of younger": "gone through one by one",
            "readings": list_readings(rules),
            "not_judged": _list_left_out(table)
            | {
                f"{maxim} as {seat} against {opponent}": f"{by} is this with the sign turned"
                for (maxim, seat, opponent), by in turned.items()
            },
        },
        about={"deals": deals, "counted": counted},
    )


_COLUMNS = (
    "seat", "opponent", "way", "kind", "maxim", "advice", "headline", "verdict", "quantity",
    "value", "se", "low", "high", "n", "method", "exact", "z",
)  # fmt: skip


def _list_pairs(simulation: Simulation) -> list[tuple[str, Simulation]]:
    # Each seat against its own opponent, and against one who heeds no call.
    heedless = find_strategy(_HEEDLESS)
    pairs = []
    for seat in SEATS:
        pairs.append((seat, simulation))
        if getattr(simulation, other(seat)).name != _HEEDLESS:
            pairs.append((seat, replace(simulation, **{other(seat): heedless})))
    return pairs


def _sink_all(
    simulation: Simulation, seat: str, deals: int, threads: int, usual: dict[int, np.ndarray]
) -> Iterator[_Sunk]:
    # The same deals, sunk in each way. What players make who sink nothing is kept for the other
    # seat, by the simulation itself.
    stage = Stage(simulation, has_scripts=True)
    if id(simulation) not in usual:
        usual[id(simulation)] = _play(stage, new_scripts(deals), threads)
    told = usual[id(simulation)]
    dealt = lay_out(simulation, np.arange(deals))
    points = margin(told, seat)
    calls = np.column_stack([told[f"{seat}_{kind}_call"] for kind in CLASSES]).astype(np.int64)
    before: list[tuple[np.ndarray, np.ndarray]] = []
    for way in SINKS:
        scripts, is_called = _script(way, seat, calls)
        if is_called.sum() < 2:
            continue
        sunk, needed = told.copy(), is_called.copy()  # where nothing is sunk it is the same deal
        for known, made in before:  # and where one class alone is called
            same = needed & (known == scripts).all(axis=1)
            sunk[same], needed[same] = made[same], False
        sunk[needed] = _play(stage, scripts, threads, (needed, dealt))[needed]
        before.append((scripts, sunk))
        name = getattr(simulation, other(seat)).name
        less = points - margin(sunk, seat)
        yield _Sunk(seat, name, way, less[is_called], told[is_called])


def _script(way: str, seat: str, calls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # What is told beforehand, and in which deals it is not what the player would call.
    told = np.full_like(calls, OWN)
    if way == "trio of a quatorze":
        number, rank = np.divmod(calls[:, -1], _NUMBER_AT)
        is_called = number > _TRIO
        told[is_called, -1] = (_NUMBER_AT * _TRIO + rank)[is_called]
        return write_calls(seat, told), is_called
    places = range(len(CLASSES)) if way == "everything" else [CLASSES.index(way)]
    is_called = (calls[:, list(places)] > 0).any(axis=1)
    for place in places:
        told[calls[:, place] > 0, place] = 0
    return write_calls(seat, told), is_called


def _play(
    stage: Stage,
    scripts: np.ndarray,
    threads: int,
    some: tuple[np.ndarray, np.ndarray] | None = None,
) -> np.ndarray:
    # All deals, or some: which are needed, and the cards of all.
    def play(first: int) -> np.ndarray:
        span = slice(first, first + _BLOCK)
        rows = scripts[span]
        if some is None:
            return stage.play(first, len(rows), rows)
        return stage.play_needed(first, some[0][span], rows, some[1][span])

    return np.concatenate(list(play_in_order(play, range(0, len(scripts), _BLOCK), threads)))


# ---- Which deals --------------------------------------------------------------------------------
def _list_rows(sunk: _Sunk) -> list[dict[str, Any]]:
    rows = []
    for kind, chosen in _list_situations(sunk):
        if chosen.sum() > 1:
            cost = mean(sunk.cost[chosen])
            rows.append(estimate_row(COST, cost, seat=sunk.seat, opponent=sunk.opponent,
                                     way=sunk.way, kind=kind))  # fmt: skip
    return rows


def _list_situations(sunk: _Sunk) -> Iterator[tuple[str, np.ndarray]]:
    told, seat = sunk.told, sunk.seat
    yield ALL, np.ones(len(told), bool)
    bonus = (told[f"{seat}_pique"] > 0) | (told[f"{seat}_repique"] > 0)
    yield "it makes pique or repique", bonus
    is_open = is_unguarded(told[f"{seat}_hand"])
    yield UNGUARDED, is_open
    if sunk.way not in CLASSES:
        return
    result = told[f"{sunk.way}_result"]
    for number, answer in _ANSWERED.items():
        own = number if seat == SEATS[0] or number == len(_ANSWERED) else 3 - number
        yield f"it is {answer}", result == own
    if sunk.way != CLASSES[0]:
        is_small = told[f"{seat}_{sunk.way}_call"] // _NUMBER_AT == _TIERCE
        yield SMALL, is_small & is_open


# ---- Maxims -------------------------------------------------------------------------------------


def _count_tried(n: int) -> int:
    return max(n // _DEALS_ASKED_A_TRIAL, _FEWEST_TRIED)


def _find_all(
    played: Sequence[tuple[str, Simulation]], n: int, threads: int, rules: Sequence[Maxim]
) -> dict[int, dict[str, list[Found]]]:
    # The deals for all maxims, by the simulation itself and the seat.
    looked = max(n // _LOOKED_THROUGH_SHARE, _FEWEST_LOOKED_THROUGH)
    pairs = {id(pair): pair for _, pair in played}
    seats: dict[int, dict[str, list[Maxim]]] = {key: {} for key in pairs}
    for seat, pair in played:
        heedless = getattr(pair, other(seat)).name == _HEEDLESS
        seats[id(pair)][seat] = [rule for rule in rules if heedless or not rule.turns]
    return {
        key: find_deals(seats[key], pair, looked, _count_tried(n), threads)
        for key, pair in pairs.items()
    }


def _try_all(
    simulation: Simulation, found: Sequence[Found], seat: str, n: int, threads: int
) -> Iterator[Trial]:
    # All maxims in a seat against one opponent.
    blanche = try_blanche(simulation, seat, _count_tried(n), threads)
    if blanche is not None:
        yield blanche
    yield from try_call_maxims(found, simulation, threads)


def _place(tried: Trial) -> tuple[str, str, str]:
    return tried.maxim.id, tried.seat, tried.opponent


def _list_turned(tried: Sequence[Trial], rules: Sequence[Maxim]) -> dict[tuple[str, str, str], str]:
    # What another maxim judges with the sign turned, and which: it is not judged twice.
    turns = {rule.id: rule.turns for rule in rules if rule.turns}
    places = (_place(one) for one in tried)
    return {(turns[maxim], *where): maxim for maxim, *where in places if maxim in turns}


def _list_maxim(tried: Trial, is_judged: bool = True) -> list[dict[str, Any]]:
    judged = measure(tried)
    verdict = judge(judged) if is_judged else NOT_JUDGED
    named = name_verdict(tried.maxim, tried.seat, verdict, kind=ON_CALLS.kind,
                         opponent=tried.opponent, way="")  # fmt: skip
    by_calls, perfect = tried.beside[BY_CALLS], tried.seen
    numbers = [
        *list_numbers(tried, ON_CALLS.share),
        (WORTH_OF_CALLS, mean(by_calls[:, FOLLOW] - by_calls[:, AGAINST])),
    ]
    rows = [estimate_row(name, one, **named) for name, one in numbers]
    kinds = [(PERFECT, WORTH, mean(perfect)), (MORE, WORTH, mean(perfect - tried.worth))]
    if judged.cost is not None:
        kinds.append((FOLLOWED_ONLY, BREAKING, judged.cost))
    rows += [estimate_row(name, one, **{**named, "kind": kind}) for kind, name, one in kinds]
    return rows


def _list_left_out(table: pd.DataFrame) -> dict[str, str]:
    # Maxims on calling of which there is no row, and why.
    judged = set(read_worths(table)["maxim"])
    return {
        name: LEFT_OUT.get(name, "the deals looked through have fewer than two such")
        for name, one in load_maxims().items()
        if one.kind == "call" and name not in judged
    }


def _tell_seat(rows: pd.DataFrame) -> str:
    pairs = rows.groupby(["seat", "opponent"], sort=False)
    return " ".join(_tell_pair(*pair) for pair in pairs)


def _tell_pair(pair: tuple[str, str], rows: pd.DataFrame) -> str:
    seat, opponent = pair
    by_calls = read_estimate(next(iterate_rows(rows[rows["quantity"] == WORTH_OF_CALLS])))
    more = f", {say(by_calls)} of them by the calls, a pique and a repique"
    return tell_case(rows, ON_CALLS, f"{seat} against {opponent}", more)


# ---- What the answers tell ----------------------------------------------------------------------
def _count_answers(simulation: Simulation, deals: int) -> list[dict[str, Any]]:
    counts = []
    for index in range(deals):
        deal = simulation.replay_deal(index)
        if deal.record["elder_carte_blanche"] or deal.record["younger_carte_blanche"]:
            continue
        question = read_question(describe_deal(deal), SEATS[0], CLASSES[0])
        counts.append(count_candidates(question, deal.record["younger_hand"]))
    left = np.array(counts, np.int64)
    rows = []
    for place, name in enumerate(ANSWERS):
        least = 1.0 if place else _FEWEST_HANDS
        hands = estimate_values(left[:, place].astype(float), limits=(least, _MOST_HANDS))
        share = estimate_values(left[:, place] / left[:, 0], limits=(0.0, 1.0))
        for quantity, estimate in ((LEFT, hands), (f"share of {LEFT}", share)):
            rows.append(estimate_row(quantity, estimate, seat=SEATS[0], opponent="", way="",
                                     kind=name))  # fmt: skip
    settled = estimate_values(left[:, -1] == 1)
    rows.append(estimate_row("one hand alone is left", settled, seat=SEATS[0], opponent="", way="",
                             kind=ANSWERS[-1]))  # fmt: skip
    return rows


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    left = table[table["quantity"] == LEFT]
    told = {row.kind: _say_left(read_estimate(row)) for row in iterate_rows(left)}
    named = ", ".join(f"{told[name]} {name}" for name in ANSWERS[1:])
    return (
        Sentence(
            f"{say_who_plays(simulation)}sinking lowers the margin of a deal in which something is "
            f"called by so many points: {_say_ways(table, simulation)}."
        ),
        compose(Sentence(f"{_say_maxims(table)} "), say_perfect(table, PERFECT)),
        Sentence(
            f"Of {told[ANSWERS[0]]} hands that younger can hold by the cards that elder has seen, "
            f"there are left {named}."
        ),
    )


def _say_maxims(table: pd.DataFrame) -> str:
    # Verdicts, and what following makes against the first opponent of each maxim and seat.
    worths = read_worths(table)
    told = []
    for name, rows in worths.drop_duplicates(["advice", "seat"]).groupby("advice", sort=False):
        pairs = ", ".join(
            f"{_say(read_estimate(row))} as {row.seat} against {row.opponent}"
            for row in iterate_rows(rows)
        )
        told.append(f"“{name}” {pairs}{_say_against(rows)}")
    return (
        f"{say_verdicts('calling', 'seat and opponent', worths)}; gain from following, "
        "compared with breaking, in points a deal to which it applies: "
        f"{'; '.join(told) or 'too few deals'}."
    )


def _say_against(rows: pd.DataFrame) -> str:
    # Whose belief a gain hangs on, and of which maxim this is the other side.
    rule = next((one for one in RULES if one.id == rows["maxim"].iloc[0]), None)
    if rule is not None and rule.turns:
        return f" ({rule.turns} turned round)"
    if rule is not None and rule.is_of_belief and set(rows["opponent"]) <= set(_BELIEVERS):
        return " (against one who takes what is not called for absent)"
    return ""


def _say(estimate: Estimate) -> str:
    # What is the same in some deals, may still be anything in others.
    is_bounded = not estimate.is_unvaried or estimate.high - estimate.low < 2 * _MOST_BOUND
    return say(estimate) if estimate.n >= FEWEST and is_bounded else "too few deals"


def _say_left(hands: Estimate) -> str:
    return f"{hands.value:g} (in each deal counted)" if hands.is_unvaried else say(hands)


def _say_ways(table: pd.DataFrame, simulation: Simulation) -> str:
    pieces = []
    for seat in SEATS:
        costs = read_costs(table, seat, getattr(simulation, other(seat)).name)
        amounts = ", ".join(f"{way} {_say(cost)}" for way, cost in costs.items())
        pieces.append(f"as {seat} {amounts}")
    return "; ".join(pieces)


def _list_others() -> tuple[str, ...]:
    return (_HEEDLESS,)


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "summary": _summarise(simulation, table),
        "answers": tell_maxims(table[table["maxim"].notna()], _tell_seat),
        **derive(matters=MATTERS, verdicts=count_verdicts(read_worths(table)["verdict"])),
    }


def _pick(rows: Sequence[Row]) -> list[Pick]:
    whole = {"kind": "all deals with something to call", "quantity": "cost of sinking"}
    rivals = {
        seat: next((row["opponent"] for row in rows if row["seat"] == seat), "")
        for seat in ("elder", "younger")
    }
    costs = [
        Pick(f"{seat} calls no {way}", POINTS,
              {**whole, "way": way, "seat": seat, "opponent": rival})
        for way in ("point", "sequence", "set")
        for seat, rival in rivals.items()
    ]  # fmt: skip
    left = {"quantity": "hands left"}
    return [
        *costs,
        *(
            Pick(f"hands that younger may hold, {kind}", "", {**left, "kind": kind})
            for kind in ("before any call", "after the set")
        ),
    ]


REPORTED = Reported(
    BETWEEN + "All else is called, and the opponent takes silence for having nothing. "
    "Maxims are tried in deals to which they apply, called in both ways.",
    _pick,
    columns=(
        "seat",
        "opponent",
        "way",
        "kind",
        "advice",
        "verdict",
        "quantity",
        "value",
        "se",
        "n",
    ),
)

STUDY = Study(
    TITLE, analyse, draw_costs, fixed=UNMIRRORED, no_condition="looks through all deals",
    list_others=_list_others, published=5_000_000, say=_say_table, reported=REPORTED, seconds=30,
)  # fmt: skip
"""What sinking costs, and what the answers tell."""
