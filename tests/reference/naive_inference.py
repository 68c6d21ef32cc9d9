"""How plausible the cards are that an opponent has played, said as plainly as it can be.

The opponent holds a hand and imagines a few hands of the other seat. A card is worth to them the
mean, over these, of the points that they still make less those of the other, both playing on with
all cards seen. If they are careful they prefer a card by the exponential of its worth in parts of
three tenths of a point; of cards that touch, because nothing that they have not seen lies between,
each is as likely; and one card of five is any card. If they are careless every card is any card.
They are one or the other in the whole deal, as likely before it. Cards are text such as ``"AS"``,
hands sets of them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import exp

from reference_hands import height, legal_replies, wins

CARELESS = 0.2
TEMPERATURE = 0.15


def turns(fallen: Iterable[str]) -> Iterator[tuple[int, str | None, str]]:
    """Of each card who plays it, 0 being elder, who leads first, and what it is played to."""
    player, led = 0, None
    for card in fallen:
        yield player, led, card
        player = player if led and wins(card, led) else 1 - player
        led = None if led else card


def touching(cards: Iterable[str], unseen: Iterable[str]) -> list[set[str]]:
    """The cards in groups of those that touch."""
    groups: dict[tuple[str, int], set[str]] = defaultdict(set)
    for card in cards:
        above = [one for one in unseen if one[1] == card[1] and height(one) > height(card)]
        groups[card[1], len(above)].add(card)
    return list(groups.values())


def plausibility(
    card: str,
    hand: frozenset[str],
    led: str | None,
    unseen: frozenset[str],
    tricks: int,
    imagined: list[tuple[frozenset[str], int]],
    worth: Callable[..., float],
) -> float:
    """The probability that a careful player plays a card from a hand.

    ``imagined`` are hands, and how often each counts. ``worth`` is that of a card: it takes the
    hand it is played from, the other hand, the card led or None, the card itself, and the tricks
    that its player has won.
    """
    choices, times = legal_replies(hand, led), sum(number for _, number in imagined)
    shares = {}
    for group in touching(choices, unseen | ({led} if led else set())):
        one = min(group)
        mean = sum(number * worth(hand, mine, led, one, tricks) for mine, number in imagined)
        shares |= dict.fromkeys(group, exp(mean / times / TEMPERATURE) / len(group))
    return (1 - CARELESS) * shares[card] / sum(shares.values()) + CARELESS / len(choices)


def plausibility_of_play(
    seat: int,
    fallen: list[str],
    hand: frozenset[str],
    discard: frozenset[str],
    world: frozenset[str],
    imagined: Callable[[int, frozenset[str]], list[tuple[frozenset[str], int]]],
    worth: Callable[..., float],
) -> float:
    """The probability of all cards that the opponent of a seat has played so far.

    ``fallen`` are all cards in order, elder leading first; ``hand`` is what the seat still holds,
    ``world`` what the opponent does; ``imagined`` gives the hands for a trick and for what the seat
    held then.
    """
    played = [{card for player, _, card in turns(fallen) if player == one} for one in (0, 1)]
    mine, theirs = set(hand) | played[seat], set(world) | played[1 - seat]
    careful, careless, won = 1.0, 1.0, 0
    for number, (player, led, card) in enumerate(turns(fallen)):
        if player == seat:
            mine.remove(card)
        else:
            careless /= len(legal_replies(theirs, led))
            careful *= plausibility(
                card,
                frozenset(theirs),
                led,
                frozenset(mine) | discard,
                won,
                imagined(number // 2, frozenset(mine)),
                worth,
            )
            theirs.remove(card)
        if led:
            won += wins(card, led) == (player != seat)
    return (careful + careless) / 2
