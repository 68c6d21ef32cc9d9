"""Maxims on calling on trial: the same deals called as a maxim says, and against it.

In deals to which a maxim applies, the call that follows it or the one that breaks it is prescribed,
and nothing else: all other decisions are the players' own. Nothing is chosen.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.maxims.calls import BLANCHE, EQUAL, GOOD, NOT_GOOD, Calling
from analyses.maxims.maxim import Maxim
from analyses.maxims.trial import (
    AGAINST,
    FOLLOW,
    OWN,
    Block,
    Cases,
    Found,
    Trial,
    collect,
    play_ways,
)
from analyses.maxims.verdict import BY_KIND, BY_OPTIONS
from piquet_sim import CallView, Strategy, policy
from piquet_sim.deals.branches import lay_out, new_scripts, write_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.strategies import call_everything

_LOOKED = 5_000
_CALL_BITS = 16
"""Of a call, in the number by which calls are compared."""
_ANSWERS = np.array([NOT_GOOD, GOOD, NOT_GOOD, EQUAL])
"""To elder, by the result of a class."""


@dataclass(frozen=True)
class Called(Cases):
    """Deals, and what is called in them: int64[deal, class]."""

    own: np.ndarray
    follow: np.ndarray
    against: np.ndarray


def read_calling(records: np.ndarray, seat: str) -> Calling:
    """What a seat saw when it was to call, in recorded deals."""
    heard = np.zeros((len(records), len(CLASSES)), np.int64)
    answers = np.full_like(heard, NOT_GOOD)
    if seat == SEATS[0]:
        answers[:] = np.column_stack([_ANSWERS[records[f"{kind}_result"]] for kind in CLASSES])
    else:
        heard[:] = read_calls(records, SEATS[0])
    cards = (records[f"{seat}_{name}"].astype(np.int64) for name in ("hand", "discard"))
    return Calling(seat, *cards, answers, heard)


def read_calls(records: np.ndarray, seat: str) -> np.ndarray:
    """What a seat called: int64[deal, class]."""
    return np.column_stack([records[f"{seat}_{kind}_call"] for kind in CLASSES]).astype(np.int64)


def find_deals(
    maxims: Mapping[str, Sequence[Maxim]], simulation: Simulation, n: int, wanted: int, threads: int
) -> dict[str, list[Found]]:
    """For each maxim the first deals to which it applies; with a carte blanche none does.

    The exchange and the calls do not depend on how the cards are played, so meanwhile they are
    played double-dummy, which is quick.

    Parameters
    ----------
    maxims : mapping
        Maxims by the seat in which they are tried; those not addressed to it are left out.
    simulation : Simulation
    n : int
        How many deals are searched, once for both seats.
    wanted : int
        How many deals are kept of each maxim at most.
    threads : int
        Number of threads.
    """
    quick = replace(simulation, play=DOUBLE_DUMMY)
    judged = [(one, seat) for seat, own in maxims.items() for one in own if seat in one.seats]

    def look(first: int, deals: int) -> Block:
        records = quick.record_units(first, deals)
        blanche = sum(records[f"{one}_carte_blanche"].astype(int) for one in SEATS)
        places = np.flatnonzero(blanche == 0)
        seen = {seat: read_calling(records[places], seat) for seat in maxims}
        own = {seat: read_calls(records[places], seat) for seat in maxims}
        found = [
            Called(first + places, own[seat], *maxim.sides(seen[seat])) for maxim, seat in judged
        ]
        return deals, [(one, np.flatnonzero((one.follow != one.against).any(axis=1)))
                       for one in found]  # fmt: skip

    found = collect(judged, play_ranges(look, n, _LOOKED, threads), wanted)
    return {seat: [one for one in found if one.seat == seat] for seat in maxims}


_SELDOM = 1 / 40
"""A maxim that says one of two things more seldom says the other always."""


def try_call_maxims(
    found: Iterable[Found], simulation: Simulation, threads: int
) -> Iterator[Trial]:
    """Try maxims as one seat of a simulation; those of which no two deals are found, are left out.

    Parameters
    ----------
    found : iterable of Found
        As `find_deals` gives them.
    simulation : Simulation
    threads : int
        Number of threads.
    """
    ways_to_play = simulation, replace(simulation, play=DOUBLE_DUMMY)
    for one in found:
        cases = one.cases
        if len(cases) > 1:
            made, perfect = (
                _play_calls(played, one.seat, cases, threads) for played in ways_to_play
            )
            follows, breaks = (
                (cases.own == side).all(axis=1) for side in (cases.follow, cases.against)
            )
            obeys = 0.5 + 0.5 * follows - 0.5 * breaks
            more = cases.follow.sum(axis=1) > cases.against.sum(axis=1)
            yield _judge(one.maxim, simulation, one.seat, made, perfect, one.share, obeys, more)


def _judge(
    maxim: Maxim, simulation: Simulation, seat: str, made: np.ndarray, perfect: np.ndarray,
    share: Estimate, obeys: np.ndarray, more: np.ndarray | bool = True,
) -> Trial:  # fmt: skip
    # By what is made in each way, and what if the cards are played perfectly; whether the maxim
    # calls more than what breaks it.
    lots, opponent = {BY_OPTIONS: np.full(len(made), 0.5)}, getattr(simulation, other(seat)).name
    often = float(np.mean(more))
    if min(often, 1 - often) > _SELDOM:  # by the lot of a rule that calls more as often
        lots[BY_KIND] = np.where(more, often, 1 - often) * obeys
        lots[BY_KIND] += np.where(more, 1 - often, often) * (1 - obeys)
    return Trial(maxim, seat, share, made, obeys, lots, opponent=opponent,
                 seen=perfect[:, FOLLOW] - perfect[:, AGAINST])  # fmt: skip


def _play_calls(simulation: Simulation, seat: str, found: Called, threads: int) -> np.ndarray:
    # What is made with the seat's own calls, with those that follow, and with the others.
    ways = np.stack([found.own, found.follow, found.against], axis=1)
    tried = (ways << _CALL_BITS * np.arange(len(CLASSES))).sum(axis=2)

    def write(span: slice, way: int, _: object) -> np.ndarray:
        return new_scripts(len(ways[span])) if way == OWN else write_calls(seat, ways[span, way])

    dealt, seats = lay_out(simulation, found.numbers), np.full(len(found), SEATS.index(seat))
    return play_ways(simulation, tried, dealt, seats, write, threads)


def write_calls(seat: str, calls: np.ndarray) -> np.ndarray:
    """Scripts in which a seat's calls are given and all else is left to its player.

    Parameters
    ----------
    seat : str
    calls : int64 array, shape (deals, classes)
        -1 where the player decides.
    """
    return write_scripts(len(calls), {}, {SEATS.index(seat): calls})


_CARTE_BLANCHE = 0
"""What is asked for, as views have it."""


@policy
def _keep_silent(view: CallView) -> int:
    return 0 if view.kind == _CARTE_BLANCHE else view.best


def try_blanche(simulation: Simulation, seat: str, deals: int, threads: int) -> Trial | None:
    """Try whether to claim a carte blanche, in deals in which a seat is dealt one.

    None if its player does not announce every carte blanche.
    """
    player: Strategy = getattr(simulation, seat)
    if not player.announces_blanche:
        return None
    player = replace(player, call=call_everything)  # nothing but the carte blanche is at stake
    given = replace(simulation, given=f"{seat}.carte_blanche")
    silent = replace(player, name=f"{player.name}, silent", call=_keep_silent)
    made = []
    for play in (given.play, DOUBLE_DUMMY):
        for one in (replace(given, **{seat: player}), replace(given, **{seat: silent})):
            playing = replace(one, play=play)
            playing.record_units(0, 1)  # compiled before threads start
            played = play_ranges(playing.record_units, deals, _LOOKED // 10, threads)
            made.append(margin(np.concatenate(list(played)), seat))
    told, hidden, *perfect = made
    share, obeys = know_exactly(carte_blanche_probability()), np.ones(deals)
    ways = np.column_stack([told, told, hidden]), np.column_stack([perfect[0], *perfect])
    return _judge(BLANCHE, simulation, seat, *ways, share, obeys)
