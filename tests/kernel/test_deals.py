"""Whole deals: golden ones, played ones and made-up ones, engine against reference.

Kernels run as plain Python make the same deals, with no index beyond its array.

Covers `kernel.deal.calls`, `kernel.deal.tricks`, `kernel.deal.record`, `kernel.deal.decisions`,
`kernel.deal.cross_suit_runs`, `kernel.bits`, `kernel.suit_strings`, `deals.json`,
`deals.narration`, `deals.call_names`.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from functools import reduce
from operator import getitem

import pytest
import reference
from command_line import refuses
from specimens import PAIRS, ROOT, STRATEGIES, legal_deal, read_golden, run_uncompiled
from uncompiled_deals import PARTS

from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import count_cards, pack_mask, parse_cards, parse_hand
from piquet_sim.game.rules import PRESETS
from piquet_sim.kernel.compile import IS_COMPILED
from piquet_sim.kernel.deal.calls import RESULT_NAMES

GOLDEN = [*read_golden("deals.jsonl"), *read_golden("deals_of_other_codes.jsonl")]
REFUSED = read_golden("refused.jsonl")
HIGHEST = 174
"""The most that a deal can score under Rubicon (RULES 10)."""


def ids_of(golden):
    return [expect.get("note") or expect["error"] for expect, _ in golden]


# ---- Golden deals -------------------------------------------------------------------------------
@pytest.mark.parametrize("scorer", [score_deal, reference.score_deal], ids=["engine", "reference"])
@pytest.mark.parametrize(("expect", "deal"), GOLDEN, ids=ids_of(GOLDEN))
def test_golden__scores_as_worked_by_hand(scorer, expect, deal):
    """Totals, and parts such as ``elder__play``."""
    answer, parts = scorer(deal), expect["parts"]
    totals = {seat: answer[seat]["total"] for seat in reference.SEATS}
    found = {name: reduce(getitem, name.split("__"), answer) for name in parts}
    assert (totals, found) == ({seat: expect[seat] for seat in reference.SEATS}, parts)


def test_golden__has_the_highest_totals_and_every_preset():
    assert (
        {170, HIGHEST} <= {max(expect["elder"], expect["younger"]) for expect, _ in GOLDEN},
        {deal.get("rules", "rubicon") for _, deal in GOLDEN},
    ) == (True, set(PRESETS))


@pytest.mark.parametrize(("expect", "deal"), REFUSED, ids=ids_of(REFUSED))
def test_refused__by_engine_and_reference(expect, deal):
    with pytest.raises(reference.REFUSALS):
        reference.score_deal(deal)
    with refuses():
        score_deal(deal)


# ---- Played deals -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "elder", "younger"),
    [
        *(("rubicon", *pair) for pair in PAIRS),
        *((name, one, "club") for name in PRESETS if name != "rubicon" for one in STRATEGIES),
    ],
)
def test_simulated_deal__scores_as_the_reference_says(preset, elder, younger):
    simulation = Simulation(elder, younger, preset, seed=11, mirrored=True)
    pack = PRESETS[preset].pack
    for index in range(30):
        played = simulation.replay_deal(index)
        deal, record = describe_deal(played), played.record
        expected = reference.score_deal(deal)
        for seat in reference.SEATS:
            parts = {part: record[f"{seat}_{part}"] for part in (*reference.PARTS, "tricks")}
            assert parts | {"total": record[f"{seat}_score"]} == expected[seat], deal
            assert record[f"{seat}_score"] <= HIGHEST or preset != "rubicon"
        assert [RESULT_NAMES[record[f"{kind}_result"]] for kind in reference.CLASSES] == [
            expected[f"{kind}_result"] for kind in reference.CLASSES
        ], deal
        hands = [parse_hand(deal[seat]["dealt"], pack=pack, cards=12) for seat in reference.SEATS]
        assert hands[0] | hands[1] | sum(parse_cards(deal["talon"], pack=pack)) == pack_mask(pack)
        in_play = record["elder_hand"] | record["younger_hand"]
        assert (sum(played.plays), len(set(played.plays)), count_cards(in_play)) == (
            in_play,
            24,
            24,
        )


def test_made_up_deal__scores_as_the_reference_says_whatever_can_happen():
    """The generator is worth its name only if what is rare comes up."""
    seen = Counter()
    for preset in PRESETS:
        for seed in range(200 if preset == "rubicon" else 100):
            deal = legal_deal(seed, preset)
            answer = reference.score_deal(deal)
            assert score_deal(deal) == answer
            if seed % 4 == 0:
                shorter = {key: value for key, value in deal.items() if key != "play"}
                assert score_deal(shorter) == reference.score_deal(shorter)
            blank = [
                reference.has_carte_blanche(reference.parse_hand(deal[seat]["dealt"], preset))
                for seat in reference.SEATS
            ]
            seats, result = [answer[seat] for seat in reference.SEATS], answer["sequence_result"]
            seen.update(part for one in seats for part in reference.PARTS if one[part])
            rare = {
                "capot": 12 in [one["tricks"] for one in seats],
                "equal": "equal" in answer.values(),
                "sunk": isinstance(deal["elder"]["calls"], dict),
                "younger's repique": seats[1]["repique"],
                "younger's pique": seats[1]["pique"],
                "both blank": all(blank),
                f"drawn first, {preset}": preset == "parlett" and blank[0],
                f"equal sequence, {preset}": result == "equal",
                f"no point, {preset}": answer["point_result"] == "none",
            }
            seen.update(name for name, came_up in rare.items() if came_up)
    rarest = (
        *("drawn first, parlett", "equal sequence, american", "no point, boussac_1896"),
        *("younger's pique", "younger's repique", "both blank"),
    )
    assert min(seen[name] for name in rarest) >= 2, seen
    assert min(seen[name] for name in (*reference.PARTS, "capot", "equal", "sunk")) >= 10, seen


# ---- Without numba ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def uncompiled():
    """What a process without numba finds."""
    return json.loads(run_uncompiled("uncompiled_deals.py"))


@pytest.mark.parametrize("part", PARTS)
def test_uncompiled__finds_the_same(part, uncompiled):
    """Deals of all pairs; perfect play, the census and the odds; strong players; every code."""
    assert IS_COMPILED
    compiled = json.loads(json.dumps(PARTS[part]()))
    assert (uncompiled[part], len(compiled) >= 3) == (compiled, True)


PLAY_WITH_BOUNDS = """
from piquet_sim import simulate
from piquet_sim.game.rules import PRESETS
for rules in PRESETS:
    for pair, deals in {"club random": 1000, "expert novice": 100, "master primer": 8}.items():
        elder, younger = pair.split()
        simulate(n=deals, elder=elder, younger=younger, rules=rules, threads=1)
"""


@pytest.mark.slow
def test_index__is_never_below_nought_or_beyond_the_end(tmp_path):
    # Kernels take an index as it is, so one below nought would be read before the array.
    done = subprocess.run(
        [sys.executable, "-c", PLAY_WITH_BOUNDS],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "XDG_CACHE_HOME": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-3000:]
