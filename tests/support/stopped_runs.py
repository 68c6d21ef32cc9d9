"""A run that is stopped by its progress, and checkpoints with something else in them."""

import hashlib
import json

from piquet_sim.deals.simulation import Simulation

SIMULATION = Simulation("club", "random", seed=6)


def interrupt_at(deals):
    def progress(done):
        if done >= deals:
            raise KeyboardInterrupt

    return progress


def split_checkpoint(path):
    """What a checkpoint says of itself, and its cells as they are packed."""
    line, _, cells = path.read_bytes()[:-64].partition(b"\n")
    return json.loads(line), cells


def join_checkpoint(path, head, cells):
    """Write a checkpoint whose checksum is right."""
    body = json.dumps(head).encode() + b"\n" + cells
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
