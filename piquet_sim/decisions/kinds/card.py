"""Which card to play: what each makes over all hands that the opponent can still hold.

Players look at thirty hands, or a few thousand at most; here every remaining hand is listed and
weighed (`kernel.opponent`), and in the classes that were good a hand must count what the opponent
has counted. The weights are the model of `strategies.master`: how likely the opponent is to have
kept the hand, and how plausible the cards are that they have played, given all hands that they
could think this seat holds. Nothing is sampled. Against each hand both play on perfectly for the
difference of points, seeing all cards (`scores_after_cards`).

A hand fits if a player who calls everything would have called and answered with it as the opponent
did. A silent elder may also hold a trio, if younger has seen three cards of a higher rank (`expert`
does not call such a trio). If no hand fits, all hands that hold what was called are used, and the
answer says so. Among plays that make the same difference, both players prefer the one that brings
both more points, except while a pique can still be made.

Still, the weights are a model. The error of a difference between two cards is how far off it would
be if each weight were off by as much as the weight itself, like the error of a weighted sample.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.decisions.judge import Effort, Loss, find_loss
from piquet_sim.decisions.kinds.card_hands import describe_classes, find_position, weigh_opponent
from piquet_sim.decisions.meaning import describe_cards
from piquet_sim.decisions.one_hand import check_asked, read_view
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import AIMS, OWN, Stake
from piquet_sim.decisions.table import CLOSE, Table, add_products
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.shown import Numbers, Shown
from piquet_sim.game.cards import SUITS, TRICKS, format_card, iterate_cards, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import PARTIE, RUBICON_SETTLEMENT
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.laws import open_book
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.questions.scores_after_cards import (
    BONUSES,
    OTHER_PIQUE,
    OTHER_REPIQUE,
    OTHER_SCORE,
    OWN_PIQUE,
    OWN_REPIQUE,
    OWN_SCORE,
    PARTS,
    TRICKS_WON,
    score_cards,
)
from piquet_sim.matches.standing import POINTS, SETTLEMENT
from piquet_sim.running.provenance import describe_making
from piquet_sim.strategies import find_strategy
from piquet_sim.strategies.learned import prepare_learned

if TYPE_CHECKING:
    from piquet_sim.decisions.decision import Decision

_DIGITS = 9


def _add_up(weights: np.ndarray, happens: np.ndarray) -> float:
    # A probability that is exactly 1 where nothing else can happen.
    return 1.0 if happens.all() else float(weights[happens].sum())


@dataclass(frozen=True)
class CardValue:
    """What a card makes on average over the possible hands, each with its weight.

    Chances are those of the whole deal, what has been made before included.
    """

    card: int
    same: tuple[int, ...]
    """Other cards that are as good in every hand: no unseen card lies between them."""
    difference: float
    """The player's points at the end of the deal less the opponent's."""
    own: float
    """Own points."""
    settlement: float | None
    """The expected settlement of the partie, where a score is given."""
    saved: float | None
    """The chance that the player's total reaches the rubicon with this deal, if a score is
    given."""
    best: float
    """How likely the card is best by the difference, alone or with others."""
    tricks: float
    pique: float
    pique_against: float
    repique: float
    repique_against: float
    cards: float
    cards_against: float
    capot: float
    capot_against: float

    def value(self, aim: str) -> float:
        """What it makes for one of the AIMS."""
        return getattr(self, aim)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        shape = {name: value for name, value in vars(self).items() if value is not None}
        cards = {"card": format_card(self.card), "same": [format_card(one) for one in self.same]}
        return shape | cards


class PlayAdvice(Shown, Table):
    """The value of each legal card, over all hands that the opponent can still hold.

    The rows of the table are these hands. Of touching cards the highest alone is a choice.

    Parameters
    ----------
    view : Seen
    stake : Stake
    seed : int
        Has no effect, since nothing is sampled; it is kept with the answer.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> advice = advise_play(describe_deal(Simulation("club", "club").replay_deal(0)), card=17)
    >>> advice.ways, len(advice.hands)
    (15, 15)
    """

    def __init__(self, view: Seen, stake: Stake, seed: int) -> None:
        prepare_learned()
        laws = view.laws
        open_book(laws.book)
        self.view, self.seed = view, seed
        seen = view.as_play_view(seed << STEP_BITS)
        self.ways, self.calls_all, self.hands, weights = weigh_opponent(view, seen)
        tried = int(find_tried(seen))
        super().__init__(sorted(iterate_cards(tried)), stake, weights=weights)
        self.scores = np.zeros((len(self.hands), len(self.choices), PARTS), np.int16)
        plays = np.array(view.plays, np.int64)
        position, classes = find_position(view, tried), describe_classes(view)
        score_cards(laws, position, classes, plays, self.hands, self.scores)
        self.made = [
            self.scores[:, place, [OWN_SCORE, OTHER_SCORE]] for place in range(len(self.choices))
        ]

    def numbers(self) -> Numbers:
        """What each card makes over all hands that the opponent can hold, and what may come."""
        return describe_cards(self)

    @property
    def silent_on(self) -> tuple[str, ...]:
        """The classes in which the opponent could have called and was not heard to."""
        view, known = self.view, self.view.hidden
        # Younger calls what elder has left open after the first card.
        may_come = view.seat == ELDER_SEAT and not view.plays
        return tuple(
            kind
            for kind, heard, result in zip(CLASSES, known.heard, known.results, strict=True)
            if not heard and (result or not may_come)
        )

    @cached_property
    def candidates(self) -> tuple[CardValue, ...]:
        """The legal cards, but one for all that touch, the best by the aim first.

        Cards that are as good, such as those of two suits held alike, stay in their places: sums
        that are equal may differ in their last digit, and the choice must not hang on it.
        """
        points = np.stack([self.worths(at, POINTS) for at in range(len(self.choices))])
        best = points == points.max(axis=0)
        values = [self._value_card(place, is_best) for place, is_best in enumerate(best)]
        return tuple(sorted(values, key=lambda one: -round(one.value(self.stake.aim), _DIGITS)))

    def find_gap(self, card: int, other: int, aim: str | None = None) -> Estimate:
        """How much more one card makes than another, with the error of the weights (`compare`)."""
        return self.compare(self.choices.index(card), self.choices.index(other), aim)

    def _value_card(self, place: int, is_best: np.ndarray) -> CardValue:
        card, score = self.choices[place], self.stake.score
        tricks, bonuses = (
            self.scores[:, place, part].astype(np.int64) for part in (TRICKS_WON, BONUSES)
        )

        def chance(happens: np.ndarray) -> float:
            return _add_up(self.weights, happens)

        settlement = saved = None
        if score is not None:
            settlement = self.mean(place, SETTLEMENT)
            saved = chance(score[0] + self.worths(place, OWN) >= self.view.rules.rubicon)
        return CardValue(
            card,
            self._list_same(card),
            self.mean(place, POINTS),
            self.mean(place, OWN),
            settlement,
            saved,
            chance(is_best),
            add_products(self.weights, tricks),
            *(
                chance(bonuses & bonus > 0)
                for bonus in (OWN_PIQUE, OTHER_PIQUE, OWN_REPIQUE, OTHER_REPIQUE)
            ),
            chance((2 * tricks > TRICKS) & (tricks < TRICKS)),
            chance((2 * tricks < TRICKS) & (tricks > 0)),
            chance(tricks == TRICKS),
            chance(tricks == 0),
        )

    def _list_same(self, card: int) -> tuple[int, ...]:
        # Cards of the suit down to the next one that is tried.
        suit = next(suit_mask(suit) for suit in range(SUITS) if card & suit_mask(suit))
        below = [one for one in self.choices if one & suit and one < card]
        least = max(below, default=0)
        same = self.view.legal & suit & (card - 1)
        return tuple(one for one in iterate_cards(same) if one > least)

    def count_holding(self) -> dict[int, int]:
        """In how many of the hands each unseen card is, the card in most of them first."""
        cards = iterate_cards(self.view.unseen)
        counted = {card: int(((self.hands & card) > 0).sum()) for card in cards}
        return dict(sorted(counted.items(), key=lambda pair: -pair[1]))

    def chance_of(self, card: int) -> float:
        """How likely the opponent holds a card."""
        return _add_up(self.weights, (self.hands & card) > 0)

    def list_best(self, aim: str) -> tuple[int, ...]:
        """The best cards for one of the AIMS, of touching ones the highest."""
        most = max(one.value(aim) for one in self.candidates)
        return tuple(one.card for one in self.candidates if one.value(aim) > most - CLOSE)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`.

        Returns
        -------
        dict
            `question` (`view`, `aim`, `score`, `deal`, `seed`) and `origin`; `hands`, how many fit;
            `ways`, how many hold the cards known to be held, ignoring the calls; `calls_all`, false
            if hands are used that merely hold what was called; `silent_on`, the classes in which
            nothing was called; `exact` and `sampled`, false, since the weights are a model;
            `holds`, for each unseen card the `hands` that hold it and their `chance` by weight;
            `best`, the best cards for each aim; `candidates`, best first: `card`, `same` (cards as
            good in every hand), `difference`, `own`, `settlement`, `saved`, `best`, `tricks`, the
            chances `pique`, `repique`, `cards`, `capot` and the same with `_against`, `value` by
            the aim, `gap` to the best and its error `gap_se`.
        """
        stake, best = self.stake, self.candidates[0].card
        question: dict[str, Any] = {"view": self.view.as_json(), "aim": stake.aim}
        if stake.why_points:
            question["score_not_used"] = stake.why_points
        if stake.score is not None:
            question |= {"score": list(stake.score), "deal": stake.deal}
        aims = AIMS if stake.score is not None else AIMS[:2]
        behind = {one.card: self.find_gap(best, one.card) for one in self.candidates}
        return {
            "question": {**question, "seed": self.seed},
            "origin": describe_making([find_strategy("master")]),
            "hands": len(self.hands),
            "ways": self.ways,
            "calls_all": self.calls_all,
            "silent_on": list(self.silent_on),
            "exact": False,
            "sampled": False,
            "holds": {
                format_card(card): {"hands": number, "chance": self.chance_of(card)}
                for card, number in self.count_holding().items()
            },
            "best": {aim: [format_card(card) for card in self.list_best(aim)] for aim in aims},
            "candidates": [
                {
                    **one.as_json(),
                    "value": one.value(stake.aim),
                    "gap": behind[one.card].value,
                    "gap_se": behind[one.card].se,
                }
                for one in self.candidates
            ],
        }


def advise_play(
    view: "Seen | dict[str, Any]",
    seat: str | None = None,
    card: int | None = None,
    trick: int | None = None,
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
    seed: int = 1,
) -> PlayAdvice:
    """The value of each legal card, over all hands that the opponent can still hold.

    Parameters
    ----------
    view : Seen or dict
        What the seat knows, or the record of a deal (`read_view`).
    seat, card, trick : optional
        In a record: whose card is asked about, and which one.
    aim : str, optional
        One of the AIMS, by which the cards are ordered; by default the difference or, of a record
        that says its score and its number in the partie, the settlement.
    score : tuple of two int, optional
        Own and the opponent's totals of the partie before this deal; by default those of the
        record.
    deal : int
        With a score: the number of this deal in the partie, 1 to 6.
    seed : int
        Has no effect, since nothing is sampled; it is kept with the answer.

    Returns
    -------
    PlayAdvice
        Means over all possible hands, which are weighed by a model.

    Raises
    ------
    InputError
        If the view contradicts the laws or itself, no possible hand is left, or perfect play is
        not known under its rules.

    Examples
    --------
    Younger leads to the eleventh trick; elder has one of three hands:

    >>> from piquet_sim.game.cards import parse_card
    >>> view = {
    ...     "seat": "younger",
    ...     "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D",
    ...     "opponent": {
    ...         "took": 5,
    ...         "calls": {"sequence": {"length": 4, "top": "A"}, "set": {"size": 3, "rank": "J"},
    ...                   "point": {"length": 5, "pips": 49}},
    ...     },
    ...     "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S",
    ... }
    >>> advice = advise_play(view)
    >>> [(format_card(one.card), round(one.difference, 1)) for one in advice.candidates]
    [('QS', -4.7), ('TS', -5.0)]
    >>> len(advice.hands), advice.count_holding()[parse_card("9D")]
    (3, 1)
    """
    check_asked(seat, None, card, trick, aim, score, deal, seed)
    known = view if isinstance(view, Seen) else read_view(view, seat, card, trick)
    if score is None:
        stake = known.find_stake(aim) if aim in (None, SETTLEMENT) else None
        stake = stake or Stake(known.rules, known.seat, asked=aim)
    else:
        _check_match(known)
        stake = Stake(known.rules, known.seat, score, deal, aim or POINTS)
    return PlayAdvice(known, stake, seed)


def _check_match(view: Seen) -> None:
    match = view.rules.match_laws()
    settled = match.match, match.partie_deals, match.settlement
    if settled != (PARTIE, PARTIE_DEALS, RUBICON_SETTLEMENT):
        raise InputError(
            f"score: settlements are known only for a partie of six deals as under Rubicon, not "
            f"for {view.rules.name}"
        )


def judge_card(advice: PlayAdvice, card: int) -> Loss:
    """What a card loses against the best, over all hands that the opponent can still hold.

    Parameters
    ----------
    advice : PlayAdvice
    card : int
        One of the legal cards.

    Returns
    -------
    Loss
        By the aim of the advice; the error is that of the weights (`Table.compare`).
    """
    same = {one.card: one.same for one in advice.candidates}
    ranked = [advice.choices.index(one) for one in same]
    made = next(at for at in ranked if card in (advice.choices[at], *same[advice.choices[at]]))
    leaders = advice.list_leaders(ranked[0], ranked)
    return find_loss(advice, made, leaders, same.__getitem__)


# ---- As any kind of decision ---------------------------------------------------------------------
def judge(decision: "Decision", made: int, effort: Effort) -> Loss:
    """What a card loses; all hands are listed, whatever the effort."""
    return judge_card(PlayAdvice(decision.seen, decision.stake, decision.seed), made)
