"""Rule sets: options, presets, what is refused, and how the kernels see them.

Covers `game.laws`, `game.terms`.
"""

import pytest

from piquet_sim.cli.commands.about import read_meanings
from piquet_sim.game.laws import Laws, MatchLaws, read_book
from piquet_sim.game.rules import PRESETS, RUBICON, RuleSet, find_rules


def test_rubicon__is_the_default_of_everything():
    assert RuleSet() == RUBICON == PRESETS["rubicon"] == find_rules("rubicon")
    assert find_rules("RUBICON") is find_rules(" Rubicon ") is RUBICON
    # The table of RULES.md, column RUBICON, as the kernels are given it.
    laws = RUBICON.laws()
    assert laws == Laws(
        pack=32, stock=8, elder_least=1, elder_most=5, elder_looks=1, younger_least=1,
        younger_most=8, younger_may_face=1, carte_blanche=10, blanche_shown=0, blanche_cancels=0,
        holds_otherwise=0, point_by_pips=0, point_least_pips=0, point_scores=0, across=0,
        sequence_by_pips=0, sequences=int.from_bytes((3, 4, 15, 16, 17, 18, 19), "little"),
        trio=3, quatorze=14, lowest_set=4, play_scores=0, last_trick=1, last_trick_high=1,
        last_high_ranks=0b111110000, last_with_capot=1, cards=10, capot=40, pique=30, repique=60,
        pique_needs=30, book=0,
    )  # fmt: skip
    assert RUBICON.match_laws() == MatchLaws(
        match=0,
        partie_deals=6,
        tie_deals=2,
        target=100,
        win_is_immediate=0,
        settlement=0,
        game=100,
        rubicon=100,
        double_below=0,
        games_to_win=1,
    )
    assert (read_book(0), {type(value) for value in laws}) == (
        (*laws, *RUBICON.match_laws()),
        {int},
    )


def test_replace__changes_what_was_asked_and_says_so():
    changed = {"capot_scores": 50, "younger_leftovers": "nobody"}
    other = RUBICON.replace(**changed)
    assert (other.name, other.model_dump(), RUBICON.replace(name="mine").name) == (
        "rubicon (capot_scores=50, younger_leftovers=nobody)",
        RUBICON.model_dump() | changed | {"name": other.name},
        "mine",
    )


@pytest.mark.parametrize(
    ("option", "value", "law", "written"),
    [
        ("capot_scores", 50, "capot", 50),
        ("younger_leftovers", "nobody", "younger_may_face", 0),
        ("elder_exchange_least", 0, "elder_least", 0),
        ("elder_exchange_most", 3, "elder_most", 3),
        ("younger_exchange_least", 0, "younger_least", 0),
        ("younger_exchange_most", 3, "younger_most", 3),
        ("elder_sees_what_he_leaves", False, "elder_looks", 0),
        ("carte_blanche_scores", 20, "carte_blanche", 20),
        ("trio_scores", 4, "trio", 4),
        ("quatorze_scores", 15, "quatorze", 15),
        ("lowest_set", "J", "lowest_set", 5),
        ("lowest_set", "A", "lowest_set", 8),
        ("last_trick_scores", 0, "last_trick", 0),
        ("cards_scores", 11, "cards", 11),
        ("pique_scores", 31, "pique", 31),
        ("repique_scores", 61, "repique", 61),
        ("pique_needs", 29, "pique_needs", 29),
    ],
)
def test_option__reaches_the_kernels(option, value, law, written):
    laws = RUBICON.replace(**{option: value}).laws()
    assert laws == RUBICON.laws()._replace(
        book=laws.book, last_trick_high=laws.last_trick_high, **{law: written}
    )


GAMES = {"match": "games", "settlement": "games"}
AROUND = {
    **dict.fromkeys(("win_is_immediate", "double_below", "games_to_win", *GAMES), GAMES),
    "carte_blanche_of_both_cancels": {"pack": 36},
    "last_trick_high_card": {"last_trick_high_scores": 2},
}
"""What must be set, too, where an option has another value."""
OTHERWISE = {
    "pack": 36, "elder_exchange_least": 2, "elder_exchange_most": 4,
    "younger_exchange_least": 2, "younger_exchange_most": 7, "elder_sees_what_he_leaves": False,
    "younger_leftovers": "nobody", "carte_blanche_scores": 11,
    "carte_blanche_shown": "younger may wait", "carte_blanche_of_both_cancels": True,
    "point_best_by": "pips", "point_least_pips": 1, "point_scores": "tenths",
    "sequences_of": "any suits", "sequence_best_by": "pips",
    "sequence_scores": (3, 4, 15, 16, 17, 18, 20), "trio_scores": 4, "quatorze_scores": 15,
    "lowest_set": "J", "play_scores": "won by leader or not", "last_trick_scores": 2,
    "last_trick_high_scores": 7, "last_trick_high_card": "ten", "last_trick_with_capot": False,
    "cards_scores": 11, "capot_scores": 41, "pique_scores": 31, "repique_scores": 61,
    "pique_needs": 31, **GAMES, "partie_deals": 4, "tie_deals": 0, "target": 101,
    "win_is_immediate": True, "game_scores": 101, "rubicon": 101, "double_below": 1,
    "games_to_win": 2,
}  # fmt: skip
"""Of each option another value than the usual one."""


@pytest.mark.parametrize("option", [name for name in RuleSet.model_fields if name != "name"])
def test_option__every_other_value_is_seen_by_the_kernels(option):
    """No option is read and forgotten: with another value the rule book is another."""
    around = AROUND.get(option, {})
    plain = RUBICON if option in ("match", "settlement") else RUBICON.replace(**around)
    changed = RUBICON.replace(**{**around, option: OTHERWISE[option]})
    assert read_book(changed.laws().book) != read_book(plain.laws().book)
    # The same book again has the same number, whatever it is called.
    assert changed.replace(name="by another name").laws() == changed.laws()


@pytest.mark.parametrize("preset", PRESETS)
def test_rules__are_read_from_what_describes_them(preset):
    assert PRESETS[preset].describe() == preset
    assert find_rules(preset) is PRESETS[preset]
    changed = find_rules({"preset": preset, "set": {"capot_scores": 37}})
    assert (
        changed.capot_scores,
        find_rules(changed.describe()).laws(),
        RuleSet.model_validate_json(changed.model_dump_json()),
    ) == (37, changed.laws(), changed)
    assert RuleSet(capot_scores=37).describe() == {"preset": "rubicon", "set": {"capot_scores": 37}}


def test_rules__are_fixed():
    with pytest.raises(ValueError, match="frozen"):
        RUBICON.capot_scores = 50


def test_options__are_all_documented():
    meanings = read_meanings(RuleSet)
    assert list(meanings) == list(RuleSet.model_fields)
    assert all(len(meaning) > len("a word") for meaning in meanings.values())
