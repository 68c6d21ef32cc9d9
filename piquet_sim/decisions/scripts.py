"""Try each way to decide in the same deals, with the same luck, and let the strategies play on.

A row is a deal that a seat may be in, or one of many cases of a rule; a way is a choice in all rows
or, row by row, what a player, a rule or a rating chooses. Calls, what a player loses, and maxims
are judged so.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from piquet_sim.deals.branches import play_scripts
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.decisions.stake import Stake
from piquet_sim.decisions.table import Table
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges

Write = Callable[[slice, int, "np.ndarray | None"], np.ndarray]
"""The scripts of some rows with a way, given the records of the first way; None before that."""
_STAGED = 500
"""Deals that a thread plays at once."""


def choose_at(scripts: np.ndarray, places: np.ndarray, choices: np.ndarray) -> Write:
    """Deals that go as they did until a decision, in which each way has its own choice.

    Parameters
    ----------
    scripts : int array, shape (rows, entries)
        Up to the decision.
    places : int array, shape (rows,)
        Where it stands in each script.
    choices : int array, shape (rows, ways)
    """

    def write(span: slice, way: int, _: np.ndarray | None) -> np.ndarray:
        written = scripts[span].copy()
        written[np.arange(len(written)), places[span]] = choices[span, way]
        return written

    return write


class ScriptTable(Table):
    """Ways in deals that are laid out.

    Parameters
    ----------
    ways : sequence
    stake : Stake
        Its seat is that of the ways, unless `seats` says whose they are.
    simulation : Simulation
        Who plays on, and whose luck it is.
    dealt : int64 array, shape (rows, 4)
        As `branches.lay_out` has it.
    write : callable
        See `Write`.
    tried : int64 array, shape (rows, ways), optional
        What is tried: a way that is tried twice in a row is played once.
    threads, staged : int
    keep : callable, optional
        What else is kept, from records: array of shape (deals, ...).
    """

    def __init__(
        self,
        ways: Sequence[Any],
        stake: Stake,
        simulation: Simulation,
        dealt: np.ndarray,
        write: Write,
        tried: np.ndarray | None = None,
        threads: int = 1,
        staged: int = _STAGED,
        keep: Callable[[np.ndarray], np.ndarray] | None = None,
    ) -> None:
        super().__init__(ways, stake)
        self.simulation, self.dealt, self.write = simulation, dealt, write
        self.tried, self.threads, self.staged, self.keep = tried, threads, staged, keep

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.dealt)

    def finish(
        self, places: list[int], first: int, deals: int
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Play some rows in each way."""
        names = [f"{seat}_score" for seat in (SEATS[self.stake.seat], SEATS[1 - self.stake.seat])]

        def play(begin: int, rows: int) -> tuple[np.ndarray, np.ndarray | None]:
            span = slice(first + begin, first + begin + rows)
            tried = np.tile(places, (rows, 1)) if self.tried is None else self.tried[span, places]
            repeats = (tried[:, :, None] == tried[:, None, :]).argmax(axis=2)
            played = np.zeros(repeats.shape, RECORD_DTYPE)
            # All ways but the first are played at once, those of a deal one after the other.
            for ways in (slice(1), slice(1, None))[: len(places)]:
                needed, usual = (repeats == np.arange(len(places)))[:, ways], played[:, 0]
                scripts = [
                    self.write(span, place, usual if ways.start else None)[:, None]
                    for place in places[ways]
                ]
                played[:, ways][needed] = play_scripts(
                    self.simulation,
                    self.dealt[span][needed.nonzero()[0]],
                    np.concatenate(scripts, axis=1)[needed],
                )
            played = np.take_along_axis(played, repeats, axis=1)
            scores = np.stack([played[name].astype(np.int16) for name in names], axis=-1)
            return scores, None if self.keep is None else self.keep(played)

        parts = list(play_ranges(play, deals, self.staged, self.threads))
        scores = np.concatenate([one for one, _ in parts])
        return scores, self.keep and np.concatenate([one for _, one in parts])

    def play_all(self) -> np.ndarray:
        """What every way makes in every row: array of shape (rows, ways)."""
        self.play([*range(len(self.choices))], len(self))
        return np.stack([self.worths(place) for place in range(len(self.choices))], axis=1)
