"""What the words of conditions mean: said at random and read back, ambiguities, suggestions."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from piquet_sim.conditions.reading.grammar import LONGEST, list_examples, list_next_words
from piquet_sim.conditions.reading.parser import read_condition
from refusals import refuses

from piquet_sim.conditions.dealing import allot
from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON


# ---- Lists --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("elder lacks aces and kings", "elder: 0 aces, 0 kings"),
        ("elder has no aces and kings", "elder: 0 aces, 0 kings"),
        ("elder has no aces, kings or queens", "elder: 0 aces, 0 kings, 0 queens"),
        ("elder has neither aces nor kings", "elder: 0 aces, 0 kings"),
        ("elder does not have an ace or a king", "elder: 0 aces, 0 kings"),
        ("elder has neither AS, KS nor QS", "elder: no AS KS QS"),
        ("elder neither has AS nor KS", "elder: no AS KS"),
        ("elder has no aces nor kings", "elder: 0 aces, 0 kings"),
        ("not a single ace is in the talon", "talon: 0 aces"),
        ("there is no ace or king in the talon", "talon: 0 aces, 0 kings"),
        ("elder does not have all aces", "elder: 0-3 aces"),
        ("elder has the ace of spades or hearts", "elder: AS or AH"),
        ("elder has a king or queen of hearts", "elder: KH or QH"),
        ("the ace of spades, hearts and clubs are in the talon", "talon: AS AH AC"),
        ("elder has ace-king of spades", "elder: AS KS"),
        ("elder has a bare king of hearts", "elder: KH, 1 heart"),
        ("all of the aces and kings are in the talon", "talon: 4 aces, 4 kings"),
        ("both have an ace or a king",
         "(elder: 1+ aces or 1+ kings); (younger: 1+ aces or 1+ kings)"),
        ("elder has no aces and a guarded king of hearts", "elder: KH, 2+ hearts, 0 aces"),
        ("elder has at least 2 and at most 4 hearts", "elder: 2-4 hearts"),
        ("elder: AS or KS; younger: QS", "younger: QS; (elder: AS or KS)"),
        ("elder has 3 Ks", "elder: 3 kings"),
        ("no player has a quint", "elder: 0 quints; younger: 0 quints"),
        ("elder has no more aces than younger", "elder aces <= younger aces"),
        ("Elder has FOUR ACES.", "elder: 4 aces"),
        ("nobody holds AS", "elder: no AS; younger: no AS"),
        ("elder has AS but not KS", "elder: AS, no KS"),
        ("elder has a trio of aces or kings", "elder: 3 aces or 3 kings"),
        ("elder has a quatorze of aces and kings", "elder: 4 aces, 4 kings"),
        ("elder has no trio of aces or kings",
         "(elder: 0-2 aces or 4 aces); (elder: 0-2 kings or 4 kings)"),
        ("elder has at least 3 of the aces and kings", "elder: 3+ of aces and kings"),
        ("elder has a quint in hearts or spades",
         "elder: 1 quint in hearts or 1 quint in spades"),
        ("elder has (4 aces or 4 kings) and no heart",
         "elder: 0 hearts; (elder: 4 aces or 4 kings)"),
        ("either has AS and KS", "(elder: AS KS) or (younger: AS KS)"),
        ("not elder has AS KS", "elder: 0-1 of AS KS"),
    ],
)  # fmt: skip
def test_list__what_words_govern(text, reading):
    assert say_condition(read_condition(text)) == reading


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("elder has 3 aces or kings", ("elder: 3 of aces and kings", "elder: 3 aces or 3 kings")),
        ("elder has 5 hearts or spades",
         ("elder: 5 of spades and hearts", "elder: 5 spades or 5 hearts")),
        ("not elder has aces and kings",
         ("elder: 0 aces or 0 kings", "elder: 0 aces, 0 kings")),
        ("elder has 4 aces or 4 kings and a quint",
         ("elder: 4 aces or (elder: 4 kings, 1+ quints)",
          "elder: 1+ quints; (elder: 4 aces or 4 kings)")),
        ("elder has AS or KS and QS",
         ("elder: AS or (elder: KS QS)", "elder: QS; (elder: AS or KS)")),
        ("elder has 4 aces, 4 kings or 4 queens",
         ("elder: 4 aces or 4 kings or 4 queens", "elder: 4 aces; (elder: 4 kings or 4 queens)")),
        ("elder has no aces and KS", ("elder: 0 aces, no KS", "elder: KS, 0 aces")),
        ("elder lacks an ace and a king", ("elder: 0 aces, 0 kings", "elder: 0 aces, 1+ kings")),
        ("elder lacks two aces", ("elder: 0-1 aces or 3+ aces", "elder: 2 aces")),
        ("elder does not have both AS and KS", ("elder: 0-1 of AS KS", "elder: no AS KS")),
        ("nobody has both AS and KS",
         ("elder: 0-1 of AS KS or younger: 0-1 of AS KS", "elder: no AS KS; younger: no AS KS")),
        ("both do not have carte blanche",
         ("elder: 1+ courts; younger: 1+ courts", "elder: 1+ courts or younger: 1+ courts")),
        ("elder has at least 3 hearts and 2 spades",
         ("elder: 2 spades, 3+ hearts", "elder: 2+ spades, 3+ hearts")),
        ("elder has two aces and three kings or more",
         ("elder: 2 aces, 3+ kings", "elder: 2+ aces, 3+ kings")),
        ("elder has more aces than kings and queens",
         ("elder aces > elder of kings and queens",
          "elder aces > elder kings; elder aces > elder queens")),
        ("elder has AS KS or QS", ("(elder: AS KS) or elder: QS", "elder: 1+ of AS KS QS")),
        ("elder has no hearts and carte blanche",
         ("elder: 0 hearts, 1+ courts", "elder: carte blanche, 0 hearts")),
        ("elder has no trio or quatorze of aces", ("elder: 0-3 aces, 0 trios",)),
        ("elder has all aces or kings",
         ("elder: 4 aces or 4 kings", "elder: 4 aces or 1+ kings")),
        ("elder has a trio or quatorze of kings",
         ("elder: 3 kings or 4 kings", "elder: 4 kings or 1+ trios")),
        ("elder has a quint or quart in hearts",
         ("elder: 1 quart in hearts or 1 quint in hearts",
          "elder: 1+ quints or 1 quart in hearts")),
        ("either has 4 aces and a quint",
         ("(elder: 4 aces, 1+ quints) or (younger: 4 aces, 1+ quints)",
          "(elder: 4 aces or younger: 4 aces); (elder: 1+ quints or younger: 1+ quints)")),
        ("not elder has AS and younger has KS",
         ("(elder: no AS) or (younger: no KS)", "elder: no AS; younger: KS")),
        ("elder has 4 aces or younger has 4 kings and talon has AS",
         ("elder: 4 aces or (younger: 4 kings; talon: AS)",
          "talon: AS; (elder: 4 aces or younger: 4 kings)")),
    ],
)  # fmt: skip
def test_list__ambiguous_is_refused_with_both_ways(text, ways):
    with refuses("two ways") as refusal:
        read_condition(text)
    said = str(refusal.value)
    for way in ways:
        assert f"'{way}'" in said
        if ":" in way:
            assert say_condition(read_condition(way)) == way


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("elder has 1² aces", "at '1²' expected a number"),
        ("elder has fewer than 0 aces", "fewer than 0 aces: impossible"),
        ("elder has 5 aces or 3 kings", "5 aces: impossible with 32 cards; elder has 4 at most"),
        ("elder has a point of 60", "it is counted in cards, 8 at most"),
        ("elder has a point of 60", "write 'a point worth 60' for its pips"),
        ("elder point > younger longest_suit", "a point is compared with a point"),
        ("elder has 2 cartes blanches", "'carte blanche' cannot have a number"),
        ("elder does not have no aces", "has two negations"),
        ("elder lacks AS but not KS", "say what is held"),
        ("AS", "does not name a seat"),
        ("(elder has AS or KS) and QS", "does not name a seat"),
        ("elder has both aces", "'both' in 'elder has both aces' requires two things"),
        (
            "elder has either AS and KS",
            "'either' in 'elder has either AS and KS' requires two things",
        ),
        ("elder and younger have three aces", "each of the two, or both together?"),
        ("elder has all the aces but AS", "can mean 'and' or 'except'"),
        ("elder has no kings but the king of hearts", "can mean 'and' or 'except'"),
        ("elder has the aces", "which? write 'all aces' or 'any aces'"),
        ("elder has no Ks", "write 'KS' for the card, or 'kings'"),
        ("elder has neither king nor queen of hearts", "name each card"),
        ("elder lacks AS and younger KS", "write 'has' or 'lacks' after each seat"),
        ("not both AS and KS are in the talon", "put the negated part in brackets"),
        ("elder lacks all aces", "write what is held, as in 'elder: 0-3 aces'"),
        ("an ace is not in the talon", "write what is held"),
        ("elder does not have as many aces as younger", "write what is held"),
        ("elder has 2 trois", "did you mean 'trio'?"),
        ("elder makes a repique", "not what they score"),
        ("elder has 4 aces yuonger has 2", "did you mean 'younger'?"),
        ("elder guards the ten of hearts", "name an ace, king, queen or knave"),
        ("elder has a sequence of 2", "sequences have 3 to 8 cards"),
        ("elder has all three aces", "there are 4 aces, not 3"),
        ("elder has 5 of hearts", "write '5 hearts'"),
        ("elder has \u212aS", "(kelvin sign) is not a letter of the Latin alphabet"),
        ("\u0435lder has AS", "(cyrillic small letter ie) is not a letter of the Latin alphabet"),
    ],
)
def test_words__refused_with_one_suggestion(text, said):
    with refuses(said) as refusal:
        allot(text)
    assert len(str(refusal.value)) < 240


# ---- The grammar's own examples and words -------------------------------------------------------
def test_examples__are_all_read_and_their_readings_too():
    examples = list_examples()
    assert len(examples) > 25
    for text in examples:
        condition = read_condition(text)
        assert read_condition(say_condition(condition)) == condition, text


def test_completion__offers_words_that_can_be_read():
    assert list_next_words("elder has 3 ac") == ["elder has 3 aces"]
    assert "elder has a quint" in list_next_words("elder has a qui")
    assert list_next_words("nonsense and m") == []
    # Every word that is offered can stand where it is offered.
    for begun in ("", "elder ", "elder has ", "elder has 3 ", "elder has no ", "elder has 4 aces "):
        offers = list_next_words(begun)
        assert offers
        for offer in offers:
            assert list_next_words(f"{offer} ") or _is_read(offer), offer


def _is_read(text):
    try:
        read_condition(text)
    except InputError as error:
        return "at the end" in str(error) or "two ways" in str(error)
    return True


WORDS = """elder younger talon both either neither has lacks no not and or but nor ( ) , ; : AS 10H
K♥ AKJ.AQJ8.98.J87 5+ 2-3 at least most 3 aces spades carte blanche quint quints trio of kings value
>= = > é ½ ' longest_suit the a all none more than is in void guards 99999 -1 \u212a exactly"""


@settings(max_examples=250, deadline=None)
@given(
    st.lists(st.sampled_from(re.findall(r"\S+", WORDS)), max_size=12).map(" ".join)
    | st.text(max_size=40)
)
def test_text__is_read_or_refused(text):
    none = np.zeros(0, np.int64)
    said = "given: "
    try:
        condition = read_condition(text)
    except InputError as error:
        condition, said = read_condition("elder has AS"), str(error)
    assert said.startswith("given: ")
    assert "\n" not in said
    assert condition.holds(DealtCards(none, none, none), RUBICON).shape == (0,)
    assert read_condition(say_condition(condition)) == condition


def test_text__too_long_or_too_deep():
    for text in ("elder has AS " * 200, "(" * 30 + "elder has AS" + ")" * 30):
        with pytest.raises(InputError, match=f"at most {LONGEST:,}|more than 20 deep"):
            read_condition(text)


def test_pack__of_36():
    assert say_condition(read_condition("elder has 9 spades", 36), 36) == "elder: 9 spades"
    assert say_condition(read_condition("elder has a quint minor", 36), 36) == (
        "elder: 1+ quints to the ten"
    )
    assert read_condition("elder has 6S and 2 sixes", 36)
