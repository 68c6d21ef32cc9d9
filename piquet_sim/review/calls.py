"""The calls of a played deal: what was sunk or called less, and what it would have counted.

Calls are not valued: what hiding a holding brings in the play depends on what the opponent makes of
it. What is said is certain once all cards are seen: how many points more would have been counted at
once, a repique included, if all of the class had been called.
"""

from piquet_sim.deals.narration import say_call
from piquet_sim.deals.referee import describe_call, judge_deal
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.review.decisions import BLANCHE, CALL, Decision
from piquet_sim.review.records import Record


def judge_calls(record: Record) -> list[Decision]:
    """The calls of both seats: of each class that a seat held, and of a carte blanche.

    Parameters
    ----------
    record : Record

    Returns
    -------
    list of Decision
        Class by class, elder first, as they were made. A carte blanche is among them only if it was
        not announced: the laws of the books give no reason to keep it.
    """
    found = [_judge_blanche(record, seat) for seat in (0, 1)]
    found += [_judge_call(record, seat, kind) for kind in CLASSES for seat in (0, 1)]
    return [one for one in found if one is not None]


def _describe_calls(record: Record, seat: int) -> dict[str, object]:
    # As a deal in JSON has them, each class written out.
    called = {kind: record.scored.value(f"{SEATS[seat]}_{kind}_call") for kind in CLASSES}
    calls = {kind: describe_call(kind, call) for kind, call in called.items() if call}
    if has_carte_blanche(record.dealt[seat]):
        calls["carte_blanche"] = record.announced[seat]
    return calls


def _judge_blanche(record: Record, seat: int) -> Decision | None:
    if not has_carte_blanche(record.dealt[seat]) or record.announced[seat]:
        return None
    counted = record.rules.laws().carte_blanche
    return Decision(
        seat, BLANCHE, 0, "not announced", (), None, choices=2, not_counted=counted
    )  # fmt: skip


def _judge_call(record: Record, seat: int, kind: str) -> Decision | None:
    held = getattr(record.scored.calls[seat], kind)
    if not held:
        return None
    called = record.scored.value(f"{SEATS[seat]}_{kind}_call")
    pack = record.rules.pack
    if called == held:
        done, not_counted = f"{say_call(kind, held, pack)}, called in full", 0
    else:
        done = f"{say_call(kind, held, pack)}, sunk"
        if called:
            done = f"{say_call(kind, held, pack)}, called as {say_call(kind, called, pack)}"
        not_counted = _count_lost(record, seat, kind, held)
    return Decision(seat, CALL, 0, done, (), None, choices=2, not_counted=not_counted)


def _count_lost(record: Record, seat: int, kind: str, held: int) -> int:
    # Own points less the other's before the play, all called, less those as it was called.
    calls = _describe_calls(record, seat)
    full = {**calls, kind: describe_call(kind, held)}
    made, could = (_score_calls(record, seat, one) for one in (calls, full))
    return could - made


def _score_calls(record: Record, seat: int, calls: dict[str, object]) -> int:
    name = SEATS[seat]
    deal = {**record.deal, name: {**record.deal[name], "calls": calls}, "play": None}
    scored = judge_deal(deal)
    return scored.value(f"{name}_score") - scored.value(f"{SEATS[1 - seat]}_score")
