"""Plays prepared deals without numba, and prints where views of a seat tell of hidden cards.

For each case a deal D is played, and a deal D' in which two cards hidden from one seat have
changed places. What a seat may lawfully know when it is asked is written down from the record and
the cards played. As long as that is the same in D and D', the views must be the same, field by
field; from the first decision on at which it differs they may differ.

The policies of the seat that looks fold every field of a view into their answers.

Usage: recorded_views.py RULES WAY=CASES ..., where WAY is "strict", "lenient" (elder may know who
has a class in which he called nothing) or the name of a leak that is built in.
Prints a JSON object of each way: views compared, differences found, and how the runs went.
"""

import json
import random
import sys
import zlib
from collections import Counter
from functools import cache
from itertools import takewhile
from unittest.mock import patch

import numpy as np
from naive_inference import turns
from specimens import PACK as PACK_32
from specimens import PACK_36, as_mask

from piquet_sim.deals.branches import order_stock
from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal import deal, deal_state, holdings
from piquet_sim.kernel.deal.deal_state import PLAYS, PLAYS_AT, MatchState, new_table
from piquet_sim.kernel.deal.dealing import Cards
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.play_table import no_table
from piquet_sim.kernel.random import PLAYERS_STREAM, random_words
from piquet_sim.strategies import policy

RULES = find_rules(sys.argv[1] if __name__ == "__main__" else "rubicon")
LAWS = RULES.laws()
PACK = PACK_36 if RULES.pack == 36 else PACK_32
IS_STRICT = False
LEFT_CARDS = 4


def fold(view):
    return zlib.crc32(repr(tuple(int(value) for value in view)).encode())


def rank(card):
    return (card.bit_length() - 1) % 16, card


@cache
def make(conduct):
    """A player of a conduct, and the list of all views that it is given.

    "all" and "some" answer by every field of the view, and call everything or some of it. "plain"
    answers by the cards alone, so that small changes of a hand seldom change its conduct. A policy
    reads the code of all that it calls, which takes longer than to play a deal.
    """
    views = []

    def discard(view):
        views.append(view)
        cards, chance = list(iterate_cards(view.hand)), random.Random(fold(view))
        if conduct == "plain":
            return sum(sorted(cards, key=rank)[: max(view.least, min(view.most, 3))])
        return sum(chance.sample(cards, chance.randint(view.least, view.most)))

    def call(view):
        views.append(view)
        has_to = conduct == "plain" or (conduct == "all" and view.kind != 4)
        return view.best if has_to or fold(view) % 2 else 0

    def play(view):
        views.append(view)
        legal = list(iterate_cards(view.legal))
        return min(legal, key=rank) if conduct == "plain" else legal[fold(view) % len(legal)]

    return deal.Player(0, *[policy(one).entry for one in (discard, call, play)]), views


def play(elder, younger, talon, players):
    """One deal of these cards: the finished deal_state."""
    finished, masks = new_table(), [as_mask([card]) for card in talon]
    assert deal.play_deal(
        LAWS,
        players,
        deal.CardPlay(deal.BY_STRATEGIES, no_table(), np.zeros((0, 0), np.int64)),
        deal.finish_nothing,
        MatchState(30, 20, 2),
        Cards(as_mask(elder), as_mask(younger), sum(masks), order_stock(masks)),
        random_words(1, 5, PLAYERS_STREAM, 0),
        0,
        finished,
    )
    return finished


def list_fallen(seat, plays, view):
    """The cards that had been played when a seat was asked for one, or what to leave faced."""
    if isinstance(view, CallView):  # younger, whom elder has led to
        return plays[:1]
    places = [
        place for place, (player, *_) in enumerate(turns(map(format_card, plays))) if player == seat
    ]
    return plays[: places[int(view.played).bit_count()]]


def know(seat, finished, talon, view):
    """All that a seat may lawfully know when it is asked for a decision."""
    value = {column.name: int(finished[place]) for place, column in enumerate(COLUMNS)}
    me, other = SEATS if seat == 0 else SEATS[::-1]
    took, masks = value["elder_exchanged"], [as_mask([card]) for card in talon]
    left = masks[took + value["younger_exchanged"] :]
    asked = view.kind if isinstance(view, CallView) else LEFT_CARDS + 1
    if asked == 0:
        return [value[f"{me}_dealt"]]
    blanches = [value["elder_carte_blanche"], value["younger_carte_blanche"]]
    known = [value[f"{me}_dealt"], *blanches, took * seat]
    if isinstance(view, DiscardView):
        return known
    known += [
        value[f"{me}_hand"],
        value[f"{other}_exchanged"],
        value[f"{other}_dealt"] * blanches[1 - seat],
    ]
    if seat == 0:  # what he leaves of his five, and which of it younger takes
        seen = masks[took : LAWS.elder_most]
        known += [seen, [card for card in seen if card not in left]]
    for kind, name in enumerate(CLASSES, start=1):
        call, result = value[f"elder_{name}_call"], value[f"{name}_result"]
        bids_number = name == "point" and not LAWS.point_by_pips
        if seat == 1:
            known.append(call >> 8 if bids_number else call)
        if kind == asked:
            return known
        # He hears an answer to what he called, and only to that: what younger has he learns once
        # he has led (000). With the way "lenient" he hears how every class stands.
        known.append(result if seat == 1 or call or not IS_STRICT else None)
        if seat == 1:
            told = not bids_number or result != 2 or (call >> 8 == value["younger_point_call"] >> 8)
            known += [call if told else None, shown(value, "elder", name, result, 1)]
    fallen = list_fallen(seat, [int(card) for card in finished[PLAYS_AT : PLAYS_AT + PLAYS]], view)
    known += [fallen, *(learn_from_younger(seat, value, left) if fallen else ())]
    if fallen and asked != LEFT_CARDS:
        known += [value["faced"], left if value["faced"] else None]
    return known


def shown(value, seat, name, result, mine):
    """The cards that a seat has to exhibit in a class: of what scores or was called as equal."""
    hand, call = value[f"{seat}_hand"], value[f"{seat}_{name}_call"]
    if call == 0 or result not in (mine, 3):
        return 0
    if name == "point":
        return holdings.point_cards(hand, call)
    reckon = holdings.reckon_sequences if name == "sequence" else holdings.reckon_sets
    return reckon(LAWS, hand, call)[1]


def learn_from_younger(seat, value, left):
    """After the first lead: what younger reckons and shows, and how many cards she left."""
    if seat == 1:
        return [len(left)]
    reckoned = ("younger_point", "younger_sequences", "younger_sets", "younger_repique")
    results = {name: value[f"{name}_result"] for name in CLASSES}
    return [
        len(left),
        *(value[name] for name in (*reckoned, *(f"{name}_result" for name in CLASSES))),
        *(value[f"younger_{name}_call"] * (one in (2, 3)) for name, one in results.items()),
        *(shown(value, "younger", name, one, 2) for name, one in results.items()),
    ]


# ---- Leaks that must be found -------------------------------------------------------------------
LEAKS = {  # the field, and what it becomes by what the opponent threw and holds
    "opponents_hand": ("opponent_holds", lambda was, thrown, held: held),
    "luck": ("luck", lambda was, thrown, held: was ^ held),
    "opponents_discard": ("opponent_may_hold", lambda was, thrown, held: was & ~thrown),
    "cards_to_come": ("late_tricks", lambda was, thrown, held: held),
    "cards_not_shown": ("shown", lambda was, thrown, held: was | held),
}


# ---- Cases --------------------------------------------------------------------------------------
def swap(chance, seat, elder, younger, talon, finished):
    """The deal with two cards changed that the seat cannot have seen when it is asked first."""
    took, drawn = int(finished[AT.elder_exchanged]), int(finished[AT.younger_exchanged])
    rows = [list(elder), list(younger), list(talon)]
    seen = range(LAWS.elder_most) if seat == 0 else range(took, took + drawn)
    hidden = [
        *((1 - seat, place) for place in range(12)),
        *((2, place) for place in range(LAWS.stock) if place not in seen),
    ]
    (one, here), (two, there) = chance.sample(hidden, 2)
    rows[one][here], rows[two][there] = rows[two][there], rows[one][here]
    return rows


def compare(seat, case):
    """How many views were compared, the first difference, all that the seat was asked in D, and
    younger's points in elder's view of the first lead beside younger's carte blanche."""
    chance = random.Random(1000 * seat + case)
    watcher, views = make("some" if case % 2 else "all")
    players = [watcher, make("plain")[0]][:: -1 if seat else 1]
    pack = chance.sample(PACK, len(PACK))
    if case % 4 == 0 and RULES.name == "rubicon":  # a carte blanche for one of them
        pack.sort(key=lambda card: card[0] in "KQJ")
        pack[12:] = chance.sample(pack[12:], len(pack) - 12)
    hands, runs = [pack[:12], pack[12:24]], []
    cards = *(hands if case % 8 == 0 else hands[::-1]), pack[24:]
    for _ in range(2):
        views.clear()
        finished = play(*cards, players)
        runs.append([(know(seat, finished, cards[2], view), view) for view in views])
        cards = swap(chance, seat, *cards, finished)
    equal = [*takewhile(lambda pair: pair[0][0] == pair[1][0], zip(*runs, strict=False))]
    differences = [
        (
            type(one).__name__,
            [name for name in one._fields if getattr(one, name) != other.get(name)],
        )
        for (_, one), (_, view) in equal
        if one != view
        for other in (view._asdict(),)
    ]
    leads = [
        (int(view.opponent_points), known[2])
        for known, view in runs[0]
        if isinstance(view, PlayView) and not (seat or view.played)
    ]
    return len(equal), differences[:1], [view for _, view in runs[0]], leads


def look(way, cases):
    """What comes of so many cases in a way."""
    global IS_STRICT
    IS_STRICT, honest = way == "strict", deal.exchange_hand

    def leak(table, seat, thrown, took, held):
        # Each seat is told how many cards the other exchanged.
        honest(table, seat, thrown, took, held)
        field, change = LEAKS[way]
        place = deal_state.at_seat(1 - seat) + getattr(deal_state.SEEN, field)
        table[place] = change(int(table[place]), int(thrown), int(held))

    with patch.object(deal, "exchange_hand", leak if way in LEAKS else honest):
        found = [(seat, case, *compare(seat, case)) for seat in (0, 1) for case in range(cases)]
    views = [view for *_, asked, _ in found for view in asked]
    return {
        "compared": sum(compared for _, _, compared, *_ in found),
        "asked": len(views),
        "differences": [(seat, case, *one) for seat, case, _, some, *_ in found for one in some],
        "first_leads": sorted({lead for *_, leads in found for lead in leads}),
        "luck_repeated": len(views) - sum(len({int(one.luck) for one in row[-2]}) for row in found),
        "kinds": Counter(type(view).__name__ + str(getattr(view, "kind", "")) for view in views),
    }


if __name__ == "__main__":
    asked = (one.split("=") for one in sys.argv[2:])
    print(json.dumps({way: look(way, int(cases)) for way, cases in asked}))
