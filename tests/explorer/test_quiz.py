"""The quiz's server: the hands of a series, what throws lose, what is to be learnt."""

import pytest
from specimens import HAND

from piquet_sim.decisions.habits import find_throw
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, Question, try_discards
from piquet_sim.explorer.themes import deal_hands
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards, parse_hand

SERIES = {"series": "4127"}


def written(throw):
    return format_cards(iterate_cards(throw)).replace(" ", "")


def test_series__its_number_names_its_hands(server):
    told = server.ask("series", **SERIES, theme="aces")
    assert [one["hand"] for one in told["hands"]] == [
        format_hand(hand) for hand in deal_hands("aces", 4127, 10)
    ]
    assert told["exchange"] == [1, 5]
    assert server.ask("series", **SERIES, seat="younger")["exchange"] == [1, 3]
    assert "best" not in str(told)


def test_quiz__every_loss_is_that_of_the_common_deals(server):
    questions = [Question(hand) for hand in deal_hands("any", 4127, 3)]
    poor = [sum(list(iterate_cards(one.hand))[:3]) for one in questions]
    *lines, last = server.ask_lines("quiz", **SERIES, throws="-".join(map(written, poor)))
    assert [line["place"] for line in lines] == [0, 1, 2] * 2
    verdicts = lines[3:]  # each is told again with what the rivals lose
    for question, throw, told in zip(questions, poor, verdicts, strict=True):
        both = [parse_hand(told["best"]["discard"]), throw]
        made = try_discards(question, both, told["deals"], first=JUDGED_FROM).astype(int)
        gap = (made[:, 0, 0] - made[:, 0, 1] - made[:, 1, 0] + made[:, 1, 1]).mean()
        counts = told["mark"] not in ("best", "good", "close")
        assert (told["lost"], bool(told["reasons"])) == (pytest.approx(gap * counts), counts)
        assert told["said"].split()[0] == f"{gap:.1f}"
        for name, rival in told["rivals"].items():
            assert parse_hand(" ".join(rival["cards"])) == find_throw(name, question)
    assert (last["over"], last["judged"], last["seen"]) == (True, 3, 3)
    lost = sum(told["lost"] for told in verdicts)
    assert float(last["lost"].split()[0]) == pytest.approx(lost, abs=0.16)
    assert lost > 5  # the three highest spades
    assert set(last["rivals"]) == {"expert", "club"}


def test_quiz__the_best_loses_nothing_and_a_skipped_hand_counts_for_nothing(server):
    first = Question(deal_hands("any", 4127, 1)[0])
    verdict, *_ = server.ask_lines("quiz", **SERIES, throws=written(find_throw("club", first)))
    best = verdict["best"]["discard"].replace(" ", "")
    *_, verdict, last = server.ask_lines("quiz", **SERIES, throws=f"{best}-0")
    assert (verdict["mark"], verdict["lost"], verdict["reasons"]) == ("best", 0, [])
    assert (last["judged"], last["seen"], last["best"], last["habits"]) == (1, 2, 1, [])


def test_again__asks_what_the_seat_knew(server):
    told = server.ask("again", hand=HAND)
    assert (told["kind"], told["least"], told["most"], len(told["cards"])) == ("exchange", 1, 5, 12)
    assert "best" not in told
    record = {"record": server.ask("choices")["example"], "seat": "elder"}
    card = server.ask("again", **record, decision="20")
    assert (card["led"], card["legal"], len(card["plays"])) == ("AC", card["cards"], 19)
    told = server.ask("again", 422, **record, decision="20", decided="AH")
    assert "may not be played" in told["error"]


@pytest.mark.parametrize(
    ("asked", "decided", "mark", "lost", "bests"),
    [
        ({"hand": HAND}, "8H 9D 8D 8C 7C", "best", 0, ["8H 9D 8D 8C 7C"]),
        ({"hand": HAND}, "KS 9D 8D 8C 7C", "under8", 6.4, ["8H 9D 8D 8C 7C"]),
        ({"decision": "20"}, "9S", "best", 0, ["9S"]),
        ({"decision": "20"}, "JS", "under3", 2.0, ["9S"]),
    ],
)
def test_again__judges_the_answer(server, asked, decided, mark, lost, bests):
    if "decision" in asked:
        asked = {**asked, "record": server.ask("choices")["example"]}
    verdict = server.ask("again", **asked, decided=decided)["verdict"]
    assert (verdict["mark"], verdict["bests"]) == (mark, bests)
    assert verdict["lost"] == pytest.approx(lost, abs=0.5 if "hand" in asked else 0)
