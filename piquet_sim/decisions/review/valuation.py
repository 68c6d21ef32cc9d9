"""What a deal is worth as it proceeds: elder's margin, step by step, all cards seen.

Before the deal it is the mean over deals of two players who exchange as `expert` does. Once the
hands are dealt it is the mean over all ways to draw the talon, with both throwing what is best by
what they know; then the cards actually thrown replace the best throw, elder's first. After the draw
all cards are known. After the exchange it is assumed that both call everything until the calls are
made, and that both play the cards perfectly, seeing all of them.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from piquet_sim.deals.deal import Deal, lay_talon, margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.decisions.review.records import Record
from piquet_sim.decisions.walkthrough import trace_deal, walk_deal
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.cards import count_cards, iterate_cards
from piquet_sim.game.rules import RuleSet

STRONG = "expert"
"""The strategy that exchanges and, where calls are valued, plays on."""
_DEALS = 20_000


@dataclass(frozen=True)
class Valuation:
    """Elder's margin at the end of the deal as it could be expected at each step."""

    before: Estimate
    """Before the deal."""
    before_exactly: Fraction
    """The same as a fraction, so that steps add up."""
    dealt: Fraction | None
    """The hands dealt, both to throw their best; None in `value_play`."""
    elder_thrown: Fraction | None
    """What elder threw, and younger's best answer; None likewise."""
    both_thrown: Fraction | None
    """What both threw; None likewise."""
    drawn: int
    """The hands after the exchange, everything called."""
    plays: tuple[int, ...]
    """After the calls as they were made, and after each card that was played."""

    @property
    def result(self) -> int:
        """Elder's score less younger's, both playing on perfectly where the play stops."""
        return self.plays[-1]

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "before": self.before.as_json(),
            "dealt": float(self.dealt),
            "elder_thrown": float(self.elder_thrown),
            "thrown": float(self.both_thrown),
            "drawn": self.drawn,
            "called": self.plays[0],
            "cards": list(self.plays[1:]),
        }


def value_play(record: Record) -> Valuation:
    """The value of a deal at each step from the hands after the exchange on.

    What it was worth before takes seconds (`value_deal`).
    """
    deal = Deal(record.rules, record.dealt, record.thrown, record.talon, silent=record.silent)
    plays = tuple(moment.margin for moment in trace_deal(record, record.plays))
    before = value_before(record.rules)
    return Valuation(*before, None, None, None, walk_deal(deal).margin, plays)


def value_deal(record: Record, best: tuple[int, int], answer: int) -> Valuation:
    """The value of a deal at each step.

    Parameters
    ----------
    record : Record
    best : tuple of two int
        The best discards of elder and, after elder took as many cards as they did, of younger.
    answer : int
        The best discard of younger had elder thrown the best.
    """
    thrown = record.thrown
    throws = (best[0], answer), (thrown[0], best[1]), thrown
    values = {one: mean_over_draws(record, one) for one in dict.fromkeys(throws)}
    steps = dict(
        zip(("dealt", "elder_thrown", "both_thrown"), map(values.get, throws), strict=True)
    )
    drawn = walk_deal(_lay_out(record, thrown, record.drawn)).margin
    return replace(value_play(record), drawn=drawn, **steps)


@lru_cache
def value_before(rules: RuleSet) -> tuple[Estimate, Fraction]:
    """Elder's margin before the deal: an estimate, and its value as a fraction."""
    margins = margin(Simulation(STRONG, STRONG, rules, play=DOUBLE_DUMMY).record_units(0, _DEALS))
    return estimate_values(margins), Fraction(int(margins.sum()), len(margins))


def mean_over_draws(record: Record, thrown: tuple[int, int]) -> Fraction:
    """Elder's margin for two discards, on average over all ways in which the talon can be drawn.

    Parameters
    ----------
    record : Record
        The record, whose hands dealt, talon and rules count.
    thrown : tuple of two int
        What elder and younger throw.

    Returns
    -------
    Fraction
        Exact, both calling everything and playing the cards perfectly.
    """
    (elder_takes, younger_takes), stock = map(count_cards, thrown), record.talon
    margins = [
        walk_deal(_lay_out(record, thrown, (sum(elder), sum(younger)))).margin
        for elder in combinations(stock, elder_takes)
        for younger in combinations([card for card in stock if card not in elder], younger_takes)
    ]
    return Fraction(sum(margins), len(margins))


def _lay_out(record: Record, thrown: tuple[int, int], drawn: tuple[int, int]) -> Deal:
    # The deal in which both draw these cards and call everything.
    deal = Deal(record.rules, record.dealt, thrown, record.talon)
    rest = (card for card in record.talon if not card & sum(drawn))
    return replace(deal, talon=lay_talon(deal.draws, tuple(map(iterate_cards, drawn)), rest))
