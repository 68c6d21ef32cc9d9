"""The two rules of each seat: read from the chart as a person reads them, they throw the same.

Covers `analyses.charts.tree`, `analyses.studies.throwing`, `analyses.two_rules`.
"""

import numpy as np
import pytest
from matplotlib.colors import same_color
from naive_primer import find_facts, find_things, from_the_top
from specimens import RESULTS, as_text

from analyses.charts.style import SEAT_COLOURS
from analyses.stored import read_result
from analyses.studies.throwing import STUDY
from analyses.two_rules import STRATEGY, throw_by_rules
from piquet_sim import record
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies.primer import COUNTS, KEPT_BY


def throw(chart, seat, hand):
    """What a reader of the chart throws, things being read as the primer's twin reads them."""
    question, rules = chart
    things = find_things(hand, COUNTS[seat])
    run = find_facts(hand, seat, things)["sequence in the longest suit"]
    keep, note = rules["yes" if run >= {"tierce": 3, "quart": 4}[question.split()[1]] else "no"]
    room, kept = KEPT_BY[seat], set()
    for name in keep.removeprefix("Keep ").split(",\nthen "):
        for group in things[name.removeprefix("the ").removeprefix("a ")]:
            if len(kept.union(group)) <= (11 if note.startswith("whole") else room):
                kept |= set(group)
    for group in (*things["aces"], *things["longest suit"], hand):
        kept |= set(from_the_top(set(group) - kept, room - len(kept)))
    return set(hand) - kept


FINDINGS = read_result(RESULTS / "throwing")


@pytest.mark.parametrize("seat", SEATS)
def test_rules__throw_what_a_reader_of_the_chart_throws_and_their_losses_add_up(seat):
    """Of the question and the rules of the chart, as its texts have them."""
    (axes,) = dict(zip(SEATS, STUDY.charts.values(), strict=True))[seat].draw(FINDINGS).axes
    texts = [one.get_text() for one in axes.texts]
    rules = {
        texts[place - 1].partition(":")[0]: (one, texts[place + 1])
        for place, one in enumerate(texts)
        if one.startswith("Keep")
    }
    asked = next(" ".join(one.split()) for one in texts if one.endswith("?")), rules
    rng = np.random.default_rng(7)
    pack = [1 << 16 * suit + rank for suit in range(4) for rank in range(1, 9)]
    hands = np.array([sum(rng.choice(pack, 12, replace=False).tolist()) for _ in range(1_000)])
    assert [
        set(as_text(cards))
        for cards in throw_by_rules(seat, hands, np.full(len(hands), 12 - KEPT_BY[seat]))
    ] == [throw(asked, seat, as_text(hand)) for hand in hands]
    share, loss = (
        [FINDINGS.find(seat=seat, kind="rule", path=path, quantity=one).value for path in "yn"]
        for one in ("share of hands", "loss of two rules")
    )
    whole = FINDINGS.find(seat=seat, kind="all hands", quantity="loss of two rules")
    assert (
        (sum(share), np.dot(share, loss)),
        [f"lose {one:.1f} " in rules[way][1] for way, one in zip(rules, loss, strict=True)],
    ) == (pytest.approx((1, whole.value)), [True, True])
    # The first bar, in the seat's colour, and its interval end where the scale has what is lost.
    bar, ticks = axes.patches[1], [one for one in axes.texts if one.xy[1] == 65.5]
    numbers, places = [float(one.get_text()) for one in ticks], [one.xy[0] for one in ticks]
    ends = [one.get_xdata() for one in axes.lines if one.get_ydata()[0] == bar.get_y() + 3.5]
    assert (
        same_color(bar.get_facecolor(), SEAT_COLOURS[seat]),
        np.append(bar.get_bbox().x1, ends),
    ) == (True, pytest.approx(np.interp([whole.value, whole.low, whole.high], numbers, places)))


def test_two_rules__are_a_player_who_throws_by_them():
    for seat, most in (("elder", 5), ("younger", 3)):
        rows = record(*((STRATEGY, "club") if seat == "elder" else ("club", STRATEGY)), 40, seed=3)
        rows = rows[rows[f"{seat}_exchanged"] > 0]
        hands, thrown = (rows[f"{seat}_{part}"].to_numpy() for part in ("dealt", "discard"))
        free = np.full(len(rows), most) if seat == "elder" else 8 - rows.elder_exchanged.to_numpy()
        assert throw_by_rules(seat, hands, free).tolist() == thrown.tolist()
