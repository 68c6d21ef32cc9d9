"""Headroom: what would a player make who sees what is hidden?

Mirrored pairs are played four times with the same cards and luck: as they are, and with the first
player shown the other hand in the play, in the exchange, and in both. What that adds is counted
against the same deals with nothing shown; the opponent is the same, and does not know.

In the play the player is shown at every card the twelve cards, or what is left of them, that the
opponent holds; not what was thrown out or left. The strategy is unchanged: one who plays by hands
that the opponent can hold, as `expert` and `master` do, finds one hand and plays perfectly against
it, elder's live pique counted. So it plays as if the opponent saw everything, too, and sets no
traps: the gain bounds from above what inference from calls and cards can bring a player who answers
perfectly the hands that they think possible, against this opponent. It is no bound of all play.

In the exchange the player is shown the hand that the opponent was dealt and, as younger, what
elder threw out of it; not the stock. Elder knows how this opponent answers each number of cards
taken. Of up to sixteen discards that the learned evaluation likes, and the player's own, the one is
thrown that makes most on average over all ways in which the eight cards can be drawn, both playing
perfectly (`advice.seen_exchange`). The calls are the player's own throughout. Who throws otherwise
draws other cards: the luck of the draw, which is nothing on average, is taken out of both deals
(`estimates.luck`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import estimate_row, read_estimate
from analyses.results.picks import Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.players.headroom_chart import draw_gains, say_gain
from analyses.studies.players.seen_hands import IN_PLAY, SHOWN, gain_by_seeing
from analyses.study import UNDER_RUBICON, Answer, Asked, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.limits import limit_change
from piquet_sim.estimates.luck import estimate_left
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.running.run import Progress
from piquet_sim.sentences import Sentence, choose, compose, is_within, say
from piquet_sim.strategies import find_strategy

TITLE = "What would a player make who sees what is hidden?"

_GAIN = "points a pair"
_BOTH_SEATS = "both seats"
_DEALS_ASKED_A_PAIR = 50
"""Number of deals asked for per mirrored pair."""
_FINER, _COARSER = "master", "expert"
_FINER_SHARE = 25
"""The finer player needs a hundred times as long: one pair of theirs for so many."""
_FINER_COSTS = 3
"""About how much longer a pair of theirs takes here, where both see what is shown."""
_CHUNK = 16
_LIMITS = limit_change(RUBICON)
"""The most that two deals with the same cards can differ by."""


@dataclass(frozen=True)
class _Shown:
    # What one player gains by what is shown.
    player: str
    shown: str
    gains: dict[str, np.ndarray]
    # By seat, for each pair, in points.

    def estimate(self, seat: str) -> Estimate:
        """What it brings in the deals of one seat, or of both."""
        most = _LIMITS[1] * (2 if seat == _BOTH_SEATS else 1)
        own = [self.gains[one] for one in SEATS] if seat == _BOTH_SEATS else [self.gains[seat]]
        gains = np.sum(own, axis=0)
        estimate = estimate_values if self.shown == IN_PLAY else estimate_left
        return estimate(gains, limits=(-most, most))


def analyse(asked: Asked) -> Answer:
    """Measure what the strategy named elder gains against the other by seeing.

    One mirrored pair is played for every fifty deals asked for, at least two, under Rubicon; of
    `expert` against itself it is followed by `master`, with one pair for twenty-five.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    What would a player make who sees what is hidden?
    """
    simulation, n = asked.simulation, asked.n
    played = {simulation: max(n // _DEALS_ASKED_A_PAIR, 2)}
    if simulation.elder.name == simulation.younger.name == _COARSER:
        finer = find_strategy(_FINER)
        both = replace(simulation, elder=finer, younger=finer)
        played[both] = max(played[simulation] // _FINER_SHARE, 2)
    costs = [pairs * (1 if one is simulation else _FINER_COSTS) for one, pairs in played.items()]
    found = []
    for (one, pairs), cost in zip(played.items(), costs, strict=True):
        told = asked.course.begin(cost / sum(costs), pairs)
        found += _measure(one, pairs, asked.threads, told)
    table = pd.DataFrame(_rows(found))
    return Answer(
        table,
        say_gain(table),
        {
            "intervals": "normal, mirrored pairs as units; where the exchange is seen the luck of "
            "the draw is taken out",
            "gain": "over the same deals with nothing shown",
        },
        about={"pairs": list(played.values())},
    )


def _measure(simulation: Simulation, pairs: int, threads: int, progress: Progress) -> list[_Shown]:
    parts = []
    for part in _play(replace(simulation, mirrored=True), pairs, threads):
        parts.append(part)
        progress(min(len(parts) * _CHUNK, pairs))
    name = simulation.elder.name
    return [
        _Shown(name, shown, {
            seat: np.concatenate([part[shown][place::2] for part in parts])
            for place, seat in enumerate(SEATS)
        })
        for shown in SHOWN
    ]  # fmt: skip


def _play(simulation: Simulation, pairs: int, threads: int) -> Iterator[dict[str, np.ndarray]]:
    # What the first player gains in each deal by what is shown, range by range.
    return play_ranges(gain_by_seeing(simulation), pairs, _CHUNK, threads)


def _rows(found: list[_Shown]) -> list[dict[str, Any]]:
    return [
        estimate_row(_GAIN, one.estimate(seat), player=one.player, shown=one.shown, seat=seat)
        for one in found
        for seat in (_BOTH_SEATS, *SEATS)
    ]


@dataclass(frozen=True)
class _Gains:
    # What one player gains by what is shown, as the table has it.
    player: str
    shown: str
    by_seat: dict[str, Estimate]


def _read_gains(table: pd.DataFrame) -> list[_Gains]:
    found: dict[tuple[str, str], _Gains] = {}
    for row in iterate_rows(table):
        one = found.setdefault((row.player, row.shown), _Gains(row.player, row.shown, {}))
        one.by_seat[row.seat] = read_estimate(row)
    return list(found.values())


def _say_gain(one: _Gains) -> str:
    # The gain of both seats with what each adds to it.
    seats = " and ".join(f"{say(one.by_seat[seat])} as {seat}" for seat in SEATS)
    return f"{say(one.by_seat[_BOTH_SEATS])} points a mirrored pair ({seats})"


def _tell(one: _Gains, when: str) -> Sentence:
    who = one.player[:1].upper() + one.player[1:]
    gain = is_within(f"what {one.player} gains", one.by_seat[_BOTH_SEATS], above=0)
    return choose(
        Sentence(f"{who}, shown {when}, gains {_say_gain(one)}", gain),
        Sentence(f"{who}'s score, with {when} shown, changes by {_say_gain(one)}"),
    )


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    found = _read_gains(table)
    play, exchange, both = found[:3]
    bound = (
        "What seeing in the play brings bounds from above, against this opponent, what inference "
        "can bring a player who answers perfectly the hands thought possible"
    )
    others = [one for one in found[3:] if one.shown == IN_PLAY]
    finer = [compose(". ", _tell(one, "the other hand in the play")) for one in others]
    said = (
        compose(_tell(play, "the other hand in the play"), "."),
        compose(
            _tell(exchange, "the hand that the opponent was dealt"),
            "; with both shown the score changes by ",
            f"{_say_gain(both)}.",
        ),
        compose(bound, *finer, "."),
    )
    return {"summary": said}


def _pick(rows: Sequence[Row]) -> list[Pick]:
    shown = {
        "the play": "the other hand in the play", "the exchange": "the other hand as dealt",
        "both": "both",
    }  # fmt: skip
    return [
        Pick(f"{player}, shown {words}, {seat}", " points a pair",
              {"player": player, "shown": key, "seat": seat})
        for player in dict.fromkeys(row["player"] for row in rows)
        for key, words in shown.items()
        for seat in (("elder", "younger", "both seats") if key == "the play" else ("both seats",))
    ]  # fmt: skip


REPORTED = Reported(
    "The opponent plays as before and does not know what is seen. A player who sees in the "
    "play plays as if the opponent saw everything, too; one who sees in the exchange sees "
    "the hand dealt to the opponent and, as younger, what elder threw, not the stock.",
    _pick,
    share=0.1,
    least=10_000,
    is_compiled_anew=True,
)

STUDY = Study(
    TITLE, analyse, draw_gains, fixed=UNDER_RUBICON, say=_say_table,
    reported=REPORTED, seconds=250,
)  # fmt: skip
