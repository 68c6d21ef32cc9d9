"""A deal in the engine's numbers: cards, exchange, calls and play, and what they score.

Code passes deals on in this form. JSON (`deals.json`) and the notation (`deals.notation`) are read
once, where they come in, and written where they go out. What counts in the play is decided in
`kernel.deal.tricks`; a finished deal and one walked through card by card count alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import TRICKS, count_cards, format_card, iterate_cards
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.laws import YOUNGER_FIRST, Laws
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.deal.calls import RESULT_NAMES, hand_points, reckon_class, reckon_repiques
from piquet_sim.kernel.deal.holdings import POINT, Holding, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.tricks import (
    Progress,
    beats,
    close_deal,
    count_lead,
    count_reply,
    legal_cards,
    suit_of,
)


# ---- The play ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lead:
    """One trick as it was counted."""

    leader: int
    """0 elder, 1 younger."""
    led: int
    reply: int
    reply_wins: bool
    after_lead: Progress
    after_reply: Progress

    @property
    def winner(self) -> int:
        """0 elder, 1 younger."""
        return 1 - self.leader if self.reply_wins else self.leader


@dataclass(frozen=True)
class Course:
    """How far the play has gone."""

    laws: Laws
    hands: tuple[int, int]
    """The cards still held, as masks."""
    progress: Progress
    """Points in hand and play without bonuses."""
    leader: int = 0
    """The leader of the current trick: 0 elder, 1 younger."""
    led: int = 0
    """The card led to it that waits for a reply, else 0."""
    tricks: tuple[Lead, ...] = ()
    """The complete tricks."""
    hidden: int | None = None
    """The seat whose hand is not seen; its hand is then all cards that it may hold."""

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 elder, 1 younger."""
        return 1 - self.leader if self.led else self.leader

    @property
    def is_over(self) -> bool:
        """Whether all twelve tricks have been played."""
        return len(self.tricks) == TRICKS

    @property
    def legal(self) -> int:
        """The cards that may be played now, as a mask."""
        hand = self.hands[self.turn]
        return hand if self.turn == self.hidden else int(legal_cards(hand, self.led))

    def played(self, seat: int) -> int:
        """The cards that a seat has played."""
        own = (one.led if one.leader == seat else one.reply for one in self.tricks)
        return sum(own) | self.led * (self.leader == seat)

    def renounced(self, seat: int) -> int:
        """All cards of the suits in which a seat has renounced."""
        led = {int(suit_of(one.led)): one for one in self.tricks if one.leader != seat}
        return sum(suit for suit, one in led.items() if not one.reply & suit)

    def won(self, seat: int) -> int:
        """Tricks that a seat has won."""
        return sum(trick.winner == seat for trick in self.tricks)

    def play(self, card: int) -> "Course":
        """The course after one more card.

        Raises
        ------
        InputError
            If the card is not in the hand of the player whose turn it is, is a revoke, or comes
            after the last.
        """
        if self.is_over:
            raise InputError(f"play: {format_card(card)} comes after the last trick")
        trick = len(self.tricks)
        what = f"play: trick {trick + 1}: {format_card(card)}"
        seat = self.turn
        if not card & self.hands[seat]:
            raise InputError(f"{what} is not in the hand of {SEATS[seat]}, whose turn it is")
        if not card & self.legal:
            held = say_cards(self.legal)
            raise InputError(f"{what} is a revoke: {SEATS[seat]} holds {held}")
        hands = [hand & ~card for hand in self.hands]
        if not self.led:
            progress = count_lead(self.laws, self.progress, seat, card, trick)
            return replace(self, hands=tuple(hands), progress=progress, led=card)
        if seat == self.hidden and not card & int(suit_of(self.led)):
            hands[seat] &= ~int(suit_of(self.led))
        wins = bool(beats(card, self.led))
        winner = seat if wins else self.leader
        progress = count_reply(
            self.laws, self.progress, self.leader, self.led, card, wins, trick, 1 + self.won(winner)
        )
        done = Lead(self.leader, self.led, card, wins, self.progress, progress)
        return Course(
            self.laws, tuple(hands), progress, winner, 0, (*self.tricks, done), self.hidden
        )


def play_legally(course: Course, card: int, number: int) -> Course:
    """The course after one more card; a refusal says which card it is and what was legal.

    Parameters
    ----------
    course : Course
    card : int
    number : int
        The number of the card, from 1.

    Raises
    ------
    InputError
        If the card is not legal.
    """
    if course.is_over or card & course.legal:
        return course.play(card)
    seat = SEATS[course.turn]
    why = f"is not legal; {seat}, whose turn it is, may play {say_cards(course.legal)}"
    if course.turn == course.hidden:
        why = f"cannot be {seat}'s, whose turn it is: it was seen elsewhere, or its suit renounced"
    raise InputError(f"play: card {number} (trick {(number + 1) // 2}): {format_card(card)} {why}")


# ---- Deals ---------------------------------------------------------------------------------------
if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation

SCORED_PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


def place_draws(
    laws: Laws, elder_blanche: bool, elder_took: int, younger_took: int
) -> tuple[slice, slice]:
    """Which places of the talon elder and younger draw.

    Elder draws first, but where a book has younger draw first once elder has announced a carte
    blanche.
    """
    if laws.blanche_shown == YOUNGER_FIRST and elder_blanche:
        return slice(younger_took, younger_took + elder_took), slice(0, younger_took)
    return slice(0, elder_took), slice(elder_took, elder_took + younger_took)


def lay_talon(
    places: tuple[slice, slice], drawn: Sequence[Iterable[int]], rest: Iterable[int]
) -> tuple[int, ...]:
    """A talon in which elder and younger draw given cards at their places (`place_draws`).

    Examples
    --------
    >>> lay_talon((slice(1, 3), slice(0, 1)), ([1, 2], [4]), [8])
    (4, 1, 2, 8)
    """
    parts = sorted(zip(places, drawn, strict=True), key=lambda part: part[0].start)
    return (*(card for _, cards in parts for card in cards), *rest)


def margin(records: np.ndarray | Mapping[str, Any], seat: str = "elder") -> np.ndarray:
    """The points of a seat less the other's in each of several records of deals, int64.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> margin(Simulation("club", "club").record_units(0, 2)).tolist()
    [31, 25]
    """
    return records[f"{seat}_score"].astype(np.int64) - records[f"{other(seat)}_score"]


def margin_of_first(records: np.ndarray) -> np.ndarray:
    """The points of the player named first less the other's, who change seats in mirrored pairs.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> records = Simulation("club", "novice", mirrored=True).record_units(0, 1)
    >>> margin(records).tolist(), margin_of_first(records).tolist()
    ([100, 1], [100, -1])
    """
    return np.where(records["mirrored"], -1, 1) * margin(records)


_Value = TypeVar("_Value")


def _both(values: Iterable[_Value]) -> tuple[_Value, _Value]:
    # What is so of elder and of younger.
    elder, younger = values
    return elder, younger


@dataclass(frozen=True)
class Hidden:
    """What a seat knows of the other, whose hand is hidden: cards, calls and answers."""

    seat: int
    """Whose hand is hidden: 0 elder's, 1 younger's."""
    took: int | None = None
    """How many cards it exchanged; None where that is not known."""
    holds: int = 0
    """Cards that it has shown, or was seen to draw."""
    heard: tuple[int, ...] = ()
    """Its calls as they were heard, 0 for none, that of the class to be called now among them where
    it has been made. A point called by its number of cards alone has 0 pips."""
    results: tuple[int, ...] = ()
    """How the classes that were called stand for the seat that sees (`kernel.deal.views`)."""
    counted: tuple[int, ...] = ()
    """What it has counted in each class; -1 where the class is not its own or that is not known."""


@dataclass(frozen=True)
class Deal:
    """A deal that keeps the laws, all cards seen; of what both seats have elder's comes first.

    Where a hand is `hidden`, it is 0 here, or a carte blanche that was shown; a card of the talon
    that the other seat has not seen is 0.

    `json.read_deal` makes it of what is written; here `check_exchange` and `follow`
    check it.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> Simulation("club", "club").replay_deal(0).score().value("elder_tricks")
    8
    """

    rules: RuleSet
    dealt: tuple[int, int]
    """The hands dealt."""
    thrown: tuple[int, int]
    talon: tuple[int, ...]
    """The talon in the order of drawing."""
    calls: "tuple[tuple[int, int, int], tuple[int, int, int]] | None" = None
    """Point, sequence and set as each called them, 0 for none; None where both call everything."""
    silent: tuple[bool, bool] = (False, False)
    """Whether each would not announce a carte blanche."""
    plays: tuple[int, ...] = ()
    """The cards that have fallen, in their order."""
    heading: dict[str, Any] = field(default_factory=dict, compare=False)
    """What a record says besides: ``comment``, ``name``, ``players``, ``number``, ``score`` and
    ``totals``."""
    hidden: Hidden | None = None
    """What is known of a hand that is hidden; None where all cards are seen."""

    @property
    def laws(self) -> Laws:
        """The rules as kernels see them."""
        return find_laws(self.rules)

    @property
    def announced(self) -> tuple[bool, bool]:
        """Whether each has announced a carte blanche."""
        return _both(
            bool(has_carte_blanche(hand)) and not silent
            for hand, silent in zip(self.dealt, self.silent, strict=True)
        )

    @property
    def took(self) -> tuple[int, int]:
        """How many cards each exchanged."""
        took = [*map(count_cards, self.thrown)]
        if self.hidden is not None:
            took[self.hidden.seat] = self.hidden.took or 0
        return _both(took)

    @property
    def draws(self) -> tuple[slice, slice]:
        """Which places of the talon each draws."""
        return place_draws(self.laws, self.announced[0], *self.took)

    @property
    def drawn(self) -> tuple[int, int]:
        """What each drew."""
        return _both(sum(self.talon[place]) for place in self.draws)

    @cached_property
    def hands(self) -> tuple[int, int]:
        """The hands after the exchange."""
        parts = zip(self.dealt, self.thrown, self.drawn, strict=True)
        return _both(dealt & ~thrown | drawn for dealt, thrown, drawn in parts)

    @cached_property
    def holdings(self) -> tuple[Holding, Holding]:
        """What each holds after the exchange."""
        return _both(evaluate_hand(self.laws, hand) for hand in self.hands)

    @property
    def called(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Point, sequence and set as each called them."""
        if self.calls is not None:
            return self.calls
        return tuple(tuple(map(int, holding[: len(CLASSES)])) for holding in self.holdings)

    def with_call(self, seat: int, kind: str, call: int) -> Self:
        """The same deal with another call of a seat in a class."""
        calls = [list(one) for one in self.called]
        calls[seat][CLASSES.index(kind)] = call
        return replace(self, calls=tuple(map(tuple, calls)))

    @cached_property
    def before_play(self) -> "ScoredDeal":
        """The deal scored up to the first lead."""
        laws, hands = self.laws, self.hands
        record = np.zeros(len(COLUMNS), np.int64)
        for place, seat in enumerate(SEATS):
            for column, value in (
                ("dealt", self.dealt[place]),
                ("discard", self.thrown[place]),
                ("hand", hands[place]),
                ("exchanged", self.took[place]),
                ("carte_blanche", laws.carte_blanche * self.announced[place]),
                *zip((f"{kind}_call" for kind in CLASSES), self.called[place], strict=True),
            ):
                record[getattr(AT, f"{seat}_{column}")] = value
        blanches = record[AT.elder_carte_blanche], record[AT.younger_carte_blanche]
        if laws.blanche_cancels and all(blanches):
            record[AT.elder_carte_blanche] = record[AT.younger_carte_blanche] = 0
        for kind in range(POINT, POINT + len(CLASSES)):
            reckon_class(laws, kind, *hands, *self.holdings, record)
        reckon_repiques(laws, record)
        for seat in SEATS:
            first = getattr(AT, f"{seat}_carte_blanche")
            repique = record[getattr(AT, f"{seat}_repique")]
            record[getattr(AT, f"{seat}_score")] = hand_points(first, record) + repique
        return ScoredDeal(self, record, ())

    def begin_play(self) -> Course:
        """The play before its first card, with the points in hand."""
        record = self.before_play.record
        counted = (int(hand_points(getattr(AT, f"{seat}_carte_blanche"), record)) for seat in SEATS)
        return Course(self.laws, self.hands, Progress(*counted, 0))

    def follow(self) -> list[Course]:
        """The play before its first card, and after each that has fallen.

        Raises
        ------
        InputError
            If a card is not legal; the message says which it is, and what was.
        """
        courses = [self.begin_play()]
        for number, card in enumerate(self.plays, start=1):
            courses.append(play_legally(courses[-1], card, number))
        return courses

    def score(self, plays: Sequence[int] | None = None) -> "ScoredDeal":
        """The deal scored after all its cards, those given or its own.

        If the play stops before the last trick, nothing is counted for the cards.

        Raises
        ------
        InputError
            If a card is not legal.
        """
        deal = self if plays is None else replace(self, plays=tuple(plays))
        course = reduce(Course.play, deal.plays, self.begin_play())
        record = self.before_play.record.copy()
        close_deal(self.laws, course.won(0), course.progress, record)
        if course.is_over:
            return ScoredDeal(deal, record, course.tricks)
        for place, seat in enumerate(SEATS):
            cards, score, tricks = (
                getattr(AT, f"{seat}_{part}") for part in ("cards", "score", "tricks")
            )
            record[score] -= record[cards]
            record[cards], record[tricks] = 0, course.won(place)
        return ScoredDeal(deal, record, course.tricks, len(deal.plays))


@dataclass(frozen=True)
class ScoredDeal:
    """A checked and scored deal."""

    deal: Deal
    record: np.ndarray
    """A record; see `COLUMNS`."""
    tricks: tuple[Lead, ...]
    """Empty where the play was left out; those that are complete."""
    stops_after: int | None = None
    """How many cards were played, where the play stops before the last trick."""

    @property
    def rules(self) -> RuleSet:
        """The rule book."""
        return self.deal.rules

    def value(self, column: str) -> int:
        """One column of the record."""
        return int(self.record[getattr(AT, column)])

    def of_both(self, column: str) -> tuple[int, int]:
        """One column of the record, elder's and younger's."""
        return _both(self.value(f"{seat}_{column}") for seat in SEATS)

    @property
    def margin(self) -> int:
        """Elder's score less younger's."""
        elder, younger = self.of_both("score")
        return elder - younger

    def as_json(self) -> dict[str, Any]:
        """The referee's answer."""
        columns = {part: part for part in SCORED_PARTS} | {"total": "score", "tricks": "tricks"}
        results = [f"{kind}_result" for kind in CLASSES]
        return {
            **{
                seat: {part: self.value(f"{seat}_{column}") for part, column in columns.items()}
                for seat in SEATS
            },
            **{result: RESULT_NAMES[self.value(result)] for result in results},
            **({} if self.stops_after is None else {"stops_after": self.stops_after}),
        }


@dataclass(frozen=True)
class PlayedDeal(Deal):
    """One deal of a simulation with everything that happened in it.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_cards
    >>> from piquet_sim.deals.simulation import Simulation
    >>> played = Simulation("club", "club", seed=1).replay_deal(2)
    >>> format_cards(played.plays[:4])
    'KC AC AD 8H'
    """

    simulation: "Simulation" = field(kw_only=True)
    index: int = field(kw_only=True)
    record: dict[str, int] = field(kw_only=True, compare=False)
    """The record, see `COLUMNS`."""


# ---- Checks --------------------------------------------------------------------------------------
def check_exchange(deal: Deal) -> None:
    """Check the cards of a deal and its exchange.

    Raises
    ------
    InputError
        If a card is in two places, or somebody exchanged too few or too many.
    """
    if both := deal.dealt[0] & deal.dealt[1]:
        raise InputError(f"deal: {format_card(next(iterate_cards(both)))} dealt to both")
    if known := sum(deal.talon) & sum(deal.dealt):
        raise InputError(f"talon: {format_card(next(iterate_cards(known)))} was dealt to a player")
    check_took(deal.laws, deal.took)


def check_took(laws: Laws, took: tuple[int, int]) -> None:
    """Check how many cards elder and younger have exchanged.

    Raises
    ------
    InputError
        If they are too few or too many.
    """
    limits = (
        (laws.elder_least, laws.elder_most),
        (laws.younger_least, min(laws.younger_most, laws.stock - took[0])),
    )
    refuse(
        {
            f"{seat} discard: {cards} cards; {seat} may exchange {least} to {most}": (
                not least <= cards <= most
            )
            for seat, cards, (least, most) in zip(SEATS, took, limits, strict=True)
        }
    )


def check_record(deal: Deal) -> Deal:
    """Check the play of a deal, and the totals that are written.

    Raises
    ------
    InputError
        If a card is not legal, or the totals are not those of the deal.
    """
    deal.follow()  # names the card that is not legal
    played = len(deal.plays)
    if deal.heading.get("totals") is not None:
        if 0 < played < 2 * TRICKS:
            raise InputError(f"totals: given, but only {played} of {2 * TRICKS} cards were played")
        if played:
            check_written_totals(deal.score())
    return deal


def check_written_totals(scored: ScoredDeal) -> ScoredDeal:
    """Compare the totals that a record has, if it has any, with those of the deal.

    Raises
    ------
    InputError
        If they differ.
    """
    written, made = scored.deal.heading.get("totals"), list(scored.of_both("score"))
    if written is not None and written != made:
        raise InputError(
            f"totals: {written[0]} to {written[1]} written down, but the deal makes {made[0]} to "
            f"{made[1]}"
        )
    return scored
