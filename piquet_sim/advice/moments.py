"""Moments of a deal in which a player calls or plays a card, and what other decisions would make.

Each decision is tried in the same deals: those that the player may imagine (`imagined_deals`). The
same strategies go on from there, and everybody sees only what they may see. The engine plays them
from the start, following a script up to the moment (`deals.branches`).
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from piquet_sim.advice.imagined_deals import ANYTHING, Known, find_shown, imagine_deals, list_unseen
from piquet_sim.deals.branches import (
    SCRIPT,
    number_deals,
    order_stock,
    place_call,
    play_branches,
    write_scripts,
)
from piquet_sim.deals.deal import PlayedDeal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.kernel.deal.declarations import EQUAL, NOBODY, TO_ELDER
from piquet_sim.kernel.deal.holdings import POINT, SET
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.deal.views import CallView, PlayView
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.players.sunk_sets import bound_silence
from piquet_sim.strategies.policies import outside_policy
from piquet_sim.strategies.registry import Strategy, find_strategy

_EXCHANGES_AS = "expert"
_LOOKS_AT = 5  # elder sees as many cards of the stock, taken or left


@dataclass(frozen=True)
class Moment:
    """A decision that a player took in a deal."""

    deal: PlayedDeal
    view: CallView | PlayView
    choice: int
    choices: tuple[int, ...]
    """The choice first, then the others: of touching cards one, of calls the best and none."""

    @property
    def seat(self) -> str:
        """Whose decision it is."""
        return SEATS[self.view.seat]

    @property
    def is_card(self) -> bool:
        """Whether a card is played, and not something called."""
        return isinstance(self.view, PlayView)

    @property
    def card_view(self) -> PlayView:
        """What is seen where a card is played."""
        assert isinstance(self.view, PlayView)
        return self.view

    @property
    def call_view(self) -> CallView:
        """What is seen where something is called."""
        assert isinstance(self.view, CallView)
        return self.view

    @property
    def fallen(self) -> tuple[int, ...]:
        """The cards that have been played before, in their order."""
        if not self.is_card:
            return ()
        view = self.card_view
        return self.deal.plays[: count_cards(view.played | view.opponent_played)]

    @property
    def trick(self) -> int:
        """Number of the trick, from 1; 0 for a call."""
        return len(self.fallen) // 2 + 1 if self.is_card else 0


def list_moments(simulation: Simulation, first: int, deals: int) -> Iterator[list[Moment]]:
    """All decisions with a choice in a range of deals; of a deal with a carte blanche none.

    Parameters
    ----------
    simulation : Simulation
        Under Rubicon, its players playing the cards.
    first, deals : int
        Number of the first deal and how many.

    Yields
    ------
    list of Moment
        Those of one deal, in their order.
    """
    watched = watch_players(simulation)
    for index in range(first, first + deals):
        asked = start_listening()
        deal = watched.replay_deal(index)
        if any(deal.record[f"{seat}_carte_blanche"] for seat in SEATS):
            yield []
            continue
        own = replace(deal, simulation=simulation)
        listed = [Moment(own, view, choice, list_choices(view, choice)) for view, choice in asked]
        yield [moment for moment in listed if len(moment.choices) > 1]


_heard = threading.local()


def start_listening() -> list[tuple[CallView | PlayView, int]]:
    """A list to which views and answers of watched players in this thread are added from now on."""
    _heard.asked = []
    return _heard.asked


def watch_players(simulation: Simulation) -> Simulation:
    """The same simulation, whose players' calls and cards are heard (`start_listening`)."""
    players = {seat: _watch(getattr(simulation, seat)) for seat in SEATS}
    return replace(simulation, **players)


@cache
def _watch(strategy: Strategy) -> Strategy:
    strategy.prepare()

    @outside_policy
    def call(view: CallView) -> int:
        answer = int(strategy.call.compiled(view))
        _heard.asked.append((view, answer))
        return answer

    @outside_policy
    def play(view: PlayView) -> int:
        answer = int(strategy.play.compiled(view))
        _heard.asked.append((view, answer))
        return answer

    return replace(strategy, call=call, play=play)


def list_choices(view: CallView | PlayView, choice: int) -> tuple[int, ...]:
    """The decision taken, then the others: of touching cards one, of calls the best and none."""
    if isinstance(view, CallView):
        if not POINT <= view.kind <= SET:
            return (choice,)
        return (choice, *({view.best, 0} - {choice}))
    tried = int(find_tried(view))
    touching = tried & int(suit_of(choice)) & -choice  # the lowest of these is that of its run
    return (choice, *iterate_cards(tried & ~(touching & -touching)))


def know(moment: Moment) -> Known:
    """What the player knows of the deal at a moment."""
    view, record = moment.view, moment.deal.record
    elder_took, younger_took = record["elder_exchanged"], record["younger_exchanged"]
    seen = view.dealt | view.hand | view.left_seen
    holds, may_hold = view.opponent_holds, 0
    if moment.is_card:
        seen |= moment.card_view.played
        holds |= moment.card_view.opponent_played
        may_hold = moment.card_view.opponent_may_hold & ~holds
    else:
        may_hold = list_unseen(seen) & ~holds
    drew = 0
    if view.seat == 0:
        drew = sum(moment.deal.talon[elder_took:_LOOKS_AT][:younger_took])
        holds |= drew
        may_hold &= ~drew
    bounds = [end for kind in CLASSES for end in _bound_call(moment, kind)]
    hand, other = (record[f"{one}_hand"] for one in (moment.seat, SEATS[1 - view.seat]))
    reckoned = _count_reckoned(moment)
    if not record["elder_set_call"] and _sinks_trios(moment):
        # Of a silent elder's sets nothing is shown; younger's are known by the bounds and by the
        # cards that elder then knows of.
        reckoned = min(reckoned, len(CLASSES) - 1)
    shown = find_shown(view.seat, hand, other, reckoned)
    return Known(
        view.seat, list_unseen(seen), holds, may_hold, drew, elder_took, younger_took, *bounds,
        hand, reckoned, shown,
    )  # fmt: skip


def _count_reckoned(moment: Moment) -> int:
    # Elder shows class by class, younger all when elder has led.
    if moment.view.seat == 0:
        return len(CLASSES) if moment.fallen else 0
    return len(CLASSES) if moment.is_card else moment.call_view.kind - POINT


def _sinks_trios(moment: Moment) -> bool:
    return moment.deal.simulation.elder.call is find_strategy("expert").call


def _bound_silence(moment: Moment) -> int:
    # The best set of an elder who called none.
    if not _sinks_trios(moment):
        return 0
    view, record = moment.view, moment.deal.record
    seen = view.dealt | view.hand | view.left_seen
    if moment.is_card:
        seen |= moment.card_view.played
    took = record["elder_exchanged"], record["younger_exchanged"]
    return int(bound_silence(RUBICON.laws(), *took, seen))


def _bound_call(moment: Moment, kind: str) -> tuple[int, int]:
    # Between which calls the opponent's best lies, as the player has heard.
    record, seat = moment.deal.record, moment.view.seat
    own, theirs = (record[f"{one}_{kind}_call"] for one in (SEATS[seat], SEATS[1 - seat]))
    result = record[f"{kind}_result"]
    number = theirs >> POINT_SHIFT << POINT_SHIFT, theirs | PIPS_MASK
    if not moment.is_card:
        place, asked = CLASSES.index(kind), moment.call_view.kind - POINT
        if place > asked or (place == asked and seat == 0):
            return 0, ANYTHING
        if place == asked:
            if kind == "set" and not theirs:
                return 0, _bound_silence(moment)
            return number if kind == "point" else (theirs, theirs)
    if seat == 0:
        if not own and not moment.fallen:  # elder has not heard what younger will reckon
            return 0, ANYTHING
        if result == NOBODY:
            return 0, 0
        if result == EQUAL:
            return own, own
        if result == TO_ELDER:
            return 0, own - 1
        return (theirs, theirs) if moment.fallen else (own + 1, ANYTHING)
    if kind == "set" and not theirs:
        return 0, _bound_silence(moment)
    is_longer = own >> POINT_SHIFT > theirs >> POINT_SHIFT
    return number if kind == "point" and is_longer else (theirs, theirs)


def try_choices(
    moment: Moment, deals: int, seed: int, choices: tuple[int, ...] | None = None
) -> np.ndarray:
    """What each choice makes in deals that the player may imagine.

    Where exchanging is slow for the opponent's strategy, `expert` exchanges in their place.

    Parameters
    ----------
    moment : Moment
    deals : int
        How many deals are wanted.
    seed : int
    choices : tuple of int, optional
        By default all of the moment.

    Returns
    -------
    int64 array, shape (deals, choices)
        The player's points less the opponent's; no row where no deal agrees.
    """
    simulation = moment.deal.simulation
    opponent = (simulation.younger, simulation.elder)[moment.view.seat]
    if opponent.is_slow:
        opponent = find_strategy(_EXCHANGES_AS)
    opponent.prepare()
    imagined = imagine_deals(know(moment), opponent, deals, seed)
    return play_choices(moment, imagined, seed, moment.choices if choices is None else choices)


def try_as_dealt(moment: Moment, deals: int, seed: int, choices: tuple[int, ...]) -> np.ndarray:
    """As `try_choices`, in the deal as it lay, repeated with other random numbers for the players.

    Over many moments its mean is what the choices make, whatever the player may imagine.
    """
    record, other = moment.deal.record, SEATS[1 - moment.view.seat]
    hand, dealt = (record[f"{other}_{when}"] for when in ("hand", "dealt"))
    lay = np.array([[hand, hand & ~dealt, record[f"{other}_discard"]]] * deals)
    return play_choices(moment, lay, seed, choices)


def play_choices(
    moment: Moment, imagined: np.ndarray, seed: int, choices: tuple[int, ...]
) -> np.ndarray:
    """What each choice makes in some deals, the same players going on.

    Parameters
    ----------
    moment : Moment
    imagined : int64 array, shape (deals, 3)
        As `imagine_deals` makes them.
    seed : int
        Of what the players decide by lot.
    choices : tuple of int

    Returns
    -------
    int64 array, shape (deals, choices)
        The player's points less the opponent's.
    """
    scripts, dealt = script_deals(moment, imagined)
    branches = np.repeat(scripts[:, None], len(choices), axis=1)
    branches[:, :, place_in_script(moment)] = choices
    return play_branches(replace(moment.deal.simulation, seed=seed), dealt, branches, moment.seat)


def place_in_script(moment: Moment) -> int:
    """Where the decision stands in a script."""
    if moment.is_card:
        return SCRIPT.plays + len(moment.fallen)
    return place_call(moment.view.seat, moment.call_view.kind - POINT)


def script_deals(moment: Moment, imagined: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The scripts up to the moment, and the cards, of deals that were imagined.

    Parameters
    ----------
    moment : Moment
    imagined : int64 array, shape (deals, 3)
        From `imagine_deals`.

    Returns
    -------
    scripts : int array, shape (deals, entries)
        As `new_scripts` makes them.
    dealt : int64 array, shape (deals, 4)
        As `play_scripts` takes them.
    """
    return script_moment(moment, imagined[:, 2]), lay_deals(moment, imagined)


def script_moment(moment: Moment, thrown: np.ndarray) -> np.ndarray:
    """The scripts up to the moment of deals in which the opponent threw this: `script_deals`."""
    record, seat = moment.deal.record, moment.view.seat
    own = SEATS[seat]
    called = len(CLASSES) if moment.is_card else moment.call_view.kind - POINT
    return write_scripts(
        len(thrown),
        {seat: record[f"{own}_discard"], 1 - seat: thrown},
        {seat: [record[f"{own}_{kind}_call"] for kind in CLASSES[:called]]},
        moment.fallen,
    )


def lay_deals(moment: Moment, imagined: np.ndarray) -> np.ndarray:
    """The cards of deals that were imagined, the same at all moments of a deal: `script_deals`."""
    seat = moment.view.seat
    own_dealt = moment.deal.record[f"{SEATS[seat]}_dealt"]
    dealt = number_deals(np.zeros((len(imagined), 3), np.int64))
    for row, (hand, drawn, thrown) in zip(dealt, imagined.tolist(), strict=True):
        theirs = hand & ~drawn | thrown
        row[seat], row[1 - seat] = own_dealt, theirs
        row[2] = _order_stock(moment, PACK_32_MASK & ~(own_dealt | theirs), drawn)
    return dealt


def _order_stock(moment: Moment, stock: int, drawn: int) -> int:
    # The order in which it lies: what was drawn, where the player has seen it in its own order.
    talon, record = moment.deal.talon, moment.deal.record
    took = record["elder_exchanged"]
    if moment.view.seat == 0:
        lies = list(talon[: max(took, _LOOKS_AT)])
        lies += [card for card in _list_cards(drawn) if card not in lies]
    else:
        lies = [*_list_cards(drawn), *talon[took : took + record["younger_exchanged"]]]
    lies += [card for card in _list_cards(stock) if card not in lies]
    return order_stock(lies)


def _list_cards(cards: int) -> list[int]:
    # From the lowest bit, which is several times as fast as in the order in which a hand is read.
    listed = []
    while cards:
        listed.append(cards & -cards)
        cards &= cards - 1
    return listed
