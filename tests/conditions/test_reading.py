"""How conditions are read: sentences and their meanings, back from the normal form, refusals.

Covers `conditions.wording`.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

from piquet_sim.conditions.attributes import (
    ADJECTIVES,
    ATTRIBUTES,
    MEASURES,
    count_cards_of,
    count_guarded,
    count_headed_suits,
    count_pips_in,
    count_runs,
    count_runs_or_longer,
    count_suits,
)
from piquet_sim.conditions.model import (
    PLACES,
    SIGNS,
    All,
    Compared,
    Held,
    Numbering,
    Some,
    cards_in,
    simplify,
)
from piquet_sim.conditions.reading import EXAMPLES, LONGEST, read_condition
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.cards import ACE, KING, QUEEN, format_cards, iterate_cards, pack_mask
from piquet_sim.game.errors import InputError


# ---- Sentences ----------------------------------------------------------------------------------
def spell(condition):
    """A condition with all it consists of, as the table of sentences has it."""
    if isinstance(condition, Held):
        return f"Held({condition.place} {format_cards(iterate_cards(condition.cards))})"
    if isinstance(condition, Numbering):
        bounds = f"{condition.low} {condition.high}"
        return f"Numbering({condition.place} {condition.attribute.name} {bounds})"
    if isinstance(condition, Compared):
        other = f"{condition.sign} {condition.other_place} {condition.other.name}"
        return f"Compared({condition.place} {condition.attribute.name} {other})"
    return f"{type(condition).__name__}({'; '.join(map(spell, condition.parts))})"


# The sentences that are read, and those that are refused.
READ, REFUSED = (
    [line.split("\t") for line in part.splitlines()]
    for part in Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8")
    .partition("# Read\n")[2].split("# Refused\n")
)  # fmt: skip


def test_sentences__mean_what_they_meant():
    for text, normal, meaning in READ:
        condition = read_condition(text)
        assert (say_condition(condition), spell(condition)) == (normal, meaning), text


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples__are_read_back_alike(text):
    condition = read_condition(text)
    assert read_condition(say_condition(condition)) == condition


def test_sentences__in_free_english_are_refused_and_their_normal_form_is_read():
    for text, normal, meaning in REFUSED:
        with refuses(start="given: "):
            read_condition(text)
        assert spell(read_condition(normal)) == meaning, text


@pytest.mark.parametrize(
    ("text", "plainer"),
    [
        ("elder has AS but does not have KS and has 3 queens", "elder: AS, 3 queens, no KS"),
        ("younger has got a quart or longer", "younger: best_sequence>=4"),
        ("elder has three aces, but not the ace of spades", "elder: 3 aces, no AS"),
        ("elder has 3 aces without the king of hearts", "elder: 3 aces, no KH"),
        ("pone lacks the ace of spades", "elder: no AS"),
        ("the stock contains between 2 and 4 hearts", "talon: 2-4 hearts"),
        ("neither elder nor younger has AS", "elder: no AS; younger: no AS"),
        ("elder has either a quint or a quatorze", "elder: 1+ quints or 1+ quatorzes"),
        ("one player has 4 aces and a quint",
         "(elder: 4 aces, 1+ quints) or (younger: 4 aces, 1+ quints)"),
        ("only the dealer has an ace", "younger: 1+ aces; elder: 0 aces"),
        ("there is no ace or king in the talon", "talon: 0 aces, 0 kings"),
        ("Elder has FOUR ACES.", "elder: 4 aces"),
    ],
)  # fmt: skip
def test_sentence__of_card_players_says_the_same_as_a_plainer_one(text, plainer):
    assert read_condition(text) == read_condition(plainer)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("elder has 9 spades", "elder: 9 spades"),
        ("elder has a quint minor", "elder: 1+ quints to the ten"),
        ("elder has 6S and 2 sixes", "elder: 6S, 2 sixes"),
    ],
)
def test_sentence__about_the_pack_of_36(text, said):
    assert say_condition(read_condition(text, 36), 36) == said


@pytest.mark.parametrize("text", ["elder pips >= 49", "elder point = younger point"])
def test_sentence__about_pips_of_the_pack_of_36_is_refused(text):
    with refuses("with 32 cards only"):
        read_condition(text, 36)


# ---- The normal form ----------------------------------------------------------------------------
COUNTED = [
    *(one for one in ATTRIBUTES.values() if one.name != "sixes"), *MEASURES.values(),
    *map(count_suits, range(1, 9)),
    *(count_runs(cards, top, suit) for cards in (3, 4) for top in (None, ACE, KING)
      for suit in (None, 1)),
    *(count_runs_or_longer(cards, suit) for cards in (3, 5) for suit in (None, 2)),
    *(count_headed_suits(cards, ranks, is_highest) for cards in (5, 6)
      for ranks in ((KING,), (ACE, KING), (ACE, KING, QUEEN)) for is_highest in (True, False)),
    *(count_guarded(adjective, rank) for adjective in ADJECTIVES for rank in (KING, QUEEN)),
    *map(count_pips_in, range(4)),
    count_cards_of(ATTRIBUTES["aces"].mask | ATTRIBUTES["kings"].mask, 32),
    count_cards_of(ATTRIBUTES["hearts"].mask | ATTRIBUTES["diamonds"].mask, 32),
]  # fmt: skip
CARDS = st.lists(
    st.sampled_from(list(iterate_cards(pack_mask(32)))), min_size=1, max_size=4, unique=True
).map(sum)


@st.composite
def draw_number(draw):
    place = draw(st.sampled_from(PLACES))
    attribute = draw(st.sampled_from(COUNTED) | CARDS.map(lambda cards: count_cards_of(cards, 32)))
    least, most = attribute.limits(cards_in(place, 32), 32)
    ends = st.integers(int(least), int(min(most, 60)))
    low, high = sorted((draw(ends), draw(ends)))
    return Numbering(place, attribute, low, draw(st.sampled_from((high, float("inf")))))


@st.composite
def draw_comparison(draw):
    one, two = draw(st.lists(st.sampled_from(COUNTED), min_size=2, max_size=2))
    place, other = draw(st.permutations(PLACES))[:2]
    if {one.name, two.name} & {"point", "best_sequence_rank"}:
        two = one
    return Compared(place, one, draw(st.sampled_from(SIGNS)), other, two)


LEAVES = st.builds(Held, st.sampled_from(PLACES), CARDS) | draw_number() | draw_comparison()
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda kind, parts: kind(tuple(parts)),
        st.sampled_from((All, Some)),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None)
@given(CONDITIONS)
def test_normal_form__is_read_back_alike(condition):
    plain = simplify(condition)
    assert read_condition(say_condition(plain)) == plain


# ---- Refusals -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "elder lacks an ace and a king",
        "elder lacks AS or KS",
        "elder lacks AS and younger KS",
        "elder lacks a point of 6",
        "elder does not have 3 aces",
        "elder does not have AS and KS",
        "elder does not have the ace and king of spades",
        "elder has no aces or a king",
        "elder has no aces and KS",
        "elder has no aces and carte blanche",
        "elder has no trio or quatorze of aces",
        "elder has 3 aces or kings",
        "elder has 3 aces and kings",
        "elder has at least 3 hearts and 2 spades",
        "elder has a quint or quart in hearts",
        "elder has a guarded king and queen",
        "elder has AS KS or QS",
        "elder has one of the aces or KS",
        "elder has all aces but AS",
        "elder has AS without a king and a queen",
        "elder has neither king nor queen of hearts",
        "elder has neither AS nor KS or QS",
        "elder has 4 aces or 4 kings and a quint",
        "elder has 4 aces, 4 kings or 4 queens",
        "elder has either AS or KS and QS",
        "either has 4 aces and a quint",
        "both do not have carte blanche",
        "nobody lacks AS",
        "exactly one player has 4 aces and a quint",
    ],
)
def test_two_meanings__are_refused(text):
    with refuses("two ways", start="given: "):
        read_condition(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "at the end expected elder, younger or talon"),
        ("elder has", "at the end expected a number, cards"),
        ("elder has 3 acse", "at 'acse' expected aces, hearts"),
        ("elder has 5 hearst", "did you mean 'hearts'?"),
        ("elder has more aces then younger", "at 'then' expected than; did you mean 'than'?"),
        ("yuonger has 5 hearts", "did you mean 'younger'?"),
        ("elder has AS)", "at ')' expected cards (AS KH), and, or, the end"),
        ("(elder has AS", "at the end expected cards (AS KH), and, or, )"),
        ("elder has 4 aces yuonger has 2", "at 'yuonger' expected"),
        ("elder has 1² aces", "at '1²' expected"),
        ("elder has \u212aS", "at '\u212aS' expected"),
        ("elder has 4 acess", "'elder has 4 aces'"),
        ("elder has five aces", "5 aces: impossible with 32 cards; elder has 4 at most"),
        ("elder has a point of 60", "impossible with 32 cards; elder has 8 at most"),
        ("elder has fewer than 0 aces", "fewer than 0 aces: impossible"),
        ("elder has 7-5 spades", "write the smaller number first"),
        ("elder has AS AS", "AS twice"),
        ("elder has 6S", "not in the pack of 32"),
        ("elder has two sixes", "no sixes in the pack of 32"),
        ("elder has ...", "no cards are named"),
        ("elder has a trio of nines", "a rank from ten to ace"),
        ("elder has a sequence of 2", "sequences have 3 to 8 cards"),
        ("elder has all three aces", "there are 4 aces, not 3"),
        ("elder has an unguarded ace", "an ace guards itself"),
        ("elder has pips", "pips need a number"),
        ("elder's hand is 5-5-2-1", "makes 13 cards"),
        ("elder has a better suit than younger", "better in what?"),
        ("elder point > younger longest_suit", "a point is compared with a point"),
        ("elder aces > elder aces", "compared with themselves"),
        ("4 aces", "say of whom"),
        ("after the exchange elder has 4 aces", '--measure "after the exchange elder has 4 aces"'),
        ("elder has 4 aces after the draw", '--given-outcome "after the exchange elder has'),
        ("after the exchange elder has 4 acse", "at 'acse'"),
        ("not " * 30 + "elder has AS", "at 'not' expected"),
        ("elder has AS " * 200, f"at most {LONGEST:,}"),
        ("(" * 30 + "elder has AS" + ")" * 30, "more than 20 deep"),
    ],
)  # fmt: skip
def test_refusal__says_where_and_what_to_write(text, said):
    with refuses(said, start="given: "):
        read_condition(text)


@pytest.mark.parametrize("text", ["elder has another ace", "the weather is fine", "elder: xx"])
def test_refusal__shows_three_sentences_that_are_read(text):
    with refuses("; as in ") as refusal:
        read_condition(text)
    near = str(refusal.value).partition("; as in ")[2].split("; ")
    assert len({one[1:-1] for one in near} & {*EXAMPLES}) == 3


WORDS = """elder younger talon both either neither has lacks no not and or but nor ( ) , ; : AS 10H
K♥ AKJ.AQJ8.98.J87 5+ 2-3 at least most 3 aces spades carte blanche quint quints trio of kings value
>= = > é ½ ' longest_suit the a all none more than is in void guards 99999 -1 \u212a exactly"""


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join) | st.text(max_size=40))
def test_text__is_read_or_refused(text):
    try:
        condition = read_condition(text)
    except InputError:
        with refuses(start="given: "):
            read_condition(text)
    else:
        assert read_condition(say_condition(condition)) == condition
