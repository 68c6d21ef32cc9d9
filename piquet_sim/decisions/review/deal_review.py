"""A played deal reviewed: every decision, luck and skill, the expected margin as the deal ran.

Each decision is judged by what its seat knew when it decided. A call that sank something also says
what is certain once all cards are seen: how many more points would have been counted at once,
including a repique, if all of the class had been called. Cards that touch are one choice; where
there is only one, nothing was decided.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import comb
from time import monotonic
from typing import Any

from piquet_sim.deals.narration import say_call
from piquet_sim.decisions.decision import judge
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.call import DEALS as CALL_DEALS
from piquet_sim.decisions.kinds.discard import DEALS, advise
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS
from piquet_sim.decisions.kinds.question import Question, ask_discard
from piquet_sim.decisions.review.records import Record, read_record
from piquet_sim.decisions.review.valuation import Valuation, value_deal
from piquet_sim.decisions.review.verdicts import (
    BLANCHE,
    LEAD,
    REPLY,
    Reviewed,
    Term,
    add_losses,
    divide_result,
    name_cards,
)
from piquet_sim.decisions.seen import CALL, CARD, DISCARD, HIGHEST_SEED, see
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, count_cards, format_card
from piquet_sim.game.errors import InputError, read_whole, read_yes
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import count_threads
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.matches.standing import Standing, check_judge

_ORDER = [(kind, seat) for kind in CLASSES for seat in (0, 1)]
_SHARE, _CALLS_SHARE = 0.3, 0.25
"""Shares of the time, for each discard and for all calls; the rest is for the cards and the values
with all cards seen."""
_ANSWERED_DEALS = 1 << 12
"""For what younger would have thrown had elder taken another number: no loss depends on it."""
_CALLED = DEALS // CALL_DEALS
"""Deals tried for a discard for each one that is tried for a call."""


@dataclass(frozen=True)
class DealReview:
    """The review of one deal."""

    record: Record
    decisions: tuple[Reviewed, ...]
    """Those of both seats, in their order."""
    valuation: Valuation
    """Elder's expected margin, all cards seen."""
    terms: tuple[Term, ...]
    """Luck and skill, which add up to the result."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of elder and of younger."""
        return self.record.players

    @property
    def stops_after(self) -> int | None:
        """How many cards were played, where the play stops before the last trick."""
        return self.record.scored.stops_after

    @property
    def margin(self) -> int:
        """Elder's score less younger's; where the play stops early, if both then play
        perfectly.
        """
        return self.valuation.result

    def list_worst(self) -> list[Reviewed]:
        """The decisions that lost, the costliest first: those beyond doubt before the others."""
        lost = [one for one in self.decisions if one.lost > 0]
        return sorted(lost, key=lambda one: (not one.is_error, -one.lost))

    def list_of(self, seat: int) -> list[Reviewed]:
        """The decisions of a seat."""
        return [one for one in self.decisions if one.seat == seat]

    def lost(self, seat: int, by_points: bool = False) -> Estimate:
        """What a seat lost by its decisions, by what it knew; what is not valued is left out.

        By what judges the deal (`Record.judge`) or, with `by_points`, in points.
        """
        return add_losses(self.list_of(seat), by_points)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`.

        Returns
        -------
        dict
            `players`, `rules`, `score`, `margin`, `lost` for each seat, `luck_and_skill` and
            `expected_margin` (`before`, `dealt`, `elder_thrown`, `thrown`, `drawn`, `called`,
            `cards`); in each of the `decisions`: `seat`, `kind`, `card`, `trick`, `done`, `best`,
            `lost` with its error, `verdict`, `beyond_doubt`, `choices`, `hands` for cards,
            `not_counted` for calls, and `why_not` if it is not valued.
            Under a score, `judged_by` says so, `lost_points` has the points and `before` the score.
        """
        return {
            "players": dict(zip(SEATS, self.players, strict=True)),
            "rules": self.record.rules.name,
            **self.record.judge.as_json(),
            **({} if self.stops_after is None else {"stops_after": self.stops_after}),
            "score": dict(zip(SEATS, self.record.scores, strict=True)),
            "margin": self.margin,
            "decisions": [one.as_json() for one in self.decisions],
            "lost": {name: self.lost(seat).as_json() for seat, name in enumerate(SEATS)},
            "luck_and_skill": [one.as_json() for one in self.terms],
            "expected_margin": self.valuation.as_json(),
        }


def review_deal(
    record: "Record | dict[str, Any]",
    seconds: float | None = None,
    seed: int = 1,
    rules: RuleSet | None = None,
    deals: int | None = None,
    values_calls: bool = True,
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
    threads: int | None = None,
) -> DealReview:
    """Review a deal that somebody played: what each decision lost, and what was luck.

    Every discard, call and card is judged by what the seat knew when it decided.

    Parameters
    ----------
    record : Record or dict
        A deal with its play, all or so far, as `score_deal` takes it; ``players`` may name who was
        elder and who younger.
    seconds : float, optional
        About how long to take. Without it, the review is the same on every machine.
    seed : int
        Seed of the deals by which discards are judged.
    rules : RuleSet, optional
        The rule book of a record that names none.
    deals : int, optional
        For each discard, half to choose the best and half to judge it; by default 65,536, or as
        many as there is time for. For each call there are a 64th of them; with fewer than 2,048
        calls are not valued.
    values_calls : bool
        Whether calls are valued; else only what they did not count is said.
    aim : str, optional
        "difference" or "settlement", by which decisions are judged; by default the settlement where
        there is a score.
    score : tuple of two int, optional
        Elder's and younger's totals of the partie before the deal; by default those of the record,
        if it also says its number in the partie.
    deal : int
        With a score: the number of the deal in the partie, 1 to 6.
    threads : int, optional
        By default one for each processor.

    Returns
    -------
    DealReview

    Raises
    ------
    InputError
        If the deal breaks the laws or has no play, if perfect play is not known under
        its rules, or if a number is invalid.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ...     "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS",
    ... }
    >>> review = review_deal(deal)
    >>> worst = review.list_worst()[0]
    >>> worst.done, worst.best, worst.verdict, round(worst.lost)
    ('KS 9D 8D 8C 7C', ('8H 9D 8D 8C 7C',), 'worse beyond doubt', 6)
    >>> review.margin == sum(term.exactly for term in review.terms) == 5
    True
    """
    if seconds is not None and not seconds > 0:
        raise InputError(f"seconds: expected more than 0, got {seconds:g}")
    seed = read_whole("seed", seed, most=HIGHEST_SEED)
    values_calls = read_yes("values_calls", values_calls)
    count_threads(threads)
    if not isinstance(record, Record):
        check_judge(aim, score, deal)
        standing = None if score is None else Standing(score, deal)
        record = read_record(record, rules, aim, standing)
    if seconds is None:
        effort = Effort(DEALS if deals is None else deals, threads=threads, settles=True)
        called = Effort(effort.deals // _CALLED, threads=threads)
    else:
        effort = Effort(MOST_DEALS if deals is None else deals, _SHARE * seconds, threads)
        calls = CALL_DEALS if deals is None else deals // _CALLED
        called = Effort(calls, _CALLS_SHARE * seconds, threads)
    discards = [value(record, one, effort, seed) for one in list_discards(record)]
    decisions = (
        *(one for one, _ in discards),
        *list_blanches(record),
        *(value_calls(record, called, seed) if values_calls else list_calls(record)),
        *(value(record, one, effort, seed)[0] for one in list_cards(record)),
    )
    best = discards[0][1], discards[1][1]
    answer, took = best[1], count_cards(best[0])
    if took != count_cards(record.thrown[0]):
        question = ask(record, 1, took, seed)  # what younger would have thrown then
        candidates = advise(question, threads=threads, deals=_ANSWERED_DEALS, shown=2).candidates
        answer = candidates[0].discard
    valuation = value_deal(record, best, answer)
    return DealReview(record, decisions, valuation, divide_result(valuation, decisions))


# ---- What was decided ----------------------------------------------------------------------------
def list_discards(record: Record) -> Iterator[Reviewed]:
    """The discards of both seats, elder's first."""
    for seat, thrown in enumerate(record.thrown):
        numbers = exchange_limits(SEATS[seat], record.took[0] if seat else None, record.rules)
        choices = sum(comb(HAND_CARDS, number) for number in numbers)
        yield Reviewed(seat, DISCARD, 0, name_cards(thrown), (), None, choices, choice=thrown)


def list_blanches(record: Record) -> Iterator[Reviewed]:
    """Cartes blanches not announced: the laws of the books give no reason to keep one."""
    for seat, dealt in enumerate(record.dealt):
        if has_carte_blanche(dealt) and not record.announced[seat]:
            counted = record.rules.laws().carte_blanche
            yield Reviewed(
                seat, BLANCHE, 0, "not announced", (), None, choices=2, not_counted=counted
            )


def list_calls(record: Record) -> Iterator[Reviewed]:
    """The calls of each class that a seat held: class by class, elder first."""
    for step, (kind, seat) in enumerate(_ORDER):
        held, place = getattr(record.holdings[seat], kind), CLASSES.index(kind)
        if not held:
            continue
        called, not_counted, changed = record.called[seat][place], 0, 0
        if called != held:
            could = record.with_call(seat, kind, held).before_play.margin
            not_counted = (could - record.before_play.margin) * (-1 if seat else 1)
            changed = _find_margin(record, step + 1) - _find_margin(record, step)
        yield Reviewed(
            seat,
            CALL,
            0,
            _say_call(record, seat, place, called),
            (),
            None,
            choices=2,
            not_counted=not_counted,
            place=place,
            changed=changed,
            choice=called,
        )


def _find_margin(record: Record, steps: int) -> int:
    # Elder's margin, all cards seen, with the first calls as they were made and the others in full.
    deal = record
    for kind, seat in _ORDER[steps:]:
        deal = deal.with_call(seat, kind, getattr(record.holdings[seat], kind))
    return trace_deal(deal, ())[0].margin


def _say_call(record: Record, seat: int, place: int, called: int) -> str:
    kind, pack, held = CLASSES[place], record.rules.pack, record.holdings[seat][place]
    full = say_call(kind, held, pack)
    if called == held:
        return f"{full}, called in full"
    return f"{full}, called as {say_call(kind, called, pack)}" if called else f"{full}, sunk"


def list_cards(record: Record) -> Iterator[Reviewed]:
    """The cards with which something was decided, in the order in which they fell."""
    moments = enumerate(zip(record.follow(), record.plays, strict=False), start=1)
    for number, (course, card) in moments:
        if course.legal & (course.legal - 1) == 0:
            continue
        seen = see(record, course.turn, CARD, number=number)
        if count_cards(int(find_tried(seen.as_play_view(0)))) > 1:
            kind, legal = REPLY if course.led else LEAD, count_cards(course.legal)
            done = format_card(card)
            yield Reviewed(seen.seat, kind, number, done, (), None, legal, choice=card)


# ---- What it lost --------------------------------------------------------------------------------
def value(record: Record, made: Reviewed, effort: Effort, seed: int) -> tuple[Reviewed, int | None]:
    """A decision with what it lost.

    Parameters
    ----------
    record : Record
    made : Reviewed
        Before it is valued.
    effort : Effort
    seed : int
        Of the deals.

    Returns
    -------
    Reviewed
    int or None
        The best choice, the one made where it is among the best; None where it is not valued.
    """
    seat, kind = made.seat, CARD if made.number else made.kind
    try:
        seen = see(record, seat, kind, made.place if kind == CALL else None, made.number or None)
        loss = judge(seen, record.stake(seat), made.choice, effort, seed)
    except InputError as error:  # such as where nobody like that throws what was thrown
        if kind != CALL:
            raise
        return replace(made, why_not=str(error).removeprefix("view: ").partition(";")[0]), None
    say = partial(_say_call, record, seat, made.place) if kind == CALL else name_cards
    valued = replace(
        made,
        loss=loss.estimate,
        best=tuple(map(say, loss.best)),
        points=loss.points,
        choices=made.choices if kind == DISCARD else loss.choices,
        hands=loss.hands,
        judged=loss.verdict,
    )
    return valued, made.choice if made.choice in loss.best else loss.best[0]


def value_calls(record: Record, effort: Effort, seed: int) -> Iterator[Reviewed]:
    """The calls of both seats with what they lost; what time there is is shared out."""
    calls = list(list_calls(record))
    until = None if effort.seconds is None else monotonic() + effort.seconds
    for place, one in enumerate(calls):
        share = None if until is None else (until - monotonic()) / (len(calls) - place)
        yield value(record, one, replace(effort, seconds=share), seed)[0]


def ask(record: Record, seat: int, took: int | None = None, seed: int = 1) -> Question:
    """What a seat had to decide in the exchange, and what it knew.

    Parameters
    ----------
    record : Record
    seat : int
        0 elder, 1 younger.
    took : int, optional
        How many cards elder took, if not as many as in the record.
    seed : int
    """
    question = ask_discard(see(record, seat, DISCARD), record.stake(seat), seed=seed)
    return question if took is None else replace(question, took=took)
