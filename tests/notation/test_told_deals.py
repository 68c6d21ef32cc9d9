"""Deals as `piquet deal` tells them, read back into the record that they were told from."""

import pytest
from command_line import command
from refusals import refuses
from specimens import legal_deal

from piquet_sim import InputError, Simulation, read_deals, write_deal
from piquet_sim.deals.narration import CALLS_LESS, TALON_TOLD, narrate_deal, tell_deal
from piquet_sim.deals.referee import describe_deal, judge_deal, score_deal
from piquet_sim.game.cards import COURTS_MASK, parse_cards
from piquet_sim.game.rules import PRESETS
from piquet_sim.notation.records import normalise_deal

SINKING = "club+sink-point=0.5+sink-sequences=0.5+sink-sets=0.5"
PAIRS = [("random", "random"), ("novice", SINKING), (SINKING, "random")]


def check_told(simulation, deals):
    """Deals of a simulation to words and back, in one file; then to the notation and back."""
    played = [simulation.replay_deal(index) for index in deals]
    read = read_deals("\n\n".join(map(narrate_deal, played)))
    for one, record in zip(played, read, strict=True):
        deal = describe_deal(one)
        assert {key: record[key] for key in deal} == deal
        assert set(record) - set(deal) == {"name", "players"}
    assert read_deals("".join(map(write_deal, read))) == read
    return read


def tell_any(deal, heading):
    """A deal that no simulation played, in the same words."""
    scored = judge_deal(deal)
    talon = parse_cards(deal["talon"], pack=scored.rules.pack)
    return "\n".join([heading, "", *tell_deal(scored, talon)])


def is_cancelled(deal):
    """Whether both were dealt a carte blanche that counts for neither, and is not told."""
    scored = judge_deal(deal)
    return all(
        not scored.value(f"{seat}_dealt") & COURTS_MASK
        and not scored.value(f"{seat}_carte_blanche")
        for seat in ("elder", "younger")
    )


def check_any(rules, seeds):
    """Deals with sunk calls, cartes blanches, long sequences and ties, both ways."""
    for seed in seeds:
        deal = normalise_deal(legal_deal(seed, rules))
        assert read_deals(write_deal(deal)) == [deal]
        (told,) = read_deals(tell_any(deal, f"Deal 0 of seed 1, {rules}: a is elder, b younger"))
        if {key: told[key] for key in deal} != deal:
            assert rules == "cotton_1674"
            assert is_cancelled(deal)
            assert score_deal({key: told[key] for key in deal}) == score_deal(deal)


@pytest.mark.parametrize("rules", PRESETS)
def test_round_trip__of_simulated_deals(rules):
    for pair in PAIRS:
        check_told(Simulation(*pair, rules), range(8))


@pytest.mark.parametrize("rules", PRESETS)
def test_round_trip__of_deals_that_are_rarely_dealt(rules):
    check_any(rules, range(16))


@pytest.mark.parametrize("rules", ["rubicon", "parlett", "cotton_1674"])
def test_round_trip__of_cartes_blanches_shown_and_not(rules):
    read = check_told(Simulation("random", "random", rules, given="elder: carte blanche"), range(8))
    announced = {isinstance(deal["elder"]["calls"], dict) and
                 "carte_blanche" in deal["elder"]["calls"] for deal in read}  # fmt: skip
    assert announced == {False, True}


def test_round_trip__of_strong_players():
    check_told(Simulation("expert", "expert"), range(4))
    check_told(Simulation("club", "club", play="double-dummy", mirrored=True), range(4))


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
def test_round_trip__of_thousands(rules):
    for pair in (*PAIRS, ("club", "club")):
        check_told(Simulation(*pair, rules, seed=2), range(300))
    check_any(rules, range(100, 500))


def test_round_trip__of_other_rules_a_condition_and_a_narrow_screen(monkeypatch):
    rules = ("--rules", "parlett", "--set", "pique_needs=29", "--set", "point_best_by=pips")
    arguments = ("deal", "--index", "3", *rules, "--given", "elder has 3+ aces")
    written = []
    for width in ("40", "100", "300"):
        monkeypatch.setenv("COLUMNS", width)
        written.append(command(*arguments).out)
    assert len(set(written)) >= 2
    records = [read_deals(text) for text in written]
    assert records[0] == records[1] == records[2]
    assert records[0][0]["rules"] == {
        "preset": "parlett", "set": {"point_best_by": "pips", "pique_needs": 29},
    }  # fmt: skip
    assert records[0] == read_deals("".join(map(write_deal, records[0])))


def test_words__without_a_heading_and_the_talon_are_read_as_far_as_they_go():
    played = Simulation("club", "club").replay_deal(0)
    deal = describe_deal(played)
    lines = narrate_deal(played).splitlines()[2:]
    (record,) = read_deals("\n".join(line for line in lines if TALON_TOLD not in line))
    assert sorted(record["talon"].split()) == sorted(deal["talon"].split())
    assert {**record, "talon": deal["talon"]} == deal
    assert score_deal(record) == score_deal(deal)


def test_words__of_lesser_calls_are_told_only_where_there_are_any():
    told = [narrate_deal(Simulation("club", "club").replay_deal(index)) for index in range(20)]
    assert not any(CALLS_LESS in one for one in told)
    told = [narrate_deal(Simulation("club", SINKING).replay_deal(index)) for index in range(20)]
    assert any(CALLS_LESS in one for one in told)


TOLD = narrate_deal(Simulation("club", "club").replay_deal(0))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("eighteen. Younger", "nineteen. Younger", "line 15, column 36: at 'nineteen.': expected "
         "'eighteen.', by the cards and calls of the deal"),
        ("Elder makes 36", "Elder makes 37", "at '37:': expected '36:', by the cards"),
        ("cards 10", "cards 40", "at '40': expected '10', by the cards"),
        ("Good: three", "Bad: three", "at 'Bad:': expected 'Good:'"),
        ("seven cards making 65", "seven cards making 66", "7 cards making 66 is not held"),
        ("seven cards making 65", "many cards", "at 'many': expected a point, got 'many cards'"),
        ("the ace of spades", "the deuce of spades", "at 'deuce': expected a card, as in 'ace of "),
        ("takes in ♠K", "takes in", "expected"),
        ("dealt ♠AQJ987", "dealt ♠AQJ98X", "at '♠AQJ98X': elder dealt: expected a card"),
        ("dealt ♠AQJ987 ♥KT ♦T ♣KQ9", "dealt", "elder dealt: expected cards, as in ♠AKJ, or –"),
        ("Tricks: elder 8", "Tricks: elder 9", "at '9,': expected '8,'"),
        (" 7. Elder leads", " 8. Elder leads", "at '8.': expected '7.'"),
        ("Younger makes 5: play 5", "Younger makes 5: play", "at 'play': expected '5' next"),
        ("Younger makes 5: play 5", "Younger makes 5: play 5, too", "expected '5', by the"),
        ("rubicon: club is", "rubicn: club is", "rules: no preset 'rubicn'"),
        ("club is elder", "club was elder", "line 1, column 1: at 'Deal': expected a heading"),
        ("♦AQJ9 ♣AJT87", "♦AQJ9 ♣KJT87", "at '♣KJT87': deal: KC dealt to both"),
    ],
)  # fmt: skip
def test_mistake__is_named_with_its_place(old, new, said):
    assert old in TOLD
    with refuses(said, start="line "):
        read_deals(TOLD.replace(old, new, 1))


def test_half_a_deal__is_refused_wherever_it_ends():
    words = TOLD.split(" ")
    for end in range(9, len(words), 23):
        with pytest.raises(InputError):
            read_deals(" ".join(words[:end]))
