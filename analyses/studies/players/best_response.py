"""What a specialist gains over a player: how far their exchange is from an equilibrium.

A specialist learned by the same procedure as the player, but against the player alone, who learned
nothing meanwhile: a best response, as far as the learned evaluation can hold one. What the
specialist gains bounds from below what the player's exchange gives away to those who know it. A
second specialist learned against the first one in the same way.

Both lie beside what the players learned; `piquet train --against expert` makes the first.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.results.analysis import estimate_row, read_estimate
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel.base.streams import END_OF_NUMBERS, FRESH_SEED
from piquet_sim.sentences import Sentence, choose, is_within, say
from piquet_sim.strategies import Strategy
from piquet_sim.strategies.expert import play_by as play_as_expert
from piquet_sim.strategies.learned import find_learned
from piquet_sim.strategies.master import play_by as play_as_master

SPECIALIST = PACKAGE / "data" / "specialist.npz"
SECOND_SPECIALIST = PACKAGE / "data" / "second_specialist.npz"

_LEARNERS = {"expert": play_as_expert, "master": play_as_master}
_DEALS_A_PAIR = {"expert": 10, "master": 500}
"""Deals asked for, for each pair that is played."""
_LEAST_PAIRS = 20
_GAIN_OF = r"gain of a specialist over (?P<over>.*), a pair"
_LITTLE = 0.2
"""Points a pair: a player who gave away more should learn against others than themselves, too."""


@dataclass(frozen=True)
class Gained:
    """What one exchange gains over another with the same play of the cards."""

    who: str
    over: str
    gain: Estimate
    """Points a mirrored pair."""


def measure_gains(simulation: Simulation, n: int, threads: int | None) -> list[Gained]:
    """What the specialist gains over the player, and the second specialist over the first.

    Nothing where the two players of the simulation differ, or the specialist did not learn against
    what they learned.

    Parameters
    ----------
    simulation : Simulation
    n : int
        Deals asked for: a pair of deals is played for every ten by `expert`, for every five
        hundred by `master`.
    threads : int, optional

    Returns
    -------
    list of Gained
    """
    player = simulation.elder
    make = _LEARNERS.get(player.name)
    if make is None or simulation.younger != player or not _has_learned_against(SPECIALIST, ""):
        return []
    pairs = max(n // _DEALS_A_PAIR[player.name], _LEAST_PAIRS)
    specialist = make(str(SPECIALIST))
    found = [
        Gained(
            "a specialist",
            player.name,
            measure_gain(simulation, specialist, player, pairs, threads),
        )
    ]
    if _has_learned_against(SECOND_SPECIALIST, str(SPECIALIST)):
        second = make(str(SECOND_SPECIALIST))
        gain = measure_gain(simulation, second, specialist, pairs, threads)
        found.append(Gained("a second specialist", "the first", gain))
    return found


def _has_learned_against(specialist: Path, player: str) -> bool:
    rival = find_learned(player).digest_exchange()
    return find_learned(str(specialist)).manifest["against"] == rival


def measure_gain(
    simulation: Simulation, one: Strategy, two: Strategy, pairs: int, threads: int | None
) -> Estimate:
    """What one player gains over another in mirrored pairs, points a pair, in fresh deals."""
    seed = (simulation.seed + FRESH_SEED) % END_OF_NUMBERS
    both = replace(simulation, elder=one, younger=two, seed=seed, mirrored=True)
    duel = play_duel(both, pairs, threads=threads)
    if duel.pairs < pairs:
        raise KeyboardInterrupt
    return duel.gain


def list_gains(gained: list[Gained]) -> list[dict[str, Any]]:
    """The rows of the table."""
    return [
        estimate_row(f"gain of {one.who} over {one.over}, a pair", one.gain,
                     seat="both seats", kind="best response")
        for one in gained
    ]  # fmt: skip


def say_gain(table: pd.DataFrame) -> Sentence:
    """What the specialist gains, in a sentence; an empty one where nothing was measured."""
    found = table["quantity"].str.extract(_GAIN_OF)
    if found["over"].isna().all():
        return Sentence("")
    row = found["over"].first_valid_index()
    gain = read_estimate(table.loc[row])
    told = (
        f" A specialist who learned to beat {found['over'][row]} alone gains {say(gain)} points a "
        "mirrored pair over them"
    )
    return choose(
        Sentence(
            f"{told}, less than {_LITTLE}.",
            is_within("what a specialist gains", gain, below=_LITTLE),
        ),
        Sentence(f"{told}."),
    )
