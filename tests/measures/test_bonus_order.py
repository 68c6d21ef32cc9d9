"""In which class, or at which trick, thirty is reached: against the ledger of the reference."""

from itertools import accumulate

import numpy as np
import pytest
import reference
from command_line import answer, refused
from refusals import refuses

from piquet_sim import Simulation, pique_at, record_deals
from piquet_sim.deals.referee import describe_deal
from piquet_sim.game.rules import RUBICON
from piquet_sim.measures.bonus_order import find_pique_tricks, find_repique_classes

IN_HAND = ["carte_blanche", "point", "sequences", "sets"]
DEALS = 3_000


def find_place(events, seat):
    """Where a seat's bonus stands in a ledger: the class before it, or the number of the trick.

    While the other has counted nothing every trick is the seat's own, and its points in play are
    one for each lead; the last trick's extra is the thirteenth.
    """
    for place, (who, what, _) in enumerate(events):
        if who == seat and what == "repique":
            return events[place - 1][1].replace("_", " ")
        if who == seat and what == "pique":
            return f"trick {min(12, sum(one[1] == 'play' for one in events[:place]))}"
    return ""


@pytest.mark.parametrize("players", [("club", "club"), ("expert", "novice")])
def test_pique_at__is_where_the_ledger_has_the_bonus(players):
    simulation = Simulation(*players, seed=5)
    table = record_deals(simulation, DEALS)
    made = table.elder_pique + table.elder_repique + table.younger_repique > 0
    columns = {seat: pique_at(table, seat) for seat in ("elder", "younger")}
    assert (columns["elder"] == "")[~made].all()
    assert 100 < made.sum() < DEALS / 2
    kinds = set()
    for index in np.flatnonzero(made)[:250]:
        events = reference.ledger(describe_deal(simulation.replay_deal(int(index))))
        for seat, column in columns.items():
            assert column[index] == find_place(events, seat), (index, seat)
            kinds.add(column[index])
    assert {"sequences", "sets", "trick 7"} <= kinds


@pytest.mark.parametrize("hand", range(17, 30))
def test_pique__by_every_number_of_leads(hand):
    """With so many points in hand: each lead one more, and the last trick's extra at the end."""
    columns = {"elder_carte_blanche": 0, "elder_point": 8, "elder_sequences": hand - 8,
               "elder_sets": 0, "elder_pique": 30}  # fmt: skip
    made = list(accumulate([hand, *[1] * 12, 1])).index(30)
    found = find_pique_tricks(lambda name: np.array([columns[name]]))
    assert found.tolist() == [min(12, made)]


def test_repique__by_class():
    # Ten for a carte blanche, eight for the point, eighteen for a sequence; or a quatorze at last.
    rows = {"carte_blanche": [10, 0, 0], "point": [8, 8, 7], "sequences": [18, 22, 17],
            "sets": [0, 14, 14], "repique": [60, 60, 60]}  # fmt: skip
    found = find_repique_classes(lambda name: np.array(rows[name.removeprefix("elder_")]), "elder")
    sums = [list(accumulate(rows[part][deal] for part in IN_HAND)) for deal in range(3)]
    assert found.tolist() == [1 + next(i for i, one in enumerate(of) if one >= 30) for of in sums]
    assert found.tolist() == [3, 3, 4]


def test_pique_at__of_some_rows_keeps_their_index():
    table = record_deals(Simulation("club", "club"), 400)
    some = table[table.elder_score > 60]
    found = pique_at(some)
    assert found.index.equals(some.index)
    assert found.name == "elder_pique_at"
    assert found.tolist() == pique_at(table)[some.index].tolist()
    assert pique_at(table[:0]).tolist() == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seat": "dealer"}, "expected elder or younger, got 'dealer'"),
        ({"rules": RUBICON.replace(pique_needs=40)}, "the rules have pique_needs=40"),
        ({"rules": RUBICON.replace(play_scores="high leads")}, "play_scores='high leads'"),
        ({"table": 3}, "expected a frame as record_deals returns it"),
    ],
)
def test_pique_at__refuses_what_it_cannot_tell(arguments, said):
    table = record_deals(Simulation("club", "club"), 2)
    with refuses(said):
        pique_at(**{"table": table, **arguments})


def test_measures__of_where_a_pique_came_about():
    told = answer("simulate", "-n", "4000", "--elder", "club", "--younger", "club", "--measure",
                  "at: elder_pique_trick", "--given-outcome", "elder_pique", "--json")  # fmt: skip
    table = record_deals(Simulation("club", "club"), 4000)
    tricks = find_pique_tricks(lambda name: table[name].to_numpy())
    assert told["measures"]["at"]["value"] == pytest.approx(tricks[tricks > 0].mean())
    said = refused("simulate", "-n", "10", "--rules", "american", "--measure", "elder_pique_trick")
    assert "every lead counts one; the rules have play_scores='high leads'" in said
    few = answer("simulate", "-n", "10", "--rules", "american", "--measure",
                 "elder_repique_class", "--json")  # fmt: skip
    assert few["measures"]["elder_repique_class"]["value"] == 0
