"""Review a played deal: judge every decision, part luck from skill, and follow the margin.

Each decision is judged by what its seat knew when it decided. A call that sank something also says
what is certain once all cards are seen: how many more points would have been counted at once,
including a repique, if all of the class had been called. Cards that touch are one choice; where
there is only one, nothing was decided.

For a discard or a call a loss is the mean over fresh deals of the cards not seen, with its standard
error; for a card, the mean over all hands that the opponent can still hold (`decisions.table`).
Deals that judge discards are played on perfectly, all cards seen: against cards played by `expert`,
a loss was off by 0.7 points (standard deviation, 50 hands, the better of two sensible discards
against the other) and by 0.05 ± 0.11 in the mean. Deals that judge calls are played on by `expert`:
against `master`, what it loses to sink a class was off by 0.6 points (137 calls). What is beyond
doubt allows for these errors as well (`decisions.judge.Doubt`), here and in advice. A sample may
leave it open; then a larger sample judges a discard, which is the same for every seed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from math import comb, hypot
from time import monotonic
from typing import Any

from piquet_sim.deals.narration import say_call
from piquet_sim.decisions.judge import WORSE, Effort
from piquet_sim.decisions.kinds import call, card, discard
from piquet_sim.decisions.kinds.call import DEALS as CALL_DEALS
from piquet_sim.decisions.kinds.discard import DEALS, advise
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS
from piquet_sim.decisions.kinds.question import ask_discard
from piquet_sim.decisions.review.records import Record, Valuation, read_record, value_deal
from piquet_sim.decisions.seen import CALL, CARD, DISCARD, HIGHEST_JUDGING_SEED, see
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.estimates.estimate import Estimate, estimate_normal, know_exactly
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, count_cards, format_card
from piquet_sim.game.errors import InputError, read_positive, read_whole
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import count_threads
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.players.card_values import find_tried

LEAD, REPLY, BLANCHE = "lead", "reply", "carte blanche"
KINDS = (BLANCHE, DISCARD, CALL, LEAD, REPLY)
"""Kinds of decisions, in the order in which they first come."""


@dataclass(frozen=True)
class Reviewed:
    """A decision, what was best, and what was lost with its error."""

    seat: int
    """0 elder, 1 younger."""
    kind: str
    """One of KINDS."""
    number: int
    """Number of the card played, 1 to 24; 0 before the first."""
    done: str
    """What was done: cards, or words for a call."""
    best: tuple[str, ...]
    """What was best by what the seat knew; empty where that is not computed."""
    loss: Estimate | None
    """How much more the best makes, points or the expected settlement; None for what is not
    valued."""
    choices: int
    """How many choices there were, of cards that are equal one."""
    hands: int | None = None
    """For a card: how many hands the opponent could hold."""
    not_counted: int | None = None
    """For a call: how many points more the class would have brought at once if all had been called,
    all cards seen."""
    place: int = 0
    """For a call: 0 point, 1 sequence, 2 set."""
    changed: int = 0
    """For a call: how much it changed elder's margin against the call in full, all cards seen."""
    why_not: str = ""
    """Why a call is not valued, where that was tried or could have been."""
    points: Estimate | None = None
    """How many points more the best makes, where `loss` is a settlement; it may be fewer."""
    judged: str = ""
    """The verdict on what is valued, as advice has it."""
    choice: int = 0
    """What was done: a discard or a card as a mask, or a call."""
    better: int | None = None
    """The best choice, the one made where it is among the best; None where it is not valued."""

    @property
    def trick(self) -> int | None:
        """The number of the trick, from 1; None before the play."""
        return (self.number + 1) // 2 if self.number else None

    @property
    def lost(self) -> float:
        """What was lost, the luck of the estimate included; 0 for what is not valued."""
        return 0.0 if self.loss is None else self.loss.value

    @property
    def in_points(self) -> Estimate | None:
        """What was lost in points, whatever it is judged by."""
        return self.loss if self.points is None else self.points

    @property
    def is_error(self) -> bool:
        """Whether it was worse than the best beyond doubt."""
        return self.judged == WORSE

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        if self.loss is None:
            return f"not valued: {self.why_not}" if self.why_not else "not valued"
        return self.judged

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        told = {
            "lost_points": None if self.points is None else self.points.as_json(),
            "hands": self.hands,
            "not_counted": self.not_counted,
            "why_not": self.why_not or None,
        }
        return {
            "seat": SEATS[self.seat],
            "kind": self.kind,
            "card": self.number or None,
            "trick": self.trick,
            "done": self.done,
            "best": list(self.best),
            "lost": None if self.loss is None else self.loss.as_json(),
            "verdict": self.verdict,
            "beyond_doubt": self.is_error,
            "choices": self.choices,
            **{key: one for key, one in told.items() if one is not None},
        }


def name_cards(cards: int) -> str:
    """Cards as a decision has them; "nothing" for none.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> name_cards(parse_hand("K..98.87")), name_cards(0)
    ('KS 9D 8D 8C 7C', 'nothing')
    """
    return say_cards(cards) or "nothing"


# ---- Luck and skill ------------------------------------------------------------------------------
# Between two steps of a deal its value with all cards seen changes (`valuation`). Where cards are
# dealt or drawn the change is luck. Where a seat decides, part of the change is what the decision
# lost, judged by what the seat knew. The rest is luck again: how the decision fared against the
# cards as they lay. So every such change splits into a term of skill and a term of luck, as with a
# control variate, and nothing is left over.
SEEN, KNOWN, BOTH = "all cards seen", "what the seat knew", "the difference of both"


@dataclass(frozen=True)
class Term:
    """A part of the result: points for elder."""

    name: str
    says: str
    """What it is, in words."""
    by: str
    """SEEN, KNOWN or BOTH: from which cards it is computed."""
    exactly: Fraction
    """The number as it is added up."""
    se: float
    """Its standard error; 0 where it is exact."""

    @property
    def value(self) -> float:
        """Points for elder."""
        return float(self.exactly)


def add_losses(decisions: Iterable[Reviewed], by_points: bool = False) -> Estimate:
    """What decisions of one seat in one deal lost together.

    By what each was judged or, with `by_points`, in points.

    Errors of discards and of calls are independent of each other and of those of cards. Those of
    cards rest on the same weights of the opponent's hands: they are added as if all erred the same
    way.
    """
    valued = [one for one in decisions if one.loss is not None]
    if not valued:
        return know_exactly(0.0)
    losses = [one.in_points if by_points else one.loss for one in valued]
    value = sum(loss.value for loss in losses)
    is_sampled = [one.kind in (DISCARD, CALL) for one in valued]
    error = hypot(
        hypot(*(loss.se for loss, is_so in zip(losses, is_sampled, strict=True) if is_so)),
        sum(loss.se for loss, is_so in zip(losses, is_sampled, strict=True) if not is_so),
    )
    return estimate_normal(value, error, len(valued))


def divide_result(valuation: Valuation, decisions: Iterable[Reviewed]) -> tuple[Term, ...]:
    """The result of a deal as a sum of luck and skill.

    Parameters
    ----------
    valuation : Valuation
    decisions : iterable of Reviewed
        Those of both seats.

    Returns
    -------
    tuple of Term
        Their `exactly` add up to elder's score less younger's.
    """
    counted = list(decisions)
    seats = [[one for one in counted if one.seat == seat] for seat in (0, 1)]
    errors = [add_losses(of_seat, by_points=True).se for of_seat in seats]
    elder, younger = (
        sum((Fraction(one.in_points.value) for one in of_seat if one.loss is not None), Fraction())
        for of_seat in seats
    )
    before, se = valuation.before_exactly, valuation.before.se
    called = sum(one.changed for one in counted if one.loss is not None)
    changed = (
        valuation.plays[-1] - valuation.plays[0] + called + valuation.both_thrown - valuation.dealt
    )
    kept = Fraction(valuation.plays[0] - valuation.drawn - called)
    return (
        Term("before", "elder's advantage before the deal", SEEN, before, se),
        Term("dealt", "the cards dealt", SEEN, valuation.dealt - before, se),
        Term("drawn", "the cards drawn", SEEN, valuation.drawn - valuation.both_thrown, 0.0),
        Term("calls", "what was not called and is not valued", SEEN, kept, 0.0),
        Term("elder", "elder's decisions", KNOWN, -elder, errors[0]),
        Term("younger", "younger's decisions", KNOWN, younger, errors[1]),
        Term("fared", "how the decisions fared", BOTH, changed + elder - younger, hypot(*errors)),
    )


_ORDER = [(kind, seat) for kind in CLASSES for seat in (0, 1)]
_SHARE, _CALLS_SHARE = 0.3, 0.25
"""Shares of the time, for each discard and for all calls; the rest is for the cards and the values
with all cards seen."""
_ANSWERED_DEALS = 1 << 12
"""For what younger would have thrown had elder taken another number: no loss depends on it."""
_CALLED = DEALS // CALL_DEALS
"""Deals tried for a discard for each one that is tried for a call."""
_COSTS = {BLANCHE: 0, DISCARD: 24, CALL: 8, LEAD: 1, REPLY: 1}
_COST_SEEN = 20
"""About how long each kind takes beside a card, and the values with all cards seen."""


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
    def margin(self) -> int:
        """Elder's score less younger's; where the play stops early, if both then play
        perfectly.
        """
        return self.valuation.plays[-1]

    def list_worst(self) -> list[Reviewed]:
        """The decisions that lost, the costliest first: those beyond doubt before the others."""
        lost = [one for one in self.decisions if one.lost > 0]
        return sorted(lost, key=lambda one: (not one.is_error, -one.lost))

    def list_of(self, seat: int) -> list[Reviewed]:
        """The decisions of a seat."""
        return [one for one in self.decisions if one.seat == seat]

    def lost(self, seat: int) -> Estimate:
        """What a seat lost by its decisions, by what it knew; what is not valued is left out.

        By what judges the deal (`Record.standing`).
        """
        return add_losses(self.list_of(seat))

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
        stops_after = self.record.scored.stops_after
        return {
            "players": dict(zip(SEATS, self.players, strict=True)),
            "rules": self.record.rules.name,
            **self.record.standing.as_json(),
            **({} if stops_after is None else {"stops_after": stops_after}),
            "score": dict(zip(SEATS, self.record.scores, strict=True)),
            "margin": self.margin,
            "decisions": [one.as_json() for one in self.decisions],
            "lost": {name: self.lost(seat).as_json() for seat, name in enumerate(SEATS)},
            "luck_and_skill": [
                {"term": one.name, "says": one.says, "by": one.by, "value": one.value, "se": one.se}
                for one in self.terms
            ],
            "expected_margin": self.valuation.as_json(),
        }


def review_deal(
    record: "Record | dict[str, Any]",
    seconds: float | None = None,
    seed: int = 1,
    deals: int | None = None,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> DealReview:
    """Review a deal that somebody played: what each decision lost, and what was luck.

    Every discard, call and card is judged by what the seat knew when it decided.

    Parameters
    ----------
    record : Record or dict
        A deal with its play, all or so far, as `score_deal` takes it; ``players`` may name who was
        elder and who younger. `read_record` makes one with other rules, or at another score.
    seconds : float, optional
        About how long to take. Without it, the review is the same on every machine.
    seed : int
        Seed of the deals by which discards are judged.
    deals : int, optional
        For each discard, half to choose the best and half to judge it; by default 65,536, or as
        many as there is time for. For each call there are a 64th of them; with fewer than 2,048
        calls are not valued.
    threads : int, optional
        By default one for each processor.
    progress : callable, optional
        Called after each decision with the share of the review that is done, 1 at the end.

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
    >>> review = review_deal(deal, deals=4_096)
    >>> worst = review.list_worst()[0]
    >>> worst.done, worst.best, worst.verdict, round(worst.lost)
    ('KS 9D 8D 8C 7C', ('8H 9D 8D 8C 7C',), 'worse beyond doubt', 6)
    >>> review.margin == sum(term.exactly for term in review.terms) == 5
    True
    """
    if seconds is not None:
        seconds = read_positive("seconds", seconds)
    if deals is not None:
        deals = read_whole("n", deals, least=4)
    seed = read_whole("seed", seed, most=HIGHEST_JUDGING_SEED)
    count_threads(threads)
    show = progress or (lambda share: None)
    if not isinstance(record, Record):
        record = read_record(record)
    thrown = deals or (DEALS if seconds is None else MOST_DEALS)
    effort = Effort(thrown, seconds and _SHARE * seconds, threads)
    tried = CALL_DEALS if deals is None else deals // _CALLED
    called = Effort(tried, seconds and _CALLS_SHARE * seconds, threads)
    discards, calls, cards = (list(one(record)) for one in (list_discards, list_calls, list_cards))
    done, whole = 0, sum(_COSTS[one.kind] for one in (*discards, *calls, *cards)) + _COST_SEEN
    judged = partial(value_decision, record, effort=effort, seed=seed)
    decisions: list[Reviewed] = []
    for one in chain(
        map(judged, discards),
        list_blanches(record),
        value_calls(record, calls, called, seed),
        map(judged, cards),
    ):
        decisions.append(one)
        done += _COSTS[one.kind]
        show(done / whole)
    best = decisions[0].better, decisions[1].better
    answer, took = best[1], count_cards(best[0])
    if took != count_cards(record.thrown[0]):
        question = ask_discard(see(record, 1, DISCARD), record.stake(1), seed=seed)
        question = replace(question, took=took)  # what younger would have thrown then
        advice = advise(question, threads=threads, deals=_ANSWERED_DEALS, shown=2)
        answer = advice.candidates[0].discard
    valuation = value_deal(record, best, answer)
    show(1.0)
    return DealReview(record, tuple(decisions), valuation, divide_result(valuation, decisions))


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
            yield Reviewed(
                seat,
                BLANCHE,
                0,
                "not announced",
                (),
                None,
                choices=2,
                not_counted=record.rules.laws().carte_blanche,
            )


def list_calls(record: Record) -> Iterator[Reviewed]:
    """The calls of each class that a seat held: class by class, elder first."""
    for step, (kind, seat) in enumerate(_ORDER):
        held, place = getattr(record.holdings[seat], kind), CLASSES.index(kind)
        if not held:
            continue
        called, not_counted, changed = record.called[seat][place], 0, 0
        if called != held:
            not_counted = (
                record.with_call(seat, kind, held).before_play.margin - record.before_play.margin
            ) * (-1 if seat else 1)
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
    return trace_deal(deal)[0].margin


def _say_call(record: Record, seat: int, place: int, called: int) -> str:
    kind, pack, held = CLASSES[place], record.rules.pack, record.holdings[seat][place]
    full = say_call(kind, held, pack)
    if called == held:
        return f"{full}, called in full"
    return f"{full}, called as {say_call(kind, called, pack)}" if called else f"{full}, sunk"


def list_cards(record: Record) -> Iterator[Reviewed]:
    """The cards with which something was decided, in the order in which they fell."""
    for number, (course, played) in enumerate(
        zip(record.follow(), record.plays, strict=False), start=1
    ):
        if course.legal & (course.legal - 1) == 0:
            continue
        seen = see(record, course.turn, CARD, number=number)
        if count_cards(int(find_tried(seen.as_play_view(0)))) > 1:
            kind, legal = REPLY if course.led else LEAD, count_cards(course.legal)
            yield Reviewed(
                seen.seat, kind, number, format_card(played), (), None, legal, choice=played
            )


# ---- What it lost --------------------------------------------------------------------------------


def value_decision(record: Record, made: Reviewed, effort: Effort, seed: int) -> Reviewed:
    """A decision with what it lost.

    Parameters
    ----------
    record : Record
    made : Reviewed
        Before it is valued.
    effort : Effort
    seed : int
        Of the deals.
    """
    seat, kind = made.seat, CARD if made.number else made.kind
    try:
        seen = see(record, seat, kind, made.place if kind == CALL else None, made.number or None)
        # Each takes what a seat knows, what is at stake, what it did, the effort and a seed. The
        # opponent exchanges as `expert`; where strategies play on, both are `expert`.
        loss = {DISCARD: discard.judge, CALL: call.judge, CARD: card.judge}[kind](
            seen, record.stake(seat), made.choice, effort, seed
        )
    except InputError as error:  # such as where nobody like that throws what was thrown
        if kind != CALL:
            raise
        return replace(made, why_not=str(error).removeprefix("view: ").partition(";")[0])
    say = partial(_say_call, record, seat, made.place) if kind == CALL else name_cards
    return replace(
        made,
        loss=loss.estimate,
        best=tuple(map(say, loss.best)),
        points=loss.points,
        choices=made.choices if kind == DISCARD else loss.choices,
        hands=loss.hands,
        judged=loss.verdict,
        better=made.choice if made.choice in loss.best else loss.best[0],
    )


def value_calls(
    record: Record, calls: list[Reviewed], effort: Effort, seed: int
) -> Iterator[Reviewed]:
    """The calls of both seats with what they lost; what time there is is shared out."""
    until = None if effort.seconds is None else monotonic() + effort.seconds
    for place, one in enumerate(calls):
        share = None if until is None else (until - monotonic()) / (len(calls) - place)
        yield value_decision(record, one, replace(effort, seconds=share), seed)
