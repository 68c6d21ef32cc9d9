"""The contract that every strategy keeps, strategies of one's own, and illegal answers."""

import random
import re
from functools import cache
from random import randint

import numpy as np
import pytest
from late_policies import compiled
from refusals import refuses
from specimens import PAIRS

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation, simulate
from piquet_sim.strategies import (
    CallView,
    DiscardView,
    PlayView,
    Policy,
    Strategy,
    call_everything,
    find_strategy,
    policy,
    random_below,
    register,
    strategy_names,
)

FAST = ("random", "novice", "club", "primer")
OWN = (*FAST, "expert", "master")


def throw_lowest(view: DiscardView) -> int:
    thrown = 0
    hand = view.hand
    for _ in range(view.least):
        thrown |= hand & -hand
        hand &= hand - 1
    return thrown


def play_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


def play_by_luck(view: PlayView) -> int:
    cards = view.legal
    for _ in range(random_below(view.luck, 3)):
        if cards & (cards - 1):
            cards &= cards - 1
    return cards & -cards


def make_player(name, discard=throw_lowest, play=play_lowest, call=None, **said):
    """Who makes these decisions, or throws and plays the lowest cards."""
    more = {} if call is None else {"call": compiled(call)}
    return Strategy(name, compiled(discard), compiled(play), **more, **said)


@cache
def lowest():
    """A player who throws and plays the lowest cards."""
    return make_player("lowest", origin="these tests", summary="the lowest")


# ---- The contract -------------------------------------------------------------------------------
def test_strategies__are_those_that_the_tests_know():
    assert tuple(strategy_names()) == OWN


@pytest.mark.parametrize("name", OWN)
def test_strategy__cites_its_origin(name):
    strategy = find_strategy(name)
    assert strategy.name == name
    assert strategy.origin
    assert strategy.summary
    assert "\n" not in strategy.origin + strategy.summary
    for decision, view in (("discard", DiscardView), ("call", CallView), ("play", PlayView)):
        one = getattr(strategy, decision)
        assert isinstance(one, Policy)
        assert one.view is view


@pytest.mark.parametrize(("elder", "younger"), PAIRS)
def test_strategy__is_legal_and_reproducible_in_both_seats(elder, younger):
    simulation = Simulation(elder, younger, seed=3, mirrored=True)
    once = record_deals(simulation, 4_000)
    assert len(once) == 4_000
    assert once.equals(record_deals(simulation, 4_000))
    other = record_deals(Simulation(elder, younger, seed=4, mirrored=True), 2000)
    assert not once[:2000].equals(other)


@pytest.mark.parametrize(
    ("elder", "younger", "deals"),
    [("expert", "random", 300), ("novice", "expert", 300), ("master", "expert", 60),
     ("random", "master", 60), ("expert+score+sink-point=0.5", "master+score", 60)],
)  # fmt: skip
def test_strong_strategy__is_legal_and_reproducible_in_both_seats(elder, younger, deals):
    simulation = Simulation(elder, younger, seed=3, mirrored=True)
    once = record_deals(simulation, deals)
    assert once.equals(record_deals(simulation, deals))
    threads = [run_simulation(simulation, deals, threads).tally for threads in (1, 2)]
    assert threads[0] == threads[1]


@pytest.mark.parametrize(("better", "worse"), [("club", "novice"), ("novice", "random")])
def test_strategy__beats_the_worse_one(better, worse):
    """By more than twenty standard errors of mirrored pairs; against itself by fewer than six."""
    result = simulate(better, worse, n=10_000, mirrored=True, seed=9)
    gain = result.estimates["first_less_second"]
    assert gain.value > 20 * gain.se
    against_itself = simulate(better, better, n=10_000, mirrored=True, seed=9)
    none = against_itself.estimates["first_less_second"]
    assert abs(none.value) <= 6 * none.se  # 0 ± 0 without luck


# ---- One's own ----------------------------------------------------------------------------------
def test_own_strategy__plays_as_object_and_by_name(nobody_stays_registered):
    as_object = run_simulation(Simulation(lowest(), "club", seed=5), 500)
    with pytest.raises(InputError, match=r"no strategy 'lowest'"):
        Simulation("lowest", "club")
    assert register(lowest()) is lowest()
    assert strategy_names() == [*OWN, "lowest"]
    assert find_strategy("lowest") is lowest()
    by_name = run_simulation(Simulation("lowest", "club", seed=5), 500)
    assert as_object.tally == by_name.tally
    exchanged = as_object.tally.arrays.exchanged[0]
    assert exchanged[1] == exchanged.sum() == 500
    again = make_player("lowest", play=play_by_luck)
    register(again)
    assert find_strategy("lowest") is again
    assert strategy_names().count("lowest") == 1


def test_own_strategy__is_asked_once_from_python():
    view = DiscardView(0, parse_hand("AKJ.AQJ8.98.J87"), 1, 5, -1, 0, 0, 0, 0, 0, 9)
    assert compiled(throw_lowest)(view) == parse_hand("J...")
    assert compiled(throw_lowest)(view._replace(least=2)) == parse_hand("KJ...")
    assert call_everything(CallView(*([7] * len(CallView._fields)))._replace(rules=0)) == 7


def test_luck__of_a_policy_makes_it_differ_between_mirrored_deals():
    lucky = make_player("lucky", play=play_by_luck)
    pair = Simulation(lucky, lucky, seed=2, mirrored=True)
    plays = [pair.replay_deal(index).plays for index in (0, 1)]
    assert plays[0] != plays[1]
    fixed = Simulation(lowest(), lowest(), seed=2, mirrored=True)
    assert fixed.replay_deal(0).plays == fixed.replay_deal(1).plays


@pytest.mark.parametrize("name", OWN)
def test_register__refuses_the_names_of_the_package(nobody_stays_registered, name):
    with pytest.raises(InputError, match=f"'{name}' is the package's own"):
        register(make_player(name))


@pytest.mark.parametrize(
    ("name", "part"), [("clup", "did you mean 'club'"), ("zzzzzz", "there are: club, expert")]
)
def test_strategy__unknown_with_the_nearest_name(name, part):
    with refuses(part):
        find_strategy(name)
    assert find_strategy(" CLUB ").name == "club"


def test_strategy__refuses_what_is_no_policy_or_of_another_view():
    with pytest.raises(InputError, match=r"'mine': discard is function; decorate .* @policy"):
        Strategy("mine", lambda view: view.hand, compiled(play_lowest))
    with pytest.raises(InputError, match=r"'mine': play takes a DiscardView; .* PlayView"):
        make_player("mine", play=throw_lowest)
    with pytest.raises(InputError, match=r"'mine': call takes a PlayView; .* CallView"):
        make_player("mine", call=play_lowest)


def test_policy__is_told_by_annotation_or_name():
    def my_call(view):
        return view.best

    def discard(view):
        return view.hand

    def play_discard(view: DiscardView):
        return view.hand

    assert policy(my_call).view is CallView
    assert policy(discard).view is DiscardView
    assert policy(play_discard).view is DiscardView

    def decide(view):
        return 1

    with pytest.raises(InputError, match="'decide': which decision is it"):
        policy(decide)


def _half(view: PlayView):
    return 0.5


def _nothing(view: PlayView):
    pass


def _objects(view: PlayView):
    return view.no_such_field


def _imports(view: PlayView):
    import os

    return os.getpid()


@pytest.mark.parametrize(
    ("function", "part"),
    [
        (_half, "'_half' returns float64; it must return an integer"),
        (_nothing, "'_nothing' returns none"),
    ],
)
def test_policy__refused_in_one_line(function, part):
    with refuses(part):
        policy(function)


_TABLE = {1: 2}


def _reads_a_table(view: PlayView):
    return _TABLE[1]


def _draws(view: PlayView):
    return view.legal * (np.random.rand() < 2)  # noqa: NPY002


def _draws_by_module(view: PlayView):
    return view.legal * (random.random() < 2)


def _draws_by_function(view: PlayView):
    return view.legal * randint(1, 2)


@pytest.mark.parametrize(
    ("function", "name"),
    [(_draws, "np"), (_draws_by_module, "random"), (_draws_by_function, "randint")],
)
def test_policy__that_draws_what_cannot_be_drawn_again_is_refused(function, name):
    with refuses(f"draws by {name}, so that no deal could be played again; write random_below"):
        policy(function)


def test_policy__made_by_a_function_takes_its_parameter():
    def keep(least):
        @policy
        def play(view: PlayView):
            return least

        return play

    seen = PlayView(*[0] * len(PlayView._fields))
    assert [keep(least)(seen) for least in (3, 5)] == [3, 5]


def _opens(view: PlayView):
    with open("a file"):
        return 1


@pytest.mark.parametrize(
    ("function", "line"),
    [
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
        (_opens, r"policy '_opens' cannot be compiled: Unsupported context manager .*, line \d+\)"),
    ],
)
def test_policy__says_why_it_is_not_compiled_and_nothing_else(function, line, monkeypatch):
    with pytest.raises(InputError) as refused:
        policy(function)
    assert re.fullmatch(line, str(refused.value))
    assert refused.value.__suppress_context__
    assert refused.value.__cause__ is None
    monkeypatch.setenv("PIQUET_TRACEBACK", "1")
    with pytest.raises(InputError) as refused:
        policy(function)
    assert refused.value.__cause__ is not None


def test_policy__may_return_any_integer():
    @policy
    def play_first(view: PlayView):
        return view.legal == 0

    @policy
    def discard_some(view):
        return True

    assert isinstance(play_first(PlayView(*([1] * len(PlayView._fields)))._replace(rules=0)), int)
    assert discard_some(DiscardView(*([1] * len(DiscardView._fields)))._replace(rules=0)) == 1


# ---- Illegal answers ----------------------------------------------------------------------------
def discard_everything(view: DiscardView) -> int:
    return view.hand


def discard_nothing(view: DiscardView) -> int:
    return 0


def discard_anothers(view: DiscardView) -> int:
    return ~view.hand & 0x1FE01FE01FE01FE & -(~view.hand & 0x1FE01FE01FE01FE)


def discard_negative(view: DiscardView) -> int:
    return -5


def call_eight_aces(view: CallView) -> int:
    return 8 << 4 | 8 if view.kind == 3 else view.best


def call_long_point(view: CallView) -> int:
    return 12 << 8 if view.kind == 1 else view.best


def face_thrice(view: CallView) -> int:
    return 3 if view.kind == 4 else view.best


def play_nothing(view: PlayView) -> int:
    return 0


def play_everything(view: PlayView) -> int:
    return view.hand


def revoke(view: PlayView) -> int:
    other = view.hand & ~view.legal
    return other & -other if other else view.legal & -view.legal


FAULTS = {
    "discards 12 cards": ("discard", discard_everything, "1 to ", "DiscardView("),
    "discards 0 cards (nothing)": ("discard", discard_nothing, "1 to ", "DiscardView("),
    "which is not in the hand": ("discard", discard_anothers, "discards ", "DiscardView("),
    "not a set of cards": ("discard", discard_negative, "discards ", "DiscardView("),
    "the call 136 is not held": ("call", call_eight_aces, "kind=3", "CallView("),
    "the call 3072 is not held": ("call", call_long_point, "kind=1", "CallView("),
    "plays nothing": ("play", play_nothing, "may be played", "PlayView("),
    "may be played": ("play", play_everything, "plays ", "PlayView("),
    "be played": ("play", revoke, "plays ", "PlayView("),
}


@pytest.mark.parametrize("seat", ["elder", "younger"])
@pytest.mark.parametrize("said", FAULTS)
def test_illegal_answer__names_strategy_seat_deal_and_view(said, seat):
    decision, wrong, *parts = FAULTS[said]
    bad = make_player("bad", **{decision: wrong})
    players = {"elder": "club", "younger": "club", seat: bad}
    for mirrored in (False, True):
        with pytest.raises(IllegalDecision) as refusal:
            simulate(**players, n=2000, threads=1, seed=77, mirrored=mirrored)
        message = str(refusal.value)
        assert "\n" not in message
        assert message.startswith("strategy 'bad' as ")
        assert "of seed 77: " in message
        if not mirrored:
            assert message.startswith(f"strategy 'bad' as {seat}, deal ")
        for part in (said, *parts):
            assert part in message


def test_illegal_answer__about_left_cards():
    bad = make_player("bad", call=face_thrice)
    with pytest.raises(IllegalDecision, match=r"^strategy 'bad' as younger, deal 0 .* call 3 "):
        simulate("club", bad, n=100, threads=1)


def test_illegal_answer__of_elder_is_told_before_youngers():
    """Both call what they do not hold; elder calls first, so his is the first illegal answer."""
    first = make_player("first", call=call_long_point)
    second = make_player("second", call=call_long_point)
    with pytest.raises(IllegalDecision, match=r"^strategy 'first' as elder, deal 0 "):
        simulate(first, second, n=10, threads=1)
