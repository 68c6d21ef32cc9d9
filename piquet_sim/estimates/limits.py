"""The lowest and highest possible value of each amount in a deal, under the laws.

They end the interval of an amount that was the same in every deal that was played. The highest
value need not be reachable: it is never too small.
"""

from functools import cache

from piquet_sim.game.cards import HAND_CARDS, SUITS, TRICKS
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.base.suit_tables import SHORTEST_SEQUENCE

Limits = tuple[int, int]

_SEATS = ("elder", "younger")
_FIRST_LEAD_COUNTS = ("leads and wins", "won by leader or not")
"""Elder scores for the first lead, so that younger can never make a pique (Law 68)."""

_MOST_TENTHS = 9
"""Of a suit of nine cards: 81 pips."""


@cache
def limit_amounts(rules: RuleSet) -> dict[str, Limits]:
    """The lowest and highest possible value of every amount, by name.

    Parameters
    ----------
    rules : RuleSet

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limits = limit_amounts(RUBICON)
    >>> limits["elder_exchanged"], limits["elder_sets_mean"], limits["elder_repique_mean"]
    ((1, 5), (0, 42), (0, 60))
    """
    parts = _limit_parts(rules)
    score = sum(parts.values()) - min(parts["pique"], parts["repique"])
    limits: dict[str, Limits] = {"difference": (-score, score), "elder_tricks": (0, TRICKS)}
    stock = rules.stock
    least, most = rules.elder_exchange_least, min(rules.elder_exchange_most, stock)
    limits["elder_exchanged"] = (least, most)
    most = min(rules.younger_exchange_most, stock)
    limits["younger_exchanged"] = (min(rules.younger_exchange_least, most), most)
    for seat in _SEATS:
        limits[f"{seat}_score"] = (0, score)
        limits |= {f"{seat}_{part}_mean": (0, most) for part, most in parts.items()}
    if rules.play_scores in _FIRST_LEAD_COUNTS:
        limits["younger_pique"] = limits["younger_pique_mean"] = (0, 0)
    for place in ("first", "second"):
        limits[f"{place}_score"] = (0, score)
    limits["first_less_second"] = (-score, score)
    return limits


def _limit_parts(rules: RuleSet) -> dict[str, int]:
    # The most that each part of a score can be.
    longest = rules.pack // SUITS
    lengths = dict(enumerate(rules.sequence_scores, SHORTEST_SEQUENCE))
    last = max(rules.last_trick_scores, rules.last_trick_high_scores or 0)
    return {
        "carte_blanche": rules.carte_blanche_scores,
        "point": {"cards": longest, "tenths": _MOST_TENTHS, "one": 1}[rules.point_scores],
        "sequences": _fill_hand(lengths),
        "sets": _fill_hand({3: rules.trio_scores, 4: rules.quatorze_scores}),
        "play": 2 * TRICKS + 1 + last,
        "cards": max(rules.cards_scores, rules.capot_scores),
        "pique": rules.pique_scores,
        "repique": rules.repique_scores,
    }


def _fill_hand(scores: dict[int, int]) -> int:
    # The most that things of a given number of cards each can score in one hand.
    best = [0] * (HAND_CARDS + 1)
    for cards in range(1, HAND_CARDS + 1):
        best[cards] = max(
            best[cards - 1],
            *(best[cards - size] + worth for size, worth in scores.items() if size <= cards),
            0,
        )
    return best[HAND_CARDS]
