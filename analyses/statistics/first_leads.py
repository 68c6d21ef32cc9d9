"""Judge a first lead: which kind it is, and what leads of other kinds would make more.

A lead is of the point suit (elder's longest, of equals the one with most pips) or of another, and
of one of four kinds: a master, which no card can take that elder has not seen; from under a master,
which is kept back; from a guarded king whose ace is not seen; or another card.

Of the choices that books on play discuss, a lead of the first side is compared with the best lead
of the second. In each suit, only the cards that elder holds or has not seen count: if elder threw
the king, ace and knave are as good as a tenace.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.maxims.facts import PIPS, lane
from analyses.statistics.moments import Moment, try_choices
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.card import CardValue, PlayAdvice, advise_play
from piquet_sim.decisions.seen import CARD, see
from piquet_sim.game.cards import ACE, KING, LANE_BITS, SUITS, card_suit, iterate_cards, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import ELDER, SEATS

KINDS = tuple(
    f"{suit} suit, {kind}"
    for suit in ("point", "other")
    for kind in ("a master", "from under a master", "from a guarded king", "another card")
)
PIQUE, BALANCE, WON, LOST = SITUATIONS = (
    "a pique in the balance",
    "the cards in the balance",
    "the cards won",
    "the cards lost",
)
_IMAGINED, _LEAST_IMAGINED = 32, 8
"""In how many imagined deals a lead is played on, and in how many at least."""
_MASTER, _UNDER, _GUARDED, _OTHER = range(4)
_IN_BALANCE, _PIQUE_IN_BALANCE = (0.2, 0.8), (0.1, 0.9)
_LIVE_FROM = 0.05
"""A pique is live if some lead makes it as often, and some lead misses it as often."""


@dataclass(frozen=True)
class FirstLead:
    """A first lead, and what others would make more."""

    situation: str
    kind: int
    """That of the lead made, one of KINDS."""
    gains: np.ndarray
    """float64[kind]: what the one of each kind that is rated first makes more, by the judge; nan
    where there is none; of all kinds last."""
    played: np.ndarray | None
    """The same in deals played on; None where they were not."""
    choices: np.ndarray
    """float64[choice, (judge, played on, own)]: what the best lead on one side makes more than the
    best on the other, and whether the lead made is on the first; nan where there is no choice."""
    is_live: bool
    """Whether a pique is live."""


# ---- Suits and choices --------------------------------------------------------------------------
def find_point_suit(hand: int) -> int:
    """The longest suit of a hand, of equals the one with most pips, of these the first.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> find_point_suit(parse_hand("AQ7.KQJT.KQJ9.7"))
    1
    """
    lanes = [lane(hand, suit) for suit in range(SUITS)]
    return max(range(SUITS), key=lambda suit: (lanes[suit].bit_count(), PIPS[lanes[suit]]))


def has_tenace(hand: int, unseen: int, suit: int) -> bool:
    """Whether a suit has a tenace: ace and queen, ace, king and knave, or king and knave.

    The card between is not seen, nor is the ace above king and knave.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> dealt = parse_hand("AQ7.AK8.KJ.A"), parse_hand("KJ.QJ7.AQ.K")
    >>> [has_tenace(*dealt, suit) for suit in range(4)]
    [True, False, True, False]
    """
    own, theirs = lane(hand, suit), lane(unseen, suit)
    held = [bool(own >> rank & 1) for rank in range(ACE, -1, -1) if (own | theirs) >> rank & 1]
    # From the highest card of a suit that counts on, which ones are held.
    return any(
        tuple(held[: len(one)]) == one
        for one in ((True, False, True), (True, True, False, True), (False, True, False, True))
    )


def has_guarded_king(hand: int, unseen: int, suit: int) -> bool:
    """Whether a suit has the king with another card, the ace being unseen.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> dealt = parse_hand("K7.K.AK8.K8"), parse_hand("AQ.AQ.Q7.7")
    >>> [has_guarded_king(*dealt, suit) for suit in range(4)]
    [True, False, False, False]
    """
    own = lane(hand, suit)
    return own.bit_length() == KING + 1 and own.bit_count() > 1 and lane(unseen, suit) >> ACE > 0


def _keep_tenaces(hand: int, unseen: int) -> tuple[int, int]:
    tenaces = sum(suit_mask(suit) for suit in range(SUITS) if has_tenace(hand, unseen, suit))
    return hand & ~tenaces, hand & tenaces


def _lead_point(hand: int, unseen: int) -> tuple[int, int]:
    suit = suit_mask(find_point_suit(hand))
    return hand & suit, hand & ~suit


def _lead_from_king(hand: int, unseen: int) -> tuple[int, int]:
    suits = [suit for suit in range(SUITS) if has_guarded_king(hand, unseen, suit)]
    # A card lies from under the king if one that is not seen lies between.
    tops = [(lane(unseen, suit) & (1 << KING) - 1).bit_length() for suit in suits]
    below = sum((1 << top) - 1 << LANE_BITS * suit for suit, top in zip(suits, tops, strict=True))
    return hand & below, hand & ~sum(map(suit_mask, suits))


LEAD_CHOICES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "keeping every tenace": _keep_tenaces,
    "leading the point suit": _lead_point,
    "leading from a guarded king": _lead_from_king,
}
"""The choices that elder has at the first lead, by what the leads of the first side do, those of
the second not. The sides follow from elder's hand and all cards that younger may hold; there is a
choice if neither is empty. They are no maxims: of two sides no author prescribes the one."""


# ---- Judged -------------------------------------------------------------------------------------
def find_kind(card: int, hand: int, unseen: int) -> int:
    """The kind of a first lead, as its place among KINDS.

    Parameters
    ----------
    card : int
    hand : int
        The twelve cards of which it is one.
    unseen : int
        All cards that younger may hold.

    Examples
    --------
    From under the ace and queen of spades, which are not the longest suit, the king being unseen:

    >>> from piquet_sim.game.cards import parse_card, parse_hand
    >>> hand, unseen = parse_hand("AQ7.KQJT98.A8.A"), parse_hand("KT.A7..")
    >>> KINDS[find_kind(parse_card("7S"), hand, unseen)]
    'other suit, from under a master'
    """
    number = card_suit(card)
    suit = suit_mask(number)
    top, theirs = next(iterate_cards(hand & suit)), unseen & suit
    between = theirs & (top - card) & ~card  # unseen cards above this one and below the highest
    from_king = between and has_guarded_king(hand, unseen, number)
    far = _GUARDED if from_king else _OTHER
    kind = _MASTER if theirs < card else _UNDER if theirs < top else far
    return kind + (len(KINDS) // 2) * (number != find_point_suit(hand))


def judge_lead(simulation: Simulation, index: int, moment: Moment | None) -> FirstLead | None:
    """Judge the first lead of a deal.

    Parameters
    ----------
    simulation : Simulation
    index : int
        The deal's.
    moment : Moment or None
        The lead as a decision that may be taken otherwise, where leads are also played on.

    Returns
    -------
    FirstLead or None
        None where no hand agrees with what younger called, as of players who call at random.
    """
    deal = simulation.replay_deal(index)
    try:
        advice = advise_play(see(deal, SEATS.index(ELDER), CARD, number=1))
    except InputError:
        return None
    hand, unseen, led = advice.view.hand, advice.view.unseen, deal.plays[0]
    first: dict[int, CardValue] = {}
    for one in advice.candidates:
        first.setdefault(find_kind(one.card, hand, unseen), one)
    first[len(KINDS)] = advice.candidates[0]
    own = next(one for one in advice.candidates if led in (one.card, *one.same))
    gains, sides = np.full(len(KINDS) + 1, np.nan), _list_sides(advice)
    for kind, one in first.items():
        gains[kind] = one.difference - own.difference
    choices = np.full((len(LEAD_CHOICES), 3), np.nan)
    for place, (follow, against) in sides.items():
        choices[place, ::2] = follow.difference - against.difference, follow == own
    played = None
    if moment is not None and moment.seat == "elder" and moment.choice == led:
        tried = [*first.values(), *(one for both in sides.values() for one in both)]
        if means := _play_on(moment, tried, own, simulation.seed + index):
            played = np.full(len(KINDS) + 1, np.nan)
            played[list(first)] = [means[one] for one in first.values()]
            for place, (follow, against) in sides.items():
                choices[place, 1] = means[follow] - means[against]
    chances = [one.chances["pique"] for one in advice.candidates]
    is_live = max(chances) >= _LIVE_FROM and min(chances) <= 1 - _LIVE_FROM
    kind, situation = find_kind(led, hand, unseen), _find_situation(advice.candidates[0])
    return FirstLead(situation, kind, gains, played, choices, is_live)


def _list_sides(advice: PlayAdvice) -> dict[int, tuple[CardValue, CardValue]]:
    # Of each choice that there is the lead rated first on one side, and on the other; of cards that
    # are alike one is rated for all.
    listed = [(one, sum((one.card, *one.same))) for one in advice.candidates]

    def find_best(side: int, but: int = 0) -> CardValue | None:
        return next((one for one, cards in listed if cards & side and not cards & but), None)

    sides = [part(advice.view.hand, advice.view.unseen) for part in LEAD_CHOICES.values()]
    best = {
        place: (find_best(follow), find_best(against, follow))
        for place, (follow, against) in enumerate(sides)
    }
    return {place: (one, two) for place, (one, two) in best.items() if one and two}


def _play_on(
    moment: Moment, tried: Sequence[CardValue], own: CardValue, seed: int
) -> dict[CardValue, float] | None:
    # What leads make more than the player's own in imagined deals.
    others = [one for one in dict.fromkeys(tried) if one != own]
    table = try_choices(moment, _IMAGINED, seed, (moment.choice, *(one.card for one in others)))
    if table.deals(0) < _LEAST_IMAGINED:
        return None
    return {
        own: 0.0,
        **{one: table.compare(place, 0).value for place, one in enumerate(others, start=1)},
    }


def _find_situation(rated: CardValue) -> str:
    # By the lead rated first.
    won, (low, high) = rated.chances["cards"] + rated.chances["capot"], _IN_BALANCE
    if _PIQUE_IN_BALANCE[0] <= rated.chances["pique"] <= _PIQUE_IN_BALANCE[1]:
        return PIQUE
    return LOST if won < low else WON if won > high else BALANCE
