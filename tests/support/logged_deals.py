"""Deals as another program logs them, abartnof/piquet: its move log, and the state of a table."""

from piquet_sim.deals.referee import judge_deal
from piquet_sim.game.cards import format_card, format_cards, iterate_cards

SEATS = ("elder", "younger")
ORDER = "789TJQKA"
NAMES = dict(
    zip(ORDER, ["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"], strict=True)
)
RUNS = dict(enumerate(["tierce", "quart", "quint", "sixième", "septième", "huitième"], start=3))
PIPS = {**{rank: int(rank) for rank in "789"}, **dict.fromkeys("TJQK", 10), "A": 11}
PHASES = {"point": "declare_point", "sequences": "declare_sequences", "sets": "declare_sets"}


def list_claims(hand):
    """All that a hand holds in each class, best first: (size, rest, words without the rest)."""
    points, sequences, sets = [], [], []
    for suit in "SHDC":
        ranks = [rank for rank in ORDER if rank + suit in hand]
        if ranks:
            points.append((len(ranks), sum(PIPS[rank] for rank in ranks)))
        run = ""
        for rank in f"{ORDER}.":
            if rank in ranks:
                run += rank
                continue
            if len(run) >= 3:
                sequences.append((len(run), ORDER.index(run[-1])))
            run = ""
    for rank in "TJQKA":
        size = sum(card[0] == rank for card in hand)
        if size >= 3:
            sets.append((size, ORDER.index(rank)))
    found = {"point": [max(points)], "sequences": sequences, "sets": sets}
    return {kind: sorted(claims, reverse=True) for kind, claims in found.items()}


def say(kind, claim):
    size, rest = claim
    if kind == "point":
        return f"point of {size} ({rest})"
    name = NAMES[ORDER[rest]]
    if kind == "sequences":
        return f"{RUNS[size]} to the {name}"
    return f"{'trio' if size == 3 else 'quatorze'} of {name}s"


def say_shape(kind, claim):
    return say(kind, claim).split(" to the ")[0].split(" of " if kind == "sets" else " (")[0]


def take_up(record):
    """The scored deal, and of each seat the cards dealt, thrown and held, and what it calls."""
    scored = judge_deal(record)
    deal = scored.deal
    seats = {}
    for place, seat in enumerate(SEATS):
        hands = (deal.dealt[place], deal.thrown[place], deal.hands[place])
        dealt, thrown, held = ([format_card(one) for one in iterate_cards(hand)] for hand in hands)
        claims = list_claims(held)
        called = deal.called[place]
        calls = {kind: claims[kind] if call else []
                 for kind, call in zip(PHASES, called, strict=True)}  # fmt: skip
        seats[seat] = {"dealt": dealt, "thrown": thrown, "held": held, "calls": calls}
    return scored, seats


def list_plays(scored):
    """Who plays which card."""
    plays = [format_card(card) for card in scored.deal.plays]
    course, holders = [], scored.deal.hands
    for card, mask in zip(plays, scored.deal.plays, strict=True):
        course.append(("elder" if holders[0] & mask else "younger", card))
    return course


def log_moves(record):
    """The move log of a deal that was played to its end, calls full or sunk."""
    scored, seats = take_up(record)
    left = {seat: list(seats[seat]["held"]) for seat in SEATS}
    decisions = []

    def decide(seat, phase, hand, choice):
        decisions.append({
            "ply": len(decisions) + 1, "player": seat, "phase": phase, "agent": f"L{len(seat)}",
            "hand": " ".join(hand), "choice": choice, "options": None, "forgone": None,
        })  # fmt: skip

    for seat in SEATS:
        decide(seat, f"{seat}_exchange", seats[seat]["dealt"], " ".join(seats[seat]["thrown"]))
    for kind, phase in PHASES.items():
        for seat in SEATS:
            said = ", ".join(say(kind, one) for one in seats[seat]["calls"][kind]) or "sunk"
            decide(seat, phase, left[seat], said)
    for seat, card in list_plays(scored):
        decide(seat, "play", left[seat], card)
        left[seat].remove(card)
    return {
        "deal": 3, "elder_agent": "L5", "younger_agent": "L7", "decisions": decisions,
        "elder_score": scored.value("elder_score"), "younger_score": scored.value("younger_score"),
        "elder_tricks": scored.value("elder_tricks"), "bonus": None,
    }  # fmt: skip


def show_state(records, you_first, seed=42):
    """The state of a table after a partie of these deals, the first with `you_first` as elder."""
    events, totals = [], {"you": 0, "them": 0}
    for number, record in enumerate(records, start=1):
        scored, seats = take_up(record)
        are_you = (number % 2 == 1) is you_first
        who = dict(zip(SEATS, ("you", "them") if are_you else ("them", "you"), strict=True))

        def tell(kind, deal=number, **what):
            events.append({"kind": kind, "deal": deal, "text": "in words", **what})

        tell("deal_begins", elder=who["elder"], you_total=totals["you"],
             them_total=totals["them"], rubicon_permille=None)  # fmt: skip
        for seat in SEATS:
            one = seats[seat]
            tell("exchanged", who=who[seat], count=len(one["thrown"]))
            if who[seat] == "you":
                drew = [card for card in one["held"] if card not in one["dealt"]]
                tell("drew", discarded=one["thrown"], drew=drew)
        for kind in PHASES:
            _tell_class(tell, kind, scored, seats, who)
        for seat, card in list_plays(scored):
            tell("played", who=who[seat], card=card)
        made = {who[seat]: scored.value(f"{seat}_score") for seat in SEATS}
        tell("deal_ends", **made)
        totals = {name: totals[name] + made[name] for name in totals}
    return {"protocol": 2, "seed": seed, "level": 3, "events": events, "error": None,
            "deals": [], "record": ["exchange 7C"], "partie": totals}  # fmt: skip


def _tell_class(tell, kind, scored, seats, who):
    calls = {seat: seats[seat]["calls"][kind] for seat in SEATS}
    result = {"point": "point", "sequences": "sequence", "sets": "set"}[kind]
    good = {1: "elder", 2: "younger"}.get(scored.value(f"{result}_result"))
    same = all(calls.values()) and calls["elder"][0][0] == calls["younger"][0][0]
    for seat in SEATS:
        words = [say(kind, one) for one in calls[seat]]
        if who[seat] == "you":
            tell("called", who="you", category=kind, said=", ".join(words) or "nothing")
            continue
        if seat == "elder" and not words:
            tell("called", who="them", category=kind, said="nothing")
        elif words and (seat == "elder" or good == "younger" or same):
            tell("called", who="them", category=kind, said=say_shape(kind, calls[seat][0]))
        if words and good in (seat, None):
            for one in words:
                tell("showed", who="them", what=one)


def with_suits_drawn_in_order(record):
    """The record with each seat's draws, and what is left, in the order of suits."""
    scored = judge_deal(record)
    deal = scored.deal
    talon = list(deal.talon)
    parts = (*deal.draws, slice(sum(deal.took), None))
    for part in parts:
        talon[part] = list(iterate_cards(sum(talon[part])))
    return {**record, "talon": format_cards(talon)}
