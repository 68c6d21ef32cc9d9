"""Calling: what does it cost to sink a score, and what do the answers give away?

The same deals are played again with one change: a seat calls nothing in one class, calls a trio of
its quatorze, or calls nothing at all; all other decisions are the players' own. The cost of sinking
is the seat's loss in the deals in which it had something to call. `expert` draws conclusions from
what was called and what was not; `club` attends to the cards that fall and to no call.

How many hands younger can hold, and how many of them agree with each answer, is counted exactly in
deals of the same players.

References
----------
Cavendish: The Laws of Piquet, with a Treatise on the Game: Calling; Cotton: The Compleat Gamester.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np

from analyses.findings import ESTIMATE_COLUMNS, Findings
from analyses.maxims.verdict import mean
from analyses.meaning import Row
from analyses.study import BETWEEN, UNMIRRORED, Asked, Chart, Study
from piquet_sim.deals.branches import OWN, lay_out, new_scripts, play_scripts, write_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.json import read_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.call_deals import count_fitting
from piquet_sim.decisions.seen import CALL, see
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import HANDS, POINTS, Of, Quantity, Sign, spread_over
from piquet_sim.estimates.shown import Look
from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.strategies.registry import find_strategy

COST, LEFT = "cost of sinking", "hands left"
ALL = "all deals with something to call"
WAYS = (
    ("point", "point", "no point called", ""),
    ("sequence", "sequence", "no sequence called", "with a sequence"),
    ("set", "set", "no set called", "with a set"),
    ("trio of a quatorze", "quatorze", "a quatorze called as a trio", "with a quatorze"),
    ("everything", "nothing", "nothing called", ""),
)
"""What may be sunk: as the table has it, its key, its name, and in which deals there is any."""
ANSWERS = ("before any call", "after the point", "after the sequence", "after the set")
COLUMNS = ("seat", "opponent", "way", "kind", "quantity", *ESTIMATE_COLUMNS)

DEALS_ASKED = 50
"""Number of deals asked for per deal that is played in every way."""
_DEALS_ASKED_A_COUNT, _FEWEST_COUNTED, COUNTED_AT_MOST = 500, 20, 2_000
"""All hands of younger are listed in one deal of so many, in so many at least and at most."""
_FEWEST = 200
_BLOCK = 500
_HEEDLESS = "club"
_NUMBER_AT = 16
"""A sequence or set is called as so many times its number of cards, and its rank."""
_TRIO = 3
_SEEN = 13, 17
"""How many cards elder has seen at least and at most when calling: the hand dealt,
one card drawn or more, and of the five those that were looked at and left."""
_FEWEST_HANDS, _MOST_HANDS = (float(comb(32 - seen, HAND_CARDS)) for seen in _SEEN[::-1])


def answer(asked: Asked) -> Findings:
    """Answer the question: one deal in fifty of those asked for is played in every way."""
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    deals = max(n // DEALS_ASKED, _FEWEST)
    counted = min(max(n // _DEALS_ASKED_A_COUNT, _FEWEST_COUNTED), COUNTED_AT_MOST)
    # Each seat against its own opponent, and against one who heeds no call.
    played = [
        (seat, pair)
        for seat in SEATS
        for pair in (simulation, replace(simulation, **{other(seat): find_strategy(_HEEDLESS)}))
        if pair is simulation or getattr(simulation, other(seat)).name != _HEEDLESS
    ]
    findings = Findings({"deals": deals, "counted": counted}, COLUMNS)
    usual: dict[int, np.ndarray] = {}
    for seat, pair in asked.course.follow(1, len(played) + 1, played):
        opponent = getattr(pair, other(seat)).name
        for way, cost in _sink_all(pair, seat, deals, threads, usual):
            findings.add(mean(cost), seat=seat, opponent=opponent, way=way, kind=ALL, quantity=COST)
    _count_answers(findings, simulation, counted)
    return findings


def _sink_all(
    simulation: Simulation, seat: str, deals: int, threads: int, usual: dict[int, np.ndarray]
) -> Iterator[tuple[str, np.ndarray]]:
    # What the seat makes less by each way to sink, in deals in which it has something to call. What
    # players make who sink nothing is kept for the other seat, by the simulation itself.
    dealt = lay_out(simulation, np.arange(deals))
    if id(simulation) not in usual:
        usual[id(simulation)] = _play(simulation, dealt, new_scripts(deals), threads)
    played = usual[id(simulation)]
    points = margin(played, seat)
    calls = np.column_stack([played[f"{seat}_{kind}_call"] for kind in CLASSES]).astype(np.int64)
    before: list[tuple[np.ndarray, np.ndarray]] = []
    for way, *_ in WAYS:
        scripts, is_called = _script(way, seat, calls)
        if is_called.sum() < 2:
            continue
        sunk, needed = played.copy(), is_called.copy()  # where nothing is sunk it is the same deal
        for known, made in before:  # and where one class alone is called
            same = needed & (known == scripts).all(axis=1)
            sunk[same], needed[same] = made[same], False
        sunk[needed] = _play(simulation, dealt[needed], scripts[needed], threads)
        before.append((scripts, sunk))
        yield way, (points - margin(sunk, seat))[is_called]


def _script(way: str, seat: str, calls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # The calls that are set beforehand, and the deals in which the player would call otherwise.
    script = np.full_like(calls, OWN)
    if way == "trio of a quatorze":
        number, rank = np.divmod(calls[:, -1], _NUMBER_AT)
        is_called = number > _TRIO
        script[is_called, -1] = (_NUMBER_AT * _TRIO + rank)[is_called]
    else:
        places = slice(None) if way == "everything" else [CLASSES.index(way)]
        is_sunk = calls[:, places] > 0
        script[:, places] = np.where(is_sunk, 0, OWN)
        is_called = is_sunk.any(axis=1)
    return write_scripts(len(script), {}, {SEATS.index(seat): script}), is_called


def _play(
    simulation: Simulation, dealt: np.ndarray, scripts: np.ndarray, threads: int
) -> np.ndarray:
    def play(first: int, count: int) -> np.ndarray:
        return play_scripts(
            simulation, dealt[first : first + count], scripts[first : first + count]
        )

    return np.concatenate(list(play_ranges(play, len(scripts), _BLOCK, threads)))


# ---- What the answers tell ----------------------------------------------------------------------
def _count_answers(findings: Findings, simulation: Simulation, deals: int) -> None:
    left = np.array(
        [
            count_candidates(deal)
            for deal in map(simulation.replay_deal, range(deals))
            if not any(deal.record[f"{seat}_carte_blanche"] for seat in SEATS)
        ],
        np.int64,
    )
    for place, name in enumerate(ANSWERS):
        hands = estimate_values(
            left[:, place].astype(float), limits=(1.0 if place else _FEWEST_HANDS, _MOST_HANDS)
        )
        share = estimate_values(left[:, place] / left[:, 0], limits=(0.0, 1.0))
        for quantity, estimate in ((LEFT, hands), (f"share of {LEFT}", share)):
            findings.add(estimate, seat=SEATS[0], kind=name, quantity=quantity)
    findings.add(
        estimate_values(left[:, -1] == 1),
        seat=SEATS[0],
        kind=ANSWERS[-1],
        quantity="one hand alone is left",
    )


def count_candidates(deal: Any) -> tuple[int, ...]:
    """How many hands younger may hold, by what elder has heard: exact, by going through all.

    Elder calls everything, and younger answers by what they hold. Where elder has nothing to call
    in a class, there is no answer and no hand goes. Which of two hands would more likely be kept is
    left out of account.

    Parameters
    ----------
    deal : Deal or dict
        Without a carte blanche.

    Returns
    -------
    tuple of four int
        Before any call, and after the answers to point, sequence and set.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> count_candidates(Simulation("club", "club").replay_deal(2))
    (455, 84, 84, 51)
    """
    called = replace(read_deal(deal), calls=None)
    asked = (see(called, 0, CALL, said) for said in range(1 + len(CLASSES)))
    return tuple(count_fitting(one)[1] for one in asked)


# ---- What the numbers mean ----------------------------------------------------------------------


def list_rows(findings: Findings) -> list[Row]:
    """What each way to sink costs a seat against its own opponent, and what the answers leave."""
    whole, rows = findings.about["deals"], []
    for seat in SEATS:
        opponent = next((one["opponent"] for one in findings.select(seat=seat, quantity=COST)), "")
        cells = {"seat": seat, "opponent": opponent, "kind": ALL, "quantity": COST}
        rows += [
            Row(
                f"{seat}_{key}",
                name,
                {**cells, "way": way},
                POINTS,
                Of("deal", which, whole),
                seat,
                "in deals with such a thing to call",
                Sign.LOSS,
                "the player’s own calls",
            )
            for way, key, name, which in WAYS
        ]
    rows.sort(key=lambda one: [name for _, _, name, _ in WAYS].index(one.name))
    return rows + [
        Row(f"left_{key}", kind, {"kind": kind, "quantity": LEFT}, HANDS, source="counted")
        for kind, key in zip(ANSWERS, ("start", "point", "sequence", "end"), strict=True)
    ]


def spread_all(numbers: Mapping[str, Quantity]) -> list[Quantity]:
    """The costs as means over all deals, by which they compare."""
    return [
        replace(spread_over(one), key=f"{key}_all", group="over all deals")
        for key, one in numbers.items()
        if one.sign is Sign.LOSS
    ]


STUDY = Study(
    name="calling",
    question="What does it cost to sink a score, and what do the answers give away?",
    group="books",
    answer=answer,
    rows=list_rows,
    derive=spread_all,
    headline=[
        Claim(
            "Calling nothing costs elder {elder_nothing_all}, a quatorze called as a trio "
            "{elder_quatorze_all}"
        ),
        Claim("Calling nothing costs elder {elder_nothing}"),
    ],
    sentences=[
        Claim(
            "To call nothing costs elder {elder_nothing:range}, younger {younger_nothing:range}."
        ),
        Claim(
            "To call no set costs elder {elder_set:range} and younger {younger_set:range}; no "
            "sequence {elder_sequence:range} and {younger_sequence:range}."
        ),
        Claim(
            "Over all deals, a quatorze called as a trio costs elder {elder_quatorze_all:range}, "
            "no set called {elder_set_all:range}, no point called {elder_point_all:range}."
        ),
        Claim(
            "By the cards that elder has seen, younger can hold {left_start:range}; three "
            "answers leave {left_end:range}."
        ),
    ],
    charts={
        "calling": Chart(
            Look(
                [f"{seat}_{key}_all" for _, key, *_ in WAYS for seat in SEATS],
                "Points lost over all deals; beside, in deals with such a thing to call",
                "points lost a deal, over all deals",
                is_sorted=True,
                is_wide=True,
                written={
                    f"{seat}, such deals": f"{seat}_*[!l]" for seat in SEATS
                },  # not those over all
                note="Compared with the player’s own calls, in the same deals. Over all deals: "
                "where there is no such thing to call, it costs nothing.",
            ),
            amount=lambda about: f"{about['deals']:,} deals",
        ),
        "answers": Chart(
            Look(["left_*"], "Hands that agree with what elder has heard", "hands, mean of a deal"),
            title=[
                Claim("Of {left_start} that younger may hold, three answers leave elder {left_end}")
            ],
            amount=lambda about: f"{about['counted']:,} deals",
        ),
    },
    not_meant="It does not say that silence never pays: these are means over all deals in which "
    "there is something to call.",
    assumed=BETWEEN + "All else is called, and the opponent takes silence for having nothing.",
    n=5_000_000,
    seconds=30,
    fixed=UNMIRRORED,
    no_condition="plays all deals",
    list_others=lambda: (_HEEDLESS,),
)
"""The cost of sinking, and what the answers give away."""
