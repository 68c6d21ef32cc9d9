"""The seeing response: what an answer to a known player gains at most, all cards and answers known.

No responder who sees what a player may see can make more, on average, than one who sees both hands
and the stock and knows how the opponent will answer whatever they do. Against a player whose
decisions are a function of their view that is a problem of one player, and it is solved exactly:
each call and card that the laws allow is followed by the opponent's own answer
(`kernel.questions.seeing_responder`).

Who sees the stock would throw for the cards that they are about to draw, and who sees the other
hand would throw against it. So much luck would make the bound useless. Therefore the luck of a
discard is taken from what it makes: what both hands are worth after the draw, less the mean of that
over all ways in which the talon can fall to the two discards, and over other hands that the
opponent may have been dealt. To a responder who sees neither this luck is nothing on average
whatever they throw, so that what is left still bounds what they gain.

References
----------
Brown, Smith, Sun: Information relaxations and duality in stochastic dynamic programs. Operations
Research 58, 2010 (a bound by who knows the future, at a price that is nothing on average to who
does not).
"""

from itertools import chain, combinations

import numpy as np

from piquet_sim.advice.imagined_deals import ask_discard, imagine_dealt
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import Stage, lay_out, new_scripts, place_call
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import COURTS_MASK, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import CLASSES, SEATS, YOUNGER
from piquet_sim.kernel.compile import find_entry
from piquet_sim.kernel.deal.deal_state import PLAYS, SEEN, at_seat
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.questions import seeing_responder
from piquet_sim.kernel.questions.draw_luck import PARTS, TALON, find_exchange_luck
from piquet_sim.strategies import find_strategy

LEADS, REPLIES, CALLS, EXCHANGE = "leads", "replies", "calls", "exchange"
CARDS, AFTER_EXCHANGE, ALL = "leads and replies", "calls and cards", "all"
BOUNDED = LEADS, REPLIES, CARDS, CALLS, AFTER_EXCHANGE, EXCHANGE, ALL
"""What may be decided otherwise; all else is left to the player."""

_ASK_NO_ORDER = "random", "novice", "club", "primer", "expert"
"""Who does not ask in which order cards fell."""
_CHOOSES = {
    LEADS: seeing_responder.LEADS,
    REPLIES: seeing_responder.REPLIES,
    CARDS: seeing_responder.LEADS | seeing_responder.REPLIES,
}
_BOTH = _CHOOSES[CARDS]
IMAGINED = 32
"""Other hands that the opponent may hold, over which the luck of their hand is averaged."""
_SEEDS_A_DEAL, _APART = 1_000, 1 << 40
_LUCKS = [at_seat(place) + SEEN.luck for place in range(len(SEATS))]
_HANDS = AT.elder_hand, AT.younger_hand


def can_bound(simulation: Simulation) -> bool:
    """Whether no player's cards hang on the order in which earlier cards fell.

    The search takes positions that differ in that order alone for one.
    """
    known = {find_strategy(name).play for name in _ASK_NO_ORDER}
    return all(getattr(simulation, seat).play in known for seat in SEATS)


class SeeingResponder:
    """A responder who sees everything, in one seat of a simulation.

    Parameters
    ----------
    simulation : Simulation
        Under Rubicon, its players playing the cards.
    seat : str
        Where the responder sits; the strategy in the other seat is what they answer.

    Raises
    ------
    InputError
        If the order in which cards fell may count for a player.
    """

    def __init__(self, simulation: Simulation, seat: str) -> None:
        if not can_bound(simulation):
            raise InputError("a player may heed the order in which cards fell")
        self._simulation, self._seat, self._place = simulation, seat, SEATS.index(seat)
        self._stage = Stage(simulation, has_scripts=True)
        sitting = simulation.sit_down()
        self._own, self._opponent = sitting.first, sitting.second
        if seat == YOUNGER:
            self._own, self._opponent = self._opponent, self._own
        self._search = find_entry(seeing_responder.find_best_play)
        self._answering = getattr(simulation, SEATS[1 - self._place])

    def bound(self, index: int, has_exchange: bool = True) -> dict[str, float]:
        """What decisions of each kind gain at most in a deal over the player's own.

        Parameters
        ----------
        index : int
            Number of the deal.
        has_exchange : bool
            Whether all discards are tried, too, which takes some seconds.

        Returns
        -------
        dict of str to float
            Points by kind, of `BOUNDED`. Calls are the best of a class or nothing. Those with
            the exchange are less the luck, so that only their mean bounds anything.
        """
        usual = self._simulation.record_units(index, 1)
        own = usual[f"{self._seat}_discard"].astype(np.int64)
        made = int(margin(usual, self._seat)[0])
        scripts, found = new_scripts(1), {}
        scripts[:, self._place] = own
        for kind, chooses in _CHOOSES.items():
            found[kind] = self._seek(index, scripts, chooses, made * PARTS) // PARTS - made
        called, _ = self._script_calls(index, own)
        found[CALLS] = max(int(self._play(index, called).max()) - made, 0)
        least = made + max(found.values())
        found[AFTER_EXCHANGE] = self._seek(index, called, _BOTH, least * PARTS) // PARTS - made
        bounds = {kind: float(gain) for kind, gain in found.items()}
        if has_exchange:
            bounds |= self._bound_exchange(index, int(own[0]), made, found[AFTER_EXCHANGE])
        return bounds

    def find_best_cards(self, index: int) -> np.ndarray | None:
        """The cards as they fall where leads and replies gain most, the rest left to the player.

        Returns
        -------
        int64 array, shape (24,), or None
            None where no cards gain anything.
        """
        usual = self._simulation.record_units(index, 1)
        scripts, least = new_scripts(1), int(margin(usual, self._seat)[0]) * PARTS
        scripts[:, self._place] = usual[f"{self._seat}_discard"]
        cards = np.zeros(PLAYS, np.int64)
        return cards if self._seek(index, scripts, _BOTH, least, cards=cards) > least else None

    def _bound_exchange(
        self, index: int, own: int, made: int, gained_after: int
    ) -> dict[str, float]:
        discards = self._list_discards(index, own)
        scripts = new_scripts(len(discards))
        scripts[:, self._place] = discards
        records = self._stage.play(index, len(scripts), scripts, self._deal(index, len(scripts)))
        luck = self.find_luck(index, records)
        alone = margin(records, self._seat) * PARTS - luck
        base = made * PARTS - int(luck[0])
        most = max(int(alone.max()), base)
        # What makes most without a search comes first: the sooner much is found, the less is
        # sought.
        order = np.argsort(-alone, kind="stable")
        called, rows = self._script_calls(index, discards[order])
        least = max(most, base + gained_after * PARTS)
        whole = self._seek(index, called, _BOTH, least, luck[order][rows])
        return {EXCHANGE: (most - base) / PARTS, ALL: (whole - base) / PARTS}

    def find_luck(self, index: int, records: np.ndarray) -> np.ndarray:
        """What the responder owes to the draw and to the other hand.

        Parameters
        ----------
        index : int
            Number of the deal.
        records : structured array
            Of this deal with some discards, or of others with the same hand dealt to the seat
            and, for younger, as many cards taken by elder.

        Returns
        -------
        int64 array, one a record
            Points in parts of `draw_luck.PARTS`: nothing on average over all that lies unseen,
            whatever is thrown.
        """
        dealt, discards, hands = (
            np.stack([records[f"{seat}_{what}"].astype(np.int64) for seat in SEATS], axis=1)
            for what in ("dealt", "discard", "hand")
        )
        if (dealt[0] & COURTS_MASK).all():
            imagined = self._imagine(index, dealt[0], discards)
        else:  # a carte blanche is known to both: only the draw is luck
            imagined = np.concatenate([dealt, discards], axis=1)[:, None]
        luck = np.zeros(len(records), np.int64)
        find_exchange_luck(
            RUBICON.laws(), find_play_table(), dealt, discards, hands, imagined, luck
        )
        return luck * (1, -1)[self._place]

    def _imagine(self, index: int, dealt: np.ndarray, discards: np.ndarray) -> np.ndarray:
        # Other hands that the opponent may have been dealt, and what they throw of them.
        seed = (self._simulation.seed + index) * _SEEDS_A_DEAL + _APART
        own, other = self._place, 1 - self._place
        took = None if own == 0 else int(discards[0, 0]).bit_count()
        known = imagine_dealt(
            self._answering, other, int(dealt[own]), took, IMAGINED, seed % (1 << 62)
        )
        imagined = np.zeros((len(discards), IMAGINED, 4), np.int64)
        imagined[:, :, :2] = known[:, :2]
        imagined[:, :, 2 + own] = discards[:, own, None]
        if own == 1:
            imagined[:, :, 2] = known[:, 3]
            return imagined
        for took in np.unique(sizes := np.bitwise_count(discards[:, 0])):
            thrown = [
                ask_discard(self._answering, other, int(hand), int(took), seed + number)
                for number, hand in enumerate(known[:, other])
            ]
            imagined[sizes == took, :, 2 + other] = thrown
        return imagined

    def _seek(
        self,
        index: int,
        scripts: np.ndarray,
        chooses: int,
        least: int,
        lucks: np.ndarray | None = None,
        cards: np.ndarray | None = None,
    ) -> int:
        # The most that is made in one of the scripts, less its luck, in parts of a point; where it
        # is more than asked for, the cards with which it is made are written down.
        if lucks is None:
            lucks = np.zeros(len(scripts), np.int64)
        dealt = self._deal(index, len(scripts))
        tables = self._stage.reach_play(index, len(scripts), scripts, dealt)
        tables[:, _LUCKS] = tables[0, _LUCKS]  # the cards are played with the luck of the deal
        faces = np.full(len(tables), -1)
        if self._seat == YOUNGER:
            faces[:] = 0
            left = np.flatnonzero(
                tables[:, AT.elder_exchanged] + tables[:, AT.younger_exchanged] < TALON
            )
            tables = np.concatenate([tables, tables[left]])
            faces = np.concatenate([faces, np.ones(len(left), np.int64)])
            lucks = np.concatenate([lucks, lucks[left]])
        counts, cards = np.zeros(3, np.int64), np.zeros(PLAYS, np.int64) if cards is None else cards
        most = self._search(
            RUBICON.laws(), self._opponent, self._own, self._place, chooses, tables, faces, lucks,
            least, seeing_responder.new_room(), cards, counts,
        )  # fmt: skip
        if counts[0] < 0:
            raise InputError(f"deal {index}: a player gave an illegal answer")
        return int(most)

    def _play(self, index: int, scripts: np.ndarray) -> np.ndarray:
        # What the responder makes if the players decide what the scripts leave to them.
        dealt = self._deal(index, len(scripts))
        return margin(self._stage.play(index, len(scripts), scripts, dealt), self._seat)

    def _deal(self, index: int, rows: int) -> np.ndarray:
        return np.repeat(lay_out(self._simulation, np.array([index])), rows, axis=0)

    def _list_discards(self, index: int, own: int) -> np.ndarray:
        # All that the responder may throw, the player's own first.
        usual = self._simulation.record_units(index, 1)[0]
        took = int(usual["elder_exchanged"]) if self._seat == YOUNGER else None
        cards = list(iterate_cards(int(usual[f"{self._seat}_dealt"])))
        sizes = exchange_limits(self._seat, took)
        thrown = chain.from_iterable(combinations(cards, size) for size in sizes)
        return np.array([own, *(one for one in map(sum, thrown) if one != own)], np.int64)

    def _script_calls(self, index: int, discards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # Scripts with each discard and each choice of what is called, and their rows of discards.
        scripts = new_scripts(len(discards))
        scripts[:, self._place] = discards
        dealt = self._deal(index, len(discards))
        hands = self._stage.reach_play(index, len(discards), scripts, dealt)[:, _HANDS[self._place]]
        best = np.array([evaluate_hand(RUBICON.laws(), int(hand))[:3] for hand in hands])
        rows, made = [], []
        for number in range(1 << len(CLASSES)):
            sinks = np.array([number >> place & 1 for place in range(len(CLASSES))])
            differs = np.flatnonzero(((best > 0) | (sinks == 0)).all(axis=1))
            some = scripts[differs]
            at = place_call(self._place, 0)
            some[:, at : at + len(CLASSES)] = best[differs] * (1 - sinks)
            rows.append(differs)
            made.append(some)
        order = np.argsort(np.concatenate(rows), kind="stable")
        return np.concatenate(made)[order], np.concatenate(rows)[order]
