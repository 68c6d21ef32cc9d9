"""A played deal as a review needs it: read from the record, checked, with its players named."""

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from piquet_sim.deals.deal import Deal, ScoredDeal
from piquet_sim.deals.json import judge_deal, read_deal
from piquet_sim.decisions.one_hand import read_view
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.exact.play_table_cache import check_solvable
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.standing import BY_POINTS, Judge, Standing, find_judge

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
    judge: Judge = BY_POINTS
    """By what its decisions are judged: points, or the settlement at a score."""

    @cached_property
    def scored(self) -> ScoredDeal:
        """The deal as it was scored."""
        return self.score()

    @property
    def scores(self) -> tuple[int, int]:
        """What elder and younger made in the deal, so far where its play stops."""
        return self.scored.of_both("score")

    def at(self, seat: int) -> dict[str, Any]:
        """The score as questions of a seat take it; nothing where points judge."""
        standing = self.judge.standing
        return {} if standing is None else standing.seen_from(seat)

    def stake(self, seat: int) -> Stake:
        """By what the decisions of a seat are judged."""
        return Stake(self.rules, seat, **self.at(seat))

    def view(self, number: int) -> Seen:
        """What the player of a card knew before it was played; cards are numbered from 1."""
        return read_view(self, card=number)


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
    written: dict[str, Any] = {}
    if isinstance(given, dict):
        written = {key: value for key, value in given.items() if key not in _HEADING}
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
        judge=find_judge(deal, aim, standing),
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
