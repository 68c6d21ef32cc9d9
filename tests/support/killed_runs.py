"""A run that is killed: preloaded by a process from which killable children are forked."""

from pathlib import Path

from piquet_sim.deals.simulation import Simulation
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.running import checkpoint
from piquet_sim.running.checkpoint import CheckpointWriter, read_checkpoint
from piquet_sim.running.precision import Target, set_target
from piquet_sim.running.run import run_simulation

SIMULATIONS = {
    "mirrored": (Simulation("random", "club", seed=4, mirrored=True), Target(300_000)),
    "precise": (
        Simulation("random", "random", seed=5),
        set_target(precisions=["difference=0.08", "younger_capot=3%"]),
    ),
    "given": (Simulation(seed=6, given="elder.aces > younger.aces"), Target(150_000)),
}

for simulation, _ in SIMULATIONS.values():
    simulation.count_units(0, 1, new_tally_arrays())  # compiled once, for all children


def go_on(kind: str, path: str, threads: int) -> None:
    """Go on from the checkpoint, if there is one, writing it all the time."""
    checkpoint.SECONDS_APART = 0.0
    simulation, target = SIMULATIONS[kind]
    file = Path(path)
    before = read_checkpoint(file) if file.exists() else None
    writer = CheckpointWriter(file, print)
    run_simulation(simulation, target, threads, writer=writer, before=before)
