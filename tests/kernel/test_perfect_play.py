"""Perfect play: the table and the searches against a naive search of all legal cards.

Covers `kernel.play_table`, `kernel.perfect.lookup`, `kernel.perfect.playout`,
`kernel.perfect.search`, `kernel.perfect.live_pique`,
`kernel.perfect.smaller_pack`, `exact.play_table_cache`.
"""

import random
from dataclasses import replace
from operator import sub

import naive_endings
import numpy as np
import pytest
from naive_worlds import named
from reference_hands import IN_HAND, SEATS
from specimens import book_of

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.deals.simulation import new_columns
from piquet_sim.exact.ending_solutions import search_plays, solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.exact.play_table_cache import check_solvable, find_play_table, is_solvable
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.perfect import live_pique
from piquet_sim.kernel.perfect.playout import find_margin
from piquet_sim.kernel.perfect.search import (
    DIFFERENCE,
    MEMORY_SHAPE,
    Position,
    first_live,
    search_position,
    write_code,
)

PACK = list(iterate_cards(PACK_32_MASK))


def _random_ending(luck, size):
    cards = luck.sample(PACK, 2 * size)
    elder, younger = sum(cards[:size]), sum(cards[size:])
    elder_tricks = luck.randint(0, 12 - size)
    return Ending(elder, younger, luck.randint(0, 1), elder_tricks, 12 - size - elder_tricks)


def _value_naively(ending, **more):
    hands = {"elder": named(ending.elder), "younger": named(ending.younger)}
    return naive_endings.value_plays(
        hands, SEATS[ending.leads], ending.elder_tricks, book_of(RUBICON), sub, **more
    )


@pytest.mark.parametrize(
    ("size", "endings"),
    [
        *((1, 100), (2, 200), (3, 200), (4, 100), (5, 30), (6, 6), (7, 2)),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in ((2, 400), (3, 500), (4, 500), (5, 300), (6, 200), (7, 30), (8, 12))
        ),
    ],
)
def test_ending__every_lead_as_the_naive_search_has_it(size, endings):
    luck = random.Random(size)
    solved = [_random_ending(luck, size) for _ in range(endings)]
    for ending in solved:
        solution = solve_ending(ending)
        plays = {format_card(card): value for card, value in solution.plays.items()}
        assert plays == _value_naively(ending), ending
        assert solution.value == (max if ending.leads == 0 else min)(plays.values()), ending
    for ending in (replace(one, rules=PRESETS["parlett"]) for one in solved[:20]):
        # Who led counts: looked up as it is searched for.
        assert solve_ending(ending).plays == search_plays(ending, "difference")


def test_pique__as_the_naive_search_has_it():
    luck, live = random.Random(8), 0
    for _ in range(150):
        size = luck.randint(1, 5)
        cards = luck.sample(PACK, 2 * size)
        if luck.random() < 0.7:  # strong hands, or no pique would ever be near
            cards.sort(key=lambda card: -((card.bit_length() - 1) % 16) + luck.random() * 3)
        ending = Ending(sum(cards[:size]), sum(cards[size:]), 0, 12 - size, 0)
        in_hand = luck.randint(29 - size, 29)
        plays = _value_naively(ending, counted={"elder": in_hand, "younger": 0})
        found = solve_ending(replace(ending, elder_points=in_hand, younger_points=0))
        assert found.value == max(plays.values())
        live += found.value >= solve_ending(ending).value + 1
    assert live > 20  # the pique mattered


def add_up(record, *parts):
    """Some parts of the score of elder, and of younger."""
    return [sum(int(record[f"{seat}_{part}"]) for part in parts) for seat in SEATS]


def test_margin__without_play_is_that_of_the_cards_as_they_fall():
    """And as the referee scores them, card by card."""
    simulation, columns = (
        Simulation("club", "novice", seed=5, play="double-dummy"),
        new_columns(1_000),
    )
    simulation.play_units(0, 1_000, None, columns)
    given = simulation.rules.laws(), find_play_table(), live_pique.new_memory()
    assert [find_margin(*given, deal) for deal in np.ascontiguousarray(columns.T)] == (
        columns[AT.elder_score] - columns[AT.younger_score]
    ).tolist()
    assert np.count_nonzero(columns[AT.elder_pique]) > 50  # the pique mattered
    for index, scores in enumerate(columns[[AT.elder_score, AT.younger_score], :80].T.tolist()):
        scored = judge_deal(describe_deal(simulation.replay_deal(index)))
        assert [scored.value(f"{seat}_score") for seat in SEATS] == scores, index


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"last_trick_scores": 0}, "last_trick_scores=1"),
        ({"last_trick_high_scores": 2}, "last_trick_scores=1"),
        ({"last_trick_with_capot": False}, "also with a capot"),
        ({"capot_scores": 5}, "capot_scores"),
        ({"play_scores": "high leads"}, "play_scores='high leads'"),
        ({"pack": 36}, "pack of 32"),
    ],
)
def test_double_dummy__is_searched_where_the_table_would_be_wrong(options, part):
    rules = RUBICON.replace(**options)
    with pytest.raises(InputError, match=part):
        check_solvable(rules)
    assert not is_solvable(rules)
    played = Simulation(rules=rules, play="double-dummy").replay_deal(0)
    assert judge_deal(describe_deal(played)).value("elder_score") == played.record["elder_score"]


def test_table__holds_every_order_of_suits_of_one_class():
    assert len(find_play_table().values) == 36_543_159


@pytest.mark.parametrize(
    ("preset", "index"),
    [
        pytest.param(preset, index, marks=[pytest.mark.slow] * (index > 2))
        for preset in ("rubicon", "cotton_1674", "american")
        for index in range(8)
    ],
)
def test_search__values_whole_deals_as_they_are_played(preset, index):
    """Those of Rubicon are played by the table, live piques with them."""
    simulation = Simulation("club", "club", preset, seed=3, play="double-dummy")
    played = simulation.replay_deal(index)
    record, scored = played.record, judge_deal(describe_deal(played))
    assert all(scored.value(f"{seat}_score") == record[f"{seat}_score"] for seat in SEATS)
    in_hand, made = add_up(record, *IN_HAND), add_up(record, "play", "cards", "pique")
    live, needed = first_live(simulation.rules.laws(), *in_hand)
    if record["elder_repique"] or record["younger_repique"]:
        live = needed = 0
    assert (
        search_position(
            write_code(simulation.rules.laws(), simulation.rules.match_laws(), 1),
            np.zeros(MEMORY_SHAPE, np.int64),
            Position(record["elder_hand"], record["younger_hand"], 0, 0, live, needed),
            0,
            DIFFERENCE,
            -1_000,
            1_000,
        )
        == made[0] - made[1]
    )
