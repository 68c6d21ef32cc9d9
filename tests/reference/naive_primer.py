"""What the primer throws, in sets and lists of cards, from the words of its tree and its counts."""

from reference_hands import SET_RANKS, SUITS, height, pips, ranked, suits_of, unbroken


def sum_suit(suit, counts):
    return sum(counts["suit"][height(card) - height("T")] for card in ranked(suit, SET_RANKS))


def find_things(hand, counts):
    """By name the groups of cards that a plan may keep."""
    suits = suits_of(hand)
    longest = max(suits, key=lambda suit: (len(suit), pips(suit)))
    strongest = max(suits, key=lambda suit: (2 * len(suit) + sum_suit(suit, counts), pips(suit)))
    of_rank = {rank: [card for card in hand if card[0] == rank] for rank in SET_RANKS}
    sets = [of_rank[rank] for size in (4, 3) for rank in SET_RANKS if len(of_rank[rank]) == size]
    runs = sorted(
        (run for suit in suits for run in unbroken(suit)),
        key=lambda run: (-len(run), -height(run[0]), SUITS.index(run[0][1])),
    )
    tops = [card for run in runs if run[0][0] == "A" for card in run]
    return {
        "longest suit": [longest],
        "strongest suit": [strongest],
        "aces": [of_rank["A"]] if of_rank["A"] else [],
        "tops": [tops] if tops else [],
        "best set": sets[:1],
        "all sets": sets,
        "best set above tens": [one for one in sets if one[0][0] != "T"][:1],
        "quatorze": [one for one in sets if len(one) == 4],
        "quart": [run for run in runs if len(run) >= 4],
        "sequences": [run for run in runs if len(run) >= 3],
    }


def count_card(card, hand, counts, things):
    """What a card counts, then its rank and the length of its suit, then the order of cards."""
    suit = next(one for one in suits_of(hand) if card in one)
    run, held = next(one for one in unbroken(suit) if card in one), len(ranked(hand, card[0]))
    is_so = {
        "longest": card in things["longest suit"][0],
        "five": len(suit) >= 5,
        "quint": len(run) >= 5,
        "guard": suit[0][0] == "K" and card in suit[1:2],
        "trio": held == 3 and card[0] in SET_RANKS,
        "quatorze": held == 4 and card[0] in SET_RANKS,
    }
    beside = sum_suit(suit, counts) + sum(counts[name] for name in is_so if is_so[name])
    return (counts["ranks"][height(card)] + beside, height(card), len(suit), -SUITS.index(card[1]))


def find_facts(hand, seat, things):
    """By name what questions ask about."""
    room, (suit,) = {"elder": 7, "younger": 9}[seat], things["longest suit"]
    best, tops, aces = (set().union(*things[name]) for name in ("best set", "tops", "aces"))
    return {
        "cards of the longest suit": len(suit),
        "aces": len(aces),
        "tops": len(tops),
        "tops of the longest suit": len(tops.intersection(suit)),
        "sequence in the longest suit": max(map(len, unbroken(suit))),
        "honours of the longest suit": len(ranked(suit, "AKQJ")),
        "honours": len(ranked(hand, "AKQJ")),
        "room beside suit and set": room - len({*suit, *best}),
        "room beside suit and aces": room - len({*suit, *aces}),
        "room beside suit and tops": room - len({*suit, *tops}),
        "room beside suit, set and aces": room - len({*suit, *best, *aces}),
    }


def from_the_top(cards, room):
    return sorted(cards, key=lambda card: (-height(card), SUITS.index(card[1])))[: max(room, 0)]


def throw(hand, room, seat, tree, counts, least=1):
    """The cards that go, as a set."""
    things = find_things(hand, counts)
    facts, kept = find_facts(hand, seat, things), []
    while hasattr(tree, "fact"):
        tree = tree.yes if facts[tree.fact] >= tree.least else tree.no
    for place, thing in enumerate(tree.things):
        for group in things[thing]:
            more = set(group).difference(kept)
            most = len(hand) - least if place < tree.always else room
            if len(kept) + len(more) <= max(room, most):
                kept += more
            elif thing in ("longest suit", "strongest suit", "aces"):
                kept += from_the_top(more, room - len(kept))
    left = set(hand).difference(kept)
    stay = sorted(left, key=lambda card: count_card(card, hand, counts, things), reverse=True)
    return left.difference(stay[: max(room - len(kept), 0)])
