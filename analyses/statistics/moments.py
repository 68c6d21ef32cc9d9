"""Stop a deal where a player calls or plays a card, and try what other decisions would make.

Each decision is tried in the same deals: those that the player may imagine. What the opponent can
have been dealt is listed, and the opponent asked what they throw from each hand; every draw after
it is one deal, so that each deal is as likely as any other. Of these remain the deals with the
cards that the opponent holds or has played, none of a suit in which they renounced, and holdings
that agree with what was called, answered and shown. Only that the opponent chose the cards that
they played says nothing here but that they held them.

The same strategies go on from there, and everybody sees only what they may see. The engine plays
the deals from the start, following a script up to the moment (`deals.branches`).
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from piquet_sim.deals.branches import SCRIPT, number_deals, order_stock, place_call, write_scripts
from piquet_sim.deals.deal import PlayedDeal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.scripts import ScriptTable, choose_at
from piquet_sim.decisions.seen import CALL, CARD, see
from piquet_sim.decisions.stake import Stake
from piquet_sim.game.cards import COURTS_MASK, HAND_CARDS, PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import POINT, SET
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, CallView, PlayView
from piquet_sim.kernel.opponent.knowledge import bound_heard, bound_silence, know_by_calls
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.questions.imagined_exchanges import (
    Known,
    find_shown,
    list_agreeing,
    list_throws,
)
from piquet_sim.kernel.tables import POINT_SHIFT
from piquet_sim.strategies.policies import Policy, outside_policy
from piquet_sim.strategies.registry import Strategy, find_strategy

_LAWS = RUBICON.laws()
_PACK = sorted(iterate_cards(PACK_32_MASK))
_EXCHANGES_AS = "expert"
_LOOKS_AT = 5  # elder sees as many cards of the stock, taken or left
MOST_HANDS = 8_000
"""How many dealt hands are listed; of more, as many at random. Elder meets 455, younger 6,188
where both exchange as many cards as they may."""
_KEPT = 16
"""The lists of so many exchanges are kept: a deal has two, and each is asked at every decision."""


@dataclass(frozen=True)
class Moment:
    """A decision that a player took in a deal."""

    deal: PlayedDeal
    view: Any
    """What the player sees: a `CallView` or a `PlayView`."""
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
    def fallen(self) -> tuple[int, ...]:
        """The cards that have been played before, in their order."""
        before = self.view.played | self.view.opponent_played if self.is_card else 0
        return self.deal.plays[: count_cards(before)]

    @property
    def called(self) -> int:
        """In how many classes the player has called."""
        return len(CLASSES) if self.is_card else self.view.kind - POINT

    @property
    def trick(self) -> int:
        """Number of the trick, from 1; 0 for a call."""
        return len(self.fallen) // 2 + 1 if self.is_card else 0

    @property
    def place(self) -> int:
        """Where the decision stands in a script."""
        return (
            SCRIPT.plays + len(self.fallen)
            if self.is_card
            else place_call(self.view.seat, self.called)
        )


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
        deal = replace(watched.replay_deal(index), simulation=simulation)
        if any(deal.record[f"{seat}_carte_blanche"] for seat in SEATS):
            asked.clear()
        listed = (Moment(deal, view, choice, list_choices(view, choice)) for view, choice in asked)
        yield [moment for moment in listed if len(moment.choices) > 1]


_heard = threading.local()


def start_listening() -> list[tuple[CallView | PlayView, int]]:
    """A list to which views and answers of watched players in this thread are added from now on."""
    _heard.asked = []
    return _heard.asked


def watch_players(simulation: Simulation) -> Simulation:
    """The same simulation, whose players' calls and cards are heard (`start_listening`)."""
    return replace(simulation, **{seat: _watch(getattr(simulation, seat)) for seat in SEATS})


@cache
def _watch(strategy: Strategy) -> Strategy:
    strategy.prepare()

    def ask(policy: Policy, view: CallView | PlayView) -> int:
        answer = int(policy.compiled(view))
        _heard.asked.append((view, answer))
        return answer

    @outside_policy
    def call(view: CallView) -> int:
        return ask(strategy.call, view)

    @outside_policy
    def play(view: PlayView) -> int:
        return ask(strategy.play, view)

    return replace(strategy, call=call, play=play)


def list_choices(view: CallView | PlayView, choice: int) -> tuple[int, ...]:
    """The decision taken, then the others: of touching cards one, of calls the best and none."""
    if isinstance(view, CallView):
        return (choice, *({view.best, 0} - {choice} if POINT <= view.kind <= SET else ()))
    tried = int(find_tried(view))
    touching = tried & int(suit_of(choice)) & -choice  # the lowest of these is that of its run
    return (choice, *iterate_cards(tried & ~(touching & -touching)))


def know(moment: Moment) -> Known:
    """What the player knows of the deal at a moment."""
    deal, laws, place = moment.deal, _LAWS, moment.view.seat
    kind, called = (CARD, None) if moment.is_card else (CALL, moment.called)
    seen = see(deal, place, kind, called, len(moment.fallen) + 1)
    # Elder shows class by class, younger all when elder has led.
    reckoned, silent, opponent = moment.called, (0, 0, 0), seen.opponent
    if place == ELDER_SEAT:
        reckoned = len(CLASSES) if moment.fallen else 0
    if deal.simulation.elder.call is find_strategy(_EXCHANGES_AS).call:  # who sinks some trios
        silent = 0, 0, int(bound_silence(laws, *deal.took, seen.dealt | seen.drawn | seen.left))
        # Of a silent elder's sets nothing is shown; younger's are known by the bounds and by the
        # cards that elder then knows of.
        if not deal.record["elder_set_call"]:
            reckoned = min(reckoned, len(CLASSES) - 1)
    if moment.is_card:
        opponent = know_by_calls(laws, moment.view, seen.calls, silent)
    elif place != ELDER_SEAT:
        point, *_ = heard = seen.hidden.heard
        if not moment.called:  # elder has not said how many pips
            least, most = bound_heard(laws, POINT, point >> POINT_SHIFT << POINT_SHIFT, 0)
            opponent = opponent._replace(point_least=least, point_most=most)
        elif heard[len(CLASSES) - 1 :] == (0,):
            opponent = opponent._replace(set_most=silent[-1])
    shown = int(find_shown(laws, seen.full, deal.hands[1 - place], reckoned))
    drew = see(deal, place, CALL, 0).hidden.holds
    return Known(place, drew, *deal.took, seen.full, reckoned, shown, opponent)


def try_choices(
    moment: Moment, deals: int, seed: int, choices: tuple[int, ...] | None = None
) -> ScriptTable:
    """What each choice makes in deals that the player may imagine, the same players going on.

    Where exchanging is slow for the opponent's strategy, `expert` exchanges in their place.

    Parameters
    ----------
    moment : Moment
    deals : int
        How many deals are wanted.
    seed : int
        Of the deals, and of what the players do by lot.
    choices : tuple of int, optional
        By default all of the moment.

    Returns
    -------
    ScriptTable
        Played; it has no row where no deal agrees.
    """
    simulation, seat = moment.deal.simulation, moment.view.seat
    opponent = (simulation.younger, simulation.elder)[seat]
    opponent = find_strategy(_EXCHANGES_AS) if opponent.is_slow else opponent
    opponent.prepare()
    scripts, dealt = script_deals(moment, imagine_deals(know(moment), opponent, deals, seed))
    tried, places = choices or moment.choices, np.full(len(dealt), moment.place)
    write = choose_at(scripts, places, np.tile(tried, (len(dealt), 1)))
    players, stake = replace(simulation, seed=seed), Stake(simulation.rules, seat)
    table = ScriptTable(tried, stake, players, dealt, write)
    table.play_all()
    return table


def script_deals(moment: Moment, imagined: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The scripts up to the moment, and the cards, of deals that were imagined.

    Parameters
    ----------
    moment : Moment
    imagined : int64 array, shape (deals, 3)
        Come from `imagine_deals`.

    Returns
    -------
    scripts : int array, shape (deals, entries)
        As `new_scripts` makes them.
    dealt : int64 array, shape (deals, 4)
        As `play_scripts` takes them.
    """
    record, seat, own = moment.deal.record, moment.view.seat, moment.seat
    scripts = write_scripts(
        len(imagined),
        {seat: record[f"{own}_discard"], 1 - seat: imagined[:, 2]},
        {seat: [record[f"{own}_{kind}_call"] for kind in CLASSES[: moment.called]]},
        moment.fallen,
    )
    own_dealt = record[f"{own}_dealt"]
    dealt = number_deals(np.zeros((len(imagined), 3), np.int64))
    for row, (hand, drawn, thrown) in zip(dealt, imagined.tolist(), strict=True):
        theirs = hand & ~drawn | thrown
        row[seat], row[1 - seat] = own_dealt, theirs
        row[2] = _order_stock(moment, PACK_32_MASK & ~(own_dealt | theirs), drawn)
    return scripts, dealt


def _order_stock(moment: Moment, stock: int, drawn: int) -> int:
    # The order in which it lies: what was drawn, where the player has seen it in its own order.
    talon, record = moment.deal.talon, moment.deal.record
    took, listed = record["elder_exchanged"], _list_cards(drawn)
    lies = (
        [*talon[: max(took, _LOOKS_AT)], *listed]
        if moment.view.seat == ELDER_SEAT
        else [*listed, *talon[took : took + record["younger_exchanged"]]]
    )
    return order_stock(list(dict.fromkeys([*lies, *_list_cards(stock)])))


def _list_cards(cards: int) -> list[int]:
    # From the lowest bit, which is several times as fast as in the order in which a hand is read.
    return [card for card in _PACK if cards & card]


# ---- Deals that may be imagined --------------------------------------------------------------
def list_deals(known: Known, opponent: Strategy, seed: int = 0) -> np.ndarray:
    """The deals that are possible once both have exchanged, whatever is called and played after it.

    Parameters
    ----------
    known : Known
        Only what is known when both have exchanged is heeded: the unseen cards, what the opponent
        drew for certain, and how many cards each took.
    opponent : Strategy
        Makes the exchange; it must be prepared.
    seed : int
        Fixes what the opponent does by lot, and which dealt hands are taken where they are too many
        to be listed.

    Returns
    -------
    int64 array, shape (deals, 3)
        The opponent's twelve cards after the exchange, those of them that were drawn, and the
        discard. Others read the same array: it is not to be changed.
    """
    took = known.elder_took, known.younger_took
    return _list_deals(known.seat, known.opponent.unseen, known.drew, took, opponent.discard, seed)


@lru_cache(_KEPT)
def _list_deals(
    seat: int, unseen: int, drew: int, took: tuple[int, int], discard: Policy, seed: int
) -> np.ndarray:
    pool, opponent = unseen & ~drew, 1 - seat
    more, left = took[opponent] - count_cards(drew), count_cards(pool) - HAND_CARDS
    random = np.random.default_rng(seed)
    dealt = pool & ~_list_left(pool, left, random)
    luck, numbers, thrown = random.integers(1 << 61), np.arange(len(dealt)), np.zeros_like(dealt)
    elder_took = -1 if opponent == ELDER_SEAT else took[0]
    list_throws(_LAWS, opponent, elder_took, 0, 0, discard.entry, luck, dealt, numbers, thrown)
    # A carte blanche would have been announced.
    takes = (np.bitwise_count(thrown) == took[opponent]) & (dealt & COURTS_MASK != 0)
    dealt, thrown = dealt[takes, None], thrown[takes, None]
    rest, lowest = pool & ~dealt[:, 0], []
    for _ in range(left):
        lowest.append(rest & -rest)
        rest &= rest - 1
    ways = [way for way in range(1 << left) if way.bit_count() == more]
    chosen = np.array(ways)[:, None] >> np.arange(left) & 1
    drawn = drew | np.reshape(lowest, (left, -1)).T @ chosen.T
    return np.stack(np.broadcast_arrays(dealt & ~thrown | drawn, drawn, thrown), axis=-1).reshape(
        -1, 3
    )


def _list_left(pool: int, left: int, random: np.random.Generator) -> np.ndarray:
    # The cards of a pool that the opponent was not dealt, in all ways, or in many at random.
    cards = np.array(list(iterate_cards(pool)), np.int64)
    if comb(len(cards), left) <= MOST_HANDS:
        return np.array([sum(some) for some in combinations(cards.tolist(), left)], np.int64)
    return cards[random.random((MOST_HANDS, len(cards))).argsort(axis=1)[:, :left]].sum(axis=1)


def find_agreeing(known: Known, deals: np.ndarray) -> np.ndarray:
    """The places of the deals that agree with what a player knows: int64 array.

    Parameters
    ----------
    known : Known
    deals : int64 array, shape (deals, 3)
        Come from `list_deals`.
    """
    agreeing = np.zeros(len(deals), np.int64)
    return agreeing[: list_agreeing(_LAWS, known, deals, agreeing)]


def imagine_deals(known: Known, opponent: Strategy, deals: int, seed: int) -> np.ndarray:
    """Draw deals that agree with what a player knows.

    Parameters
    ----------
    known : Known
    opponent : Strategy
        Makes the exchange; it must be prepared.
    deals : int
        How many are wanted.
    seed : int
        The same deals follow from the same number.

    Returns
    -------
    int64 array, shape (deals, 3)
        As `list_deals` makes them: all that agree as often as each other, but for one time, and no
        row where none agrees.
    """
    possible = list_deals(known, opponent)
    agreeing = find_agreeing(known, possible)
    if not len(agreeing):
        return possible[:0]
    order = np.random.default_rng(seed).permutation(agreeing)
    return possible[order[np.arange(deals) * len(order) // deals]]
