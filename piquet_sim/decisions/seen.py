"""What a seat knows when it is to discard, to call or to play: a deal in which a hand is hidden.

`see` cuts it out of a whole deal, `one_hand.read_knowledge` reads it where one hand was written
down. Both hide before anything is computed, and in the same form: what a seat cannot tell apart is
equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from piquet_sim.deals.deal import Course, Deal, Hidden, lay_talon, play_legally
from piquet_sim.deals.json import describe_call
from piquet_sim.decisions.stake import Stake
from piquet_sim.game.cards import (
    HAND_CARDS,
    count_cards,
    format_cards,
    format_hand,
    iterate_cards,
    pack_mask,
)
from piquet_sim.game.errors import HIGHEST_SEED
from piquet_sim.game.laws import PARTIE_DEALS, Laws
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.seats import turn_pair
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.calls import score_call
from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.tricks import CARD_BITS, Progress
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS, PlayView
from piquet_sim.kernel.opponent.knowledge import (
    ANYTHING,
    EarlierCard,
    bound_answered,
    bound_heard,
    find_earlier,
    fits_calls,
)
from piquet_sim.kernel.opponent.knowledge import Knowledge as OpponentHand
from piquet_sim.kernel.questions.possible_hands import UNKNOWN
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.matches.standing import Standing, find_standing

DISCARD, CALL, CARD = "discard", "call", "card"
"""Kinds of decisions."""
HIGHEST_JUDGING_SEED = HIGHEST_SEED >> STEP_BITS
"""The highest seed by which calls and cards are judged: the step of a decision stands behind it."""

ANSWERS = {OWN: "good", THEIRS: "not good", LEVEL: "equal"}
"""What younger says of a call, by how the class then stands for elder."""
_TRICKS_TOGETHER = 4


def _elder_first(seat: int, own: Any, theirs: Any) -> tuple[Any, Any]:
    return (theirs, own) if seat else (own, theirs)


def hide(
    rules: RuleSet,
    hidden: Hidden,
    dealt: int,
    shown: int = 0,
    discard: int = 0,
    drawn: int = 0,
    left: int = 0,
    calls: Sequence[int] = (),
    is_silent: bool = False,
    plays: Sequence[int] = (),
    heading: dict[str, Any] | None = None,
) -> Deal:
    """A deal as a seat sees it, the other hand being hidden; cards are masks.

    Parameters
    ----------
    rules : RuleSet
    hidden : Hidden
    dealt : int
        The seat's hand, as dealt.
    shown : int
        The opponent's, where it was shown for carte blanche.
    discard, drawn : int
        What the seat threw and drew.
    left : int
        Cards of the talon that it has seen and nobody took.
    calls : sequence of int
        What it called in the first classes.
    is_silent : bool
        Whether it did not announce its carte blanche.
    plays : sequence of int
    heading : dict, optional
        What a record says of the partie: ``score`` and ``number``.
    """
    seat, called = 1 - hidden.seat, (*calls, 0, 0, 0)[: len(CLASSES)]
    deal = Deal(
        rules,
        _elder_first(seat, dealt, shown),
        _elder_first(seat, discard, 0),
        (),
        _elder_first(seat, called, (0, 0, 0)),
        _elder_first(seat, is_silent and bool(has_carte_blanche(dealt)), not shown),
        tuple(plays),
        heading or {},
        hidden,
    )
    draws = _elder_first(seat, iterate_cards(drawn), [0] * (hidden.took or 0))
    talon = lay_talon(deal.draws, draws, iterate_cards(left))
    return replace(deal, talon=(*talon, *[0] * (deal.laws.stock - len(talon))))


@dataclass(frozen=True)
class Seen:
    """What a seat knows when it is to decide; here nothing is checked, and cards are masks."""

    deal: Deal
    """With the opponent's hand hidden (`hide`), and nothing in it that comes after the decision."""
    kind: str
    """DISCARD, CALL or CARD."""
    place: int = 0
    """How many classes have been called: 0 point, 1 sequence, 2 set is to be called now."""
    made: int | None = field(default=None, compare=False)
    """What the seat called in this class, where it is cut out of a record; no trial knows it."""

    # ---- Cards -----------------------------------------------------------------------------------
    @property
    def hidden(self) -> Hidden:
        """What is known of the opponent."""
        assert self.deal.hidden is not None
        return self.deal.hidden

    @property
    def seat(self) -> int:
        """0 elder, 1 younger."""
        return 1 - self.hidden.seat

    @property
    def rules(self) -> RuleSet:
        """The rule book."""
        return self.deal.rules

    @cached_property
    def laws(self) -> Laws:
        """The rules as kernels see them."""
        return self.deal.laws

    @property
    def dealt(self) -> int:
        """The hand dealt."""
        return self.deal.dealt[self.seat]

    @property
    def discard(self) -> int:
        """What this seat has thrown."""
        return self.deal.thrown[self.seat]

    @cached_property
    def drawn(self) -> int:
        """What it drew."""
        return self.deal.drawn[self.seat]

    @property
    def full(self) -> int:
        """The twelve cards after the exchange."""
        return self.deal.hands[self.seat]

    @property
    def opponent_dealt(self) -> int:
        """The opponent's dealt hand where it was shown for carte blanche, else 0."""
        return self.deal.dealt[self.hidden.seat]

    @cached_property
    def left(self) -> int:
        """Cards of the talon that this seat has seen and nobody took."""
        return sum(self.deal.talon) & ~self.drawn

    @cached_property
    def others(self) -> int:
        """The cards that this seat has not seen, and the opponent has not shown."""
        return pack_mask(self.rules.pack) & ~(
            self.dealt | self.drawn | self.left | self.hidden.holds
        )

    # ---- Calls -----------------------------------------------------------------------------------
    @property
    def calls(self) -> tuple[int, ...]:
        """Own point, sequence and set as they were called so far, 0 for none."""
        return self.deal.called[self.seat][: self.place]

    @property
    def best(self) -> tuple[int, int, int]:
        """What one calls who calls everything."""
        return tuple(int(one) for one in evaluate_hand(self.laws, self.full)[: len(CLASSES)])

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """How strong the opponent's best of each class is, at least and at most."""
        laws, known, bounds = self.laws, self.hidden, [(0, ANYTHING)] * len(CLASSES)
        if self.seat == ELDER_SEAT:
            for place, (call, result) in enumerate(zip(self.calls, known.results, strict=True)):
                if call:
                    bounds[place] = bound_answered(
                        result, call_strength(laws, POINT + place, call), 0, False
                    )
        else:
            for place, heard in enumerate(known.heard):
                bounds[place] = bound_heard(laws, POINT + place, heard, 0)
        return bounds

    @cached_property
    def opponent(self) -> OpponentHand:
        """What is known of the opponent's hand before the play, if they call everything."""
        known = self.hidden
        return OpponentHand(
            known.holds,
            self.others,
            HAND_CARDS - count_cards(known.holds),
            0,
            known.holds | self.others,
            *(end for both in self.bounds for end in both),
        )

    def fits(self, opponent: int) -> bool:
        """Whether a hand of the opponent agrees with what was called and answered.

        Parameters
        ----------
        opponent : int
            Twelve cards after the exchange, of one who calls everything.
        """
        return bool(fits_calls(self.laws, self.opponent, opponent))

    @property
    def silent_on(self) -> tuple[str, ...]:
        """The classes in which the opponent could have called and was not heard to."""
        known, is_elder = self.hidden, self.seat == ELDER_SEAT
        if self.kind == CALL and is_elder:
            return ()
        # Younger calls what elder has left open, or what was not good, after the first card.
        silent = (OWN, LEVEL) if is_elder and not self.plays else (OPEN, OWN, LEVEL)
        said = zip(CLASSES, known.heard, (*known.results, OPEN), strict=False)
        return tuple(kind for kind, heard, result in said if not heard and result in silent)

    def find_stake(
        self, aim: str | None = None, score: tuple[int, int] | None = None, deal: int = PARTIE_DEALS
    ) -> Stake:
        """By what the decision is judged.

        Parameters
        ----------
        aim : str, optional
            By default the settlement where there is a score.
        score : tuple of two int, optional
            Own and the opponent's totals before the deal; by default those of the record.
        deal : int
            With a score: the number of the deal in the partie.

        Raises
        ------
        InputError
            If the settlement is asked for and cannot be had.
        """
        standing = None if score is None else Standing(turn_pair(score, self.seat), deal)
        judged = find_standing(self.deal.heading, self.rules, aim, standing)
        return Stake(
            self.rules, self.seat, why_points=judged.why_points, **judged.seen_from(self.seat)
        )

    # ---- The play --------------------------------------------------------------------------------
    @cached_property
    def course(self) -> Course:
        """The play so far; the hidden hand is all cards that it may still hold.

        Raises
        ------
        InputError
            If a card could not be played, as far as the seat can see.
        """
        hands = _elder_first(self.seat, self.full, self.others | self.hidden.holds)
        course = Course(self.laws, hands, Progress(0, 0, 0), hidden=self.hidden.seat)
        for number, card in enumerate(self.plays, start=1):
            course = play_legally(course, card, number)
        return course

    @property
    def plays(self) -> tuple[int, ...]:
        """The cards that have fallen, in their order."""
        return self.deal.plays

    @property
    def hand(self) -> int:
        """The cards that this seat still holds."""
        return self.course.hands[self.seat]

    @property
    def unseen(self) -> int:
        """The cards that the opponent may hold as far as this seat has seen."""
        return self.course.hands[self.hidden.seat]

    @property
    def shown(self) -> int:
        """Own cards that the opponent was shown."""
        laws, cards = self.laws, 0
        holding = evaluate_hand(laws, self.full)
        for place, (result, call) in enumerate(zip(self.hidden.results, self.calls, strict=True)):
            if result in (OWN, LEVEL):
                cards |= int(score_call(laws, POINT + place, self.full, holding, call)[1])
        return cards

    def as_play_view(self, luck: int) -> PlayView:
        """The view that a strategy would be given, but for points and the score of a match."""
        course, known = self.course, self.hidden
        own, other = course.played(self.seat), course.played(known.seat)
        fallen = [0, 0, 0]
        for number, card in enumerate(self.plays[: len(self.plays) & ~1]):
            together, place = divmod(number, 2 * _TRICKS_TOGETHER)
            fallen[together] |= card.bit_length() << CARD_BITS * place
        return PlayView._make((
            self.seat, self.hand, course.led, course.legal, self.unseen, known.holds & ~other,
            self.shown & ~own, own, other, course.won(self.seat), course.won(known.seat), 0, 0,
            self.dealt, self.discard, self.left, self.opponent_dealt, count_cards(self.discard),
            known.took, *known.results, *known.heard, 0, 0, 0, luck, self.shown, *fallen,
            self.laws.book,
        ))  # fmt: skip

    def list_earlier(self) -> list[EarlierCard]:
        """The cards that the opponent has played, and what they knew then."""
        seen = self.as_play_view(0)
        tricks = (find_earlier(seen, trick) for trick in range(len(self.plays) // 2 + 1))
        return [earlier for earlier in tricks if earlier.card]

    def as_json(self) -> dict[str, Any]:
        """What is known before a call or a card, in the form that `read_knowledge` reads."""
        known, is_elder = self.hidden, self.seat == ELDER_SEAT
        cards = {
            "dealt": self.dealt,
            "drawn": self.drawn,
            "discard": self.discard,
            "left": self.left,
        }
        calls = _describe_heard(self.calls)
        if has_carte_blanche(self.dealt) and not self.deal.announced[self.seat]:
            calls["carte_blanche"] = False
        answered = zip(CLASSES, known.results, self.calls, strict=False)
        counted = zip(CLASSES, known.counted, strict=False)
        opponent = {
            "took": known.took,
            "holds": format_hand(known.holds),
            "dealt": format_hand(self.opponent_dealt) if self.opponent_dealt else None,
            "calls": None if is_elder and self.kind == CALL else _describe_heard(known.heard),
            "counted": {kind: one for kind, one in counted if one != UNKNOWN} or None,
        }
        view = {
            "rules": self.rules.describe(),
            "seat": SEATS[self.seat],
            **{key: format_hand(one) for key, one in cards.items()},
            "calls": calls,
            "answers": {kind: ANSWERS[result] for kind, result, call in answered if call}
            if is_elder
            else None,
            "class": CLASSES[self.place] if self.kind == CALL else None,
            "play": format_cards(self.plays) if self.kind != CALL else None,
            "opponent": {key: one for key, one in opponent.items() if one is not None},
        }
        return {key: one for key, one in view.items() if one is not None}


def _describe_heard(calls: tuple[int, ...]) -> dict[str, Any]:
    described = {
        kind: describe_call(kind, call) for kind, call in zip(CLASSES, calls, strict=False) if call
    }
    if "point" in described and not calls[0] & PIPS_MASK:
        del described["point"]["pips"]
    return described


# ---- Cut out of a deal ---------------------------------------------------------------------------


def see(
    deal: Deal, seat: int, kind: str, place: int | None = None, number: int | None = None
) -> Seen:
    """What a seat knows before a decision of a deal, of which all else is hidden.

    Parameters
    ----------
    deal : Deal
        As far as it has gone, or finished.
    seat : int
        0 elder, 1 younger.
    kind : str
        DISCARD, CALL or CARD.
    place : int, optional
        The class that is to be called: 0 point, 1 sequence, 2 set.
    number : int, optional
        Of the card that is to be played, from 1.
    """
    other, laws, is_elder = 1 - seat, deal.laws, seat == ELDER_SEAT
    shown = deal.dealt[other] if deal.announced[other] else 0
    if kind == DISCARD:
        known = Hidden(other, None if is_elder else deal.took[other])
        return Seen(hide(deal.rules, known, deal.dealt[seat], shown, heading=deal.heading), kind)
    looked_at = 0
    if laws.elder_looks and is_elder:  # at the cards that elder might have taken
        start = deal.draws[0].stop
        looked_at = sum(deal.talon[start : start + max(laws.elder_most - deal.took[0], 0)])
    holds = drew = looked_at & deal.drawn[1]
    plays = () if number is None else deal.plays[: number - 1]
    called_so_far = len(CLASSES) if place is None else place
    results, heard, counted = [], [], []
    for at, name in enumerate(CLASSES[: called_so_far + (kind == CALL and not is_elder)]):
        mine, called = (deal.called[one][at] for one in (seat, other))
        # The state of a class for elder and for younger, by the result in a record.
        result = ((OPEN, OWN, THEIRS, LEVEL), (OPEN, THEIRS, OWN, LEVEL))[seat][
            deal.before_play.value(f"{name}_result")
        ]
        if is_elder and (result == OWN or not plays):
            called = mine if result == LEVEL else 0  # younger has only said whether it is good
        # Elder says the pips of a point only if younger has as many cards, or may not say.
        has_fewer = result == OWN or at == place
        if at == 0 and has_fewer and mine >> POINT_SHIFT != called >> POINT_SHIFT:
            called = called if laws.point_by_pips else called >> POINT_SHIFT << POINT_SHIFT
        # Elder shows each class before the next is called, younger all when elder has led.
        is_shown = result in (THEIRS, LEVEL) and (plays if is_elder else at != place)
        if is_shown:
            theirs = deal.hands[other], deal.holdings[other], deal.called[other][at]
            holds |= int(score_call(laws, POINT + at, *theirs)[1])
        column = f"{SEATS[other]}_{name if at == 0 else name + 's'}"
        counted.append(deal.before_play.value(column) if is_shown and result == THEIRS else UNKNOWN)
        results.append(result if mine or called else OPEN)
        heard.append(called)
    known = Hidden(
        other,
        deal.took[other],
        holds,
        tuple(heard),
        tuple(results[:called_so_far]),
        tuple(counted) if kind == CARD else (),
    )
    calls = deal.called[seat]
    as_seen = hide(
        deal.rules,
        known,
        deal.dealt[seat],
        shown,
        deal.thrown[seat],
        deal.drawn[seat],
        looked_at & ~drew,
        calls[:called_so_far],
        deal.silent[seat],
        plays,
        deal.heading,
    )
    return Seen(
        as_seen, kind, called_so_far, (*calls, None)[called_so_far] if kind == CALL else None
    )
