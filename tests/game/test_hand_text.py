"""Hands as people type them: every way gives the same cards, and what is wrong is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from specimens import HAND

from piquet_sim.game.cards import (
    PACK_32_MASK,
    format_card,
    format_hand,
    format_hand_symbols,
    iterate_cards,
    parse_hand,
    read_typed_hand,
)

CARDS = list(iterate_cards(PACK_32_MASK))
NAMES = ("spades", "hearts", "diamonds", "clubs")
hands = st.sets(st.sampled_from(CARDS), min_size=1, max_size=12).map(sum)


def _ways(hand):
    groups = format_hand(hand).split(".")
    cards = [format_card(card) for card in iterate_cards(hand)]
    suits = [(name, group) for name, group in zip(NAMES, groups, strict=True) if group]
    yield format_hand(hand)
    yield " ".join(group or "-" for group in groups)
    yield " ".join(group or "–" for group in groups).replace("T", "10").lower()
    yield " / ".join(group or "-" for group in groups)
    yield format_hand_symbols(hand)
    yield " ".join(f"{name} {group}" for name, group in suits)
    yield " ".join(f"{name[0]}{group}" for name, group in suits)
    yield "".join(cards)
    yield ", ".join(cards).lower()
    if len(cards) == 12:  # of fewer cards a comma may part suits
        yield ", ".join(" ".join(group) or "-" for group in groups)
        yield " ".join(",".join(group) or "-" for group in groups)


@given(hands)
def test_typed_hand__is_the_same_in_every_way(hand):
    for text in _ways(hand):
        typed = read_typed_hand(text)
        assert (typed.hand, typed.problem, parse_hand(text)) == (hand, "", hand), text


@given(hands, st.integers(0, 60))
def test_typed_hand__on_the_way_holds_no_card_that_is_not_meant(hand, length):
    text = " ".join(group or "-" for group in format_hand(hand).split("."))
    assert not read_typed_hand(text[:length]).hand & ~hand


@given(st.text(max_size=40))
def test_typed_hand__of_any_text_is_read_or_named(text):
    typed = read_typed_hand(text)
    assert typed.hand.bit_count() <= 12
    assert "\n" not in typed.problem or "\n" in text


@pytest.mark.parametrize(
    ("text", "hand", "problem"),
    [
        ("AKJ AQJ8 98 J877", HAND, "“J877”: ♣7 twice"),
        ("AKJ AQ foo", "AKJ.AQ..", "“foo”: unknown rank 'F' in diamonds"),
        ("A K Q J T", "A.K.Q.J", "“T”: unknown card 'T'"),
        ("6S", "...", "“6S”: ♠6 is not in the pack of 32"),
        ("AKQJT987 AKQJT", "AKQJT987.AKQJ..", "“AKQJT”: ♥T is the thirteenth card"),
        ("AS KS J QH", "AK.Q..", "“J”: unknown card 'J'"),
        ("AKJ 10", "AKJ.T..", ""),
        ("AKJ 1", "AKJ...", ""),  # a ten that is being typed
        ("AK1 98", "AK.98..", "“AK1”: unknown rank '1' in spades"),
        ("AKJ.A1.98", "AKJ.A.98.", "“A1”: unknown rank '1' in hearts"),
        ("AKJ AQJ8 9x J87", "AKJ.AQJ8.9.J87", "“9x”: unknown rank 'X' in diamonds"),
        ("as ks js ah qh jh 8h 9d xd jc 8c 7c", "AKJ.AQJ8.9.J87", "“xd”: unknown card 'xd'"),
        ("AS KS J", "AK...", ""),  # a card that is being typed
    ],
)  # fmt: skip
def test_typed_hand__keeps_what_is_sure(text, hand, problem):
    typed = read_typed_hand(text)
    assert format_hand(typed.hand) == hand
    assert typed.problem.startswith(problem) if problem else not typed.problem
