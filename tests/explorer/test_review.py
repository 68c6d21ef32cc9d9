"""The explorer's answers about a deal that was played.

Covers `explorer.answers`, `explorer.records`.
"""

import json
from base64 import urlsafe_b64encode
from zlib import compressobj

import pytest
from command_line import refuses
from explorer_page import RECORD as CODE
from specimens import HAND, PLAYED_AGAIN, ROOT

from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.notation import read_deals, write_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.review.deal_review import add_losses, review_deal
from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer import answers, review
from piquet_sim.explorer.questions import RECORDED, Asked
from piquet_sim.explorer.records import COMMON_BYTES, EXAMPLE, read_code, read_pasted, write_code
from piquet_sim.game.cards import format_card, parse_card
from piquet_sim.game.terms import SEATS

ASKED = Asked({"record": CODE})
PARTS = {"exchange": ("discard",), "play": ("lead", "reply"), "calls": ("call", "carte blanche")}


@pytest.mark.parametrize("rules", ["rubicon", "parlett"])
def test_record__goes_into_the_address_and_comes_back(rules):
    simulation = Simulation("club", "novice", rules)
    for index in range(20):
        record = read_record(
            describe_deal(simulation.replay_deal(index))
            | {"players": {"elder": "Zoë", "younger": "a “friend”"}}
        )
        code = write_code(record)
        back, right = ((one.players, one.plays, one.scored) for one in (read_code(code), record))
        assert (back[:2], back[2].as_json()) == (right[:2], right[2].as_json())
        assert len(code) < 350


def squeeze(text):
    packer = compressobj(9, zdict=COMMON_BYTES)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (read_code, CODE[:-9], "missing or altered"),
        (read_code, CODE[:40] + "A" + CODE[41:], "missing or altered"),
        (read_code, "~~~", "missing or altered"),
        (read_code, "é" * 8, "missing or altered"),
        (read_code, squeeze(" " * 10_000_000), "too long"),
        (read_code, squeeze("[]"), "expected a JSON object"),
        (read_code, squeeze("{"), "missing or altered"),
        (read_code, squeeze('{"elder": 1}'), "elder"),
        (read_pasted, "", "expected a deal with its play"),
        (read_pasted, "{", "not JSON"),
        (
            read_pasted,
            json.dumps({**PLAYED_AGAIN, "play": "JH TH 8H AD QH 7H"}),
            "card 6 (trick 3): 7H is not",
        ),
        (read_pasted, json.dumps({**PLAYED_AGAIN, "play": "JH TH 8H"}), "24 cards, got 3"),
        (read_pasted, json.dumps({**PLAYED_AGAIN, "play": None}), "play is missing"),
        (read_pasted, json.dumps({**PLAYED_AGAIN, "play": ""}), "play is missing"),
        (read_pasted, json.dumps({**PLAYED_AGAIN, "talon": "9S"}), "talon"),
        (
            read_pasted,
            json.dumps({**PLAYED_AGAIN, **{"elder": {"dealt": HAND, "discard": "Q..."}}}),
            "QS",
        ),
        (read_pasted, "/etc/hostname", "line 1"),
    ],  # text, and no file's name
)
def test_record__altered_in_the_address_or_wrong_as_pasted_is_refused(read, text, said):
    with refuses(said):
        read(text)


@pytest.fixture(scope="module")
def lines():
    return list(review.stream_review(ASKED, lambda: False))


def test_review__ends_with_what_the_review_finds(lines):
    """Every number that the page ends with is the one that `piquet review` prints."""
    told, reviewed = lines[-1], review_deal(PLAYED_AGAIN)
    names = {
        id(one): f"call-{place}"
        for place, one in enumerate(
            [one for one in reviewed.decisions if one.kind in PARTS["calls"]], 1
        )
    }
    for one in reviewed.decisions:
        name = names.setdefault(id(one), str(one.number) if one.number else SEATS[one.seat])
        shown = told["decisions"][name]
        assert (
            shown["lost"] and shown["lost"]["value"],
            shown["verdict"],
            shown["is_best"],
            shown["is_error"],
        ) == (one.loss and one.loss.value, one.verdict, one.done in one.best, one.is_error)
        assert one.done == (" ".join(shown["cards"]) if shown["cards"] else shown["does"])
    assert set(told["decisions"]) == {*names.values()}
    for seat, given in enumerate(told["given"]):
        worse = [one for one in reviewed.list_of(seat) if one.is_error]
        assert {part: one["value"] for part, one in given.items()} == {
            part: add_losses([one for one in worse if one.kind in kinds], by_points=True).value
            for part, kinds in {**PARTS, "all": sum(PARTS.values(), ())}.items()
        }
    assert told["slips"] == [names[id(one)] for one in reviewed.list_worst() if one.lost >= 0.05]
    # As the deal was played again: an error beyond doubt that cost nothing as the cards lay, too.
    assert [told["played"][number - 1]["gave"] for number in (3, 10, 20)] == [0, 2, 2]


def test_review__says_first_what_is_known(lines):
    first, cards, _, last = lines
    states = [(line["counted"], line["over"]) for line in lines]
    assert (
        states,
        {
            first["to_count"],
            last["counted"],
            len(last["order"]),
            sum(one[part]["decisions"] for one in last["given"] for part in PARTS),
        },
    ) == (sorted({*states}), {26})
    # The line ends where it ends from the first; what is not counted is no number.
    assert {line["steps"][-1]["to"] for line in lines} == {5.0}
    uncounted = {one["said"] for line in lines for one in line["steps"] if one["kind"] == "open"}
    assert uncounted == {"…"} == {first["given"][0]["exchange"]["said"]}
    assert [
        (one["play"], one["exchange"]["said"], one["calls"]["said"]) for one in cards["given"]
    ] == [(one["play"], "…", "…") for one in last["given"]]
    assert list(review.stream_review(ASKED, lambda: True)) == [first]


def test_review__a_sunk_class_is_said_before_it_is_valued():
    elder = {**PLAYED_AGAIN["elder"], "calls": {"set": None, "sequence": None}}
    asked = Asked({"record": write_code(read_record({**PLAYED_AGAIN, "elder": elder}))})
    sunk = {
        one["does"]: one["lost"]
        for one in next(review.stream_review(asked, lambda: False))["decisions"].values()
        if one["not_counted"]
    }
    assert (sunk["quart major, sunk"], {*sunk.values()}) == (None, {None})


def test_card__has_the_means_over_all_hands_that_fit(lines):
    told = review.advise_card(Asked({"record": CODE, "decision": "10"}))
    advice = advise_play(read_record(PLAYED_AGAIN).view(10))
    assert (
        told["hands"],
        [one["card"] for one in told["cards"]],
        [told["cards"][place]["loses"] for place in (0, -1)],
    ) == (
        len(advice.hands),
        [format_card(one.card) for one in advice.candidates],
        ["0", lines[-1]["decisions"]["10"]["lost"]["plain"]],
    )
    chances = [advice.chance_of(parse_card(one["card"])) for one in told["holds"]]
    likeliest = sorted(map(advice.chance_of, advice.count_holding()), reverse=True)
    assert chances == likeliest[: len(chances)]


def test_walk__a_deal_that_is_over_can_be_reviewed_and_walked_through_again():
    drawn = {"hand": HAND, "discard": "8H 9D 8D 8C 7C", "number": "7"}
    play = " ".join(answers.walk(Asked(drawn))["best"])
    told = answers.walk(Asked({**drawn, "play": play}))
    assert {
        **answers.walk(Asked({"record": told["record"], "number": RECORDED, "play": play})),
        "deal": None,
    } == {**told, "deal": None}  # one leaves out what goes unsaid


def test_example__is_that_of_the_readme():
    (deal,) = read_deals(ROOT / "notebooks" / "cavendish.txt")
    kept, record = read_code(write_code(read_record(EXAMPLE))), read_record(deal)
    assert (kept.scored.as_json(), kept.players) == (record.scored.as_json(), record.players)


POSITION = {
    "seat": "younger",
    "hand": "T7 T97 AQJT KQT",
    "discard": "7S 9H 7H",
    "draw": "QS AC 7D",
    "took": "5",
    "point": "point of 5 cards making 49",
    "sequence": "Quart major",
    "set": "trio of knaves",
    "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S",
}


@pytest.mark.parametrize(
    ("ask", "asked", "said"),
    [
        (review.advise_card, {"record": CODE, "decision": "25"}, "from 1 to 24"),
        (review.advise_card, {"decision": "1"}, "paste a deal firs"),
        *(
            (review.advise_position, POSITION | changed, said)
            for changed, said in (
                ({"took": ""}, "took: '' is not a whole number"),
                ({"took": "²"}, "took: '²' is not a whole number"),
                ({"point": "five"}, "point: expected good, not good, equal or what the other call"),
                ({"set": "quart major"}, "set: expected good, not good, equal or what the other"),
                ({"point": "good"}, "only elder gets answers"),
                ({"draw": "QS AC"}, "drawn: 2 cards for 3 discarded"),
                ({"play": "AH TH"}, "it is elder's turn"),
            )
        ),
    ],
)
def test_card__that_was_not_played_or_cannot_be_is_refused(ask, asked, said):
    with refuses(said):
        ask(Asked({key: value for key, value in asked.items() if value}))


@pytest.mark.parametrize(
    ("laid", "decision"),
    [
        (POSITION, "21"),
        (
            {
                **{"hand": HAND, "discard": "KS 9D 8D 8C 7C", "draw": "9S 8S KH 9C KD"},
                **{"took": "3", "point": "good", "sequence": "good", "set": "not good"},
            },
            "1",
        ),
    ],
)
def test_position__laid_out_by_hand_is_judged_as_the_deal_is(laid, decision):
    assert review.advise_position(Asked(laid)) == review.advise_card(
        Asked({"record": write_code(read_record(EXAMPLE)), "decision": decision})
    )


@pytest.mark.parametrize(
    ("pasted", "count"),
    [
        ("\n".join(write_deal({**PLAYED_AGAIN, "name": f"Deal {one}"}) for one in range(6)), 6),
        (f"{json.dumps(PLAYED_AGAIN)}\n" * 2, 2),
    ],
)
def test_record__of_several_deals_is_read_whole(server, pasted, count):
    told = server.ask("record", pasted=pasted)["deals"]
    assert (
        [one["scores"] for one in told],
        told[-1]["players"],
        server.ask("record", pasted=json.dumps(PLAYED_AGAIN, indent=8) + " " * 2_000)["record"],
        "at most 20,000" in server.ask("record", 400, pasted="A" * 20_001)["error"],
    ) == ([[28, 23]] * count, ["elder", "younger"], CODE, True)
