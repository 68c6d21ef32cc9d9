"""The lowest and highest possible value of each amount in a deal, under the laws.

They are the ends of the interval for an amount that was the same in every deal played. The highest
value need not be reachable, but it is never too small.
"""

from functools import cache
from math import inf

from piquet_sim.game.cards import HAND_CARDS, SUITS, TRICKS
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.kernel.batch.measures import EVENT, EXCHANGE, LEAD, MEASURES, SCORE, TRICK_COUNT
from piquet_sim.kernel.tables import SHORTEST_SEQUENCE

Limits = tuple[int, int]


@cache
def limit_amounts(rules: RuleSet) -> dict[str, Limits]:
    """The lowest and highest possible value of every measure in a deal, by name.

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
    bounds = {EVENT: (0, 1), SCORE: (0, score), LEAD: (-score, score), TRICK_COUNT: (0, TRICKS)}
    exchanges = {
        ELDER: (rules.elder_exchange_least, rules.elder_exchange_most),
        YOUNGER: (rules.younger_exchange_least, min(rules.younger_exchange_most, rules.stock)),
    }
    of_seats = {
        seat: bounds | {EXCHANGE: exchanges[seat]} | limit_parts(rules, seat) for seat in SEATS
    }
    return {
        one.name: (least, min(most, 1) if one.is_flag else most)
        for one in MEASURES
        for least, most in [of_seats.get(one.seat, bounds)[one.bound]]
    }


def limit_worths(rules: RuleSet, score: tuple[int, int] | None = None) -> tuple[float, float]:
    """The least and the most that a deal can be worth to a seat.

    Points less the opponent's; where it is judged at a score, the expected settlement, which has no
    limits here.
    """
    return limit_amounts(rules)["difference"] if score is None else (-inf, inf)


def limit_change(rules: RuleSet, score: tuple[int, int] | None = None) -> tuple[float, float]:
    """How far the worth of a deal can fall or rise from one deal, or decision, to another.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> least, most = limit_worths(RUBICON)
    >>> limit_change(RUBICON) == (least - most, most - least)
    True
    """
    least, most = limit_worths(rules, score)
    return least - most, most - least


def limit_parts(rules: RuleSet, seat: str) -> dict[str, Limits]:
    """The least and the most of each part of a seat's score.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limit_parts(RUBICON, "elder")["pique"], limit_parts(RUBICON, "younger")["pique"]
    ((0, 30), (0, 0))
    """
    parts = _limit_parts(rules)
    if seat == YOUNGER and rules.play_scores in ("leads and wins", "won by leader or not"):
        # Elder scores for the first lead, so that younger can never make a pique (Law 68).
        parts["pique"] = 0
    return {part: (0, most) for part, most in parts.items()}


def _limit_parts(rules: RuleSet) -> dict[str, int]:
    # The most that each part of a score can be.
    longest = rules.pack // SUITS
    last = max(rules.last_trick_scores, rules.last_trick_high_scores or 0)
    return {
        "carte_blanche": rules.carte_blanche_scores,
        # Of nine cards, 81 pips: nine tenths.
        "point": {"cards": longest, "tenths": 9, "one": 1}[rules.point_scores],
        "sequences": _fill_hand(dict(enumerate(rules.sequence_scores, SHORTEST_SEQUENCE))),
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
