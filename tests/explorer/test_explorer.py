"""The explorer's server: what it answers, whom it refuses, when it stops.

Covers `explorer.application`, `explorer.service`, `explorer.questions`.
"""

import json
import random
import re
import shlex
import socket
import stat
import time
from contextlib import ExitStack, suppress
from fractions import Fraction
from urllib.parse import urlencode

import psutil
import pytest
from command_line import answer, refuses
from explorer_page import DISCARD
from explorer_server import begin_advice
from specimens import HAND

from piquet_sim.conditions.drawn_hands import rank_discards
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.walkthrough import lay_out_deal, trace_deal
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.odds import say_odds
from piquet_sim.explorer.questions import KEYS
from piquet_sim.explorer.service import open_port
from piquet_sim.game.cards import format_cards, iterate_cards, parse_hand


@pytest.fixture(scope="module", autouse=True)
def idle(server):
    """Connections that ask nothing, beside which all is answered."""
    begun = (b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: a") * 70
    made = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in begun]
    for one, sent in zip(made, begun, strict=True):
        one.sendall(sent)
    assert server.ask("hand", hand=HAND)["cards"]
    return made


@pytest.mark.parametrize(
    ("aim", "heads"),
    [
        ("hand.value", []),
        ("hand.knaves == 4", ["chance", "odds"]),
        ("hand.knaves==4 or unseen.best_sequence<5", ["chance", "odds"]),
        ("hand.aces - unseen.aces", ["mean"]),
    ],
)
def test_odds__by_any_expression_are_those_of_python(server, aim, heads):
    asked = {"discard": DISCARD, "versus": "9D 8D 8C 7C"}
    told = server.ask("odds", hand=HAND, aim=aim, **asked)
    ranked, mine = rank_discards(HAND, aim), parse_hand(DISCARD)
    say = {"chance": "{:.2%}".format, "mean": "{:.2f}".format, "odds": say_odds}
    kind = {"odds": Fraction}
    shown = [(one["discard"], one["rates"]) for one in told["discards"]]
    assert shown == [
        (
            format_cards(iterate_cards(one.discard)),
            [say[head](kind.get(head, float)(one.rate(aim))) for head in heads],
        )
        for one in ranked[: len(shown)]
    ]
    assert (
        told["heads"],
        told["all"],
        told["chosen"]["rank"],
        f'--aim "{told["aim"]}"' in told["command"],
    ) == (heads, 1585, [one.discard for one in ranked].index(mine) + 1, bool(heads))
    for name, discard in zip(("chosen", "versus"), asked.values(), strict=True):
        exact = find_odds(parse_hand(HAND), parse_hand(discard))
        events = {one["event"]: (one["favourable"], one["of"]) for one in told[name]["events"]}
        assert (events, Fraction(told[name]["value_exact"])) == (
            {event: (count, exact.draws) for event, count in exact.events.items()},
            exact.value_mean,
        )


def test_advice__streams_to_its_end_what_the_deals_make(server):
    lines = server.ask_lines("advice", hand=HAND, seconds="20")
    seen, last = [(line["over"], line["judged"], line["deals"]) for line in lines], lines[-1]
    assert (seen, last["over"], last["sure"], last["discards"][0]["verdict"]) == (
        sorted(seen),
        True,
        True,
        "best beyond doubt",
    )
    made = try_discards(
        Question(parse_hand(HAND)),
        [parse_hand(one["discard"]) for one in last["discards"]],
        last["deals"],
        first=JUDGED_FROM,
    )
    assert [one["value"] for one in last["discards"]] == pytest.approx(
        made[:, :, 0].mean(axis=0) - made[:, :, 1].mean(axis=0)
    )


def test_advice__its_command_asks_the_same(server):
    asked = {"seat": "younger", "took": "4", "strategy": "club", "score": "68-155", "deal": "5"}
    (*_, last) = server.ask_lines("advice", hand=HAND, seconds="0.2", **asked)
    _, *words = shlex.split(last["command"])
    question = Question(parse_hand(HAND), "younger", 4, "club", (68, 155), 5)
    assert answer(*words, "--json")["question"] == question.describe()


@pytest.mark.parametrize(("seat", "sign"), [("elder", 1), ("younger", -1)])
def test_deal__margins_move_by_what_is_given_away(server, seat, sign):
    """Card by card, any card: the margin is what the best play to the end makes of it."""
    chance, played = random.Random(3), []
    question = {"hand": HAND, "discard": "9D 8D 7C", "number": "11", "seat": seat}
    told = server.ask("deal", **question)
    deal = lay_out_deal(Question(parse_hand(HAND), seat), parse_hand("9D 8D 7C"), number=11)
    values = {format_cards([card]): value for card, value in trace_deal(deal)[0].values.items()}
    assert {move["card"]: move["value"] for move in told["moves"]} == values
    while not told["over"]:
        ends = {move["card"]: move["ends"] for move in told["moves"]}
        margin = sign * (told["ends"]["elder"] - told["ends"]["younger"])
        assert (
            told["margins"][-1]
            == margin
            == (max if told["turn"] == seat else min)(ends.values())
            == ends[told["best"][0]]
        )
        move = chance.choice(told["moves"])
        played.append(move["card"])
        told = server.ask("deal", **question, play=" ".join(played))
        assert (told["margins"][-1], told["played"][-1]["gave"], move["cost"]) == (
            move["ends"],
            *[abs(move["ends"] - margin)] * 2,
        )
    assert (len(played), len(told["margins"]), told["ends"]) == (24, 25, told["score"])


@pytest.mark.parametrize("rules", ["american", "cotton_1674", "parlett", "boussac_1896", "au_cent"])
def test_deal__under_every_rule_book(server, rules):
    asked = {"hand": server.ask("random", rules=rules, number="3")["hand"], "rules": rules}
    told = server.ask("deal", **asked, discard=server.ask("hand", **asked)["cards"][-1], number="1")
    known = rules in ("parlett", "boussac_1896", "au_cent")
    assert (
        [("cost" in move, "ends" in move) for move in told["moves"]],
        told["margins"] != [None],
        told["ends"] is not None,
    ) == ([(known, known)] * 12, known, known)
    assert rules in server.ask_lines("advice", **asked)[0]["error"]


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [
        ("hand", {"hand": "AKJ.AQJ8.98"}, "expected 4 suits separated by dots"),
        ("hand", {"hand": "AS AS"}, "♠A twice"),
        ("hand", {"hand": "AKQJT987.AKQJT.."}, "13 cards; at most 12 are dealt"),
        ("hand", {"hand": "6S"}, "not in the pack of 32"),
        ("odds", {"hand": "AS KS"}, "expected 12 cards, got 2"),
        ("odds", {"discard": "TS"}, "TS is not in the hand"),
        ("odds", {"aim": "hand.knavs == 4"}, "aim: 'hand.knavs' (character 1) is un"),
        ("odds", {"aim": "elder.aces > 1"}, "there are: hand, unseen"),
        ("odds", {"aim": "hand.point"}, "for a number write hand.longest_suit or"),
        ("odds", {"aim": "four knaves"}, "did you mean hand.knaves == 4?"),
        ("odds", {"rules": "rubicn"}, "did you mean 'rubicon'"),
        ("odds", {"rules": "cotton_1674"}, "of 32; the rules have pack=36"),
        ("odds", {"seat": "south"}, "elder or younger"),
        ("odds", {"seat": "younger", "took": "6"}, "elder may take 1 to 5"),
        ("odds", {"sead": "elder"}, "did you mean 'seat'"),
        ("deal", {}, "choose the cards to discard"),
        ("deal", {"discard": "KS", "draw": "AS"}, "AS was dealt"),
        ("deal", {"discard": "KS", "play": "TS"}, "whose turn it is"),
        ("deal", {"discard": "KS", "number": "1e9"}, "not a whole number"),
        ("deal", {"discard": "KS", "number": str(2**63)}, "from 0 to"),
        ("deal", {"discard": "KS", "strategy": "exprt"}, "did you mean 'expert'"),
        ("advice", {"score": "68"}, "as in 68-155"),
        ("advice", {"score": "68-155", "deal": "7"}, "from 1 to 6"),
        ("advice", {"seconds": "nan"}, "more than 0"),
        ("advice", {"seconds": "1e99"}, "at most 30"),
        ("advice", {"hand": "AS"}, "expected 12 cards"),
        ("advice", {"seconds": "Infinity"}, "seconds"),
        ("contrast", {"discard": "KS"}, "expected two discards"),
        ("contrast", {"discard": "KS", "versus": "9D", "deals": "1"}, "from 2 to"),
        ("contrast", {"discard": "KS", "versus": "KS"}, "two different"),
        ("quiz", {"series": "one"}, "not a whole number"),
        ("quiz", {"series": "²"}, "not a whole number"),
        ("quiz", {"series": "1", "throws": "AS-ZZ"}, "throws"),
        ("quiz", {"series": "1", "throws": "-".join("0" * 11)}, "a day has 10 hands"),
    ],
)
def test_question__that_cannot_be_is_refused_in_one_line(server, name, query, said):
    """A stream says so in its one line, as its status has been sent by then."""
    status = 200 if name in ("advice", "contrast", "quiz") else 400
    told = server.ask(name, status, **(query if name == "quiz" else {"hand": HAND} | query))
    assert (said in told["error"], "\n" in told["error"]) == (True, False)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "html"),
        ("/explorer.css", "css"),
        ("/explorer.js", "javascript"),
        ("/icon.svg", "svg+xml"),
    ],
)
def test_page__has_no_part_from_elsewhere_and_none_is_kept(server, path, kind):
    status, sent, body = server.get(path)
    assert (
        status,
        sent["content-type"].split(";")[0].split("/")[1],
        sent["x-content-type-options"],
        sent["cache-control"],
        "default-src 'none'" in sent["content-security-policy"],
    ) == (200, kind, "nosniff", "no-store", True)
    assert not re.search(
        "https?:" if path.endswith(".js") else "https?:|//",
        body.decode().replace("http://www.w3.org/2000/svg", ""),
    )


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        *(
            ("/api/hand", {"headers": {"Host": name, "Origin": origin}}, status)
            for name, origin, status in (
                ("box.example:9000", "https://box.example:9000", 200),
                ("box.example", "http://evil.example", 403),
                ("not.box.example", "http://box.example", 400),
                ("127.0.0.1", "https://not.box.example", 403),
            )
        ),
        *((path, {}, 404) for path in ("/x.js", "/page/", "/..", "/%2e%2e/service.py", "/%00")),
        ("/a" * 900, {}, 404),
        *(
            ("/api/choices", {"headers": {"Host": host}}, 400)
            for host in (
                "evil.example",
                "evil.example:{port}",
                "",
                "127.0.0.1.evil.example:{port}",
                "[::1]",
            )
        ),
        *(
            ("/api/choices", {"headers": {"Origin": origin}}, 403)
            for origin in (
                "http://evil.example",
                "null",
                "https://127.0.0.1:{port}",
                "http://127.0.0.1:1",
                "http://127.0.0.1:{port}.evil.example",
            )
        ),
        *(
            ("/api/choices", {"method": one}, 405)
            for one in ("POST", "PUT", "DELETE", "PATCH", "BREW")
        ),
        *(
            (path, {"token": token}, 403)
            for token in ("", "x")
            for path in ("", "/", "/explorer.js", "/api/choices", f"/api/odds?hand={HAND}")
        ),
    ],
)
def test_gate__answers_none_but_its_own_page(server, path, more, status):
    headers = {key: one.format(port=server.port) for key, one in more.get("headers", {}).items()}
    found, sent, body = server.get(path, **{**more, "headers": headers})
    assert (found, b"strategies" in body) == (status, False)
    assert headers or sent["x-content-type-options"] == "nosniff"


def test_gate__answers_its_own_page_by_its_token(server):
    own = {"Host": f"localhost:{server.port}", "Origin": f"http://127.0.0.1:{server.port}"}
    found = (
        server.get("/api/choices", own),
        *(server.get("/", token=one) for one in (server.token[:-1], server.token.swapcase())),
    )
    assert [status for status, *_ in found] == [200, 403, 403]


def test_server__strange_questions_are_answered_or_refused(server):
    chance = random.Random(7)
    for _ in range(100):  # letters of an address drawn at random
        name = chance.choice(["hand", "odds", "deal", "advice", "contrast", "random"])
        pairs = [
            (key, "".join(chance.choices("AKQJT987SHDC. -+%0129&=/é♠", k=chance.randint(0, 30))))
            for key in chance.choices([*KEYS], k=chance.randint(1, 4))
        ]
        status, _, body = server.get(f"/api/{name}?{urlencode(pairs)}")
        assert status in (200, 400), (pairs, body)


def test_server__connections_that_ask_nothing_are_closed(idle):
    """Since nothing came in time."""
    for one in idle:
        with suppress(ConnectionError), one:
            assert one.recv(1) == b""


def test_server__plays_no_longer_than_somebody_listens(server):
    with ExitStack() as stack:
        assert [json.loads(begin_advice(stack, server).readline())["over"] for _ in range(4)] == [
            False
        ] * 4
    process, used = psutil.Process(server.process.pid), [0.0, 1.0]
    while used[-1] - used[-2] > 0.05:  # the last of them, played to its end, would take 30 s
        assert len(used) < 60
        time.sleep(0.35)
        used.append(sum(process.cpu_times()[:2]))


def test_server__listens_on_the_loopback_address_only(server):
    assert {
        one.laddr
        for one in psutil.Process(server.process.pid).net_connections()
        if one.status == psutil.CONN_LISTEN
    } == {("127.0.0.1", server.port)}


def test_server__opens_a_private_file(server):
    """Other accounts see with which words a program is started, so that no token is in them."""
    path = server.opened
    assert (
        server.token not in str(path),
        [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)],
        f'content="0;url={server.address}"' in path.read_text(),
    ) == (True, [0o600, 0o700], True)


def test_port__that_is_taken_is_said_in_one_line():
    with open_port(0) as taken, refuses("in use; --port 0 chooses any free port"):
        open_port(taken.getsockname()[1])
