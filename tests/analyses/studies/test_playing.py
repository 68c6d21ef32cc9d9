"""Maxims on the play known to be good, bad or empty get their verdicts."""

from dataclasses import replace

import numpy as np
import pytest
from specimens import ROOT

from analyses.maxims.cards.counting import BEST, PLAIN, WAYS, count_hits, measure_counting
from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.cards.trying import find_moments, judge_by, try_rule
from analyses.maxims.chart import weigh
from analyses.maxims.facts.views import choice_of, count, is_lead, lane, top_of
from analyses.maxims.judge import ALL_DEALS, WORTH, judge, measure
from analyses.maxims.maxim import BOTH, ELDER
from analyses.maxims.trial import AGAINST, FOLLOW, OWN
from analyses.results.analysis import read_data
from analyses.studies.books.playing import RULES, STUDY, tell_headlines
from analyses.studies.books.playing_chart import HITS
from analyses.words import verdicts
from analyses.words.verdicts import HINT, NOT_SETTLED, NOTHING, mean
from piquet_sim import Simulation
from piquet_sim.advice.play.advice import advise_play
from piquet_sim.advice.play.card_ratings import UNHEEDING, find_chances, rate_cards
from piquet_sim.advice.play.seat_views import read_view
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.stages import HEARD, Stage, new_scripts
from piquet_sim.game.cards import ACE, KING, SUITS, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.strategies import find_strategy

EXPERTS = Simulation("expert", "expert")
CLUB = Simulation("club", "club")
LEGAL = HEARD.index("legal")
BLACK = suit_mask(0) | suit_mask(3)


# ---- Planted maxims -----------------------------------------------------------------------------
def win_the_cards(view):
    """The seventh trick is there to be won."""
    takes = sum(
        np.where(lane(view.led, suit) != 0, view.legal & suit_mask(suit), 0)
        for suit in range(SUITS)
    )
    takes &= ~(view.led - 1 | view.led)
    fits = (view.led != 0) & (view.tricks == 6)
    return np.where(fits, takes, 0), np.where(fits, view.legal & ~takes, 0)


def lead_from_a_king(view):
    """The small card of a king that has one guard, to the first trick."""
    small = np.zeros(len(view.hand), np.int64)
    for suit in range(SUITS):
        own = lane(view.hand, suit)
        is_so = (count(own) == 2) & (top_of(own) == 1 << KING)
        is_so &= lane(view.opponent_may_hold, suit) >> ACE & 1 == 1
        small |= np.where(is_so, own & ~(1 << KING), 0) << 16 * suit
    fits = is_lead(view) & (view.played == 0)
    return np.where(fits, small, 0), np.where(fits, view.hand & ~small, 0)


def lead_black(view):
    """The suits are alike, so this is worth nothing."""
    fits = is_lead(view)
    return np.where(fits, view.hand & BLACK, 0), np.where(fits, view.hand & ~BLACK, 0)


GOOD = PlayRule("T-GOOD", "Win the seventh trick", BOTH, win_the_cards)
BAD = PlayRule("T-BAD", "Lead from a guarded king", ELDER, lead_from_a_king)
EMPTY = PlayRule("T-EMPTY", "Lead a black card", ELDER, lead_black)


def try_planted(rule, deals, wanted=10_000, seed=1):
    """One of them, in its first seat."""
    simulation = replace(EXPERTS, seed=seed)
    found = find_moments([rule], simulation, deals, wanted, 2)[0]
    return try_rule(found, simulation, simulation, 2)


@pytest.mark.parametrize(
    ("rule", "allowed"), [(GOOD, (verdicts.GOOD, HINT)), (BAD, (verdicts.BAD,))]
)
def test_planted_maxim__gets_its_verdict(rule, allowed):
    tried = try_planted(rule, 3_000)
    assert judge(measure(tried)) in allowed
    assert abs(mean(tried.worth).value) > 1


def test_empty_maxim__is_worth_nothing_and_its_interval_says_so():
    held = 0
    for seed in range(1, 13):
        worth = mean(try_planted(EMPTY, 100, seed=seed).worth)
        held += worth.low <= 0 <= worth.high
    assert held >= 9  # of 12; fewer have a chance of one in 450 at 95%
    assert judge(measure(try_planted(EMPTY, 1_000))) in (NOTHING, NOT_SETTLED)


def test_empty_maxim__is_found_by_a_judge_who_prefers_a_side():
    tried = try_planted(EMPTY, 1_000)
    biased = replace(tried, made=tried.made + np.array([0, 5, 0, 0, 0]))
    assert judge(measure(biased)) not in (NOTHING, NOT_SETTLED)


# ---- How they are tried -------------------------------------------------------------------------
@pytest.fixture(scope="module")
def tried():
    """A published maxim tried where experts play."""
    (rule,) = (one for one in RULES if one.id == "CAV-P12")
    found = find_moments([rule], EXPERTS, 400, 100, 2)
    return [try_rule(one, EXPERTS, EXPERTS, 2) for one in found]


@pytest.mark.parametrize("seat", [0, 1])
def test_tried__stands_for_what_it_says(tried, seat):
    own = tried[seat]
    moments, (card, follow, against, *_) = own.cases, own.ways.T
    assert (count(own.ways) == 1).all()
    assert (follow & moments.follow != 0).all()
    assert (against & moments.against != 0).all()
    assert (card == choice_of(moments.heard)).all()
    assert (follow == card)[own.is_followed].all()
    assert (own.is_followed == (card & moments.follow != 0)).all()
    assert (own.gain[own.is_followed] == 0).all()
    assert len(own.cost) == own.is_followed.sum() > 20
    is_free = ~own.is_followed
    rated = np.nan_to_num(rate_cards(moments.heard), nan=-np.inf)
    is_side = (moments.follow[:, None] >> np.arange(64) & 1).astype(bool)
    best = np.where(is_side, rated, -np.inf).max(axis=1)
    assert own.rated[is_free, FOLLOW] == pytest.approx(best[is_free])


def test_deals__are_played_on_as_they_lay(tried):
    # Of players who use no luck the own card leads to the deal as it was.
    (rule,) = (one for one in RULES if one.id == "CAV-P04")
    for found in find_moments([rule], CLUB, 300, 100, 2):
        own = try_rule(found, CLUB, CLUB, 2)
        records = own.cases.records
        less = records["elder_score"].astype(int) - records["younger_score"]
        tricks = records["elder_tricks"].astype(int)
        is_elder = found.seat == "elder"
        assert (own.made[:, OWN] == (less if is_elder else -less)).mean() > 0.95
        assert (own.tricks[:, OWN] == (tricks if is_elder else 12 - tricks)).mean() > 0.95
        same = replace(own, ways=own.ways[:, [FOLLOW, FOLLOW, FOLLOW]])
        assert (judge_by(same, ("expert", "expert"), CLUB, 50, 2) == 0).all()


def test_shares__are_of_the_deals_looked_through():
    (rule,) = (one for one in RULES if one.id == "CAV-P12")
    few, many = (find_moments([rule], CLUB, 1_500, wanted, 2)[0] for wanted in (10, 10_000))
    assert few.fitting == many.fitting == len(many.cases)
    assert len(few.cases) == 10
    assert (few.cases.numbers == many.cases.numbers[:10]).all()
    assert few.dealt == 1_500


# ---- Ratings ------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", [6, 13, 19])
def test_ratings__are_those_of_all_hands_that_fit(card):
    _, heard = Stage(EXPERTS, has_scripts=True).listen(0, 6)
    found = 0
    for number in range(6):
        row = heard[number, card]
        if not row[LEGAL] or row[HEARD.index("points")] >= 15:
            continue  # where a pique is near it is reckoned otherwise
        advice = advise_play(read_view(describe_deal(EXPERTS.replay_deal(number)), card=card + 1))
        # By how likely hands were kept alone: what was played weighs nothing here.
        rated = rate_cards(row[None])[0]
        chances = find_chances(row[None])[0]
        for one, hand in ((one, advice.hands) for one in advice.tried):
            assert np.isfinite(rated[one.bit_length() - 1])
            assert chances.sum() == pytest.approx(count(hand[0]))
        fitting = np.bitwise_or.reduce(advice.hands)
        held = sum(1 << place for place in range(64) if chances[place] > 0)
        assert fitting & ~held == 0
        if len(advice.hands) == 1:
            place = [one.bit_length() - 1 for one in advice.tried]
            means = advice.differences.mean(axis=0)
            assert rated[place] - rated[place].max() == pytest.approx(means - means.max())
        found += 1
    assert found


def test_unheeding__knows_the_cards_and_no_call():
    _, heard = Stage(EXPERTS, has_scripts=True).listen(0, 40)
    rows = heard[:, 1][heard[:, 1, LEGAL] != 0]
    calls = [HEARD.index(f"opponent_{kind}") for kind in ("point", "sequence", "set")]
    changed = rows.copy()
    changed[:, calls] = 0
    changed[:, [HEARD.index(f"{kind}_result") for kind in ("point", "sequence", "set")]] = 1
    assert np.array_equal(rate_cards(rows, False), rate_cards(changed, False), equal_nan=True)
    assert not np.array_equal(rate_cards(rows), rate_cards(changed), equal_nan=True)
    assert find_chances(rows, False).sum(axis=1) == pytest.approx(count(rows[:, 1]) - 1)
    assert UNHEEDING.discard is find_strategy("expert").discard


# ---- Counting -----------------------------------------------------------------------------------
def test_counting__is_worth_something():
    gains = measure_counting(1, 600, 2)
    for (_, other), gain in gains.items():
        assert gain.dtype == np.int64
        assert len(gain) == 600
        if other != "cards alone":
            assert mean(gain).low > 2
    assert mean(gains["younger", "cards alone"]).value > 0


def test_hits__are_those_of_the_cards_that_lay():
    (rule,) = (one for one in RULES if one.id == "CAV-P14")
    found = find_moments([rule], CLUB, 3_000, 100, 2)[1]
    moments = found.cases
    hits = count_hits(moments, "younger", CLUB, 2)
    assert tuple(hits) == WAYS
    tried = try_rule(found, CLUB, CLUB, 2)
    # Who follows throws what follows, and keeps the other card.
    assert (hits[PLAIN] == (tried.tricks[:, FOLLOW] == 1)).all()
    other = tried.tricks[:, AGAINST] == 1
    assert (hits[BEST] == (hits[PLAIN] | other)).all()
    for way in WAYS:
        assert (hits[way] <= hits[BEST]).all()
    assert hits[BEST].sum() > hits[PLAIN].sum() > 0


# ---- The study ----------------------------------------------------------------------------------
def test_study__has_the_same_bits_for_any_number_of_threads():
    rules = [rule for rule in RULES if rule.id in ("CAV-P04", "CAV-P12")]
    one, two = (STUDY.answer(CLUB, 500, threads, rules=rules).table for threads in (1, 2))
    assert one.equals(two)


def test_study__judges_rules_of_ones_own():
    table = STUDY.answer(EXPERTS, 500, rules=[GOOD]).table
    worths = table[(table["quantity"] == WORTH) & (table["kind"] == ALL_DEALS)]
    assert worths["seat"].tolist() == ["elder", "younger"]
    assert (worths["value"] > 0).all()
    assert tell_headlines(table) == []


def test_paragraphs__are_those_of_the_table():
    table = STUDY.answer(CLUB, 500, rules=[rule for rule in RULES if rule.id == "CAV-P14"]).table
    (told,) = tell_headlines(table)
    assert told.startswith("Cavendish: “Put to a card")
    assert told.count("it comes up in") == table["seat"].nunique()
    assert told.count("The card kept wins") == table[table["quantity"] == HITS]["seat"].nunique()


@pytest.fixture(scope="module")
def few():
    """All maxims on as few deals as may be."""
    return STUDY.answer(CLUB, 2)


def test_verdict__needs_thirty_deals(few):
    table = few.table
    worths = table[(table["quantity"] == WORTH) & (table["kind"] == ALL_DEALS)]
    small = worths[worths["n"] < 30]
    assert (small["verdict"] == NOT_SETTLED).all()
    # Of some the interval alone would settle it, even at a level of 99.99%.
    assert (small["value"].abs() > 4 * small["se"]).any()
    assert (worths[worths["n"] >= 30]["verdict"] != NOT_SETTLED).any()


def test_counting__is_told_as_more_where_that_is_beyond_doubt(few):
    told = next(one for one in few.notes["answers"] if "Count the opponent's hand" in one)
    assert told.count("more than by club’s cards") == 2  # 5.6 points a deal
    table = few.table
    counts = table[(table["maxim"] == "CAV-P15") & (table["kind"] == ALL_DEALS)]
    counts = counts[counts["quantity"] == WORTH]
    doubted = (counts["value"].abs() < 3.09 * counts["se"]).sum()
    assert told.count("(too close to call) against the same player") == doubted > 0


def test_summary__gives_the_players_named_no_maxim_that_others_play():
    known = next(rule for rule in RULES if rule.judge)
    for rules, is_range in (([GOOD, known], True), ([known], False)):
        told = STUDY.answer(EXPERTS, 500, rules=rules).summary
        assert ("Where expert plays both hands" in told[1]) == is_range
        assert known.name not in told[1]
        assert f" played on by {known.judge}, " in told[2]


def test_study__refuses_a_condition():
    with pytest.raises(InputError, match="leave out the condition"):
        STUDY.answer(Simulation("club", "club", given="elder: 4 aces"), 500)


def test_stage__listens_without_changing_a_deal():
    stage = Stage(EXPERTS, has_scripts=True)
    records, heard = stage.listen(7, 20)
    plain = EXPERTS.record_units(7, 20)
    assert (records == plain).all()
    assert (stage.play(7, 20, new_scripts(20)) == plain).all()
    assert (heard[:, 0, HEARD.index("hand")] == plain["elder_hand"]).all()


def test_chart__orders_maxims_by_worth_times_frequency():
    table = read_data(ROOT / "results" / "playing" / "data.csv")
    worths, often = {}, {}
    for row in table.itertuples():  # the first of each: that of all deals
        key = row.maxim, row.seat
        if row.quantity == "what the words know":
            worths.setdefault(key, row.value)
        elif row.quantity == "share of deals":
            often.setdefault(key, row.value)
    assert set(often) < set(worths)  # what counting is worth comes up in every deal
    made = [worths[key] * often.get(key, 1) for key in weigh(table).index]
    assert made == sorted(made, reverse=True)
    assert made != sorted(worths.values(), reverse=True)
