"""Mutations: faults planted in the engine and the estimates, each to be found by a test.

    .venv/bin/python .ci/mutations.py [NAME ...]    plant each, run its tests, restore the file

Run by hand, in a clean checkout: a fault is written into the working tree for as long as its tests
run. Prints which test finds each fault first. Exit code 1 if one is found by none.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
KERNEL, ESTIMATES = "piquet_sim/kernel", "piquet_sim/estimates"


class Mutation(NamedTuple):
    """A fault: one piece of text in place of another, and where a test should see it."""

    path: str
    right: str
    wrong: str
    tests: str
    """Files or folders."""


MUTATIONS = {
    "reckoning-order": Mutation(
        f"{KERNEL}/deal/calls.py",
        "for place in range(HAND_CLASSES):\n        spoilt |=",
        "for place in range(HAND_CLASSES - 1, -1, -1):\n        spoilt |=",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "equality-scores": Mutation(
        f"{KERNEL}/deal/calls.py",
        "elder_points if result == TO_ELDER else 0",
        "elder_points if result != TO_YOUNGER else 0",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "pips-forgotten": Mutation(
        f"{KERNEL}/deal/calls.py",
        "compare(call_strength(laws, kind, elder_call), call_strength(laws, kind, younger_call))",
        "compare(call_strength(laws, kind, elder_call) >> (8 if kind == 1 else 0), "
        "call_strength(laws, kind, younger_call) >> (8 if kind == 1 else 0))",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "tenths-floor": Mutation(
        f"{KERNEL}/deal/calls.py",
        "((call & PIPS_MASK) + 5) // 10",
        "((call & PIPS_MASK) + 4) // 10",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "draw-off-by-one": Mutation(
        f"{KERNEL}/deal/deal.py",
        "0 if elder_from else elder_took, younger_took",
        "0 if elder_from else min(elder_took, 4), younger_took",
        "tests/kernel/test_deals.py",
    ),
    "unfair-deal": Mutation(
        f"{KERNEL}/deal/dealing.py",
        "while number >= _BELOW[pack, seat, split]:",
        "while number > _BELOW[pack, seat, split]:",
        "tests/kernel/test_dealing.py",
    ),
    "rejection-lost": Mutation(
        f"{KERNEL}/deal/dealing.py",
        "if hands >= _HANDS_REJECTED_BELOW[pack] and is_fair:\n            cards = PACK",
        "if is_fair:\n            cards = PACK",
        "tests/kernel/test_dealing.py",
    ),
    "shared-stream": Mutation(
        f"{KERNEL}/random.py",
        "TRAINING_STREAM = 8",
        "TRAINING_STREAM = 2",
        "tests/kernel/test_dealing.py tests/strategies",
    ),
    "leak-of-talon": Mutation(
        f"{KERNEL}/deal/deal.py",
        "see_left_cards(table, ELDER_SEAT, looked_at & ~younger_drawn)",
        "see_left_cards(table, ELDER_SEAT, looked_at)",
        "tests/kernel/test_views.py",
    ),
    "leak-of-call": Mutation(
        f"{KERNEL}/deal/deal.py",
        "call if result == EQUAL else 0",
        "answer",
        "tests/kernel/test_views.py tests/kernel/test_deals.py",
    ),
    "capot-and-cards": Mutation(
        f"{KERNEL}/deal/tricks.py",
        "laws.capot if tricks == TRICKS",
        "laws.capot + laws.cards if tricks == TRICKS",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "pique-late": Mutation(
        f"{KERNEL}/deal/tricks.py",
        "(elder_points >= laws.pique_needs) & (younger_points == 0)",
        "(elder_points > laws.pique_needs) & (younger_points == 0)",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "pique-and-repique": Mutation(
        f"{KERNEL}/deal/tricks.py",
        "has_repique = record[AT.elder_repique] or record[AT.younger_repique]",
        "has_repique = record[AT.younger_repique]",
        "tests/kernel/test_deals.py tests/deals",
    ),
    "beats-any-suit": Mutation(
        f"{KERNEL}/deal/tricks.py",
        "return reply > led and reply & suit_of(led) != 0",
        "return reply > led",
        "tests/kernel/test_deals.py tests/kernel",
    ),
    "short-error": Mutation(
        f"{ESTIMATES}/estimate.py",
        "se = sqrt(variance / units) / per_unit",
        "se = sqrt(variance / deals) / per_unit",
        "tests/estimates",
    ),
    "proportion-error": Mutation(
        f"{ESTIMATES}/estimate.py",
        "se = sqrt(proportion * (1 - proportion) / n)\n    return",
        "se = sqrt(proportion * (1 - proportion) / (n + n))\n    return",
        "tests/estimates",
    ),
    "control-sign": Mutation(
        f"{ESTIMATES}/luck.py",
        "value = (total / n - float(slopes @ off)) / a_unit",
        "value = (total / n + float(slopes @ off)) / a_unit",
        "tests/estimates tests/running",
    ),
    "lead-sign": Mutation(
        f"{ESTIMATES}/tally.py",
        "tally.total(elder) - tally.total(younger),",
        "tally.total(younger) - tally.total(elder),",
        "tests/estimates tests/analyses/test_every_study.py",
    ),
    "rubicon-edge": Mutation(
        "piquet_sim/game/settlement.py",
        "(one < two) & (one < rules.rubicon)",
        "(one < two) & (one <= rules.rubicon)",
        "tests/game tests/matches",
    ),
    "perfect-duck": Mutation(
        f"{KERNEL}/perfect/lookup.py",
        "preferred = prefer_reply(read_outcome(table, level - 1, *child) + LOST, chosen)",
        "preferred = read_outcome(table, level - 1, *child) + LOST if chosen == NEVER else chosen",
        "tests/kernel/test_perfect_play.py tests/exact/test_endings.py",
    ),
}


def try_mutation(name: str, fault: Mutation) -> str | None:
    """The first test that finds a fault; None if none does.

    Raises
    ------
    ValueError
        If the text to be replaced does not stand there just once.
    RuntimeError
        If the tests could not be run.
    """
    path = ROOT / fault.path
    kept = path.read_text("utf-8")
    if kept.count(fault.right) != 1 or fault.right == fault.wrong:
        raise ValueError(f"{name}: {fault.path} has {kept.count(fault.right)} of {fault.right!r}")
    try:
        path.write_text(kept.replace(fault.right, fault.wrong), "utf-8")
        # Compiled code is kept in a folder that is named by the sources: a fault has its own.
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", *fault.tests.split()],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    finally:
        path.write_text(kept, "utf-8")
    if done.returncode not in (0, 1):  # nothing was tried
        raise RuntimeError(done.stdout + done.stderr)
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found[1] if found else None


def main(*names: str) -> int:
    """Try the faults of these names, by default all."""
    for ended in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ended, lambda *_: sys.exit(1))  # the file is restored on the way out
    missed = 0
    for name in names or MUTATIONS:
        found = try_mutation(name, MUTATIONS[name])
        missed += found is None
        print(f"{name}: {found or 'FOUND BY NONE'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
