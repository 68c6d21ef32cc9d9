"""Logs of another program: deals that it could have logged are read as they were played."""

import copy
import json

import pytest
from attacks import altered, attacks, check_refused, refusal
from command_line import answer, command
from hypothesis import given
from hypothesis import strategies as st
from logged_deals import SEATS, log_moves, show_state, with_suits_drawn_in_order
from refusals import refuses
from specimens import hide_draws, legal_deal

from piquet_sim import Simulation, read_deals, score_deal, write_deal
from piquet_sim.deals.referee import describe_deal
from piquet_sim.notation.records import normalise_deal

PLAYED = [describe_deal(Simulation("club", "novice", seed=5).replay_deal(index))
          for index in range(6)]  # fmt: skip
SUNK = [
    {**legal_deal(seed), **{seat: {**legal_deal(seed)[seat], "calls": calls}
     for seat, calls in zip(SEATS, both, strict=True)}}
    for seed, both in enumerate((("full", "none"), ("none", "full"), ("full", {"set": None})))
]  # fmt: skip
TOTALS = [[score_deal(one)[seat]["total"] for seat in SEATS] for one in PLAYED]


def as_line(*logs):
    return "".join(json.dumps(one) + "\n" for one in logs)


@pytest.mark.parametrize("deal", [*PLAYED, *SUNK[:2]], ids=range(8))
def test_move_log__is_the_deal_that_was_played(deal):
    (read,) = read_deals(as_line(log_moves(deal)))
    totals = [score_deal(deal)[seat]["total"] for seat in SEATS]
    expected = with_suits_drawn_in_order(normalise_deal(deal))
    expected |= {"players": {"elder": "L5", "younger": "L7"}, "totals": totals}
    assert read == expected


@pytest.mark.parametrize("you_first", [True, False])
def test_state__is_the_partie_as_one_player_saw_it(you_first):
    everything_drawn = [one for one in PLAYED if len(one["talon"].split()) == sum(
        len(one[seat]["discard"].replace(".", "")) for seat in SEATS)]  # fmt: skip
    assert len(everything_drawn) >= 3
    deals = read_deals(as_line(show_state(everything_drawn, you_first)))
    assert [one["number"] for one in deals] == list(range(1, len(everything_drawn) + 1))
    running = {"you": 0, "them": 0}
    for deal, played in zip(deals, everything_drawn, strict=True):
        who = deal["players"]
        other = next(seat for seat in SEATS if who[seat] == "them")
        meant = hide_draws(with_suits_drawn_in_order(normalise_deal(played)), other)
        totals = [score_deal(played)[seat]["total"] for seat in SEATS]
        assert {key: deal[key] for key in meant} == meant
        assert deal["totals"] == totals
        assert deal["score"] == [running[who[seat]] for seat in SEATS]
        for seat, made in zip(SEATS, totals, strict=True):
            running[who[seat]] += made
        assert deal["name"] == f"deal {deal['number']} of seed 42, level 3"


def test_call__that_only_was_heard_is_completed():
    """Younger's tierce and trio of which elder heard the size, and a point one card short."""
    state = show_state([PLAYED[0]], you_first=True)
    (deal,) = read_deals(as_line(state))
    assert deal["younger"]["calls"] == PLAYED[0]["younger"]["calls"]
    others = copy.deepcopy(state)
    for event in others["events"]:
        if event["kind"] == "called" and event["who"] == "them" and event["category"] == "point":
            event["said"] = "point of 9"
    with refuses("deal 1: point: 'point of 9' is not the best held, nor one card short of it"):
        read_deals(as_line(others))


def test_commands__read_logs(tmp_path):
    path = tmp_path / "moves.jsonl"
    path.write_text(as_line(*map(log_moves, PLAYED[:2])), encoding="utf-8")
    scored = [json.loads(line) for line in command("score", path).out.splitlines()]
    assert [[one[seat]["total"] for seat in SEATS] for one in scored] == TOTALS[:2]
    written = command("convert", path).out
    assert read_deals(written) == read_deals(path)
    assert answer("convert", path, "--out", tmp_path / "a.pqn", "--json")["form"] == "words"


LOG, STATE = log_moves(PLAYED[0]), show_state(PLAYED[:1], True)


def changed(log, *path, value):
    log = copy.deepcopy(log)
    *way, last = path
    home = log
    for key in way:
        home = home[key]
    home[last] = value
    return log


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ({"level": 3, "seed": 42, "record": ["exchange 7C"]},
         "record: a seed and the commands of one player do not tell what the other did; expected"),
        (changed(LOG, "decisions", value=[]), "decisions: expected one of elder in the phase"),
        (changed(LOG, "decisions", value=3), "decisions: expected a list"),
        (changed(LOG, "decisions", 0, "player", value="dealer"), "decisions: player: expected"),
        (changed(LOG, "decisions", 0, "hand", value="AS"), "decisions: elder's hand after the"),
        (changed(LOG, "decisions", 2, "choice", value="a point"), "expected a point, as in"),
        (changed(LOG, "decisions", 8, "choice", value="6S"), "card 1: "),
        (changed(LOG, "decisions", 9, "hand", value="AS"), "expected "),
        (changed(LOG, "elder_score", value=99), f"totals: 99 to {TOTALS[0][1]} written down, but"),
        (changed(LOG, "decisions", value=LOG["decisions"][:2]), "elder decides nothing after"),
        (changed(STATE, "events", value=[]), "events: no deal of this state is finished"),
        (changed(STATE, "events", value=STATE["events"][:-2] + STATE["events"][-1:]),
         "deal 1: expected 12 cards played by each player"),
        (changed(STATE, "events", -1, "you", value=1000), "totals: "),
        (changed(STATE, "events", 2, "drew", value=["AS"]), "deal 1: "),
    ],
    ids=lambda one: one[:40] if isinstance(one, str) else "",
)  # fmt: skip
def test_log__that_is_wrong_or_not_whole_is_refused(log, said):
    with refuses(said, start="line 1: "):
        read_deals(as_line(log))
    check_refused(command("score", "-", given=as_line(log)), "line 1: ")


def test_game_record__as_text_is_refused_with_what_to_save():
    text = "\nreplay 3 42\nexchange 7C 8C\n*declare 0\nplay KS\nnext\n"
    with refuses("expected the state of that table", start="line 2: replay: a seed and the"):
        read_deals(text)
    check_refused(command("convert", "-", given=text), "line 2: replay: ")


def test_talon__of_which_cards_were_left_is_refused_in_a_state():
    left = next(one for one in map(legal_deal, range(20)) if len(one["talon"].split()) > sum(
        len(one[seat]["discard"].split()) for seat in SEATS))  # fmt: skip
    full = {**left, **{seat: {**left[seat], "calls": "full"} for seat in SEATS}}
    with refuses("cards were seen by nobody", "a state does not say which"):
        read_deals(as_line(show_state([full], True)))


@attacks(60)
@given(altered(st.sampled_from([LOG, STATE])))
def test_attack__is_refused_in_one_line_or_is_a_deal(log):
    for deal in refusal(lambda: read_deals(as_line(log))) or ():
        assert read_deals(write_deal(deal)) == [deal]
