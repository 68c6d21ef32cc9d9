"""Records of the hands after the exchange: the draws known, or unknown for one seat or both."""

from itertools import product

import pytest
from changed_text import change
from command_line import answer, refused
from refusals import refuses
from specimens import EXAMPLE, EXAMPLE_PLAY, hide_draws, legal_deal

from piquet_sim import read_deals, read_view, write_deal
from piquet_sim.deals.json import normalise_deal, read_deal, score_deal
from piquet_sim.decisions.seen import read_knowledge
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche

DEAL = normalise_deal({**EXAMPLE, "play": EXAMPLE_PLAY})
WHOLE = (
    "Elder: holds ♠AJ98 ♥AKQJ8 ♦K ♣J9; threw ♠K ♦98 ♣87; drew ♠98 ♥K ♣9 ♦K\n"
    "Younger: holds ♠QT ♥T ♦AQJT7 ♣AKQT; threw ♠7 ♥97; drew ♠Q ♣A ♦7\n"
    f"Play: {EXAMPLE_PLAY}\n"
)
TALON = "Talon: 9S 8S KH 9C KD QS AC 7D\n"
UNKNOWN = WHOLE.replace("drew ♠98 ♥K ♣9 ♦K", "draws unknown")
BOTH = UNKNOWN.replace("drew ♠Q ♣A ♦7", "draws unknown")
SOME = [("elder",), ("younger",), SEATS]


# ---- What can be written -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "record"),
    [
        (WHOLE, {**DEAL, "talon": "9S 8S KH 9C KD QS AC 7D"}),
        (WHOLE.replace("; drew ♠98 ♥K ♣9 ♦K", "").replace("; drew ♠Q ♣A ♦7", "") + TALON, DEAL),
        (UNKNOWN, hide_draws(DEAL, "elder")),
        (change(UNKNOWN, ("♣J9; threw", "♣J9, threw")), hide_draws(DEAL, "elder")),
        (change(UNKNOWN, ("; draws unknown", ""), ("; drew ♠Q ♣A ♦7", ""))
         + "Talon: ? ? ? ? ? QS AC 7D", hide_draws(DEAL, "elder")),
        (change(UNKNOWN, ("holds ♠QT ♥T ♦AQJT7 ♣AKQT", "♠T7 ♥T97 ♦AQJT ♣KQT")),
         hide_draws(DEAL, "elder")),
        (BOTH, hide_draws(DEAL, *SEATS)),
        (change(BOTH, ("threw ♠7 ♥97", "throws the rest")), hide_draws(DEAL, *SEATS)),
        (change(BOTH, ("threw ♠K ♦98 ♣87", "discarded the rest")), hide_draws(DEAL, *SEATS)),
        (BOTH + "Talon: ? ? ? ? ? ? ? ?\n", hide_draws(DEAL, *SEATS)),
    ],
)  # fmt: skip
def test_hands__after_the_exchange_are_the_record_of_the_same_deal(text, record):
    (read,) = read_deals(text)
    talon = read["talon"].split()
    if "Talon" not in text and "dealt" in read["elder"]:  # the order in which they lay is not said
        assert sorted(talon[:5]) == sorted(record["talon"].split()[:5])
        read, record = {**read, "talon": ""}, {**record, "talon": ""}
    assert read == record


@pytest.mark.parametrize("seats", SOME)
@pytest.mark.parametrize("rules", PRESETS)
def test_record__without_draws_is_written_read_and_scored_as_the_whole_deal(rules, seats):
    deals = [legal_deal(seed, rules) for seed in range(4)]
    without = [deal for deal in deals if not blanche_in(deal)]
    assert without
    for deal in without:
        hidden = normalise_deal(hide_draws(deal, *seats))
        assert score_deal(hidden) == score_deal(deal)
        text = write_deal(hidden)
        assert read_deals(text) == [hidden]
        drew = dict(zip(SEATS, read_deal(deal).took, strict=True))
        assert text.count("draws unknown") == sum(drew[seat] > 0 for seat in seats)
        assert ("Talon" in text) == (set(hidden["talon"]) - {"?", " "} != set())


def blanche_in(deal):
    """Whether there is a carte blanche, which needs the hand dealt."""
    return any(map(has_carte_blanche, read_deal(deal).dealt))


def test_written__as_a_book_would():
    assert answer("score", "-", given=UNKNOWN) == score_deal(DEAL)
    assert write_deal(hide_draws({**DEAL, "play": "AH TH"}, "elder")) == (
        "Rules: rubicon\n"
        "Elder: holds ♠AJ98 ♥AKQJ8 ♦K ♣J9; throws ♠K ♦98 ♣87; draws unknown; point of 5 cards "
        "making 49,\n  good; quart major, good; trio of knaves, not good\n"
        "Younger: ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, not good; tierce "
        "major,\n  not good; quatorze of tens, good\n"
        "Talon: ? ? ? ? ? QS AC 7D\n"
        "Play: 1. AH TH\n"
    )


# ---- What a seat knows ---------------------------------------------------------------------------
@pytest.mark.parametrize("seats", SOME)
def test_view__is_that_of_the_whole_deal_and_invents_nothing(seats):
    hidden = hide_draws(DEAL, *seats)
    for card in range(1, 25):
        view, known = read_view(hidden, card=card), read_view(DEAL, card=card)
        for name in ("full", "hand", "unseen", "others"):
            assert getattr(view, name) == getattr(known, name)
        assert read_view(view.as_json()) == view
        assert ("held" in view.as_json()) == (SEATS[view.seat] in seats)
    for seat, kind in product(SEATS, CLASSES):
        question = read_knowledge(hidden, seat, kind)
        assert read_knowledge(question.as_json()) == question


@pytest.mark.parametrize(("seat", "took"), [("elder", 5), ("younger", 3)])
def test_draws__are_assumed_so_that_no_carte_blanche_was_dealt(seat, took):
    hidden = hide_draws(DEAL, seat)
    dealt, drawn = read_knowledge(hidden, seat, "point").assume_draws()
    assert (dealt.bit_count(), drawn.bit_count()) == (12, took)
    assert not has_carte_blanche(dealt)
    view = read_view(hidden, seat, card=1 + (seat == "younger")).as_json()
    with refuses(start="deal: unknown key 'dealt'; choose from:"):
        read_view(view | {"dealt": EXAMPLE["elder"]["dealt"]})
    with refuses(start=f"{seat} discard: "):
        read_view(view | {"discard": view["held"]})


def test_elder__who_looked_at_cards_that_are_not_known_has_no_view():
    """Elder leaves two cards, and looks at them; younger drew these first."""
    text = (
        "Elder: ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♦98 ♣8; draws ♠98 ♥K\n"
        "Younger: holds ♠QT ♥T ♦AQJT7 ♣AKQT; throws ♠7 ♥97; draws unknown\n"
        "Play: AH TH"
    )
    assert read_view(*read_deals(text), "younger", card=2)
    said = refused("advise", "-", "--card", 1, given=text)
    assert "which cards elder saw of the talon is not known" in said


# ---- Mistakes ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (change(UNKNOWN, ("threw ♠K", "threw ♠A")),
         "line 1, column 41: at '♠A': elder discard: AS is among the cards held after the exch"),
        (change(UNKNOWN, ("; draws unknown", "")),
         "line 1, column 1: at 'Elder:': elder: expected '; draws' and cards, '; draws unknown', or"
         " a statement Talon:"),
        (change(UNKNOWN, ("holds ♠AJ98 ♥AKQJ8 ♦K ♣J9", "♠AKJ ♥AQJ8 ♦98 ♣J87")),
         "at 'draws unknown': elder: unknown requires 'holds' and the twelve cards after"),
        (change(UNKNOWN, ("holds ♠AJ98 ♥AKQJ8 ♦K ♣J9", "♠AKJ ♥AQJ8 ♦98 ♣J87"),
                ("threw ♠K ♦98 ♣87", "threw the rest")), "elder: the rest requires 'holds'"),
        (change(BOTH, ("♠K ♦98 ♣87", "the rest"), ("♠7 ♥97", "the rest")),
         "at 'threw the rest': both throw the rest; expected the cards of one of them"),
        (change(WHOLE, ("drew ♠98", "drew ♠T8")), "at '♠T8': elder draws: TS is not among th"),
        (change(WHOLE, ("♠AJ98", "♠AJ9")), "at '♠AJ9': elder held: expected 12 cards, got 11"),
        (change(WHOLE, ("holds ♠QT", "holds ♠JT")), "at '♠JT': JS is in two places"),
        (change(BOTH, ("♠7 ♥97", "♠7 ♥98")), "at '♥98': 8H is in two places"),
        (change(BOTH, ("holds ♠QT", "holds ♠JT")) + TALON, "at '♠JT': deal: JS is with both"),
        (BOTH + TALON, "at '9S': talon: 9S was drawn by elder, whose draws are not known; expec"),
        (UNKNOWN + "Talon: ? ? ? ? 9S QS AC 7D", "at '9S': talon: 9S was drawn by elder"),
        (change(UNKNOWN, ("; drew ♠Q ♣A ♦7", "")) + "Talon: ? ? ? ? ? ? AC 7D",
         "at 'AC': talon: AC was drawn by younger"),
        (change(UNKNOWN, ("; drew ♠Q ♣A ♦7", "")) + "Talon: ? ? ? ? ? QS AC",
         "talon: expected 8 cards, got 7"),
        (change(BOTH, ("♥97;", "♥97; carte blanche;")),
         "at 'carte blanche': younger: carte blanche requires the hand dealt, not 'holds'"),
        (change(BOTH, ("draws unknown", "draws unknwn")), "did you mean 'unknown'?"),
        ("Elder: holds ♠T987 ♥T987 ♦T987; throws ♣T; draws unknown\n"
         "Younger: holds ♠AKQJ ♥AKQJ ♦AKQJ; throws the rest; draws unknown",
         "elder held: neither here nor thrown is a court card, so that a carte blanche was dealt"),
    ],
    ids=lambda one: one[-40:],
)  # fmt: skip
def test_mistake__is_named_with_its_place(text, said):
    with refuses(said):
        read_deals(text)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"elder": {**DEAL["elder"], "held": "AJ98.AKQJ8.K.J9"}}, "elder: expected dealt, or held"),
        ({"elder": {"discard": "K..98.87"}}, "elder: dealt is missing"),
        ({"talon": "? ? ? ? ? QS AC 7D"}, "talon: elder's draws are ?, but the hand dealt is give"),
        ({"talon": "9S 8S KH 9C KD QS AC ?"}, "talon: younger's draws are ?"),
        ({"elder": hide_draws(DEAL, "elder")["elder"], "talon": None}, "talon is missing"),
        ({"elder": hide_draws(DEAL, "elder")["elder"], "talon": "? ? ? ? ? QS AC KS"},
         "talon: KS is a player's, held or thrown"),
        ({"elder": {"held": "AJ98.AKQJ8.K.J9", "discard": "K..98.8"},
          "talon": "? ? ? ? QS AC 7D ?"}, "talon: ? for a card that nobody drew"),
    ],
)  # fmt: skip
def test_json__that_contradicts_itself_is_refused(more, said):
    with refuses(start=said):
        score_deal(DEAL | more)
