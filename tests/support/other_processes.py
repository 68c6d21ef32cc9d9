"""What other processes find by module and name: strategies, and runs that are stopped or killed.

These are preloaded by a process from which killable children are forked.
"""

import pickle
import signal
from itertools import count
from pathlib import Path

from analyses import ask
from piquet_sim import duel
from piquet_sim.estimates.tally import Tally
from piquet_sim.running import checkpoint
from piquet_sim.running.run import simulate
from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy, policy

_CLUB = find_strategy("club")


@outside_policy
def play_highest_legal(view: PlayView) -> int:
    """Play the highest legal card, as masks are ordered."""
    rest = view.legal
    while rest & (rest - 1):
        rest &= rest - 1
    return rest


@policy
def play_lowest_until_unlucky(view: PlayView) -> int:
    """Play the lowest legal card; once in some hundred deals none at all, as younger."""
    return 0 if (view.seat == 1 and view.luck >> 5 & 0xFFF == 0) else view.legal & -view.legal


PLACED = Strategy("placed", _CLUB.discard, play_highest_legal)
BAD = Strategy("bad", _CLUB.discard, play_lowest_until_unlucky)

RUNS = {
    "precise": lambda **more: (
        simulate(
            "random", "random", seed=5, precision=["difference=0.08", "younger_capot=3%"], **more
        ).tally
    ),
    "given": lambda **more: (
        simulate(
            "random", "club", 200_000, seed=6, mirrored=True, given="elder.aces == 3", **more
        ).tally
    ),
    "duel": lambda **more: duel("expert", "club", 10_000, precision=0.2, **more).gain,
    "study": lambda **more: ask("sixes", 20_000, "club", **more).found.table().to_csv(),
}
"""What each answers, with a checkpoint or without."""


def go_on(kind: str, path: str) -> None:
    """Answer with a checkpoint that is written all the time, and keep the answer beside it."""
    checkpoint.SECONDS_APART = 0.0
    Path(f"{path}.answer").write_bytes(pickle.dumps(RUNS[kind](checkpoint=path)))


def act_after_blocks(monkeypatch, blocks, act):
    """Have something happen once a run has counted so many blocks."""
    honest, numbers = Tally.merge, count(1)

    def merge(self, other):
        honest(self, other)
        if next(numbers) == blocks:
            act()

    monkeypatch.setattr(Tally, "merge", merge)


def interrupt_at(done, request=signal.SIGINT):
    """What stops a run by a signal once it has played so many deals."""

    def progress(so_far):
        if so_far >= done:
            signal.raise_signal(request)

    return progress
