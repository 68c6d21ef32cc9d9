"""Endings of which one hand is not known: the hands listed in sets, each solved by itself."""

import json
import random
from itertools import combinations

import pytest
from command_line import command, refused
from refusals import refuses
from specimens import PACK, as_text

from piquet_sim.advice.play import hidden_endings
from piquet_sim.advice.play.hidden_endings import (
    explain_hidden,
    read_hidden_ending,
    solve_hidden_ending,
)
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.cards import format_card, parse_card
from piquet_sim.game.errors import InputError

pytestmark = pytest.mark.usefixtures("table_of_play")

SEATS = ("elder", "younger")
RANKS = "789TJQKA"
PIPS = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))


def as_given(cards):
    return " ".join(sorted(cards)) or "..."


def hands_of(hidden):
    return {frozenset(as_text(hand)) for hand in hidden.list_hands().tolist()}


def draw_hidden(seed):
    """A random ending with what the player to move knows, and the cards that cannot be known."""
    chance = random.Random(seed)
    cards = chance.randint(2, 4)
    drawn = chance.sample(PACK, cards + chance.randint(cards, 8))
    own, unseen = drawn[:cards], drawn[cards:]
    seat, won = chance.randrange(2), chance.randint(1, 11 - cards)
    given = {
        SEATS[seat]: as_given(own), "unseen": as_given(unseen), "leads": SEATS[seat],
        "tricks": {"elder": won, "younger": 12 - cards - won},
    }  # fmt: skip
    held = cards
    if chance.random() < 0.5:
        given |= {"table": unseen.pop(), "leads": SEATS[1 - seat], "unseen": as_given(unseen)}
        held -= 1
    holds = set(chance.sample(unseen, min(held, 1)))
    lacks = set(chance.sample(sorted(set(unseen) - holds), 1)) if len(unseen) > held + 1 else set()
    given |= {"holds": as_given(holds), "lacks": as_given(lacks)}
    fit = {
        frozenset(hand)
        for hand in combinations(unseen, held)
        if holds <= set(hand) and not lacks & set(hand)
    }
    return given, fit


@pytest.mark.parametrize("seed", range(25))
def test_hands__are_all_choices_and_each_is_solved_by_itself(seed):
    given, fit = draw_hidden(seed)
    hidden = read_hidden_ending(given)
    assert hands_of(hidden) == fit
    for aim, score in (("difference", None), ("own", None), ("settlement", (93, 88))):
        solution = solve_hidden_ending(hidden, aim, score)
        for place, hand in enumerate(solution.hands.tolist()):
            hands = (hidden.hand, hand) if hidden.seat == 0 else (hand, hidden.hand)
            leads = SEATS.index(given["leads"])
            table = parse_card(given["table"]) if "table" in given else 0
            tricks = given["tricks"]["elder"], given["tricks"]["younger"]
            alone = solve_ending(Ending(*hands, leads, *tricks, table=table), aim, score)
            sign = -1 if hidden.seat and aim != "own" else 1
            expected = {card: sign * value for card, value in alone.plays.items()}
            assert {card: values[place] for card, values in solution.plays.items()} == expected
        told = solution.as_json()
        assert told["hands"] == told["ways"] == len(fit)
        assert told["holds"] == {
            card: sum(card in hand for hand in fit)
            for card in as_text(hidden.unseen)
        }  # fmt: skip
        least = {card: values.min() for card, values in solution.plays.items()}
        assert told["certain_at_most"] == max(least.values())
        for card, values in solution.plays.items():
            one = told["plays"][format_card(card)]
            assert one["least"] == least[card]
            assert sum(one["hands"].values()) == len(fit)
            assert one["hands"][str(values.max())] == (values == values.max()).sum()
        assert len(explain_hidden(solution).splitlines()) == 1


def holds_point(hand, length, pips):
    """Whether some cards of a suit, so many, make so many pips."""
    return any(
        sum(PIPS[card[0]] for card in cards) == pips
        for suit in "SHDC"
        for cards in combinations([card for card in hand if card[1] == suit], length)
    )


@pytest.mark.parametrize(
    ("calls", "fits"),
    [
        ({"point": {"length": 5, "pips": 48}}, lambda hand: holds_point(hand, 5, 48)),
        ({"point": {"length": 5}},
         lambda hand: max(sum(card[1] == suit for card in hand) for suit in "SHDC") >= 5),
        ({"sequence": {"length": 4, "top": "K"}},
         lambda hand: any({rank + suit for rank in "KQJT"} <= hand for suit in "SHDC")),
        ({"set": {"size": 3, "rank": "K"}, "point": None},
         lambda hand: sum(card[0] == "K" for card in hand) == 3),
    ],
)  # fmt: skip
def test_hands__hold_what_was_called(calls, fits):
    played = {"KH", "QH", "JH", "KD", "QD", "7D", "8D"}
    unseen = {"TH", "9H", "8H", "KC", "TD", "9D", "JD", "QS", "7S", "8S"}
    given = {
        "elder": "AS KS JS AC QC", "unseen": as_given(unseen), "leads": "elder",
        "tricks": {"elder": 3, "younger": 4}, "played": as_given(played), "calls": calls,
    }  # fmt: skip
    expected = {
        frozenset(hand) for hand in combinations(unseen, 5) if fits(frozenset(hand) | played)
    }
    assert 0 < len(expected) < 252
    hidden = read_hidden_ending(given)
    assert hands_of(hidden) == expected
    assert hidden.ways == 252
    said = explain_hidden(solve_hidden_ending(hidden))
    assert said.startswith(f"{len(expected)} hands fit, of 252 without the calls; ")


def test_hands__a_card_on_the_table_was_held_when_it_was_called():
    given = {
        "elder": "AS KC", "unseen": "TS 9S 8C", "leads": "younger", "table": "KS",
        "tricks": {"elder": 5, "younger": 5}, "played": "QS JS TH 9H 8H 7H TD 9D 8D 7D",
        "calls": {"sequence": {"length": 4, "top": "K"}},
    }  # fmt: skip
    assert hands_of(read_hidden_ending(given)) == {frozenset({"TS"})}


def test_words__what_is_certain_comes_first():
    given = {"elder": "AQ...", "unseen": "KJ...", "leads": "elder",
             "tricks": {"elder": 6, "younger": 4}}  # fmt: skip
    said = explain_hidden(solve_hidden_ending(read_hidden_ending(given), "own"))
    assert said == (
        "1 hand fits; the king of spades and the knave of spades are certainly held. In elder's "
        "points from here, both playing on perfectly and seeing all cards: the queen of spades "
        "makes 13; the ace of spades makes 12."
    )


KNOWN = {"elder": "AQ...", "unseen": "KJ.A..", "leads": "elder",
         "tricks": {"elder": 6, "younger": 4}}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"younger": "KJ..."}, "expected the hand of elder or of younger"),
        ({"unseen": "AJ..."}, "unseen: AS is in elder's own hand"),
        ({"holds": "AS"}, "unseen: AS is in elder's own hand"),
        ({"holds": "KS", "lacks": "KS"}, "holds: KS is among the cards that are not held"),
        ({"played": "KS"}, "played: KS is still to be played"),
        ({"unseen": "K..."}, "no possible hand is left: younger still has 2 cards, of 1"),
        ({"lacks": "KJ..."}, "no possible hand is left"),
        ({"holds": "KJT..."}, "no possible hand is left: younger still has 2 cards"),
        ({"leads": "younger"}, "it is younger's turn; the hand that is known must be to move"),
        ({"table": "TS"}, "it is younger's turn"),
        ({"leads": "younger", "table": "KS"}, "table: KS is elsewhere, too"),
        ({"tricks": {"elder": 6, "younger": 5}}, "and 2 to come make 13"),
        ({"calls": {"set": {"size": 3, "rank": "K"}}}, "played: younger has played 10 cards"),
        ({"calls": {"trio": 3}}, "younger calls: unknown key 'trio'"),
        ({"calls": {"set": {"size": 3}}}, "younger calls set: rank is missing"),
        ({"who": 1}, "unknown key 'who'"),
        ({"unseen": None}, "unseen: None is not text"),
    ],
)
def test_hidden__refused_in_one_line(change, part):
    assert len(solve_hidden_ending(read_hidden_ending(KNOWN)).hands) == 3
    with refuses(part):
        solve_hidden_ending(read_hidden_ending({**KNOWN, **change}))


def test_hidden__calls_that_nothing_fits():
    played = "KH QH JH TH 9H 8H 7H TD 9D 8D"
    given = {**KNOWN, "played": played, "calls": {"set": {"size": 4, "rank": "Q"}}}
    with pytest.raises(InputError, match="no possible hand is left with which"):
        solve_hidden_ending(read_hidden_ending(given))


def test_hidden__too_many_hands(monkeypatch):
    monkeypatch.setattr(hidden_endings, "MOST_HANDS", 2)
    with pytest.raises(InputError, match="can hold these cards in 3 ways; at most 2 are listed"):
        read_hidden_ending(KNOWN).list_hands()


def test_command__tells_numbers_and_words():
    line = json.dumps(KNOWN)
    assert '"hands": 3' in command("solve", "-", "--hidden", given=line).out
    said = command("solve", "-", "--hidden", "--aim", "own", "--explain", given=line).out
    assert said.startswith("3 hands fit; the king of spades is in 2, JS in 2, AH in 2.")
    for options in (("--hidden", "--aim", "own", "--seat", "elder"), ()):
        refused("solve", "-", *options, given=line)


def test_hand__of_no_card_is_one_hand():
    given = {"elder": "A...", "unseen": "K...", "leads": "younger", "table": "AH",
             "tricks": {"elder": 5, "younger": 6}}  # fmt: skip
    solution = solve_hidden_ending(read_hidden_ending(given))
    assert solution.hands.tolist() == [0]
    assert explain_hidden(solution).startswith("1 hand fits; the king of spades is in none. In")
    given["unseen"] = "..."
    assert explain_hidden(solve_hidden_ending(read_hidden_ending(given))).startswith("1 hand fits.")
