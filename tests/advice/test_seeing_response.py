"""What a responder makes at most: no play found otherwise makes more, and the play makes it."""

from functools import cache

import numpy as np
import pytest
from late_policies import compiled

from analyses.studies.players.exploit_chart import AFTER_EXCHANGE, ALL
from analyses.studies.players.local_response import CALLS, EXCHANGE, LEADS, REPLIES, LocalResponder
from piquet_sim import Simulation
from piquet_sim.advice.imagined_deals import imagine_dealt
from piquet_sim.advice.play.seeing_response import BOUNDED, CARDS, SeeingResponder, can_bound
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.stages import HEARD, SCRIPT, Stage, lay_out, new_scripts, write_scripts
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.questions.draw_luck import PARTS, find_draw_luck, find_exchange_luck
from piquet_sim.strategies import PlayView, Strategy, find_strategy

CLUB = find_strategy("club")
PLAY = CLUB.play.compiled
CLUBS = Simulation("club", "club", seed=41)
DEALS = 12
LAST, WANDERINGS = 6, 3_000
"""How many cards are left in hand, and how often the rest is played at random."""


def lead_lowest(view: PlayView) -> int:
    """Leads the lowest card of all, and else plays as `club` does."""
    if view.led:
        return PLAY(view)
    return view.hand & -view.hand


@cache
def make_flawed():
    return Strategy("lowest", discard=CLUB.discard, call=CLUB.call, play=compiled(lead_lowest))


@pytest.fixture(
    scope="module",
    params=[
        ("club", 12, 1),
        ("expert", 4, 0),
        pytest.param(("expert", 12, 1), marks=pytest.mark.slow),
    ],
    ids=["club", "expert", "expert, exchange"],
)
def bounded(request):
    """By seat what is gained at most in each of some deals of a player against themselves.

    In so many of them also by the exchange, which takes longest.
    """
    player, deals, exchanges = request.param
    simulation = Simulation(player, player, seed=CLUBS.seed)
    responders = {seat: SeeingResponder(simulation, seat) for seat in SEATS}
    found = {
        seat: [one.bound(index, has_exchange=index < exchanges) for index in range(deals)]
        for seat, one in responders.items()
    }
    return simulation, found, exchanges


def test_bounds__who_may_decide_more_gains_no_less(bounded):
    _, found, exchanges = bounded
    for gains in (one for each in found.values() for one in each):
        assert min(gains.values()) >= 0
        for less, more in (
            (LEADS, CARDS), (REPLIES, CARDS), (CARDS, AFTER_EXCHANGE), (CALLS, AFTER_EXCHANGE),
        ):  # fmt: skip
            assert gains[less] <= gains[more]
    for gains in found.values():
        for one in gains[:exchanges]:
            assert set(one) == set(BOUNDED)
            assert max(one[AFTER_EXCHANGE], one[EXCHANGE]) <= one[ALL] + 1e-9
        assert not any({ALL, EXCHANGE} & set(one) for one in gains[exchanges:])
    assert sum(one[CARDS] for each in found.values() for one in each) > 0


def test_bounds__are_made_by_cards_that_are_played(bounded):
    simulation, found, _ = bounded
    stage = Stage(simulation, has_scripts=True)
    for seat in SEATS:
        responder = SeeingResponder(simulation, seat)
        for index, gains in enumerate(found[seat]):
            usual = int(margin(stage.play(index, 1, new_scripts(1)), seat)[0])
            cards = responder.find_best_cards(index)
            assert (cards is None) == (gains[CARDS] == 0)
            if cards is None:
                continue
            script = write_scripts(1, {}, {}, cards)
            assert margin(stage.play(index, 1, script), seat)[0] == usual + gains[CARDS]
            # The other player's cards are answers, and none of the script's.
            hand = int(stage.play(index, 1, script)[f"{seat}_hand"][0])
            script[0, SCRIPT.plays :][cards & hand == 0] = -1
            assert margin(stage.play(index, 1, script), seat)[0] == usual + gains[CARDS]


@pytest.mark.parametrize("seat", SEATS)
def test_bounds__no_cards_played_at_random_make_more(seat):
    """From the first card, and from where each has six cards left in the best play."""
    wanderer = Strategy(
        "wanderer", discard=CLUB.discard, call=CLUB.call, play=find_strategy("random").play
    )
    players = {seat: wanderer, SEATS[1 - SEATS.index(seat)]: CLUB}
    stage, responder = Stage(Simulation(**players), has_scripts=True), SeeingResponder(CLUBS, seat)
    reached = 0
    for index in range(DEALS):
        usual = int(margin(CLUBS.record_units(index, 1), seat)[0])
        most = usual + responder.bound(index, has_exchange=False)[CARDS]
        dealt = np.repeat(lay_out(CLUBS, np.array([index])), WANDERINGS, axis=0)
        cards = responder.find_best_cards(index)
        for fallen in (0, LAST) if cards is not None else (0,):
            scripts = new_scripts(WANDERINGS)
            scripts[:, SCRIPT.plays : SCRIPT.plays + 2 * fallen] = (
                cards[: 2 * fallen] if fallen else -1
            )
            made = margin(stage.play(0, WANDERINGS, scripts, dealt), seat)
            assert made.max() <= most
            reached += fallen > 0 and made.max() == most
    assert reached >= 3  # so that a search which left much out would be found out


@pytest.mark.parametrize("seat", SEATS)
def test_bounds__are_above_what_a_responder_gains_who_does_not_see(seat):
    simulation = Simulation(make_flawed(), make_flawed(), seed=CLUBS.seed)
    seeing = SeeingResponder(CLUBS, seat)
    blind = LocalResponder(CLUBS, seat)
    gains = np.array([blind.respond(index, [LEADS, REPLIES]).gain for index in range(DEALS)])
    most = np.array([seeing.bound(index, has_exchange=False)[CARDS] for index in range(DEALS)])
    assert (gains <= most).all()
    assert (gains > 0).any()
    with pytest.raises(InputError, match="order in which cards fell"):
        SeeingResponder(simulation, seat)


def test_bounds__know_who_heeds_the_order_of_tricks():
    """Asked again without it, those who are searched answer the same; master does not."""
    answers = {}
    for name in ("random", "novice", "club", "primer", "expert", "master"):
        player = find_strategy(name)
        deals = 6 if player.is_slow else 40
        simulation = Simulation(player, player, seed=5)
        _, heard = Stage(simulation, has_scripts=True).listen(0, deals)
        views = [PlayView(*row[:-1].tolist()) for row in heard.reshape(-1, len(HEARD)) if row[-1]]
        blank = {f"{part}_tricks": 0 for part in ("early", "middle", "late")}
        play = player.play.compiled
        answers[name] = sum(play(one) != play(one._replace(**blank)) for one in views)
        assert can_bound(simulation) == (name != "master")
    assert answers.pop("master") > 0
    assert set(answers.values()) == {0}


def test_luck__of_the_draw_alone_is_that_of_duels():
    records = CLUBS.record_units(0, 50)
    dealt, discards, hands = gather(records)
    alone, usual = np.zeros(50, np.int64), np.zeros(50, np.int64)
    laws, table = RUBICON.laws(), find_play_table()
    find_draw_luck(laws, table, dealt, discards, hands, usual)
    imagined = np.concatenate([dealt, discards], axis=1)[:, None]
    find_exchange_luck(laws, table, dealt, discards, hands, imagined, alone)
    assert (alone == usual).all()
    assert usual.any()


@pytest.mark.parametrize(("seat", "times"), [("elder", 30), ("younger", 60)])
def test_luck__is_nothing_on_average_to_who_does_not_see(seat, times):
    """Whatever is thrown from a hand: here its highest cards, and its lowest."""
    place, deals = SEATS.index(seat), 25
    responder, stage = SeeingResponder(CLUBS, seat), Stage(CLUBS, has_scripts=True)
    first = CLUBS.record_units(3, 1)
    hand = int(first[f"{seat}_dealt"][0])
    took = int(first["elder_exchanged"][0]) if place else None
    other = imagine_dealt(CLUB, 1 - place, hand, took, times * deals, 77)
    cards = sorted(iterate_cards(hand))
    for thrown in (sum(cards[-3:]), sum(cards[:3])):
        scripts = new_scripts(times * deals)
        scripts[:, place] = thrown
        if place:
            scripts[:, 0] = other[:, 3]
        records = stage.play(0, len(scripts), scripts, np.ascontiguousarray(other[:, :3]))
        # Each time other hands are imagined, over which is averaged.
        parts = np.split(records, times)
        lucks = np.array([responder.find_luck(at, part) for at, part in enumerate(parts)]) / PARTS
        error = lucks.mean(axis=1).std(ddof=1) / np.sqrt(times)
        assert abs(lucks.mean()) < 4 * error
        assert 20 * error < lucks.std()


def gather(records):
    """Hands dealt, discards and hands, of elder and younger."""
    return (
        np.stack([records[f"{seat}_{what}"].astype(np.int64) for seat in SEATS], axis=1)
        for what in ("dealt", "discard", "hand")
    )
