"""What a card is worth with both hands seen, read from the table of perfect play.

As the twin of inference (`naive_inference`) asks for it; the table has tests of its own.
"""

import naive_inference
from specimens import as_mask

from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import parse_card
from piquet_sim.kernel.perfect.live_pique import deal_difference
from piquet_sim.kernel.perfect.lookup import position_value

_BONUSES = (10, 40, 30)


def worth_by_table(hand, mine, led, card, tricks):
    """The difference of the whole deal, of the kind `naive_inference.Worth`."""
    level, card_mask = len(hand), parse_card(card)
    if led is None:
        values = [
            _after_lead(hand, mine, card, reply, tricks)
            for reply in naive_inference.legal(mine, card)
        ]
        return min(values)
    own, other = as_mask(hand) & ~card_mask, as_mask(mine)
    return _after_reply(own, other, naive_inference.wins(card, led), level - 1, tricks)


def _after_reply(own, other, won, level, tricks):
    # By the difference of the whole deal: 2 * tricks + (1 for the last trick).
    if level == 0:
        return deal_difference(_BONUSES, 2 * (tricks + won) + won)
    if won:
        return deal_difference(
            _BONUSES, 2 * (tricks + 1) + position_value(find_play_table(), level, own, other)
        )
    left = 2 * level + 1 - position_value(find_play_table(), level, other, own)
    return deal_difference(_BONUSES, 2 * tricks + left)


def _after_lead(hand, mine, card, reply, tricks):
    own, other = as_mask(hand - {card}), as_mask(mine - {reply})
    won = not naive_inference.wins(reply, card)
    return _after_reply(own, other, won, len(hand) - 1, tricks)
