"""How maxims on the play are tried, how cards are rated, and what counting the hand is worth."""

from dataclasses import replace

import numpy as np
import pytest
from noted_play import list_moments
from specimens import compiled, play_lowest

from analyses.maxims.card_trial import find_moments, play_always, play_cards, try_play_maxim
from analyses.maxims.facts import choice_of, count
from analyses.maxims.maxim import PLAY, Maxim, find_maxim
from analyses.maxims.trial import AGAINST, FOLLOW, OWN
from analyses.maxims.verdict import BY_OPTIONS
from piquet_sim import Simulation
from piquet_sim.deals.branches import HEARD
from piquet_sim.deals.deal import margin
from piquet_sim.decisions.kinds.card_ratings import UNHEEDING, rate_cards
from piquet_sim.strategies import PlayView, find_strategy

EXPERTS = Simulation("expert", "expert")
CLUB = Simulation("club", "club")


def part_lowest(view):
    return view.legal & -view.legal, view.legal & (view.legal - 1)


# ---- How they are tried -------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [0, 1])
def test_tried__stands_for_what_it_says(seat):
    """Of a published maxim tried where experts play."""
    found = find_moments([find_maxim("CAV-P12")], EXPERTS, 400, 100, 2)[seat]
    own = try_play_maxim(found, EXPERTS, EXPERTS, 2)
    moments, made, (card, follow, against) = own.cases, own.made, own.ways.T
    either, obeys = moments["follow"] | moments["against"], card & moments["follow"] != 0
    assert (obeys.sum() > 20, (count(own.ways) == 1).all()) == (True, True)
    assert np.all([follow & moments["follow"], against & moments["against"]])
    is_free = made[:, OWN] == made[:, FOLLOW]
    assert np.all([card == choice_of(moments["heard"]), (follow == card) & is_free | ~obeys])
    both = count(moments["follow"]) + count(moments["against"])
    assert own.lots[BY_OPTIONS] == pytest.approx(count(moments["follow"]) / both)
    rated = np.nan_to_num(rate_cards(moments["heard"]), nan=-np.inf)
    best, least = (
        np.where(side[:, None] >> np.arange(64) & 1 == 1, rated, -np.inf).max(axis=1)
        for side in (moments["follow"], moments["against"])
    )
    equals = ((rated > rated.max(axis=1, keepdims=True) - 1e-7) << np.arange(64)).sum(axis=1)
    says = equals & either != 0
    shares = count(equals & moments["follow"])[says] / count(equals & either)[says]
    assert own.obeys[says] == pytest.approx(shares)
    assert np.isnan(own.obeys[~says]).all()
    is_free = card & either == 0
    assert own.seen[is_free] == pytest.approx((best - least)[is_free])


@pytest.mark.parametrize("seat", [0, 1])
def test_deals__are_played_on_as_they_lay(seat):
    # Of players who use no luck the own card leads to the deal as it was.
    found = find_moments([find_maxim("CAV-P04")], CLUB, 300, 100, 2)[seat]
    own = try_play_maxim(found, CLUB, CLUB, 2)
    assert (own.made[:, OWN] == margin(own.cases["record"], found.seat)).mean() > 0.95
    made = play_cards(own.cases[:50], own.ways[:50, [FOLLOW, FOLLOW]], CLUB, EXPERTS, 2)
    assert (made[:, 0] == made[:, 1]).all()


def test_always__is_what_a_player_makes_who_always_does_it():
    # Who plays the lowest card always is a strategy of its own: the same deals, played by both.
    rule = Maxim(PLAY, "T-LOW", "Play the lowest card", ("elder",), part_lowest)
    made = play_always(rule, "elder", np.arange(60), CLUB, CLUB, 2)
    lowest = replace(find_strategy("club"), name="lowest", play=compiled(play_lowest))
    usual, always = (
        margin(one.record_units(0, 60)).tolist() for one in (CLUB, Simulation(lowest, "club"))
    )
    assert (made[:, OWN].tolist(), made[:, FOLLOW].tolist()) == (usual, always)
    assert made[:, AGAINST].mean() > made[:, FOLLOW].mean()


@pytest.mark.parametrize(
    ("sides", "tried"),
    [
        (lambda view: (view.legal, view.legal & (view.legal - 1)), 40),
        (lambda view: (view.legal, view.legal & 0), 0),
    ],
)
def test_always__changes_nothing_where_the_own_card_is_on_the_side(sides, tried):
    rule = Maxim(PLAY, "T-ANY", "Play any card", ("younger",), sides)
    made = play_always(rule, "younger", np.arange(40), CLUB, CLUB, 2)
    assert (len(made), made[:, OWN].tolist()) == (tried, made[:, FOLLOW].tolist())


def test_unheeding__knows_the_cards_and_no_call():
    every = list_moments()[0]
    rows = every[(every[:, HEARD.index("led")] != 0) & (count(every[:, HEARD.index("hand")]) == 12)]
    changed = rows.copy()
    for kind in ("point", "sequence", "set"):
        changed[:, HEARD.index(f"opponent_{kind}")] = 0
        changed[:, HEARD.index(f"{kind}_result")] = 1
    views = [
        [PlayView(*row[: len(PlayView._fields)]) for row in of.tolist()] for of in (rows, changed)
    ]
    unheeding, heeding = (
        [[player.play(view) for view in of] for of in views]
        for player in (UNHEEDING, find_strategy("expert"))
    )
    assert (unheeding[0] == unheeding[1], heeding[0] == heeding[1]) == (True, False)
    assert not np.array_equal(rate_cards(rows), rate_cards(changed), equal_nan=True)
    assert UNHEEDING.discard is find_strategy("expert").discard
