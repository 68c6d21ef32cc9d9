"""Deals in which an opponent whose strategy is known would have decided as they did.

Who knows the opponent's strategy can list what the opponent can have been dealt, and ask the
strategy at each decision: what it throws from that hand, what it calls, which card it plays. Only
the hands remain with which it would have done what was seen. Each is as likely as the cards make
it, times the probability with which the strategy decides so, where it decides by lot: Bayes' rule
with a known likelihood.

A decision with which no hand that is left agrees is passed over: those that agreed until then
remain. That happens where more hands are possible than are listed, or where the strategy decides by
lot and no lot that was tried came out so.

References
----------
Lisý and Bowling: Equilibrium approximation quality of current no-limit poker bots. AAAI Workshop on
Computer Poker and Imperfect Information Games, 2017 (a responder that follows a known strategy's
range of hands).
"""

from dataclasses import replace

import numpy as np

from piquet_sim.advice.imagined_deals import (
    MOST_HANDS,
    Known,
    ask_discard,
    imagine_dealt,
    list_deals,
)
from piquet_sim.advice.moments import Moment, know, lay_deals, list_fallen, script_moment
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import HEARD, Stage
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.strategies import PlayView, Strategy, find_strategy

_LOTS = 2
"""How often a strategy is asked for one card, each time with other random numbers."""
_TRIES = 2
_EXCHANGES_AS = "expert"
"""Who exchanges in place of an opponent whose strategy is slow."""
_QUICK = "novice"
"""Who plays the cards after those that are looked at."""
_APART = 1 << 42
"""Added to the seed: what the opponent decides by lot in imagined deals tells nothing of the deal
as it lies."""
_SEEN = [place for place, name in enumerate(HEARD) if name not in ("luck", "choice")]
_LEGAL, _CHOICE = HEARD.index("legal"), HEARD.index("choice")


class KnownOpponent:
    """The strategy across the table, and a stage on which it is asked.

    Parameters
    ----------
    simulation : Simulation
        Under Rubicon, its players playing the cards.
    seat : str
        Whose opponent it is.
    """

    def __init__(self, simulation: Simulation, seat: str) -> None:
        self.place = 1 - SEATS.index(seat)
        self.strategy: Strategy = getattr(simulation, SEATS[self.place])
        self._exchange = find_strategy(_EXCHANGES_AS) if self.strategy.is_slow else self.strategy
        for one in (self.strategy, self._exchange):
            one.prepare()
        quick = find_strategy(_QUICK).play
        seats = {one: replace(getattr(simulation, one), play=quick) for one in SEATS}
        seed = (simulation.seed + _APART) % (1 << 63)
        self._stage = Stage(replace(simulation, **seats, seed=seed), has_scripts=True)

    def list_deals(self, known: Known, seed: int) -> np.ndarray:
        """The deals in which the opponent can hold what is seen of them, at most 8,000, at random.

        Parameters
        ----------
        known : Known
            What the seat knows; hands without cards that the opponent certainly holds, or played,
            are left out, and those with cards that they cannot hold.
        seed : int

        Returns
        -------
        int64 array, shape (deals, 3)
            As `imagined_deals.list_deals` makes them.
        """
        deals = list_deals(known, self._exchange, seed)
        hands = deals[:, 0]
        deals = deals[(known.holds & ~hands == 0) & (hands & ~(known.holds | known.may_hold) == 0)]
        if len(deals) <= MOST_HANDS:
            return deals
        return np.random.default_rng(seed).permutation(deals)[:MOST_HANDS]

    def ask_discard(self, dealt: int, elder_took: int, luck: int) -> int:
        """What the opponent throws from a dealt hand without a carte blanche."""
        return ask_discard(self._exchange, self.place, dealt, elder_took, luck)

    def imagine_dealt(self, hand: int, elder_took: int | None, deals: int, seed: int) -> np.ndarray:
        """Deals before the exchange in which the unseen cards lie at random: `imagine_dealt`."""
        return imagine_dealt(self._exchange, self.place, hand, elder_took, deals, seed)

    def look_alike(
        self, moment: Moment, known: Known, scripts: np.ndarray, cards: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Whether deals look at a moment as it was seen, and what the opponent saw in them.

        Parameters
        ----------
        moment : Moment
        known : Known
        scripts, cards : int64 array
            As `script_deals` makes them.

        Returns
        -------
        is_alike : bool array, shape (deals,)
            Whether the opponent calls what was heard, and the player sees the same.
        heard : int64 array, shape (deals, 24, len(HEARD))
            As `Stage.listen` writes it; of a call no card.
        """
        if moment.is_card:
            _, heard = self._stage.listen(0, len(cards), scripts, cards)
            seen = np.array([*moment.view, 0], np.int64)[_SEEN]
            return (heard[:, len(moment.fallen)][:, _SEEN] == seen).all(axis=1), heard
        records = self._stage.play(0, len(cards), scripts, cards)
        is_alike = np.ones(len(cards), bool)
        for kind in CLASSES:
            if self.place == 1 and not moment.deal.record[f"{moment.seat}_{kind}_call"]:
                continue  # to an elder hand that calls nothing younger answers after the first lead
            called = records[f"{SEATS[self.place]}_{kind}_call"]
            least, most = getattr(known, f"{kind}_least"), getattr(known, f"{kind}_most")
            is_alike &= (least <= called) & (called <= most)
        return is_alike, np.zeros((len(cards), 0, len(HEARD)), np.int64)

    def agree(self, heard: np.ndarray, card: int) -> np.ndarray:
        """How often the opponent plays a card that was played.

        Parameters
        ----------
        heard : int64 array, shape (deals, len(HEARD))
            What the opponent saw in each deal; zeros where one card alone was legal.
        card : int

        Returns
        -------
        float array, shape (deals,)
            Shares of the lots that were tried.
        """
        shares = np.ones(len(heard))
        for place in np.flatnonzero(heard[:, _LEGAL]):
            view = PlayView(*heard[place, :_CHOICE].tolist())
            answers = [
                int(self.strategy.play.compiled(view._replace(luck=view.luck + lot)))
                for lot in range(_LOTS)
            ]
            shares[place] = answers.count(card) / _LOTS
        return shares


class AgreeingDeals:
    """The deals that a player cannot exclude, narrowed as the deal goes on.

    Parameters
    ----------
    opponent : KnownOpponent
    seed : int
        Of the deals that are listed where not all can be, and of those that are drawn.
    """

    def __init__(self, opponent: KnownOpponent, seed: int) -> None:
        self._opponent, self._seed = opponent, seed
        self._deals, self._weights = np.zeros((0, 3), np.int64), np.zeros(0)
        self._cards = np.zeros((0, 3), np.int64)
        self._judged, self._tries = 0, 0
        self.passed_over = 0
        """How many of the opponent's decisions no hand agreed with."""

    def narrow(self, moment: Moment) -> None:
        """Leave out what does not agree with what was seen up to a later moment."""
        known = know(moment)
        self._weigh(moment, known)
        while not self._weights.any() and self._tries < _TRIES:
            self._deals = self._opponent.list_deals(known, self._seed + self._tries)
            self._cards = lay_deals(moment, self._deals)
            self._weights = np.ones(len(self._deals))
            self._judged, self._tries = 0, self._tries + 1
            self._weigh(moment, known)

    def _weigh(self, moment: Moment, known: Known) -> None:
        hands = self._deals[:, 0]
        self._keep((known.holds & ~hands == 0) & (hands & ~(known.holds | known.may_hold) == 0))
        if not len(self._deals):
            return
        scripts = script_moment(moment, self._deals[:, 2])
        is_alike, heard = self._opponent.look_alike(moment, known, scripts, self._cards)
        self._keep(is_alike)
        heard = heard[is_alike]
        own = moment.card_view.played if moment.is_card else 0
        fallen = list_fallen(moment.card_view) if moment.is_card else ()
        for place in range(self._judged, len(fallen)):
            if fallen[place] & own or not len(self._deals):
                continue
            weights = self._weights * self._opponent.agree(heard[:, place], fallen[place])
            if not weights.any():
                self.passed_over += 1
                continue
            self._weights = weights
            heard = heard[weights > 0]
            self._keep(weights > 0)
        self._judged = len(fallen)

    def _keep(self, which: np.ndarray) -> None:
        self._deals, self._cards = self._deals[which], self._cards[which]
        self._weights = self._weights[which]

    def draw(self, deals: int) -> np.ndarray:
        """Deals as likely as they are; none where nothing agrees.

        Returns
        -------
        int64 array, shape (deals, 3)
            As `imagine_deals` makes them. The same deal can come up more than once.
        """
        if not self._weights.any():
            return np.zeros((0, 3), np.int64)
        ends = np.cumsum(self._weights)
        marks = (np.arange(deals) + 0.5) / deals * ends[-1]
        return self._deals[np.searchsorted(ends, marks)]

    def __len__(self) -> int:
        return int((self._weights > 0).sum())
