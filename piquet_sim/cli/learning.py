"""Commands on strong players: train."""

import json
from pathlib import Path
from typing import Annotated

import typer

from piquet_sim.cli.application import app
from piquet_sim.cli.options import Json, Seed, Threads, parse_count, parse_whole
from piquet_sim.cli.screen import say


@app.command()
def train(
    hands: Annotated[
        str, typer.Option(help="Hands tried in each seat and round.", metavar="N")
    ] = "1_000_000",
    rounds: Annotated[str, typer.Option(help="At most so many rounds.", metavar="N")] = "8",
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[Path, typer.Option(help="Where it is written.", metavar="FILE")] = Path(
        "learned.npz"
    ),
    as_json: Json = False,
) -> None:
    """Learn to discard from nothing, by play; writes the file that expert and master play by."""
    n = parse_count(hands)
    most = parse_whole(rounds, "rounds")
    crew = None if threads is None else parse_whole(threads, "threads")
    if crew is not None and crew < 1:
        from piquet_sim.errors import InputError

        raise InputError(f"threads: {crew}; at least 1")
    number = parse_whole(seed, "seed")
    from piquet_sim.training import compare_with_shipped, describe_file
    from piquet_sim.training import train as learn

    learned = learn(number, n, most, crew, None if as_json else say)
    learned.write(out)
    gain, gain_se = compare_with_shipped(learned)
    if as_json:
        told = {"file": str(out), **learned.manifest, "gain": gain, "gain_se": gain_se}
        print(json.dumps(told))
        return
    print(describe_file(out, learned))
    print(
        f"against the exchange in use: {gain:+.3f} ± {gain_se:.3f} points a mirrored pair; to "
        f"play by this file, set PIQUET_LEARNED={out}"
    )
