"""Strengths by two levels: unbiased, no wronger than they say, and against plain deals."""

from dataclasses import replace

import numpy as np
import pytest

from analyses.studies.players.seen_hands import script_both_seeing
from analyses.studies.players.skill_chart import LEAD, PERFECT, SEEN
from analyses.studies.players.skill_levels import (
    BELOW,
    BY_LEVELS,
    FEWEST,
    Strength,
    estimate_step,
    estimate_strength,
    measure_deals,
    play_level,
)
from piquet_sim import Simulation
from piquet_sim.advice.seen_exchange import mean_over_draws
from piquet_sim.deals.branches import SCRIPT
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.luck import DRAW_TAKEN_OUT, PARTS, TAKEN_OUT

MANY = 20_000
FARTHEST = 4.0
"""Standard errors: of 32 estimates one is so far off by chance in 500 runs."""


def play(name, deals, seed=7):
    return play_level(Simulation("expert", "expert", seed=seed), name, deals, 2, lambda done: None)


@pytest.fixture(scope="module")
def perfect():
    return play(PERFECT, MANY)


@pytest.fixture(scope="module")
def master():
    return play("master", FEWEST)


@pytest.fixture(scope="module")
def other_master():
    return play("master", 3 * FEWEST, seed=8)


@pytest.fixture(scope="module")
def seeing():
    return play(SEEN, FEWEST)


def find_farthest(found, plain):
    """The most standard errors by which estimates differ from those of independent deals."""
    off = {name: (one.value - plain[name].value) / np.hypot(one.se, plain[name].se)
           for name, one in found.items() if plain[name].se}  # fmt: skip
    assert len(off) > 10
    return max(map(abs, off.values()))


# ---- Against plain deals ------------------------------------------------------------------------
def test_master__agrees_with_other_deals_that_were_all_played(master, perfect, other_master):
    found = estimate_strength(master, perfect)
    assert found[LEAD].method == BY_LEVELS
    plain = estimate_strength(replace(other_master, beside=None, luck=None), perfect)
    assert plain[LEAD].method == "normal"
    assert find_farthest(found, plain) < FARTHEST
    # It would not if the cheap deals beside were others' than those in the rest.
    club = Simulation("club", "club", seed=7).record_units(0, FEWEST)
    wrong = replace(master, beside={name: club[name] for name in master.deals}, luck=None)
    assert find_farthest(estimate_strength(wrong, perfect), plain) > FARTHEST


def test_seeing__agrees_with_other_deals_that_lay_as_they_did(seeing, perfect):
    found = estimate_strength(seeing, perfect)
    plain = estimate_strength(replace(play(SEEN, 400, seed=8), beside=None), perfect)
    assert find_farthest(found, plain) < FARTHEST


def test_luck__of_master_is_taken_out_with_the_right_sign(other_master):
    luck = other_master.luck
    plain = replace(other_master, luck=np.zeros_like(luck)).more[LEAD]
    turned = replace(other_master, luck=-luck).more[LEAD]
    assert other_master.more[LEAD].var() < 0.8 * plain.var()
    assert turned.var() > 1.5 * plain.var()


def test_steps__of_dear_strengths_are_those_of_common_deals(master, seeing, perfect):
    levels = {"expert": play("expert", MANY), "master": master, PERFECT: perfect, SEEN: seeing}
    for name, other in (("master", "expert"), (SEEN, PERFECT)):
        found = estimate_step(levels, name, other)
        common = levels[name].lead - levels[other].lead[:FEWEST]
        plain = estimate_values(common)
        assert abs(found.value - plain.value) < FARTHEST * plain.se
        assert found.se < 0.85 * plain.se


# ---- Luck taken out -----------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["primer", "expert", PERFECT])
def test_luck__is_taken_out_of_scores_and_not_of_shares(name, perfect):
    strength = play(name, 5_000)
    found, plain, wrong = (
        estimate_strength(replace(strength, luck=luck), perfect)
        for luck in (strength.luck, None, strength.luck + 3 * PARTS)
    )
    for quantity in (LEAD, "elder's score", "younger's score"):
        one, other = found[quantity], plain[quantity]
        assert (one.method, other.method) == (TAKEN_OUT, "normal")
        assert other.se**2 > 2 * one.se**2
        assert abs(one.value - other.value) < FARTHEST * np.hypot(one.se, other.se)
        # Luck of the deal whose mean is another would be seen.
        assert abs(wrong[quantity].value - other.value) > FARTHEST * np.hypot(one.se, other.se)
    scores = [found[f"{seat}'s score"].value for seat in ("elder", "younger")]
    assert scores[0] - scores[1] == pytest.approx(found[LEAD].value)
    assert found["elder repiques"] == plain["elder repiques"]


def test_luck__of_cheap_deals_is_taken_out_of_two_levels(master, perfect):
    found = estimate_strength(master, perfect)
    others = estimate_strength(master, replace(perfect, luck=None))
    for name, one in found.items():
        assert one.se < 1.001 * others[name].se
        off = abs(one.value - others[name].value)
        assert off < FARTHEST * np.sqrt(one.se**2 + others[name].se ** 2)
    shifted = replace(perfect, luck=perfect.luck + 2 * PARTS)
    wrong = estimate_strength(master, shifted)[LEAD]
    assert abs(wrong.value - others[LEAD].value) > FARTHEST * np.hypot(wrong.se, others[LEAD].se)


def test_luck__is_taken_out_of_steps_where_the_exchange_is_another(perfect):
    levels = {name: play(name, 6_000) for name in ("primer", "expert")} | {PERFECT: perfect}
    plain = {name: replace(one, luck=None) for name, one in levels.items()}
    found, other = (estimate_step(one, "expert", "primer") for one in (levels, plain))
    assert (found.method, other.method) == (DRAW_TAKEN_OUT, "normal")
    assert other.se**2 > 1.3 * found.se**2
    assert abs(found.value - other.value) < FARTHEST * np.hypot(found.se, other.se)
    off = replace(levels["expert"], luck=levels["expert"].luck + 3 * PARTS)
    wrong = estimate_step(levels | {"expert": off}, "expert", "primer")
    assert abs(wrong.value - other.value) > FARTHEST * np.hypot(found.se, other.se)
    # Perfect cards follow the same exchange.
    assert estimate_step(levels, PERFECT, "expert") == estimate_step(plain, PERFECT, "expert")


# ---- The ways in which the talon falls ----------------------------------------------------------
def test_ways__have_the_exact_mean_over_all_draws(seeing):
    records = Simulation("expert", "expert", seed=7).record_units(0, FEWEST)
    thrown = script_both_seeing(records)[:, SCRIPT.discards : SCRIPT.discards + 2]
    blind = np.column_stack([records["elder_discard"], records["younger_discard"]])

    def find_off(ways, discards):
        made = measure_deals(ways)[LEAD].mean(axis=1)
        exact = [
            mean_over_draws(int(one["elder_dealt"]), int(one["younger_dealt"]),
                            np.array([elder]), np.array([younger]))[0]
            for one, (elder, younger) in zip(records, discards, strict=True)
        ]  # fmt: skip
        off = made - exact
        return abs(off.mean()) / (off.std() / np.sqrt(len(off)))

    assert find_off(seeing.ways, thrown) < FARTHEST
    assert find_off(seeing.beside, blind) < FARTHEST
    assert find_off(seeing.beside, thrown) > FARTHEST  # the discards of others have other means


def test_ways__the_first_is_that_of_the_deal(seeing):
    usual = Simulation("expert", "expert", seed=7, play="double-dummy").record_units(0, FEWEST)
    assert (seeing.beside["elder_score"][:, 0] == usual["elder_score"]).all()
    assert (seeing.beside["elder_score"][:, 1] != usual["elder_score"]).mean() > 0.5
    assert (seeing.ways["elder_score"][:, 0] == seeing.deals["elder_score"]).all()


# ---- Errors -------------------------------------------------------------------------------------
def test_errors__are_those_of_repeated_samples():
    # 300 samples give the spread to a 24th, of which four are a sixth.
    deals = {name: Simulation(name, name, seed=3).record_units(0, 40_000)
             for name in ("club", "novice")}  # fmt: skip
    columns = ("elder_score", "younger_score", "elder_tricks", "elder_pique", "elder_repique",
               "younger_repique")  # fmt: skip
    generator = np.random.default_rng(5)
    made = []
    for _ in range(300):
        chosen = generator.integers(0, 40_000, 2_000)
        cheap, dear = (
            {name: deals[who][name][rows].astype(np.int16) for name in columns}
            for who, rows in (("novice", chosen), ("club", chosen[:FEWEST]))
        )
        beside = {name: one[:FEWEST] for name, one in cheap.items()}
        made.append(estimate_strength(Strength(dear, beside=beside), Strength(cheap)))
    truth = measure_deals(deals["club"])
    for name in made[0]:
        values = np.array([one[name].value for one in made])
        told = np.sqrt(np.mean([one[name].se ** 2 for one in made]))
        assert told == pytest.approx(values.std(ddof=1), rel=0.17), name
        if name != BELOW:
            off = values.mean() - truth[name].mean()
            assert abs(off) < FARTHEST * told / np.sqrt(len(made)), name
