"""Cards and hands as text: every form in and out, as people type them, and what is refused.

Covers `game.seats`, `game.hand_text`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from specimens import HAND

from piquet_sim.game import cards
from piquet_sim.game.cards import (
    PACK_32_MASK,
    format_cards,
    format_hand,
    format_hand_symbols,
    iterate_cards,
    parse_hand,
    read_typed_hand,
)


@pytest.mark.parametrize(
    ("text", "dotted"),
    [
        *(
            (text, HAND)
            for text in [
                HAND,
                " akj.aqj8.98.j87 ",
                "KJA.8JQA.89.78J",
                "♠AKJ ♥AQJ8 ♦98 ♣J87",
                "♠AKJ♥AQJ8♦98♣J87",
                "♤AKJ ♡AQJ8 ♢98 ♧J87",
                "♠️AKJ ♥️AQJ8 ♦️98 ♣️J87",
                "S:AKJ H:AQJ8 D:98 C:J87",
                "c: j 8 7, d: 9 8, h: a q j 8, s: a k j",
                "AS KS JS AH QH JH 8H 9D 8D JC 8C 7C",
                "as,ks,js,ah,qh,jh,8h,9d,8d,jc,8c,7c",
                "7C 8C A♠ K♠ J♠ A♥ Q♥ J♥ 8♥ 9♦ 8♦ J♣",
            ]
        ),
        ("AKJT98.AKQJT9..", "AKJT98.AKQJT9.."),
        ("...", "..."),
        ("10 9 8.10..", "T98.T.."),
        ("♠10 9", "T9..."),
        ("H:AK", ".AK.."),
        ("10D TH", ".T.T."),
        ("", "..."),
        ("♠– ♥A", ".A.."),
    ],
)
def test_hand__reads_every_form(text, dotted):
    hand = cards.parse_hand(text)
    assert cards.format_hand(hand) == dotted
    assert dotted != HAND or cards.format_hand_symbols(hand) == "♠AKJ ♥AQJ8 ♦98 ♣J87"


@given(st.sets(st.sampled_from([*cards.iterate_cards(cards.PACK_36_MASK)])))
def test_cards__keep_their_order(hand):
    row = tuple(cards.iterate_cards(sum(hand)))
    orders = [row, row[::-1]]
    assert [cards.parse_cards(cards.format_cards(one), pack=36) for one in orders] == orders
    assert (sorted(row), len(row)) == (sorted(hand), cards.count_cards(sum(hand)))


def test_card__is_found_by_rank_and_suit():
    pack = list(cards.iterate_cards(cards.PACK_36_MASK))
    for card in pack:
        rank, suit, text = cards.card_rank(card), cards.card_suit(card), cards.format_card(card)
        assert card == cards.card_mask(rank, suit) == cards.rank_mask(rank) & cards.suit_mask(suit)
        assert set(
            map(cards.parse_card, [text, text.lower(), text[0] + cards.SUIT_SYMBOLS[suit]])
        ) == {card}
    assert (
        len(set(map(cards.parse_card, ("10D", "td", " T♦ ")))),
        len(set(map(cards.name_card, pack))),
        cards.name_card(cards.parse_card("6C")),
    ) == (1, 36, "six of clubs")


def test_pack__has_its_cards_pips_and_courts():
    assert (
        [cards.pack_mask(pack).bit_count() for pack in (32, 36)],
        cards.rank_mask(cards.SIX),
        cards.format_hand(cards.COURTS_MASK),
    ) == ([32, 36], cards.PACK_36_MASK ^ cards.PACK_32_MASK, "KQJ.KQJ.KQJ.KQJ")
    assert dict(zip(cards.RANK_LETTERS, cards.RANK_PIPS, strict=True)) == (
        {"6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
    )


hands = st.sets(st.sampled_from([*iterate_cards(PACK_32_MASK)]), min_size=1, max_size=12).map(sum)


def _ways(hand):
    groups, cards = format_hand(hand).split("."), format_cards(iterate_cards(hand)).split()
    suits = [
        (name, group)
        for name, group in zip(("spades", "hearts", "diamonds", "clubs"), groups, strict=True)
        if group
    ]
    ways = [
        format_hand(hand),
        " ".join(group or "-" for group in groups),
        " ".join(group or "–" for group in groups).replace("T", "10").lower(),
        " / ".join(group or "-" for group in groups),
        format_hand_symbols(hand),
        " ".join(f"{name} {group}" for name, group in suits),
        " ".join(f"{name[0]}{group}" for name, group in suits),
        "".join(cards),
        ", ".join(cards).lower(),
        # Of fewer cards than twelve a comma may part suits.
        ", ".join(" ".join(group) or "-" for group in groups),
        " ".join(",".join(group) or "-" for group in groups),
    ]
    return ways if len(cards) == 12 else ways[:-2]


@given(hands)
def test_typed_hand__is_the_same_in_every_way(hand):
    assert [
        text
        for text in _ways(hand)
        if (*read_typed_hand(text), parse_hand(text)) != (hand, "", hand)
    ] == []


@given(hands, st.integers(0, 60))
def test_typed_hand__on_the_way_holds_no_card_that_is_not_meant(hand, length):
    text = " ".join(group or "-" for group in format_hand(hand).split("."))
    assert not read_typed_hand(text[:length])[0] & ~hand


@given(st.text(max_size=40))
def test_typed_hand__of_any_text_is_read_or_named(text):
    hand, wrong = read_typed_hand(text)
    assert hand.bit_count() <= 12
    assert "\n" not in wrong or "\n" in text


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
)
def test_typed_hand__keeps_what_is_sure(text, hand, problem):
    held, wrong = read_typed_hand(text)
    assert (format_hand(held), wrong[: len(problem) or None]) == (hand, problem)
