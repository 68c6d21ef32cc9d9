"""What a view shows is what the laws let its seat see, by the record of its deal.

Covers `deals.exchange_view`.
"""

import pytest

from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import PACK_32_MASK, iterate_cards, parse_card
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import CallView, DiscardView, PlayView, Strategy, outside_policy

LEFT_CARDS = 4


def watch(views):
    """A player whose decisions are drawn by lot: elder often leaves cards, calls are sunk."""

    @outside_policy
    def discard(view: DiscardView) -> int:
        views.append(view)
        number = view.least + view.luck % (view.most - view.least + 1)
        return sum(list(iterate_cards(view.hand))[:number])

    @outside_policy
    def call(view: CallView) -> int:
        views.append(view)
        return int(view.luck % 2) if view.kind == LEFT_CARDS else view.best * (view.luck % 4 > 0)

    @outside_policy
    def play(view: PlayView) -> int:
        views.append(view)
        return view.legal & -view.legal

    return Strategy("watcher", discard, play, call)


def find_breaches(view, played):
    """Fields of a view in which the laws would have other cards, or another number of them."""
    record, book = played.record, played.simulation.rules
    seat, other = SEATS[view.seat], SEATS[1 - view.seat]
    talon = [parse_card(card) for card in describe_deal(played)["talon"].split()]
    first, last = record["elder_exchanged"], record["elder_exchanged"] + record["younger_exchanged"]
    looked_at = sum(talon[first : book.elder_exchange_most]) * book.elder_sees_what_he_leaves
    right = {part: record[f"{seat}_{part}"] for part in ("hand", "dealt", "discard")}
    right |= {"took": record[f"{seat}_exchanged"], "opponent_took": record[f"{other}_exchanged"]}
    right["left_seen"] = looked_at & ~record["younger_hand"] if seat == "elder" else 0
    if isinstance(view, DiscardView) or (isinstance(view, CallView) and view.kind == 0):
        known = record["elder_exchanged"] if view.seat else -1
        right |= {"hand": right["dealt"], "discard": 0, "left_seen": 0, "took": 0}
        right["opponent_took"] = known if isinstance(view, DiscardView) else 0
    elif isinstance(view, PlayView):
        right["hand"] &= ~view.played
        if record["faced"] and (view.led or view.played):  # once elder has led
            right["left_seen"] |= sum(talon[last:])
    wrong = {name: getattr(view, name, cards) != cards for name, cards in right.items()}
    wrong["opponent_dealt"] = view.opponent_dealt not in (0, record[f"{other}_dealt"])
    wrong["opponent_holds"] = getattr(view, "opponent_holds", 0) & ~record[f"{other}_hand"]
    if isinstance(view, PlayView):
        left = record[f"{other}_hand"] & ~view.opponent_played
        gone = view.dealt | view.hand | view.left_seen | view.played | view.opponent_played
        wrong["opponent_may_hold"] = left & ~view.opponent_may_hold or view.opponent_may_hold & gone
    return [name for name, is_wrong in wrong.items() if is_wrong]


@pytest.fixture(scope="module", params=PRESETS)
def seen(request):
    """Views of some deals, each with its deal."""
    views, found = [], []
    simulation = Simulation(watch(views), watch(views), request.param, seed=5)
    for index in range(25):
        views.clear()
        played = simulation.replay_deal(index)
        found += [(view, played) for view in views]
    return found


def test_view__shows_the_cards_that_the_laws_let_its_seat_see(seen):
    sees_left = seen[0][1].simulation.rules.elder_sees_what_he_leaves
    assert any(getattr(view, "left_seen", 0) for view, _ in seen) == sees_left
    for view, played in seen:
        assert find_breaches(view, played) == [], view


@pytest.mark.parametrize(
    "name",
    ["hand", "dealt", "discard", "left_seen", "took", "opponent_took", "opponent_dealt",
     "opponent_holds", "opponent_may_hold"],
)  # fmt: skip
def test_view__that_shows_another_card_is_found(seen, name):
    views = [one for one in seen[::7] if hasattr(one[0], name)]
    assert len(views) > 20
    for view, played in views:
        hidden = PACK_32_MASK & ~(view.hand | getattr(view, "opponent_holds", 0))
        added = view.hand if name in ("opponent_holds", "opponent_may_hold") else hidden
        wrong = view._replace(**{name: getattr(view, name) ^ (added & -added)})
        assert name in find_breaches(wrong, played)
