"""All hands that the opponent can hold in the play, how likely each is, and what cards make.

The kernels that the players use decide what calls, answers and weights mean
(`kernel.players.opponent_hands`, `kernel.players.play_inference`). Players look at thirty hands, or
a few thousand at most; here every remaining hand is listed and weighted. Also, in the classes that
were good a hand must count what the opponent has counted.

Against each hand both play on perfectly for the difference of points, seeing all: the table of
perfect play has the answer, with the points of both (`kernel.base.play_table`). While elder may
still make a pique the tricks are played one by one, each card by the search of
`kernel.perfect.live_pique`. Among equally good suits the choice depends on how their cards are
divided, so that nothing depends on the names of the suits.

All of it is one module, since what is compiled here notices no change in another one that is not
part of the engine.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import LANE_BITS, SUITS, TRICKS
from piquet_sim.game.laws import BY_LEADER
from piquet_sim.kernel.base._jit import kernel
from piquet_sim.kernel.base.bits import count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.base.play_table import read_outcome, split_outcome
from piquet_sim.kernel.base.shared_tables import scratch, shelf_learned, shelf_play_table
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.declarations import (
    CLASS_COUNT,
    TO_ELDER,
    hand_points,
    reckon_repiques,
    score_call,
)
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET,
    evaluate_hand,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.tricks import (
    Progress,
    beats,
    close_deal,
    count_lead,
    count_reply,
    legal_cards,
    suit_of,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, OPEN, OWN, THEIRS, YOUNGER_SEAT
from piquet_sim.kernel.perfect.live_pique import (
    MEMORY_SHAPE,
    deal_difference,
    pique_value,
    start_search,
)
from piquet_sim.kernel.perfect.lookup import find_keys, find_lead_outcomes, position_value, top_run
from piquet_sim.kernel.players.card_values import CARD_PLACES, add_world, find_tried
from piquet_sim.kernel.players.opponent_hands import (
    fits_calls,
    fits_dealt,
    know_opponent,
    weigh_hands,
)
from piquet_sim.kernel.players.play_inference import know_own

UNKNOWN = -1
"""In place of points: the opponent has not said what they count."""

RESULT, OWN_POINTS, CALLED, COUNTED = range(4)
"""What is known of a class: how it stands (`kernel.deal.views`), what this seat counts in it, what
the opponent has called as far as it was said in full, and what they have counted."""

TEMPERATURE, CARELESS = 0.3, 0.2
"""In points, and how often any card is played by a careful player: the numbers of
`kernel.players.play_inference`."""

_SHOWN_AND_CALLED = 2  # one less: what was shown; 0: nothing


class EarlierCard(NamedTuple):
    """A card that the opponent has played, and what they knew then."""

    trick: int
    """From 0."""
    card: int
    led: int
    """The card that it answered; 0 where it was led."""
    mine: int
    """What this seat held at that moment."""
    renounced: int
    """All cards of the suits in which this seat had renounced before the trick."""
    fallen: int
    """This card and those that the opponent has played since."""
    tricks: int
    """That the opponent had won."""


class Mover(NamedTuple):
    """Of the opponent's view what `kernel.players.card_values` reads of a view."""

    hand: int
    legal: int
    led: int
    tricks: int
    opponent_may_hold: int
    """What this seat held then or had thrown."""


@kernel
def know_hand(laws, view):
    """What a `PlayView` tells of the opponent's hand, as `opponent_hands.know_opponent`."""
    return know_opponent(laws, view)


@kernel
def holds_call(laws, place, hand, call):
    """Whether a hand holds what was called in a class: 0 the point, 1 sequence, 2 set."""
    if call == 0:
        return True
    if place + POINT == POINT:
        return point_cards(hand, call) != 0
    if place + POINT == SEQUENCE:
        return holds_sequence(laws, hand, call)
    return holds_set(laws, hand, call)


@kernel
def count_class(laws, place, hand, call):
    """What a hand counts in a class that is good by a call; by its best where `call` is 0."""
    holding = evaluate_hand(laws, hand)
    kind = place + POINT
    if call == 0:
        call = holding.point
        if kind == SEQUENCE:
            call = holding.sequence
        elif kind == SET:
            call = holding.set
    points, _ = score_call(laws, kind, hand, holding, call)
    return points


@kernel
def _next_choice(chosen):
    # The next greater number with as many bits.
    lowest = chosen & -chosen
    carried = chosen + lowest
    return carried | ((chosen ^ carried) >> 2) // lowest


@kernel
def list_possible_hands(laws, knowledge, classes, hands):
    """All hands that the opponent can hold.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    classes : int64 array, shape (3, 4)
        Of point, sequence and set: RESULT, OWN_POINTS, CALLED, COUNTED.
    hands : int64 array
        Is filled with the cards they still hold; room for all ways to take so many cards.

    Returns
    -------
    int64
        How many there are.
    """
    places, wanted = count(knowledge.pool), knowledge.wanted
    if wanted < 0 or wanted > places:
        return 0
    found = 0
    chosen, end = (1 << wanted) - 1, 1 << places
    while chosen < end:
        hand = knowledge.held | deposit(chosen, knowledge.pool)
        full = hand | knowledge.played
        if fits_dealt(knowledge, full) and fits_calls(laws, knowledge, full):
            fits = True
            for place in range(CLASS_COUNT):
                called, counted = classes[place, CALLED], classes[place, COUNTED]
                fits &= holds_call(laws, place, full, called)
                if fits and counted != UNKNOWN:
                    fits = count_class(laws, place, full, called) == counted
            if fits:
                hands[found] = hand
                found += 1
        if chosen == 0:
            break
        chosen = _next_choice(chosen)
    return found


@kernel
def weigh_possible_hands(block, seat, knowledge, found, hands, weights):
    """How likely the opponent is to have kept each hand, the likeliest 2**20.

    Parameters are those of `opponent_hands.weigh_hands`, but for the number of the block that was
    learned.
    """
    weigh_hands(shelf_learned(block), seat, knowledge, found, hands, weights)


@kernel
def list_own_hands(laws, view, block, earlier, own, weights):
    """All hands that this seat could hold as far as the opponent knew when they played a card.

    If none would have been called as this seat called, calls are left out of account, and then
    what was shown.

    Parameters
    ----------
    laws : Laws
    view : PlayView
        Of this seat, now.
    block : int64
        Number of the block that was learned.
    earlier : EarlierCard
    own, weights : int64 array
        Are filled: the hands, and how likely this seat is to have kept each, the likeliest 2**20;
        room for all ways to take what it held then from what it holds and has thrown.

    Returns
    -------
    int64
        How many hands there are, at least one.
    """
    knowledge = know_own(laws, view, earlier.trick, earlier.mine, earlier.renounced)
    places, wanted = count(knowledge.pool), knowledge.wanted
    found, asked = 0, _SHOWN_AND_CALLED
    while found == 0 and asked >= 0:
        chosen, end = (1 << wanted) - 1, 1 << places
        while chosen < end:
            hand = knowledge.held | deposit(chosen, knowledge.pool)
            full = hand | knowledge.played
            if (asked == 0 or fits_dealt(knowledge, full)) and (
                asked < _SHOWN_AND_CALLED or fits_calls(laws, knowledge, full)
            ):
                own[found] = hand
                found += 1
            if chosen == 0:
                break
            chosen = _next_choice(chosen)
        asked -= 1
    weigh_hands(shelf_learned(block), view.seat, knowledge, found, own, weights)
    return found


@kernel
def _share_of(tried, choice, worths):
    # How likely a careful player prefers one choice: by the exponentials of the worths.
    best = worths[choice]
    left = tried
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        best = max(best, worths[place])
    together = 0.0
    left = tried
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        together += np.exp((worths[place] - best) / TEMPERATURE)
    return np.exp((worths[choice] - best) / TEMPERATURE) / together


@kernel
def _count_alike(mover, tried, choice):
    # How many cards one choice stands for, itself included.
    suit = suit_of(1 << choice)
    below = tried & suit & ((1 << choice) - 1)
    alike = mover.legal & suit & ((2 << choice) - 1)
    if below:
        alike &= -(2 << highest_bit(below))
    return count(alike)


@kernel
def judge_earlier_card(earlier, thrown, found, hands, listed, own, weights, careful, careless):
    """Multiply by the probability of a card that the opponent has played, hand by hand.

    What a careful and a careless player are is said in `kernel.players.play_inference`.

    Parameters
    ----------
    earlier : EarlierCard
    thrown : int64
        What this seat has discarded.
    found : int64
        How many hands of the opponent there are.
    hands : int64 array
        What the opponent still holds.
    listed : int64
        How many hands of this seat there are (`list_own_hands`).
    own : int64 array
        These hands.
    weights : float64 array
        How likely each is, together 1.
    careful, careless : float64 array
        Are multiplied.
    """
    table = shelf_play_table()
    worths = np.zeros(CARD_PLACES)
    for place in range(found):
        hand = hands[place] | earlier.fallen
        legal = legal_cards(hand, earlier.led)
        choices = count(legal)
        careless[place] /= choices
        if choices == 1:
            continue
        mover = Mover(hand, legal, earlier.led, earlier.tricks, earlier.mine | thrown)
        tried = find_tried(mover)
        suit = suit_of(earlier.card)
        choice = lowest_bit(tried & suit & -earlier.card)
        share = 1.0
        if tried & (tried - 1):
            worths[:] = 0
            for other in range(listed):
                add_world(mover, table, own[other], tried, weights[other], worths)
            share = _share_of(tried, choice, worths)
        alike = _count_alike(mover, tried, choice)
        careful[place] *= (1 - CARELESS) * share / alike + CARELESS / choices


# ---- What a card makes ---------------------------------------------------------------------------
_MOST = 999

OWN_SCORE, OTHER_SCORE, TRICKS_WON, BONUSES = range(4)
"""What stands in the last axis of the scores: both scores of the deal, the tricks that the seat
wins in it, and who makes a pique or repique."""
OWN_PIQUE, OTHER_PIQUE, OWN_REPIQUE, OTHER_REPIQUE = 1, 2, 4, 8
PARTS = 4


class Position(NamedTuple):
    """A moment of the play as far as one seat knows it, beside its classes."""

    seat: int
    """0 elder, 1 younger."""
    hand: int
    """The cards this seat still holds."""
    led: int
    """The card to be answered; 0 when this seat leads."""
    tried: int
    """The cards that are tried."""
    opponent_played: int
    elder_blanche: int
    """Points for a carte blanche."""
    younger_blanche: int
    has_led: int
    """1 once elder has led for the first time, after which younger has reckoned."""


class Standing(NamedTuple):
    """The deal between two tricks."""

    elder: int
    """Both hands."""
    younger: int
    leader: int
    """0 elder, 1 younger."""
    elder_tricks: int
    in_hand: int
    """Points that elder has reckoned in hand."""
    is_live: int
    """1 while elder may still make a pique."""


@kernel
def _reckon_hands(laws, position, classes, opponent, record):
    # What both count in hand if the opponent holds this hand, and the repiques.
    for column in range(RECORD_SIZE):
        record[column] = 0
    own, other = AT.elder_carte_blanche, AT.younger_carte_blanche
    if position.seat == YOUNGER_SEAT:
        own, other = other, own
    record[AT.elder_carte_blanche] = position.elder_blanche
    record[AT.younger_carte_blanche] = position.younger_blanche
    full = opponent | position.opponent_played
    for place in range(CLASS_COUNT):
        result = classes[place, RESULT]
        if result == OWN:
            record[own + 1 + place] = classes[place, OWN_POINTS]
        # What elder did not call younger may yet reckon.
        if result == THEIRS or (result == OPEN and not position.has_led):
            record[other + 1 + place] = count_class(laws, place, full, classes[place, CALLED])
    reckon_repiques(laws, record)


@kernel
def _follow(laws, plays, record):
    # What has been counted after the cards that have fallen, who leads, and elder's tricks.
    progress = Progress(
        hand_points(AT.elder_carte_blanche, record),
        hand_points(AT.younger_carte_blanche, record),
        0,
    )
    leader, elder_tricks = ELDER_SEAT, 0
    for trick in range((len(plays) + 1) // 2):
        led = plays[2 * trick]
        progress = count_lead(laws, progress, leader, led, trick)
        if 2 * trick + 1 == len(plays):
            break
        reply = plays[2 * trick + 1]
        won = np.int64(beats(reply, led))
        winner = leader ^ won
        elder_tricks += np.int64(winner == ELDER_SEAT)
        tricks = elder_tricks if winner == ELDER_SEAT else trick + 1 - elder_tricks
        progress = count_reply(laws, progress, leader, led, reply, won, trick, tricks)
        leader = winner
    return progress, leader, elder_tricks


@kernel
def _list_replies(hand, led):
    # The replies that need be tried: the cheapest card that wins and the lowest that does not;
    # where the suit is out, the lowest of each suit.
    legal = legal_cards(hand, led)
    suit = suit_of(led)
    if legal & suit == 0:
        replies = 0
        for one in range(SUITS):
            cards = legal & (suit_of(1 << LANE_BITS * one))
            replies |= cards & -cards
        return replies
    winners = legal & -led & ~led
    return (winners & -winners) | (legal & -legal)


@kernel
def _answer_live(laws, table, memory, elder, younger, led, needed):
    # Younger's best reply while a pique is live, and elder's difference of the whole deal after
    # it; `needed` before the lead.
    bonuses = (laws.cards, laws.capot, laws.pique)
    level = count(elder) - 1
    divided = find_keys(elder, younger)
    best, chosen, of_best = _MOST, 0, 0
    left = _list_replies(younger, led)
    while left:
        reply = left & -left
        left ^= reply
        keys = find_keys(elder ^ led, younger ^ reply)
        if beats(reply, led):
            after = position_value(table, level, younger ^ reply, elder ^ led)
            value = deal_difference(bonuses, 2 * TRICKS - 1 - after)
        else:
            value = pique_value(table, bonuses, level, keys, needed - 1, -_MOST, _MOST, memory)
        suit = divided[lowest_bit(reply) // LANE_BITS]
        if value < best or (value == best and suit > of_best):
            best, chosen, of_best = value, reply, suit
    return chosen, best


@kernel
def _lead_live(laws, table, memory, elder, younger, needed):
    # Elder's best lead while a pique is live, and younger's reply: of touching cards the highest.
    divided = find_keys(elder, younger)
    best, led, reply, of_best = -_MOST, 0, 0, 0
    for suit in range(SUITS):
        cards = elder & suit_of(1 << LANE_BITS * suit)
        theirs = younger & suit_of(1 << LANE_BITS * suit)
        while cards:
            run = top_run(cards, theirs)
            cards ^= run
            card = 1 << highest_bit(run)
            answer, value = _answer_live(laws, table, memory, elder, younger, card, needed)
            if value > best or (value == best and divided[suit] > of_best):
                best, led, reply, of_best = value, card, answer, divided[suit]
    return led, reply


@kernel
def _split(laws, level, outcome, leader, progress):
    # What has been counted when the rest is played perfectly, and the leader's tricks of it.
    if laws.play_scores == BY_LEADER:
        # Counted at other times, as in `playout`: a lead when its trick is won.
        leaders, others, tricks = split_outcome(1, level, outcome)
        leaders -= level < TRICKS
    else:
        leaders, others, tricks = split_outcome(laws.last_trick, level, outcome)
    elders, youngers = leaders, others
    if leader == YOUNGER_SEAT:
        elders, youngers = others, leaders
    return (
        Progress(
            progress.elder_points + elders, progress.younger_points + youngers, progress.pique
        ),
        tricks,
    )


@kernel
def _play_trick(laws, standing, led, reply, progress):
    # The deal after a whole trick, of which the lead has been counted.
    won = np.int64(beats(reply, led))
    leader, trick = standing.leader, TRICKS - count(standing.elder)
    winner = leader ^ won
    elder_tricks = standing.elder_tricks + np.int64(winner == ELDER_SEAT)
    tricks = elder_tricks if winner == ELDER_SEAT else trick + 1 - elder_tricks
    progress = count_reply(laws, progress, leader, led, reply, won, trick, tricks)
    both = led | reply
    left = Standing(
        standing.elder & ~both,
        standing.younger & ~both,
        winner,
        elder_tricks,
        standing.in_hand,
        standing.is_live & np.int64(winner == ELDER_SEAT),
    )
    return left, progress


@kernel
def _pique_needs(laws, standing):
    # Points that elder still needs, one a lead, before the next one.
    return laws.pique_needs - standing.in_hand - (TRICKS - count(standing.elder))


@kernel
def _finish(laws, table, memory, standing, progress):
    # What has been counted when all is played, and elder's tricks.
    level = count(standing.elder)
    while standing.is_live and level > 0:
        needed = _pique_needs(laws, standing)
        if needed <= 1:
            progress = Progress(progress.elder_points, progress.younger_points, TO_ELDER)
            break
        if needed > level + 1:
            break
        led, reply = _lead_live(laws, table, memory, standing.elder, standing.younger, needed)
        progress = count_lead(laws, progress, ELDER_SEAT, led, TRICKS - level)
        standing, progress = _play_trick(laws, standing, led, reply, progress)
        level -= 1
    if level == 0:
        return progress, standing.elder_tricks
    own, other = standing.elder, standing.younger
    if standing.leader == YOUNGER_SEAT:
        own, other = other, own
    keys = find_keys(own, other)
    outcome = read_outcome(table, level, keys[0], keys[1], keys[2], keys[3])
    progress, tricks = _split(laws, level, outcome, standing.leader, progress)
    won = tricks if standing.leader == ELDER_SEAT else level - tricks
    return progress, standing.elder_tricks + won


@kernel
def _finish_lead(laws, table, memory, standing, led, outcome, progress):
    # The same after a card is led; `outcome` is that of the table.
    level, leader = count(standing.elder), standing.leader
    needed = _pique_needs(laws, standing)
    if standing.is_live and 1 < needed <= level + 1:
        reply, _ = _answer_live(laws, table, memory, standing.elder, standing.younger, led, needed)
        progress = count_lead(laws, progress, leader, led, TRICKS - level)
        standing, progress = _play_trick(laws, standing, led, reply, progress)
        return _finish(laws, table, memory, standing, progress)
    if standing.is_live and needed <= 1:
        progress = Progress(progress.elder_points, progress.younger_points, TO_ELDER)
    progress, tricks = _split(laws, level, outcome, leader, progress)
    won = tricks if leader == ELDER_SEAT else level - tricks
    return progress, standing.elder_tricks + won


@kernel
def _write_scores(seat, record, scores):
    # The deal's scores as a seat sees them.
    elder, younger = record[AT.elder_score], record[AT.younger_score]
    bonuses = OWN_PIQUE * (record[AT.elder_pique] > 0) + OTHER_PIQUE * (
        record[AT.younger_pique] > 0
    )
    bonuses += OWN_REPIQUE * (record[AT.elder_repique] > 0)
    bonuses += OTHER_REPIQUE * (record[AT.younger_repique] > 0)
    tricks = record[AT.elder_tricks]
    if seat == YOUNGER_SEAT:
        elder, younger, tricks = younger, elder, TRICKS - tricks
        bonuses = (bonuses & 5) << 1 | (bonuses & 10) >> 1
    scores[OWN_SCORE], scores[OTHER_SCORE] = elder, younger
    scores[TRICKS_WON], scores[BONUSES] = tricks, bonuses


@kernel
def score_cards(laws, position, classes, plays, hands, scores):
    """The scores of the deal after each card tried, against each hand.

    Parameters
    ----------
    laws : Laws
        Under which the table is perfect play (`play_table_cache.check_solvable`).
    position : Position
    classes : int64 array, shape (3, 4)
        As for `possible_hands.list_possible_hands`.
    plays : int64 array
        The cards that have fallen, in their order.
    hands : int64 array
        What the opponent may still hold.
    scores : int16 array, shape (hands, cards tried, PARTS)
        Is filled: OWN_SCORE, OTHER_SCORE, TRICKS_WON, BONUSES; the cards from the lowest bit.
    """
    table = shelf_play_table()
    memory = np.zeros(MEMORY_SHAPE, np.int64)
    start_search(memory)
    record, outcomes = scratch(RECORD_SIZE), scratch(CARD_PLACES)
    seat, mine = position.seat, position.hand
    for place in range(len(hands)):
        theirs = hands[place]
        _reckon_hands(laws, position, classes, theirs, record)
        progress, leader, elder_tricks = _follow(laws, plays, record)
        elder, younger = (mine, theirs) if seat == ELDER_SEAT else (theirs, mine)
        # The card led lies on the table, and is still counted among its player's here.
        if seat == ELDER_SEAT:
            younger |= position.led
        else:
            elder |= position.led
        level = count(mine)
        has_repique = record[AT.elder_repique] | record[AT.younger_repique]
        is_live = (
            has_repique == 0
            and progress.pique == 0
            and progress.younger_points == 0
            and elder_tricks == TRICKS - level
        )
        in_hand = hand_points(AT.elder_carte_blanche, record)
        standing = Standing(elder, younger, leader, elder_tricks, in_hand, np.int64(is_live))
        if position.led == 0:
            find_lead_outcomes(table, level, mine, theirs, outcomes)
        tried, number = position.tried, 0
        while tried:
            card = tried & -tried
            tried ^= card
            if position.led == 0:
                outcome = outcomes[lowest_bit(card)]
                ended, won = _finish_lead(laws, table, memory, standing, card, outcome, progress)
            else:
                left, ended = _play_trick(laws, standing, position.led, card, progress)
                ended, won = _finish(laws, table, memory, left, ended)
            close_deal(laws, won, ended, record)
            _write_scores(seat, record, scores[place, number])
            number += 1
