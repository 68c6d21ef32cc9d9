"""A played deal reviewed: every decision, luck and skill, the expected margin as the deal ran."""

from dataclasses import dataclass
from typing import Any

from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.call import DEALS as CALL_DEALS
from piquet_sim.decisions.kinds.discard import DEALS
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS
from piquet_sim.decisions.review.luck import Term, add_losses, divide_result
from piquet_sim.decisions.review.made import (
    find_answer,
    list_blanches,
    list_calls,
    list_cards,
    list_discards,
    value,
    value_calls,
)
from piquet_sim.decisions.review.records import Record, read_record
from piquet_sim.decisions.review.valuation import Valuation, value_deal
from piquet_sim.decisions.review.verdicts import Reviewed
from piquet_sim.decisions.seen import HIGHEST_SEED
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import count_cards
from piquet_sim.game.errors import InputError, read_whole, read_yes
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import count_threads
from piquet_sim.matches.standing import Standing, check_judge

_SHARE, _CALLS_SHARE = 0.3, 0.25
"""Shares of the time, for each discard and for all calls; the rest is for the cards and the values
with all cards seen."""
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
    calls = list_calls(record)
    decisions = (
        *(one for one, _ in discards),
        *list_blanches(record),
        *(value_calls(record, called, seed) if values_calls else (one.told for one in calls)),
        *(value(record, one, effort, seed)[0] for one in list_cards(record)),
    )
    best = discards[0][1], discards[1][1]
    answer, took = best[1], count_cards(best[0])
    if took != count_cards(record.thrown[0]):
        answer = find_answer(record, took, seed, threads)
    valuation = value_deal(record, best, answer)
    return DealReview(record, decisions, valuation, divide_result(valuation, decisions))
