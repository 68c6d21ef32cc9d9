"""Rule sets: options, presets, what is refused, and how the kernels see them."""

import json

import pytest

from piquet_sim.errors import InputError
from piquet_sim.rules import PRESETS, RUBICON, Laws, RuleSet, find_rules


def test_rubicon__is_the_default_of_everything():
    assert RuleSet() == RUBICON == PRESETS["rubicon"] == find_rules("rubicon")
    assert RUBICON.name == "rubicon"
    laws = RUBICON.laws()
    # The table of RULES.md, column RUBICON, as the kernels are given it.
    assert laws == Laws(
        pack=32, stock=8, elder_least=1, elder_most=5, elder_looks=1, younger_least=1,
        younger_most=8, younger_may_face=1, carte_blanche=10, trio=3, quatorze=14, lowest_set=4,
        last_trick=1, cards=10, capot=40, pique=30, repique=60, pique_needs=30,
    )  # fmt: skip
    assert all(type(value) is int for value in laws)
    assert RUBICON.sequence_scores[:6] == (3, 4, 15, 16, 17, 18)


@pytest.mark.parametrize("name", ["rubicon", "RUBICON", " Rubicon "])
def test_preset__found_however_it_is_written(name):
    assert find_rules(name) is RUBICON


@pytest.mark.parametrize(
    ("name", "part"),
    [("rubicn", "no preset 'rubicn'; did you mean 'rubicon'?"), ("whist", "there are: ")],
)
def test_preset__unknown_with_the_nearest_name(name, part):
    with pytest.raises(InputError) as refusal:
        find_rules(name)
    assert part in str(refusal.value)
    assert "rubicon" in str(refusal.value)
    assert str(refusal.value).startswith("rules: ")
    assert "\n" not in str(refusal.value)


def test_replace__changes_what_was_asked_and_says_so():
    other = RUBICON.replace(capot_scores=50, younger_leftovers="nobody")
    assert other.capot_scores == 50
    assert other.laws().capot == 50
    assert other.laws().younger_may_face == 0
    assert other.name == "rubicon (capot_scores=50, younger_leftovers=nobody)"
    changed = {"name", "capot_scores", "younger_leftovers"}
    old, new = RUBICON.model_dump(), other.model_dump()
    assert {option for option in old if old[option] != new[option]} == changed
    assert RUBICON.capot_scores == 40
    assert RUBICON.replace() == RUBICON
    assert RUBICON.replace(name="mine").name == "mine"


@pytest.mark.parametrize(
    ("option", "value", "law", "written"),
    [
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
    assert getattr(laws, law) == written
    assert laws._replace(**{law: getattr(RUBICON.laws(), law)}) == RUBICON.laws()


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"capot_score": 50}, ("no option 'capot_score'", "did you mean 'capot_scores'?")),
        ({"zzz": 1}, ("no option 'zzz'", "there are: ")),
        ({"pack": 40}, ("pack=40", "32", "36")),
        ({"elder_exchange_most": 9}, ("elder_exchange_most=9", "8")),
        ({"elder_exchange_most": "many"}, ("elder_exchange_most='many'",)),
        ({"pique_needs": 0}, ("pique_needs=0",)),
        ({"point_scores": "double"}, ("point_scores='double'",)),
        ({"lowest_set": "9"}, ("lowest_set='9'",)),
        ({"sequence_scores": (3, 4)}, ("sequence_scores=",)),
        ({"elder_exchange_most": 8}, ("elder may take 8 of 8", "leaves younger fewer than the 1")),
        ({"elder_exchange_least": 5, "elder_exchange_most": 4}, ("at least 5 and at most 4",)),
        ({"younger_exchange_least": 3, "younger_exchange_most": 2}, ("at least 3 and at most 2",)),
    ],
)
def test_option__refused_in_one_line(options, parts):
    for attempt in (RUBICON.replace, lambda **given: RuleSet.parse(given)):
        with pytest.raises(InputError) as refusal:
            attempt(**options)
        message = str(refusal.value)
        assert message.startswith("rules: ")
        assert "\n" not in message
        for part in parts:
            assert part in message


def _refusal(rules):
    try:
        rules.laws()
    except InputError as refusal:
        return str(refusal)
    return None


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("pack", 36),
        ("point_best_by", "pips"),
        ("point_scores", "one"),
        ("play_scores", "high leads"),
        ("carte_blanche_shown", "after the draw"),
        ("sequence_best_by", "pips"),
    ],
)
def test_option__is_played_or_refused_never_ignored(option, value):
    """A rule set is either seen by the kernels as different, or refused by its option's name."""
    rules = RUBICON.replace(**{option: value})
    said = _refusal(rules)
    if said is None:
        assert rules.laws() != RUBICON.laws()
    else:
        assert f"{option}={value!r}" in said
        assert "\n" not in said


def test_rule_set__cannot_be_changed_in_place_and_is_its_own_json():
    with pytest.raises(ValueError, match="frozen"):
        RUBICON.capot_scores = 50
    assert RuleSet.model_validate_json(RUBICON.model_dump_json()) == RUBICON
    assert json.loads(RUBICON.model_dump_json())["pack"] == 32
    assert RuleSet(pack=36).stock == 12


def test_option__every_one_is_documented():
    for option, field in RuleSet.model_fields.items():
        assert field.description, option
