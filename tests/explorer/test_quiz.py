"""The quiz's server: the hands of a series and of a theme, what throws lose.

Covers `explorer.themes`.
"""

from collections import Counter

import pytest
from command_line import refuses
from explorer_page import RECORD
from naive_hand import NaiveHand
from naive_worlds import named
from specimens import HAND, as_mask

from piquet_sim.decisions.kinds.discard import QUICK_DEALS
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.decisions.kinds.question import Question, find_throw, list_sensible
from piquet_sim.explorer.themes import THEMES, deal_hands
from piquet_sim.game.cards import count_cards, format_cards, format_hand, iterate_cards, parse_hand
from piquet_sim.game.rules import PRESETS

SERIES = {"series": "4127"}
SLIP = {"record": RECORD, "decision": "20"}
"""A card that a seat played."""


def written(throw):
    return format_cards(iterate_cards(throw))


def test_series__its_number_names_its_hands(server):
    assert [one["hand"] for one in server.ask("series", **SERIES)["hands"]] == [
        *map(format_hand, deal_hands("any", 4127, 10))
    ]


def test_quiz__every_loss_is_that_of_the_common_deals(server):
    questions = [Question(hand) for hand in deal_hands("any", 4127, 2)]
    poor = [sum(list(iterate_cards(one.hand))[:3]) for one in questions]
    asked, losses = "-".join(written(one).replace(" ", "") for one in poor), Counter()
    (last,) = server.ask_lines("quiz", **SERIES, throws=asked)
    for question, throw in zip(questions, poor, strict=True):
        for name, thrown in {
            "poor": throw,
            **{name: find_throw(name, question) for name in ("expert", "club")},
        }.items():
            asked = {"hand": format_hand(question.hand), "decided": written(thrown)}
            told = server.ask("again", **asked)["verdict"]
            losses[name] += told["lost"]
            made = try_discards(
                question,
                [parse_hand(told["bests"][0]), thrown],
                QUICK_DEALS // 2,
                first=JUDGED_FROM,
            ).astype(int)
            gap = (made[:, 0, 0] - made[:, 0, 1] - made[:, 1, 0] + made[:, 1, 1]).mean()
            counts = told["mark"] not in ("best", "good", "close")
            assert (told["lost"], bool(told["reasons"])) == (pytest.approx(gap * counts), counts)
    found = {"poor": last["lost"], **last["rivals"]}
    assert {name: float(found[name].split()[0]) for name in losses} == pytest.approx(
        dict(losses), abs=0.16
    )
    assert losses["poor"] > 5  # the three highest spades
    # The best loses nothing, and a hand that was skipped counts for nothing.
    best = written(parse_hand(told["bests"][0])).replace(" ", "")
    (last,) = server.ask_lines("quiz", **SERIES, throws=f"0-{best}")
    assert last["lost"] == "0.0"


def test_again__asks_what_the_seat_knew(server):
    told = server.ask("again", hand=HAND)
    assert (told["kind"], told["least"], told["most"], len(told["cards"])) == ("exchange", 1, 5, 12)
    card = server.ask("again", **SLIP, seat="elder")
    assert (
        card["led"],
        card["legal"],
        len(card["plays"]),
        {"best", "bests", "verdict"} & {*told, *card},
    ) == ("AC", card["cards"], 19, set())
    told = server.ask("again", 400, **SLIP, seat="elder", decided="AH")
    assert "may not be played" in told["error"]


@pytest.mark.parametrize(
    ("asked", "decided", "mark", "lost", "bests"),
    [
        ({"hand": HAND}, "8H 9D 8D 8C 7C", "best", 0, ["8H 9D 8D 8C 7C"]),
        ({"hand": HAND}, "KS 9D 8D 8C 7C", "under8", 6.4, ["8H 9D 8D 8C 7C"]),
        (SLIP, "9S", "best", 0, ["9S"]),
        (SLIP, "JS", "under3", 2.0, ["9S"]),
    ],
)
def test_again__judges_the_answer(server, asked, decided, mark, lost, bests):
    verdict = server.ask("again", **asked, decided=decided)["verdict"]
    assert (verdict["mark"], verdict["bests"], verdict["lost"]) == (
        mark,
        bests,
        pytest.approx(lost, abs=0.5 if "hand" in asked else 0),
    )


# Of the cards one by one.
IS_OF = {
    "any": lambda cards: True,
    "close": lambda cards: len(list_sensible(Question(as_mask(cards.cards)), within=0.2)) > 1,
    "repique": lambda cards: cards.best_sequence >= 5 or cards.quatorzes > 0,
    "aces": lambda cards: cards.aces == 3,
    "long": lambda cards: cards.longest_suit >= 6,
    "weak": lambda cards: cards.aces == 0 and cards.kings <= 1,
    "nothing": lambda cards: (
        cards.best_sequence == cards.trios == cards.quatorzes == 0 and cards.longest_suit <= 4
    ),
    "blanche": lambda cards: cards.courts == 0,
}


@pytest.mark.parametrize("theme", THEMES)
def test_theme__every_hand_is_of_its_kind_and_comes_again_by_its_number(theme):
    hands, others = deal_hands(theme, 4127, 10), deal_hands("any", 4127, 40)
    assert deal_hands(theme, 4127, 3) == hands[:3] != deal_hands(theme, 9, 3)
    assert (
        {count_cards(hand) for hand in hands},
        len(set(hands)),
        [all(IS_OF[theme](NaiveHand(named(one))) for one in some) for some in (hands, others)],
    ) == ({12}, 10, [True, theme == "any"])


def test_theme__under_other_rules():
    pack = PRESETS["cotton_1674"]
    (hand,) = deal_hands("aces", 3, 1, rules=pack)
    assert NaiveHand(named(hand)).aces == 3
    with refuses("under the rules of rubicon, got cotton_1674"):
        deal_hands("close", 3, 1, rules=pack)
    with refuses("did you mean 'aces'"):
        deal_hands("ace", 3)
