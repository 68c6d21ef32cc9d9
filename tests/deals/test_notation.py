"""Deals in the notation: written and read back equal, and whatever else is written, refused.

Deals that Cavendish plays score as he says; what differs is said where it is tested.

Covers `deals.json`.
"""

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest
from attacks import altered, attacks, mutated, refusal
from command_line import answer, refuses
from hypothesis import given
from hypothesis import strategies as st
from specimens import ROOT, TESTS, change, legal_deal, read_golden

from piquet_sim import read_deals, write_deals
from piquet_sim.cli.guides import read_guide
from piquet_sim.deals.json import normalise_deal, read_deal, score_deal
from piquet_sim.deals.narration import narrate_deal
from piquet_sim.deals.notation import write_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.settlement import settle_totals
from piquet_sim.game.terms import SEATS

EXAMPLE = re.search(r"```text\n(.*?)```", read_guide("notation"), re.DOTALL)[1]
RECORD = {
    "comment": "Cavendish's example",
    "name": "the example",
    "players": {"elder": "Ann", "younger": "Ben"},
    "number": 3,
    "score": [45, 30],
    "rules": "rubicon",
    "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", "calls": "full"},
    "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "calls": "full"},
    "talon": "9S 8S KH 9C KD QS AC 7D",
    "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS",
    "totals": [28, 23],
}
GOLDEN = [deal for _, deal in read_golden("deals.jsonl")]


@cache
def find_validator():
    """Made where it is asked for: to load its library takes a second in each worker."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(
        json.loads((ROOT / "piquet_sim/data/deal.schema.json").read_text("utf-8"))
    )


def check_forms(deals):
    """Written in either form, deals are read as they were, and their JSON is that of the schema."""
    words, lines = write_deals(deals), write_deals(deals, "json")
    assert words.startswith("Notation: PQN 1\n\n")
    assert read_deals(words) == read_deals(lines) == deals
    for line in lines.splitlines()[:12]:
        find_validator().validate(json.loads(line))


# ---- Round trips ---------------------------------------------------------------------------------
def test_guide__shows_what_is_written():
    assert (read_deals(EXAMPLE), write_deal(RECORD), answer("score", "-", given=EXAMPLE)) == (
        [RECORD],
        EXAMPLE,
        score_deal(RECORD),
    )


def test_point__of_one_card_may_be_called():
    elder = RECORD["elder"] | {"calls": {"point": {"length": 1, "pips": 11}}}
    check_forms(
        [
            normalise_deal(
                RECORD
                | {"elder": elder, "totals": None}
                | {"players": {"elder": "to-and-fro" * 9}}  # a name that is longer than a line
            )
        ]
    )


@pytest.mark.parametrize("number", [25, pytest.param(350, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", PRESETS)
def test_deals__of_odd_players_are_read_as_they_were_written(rules, number):
    """Calls sunk and cut short, cartes blanches kept back, any exchange, play that stops early."""
    legal, chance = [legal_deal(seed, rules) for seed in range(number)], random.Random(rules)
    deals = list(map(normalise_deal, legal))
    assert list(map(score_deal, deals)) == list(map(score_deal, legal))
    for deal in deals:
        fallen = chance.choice((24, 24, chance.randint(1, 24)))
        deal["play"] = " ".join(deal["play"].split()[:fallen])
    check_forms(deals)
    said = "no point", "not good", "carte blanche;", " minor,", "quatorze of", "throws"
    assert [one for one in said if one not in write_deals(deals)] == []


@pytest.mark.parametrize("strategy", ["random", "novice", "club", "primer"])
def test_deals__of_a_simulation_are_read_as_they_were_written(strategy):
    played = [Simulation(strategy, "club").replay_deal(index) for index in range(25)]
    assert list(map(read_deal, read_deals(write_deals(played)))) == [
        read_deal(normalise_deal(deal)) for deal in played
    ]


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="#"), min_size=1, max_size=20)
ODD_NAMES = st.sampled_from(
    (
        "Ann (A.)",
        "(",
        ")",
        "a) b",
        "((Ann",
        "<img src=x onerror=alert(1)>",
        "A & B",
        "x: y",
        "♠;,",
        "Elder:",
        "a " * 99 + "b",
        "-- " * 59 + "--",
    )
)
HEADINGS = st.fixed_dictionaries(
    {},
    optional={
        "comment": st.text(max_size=30) | st.sampled_from(("# a\n\n Elder: b  \r\n#", "{\n", "\t")),
        "name": NAMES | ODD_NAMES,
        "number": st.integers(1, 9999),
        "score": st.lists(st.integers(0, 9999), min_size=2, max_size=2),
        "players": st.fixed_dictionaries({}, optional=dict.fromkeys(SEATS, NAMES | ODD_NAMES)),
    },
)
RECORDS = st.builds(legal_deal, st.integers(0, 5), st.sampled_from(list(PRESETS)))


@attacks(30)
@given(st.lists(st.tuples(RECORDS, HEADINGS), min_size=1, max_size=3))
def test_headings__of_any_letters_are_read_as_they_were_written(pairs):
    deals = [
        refusal(lambda deal=deal, head=head: normalise_deal(deal | head)) for deal, head in pairs
    ]
    named = {deal.get("name", id(deal)): deal for deal in deals if deal}
    if named:
        check_forms(list(named.values()))


def test_rules__with_options_changed():
    options = {
        "pique_needs": 29,
        "younger_leftovers": "nobody",
        "last_trick_high_scores": 3,
        "elder_sees_what_he_leaves": False,
        "sequence_scores": [3, 4, 15, 16, 17, 18, 20],
    }
    deal = normalise_deal(GOLDEN[0] | {"rules": {"preset": "parlett", "set": options}})
    assert (read_deals(write_deal(deal)), deal["rules"]["set"].keys()) == ([deal], options.keys())


@pytest.mark.parametrize(
    "pairs",
    [
        [("\n  ", " ")],
        [("; ", ";\n    "), ("; ", ";\t")],
        [("\n", "\r\n")],
        [("Deal:", "  Deal:"), ("Total", "\nTotal"), ("\nTotal", "Total")],
        [("# Cav", "\ufeff# Cav")],
        [("# Cavendish's example\n", ""), ("Talon:", "# Cavendish's example\nTalon:")],
        [("# Cavendish's example\n", ""), ("QC 8S", "QC 8S  # Cavendish's example\n")],
        [("Cav", "Cavendish's example\n\nNotation: PQN 1\n\n#"), ("#endish's example", "")],
    ],
    ids=repr,
)
def test_lines__may_be_broken_and_comments_may_stand_anywhere(pairs):
    assert read_deals(change(EXAMPLE, *pairs)) == [RECORD]


def test_comments__are_kept_between_all_forms_and_taken_by_commands(tmp_path):
    said = "A fine deal\n  of two players\n\nand more"
    deal = RECORD | {"comment": f"\n{said} \n"}
    text, path = write_deal(deal), tmp_path / "deal"
    assert text.startswith("# A fine deal\n#   of two players\n#\n# and more\nDeal: ")
    (line,) = write_deals(read_deals(text), "json").splitlines()
    assert (
        json.loads(line)["comment"],
        write_deals(read_deals(line)).removeprefix("Notation: PQN 1\n\n"),
    ) == (said, text)
    assert read_deals(f"# First\n\n# of all\n\n{EXAMPLE}\n# last\n\n")[0]["comment"] == (
        "First\n\nof all\n\nCavendish's example\n\nlast"
    )
    for content in (text, line):
        path.write_text(content, "utf-8")
        assert answer("score", path) == score_deal(RECORD)
        assert answer("advise", path, "--seat", "younger", "--trick", 12, "--json")["candidates"]
    assert read_knowledge(deal, card=5).as_json() == read_knowledge(RECORD, card=5).as_json()


# ---- Refusals ------------------------------------------------------------------------------------
def test_bytes__that_are_not_text(tmp_path):
    path = tmp_path / "deal.pqn"
    path.write_bytes(EXAMPLE.encode("latin-1", "replace").replace(b"Ben", b"B\xe9n"))
    with refuses(start=f"{path}: line 8: not UTF-8 text"):
        read_deals(Path(path))


LINES = EXAMPLE.splitlines(keepends=True)[1:]
HOSTILE = [
    *([*LINES[:place], LINES[place], *LINES[place:]] for place in range(len(LINES))),
    *(
        [*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]]
        for place in range(len(LINES) - 1)
    ),
    *(LINES[:place] + LINES[place + 1 :] for place in range(4, len(LINES) - 1)),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_line__doubled_moved_or_lost_is_refused(number):
    with refuses(start="line ") as refused:
        read_deals("".join(HOSTILE[number]))
    assert re.match(r"line \d+, column \d+: ", str(refused.value))


def test_text__that_ends_early_is_refused_but_for_its_play_and_total():
    whole = "".join(LINES)
    for word in list(re.finditer(r"\S+", whole))[:-1]:
        text, begins = whole[: word.end()], whole.index("Play:")
        deals = refusal(lambda text=text: read_deals(text))
        assert bool(deals) == (word.end() >= begins - 1 and word[0][-1] in "SHDC"), text


@attacks(150)
@given(
    mutated(
        st.sampled_from(
            [
                EXAMPLE,
                narrate_deal(Simulation("random", "club", "parlett").replay_deal(1)),
                *(write_deal(legal_deal(seed, rules)) for seed in range(3) for rules in PRESETS),
            ]
        )
    )
)
def test_attack__is_refused_in_one_line_or_is_a_deal(text):
    deals = refusal(lambda: read_deals(text))
    if deals:
        assert read_deals(write_deals(deals)) == deals
        assert all(map(score_deal, deals))


# ---- The schema of a line of JSON ----------------------------------------------------------------
@attacks(60)
@given(altered(RECORDS | st.sampled_from([*GOLDEN, RECORD])))
def test_schema__refuses_nothing_that_the_reader_takes(value):
    if refusal(lambda: normalise_deal(value)) is not None:
        find_validator().validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    ("more", "is_right"),
    [
        ({"elder": {"dealt": "as KS qs js ts 9S 8S 7S ah kh qh jh", "discard": "7s"}}, True),
        ({"elder": {"dealt": "♠AKQJT987 ♥AKQJ", "discard": "♠7", "calls": {"set": None}}}, True),
        ({"number": 7, "score": None, "players": {"elder": None}, "comment": "a\nb"}, True),
        ({"elder": {"dealt": "AKQJT987.AKQJ.", "discard": "7..."}}, False),
        ({"elder": {"discard": "7..."}}, False),
        ({"talon": "9S 8S KX"}, False),
        ({"talon": "? ? KH"}, False),
        ({"play": "AS " * 25}, False),
        ({"notation": "PQN 2"}, False),
        ({"dealer": "Ben"}, False),
    ],
    ids=str,
)
def test_schema__says_what_a_deal_is_made_of(more, is_right):
    assert find_validator().is_valid({**GOLDEN[0], **more}) is is_right


DEALS = {deal["name"]: deal for deal in read_deals(TESTS / "golden" / "cavendish.txt")}


OTHERWISE = DEALS["playing XVI"] | {
    "play": "AS TS AH 9H KH TH AC TC KC JC 7C QC QH 7H JH 8H KS QS JS 7S KD AD QD JD"
}
"""Three aces and two kings, then any other card, keeping ace and queen of diamonds."""


def test_deals__are_written_as_they_stand_with_their_remarks():
    assert (len(DEALS), "\n".join(map(write_deal, DEALS.values()))) == (
        8,
        (TESTS / "golden" / "cavendish.txt").read_text("utf-8"),
    )


@pytest.mark.parametrize(
    ("name", "part", "counted"),
    [
        ("the example", "total", (28, 23)),
        ("sinking V", "point", (5, 0)),
        ("sinking V", "sequences", (6, 0)),
        ("sinking V", "sets", (0, 3)),
        ("sinking V", "tricks", (6, 6)),
        ("playing IV", "point", (0, 0)),
        ("playing IV", "sequences", (0, 4)),
        ("playing IV", "sets", (0, 6)),
        ("playing IV", "tricks", (6, 6)),
        ("playing VI", "point", (0, 5)),
        ("playing VI", "sequences", (7, 0)),
        ("playing VI", "sets", (0, 6)),
        ("playing VI", "tricks", (6, 6)),
        ("playing XVI", "sets", (14, 0)),
        ("playing XVI", "play", (13, 10)),
        ("playing XVI", "cards", (10, 0)),
        ("playing XVI, otherwise", "play", (9, 6)),
        ("playing XVI, otherwise", "tricks", (7, 5)),
        ("playing XVII", "play", (8, 7)),
        ("playing XVII", "total", (32, 7)),
        ("playing XVIII", "sets", (17, 0)),
        ("playing XVIII", "play", (13, 0)),
        ("playing XVIII", "cards", (40, 0)),
        ("playing XVIII", "total", (70, 8)),
        ("playing XIX", "point", (3, 0)),
        ("playing XIX", "sequences", (0, 4 + 3)),  # the book leaves out a tierce
        ("playing XIX", "sets", (3, 0)),
        ("playing XIX", "tricks", (6, 6)),
    ],
)
def test_deal__counts_what_the_book_counts(name, part, counted):
    scored = score_deal(DEALS.get(name, OTHERWISE))
    assert (scored["elder"][part], scored["younger"][part]) == counted


def test_totals__are_those_of_the_book_and_settled_as_it_says():
    totals = [
        DEALS[name]["score"][seat] + DEALS[name]["totals"][seat]
        for name, seat in (("sinking V", 0), ("playing XVIII", 0), ("playing XVIII", 1))
    ]
    assert (*totals, settle_totals(*totals[1:])) == (98, 113, 98, 311)
