"""Attacks on all that reads text: refused in one line, or an answer that is right."""

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest
import reference
from attacks import (
    ANY_TEXT,
    HOSTILE,
    JSON_VALUES,
    MANY,
    PAIRS,
    SHEETS,
    altered,
    answers,
    attacks,
    lines_like,
    mutated,
    refusal,
)
from hypothesis import given
from hypothesis import strategies as st
from specimens import PACK, as_mask, legal_deal

from piquet_sim.cli.options import parse_count, parse_whole
from piquet_sim.cli.options import read_rules as read_options
from piquet_sim.deals.referee import score_deal
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.ending_wording import explain_solution
from piquet_sim.exact.endings import read_ending
from piquet_sim.game.cards import (
    format_card,
    format_cards,
    format_hand,
    format_hand_symbols,
    iterate_cards,
    parse_card,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_lines
from piquet_sim.game.rules import PRESETS, read_rules
from piquet_sim.game.settlement import parse_deals, settle_sheet
from piquet_sim.strategies import find_strategy, register

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")


# ---- Hands --------------------------------------------------------------------------------------
def forms_of(hand):
    symbols = format_hand_symbols(hand).replace("–", "")
    return (format_hand(hand), symbols, format_cards(iterate_cards(hand)))


def some_cards(seed, cards):
    """So many cards of the pack of 32."""
    return random.Random(seed).sample(PACK, cards)


HAND_TEXTS = st.builds(
    lambda seed, cards, form: forms_of(as_mask(some_cards(seed, cards)))[form],
    st.integers(0, 10**6),
    st.integers(0, 12),
    st.integers(0, 2),
)


@attacks(300)
@given(st.one_of(mutated(HAND_TEXTS), HAND_TEXTS, ANY_TEXT), st.sampled_from((32, 36)))
def test_hands__are_read_back_from_every_form(text, pack):
    hand = refusal(lambda: parse_hand(text, pack=pack))
    if hand is not None:
        for form in forms_of(hand):
            for written in (form, form.lower(), f" {form}\n", form.replace("T", "10")):
                assert parse_hand(written, pack=pack) == hand
    refusal(lambda: parse_hand(text, cards=12))


@attacks(200)
@given(mutated(st.lists(st.sampled_from(PACK), unique=True).map(" ".join)) | ANY_TEXT)
def test_cards__are_read_back(text):
    cards = refusal(lambda: parse_cards(text))
    if cards is not None:
        assert parse_cards(format_cards(cards).lower()) == cards
    card = refusal(lambda: parse_card(text))
    if card is not None:
        assert parse_card(format_card(card)) == card


@pytest.mark.parametrize("text", ["\u212aS", "A\u017f", "\u017f: AK", "AKJ.1 0..", "AKJ.1,0..", 5])
def test_hands__letters_that_fold_to_others_and_broken_tens_are_refused(text):
    with pytest.raises(InputError):
        parse_hand(text)


# ---- Deals --------------------------------------------------------------------------------------
DEALS = st.builds(legal_deal, st.integers(0, 10**6), st.sampled_from(list(PRESETS)))
PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


@attacks(300)
@given(lines_like(DEALS))
def test_deals__what_is_accepted_is_scored_alike_in_every_form(line):
    for deal, answer in answers(line, score_deal):
        for form in range(3):
            written = json.loads(json.dumps(deal))
            for seat in reference.SEATS:
                for part in ("dealt", "discard"):
                    hand = parse_hand(written[seat][part], pack=36)
                    written[seat][part] = forms_of(hand)[form].lower()
            assert score_deal(written) == answer
        for seat in reference.SEATS:
            assert answer[seat]["total"] == sum(answer[seat][part] for part in PARTS)
        tricks = answer["elder"]["tricks"] + answer["younger"]["tricks"]
        assert tricks == (12 if deal.get("play") else 0)


def test_lines__nesting_that_can_be_read_but_not_quoted_is_refused():
    # Just below the depth that the reader takes, quoting what was read goes deeper than that.
    for depth in range(850, 1010):
        line = f'{{"elder": {{"dealt": {"[" * depth}{"]" * depth}, "discard": ""}}}}'
        with pytest.raises(InputError, match=r"line 1: "):
            list(read_lines([line], score_deal))


def test_lines__many_keys_take_no_longer_each_than_few():
    keys = ", ".join(f'"k{number}": 0' for number in range(60_000))
    with pytest.raises(InputError, match="unknown key"):
        list(read_lines([f"{{{keys}}}"], score_deal))
    with pytest.raises(InputError, match="'k7' appears twice"):
        list(read_lines([f'{{{keys}, "k7": 1}}'], score_deal))


# ---- Endings ------------------------------------------------------------------------------------
@st.composite
def endings(draw):
    cards = some_cards(draw(st.integers(0, 10**6)), len(PACK))
    each = draw(st.integers(1, 6))
    won = draw(st.integers(0, 12 - each))
    ending = {
        "elder": " ".join(cards[:each]),
        "younger": " ".join(cards[each : 2 * each]),
        "leads": draw(st.sampled_from(reference.SEATS)),
        "tricks": {"elder": won, "younger": 12 - each - won},
    }
    if each > 1 and draw(st.booleans()):  # a symbol for no cards is not read
        *kept, ending["table"] = ending[ending["leads"]].split()
        ending[ending["leads"]] = " ".join(kept)
    if draw(st.booleans()):
        ending["points"] = {"elder": won + draw(st.integers(0, 30)), "younger": 12 - each - won}
    if draw(st.booleans()):
        ending["rules"] = draw(st.sampled_from(list(PRESETS)))
    return ending


@attacks(200)
@given(lines_like(endings()))
def test_endings__what_is_accepted_is_solved_alike_in_every_form(line):
    for ending, solution in answers(line, lambda given: solve_ending(read_ending(given))):
        if solution.ending.table:
            assert 1 <= len(solution.plays) <= solution.ending.cards
        else:
            assert len(solution.plays) == solution.ending.cards
        assert solution.value in solution.plays.values()
        assert len(explain_solution(solution).splitlines()) == 1
        form = dict(ending)
        for seat in reference.SEATS:
            form[seat] = format_hand_symbols(parse_hand(ending[seat])).lower()
        assert solve_ending(read_ending(form)).as_json() == solution.as_json()


@pytest.mark.parametrize("number", [-1, True, 1.0, 10**4299, 10**400, 13, None, "6"])
@pytest.mark.parametrize("key", ["tricks", "points"])
def test_endings__numbers_that_cannot_be(key, number):
    ending = {"elder": "A..K.", "younger": ".K.A.", "leads": "elder",
              "tricks": {"elder": 6, "younger": 4}}  # fmt: skip
    ending[key] = {"elder": number, "younger": 9 * 10**4299}
    assert refusal(lambda: read_ending(ending)) is None


# ---- Score sheets -------------------------------------------------------------------------------


@attacks(400)
@given(lines_like(SHEETS))
def test_sheets__players_exchanged_exchange_the_answer(line):
    for sheet, settled in answers(line, settle_sheet):
        turned = dict(sheet)
        if sheet.get("deals") is not None:
            turned["deals"] = [pair[::-1] for pair in sheet["deals"]]
        if sheet.get("totals") is not None:
            turned["totals"] = sheet["totals"][::-1]
        answer = settle_sheet(turned)
        assert answer["totals"] == settled["totals"][::-1]
        assert answer["winner"] == {"A": "B", "B": "A", None: None}[settled["winner"]]
        for key in ("settlement", "rubicon", "unfinished"):
            assert answer.get(key) == settled.get(key)
        if settled["winner"] is None:
            assert settled["settlement"] == 0


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"deals": None}, "deals is missing"),
        ({"totals": None, "rules": "cotton_1674"}, "deals is missing"),
        ({"totals": [105, 103], "rules": "cotton_1674"}, "totals: both have 100"),
        ({"totals": [10**400, 0]}, "from 0 to 10,000"),
    ],
)
def test_sheets__that_do_not_say_who_won(sheet, said):
    with pytest.raises(InputError, match=said):
        settle_sheet(sheet)


def test_sheets__a_race_that_is_level_is_not_drawn():
    assert settle_sheet({"totals": [100, 100], "rules": "boussac_1896"})["unfinished"]


@attacks(200)
@given(mutated(PAIRS.map(lambda pairs: " ".join(f"{a}-{b}" for a, b in pairs))) | ANY_TEXT)
def test_deals_in_text__are_read_as_written(text):
    deals = refusal(lambda: parse_deals(text))
    if deals is not None:
        assert deals == parse_deals(" ".join(f"{one}-{two}" for one, two in deals))
        refusal(lambda: settle_sheet({"deals": deals}))


# ---- Options, numbers, names --------------------------------------------------------------------
OPTION_TEXTS = st.sampled_from(
    [
        f"{option}={written}"
        for rules in PRESETS.values()
        for option, value in rules.model_dump(mode="json").items()
        for written in {str(value), json.dumps(value)}
    ]
)


@attacks(400)
@given(st.lists(mutated(OPTION_TEXTS) | OPTION_TEXTS, max_size=3), st.sampled_from([*PRESETS]))
def test_options__what_is_accepted_is_described_and_read_back(options, preset):
    try:
        rules = read_options(preset, options)
    except InputError:
        return  # the command line makes one line of it, whatever the option held
    rules.laws()
    again = read_rules(json.loads(json.dumps(rules.describe())))
    assert again.model_dump(exclude={"name"}) == rules.model_dump(exclude={"name"})


@attacks(200)
@given(JSON_VALUES | altered(st.just({"preset": "american", "set": {"capot_scores": 50}})))
def test_rules__from_any_json(value):
    refusal(lambda: read_rules(value))


@pytest.mark.parametrize(
    "option",
    [
        *("self=1", "\ud800=1", "capot_scores=true", "sequence_scores=[3,4,15,16,17,18,true]"),
        *("capot_scores=" + "9" * 5000, "capot_scores=" + "[" * 5000, "capot_scores=1e400"),
        *("capot_scores=NaN", "capot_scores=Infinity", "capot_scores=\ud800", "=", "name=x"),
    ],
)
def test_options__that_cannot_be(option):
    with pytest.raises(InputError):
        read_options("rubicon", [option])


def test_options__set_twice_are_refused():
    with pytest.raises(InputError, match="twice"):
        read_options("rubicon", ["capot_scores=40", "capot_scores=50"])


NUMBERS = st.sampled_from(
    ["1000", "1_000_000", "1,000,000", "1e6", "1.0", "+5", "-5", "0", "inf", "1e12", "12.50e2"]
)


@attacks(600)
@given(mutated(NUMBERS) | NUMBERS | ANY_TEXT)
def test_counts__are_exact_or_refused(text):
    count = refusal(lambda: parse_count(text))
    if count is not None:
        plain = text.strip().replace("_", "")
        assert 1 <= count <= 10**12
        assert count in {Fraction(plain.replace(",", "")), count if "," in plain else None}
    whole = refusal(lambda: parse_whole(text, "seed"))
    if whole is not None:
        assert whole == int(text.replace("_", ""))


@pytest.mark.parametrize(
    "text",
    [
        *("1e400", "-1e400", "1e999999999", "1e-999999999", "9" * 5000, "nan", "sNaN", "1e13"),
        *("1,5", "10,00", "1.00000000000000001", "½", "²", "", "\0", "\ud800", "0x10", "1e", "1 0"),
    ],
)
def test_counts__that_cannot_be(text):
    with pytest.raises(InputError):
        parse_count(text)


NAMES = st.sampled_from(
    ["club", "expert+score", "club+sink-sets=0.25", "club+sink-point+sink-sequences=1e-3", "random"]
)


@attacks(300)
@given(mutated(NAMES) | ANY_TEXT)
def test_strategies__options_are_probabilities_or_refused(text):
    found = refusal(lambda: find_strategy(text))
    if found is not None:
        assert all(0 <= chance <= 1 for chance in found.sinks)
        assert found.traits() >= 0


@pytest.mark.parametrize(
    "name",
    [
        *("club+sink-sets=nan", "club+sink-sets=inf", "club+sink-sets=0.1+sink-sets=0.9"),
        *("expert+score+score", "club+score", "club+", "+", "", "\0", "club+sink-sets=1e400"),
    ],
)
def test_strategies__names_that_cannot_be(name):
    with pytest.raises(InputError):
        find_strategy(name)


@pytest.mark.parametrize("name", ["", " a", "a+b", "a,b", "a\nb", "Club", 5, None, ["a"]])
def test_strategies__under_names_that_cannot_be_found(name):
    with pytest.raises(InputError):
        register(replace(find_strategy("novice"), name=name))


# ---- Without end --------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ([json.dumps(legal_deal(7, rules)) for rules in PRESETS], score_deal),
        (['{"deals": [[27, 13], [15, 31]]}', '{"totals": [105, 3], "rules": "cotton_1674"}'],
         settle_sheet),
    ],
    ids=["deals", "sheets"],
)  # fmt: skip
def test_lines__a_hundred_thousand_changed_at_random(lines, answer):
    chance = random.Random(1)
    for _ in range(MANY or 100_000):
        line = chance.choice(lines)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(line) + 1)
            end = start + chance.choice((0, 1, 2, 8, 30))
            new = chance.choice((*HOSTILE, "", line[start:end] * 2, chr(chance.randrange(0x3000))))
            line = line[:start] + new + line[end:]
        answers(line[:20_000], answer)
