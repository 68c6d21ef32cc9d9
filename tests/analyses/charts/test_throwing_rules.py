"""The two rules of each seat: read from the chart as a person reads them, they throw the same."""

import numpy as np
import pytest
from specimens import RESULTS

from analyses.stored import read_result
from analyses.studies.throwing import STUDY
from analyses.two_rules import RULES, throw_by_rules
from piquet_sim.game.cards import format_hand
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies.primer import KEPT_BY

RANKS = "789TJQKA"
PIPS = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))
RUNS = {"tierce": 3, "quart": 4}


def suits_of(hand):
    """Each suit of a hand as the ranks that it has, from the top."""
    return ["".join(sorted(one, key=RANKS.index, reverse=True)) for one in hand.split(".")]


def runs_of(ranks):
    """The sequences of a suit of three cards or more."""
    runs = [[]]
    for rank in reversed(RANKS):
        if rank in ranks:
            runs[-1].append(rank)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) >= 3]


def find_thing(name, hand):
    """What a rule may name, as groups of cards, a card being its suit and its rank."""
    suits = suits_of(hand)
    every = [(suit, rank) for suit, ranks in enumerate(suits) for rank in ranks]
    by_rank = {rank: [card for card in every if card[1] == rank] for rank in RANKS}
    if name == "longest suit":
        best = max(range(4), key=lambda one: (len(suits[one]), sum(PIPS[r] for r in suits[one])))
        return [[card for card in every if card[0] == best]]
    if name == "aces":
        return [by_rank["A"]]
    if name == "tops":
        tops = []
        for suit, ranks in enumerate(suits):
            for rank, wanted in zip(ranks, reversed(RANKS), strict=False):
                if rank != wanted:
                    break
                tops.append((suit, rank))
        return [tops]
    if name in ("best set", "all sets"):
        sets = [by_rank[rank] for rank in "AKQJT" if len(by_rank[rank]) >= 3]
        sets.sort(key=len, reverse=True)
        return sets[: 1 if name == "best set" else None]
    assert name == "quart"
    quarts = [[(suit, rank) for rank in run] for suit, ranks in enumerate(suits)
              for run in runs_of(ranks) if len(run) >= RUNS["quart"]]  # fmt: skip
    return sorted(quarts, key=lambda run: (-len(run), -RANKS.index(run[0][1])))


def keep_from_the_top(kept, cards, room):
    for card in sorted(cards, key=lambda one: (-RANKS.index(one[1]), one[0])):
        if len(kept) < room:
            kept.add(card)


def throw(chart, seat, hand):
    """What a reader of the chart throws."""
    question, (yes, no) = chart
    word = question.split()[1]
    (longest,) = find_thing("longest suit", hand)
    is_so = any(len(run) >= RUNS[word] for run in runs_of([rank for _, rank in longest]))
    keep, note = yes if is_so else no
    room, kept = KEPT_BY[seat], set()
    for name in keep.removeprefix("Keep ").split(",\nthen "):
        thing = name.removeprefix("the ").removeprefix("a ")
        for cards in find_thing(thing, hand):
            if len(kept | set(cards)) <= (11 if note.startswith("whole") else room):
                kept |= set(cards)
            elif thing in ("longest suit", "tops", "aces"):
                keep_from_the_top(kept, cards, room)
    for name in ("aces", "longest suit"):
        keep_from_the_top(kept, find_thing(name, hand)[0], room)
    suits = suits_of(hand)
    every = {(suit, rank) for suit, ranks in enumerate(suits) for rank in ranks}
    keep_from_the_top(kept, every, room)
    left = [[rank for one, rank in every - kept if one == suit] for suit in range(4)]
    return ".".join("".join(sorted(one, key=RANKS.index, reverse=True)) for one in left)


@pytest.fixture(scope="module")
def findings():
    return read_result(RESULTS / "throwing")


def read_chart(findings, seat):
    """The question and the rules of the chart, as its texts have them."""
    name = {"elder": "throwing", "younger": "throwing-younger"}[seat]
    texts = [one.get_text() for one in STUDY.charts[name].draw(findings).axes[0].texts]
    question = next(" ".join(one.split()) for one in texts if one.endswith("?"))
    rules = [(one, texts[place + 1]) for place, one in enumerate(texts) if one.startswith("Keep")]
    return question, rules


@pytest.mark.parametrize("seat", SEATS)
def test_rules__throw_what_a_reader_of_the_chart_throws(findings, seat):
    chart, rng = read_chart(findings, seat), np.random.default_rng(7)
    pack = [1 << 16 * suit + rank for suit in range(4) for rank in range(1, 9)]
    hands = np.array([sum(rng.choice(pack, 12, replace=False).tolist()) for _ in range(1_000)])
    thrown = throw_by_rules(seat, hands, np.full(len(hands), 12 - KEPT_BY[seat]))
    for hand, cards in zip(hands.tolist(), thrown.tolist(), strict=True):
        assert format_hand(cards) == throw(chart, seat, format_hand(hand)), format_hand(hand)


@pytest.mark.parametrize("seat", SEATS)
def test_rules__share_all_hands_and_their_losses_add_up(findings, seat):
    rules = RULES[seat]
    assert len({rules.yes, rules.no}) == 2
    share, loss = (
        [findings.find(seat=seat, kind="rule", path=path, quantity=one).value for path in "yn"]
        for one in ("share of hands", "loss of two rules")
    )
    assert sum(share) == pytest.approx(1)
    whole = findings.find(seat=seat, kind="all hands", quantity="loss of two rules")
    assert np.dot(share, loss) == pytest.approx(whole.value)
