"""The quiz's server: the hands of a series, what throws lose, what is to be learnt."""

import pytest

from piquet_sim.advice.losses import find_throw
from piquet_sim.advice.trials import JUDGED_FROM, Question, try_discards
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
    poor = [parse_hand(format_cards(list(iterate_cards(one.hand))[:3])) for one in questions]
    lines = server.ask_lines("quiz", **SERIES, throws="-".join(map(written, poor)))
    *verdicts, last = lines
    assert [line["place"] for line in verdicts] == [0, 1, 2] * 2
    verdicts = verdicts[3:]  # each is told again with what the rivals lose
    lost = 0
    for question, throw, told in zip(questions, poor, verdicts, strict=True):
        both = [parse_hand(told["best"]["discard"]), throw]
        made = try_discards(question, both, told["deals"], first=JUDGED_FROM).astype(int)
        worth = made[:, :, 0] - made[:, :, 1]
        gap = (worth[:, 0] - worth[:, 1]).mean()
        assert told["lost"] == pytest.approx(
            gap if told["mark"] not in ("best", "good", "close") else 0
        )
        lost += told["lost"]
        assert told["said"].split()[0] == f"{gap:.1f}"
        assert told["reasons"] or told["lost"] == 0
        for name, rival in told["rivals"].items():
            assert rival["cards"] == [
                format_cards([card]) for card in iterate_cards(find_throw(name, question))
            ]
    assert last["over"]
    assert last["judged"] == last["seen"] == 3
    assert float(last["lost"].split()[0]) == pytest.approx(lost, abs=0.16)
    assert lost > 5  # the three highest spades
    assert set(last["rivals"]) == {"expert", "club"}


def test_quiz__the_best_loses_nothing_and_a_skipped_hand_counts_for_nothing(server):
    (first, _) = deal_hands("any", 4127, 2)
    verdict, *_ = server.ask_lines(
        "quiz", **SERIES, throws=written(find_throw("club", Question(first)))
    )
    best = verdict["best"]["discard"].replace(" ", "")
    *_, verdict, last = server.ask_lines("quiz", **SERIES, throws=f"{best}-0")
    assert (verdict["mark"], verdict["lost"], verdict["reasons"]) == ("best", 0, [])
    assert (last["judged"], last["seen"], last["best"], last["habits"]) == (1, 2, 1, [])


def test_again__asks_what_the_seat_knew_and_judges_the_answer(server):
    hand = {"hand": "AKJ.AQJ8.98.J87"}
    told = server.ask("again", **hand)
    assert (told["kind"], told["least"], told["most"], len(told["cards"])) == ("exchange", 1, 5, 12)
    assert "best" not in told
    right = server.ask("again", **hand, decided="8H 9D 8D 8C 7C")["verdict"]
    wrong = server.ask("again", **hand, decided="KS 9D 8D 8C 7C")["verdict"]
    assert (right["mark"], right["lost"], right["reasons"]) == ("best", 0, [])
    assert (wrong["mark"], wrong["bests"]) == ("under8", ["8H 9D 8D 8C 7C"])
    assert wrong["lost"] == pytest.approx(6.4, abs=0.5)
    assert wrong["reasons"]
    record = {"record": server.ask("choices")["example"]}
    card = server.ask("again", **record, decision="20", seat="elder")
    assert (card["led"], card["legal"], len(card["plays"])) == ("AC", card["cards"], 19)
    played = server.ask("again", **record, decision="20", decided="JS")["verdict"]
    assert (played["mark"], played["lost"], played["bests"]) == ("under3", 2.0, ["9S"])
    assert server.ask("again", **record, decision="20", decided="9S")["verdict"]["mark"] == "best"
    assert len(server.ask("again", **record, decision="call-1", seat="elder")["cards"]) == 12
    assert "may not be played" in server.refuse("again", **record, decision="20", decided="AH")
