"""What the primer throws, in sets and lists of cards, from the words of its tree and its counts."""

from functools import cache

from reference_hands import PIPS, SET_RANKS, SUITS, _height

USUALLY_KEPT = {"elder": 7, "younger": 9}


@cache
def height(card):
    """From 0, a six, to 8, an ace."""
    return _height(card[0])


def suits_of(hand):
    """The cards of each suit, from the ace down, spades first."""
    return [
        sorted((card for card in hand if card[1] == suit), key=height, reverse=True)
        for suit in SUITS
    ]


def runs_of(cards):
    """The cards of one suit in their runs, the highest first."""
    runs = []
    for card in cards:
        if runs and height(runs[-1][-1]) == height(card) + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def sum_suit(suit, counts):
    return sum(counts["suit"][height(card) - _height("T")] for card in suit if card[0] in SET_RANKS)


def find_things(hand, counts):
    """By name the groups of cards that a plan may keep."""
    suits = suits_of(hand)
    pips = [sum(PIPS[card[0]] for card in suit) for suit in suits]
    order = range(len(suits))
    longest = max(order, key=lambda one: (len(suits[one]), pips[one], -one))
    strongest = max(
        order, key=lambda one: (2 * len(suits[one]) + sum_suit(suits[one], counts), pips[one], -one)
    )
    of_rank = {rank: [card for card in hand if card[0] == rank] for rank in SET_RANKS}
    sets = [of_rank[rank] for size in (4, 3) for rank in SET_RANKS if len(of_rank[rank]) == size]
    tops = [
        card for suit in suits for card in runs_of(suit)[:1] for card in card if suit[0][0] == "A"
    ]
    found = [run for suit in suits for run in runs_of(suit) if len(run) >= 3]
    found.sort(key=lambda run: (-len(run), -height(run[0]), SUITS.index(run[0][1])))
    above = [one for one in sets if one[0][0] != "T"]
    return {
        "longest suit": [suits[longest]],
        "strongest suit": [suits[strongest]],
        "aces": [of_rank["A"]] if of_rank["A"] else [],
        "tops": [tops] if tops else [],
        "best set": sets[:1],
        "all sets": sets,
        "best set above tens": above[:1],
        "quatorze": [one for one in sets if len(one) == 4],
        "quart": [run for run in found if len(run) >= 4],
        "sequences": found,
    }


def count_card(card, hand, counts, things):
    """What a card counts, then its rank and the length of its suit, then the order of cards."""
    suit = next(one for one in suits_of(hand) if card in one)
    worth = counts["ranks"][height(card)] + sum_suit(suit, counts)
    worth += counts["longest"] * (card in things["longest suit"][0])
    worth += counts["five"] * (len(suit) >= 5)
    run = len(next(one for one in runs_of(suit) if card in one))
    worth += counts["quint"] * (run >= 5)
    if suit[0][0] == "K" and len(suit) > 1 and card == suit[1]:
        worth += counts["guard"]
    held = sum(one[0] == card[0] for one in hand)
    if card[0] in SET_RANKS:
        worth += {3: counts["trio"], 4: counts["quatorze"]}.get(held, 0)
    return worth, height(card), len(suit), -SUITS.index(card[1])


def find_facts(hand, seat, things):
    """By name what questions ask about."""
    room = USUALLY_KEPT[seat]
    suit = things["longest suit"][0]
    best = [card for group in things["best set"] for card in group]
    aces = [card for card in hand if card[0] == "A"]
    tops = [card for group in things["tops"] for card in group]

    def lengths(cards):
        return max((len(run) for run in runs_of(cards)), default=0)

    return {
        "cards of the longest suit": len(suit),
        "cards of the strongest suit": len(things["strongest suit"][0]),
        "rank of the best set": height(best[0]) if best else 0,
        "sets": len(things["all sets"]),
        "aces": len(aces),
        "kings": sum(card[0] == "K" for card in hand),
        "tops": len(tops),
        "tops of the longest suit": len(set(tops) & set(suit)),
        "sequence in the longest suit": lengths(suit),
        "longest sequence": max([len(run) for run in things["sequences"]], default=0),
        "honours of the longest suit": sum(card[0] in "AKQJ" for card in suit),
        "honours": sum(card[0] in "AKQJ" for card in hand),
        "tens and knaves": sum(card[0] in "TJ" for card in hand),
        "room beside suit and set": room - len({*suit, *best}),
        "room beside suit and aces": room - len({*suit, *aces}),
        "room beside suit and tops": room - len({*suit, *tops}),
        "room beside suit, set and aces": room - len({*suit, *best, *aces}),
    }


def find_plan(tree, facts):
    """The leaf that the questions lead to."""
    while hasattr(tree, "fact"):
        tree = tree.yes if facts[tree.fact] >= tree.least else tree.no
    return tree


def throw(hand, room, seat, tree, counts, least=1):
    """The cards that go, as a set."""
    things = find_things(hand, counts)
    plan = find_plan(tree, find_facts(hand, seat, things))
    kept = []
    for place, thing in enumerate(plan.things):
        for group in things[thing]:
            more = [card for card in group if card not in kept]
            together = len(kept) + len(more)
            if together <= room or (place < plan.always and together <= len(hand) - least):
                kept += more
            elif thing in ("longest suit", "strongest suit", "aces"):
                more.sort(key=lambda card: (-height(card), SUITS.index(card[1])))
                kept += more[: max(room - len(kept), 0)]
    left = [card for card in hand if card not in kept]
    left.sort(key=lambda card: count_card(card, hand, counts, things), reverse=True)
    kept += left[: max(room - len(kept), 0)]
    return set(hand) - set(kept)
