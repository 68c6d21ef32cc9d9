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

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, SUITS, TRICKS
from piquet_sim.game.laws import HIGH_LEADS
from piquet_sim.kernel.base.bits import count, deposit, highest_bit, next_choice
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.play_table import CHANGES_BITS, PlayTable, find_position
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.batch.measures import control_deal, measure_deal
from piquet_sim.kernel.batch.rubicon_like import assume_usual
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import pack_of
from piquet_sim.kernel.deal.declarations import hand_points, reckon_hands
from piquet_sim.kernel.deal.holdings import evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import HIGH_MASK
from piquet_sim.kernel.perfect.lookup import find_keys, position_value
from piquet_sim.kernel.players.card_values import DIFFERENCES

TALON = 8
"""Cards of the talon."""

PARTS = factorial(TALON)
"""Parts of a point in which luck is counted: every number of ways to draw divides it, so that all
sums are whole numbers."""

_MOST_WAYS = factorial(TALON) // (factorial(3) * factorial(3) * factorial(2))
"""In which the talon falls to two discards and to what is left."""

OF_HANDS = (
    "elder_score", "younger_score", "elder_wins", "younger_wins",
    "elder_capot", "younger_capot", "elder_repique", "younger_repique",
)  # fmt: skip
"""Of what the luck is known, by the names of `kernel.batch.measures`."""

_KINDS = len(OF_HANDS)
_SCORES = 2


@kernel
def find_sure_leads(hand, against):
    """The cards that win every trick if they are led from the start, no matter who holds what.

    The highest cards of a suit win as long as none of those against them is higher. If there are at
    least as many as cards against them, all of these fall, and the rest of the suit wins, too.

    Parameters
    ----------
    hand : int64
    against : int64
        All cards that the other may hold.
    """
    sure = 0
    for suit in range(SUITS):
        mine = hand >> LANE_BITS * suit & LANE_MASK
        theirs = against >> LANE_BITS * suit & LANE_MASK
        top = mine
        if theirs:
            above = highest_bit(theirs) + 1
            top = mine >> above << above
        if count(top) >= count(theirs):
            top = mine
        sure |= top << LANE_BITS * suit
    return sure


@kernel
def count_sure_points(laws, hand, against):
    """The points in play that elder makes for certain before the other makes any.

    Each lead counts one, or each lead of a ten or higher; with all tricks the last counts its
    extra.
    """
    sure = find_sure_leads(hand, against)
    extra = 0
    if sure == hand and laws.last_with_capot:
        extra = min(laws.last_trick, laws.last_trick_high)
    if laws.play_scores == HIGH_LEADS:
        return count(sure & HIGH_MASK) + (1 if hand & ~sure & HIGH_MASK else 0) + extra
    return min(count(sure) + 1, TRICKS) + extra


@inline_kernel
def _rate_hands(laws, elder, younger, value, record, rated):
    # What two hands make after the exchange, by the value of the play: the points of each seat,
    # twice, then what happens.
    reckon_hands(laws, elder, younger, record)
    own = hand_points(AT.elder_carte_blanche, record)
    other = hand_points(AT.younger_carte_blanche, record)
    made, others_made = own + record[AT.elder_repique], other + record[AT.younger_repique]
    if other == 0 and 0 < laws.pique_needs - own <= count_sure_points(laws, elder, younger):
        made += laws.pique
    margin = made - others_made + DIFFERENCES[value]
    rated[0] = 2 * made + DIFFERENCES[value]
    rated[1] = 2 * others_made - DIFFERENCES[value]
    rated[2] = margin > 0
    rated[3] = margin < 0
    rated[4] = value >> 1 == HAND_CARDS
    rated[5] = value >> 1 == 0
    rated[6] = record[AT.elder_repique] > 0
    rated[7] = record[AT.younger_repique] > 0


@inline_kernel
def _list_ways(laws, table, dealt, discards, elders, youngers, values):
    # All ways in which the talon can fall, with the values of the play; returns how many there are.
    # All places of the table are found before it is read, so that its misses of the processor's
    # caches are waited for together.
    stock = pack_of(laws) & ~(dealt[0] | dealt[1])
    kept, others_kept = dealt[0] ^ discards[0], dealt[1] ^ discards[1]
    takes, others_take = count(discards[0]), count(discards[1])
    ways = 0
    drawn = (1 << takes) - 1
    while drawn < 1 << count(stock):
        left = stock ^ deposit(drawn, stock)
        elder = kept | stock ^ left
        others = (1 << others_take) - 1
        while others < 1 << count(left):
            younger = others_kept | deposit(others, left)
            keys = find_keys(elder, younger)
            at = find_position(table, HAND_CARDS, keys[0], keys[1], keys[2], keys[3])
            elders[ways], youngers[ways], values[ways] = elder, younger, at
            ways += 1
            if others == 0:  # they take nothing, which is one way
                break
            others = next_choice(others)
        if drawn == 0:
            break
        drawn = next_choice(drawn)
    for way in range(ways):
        values[way] = table.values[values[way]] >> CHANGES_BITS
    return ways


@kernel
def _sum_ways(laws, table, dealt, discards, record, room):
    # Adds up what is rated over all ways in which the talon can fall; returns how many there are.
    total, rated = room
    for place in range(_KINDS):
        total[place] = 0
    record[AT.elder_carte_blanche] = laws.carte_blanche * has_carte_blanche(dealt[0])
    record[AT.younger_carte_blanche] = laws.carte_blanche * has_carte_blanche(dealt[1])
    elders, youngers, values = scratch(_MOST_WAYS), scratch(_MOST_WAYS), scratch(_MOST_WAYS)
    ways = _list_ways(laws, table, dealt, discards, elders, youngers, values)
    for way in range(ways):
        _rate_hands(laws, elders[way], youngers[way], values[way], record, rated)
        for place in range(_KINDS):
            total[place] += rated[place]
    return ways


@kernel
def _find_lucks(laws, table, dealt, discards, hands, record, room, luck):
    # The luck of one deal, see `find_lucks`.
    total, rated = room
    ways = _sum_ways(laws, table, dealt, discards, record, room)
    value = position_value(table, HAND_CARDS, hands[0], hands[1])
    _rate_hands(laws, hands[0], hands[1], value, record, rated)
    for place in range(_KINDS):
        luck[place] = PARTS * rated[place] - PARTS // ways * total[place]
    for place in range(_SCORES):  # even, as the ways are of three groups of eight cards together
        luck[place] >>= 1


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
    table = PlayTable(borrow(table.values), borrow(table.starts))
    record, room = scratch(RECORD_SIZE), (scratch(_KINDS), scratch(_KINDS))
    dealt, discards, hands, luck = borrow(dealt), borrow(discards), borrow(hands), borrow(luck)
    for deal in range(len(luck)):
        _find_lucks(laws, table, dealt[deal], discards[deal], hands[deal], record, room, luck[deal])


@kernel
def find_draw_luck(laws, table, dealt, discards, hands, luck):
    """Count the luck of the draw in some deals, from elder's side.

    Parameters
    ----------
    laws : Laws
        With the pack of 32.
    table : PlayTable
    dealt, discards, hands : int64 array, shape (deals, 2)
        As `find_lucks`.
    luck : int64 array, one a deal
        Is filled: elder's points less younger's in parts of `PARTS`, 0 on average.
    """
    table = PlayTable(borrow(table.values), borrow(table.starts))
    record, room = scratch(RECORD_SIZE), (scratch(_KINDS), scratch(_KINDS))
    lucks = scratch(_KINDS)
    dealt, discards, hands, luck = borrow(dealt), borrow(discards), borrow(hands), borrow(luck)
    for deal in range(len(luck)):
        _find_lucks(laws, table, dealt[deal], discards[deal], hands[deal], record, room, lucks)
        luck[deal] = lucks[0] - lucks[1]


@kernel
def measure_rows(rows, measured):
    """The measures of some deals, one deal a column.

    Parameters
    ----------
    rows : int64 array, shape (deals, columns)
        Records of deals, see `kernel.deal.record`.
    measured : int16 array, shape (len(MEASURES), deals)
        Zeros; is filled.
    """
    for deal in range(len(rows)):
        measure_deal(rows[deal], measured, deal)


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
