"""Conditions made at random and said in English, by somebody who has not read the parser.

A condition is a plain tuple: ("holds", place, cards), ("number", place, kind, low, high),
("more", place, kind, place, kind), ("all", parts), ("some", parts), ("not", part). `say` turns it
into one of many sentences that a careful writer would use; `is_so` judges it card by card.
"""

from naive_conditions import PACK, SUITS, courts, longest, of_rank, of_suit, runs, sets

PLACES = ("elder", "younger", "talon")
RANK_WORDS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "knave", "T": "ten", "9": "nine", "8": "eight",
    "7": "seven",
}  # fmt: skip
SUIT_WORDS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RUN_WORDS = {3: "tierce", 4: "quart", 5: "quint", 6: "sixième"}
NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)

# How many of a kind a hand has, and how many it can have.
KINDS = {
    **{f"{word}s": (lambda hand, rank=rank: of_rank(hand, rank), 4)
       for rank, word in RANK_WORDS.items()},
    **{f"{word}s": (lambda hand, suit=suit: of_suit(hand, suit), 8)
       for suit, word in SUIT_WORDS.items()},
    "courts": (courts, 12),
    **{f"{word}s": (lambda hand, cards=cards: runs(hand).count(cards), 12 // cards)
       for cards, word in RUN_WORDS.items()},
    "trios": (lambda hand: sets(hand, 3), 4),
    "quatorzes": (lambda hand: sets(hand, 4), 3),
    "voids": (lambda hand: sum(not of_suit(hand, suit) for suit in SUITS), 2),
    "longest_suit": (longest, 8),
    "best_sequence": (lambda hand: max([0, *runs(hand)]), 8),
}  # fmt: skip
MEASURES = {"longest_suit": "longest suit", "best_sequence": "best sequence"}
SIMPLE = [f"{word}s" for word in (*RANK_WORDS.values(), *SUIT_WORDS.values())]


def is_so(condition, hands):
    """Whether it holds, `hands` being sets of cards by place."""
    match condition:
        case ("holds", place, cards):
            return set(cards) <= hands[place]
        case ("number", place, kind, low, high):
            return low <= KINDS[kind][0](hands[place]) <= high
        case ("of", place, cards, low, high):
            return low <= len(set(cards) & hands[place]) <= high
        case ("more", one, kind, two, other):
            return KINDS[kind][0](hands[one]) > KINDS[other][0](hands[two])
        case ("not", part):
            return not is_so(part, hands)
        case ("all", *parts):
            return all(is_so(part, hands) for part in parts)
        case ("some", *parts):
            return any(is_so(part, hands) for part in parts)
    raise AssertionError(condition)


# ---- Making -------------------------------------------------------------------------------------
def make(choices, depth=3):
    """A condition by a random generator."""
    kind = choices.choice(["leaf", "leaf", "not", "all", "some"]) if depth else "leaf"
    if kind == "leaf":
        return _make_leaf(choices)
    if kind == "not":
        return "not", make(choices, depth - 1)
    return kind, *(make(choices, depth - 1) for _ in range(choices.choice([2, 2, 3])))


def _make_leaf(choices):
    place = choices.choice(PLACES)
    match choices.choice(["holds", "number", "number", "number", "of", "more"]):
        case "holds":
            return "holds", place, _cards(choices, choices.randint(1, 3))
        case "of":
            cards = _cards(choices, choices.randint(2, 5))
            low = choices.randint(0, len(cards) - 1)
            return "of", place, cards, low, choices.randint(low, len(cards) - 1)
        case "more":
            one, two = choices.sample(PLACES[:2], 2)
            kind = choices.choice([*SIMPLE, "courts"])
            return "more", one, kind, two, kind
    kind = choices.choice([*SIMPLE, *KINDS])
    most = KINDS[kind][1]
    low = choices.randint(0, most)
    high = choices.choice([low, most]) if low else choices.randint(0, most - 1)
    if kind == "best_sequence":  # which is never of one card or two
        low, high = (low, high) if low == high == 0 or low > 2 else (0, 4)
    if kind == "longest_suit":
        low, high = max(low, 4), max(high, 4)
    return "number", place if kind in SIMPLE else "elder", kind, low, high


def _cards(choices, number):
    return tuple(sorted(choices.sample(PACK, number), key=PACK.index))


# ---- Saying -------------------------------------------------------------------------------------
def say(condition, choices):
    """One of the ways to say a condition without ambiguity, by a random generator."""
    return _say(choices, condition)


def _pick(draw, *ways):
    return draw.choice(ways)


def _say(draw, condition):
    match condition:
        case ("not", part):
            return f"not ({_say(draw, part)})"
        case ("all", *parts):
            told = [_bracket(draw, part) for part in parts]
            word = _pick(draw, " and ", ", and ", "; ", ", ")
            return word.join(told)
        case ("some", *parts):
            return " or ".join(_bracket(draw, part, in_or=True) for part in parts)
    return _say_leaf(draw, condition)


def _bracket(draw, part, in_or=False):
    said = _say(draw, part)
    is_list = part[0] in ("holds", "of") and len(part[2]) > 1 and (in_or or " are " in said)
    if part[0] in ("all", "some") or is_list:
        return f"({said})"
    if part[0] == "not":
        return said
    return f"({said})" if draw.random() < 0.5 else said


def _say_leaf(draw, leaf):
    place = leaf[1]
    match leaf:
        case ("holds", _, cards):
            named = [_name_card(draw, card) for card in cards]
            joined = _pick(draw, " and ".join(named), ", ".join(named), " ".join(cards))
            if draw.random() < 0.5:
                where = _pick(draw, "the talon", "the stock") if place == "talon" else place
                verb = "is" if len(cards) == 1 else "are"
                word = "in" if place == "talon" else "with"
                return f"{_pick(draw, joined, ' and '.join(named))} {verb} {word} {where}"
            return f"{_name_place(draw, place)} {_has(draw)} {joined}"
        case ("of", _, cards, low, high):
            number = _say_number(draw, low, high, len(cards))
            joined = _pick(draw, " ".join(cards), ", ".join(cards),
                           f"{', '.join(cards[:-1])} and {cards[-1]}",
                           f"{', '.join(cards[:-1])} or {cards[-1]}")  # fmt: skip
            if number == "no":
                return f"{_name_place(draw, place)} has none of {joined}"
            return f"{_name_place(draw, place)} {_has(draw)} {number} of {joined}"
        case ("more", one, kind, two, _):
            first, second = _name_place(draw, one), _name_place(draw, two)
            return _pick(
                draw,
                f"{first} has more {kind} than {second}",
                f"{first} {kind} > {two}'s {kind}",
                f"{second} has fewer {kind} than {first}",
            )
    _, _, kind, low, high = leaf
    return _say_number_of(draw, _name_place(draw, place), kind, low, high)


def _say_number_of(draw, who, kind, low, high):
    most = KINDS[kind][1]
    if kind in MEASURES:
        name = _pick(draw, kind, MEASURES[kind])
        if low == high:
            return _pick(draw, f"{who} {name} = {low}", f"{who}'s {MEASURES[kind]} is {low}")
        if high >= most:
            return _pick(draw, f"{who} {name} >= {low}",
                         f"{who}'s {MEASURES[kind]} is at least {low}")  # fmt: skip
        if low == 0 or (kind == "longest_suit" and low <= 3):
            return f"{who} has {name} <= {high}"
        return f"{who} {kind}={low}-{high}"
    if kind == "courts" and high == 0 and draw.random() < 0.5:
        return f"{who} {_has(draw)} carte blanche"
    if low == high == 0:
        return _pick(
            draw, f"{who} has no {kind}", f"{who} lacks {kind}", f"{who} does not have {kind}",
            f"{who}: 0 {kind}", f"{who} has no {_singular(kind)}",
        )  # fmt: skip
    number = _say_number(draw, low, high, most)
    named = _singular(kind) if number in ("1", "one", "exactly one") else kind
    said = f"{who} {_has(draw)} {number} {named}"
    if low == 1 and high >= most:
        return _pick(draw, said, f"{who} {_has(draw)} {_article(kind)} {_singular(kind)}",
                     f"{who} has {kind}")  # fmt: skip
    if low == high:
        return _pick(draw, said, f"{who} has {low} {kind} exactly", f"{who} {kind} = {low}")
    return said


def _say_number(draw, low, high, most):
    if low == high:
        word = NUMBER_WORDS[low]
        return word if low == 0 else _pick(draw, str(low), word, f"exactly {word}")
    if high >= most:
        return _pick(draw, f"{low}+", f"at least {low}", f"{low} or more", f"more than {low - 1}"
                     if low else "0+", f"no fewer than {low}")  # fmt: skip
    if low == 0:
        return _pick(draw, f"at most {high}", f"{high} or fewer", f"fewer than {high + 1}")
    if high == low + 1:
        return _pick(draw, f"{low} or {high}", f"{low}-{high}", f"{low} to {high}")
    return _pick(draw, f"{low}-{high}", f"between {low} and {high}", f"from {low} to {high}")


def _singular(kind):
    return {"courts": "court card"}.get(kind, kind.removesuffix("s"))


def _article(kind):
    return "an" if kind[0] in "ae" else "a"


def _name_card(draw, card):
    rank, suit = card
    name = f"{RANK_WORDS[rank]} of {SUIT_WORDS[suit]}s"
    lower = card if card[0].isdigit() and card[1] == "S" else card.lower()  # "7s" is open
    return _pick(draw, card, lower, f"the {name}", name)


def _name_place(draw, place):
    names = {"elder": ("elder", "the elder hand", "pone"), "younger": ("younger", "the dealer"),
             "talon": ("talon", "the talon", "the stock")}  # fmt: skip
    return _pick(draw, *names[place])


def _has(draw):
    return _pick(draw, "has", "holds", "with", "is dealt")
