"""Walk through a deal from one hand: the draw, the calls, and the value of every card to play.

One seat's hand and discard are given. The cards that it does not see are dealt at random, all ways
equally likely, except those named as drawn. The other seat discards as a strategy would, and both
call everything. Then any legal card can be played, one at a time, and each has its value from the
table of perfect play, both hands seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from piquet_sim.deals.deal import Course, Deal, ScoredDeal, place_draws
from piquet_sim.deals.exchange_view import view_exchange
from piquet_sim.deals.json import read_deal
from piquet_sim.deals.simulation import HIGHEST_SEED
from piquet_sim.decisions.kinds.discard_table import HANDS_TRIED
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.play_table_cache import is_solvable
from piquet_sim.game.cards import (
    HAND_CARDS,
    count_cards,
    format_card,
    format_cards,
    format_hand,
    iterate_cards,
    pack_mask,
)
from piquet_sim.game.errors import InputError, read_whole, refuse
from piquet_sim.game.seats import other
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.tricks import count_cards as count_for_cards
from piquet_sim.kernel.random import WALK_STREAM, random_below, random_words
from piquet_sim.strategies import find_strategy


def _deal_unseen(
    question: Question, named: Sequence[int], number: int, attempt: int
) -> tuple[int, list[int], int]:
    # The other's hand, the stock without what the seat draws by name, and luck for the other's
    # choices.
    cards = list(iterate_cards(pack_mask(question.rules.pack) & ~question.hand & ~sum(named)))
    words = random_words(question.seed, number, WALK_STREAM + attempt, 0)
    for place in range(len(cards) - 1, 0, -1):
        drawn = int(random_below(int(words[0]), place + 1, place))
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return sum(cards[:HAND_CARDS]), cards[HAND_CARDS:], int(words[1])


def _ask_other(
    question: Question, thrown: int, hand: int, luck: int, forced: int | None = None
) -> int:
    # What the other seat discards; elder as many as younger knows of, if there is no other discard.
    strategy, at = find_strategy(question.strategy), ((0, 0), 0)
    strategy.prepare()
    if question.score is not None and strategy.heeds_score:
        at = question.score[::-1], question.deal
    seat, took = 1 - SEATS.index(question.seat), count_cards(thrown)
    view = view_exchange(find_laws(question.rules), seat, hand, question.hand, took, luck, *at)
    if forced is not None:
        view = view._replace(least=forced, most=forced)
    theirs = strategy.discard(view)
    if theirs < 0 or theirs & ~hand or not view.least <= count_cards(theirs) <= view.most:
        raise InputError(f"strategy {strategy.name!r} made an illegal discard")
    return theirs


def lay_out_deal(
    question: Question, discard: int, drawn: Sequence[int] = (), number: int = 0
) -> dict[str, Any]:
    """A deal that contains one seat's hand and discard, in the form that the referee reads.

    Parameters
    ----------
    question : Question
        Whose hand it is, and who makes the other seat's exchange.
    discard : int
        As a mask.
    drawn : sequence of int
        Cards drawn first, in this order; the others are drawn at random.
    number : int
        Index of the deal among those possible.

    Returns
    -------
    dict
        ``rules``, ``elder`` and ``younger`` (each with ``dealt`` and ``discard``) and ``talon``;
        no ``play``. Deal `number` of a seed is always the same.

    Raises
    ------
    InputError
        If cards and numbers are inconsistent, or the strategy makes an illegal discard.

    Notes
    -----
    Where the hand is younger's, deals in which the strategy as elder would take another number of
    cards are dealt again, so that they reflect what the number tells; if the strategy takes
    it with none of 16,384 hands, elder is made to take it.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> question = Question(parse_hand("AKJ.AQJ8.98.J87"), strategy="club")
    >>> deal = lay_out_deal(question, parse_hand("K..98.87"))
    >>> deal["elder"], len(deal["talon"].split())
    ({'dealt': 'AKJ.AQJ8.98.J87', 'discard': 'K..98.87'}, 8)
    """
    question.check_throw(discard)
    took, laws = count_cards(discard), find_laws(question.rules)
    refuse(
        {
            f"draw: {len(drawn)} cards, but only {took} are discarded": len(drawn) > took,
            **{
                f"draw: {format_card(card)} was dealt to the hand": card & question.hand
                for card in drawn
            },
            **{
                f"draw: {format_card(card)} is named twice or not in the pack": (
                    drawn.count(card) > 1 or card & ~pack_mask(question.rules.pack)
                )
                for card in drawn
            },
        }
    )
    read_whole("number", number, most=HIGHEST_SEED)
    elder_took = took if question.seat == ELDER else question.elder_took()
    for attempt in range(HANDS_TRIED):
        hand, stock, luck = _deal_unseen(question, drawn, number, attempt)
        thrown = _ask_other(question, discard, hand, luck)
        if question.seat == ELDER or count_cards(thrown) == elder_took:
            break
    else:
        thrown = _ask_other(question, discard, hand, luck, elder_took)
    hands = {question.seat: (question.hand, discard), other(question.seat): (hand, thrown)}
    takes = (count_cards(hands[seat][1]) for seat in SEATS)
    places = place_draws(laws, bool(has_carte_blanche(hands[ELDER][0])), *takes)
    at = places[SEATS.index(question.seat)].start
    return {
        "rules": question.rules.describe(),
        **{
            seat: {"dealt": format_hand(hands[seat][0]), "discard": format_hand(hands[seat][1])}
            for seat in SEATS
        },
        "talon": format_cards([*stock[:at], *drawn, *stock[at:]]),
    }


@dataclass(frozen=True)
class Moment:
    """One moment of the play: the legal cards and their values."""

    scored: ScoredDeal
    """The deal before the play, or after it when it is over."""
    course: Course
    values: dict[int, int] | None
    """By card that may be played: what elder makes from here on less what younger makes, if it is
    played and both play their best after it, the cards or capot and a pique to come included.
    It is None if the table is not perfect play under the rules."""

    @property
    def best(self) -> int | None:
        """The value of the best of them for the player whose turn it is."""
        return (max, min)[self.course.turn](self.values.values()) if self.values else None

    def cost(self, card: int) -> int:
        """What playing a card gives away, for the player whose turn it is; from 0."""
        return abs(self.best - self.values[card])

    @property
    def counted(self) -> tuple[int, int]:
        """What elder and younger have counted so far, a repique or pique included."""
        progress, scored = self.course.progress, self.scored
        may_pique = _may_make_pique(scored)
        points = (progress.elder_points, progress.younger_points)
        return tuple(
            int(
                points[place]
                + scored.value(f"{seat}_repique")
                + (may_pique and progress.pique == place + 1) * self.course.laws.pique
            )
            for place, seat in enumerate(SEATS)
        )

    @property
    def margin(self) -> int | None:
        """Elder's score of the deal less younger's if both play their best from here on.

        None if the values are not known.
        """
        if self.course.is_over:
            return self.scored.margin
        return None if self.values is None else self.margin_after(self.best)

    def margin_after(self, value: int) -> int:
        """The same if a card of this value is played now."""
        elder, younger = self.counted
        return elder - younger + value


def trace_deal(deal: "Deal | dict[str, Any]", plays: Sequence[int] = ()) -> list[Moment]:
    """The states of a deal before the first card and after each card played.

    Parameters
    ----------
    deal : Deal or dict
        What it says of the play is left out of account.
    plays : sequence of int
        Cards played, in order; at most 24.

    Returns
    -------
    list of Moment
        One more than there are cards.

    Raises
    ------
    InputError
        If the deal or a card is not legal.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> question = Question(parse_hand("AKJ.AQJ8.98.J87"), strategy="club")
    >>> deal = lay_out_deal(question, parse_hand("K..98.87"))
    >>> best = list(play_best(trace_deal(deal)[0]))
    >>> len({moment.margin for moment in trace_deal(deal, best)})
    1
    """
    read = read_deal(deal)
    return [
        Moment(read.score(plays), course, {})
        if course.is_over
        else Moment(read.before_play, course, _value_cards(read.before_play, course))
        for course in accumulate(plays, Course.play, initial=read.begin_play())
    ]


def _value_cards(scored: ScoredDeal, course: Course) -> dict[int, int] | None:
    if not is_solvable(scored.rules):
        return None
    if course.led:
        return {card: _value_reply(scored, course, card) for card in iterate_cards(course.legal)}
    return solve_ending(_ending_of(scored, course)).plays


def _may_make_pique(scored: ScoredDeal) -> bool:
    # A repique excludes a pique.
    return not (scored.value("elder_repique") or scored.value("younger_repique"))


def _ending_of(scored: ScoredDeal, course: Course) -> Ending:
    points = (None, None)
    if _may_make_pique(scored) and not course.progress.pique:
        points = (int(course.progress.elder_points), int(course.progress.younger_points))
    return Ending(
        *course.hands, course.leader, *(course.won(0), course.won(1)), *points, scored.rules
    )


def _value_reply(scored: ScoredDeal, course: Course, card: int) -> int:
    # What the trick still counts, and what follows.
    after = course.play(card)
    before, then = (Moment(scored, one, None).counted for one in (course, after))
    if after.is_over:
        rest = count_for_cards(course.laws, after.won(0)) - count_for_cards(
            course.laws, after.won(1)
        )
    else:
        rest = solve_ending(_ending_of(scored, after)).value
    return int(then[0] - then[1] - before[0] + before[1] + rest)


def play_best(moment: Moment) -> Iterator[int]:
    """The cards played from here on if both play their best; of equals the lowest.

    Raises
    ------
    InputError
        If the values are not known under the rules.
    """
    course = moment.course
    while not course.is_over:
        values = _value_cards(moment.scored, course)
        if values is None:
            raise InputError("play: the best card is not known under these rules")
        best = (max, min)[course.turn](values.values())
        card = min(
            (card for card, value in values.items() if value == best),
            key=lambda card: (card.bit_length() - 1) % 16,
        )
        yield card
        course = course.play(card)
