"""What obeying and disobeying make, played by naive players who read the words for themselves."""

import numpy as np
import pytest
from naive_discard_maxims import Twin, list_twins, swap_parted

from analyses.maxims.discard_trial import (
    Pool,
    ask,
    deal_pools,
    find_hands,
    play_discards,
    try_discard_maxim,
)
from analyses.maxims.maxim import find_maxim
from analyses.maxims.verdict import mean
from piquet_sim import Simulation
from piquet_sim.advice.trials import list_learned
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards
from piquet_sim.strategies import find_strategy

LIKE = ("CAV-M01", "CAV-M05", "CAV-M10", "CAV-M11", "CAV-M15", "CAV-M19", "CAV-M25")
"""Maxims that both read alike; of CAV-M08, CAV-M14 and CAV-M22 the rules ask more."""
EXPERTS = Simulation("expert", "expert", seed=7)
NUMBER = 250


def spell(cards: int) -> frozenset[str]:
    return frozenset(format_card(card) for card in iterate_cards(int(cards)))


def obey_and_disobey(twin: Twin, pool: Pool, place: int) -> tuple[int, int] | None:
    """What a player throws who always obeys, and one who always disobeys: their own discard where
    it does so, or else the best by what is learned.
    """
    hand, own = spell(pool.cards[place]), int(pool.own[place])
    if twin.maxim == "CAV-M15":
        both = swap_parted(hand, spell(own))
        return both and tuple(pack(cards) for cards in both)
    listed, _ = list_learned(ask(pool, place, 0))
    listed = [own, *listed.tolist()]
    chosen = []
    for side in (twin.follows, twin.breaks):
        found = next((thrown for thrown in listed if side(hand, spell(thrown))), None)
        if found is None:
            return None
        chosen.append(found)
    return tuple(chosen)


def pack(cards: frozenset[str]) -> int:
    return sum(card for card in iterate_cards(PACK_32_MASK) if format_card(card) in cards)


@pytest.mark.slow
@pytest.mark.parametrize("twin", [one for one in list_twins() if one.maxim in LIKE],
                         ids=lambda twin: f"{twin.maxim} {twin.seat}")  # fmt: skip
def test_always_numbers__are_those_of_naive_players(twin):
    find_strategy("expert").prepare()
    rule = find_maxim(twin.maxim)
    (found,) = (
        one for one in find_hands([rule], EXPERTS, 60_000, NUMBER, 1) if one.seat == twin.seat
    )
    tried = try_discard_maxim(found, 7, 1)
    pool = next(deal_pools(EXPERTS, 50_000, 1))[twin.seat]
    fits = (
        place
        for place in range(len(pool))
        if pool.tooks[place] in (-1, 5) and twin.applies(spell(pool.cards[place]))
    )
    places, ways = [], []
    for place in fits:
        both = obey_and_disobey(twin, pool, place)
        if both is not None:
            places.append(place)
            ways.append([both] * 8)
        if len(places) == NUMBER:
            break
    made = play_discards(pool.pick(np.array(places)), np.array(ways), "expert", 7, 1)
    naive, own = mean((made @ (1, -1)).mean(axis=1)), mean(tried.worth)
    assert naive.n > 100
    assert abs(naive.value - own.value) < 3 * np.hypot(naive.se, own.se)
    for one, other in ((naive, own), (own, naive)):
        if abs(one.value) > 4 * one.se:
            assert one.value * other.value > 0
