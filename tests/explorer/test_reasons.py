"""Why a throw loses, and how the deal may end: sentences and bins hold what the deals made.

Covers `explorer.words.figures`, `explorer.words.steps`.
"""

import re

import numpy as np
import pytest

from piquet_sim.decisions.kinds.contrast import watch_contrast
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.explorer.words.figures import say_estimate, say_number, say_points, say_signed
from piquet_sim.explorer.words.reasons import (
    NAMES,
    WIDTH,
    say_draws,
    tell_ends,
    tell_parts,
    tell_reasons,
    tell_share,
)
from piquet_sim.game.cards import parse_hand

HANDS = {
    "AKJ.AQJ8.98.J87": ("K..98.87", ".8.98.87"),
    "T97.T97.T97.T87": ("T.T..", "97.7..87"),
    "AT987.AT987.T9.": ("A...", "..T9."),
}
DEALS = 4_096


@pytest.fixture(scope="module", params=HANDS)
def told(request):
    hand, discards = parse_hand(request.param), [parse_hand(one) for one in HANDS[request.param]]
    *_, contrast = watch_contrast(Question(hand), *discards, DEALS)
    made = try_discards(Question(hand), np.array(discards), DEALS, first=JUDGED_FROM).astype(int)
    return (
        contrast,
        made[:, :, 0] - made[:, :, 1],
        tuple(find_odds(hand, discard) for discard in discards),
    )


def test_contrast__parts_are_those_of_the_deals(told):
    contrast, worth, _ = told
    parts, points = tell_parts(contrast), contrast.points.value
    values = [part["value"] for part in parts]
    assert (points, sum(values), [float(part["said"].replace("−", "-")) for part in parts]) == (
        pytest.approx((worth[:, 0] - worth[:, 1]).mean()),
        pytest.approx(points, abs=0.2),
        pytest.approx(values, abs=0.051),
    )


def test_reasons__say_what_the_deals_and_the_count_say(told):
    """A sentence on draws has the exact chances, any other the means over the deals."""
    contrast, _, odds = told
    reasons, parts = tell_reasons(contrast, odds), {said: name for name, said in NAMES.items()}
    assert 1 <= len(reasons) <= 3
    share = min(part.value for part in contrast.together.values()) / contrast.points.value
    assert (" of it in " in tell_share(contrast)) == (
        contrast.is_clear and contrast.points.value < 0 and share >= 0.28
    )
    for one in reasons:
        name, fact = parts[one["name"]], one["fact"]
        own, other = contrast.parts[name].value, contrast.parts[f"{name}_against"].value
        assert one["gains"] == (contrast.together[name].value > 0)
        found = re.fullmatch(r"(\w+) (of a suit|in a row|\w+) (.*\bcome\b.*)\.", fact)
        if found:
            size = 3 + ["Three", "Four", "Five", "Six", "Seven", "Eight"].index(found[1])
            event = {"of a suit": f"point>={size}", "in a row": f"sequence>={size}"}.get(
                found[2], f"{'trio' if size == 3 else 'quatorze'}:{found[2][0].upper()}"
            )
            here, there = ((each.events[event], each.draws) for each in odds)
            assert (found[3], here[0] / here[1] > there[0] / there[1]) == (
                say_draws(here, there),
                own > 0,
            )
        else:
            assert [float(number) for number in re.findall(r"\d+\.\d", fact)] == pytest.approx(
                [abs(part) for part in (own, other) if abs(part) >= 0.05], abs=0.051
            )
            assert ("more" if own > 0 else "less") in fact or abs(own) < 0.05


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        ((1, 4), (1, 10), "come in 25 draws of 100, not 10"),
        ((35, 100), (7, 7), "come in 35 draws of 100, instead of always"),
        ((35, 100), (0, 7), "come in 35 draws of 100, instead of never"),
        ((9, 9), (1, 4), "always come, instead of in 25 draws of 100"),
        ((9, 9), (0, 4), "always come, instead of never"),
        ((1, 4), (999, 1_000), "come in 25 draws of 100, not 100"),
    ],
)
def test_draws__are_certain_only_where_they_are(here, there, said):
    assert say_draws(here, there) == said


def test_ends__are_the_deals_in_bins(told):
    contrast, worth, _ = told
    ends = tell_ends(contrast)
    lows = [one["low"] for one in ends["bins"][1:-1]]
    for place, own in enumerate(worth.T):
        shares = [one["shares"][place] for one in ends["bins"]]
        assert (sum(shares), shares[1:-1], ends["means"][place], ends["behind"][place]) == (
            pytest.approx(1),
            [((own >= low) & (own < low + WIDTH)).mean() for low in lows],
            pytest.approx(own.mean()),
            round(100 * (own < 0).mean()),
        )
    assert all((bump["at"] > 0) == bump["name"].startswith("your") for bump in ends["bumps"])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (say_number(-0.04), "0.0"),
        (say_signed(-0.04), "0.0"),
        (say_signed(0.04), "0.0"),
        (say_signed(0.04, 0.01), "+0.04"),
        (say_points(-0.2), "0"),
        (say_points(12.4), "+12"),
        (say_points(-30), "−30"),
        (say_estimate(estimate_values([1, 2, 3, 4, 5, 6] * 100)), "3.5 ± 0.1"),
    ],
)
def test_figures__have_one_sign_and_no_negative_nothing(said, text):
    assert said == text
