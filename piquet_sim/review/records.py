"""A played deal as a review needs it: read from the record, checked, its players named."""

from dataclasses import dataclass

from piquet_sim.advice.play.seat_views import SeatView, read_view
from piquet_sim.deals.headings import read_heading
from piquet_sim.deals.referee import ScoredDeal, announces_blanche, judge_deal, place_draws
from piquet_sim.game.cards import TRICKS, parse_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS

PLAYERS = "players"
"""The key of the players' names."""
_HEADING = {PLAYERS, "name", "number", "score"}
"""What a record says that the referee does not read."""
_PLAYS = 2 * TRICKS


@dataclass(frozen=True)
class Record:
    """A deal that was played to the end under the laws; `read_record` makes it."""

    deal: dict[str, object]
    """As the referee reads it."""
    players: tuple[str, str]
    """Who was elder and who younger; the seats where no names are given, or one for both."""
    scored: ScoredDeal
    plays: tuple[int, ...]
    """The 24 cards in the order in which they fell."""

    @property
    def rules(self) -> RuleSet:
        """The rule book."""
        return self.scored.rules

    @property
    def dealt(self) -> tuple[int, int]:
        """The hands dealt to elder and younger."""
        return self._of_both("dealt")

    @property
    def thrown(self) -> tuple[int, int]:
        """What elder and younger threw."""
        return self._of_both("discard")

    @property
    def hands(self) -> tuple[int, int]:
        """The hands after the exchange."""
        return self._of_both("hand")

    @property
    def scores(self) -> tuple[int, int]:
        """What elder and younger made in the deal."""
        return self._of_both("score")

    @property
    def talon(self) -> tuple[int, ...]:
        """The talon in the order of drawing."""
        return parse_cards(self.deal["talon"], "talon", self.rules.pack)

    @property
    def announced(self) -> tuple[bool, bool]:
        """Whether elder and younger announced a carte blanche."""
        given = (self.deal[seat].get("calls", "full") for seat in SEATS)
        return tuple(map(announces_blanche, self.dealt, given))

    @property
    def drawn(self) -> tuple[int, int]:
        """What elder and younger drew."""
        took = self._of_both("exchanged")
        places = place_draws(self.rules.laws(), self.announced[0], *took)
        return tuple(sum(self.talon[place]) for place in places)

    def view(self, number: int) -> SeatView:
        """What the player of a card knew before it was played; cards are numbered from 1."""
        return read_view(self.deal, card=number)

    def _of_both(self, column: str) -> tuple[int, int]:
        return tuple(self.scored.value(f"{seat}_{column}") for seat in SEATS)


def read_record(given: object, rules: RuleSet | None = None) -> Record:
    """Read a played deal and check it against the laws.

    Parameters
    ----------
    given : dict
        A deal with its play (`deals.referee.score_deal`); ``players`` may name who was elder and
        who younger: ``{"elder": "Anna", "younger": "Ben"}``.
    rules : RuleSet, optional
        The rule book of a record that names none.

    Raises
    ------
    InputError
        If the deal breaks the laws, was not played to the end, or has a rule book both ways; if
        perfect play is not known under the rules. The message says what.

    Examples
    --------
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> read_record({**deal, "players": {"elder": "Anna"}}).players
    ('Anna', 'younger')
    """
    if not isinstance(given, dict):
        raise InputError("deal: expected a JSON object, as in {...}")
    deal = {key: value for key, value in given.items() if key not in _HEADING}
    players = _tell_apart(read_heading(given).get(PLAYERS, {}))
    if rules is not None:
        if "rules" in deal:
            raise InputError("rules: the record has its own; leave out --rules and --set")
        deal["rules"] = rules.describe()
    judge_deal({**deal, "play": None})
    if deal.get("play") is None:
        raise InputError("play is missing; a review needs a deal that was played to the end")
    read_view(deal, card=1)  # follows all cards, and names the one that is not legal
    scored = judge_deal(deal)
    plays = parse_cards(deal["play"], "play", scored.rules.pack)
    return Record(deal, players, scored, plays)


def _tell_apart(given: dict[str, str]) -> tuple[str, str]:
    names = tuple(given.get(seat, seat) for seat in SEATS)
    if names[0] == names[1]:  # as where a strategy plays itself
        return SEATS
    if names[0] == SEATS[1] or names[1] == SEATS[0]:
        raise InputError(f"{PLAYERS}: {names[0]!r} is elder and {names[1]!r} younger; expected two "
                         "names that can be told apart")  # fmt: skip
    return names
