"""Perfect play where the cards themselves count: the search against brute force."""

import random

import naive_endings
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_play import minimax_of_leads
from specimens import OPTIONS, PACK, PACK_36, as_mask, book_of

from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.perfect.search import (
    ELDER_LIVE,
    YOUNGER_LIVE,
    Position,
    first_live,
    new_code,
    new_memory,
    play_card,
    value_position,
)

PACK_OF = {32: PACK, 36: PACK_36}
SEATS = ("elder", "younger")


def code_of(rules):
    return new_code(rules.laws())


def make_ending(seed, cards, pack):
    chance = random.Random(seed)
    drawn = chance.sample(pack, 2 * cards)
    return drawn[:cards], drawn[cards:], chance.randrange(2), chance.randint(0, 12 - cards)


@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(["rubicon", *PRESETS]), OPTIONS)
@settings(max_examples=250, deadline=None)
def test_search__is_brute_force(seed, cards, preset, changed):
    rules = PRESETS[preset].replace(**changed)
    elder, younger, leader, won = make_ending(seed, cards, PACK_OF[rules.pack])
    lost = 12 - cards - won
    values = minimax_of_leads(
        frozenset(elder), frozenset(younger), SEATS[leader], won, lost, book_of(rules)
    )
    laws, code, memory = rules.laws(), code_of(rules), new_memory()
    position = Position(as_mask(elder), as_mask(younger), leader, won, 0, 0)
    best = max(values.values()) if leader == 0 else min(values.values())
    assert value_position(code, memory, position, 0) == best
    for card, value in values.items():
        gained, after = play_card(laws, position, 0, as_mask([card]))
        assert gained + value_position(code, memory, after, as_mask([card])) == value


@pytest.mark.parametrize("preset", ["cotton_1674", "american"])
@pytest.mark.parametrize("seed", range(40))
def test_search__with_a_live_pique_is_brute_force(seed, preset):
    chance = random.Random(seed)
    elder, younger, leader, _ = make_ending(seed, 4, PACK_OF[PRESETS[preset].pack])
    won = chance.randint(0, 8)
    live = chance.choice([(0,), (1,), (0, 1)])
    needed = chance.randint(1, 6)
    # Who has counted is live alone; where nobody has, both are.
    counted = [int(live == (seat,)) for seat in (0, 1)]
    rules = PRESETS[preset].replace(pique_needs=needed + max(counted))
    values = naive_endings.value_plays(
        dict(zip(SEATS, (frozenset(elder), frozenset(younger)), strict=True)), SEATS[leader], won,
        book_of(rules), naive_endings.difference, counted=dict(zip(SEATS, counted, strict=True)),
    )  # fmt: skip
    bits = sum((ELDER_LIVE, YOUNGER_LIVE)[seat] for seat in live)
    position = Position(as_mask(elder), as_mask(younger), leader, won, bits, needed)
    best = (max, min)[leader](values.values())
    assert value_position(code_of(rules), new_memory(), position, 0) == best


@pytest.mark.parametrize("index", range(8))
def test_search__agrees_with_the_table_under_rubicon(index):
    """Whole deals that the table solves, live piques with them, have the same difference."""
    record = Simulation("club", "club", seed=3, play="double-dummy").replay_deal(index).record
    made, in_hand = [], []
    for seat in ("elder", "younger"):
        parts = ("carte_blanche", "point", "sequences", "sets")
        in_hand.append(sum(record[f"{seat}_{part}"] for part in parts))
        made.append(record[f"{seat}_score"] - in_hand[-1] - record[f"{seat}_repique"])
    live, needed = first_live(RUBICON.laws(), *in_hand)
    if record["elder_repique"] or record["younger_repique"]:
        live = needed = 0
    start = Position(record["elder_hand"], record["younger_hand"], 0, 0, live, needed)
    assert value_position(code_of(RUBICON), new_memory(), start, 0) == made[0] - made[1]


@pytest.mark.parametrize("preset", ["cotton_1674", "american"])
def test_search__plays_deals_that_the_referee_scores_alike(preset):
    simulation = Simulation("club", "club", preset, 5, play="double-dummy")
    for index in range(4):
        played = simulation.replay_deal(index)
        scored = judge_deal(describe_deal(played))
        for seat in ("elder", "younger"):
            assert scored.value(f"{seat}_score") == played.record[f"{seat}_score"]
        code, memory = code_of(simulation.rules), new_memory()
        record = played.record
        hand = {seat: sum(record[f"{seat}_{part}"] for part in
                          ("carte_blanche", "point", "sequences", "sets", "repique"))
                for seat in ("elder", "younger")}  # fmt: skip
        if min(hand.values()) > 0:  # no pique is live
            start = Position(record["elder_hand"], record["younger_hand"], 0, 0, 0, 0)
            value = value_position(code, memory, start, 0)
            made = {seat: record[f"{seat}_score"] - hand[seat] for seat in hand}
            assert made["elder"] - made["younger"] == value
