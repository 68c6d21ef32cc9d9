"""Who reckons so many points first: over all draws, and all hands that the other may hold.

Scores reckon in the order of Law 67: point, sequences, sets, points in play; both call everything,
and carte blanche is left out. In play only what needs no luck is counted: the cards that elder can
lead from the start, one after the other, while no card that may be against them wins, and one more
lead, which may lose.
"""

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, SUITS, TRICKS
from piquet_sim.game.laws import HIGH_LEADS
from piquet_sim.kernel.base.bits import count, deposit, highest_bit
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.declarations import TO_ELDER, TO_YOUNGER, compare, score_call
from piquet_sim.kernel.deal.holdings import POINT, SET, call_strength, evaluate_hand
from piquet_sim.kernel.deal.tricks import HIGH_MASK
from piquet_sim.kernel.questions.possible_hands import next_choice

IN_HAND, BY_LEADS, OPPONENT, OPEN = range(4)
"""How a case ends: the points are reckoned in hand, or with sure leads; the opponent has theirs
before; or it depends on the play."""

OUTCOMES = 4


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


@kernel
def _run_race(laws, mine, theirs, my_holding, their_holding, needs, other_needs, sure):
    # How a case ends; the sure points come after all that is reckoned in hand.
    own = other = 0
    my_calls = my_holding.point, my_holding.sequence, my_holding.set
    their_calls = their_holding.point, their_holding.sequence, their_holding.set
    for place in range(SET - POINT + 1):
        kind = POINT + place
        call, reply = my_calls[place], their_calls[place]
        result = compare(call_strength(laws, kind, call), call_strength(laws, kind, reply))
        if result == TO_ELDER:
            own += score_call(laws, kind, mine, my_holding, call)[0]
        if result == TO_YOUNGER:
            other += score_call(laws, kind, theirs, their_holding, reply)[0]
        if own >= needs:
            return IN_HAND
        if other >= other_needs:
            return OPPONENT
    return BY_LEADS if own + sure >= needs else OPEN


@kernel
def run_races(laws, leads, kept, unseen, drawn, needs, other_needs, counts):
    """Count how the race ends in all cases.

    Parameters
    ----------
    laws : Laws
        Under which all leads count one, or those of tens and higher.
    leads : int64
        1 for elder, who leads; 0 for younger, whose sure leads nobody knows.
    kept, unseen : int64
        What the seat keeps, and the cards that it has not seen.
    drawn : int64
        How many of these it draws.
    needs, other_needs : int64
        Points of the seat, and of the other; at least one each.
    counts : int64 array of OUTCOMES
        Is added to: cases by how they end.

    Returns
    -------
    draws, certain : int64
        All draws, and those after which the seat has its points first whatever the other holds.
    """
    draws = certain = 0
    places = count(unseen)
    one, end = (1 << drawn) - 1, 1 << places
    while one < end:
        draw = deposit(one, unseen)
        mine, rest = kept | draw, unseen & ~draw
        my_holding = evaluate_hand(laws, mine)
        sure = count_sure_points(laws, mine, rest) if leads else 0
        before = counts[IN_HAND] + counts[BY_LEADS]
        cases = 0
        two, last = (1 << HAND_CARDS) - 1, 1 << places - drawn
        while two < last:
            theirs = deposit(two, rest)
            their_holding = evaluate_hand(laws, theirs)
            outcome = _run_race(
                laws, mine, theirs, my_holding, their_holding, needs, other_needs, sure
            )
            counts[outcome] += 1
            cases += 1
            two = next_choice(two)
        draws += 1
        certain += 1 if counts[IN_HAND] + counts[BY_LEADS] - before == cases else 0
        one = next_choice(one)
    return draws, certain
