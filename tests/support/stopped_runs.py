"""A run that is stopped by its progress."""

from piquet_sim.deals.simulation import Simulation

SIMULATION = Simulation("club", "random", seed=6)


def interrupt_at(deals):
    def progress(done):
        if done >= deals:
            raise KeyboardInterrupt

    return progress
