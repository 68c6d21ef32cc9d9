"""Deals in the notation: what means the same, every kind of mistake, and the commands.

Files of right deals and wrong ones stand in the standard (test_standard.py).

Covers `deals.notation.calls`, `deals.notation.files`, `deals.notation.words`.
"""

import json
import re

import pytest
from attacks import attacks, mutated, refusal
from changed_text import change as change_text
from command_line import answer, refused
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses
from specimens import TESTS, legal_deal, read_golden

from piquet_sim import read_deals, write_deal
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.narration import narrate_deal
from piquet_sim.deals.simulation import Simulation

EXAMPLE = """\
# Cavendish's example
Deal: the example
Rules: rubicon
Number: 3
Score: 45 to 30
Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87;
  point of five making 49, good; quart major, good; three knaves, not good
Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97
Talon: 9S 8S KH 9C KD QS AC 7D
Play: 1. AH TH 2. KH 7D 3. QH TD 4. JH JD 5. 8H QD 6. KD AD
  7. AC 9C 8. KC JC 9. QC 8S 10. TC 9S 11. QS AS 12. JS TS
Total: 28 to 23
"""
RECORD = {
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


def change(*pairs):
    """The example with some of its words replaced."""
    return change_text(EXAMPLE, *pairs)


# ---- What can be written -------------------------------------------------------------------------
def test_example__is_the_record_of_the_same_deal():
    assert read_deals(EXAMPLE) == [RECORD]
    assert score_deal(RECORD)["elder"]["total"] == 28


@pytest.mark.parametrize(
    "pairs",
    [
        [("♠AKJ ♥AQJ8 ♦98 ♣J87", "AKJ.AQJ8.98.J87"), ("♠7 ♥97", "7.97..")],
        [("♠AKJ ♥AQJ8 ♦98 ♣J87", "S:AKJ H: AQJ8, d:98 c:j87"), ("♠K ♦98 ♣87", "ks 9♦ 8d ♣8 c7.")],
        [("♠T7 ♥T97 ♦AQJT ♣KQT", "10S 7S 10h 9h 7h ♦AQJ10 ♣KQ10")],
        [("♠T7 ♥T97 ♦AQJT", "♠️T7 ♡T 9 7 ♢ A Q J T")],
        [("point of five making 49", "point")],
        [("point of five making 49", "point 5")],
        [("point of five making 49", "point of 49")],
        [("point of five making 49", "five cards making 49")],
        [("point of five making 49", "point of 5 cards making 49")],
        [("point of five making 49, good; ", "")],
        [("quart major", "quart to the ace")],
        [("quart major", "sequence of four to the A")],
        [("quart major", "a quarte")],
        [("quart major", "calls sequence")],
        [("three knaves", "three jacks")],
        [("three knaves", "trio of knaves")],
        [("three knaves", "3 J")],
        [("three knaves, not good", "set not good")],
        [("point of five making 49, good; quart major, good; three knaves, not good", "calls all")],
        [("Talon: 9S 8S KH 9C KD QS AC 7D\n", ""), ("throws ♠K", "draws 9S8S KH 9C KD; throws ♠K"),
         ("♥97\n", "♥97; takes in QS AC 7D;\n")],
        [("♥97\n", "♥97; draws AC QS 7D\n")],
        [("1. AH TH 2. KH 7D", "AH TH, KH 7D;")],
        [("1. AH TH 2. KH 7D", "♥A ♥T ♥K ♦7")],
        [("Total: 28 to 23", "Total: 28–23")],
        [("Total: 28 to 23", "Totals: elder 28, younger 23")],
        [("Rules: rubicon\n", "")],
        [("Talon:", "\n\nTalon:"), ("Younger", "# a remark\n\n  # and another\nYounger")],
        [("the example\nRules: rubicon", "the   example # a remark\nRules: Rubicon ()")],
    ],
    ids=lambda pairs: pairs[0][1][:30],
)  # fmt: skip
def test_words__that_mean_the_same_give_the_same_record(pairs):
    assert read_deals(change(*pairs)) == [RECORD]


def test_letters__may_be_small():
    (lowered,) = read_deals(EXAMPLE.lower())
    assert lowered | {"players": RECORD["players"]} == RECORD


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("no set", {"point": {"length": 5, "pips": 48}, "sequence": {"length": 3, "top": "A"}}),
        ("no set; sinks sequence", {"point": {"length": 5, "pips": 48}}),
        ("trio of tens; no point; tierce to the queen", {
            "sequence": {"length": 3, "top": "Q"}, "set": {"size": 3, "rank": "T"}}),
        ("point of four making 41; no sequence; trio", {
            "point": {"length": 4, "pips": 41}, "set": {"size": 3, "rank": "Q"}}),
        ("calls nothing", "none"),
        ("calls everything", "full"),
        ("set", "full"),
    ],
)  # fmt: skip
def test_calls__of_less_than_everything(said, calls):
    text = change(
        ("♥97\n", f"♥97; {said}\n"), ("Total: 28 to 23", ""), (", not good", ""),
    )  # fmt: skip
    assert read_deals(text)[0]["younger"]["calls"] == calls


def test_rules__with_options_changed():
    rules = ("rubicon", "parlett (pique_needs=29, younger_leftovers=nobody)")
    (record,) = read_deals(change(rules, ("Total: 28 to 23", "")))
    options = {"pique_needs": 29, "younger_leftovers": "nobody"}
    assert record["rules"] == {"preset": "parlett", "set": options}
    assert read_deals(write_deal(record)) == [record]


# ---- What is written -----------------------------------------------------------------------------
def test_writing__is_what_a_person_writes():
    assert write_deal(RECORD) == (
        "Deal: the example\n"
        "Rules: rubicon\n"
        "Number: 3\n"
        "Score: 45 to 30\n"
        "Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; point of 5 cards making 49, good; "
        "quart\n  major, good; trio of knaves, not good\n"
        "Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, not good; "
        "tierce\n  major, not good; quatorze of tens, good\n"
        "Talon: 9S 8S KH 9C KD QS AC 7D\n"
        "Play: 1. AH TH 2. KH 7D 3. QH TD 4. JH JD 5. 8H QD 6. KD AD 7. AC 9C 8. KC JC 9. QC 8S "
        "10. TC 9S\n  11. QS AS 12. JS TS\n"
        "Total: 28 to 23\n"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"name": "a # b"}, "name: a name cannot contain '#'"),
        ({"name": "a\x00b"}, "name: a name cannot contain '\\x00'"),
        ({"name": " "}, "name: expected a name"),
        ({"name": "x" * 201}, "name: expected a name"),
        (
            {"players": {"elder": "Ann (A.): B"}},
            "players: elder: a name cannot contain a colon aft",
        ),
        ({"players": {"elder": "Ann #1"}}, "players: elder: a name cannot contain '#'"),
        ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'"),
        ({"players": {"elder": 1}}, "players: elder: expected a name"),
        ({"number": 0}, "number: expected the number of the deal"),
        ({"number": True}, "number: expected the number of the deal"),
        ({"score": [1]}, "score: expected two numbers"),
        ({"score": [1, -1]}, "score: expected a number from 0"),
        ({"totals": [28, 24]}, "totals: 28 to 24 written down, but the deal makes 28 to 23"),
        ({"totals": "28-23"}, "totals: expected two numbers"),
    ],
)
def test_record__that_cannot_be_written_is_refused(more, said):
    with refuses(start=said):
        write_deal(RECORD | more)


# ---- Mistakes ------------------------------------------------------------------------------------
MISTAKES = [
    ([("AH TH", "AH 7D")], "line 10, column 22: at '7D': play: 7D twice"),
    ([("7. AC 9C", "7. AC 8S"), ("9. QC 8S", "9. QC 9C")],
     "line 11, column 9: at '8S': play: card 14 "
     "(trick 7): 8S is not legal; elder, whose turn it is, may play JC 9C"),
    ([("9. QC 8S", "9. QC KS")], "at 'KS': play: card 18 (trick 9): KS is not legal; elder, whose "
     "turn it is, may play AS JS 9S 8S"),
    ([("♣J87; t", "♣J877; t")], "line 6, column 29: at '♣J877': elder dealt: 7C twice"),
    ([("♥AQJ8", "♥AQJ")], "line 6, column 14: at '♠AKJ': elder dealt: expected 12 cards, got 11"),
    ([("♥AQJ8", "♥AQJX")], "line 6, column 19: at '♥AQJX': elder dealt: expected a card"),
    ([("♠AKJ ♥", "AKJ ♥")], "at 'AKJ': elder dealt: expected a card"),
    ([("♠T7", "♠J7")], "line 8, column 16: at '♠J7': deal: JS dealt to both"),
    ([("♠T7", "♠T6")], "at '♠T6': younger dealt: the six of spades is not in the pack of 32"),
    ([("♠K ♦98", "♠Q ♦98")], "line 6, column 42: at '♠Q': elder discard: QS was not dealt"),
    ([("throws ♠7 ♥97", "throws ♠7 ♥T97")], "at '♠7': younger discard: 4 cards; younger may"),
    ([("; throws ♠7 ♥97", "")],
     "line 8, column 1: at 'Younger (Ben):': younger: expected '; throw"),
    ([("throws ♠7", "throws nothing; throws ♠7")], "younger: discard twice"),
    ([("making 49", "making 48")], "line 7, column 3: at 'point of five making 48': elder calls "
     "point: point of 5 cards making 48 is not held in AJ98.AKQJ8.K.J9"),
    ([("five making 49", "six")], "at 'point of six': elder calls point: no such point is held"),
    ([("making 49", "making 4900")], "no hand holds 4900 pips"),
    ([("quart", "quint")], "at 'quint major': elder calls sequence: quint major is not held"),
    ([("quart major", "sequence of 10")], "sequence: no hand holds one of 10 cards"),
    ([("three knaves", "three nines")], "elder calls set: trio of nines is not held"),
    ([("three knaves", "five knaves")], "set: no hand holds 5 cards of a rank"),
    ([("three knaves", "three knves")],
     "at 'knves': expected a rank, as in 'kings' or 'cards'; did you mean 'knaves'?"),
    ([("quart major", "point")], "at 'point': elder: point twice"),
    ([("♥97\n", "♥97; carte blanche\n")],
     "younger calls carte blanche, but was dealt a court card"),
    ([("49, good", "49, equal")], "line 7, column 28: at 'equal': point: elder's is good; elder "
     "calls point of 5 cards making 49, younger calls point of 5 cards making 48"),
    ([("three knaves, not good", "three knaves, good")],
     "line 7, column 67: at 'good': set: elder's "
     "is not good; elder calls trio of knaves, younger calls quatorze of tens"),
    ([("♥97\n", "♥97; tierce major, good\n")], "at 'good': sequence: younger's is not good"),
    ([("KH 9C", "KH 8C")], "line 9, column 17: at '8C': talon: 8C was dealt to a player"),
    ([("AC 7D", "")], "line 9, column 8: at '9S': talon: expected 8 cards, got 6"),
    ([("AC 7D", "AC 9S")], "at '9S': talon: 9S twice"),
    ([("Talon: 9S 8S KH 9C KD QS AC 7D\n", "")], "elder: expected '; draws' and cards, or"),
    ([("♥97\n", "♥97; draws QS AC 7H\n")], "at '7H': younger draws: by the talon younger draws"),
    ([("♥97\n", "♥97; draws QS AC\n")], "at 'QS': younger draws 2 cards for 3 thrown"),
    ([("Total: 28 to 23", "Total: 29 to 23")], "line 12, column 1: at 'Total:': totals: 29 to 23 "
     "written down, but the deal makes 28 to 23"),
    ([("12. JS TS", "")], "totals: given, but only 22 of 24 cards were played"),
    ([("JS TS", "JS TS 9S")], "at '9S': play: 9S twice"),
    ([("10. TC", "11. TC")], "line 11, column 30: at '11.': play: expected '10.'"),
    ([("7. AC 9C", "7. AC")], "at '8.': play: expected the second card of trick 7"),
    ([("throws ♠K", "thros ♠K")],
     "line 6, column 35: at 'thros': expected 'throws' or 'draws' and "
     "cards, a call, as in 'point of five making 49', 'carte blanche' or ';'; did you mean "
     "'throws'?"),
    ([("Younger", "Youngre")], "line 8, column 1: at 'Youngre': expected"),
    ([("Play:", "Pla:")],
     "at 'Pla:': talon: expected a card, as in KS, ♠KQ or K.Q..87; did you mean 'Play:'?"),
    ([("Total: 28 to 23", "Total: 28")], "line 12, column 10: at the end: expected 'to'"),
    ([("Total", "Elder: ♠AKJ; throws ♠A\nTotal")],
     "line 12, column 1: at 'Elder:': Elder twice in one deal; a blank line separates deals"),
    ([("Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97\n", "")],
     "line 2, column 1: at 'Deal: the example': expected 'Younger:' in this deal"),
    ([("Rules: rubicon", "Rules: rubicn")],
     "at 'Rules: rubicn': rules: no preset 'rubicn'; did you"),
    ([("Rules: rubicon", "Rules: rubicon (pique_needs)")], "rules: expected option=value"),
    ([("Rules: rubicon", "Rules: rubicon (pique=3)")], "rules: no option 'pique'"),
    ([("Deal: the example", "Deal:")], "expected a name after Deal:"),
    ([("Number: 3", "Number: 0")], "line 4, column 1: at 'Number:': number: expected the number"),
    ([("(Ben)", "()")], "at 'Younger ():': players: younger: expected a name"),
    ([("Elder (Ann)", "Elder (Ann")], "line 6, column 1: at 'Elder': expected"),
    ([("(Ann)", "(Ann #1)")], "at 'Elder (Ann #1):': players: elder: a name cannot"),
]  # fmt: skip


@pytest.mark.parametrize(("pairs", "said"), MISTAKES, ids=lambda one: str(one)[-40:])
def test_mistake__is_named_with_its_place(pairs, said):
    text = change(*pairs)
    with refuses(said) as refused:
        read_deals(text)
    place = r"line (\d+), column (\d+): at (?:'(.*?)':|the end)"
    line, column, word = re.match(place, str(refused.value)).groups("")
    there = text.splitlines()[int(line) - 1][int(column) - 1 :]
    assert there.startswith(word.split(" ")[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no deal"),
        ("# nothing\n", "no deal"),
        (" \n\t\n", "no deal"),
        ("hello:", "line 1, column 1: at 'hello:': expected 'Elder:' or 'Younger:', 'Talon:'"),
        ("Elder:", "line 1, column 7: at the end: expected cards"),
        ("Elder: ♠AKJ ♥A", "line 1, column 1: at 'Elder:': expected 'Younger:' in this deal"),
        (f"{EXAMPLE}\n{EXAMPLE}", "line 15, column 1: at 'Deal: the example': a second deal named"),
        ("Elder: \0\n", "line 1, column 1"),
        ("9" * 100_000 + ":", "line 1, column 1: at '999"),
        ("Rules: " + "(" * 5000, "line 1, column 1: at 'Rules: ((("),
        ("Rules: rubicon (capot_scores=" + "(" * 9000 + ")\nElder: AS\nYounger: AS", "line 1, col"),
        ("Rules: rubicon (capot_scores=" + "9" * 9000 + ")\nElder: AS\nYounger: AS", "line 1, col"),
        ("Deal 0 of seed 1, x: " + "a is elder, b: " * 9000, "line 1: this deal is as piquet deal"),
        ("Elder: " + "9" * 100_000 + "; thros", "line 1, column 100010: at 'thros': expected"),
        ("\n " * 200_000 + "x:", "line 200001, column 2: at 'x:': expected"),
        ("# x\n" * 2_000_000, "more than 5,000,000 characters"),
        ("nowhere.txt", "nowhere.txt: no such file"),
        (str(TESTS), f"{TESTS}: is a directory"),
    ],
    ids=lambda one: one[:20],
)  # fmt: skip
def test_text__that_is_no_deal(text, said):
    with refuses(start=said) as refused:
        read_deals(text)
    assert len(str(refused.value)) < 400


# ---- Attacks -------------------------------------------------------------------------------------
TOLD = narrate_deal(Simulation("random", "club", "parlett").replay_deal(1))
BOOK = (TESTS / "golden" / "cavendish.txt").read_text(encoding="utf-8").split("\n\n")
TEXTS = [EXAMPLE, TOLD, write_deal(legal_deal(2, "cotton_1674")), write_deal(legal_deal(4)),
         *BOOK[1:]]  # fmt: skip


@attacks(150)
@given(mutated(st.sampled_from(TEXTS)))
def test_attack__is_refused_in_one_line_or_is_a_deal(text):
    deals = refusal(lambda: read_deals(text))
    for deal in deals or ():
        assert read_deals(write_deal(deal)) == [deal]
        score_deal(deal)


# ---- Commands ------------------------------------------------------------------------------------
def test_score__is_that_of_the_record():
    assert answer("score", "-", given=EXAMPLE) == answer("score", "-", given=json.dumps(RECORD))
    unfinished = change((" 12. JS TS", ""), ("Total: 28 to 23", ""))
    assert answer("score", "-", given=unfinished)["stops_after"] == 22


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (change(("the example", "b"), ("28 to 23", "28 to 24")).encode(),
         "line 24, column 1: at 'Total:': totals: 28 to 24 written down"),
        (EXAMPLE.encode(), "line 14, column 1: at 'Deal: the example': a second deal named"),
        (b"\n# \xff\n", "line 14: not UTF-8 text"),
    ],
)  # fmt: skip
def test_score__names_the_file_and_the_place_of_a_mistake(more, said, tmp_path):
    path = tmp_path / "deals.txt"
    path.write_bytes(EXAMPLE.encode() + more)
    assert f"{path}: {said}" in refused("score", path)
