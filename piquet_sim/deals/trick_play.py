"""The course of the play: cards played one after another, checked against the laws and counted.

Both the referee of a finished deal and the walk through one card by card use this module, so they
count alike. What counts is decided in `kernel.deal.tricks`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_sim.game.cards import TRICKS, format_card, format_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import Laws
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.tricks import Progress, beats, count_lead, count_reply, legal_cards


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
        return int(legal_cards(self.hands[self.turn], self.led))

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
            held = format_cards(iterate_cards(self.legal))
            raise InputError(f"{what} is a revoke: {SEATS[seat]} holds {held}")
        hands = tuple(hand & ~card for hand in self.hands)
        if not self.led:
            progress = count_lead(self.laws, self.progress, seat, card, trick)
            return Course(self.laws, hands, progress, seat, card, self.tricks)
        wins = bool(beats(card, self.led))
        winner = seat if wins else self.leader
        progress = count_reply(
            self.laws, self.progress, self.leader, self.led, card, wins, trick, 1 + self.won(winner)
        )
        done = Lead(self.leader, self.led, card, wins, self.progress, progress)
        return Course(self.laws, hands, progress, winner, 0, (*self.tricks, done))


def follow_play(course: Course, plays: Sequence[int]) -> Course:
    """The course after some more cards, in the order in which they were played.

    Raises
    ------
    InputError
        As `Course.play`.
    """
    for card in plays:
        course = course.play(card)
    return course


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
    legal = format_cards(iterate_cards(course.legal))
    raise InputError(
        f"play: card {number} (trick {(number + 1) // 2}): {format_card(card)} is not legal; "
        f"{SEATS[course.turn]}, whose turn it is, may play {legal}"
    )
