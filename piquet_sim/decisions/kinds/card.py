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

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np

from piquet_sim.decisions.judge import Effort, Loss, find_loss
from piquet_sim.decisions.meaning import describe_cards
from piquet_sim.decisions.one_hand import check_asked, read_knowledge
from piquet_sim.decisions.seen import CARD, Seen
from piquet_sim.decisions.stake import AIMS, OWN, Stake
from piquet_sim.decisions.table import CLOSE, Table, add_products
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.shown import Shown
from piquet_sim.game.cards import (
    TRICKS,
    card_suit,
    count_cards,
    format_card,
    iterate_cards,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import PARTIE_DEALS, Laws
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.views import ELDER_SEAT, PlayView
from piquet_sim.kernel.deal.views import OWN as OWNS
from piquet_sim.kernel.laws import open_book
from piquet_sim.kernel.opponent.hands import find_hands, weigh_listed_hands
from piquet_sim.kernel.opponent.inference import judge_earlier_card
from piquet_sim.kernel.opponent.knowledge import (
    ANYTHING,
    EarlierCard,
    bound_silences,
    know_by_calls,
    know_own,
)
from piquet_sim.kernel.opponent.knowledge import Knowledge as OpponentHand
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.questions.possible_hands import UNKNOWN, count_class, keep_counted
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
    Position,
    score_cards,
)
from piquet_sim.kernel.tables import PIPS_MASK
from piquet_sim.matches.standing import POINTS, SETTLEMENT
from piquet_sim.running.provenance import describe_making
from piquet_sim.strategies import find_strategy
from piquet_sim.strategies.learned import number_learned, prepare_learned


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
    chances: dict[str, float] = field(hash=False)
    """Of pique, repique, cards and capot and, with `_against`, of the opponent's."""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        shape = {name: value for name, value in vars(self).items() if value is not None}
        shape |= shape.pop("chances")
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
        blanches = [laws.carte_blanche * one for one in view.deal.announced]
        played = view.course.played(1 - view.seat)
        position = Position(
            view.seat, view.hand, view.course.led, tried, played, *blanches, int(len(plays) > 0)
        )
        score_cards(laws, position, describe_classes(view), plays, self.hands, self.scores)
        self.made = [
            self.scores[:, place, [OWN_SCORE, OTHER_SCORE]] for place in range(len(self.choices))
        ]

    numbers = describe_cards

    @cached_property
    def candidates(self) -> tuple[CardValue, ...]:
        """The legal cards, but one for all that touch, the best by the aim first.

        Cards that are as good, such as those of two suits held alike, stay in their places: sums
        that are equal may differ in their last digit, and the choice must not hang on it.
        """
        points = np.stack([self.worths(at, POINTS) for at in range(len(self.choices))])
        best = points == points.max(axis=0)
        values = [self._value_card(place, is_best) for place, is_best in enumerate(best)]
        return tuple(sorted(values, key=lambda one: -round(getattr(one, self.stake.aim), 9)))

    @cached_property
    def behind(self) -> dict[int, Estimate]:
        """How much more the best makes than each card, with the error of the weights."""
        best, *_ = places = [self.choices.index(one.card) for one in self.candidates]
        return {self.choices[place]: self.compare(best, place) for place in places}

    @cached_property
    def verdicts(self) -> list[str]:
        """The verdict on each of the candidates, as a review has it."""
        return [judge_card(self, one.card).verdict for one in self.candidates]

    def _value_card(self, place: int, is_best: np.ndarray) -> CardValue:
        card, score = self.choices[place], self.stake.score
        tricks, bonuses = (
            self.scores[:, place, part].astype(np.int64) for part in (TRICKS_WON, BONUSES)
        )
        chance = partial(_add_up, self.weights)
        happens = {
            "pique": bonuses & OWN_PIQUE > 0,
            "pique_against": bonuses & OTHER_PIQUE > 0,
            "repique": bonuses & OWN_REPIQUE > 0,
            "repique_against": bonuses & OTHER_REPIQUE > 0,
            "cards": (2 * tricks > TRICKS) & (tricks < TRICKS),
            "cards_against": (2 * tricks < TRICKS) & (tricks > 0),
            "capot": tricks == TRICKS,
            "capot_against": tricks == 0,
        }
        own, line = self.worths(place, OWN), self.view.rules.rubicon
        return CardValue(
            card,
            self._list_same(card),
            self.mean(place, POINTS),
            self.mean(place, OWN),
            None if score is None else self.mean(place, SETTLEMENT),
            None if score is None else chance(score[0] + own >= line),
            chance(is_best),
            add_products(self.weights, tricks),
            {name: chance(one) for name, one in happens.items()},
        )

    def _list_same(self, card: int) -> tuple[int, ...]:
        # Cards of the suit down to the next one that is tried.
        suit = suit_mask(card_suit(card))
        least = max([one for one in self.choices if one & suit and one < card], default=0)
        same = self.view.course.legal & suit & (card - 1)
        return tuple(one for one in iterate_cards(same) if one > least)

    def count_holding(self) -> dict[int, int]:
        """In how many of the hands each unseen card is, the card in most of them first."""
        counted = {
            card: int(((self.hands & card) > 0).sum()) for card in iterate_cards(self.view.unseen)
        }
        return dict(sorted(counted.items(), key=lambda pair: -pair[1]))

    def chance_of(self, card: int) -> float:
        """How likely the opponent holds a card."""
        return _add_up(self.weights, (self.hands & card) > 0)

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
        stake = self.stake
        question = {"view": self.view.as_json(), "aim": stake.aim, **stake.as_json()}
        aims = AIMS if stake.score is not None else AIMS[:2]
        most = {aim: max(getattr(one, aim) for one in self.candidates) for aim in aims}
        return {
            "question": {**question, "seed": self.seed},
            "origin": describe_making([find_strategy("master")]),
            "hands": len(self.hands),
            "ways": self.ways,
            "calls_all": self.calls_all,
            "silent_on": list(self.view.silent_on),
            "exact": False,
            "sampled": False,
            "holds": {
                format_card(card): {"hands": number, "chance": self.chance_of(card)}
                for card, number in self.count_holding().items()
            },
            "best": {
                aim: [
                    format_card(one.card)
                    for one in self.candidates
                    if getattr(one, aim) > top - CLOSE
                ]
                for aim, top in most.items()
            },
            "candidates": [
                {
                    **one.as_json(),
                    "value": getattr(one, stake.aim),
                    "gap": self.behind[one.card].value,
                    "gap_se": self.behind[one.card].se,
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
        What the seat knows, or the record of a deal (`read_knowledge`).
    seat, card, trick : optional
        In a record: whose card is asked about, and which one.
    aim : str, optional
        One of the AIMS, by which the cards are ordered; by default the settlement where there is a
        score, else the difference.
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
        If the view contradicts the laws or itself, no possible hand is left, or perfect play, or
        with a score what a total is worth, is not known under its rules.

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
    known = (
        view
        if isinstance(view, Seen)
        else read_knowledge(view, seat, card=card, trick=trick, kind=CARD)
    )
    if score is None and aim in (POINTS, OWN):
        stake = Stake(known.rules, known.seat, asked=aim)
    else:
        judges = aim if score is None else SETTLEMENT
        stake = replace(known.find_stake(judges, score, deal), asked=aim)
    return PlayAdvice(known, stake, seed)


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
    return find_loss(advice, made, advice.list_leaders(ranked[0], ranked), same.__getitem__)


# ---- The hands that the opponent can hold --------------------------------------------------------
_NO_MOST = {f"{kind}_most": ANYTHING for kind in CLASSES}
_NO_LEAST = {f"{kind}_least": 0 for kind in CLASSES}


def weigh_opponent(seen: Seen, view: PlayView) -> tuple[int, bool, np.ndarray, np.ndarray]:
    """All hands that the opponent can hold, and how likely each is.

    Returns `ways`, `calls_all`, `hands` and `weights` of a `PlayAdvice`.

    Parameters
    ----------
    seen : Seen
    view : PlayView
        The same as players have it.

    Raises
    ------
    InputError
        If no possible hand is left.
    """
    laws, classes = seen.laws, describe_classes(seen)
    knowledge = know_by_calls(laws, view, seen.calls, bound_silences(laws, view))
    ways = comb(count_cards(knowledge.pool), knowledge.wanted) if knowledge.wanted >= 0 else 0
    hands = _list_counted(laws, knowledge, classes)
    calls_all = len(hands) > 0
    if not calls_all:
        knowledge = knowledge._replace(**_NO_MOST)
        hands = _list_counted(laws, knowledge, classes)
    if not len(hands):
        raise InputError(_say_impossible(seen, knowledge, classes))
    careful, careless = np.ones(len(hands)), np.ones(len(hands))
    for earlier in seen.list_earlier():
        own, kept = list_own_hands(seen, view, earlier)
        judge_earlier_card(earlier, seen.discard, hands, own, kept / kept.sum(), careful, careless)
    weights = _weigh_kept(view, 1 - seen.seat, knowledge, hands) * (careful + careless)
    return ways, calls_all, hands, weights / weights.sum()


def describe_classes(seen: Seen) -> np.ndarray:
    """What a seat knows of the classes, as `possible_hands.keep_counted` takes it."""
    # A point of which the pips were not said counts as none.
    known = seen.hidden
    called = [call if place or call & PIPS_MASK else 0 for place, call in enumerate(known.heard)]
    own = [
        int(count_class(seen.laws, place, seen.full, call)) if result == OWNS else 0
        for place, (result, call) in enumerate(zip(known.results, seen.calls, strict=True))
    ]
    return np.array(list(zip(known.results, own, called, known.counted, strict=True)), np.int64)


def _list_counted(laws: Laws, knowledge: OpponentHand, classes: np.ndarray) -> np.ndarray:
    hands = find_hands(laws, knowledge)
    return hands[: keep_counted(laws, knowledge.played, classes, hands)]


def _say_impossible(seen: Seen, knowledge: OpponentHand, classes: np.ndarray) -> str:
    laws, other = seen.laws, SEATS[1 - seen.seat]
    free = knowledge._replace(**_NO_LEAST, **_NO_MOST)
    said = "view: no possible hand is left"
    if not len(find_hands(laws, free)):
        held, wanted = count_cards(seen.unseen), knowledge.wanted + count_cards(knowledge.held)
        return f"{said}: {other} still has {wanted} cards, and {held} may be {other}'s"
    for place, kind in enumerate(CLASSES):
        alone = np.array([[0, 0, 0, UNKNOWN]] * len(CLASSES), np.int64)
        alone[place] = classes[place]
        least = {f"{kind}_least": getattr(knowledge, f"{kind}_least")}
        if not len(_list_counted(laws, free._replace(**least), alone)):
            return f"{said}: the {kind} of {other} cannot be made of the cards not seen"
    return f"{said}: what {other} called cannot be held together"


def list_own_hands(
    seen: Seen, view: PlayView, earlier: EarlierCard
) -> tuple[np.ndarray, np.ndarray]:
    """All hands that this seat could hold as far as the opponent knew when they played a card.

    If none would have been called as this seat called, calls are left out of account.

    Parameters
    ----------
    seen : Seen
    view : PlayView
        The same as players have it.
    earlier : EarlierCard

    Returns
    -------
    hands : int64 array
        At least one.
    weights : int64 array
        How likely this seat is to have kept each, the likeliest 2**20 + 1.
    """
    knowledge, called = know_own(seen.laws, view, earlier), seen.calls[-1]
    if called and seen.seat == ELDER_SEAT:  # players who sink such a set take it to be sunk
        knowledge = knowledge._replace(set_least=called, set_most=called)
    hands = find_hands(seen.laws, knowledge)
    if not len(hands):
        hands = find_hands(seen.laws, knowledge._replace(**_NO_LEAST, **_NO_MOST))
    return hands, _weigh_kept(view, seen.seat, knowledge, hands)


def _weigh_kept(
    view: PlayView, seat: int, knowledge: OpponentHand, hands: np.ndarray
) -> np.ndarray:
    weights = np.zeros(len(hands), np.int64)
    weigh_listed_hands(find_block(view, number_learned("")), seat, knowledge, hands, weights)
    return weights


# ---- As any kind of decision ---------------------------------------------------------------------
def judge(seen: Seen, stake: Stake, made: int, effort: Effort, seed: int) -> Loss:
    """What a card loses; all hands are listed, whatever the effort."""
    return judge_card(PlayAdvice(seen, stake, seed), made)
