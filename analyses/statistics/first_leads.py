"""A first lead judged: of which kind it is, and what leads of other kinds would make more.

A lead is of the point suit (elder's longest, of equals the one with most pips) or of another, and
of one of four kinds: a master, which no card can take that elder has not seen; from under a master,
which is kept back; from a guarded king whose ace is not seen; or another card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.maxims.lead_choices import LEAD_CHOICES, find_point_suit
from analyses.statistics.moments import Moment, try_choices
from piquet_sim.advice.cards import CardValue, PlayAdvice, advise_play
from piquet_sim.advice.knowledge import read_view
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import KING, card_rank, card_suit, count_cards, iterate_cards, suit_mask
from piquet_sim.game.errors import InputError

KINDS = tuple(
    f"{suit} suit, {kind}"
    for suit in ("point", "other")
    for kind in ("a master", "from under a master", "from a guarded king", "another card")
)
PIQUE, BALANCE, WON, LOST = SITUATIONS = (
    "a pique in the balance", "the cards in the balance", "the cards won", "the cards lost",
)  # fmt: skip
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
    """The same in deals played on; it is None if they were not."""
    choices: np.ndarray
    """float64[choice, (judge, played on, own)]: what the best lead on one side makes more than the
    best on the other, and whether the lead made is on the first; nan where there is no choice."""
    is_live: bool
    """Whether a pique is live."""


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
    The lead is from under the ace and queen of spades, which are not the longest suit; the king is
    unseen:

    >>> from piquet_sim.game.cards import parse_card, parse_hand
    >>> hand, unseen = parse_hand("AQ7.KQJT98.A8.A"), parse_hand("KT.A7..")
    >>> KINDS[find_kind(parse_card("7S"), hand, unseen)]
    'other suit, from under a master'
    """
    suit = suit_mask(card_suit(card))
    own, theirs = hand & suit, unseen & suit
    top = next(iterate_cards(own))
    between = theirs & (top - card) & ~card  # unseen cards above this one and below the highest
    if theirs < card:
        kind = _MASTER
    elif theirs < top:
        kind = _UNDER
    elif card_rank(top) == KING and between and count_cards(own) > 1:
        kind = _GUARDED
    else:
        kind = _OTHER
    return kind + (len(KINDS) // 2) * (card_suit(card) != find_point_suit(hand))


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
        It is None if no hand agrees with what younger called, as happens if players call at random.
    """
    deal = simulation.replay_deal(index)
    try:
        advice = advise_play(read_view(describe_deal(deal), card=1))
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
    played = means = None
    if moment is not None and moment.seat == "elder" and moment.choice == led:
        tried = [*first.values(), *(one for both in sides.values() for one in both)]
        means = _play_on(moment, tried, own, simulation.seed + index)
    if means is not None:
        played = np.full(len(KINDS) + 1, np.nan)
        for kind, one in first.items():
            played[kind] = means[one]
        for place, (follow, against) in sides.items():
            choices[place, 1] = means[follow] - means[against]
    chances = [one.pique for one in advice.candidates]
    is_live = max(chances) >= _LIVE_FROM and min(chances) <= 1 - _LIVE_FROM
    kind, situation = find_kind(led, hand, unseen), _find_situation(advice.candidates[0])
    return FirstLead(situation, kind, gains, played, choices, is_live)


def _list_sides(advice: PlayAdvice) -> dict[int, tuple[CardValue, CardValue]]:
    # Each choice that there is has the lead rated first on one side, and that on the other. One of
    # several cards that are alike is rated for all.
    sides = {}
    for place, choice in enumerate(LEAD_CHOICES):
        follow, against = choice.sides(advice.view.hand, advice.view.unseen)
        listed = [(one, sum((one.card, *one.same))) for one in advice.candidates]
        best = [
            next((one for one, cards in listed if cards & side and not cards & but), None)
            for side, but in ((follow, 0), (against, follow))
        ]
        if None not in best:
            sides[place] = tuple(best)
    return sides


def _play_on(
    moment: Moment, tried: Sequence[CardValue], own: CardValue, seed: int
) -> dict[CardValue, float] | None:
    # What leads make more than the player's own in imagined deals.
    others = [one for one in dict.fromkeys(tried) if one != own]
    choices = (moment.choice, *(one.card for one in others))
    made = try_choices(moment, _IMAGINED, seed, choices)
    if len(made) < _LEAST_IMAGINED:
        return None
    means = (made[:, 1:] - made[:, :1]).mean(axis=0)
    return {own: 0.0, **dict(zip(others, means.tolist(), strict=True))}


def _find_situation(rated: CardValue) -> str:
    # By the lead rated first.
    low, high = _PIQUE_IN_BALANCE
    if low <= rated.pique <= high:
        return PIQUE
    low, high = _IN_BALANCE
    won = rated.cards + rated.capot
    return LOST if won < low else WON if won > high else BALANCE
