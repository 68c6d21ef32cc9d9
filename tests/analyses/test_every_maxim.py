"""What is so of every maxim, whatever it is about."""

import numpy as np
import pytest

from analyses.maxims.calls.rules import BLANCHE, CALL_RULES, LEFT_OUT, Calling, CallRule
from analyses.maxims.calls.trying import read_calling
from analyses.maxims.cards.counting import COUNTING
from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.facts.views import view_of
from analyses.maxims.judge import GAIN, SHARE, SHARE_OF_DEALS
from analyses.maxims.published import load_maxims
from analyses.maxims.registry import find_maxim, list_maxims
from analyses.maxims.score.rules import ScoreMaxim
from analyses.studies.books import calling, maxims, playing
from analyses.words.verdicts import ALWAYS
from piquet_sim import InputError, Simulation
from piquet_sim.deals.stages import HEARD, Stage
from piquet_sim.exact.draw_odds import list_discards
from piquet_sim.game.cards import LANE_BITS, LANE_MASK
from piquet_sim.game.terms import SEATS

CLUBS = Simulation("club", "club", seed=4)
CLASSES = {"discard": Rule, "call": CallRule, "play": PlayRule, "score": ScoreMaxim}
LITERAL = {"L4E-P01"}
"""Maxims on the play that are read as the file has them."""
RENAMED = (2, 0, 3, 1)
"""What each suit is called instead."""
CARDS = [
    HEARD.index(name) for name in (
        "hand", "led", "legal", "opponent_may_hold", "opponent_holds", "shown", "played",
        "opponent_played", "dealt", "discard",
    )
]  # fmt: skip
NAMED = {
    "L4E-P01": "of two longest suits the first is led",
    "SFT-P01": "of two longest suits the first is led",
    "CAV-C07": "the engine leaves the king of the first suit out of three",
}
"""Where the names of suits matter, and why."""


def rename(cards):
    """Cards with their suits called otherwise."""
    return sum(
        (cards >> LANE_BITS * suit & LANE_MASK) << LANE_BITS * name
        for suit, name in enumerate(RENAMED)
    )


def list_rules(kind):
    return [one for one in list_maxims().values() if isinstance(one, kind)]


def test_maxims__are_all_published_ones_but_those_left_out_with_a_reason():
    published = load_maxims()
    assert list(list_maxims()) == [name for name in published if name not in LEFT_OUT]
    assert all(LEFT_OUT.values())
    for name, maxim in list_maxims().items():
        assert isinstance(maxim, CLASSES[published[name].kind]) != (maxim in (BLANCHE, COUNTING))
        assert set(maxim.seats) <= set(SEATS)
        assert find_maxim(name.lower()) is maxim
    read = {one.id for one in list_rules(PlayRule) if not one.reading}
    assert read == LITERAL
    assert all(one.reading for one in (*list_rules(ScoreMaxim), *CALL_RULES))
    with pytest.raises(InputError, match="CAV-M01"):
        find_maxim("CAV-M010")


# ---- Suits' names -------------------------------------------------------------------------------
@pytest.mark.parametrize("rule", list_rules(Rule), ids=lambda rule: rule.id)
def test_suits__of_other_names_change_no_discard(rule):
    records = CLUBS.record_units(0, 2_000)
    for seat in rule.seats:
        full = np.full(len(records), 5 if seat == "elder" else 3)
        hands = records[f"{seat}_dealt"].astype(np.int64)
        applies = np.broadcast_to(rule.applies(Hands(hands, full)), hands.shape)
        assert (rule.applies(Hands(rename(hands), full)) == applies).all()
        for place in np.flatnonzero(applies)[: 3 if rule.follows else 0]:
            sides = []
            for change in (rename, lambda cards: cards):
                hand = change(hands[[place]])
                thrown = list_discards(int(hand[0]), range(1, full[place] + 1))
                choices = Choices(Hands(hand, full[:1]), thrown)
                sides.append(
                    [set(thrown[one]) for one in (rule.follows(choices), rule.breaks(choices))]
                )
            told, plain = sides
            assert told == [set(map(rename, one)) for one in plain]


@pytest.mark.parametrize("rule", CALL_RULES, ids=lambda rule: rule.id)
def test_suits__of_other_names_change_no_call(rule):
    records = CLUBS.record_units(0, 400)
    for seat in rule.seats:
        seen = read_calling(records, seat)
        other = Calling(seat, rename(seen.hand), rename(seen.thrown), seen.answers, seen.heard)
        same = [
            (one == two).all() for one, two in zip(rule.sides(seen), rule.sides(other), strict=True)
        ]
        assert all(same) or rule.id in NAMED


@pytest.mark.parametrize("rule", list_rules(PlayRule), ids=lambda rule: rule.id)
def test_suits__of_other_names_change_no_play(rule):
    _, heard = Stage(CLUBS, has_scripts=True).listen(0, 200)
    heard = heard[heard[:, :, HEARD.index("legal")] != 0]
    other = heard.copy()
    other[:, CARDS] = rename(heard[:, CARDS])
    told, plain = (rule.sides(view_of(rows)) for rows in (other, heard))
    differ = [(one != rename(two)).sum() for one, two in zip(told, plain, strict=True)]
    assert sum(differ) == 0 or rule.id in NAMED


# ---- Numbers ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("study", "n", "rules", "share"),
    [
        (maxims, 500, maxims.RULES[:2], SHARE),
        (playing, 500, playing.RULES[:2], SHARE_OF_DEALS),
        (calling, 1_000, CALL_RULES[-2:], SHARE_OF_DEALS),
    ],
)
def test_gain_times_share__is_what_always_following_makes(study, n, rules, share):
    table = study.STUDY.answer(CLUBS, n, rules=rules).table
    by = ["maxim", "seat", *(["opponent"] if "opponent" in table else [])]
    values, exact = (
        table[table["maxim"].notna()].groupby([*by, "quantity"])[name].first().unstack()
        for name in ("value", "exact")
    )
    often = exact[share].astype(float).fillna(values[share])
    assert len(values) >= 2
    assert values[ALWAYS].to_numpy() == pytest.approx((100 * values[GAIN] * often).to_numpy())
