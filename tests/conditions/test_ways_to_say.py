"""Ways to say a condition: each says the same as a plainer one, or is asked about in one line."""

import pytest
from piquet_sim.conditions.reading.parser import read_condition
from refusals import refuses

from piquet_sim.conditions.dealing import allot
from piquet_sim.conditions.wording import say_condition

ALIKE = [
    # Suits by sign and letter.
    ("younger: 4+ ♤, no ♦", "younger: 4+ spades, 0 diamonds"),
    ("elder is void in H", "elder is void in hearts"),
    ("elder has AK of ♠ and the 10 of D", "elder: AS KS TD"),
    ("elder has A K of hearts", "elder: AH KH"),
    ("elder has a K of hearts", "elder: KH"),
    ("elder has a ♥", "elder has a heart"),
    # Of how many players.
    ("any player has a quint", "elder: 1+ quints or younger: 1+ quints"),
    ("one player lacks an ace", "elder: 0 aces or younger: 0 aces"),
    ("all players have an ace", "both have an ace"),
    ("each of the players has an ace", "both have an ace"),
    ("none of the players has an ace", "nobody has an ace"),
    ("only the dealer is void in hearts", "younger: 0 hearts; elder: 1+ hearts"),
    ("not more than one of the players has an ace", "elder: 0 aces or younger: 0 aces"),
    (
        "exactly one of them has an ace or a king",
        "(elder: 0 aces, 0 kings; (younger: 1+ aces or 1+ kings)) or "
        "(younger: 0 aces, 0 kings; (elder: 1+ aces or 1+ kings))",
    ),
    ("both have two aces each", "elder: 2 aces; younger: 2 aces"),
    ("elder and younger have 3 aces together", "elder and younger together have 3 aces"),
    # What goes without saying.
    ("elder has four kings and younger has none", "elder: 4 kings; younger: 0 kings"),
    ("elder has all four aces and younger has none", "elder: 4 aces; younger: 0 aces"),
    ("elder has 3 aces or 4", "elder: 3 aces or 4 aces"),
    ("younger has 2 aces and the others are in the talon", "younger: 2 aces; talon: 2 aces"),
    ("elder has 3 aces and the other is in the talon", "elder: 3 aces; talon: 1 ace"),
    ("younger has more aces and more kings",
     "younger aces > elder aces; younger kings > elder kings"),
    ("elder has 5 hearts, two of them court cards", "elder: 5 hearts, 2 of KH QH JH"),
    ("either has 4 aces and the other has 4 kings",
     "(elder: 4 aces; younger: 4 kings) or (younger: 4 aces; elder: 4 kings)"),
    # How many more.
    ("younger has one fewer ace than elder",
     "(younger: 0 aces; elder: 1 ace) or (younger: 1 ace; elder: 2 aces) or "
     "(younger: 2 aces; elder: 3 aces) or (younger: 3 aces; elder: 4 aces)"),
    ("elder has at least three more aces than younger",
     "(elder: 3+ aces; younger: 0 aces) or (elder: 4 aces; younger: 1 ace)"),
    ("elder has half as many aces as younger",
     "(elder: 0 aces; younger: 0 aces) or (elder: 1 ace; younger: 2 aces) or "
     "(elder: 2 aces; younger: 4 aces)"),
    ("the aces are split 3-1",
     "(elder: 3 aces; younger: 1 ace) or (elder: 1 ace; younger: 3 aces)"),
    ("the aces are split 3 and 1 between younger and elder", "elder: 1 ace; younger: 3 aces"),
    ("elder is longer than younger in hearts", "elder hearts > younger hearts"),
    # Guards and heads of suits.
    ("elder has the king of hearts bare", "elder has a bare king of hearts"),
    ("elder's kings are all guarded", "elder has no bare kings"),
    ("elder has an unguarded king", "elder has a bare king"),
    ("elder has a king twice guarded", "elder: 1+ twice guarded kings"),
    ("elder has no guarded queens", "elder: 0 guarded queens"),
    ("elder has a suit of 6 including the king", "elder: 1+ suits of 6 including the king"),
    ("elder has 6 hearts to the king and jack", "elder: KH JH, 6 hearts, no AH"),
    ("elder has 5 hearts including the ace and king", "elder: AH KH, 5 hearts"),
    ("younger has a 5-4-2-1 hand", "younger's hand is 5-4-2-1"),
    ("elder has all aces except the ace of spades", "elder: AH AD AC, no AS"),
    ("elder has all aces except one", "elder: 3 aces"),
    ("talon is 2-2-2-2", "talon: 4 suits of 2"),
    # Sequences, sets and measures.
    ("elder has a tierce at least", "elder: best_sequence>=3"),
    ("elder has exactly a quint", "elder: 1 quint"),
    ("elder's best sequence is a quart or better", "elder: best_sequence>=4"),
    ("elder has a trio or better", "elder: 1+ trios or 1+ quatorzes"),
    ("elder has two quarts or longer", "elder: 2 quarts or longer"),
    ("younger's longest suit isn't longer than 5", "younger: longest_suit<=5"),
    ("younger has the longer suit", "younger longest_suit > elder longest_suit"),
    ("younger has the best point", "younger point > elder point"),
    ("younger has the longest suit", "younger longest_suit > elder longest_suit"),
    ("elder's sequence isn't better", "elder best_sequence_rank <= younger best_sequence_rank"),
    ("elder loses the point", "elder point < younger point"),
    ("elder has a better sequence than younger", "younger has a worse sequence"),
    ("elder has more pips in hearts than younger", "elder pips in hearts > younger pips in hearts"),
    # Lists.
    ("one player has AS and lacks KS", "(elder: AS, no KS) or (younger: AS, no KS)"),
    ("only elder has AS and lacks KS", "elder: AS, no KS; (younger: no AS or younger: KS)"),
    ("both have 2 aces, or 3 of aces and kings", "both have 2 aces or 3 of aces and kings"),
    ("elder has 2 spades and at least 3 hearts", "elder: 2 spades, 3+ hearts"),
    ("elder has 4 aces or fewer than 2 kings", "elder: 4 aces or 0-1 kings"),
    ("neither of them is void in hearts", "both have a heart"),
    ("elder has neither aces nor kings nor the talon has 7H", "elder: 0 aces, 0 kings; talon: 7H"),
    ("elder has an ace or a king but not both",
     "(elder: 1+ aces, 0 kings) or (elder: 0 aces, 1+ kings)"),
    ("elder has a quint, or a void and a trio", "elder: 1+ quints or (elder: 1+ voids, 1+ trios)"),
    ("elder does not have exactly two aces", "elder: 0-1 aces or 3+ aces"),
    ("younger doesnt have 4 aces", "younger: 0-3 aces"),
    ("elder has only hearts and spades", "elder: 0 diamonds, 0 clubs"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "plainer"), ALIKE)
def test_ways__say_the_same_as_plainer_words(text, plainer):
    condition = read_condition(text)
    assert condition == read_condition(plainer)
    assert read_condition(say_condition(condition)) == condition


@pytest.mark.parametrize("text", [
    "elder has two guarded kings", "younger has a sequence of 3 or more in clubs",
    "elder has 40 pips in hearts", "one player has three aces and the other has none",
    "elder has two more aces than younger", "elder has a suit of six headed by the ace",
    "younger's hand is 5-4-2-1", "elder has exactly two sequences",
])  # fmt: skip
def test_ways__are_counted_exactly(text):
    assert not allot(text).rejected


@pytest.mark.parametrize(("text", "said"), [
    ("elder has A ♥", "write 'A♥' for the card, or 'a heart'"),
    ("elder has 7 ♥", "write '7♥' for the card, or '7 hearts'"),
    ("ELDER HAS A 10 OF HEARTS", "the ace, too?"),
    ("elder has an ace and a king of hearts", "write 'AH KH' or '1+ aces, KH'"),
    ("elder has 4", "how many of what?"),
    ("elder's kings and queens are guarded", "of what stands before it, too?"),
    ("elder has two more aces than younger and kings", "repeat the word before 'kings'"),
    ("elder has more aces and kings",
     "write 'elder aces > younger aces; elder kings > younger kings'"),
    ("elder has at least 2 spades or 3 hearts", "'elder: 2+ spades or 3 hearts'"),
    ("elder has 3 aces and 2", "how many of what?"),
    ("elder has 2 aces and younger has the other", "there are 2 more"),
    ("elder has more aces than kings and more queens", "more than whose?"),
    ("both have an ace and the other has none", "the other of whom?"),
    ("elder and younger have the same number of hearts and spades", "as many of both kinds"),
    ("elder's hand is 5-5-2-1", "makes 13 cards"),
    ("elder has the better hand", "better in what?"),
    ("elder's longest suit is hearts", "as in 'elder has 5+ hearts'"),
    ("elder has 13 cards", "which of the 12 cards"),
    ("younger has at least 100 pips", "they are those of the point, 75 at most"),
    ("elder has five aces and", "5 aces: impossible"),
    ("elder has the ace of swords", "at 'of swords'"),
    ("younger is void in aces", "at 'in aces'"),
    ("elder has AS KS QS but not both", "requires two things"),
])  # fmt: skip
def test_ways__that_are_open_are_asked_about(text, said):
    with refuses(said):
        read_condition(text)


@pytest.mark.parametrize(("text", "meant"), [
    ("elder has 5 hearst", "hearts"), ("elder has a teirce", "tierce"), ("eldar has AS", "elder"),
    ("elder has more aces then younger", "than"),
    ("elder has at east 4 aces", "at least"), ("elder has 4 aces whithout kings", "without"),
])  # fmt: skip
def test_suggestion__is_what_one_slip_away_was_meant(text, meant):
    with refuses(f"; did you mean '{meant}'?"):
        read_condition(text)


@pytest.mark.parametrize("text", [
    "elder has blue hearts", "elder has a point of 5 by making 48", "elder has twice 2 aces",
    "elder has AS xor KS", "the weather is fine",
    "elder has minus two kings",
])  # fmt: skip
def test_suggestion__is_never_another_word_of_plain_english(text):
    with refuses() as refused:
        read_condition(text)
    assert "did you mean" not in str(refused.value)
