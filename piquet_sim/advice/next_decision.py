"""What is to be decided next in a deal begun: a discard, a call or a card.

A deal begun is the record of a deal (`deals.json.score_deal`) as far as it has gone. Where only
one hand is known, it becomes a view: what that seat knows.
"""

from typing import Any, NamedTuple

from piquet_sim.advice.play.exchange_views import read_number
from piquet_sim.advice.trials import Question
from piquet_sim.deals.deal import Deal
from piquet_sim.deals.exchange_view import knows_blanche
from piquet_sim.deals.json import HEADING, is_silent
from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.game.cards import HAND_CARDS, count_cards, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.rules import read_rules
from piquet_sim.game.seats import name_seat, other
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.matches.standing import Standing, find_judge

DISCARD, CALL, CARD = "discard", "call", "card"

_KEYS = {"rules", "seat", "dealt", "calls", "opponent", *HEADING}
_OPPONENT_KEYS = {"took", "dealt", "calls"}
"""What a deal says before the discard."""


class Decision(NamedTuple):
    """A decision in a deal begun."""

    kind: str
    """DISCARD, CALL or CARD."""
    deal: Any
    """The record of the deal, or a view: what `advise_calls` and `advise_play` take."""
    seat: str | None = None
    """Whose decision it is, in a record; None for the seat whose turn it is."""
    call: str | None = None
    """The class to be called, in a record."""


def find_decision(
    given: object, seat: str | None = None, call: str | None = None, is_card: bool = False
) -> Decision:
    """What is to be decided next in a deal begun, or what is asked about.

    Parameters
    ----------
    given : dict or Deal
        The record of a deal as far as it has gone, or a view.
    seat : str, optional
        Who asks, where the deal does not say so; by default the seat that is to decide.
    call : str, optional
        A class: what is to be called in it is asked, however far the deal has gone.
    is_card : bool
        Whether a card is asked about, however far the deal has gone.

    Raises
    ------
    InputError
        If the deal names another seat, or gives the talon with one hand alone.

    Examples
    --------
    >>> hand = {"dealt": "AKJ.AQJ8.98.J87"}
    >>> find_decision({"elder": hand}).kind
    'discard'
    >>> thrown = hand | {"discard": "K..98.87", "drawn": "9S 8S KH 9C KD"}
    >>> find_decision({"elder": thrown, "younger": {"took": 3}}).kind
    'call'
    >>> find_decision({"elder": thrown | {"calls": "full"}, "younger": {"took": 3}}).kind
    'card'
    """
    if isinstance(given, Deal):  # of a text in words, in which everything is said
        return Decision(CARD if call is None else CALL, given, seat, call)
    if not isinstance(given, dict):
        return Decision(CARD, given)
    deal, seat = _agree_on_seat(given, seat)
    seats = {name: deal[name] for name in SEATS if name in deal}
    if not all(isinstance(one, dict) for one in seats.values()):
        return Decision(CARD, deal)  # such as an ending: its reader says what it is
    if not seats:
        return _ask_view(deal, call, is_card)
    known = [name for name, one in seats.items() if {"dealt", "held"} & one.keys()]
    to_throw = [name for name in known if not {"discard", "took"} & seats[name].keys()]
    if seat is None and (to_throw or len(known) == 1):
        seat = (to_throw or known)[0]
    hands = [name for name in known if "discard" in seats[name] and "drawn" not in seats[name]]
    if len(hands) < len(SEATS):
        return _ask_view(_cut_view(deal, seat or ELDER), call, is_card)
    if call is None and not is_card and not deal.get("play"):
        call = None if "calls" in seats[seat or ELDER] else CLASSES[0]
    return Decision(CARD if call is None else CALL, deal, seat, call)


def _agree_on_seat(given: dict[str, Any], seat: str | None) -> tuple[dict[str, Any], str | None]:
    # A record is read without its seat, a view with it.
    own = given.get("seat")
    if None not in (own, seat) and own != name_seat(seat):
        raise InputError(f"seat: the deal is asked about by {own}, not by {seat}")
    if set(SEATS) & set(given):
        deal = {key: value for key, value in given.items() if key != "seat"}
    else:
        deal = given if seat is None else {**given, "seat": seat}
    return deal, seat if own is None else name_seat(own)


def _cut_view(deal: dict[str, Any], seat: str) -> dict[str, Any]:
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


def _ask_view(view: dict[str, Any], call: str | None, is_card: bool) -> Decision:
    if is_card:
        return Decision(CARD, view)
    if call is None and "discard" not in view:
        return Decision(DISCARD, view)
    if call is None and ("class" in view or not ("calls" in view or view.get("play"))):
        call = view.get("class", CLASSES[0])
    if call is None:
        return Decision(CARD, view)
    known = {key: value for key, value in view.items() if key != "play" or value}
    return Decision(CALL, {**known, "class": call})


def read_discard(
    view: dict[str, Any],
    strategy: str = "expert",
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = 6,
    seed: int = 1,
) -> Question:
    """The hand of a deal begun in which a seat is to discard.

    Parameters
    ----------
    view : dict
        Of a `Decision`.
    strategy : str
        Who makes the opponent's exchange.
    aim : str, optional
        "difference" or "settlement"; by default the settlement where there is a score.
    score : tuple of two int, optional
        Own and the opponent's totals before the deal; by default those of the deal.
    deal : int
        With a score: the number of the deal in the partie.
    seed : int

    Raises
    ------
    InputError
        If the hand is missing or illegal.

    Examples
    --------
    >>> decision = find_decision({"elder": {"dealt": "AKJ.AQJ8.98.J87"}})
    >>> read_discard(decision.deal).describe()["hand"]
    'AKJ.AQJ8.98.J87'
    """
    require_object(view, _KEYS, "deal")
    seat = name_seat(view.get("seat"))
    opponent = require_object(view.get("opponent", {}), _OPPONENT_KEYS, "opponent")
    if "dealt" not in view:
        raise InputError(f"{seat}: dealt is missing")
    rules = read_rules(view.get("rules", "rubicon"))
    hand = parse_hand(view["dealt"], f"{seat} dealt", rules.pack, cards=HAND_CARDS)
    place = SEATS.index(seat)
    standing = None if score is None else Standing(score[::-1] if place else score, deal)
    judge = find_judge(view, aim, standing, rules)
    at = {} if judge.standing is None else judge.standing.seen_from(place)
    took = None
    if place and "took" in opponent:
        took = read_number(opponent["took"], "opponent took")
    knows = "dealt" in opponent and knows_blanche(prepare_laws(rules), place, 1 - place)
    return Question(
        hand, seat, took, strategy, seed=seed, rules=rules, opponent_blanche=knows, **at
    )
