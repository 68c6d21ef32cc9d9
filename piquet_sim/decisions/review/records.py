"""A played deal as a review needs it: read from the record, checked, and valued step by step.

Values are elder's margin, all cards seen. Before the deal it is the mean over deals of two players
who exchange as `expert` does. Once the hands are dealt it is the mean over all ways to draw the
talon, with both throwing what is best by what they know; then the cards actually thrown replace the
best throw, elder's first. After the draw all cards are known. After the exchange it is assumed that
both call everything until the calls are made, and that both play the cards perfectly.
"""

from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations
from typing import Any

import numpy as np

from piquet_sim.deals.branches import order_stock
from piquet_sim.deals.deal import Deal, ScoredDeal, lay_talon, margin
from piquet_sim.deals.json import judge_deal, read_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.play_table_cache import check_solvable, find_play_table
from piquet_sim.game.cards import count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.compile import keep, read_kept
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.questions.imagined_exchanges import sum_margins
from piquet_sim.matches.standing import BY_POINTS, Standing, find_standing
from piquet_sim.strategies.learned import digest_learned
from piquet_sim.strategies.roster import DOUBLE_DUMMY

PLAYERS = "players"
"""The key of the players' names."""
_HEADING = {PLAYERS, "name"}
"""What a record says that no decision depends on."""


@dataclass(frozen=True)
class Record(Deal):
    """A deal that was played under the laws, to the end or so far; `read_record` makes it."""

    players: tuple[str, str] = SEATS
    """The names of elder and of younger; the seats where no names are given, or one for both."""
    written: dict[str, Any] = field(default_factory=dict, compare=False)
    """As it was written down in JSON, without the names; empty where it was not."""
    standing: Standing = BY_POINTS
    """By what its decisions are judged: points, or the settlement at a score."""

    @cached_property
    def scored(self) -> ScoredDeal:
        """The deal as it was scored."""
        return self.score()

    @property
    def scores(self) -> tuple[int, int]:
        """What elder and younger made in the deal, so far where its play stops."""
        return self.scored.of_both("score")

    def stake(self, seat: int) -> Stake:
        """By what the decisions of a seat are judged."""
        return Stake(self.rules, seat, **self.standing.seen_from(seat))

    def view(self, number: int) -> Seen:
        """What the player of a card knew before it was played; cards are numbered from 1."""
        return read_knowledge(self, card=number)


def read_record(
    given: object,
    rules: RuleSet | None = None,
    aim: str | None = None,
    standing: Standing | None = None,
) -> Record:
    """Read a played deal and check it against the laws.

    Parameters
    ----------
    given : dict or Deal
        A deal with its play (`deals.json.score_deal`); ``players`` may name who was elder and
        who younger: ``{"elder": "Anna", "younger": "Ben"}``.
    rules : RuleSet, optional
        The rule book of a record that names none.
    aim : str, optional
        "difference" or "settlement", by which decisions are judged; by default the settlement where
        the record says its score and its number in the partie.
    standing : Standing, optional
        Instead of what the record says.

    Raises
    ------
    InputError
        If the deal breaks the laws, has no play, or has a rule book both ways; if perfect play is
        not known under the rules. The message says what.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> read_record({**deal, "players": {"elder": "Anna"}}).players
    ('Anna', 'younger')
    """
    if not isinstance(given, dict | Deal):
        raise InputError("deal: expected a JSON object, as in {...}")
    as_given = given.items() if isinstance(given, dict) else ()
    written: dict[str, Any] = {key: value for key, value in as_given if key not in _HEADING}
    if rules is not None:
        if isinstance(given, Deal) or "rules" in written:
            raise InputError("rules: the record has its own; leave out --rules and --set")
        written["rules"] = rules.describe()
        given = {**given, "rules": written["rules"]}
    deal = read_deal(given)
    players = _tell_apart(deal.heading.get(PLAYERS, {}))
    if not deal.plays:
        raise InputError("play is missing; a review needs the cards played, all or so far")
    deal.follow()  # names the card that is not legal
    check_solvable(deal.rules)
    judge_deal(deal)  # compares the totals
    return Record(
        **{one.name: getattr(deal, one.name) for one in fields(Deal)},
        players=players,
        written=written,
        standing=find_standing(deal.heading, deal.rules, aim, standing),
    )


def _tell_apart(given: dict[str, str]) -> tuple[str, str]:
    names = tuple(given.get(seat, seat) for seat in SEATS)
    if names[0] == names[1]:  # as where a strategy plays itself
        return SEATS
    if names[0] == SEATS[1] or names[1] == SEATS[0]:
        raise InputError(
            f"{PLAYERS}: {names[0]!r} is elder and {names[1]!r} younger; a player "
            "cannot have the name of the other seat"
        )
    return names


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
    """After the calls as they were made, and after each card that was played: at last elder's score
    less younger's, both playing on perfectly where the play stops."""

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
    return Valuation(
        *value_before(record.rules), None, None, None, trace_deal(deal)[0].margin, plays
    )


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
    values = {
        one: mean_over_draws(record.rules, record.dealt, one) for one in dict.fromkeys(throws)
    }
    deal = Deal(record.rules, record.dealt, thrown, record.talon)
    rest = (card for card in record.talon if not card & sum(record.drawn))
    talon = lay_talon(deal.draws, tuple(map(iterate_cards, record.drawn)), rest)
    return replace(
        value_play(record),
        drawn=trace_deal(replace(deal, talon=talon))[0].margin,
        **dict(zip(("dealt", "elder_thrown", "both_thrown"), map(values.get, throws), strict=True)),
    )


@lru_cache
def value_before(rules: RuleSet) -> tuple[Estimate, Fraction]:
    """Elder's margin before the deal: an estimate, and its value as a fraction.

    The deals of a rule book are kept beside the compiled code, which the players are part of but
    for what they learned.
    """
    simulation = Simulation(STRONG, STRONG, rules, play=DOUBLE_DUMMY)
    played_by = rules.describe(), _DEALS, digest_learned()
    name = f"margins-{sha256(repr(played_by).encode()).hexdigest()[:32]}"
    kept = read_kept(name)
    if kept is None:
        margins = margin(simulation.record_units(0, _DEALS))
        keep(name, margins.tobytes())
    else:
        margins = np.frombuffer(kept, np.int64)
    return estimate_values(margins), Fraction(int(margins.sum()), len(margins))


def mean_over_draws(rules: RuleSet, dealt: tuple[int, int], thrown: tuple[int, int]) -> Fraction:
    """Elder's margin for two discards, on average over all ways in which the talon can be drawn.

    Parameters
    ----------
    rules : RuleSet
    dealt, thrown : tuple of two int
        What elder and younger were dealt, and what they throw.

    Returns
    -------
    Fraction
        Exact, both calling everything and playing the cards perfectly, seeing all.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> from piquet_sim.game.rules import RUBICON
    >>> dealt = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")
    >>> thrown = parse_hand("K..98.87"), parse_hand("7.97..")
    >>> round(float(mean_over_draws(RUBICON, dealt, thrown)), 2)
    -32.36
    """
    laws = find_laws(rules)
    orders = _list_orders(laws.stock, *map(count_cards, thrown))
    total = sum_margins(laws, dealt, thrown, orders, find_play_table(), new_memory())
    return Fraction(int(total), len(orders))


@lru_cache
def _list_orders(stock: int, elder_took: int, younger_took: int) -> np.ndarray:
    # One order of the stock for each way in which both can draw.
    places = range(stock)
    orders = [
        order_stock((*elders, *youngers, *sorted({*places} - {*elders} - {*youngers})))
        for elders in combinations(places, elder_took)
        for youngers in combinations(sorted({*places} - {*elders}), younger_took)
    ]
    return np.array(orders, np.int64)
