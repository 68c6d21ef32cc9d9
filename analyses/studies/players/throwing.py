"""Throwing: what do strong players throw, and what does it cost to throw by heart?

The hands are those that the players named are dealt, and their own discard is the measure. What
`primer` throws, what `club` throws, and one card more or fewer than their own number are finished
over the same deals of the cards not seen, the opponent exchanging as `expert` does and both playing
perfectly. Nothing was fitted on these hands: the primer's tree was grown on others, and is judged
here leaf by leaf. A player who is not perfect can lose to it in a hand; the mean is what counts.

The primer's own tree was grown as here a fresh one is: on half of the hands, each plan being worth
what is reckoned of its discard in microseconds (`advice.discard_worths`), and judged on the other
half. How far the fresh one is from the primer's says what another tree could gain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from analyses.results.analysis import (
    derive,
    estimate_row,
    read_derived,
    read_estimates,
    say_who_plays,
)
from analyses.results.picks import PERCENT, POINTS, Pick, Row
from analyses.statistics.question_trees import choose_plans, grow_tree
from analyses.studies.players.throwing_chart import (
    LEAF,
    LOSS,
    QUESTION,
    ROOT,
    SHARE,
    draw_elder,
    say_loss,
)
from analyses.study import UNDER_RUBICON, Answer, Asked, Reported, Study
from piquet_sim.advice.discard_worths import rate_discards
from piquet_sim.advice.trials import Question, list_sensible, try_discards
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.limits import limit_change
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import ACE, ONE_OF_EACH_SUIT, RANK_NAMES, SUITS, TEN, count_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.running.run import Progress
from piquet_sim.sentences import Sentence, percent, say
from piquet_sim.strategies import DiscardView, find_strategy
from piquet_sim.strategies.primer import (
    COUNTS,
    FACTS,
    THINGS,
    TREES,
    Ask,
    Keep,
    find_leaves,
    find_things,
    follow_plans,
    list_leaves,
)

TITLE = "What do strong players throw, and what does it cost to throw by heart?"

DEALS_A_HAND = 32
LEAVES, QUESTIONS_DEEP, LEAST_SHARE = 8, 4, 0.03
"""How large a tree is grown."""
_DEALS_ASKED_A_HAND = 50
"""Number of deals asked for per hand in each seat."""
_FIRST = 10_000_000
"""Number of the first deal whose hands are judged; the primer was grown on those below 12,000."""
_SENSIBLE = 4_000
_ALL = "all hands"
_LIMITS = limit_change(RUBICON)
_CLUB_LOSS = "loss of club"
_ANEW = "loss of a tree grown anew, reckoned"
_RECKONED = "loss of primer, reckoned"
_BEST = "loss of each hand’s best plan, reckoned"
_LEAVING = "gain of leaving a card"
_KEPT = "is kept whole"


@dataclass(frozen=True)
class _Seat:
    """The hands of a seat and what is thrown of them, hand by hand."""

    name: str
    hands: np.ndarray
    tooks: np.ndarray
    """What elder took; -1 where the seat is elder."""
    mosts: np.ndarray
    own: np.ndarray
    primer: np.ndarray
    club: np.ndarray
    other: np.ndarray
    """Of one card more or fewer than their own."""
    leaves: np.ndarray
    facts: np.ndarray

    def losses(self, tried: np.ndarray) -> dict[str, np.ndarray]:
        """What each makes less than their own discard, by what was found hand by hand."""
        return {LOSS: tried[:, 0], _CLUB_LOSS: tried[:, 1], "other": tried[:, 2]}

    @property
    def leaves_some(self) -> np.ndarray:
        """Whether the player throws fewer than may go."""
        return np.bitwise_count(self.own) < self.mosts


def analyse(asked: Asked) -> Answer:
    """Answer the question: one hand in each seat for every fifty deals, at least a hundred.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 1_000).title)
    What do strong players throw, and what does it cost to throw by heart?
    """
    simulation = asked.simulation
    hands = max(asked.n // _DEALS_ASKED_A_HAND, 100)
    dealt = simulation.record_units(_FIRST, hands)
    rows, derived = [], {}
    find_strategy("expert").prepare()
    for name in SEATS:
        seat = _read_seat(simulation, name, dealt)
        told = asked.course.begin(1 / len(SEATS), hands)
        tried = _try_all(simulation, seat, asked.threads, told)
        found = seat.losses(tried)
        derived[f"{name}_same"] = estimate_values(seat.primer == seat.own)
        derived[f"{name}_full"] = estimate_values(~seat.leaves_some)
        rows += [
            *_list_losses(seat, found),
            *_list_nodes(seat, found[LOSS]),
            *_list_throws(seat, found["other"]),
            *_list_grown(seat),
        ]
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_loss(table, SEATS[0]),
        {
            "intervals": "normal, hands as units; shares: Wilson",
            "opponent": "exchanges as expert; calls full, cards played perfectly by both",
            "counts": COUNTS,
            **derive(**derived),
        },
        about={"hands": hands, "deals_a_hand": DEALS_A_HAND},
    )


def _read_seat(simulation: Simulation, name: str, dealt: np.ndarray) -> _Seat:
    # The player's own discards are those of the deals; primer's and club's are asked for.
    hands, took = dealt[f"{name}_dealt"].astype(np.int64), dealt["elder_exchanged"].astype(np.int64)
    tooks = np.full(len(hands), -1) if name == "elder" else took
    mosts = np.array([_limits(name, one)[-1] for one in tooks])
    leaves = list_leaves(TREES[name])
    thrown, facts = follow_plans(name, hands, mosts, leaves)
    reached = find_leaves(TREES[name], facts)
    club, own = find_strategy("club"), dealt[f"{name}_discard"].astype(np.int64)
    seat, cards = (
        SEATS.index(name),
        zip(hands.tolist(), mosts.tolist(), tooks.tolist(), strict=True),
    )
    return _Seat(
        name, hands, tooks, mosts, own, thrown[np.arange(len(hands)), reached],
        np.array([
            club.discard(DiscardView(seat, hand, 1, most, took, 0, 0, 0, 0, 0, simulation.seed))
            for hand, most, took in cards
        ]),
        np.array([
            _find_other(_ask(name, hand, took), thrown, most)
            for hand, took, thrown, most in zip(
                hands.tolist(), tooks.tolist(), own.tolist(), mosts.tolist(), strict=True
            )
        ]),
        reached, facts,
    )  # fmt: skip


def _limits(name: str, took: int) -> range:
    return exchange_limits(name, None if took < 0 else int(took))


def _ask(name: str, hand: int, took: int, seed: int = 1) -> Question:
    return Question(hand, name, None if took < 0 else took, "expert", seed=seed)


def _find_other(question: Question, own: int, most: int) -> int:
    # As many as may go where the player leaves a card; one fewer where they leave none.
    wanted = most - (count_cards(own) == most)
    listed = list_sensible(question, _SENSIBLE, within=None)
    fitting = listed[np.bitwise_count(listed) == max(wanted, 1)]
    return int(fitting[0])


def _try_all(simulation: Simulation, seat: _Seat, threads: int, told: Progress) -> np.ndarray:
    # What primer, club and the other number make less than their own, hand by hand.
    def work(place: int) -> list[float]:
        choices = [int(one[place]) for one in (seat.own, seat.primer, seat.club, seat.other)]
        distinct = list(dict.fromkeys(choices))
        question = _ask(
            seat.name, int(seat.hands[place]), int(seat.tooks[place]), simulation.seed + place
        )
        scores = try_discards(question, np.array(distinct), DEALS_A_HAND, threads=1)
        made = (scores.astype(np.int64) @ (1, -1)).mean(axis=0)
        own, *others = (float(made[distinct.index(one)]) for one in choices)
        return [own - other for other in others]

    tried = []
    for one in play_in_order(work, range(len(seat.hands)), threads):
        tried.append(one)
        told(len(tried))
    return np.array(tried)


def _mean(losses: np.ndarray) -> Estimate:
    return estimate_values(losses, limits=_LIMITS)


def _row(seat: _Seat, kind: str, quantity: str, values: np.ndarray, **more: str) -> list[dict]:
    # A row, where there are hands enough for an error.
    if len(values) < 2:
        return []
    estimate = estimate_values(values) if values.dtype == bool else _mean(values)
    more = {"path": "", "text": "", **more}
    return [estimate_row(quantity, estimate, seat=seat.name, kind=kind, **more)]


def _list_losses(seat: _Seat, found: dict[str, np.ndarray]) -> list[dict[str, Any]]:
    has_set = seat.facts[:, FACTS.index("sets")] > 0
    loss = found[LOSS]
    return [
        *_row(seat, _ALL, LOSS, loss),
        *_row(seat, _ALL, _CLUB_LOSS, found[_CLUB_LOSS]),
        *_row(seat, "a trio or quatorze dealt", LOSS, loss[has_set]),
        *_row(seat, "no trio dealt", LOSS, loss[~has_set]),
        *_row(seat, "cards are left", LOSS, loss[seat.leaves_some]),
        *_row(seat, _ALL, "throws as primer", seat.primer == seat.own),
    ]


def _list_nodes(seat: _Seat, loss: np.ndarray) -> list[dict[str, Any]]:
    # The tree, each node by the answers that lead to it.
    def descend(one: Ask | Keep, path: str, chosen: np.ndarray) -> list[dict[str, Any]]:
        is_leaf = isinstance(one, Keep)
        kind = LEAF if is_leaf else QUESTION
        told = {"path": path or ROOT, "text": one.say() if is_leaf else one.say(seat.name)}
        rows = _row(seat, kind, SHARE, chosen, **told)
        if is_leaf:
            return rows + _row(seat, kind, LOSS, loss[chosen], **told)
        is_so = seat.facts[:, FACTS.index(one.fact)] >= one.least
        yes = descend(one.yes, path + "y", chosen & is_so)
        return rows + yes + descend(one.no, path + "n", chosen & ~is_so)

    return descend(TREES[seat.name], "", np.ones(len(loss), bool))


def _list_throws(seat: _Seat, other: np.ndarray) -> list[dict[str, Any]]:
    # What the players throw, by what is dealt, and what leaving a card does.
    kept, some = seat.hands & ~seat.own, seat.leaves_some
    rows = [
        *_row(seat, _ALL, "cards thrown", np.bitwise_count(seat.own).astype(float)),
        *_row(seat, _ALL, "leaves a card", some),
        *_row(seat, "where one is left", _LEAVING, other[some]),
        *_row(seat, "where none is left", _LEAVING, -other[~some]),
    ]
    groups, numbers = find_things(seat.name, seat.hands)
    suit = groups[:, THINGS.index("longest suit"), 0]
    cards = np.bitwise_count(suit)
    for kind, chosen in (
        ("longest suit of 4 or fewer", cards <= 4),
        ("longest suit of 5", cards == 5),
        ("longest suit of 6 or more", cards >= 6),
    ):
        rows += _row(seat, kind, _KEPT, (suit & ~kept == 0)[chosen])
        rows += _row(seat, kind, "leaves a card", some[chosen])
    run = groups[:, THINGS.index("sequences"), 0]
    length = np.bitwise_count(run) * (numbers[:, THINGS.index("sequences")] > 0)
    for kind, chosen in (
        ("tierce", length == 3), ("quart", length == 4), ("quint or longer", length >= 5),
    ):  # fmt: skip
        rows += _row(seat, kind, _KEPT, (run & ~kept == 0)[chosen])
    for rank in range(ACE, TEN - 1, -1):
        of_rank = seat.hands & (ONE_OF_EACH_SUIT << rank)
        for number, word in ((SUITS - 1, "trio"), (SUITS, "quatorze")):
            chosen = np.bitwise_count(of_rank) == number
            kind = f"{word} of {RANK_NAMES[rank]}s"
            rows += _row(seat, kind, _KEPT, (of_rank & ~kept == 0)[chosen])
    aces = seat.hands & (ONE_OF_EACH_SUIT << ACE)
    for number in (1, 2):
        chosen = np.bitwise_count(aces) == number
        kind = f"{number} ace" + "s" * (number > 1)
        rows += _row(seat, kind, _KEPT, (aces & ~kept == 0)[chosen])
    return rows


def list_plans() -> list[Keep]:
    """All plans that a tree is grown of: of one or two things, kept always or where there is room.

    Examples
    --------
    >>> len(list_plans())
    291
    """
    return [
        Keep(things, always)
        for number in range(3)
        for things in permutations(THINGS, number)
        for always in range(number + 1)
    ]


def _list_grown(seat: _Seat) -> list[dict[str, Any]]:
    # A tree grown on half of the hands, judged on the other half.
    plans = list_plans()
    thrown, facts = follow_plans(seat.name, seat.hands, seat.mosts, plans)
    every = np.column_stack([seat.own, seat.primer, thrown])
    worths = rate_discards(seat.name, seat.hands, seat.tooks, every)
    losses = worths[:, :1] - worths[:, 1:]
    half = len(seat.hands) // 2
    tree = grow_tree(facts[:half], losses[:half, 1:], LEAVES, QUESTIONS_DEEP, LEAST_SHARE)
    lost = losses[np.arange(len(losses)), 1 + choose_plans(tree, facts)]
    return [
        *_row(seat, "the half it was grown on", _ANEW, lost[:half]),
        *_row(seat, "the other half", _ANEW, lost[half:]),
        *_row(seat, "the other half", _RECKONED, losses[half:, 0]),
        *_row(seat, "the other half", _BEST, losses[half:, 1:].min(axis=1)),
    ]


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    plans = len(list_plans())
    return {"summary": _summarise(simulation, table, notes), **derive(plans=plans)}


def _summarise(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> tuple[Sentence, ...]:
    elder, younger = (read_estimates(table, seat=name, kind=_ALL) for name in SEATS)
    full, same = (
        [percent(read_derived(notes, f"{name}_{what}")) for name in SEATS]
        for what in ("full", "same")
    )
    grown = {
        name: [say(_find(table, name, one)) for one in (_ANEW, _RECKONED, _BEST)] for name in SEATS
    }
    return (
        Sentence(
            f"To their own discards ({simulation.elder.name} as elder, {simulation.younger.name} "
            f"as younger) the primer loses {say(elder[LOSS])} points a deal as elder and "
            f"{say(younger[LOSS])} as younger, in common deals, on hands on which nothing was "
            f"fitted; club loses {say(elder[_CLUB_LOSS])} and {say(younger[_CLUB_LOSS])}."
        ),
        Sentence(
            f"{say_who_plays(simulation)}elder throws as many cards as may go in "
            f"{full[0]} of deals, younger in {full[1]}; the very cards that the primer names go in "
            f"{same[0]} and {same[1]}."
        ),
        Sentence(
            "By quick reckoning a tree of as many leaves, grown on some of these hands, loses on "
            f"the others {grown['elder'][0]} as elder and {grown['younger'][0]} as younger, the "
            f"primer {grown['elder'][1]} and {grown['younger'][1]}, and choosing the right one "
            f"of the {len(list_plans())} plans for each hand {grown['elder'][2]} and "
            f"{grown['younger'][2]}."
        ),
    )


def _find(table: pd.DataFrame, seat: str, quantity: str) -> Estimate:
    return read_estimates(table, seat=seat, kind="the other half")[quantity]


def _list_others() -> tuple[str, ...]:
    return "club", "primer"


def _pick(rows: Sequence[Row]) -> list[Pick]:
    whole = {"kind": "all hands"}
    return [
        Pick(said.format(seat), unit, {**whole, "seat": seat, "quantity": quantity})
        for said, unit, quantity in (
            ("the primer loses as {}", POINTS, "loss of primer"),
            ("club loses as {}", POINTS, "loss of club"),
            ("{}'s cards are those of the primer", PERCENT, "throws as primer"),
        )
        for seat in ("elder", "younger")
    ]


REPORTED = Reported(
    "The opponent exchanges as the strategy named expert does, everything held is called, "
    "and both play the cards perfectly, seeing all. Nothing was fitted on these hands.",
    _pick,
    share=0.1,
    least=25_000,
    words="The longest suit is that with the most cards, among equals that with the most "
    "pips; the strongest is that whose cards count most. Tops are the ace, with it "
    "the king, with both the queen, and so on; honours are ace to knave. Sets are "
    "trios and quatorzes; the best set is a quatorze, then the highest. Each card "
    "counts for its rank, its suit and what it is part of (piquet help studies): room "
    "that is left goes to the cards that count most. What is marked ! stays even if "
    "fewer cards go.",
    columns=("seat", "kind", "text", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_elder, fixed=UNDER_RUBICON, list_others=_list_others, say=_say_table,
    reported=REPORTED, seconds=60,
)  # fmt: skip
"""What strong players throw, and what it costs to throw by heart."""
