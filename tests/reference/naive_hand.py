"""A hand that answers an expression card by card: Python's ``eval`` over it is the reference.

Cards are texts such as "AS", the names of a deal come from a row of its record; nothing here is the
package's. What counts in a hand is said in `reference_hands`.
"""

from reference_hands import (
    PARTS,
    SUITS,
    all_sequences,
    all_sets,
    best_point,
    has_carte_blanche,
    height,
    pips,
    ranked,
    suits_of,
)

RANKS = "6789TJQKA"
WITH_SIXES = {"pack": 36}
RANK_NAMES = ["sixes", "sevens", "eights", "nines", "tens", "knaves", "queens", "kings", "aces"]
SEQUENCES = ["tierces", "quarts", "quints", "sixiemes", "septiemes", "huitiemes"]
NEEDED = {"A": 1, "K": 2, "Q": 3, "J": 4}
"""Cards of a suit with which its ace, king, queen or knave is guarded."""


class NaiveHand:
    """Some cards, and whatever else is given a name with them."""

    def __init__(self, cards, **more):
        vars(self).update(more, cards=frozenset(cards))

    def __getattr__(self, name):
        """What is asked for first works out all that is said of a hand without more words."""
        vars(self).update(self.describe())
        return vars(self)[name]

    def describe(self):
        sequences = all_sequences(self.cards, WITH_SIXES)
        sizes = [size for size, _ in all_sets(self.cards)]
        held, point = [*map(len, suits_of(self.cards))], best_point(self.cards) or (0, 0)
        found = {
            "courts": len(ranked(self.cards, "KQJ")),
            "carte_blanche": has_carte_blanche(self.cards),
            "point": point,
            "longest_suit": max(held),
            "pips": point[1],
            "voids": held.count(0),
            "best_sequence": sequences[0][0] if sequences else 0,
            "sequence": (sequences[0][0], height(sequences[0][1])) if sequences else (0, 0),
            "sequence_points": sum(size + 10 * (size > 4) for size, *_ in sequences),
            "trios": sizes.count(3),
            "quatorzes": sizes.count(4),
            "set_points": 3 * sizes.count(3) + 14 * sizes.count(4),
        }
        return {
            **dict(zip(("spades", "hearts", "diamonds", "clubs"), held, strict=True)),
            **dict(zip(RANK_NAMES, (len(ranked(self.cards, rank)) for rank in RANKS), strict=True)),
            **{
                name: sum(one[0] == size for one in sequences)
                for size, name in enumerate(SEQUENCES, 3)
            },
            **found,
            "value": max(held) + found["sequence_points"] + found["set_points"],
        }

    # ---- Cards ----
    def of_suit(self, suit):
        return "".join(card[0] for card in suits_of(self.cards)[SUITS.index(suit)])

    def has(self, cards):
        return set(cards.split()) <= self.cards

    def count(self, cards):
        return len(set(cards.split()) & self.cards)

    # ---- Suits ----
    def pips_in(self, suit):
        return pips(self.of_suit(suit))

    def shape(self, text):
        return sorted(map(len, suits_of(self.cards))) == sorted(map(int, text.split("-")))

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
    places = {"lead": NaiveHand(list_cards(row["first_lead"]))}
    for seat in ("elder", "younger"):
        dealt, kept, gone = (list_cards(row[f"{seat}_{at}"]) for at in ("dealt", "hand", "discard"))
        more = {"after": kept, "drawn": kept - dealt, "thrown": gone}
        places[seat] = NaiveHand(dealt, **{name: NaiveHand(some) for name, some in more.items()})
    every = {rank + suit for suit in SUITS for rank in RANKS[pack == 32 :]}
    return places | {"talon": NaiveHand(every - places["elder"].cards - places["younger"].cards)}


def name_values(row):
    """What every name is in a deal, from the columns of its record; or in a table of deals."""
    elder, younger, tricks = (
        row[name] for name in ("elder_score", "younger_score", "elder_tricks")
    )
    turned = row["mirrored"] * (younger - elder)
    return {
        **row,
        "difference": elder - younger,
        "first_score": elder + turned,
        "second_score": younger - turned,
        "first_less_second": elder - younger + 2 * turned,
        "elder_wins": elder > younger,
        "younger_wins": elder < younger,
        "drawn": elder == younger,
        "cards_divided": tricks == 6,
        "elder_capot": tricks == 12,
        "younger_capot": tricks == 0,
        "equal_point": row["point_result"] == 3,
        **{
            f"{who}_{kind}": row[f"{kind}_result"] == code
            for kind in ("sequence", "set")
            for code, who in enumerate(("elder", "younger", "equal"), 1)
        },
        **{
            f"{seat}_{part}_mean": row[f"{seat}_{part}"]
            for seat in ("elder", "younger")
            for part in PARTS
        },
        **{
            f"{seat}_{kind}_called": row[f"{seat}_{kind}_call"] // shift
            for seat in ("elder", "younger")
            for kind, shift in (("point", 256), ("sequence", 16), ("set", 16))
        },
    }


def name_all(row, pack=32):
    """Every name of an expression in a deal: columns, what follows from them, and cards."""
    return {"abs": abs, "min": min, "max": max} | name_values(row) | name_places(row, pack)


def judge(text, names):
    """The value of an expression by its names in a deal; what is true is 1, what is false 0."""
    return int(eval(text, {}, names))
