"""Reviews of records in which some draws are unknown: what is judged, and what is not."""

import json
from dataclasses import replace

import pytest
from specimens import EXAMPLE, EXAMPLE_PLAY, TESTS, hide_draws

from piquet_sim import Simulation, read_deals, review_deal, review_deals
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.review.verdicts import CALL, DISCARD, LEAD, REPLY
from piquet_sim.game.terms import SEATS

DEAL = describe_deal(Simulation("expert", "expert").replay_deal(3))
CAVENDISH = {**EXAMPLE, "play": EXAMPLE_PLAY}
BOOK = {deal["name"]: deal for deal in read_deals(TESTS / "golden" / "cavendish.txt")}
SOME = [("elder",), ("younger",), SEATS]
FEW = 64 * 128
"""With so many deals for a discard, 64 are tried for a call."""


def find(review, seat, kind):
    return [one for one in review.list_of(SEATS.index(seat)) if one.kind == kind]


@pytest.fixture(scope="module")
def whole():
    return {one: review_deal(deal, deals=FEW) for one, deal in enumerate((DEAL, CAVENDISH))}


# ---- What is judged ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "seats"),
    [
        (0, SEATS), (1, ("elder",)), (1, ("younger",)),
        pytest.param(0, ("elder",), marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_unknown_draws__only_their_discard_is_not_judged(whole, number, seats):
    """All other verdicts are those of the whole deal: nothing invented has part in them."""
    known = whole[number]
    review = review_deal(hide_draws((DEAL, CAVENDISH)[number], *seats), deals=FEW)
    for one, other in zip(review.decisions, known.decisions, strict=True):
        expected = other
        if one.kind == DISCARD and SEATS[one.seat] in seats:
            why = f"which cards {SEATS[one.seat]} drew is not known, and so not the hand dealt"
            expected = replace(other, loss=None, best=(), why_not=why, settled=None)
            assert one.verdict == f"not valued: {why}"
        assert one == expected
    for name in ("plays", "drawn"):
        assert getattr(review.valuation, name) == getattr(known.valuation, name)


@pytest.mark.parametrize("seats", SOME)
def test_terms__add_up_without_the_exchange(seats):
    review = review_deal(hide_draws(CAVENDISH, *seats), deals=512)
    assert [term.name for term in review.terms] == [
        "before", "exchange", "calls", "elder", "younger", "fared",
    ]  # fmt: skip
    assert sum(term.exactly for term in review.terms) == review.margin == 5
    told = json.loads(json.dumps(review.as_json(), allow_nan=False))
    expected = told["expected_margin"]
    assert {key for key in ("dealt", "thrown") if expected[key] is None} == {"dealt", "thrown"}
    discards = [one for one in told["decisions"] if one["kind"] == "discard"]
    assert [one["lost"] is None for one in discards] == [seat in seats for seat in SEATS]


def test_elder__who_saw_unknown_cards_is_not_judged_but_younger_is():
    """Elder leaves two cards and looks at them; younger drew these, and nobody says which."""
    text = (
        "Elder: ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♦98 ♣8; draws ♠98 ♥K\n"
        "Younger: holds ♠QT ♥T9 ♦AQJT ♣AKQT; throws ♠7 ♥7; draws unknown\n"
        "Play: AH TH KH 9H QH TD"
    )
    review = review_deal(read_deals(text)[0], deals=FEW)
    unseen = "which cards elder saw of the talon is not known"
    drew = "which cards younger drew is not known, and so not the hand dealt"
    assert {(one.seat, one.kind, one.why_not) for one in review.decisions} >= {
        (0, DISCARD, ""), (0, CALL, unseen), (0, LEAD, unseen), (1, DISCARD, drew), (1, REPLY, ""),
    }  # fmt: skip
    assert not any(one.why_not == unseen for one in review.list_of(1))
    assert sum(term.exactly for term in review.terms) == review.margin


def test_several_deals__leave_out_what_is_not_judged():
    deals = [hide_draws(CAVENDISH, *SEATS), hide_draws(CAVENDISH, "elder")]
    rows = [one for one in review_deals(deals, deals=512).list_errors() if one.kind == DISCARD]
    counted = {one.player: (one.decisions, one.not_valued) for one in rows}
    assert counted == {"elder": (2, 2), "younger": (2, 1)}
    assert [(one.errors is None, one.lost is None) for one in rows] == [
        (True, True),
        (False, False),
    ]


# ---- What Cavendish says of the cards ------------------------------------------------------------
INSTEAD = {
    "play": "AH 7H AS 9S KS TS AD 7D KD QD QH KH AC 7S KC JS QC 8H TC 9H 9C TH QS JH",
    "totals": None,
}


@pytest.mark.usefixtures("table_of_play")
@pytest.mark.parametrize(
    ("name", "seat", "number", "instead", "made", "best", "verdict"),
    [
        # Who holds the king of hearts alone sinks the six-card point: elder is right.
        ("sinking V", "elder", 15, {}, "QC", {"QC"}, "best"),
        # Younger wins the cards by leading two winning hearts before the queen of clubs.
        ("playing VI", "younger", 13, {}, "QC", {"AH", "KH"}, "too close to call"),
        # For the rubicon elder leads a heart, though spades would make a pique.
        ("playing XVII", "elder", 3, {}, "QH", {"QH"}, "best"),
        ("playing XVII", "elder", 5, INSTEAD, "KS", {"QH"}, "probably worse"),
        # Where the review differs: elder has called kings and cannot spare the guard, but by the
        # hands that elder may hold the ace of diamonds is worth ten points more; and to play in
        # and out for thirteen points wins nothing if the deal stands alone.
        ("playing IV", "younger", 19, {}, "JH", {"AD"}, "worse beyond doubt"),
        ("playing XVI", "elder", 11, {}, "7S", {"AC"}, "worse beyond doubt"),
    ],
)  # fmt: skip
def test_cavendish__what_the_review_finds_of_the_cards(
    name, seat, number, instead, made, best, verdict
):
    leads = find(review_deal(BOOK[name] | instead, values_calls=False), seat, LEAD)
    (found,) = [one for one in leads if one.number == number]
    assert (found.done, set(found.best[: len(best)]), found.verdict) == (made, best, verdict)
    assert (found.lost > 0) == (made not in best)


@pytest.mark.usefixtures("table_of_play")
def test_cavendish__the_point_that_is_sunk_is_found_as_good():
    point, *_ = find(review_deal(BOOK["sinking V"]), "younger", CALL)
    assert point.done == "point of 6 cards making 55, sunk" in point.best
