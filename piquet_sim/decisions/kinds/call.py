"""Whether to call: what each way to call makes, against an opponent who draws conclusions.

The deals drawn agree with everything that the seat knows: the cards that it has not seen are all
equally likely, the opponent throws what they would throw from the hand they were dealt, and a deal
is kept only where they would have called and answered what was heard, or hold just that. In the
same deals each way to call is tried: everything; less in one class (the two best of a shorter suit
or run, or a smaller set) or nothing in it; and nothing at all. Then both strategies play on; one
that draws conclusions from the calls is misled by what was not called.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from piquet_sim.deals.branches import write_scripts
from piquet_sim.deals.json import describe_call
from piquet_sim.decisions.judge import Doubt, Effort, Loss, find_doubt, find_leader, find_loss
from piquet_sim.decisions.kinds.call_deals import Drawing, count_fitting, list_lesser, list_ways
from piquet_sim.decisions.kinds.discard_table import AGAINST, CHANCES
from piquet_sim.decisions.meaning import describe_calls
from piquet_sim.decisions.one_hand import check_asked, read_knowledge
from piquet_sim.decisions.scripts import ScriptTable
from piquet_sim.decisions.seen import CALL, Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.estimates.estimate import Estimate, estimate_proportion, negate
from piquet_sim.estimates.shown import Shown
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import count_threads
from piquet_sim.kernel.deal.calls import RESULT_NAMES
from piquet_sim.matches.standing import SETTLEMENT
from piquet_sim.running.provenance import describe_making
from piquet_sim.strategies import find_strategy

DEALS = 1_024
"""In which each way is tried, unless another number is asked for."""
MOST_DEALS = 1_000_000
MODEL_ERROR = 0.6
"""Standard error in points, because another opponent draws other conclusions (measured in 137 calls
against `master`)."""

_BATCH = 64
FIRST_DEALS = 128
"""After so many, and each time they have doubled, what is worse beyond doubt is given up."""
_DRAWING = 0.6
"""Share of the time for a call that goes to drawing deals; the rest is for playing them."""


@dataclass(frozen=True)
class WayToCall:
    """What one way to call makes, in deals that all ways have in common."""

    calls: tuple[int, int, int]
    """Point, sequence and set as they are called, 0 for nothing."""
    value: Estimate
    """The player's points less the opponent's, per deal, or the expected settlement."""
    loses: Estimate | None
    """How much less than calling everything; None of that itself."""
    chance: float
    """p-value of `loses` against no difference, adjusted by Holm for all ways; 1 where None."""
    shares: dict[str, Estimate]
    """By class how often the call is good, where something is called; and how often the player
    makes repique, pique and the cards and, with `_against`, the opponent does."""
    doubt: Doubt
    """What `loses` may be off by, besides the luck of the deals."""

    @property
    def verdict(self) -> str:
        """How it stands beside calling everything; nothing for that itself."""
        if self.loses is None:
            return ""
        if self.loses.value > 0:
            return self.doubt.judge(self.loses)
        return self.doubt.judge(negate(self.loses), "better")

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "call": {
                kind: describe_call(kind, call) if call else None
                for kind, call in zip(CLASSES, self.calls, strict=True)
            },
            **self.value.as_json(),
            "loses": None if self.loses is None else self.loses.as_json(),
            "adjusted_p": None if self.loses is None else self.chance,
            "good": {kind: self.shares[kind].as_json() for kind in CLASSES if kind in self.shares},
            "chances": {name: self.shares[name].as_json() for name in CHANCES},
        }


@dataclass(frozen=True, repr=False)
class CallAdvice(Shown):
    """What each way to call makes.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> advice = advise_calls(deal, deals=100, strategy="club", opponent="club")
    >>> advice.ways[0].loses is None
    True
    """

    question: Seen
    strategy: str
    opponent: str
    deals: int
    seed: int
    ways: tuple[WayToCall, ...]
    """Calling everything first, then the others, best first."""
    trials: "CallTable" = field(repr=False, compare=False)
    """The deals that were played."""

    numbers = describe_calls

    @cached_property
    def candidates(self) -> tuple[int, int] | None:
        """How many hands the opponent may hold by the cards seen, and by the calls, too."""
        return count_fitting(self.question)

    @cached_property
    def best(self) -> WayToCall:
        """The way that is to be chosen: everything, unless another is better beyond doubt."""
        chosen = self.trials.choices[find_leader(self.trials, range(len(self.ways)))]
        return next(way for way in self.ways if way.calls == chosen)

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`.

        Returns
        -------
        dict
            `question` and `origin`; `silent_on`, the classes in which the opponent is known to have
            called nothing; `ways` and `hands`, how many hands the opponent may hold, and how many
            of them fit the calls; `candidates`, the first of which is to be chosen: calling
            everything, unless another is better beyond doubt. Each has `call`, `value`, `gap`,
            `loses` compared with calling everything, `adjusted_p`, how often each class is `good`,
            and `chances` of repique, pique and the cards.
        """
        stake = self.trials.stake
        ranked = sorted(
            self.ways, key=lambda way: (way is not self.best, way.loses.value if way.loses else 0)
        )
        return {
            "question": {
                "view": self.question.as_json(),
                "strategy": self.strategy,
                "opponent": self.opponent,
                "deals": self.deals,
                "seed": self.seed,
                **({} if stake.score is None else {"aim": SETTLEMENT}),
                **stake.as_json(),
            },
            "origin": describe_making(map(find_strategy, (self.strategy, self.opponent))),
            "silent_on": list(self.question.silent_on),
            **dict(zip(("ways", "hands"), self.candidates or (), strict=False)),
            "candidates": [
                {**way.as_json(), "gap": self.best.value.value - way.value.value} for way in ranked
            ],
        }


def advise_calls(
    given: object,
    seat: str | None = None,
    kind: str | None = None,
    deals: int = DEALS,
    strategy: str = "expert",
    opponent: str = "expert",
    seed: int = 1,
    threads: int | None = None,
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
) -> CallAdvice:
    """The value of calling everything, less, or nothing.

    Parameters
    ----------
    given : dict, Deal or Seen
        What the seat knows, or the record of a deal (`one_hand.read_knowledge`).
    seat, kind : str, optional
        In a record: whose call it is, and in which class.
    deals : int
        How many are played in each way; the standard errors fall with its root.
    strategy : str
        The player of the seat's cards once all is called.
    opponent : str
        The player who exchanges, calls and plays on the other side, and does not sink at random.
    seed : int
        The same deals follow from the same seed.
    threads : int, optional
        The deals do not depend on it.
    aim : str, optional
        "difference" or "settlement"; by default the settlement where there is a score.
    score : tuple of two int, optional
        Own and the opponent's totals of the partie before this deal; by default those of the
        record, if it also says its number in the partie.
    deal : int
        With a score: the number of this deal in the partie, 1 to 6.

    Returns
    -------
    CallAdvice
        Values in points a deal or as expected settlements, with standard errors over deals;
        differences from calling everything in common deals, with Holm's adjustment for how many
        ways there are.

    Raises
    ------
    InputError
        If anything contradicts itself, nothing is held that could be called, the opponent does
        not call everything, or hardly any deal agrees with what is known.

    Examples
    --------
    >>> view = {"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87",
    ...         "drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}
    >>> advice = advise_calls(view, deals=100, strategy="club", opponent="club")
    >>> len(advice.ways), advice.ways[0].shares["point"].value
    (8, 1.0)
    """
    check_asked(seat, kind or CLASSES[0], aim=aim, score=score, deal=deal, seed=seed)
    check_players(deals, strategy, opponent, threads)
    question = given if isinstance(given, Seen) else read_knowledge(given, seat, kind, kind=CALL)
    stake = question.find_stake(aim, score, deal)
    ways = list_ways(question)
    if len(ways) < 2:
        which = " or ".join(CLASSES[question.place :])
        raise InputError(f"{SEATS[question.seat]} holds no {which} that could be called")
    table = CallTable(
        ways, stake, question, Drawing(question, strategy, opponent, seed, deals), threads
    )
    table.play([*range(len(ways))], deals)
    loses = [table.compare(0, place) for place in range(1, len(ways))]
    # That a difference is as far from none by chance alone.
    tails = [normal_tails(one.value / one.se) if one.se else float(not one.value) for one in loses]
    doubt = find_doubt(table, 0, MODEL_ERROR)
    full, *others = (
        WayToCall(ways[place], table.worth(place), less, chance, table.shares(place), doubt)
        for place, (less, chance) in enumerate(
            zip((None, *loses), (1.0, *adjust_by_holm(tails)), strict=True)
        )
    )
    others.sort(key=lambda way: way.loses.value)
    return CallAdvice(question, strategy, opponent, deals, seed, (full, *others), table)


def check_players(deals: int, strategy: str, opponent: str, threads: int | None) -> None:
    """Refuse what no advice on a call could be asked with; the parameters are `advise_calls`'s.

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"n: expected 2 to {MOST_DEALS:,} deals, got {deals:,}")
    count_threads(threads)
    find_strategy(strategy)
    other = find_strategy(opponent)
    if any(other.sinks):
        raise InputError(f"opponent: {other.name} sinks at random; name a player without +sink")


class CallTable(ScriptTable):
    """Ways to call in common deals; both strategies play on.

    Parameters
    ----------
    ways : list of tuple of three int
        Point, sequence and set as they are called, 0 for none.
    stake : Stake
    question : Seen
    drawing : Drawing
        The deals, and who plays them on.
    threads : int, optional
        By default one for each processor.
    """

    def __init__(
        self,
        ways: list[tuple[int, int, int]],
        stake: Stake,
        question: Seen,
        drawing: Drawing,
        threads: int | None = None,
    ) -> None:
        self.question, self.drawing = question, drawing
        self.threw = np.zeros(0, np.int64)
        seat, own = stake.seat, RESULT_NAMES.index(SEATS[stake.seat])

        def write(span: slice, place: int, _: np.ndarray | None) -> np.ndarray:
            thrown = self.threw[span]
            return write_scripts(
                len(thrown), {seat: question.discard, 1 - seat: thrown}, {seat: ways[place]}
            )

        def keep(records: np.ndarray) -> np.ndarray:
            good = [records[f"{kind}_result"] == own for kind in CLASSES]
            made = [
                records[f"{SEATS[seat ^ name.endswith(AGAINST)]}_{name.removesuffix(AGAINST)}"] > 0
                for name in CHANCES
            ]
            return np.stack([*good, *made], axis=-1)

        super().__init__(
            ways,
            stake,
            drawing.simulation,
            np.zeros((0, 4), np.int64),
            write,
            threads=count_threads(threads),
            staged=_BATCH,
            keep=keep,
        )

    def play(self, places: list[int], deals: int) -> None:
        """Play more deals for some ways, or as many more as can be drawn."""
        had = self.deals(places[0])
        self.dealt, self.threw = self.drawing.draw(had + deals)
        if len(self) > had:
            super().play(places, len(self) - had)

    def shares(self, place: int) -> dict[str, Estimate]:
        """How often each class is good that is called, and who makes what."""
        called = dict(zip(CLASSES, self.choices[place], strict=True))
        return {
            name: estimate_proportion(int(one.sum()), len(one))
            for name, one in zip((*CLASSES, *CHANCES), self.kept[place].T, strict=True)
            if called.get(name, 1)
        }


LEAST_DEALS = 32
"""With fewer deals nothing is said about a call."""


# ---- As any kind of decision ---------------------------------------------------------------------
def judge(seen: Seen, stake: Stake, made: int, effort: Effort, seed: int) -> Loss:
    """What a call in one class loses against the best, classes after it called in full.

    Everything is held to be best, as in `advise_calls`, unless another way is better beyond doubt.
    What other ways make is not part of the answer: those that are worse beyond doubt in the first
    deals are not played on, as many deals again being played each time.

    Raises
    ------
    InputError
        If hardly any deal agrees with what is known, or there is too little time to draw some.
    """
    if effort.deals < LEAST_DEALS:
        raise InputError("too few deals")
    seconds = None if effort.seconds is None else max(_DRAWING * effort.seconds, 0.0)
    drawing = Drawing(seen, "expert", "expert", seed, effort.deals, seconds, LEAST_DEALS)
    now, *after = seen.best[seen.place :]
    calls = list(dict.fromkeys((now, *list_lesser(seen, seen.place), made)))
    ways = [(*seen.calls, one, *after) for one in calls]
    table = CallTable(ways, stake, seen, drawing, effort.threads)
    places, at = range(len(ways)), calls.index(made)
    rivals, wanted = [*places[1:]], 0
    while rivals and wanted < effort.deals:
        wanted = min(2 * wanted or FIRST_DEALS, effort.deals)
        table.play([0, *rivals], wanted - table.deals(0))
        if table.deals(0) < LEAST_DEALS:
            raise InputError("too little time")
        doubt = find_doubt(table, 0, MODEL_ERROR)
        rivals = [
            one
            for one, less in {one: table.compare(0, one) for one in rivals}.items()
            if one == at or not doubt.is_beyond(less) or doubt.is_open(less)
        ]
    loss = find_loss(
        table, at, table.list_leaders(find_leader(table, places), places), model=MODEL_ERROR
    )
    return replace(loss, best=tuple(way[seen.place] for way in loss.best))
