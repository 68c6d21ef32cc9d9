"""A program as a user writes it: a strict type checker reads it, and the tests run it."""

from typing import assert_type

from piquet_sim import Estimate, Result, Simulation, parse_hand, simulate
from piquet_sim.compare.duel import play_duel
from piquet_sim.strategies import (
    CallView,
    DiscardView,
    PlayView,
    Policy,
    Strategy,
    find_strategy,
    outside_policy,
    policy,
    random_below,
)


@policy
def throw_low(view: DiscardView) -> int:
    """The lowest card of the hand."""
    return view.hand & -view.hand


@policy
def call_all_or_none(view: CallView) -> int:
    """The best call, or by chance none."""
    return view.best if random_below(view.luck, 2) else 0


@outside_policy
def play_high(view: PlayView) -> int:
    """The highest legal card."""
    return 1 << (view.legal.bit_length() - 1)


assert_type(throw_low, "Policy[DiscardView]")
assert_type(call_all_or_none, "Policy[CallView]")
assert_type(play_high, "Policy[PlayView]")

mine = Strategy("mine", discard=throw_low, call=call_all_or_none, play=play_high)
assert_type(find_strategy("club").play, "Policy[PlayView]")


def swap() -> Strategy:
    """What must not be taken: the policies change places."""
    return Strategy("wrong", discard=play_high, play=throw_low)  # pyright: ignore[reportArgumentType]


def look() -> "Policy[PlayView]":
    """What must not be taken: a field that a view has not."""

    def play(view: PlayView) -> int:
        return view.opponent_hand  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]

    return policy(play)


result = assert_type(simulate(mine, "novice", n=40, seed=1), Result)
difference = assert_type(result.estimates["difference"], Estimate)
assert_type(difference.value, float)
assert_type(parse_hand("AKJ.AQJ8.98.J87"), int)
gain = play_duel(Simulation(mine, "novice", seed=1, mirrored=True), 20).gain
print(f"{difference.value:.1f} ± {difference.se:.1f}, {assert_type(gain, Estimate).value:.1f}")
