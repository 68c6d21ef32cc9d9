"""What a card is worth with both hands seen, from the solutions of endings.

As the twin of inference (`naive_inference`) asks for it; solutions have tests of their own.
"""

from functools import cache

from naive_inference import wins
from specimens import as_mask

from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.cards import parse_card


@cache
def worth_by_table(hand, mine, led, card, tricks):
    """The difference still to come, of the kind `naive_inference.Worth`."""
    others = 12 - len(hand) - tricks
    if led is None:
        ending = Ending(as_mask(hand), as_mask(mine), 0, tricks, others)
        return solve_ending(ending).plays[parse_card(card)]
    won, rest = wins(card, led), hand - {card}
    if not rest:
        return 0  # one card cannot be compared with another
    ending = Ending(as_mask(rest), as_mask(mine), int(not won), tricks + won, others + (not won))
    return won + solve_ending(ending).value
