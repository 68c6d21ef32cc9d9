"""What each card to play is worth against one hand that the opponent may hold.

With both hands seen the table of perfect play has the answer; here it is read for every card
that this seat may play, and turned into the difference of points of the whole deal, so that
worlds can be added up: the cards, capot and a live pique count in it.
"""

import numpy as np

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, TRICKS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.calls import CLASS_COUNT, hand_points, reckon_repiques
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import count_cards, find_sure_leads, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, OPEN, OWN, THEIRS
from piquet_sim.kernel.perfect.live_pique import deal_difference
from piquet_sim.kernel.perfect.lookup import find_lead_outcomes, outcome_of_reply
from piquet_sim.kernel.play_table import CHANGES_BITS
from piquet_sim.kernel.players.score_values import worth_of_scores
from piquet_sim.kernel.shelf import scratch
from piquet_sim.kernel.tables import POINT_SHIFT

CARD_PLACES = 64
BONUSES = (10, 40, 30)
"""For the cards, for capot, for a pique."""
_LAST_TRICK = 1
# In Python: compiled code takes longer to load.
_find_difference = getattr(deal_difference, "py_func", deal_difference)
DIFFERENCES = np.array([_find_difference(BONUSES, value) for value in range(2 * TRICKS + 2)])
"""Own points in play less the opponent's, by 2 * tricks + (1 for the last trick), up to a
constant of the seat."""


@inline_kernel
def pique_needs(view):
    """How many points elder still needs for a live pique; 0 where none is live.

    Before elder's first lead none is where a class was not good, which younger then counts; where
    elder called nothing it depends on younger's hand (`keeps_silent`).
    """
    if view.seat == ELDER_SEAT:
        points, others, lost = view.points, view.opponent_points, view.opponent_tricks
        leads = count(view.hand) + 1
        if view.played == 0 and (
            view.point_result == THEIRS
            or view.sequence_result == THEIRS
            or view.set_result == THEIRS
        ):
            return 0
    else:
        points, others, lost = view.opponent_points, view.points, view.tricks
        leads = count(view.hand)
    if others or lost:
        return 0
    # With one point to make, elder makes it by leading.
    needed, least = 30 - points, 2 if view.seat == ELDER_SEAT else 1
    return needed if least <= needed <= leads else 0


@inline_kernel
def find_tried(view):
    """The cards that need be tried: of touching cards the highest.

    Cards touch if no card between them is unseen, or led.
    """
    between = view.opponent_may_hold | view.led
    tried = 0
    left = view.legal
    while left:
        card = left & -left
        left ^= card
        next_up = left & suit_of(card) & -(left & suit_of(card))
        if next_up == 0 or (next_up - card) & between:
            tried |= card
    return tried


@inline_kernel
def find_best(tried, worths):
    """The greatest worth of the cards tried."""
    best = worths[highest_bit(tried)]
    while tried:
        card = highest_bit(tried)
        tried ^= 1 << card
        best = max(best, worths[card])
    return best


@inline_kernel
def find_equals(tried, worths):
    """All cards tried that have the greatest worth."""
    best, equals = find_best(tried, worths), 0
    while tried:
        card = highest_bit(tried)
        tried ^= 1 << card
        equals |= np.int64(worths[card] == best) << card
    return equals


@inline_kernel
def _lowest_touching(view, card):
    # The lowest of the cards that touch one.
    suit = suit_of(card)
    touching = view.legal & suit & (2 * card - 1)
    between = (view.opponent_may_hold | view.led) & suit & (card - 1)
    if between:
        touching &= -(2 << highest_bit(between))
    return touching & -touching


@inline_kernel
def pick_card(view, tried, worths):
    """Of the cards tried that of the greatest worth.

    To perfect play equal cards are the same; to opponents who do not see they are not. A lead that
    wins for certain comes before one that perfect play would win with later as well, since they may
    throw the card that mattered; it is the highest of the first suit. The lowest card is played to
    a lead, and thrown from the suit of which this seat has most cards more than the opponent may
    hold. Of touching cards the lowest wins a trick, and the highest is given up. All this makes
    .062 +- .004 points a pair between experts, and .09 +- .14 against club. (To lead from that
    suit, too, would make .02 more between experts, and .6 less against club.)
    """
    equals = find_equals(tried, worths)
    follows = view.led and equals & suit_of(view.led)
    if view.led == 0:
        certain = equals & find_sure_leads(view.hand, view.opponent_may_hold)
        equals = certain if certain else equals
    best, most = 0, -(1 << 60)
    left = equals
    while left:
        card = highest_bit(left)
        left ^= 1 << card
        suit, rank = card // LANE_BITS, card % LANE_BITS
        own, theirs = view.hand >> LANE_BITS * suit, view.opponent_may_hold >> LANE_BITS * suit
        more = count(own & LANE_MASK) - count(theirs & LANE_MASK)
        thrown = (LANE_BITS * more - rank) * LANE_BITS - suit
        order = thrown if view.led else rank - LANE_BITS * suit
        if order > most:
            best, most = card, order
    chosen = 1 << best
    return _lowest_touching(view, chosen) if follows > view.led else chosen


@inline_kernel
def keeps_pique(view, opponent, card, needed):
    """Whether elder's live pique will be made if this card is played, by a count of winners.

    Elder is taken to make it if they can lead often enough before they lose the lead: their
    winners from the top, and one lead more. `world_values.add_hands_live` searches instead, at a
    hundred times the cost.
    """
    if view.led == 0:
        leads = count(find_sure_leads(view.hand, opponent)) + 1
        return leads >= needed and opponent & suit_of(card) & -card == 0
    wins = card > view.led and card & suit_of(view.led)
    return not wins and count(find_sure_leads(opponent, view.hand ^ card)) + 1 >= needed


@inline_kernel
def add_pique(laws, view, opponent, tried, needed, weight, worths):
    """Add what a live pique is worth to the cards that keep it (`keeps_pique`).

    Parameters are those of `add_world_to_score`, and what the worths are multiplied by.
    """
    if not keeps_silent(laws, view, opponent):
        return
    bonus = -BONUSES[2] if view.led else BONUSES[2]
    left = tried
    while left:
        card = 1 << highest_bit(left)
        left ^= card
        if keeps_pique(view, opponent, card, needed):
            worths[highest_bit(card)] += weight * bonus


@inline_kernel
def keeps_silent(laws, view, hand):
    """Whether younger, holding this hand, counts nothing that elder has not heard of.

    Elder hears it after the first lead: where elder called nothing, whatever younger holds counts.
    """
    if view.seat != ELDER_SEAT or view.played:
        return True
    _, others = _reckon_unheard(laws, view, hand)
    return others == 0


@inline_kernel
def _reckon_unheard(laws, view, full):
    # Before the first lead elder has not heard what younger reckons, nor whether it spoils
    # elder's repique: what both then have more, against the hand `full`.
    mine, theirs = _class_points(laws, view.hand), _class_points(laws, full)
    results, record = (
        (view.point_result, view.sequence_result, view.set_result),
        scratch(RECORD_SIZE),
    )
    own, other = AT.elder_carte_blanche, AT.younger_carte_blanche
    record[own], record[other] = view.points, view.opponent_points
    for place in range(CLASS_COUNT):
        is_theirs = results[place] == THEIRS or results[place] == OPEN
        record[own + 1 + place] = mine[place] if results[place] == OWN else 0
        record[other + 1 + place] = theirs[place] if is_theirs else 0
        record[own] -= record[own + 1 + place]
    reckon_repiques(laws, record)
    more = hand_points(other, record) - view.opponent_points
    return record[AT.elder_repique], more + record[AT.younger_repique]


@inline_kernel
def _class_points(laws, hand):
    # What point, sequences and sets count if they are good.
    holding = evaluate_hand(laws, hand)
    return holding.point >> POINT_SHIFT, holding.sequences_score, holding.sets_score


@inline_kernel
def _split_points(level, outcome):
    # What both still make in play, from the value s of a position for the player on lead. Their
    # sum is that of ordinary play: to count on the changes of lead that perfect play would bring
    # made players give points away for others that never came.
    value = outcome >> CHANGES_BITS
    tricks, last = value >> 1, value & 1
    difference = 2 * tricks - level + last
    both = level + _LAST_TRICK + 2 * level // 5
    both += (both + difference) & 1
    leaders = (both + difference) >> 1
    return leaders, both - leaders, tricks


@kernel
def add_world_to_score(laws, view, block, table, opponent, tried, needed, worths):
    """As `world_values.add_hands`, for a player who plays for the settlement of the partie.

    What both scores of the deal are worth to the partie is added (`score_values`), in sixty-fourths
    of a point; a live pique is judged by `keeps_pique`.

    Parameters
    ----------
    laws : Laws
    view : PlayView
    block : int64
        Number of the block that was learned.
    table : PlayTable
    opponent : int64
        The cards that the opponent still holds in this world.
    tried : int64
        The cards whose worths are wanted.
    needed : int64
        Points that elder still needs (`pique_needs`).
    worths : int64 array of 64
        Is added to, at the bits of the cards.
    """
    own_before, theirs_before = view.points, view.opponent_points
    if view.seat == ELDER_SEAT and view.played == 0:
        more, others = _reckon_unheard(laws, view, opponent)
        own_before += more
        theirs_before += others
        needed = 0 if others else needed
    outcomes = scratch(CARD_PLACES)
    level = count(view.hand)
    if view.led == 0:
        find_lead_outcomes(table, level, view.hand, opponent, outcomes)
    left = tried
    while left:
        place = highest_bit(left)
        card = 1 << place
        left ^= card
        own, theirs, tricks = own_before, theirs_before, view.tricks
        if view.led == 0:
            mine, other, won = _split_points(level, outcomes[place])
        else:
            wins, outcome = outcome_of_reply(table, view.hand ^ card, opponent, view.led, card)
            mine, other, won = _split_points(level - 1, outcome)
            if wins:
                own += 1
                tricks += 1
            else:
                mine, other, won = other, mine, level - 1 - won
        tricks += won
        own += mine + count_cards(laws, tricks)
        theirs += other + count_cards(laws, TRICKS - tricks)
        bonus = BONUSES[2] if needed and keeps_pique(view, opponent, card, needed) else 0
        own += bonus if view.seat == ELDER_SEAT else 0
        theirs += 0 if view.seat == ELDER_SEAT else bonus
        worths[place] += worth_of_scores(view, own, theirs, block)
