"""What a seat knows of the exchange, and the calls that it has heard, as views have them.

Views for playing a card and for calling a class begin alike. This module reads them, makes them
from the record of a deal, and writes them.
"""

from dataclasses import dataclass
from typing import Any

from piquet_sim.deals.deal import Deal, take_hand
from piquet_sim.deals.json import describe_call, read_call
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.game.cards import (
    HAND_CARDS,
    count_cards,
    format_card,
    format_hand,
    iterate_cards,
    pack_mask,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.game.seats import name_seat
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.tables import PIPS_MASK

UNKNOWN_SIGHT = "which cards elder saw of the talon is not known"
_MOST_NUMBER = 1000


@dataclass(frozen=True)
class SeenExchange:
    """What a seat knows of the deal once both have exchanged; cards are masks.

    `read_exchange` checks it; here nothing is checked.
    """

    rules: RuleSet
    seat: int
    """0 elder, 1 younger."""
    dealt: int
    """The hand dealt; where the draws are not known, the cards held after the exchange and those
    thrown."""
    discard: int
    drawn: int
    """0 where it is not known."""
    left: int
    """Cards of the talon that this seat has seen and nobody took."""
    opponent_took: int
    opponent_dealt: int
    """The opponent's dealt hand where it was shown for carte blanche, else 0."""
    holds: int
    """Cards that the opponent has shown or certainly had after the exchange."""

    @property
    def laws(self) -> Laws:
        """The rules as kernels see them."""
        return prepare_laws(self.rules)

    @property
    def full(self) -> int:
        """The twelve cards after the exchange."""
        return self.dealt & ~self.discard | self.drawn

    @property
    def has_known_draws(self) -> bool:
        """Whether it is known what this seat drew."""
        return count_cards(self.dealt) == HAND_CARDS

    def assume_draws(self) -> tuple[int, int]:
        """The hand dealt and the cards drawn; where they are not known, some that are possible.

        The opponent never saw these cards, so what the opponent does is the same for all that leave
        no carte blanche.
        """
        if self.has_known_draws:
            return self.dealt, self.drawn
        courts_last = sorted(iterate_cards(self.full), key=has_carte_blanche, reverse=True)
        drawn = sum(courts_last[: count_cards(self.discard)])
        return self.dealt & ~drawn, drawn

    @property
    def others(self) -> int:
        """The cards that this seat has not seen, and the opponent has not shown."""
        seen = self.dealt | self.drawn | self.left | self.holds
        return pack_mask(self.rules.pack) & ~seen


def first_card(cards: int) -> str:
    """One of some cards, as errors name it."""
    return format_card(next(iterate_cards(cards)))


def read_number(value: object, what: str) -> int:
    """A whole number that can be points or cards.

    Raises
    ------
    InputError
        If it is none.
    """
    if type(value) is not int or not 0 <= value <= _MOST_NUMBER:
        raise InputError(f"{what}: {value!r} is not a whole number from 0 to {_MOST_NUMBER}")
    return value


def read_exchange(
    view: dict[str, Any], opponent_keys: set[str]
) -> tuple[SeenExchange, dict[str, Any]]:
    """Read what a view says of the exchange.

    Parameters
    ----------
    view : dict
        With ``seat``, ``dealt``, ``discard``, ``drawn``, ``left``, ``rules`` and ``opponent``;
        ``held`` instead of ``dealt`` and ``drawn`` where the draws are not known.
    opponent_keys : set of str
        What a view of this kind may say of the opponent.

    Returns
    -------
    exchange : SeenExchange
    opponent : dict
        What is said of the opponent.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.
    """
    hand_keys = ("held",) if "held" in view else ("dealt", "drawn")
    for key in ("seat", *hand_keys, "discard", "opponent"):
        if key not in view:
            raise InputError(f"view: {key} is missing")
    rules = read_rules(view.get("rules", "rubicon"))
    laws = prepare_laws(rules)
    seat = SEATS.index(name_seat(view["seat"]))
    discard = parse_hand(view["discard"], "discard", rules.pack)
    took = count_cards(discard)
    dealt, drawn = _read_hand(view, seat, discard, rules.pack)
    left = parse_hand(view.get("left", "..."), "left", rules.pack)
    if left & (dealt | drawn):
        raise InputError(f"left: {first_card(left & (dealt | drawn))} is {SEATS[seat]}'s own")
    opponent = require_object(view["opponent"], opponent_keys, "opponent")
    other, seen = SEATS[1 - seat], dealt | drawn | left
    if "took" not in opponent:
        raise InputError("opponent: took is missing")
    opponent_took = read_number(opponent["took"], "opponent took")
    _check_talon(laws, seat, took, opponent_took, count_cards(left))
    shown = 0
    if opponent.get("dealt") is not None:
        what = f"what {other} was dealt"
        shown = parse_hand(opponent["dealt"], what, rules.pack, cards=HAND_CARDS)
        if not has_carte_blanche(shown):
            raise InputError(
                "opponent dealt: only a carte blanche is shown, and this hand has court cards"
            )
    holds = parse_hand(opponent.get("holds", "..."), "opponent holds", rules.pack)
    for what, cards in (("dealt", shown), ("holds", holds)):
        if cards & seen:
            card = first_card(cards & seen)
            raise InputError(f"opponent {what}: {SEATS[seat]} has seen the {card} elsewhere")
    found = SeenExchange(rules, seat, dealt, discard, drawn, left, opponent_took, shown, holds)
    return found, opponent


def _read_hand(view: dict[str, Any], seat: int, discard: int, pack: int) -> tuple[int, int]:
    # The hand dealt and the draws; without draws, all cards among which the hand dealt was.
    name, took = SEATS[seat], count_cards(discard)
    if "held" in view:
        for key in ("dealt", "drawn"):
            if key in view:
                raise InputError(f"view: got held and {key}; expected held, or dealt and drawn")
        held = parse_hand(view["held"], "held", pack, cards=HAND_CARDS)
        return take_hand(name, held, discard, is_held=True), 0
    dealt = parse_hand(view["dealt"], "dealt", pack, cards=HAND_CARDS)
    if discard & ~dealt:
        raise InputError(f"discard: {first_card(discard & ~dealt)} was not dealt to {name}")
    drawn = parse_hand(view["drawn"], "drawn", pack)
    if drawn & dealt:
        raise InputError(f"drawn: {first_card(drawn & dealt)} was dealt to {name}")
    if count_cards(drawn) != took:
        raise InputError(f"drawn: {count_cards(drawn)} cards for {took} discarded")
    return dealt, drawn


def _check_talon(laws: Laws, seat: int, took: int, opponent_took: int, left: int) -> None:
    elder, younger = (took, opponent_took) if seat == ELDER_SEAT else (opponent_took, took)
    bounds = (
        (ELDER, elder, laws.elder_least, laws.elder_most),
        ("younger", younger, laws.younger_least, min(laws.younger_most, laws.stock - elder)),
    )
    for name, cards, least, most in bounds:
        if not least <= cards <= most:
            raise InputError(f"talon: {name} took {cards}; {name} may exchange {least} to {most}")
    if elder + younger + left > laws.stock:
        raise InputError(
            f"talon: elder took {elder}, younger took {younger} and {left} were left: "
            f"{elder + younger + left} cards, but there are {laws.stock}"
        )


def cut_exchange(deal: Deal, seat: int) -> SeenExchange:
    """What a seat knows of the exchange of a deal, and nothing else.

    Raises
    ------
    InputError
        If elder has looked at cards of the talon that are not known (`hides_sight`).
    """
    if hides_sight(deal, seat):
        raise InputError(f"view: {UNKNOWN_SIGHT}")
    other = 1 - seat
    left = holds = 0
    if seat == ELDER_SEAT:
        looked_at = sum(_list_seen(deal))
        holds = looked_at & deal.drawn[1]
        left = looked_at & ~holds
    shown = deal.dealt[other] if deal.announced[other] else 0
    return SeenExchange(
        deal.rules, seat, deal.dealt[seat], deal.thrown[seat], deal.drawn[seat], left,
        deal.took[other], shown, holds,
    )  # fmt: skip


def hides_sight(deal: Deal, seat: int) -> bool:
    """Whether a seat has looked at cards of the talon of which it is not known which they were.

    Elder looks at those that elder might have taken, and younger draws them first.
    """
    return seat == ELDER_SEAT and not all(_list_seen(deal))


def _list_seen(deal: Deal) -> tuple[int, ...]:
    # The cards of the talon at which elder has looked, 0 for one that is not known.
    laws, took = deal.laws, deal.took[0]
    if not laws.elder_looks or took >= laws.elder_most:
        return ()
    start = deal.draws[0].stop
    return deal.talon[start : start + laws.elder_most - took]


def describe_exchange(seen: SeenExchange) -> dict[str, Any]:
    """What a view says of the exchange, as `read_exchange` reads it."""
    opponent: dict[str, Any] = {"took": seen.opponent_took}
    if seen.opponent_dealt:
        opponent["dealt"] = format_hand(seen.opponent_dealt)
    opponent["holds"] = format_hand(seen.holds)
    hand = {"held": seen.full}
    if seen.has_known_draws:
        hand = {"dealt": seen.dealt, "drawn": seen.drawn}
    return {
        "rules": seen.rules.describe(),
        "seat": SEATS[seen.seat],
        **{key: format_hand(cards) for key, cards in hand.items()},
        "discard": format_hand(seen.discard),
        "left": format_hand(seen.left),
        "opponent": opponent,
    }


def read_heard(given: object, other: str, laws: Laws) -> tuple[int, int, int]:
    """What was called as it was heard: point, sequence and set, 0 for none.

    Parameters
    ----------
    given : dict or None
        As in the record of a deal; of a point ``length`` alone will do where pips do not decide.
    other : str
        Whose calls they are, for error messages.
    laws : Laws

    Raises
    ------
    InputError
        If one cannot be read.
    """
    calls = require_object({} if given is None else given, set(CLASSES), f"{other} calls")
    heard = []
    for kind in CLASSES:
        call, what = calls.get(kind), f"{other} calls {kind}"
        if kind == "point" and isinstance(call, dict) and "pips" not in call:
            if laws.point_by_pips:
                raise InputError(f"{what}: pips is missing")
            call = {**call, "pips": 0}
        heard.append(0 if call is None else read_call(kind, call, what))
    return heard[0], heard[1], heard[2]


def describe_heard(calls: tuple[int, ...]) -> dict[str, Any]:
    """Calls as `read_heard` reads them."""
    described = {}
    for kind, call in zip(CLASSES, calls, strict=False):
        if call:
            described[kind] = describe_call(kind, call)
            if kind == "point" and not call & PIPS_MASK:
                del described[kind]["pips"]
    return described
