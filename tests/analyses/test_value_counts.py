"""Values of expressions counted while deals are played, beside the frame of the same deals.

Covers `analyses.statistics.value_counts`.
"""

from refusals import refuses

from analyses.statistics.value_counts import SET_KIND, ValueCounts
from piquet_sim import Simulation, ask
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

TEXTS = {
    "sets": SET_KIND.format("elder.after"), "points": "difference // 10", "wins": "elder_wins",
}  # fmt: skip


def test_counts__are_those_of_the_frame():
    simulation = Simulation("club", "novice", seed=3, mirrored=True)
    counts = ValueCounts(simulation, 1_000, TEXTS)
    run_simulation(simulation, 1_000, kept=counts)
    frame = record_deals(simulation, 1_000)
    for name, text in TEXTS.items():
        expected = ask(frame, text).astype(int).value_counts().to_dict()
        assert dict(counts.counts[name]) == expected
        assert sum(expected.values()) == 1_000


def test_counts__refuse_what_is_no_number():
    with refuses("by: elder.point only compares"):
        ValueCounts(Simulation(), 10, {"point": "elder.point"})
    with refuses("n: 3 is odd"):
        ValueCounts(Simulation(mirrored=True), 3, TEXTS)
