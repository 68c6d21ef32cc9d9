"""Runs kernels without numba and prints what they find, for comparison with compiled ones."""

import json

from specimens import PAIRS

from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.census import count_hands_by
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.rules import PRESETS
from piquet_sim.kernel.compile import IS_COMPILED
from piquet_sim.strategies import Strategy, find_strategy


def list_numbers(records):
    """Records as lists of Python's whole numbers."""
    return [[int(value) for value in record] for record in records]


def play_pairs():
    """Twenty deals of each pair of quick players, none twice."""
    played = [Simulation(*pair, seed=21, mirrored=True).record_units(0, 10) for pair in PAIRS]
    assert {len(set(deals.tolist())) for deals in played} == {20}
    return list_numbers(record for deals in played for record in deals.tolist())


def count_exactly():
    """What the kernels of perfect play and of counting find: the table must be in its file."""
    simulation = Simulation("club", "novice", seed=4, play="double-dummy")
    hand, discard = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.")
    live = Ending(parse_hand("AKQ.AK.."), parse_hand("JT9..AK."), 0, 7, 0, 25, 0)
    return {
        "deals": list_numbers(simulation.replay_deal(one).record.values() for one in range(12)),
        "plays": [int(card) for card in simulation.replay_deal(3).plays],
        "live": solve_ending(live).as_json(),
        "aces": count_hands_by("aces"),
        "draws": find_odds(hand, discard).as_json(),
    }


def play_strong():
    """Deals and a partie of the players that read the shelf."""
    half = Strategy("half", find_strategy("expert").discard, find_strategy("master").play)
    pairs = Simulation("expert", "expert", seed=5), Simulation(half, "club", seed=6)
    deals = [record for pair in pairs for record in pair.record_units(0, 1).tolist()]
    told = Simulation("expert+score", "club+sink-sets=0.5", seed=7).play_matches(0, 1)[0]
    return [*list_numbers(deals), told.ravel().tolist()]


def play_codes():
    """Deals and matches under every other rule book, and endings that are searched."""
    told, hands = [], [parse_hand(one, pack=36) for one in ("A9.K8..", "K7.Q..T")]
    for preset in [one for one in PRESETS if one != "rubicon"]:
        simulation = Simulation("club", "random", preset, seed=8, mirrored=True)
        ending = Ending(*hands, 0, 4, 4, rules=simulation.rules.replace(pack=36))
        aims = ("difference", None), ("own", None), ("settlement", (88, 93))
        told += [
            *list_numbers(simulation.record_units(0, 8)),
            *(one.ravel().tolist() for one in simulation.play_matches(0, 2, with_scores=True)),
            *(list(solve_ending(ending, *aim).plays.values()) for aim in aims),
        ]
    return told


PARTS = {"deals": play_pairs, "exact": count_exactly, "strong": play_strong, "codes": play_codes}


if __name__ == "__main__":
    assert not IS_COMPILED
    print(json.dumps({part: find() for part, find in PARTS.items()}))
