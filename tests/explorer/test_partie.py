"""A partie against a strategy: the engine's, hidden, kept after every step."""

import re

import pytest

from piquet_sim.deals.json import score_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.partie.acts import Parlour
from piquet_sim.explorer.partie.seen import SHOWN, record_deal, tell_table
from piquet_sim.explorer.partie.table import Partie
from piquet_sim.explorer.questions import Asked
from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.strategies import CallView, DiscardView, PlayView, Strategy, outside_policy

SEED, DEALS = 11, 2
CARD = re.compile(r"\b[AKQJT987][SHDC]\b")


def decide(view):
    """A decision that needs no thought: the last cards, everything called, the lowest card."""
    if hasattr(view, "least"):
        return sum(list(iterate_cards(view.hand))[-view.most :])
    return view.best if hasattr(view, "best") else list(iterate_cards(view.legal))[-1]


@pytest.fixture(scope="module")
def played():
    """Two deals against expert, and what was told before each decision, with the view."""
    partie = Partie(SEED, "expert", 0)
    told = []
    for deal in range(1, DEALS + 1):
        partie.play_other(deal)
        while len(partie.deals) == deal:
            told.append((tell_table(partie, 0, []), partie.view))
            partie.answer(decide(partie.view))
            partie.play_other(deal)
    return partie, told


def test_partie__is_the_engine_s_own_against_that_player(played):
    _, told = played
    views = []

    def keep(view):
        views.append(view)
        return decide(view)

    @outside_policy
    def discard(view: DiscardView) -> int:
        return keep(view)

    @outside_policy
    def call(view: CallView) -> int:
        return keep(view)

    @outside_policy
    def play(view: PlayView) -> int:
        return keep(view)

    person = Strategy("person", discard=discard, call=call, play=play)
    Simulation(person, "expert", seed=SEED).play_matches(0, 1)
    assert len(told) > 20
    assert [view for _, view in told] == views[: len(told)]


def test_partie__the_page_is_told_the_player_s_view_and_nothing_else(played):
    _, told = played
    for table, view in told:
        seen = 0
        for name in ("hand", "dealt", "discard", "left_seen", "played", "opponent_played", "led",
                     "opponent_holds", "opponent_dealt"):  # fmt: skip
            seen |= getattr(view, name, 0)
        for name in SHOWN:
            if hasattr(view, name):
                assert table[name] == [
                    format_card(one) for one in iterate_cards(getattr(view, name))
                ]
        if hasattr(view, "points"):
            assert table["points"] == [view.points, view.opponent_points]
        allowed = {format_card(card) for card in iterate_cards(seen)}
        if table["thrown"]:
            allowed |= set(table["thrown"])
        assert set(CARD.findall(str(table))) <= allowed
        assert "luck" not in table
        assert str(SEED) not in [str(value) for value in table.values()]
        assert "record" not in table


def test_partie__its_records_keep_the_laws_and_score_as_the_engine_counts(played):
    partie, told = played
    (first, second) = partie.list_scores()
    seats = ("elder", "younger")
    for deal, score in zip(partie.list_finished(), (first, second), strict=True):
        record = record_deal(partie, deal)
        found = score_deal(record)
        totals = [found[seat]["total"] for seat in seats]
        assert tuple(totals if partie.seat_of(deal) == 0 else totals[::-1]) == score
        assert record["players"][seats[partie.seat_of(deal)]] == "you"
    # The engine carries the first deal's score into the second.
    view = told[-1][1]
    assert (view.score, view.opponent_score) == first


def test_partie__what_was_said_counts_what_the_engine_counted(played):
    _, told = played
    for table, view in told:
        if table["what"] != "play" or view.tricks + view.opponent_tricks:
            continue
        own = sum(one["points"] or 0 for one in table["said"] if one["who"] == "you")
        if not view.played and not view.opponent_played:
            assert own == view.points


def test_partie__the_hands_that_fit_become_fewer_and_hold_the_true_one(played):
    _, told = played
    for table, _ in told:
        counts = [one["hands"] for one in table["fits"]]
        assert counts == sorted(counts, reverse=True)
        assert all(count >= 1 for count in counts)


def test_partie__is_taken_up_where_it_was_left_and_not_decided_twice(tmp_path):
    path = tmp_path / "history.sqlite"
    parlour = Parlour(Store(path))
    told = parlour.begin(Asked({"opponent": "club"}))
    while told["what"] != "play":
        decided = told["hand"][-1] if told["what"] == "discard" else told["ways"][0]["answer"]
        asked = Asked({"move": str(told["move"]), "decided": decided})
        told = parlour.decide(asked)
        assert parlour.decide(asked) == told  # a second press
    assert Parlour(Store(path)).tell() == told
    hint = parlour.hint(Asked({"hint": "cards"}))
    assert {one["card"] for one in hint["hint"]["cards"]} == set(told["legal"])
    assert Parlour(Store(path)).tell()["helped"]
    wrong = next(card for card in ("AS", "7S", "KD", "9C") if card not in told["legal"])
    illegal = Asked({"move": str(told["move"]), "decided": wrong})
    with pytest.raises(InputError, match="play: "):
        parlour.decide(illegal)
    assert parlour.tell() == {**told, "helped": True}
    stranger = Asked({"opponent": "exprt"})
    with pytest.raises(InputError, match="opponent: "):
        parlour.begin(stranger)
