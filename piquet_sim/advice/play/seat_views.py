"""What a seat knows in the play: read from JSON, or cut out of the record of a deal.

A view is an object of its own, so that nothing else can be looked at: from a record it takes only
what the seat has seen, as if somebody had written that down.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from piquet_sim.advice.play.exchange_views import (
    SeenExchange,
    cut_exchange,
    describe_exchange,
    describe_heard,
    first_card,
    read_exchange,
    read_heard,
    read_number,
)
from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import Deal
from piquet_sim.deals.json import HEADING, is_silent, read_calls, read_deal
from piquet_sim.exact.play_table_cache import check_solvable
from piquet_sim.game.cards import (
    TRICKS,
    count_cards,
    format_card,
    format_cards,
    iterate_cards,
    pack_mask,
    parse_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.seats import name_seat
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.calls import score_call
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.tricks import CARD_BITS, beats, legal_cards, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS, PlayView
from piquet_sim.kernel.opponent.knowledge import EarlierCard, find_earlier
from piquet_sim.kernel.questions.possible_hands import UNKNOWN, count_class
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT

_KEYS = {
    "rules", "seat", "dealt", "held", "discard", "drawn", "left", "calls", "answers", "opponent",
    "play", *HEADING,
}  # fmt: skip
_OPPONENT_KEYS = {"took", "dealt", "calls", "counted", "holds"}
_ANSWERS = {"good": OWN, "not good": THEIRS, "equal": LEVEL}
_STANDS = ((OPEN, OWN, THEIRS, LEVEL), (OPEN, THEIRS, OWN, LEVEL))
"""The state of a class for elder and for younger, by the result in a record."""
_TRICKS_TOGETHER = 4
_NO_TEXT = "play: expected text with the cards in the order in which they were played"


@dataclass(frozen=True)
class SeatView(SeenExchange):
    """What a seat knows when it is to play a card; cards are masks.

    `read_view` makes it and checks it; here nothing is checked.
    """

    calls: tuple[int, int, int]
    """Own point, sequence and set as they were called, 0 for none."""
    has_blanche: bool
    """Whether this seat has announced a carte blanche."""
    results: tuple[int, int, int]
    """How point, sequence and set stand: 0 open, 1 mine is good, 2 theirs, 3 equal."""
    heard: tuple[int, int, int]
    """What the opponent called as it was heard, 0 for nothing; a point whose number of cards alone
    was said has 0 pips."""
    counted: tuple[int, int, int]
    """What the opponent has counted in each class that is theirs; -1 where that is not known."""
    plays: tuple[int, ...]
    """The cards that have fallen, in their order."""

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
        return PlayView(
            self.seat, self.hand, self.led, self.legal, self.unseen, self.holds & ~other,
            self.shown & ~own, own, other, self.won(self.seat), self.won(1 - self.seat), 0, 0,
            self.dealt, self.discard, self.left, self.opponent_dealt, count_cards(self.discard),
            self.opponent_took, *self.results, *self.heard, 0, 0, 0, luck, self.shown, *fallen,
            self.laws.book,
        )  # fmt: skip

    def list_earlier(self) -> list[EarlierCard]:
        """The cards that the opponent has played, and what they knew then."""
        seen = self.as_play_view(0)
        tricks = (find_earlier(seen, trick) for trick in range(len(self.plays) // 2 + 1))
        return [earlier for earlier in tricks if earlier.card]

    def as_json(self) -> dict[str, Any]:
        """The view in the form that `read_view` reads."""
        view = describe_exchange(self)
        opponent = view.pop("opponent")
        holds = opponent.pop("holds")
        opponent["calls"] = describe_heard(self.heard)
        counted = {
            kind: points for kind, points in zip(CLASSES, self.counted, strict=True)
            if points != UNKNOWN
        }  # fmt: skip
        if counted:
            opponent["counted"] = counted
        opponent["holds"] = holds
        view["calls"] = describe_heard(self.calls)
        if has_carte_blanche(self.dealt) and not self.has_blanche:
            view["calls"]["carte_blanche"] = False
        if self.seat == ELDER_SEAT:
            said = {result: answer for answer, result in _ANSWERS.items()}
            view["answers"] = {
                kind: said[result]
                for kind, result, call in zip(CLASSES, self.results, self.calls, strict=True)
                if call
            }
        return view | {"opponent": opponent, "play": format_cards(self.plays)}


# ---- A view as somebody wrote it -----------------------------------------------------------------


def read_view(
    given: object, seat: str | None = None, card: int | None = None, trick: int | None = None
) -> SeatView:
    """Read what a seat knows.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a whole or unfinished deal
        (`deals.json.score_deal`), out of which the view is cut.
    seat : str, optional
        Of a record: "elder" or "younger"; by default whose turn it is.
    card : int, optional
        Of a record: the number of the card to be played, 1 to 24; by default the next one.
    trick : int, optional
        Of a record, instead of `card`: the number of the trick in which the seat plays.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> view = read_view(deal, "younger", trick=3)
    >>> read_view(view.as_json()) == view
    True
    """
    if isinstance(given, Deal) or (isinstance(given, dict) and set(SEATS) & set(given)):
        return _cut_view(read_deal(given), seat, card, trick)
    if card is not None or trick is not None:
        raise InputError("card and trick require the record of a deal; a view ends at the decision")
    view = _read_view(given)
    if seat is not None and SEATS[view.seat] != name_seat(seat):
        raise InputError(f"seat: the view is {SEATS[view.seat]}'s, not {seat}'s")
    return view


def _read_view(given: object) -> SeatView:
    view = require_object(given, _KEYS, "view")
    seen, opponent = read_exchange(view, _OPPONENT_KEYS)
    check_solvable(seen.rules)
    laws, seat, other = seen.laws, seen.seat, SEATS[1 - seen.seat]
    own = view.get("calls", "full")
    calls = read_calls(SEATS[seat], own, seen.full, evaluate_hand(laws, seen.full), laws)
    heard = read_heard(opponent.get("calls"), other, laws)
    results, heard = _find_results(laws, seat, calls, heard, view.get("answers"))
    counted = require_object(opponent.get("counted", {}), set(CLASSES), "opponent counted")
    for kind, result in zip(CLASSES, results, strict=True):
        if counted.get(kind) is not None and result != THEIRS:
            raise InputError(f"opponent counted: {kind}: {other}'s is not good")
    told = tuple(
        UNKNOWN if counted.get(kind) is None
        else read_number(counted[kind], f"opponent counted {kind}")
        for kind in CLASSES
    )  # fmt: skip
    has_blanche = bool(has_carte_blanche(seen.dealt)) and not is_silent(own)
    read = SeatView(**vars(seen), calls=calls, has_blanche=has_blanche, results=results,
                    heard=heard, counted=told, plays=())  # fmt: skip
    return _follow_view(read, view.get("play", ""))


def _find_results(
    laws: Laws, seat: int, calls: tuple[int, ...], heard: tuple[int, ...], answers: object
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # How the classes stand, and what was heard of the opponent's.
    if seat != ELDER_SEAT and answers is not None:
        raise InputError("answers: only elder gets answers; younger's view has elder's calls")
    said = require_object({} if answers is None else answers, set(CLASSES), "answers")
    results, heard_at_last = [], []
    for place, (kind, mine, theirs) in enumerate(zip(CLASSES, calls, heard, strict=True)):
        answer = said.get(kind)
        if answer is not None and answer not in tuple(_ANSWERS):
            raise InputError(f"answers: {kind}: expected good, not good or equal, got {answer!r}")
        if answer is not None and not mine:
            raise InputError(f"answers: {kind}: elder called none")
        result = _compare(laws, place, mine, theirs) if theirs or seat != ELDER_SEAT else OPEN
        if seat == ELDER_SEAT and mine:
            if answer is None and not theirs:
                raise InputError(f"answers: {kind} is missing; expected good, not good or equal")
            said_result = result if answer is None else _ANSWERS[answer]
            if theirs and said_result != result:
                raise InputError(
                    f"answers: {kind}: {answer}, but {word_call(kind, mine)} meets "
                    f"{word_call(kind, theirs)}"
                )
            result = said_result
        results.append(result)
        is_heard = seat != ELDER_SEAT or result in (THEIRS, LEVEL)
        heard_at_last.append(mine if result == LEVEL else theirs * is_heard)
    return tuple(results), tuple(heard_at_last)


def _compare(laws: Laws, place: int, mine: int, theirs: int) -> int:
    if not mine or not theirs:
        return OWN if mine else THEIRS if theirs else OPEN
    if place == 0 and not theirs & PIPS_MASK:
        if mine >> POINT_SHIFT == theirs >> POINT_SHIFT:
            raise InputError("opponent calls point: pips is missing; both have as many cards")
        return OWN if mine > theirs else THEIRS
    own, other = (int(call_strength(laws, POINT + place, call)) for call in (mine, theirs))
    return LEVEL if own == other else OWN if own > other else THEIRS


def _follow_view(view: SeatView, text: object) -> SeatView:
    # The view after the cards that have fallen, each checked as far as the seat can see.
    if not isinstance(text, str):
        raise InputError(_NO_TEXT)
    plays = parse_cards(text, "play", view.rules.pack) if text.strip() else ()
    if len(plays) >= 2 * TRICKS:
        raise InputError(f"play: {len(plays)} cards have been played; there is no decision left")
    own, other = SEATS[view.seat], SEATS[1 - view.seat]
    for number, card in enumerate(plays, start=1):
        what = f"play: card {number} (trick {(number + 1) // 2}): {format_card(card)}"
        if view.turn == view.seat:
            if not card & view.legal:
                legal = format_cards(iterate_cards(view.legal))
                raise InputError(f"{what} is not legal; {own}, whose turn it is, may play {legal}")
        elif not card & view.unseen:
            elsewhere = view.dealt | view.drawn | view.left
            why = f"{other} has renounced its suit"
            if card & elsewhere:
                why = f"{own} had it or threw it"
            raise InputError(f"{what} cannot be {other}'s, whose turn it is: {why}")
        view = replace(view, plays=(*view.plays, card))
    if view.turn != view.seat:
        raise InputError(f"play: after {len(plays)} cards it is {other}'s turn, not {own}'s")
    gone = view.holds & view.renounced(1 - view.seat) & ~view.played(1 - view.seat)
    if gone:
        raise InputError(f"opponent holds: {first_card(gone)}, but {other} has renounced its suit")
    return view


# ---- A view cut out of the record of a deal ------------------------------------------------------


def check_moment(seat: str | None, card: int | None, trick: int | None) -> None:
    """Refuse a moment that no deal has; see `read_view`.

    Raises
    ------
    InputError
        If there is no such seat, card or trick, or they do not go together.
    """
    if seat is not None:
        name_seat(seat)
    if card is not None and trick is not None:
        raise InputError("card and trick: give only one of them")
    if trick is not None and not 1 <= trick <= TRICKS:
        raise InputError(f"trick: expected 1 to {TRICKS}, got {trick}")
    if trick is not None and seat is None:
        raise InputError("trick requires a seat")
    if card is not None and not 1 <= card <= 2 * TRICKS:
        raise InputError(f"card: expected 1 to {2 * TRICKS}, got {card}")


def _cut_view(deal: Deal, seat: str | None, card: int | None, trick: int | None) -> SeatView:
    courses = deal.follow()
    turns = [course.turn for course in courses]
    number = _find_card(turns, len(deal.plays), seat, card, trick)
    own, has_led = turns[number - 1], number > 1
    is_elder, other = own == ELDER_SEAT, 1 - own
    seen = cut_exchange(deal, own)
    check_solvable(deal.rules)
    scored, laws, holds = deal.before_play, deal.laws, seen.holds
    results, heard, counted = [], [], []
    for place, kind in enumerate(CLASSES):
        mine, called = (deal.called[one][place] for one in (own, other))
        result = _STANDS[own][scored.value(f"{kind}_result")]
        if is_elder and (result == OWN or (result == THEIRS and not has_led)):
            called = 0  # younger has only said whether it is good
        # Elder says the pips of a point only if younger has as many cards, or may not say.
        has_fewer = result == OWN and mine >> POINT_SHIFT != called >> POINT_SHIFT
        if place == 0 and not laws.point_by_pips and has_fewer:
            called = called >> POINT_SHIFT << POINT_SHIFT
        is_shown = result in (THEIRS, LEVEL) and (has_led or not is_elder)
        if is_shown:
            holding, call = deal.holdings[other], deal.called[other][place]
            holds |= int(score_call(laws, POINT + place, deal.hands[other], holding, call)[1])
        column = f"{SEATS[other]}_{kind if place == 0 else kind + 's'}"
        counted.append(scored.value(column) if is_shown and result == THEIRS else UNKNOWN)
        results.append(result if mine or called else OPEN)
        heard.append(mine if result == LEVEL else called)
    return SeatView(
        **{**vars(seen), "holds": holds}, calls=deal.called[own], has_blanche=deal.announced[own],
        results=tuple(results), heard=tuple(heard), counted=tuple(counted),
        plays=deal.plays[: number - 1],
    )  # fmt: skip


def _find_card(
    turns: list[int], played: int, seat: str | None, card: int | None, trick: int | None
) -> int:
    # The number of the card to be played, from 1.
    check_moment(seat, card, trick)
    if trick is not None:
        numbers = (2 * trick - 1, 2 * trick)
        found = [one for one in numbers if one <= len(turns) and SEATS[turns[one - 1]] == seat]
        if not found:
            raise InputError(f"trick: {seat} is not to play in trick {trick} after {played} cards")
        card = found[0]
    if card is None:
        if played == 2 * TRICKS:
            raise InputError("expected --trick, --card or --call: all cards have been played")
        card = played + 1
    if not 1 <= card <= min(played + 1, 2 * TRICKS):
        raise InputError(f"card: expected 1 to {min(played + 1, 2 * TRICKS)}, got {card}")
    if seat is not None and SEATS[turns[card - 1]] != seat:
        raise InputError(f"seat: card {card} is {SEATS[turns[card - 1]]}'s to play, not {seat}'s")
    return card
