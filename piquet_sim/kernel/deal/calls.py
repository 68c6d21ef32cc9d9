"""Who is good in each class, what that scores, and the order in which scores reckon.

The order is that of Law 67: carte blanche, point, sequences, quatorzes and trios, points in
play, the cards. It decides repiques: thirty in hand by scores that reckon before anything that
the other counts.
"""

from piquet_sim.game.laws import BY_CARDS, BY_TENTHS
from piquet_sim.kernel.compile import inline_kernel
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SET,
    call_strength,
    evaluate_hand,
    point_cards,
    reckon_sequences,
    reckon_sets,
    sequence_cards,
)
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT

NOBODY, TO_ELDER, TO_YOUNGER, EQUAL = 0, 1, 2, 3
"""Results of a class: nothing was called, one seat is good, or both called the same."""

RESULT_NAMES = ("none", "elder", "younger", "equal")

CLASS_COUNT = 3
"""Point, sequence, set: neighbouring columns of a record and fields of a view, in this order."""

HAND_CLASSES = 4
"""Carte blanche, point, sequences, sets: neighbouring columns of a record, in this order."""


@inline_kernel
def compare(elder, younger):
    """Who is good where two calls of one class meet, greater being better."""
    # Sums of comparisons, since which way they go cannot be guessed.
    same = EQUAL * (elder == younger) * (elder > 0)
    return TO_ELDER * (elder > younger) + TO_YOUNGER * (younger > elder) + same


@inline_kernel
def score_point(laws, call):
    """What a good point scores.

    Its cards (Law 46), a tenth of its pips with halves up (Cotton 1674: forty and thirty-five score
    four, thirty-four scores three), or one (004).
    """
    otherwise = ((call & PIPS_MASK) + 5) // 10 if laws.point_scores == BY_TENTHS else 1
    return call >> POINT_SHIFT if laws.point_scores == BY_CARDS else otherwise


@inline_kernel
def score_call(laws, kind, hand, holding, call):
    """What a good call scores, and the cards that it makes known.

    Parameters
    ----------
    kind : int64
        POINT, SEQUENCE or SET.
    hand : int64
    holding : Holding
        Of that hand.
    call : int64
        What was called, and is held; nothing is checked here.

    Returns
    -------
    points, cards : int64
    """
    if call == 0:
        return 0, 0
    if kind == POINT:
        return score_point(laws, call), point_cards(hand, call)
    if kind == SET:
        return reckon_sets(laws, hand, call)
    if call == holding.sequence and not laws.across:
        return holding.sequences_score, sequence_cards(hand)
    return reckon_sequences(laws, hand, call)


@inline_kernel
def reckon_class(laws, kind, elder_hand, younger_hand, elder_holding, younger_holding, record):
    """Compare the calls of one class, and score it for the seat that is good.

    Reads both calls from the record and writes the result and both scores. The player with the best
    sequence or set scores all of theirs, the other none (RULES 8); equals score nothing.

    Parameters
    ----------
    elder_hand, younger_hand : int64
    elder_holding, younger_holding : Holding

    Returns
    -------
    result, elder_shown, younger_shown : int64
        Who is good, and the cards made known: those scored, and those called as equal
        (document 000: all that is scored or called as equal is exhibited on demand).
    """
    place = kind - POINT
    elder_call = record[AT.elder_point_call + place]
    younger_call = record[AT.younger_point_call + place]
    result = compare(call_strength(laws, kind, elder_call), call_strength(laws, kind, younger_call))
    elder_points = younger_points = elder_shown = younger_shown = 0
    if result == TO_ELDER or result == EQUAL:
        elder_points, elder_shown = score_call(laws, kind, elder_hand, elder_holding, elder_call)
    if result == TO_YOUNGER or result == EQUAL:
        younger_points, younger_shown = score_call(
            laws, kind, younger_hand, younger_holding, younger_call
        )
    record[AT.point_result + place] = result
    record[AT.elder_point + place] = elder_points if result == TO_ELDER else 0
    record[AT.younger_point + place] = younger_points if result == TO_YOUNGER else 0
    return result, elder_shown, younger_shown


@inline_kernel
def _is_repique(laws, own, other, record):
    # Whether the scores from column `own` on reach thirty before any from column `other` on. There
    # are no branches: who is good cannot be guessed.
    reached = spoilt = made = 0
    for place in range(HAND_CLASSES):
        spoilt |= record[other + place]
        reached += record[own + place]
        made |= (spoilt == 0) & (reached >= laws.pique_needs)
    return made


@inline_kernel
def reckon_repiques(laws, record):
    """Write the repiques: thirty in hand before anything that the other reckons (Law 67)."""
    elder, younger = AT.elder_carte_blanche, AT.younger_carte_blanche
    record[AT.elder_repique] = laws.repique if _is_repique(laws, elder, younger, record) else 0
    record[AT.younger_repique] = laws.repique if _is_repique(laws, younger, elder, record) else 0


@inline_kernel
def reckon_hands(laws, elder, younger, record):
    """Reckon two hands whose seats call everything: calls, classes and repiques.

    Parameters
    ----------
    laws : Laws
    elder, younger : int64
        The hands after the exchange.
    record : int64 array
        Holds what was reckoned for carte blanche; the calls and what they score are written to it.
    """
    mine, theirs = evaluate_hand(laws, elder), evaluate_hand(laws, younger)
    worths = (score_point(laws, mine.point), mine.sequences_score, mine.sets_score)
    others = (score_point(laws, theirs.point), theirs.sequences_score, theirs.sets_score)
    for place in range(CLASS_COUNT):
        one = call_strength(laws, POINT + place, mine[place])
        other = call_strength(laws, POINT + place, theirs[place])
        record[AT.elder_point_call + place] = mine[place]
        record[AT.younger_point_call + place] = theirs[place]
        record[AT.point_result + place] = compare(one, other)
        record[AT.elder_point + place] = worths[place] * (one > other)
        record[AT.younger_point + place] = others[place] * (other > one)
    reckon_repiques(laws, record)


@inline_kernel
def hand_points(first, record):
    """What a seat has reckoned in hand without bonus, `first` being its carte blanche column."""
    return record[first] + record[first + 1] + record[first + 2] + record[first + 3]
