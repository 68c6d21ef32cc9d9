"""How much of a deal was the luck of the draw, deal by deal.

What both hands are worth after the exchange, against the mean of that over all ways in which the
talon can fall to the two discards. Given the hands dealt and the discards every draw is as likely
as any other, so the difference is nothing on average, no matter who plays. Taken out of what a deal
made, it leaves the mean as it is, with less luck in it.

What hands are worth is what they reckon if everything is called, and perfect play of the cards. A
live pique is judged by a count of elder's winners, since a search would take much longer: any worth
will do that is the same for the draw that came and for all others.

References
----------
Burch, Schmid, Moravčík, Morrill, Bowling: AIVAT: a new variance reduction technique for agent
evaluation in imperfect information games. AAAI 2018.
"""

from math import factorial

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.base._jit import inline_kernel, kernel
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import pack_of
from piquet_sim.kernel.deal.declarations import hand_points, reckon_hands
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.perfect.lookup import position_value
from piquet_sim.kernel.players.card_values import DIFFERENCES
from piquet_sim.kernel.questions.possible_hands import next_choice
from piquet_sim.kernel.questions.reckoning_race import count_sure_points

TALON = 8
"""Cards of the talon."""

PARTS = factorial(TALON)
"""Parts of a point in which luck is counted: every number of ways to draw divides it, so that all
sums are whole numbers."""


@inline_kernel
def _rate_hands(laws, table, elder, younger, record):
    # Elder's margin of two hands after the exchange.
    reckon_hands(laws, elder, younger, record)
    own = hand_points(AT.elder_carte_blanche, record)
    other = hand_points(AT.younger_carte_blanche, record)
    made = own - other + record[AT.elder_repique] - record[AT.younger_repique]
    if other == 0 and 0 < laws.pique_needs - own <= count_sure_points(laws, elder, younger):
        made += laws.pique
    return made + DIFFERENCES[position_value(table, HAND_CARDS, elder, younger)]


@kernel
def _find_luck(laws, table, dealt, discards, hands, record):
    record[AT.elder_carte_blanche] = laws.carte_blanche * has_carte_blanche(dealt[0])
    record[AT.younger_carte_blanche] = laws.carte_blanche * has_carte_blanche(dealt[1])
    stock = pack_of(laws) & ~(dealt[0] | dealt[1])
    kept, others_kept = dealt[0] ^ discards[0], dealt[1] ^ discards[1]
    takes, others_take = count(discards[0]), count(discards[1])
    total = ways = 0
    drawn = (1 << takes) - 1
    while drawn < 1 << count(stock):
        left = stock ^ deposit(drawn, stock)
        elder = kept | stock ^ left
        others = (1 << others_take) - 1
        while others < 1 << count(left):
            total += _rate_hands(laws, table, elder, others_kept | deposit(others, left), record)
            ways += 1
            if others == 0:  # they take nothing, which is one way
                break
            others = next_choice(others)
        if drawn == 0:
            break
        drawn = next_choice(drawn)
    return PARTS * _rate_hands(laws, table, hands[0], hands[1], record) - PARTS // ways * total


@kernel
def find_draw_luck(laws, table, dealt, discards, hands, luck):
    """Count the luck of the draw in some deals, from elder's side.

    Parameters
    ----------
    laws : Laws
        With the pack of 32.
    table : PlayTable
    dealt, discards, hands : int64 array, shape (deals, 2)
        Elder's and younger's: the hands dealt, what was thrown, and the hands after the draw.
    luck : int64 array, one a deal
        Is filled: points in parts of `PARTS`, 0 on average.
    """
    record = scratch(RECORD_SIZE)
    for deal in range(len(luck)):
        luck[deal] = _find_luck(laws, table, dealt[deal], discards[deal], hands[deal], record)
