"""How maxims on the play are tried, how cards are rated, and what counting the hand is worth."""

from dataclasses import replace

import numpy as np
import pytest

from analyses.maxims.card_trial import find_moments, play_always, play_cards, try_play_maxim
from analyses.maxims.facts import choice_of, count
from analyses.maxims.maxim import PLAY, Maxim
from analyses.maxims.trial import AGAINST, FOLLOW, OWN
from analyses.maxims.verdict import BY_OPTIONS
from analyses.studies.playing import RULES
from piquet_sim import Simulation
from piquet_sim.advice.card_ratings import UNHEEDING, find_chances, rate_cards
from piquet_sim.deals.branches import (
    HEARD,
    lay_out,
    listen,
    new_scripts,
    number_deals,
    play_scripts,
)
from piquet_sim.deals.deal import margin
from piquet_sim.strategies import PlayView, find_strategy, policy

EXPERTS = Simulation("expert", "expert")
CLUB = Simulation("club", "club")
LEGAL = HEARD.index("legal")


@policy
def play_lowest(view: PlayView) -> int:
    """The lowest card by its bit."""
    return view.legal & -view.legal


# ---- How they are tried -------------------------------------------------------------------------
@pytest.fixture(scope="module")
def tried():
    """A published maxim tried where experts play."""
    (rule,) = (one for one in RULES if one.id == "CAV-P12")
    found = find_moments([rule], EXPERTS, 400, 100, 2)
    return [try_play_maxim(one, EXPERTS, EXPERTS, 2) for one in found]


@pytest.mark.parametrize("seat", [0, 1])
def test_tried__stands_for_what_it_says(tried, seat):
    own = tried[seat]
    moments, (card, follow, against) = own.cases, own.ways.T
    assert (count(own.ways) == 1).all()
    assert (follow & moments.follow != 0).all()
    assert (against & moments.against != 0).all()
    assert (card == choice_of(moments.heard)).all()
    obeys, breaks = card & moments.follow != 0, card & moments.against != 0
    assert (follow == card)[obeys].all()
    assert (own.obeyed[obeys] == 0).all()
    assert (own.obeys[obeys] == 1).all()
    assert (own.obeys[breaks] == 0).all()
    assert obeys.sum() > 20
    both = count(moments.follow) + count(moments.against)
    assert own.lots[BY_OPTIONS] == pytest.approx(count(moments.follow) / both)
    rated = np.nan_to_num(rate_cards(moments.heard), nan=-np.inf)
    best = [
        np.where(side[:, None] >> np.arange(64) & 1 == 1, rated, -np.inf).max(axis=1)
        for side in (moments.follow, moments.against)
    ]
    is_free = ~obeys & ~breaks
    assert own.seen[is_free] == pytest.approx((best[0] - best[1])[is_free])


def test_deals__are_played_on_as_they_lay(tried):
    # Of players who use no luck the own card leads to the deal as it was.
    (rule,) = (one for one in RULES if one.id == "CAV-P04")
    for found in find_moments([rule], CLUB, 300, 100, 2):
        own = try_play_maxim(found, CLUB, CLUB, 2)
        records = own.cases.records
        less = records["elder_score"].astype(int) - records["younger_score"]
        is_elder = found.seat == "elder"
        assert (own.made[:, OWN] == (less if is_elder else -less)).mean() > 0.95
        same = own.ways[:50, [FOLLOW, FOLLOW]]
        made = play_cards(own.cases.pick(slice(50)), same, CLUB, EXPERTS, 2)
        assert (made[:, 0] == made[:, 1]).all()


def test_always__is_what_a_player_makes_who_always_does_it():
    # Who plays the lowest card always is a strategy of its own: the same deals, played by both.
    def play_low(view):
        return view.legal & -view.legal, view.legal & (view.legal - 1)

    rule = Maxim(PLAY, "T-LOW", "Play the lowest card", ("elder",), play_low)
    made = play_always(rule, "elder", np.arange(60), CLUB, CLUB, 2)
    lowest = replace(find_strategy("club"), name="lowest", play=play_lowest)
    dealt = number_deals(lay_out(CLUB, range(60)))
    usual, always = (
        play_scripts(one, dealt, new_scripts(60)) for one in (CLUB, Simulation(lowest, "club"))
    )
    assert len(made) == 60
    assert made[:, OWN].tolist() == margin(usual, "elder").tolist()
    assert made[:, FOLLOW].tolist() == margin(always, "elder").tolist()
    assert made[:, AGAINST].mean() > made[:, FOLLOW].mean()


def test_always__changes_nothing_where_the_own_card_is_on_the_side():
    def any_card(view):
        return view.legal, view.legal & 0

    def play_any(view):
        return view.legal, view.legal & (view.legal - 1)

    rule = Maxim(PLAY, "T-ANY", "Play any card", ("younger",), play_any)
    made = play_always(rule, "younger", np.arange(40), CLUB, CLUB, 2)
    assert (made[:, OWN] == made[:, FOLLOW]).all()
    nothing = Maxim(PLAY, "T-NONE", "Play any card", ("younger",), any_card)
    assert len(play_always(nothing, "younger", np.arange(40), CLUB, CLUB, 2)) == 0


def test_unheeding__knows_the_cards_and_no_call():
    _, heard = listen(EXPERTS, lay_out(EXPERTS, range(40)))
    rows = heard[:, 1][heard[:, 1, LEGAL] != 0]
    calls = [HEARD.index(f"opponent_{kind}") for kind in ("point", "sequence", "set")]
    changed = rows.copy()
    changed[:, calls] = 0
    changed[:, [HEARD.index(f"{kind}_result") for kind in ("point", "sequence", "set")]] = 1
    assert np.array_equal(rate_cards(rows, False), rate_cards(changed, False), equal_nan=True)
    assert not np.array_equal(rate_cards(rows), rate_cards(changed), equal_nan=True)
    assert find_chances(rows, False).sum(axis=1) == pytest.approx(count(rows[:, 1]) - 1)
    assert UNHEEDING.discard is find_strategy("expert").discard
