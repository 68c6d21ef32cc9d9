"""What a seat knows when it is to discard, to call or to play a card: read once, checked once.

A deal begun comes as JSON, as the record of a deal or as a view, which says what one seat knows.
Out of a record only what the seat has seen is taken, as if somebody had written that down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from piquet_sim.deals.deal import Deal
from piquet_sim.deals.json import describe_call
from piquet_sim.decisions.stake import Stake
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.game.cards import HAND_CARDS, count_cards, format_cards, format_hand, pack_mask
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.calls import score_call
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.tricks import CARD_BITS, beats, legal_cards, suit_of
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
from piquet_sim.kernel.questions.possible_hands import UNKNOWN, count_class
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.matches.standing import Standing, find_judge

DISCARD, CALL, CARD = "discard", "call", "card"
"""Kinds of decisions."""
HIGHEST_SEED = (1 << 57) - 1

ANSWERS = {"good": OWN, "not good": THEIRS, "equal": LEVEL}
_STANDS = ((OPEN, OWN, THEIRS, LEVEL), (OPEN, THEIRS, OWN, LEVEL))
"""The state of a class for elder and for younger, by the result in a record."""
_TRICKS_TOGETHER = 4


@dataclass(frozen=True)
class Seen:
    """What a seat knows when it is to decide; cards are masks.

    `one_hand.read_knowledge` makes it and checks it, or `see` cuts it out of a deal; here nothing
    is checked.
    """

    kind: str
    """DISCARD, CALL or CARD."""
    rules: RuleSet
    seat: int
    """0 elder, 1 younger."""
    dealt: int
    """The hand dealt."""
    opponent_took: int | None
    """How many cards the opponent exchanged; None if that is not said before a discard."""
    opponent_dealt: int
    """The opponent's dealt hand where it was shown for carte blanche, else 0."""
    discard: int = 0
    drawn: int = 0
    left: int = 0
    """Cards of the talon that this seat has seen and nobody took."""
    holds: int = 0
    """Cards that the opponent has shown or certainly had after the exchange."""
    first: int | None = None
    """The class that is to be called now: 0 point, 1 sequence, 2 set; None if none is."""
    calls: tuple[int, ...] = ()
    """Own point, sequence and set as they were called so far, 0 for none."""
    has_blanche: bool = False
    """Whether this seat has announced a carte blanche."""
    results: tuple[int, ...] = ()
    """How these classes stand: 0 open, 1 mine is good, 2 theirs, 3 equal."""
    heard: tuple[int, ...] = ()
    """What the opponent called as it was heard, 0 for nothing; for younger that of the class to be
    called, too. A point whose number of cards alone was said has 0 pips."""
    counted: tuple[int, ...] = ()
    """What the opponent has counted in each class that is theirs; -1 where that is not known."""
    plays: tuple[int, ...] = ()
    """The cards that have fallen, in their order."""
    made: int | None = field(default=None, compare=False)
    """What the seat called in this class, where it is cut out of a record; no trial knows it."""
    heading: dict[str, Any] = field(default_factory=dict, compare=False)
    """What a record says of the partie: ``score`` and ``number``."""

    # ---- The exchange ----------------------------------------------------------------------------
    @property
    def laws(self) -> Laws:
        """The rules as kernels see them."""
        return prepare_laws(self.rules)

    @property
    def place(self) -> int:
        """The class that is to be called now, where a call is asked for (`first`)."""
        assert self.first is not None
        return self.first

    @property
    def full(self) -> int:
        """The twelve cards after the exchange."""
        return self.dealt & ~self.discard | self.drawn

    @property
    def others(self) -> int:
        """The cards that this seat has not seen, and the opponent has not shown."""
        seen = self.dealt | self.drawn | self.left | self.holds
        return pack_mask(self.rules.pack) & ~seen

    # ---- The calls -------------------------------------------------------------------------------
    @property
    def best(self) -> tuple[int, int, int]:
        """What one calls who calls everything."""
        return tuple(int(one) for one in evaluate_hand(self.laws, self.full)[: len(CLASSES)])

    @cached_property
    def opponent(self) -> OpponentHand:
        """What is known of the opponent's hand before the play, if they call everything."""
        laws, bounds = self.laws, [(0, ANYTHING)] * len(CLASSES)
        if self.seat == ELDER_SEAT:
            for place, (call, result) in enumerate(zip(self.calls, self.results, strict=True)):
                if call:
                    mine = call_strength(laws, POINT + place, call)
                    bounds[place] = bound_answered(result, mine, 0, False)
        else:
            for place, heard in enumerate(self.heard):
                bounds[place] = bound_heard(laws, POINT + place, heard, 0)
        return OpponentHand(
            self.holds, self.others, HAND_CARDS - count_cards(self.holds), 0,
            self.holds | self.others, *(end for both in bounds for end in both),
        )  # fmt: skip

    def fits(self, opponent: int) -> bool:
        """Whether a hand of the opponent agrees with what was called and answered.

        Parameters
        ----------
        opponent : int
            Twelve cards after the exchange, of one who calls everything.
        """
        return bool(fits_calls(self.laws, self.opponent, opponent))

    def agrees(self, theirs: Sequence[int]) -> bool:
        """Whether calls of the opponent agree with what was called and answered.

        Parameters
        ----------
        theirs : sequence of int
            Point, sequence and set, as far as the classes have been called.
        """
        return all(
            getattr(self.opponent, f"{kind}_least")
            <= call_strength(self.laws, POINT + place, call)
            <= getattr(self.opponent, f"{kind}_most")
            for place, (kind, call) in enumerate(zip(CLASSES, theirs, strict=False))
        )

    def find_stake(
        self, aim: str | None = None, score: tuple[int, int] | None = None,
        deal: int = PARTIE_DEALS,
    ) -> Stake:  # fmt: skip
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
        standing = None if score is None else Standing(score[:: -1 if self.seat else 1], deal)
        judge = find_judge(self.heading, aim, standing, self.rules)
        at = {} if judge.standing is None else judge.standing.seen_from(self.seat)
        return Stake(self.rules, self.seat, why_points=judge.why_points, **at)

    # ---- The play --------------------------------------------------------------------------------
    @cached_property
    def _players(self) -> tuple[int, ...]:
        # Who played each card, and at last whose turn it is.
        leader, players = ELDER_SEAT, []
        for number, card in enumerate(self.plays):
            players.append(leader ^ number & 1)
            if number & 1 and beats(card, self.plays[number - 1]):
                leader = 1 - leader
        return (*players, leader ^ len(self.plays) & 1)

    def played(self, seat: int) -> int:
        """The cards that a seat has played."""
        return sum(
            card for card, one in zip(self.plays, self._players, strict=False) if one == seat
        )

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self._players[-1]

    @property
    def led(self) -> int:
        """The card to be answered; 0 when a card is to be led."""
        return self.plays[-1] if len(self.plays) & 1 else 0

    @property
    def hand(self) -> int:
        """The cards that this seat still holds."""
        return self.full & ~self.played(self.seat)

    @property
    def legal(self) -> int:
        """The cards that may be played."""
        return int(legal_cards(self.hand, self.led))

    def won(self, seat: int) -> int:
        """The complete tricks that a seat has won."""
        leads = [*self._players[2::2], *([self.turn] if len(self.plays) & 1 == 0 else [])]
        return sum(one == seat for one in leads[: len(self.plays) // 2])

    def renounced(self, seat: int) -> int:
        """All cards of the suits in which a seat has renounced."""
        suits = 0
        for number in range(1, len(self.plays), 2):
            led, reply = self.plays[number - 1 : number + 1]
            if self._players[number] == seat and not reply & int(suit_of(led)):
                suits |= int(suit_of(led))
        return suits

    @property
    def shown(self) -> int:
        """Own cards that the opponent was shown."""
        laws, cards = self.laws, 0
        holding = evaluate_hand(laws, self.full)
        for place, (result, call) in enumerate(zip(self.results, self.calls, strict=True)):
            if result in (OWN, LEVEL):
                cards |= int(score_call(laws, POINT + place, self.full, holding, call)[1])
        return cards

    @property
    def unseen(self) -> int:
        """The cards that the opponent may hold as far as this seat has seen."""
        other = 1 - self.seat
        seen = self.dealt | self.drawn | self.left | self.played(other) | self.renounced(other)
        return pack_mask(self.rules.pack) & ~seen

    def count_own(self) -> tuple[int, ...]:
        """What this seat counts for point, sequences and sets."""
        return tuple(
            int(count_class(self.laws, place, self.full, call)) if result == OWN else 0
            for place, (result, call) in enumerate(zip(self.results, self.calls, strict=True))
        )

    def as_play_view(self, luck: int) -> PlayView:
        """The view that a strategy would be given, but for points and the score of a match."""
        own, other = self.played(self.seat), self.played(1 - self.seat)
        fallen = [0, 0, 0]
        for number, card in enumerate(self.plays[: len(self.plays) & ~1]):
            together, place = divmod(number, 2 * _TRICKS_TOGETHER)
            fallen[together] |= card.bit_length() << CARD_BITS * place
        return PlayView._make((
            self.seat, self.hand, self.led, self.legal, self.unseen, self.holds & ~other,
            self.shown & ~own, own, other, self.won(self.seat), self.won(1 - self.seat), 0, 0,
            self.dealt, self.discard, self.left, self.opponent_dealt, count_cards(self.discard),
            self.opponent_took, *self.results, *self.heard, 0, 0, 0, luck, self.shown, *fallen,
            self.laws.book,
        ))  # fmt: skip

    def list_earlier(self) -> list[EarlierCard]:
        """The cards that the opponent has played, and what they knew then."""
        seen = self.as_play_view(0)
        tricks = (find_earlier(seen, trick) for trick in range(len(self.plays) // 2 + 1))
        return [earlier for earlier in tricks if earlier.card]

    def as_json(self) -> dict[str, Any]:
        """What is known before a call or a card, in the form that `read_knowledge` reads."""
        cards = {
            "dealt": self.dealt, "drawn": self.drawn, "discard": self.discard, "left": self.left,
        }  # fmt: skip
        view: dict[str, Any] = {
            "rules": self.rules.describe(),
            "seat": SEATS[self.seat],
            **{key: format_hand(one) for key, one in cards.items()},
            "calls": _describe_heard(self.calls),
        }
        opponent: dict[str, Any] = {"took": self.opponent_took, "holds": format_hand(self.holds)}
        if self.opponent_dealt:
            opponent["dealt"] = format_hand(self.opponent_dealt)
        if has_carte_blanche(self.dealt) and not self.has_blanche:
            view["calls"]["carte_blanche"] = False
        if self.seat == ELDER_SEAT:
            said = {result: answer for answer, result in ANSWERS.items()}
            answered = zip(CLASSES, self.results, self.calls, strict=False)
            view["answers"] = {kind: said[result] for kind, result, call in answered if call}
        if self.kind == CARD or self.seat != ELDER_SEAT:
            opponent["calls"] = _describe_heard(self.heard)
        counted_by_class = zip(CLASSES, self.counted, strict=False)
        counted = {kind: points for kind, points in counted_by_class if points != UNKNOWN}
        if counted:
            opponent["counted"] = counted
        if self.kind == CALL:
            now = {"class": CLASSES[self.place]}
        else:
            now = {"play": format_cards(self.plays)}
        return view | now | {"opponent": opponent}


def _describe_heard(calls: tuple[int, ...]) -> dict[str, Any]:
    described = {}
    for kind, call in zip(CLASSES, calls, strict=False):
        if call:
            described[kind] = describe_call(kind, call)
            if kind == "point" and not call & PIPS_MASK:
                del described[kind]["pips"]
    return described


# ---- Cut out of a deal ---------------------------------------------------------------------------


def see(
    deal: Deal, seat: int, kind: str, place: int | None = None, number: int | None = None
) -> Seen:
    """What a seat knows before a decision of a deal; all else is left out.

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
        return Seen(
            kind, deal.rules, seat, deal.dealt[seat], None if is_elder else deal.took[other], shown,
            heading=deal.heading,
        )  # fmt: skip
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
        result = _STANDS[seat][deal.before_play.value(f"{name}_result")]
        if is_elder and (result == OWN or (result == THEIRS and not plays)):
            called = 0  # younger has only said whether it is good
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
        counts = is_shown and result == THEIRS
        counted.append(deal.before_play.value(column) if counts else UNKNOWN)
        results.append(result if mine or called else OPEN)
        heard.append(mine if result == LEVEL and at != place else called)
    return Seen(
        kind, deal.rules, seat, deal.dealt[seat], deal.took[other], shown, deal.thrown[seat],
        deal.drawn[seat], looked_at & ~drew, holds, place, deal.called[seat][:called_so_far],
        deal.announced[seat], tuple(results[:called_so_far]), tuple(heard),
        tuple(counted) if kind == CARD else (), plays,
        None if place is None else deal.called[seat][place], deal.heading,
    )  # fmt: skip
