"""The play of the cards with both hands seen, by trying every legal card.

A minimax that treats every card as itself: no two cards are ever taken to be alike, no move is left
out, and nothing is cut off early. It is slow and shares no code with the fast solver, which is what
makes it fit to test that solver.

Points are those of the laws of Rubicon Piquet: one for each lead, one to a second player who wins
the trick, one more to the winner of the last trick, and at the end ten for the cards (seven tricks
or more) or forty instead for all twelve. What cards count under other rule books is said here, too;
`naive_endings` plays by it, and then the pack may have sixes. Cards are text such as ``"AS"``, rank
then suit.
"""

from collections.abc import Callable, Iterator

TRICKS = 12
LEAD = 1
SECOND_WINS = 1
LAST_TRICK = 1
THE_CARDS = 10
CAPOT = 40

# A hand is a number with one bit for each card held. A suit is eight neighbouring bits with the ace
# at the top, so that of two cards of one suit the higher card is the greater number.
SUITS = "SHDC"
RANKS = "789TJQKA"
BIT = {r + s: 1 << (8 * i + j) for i, s in enumerate(SUITS) for j, r in enumerate(RANKS)}
NAME = {bit: card for card, bit in BIT.items()}
SUIT_OF = {BIT[r + s]: sum(BIT[other + s] for other in RANKS) for s in SUITS for r in RANKS}

# Under other rule books hands stay sets of text, and it matters whether a card is ten or higher.
RANKS_WITH_SIXES = "6" + RANKS
TEN_OR_HIGHER = "TJQKA"
OTHER = {"elder": "younger", "younger": "elder"}

# What the player on lead still makes less what the other makes, by the leader's cards, the other's
# cards and the tricks that the leader has won.
Value = Callable[[int, int, int], int]


def ending_value(
    elder: frozenset[str],
    younger: frozenset[str],
    leads: str,
    elder_tricks: int,
    younger_tricks: int,
) -> int:
    """Points that elder still makes in play less those younger makes, both playing their best.

    ``leads`` is ``"elder"`` or ``"younger"``. The points for the cards or the capot are included,
    and the tricks that each has won already decide them together with those to come.
    """
    value = _solver()
    if leads == "elder":
        return value(_mask(elder), _mask(younger), elder_tricks)
    return -value(_mask(younger), _mask(elder), younger_tricks)


def lead_values(
    elder: frozenset[str],
    younger: frozenset[str],
    leads: str,
    elder_tricks: int,
    younger_tricks: int,
) -> dict[str, int]:
    """For each card that may be led, elder's points still to come less younger's if it is led.

    The points of the trick that it is led to are included; from the lead on both play their best.
    """
    value = _solver()
    if leads == "elder":
        lead, second, won, sign = _mask(elder), _mask(younger), elder_tricks, 1
    else:
        lead, second, won, sign = _mask(younger), _mask(elder), younger_tricks, -1
    return {NAME[led]: sign * _after_lead(value, lead, second, won, led) for led in _cards(lead)}


def _for_leading(led: str, is_first: bool, leader: str, book: dict[str, object]) -> int:
    """What the leader counts for the card led, whoever wins the trick."""
    if book["play_scores"] == "leads and wins":
        return 1
    if book["play_scores"] == "high leads":
        return 1 if led[0] in TEN_OR_HIGHER else 0
    if book["play_scores"] == "won by leader or not":
        return 1 if is_first and leader == "elder" else 0  # for his very first lead only
    return 0


def _for_winning(led: str, reply: str, by_leader: bool, book: dict[str, object]) -> int:
    """What the winner counts for the trick."""
    if book["play_scores"] == "leads and wins":
        return 0 if by_leader else 1
    if book["play_scores"] == "high leads":
        return 1 if not by_leader and reply[0] in TEN_OR_HIGHER else 0
    if book["play_scores"] == "won by leader or not":
        return 1 if by_leader else 2
    return sum(card[0] in TEN_OR_HIGHER for card in (led, reply))


def _for_the_last(card: str, with_capot: bool, book: dict[str, object]) -> int:
    """What the winner of the last trick counts besides, by the card that he wins it with."""
    if with_capot and not book["last_trick_with_capot"]:
        return 0
    high = "T" if book["last_trick_high_card"] == "ten" else TEN_OR_HIGHER
    return book["last_trick_high_scores"] if card[0] in high else book["last_trick_scores"]


def _for_the_cards(tricks: int, book: dict[str, object]) -> int:
    if tricks == TRICKS:
        return book["capot_scores"]
    return book["cards_scores"] if tricks > TRICKS // 2 else 0


def _may_follow(second: frozenset[str], led: str) -> frozenset[str]:
    return frozenset(card for card in second if card[1] == led[1]) or second


def _tops(reply: str, led: str) -> bool:
    higher = RANKS_WITH_SIXES.index(reply[0]) > RANKS_WITH_SIXES.index(led[0])
    return reply[1] == led[1] and higher


def _solver() -> Value:
    """A function that gives the value of an ending to the player on lead, with its own memory.

    The memory is freed with the function. It holds one number for each pair of hands, leader and
    number of tricks that he has won.
    """
    memo: dict[int, int] = {}

    def value(lead: int, second: int, won: int) -> int:
        """What the leader still makes less what the other makes; ``won`` are the leader's."""
        if not lead:
            return _the_cards(won) - _the_cards(TRICKS - won)
        key = lead | second << 32 | won << 64  # one number, since a tuple takes thrice the memory
        if key not in memo:
            memo[key] = max(_after_lead(value, lead, second, won, led) for led in _cards(lead))
        return memo[key]

    return value


def _after_lead(value: Value, lead: int, second: int, won: int, led: int) -> int:
    """What the leader makes less what the other makes, if he leads this card, to its best reply."""
    left = lead.bit_count()
    last = LAST_TRICK if left == 1 else 0
    second_won = TRICKS - left - won
    by_reply = []
    for reply in _replies(second, led):
        if _beats(reply, led):
            rest = value(second - reply, lead - led, second_won + 1)
            by_reply.append(LEAD - SECOND_WINS - last - rest)
        else:
            by_reply.append(LEAD + last + value(lead - led, second - reply, won + 1))
    return min(by_reply)


def _replies(second: int, led: int) -> Iterator[int]:
    """Cards that the second player may play: of the suit led, or any if there is none."""
    return _cards(second & SUIT_OF[led] or second)


def _beats(reply: int, led: int) -> bool:
    """Whether the reply is of the suit led and higher."""
    return bool(reply & SUIT_OF[led]) and reply > led


def _the_cards(tricks: int) -> int:
    """Points at the end for the number of tricks won in all."""
    if tricks == TRICKS:
        return CAPOT
    return THE_CARDS if tricks > TRICKS // 2 else 0


def _cards(hand: int) -> Iterator[int]:
    """Each card of a hand, as the hand that holds it alone."""
    while hand:
        card = hand & -hand
        yield card
        hand -= card


def _mask(hand: frozenset[str]) -> int:
    return sum(BIT[card] for card in hand)
