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

from piquet_sim.game.cards import HAND_CARDS, TRICKS
from piquet_sim.game.laws import HIGH_LEADS
from piquet_sim.kernel.batch.measures import OF_HANDS, PARTS, control_deal
from piquet_sim.kernel.batch.rubicon_like import assume_usual
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.dealing import CHOICES, pack_of, pick_subset
from piquet_sim.kernel.deal.holdings import evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.tricks import HIGH_MASK, find_sure_leads
from piquet_sim.kernel.perfect.lookup import find_keys
from piquet_sim.kernel.play_table import CHANGES_BITS, find_position, read_position
from piquet_sim.kernel.players.card_values import DIFFERENCES
from piquet_sim.kernel.players.short_lists import (
    ROOM,
    ROOM_OF_SUITS,
    hold_in_draws,
    new_holdings,
    reckon_draw,
)
from piquet_sim.kernel.shelf import scratch, scratch_32

_KINDS = len(OF_HANDS)
_SCORES = 2


@kernel
def count_sure_points(laws, hand, against):
    """The points in play that elder makes for certain before the other makes any.

    Each lead counts one, or each lead of a ten or higher; with all tricks the last counts its
    extra.
    """
    sure = find_sure_leads(hand, against)
    wins_last = sure == hand and laws.last_with_capot
    extra = min(laws.last_trick, laws.last_trick_high) if wins_last else 0
    if laws.play_scores == HIGH_LEADS:
        return count(sure & HIGH_MASK) + (1 if hand & ~sure & HIGH_MASK else 0) + extra
    return min(count(sure) + 1, TRICKS) + extra


@inline_kernel
def _sum_ratings(laws, blanches, elders, youngers, mine, theirs, values, first, end, total):
    # What hands after the exchange make, by the value of the play, together from one way to
    # another: the points of each seat, twice, then how often something happens. Without
    # branches, several ways are reckoned at once.
    made, others, repiques, others_repiques = (
        scratch(ROOM),
        scratch(ROOM),
        scratch(ROOM),
        scratch(ROOM),
    )
    for way in range(first, end):
        made[way], others[way], own_first, other_first = reckon_draw(
            laws.pique_needs, blanches, mine, theirs, way
        )
        repiques[way], others_repiques[way] = laws.repique * own_first, laws.repique * other_first
    for way in range(first, end):
        needed = laws.pique_needs - made[way]
        if others[way] == 0 and 0 < needed <= TRICKS + laws.last_trick:
            sure = count_sure_points(laws, elders[way], youngers[way])
            made[way] += laws.pique * (needed <= sure)
    total[:] = 0
    for way in range(first, end):
        value = values[way]
        own, other = made[way] + repiques[way], others[way] + others_repiques[way]
        total[0] += 2 * own + DIFFERENCES[value]
        total[1] += 2 * other - DIFFERENCES[value]
        total[2] += own + DIFFERENCES[value] > other
        total[3] += own + DIFFERENCES[value] < other
        total[4] += value >> 1 == HAND_CARDS
        total[5] += value >> 1 == 0
        total[6] += repiques[way] > 0
        total[7] += others_repiques[way] > 0


@inline_kernel
def _list_ways(laws, table, dealt, discards, elders, youngers, values):
    # All ways in which the talon can fall, with the values of the play; returns how many there are.
    # All places of the table are found before it is read, so that its misses of the processor's
    # caches are waited for together.
    stock = pack_of(laws) & ~(dealt[0] | dealt[1])
    kept, others_kept = dealt[0] ^ discards[0], dealt[1] ^ discards[1]
    takes, others_take = count(discards[0]), count(discards[1])
    ways = 0
    for first in range(CHOICES[count(stock), takes]):
        drawn = pick_subset(stock, takes, first)
        for second in range(CHOICES[count(stock) - takes, others_take]):
            elders[ways] = kept | drawn
            youngers[ways] = others_kept | pick_subset(stock ^ drawn, others_take, second)
            keys = find_keys(elders[ways], youngers[ways])
            values[ways] = find_position(table, HAND_CARDS, *keys)
            ways += 1
    for way in range(ways):
        values[way] = table.values[values[way]] >> CHANGES_BITS
    return ways


@kernel
def find_lucks(laws, table, dealt, discards, hands, luck):
    """Count the luck of the draw in some deals, in all that it is known of.

    Parameters
    ----------
    laws : Laws
        With the pack of 32.
    table : PlayTable
    dealt, discards, hands : int64 array, shape (deals, 2)
        Elder's and younger's: the hands dealt, what was thrown, and the hands after the draw.
    luck : int64 array, shape (deals, len(OF_HANDS))
        Is filled: points and events in parts of `PARTS`, 0 on average.
    """
    total, rated, suits = scratch(_KINDS), scratch(_KINDS), scratch_32(ROOM_OF_SUITS)
    elders, youngers, values = scratch(ROOM), scratch(ROOM), scratch(ROOM)
    mine, theirs = new_holdings(), new_holdings()
    for deal in range(len(luck)):
        blanches = (
            laws.carte_blanche * has_carte_blanche(dealt[deal, 0]),
            laws.carte_blanche * has_carte_blanche(dealt[deal, 1]),
        )
        ways = _list_ways(laws, table, dealt[deal], discards[deal], elders, youngers, values)
        # The one that came about stands behind all.
        elders[ways], youngers[ways] = hands[deal, 0], hands[deal, 1]
        keys = find_keys(elders[ways], youngers[ways])
        values[ways] = read_position(table, HAND_CARDS, *keys)
        hold_in_draws(laws, 0, -1, ways + 1, elders, suits, mine)
        hold_in_draws(laws, 0, -1, ways + 1, youngers, suits, theirs)
        _sum_ratings(laws, blanches, elders, youngers, mine, theirs, values, 0, ways, total)
        _sum_ratings(laws, blanches, elders, youngers, mine, theirs, values, ways, ways + 1, rated)
        for place in range(_KINDS):
            luck[deal, place] = PARTS * rated[place] - PARTS // ways * total[place]
        for place in range(_SCORES):
            luck[deal, place] >>= 1  # even: the ways are of three groups of eight cards together


@kernel
def count_dealt(laws, dealt, counted):
    """What the hands of some deals are dealt: the controls of `kernel.batch.measures`.

    Parameters
    ----------
    laws : Laws
    dealt : int64 array, shape (deals, 2)
        Elder's hand and younger's.
    counted : int16 array, shape (len(MEASURES) + len(CONTROLS), deals)
        Zeros; its last rows are filled.
    """
    for deal in range(len(dealt)):
        for seat in range(2):
            hand = dealt[deal, seat]
            control_deal(seat, hand, evaluate_hand(assume_usual(laws), hand), counted, deal)
