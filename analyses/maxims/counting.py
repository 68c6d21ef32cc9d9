"""What counting the opponent's hand is worth: one player heeds what was called, and another like
it does not.
"""

from dataclasses import replace

import numpy as np

from piquet_sim.advice.card_ratings import UNHEEDING
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.strategies.registry import find_strategy

COUNTER = "expert"
CARDS_ALONE, HEEDLESS = "cards alone", "club’s cards"
"""Who counts less: by the cards seen and no call; and as `club` plays, who looks at what has fallen
and imagines no hands."""
_BLOCK = 500


def measure_counting(seed: int, pairs: int, threads: int) -> dict[tuple[str, str], np.ndarray]:
    """What a player makes more than one who counts less, in the same deals, by deal.

    Both exchange and call as `expert` does, and so does the opponent, who plays as `expert`, too.

    Parameters
    ----------
    seed, pairs : int
        Of mirrored deals; of each pair one is played in either seat.
    threads : int
        Number of threads.

    Returns
    -------
    dict
        By seat, and who counts less: int64[deal].
    """
    full = find_strategy(COUNTER)
    others = {
        CARDS_ALONE: UNHEEDING,
        HEEDLESS: replace(full, name=HEEDLESS, play=find_strategy("club").play),
    }
    plain = Simulation(full, full, RUBICON, seed, mirrored=True)
    changed = {name: replace(plain, elder=one) for name, one in others.items()}
    for one in (plain, *changed.values()):
        one.record_units(0, 1)  # compiled before threads start

    def play(first: int, units: int) -> dict[str, np.ndarray]:
        usual = margin_of_first(plain.record_units(first, units))
        return {
            name: usual - margin_of_first(one.record_units(first, units))
            for name, one in changed.items()
        }

    played = list(play_ranges(play, pairs, _BLOCK, threads))
    return {
        (seat, name): np.concatenate([one[name][place::2] for one in played])
        for name in others
        for place, seat in enumerate(SEATS)
    }
