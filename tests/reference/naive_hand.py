"""A hand that answers an expression card by card: Python's ``eval`` over it is the reference.

Cards are texts such as "AS", the names of a deal come from a row of its record; nothing here is the
package's. What counts in a hand is said in `reference_hands`.
"""

from reference_hands import (
    SUITS,
    all_sequences,
    all_sets,
    best_point,
    best_sequence,
    has_carte_blanche,
    height,
    pips,
    ranked,
    suits_of,
)

RANKS = "6789TJQKA"
WITH_SIXES = {"pack": 36}
SUIT_NAMES = dict(zip(("spades", "hearts", "diamonds", "clubs"), SUITS, strict=True))
RANK_NAMES = dict(
    zip(
        ["sixes", "sevens", "eights", "nines", "tens", "knaves", "queens", "kings", "aces"],
        RANKS,
        strict=True,
    )
)
SEQUENCES = dict(
    zip(
        ["tierces", "quarts", "quints", "sixiemes", "septiemes", "huitiemes"],
        range(3, 9),
        strict=True,
    )
)
NEEDED = {"A": 1, "K": 2, "Q": 3, "J": 4}
"""Cards of a suit with which its ace, king, queen or knave is guarded."""


class NaiveHand:
    """Some cards."""

    def __init__(self, cards):
        self.cards = frozenset(cards)

    def __getattr__(self, name):
        if name in SUIT_NAMES:
            return len(self.of_suit(SUIT_NAMES[name]))
        if name in RANK_NAMES:
            return len(ranked(self.cards, RANK_NAMES[name]))
        if name in SEQUENCES:
            return self.runs(SEQUENCES[name])
        return getattr(self, f"say_{name}")()

    # ---- Cards ----
    def of_suit(self, suit):
        return "".join(card[0] for card in suits_of(self.cards)[SUITS.index(suit)])

    def has(self, cards):
        return set(cards.split()) <= self.cards

    def count(self, cards):
        return len(set(cards.split()) & self.cards)

    def say_courts(self):
        return len(ranked(self.cards, "KQJ"))

    def say_carte_blanche(self):
        return has_carte_blanche(self.cards)

    # ---- Suits ----
    def lengths(self):
        return sorted(map(len, suits_of(self.cards)), reverse=True)

    def pips_in(self, suit):
        return pips(self.of_suit(suit))

    def say_point(self):
        return best_point(self.cards) or (0, 0)

    def say_longest_suit(self):
        return self.lengths()[0]

    def say_pips(self):
        return self.point[1]

    def say_voids(self):
        return self.lengths().count(0)

    def shape(self, text):
        return self.lengths() == sorted(map(int, text.split("-")), reverse=True)

    def suits(self, cards, to="", holding=""):
        def fits(held):
            starts_so = not to or held.startswith(max(to, key=height))
            return len(held) == cards and starts_so and set(to + holding) <= set(held)

        return sum(fits(self.of_suit(suit)) for suit in SUITS)

    # ---- Guards ----
    def guarded(self, rank, times=None):
        needed = NEEDED[rank] if times is None else times + 1
        return sum(rank in suit and len(suit) >= needed for suit in map(self.of_suit, SUITS))

    def bare(self, rank):
        return list(map(self.of_suit, SUITS)).count(rank)

    def unguarded(self, rank):
        return len(ranked(self.cards, rank)) - self.guarded(rank)

    def guards(self, cards):
        return self.has(cards) and all(
            len(self.of_suit(card[1])) >= NEEDED[card[0]] for card in cards.split()
        )

    # ---- Sequences and sets ----
    def runs(self, cards, suit=None, to=None):
        return sum(
            size == cards and suit in (None, own) and to in (None, top)
            for size, top, own in all_sequences(self.cards, WITH_SIXES)
        )

    def runs_from(self, cards, suit=None):
        return sum(self.runs(size, suit) for size in range(cards, 10))

    def say_best_sequence(self):
        return self.sequence[0]

    def say_sequence(self):
        size, top = best_sequence(self.cards, WITH_SIXES) or (0, RANKS[0])
        return size, height(top)

    def say_sequence_points(self):
        return sum(size + 10 * (size > 4) for size, *_ in all_sequences(self.cards, WITH_SIXES))

    def say_trios(self):
        return sum(size == 3 for size, _ in all_sets(self.cards))

    def say_quatorzes(self):
        return sum(size == 4 for size, _ in all_sets(self.cards))

    def say_set_points(self):
        return 3 * self.trios + 14 * self.quatorzes

    def say_value(self):
        return self.longest_suit + self.sequence_points + self.set_points


# ---- Deals --------------------------------------------------------------------------------------
def list_cards(mask):
    """The cards of a mask: sixteen bits for each suit, of which the six is the lowest."""
    return {
        rank + suit
        for lane, suit in enumerate(SUITS)
        for bit, rank in enumerate(RANKS)
        if mask >> 16 * lane + bit & 1
    }


def name_places(row, pack=32):
    """The places of a deal by name, from the masks of its record."""
    places = {}
    for seat in ("elder", "younger"):
        dealt, kept = list_cards(row[f"{seat}_dealt"]), list_cards(row[f"{seat}_hand"])
        places[seat] = NaiveHand(dealt)
        places[seat].after = NaiveHand(kept)
        places[seat].drawn = NaiveHand(kept - dealt)
        places[seat].thrown = NaiveHand(list_cards(row[f"{seat}_discard"]))
    places["lead"] = NaiveHand(list_cards(row["first_lead"]))
    every = {rank + suit for suit in SUITS for rank in RANKS[pack == 32 :]}
    places["talon"] = NaiveHand(every - places["elder"].cards - places["younger"].cards)
    return places


WHOSE = {"elder": 1, "younger": 2, "equal": 3}
SHIFTS = {"point": 256, "sequence": 16, "set": 16}
PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


def name_values(row):
    """What every name is in a deal, from the columns of its record; or in a table of deals."""
    elder, younger, tricks = (
        row[name] for name in ("elder_score", "younger_score", "elder_tricks")
    )
    turned = row["mirrored"] * (younger - elder)
    first, second = elder + turned, younger - turned
    values = {
        **row,
        "difference": elder - younger,
        "first_score": first,
        "second_score": second,
        "first_less_second": first - second,
        "elder_wins": elder > younger,
        "younger_wins": elder < younger,
        "drawn": elder == younger,
        "cards_divided": tricks == 6,
        "elder_capot": tricks == 12,
        "younger_capot": tricks == 0,
        "equal_point": row["point_result"] == 3,
    }
    for kind in ("sequence", "set"):
        values |= {f"{who}_{kind}": row[f"{kind}_result"] == code for who, code in WHOSE.items()}
    for seat in ("elder", "younger"):
        values |= {f"{seat}_{part}_mean": row[f"{seat}_{part}"] for part in PARTS}
        for kind, shift in SHIFTS.items():
            values[f"{seat}_{kind}_called"] = row[f"{seat}_{kind}_call"] // shift
    return values


def name_all(row, pack=32):
    """Every name of an expression in a deal: columns, what follows from them, and cards."""
    return {"abs": abs, "min": min, "max": max} | name_values(row) | name_places(row, pack)


def judge(text, names):
    """The value of an expression by its names in a deal; what is true is 1, what is false 0."""
    return int(eval(text, {}, names))
