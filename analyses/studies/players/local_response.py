"""The local best response: who knows the opponent's strategy answers it, a decision at a time.

The responder sits down in a player's place and knows what that player may know, and the opponent's
strategy. At each decision they try every choice in deals in which the opponent would have decided
as they did (`agreeing_deals`), both players going on from there as usual, and take the best if it
is ahead of the player's own choice by more than its error, else the player's. Then the deal goes on
with that choice. Choices are made from imagined deals alone and judged by the deal as it lay: what
the responder makes more than the player with the same cards and the same luck is what a best
response makes at least, without bias.

In the exchange nothing is known yet but how many cards elder took. The player's discard and those
that the learned evaluation likes are tried in deals in which the unseen cards lie at random.

References
----------
Lisý and Bowling: Equilibrium approximation quality of current no-limit poker bots. AAAI Workshop on
Computer Poker and Imperfect Information Games, 2017.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from analyses.studies.players.agreeing_deals import AgreeingDeals, KnownOpponent
from piquet_sim.advice.moments import (
    Moment,
    list_choices,
    list_fallen,
    place_in_script,
    play_choices,
    start_listening,
    try_as_dealt,
    watch_players,
)
from piquet_sim.advice.play.seeing_response import CALLS, EXCHANGE, LEADS, REPLIES
from piquet_sim.advice.trials import Question, list_sensible
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.simulation import PlayedDeal, Simulation
from piquet_sim.deals.stages import SCRIPT, Stage, new_scripts
from piquet_sim.estimates.luck.steadied import PARTS, find_luck_of_elder
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, SEATS, YOUNGER
from piquet_sim.strategies import CallView, PlayView

KINDS = LEADS, REPLIES, CALLS, EXCHANGE
"""What the responder can answer otherwise than the player."""

_CHOOSING, _JUDGING, _SEEING = 32, 64, 8
"""In how many deals the best is found, in how many others it is judged, and how often the deal as
it lies is played by who sees it."""
_TRIED, _LEFT = 8, 3
"""How many discards are tried beside the player's own, and how many of them at length."""
_FIRST, _LENGTH = 96, 384
"""Deals in which discards are tried, and more in which the best of them are."""
_SURE = 1.5
"""Standard errors by which another discard must be ahead: the best of nine looks too good."""
_SEEDS_A_DEAL = 1_000
_APART = 1 << 41
"""Added to the seed: what is decided by lot in imagined deals tells nothing of the deal as it
lies."""


@dataclass(frozen=True)
class Change:
    """A decision of the player's that the responder takes otherwise."""

    kind: str
    """Of `KINDS`."""
    deal: PlayedDeal
    moment: Moment | None
    """None for the exchange."""
    own: int
    """The player's discard, call or card."""
    better: int
    """The responder's."""
    judged: float
    """Points more that it makes in other deals than those in which it was chosen, the player going
    on as usual."""
    judged_se: float
    deals: int
    """How many deals judged."""


@dataclass
class Response:
    """What a responder made of one deal."""

    parts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    """By kind of decision the points that changing it added in the deal as it lay, the player
    going on as usual until the next change. They add up to what the responder makes more."""
    decisions: int = 0
    """Calls and cards at which choices were tried."""
    unexplained: int = 0
    """Those for which no hand agreed, so that the player's own choice was made."""
    passed_over: int = 0
    """The opponent's decisions with which no hand agreed."""
    changes: list[Change] = field(default_factory=list)
    thrown: int | None = None
    """The responder's discard, where they chose it."""
    luckier: float = 0.0
    """Points that it owes to the draw more than the player's discard: 0 on average."""

    @property
    def gain(self) -> int:
        """Points more than the player makes in the same seat with the same cards and luck."""
        return sum(self.parts.values())

    def judge(self, kind: str) -> float:
        """What changes of a kind make more in other deals.

        On average it is what they added in the deals as they lay, and it errs less.
        """
        return sum(one.judged for one in self.changes if one.kind == kind)


def find_kind(view: CallView | PlayView) -> str:
    """What a decision is counted among."""
    if isinstance(view, CallView):
        return CALLS
    return REPLIES if view.led else LEADS


class LocalResponder:
    """A responder in one seat of a simulation.

    Parameters
    ----------
    simulation : Simulation
        Under Rubicon, its players playing the cards.
    seat : str
        Where the responder sits; the strategy in the other seat is what they answer.
    """

    def __init__(self, simulation: Simulation, seat: str) -> None:
        self._simulation, self._seat = simulation, seat
        self._opponent = KnownOpponent(simulation, seat)
        self._stage = Stage(simulation, has_scripts=True)
        self._watched = Stage(watch_players(simulation), has_scripts=True)

    def respond(
        self,
        index: int,
        kinds: Collection[str] = KINDS,
        *,
        sees: bool = False,
        thrown: int | None = None,
    ) -> Response:
        """Play a deal.

        Parameters
        ----------
        index : int
            Number of the deal. One with a carte blanche is left as it is.
        kinds : collection of str
            Of `KINDS`: at which decisions the responder chooses; else the player decides.
        sees : bool
            Whether the responder is shown the other hand once both have exchanged.
        thrown : int, optional
            The responder's discard, where it has been chosen before.

        Returns
        -------
        Response
        """
        simulation, made = self._simulation, Response()
        usual = simulation.replay_deal(index)
        if any(usual.record[f"{seat}_carte_blanche"] for seat in SEATS):
            return made
        seed = ((simulation.seed + index) * _SEEDS_A_DEAL + _APART) % (1 << 62)
        script, changed = new_scripts(1), EXCHANGE
        if EXCHANGE in kinds:
            made.thrown = thrown or self._exchange(usual, seed, made)
            script[:, SCRIPT.discards + SEATS.index(self._seat)] = made.thrown
        before = usual.record[f"{self._seat}_score"] - usual.record[f"{other(self._seat)}_score"]
        agreeing = AgreeingDeals(self._opponent, seed)
        while changed:
            asked = start_listening()
            records = self._watched.play(index, 1, script)
            after = int(margin(records, self._seat)[0])
            made.parts[changed] += after - before
            if (
                changed == EXCHANGE
                and records[f"{self._seat}_discard"][0] != (usual.record[f"{self._seat}_discard"])
            ):
                made.luckier = self._count_luck(records) - self._count_luck(
                    simulation.record_units(index, 1)
                )
            before, changed = after, ""
            for moment in self._list_moments(usual, records, asked):
                kind, better = find_kind(moment.view), moment.choice
                if len(moment.choices) > 1 and kind in kinds:
                    better = self._decide(moment, None if sees else agreeing, seed, made)
                script[0, place_in_script(moment)] = better
                if better != moment.choice:
                    changed = kind
                    break
        made.passed_over = agreeing.passed_over
        return made

    def _count_luck(self, records: np.ndarray) -> float:
        # What the seat owes to the draw.
        luck = float(find_luck_of_elder(self._simulation, records)[0]) / PARTS
        return -luck if self._seat == YOUNGER else luck

    def _list_moments(
        self, usual: PlayedDeal, records: np.ndarray, asked: list[tuple[CallView | PlayView, int]]
    ) -> "list[Moment]":
        # Calls of a point, sequence and set, and cards: what a script can hold.
        record = {name: int(records[name][0]) for name in records.dtype.names}
        moments = []
        for view, choice in asked:
            if SEATS[view.seat] != self._seat:
                continue
            is_card = isinstance(view, PlayView)
            if is_card or 1 <= view.kind <= len(CLASSES):
                fallen = list_fallen(view) if is_card else ()
                deal = PlayedDeal(self._simulation, usual.index, record, usual.talon, fallen)
                moments.append(Moment(deal, view, choice, list_choices(view, choice)))
        return moments

    def _decide(
        self, moment: Moment, agreeing: AgreeingDeals | None, seed: int, made: Response
    ) -> int:
        # The responder's choice, judged in other deals where it is not the player's.
        made.decisions += 1
        own = seed + 2 * place_in_script(moment)
        better = self.choose(moment, agreeing, own)
        made.unexplained += agreeing is not None and not len(agreeing)
        if agreeing is not None and better != moment.choice:
            both = moment.choice, better
            fresh = play_choices(moment, agreeing.draw(_JUDGING), own + 1, both)
            _note(made, find_kind(moment.view), moment.deal, moment, both, fresh)
        return better

    def choose(self, moment: Moment, agreeing: AgreeingDeals | None, seed: int) -> int:
        """The responder's call or card: the player's own, or one that makes more.

        Parameters
        ----------
        moment : Moment
        agreeing : AgreeingDeals, optional
            The deals that the responder cannot exclude, narrowed to the moment; without them they
            see the deal as it lies.
        seed : int
            Of what the players decide by lot.
        """
        if agreeing is None:
            tried = try_as_dealt(moment, _SEEING, seed, moment.choices)
        else:
            agreeing.narrow(moment)
            tried = play_choices(moment, agreeing.draw(_CHOOSING), seed, moment.choices)
        if not len(tried):
            return moment.choice
        ahead, error = _compare(tried)
        ahead[ahead <= error] = 0
        return moment.choices[int(ahead.argmax())]

    def _exchange(self, deal: PlayedDeal, seed: int, made: Response) -> int:
        # The responder's discard, judged in other deals where it is not the player's.
        own, better = deal.record[f"{self._seat}_discard"], self.choose_discard(deal, seed)
        if better != own:
            both = np.array([own, better])
            imagined = self._imagine_exchanges(deal, _LENGTH, seed + 1)
            fresh = self._try_discards(both, imagined, seed + 2)
            _note(made, EXCHANGE, deal, None, (own, better), fresh)
        return better

    def choose_discard(self, deal: PlayedDeal, seed: int) -> int:
        """The responder's discard: the player's own, or one that makes more.

        Parameters
        ----------
        deal : PlayedDeal
            Read of it are the hand dealt to the seat, the player's discard, and, for younger, how
            many cards elder took.
        seed : int
        """
        seat, own = self._seat, deal.record[f"{self._seat}_discard"]
        took = deal.record["elder_exchanged"] if seat == YOUNGER else None
        question = Question(deal.record[f"{seat}_dealt"], seat, took)
        others = [int(one) for one in list_sensible(question, _TRIED) if one != own]
        if not others:
            return own
        imagined = self._imagine_exchanges(deal, _FIRST + _LENGTH, seed)
        discards = np.array([own, *others])
        first = self._try_discards(discards, imagined[:_FIRST], seed)
        best = 1 + np.argsort(-first[:, 1:].mean(axis=0), kind="stable")[:_LEFT]
        left = np.array([0, *best])
        further = self._try_discards(discards[left], imagined[_FIRST:], seed + 1)
        ahead, error = _compare(np.concatenate([first[:, left], further]))
        ahead[ahead <= _SURE * error] = 0
        return int(discards[left[int(ahead.argmax())]])

    def _imagine_exchanges(self, deal: PlayedDeal, deals: int, seed: int) -> np.ndarray:
        # Hands and stocks in which the unseen cards lie at random, and what elder threw.
        hand = deal.record[f"{self._seat}_dealt"]
        took = deal.record["elder_exchanged"] if self._seat == YOUNGER else None
        return self._opponent.imagine_dealt(hand, took, deals, seed)

    def _try_discards(self, discards: np.ndarray, imagined: np.ndarray, seed: int) -> np.ndarray:
        # What each discard makes in each deal, int[deal, discard].
        cards, thrown_by_other = imagined[:, :-1], imagined[:, -1]
        made, script = [], new_scripts(len(cards))
        script[:, SCRIPT.discards + 1 - SEATS.index(self._seat)] = thrown_by_other
        first = seed % (1 << 30) + (1 << 30)  # the luck of other deals than those that are judged
        for thrown in discards.tolist():
            script[:, SCRIPT.discards + SEATS.index(self._seat)] = thrown
            records = self._stage.play(first, len(cards), script, cards)
            made.append(margin(records, self._seat))
        return np.array(made).T


def _compare(tried: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # How far each choice is ahead of the first, and the standard error.
    less = tried - tried[:, :1]
    if len(less) < 2:
        return less.mean(axis=0).astype(float), np.zeros(less.shape[1])
    return less.mean(axis=0), less.std(axis=0, ddof=1) / sqrt(len(less))


def _note(
    made: Response,
    kind: str,
    deal: PlayedDeal,
    moment: Moment | None,
    choices: tuple[int, int],
    fresh: np.ndarray,
) -> None:
    means, errors = _compare(fresh)
    made.changes.append(
        Change(kind, deal, moment, *choices, float(means[1]), float(errors[1]), len(fresh))
    )
