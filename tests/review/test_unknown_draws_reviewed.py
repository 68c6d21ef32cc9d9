"""Reviews of records in which some draws are unknown: what is judged, and what is not."""

import json

import pytest
from attacks import check_refused
from command_line import answer, command
from refusals import refuses
from specimens import EXAMPLE, EXAMPLE_PLAY, TESTS, hide_draws

from piquet_sim import Simulation, read_deals, review_deal, review_deals, write_deal
from piquet_sim.deals.json import describe_deal
from piquet_sim.explorer.records import read_pasted
from piquet_sim.game.terms import SEATS
from piquet_sim.review.decisions import CALL, DISCARD, LEAD, REPLY

DEAL = describe_deal(Simulation("expert", "expert").replay_deal(3))
CAVENDISH = {**EXAMPLE, "play": EXAMPLE_PLAY}
BOOK = {deal["name"]: deal for deal in read_deals(TESTS / "golden" / "cavendish.txt")}
SOME = [("elder",), ("younger",), SEATS]
FEW = 64 * 128
"""With so many deals for a discard, 64 are tried for a call."""


def find(review, seat, kind, number=0):
    """The decisions of a seat of a kind, or the card of a number."""
    return [
        one for one in review.list_of(SEATS.index(seat))
        if one.kind == kind and number in (0, one.number)
    ]  # fmt: skip


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
        if one.kind != DISCARD or SEATS[one.seat] not in seats:
            assert one == other
            continue
        why = f"which cards {SEATS[one.seat]} drew is not known, and so not the hand dealt"
        assert one.verdict == f"not valued: {why}"
        assert (one.done, one.choices) == (other.done, other.choices)
        assert (one.loss, one.best, one.is_error) == (None, (), False)
    assert review.valuation.plays == known.valuation.plays
    assert review.valuation.drawn == known.valuation.drawn


@pytest.mark.parametrize("seats", SOME)
def test_terms__add_up_without_the_exchange(seats):
    review = review_deal(hide_draws(CAVENDISH, *seats), deals=512)
    assert [term.name for term in review.terms] == [
        "before", "exchange", "calls", "elder", "younger", "fared",
    ]  # fmt: skip
    assert sum(term.exactly for term in review.terms) == review.margin == 5
    values = review.valuation
    assert (values.dealt, values.elder_thrown, values.both_thrown) == (None, None, None)
    told = json.loads(json.dumps(review.as_json(), allow_nan=False))
    assert told["expected_margin"]["thrown"] is None
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
    cards = [one for one in review.decisions if one.kind in (LEAD, REPLY)]
    assert {one.seat for one in cards} == {0, 1}
    for one in cards:
        why = "not valued: which cards elder saw of the talon is not known"
        assert (one.verdict == why) == (one.seat == 0)
    calls = find(review, "elder", CALL)
    assert {one.why_not for one in calls} == {"which cards elder saw of the talon is not known"}
    (thrown,) = find(review, "elder", DISCARD)
    assert thrown.loss is not None
    assert sum(term.exactly for term in review.terms) == review.margin


def test_several_deals__leave_out_what_is_not_judged():
    found = review_deals([hide_draws(CAVENDISH, *SEATS), CAVENDISH], deals=512)
    (row,) = [one for one in found.list_errors() if (one.player, one.kind) == ("elder", DISCARD)]
    assert (row.decisions, row.not_valued) == (2, 1)
    (row,) = [
        one for one in review_deals([hide_draws(DEAL, *SEATS)], deals=512).list_errors()
        if (one.player, one.kind) == ("younger", DISCARD)
    ]  # fmt: skip
    assert (row.errors, row.lost, row.not_valued) == (None, None, 1)


# ---- Commands and the page -----------------------------------------------------------------------
def test_review__says_what_is_not_judged_and_why(tmp_path):
    path = tmp_path / "deal.txt"
    path.write_text(write_deal(hide_draws(CAVENDISH, "elder")))
    told = answer("review", path, "--deals", "512", "--json")["deals"][0]
    assert told["decisions"][0]["why_not"].startswith("which cards elder drew is not known")
    check_refused(
        command("review", path, "--deals", "512", "--chart", tmp_path / "a.svg"),
        "chart: expected a deal of which it is known what both drew",
    )
    with refuses("talon: expected the cards that both drew; the command piquet review takes"):
        read_pasted(path.read_text())  # on the page


# ---- What Cavendish says of the cards ------------------------------------------------------------
@pytest.mark.usefixtures("table_of_play")
def test_cavendish__what_the_review_finds_too():
    """Sinking V, playing VI and XVII.

    Who holds the king of hearts alone sinks the six-card point, and elder is right to lead a club.
    Younger wins the cards by leading two winning hearts before the queen of clubs. For the rubicon
    elder leads a heart, though leading the king of spades and what wins would make a pique.
    """
    sunk = review_deal(BOOK["sinking V"])
    (lead,) = [one for one in sunk.decisions if one.number == 15]
    assert (lead.done, lead.verdict) == ("QC", "best")
    point = find(sunk, "younger", CALL)[0]
    assert point.done == "point of 6 cards making 55, sunk"
    assert point.done in point.best
    (queen,) = find(review_deal(BOOK["playing VI"], values_calls=False), "younger", LEAD, 13)
    assert queen.lost > 0
    assert set(queen.best) == {"AH", "KH"}
    deal = {key: value for key, value in BOOK["playing XVII"].items() if key != "totals"}
    (heart,) = find(review_deal(deal, values_calls=False), "elder", LEAD, 3)
    assert (heart.done, heart.verdict) == ("QH", "best")
    pique = "AH 7H AS 9S KS TS AD 7D KD QD QH KH AC 7S KC JS QC 8H TC 9H 9C TH QS JH"
    (king,) = find(review_deal({**deal, "play": pique}, values_calls=False), "elder", LEAD, 5)
    assert (king.done, king.best[0], king.verdict) == ("KS", "QH", "probably worse")


@pytest.mark.usefixtures("table_of_play")
def test_cavendish__where_the_review_differs():
    """Playing IV and XVI.

    The careful younger of IV leads the heart, as elder has called kings and cannot spare the guard;
    by the hands that elder may hold, the ace of diamonds is worth ten points more. In XVI elder
    plays in and out for thirteen points, which wins nothing if the deal stands alone.
    """
    (heart,) = find(review_deal(BOOK["playing IV"], values_calls=False), "younger", LEAD, 19)
    assert (heart.done, heart.best, heart.is_error) == ("JH", ("AD",), True)
    in_and_out = review_deal(BOOK["playing XVI"], values_calls=False)
    (spade,) = find(in_and_out, "elder", LEAD, 11)
    assert (spade.done, spade.best, spade.is_error) == ("7S", ("AC",), True)
