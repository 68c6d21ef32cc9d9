"""Every rule book of the sources: deals against the reference, options, and what differs.

Covers `kernel.laws`.
"""

import json

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens import PACK_36, as_mask, book_of, compiled, legal_deal

from piquet_sim import duel
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.deals.narration import narrate_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.laws import LAW
from piquet_sim.game.rules import PRESETS, RUBICON, find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.cross_suit_runs import (
    divide_hand,
    number_hand,
    score_division,
    tabulate_divisions,
)
from piquet_sim.kernel.laws import read_law
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies import (
    DiscardView,
    Strategy,
    find_strategy,
    outside_policy,
    strategy_names,
)
from piquet_sim.strategies.novice import lowest_cards


# ---- Presets ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PRESETS)
def test_preset__is_what_the_reference_read_in_the_documents(name):
    theirs = json.loads(json.dumps(reference.rule_book(name)))
    ours = {key: book_of(PRESETS[name])[key] for key in theirs}
    # A carte blanche shown with its twelve cards is announced, too.
    shown = ours["carte_blanche_shown"].replace("at once", "announced")
    assert ours | {"carte_blanche_shown": shown} == theirs


# ---- Made-up deals -------------------------------------------------------------------------------
OPTIONS = {
    "point_best_by": st.sampled_from(["cards", "pips"]),
    "point_least_pips": st.sampled_from([0, 30, 44]),
    "point_scores": st.sampled_from(["cards", "tenths", "one"]),
    "sequences_of": st.sampled_from(["one suit", "any suits"]),
    "sequence_best_by": st.sampled_from(["top", "pips"]),
    "sequence_scores": st.lists(st.integers(0, 40), min_size=7, max_size=7).map(sorted),
    "trio_scores": st.integers(0, 20),
    "lowest_set": st.sampled_from(list("TJQKA")),
    "play_scores": st.sampled_from(
        ["leads and wins", "won by leader or not", "high cards", "high leads"]
    ),
    "last_trick_scores": st.integers(0, 5),
    "last_trick_high_scores": st.integers(0, 5),
    "last_trick_high_card": st.sampled_from(["ten or higher", "ten"]),
    "last_trick_with_capot": st.booleans(),
    "carte_blanche_shown": st.sampled_from(["announced", "younger draws first"]),
    "pique_needs": st.integers(10, 40),
    "capot_scores": st.integers(0, 100),
}


@given(
    st.integers(0, 2**32),
    st.sampled_from(list(PRESETS)),
    st.fixed_dictionaries({}, optional=OPTIONS),
)
@settings(max_examples=70)
def test_options_set_by_hand__score_as_the_reference_says(seed, preset, options):
    rules = find_rules({"preset": preset, "set": options})
    book = {key: book_of(rules)[key] for key in reference.rule_book(preset)}
    deal = legal_deal(seed, book)
    assert score_deal(deal | {"rules": rules.describe()}) == reference.score_deal(deal, book)


def test_replay__of_changed_rules_is_read_again():
    changed = {"capot_scores": 50, "point_scores": "cards"}
    played = Simulation("club", "novice", PRESETS["american"].replace(**changed)).replay_deal(3)
    deal = describe_deal(played)
    assert (
        "american (" in narrate_deal(played),
        deal["rules"],
        score_deal(deal)["elder"]["total"],
    ) == (True, {"preset": "american", "set": changed}, played.record["elder_score"])


@pytest.mark.parametrize("preset", PRESETS)
def test_narration__names_the_rule_book(preset):
    assert preset in narrate_deal(Simulation("club", "novice", preset, seed=3).replay_deal(0))


# ---- Runs through suits -------------------------------------------------------------------------
LAWS = PRESETS["cotton_1674"].laws()


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("AQJT9.KQJT98..7", 32),  # two runs of six beat one of eight and a tierce
        ("AKQJT987.T987..", 22),  # a run of eight and the quart beside it
        ("AKQ.AKQ.AKQ.AKQ", 12),  # four tierces
        ("A.A.A.A", 0),
    ],
)
def test_division__worked_by_hand(text, points):
    assert score_division(LAWS.sequences, 0, number_hand(parse_hand(text, pack=36))) == points


@given(st.permutations(PACK_36).map(lambda cards: cards[:9]))
@settings(max_examples=50)
def test_division__is_the_best_of_all(cards):
    hand, best = as_mask(cards), sum(reference.reckoned(cards, "sequence", None, "cotton_1674"))
    number = number_hand(hand)
    assert score_division(LAWS.sequences, 0, number) == TABLE[number] == best
    for size, top in reference.legal_calls(cards, "cotton_1674")["sequence"]:
        points, used = divide_hand(LAWS.sequences, 0, hand, size << 4 | reference.height(top))
        best = sum(reference.reckoned(cards, "sequence", (size, top), "cotton_1674"))
        assert (points, used & ~hand) == (best, 0)


TABLE = tabulate_divisions(RUBICON.sequence_scores)


# ---- What a seat may know -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "known"),
    [
        ("rubicon", {"elder", "younger"}),
        ("au_cent", {"younger"}),
        ("boussac_1896", set()),
        ("cotton_1674", {"elder", "younger", "cards"}),
        ("parlett", {"elder", "younger"}),
        ("american", {"younger"}),
    ],
)
def test_carte_blanche__is_known_when_the_code_says(preset, known):
    """RULES 9: who discards knowing of the other's carte blanche, and of its cards."""
    found = set()

    @outside_policy
    def discard(view: DiscardView) -> int:
        told = {SEATS[view.seat]: view.opponent_carte_blanche, "cards": view.opponent_dealt}
        found.update(name for name, is_known in told.items() if is_known)
        return lowest_cards(view.hand, 0, max(view.least, 1))

    watcher = Strategy(name="watcher", discard=discard, play=find_strategy("novice").play)
    for blank in ("elder.carte_blanche", "younger.carte_blanche"):
        Simulation(watcher, watcher, preset, seed=2, given=blank).record_units(0, 20)
    assert found == known


def discard_by_the_book(view: DiscardView) -> int:
    """Illegal unless the book that the view names is the one under which it is asked."""
    if read_law(view, LAW.stock) - read_law(view, LAW.elder_most) != 2 + read_law(view, LAW.trio):
        return -1
    return lowest_cards(view.hand, 0, max(view.least, 1))


def test_view__names_the_rule_book():
    reader = Strategy("reader", compiled(discard_by_the_book), find_strategy("club").play)
    for name, trio in (("rubicon", 1), ("cotton_1674", 2)):
        run_simulation(Simulation(reader, reader, PRESETS[name].replace(trio_scores=trio)), 2000)
    with pytest.raises(IllegalDecision):
        run_simulation(Simulation(reader, reader, "cotton_1674"), 100)


# ---- Players under every code -------------------------------------------------------------------
@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "rubicon"])
@pytest.mark.parametrize("name", strategy_names())
def test_strategy__stays_legal_under_every_code(name, preset):
    deals = {"expert": 40, "master": 4}.get(name, 1_000)
    for elder, younger in ((name, "club"), ("random", name)):
        run_simulation(Simulation(elder, younger, preset, seed=9, mirrored=True), deals)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("better", "worse"), [("club", "novice"), ("novice", "random")])
def test_strategy__is_better_under_every_code(better, worse, preset):
    gain = duel(better, worse, 5_000, rules=preset, seed=9).gain
    assert gain.value > (20 if preset == "rubicon" else 6) * gain.se
