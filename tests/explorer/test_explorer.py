"""The explorer's server: what it answers, whom it refuses, when it stops."""

import asyncio
import json
import random
import re
import signal
import time
from contextlib import closing
from fractions import Fraction
from threading import Event
from urllib.parse import urlencode

import psutil
import pytest
from explorer_server import run_server
from specimens import HAND

from piquet_sim.advice.trials import JUDGED_FROM, Question, try_discards
from piquet_sim.advice.walkthrough import Start, lay_out_deal, walk_deal
from piquet_sim.exact.draw_odds import find_odds, rank_discards
from piquet_sim.explorer.application import make_application
from piquet_sim.explorer.questions import KEYS, read_query
from piquet_sim.explorer.service import open_port
from piquet_sim.game.cards import format_cards, iterate_cards, parse_hand
from piquet_sim.game.errors import InputError

DISCARD = "KS 9D 8D 8C 7C"
POOR = "T97.T97.T97.T87"  # thirty sensible discards, none best beyond doubt: played to the end


def test_odds__are_the_exact_ones(server):
    told = server.ask("odds", hand=HAND, aim="quatorze:J", discard=DISCARD, versus="9D 8D 8C 7C")
    ranked = rank_discards(parse_hand(HAND), "quatorze:J")
    assert told["all"] == len(ranked) == 1585
    shown = [one["discard"] for one in told["discards"]]
    assert shown == [format_cards(iterate_cards(one.discard)) for one in ranked[: len(shown)]]
    for name, discard in (("chosen", DISCARD), ("versus", "9D 8D 8C 7C")):
        exact = find_odds(parse_hand(HAND), parse_hand(discard))
        events = {one["event"]: one for one in told[name]["events"]}
        assert {event: one["favourable"] for event, one in events.items()} == exact.events
        assert {one["of"] for one in events.values()} == {exact.draws}
        numerator, denominator = map(int, told[name]["value_exact"].split("/"))
        assert Fraction(numerator, denominator) == exact.value_mean
        assert told[name]["value_said"] == f"{float(exact.value_mean):.2f}"


def test_advice__streams_to_its_end_what_the_deals_make(server):
    lines = server.ask_lines("advice", hand=HAND, seconds="20")
    assert [line["over"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert [line["judged"] for line in lines] == sorted(line["judged"] for line in lines)
    for judged in (False, True):
        deals = [line["deals"] for line in lines if line["judged"] == judged]
        assert deals == sorted(deals)
    last = lines[-1]
    assert last["sure"]
    assert last["discards"][0]["verdict"] == "best beyond doubt"
    discards = [parse_hand(one["discard"]) for one in last["discards"]]
    made = try_discards(
        Question(parse_hand(HAND)), discards, last["deals"], first=JUDGED_FROM
    ).astype(int)
    for place, one in enumerate(last["discards"]):
        assert one["deals"] == last["deals"]
        assert one["value"] == pytest.approx((made[:, place, 0] - made[:, place, 1]).mean())
    assert [one["loses"] == "0" for one in last["discards"]][:2] == [True, False]


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_deal__margins_move_by_what_is_given_away(server, seat):
    """Card by card, any card: the margin is what the best play to the end makes of it."""
    chance = random.Random(3)
    sign = 1 if seat == "elder" else -1
    question = {"hand": HAND, "discard": "9D 8D 7C", "number": "11", "seat": seat}
    cards = []
    told = server.ask("deal", **question)
    deal = lay_out_deal(Start(parse_hand(HAND), parse_hand("9D 8D 7C"), seat=seat, number=11))
    assert told["deal"] == deal
    assert {move["card"]: move["value"] for move in told["moves"]} == {
        format_cards([card]): value for card, value in walk_deal(deal).values.items()
    }
    for place in range(24):
        ends = {move["card"]: move["ends"] for move in told["moves"]}
        costs = {move["card"]: move["cost"] for move in told["moves"]}
        turn, best = told["turn"], told["best"]
        margin = sign * (told["ends"]["elder"] - told["ends"]["younger"])
        assert told["margins"][-1] == margin == ends[best[0]]
        assert margin == (max if turn == seat else min)(ends.values())
        card = chance.choice(list(ends))
        cards.append(card)
        told = server.ask("deal", **question, play=" ".join(cards))
        assert len(told["margins"]) == place + 2
        assert told["margins"][-1] == ends[card]
        assert {key: told["played"][-1][key] for key in ("card", "seat", "gave")} == {
            "card": card, "seat": turn, "gave": costs[card],
        }  # fmt: skip
        assert abs(told["margins"][-1] - told["margins"][-2]) == costs[card]
    score = told["score"]
    assert told["margins"][-1] == sign * (score["elder"] - score["younger"])
    assert told["over"]
    assert told["ends"] == score
    assert sum(card["gave"] for card in told["played"]) > 0


@pytest.mark.parametrize("rules", ["american", "cotton_1674", "parlett", "boussac_1896", "au_cent"])
def test_deal__under_every_rule_book(server, rules):
    hand = server.ask("random", rules=rules, number="3")["hand"]
    read = server.ask("hand", hand=hand, rules=rules)
    told = server.ask("deal", hand=hand, rules=rules, discard=read["cards"][-1], number="1")
    assert len(told["moves"]) == 12
    known = rules in ("parlett", "boussac_1896", "au_cent")
    assert all(("cost" in move) == ("ends" in move) == known for move in told["moves"])
    assert (told["margins"] == [None]) != known == (told["ends"] is not None)
    assert rules in server.ask_lines("advice", hand=hand, rules=rules)[0]["error"]


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [
        ("hand", {"hand": "AKJ.AQJ8.98"}, "expected 4 suits separated by dots"),
        ("hand", {"hand": "AS AS"}, "♠A twice"),
        ("hand", {"hand": "AKQJT987.AKQJT.."}, "13 cards; at most 12 are dealt"),
        ("hand", {"hand": "6S"}, "not in the pack of 32"),
        ("odds", {"hand": "AS KS"}, "expected 12 cards, got 2"),
        ("odds", {"hand": HAND, "discard": "TS"}, "TS is not in the hand"),
        ("odds", {"hand": HAND, "aim": "quatorz:J"}, "did you mean 'quatorze:J'"),
        ("odds", {"hand": HAND, "rules": "rubicn"}, "did you mean 'rubicon'"),
        ("odds", {"hand": HAND, "rules": "cotton_1674"}, "requires the pack of 32"),
        ("odds", {"hand": HAND, "seat": "dealer"}, "elder or younger"),
        ("odds", {"hand": HAND, "seat": "younger", "took": "6"}, "elder may take 1 to 5"),
        ("odds", {"hand": HAND, "sead": "elder"}, "did you mean 'seat'"),
        ("deal", {"hand": HAND}, "choose the cards to discard"),
        ("deal", {"hand": HAND, "discard": "KS", "draw": "AS"}, "AS was dealt"),
        ("deal", {"hand": HAND, "discard": "KS", "play": "TS"}, "whose turn it is"),
        ("deal", {"hand": HAND, "discard": "KS", "number": "1e9"}, "not a whole number"),
        ("deal", {"hand": HAND, "discard": "KS", "number": str(2**63)}, "from 0 to"),
        ("deal", {"hand": HAND, "discard": "KS", "strategy": "exprt"}, "did you mean 'expert'"),
        ("advice", {"hand": HAND, "score": "68"}, "as in 68-155"),
        ("advice", {"hand": HAND, "score": "68-155", "deal": "7"}, "from 1 to 6"),
        ("advice", {"hand": HAND, "seconds": "nan"}, "more than 0"),
        ("advice", {"hand": HAND, "seconds": "1e99"}, "at most 30"),
        ("advice", {"hand": "AS"}, "expected 12 cards"),
        ("contrast", {"hand": HAND, "discard": "KS"}, "expected two discards"),
        ("contrast", {"hand": HAND, "discard": "KS", "versus": "9D", "deals": "1"}, "from 2 to"),
        ("contrast", {"hand": HAND, "discard": "KS", "versus": "KS"}, "two different"),
        ("quiz", {"series": "one"}, "not a whole number"),
        ("quiz", {"series": "1", "throws": "AS-ZZ"}, "throws"),
        ("quiz", {"series": "1", "throws": "-".join("0" * 11)}, "a series has 10 hands"),
        ("quiz", {"series": "1", "theme": "blanch"}, "did you mean 'blanche'"),
        ("quiz", {"series": "1", "rules": "american"}, "requires the rules of rubicon"),
    ],
)  # fmt: skip
def test_question__that_cannot_be_is_refused_in_one_line(server, name, query, said):
    """A stream says so in its one line, as its status has been sent by then."""
    is_streamed = name in ("advice", "contrast", "quiz")
    error = (
        server.ask_lines(name, **query)[0]["error"] if is_streamed else server.refuse(name, **query)
    )
    assert said in error
    assert "\n" not in error


def test_query__names_stand_once_and_are_known():
    with pytest.raises(InputError, match="is given twice"):
        read_query([("hand", HAND), ("hand", HAND)])
    with pytest.raises(InputError, match="201 characters; at most 200"):
        read_query([("hand", "A" * 201)])
    assert read_query((key, "") for key in KEYS).state == {}


def test_page__has_no_part_from_elsewhere_and_none_is_kept(server):
    for path, kind in (
        ("/", "text/html"),
        ("/explorer.css", "text/css"),
        ("/explorer.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
    ):
        status, headers, body = server.get(path)
        assert status == 200
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["content-type"].split(";")[0] == kind
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        text = body.decode().replace("http://www.w3.org/2000/svg", "")
        assert not re.search("https?:", text)
        assert "//" not in text.split("<body>")[0] or path.endswith(".js")


HOSTS = ("evil.example", "evil.example:{port}", "", "127.0.0.1.evil.example:{port}", "[::1]")
ORIGINS = (
    "http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1",
    "http://127.0.0.1:{port}.evil.example",
)  # fmt: skip
REFUSED = [
    *((path, {}, 404) for path in ("/x.js", "/page/", "/..", "/%2e%2e/service.py", "/%00")),
    ("/a" * 900, {}, 404),
    *(("/api/choices", {"headers": {"Host": host}}, 400) for host in HOSTS),
    *(("/api/choices", {"headers": {"Origin": origin}}, 403) for origin in ORIGINS),
    *(("/api/choices", {"method": one}, 405) for one in ("POST", "PUT", "DELETE", "PATCH", "BREW")),
    *((path, {"token": token}, 403) for token in ("", "x")
      for path in ("", "/", "/explorer.js", "/api/choices", f"/api/odds?hand={HAND}")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "more", "status"), REFUSED)
def test_gate__answers_none_but_its_own_page(server, path, more, status):
    headers = {key: one.format(port=server.port) for key, one in more.get("headers", {}).items()}
    found, sent, body = server.get(path, **{**more, "headers": headers})
    assert found == status
    assert b"strategies" not in body
    assert headers or sent["x-content-type-options"] == "nosniff"
    own = {"Host": f"localhost:{server.port}", "Origin": f"http://127.0.0.1:{server.port}"}
    assert server.get("/api/choices", own)[0] == 200
    for token in (server.token[:-1], server.token.swapcase()):
        assert server.get("/", token=token)[0] == 403


def test_token__a_browser_is_opened_without_it_and_led_to_the_page_once():
    """Other accounts of the machine can see with which address a program is started."""
    app = make_application(80, "token", {"opener"}, Event())
    asked = {"type": "http", "method": "GET", "path": "/opener", "query_string": b"hand=AS",
             "headers": [(b"host", b"localhost")]}  # fmt: skip
    told = []

    async def send(message):
        told.append(message)

    for status in (307, 403):
        told.clear()
        asyncio.run(app(dict(asked), None, send))
        assert told[0]["status"] == status
        led = dict(told[0]["headers"]).get(b"location")
        assert led == (b"/token/?hand=AS" if status == 307 else None)


LETTERS = "AKQJT987SHDC. -+%0129&=/é♠"


def test_server__strange_questions_are_answered_or_refused(server):
    chance = random.Random(7)
    for _ in range(100):  # letters of an address drawn at random
        name = chance.choice(["hand", "odds", "deal", "advice", "contrast", "random"])
        pairs = [
            (key, "".join(chance.choices(LETTERS, k=chance.randint(0, 30))))
            for key in chance.choices([*KEYS], k=chance.randint(1, 4))
        ]
        status, _, body = server.get(f"/api/{name}?{urlencode(pairs)}")
        assert status in (200, 422), (pairs, body)
    assert server.ask("choices")["version"]
    assert "Traceback" not in "".join(server.said)


def _wait_until_idle(process, seconds=5.0):
    # Seconds until the process has used no time for a third of a second.
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        before = sum(process.cpu_times()[:2])
        time.sleep(0.35)
        if sum(process.cpu_times()[:2]) - before < 0.05:
            return time.monotonic() - begun
    return None


def test_server__plays_no_longer_than_somebody_listens(server):
    asked = []
    for _ in range(4):
        connection = server.connect()
        connection.request("GET", f"/{server.token}/api/advice?hand={POOR}&seconds=30")
        asked.append((connection, connection.getresponse()))
    for connection, answer in asked:
        assert json.loads(answer.readline())["over"] is False
        answer.close()
        connection.close()
    # Long before the last of them, played to its end, would be over.
    assert _wait_until_idle(psutil.Process(server.process.pid), 20.0) is not None
    assert server.ask_lines("advice", hand=HAND)[-1]["over"]


def test_server__listens_on_the_loopback_address_only(server):
    listening = [
        connection.laddr
        for connection in psutil.Process(server.process.pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    ]
    assert [(place.ip, place.port) for place in listening] == [("127.0.0.1", server.port)]


def test_server__an_interrupt_ends_it_in_mid_stream():
    with run_server() as running, closing(running.connect()) as connection:
        connection.request("GET", f"/{running.token}/api/advice?hand={POOR}&seconds=30")
        connection.getresponse().readline()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait() == 130
        running.reader.join()
        assert "Traceback" not in "".join(running.said)
        assert "ERROR" not in "".join(running.said)


def test_port__that_is_taken_is_said_in_one_line():
    with open_port(0) as taken:
        with pytest.raises(InputError, match="in use; --port 0 chooses any free port"):
            open_port(taken.getsockname()[1])
