"""Errors as a file of deals in the notation, and read back from one.

Each error is a deal: that in which it was made or, where a hand stood alone, one that may be. Its
name says what was wrong and when it is due again.
"""

import json
import re
import sqlite3
from dataclasses import replace
from datetime import date

from piquet_sim.deals.notation.files import read_deals
from piquet_sim.deals.notation.writing import write_deal
from piquet_sim.explorer.history.decisions import Kept, add_error, judge, name_deal, read_throw
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.review import name_decisions
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.review.calls import DEALS as CALL_DEALS
from piquet_sim.review.calls import judge_calls
from piquet_sim.review.decisions import Decision, Effort
from piquet_sim.review.plays import judge_cards
from piquet_sim.review.records import read_record

_NAME = re.compile(
    r"error in (?P<kind>exchange|calls|leads|replies) at (?P<place>[a-z0-9-]+); "
    r"lost (?P<lost>\d+\.\d+) ± (?P<se>\d+\.\d+); box (?P<box>\d); "
    r"due (?P<due>[\d-]+); (?P<day>[\d-]+), (?P<source>.*)"
)
_EXPECTED = (
    "expected deals as My errors saves them, each with a line such as 'Deal: error in calls ...'"
)


def write_errors(store: Store) -> str:
    """All errors that are kept, as deals in the notation."""
    with store.open() as kept:
        rows = kept.execute("SELECT * FROM errors WHERE is_kept ORDER BY id").fetchall()
    return "\n".join(_write(row) for row in rows)


def _write(row: sqlite3.Row) -> str:
    name = (
        f"error in {row['kind']} at {row['place']}; lost {row['lost']:.4f} ± {row['se']:.4f}; "
        f"box {row['box']}; due {row['due']}; {row['day']}, {row['source']}"
    )
    return write_deal({**json.loads(row["record"]), "name": name})


def read_errors(store: Store, text: str) -> int:
    """Keep the errors of a file; how many were new.

    Raises
    ------
    InputError
        If it cannot be read, or has a deal that names no error; then none is kept.
    """
    found = [_read(deal) for deal in read_deals(text + "\n")]
    with store.open() as kept:
        (before,) = kept.execute("SELECT count(*) FROM errors").fetchone()
        for one, box, due in found:
            add_error(kept, one, box, due)
        (after,) = kept.execute("SELECT count(*) FROM errors").fetchone()
    return after - before


def _read(deal: dict[str, object]) -> tuple[Kept, int, date]:
    found = _NAME.fullmatch(str(deal.get("name", "")))
    if found is None or not deal.get("players"):
        raise InputError(f"{deal.get('name', 'a deal without a name')}: {_EXPECTED}")
    told = found.groupdict()
    try:
        day, due = date.fromisoformat(told["day"]), date.fromisoformat(told["due"])
    except ValueError:
        raise InputError(f"{deal['name']}: {_EXPECTED}") from None
    written = {key: value for key, value in deal.items() if key != "name"}
    decision = _judge(written, told["kind"], told["place"])
    loss = replace(decision.in_points, value=float(told["lost"]), se=float(told["se"]))
    name = name_deal(written)
    one = Kept(f"{name} {told['place']}", day, told["source"], name,
               replace(decision, loss=loss, points=None), told["place"], written)  # fmt: skip
    return one, int(told["box"]), due


def _judge(deal: dict[str, object], kind: str, place: str) -> Decision:
    # The decision once more: the file says what was done, and not what was better.
    if kind == "exchange" and place in SEATS:
        return judge(*read_throw(deal, place))
    record = read_record(deal)
    found = judge_calls(record, Effort(CALL_DEALS)) if kind == "calls" else judge_cards(record)
    named = name_decisions(found)
    if place not in named:
        raise InputError(f"error in {kind} at {place}: nothing was decided there")
    return named[place]
