"""A responder who knows the opponent's strategy: gains from flaws what they are worth, and peeks
at nothing."""

from dataclasses import replace

import numpy as np
import pytest
from late_policies import compiled

from analyses.studies.players.agreeing_deals import AgreeingDeals, KnownOpponent
from analyses.studies.players.local_response import (
    CALLS,
    EXCHANGE,
    KINDS,
    LEADS,
    REPLIES,
    LocalResponder,
)
from piquet_sim import Simulation
from piquet_sim.advice.moments import list_moments, script_deals
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.simulation import PlayedDeal
from piquet_sim.deals.stages import HEARD, Stage, lay_out, new_scripts, order_stock
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards, rank_mask
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import CallView, DiscardView, PlayView, Strategy, find_strategy

CLUB = find_strategy("club")
PLAY, DISCARD = CLUB.play.compiled, CLUB.discard.compiled
CLUBS = Simulation("club", "club", seed=11)
DEALS = 40
LONG = pytest.param("younger", marks=pytest.mark.slow)
"""Younger imagines fourteen times as many hands as elder."""
LANE = 16
ACES = rank_mask(8)


def lead_longest(view: PlayView) -> int:
    """Leads the lowest card of its longest suit, whatever it is worth."""
    if view.led:
        return PLAY(view)
    best, most = 0, -1
    for suit in range(4):
        held = view.hand >> LANE * suit & 511
        length, left = 0, held
        while left:
            left &= left - 1
            length += 1
        if length > most:
            most, best = length, (held & -held) << LANE * suit
    return best


def call_nothing(view: CallView) -> int:
    """Sinks everything."""
    return 0


def never_throw_aces(view: DiscardView) -> int:
    """Throws as `club` would, but for aces the lowest cards that are left."""
    thrown = DISCARD(view)
    for suit in range(4):
        ace = 256 << LANE * suit
        if thrown & ace:
            left = view.hand & ~thrown & ~ACES
            for rank in range(1, 8):
                low = left & (1 << rank) * (1 + (1 << 16) + (1 << 32) + (1 << 48))
                if low:
                    thrown = thrown ^ ace | low & -low
                    break
    return thrown


def throw_high(view: DiscardView) -> int:
    """Throws its highest cards."""
    thrown, number = 0, 0
    for place in range(9):
        rank = 8 - place
        for suit in range(4):
            card = (1 << rank) << LANE * suit
            if view.hand & card and number < view.most:
                thrown |= card
                number += 1
    return thrown


def throw_by_lot(view: DiscardView) -> int:
    """Throws as `club` would, but a card fewer in every other deal of a hand, by lot."""
    thrown = DISCARD(view)
    if view.luck & 1 << 40 and thrown & (thrown - 1):
        thrown &= thrown - 1
    return thrown


FLAWS = {
    LEADS: ("longest", {"play": lead_longest}),
    CALLS: ("mute", {"call": call_nothing}),
    EXCHANGE: ("spendthrift", {"discard": throw_high}),
}
"""Names and policies of club but for one flaw, by the decisions in which it lies."""


def make_flawed(name, flaw):
    """Club but for what is given."""
    own = {decision: compiled(function) for decision, function in flaw.items()}
    return Strategy(name, **{"discard": CLUB.discard, "play": CLUB.play} | own)


def play_seat(seat, one, two, deals):
    """The margins of one player in a seat against another."""
    players = {seat: one, SEATS[1 - SEATS.index(seat)]: two}
    return margin(Simulation(**players, seed=CLUBS.seed).record_units(0, deals), seat)


def mean_and_error(values):
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))


@pytest.mark.parametrize("seat", ["elder", LONG])
@pytest.mark.parametrize("kind", FLAWS)
def test_responder__gains_what_a_flaw_is_worth(kind, seat):
    flawed = make_flawed(*FLAWS[kind])
    responder = LocalResponder(Simulation(flawed, flawed, seed=CLUBS.seed), seat)
    gains = np.array([responder.respond(index, [kind]).gain for index in range(DEALS)])
    # What it is worth: the same deals with club in that seat, who differs in this decision alone.
    mended = play_seat(seat, CLUB, flawed, DEALS) - play_seat(seat, flawed, flawed, DEALS)
    worth, worth_error = mean_and_error(mended)
    gain, error = mean_and_error(gains)
    if kind == LEADS and seat == "younger":
        assert gain > 3 * error  # club's own leads are no better there
    else:
        assert worth > 2 * worth_error
    less, less_error = mean_and_error(gains - mended)
    assert less >= -4 * less_error
    if kind == CALLS:
        assert abs(less) <= 4 * less_error
    assert gain > 2 * error


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
def test_responder__gains_more_from_a_flaw_the_larger_it_is(seat):
    gains = {}
    hoarder = make_flawed("hoarder", {"discard": never_throw_aces})
    for player in (CLUB, make_flawed(*FLAWS[LEADS]), hoarder):
        responder = LocalResponder(Simulation(player, player, seed=3), seat)
        gains[player.name] = np.array([responder.respond(index).gain for index in range(150)])
    for flawed in ("longest", "hoarder"):
        assert np.mean(gains[flawed]) > 3 * mean_and_error(gains[flawed])[1]
    more, error = mean_and_error(gains["longest"] - gains["club"])
    assert more > -2 * error


def test_responder__who_may_change_nothing_gains_nothing():
    responder = LocalResponder(CLUBS, "elder")
    made = [responder.respond(index, ()) for index in range(10)]
    assert {one.gain for one in made} == {0}
    assert not any(one.changes or one.decisions for one in made)


def test_responder__changes_only_what_is_asked_for():
    responder = LocalResponder(CLUBS, "elder")
    for kind in KINDS:
        for index in range(6):
            made = responder.respond(index, [kind])
            assert {name for name, part in made.parts.items() if part} <= {kind}
            assert {one.kind for one in made.changes} <= {kind}


def test_responder__throws_what_may_be_thrown_where_elder_throws_by_lot():
    """Asked again, elder would take another number of cards, and leave younger fewer."""
    wavering = make_flawed("wavering", {"discard": throw_by_lot})
    responder = LocalResponder(Simulation(wavering, wavering, seed=CLUBS.seed), "younger")
    made = [responder.respond(index, [EXCHANGE]) for index in range(6)]
    assert any(one.changes for one in made)


@pytest.mark.slow
def test_changes__judged_in_other_deals_are_worth_what_they_made():
    less = []
    for seat in SEATS:
        responder = LocalResponder(CLUBS, seat)
        for index in range(200):
            made = responder.respond(index, [LEADS, REPLIES, CALLS])
            less.append(made.gain - sum(map(made.judge, KINDS)))
    mean, error = mean_and_error(less)
    assert error < 1
    assert abs(mean) < 4 * error


def test_exchange__luck_of_the_draw_is_that_of_other_cards():
    """Whom the same cards come to owes the draw nothing more; else it explains half of the gain."""
    flawed = make_flawed(*FLAWS[EXCHANGE])
    responder = LocalResponder(Simulation(flawed, flawed, seed=CLUBS.seed), "elder")
    made = [responder.respond(index, [EXCHANGE]) for index in range(2 * DEALS)]
    assert any(one.luckier for one in made)
    assert all(one.changes for one in made if one.luckier)
    gains, luck = (np.array([getattr(one, name) for one in made]) for name in ("gain", "luckier"))
    assert gains.var() > 1.3 * (gains - luck).var()
    mean, error = mean_and_error(luck)
    assert abs(mean) < 4 * error < abs(mean + 25)  # off by as much it would be seen
    leading = LocalResponder(CLUBS, "elder").respond(0, [LEADS])
    assert leading.luckier == 0


# ---- Which hands are left -----------------------------------------------------------------------
@pytest.fixture(scope="module")
def moments():
    return [one for one in list_moments(CLUBS, 0, 12) if one]


def read_talon(dealt):
    """The stock in its order, from the cards as `Stage.play` takes them."""
    elder, younger, order = map(int, dealt)
    stock = sorted(iterate_cards(PACK_32_MASK & ~(elder | younger)))
    return tuple(stock[order >> 4 * turn & 15] for turn in range(len(stock)))


def test_agreeing_deals__are_those_in_which_all_decide_so(moments):
    # The slow way: every deal that elder cannot exclude is played from the start by the players,
    # who decide by no lot; what elder sees at the moment is the same or not.
    stage = Stage(CLUBS, has_scripts=True)
    columns = [name not in ("luck", "choice") for name in HEARD]
    compared = 0
    for deal in moments[:5]:
        own = [one for one in deal if one.seat == "elder" and one.is_card]
        record, talon = own[0].deal.record, own[0].deal.talon
        if record["elder_exchanged"] < 5 or record["younger_exchanged"] < 3:
            continue
        rest = [*iterate_cards(PACK_32_MASK & ~record["elder_dealt"] & ~sum(talon[:5]))]
        rows = []
        for one in range(15):
            for two in range(one):
                for three in range(two):
                    left = [rest[one], rest[two], rest[three]]
                    order = order_stock([*talon[:5], *left])
                    rows.append([record["elder_dealt"], sum(rest) - sum(left), order])
        dealt = np.array(rows)
        records, heard = stage.listen(0, len(dealt), new_scripts(len(dealt)), dealt)
        known = AgreeingDeals(KnownOpponent(CLUBS, "elder"), 5)
        for moment in own:
            seen = np.array([*moment.view, 0])[columns]
            is_alike = (heard[:, len(moment.fallen)][:, columns] == seen).all(axis=1)
            is_alike &= records["younger_carte_blanche"] == 0
            known.narrow(moment)
            drawn = known.draw(3 * len(known))
            assert set(drawn[:, 0].tolist()) == set(records["younger_hand"][is_alike].tolist())
            assert len(known) == is_alike.sum()
            assert moment.deal.record["younger_hand"] in drawn[:, 0]
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("seat", ["elder", LONG])
def test_agreeing_deals__have_the_one_that_lies_among_them(moments, seat):
    found = 0
    for deal in moments:
        known = AgreeingDeals(KnownOpponent(CLUBS, seat), 5)
        other = SEATS[1 - SEATS.index(seat)]
        for moment in [one for one in deal if one.seat == seat]:
            known.narrow(moment)
            if known.passed_over:
                break  # where elder leaves cards not all hands are listed
            found += moment.deal.record[f"{other}_hand"] in known.draw(4 * len(known))[:, 0]
    decided = sum(one.seat == seat for deal in moments for one in deal)
    assert found > 0.9 * decided


@pytest.mark.parametrize("seat", ["elder", LONG])
def test_responder__chooses_the_same_whatever_lies_hidden(moments, seat):
    responder = LocalResponder(CLUBS, seat)
    stage, exchanged = Stage(CLUBS, has_scripts=True), 0
    for deal in moments[:3]:
        own = [one for one in deal if one.seat == seat]
        for place, moment in enumerate(own[::2]):
            known = AgreeingDeals(KnownOpponent(CLUBS, seat), 7)
            choice = responder.choose(moment, known, place)
            others = known.draw(3)
            if not len(others):
                continue
            scripts, dealt = script_deals(moment, others)
            records = stage.play(0, len(others), scripts, dealt)
            for row, cards in zip(records, dealt, strict=True):
                record = {name: int(row[name]) for name in records.dtype.names}
                if record == moment.deal.record:
                    continue
                lies = PlayedDeal(
                    CLUBS, moment.deal.index, record, read_talon(cards), moment.fallen
                )
                swapped = replace(moment, deal=lies)
                afresh = AgreeingDeals(KnownOpponent(CLUBS, seat), 7)
                assert responder.choose(swapped, afresh, place) == choice, moment
                exchanged += 1
    assert exchanged > 20


@pytest.mark.parametrize("seat", SEATS)
def test_responder__throws_the_same_whatever_lies_hidden(seat):
    responder = LocalResponder(CLUBS, seat)
    other = SEATS[1 - SEATS.index(seat)]
    for index in range(4):
        deal = CLUBS.replay_deal(index)
        hidden = {f"{other}_{what}": 0 for what in ("dealt", "hand", "discard")}
        blind = replace(deal, record=deal.record | hidden, talon=())
        assert responder.choose_discard(deal, 5) == responder.choose_discard(blind, 5)


def test_who_sees__plays_by_the_hand_that_lies():
    responder = LocalResponder(CLUBS, "younger")
    gains = [responder.respond(index, [LEADS, REPLIES], sees=True).gain for index in range(60)]
    mean, error = mean_and_error(gains)
    assert mean > 2 * error


def test_cards__of_deals_are_laid_out_as_they_are_read():
    dealt = lay_out(CLUBS, np.arange(5))
    for index, row in enumerate(dealt):
        assert read_talon(row) == CLUBS.replay_deal(index).talon
    assert count_cards(int(dealt[0, 0])) == 12
