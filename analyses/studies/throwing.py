"""Throwing: what strong players throw, and what it costs to throw by heart.

Before the play each player throws cards and takes as many unseen ones. A few questions, which can
be learned by heart, say what to keep. The hands are those that the players named are dealt, and
their own discard is the measure. What `primer` throws, what `club` throws, two plain rules, and one
card more or fewer than their own number are finished over the same deals of the cards not seen, the
opponent exchanging as `expert` does and both playing perfectly. Nothing was fitted on these hands:
the primer's tree was grown on others, and is judged here leaf by leaf. A player who is not perfect
can lose to it in a hand; the mean is what counts.

Two rules that need no counts stand beside the primer's tree, one for each answer to a single
question (`analyses.two_rules`); the chart is enough to throw by them.

To throw by heart as the primer does, follow the questions of its tree (`strategies.primer.TREES`;
the table has each with its answers): throw as many cards as you may. The questions lead to a list
of what to keep first. Keep these things in order, each if there is room for all of it; of a suit,
or of aces, keep as many as there is room for, from the top. Keep what is marked "!" even if you
then throw fewer cards. Fill the rest with the cards that count most, and among equals with the
highest:

    each card counts            elder                       younger
    for its rank                A 18, K 5, Q 4, J 3, 10 2   A 17, K 7, Q 5
    for each in its suit        A 4, K 5, Q 4, J 1, 10 1    K 1, Q 2, J 1
    in the longest suit         5                           2
    in a suit of five or more   2                           7
    in a quint or longer        23                          7
    in a trio; in a quatorze    0; 16                       7; 17
    guarding a bare king        0                           3

The longest suit is the one with the most cards, then the most pips. The strongest suit is the one
that counts most: two for each card, plus what its cards add to their suit. Tops are the ace, the
king if the ace is there, the queen if both are, and so on. Sets are trios and quatorzes; the best
set is a quatorze, then the highest. Honours are ace to knave.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.tree import draw_branches
from analyses.findings import MORE, Findings, compare_values, judge_difference
from analyses.maxims.discard_trial import judge_hand
from analyses.maxims.verdict import mean
from analyses.sentences import brief, percent
from analyses.study import UNDER_RUBICON, Asked, Chart, Study
from analyses.two_rules import RULES, say_rest, say_rule, throw_by_rules
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.question import Question, list_learned
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.quantity import write_number
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import ACE, ONE_OF_EACH_SUIT, RANK_NAMES, SUITS, TEN, count_cards
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.game.wording import capitalise
from piquet_sim.strategies import DiscardView, find_strategy
from piquet_sim.strategies.primer import FACTS, THINGS, TREES, Ask, Keep, read_hands

LOSS, CLUB_LOSS, SHARE = "loss of primer", "loss of club", "share of hands"
TWO_LOSS = "loss of two rules"
QUESTION, LEAF, RULE, ROOT = "question", "leaf", "rule", "root"
"""Kinds of rows, and the path of the first question; others are said by the answers that lead to
them."""
ALL = "all hands"
SAME, SOME_LEFT, KEPT = "throws as primer", "leaves a card", "is kept whole"
LEAVING = "gain of leaving a card"
DEALS_A_HAND = 32
_DEALS_ASKED_A_HAND = 50
"""Number of deals asked for per hand in each seat."""
_FIRST = 10_000_000
"""Number of the first deal whose hands are judged; the primer was grown on those below 12,000."""


@dataclass(frozen=True)
class _Seat:
    """The hands of a seat and what is thrown of them, hand by hand."""

    name: str
    hands: np.ndarray
    tooks: np.ndarray
    """What elder took; -1 where the seat is elder."""
    mosts: np.ndarray
    thrown: np.ndarray
    """int64[hand, way]: the player's own discard, that of primer, that of club, one of another
    number of cards, and that of two rules."""
    groups: np.ndarray
    numbers: np.ndarray
    facts: np.ndarray
    """As `read_hands` has these three."""

    @property
    def own(self) -> np.ndarray:
        """What the player throws."""
        return self.thrown[:, 0]

    @property
    def leaves_some(self) -> np.ndarray:
        """Whether the player throws fewer than may go."""
        return np.bitwise_count(self.own) < self.mosts


# ---- Playing ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """The losses of rules, one hand in each seat for every fifty deals, at least a hundred."""
    simulation, hands = asked.simulation, max(asked.n // _DEALS_ASKED_A_HAND, 100)
    findings = Findings({"hands": hands, "deals_a_hand": DEALS_A_HAND})
    dealt = simulation.record_units(_FIRST, hands)
    find_strategy("expert").prepare()
    for name in SEATS:
        seat = _read_seat(simulation, name, dealt)
        primer, club, other, two = _try_all(asked, seat).T
        has_set = seat.numbers[:, THINGS.index("all sets")] > 0
        for kind, quantity, values, *place in (
            (ALL, LOSS, primer),
            (ALL, CLUB_LOSS, club),
            ("a trio or quatorze dealt", LOSS, primer[has_set]),
            ("no trio dealt", LOSS, primer[~has_set]),
            ("cards are left", LOSS, primer[seat.leaves_some]),
            (ALL, SAME, seat.thrown[:, 1] == seat.own),
            *_list_nodes(seat, primer, TREES[name], np.ones(hands, bool)),
            *_list_throws(seat, other),
            (ALL, TWO_LOSS, two),
            *_list_nodes(seat, two, RULES[name], np.ones(hands, bool), RULE, TWO_LOSS),
        ):
            if len(values) > 1:  # else there is no error
                path, text = place or ("", "")
                findings.add(
                    (estimate_values if values.dtype == bool else mean)(values),
                    seat=name,
                    kind=kind,
                    path=path,
                    text=text,
                    quantity=quantity,
                )
    return findings


def _read_seat(simulation: Simulation, name: str, dealt: np.ndarray) -> _Seat:
    # The player's own discards are those of the deals; primer's and club's are asked for.
    hands, took = dealt[f"{name}_dealt"].astype(np.int64), dealt["elder_exchanged"].astype(np.int64)
    tooks = np.full(len(hands), -1) if name == "elder" else took
    mosts = np.array([exchange_limits(name, None if one < 0 else int(one))[-1] for one in tooks])
    club, primer = (find_strategy(player).discard for player in ("club", "primer"))
    own = dealt[f"{name}_discard"].astype(np.int64)
    others = [
        (primer(view), club(view), _find_other(_ask(name, hand, took), chosen, most))
        for hand, most, took, chosen in zip(
            *(values.tolist() for values in (hands, mosts, tooks, own)), strict=True
        )
        for view in [
            DiscardView(SEATS.index(name), hand, 1, most, took, 0, 0, 0, 0, 0, simulation.seed)
        ]
    ]
    thrown = np.column_stack([own, np.array(others, np.int64), throw_by_rules(name, hands, mosts)])
    return _Seat(name, hands, tooks, mosts, thrown, *read_hands(name, hands))


def _ask(name: str, hand: int, took: int, seed: int = 1) -> Question:
    return Question(hand, name, None if took < 0 else took, "expert", seed=seed)


def _find_other(question: Question, own: int, most: int) -> int:
    # As many as may go where the player leaves a card; one fewer where they leave none.
    listed, _ = list_learned(question)
    return int(listed[np.bitwise_count(listed) == max(most - (count_cards(own) == most), 1)][0])


def _try_all(asked: Asked, seat: _Seat) -> np.ndarray:
    # What primer, club, the other number and two rules make less than their own, hand by hand.
    def work(place: int) -> np.ndarray:
        hand, took = int(seat.hands[place]), int(seat.tooks[place])
        question = _ask(seat.name, hand, took, asked.simulation.seed + place)
        distinct, places = np.unique(seat.thrown[place], return_inverse=True)
        made = judge_hand(question, distinct, DEALS_A_HAND).mean(axis=0)[places]
        return made[0] - made[1:]

    tried = play_in_order(work, range(len(seat.hands)), asked.threads)
    return np.array([*asked.course.follow(1 / len(SEATS), len(seat.hands), tried)])


_Rows = Iterator[tuple[Any, ...]]
"""Kinds, quantities and values by hand; of trees and rules path and text, too."""


def _list_nodes(
    seat: _Seat,
    loss: np.ndarray,
    one: Ask | Keep,
    chosen: np.ndarray,
    kind: str = LEAF,
    quantity: str = LOSS,
    path: str = "",
) -> _Rows:
    # A tree, each node by the answers that lead to it; of the two rules these alone.
    if isinstance(one, Keep):
        yield kind, SHARE, chosen, path or ROOT, one.say()
        yield kind, quantity, loss[chosen], path or ROOT, one.say()
        return
    if kind == LEAF:
        yield QUESTION, SHARE, chosen, path or ROOT, one.say(seat.name)
    is_so = seat.facts[:, FACTS.index(one.fact)] >= one.least
    for turn, then, own in (("y", one.yes, is_so), ("n", one.no, ~is_so)):
        yield from _list_nodes(seat, loss, then, chosen & own, kind, quantity, path + turn)


def _list_throws(seat: _Seat, other: np.ndarray) -> _Rows:
    # What the players throw, by what is dealt, and what leaving a card does.
    kept, some = seat.hands & ~seat.own, seat.leaves_some
    yield from (
        (ALL, "cards thrown", np.bitwise_count(seat.own).astype(float)),
        (ALL, SOME_LEFT, some),
        ("where one is left", LEAVING, other[some]),
        ("where none is left", LEAVING, -other[~some]),
    )
    suit, run = (seat.groups[:, THINGS.index(one), 0] for one in ("longest suit", "sequences"))
    cards = np.bitwise_count(suit)
    for kind, chosen in (
        ("longest suit of 4 or fewer", cards <= 4),
        ("longest suit of 5", cards == 5),
        ("longest suit of 6 or more", cards >= 6),
    ):
        yield kind, KEPT, (suit & ~kept == 0)[chosen]
        yield kind, SOME_LEFT, some[chosen]
    length = np.bitwise_count(run) * (seat.numbers[:, THINGS.index("sequences")] > 0)
    of_rank = {rank: seat.hands & ONE_OF_EACH_SUIT << rank for rank in range(ACE, TEN - 1, -1)}
    for kind, cards, chosen in (
        ("tierce", run, length == 3),
        ("quart", run, length == 4),
        ("quint or longer", run, length >= 5),
        *(
            (f"{word} of {RANK_NAMES[rank]}s", held, np.bitwise_count(held) == wanted)
            for rank, held in of_rank.items()
            for wanted, word in ((SUITS - 1, "trio"), (SUITS, "quatorze"))
        ),
        ("1 ace", of_rank[ACE], np.bitwise_count(of_rank[ACE]) == 1),
        ("2 aces", of_rank[ACE], np.bitwise_count(of_rank[ACE]) == 2),
    ):
        yield kind, KEPT, (cards & ~kept == 0)[chosen]


# ---- Telling ------------------------------------------------------------------------------------
def words(findings: Findings) -> tuple[str, ...]:
    """What throwing by heart costs each seat, and how often the rules name the player's cards."""
    two, losses, clubs, same, left = (
        [findings.find(seat=seat, kind=ALL, quantity=one) for seat in SEATS]
        for one in (TWO_LOSS, LOSS, CLUB_LOSS, SAME, SOME_LEFT)
    )
    ways = "two rules", "the primer's questions", "a club player's discards"
    sentences = []
    for seat, *lost in zip(SEATS, two, losses, clubs, strict=True):
        costs = zip(ways, (compare_values(one, unit="points") for one in lost), strict=True)
        sentences.append(
            f"Points a deal lost as {seat}, compared with the discards of {findings.about[seat]}: "
            f"{', '.join(f'by {way} {cost}' for way, cost in costs)}."
        )
    shown = [
        f"{way} cost elder {brief(lost[0])} points a deal, younger {brief(lost[1])}"
        for way, lost in (("two rules by heart", two), ("the primer’s questions", losses))
        if all(judge_difference(one) == MORE for one in lost)
    ]
    return (
        capitalise("; ".join(shown)) or "What throwing by heart costs: too few deals",
        *sentences,
        "The primer's questions name the very cards that the player throws in "
        f"{percent(same[0])} of elder's hands, in {percent(same[1])} of younger's.",
        f"Elder leaves a card that may go in {percent(left[0])} of hands, younger in "
        f"{percent(left[1])}.",
    )


def draw_rules(findings: Findings, seat: str) -> Figure:
    """The two rules of a seat, and what each loses."""
    rules, about = RULES[seat], findings.about
    losses = {
        name: findings.find(seat=seat, kind=ALL, quantity=quantity)
        for name, quantity in (
            ("these two rules", TWO_LOSS),
            ("the primer’s many questions", LOSS),
            ("a club player’s discards", CLUB_LOSS),
        )
    }
    branches = [
        (
            findings.find(seat=seat, kind=RULE, path=path, quantity=SHARE),
            *say_rule(seat, plan),
            findings.find(seat=seat, kind=RULE, path=path, quantity=TWO_LOSS),
        )
        for path, plan in (("y", rules.yes), ("n", rules.no))
    ]
    rule, _, of_club = (write_number(one.value, 1) for one in losses.values())
    whose = "an expert" if about[seat] == "expert" else about[seat]
    return draw_branches(
        seat,
        f"A {rules.say(seat)}?",
        branches,
        losses,
        say_rest(seat),
        (
            f"Two rules by heart cost {seat} {rule} points a deal; a club player’s discard costs "
            f"{of_club}",
            f"What to keep of the twelve cards, and the points lost to {whose}’s discard",
            f"{say_origin(about, format(about['hands'], ',') + ' hands')} Each was tried in "
            f"{about['deals_a_hand']} deals, the cards then played perfectly. 95% intervals: "
            f"{say_reach(losses.values())} at most.",
        ),
    )


STUDY = Study(
    name="throwing",
    question="What do strong players throw, and what does it cost to throw by heart?",
    group="players",
    no_condition="throws from hands of all deals",
    answer=answer,
    words=words,
    charts={
        "throwing": Chart(partial(draw_rules, seat=SEATS[0])),
        "throwing-younger": Chart(partial(draw_rules, seat=SEATS[1])),
    },
    not_meant="It does not mean that the players always throw the right cards: the rules are held "
    "against their choice, in the same deals.",
    assumed="The opponent exchanges as the strategy named expert does, everything held is called, "
    "and both play the cards perfectly, seeing all: where players go on who see their own cards "
    "alone, the same discards cost another number (piquet study lose). Nothing was fitted on these "
    "hands.",
    fixed=UNDER_RUBICON,
    list_others=lambda: ("club", "primer"),
    seconds=60,
)
