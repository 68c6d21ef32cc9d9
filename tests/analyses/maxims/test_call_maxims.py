"""Maxims on calling, held against rules that were written in sets of cards from their words."""

import numpy as np
import pytest
from naive_call_maxims import MAXIMS, View
from naive_worlds import named

from analyses.maxims.calls.rules import (
    CALL_RULES,
    EQUAL,
    GOOD,
    NOT_GOOD,
    Calling,
    CallRule,
    is_unguarded,
)
from analyses.maxims.calls.trying import find_deals, read_calling, try_blanche, try_rules
from analyses.maxims.judge import judge, measure
from analyses.maxims.trial import FOLLOW, OWN
from piquet_sim import Simulation
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.cards import parse_hand

RULES = {one.id: one for one in CALL_RULES}
SAID = {GOOD: "good", EQUAL: "equal", NOT_GOOD: "not good"}
DEALS = 300
RARE = ("CAV-C03", "CAV-C07")
"""Of which 300 deals may have none."""


def split(place, call):
    call = int(call)
    return divmod(call, 256 if place == 0 else 16) if call else None


def read_views(seen):
    for place in range(len(seen.hand)):
        answers = tuple(SAID[int(one)] for one in seen.answers[place])
        heard = tuple(split(kind, one) for kind, one in enumerate(seen.heard[place]))
        cards = named(int(seen.hand[place])), named(int(seen.thrown[place]))
        yield View(seen.seat, *cards, answers, heard)


def find_sides(rule, seen):
    sides = rule.sides(seen)
    return [
        tuple(tuple(split(kind, one) for kind, one in enumerate(side)) for side in both)
        if any(both[0] != both[1]) else None
        for both in zip(*sides, strict=True)
    ]  # fmt: skip


def look(seat, hand, thrown, answers=(GOOD, GOOD, GOOD), heard=(0, 0, 0)):
    cards = (np.array([parse_hand(one)]) for one in (hand, thrown))
    return Calling(seat, *cards, np.array([answers]), np.array([heard]))


@pytest.fixture(scope="module")
def records():
    return Simulation("expert", "club", play="double-dummy").record_units(0, DEALS)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_situations__are_those_of_the_words(records, seat):
    seen = read_calling(records, seat)
    views = list(read_views(seen))
    for rule in CALL_RULES:
        if seat in rule.seats:
            found = [MAXIMS[rule.id](view) for view in views]
            assert find_sides(rule, seen) == found, rule.id
            assert rule.id in RARE or any(found), rule.id


@pytest.mark.parametrize(
    ("maxim", "seen"),
    [
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.T.T.9")),
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.T.T.9", (NOT_GOOD, GOOD, GOOD))),
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKJ", "QJ.T.T.Q")),
        ("CAV-C07", look("elder", "K.KQJT.AKQJ.AKQ", "QJ.A.T.9")),  # no trio of aces
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKJ", "QJ.T.T.9")),  # the queen is out
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "AJ.T.T.9")),  # the ace is not
        ("CAV-C07", look("elder", "AKQJ.K.AKQJ.AKQ", "T.QJ.T.9")),  # another king is bare
        ("CAV-C07", look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.9.9.9")),  # four tens may be against it
        ("CAV-C03", look("elder", "A987.K987.T987.", "...AKQJT")),
        ("CAV-C03", look("elder", "T987.T98.T98.J9", "AK.7.7.T")),
        ("CAV-C05", look("elder", "987.AKQ.A87.A87", "T.J.KQ.K", (NOT_GOOD, GOOD, GOOD))),
        ("CAV-C05", look("elder", "987.AKQ.A87.A87", "T.J.KQ.K", (EQUAL, GOOD, GOOD))),
        ("CAV-C06", look("elder", "AKQJT98.K.K.KQ7", "7.98.98.")),
        ("CAV-C06", look("elder", "AKQ98.K.AKQ.A87", "7.98.98.")),
        ("CAV-C09", look("elder", "AKQJT9.AKQ.A.AK", "8.J.98.J")),
    ],
)
def test_situations__are_those_of_the_words_where_they_are_rare(maxim, seen):
    assert find_sides(RULES[maxim], seen) == [MAXIMS[maxim](view) for view in read_views(seen)]


def test_situations__that_are_rare_are_met_above():
    seen = look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.T.T.9", (NOT_GOOD, GOOD, GOOD))
    assert find_sides(RULES["CAV-C07"], seen)[0][0][2] == (3, 8)  # the trio of aces
    seen = look("elder", "K.AKQJ.AKQJ.AKQ", "QJ.9.9.9")
    assert find_sides(RULES["CAV-C07"], seen) == [None]  # four tens beat the trio
    seen = look("elder", "T987.T98.T98.J9", "AK.7.7.T")
    assert find_sides(RULES["CAV-C03"], seen)[0][0][0] == (3, 27)


@pytest.mark.parametrize(
    ("seen", "sunk"),
    [
        (look("elder", "AKQJ987.A.K87.K", ".KT.T.Q9"), (2, None)),
        (look("elder", "AKQJT8.A7.AQ7.Q", ".J8.9.JT"), (0, (5, 51))),
        # Twenty-six and four winners make a pique, with the trio.
        (look("elder", "87.KQJT9.Q.AKQ9", "KQ..98.J", (GOOD, GOOD, NOT_GOOD)), None),
        # None can come after a better sequence.
        (look("elder", "87.KQJT9.Q.AKQ9", "KQ..98.J", (GOOD, NOT_GOOD, NOT_GOOD)), (2, None)),
        # Point, quint, tierce and two trios make thirty.
        (look("younger", "K.AQ.AKQ.KQJT97", "T9.9..", heard=(1326, 0, 0)), None),
        # Elder has three aces, so the trios do not count.
        (look("younger", "K.AQ.AKQ.KQJT97", "T9.9..", heard=(1326, 0, 56)), (0, (5, 49))),
    ],
)
def test_small_score__is_sunk_unless_it_makes_a_pique_or_repique(seen, sunk):
    (found,), (turned,) = (find_sides(RULES[one], seen) for one in ("CAV-C06", "CAV-C08"))
    assert [found] == [MAXIMS["CAV-C06"](view) for view in read_views(seen)]
    if sunk is None:
        assert found is turned is None
        return
    follow, against = found
    assert turned == (against, follow)
    changed = [(place, one) for place, one in enumerate(follow) if one != against[place]]
    assert changed == [sunk]


@pytest.mark.parametrize(
    ("hand", "is_open"),
    [
        ("K.AQJ8.AJ98.A987", True),
        ("K7.AQJ8.AJ98.A9", False),
        ("Q7.AKJ8.AJ98.A9", True),
        ("Q87.AKJ8.AJ98.A", False),
        ("KQ.AKJ8.AJ98.A9", False),
        ("AQ.AKJ8.AJ98.A9", False),
    ],
)
def test_unguarded__is_read_from_the_hand(hand, is_open):
    assert is_unguarded(np.array([parse_hand(hand)])).tolist() == [is_open]


# ---- Planted maxims -----------------------------------------------------------------------------
CLUBS = Simulation("club", "club")


def call_all(seen):
    """Good: everything against nothing, whenever something is held besides the point."""
    applies = (seen.best[:, 1:] > 0).any(axis=1)
    return seen.best, np.where(applies[:, None], 0, seen.best)


def call_nothing(seen):
    return call_all(seen)[::-1]


def sink_what_is_not_good(seen):
    """Empty where calls are not heeded: younger's set that is not good changes nothing."""
    applies = (seen.best[:, 2] > 0) & (seen.best[:, 2] < seen.heard[:, 2])
    return np.where(applies[:, None], seen.sink(2), seen.best), seen.best


GOOD_ONE, BAD_ONE, EMPTY_ONE = (
    CallRule(name, name, ("elder", "younger"), sides)
    for name, sides in (("good", call_all), ("bad", call_nothing), ("empty", sink_what_is_not_good))
)


def try_one(rule, seat, n, wanted, seed=1):
    clubs = Simulation("club", "club", seed=seed)
    (tried,) = try_rules(find_deals({seat: [rule]}, clubs, n, wanted, 2)[seat], clubs, 2)
    return tried


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_planted_maxims__get_their_verdicts(seat):
    for rule, verdict, sign in ((GOOD_ONE, "good advice", 1), (BAD_ONE, "bad advice", -1)):
        judged = measure(try_one(rule, seat, 500, 200))
        assert judge(judged) == verdict
        assert judged.worth.value * sign > 10


def test_planted_maxim__that_is_empty_changes_nothing():
    tried = try_one(EMPTY_ONE, "younger", 60_000, 8_000)
    assert not tried.worth.any()
    judged = measure(tried)
    assert judge(judged) == "says nothing"
    assert judged.worth.low < 0 < judged.worth.high
    few = measure(try_one(EMPTY_ONE, "younger", 2_000, 200))
    assert judge(few) == "not settled"


def test_planted_maxim__has_a_covering_interval_in_repeated_runs():
    runs = [try_one(GOOD_ONE, "younger", 120, 60, seed) for seed in range(1, 25)]
    truth = np.mean([one.worth.mean() for one in runs])
    worths = [measure(one).worth for one in runs]
    covered = sum(one.low < truth < one.high for one in worths)
    assert covered >= 19  # of 24 at 95%: fewer in one of ten thousand
    narrow = sum(abs(one.value - truth) < 0.3 * one.se for one in worths)
    assert narrow < 19


def test_trial__of_the_own_calls_is_the_deal_as_it_was_played():
    tried = try_one(RULES["CAV-C09"], "elder", 600, 20)
    records = CLUBS.record_units(0, 600)
    margins = records["elder_score"].astype(int) - records["younger_score"]
    follow, against = RULES["CAV-C09"].sides(read_calling(records, "elder"))
    played = margins[(follow != against).any(axis=1)][:20]
    assert tried.made[:, OWN].tolist() == played.tolist()
    assert tried.made[:, FOLLOW].tolist() == played.tolist()
    assert (tried.worth > 0).mean() > 0.5
    assert np.array_equal(tried.worth, tried.worth_of_calls)  # club heeds no call
    assert tried.is_followed.all()


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_carte_blanche__that_is_claimed_counts_ten_at_least(seat):
    tried = try_blanche(CLUBS, seat, 60, 2)
    assert tried.worth.mean() > 10
    assert tried.share.exact == carte_blanche_probability()
    assert try_blanche(Simulation("random", "random"), seat, 10, 1) is None
