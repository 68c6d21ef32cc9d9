"""What a seat knows when it is to discard, to call or to play a card: read once, checked once.

A deal begun comes as JSON, as the record of a deal or as a view, which says what one seat knows.
Out of a record only what the seat has seen is taken, as if somebody had written that down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import Deal, check_took
from piquet_sim.deals.json import (
    HEADING,
    describe_call,
    is_silent,
    read_call,
    read_calls,
    read_deal,
    read_hand,
    read_heading,
)
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.exact.play_table_cache import check_solvable
from piquet_sim.game.cards import (
    HAND_CARDS,
    TRICKS,
    count_cards,
    format_card,
    format_cards,
    format_hand,
    iterate_cards,
    pack_mask,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError, read_whole, suggest
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.game.seats import name_seat, other
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
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
from piquet_sim.matches.standing import (
    JUDGES,
    POINTS,
    SETTLEMENT,
    Standing,
    check_totals,
    find_judge,
)

DISCARD, CALL, CARD = "discard", "call", "card"
"""Kinds of decisions."""
AIMS = (POINTS, "own", SETTLEMENT)
"""What a card may be chosen for: the player's points less the opponent's, the player's points
alone, or the expected settlement of the partie."""
HIGHEST_SEED = (1 << 57) - 1

_BEFORE = {"rules", "seat", "dealt", "opponent", "calls", *HEADING}
_AFTER = _BEFORE | {"discard", "drawn", "left", "answers"}
_KEYS = {DISCARD: _BEFORE, CALL: _AFTER | {"class"}, CARD: _AFTER | {"play"}}
"""What is said of a seat that is to decide, by the kind of the decision."""
_TOLD = {"took", "dealt", "calls"}
_OPPONENT_KEYS = {DISCARD: _TOLD, CALL: _TOLD | {"holds"}, CARD: _TOLD | {"holds", "counted"}}
_ANSWERS = {"good": OWN, "not good": THEIRS, "equal": LEVEL}
_STANDS = ((OPEN, OWN, THEIRS, LEVEL), (OPEN, THEIRS, OWN, LEVEL))
"""The state of a class for elder and for younger, by the result in a record."""
_TRICKS_TOGETHER = 4
_MOST_NUMBER = 1000


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows when it is to decide; cards are masks.

    `read_knowledge` makes it and checks it; here nothing is checked.
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
        self, aim: str | None, score: tuple[int, int] | None = None, deal: int = PARTIE_DEALS
    ) -> tuple[dict[str, Any], str]:
        """The score at which the decision is judged, and why that of the record is not used.

        Parameters
        ----------
        aim : str, optional
            By default the settlement where there is a score.
        score : tuple of two int, optional
            Own and the opponent's totals before the deal; by default those of the record.
        deal : int
            With a score: the number of the deal in the partie.

        Returns
        -------
        at : dict
            ``score``, own total first, and ``deal``; empty where points judge.
        why_points : str

        Raises
        ------
        InputError
            If the settlement is asked for and cannot be had.
        """
        standing = None if score is None else Standing(score[:: -1 if self.seat else 1], deal)
        judge = find_judge(self.heading, aim, standing, self.rules)
        at = {} if judge.standing is None else judge.standing.seen_from(self.seat)
        return at, judge.why_points

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
            said = {result: answer for answer, result in _ANSWERS.items()}
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


# ---- Reading -------------------------------------------------------------------------------------
def read_view(
    given: object, seat: str | None = None, card: int | None = None, trick: int | None = None
) -> Knowledge:
    """Read what a seat knows when it is to play a card.

    In a view, `left` gives the cards of the talon that the seat has seen and nobody took, and
    `calls` its own. Of the `opponent`, `took` is how many cards they took, `holds` the cards that
    they have shown (or what elder saw and younger drew), `counted` their points for a class, and
    `dealt` a hand shown for carte blanche. For a point, the `length` is enough if the pips are not
    known. Elder's view has `answers` to what elder called (``{"point": "good", "set": "not
    good"}``, or `equal`), and in the opponent's `calls` what younger has counted after the first
    lead. Everything except `seat`, `dealt`, `discard`, `drawn` and `took` may be left out. A view
    for a call has `class`, to be called now, and the `calls` (for elder also the `answers`) in the
    classes before.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a whole or unfinished deal
        (`deals.json.score_deal`), out of which the view is cut.
    seat, card, trick : optional
        In a record: as in `read_knowledge`.

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
    return read_knowledge(given, seat, card=card, trick=trick, kind=CARD)


def read_knowledge(
    given: object,
    seat: str | None = None,
    call: str | None = None,
    card: int | None = None,
    trick: int | None = None,
    kind: str | None = None,
) -> Knowledge:
    """Read what a seat knows when it is to decide.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a deal as far as it has gone
        (`deals.json.score_deal`), out of which the view is cut. Where only one hand is known, it is
        a view.
    seat : str, optional
        "elder" or "younger", where the deal does not say so; by default the seat that is to decide.
    call : str, optional
        "point", "sequence" or "set": what is to be called in it is asked, however far the deal has
        gone.
    card : int, optional
        In a record: the number of the card to be played, 1 to 24; by default the next one.
    trick : int, optional
        In a record, instead of `card`: the number of the trick in which the seat plays.
    kind : str, optional
        CALL or CARD, if that is asked; by default what is to be decided next.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.

    Examples
    --------
    >>> hand = {"dealt": "AKJ.AQJ8.98.J87"}
    >>> read_knowledge({"elder": hand}).kind
    'discard'
    >>> thrown = hand | {"discard": "K..98.87", "drawn": "9S 8S KH 9C KD"}
    >>> read_knowledge({"elder": thrown, "younger": {"took": 3}}).kind
    'call'
    >>> called = {"calls": {"point": {"length": 5, "pips": 49}}, "answers": {"point": "good"}}
    >>> read_knowledge({"elder": thrown | called, "younger": {"took": 3}}).kind
    'card'
    """
    check_asked(seat, call, card, trick)
    if card is not None or trick is not None:
        kind = CARD
    elif call is not None:
        kind = CALL
    deal = given if isinstance(given, Deal) else None
    if isinstance(given, dict):
        given, seat = _agree_on_seat(given, seat)
        seats = {name: given[name] for name in SEATS if name in given}
        if not all(isinstance(one, dict) for one in seats.values()):
            deal = read_deal(given)  # such as an ending: it is said what it is
        elif seats:
            known = [name for name, one in seats.items() if "dealt" in one]
            to_throw = [name for name in known if not {"discard", "took"} & seats[name].keys()]
            if seat is None and (to_throw or len(known) == 1):
                seat = (to_throw or known)[0]
            whole = [one for one in known if "discard" in seats[one] and "drawn" not in seats[one]]
            if len(whole) < len(SEATS):
                given = _cut_known(given, seat or ELDER)
            else:
                deal = read_deal(given)
                if not deal.plays and "calls" not in seats[seat or ELDER]:
                    kind = kind or CALL
    if deal is not None:
        return _cut_view(deal, seat, call, card, trick, kind or CARD)
    if card is not None or trick is not None:
        raise InputError("card and trick require the record of a deal; a view ends at the decision")
    return _read_view(given, call, kind)


def check_asked(
    seat: str | None = None, call: str | None = None, card: int | None = None,
    trick: int | None = None, aim: str | None = None, score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS, seed: int = 1,
) -> None:  # fmt: skip
    """Refuse what no deal could be asked with.

    Parameters
    ----------
    seat, call, card, trick
        As in `read_knowledge`.
    aim : str, optional
        One of the AIMS.
    score, deal
        Two totals before the deal, and its number in the partie.
    seed : int

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if seat is not None:
        name_seat(seat)
    if call is not None and call not in CLASSES:
        raise InputError(f"class: {suggest(str(call), CLASSES, 'class')}")
    if card is not None and trick is not None:
        raise InputError("card and trick: give only one of them")
    if trick is not None and not 1 <= trick <= TRICKS:
        raise InputError(f"trick: expected 1 to {TRICKS}, got {trick}")
    if trick is not None and seat is None:
        raise InputError("trick requires a seat")
    if card is not None and not 1 <= card <= 2 * TRICKS:
        raise InputError(f"card: expected 1 to {2 * TRICKS}, got {card}")
    read_whole("seed", seed, most=HIGHEST_SEED)
    aims = AIMS if call is None else JUDGES
    if aim is not None and aim not in aims:
        raise InputError("aim: " + suggest(str(aim), aims, "aim"))
    if score is not None:
        check_totals(score, deal)


def _agree_on_seat(given: dict[str, Any], seat: str | None) -> tuple[dict[str, Any], str | None]:
    # A record is read without its seat, a view with it.
    own = given.get("seat")
    if None not in (own, seat) and own != seat:
        raise InputError(f"seat: the deal is asked about by {own}, not by {seat}")
    if set(SEATS) & set(given):
        deal = {key: value for key, value in given.items() if key != "seat"}
    else:
        deal = given if seat is None else {**given, "seat": seat}
    return deal, seat if own is None else name_seat(own)


def _cut_known(deal: dict[str, Any], seat: str) -> dict[str, Any]:
    # What a seat knows, of a deal whose other hand is not known or is nobody's to see.
    own, opponent = deal.get(seat, {}), dict(deal.get(other(seat), {}))
    if "talon" in deal and "discard" in own:
        raise InputError(
            f"talon: with {seat}'s hand alone, expected what {seat} drew, as in "
            '"drawn": "9S 8S KH", and no talon'
        )
    if "discard" in opponent:
        thrown = parse_hand(opponent.pop("discard"), f"{other(seat)} discard")
        opponent = {"took": count_cards(thrown), **opponent}
    if "dealt" in opponent:
        dealt = parse_hand(opponent["dealt"], f"what {other(seat)} was dealt")
        if not has_carte_blanche(dealt) or is_silent(opponent.get("calls")):
            del opponent["dealt"]
    about = {key: value for key, value in deal.items() if key not in (*SEATS, "talon")}
    return {**about, "seat": seat, **own, "opponent": opponent}


# ---- A view as somebody wrote it -----------------------------------------------------------------
def _read_view(given: object, call: str | None, kind: str | None) -> Knowledge:
    asked = given if isinstance(given, dict) else {}
    if kind is None:
        has_called = bool("calls" in asked or asked.get("play"))
        is_to_call = "class" in asked or not has_called
        kind = DISCARD if "discard" not in asked else CALL if is_to_call else CARD
    if kind == CALL and asked.get("play") == "":
        given = {key: value for key, value in asked.items() if key != "play"}
    view = require_object(given, _KEYS[kind], "deal")
    rules = read_rules(view.get("rules", "rubicon"))
    if kind == CARD:
        check_solvable(rules)
    seat = SEATS.index(name_seat(view.get("seat")))
    own, theirs = SEATS[seat], SEATS[1 - seat]
    opponent = require_object(view.get("opponent", {}), _OPPONENT_KEYS[kind], "opponent")
    took = opponent.get("took")
    if took is not None:
        took = _read_number(took, "opponent took")
    shown = _read_shown(opponent.get("dealt"), f"what {theirs} was dealt", rules.pack)
    seen = Knowledge(kind, rules, seat, 0, took, shown, heading=read_heading(view))
    for key in ("dealt", "drawn")[: 1 if kind == DISCARD else 2]:
        if key not in view:
            raise InputError(f"{own}: {key} is missing")
    if kind == DISCARD:
        hand = parse_hand(view["dealt"], f"{own} dealt", rules.pack, cards=HAND_CARDS)
        return replace(seen, dealt=hand)
    if took is None:
        raise InputError("opponent: took is missing")
    seen = _read_exchange(seen, view, opponent)
    if kind == CARD:
        return _follow_view(_read_calls(seen, view, opponent), view.get("play", ""))
    call = view.get("class", CLASSES[0]) if call is None else call
    check_asked(call=call)
    seen = replace(seen, first=CLASSES.index(call))
    _check_seen(seen)
    return _read_calls(seen, view, opponent)


def _read_number(value: object, what: str) -> int:
    # Points or cards.
    return read_whole(what, value, most=_MOST_NUMBER)


def _read_shown(given: Any, what: str, pack: int) -> int:
    if given is None:
        return 0
    shown = parse_hand(given, what, pack, cards=HAND_CARDS)
    if not has_carte_blanche(shown):
        raise InputError(
            "opponent dealt: only a carte blanche is shown, and this hand has court cards"
        )
    return shown


def _read_exchange(seen: Knowledge, view: dict[str, Any], opponent: dict[str, Any]) -> Knowledge:
    pack, own = seen.rules.pack, SEATS[seen.seat]
    dealt, discard = read_hand(own, view, pack)
    drawn, took = parse_hand(view.get("drawn", "..."), "drawn", pack), count_cards(discard)
    if drawn & dealt:
        raise InputError(f"drawn: {_name_first(drawn & dealt)} was dealt to {own}")
    if count_cards(drawn) != took:
        raise InputError(f"drawn: {count_cards(drawn)} cards for {took} discarded")
    left = parse_hand(view.get("left", "..."), "left", pack)
    if left & (dealt | drawn):
        raise InputError(f"left: {_name_first(left & (dealt | drawn))} is {own}'s own")
    elder, younger = (took, seen.opponent_took)[:: -1 if seen.seat else 1]
    check_took(seen.laws, (elder, younger))
    taken = elder + younger + count_cards(left)
    if taken > seen.laws.stock:
        raise InputError(
            f"talon: elder took {elder}, younger took {younger} and {count_cards(left)} were left: "
            f"{taken} cards, but there are {seen.laws.stock}"
        )
    holds = parse_hand(opponent.get("holds", "..."), "opponent holds", pack)
    for what, cards in (("dealt", seen.opponent_dealt), ("holds", holds)):
        if cards & (dealt | drawn | left):
            card = _name_first(cards & (dealt | drawn | left))
            raise InputError(f"opponent {what}: {own} has seen the {card} elsewhere")
    return replace(seen, dealt=dealt, discard=discard, drawn=drawn, left=left, holds=holds)


def _name_first(cards: int) -> str:
    return format_card(next(iterate_cards(cards)))


def _check_seen(seen: Knowledge) -> None:
    # Elder sees the cards of the first few that elder leaves; younger draws these first.
    laws, took = seen.laws, count_cards(seen.discard)
    looks = laws.elder_looks and seen.seat == ELDER_SEAT
    looked = min(laws.elder_most - took, laws.stock - took) if looks else 0
    drawn = min(looked, seen.opponent_took)
    left, holds = count_cards(seen.left), count_cards(seen.holds)
    if (left, holds) != (looked - drawn, drawn):
        raise InputError(
            f"left: with {took} and {seen.opponent_took} cards taken the seat has seen "
            f"{looked - drawn} left and {drawn} that the opponent drew, not {left} and {holds}"
        )


def _read_calls(seen: Knowledge, view: dict[str, Any], opponent: dict[str, Any]) -> Knowledge:
    # What was called, answered, heard and counted so far.
    laws, is_elder, theirs = seen.laws, seen.seat == ELDER_SEAT, SEATS[1 - seen.seat]
    own, said, before, now = view.get("calls", "full"), opponent.get("calls", {}), CLASSES, CLASSES
    if seen.kind == CALL:
        own, before = view.get("calls", {}), CLASSES[: seen.place]
        now = () if is_elder else CLASSES[: seen.place + 1]
        asked = {"calls": (own, before), "answers": (view.get("answers", {}), before),
                 "opponent calls": (said, now)}  # fmt: skip
        for name, (given, classes) in asked.items():
            for kind in require_object(given, {*CLASSES, "carte_blanche"}, name):
                if kind not in (*classes, "carte_blanche"):
                    which = CLASSES[seen.place]
                    raise InputError(
                        f"{name}: {kind} is not known when the {which} is to be called"
                    )
    calls = read_calls(SEATS[seen.seat], own, seen.full, evaluate_hand(laws, seen.full), laws)
    calls, heard = calls[: len(before)], _read_heard(said, theirs, laws)
    results, known = _find_results(seen, calls, heard, view.get("answers"))
    counted = require_object(opponent.get("counted", {}), set(CLASSES), "opponent counted")
    for kind, result in zip(before, results, strict=True):
        if counted.get(kind) is not None and result != THEIRS:
            raise InputError(f"opponent counted: {kind}: {theirs}'s is not good")
    points = tuple(
        UNKNOWN if counted.get(kind) is None
        else _read_number(counted[kind], f"opponent counted {kind}")
        for kind in CLASSES
    )  # fmt: skip
    return replace(
        seen, calls=calls, results=results, heard=(*known, *heard[len(known) : len(now)]),
        has_blanche=bool(has_carte_blanche(seen.dealt)) and not is_silent(own),
        counted=points if seen.kind == CARD else (),
    )  # fmt: skip


def _read_heard(given: object, theirs: str, laws: Laws) -> tuple[int, ...]:
    # As in the record of a deal; of a point the length alone will do where pips do not decide.
    calls = require_object({} if given is None else given, set(CLASSES), f"{theirs} calls")
    heard = []
    for kind in CLASSES:
        call, what = calls.get(kind), f"{theirs} calls {kind}"
        if kind == "point" and isinstance(call, dict) and "pips" not in call:
            if laws.point_by_pips:
                raise InputError(f"{what}: pips is missing")
            call = {**call, "pips": 0}
        heard.append(0 if call is None else read_call(kind, call, what))
    return tuple(heard)


def _find_results(
    seen: Knowledge, calls: tuple[int, ...], heard: tuple[int, ...], answers: object
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # How the classes that were called stand, and what was heard of the opponent's.
    laws, is_elder = seen.laws, seen.seat == ELDER_SEAT
    if not is_elder and answers is not None:
        raise InputError("answers: only elder gets answers; younger's view has elder's calls")
    said = require_object({} if answers is None else answers, set(CLASSES), "answers")
    results, heard_at_last = [], []
    for place, (kind, mine, theirs) in enumerate(zip(CLASSES, calls, heard, strict=False)):
        answer = said.get(kind)
        if answer is not None and answer not in tuple(_ANSWERS):
            raise InputError(f"answers: {kind}: expected good, not good or equal, got {answer!r}")
        if answer is not None and not mine:
            raise InputError(f"answers: {kind}: elder called none")
        result = _compare(laws, place, mine, theirs) if theirs or not is_elder else OPEN
        if is_elder and mine:
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
        is_heard = not is_elder or result in (THEIRS, LEVEL)
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


def _follow_view(view: Knowledge, text: object) -> Knowledge:
    # The view after the cards that have fallen, each checked as far as the seat can see.
    if not isinstance(text, str):
        raise InputError(
            "play: expected text with the cards in the order in which they were played"
        )
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
        raise InputError(f"opponent holds: {_name_first(gone)}, but {other} has renounced its suit")
    return view


# ---- A view cut out of the record of a deal ------------------------------------------------------
def _cut_view(
    deal: Deal, seat: str | None, call: str | None, card: int | None, trick: int | None, kind: str
) -> Knowledge:
    if kind == CALL:
        own, first, plays = SEATS.index(seat or ELDER), CLASSES.index(call or CLASSES[0]), ()
    else:
        turns = [course.turn for course in deal.follow()]
        number = _find_card(turns, len(deal.plays), seat, card, trick)
        own, first, plays = turns[number - 1], None, deal.plays[: number - 1]
        check_solvable(deal.rules)
    seen = _cut_exchange(deal, own, kind)
    if first is not None:
        seen = replace(seen, first=first, made=deal.called[own][first])
        _check_seen(seen)
    is_elder, scored, laws = own == ELDER_SEAT, deal.before_play, deal.laws
    called_so_far = len(CLASSES) if first is None else first
    results, heard, counted, holds = [], [], [], seen.holds
    for place, name in enumerate(CLASSES[: called_so_far + (kind == CALL and not is_elder)]):
        mine, called = (deal.called[one][place] for one in (own, 1 - own))
        result = _STANDS[own][scored.value(f"{name}_result")]
        if is_elder and (result == OWN or (result == THEIRS and not plays)):
            called = 0  # younger has only said whether it is good
        # Elder says the pips of a point only if younger has as many cards, or may not say.
        has_fewer = result == OWN or place == first
        if place == 0 and has_fewer and mine >> POINT_SHIFT != called >> POINT_SHIFT:
            called = called if laws.point_by_pips else called >> POINT_SHIFT << POINT_SHIFT
        is_shown = kind == CARD and result in (THEIRS, LEVEL) and (plays or not is_elder)
        if is_shown:
            shown = deal.hands[1 - own], deal.holdings[1 - own], deal.called[1 - own][place]
            holds |= int(score_call(laws, POINT + place, *shown)[1])
        column = f"{SEATS[1 - own]}_{name if place == 0 else name + 's'}"
        counted.append(scored.value(column) if is_shown and result == THEIRS else UNKNOWN)
        results.append(result if mine or called else OPEN)
        heard.append(mine if result == LEVEL and place != first else called)
    return replace(
        seen, holds=holds, calls=deal.called[own][:called_so_far], has_blanche=deal.announced[own],
        results=tuple(results[:called_so_far]), heard=tuple(heard),
        counted=tuple(counted) if kind == CARD else (), plays=plays,
    )  # fmt: skip


def _cut_exchange(deal: Deal, seat: int, kind: str) -> Knowledge:
    laws, other, looked_at = deal.laws, 1 - seat, 0
    if laws.elder_looks and seat == ELDER_SEAT:  # at the cards that elder might have taken
        start = deal.draws[0].stop
        looked_at = sum(deal.talon[start : start + max(laws.elder_most - deal.took[0], 0)])
    holds = looked_at & deal.drawn[1]
    shown = deal.dealt[other] if deal.announced[other] else 0
    return Knowledge(
        kind, deal.rules, seat, deal.dealt[seat], deal.took[other], shown, deal.thrown[seat],
        deal.drawn[seat], looked_at & ~holds, holds, heading=deal.heading,
    )  # fmt: skip


def _find_card(
    turns: list[int], played: int, seat: str | None, card: int | None, trick: int | None
) -> int:
    # The number of the card to be played, from 1.
    if trick is not None:
        numbers = (2 * trick - 1, 2 * trick)
        led = [one for one in numbers if one <= len(turns) and SEATS[turns[one - 1]] == seat]
        if not led:
            raise InputError(f"trick: {seat} is not to play in trick {trick} after {played} cards")
        card = led[0]
    if card is None:
        if played == 2 * TRICKS:
            raise InputError("expected --trick, --card or --call: all cards have been played")
        card = played + 1
    if not 1 <= card <= min(played + 1, 2 * TRICKS):
        raise InputError(f"card: expected 1 to {min(played + 1, 2 * TRICKS)}, got {card}")
    if seat is not None and SEATS[turns[card - 1]] != seat:
        raise InputError(f"seat: card {card} is {SEATS[turns[card - 1]]}'s to play, not {seat}'s")
    return card
