"""The contract that every strategy keeps, strategies of one's own, and those that fail in a deal.

What policies may ask about a hand is held beside the same in sets and lists.

Covers `strategies.registry`, `strategies.roster`, `strategies.policies`, `strategies.random`,
`strategies.novice`, `strategies.club`, `strategies.law_and_luck`, `deals.illegal_decisions`,
`kernel.players.club`, `kernel.players.direct`.
"""

import json
import pickle
import random
import re
import sys
from dataclasses import replace
from functools import partial
from itertools import product

import numba
import numpy as np
import pytest
from command_line import command, refuses
from naive_hand import NaiveHand
from reference_hands import pips, ranked, suits_of
from specimens import HAND, PACK, PAIRS, compiled, play_lowest

from piquet_sim import ACE, count_rank, strategies
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard_table import try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.exact.asking_hands import cards_of_rank, hand_value, longest_suit
from piquet_sim.game.cards import PACK_32_MASK, RANK_LETTERS, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.deal.views import CallView
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation, simulate
from piquet_sim.strategies import (
    DiscardView,
    PlayView,
    Strategy,
    find_strategy,
    outside_policy,
    policy,
    random_below,
    register,
    strategy_names,
)
from piquet_sim.strategies.novice import lowest_cards

CLUB = find_strategy("club")
OWN = ("random", "novice", "club", "primer", "expert", "master")


def throw_lowest(view: DiscardView) -> int:
    return lowest_cards(view.hand, 0, view.least)


def play_by_luck(view: PlayView) -> int:
    others = view.legal & (view.legal - 1)
    return others & -others if others and random_below(view.luck, 3) else view.legal & -view.legal


def make_player(name, discard=throw_lowest, play=play_lowest):
    """Who makes these decisions, or throws and plays the lowest cards."""
    return Strategy(name, compiled(discard), compiled(play))


# ---- The contract -------------------------------------------------------------------------------
@pytest.mark.parametrize("name", OWN)
def test_strategy__cites_its_origin(name):
    strategy = find_strategy(name)
    assert find_strategy(f" {name.upper()} ") is strategy
    lines = [len(said.splitlines()) for said in (strategy.origin, strategy.summary)]
    otherwise = replace(strategy, sinks=(1, 0, 0))  # which is not what its name says
    assert (
        strategy.name,
        *lines,
        *(pickle.loads(pickle.dumps(one)).sinks for one in (strategy, otherwise)),
    ) == (*(name, 1, 1), *(strategy.sinks, (1, 0, 0)))


@pytest.mark.parametrize(
    ("elder", "younger", "deals"),
    [
        *((*pair, 2_000) for pair in PAIRS),
        ("expert", "random", 300),
        ("novice", "expert", 300),
        ("master", "expert", 60),
        ("random", "master", 60),
        ("expert+score+sink-point=0.5", "master+score", 60),
    ],
)
def test_strategy__is_legal_and_reproducible_in_both_seats(elder, younger, deals):
    simulation = Simulation(elder, younger, seed=3, mirrored=True)
    once = record_deals(simulation, deals)
    one, two = (run_simulation(simulation, deals, threads).tally for threads in (1, 2))
    again = (record_deals(replace(simulation, seed=seed), deals) for seed in (3, 4))
    assert (one, *map(once.equals, again)) == (two, True, False)


# ---- One's own ----------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("name", ["club", "random"])
def test_player__asked_directly_answers_as_through_pointers(name, rules):
    known = find_strategy(name)
    asked = {what: getattr(known, what) for what in ("discard", "call", "play")}
    unknown = Strategy(
        "unknown", **{what: replace(one, function=lowest_of) for what, one in asked.items()}
    )
    assert known.traits() != unknown.traits()
    directly, *otherwise = (
        Simulation(*pair, rules=rules, seed=3).record_units(0, 300)
        for pair in product((known, unknown), repeat=2)
    )
    assert all(np.array_equal(directly, other) for other in otherwise)


def test_player__with_a_call_from_the_room_of_another_is_asked_for_it():
    """Calls of random alone are answered by lot."""

    def call_nothing(view: CallView) -> int:
        return 0

    call_nothing.__module__ = "piquet_sim.strategies.club"
    silent = replace(find_strategy("club"), name="silent", call=policy(call_nothing))
    records = Simulation(silent, silent, seed=3).record_units(0, 300)
    calls = [f"{seat}_{kind}_call" for seat in SEATS for kind in CLASSES]
    assert not any(records[column].any() for column in calls)


def test_own_strategy__plays_as_object_and_by_name():
    lowest = make_player("lowest")
    as_object = run_simulation(Simulation(lowest, "club", seed=5), 500)
    assert (register(lowest) is find_strategy("lowest") is lowest, as_object.tally) == (
        True,
        run_simulation(Simulation("lowest", "club", seed=5), 500).tally,
    )
    exchanged = as_object.tally.arrays.exchanged[0]
    assert exchanged[1] == exchanged.sum() == 500
    assert (
        register(make_player("lowest", play=play_by_luck)) is find_strategy("lowest"),
        strategy_names(),
    ) == (True, [*OWN, "lowest"])


@pytest.mark.parametrize("play", [play_by_luck, play_lowest])
def test_luck__of_a_policy_makes_it_differ_between_mirrored_deals(play):
    player = make_player("lucky", play=play)
    pair = Simulation(player, player, seed=2, mirrored=True)
    one, other = (pair.replay_deal(index).plays for index in (0, 1))
    assert (one == other) == (play is play_lowest)


def test_policy__is_told_by_annotation_before_name():
    def play_discard(view: DiscardView):
        return view.hand

    assert outside_policy(play_discard).view is DiscardView


def _half(view: PlayView):
    return 0.5


def _objects(view: PlayView):
    return view.no_such_field


def _imports(view: PlayView):
    import os

    return os.getpid()


_TABLE = {1: 2}


def _reads_a_table(view: PlayView):
    return _TABLE[1]


def _draws(view: PlayView):
    return view.legal * (np.random.rand() < 2)  # noqa: NPY002


def test_policy__made_by_a_function_takes_its_parameter_and_may_return_any_integer():
    def keep(least):
        @policy
        def play(view: PlayView):
            return view.legal == least

        return play

    seen = PlayView(*[2] * len(PlayView._fields))._replace(seat=1, rules=0)
    answers = [keep(least)(seen) for least in (2, 5)]
    assert (answers, {*map(type, answers)}) == ([1, 0], {int})


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (_half, "policy '_half' returns float64; it must return an integer"),
        (
            _draws,
            "policy '_draws' draws by np.random, so that no deal could be played again; write .*",
        ),
        (
            _imports,
            r"policy '_imports' cannot be compiled: .*IMPORT_NAME.*\.py, line \d+\); import above "
            r"the function, and draw by random_below\(view.luck, n\)",
        ),
        (
            _reads_a_table,
            r"policy '_reads_a_table' cannot be compiled: .*\.py, line \d+\); it may use numbers, "
            "tuples, arrays and functions compiled by numba",
        ),
        (_objects, r"policy '_objects' cannot be compiled: .*no_such_field.*, line \d+\)"),
    ],
)
def test_policy__says_why_it_is_not_compiled_and_nothing_else(function, said, monkeypatch):
    """But where a traceback is asked for."""
    with pytest.raises(InputError) as refused:
        policy(function)
    assert (bool(re.fullmatch(said, str(refused.value))), refused.value.__cause__) == (True, None)
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")
    with pytest.raises(InputError) as refused:
        policy(_objects)
    assert refused.value.__cause__ is not None


# ---- Illegal answers ----------------------------------------------------------------------------
def lowest_of(cards):
    return cards & -cards


def spoil(decision, answer):
    """A player who decides as club does but for one decision."""

    def decide(view):
        return answer(view)

    decide.__name__ = decision
    return replace(find_strategy("club"), name="bad", **{decision: outside_policy(decide)})


def call_long_point(view):
    return 12 << 8 if view.kind == 1 else view.best


FAULTS = {
    "discards 12 cards": ("discard", lambda view: view.hand, "1 to "),
    "discards 0 cards (nothing)": ("discard", lambda view: 0, "1 to "),
    "which is not in the hand": ("discard", lambda view: lowest_of(PACK_32_MASK & ~view.hand), ""),
    "not a set of cards": ("discard", lambda view: -5, "discards "),
    "the call 136 is not held": ("call", lambda view: 136 * (view.kind == 3), "kind=3"),
    "the call 3072 is not held": ("call", call_long_point, "kind=1"),
    "call 3 ": ("call", lambda view: 3 if view.kind == 4 else view.best, "kind=4"),
    "plays nothing": ("play", lambda view: 0, "may be played"),
    "may be played": ("play", lambda view: view.hand, "plays "),
    "be played": ("play", lambda view: lowest_of(view.hand & ~view.legal or view.legal), "plays "),
}


@pytest.mark.parametrize(
    ("said", "seat"),  # younger alone is asked whether to face what was left
    [(said, seat) for said in FAULTS for seat in ("younger", "elder")[: 1 + (said != "call 3 ")]],
)
def test_illegal_answer__names_strategy_seat_deal_and_view(said, seat):
    decision, wrong, part = FAULTS[said]
    players = {"elder": "club", "younger": "club", seat: spoil(decision, wrong)}
    seen = f"{decision.capitalize()}View(", "of seed 77: "
    with refuses(said, part, *seen, start=f"strategy 'bad' as {seat}, deal "):
        simulate(**players, n=2000, threads=1, seed=77)


def interrupt(view):
    raise KeyboardInterrupt


@pytest.mark.parametrize("decision", ["discard", "call", "play"])
def test_answer__that_is_none_stops_the_run(decision):
    """And who interrupts it in a thread interrupts it."""
    for answer in (None, -1, -(2**63), 2**63, 10**30, 1.5, "12", [], 1 << 40):
        said = "" if isinstance(answer, int) else f"answers {answer!r}, which is no integer"
        with refuses(said, start="strategy 'bad' as elder, deal 0 of seed 1: "):
            simulate(spoil(decision, lambda view, it=answer: it), "club", n=20, threads=1)
    with refuses("failed: SystemExit: "):
        simulate(spoil(decision, sys.exit), "club", n=20, threads=1)
    with pytest.raises(KeyboardInterrupt):
        simulate(spoil(decision, interrupt), "club", n=20, threads=1)


def test_illegal_answer__of_elder_is_told_before_youngers():
    """Both call what they do not hold; elder calls first, so his is the first illegal answer."""
    bad = spoil("call", call_long_point)
    with refuses(start="strategy 'bad' as elder, deal 0 "):
        simulate(bad, bad, n=10, threads=1)


def test_package__has_nothing_that_it_does_not_name():
    with pytest.raises(AttributeError, match="has no attribute 'regster'"):
        strategies.regster  # noqa: B018


# ---- What is asked from Python is checked first -------------------------------------------------
HELD = sum(1 << 16 * suit + rank for suit in range(4) for rank in (1, 2, 3))
AT_DISCARD = DiscardView(*([0] * len(DiscardView._fields)))._replace(hand=HELD, least=1, most=5)
LOOP: list = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("said", "ask"),
    [
        ("law: expected a number from 0", lambda: strategies.read_law(AT_DISCARD, 10**9)),
        ("law: expected a number from 0", lambda: strategies.read_law(AT_DISCARD, -1)),
        ("law: expected a number from 0",
         lambda: strategies.read_law(AT_DISCARD, len(strategies.LAW))),
        ("no rule book number", lambda: strategies.read_law(AT_DISCARD._replace(rules=9**9), 0)),
        ("tuple is not a view", lambda: strategies.read_law(tuple(AT_DISCARD), 0)),
        ("bound: [[...]] is not a whole number", lambda: random_below(1, LOOP)),
        ("luck: [[...]] is not a whole number", lambda: random_below(LOOP, 2)),
        ("bound: expected a number from 1", lambda: random_below(1, 0)),
        ("draw: expected a number from 0", lambda: random_below(1, 2, 10**30)),
        *(
            (said, lambda name=name, change=change: find_strategy(name).discard(change(AT_DISCARD)))
            for name in ("club", "expert", "master")
            for said, change in {
                "view: seat 0 has 14 cards": lambda view: view._replace(hand=HELD | 0b110000),
                "view: seat 0 has 0 cards": lambda view: view._replace(hand=0),
                "view: seat 7 has 12 cards": lambda view: view._replace(seat=7),
                "view: hand has bits that are no cards": lambda view: view._replace(hand=1 << 15),
                "view: hand: 1.5 is not a whole number": lambda view: view._replace(hand=1.5),
                "view: rules: expected": lambda view: view._replace(rules=10**30),
                "no rule book number": lambda view: view._replace(rules=-1),
                "view: expected a DiscardView, got tuple": tuple,
            }.items()
        ),
        ("view: expected a PlayView", lambda: find_strategy("expert").play(AT_DISCARD)),
        *(
            (
                f"strategy 'club': {said}",
                lambda field=field: replace(find_strategy("club"), **field),
            )
            for said, field in {
                "block: expected at least 1, got -1": {"block": -1},
                "block: expected at least 1, got 0": {"block": 0},
                "block: 2.5 is not a whole number": {"block": 2.5},
                "heeds_score: 'no' is neither True nor False": {"heeds_score": "no"},
                "is_slow: 0 is neither True nor False": {"is_slow": 0},
                "shows_blanche: None is neither True nor False": {"shows_blanche": None},
                "summary: 3 is not text": {"summary": 3},
                "packs: '32' is not a whole number": {"packs": ["32"]},
                "sinks: expected three probabilities, got 2": {"sinks": (0, 1)},
                "sinks: expected a number from 0 to 1, got 'no'": {"sinks": (0, 0, "no")},
                "sinks: expected a number from 0 to 1, got 1.5": {"sinks": [0, 0, 1.5]},
                "call_to_score is str": {"call_to_score": "no"},
            }.items()
        ),
        ("sink-point: expected a number from 0 to 1, ", lambda: find_strategy("club").sinking("a")),
        ("no option 'sets=0.5'; ", lambda: find_strategy("club+sets=0.5")),
        ("no option 'score=1'; did you mean 'score'?", lambda: find_strategy("expert+score=1")),
        ("sink-sets stands twice", lambda: find_strategy("Club+sink-sets=0.5+sink-sets")),
        *(
            (f"'{name}' is the package's own", lambda name=name: register(make_player(name)))
            for name in (*OWN, "Club")
        ),
        *(
            ("a name by which it can be found", lambda name=name: register(make_player(name)))
            for name in ("mine+score", " mine", "mine, too", "mine\n")
        ),
        ("'mine': discard is function; decorate ... @policy",
         lambda: Strategy("mine", lambda view: view.hand, compiled(play_lowest))),
        ("'mine': play takes a DiscardView; ... PlayView",
         lambda: make_player("mine", play=throw_lowest)),
        ("'mine': call takes a PlayView; ... CallView",
         lambda: Strategy("mine", *map(compiled, (throw_lowest, play_lowest, play_lowest)))),
        ("'lowest_of': which decision is it", lambda: outside_policy(lowest_of)),
        ("policy 'throw_divided' failed: ZeroDivisionError",
         lambda: compiled(throw_divided)(AT_DISCARD)),
        ("no strategy 'lowest'", lambda: Simulation("lowest", "club")),
    ],
)  # fmt: skip
def test_strategy__asked_from_python_refuses_what_it_cannot_read(said, ask):
    with refuses(*said.split(" ... ")):
        ask()


def test_kernel__asked_from_python_answers_as_policies_are_answered():
    @policy
    def discard(view: DiscardView) -> int:
        return (random_below(view.luck, 1000, 3) << 20) + strategies_law(view, CAPOT)

    view = AT_DISCARD._replace(luck=2**62 + 5)
    assert (discard(view), strategies_law(view, CAPOT)) == (
        (random_below(view.luck, 1000, 3) << 20) + 40,
        40,
    )


strategies_law, CAPOT = strategies.read_law, strategies.LAW.capot
ASKED = {
    "read_law: no such law": lambda view: strategies_law(
        view, view.legal if view.seat else -1 - view.tricks
    ),
    "random_below: the bound is ": lambda view: random_below(
        1, view.hand if view.seat else view.tricks
    ),
}
"""Too much as younger, too little as elder."""


@pytest.mark.parametrize("said", ASKED)
def test_kernel__asked_by_a_policy_refuses_what_it_has_not(said):
    asking = numba.njit(ASKED[said])

    def play(view: PlayView) -> int:
        return asking(view) * 0 + (view.legal & -view.legal)

    player = Strategy("x", find_strategy("club").discard, policy(play))
    for seat, other in (("elder", "younger"), ("younger", "elder")):
        with refuses(f"strategy 'x' as {seat}, deal 0", "policy 'play' failed: ", said):
            simulate(**{seat: player, other: "club"}, n=5, threads=1)


@pytest.mark.parametrize("make", [policy, outside_policy])
@pytest.mark.parametrize("names", [{}, {"__name__": None}, {"__name__": "nowhere"}])
def test_policy__of_code_that_is_no_modules_plays_and_is_known_by_its_code(names, make):
    codes = set()
    for answer in ("legal & -view.legal", "legal & (1 << view.legal.bit_length() - 1)"):
        exec(f"def play(view: 'Nothing'): return view.{answer}", names)
        made = outside_policy(names["play"])
        player = Strategy("x", find_strategy("club").discard, made)
        assert simulate(player, "club", n=20, threads=1).as_json()["n"] == 20
        codes.add(made.code.digest)
    assert len(codes) == 2


NO_POLICIES = {
    "is no Python function of a view": (
        3,
        "play",
        partial(play_lowest),
        len,
        DiscardView,
        CallView,
    ),
    "expected one argument, the view": (lambda view, hand: 1, lambda: 1, lambda *, view: 1),
}


@pytest.mark.parametrize("make", [policy, outside_policy])
@pytest.mark.parametrize(
    ("said", "given"), [(said, one) for said, those in NO_POLICIES.items() for one in those]
)
def test_policy__of_what_is_no_function_of_a_view_is_refused(said, given, make):
    if getattr(given, "__name__", "") == "<lambda>":
        given.__name__ = "play"
    with refuses(said):
        make(given)


SIXTEEN = np.arange(16)


@numba.njit
def read_sixteen(place):
    return SIXTEEN[place]


def play_divided(view: PlayView) -> int:
    return (view.legal & -view.legal) // (view.tricks != 3)


def play_beyond(view: PlayView) -> int:
    return read_sixteen(view.tricks + 12) * 0 + (view.legal & -view.legal)


def throw_divided(view: DiscardView) -> int:
    return view.hand // (view.least - view.least)


def play_out(view: PlayView) -> int:
    return int("three" if view.tricks else view.legal & -view.legal)


FAILURES = {
    "divided": (play_divided, "by zero (test_strategies.py, line ", "tricks=3,"),
    "beyond": (play_beyond, "policy 'play_beyond' failed: IndexError: ", "tricks=4,"),
    "outside": (play_out, "policy 'play_out' failed: ValueError: invalid literal", "tricks=1,"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failure__names_strategy_deal_and_view(name):
    played, said, seen = FAILURES[name]
    bad = Strategy(name, CLUB.discard, (outside_policy if played is play_out else compiled)(played))
    about = (" of seed 5: ", said, "; the view was PlayView(seat=1, ", seen)
    with refuses(*about, start=f"strategy {name!r} as younger, deal ") as refusal:
        simulate("club", bad, n=500, seed=5, threads=2)
    with pytest.raises(IllegalDecision) as again:
        Simulation("club", bad, seed=5).replay_deal(refusal.value.index)
    assert str(again.value) == str(refusal.value)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_failure__of_the_opponent_one_is_advised_against(seat):
    """What he answered was taken for a discard, whatever it was."""
    question = Question(
        parse_hand("AKJ.AQJ8.98.J87"),
        seat=seat,
        took=(None if seat == "elder" else 5),
        strategy=Strategy("bad", compiled(throw_divided), CLUB.play),
    )
    with pytest.raises(IllegalDecision, match=r"strategy 'bad' as .*: policy 'throw_divided' fai"):
        try_discards(question, [parse_hand("8C 7C")], 10)


HANDS = [frozenset(), *(frozenset(random.Random(seed).sample(PACK, 12)) for seed in range(40))]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: "".join(sorted(hand)))
def test_holdings__are_those_of_sets_and_lists(hand):
    mask = parse_hand(" ".join(hand))
    held = [ranked(hand, letter) for letter in RANK_LETTERS]
    asked = [longest_suit(mask), *(cards_of_rank(mask, rank) for rank in range(len(held)))]
    assert (
        hand_value(mask),
        [set(say_cards(one).split()) for one in asked],
        [count_rank(mask, rank) for rank in range(len(held))],
    ) == (
        NaiveHand(hand).value,
        [set(max(suits_of(hand), key=lambda suit: (len(suit), pips(suit)))), *held],
        [*map(len, held)],
    )


def test_holdings__can_be_asked_by_a_policy():
    @policy
    def keep_point(view: DiscardView) -> int:
        others = view.hand & ~longest_suit(view.hand)
        return others & -others if count_rank(view.hand, ACE) < 4 else 0

    view = DiscardView(0, parse_hand(HAND), 1, 5, -1, 0, 0, 0, 0, 0, 1)
    assert say_cards(keep_point(view)) == "JS"


def test_policy__that_asks_another_player_is_refused_with_the_way_that_works():
    expert, throw = find_strategy("club"), find_strategy("club").discard
    for ask in (lambda view: expert.discard(view) | 0, lambda view: throw(view) | 0):
        ask.__name__ = "discard"
        with refuses("@outside_policy can"):
            policy(ask)
        guest = Strategy("guest", discard=outside_policy(ask), play=find_strategy("club").play)
        assert simulate(guest, "club", 20).estimates == simulate("club", "club", 20).estimates


def test_installed_package__offers_its_strategies_by_entry_points(tmp_path, monkeypatch):
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[piquet_sim.strategies]\nlow = theirs:LOW\nnone = theirs:NAME\nlost = theirs:LOST\n"
    )
    (tmp_path / "theirs.py").write_text(
        "from dataclasses import replace\n"
        "from piquet_sim.strategies import find_strategy\n"
        "NAME, LOW = 'low', replace(find_strategy('novice'), name='other', summary='plays low')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert find_strategy("low+sink-point").name == "low+sink-point"
    one, two = (simulate("club", name, 50).estimates["elder_score"] for name in ("low", "novice"))
    assert one == two
    for name, why in (
        ("none", "theirs:NAME is no Strategy"),
        ("lost", "theirs:LOST: "),
        ("lov", "did you mean 'low'"),
    ):
        with refuses(why):
            find_strategy(name)
    listed = {"name": "low", "summary": "of an installed package", "origin": "theirs:LOW"}
    assert listed in json.loads(command("help", "players", "--json").out)
