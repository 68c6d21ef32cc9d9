"""Why a throw loses, and how the deal may end: sentences and bins hold what the deals made."""

import re

import numpy as np
import pytest

from piquet_sim.advice.discards import watch_contrast
from piquet_sim.advice.trials import JUDGED_FROM, Question, try_discards
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.explorer.words.ends import WIDTH, tell_ends
from piquet_sim.explorer.words.figures import say_estimate, say_number, say_points, say_signed
from piquet_sim.explorer.words.reasons import NAMES, say_draws, tell_parts, tell_reasons, tell_share
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
    odds = tuple(find_odds(hand, discard) for discard in discards)
    return contrast, made[:, :, 0] - made[:, :, 1], odds


def test_contrast__shares_and_ends_are_those_of_the_deals(told):
    contrast, worth, _ = told
    assert (contrast.ends == worth).all()
    assert contrast.better == (worth[:, 0] > worth[:, 1]).mean()
    assert contrast.equal == (worth[:, 0] == worth[:, 1]).mean()


def test_parts__add_up_as_they_are_written(told):
    contrast, _, _ = told
    parts = tell_parts(contrast)
    assert sum(part["value"] for part in parts) == pytest.approx(contrast.points.value, abs=0.2)
    for part in parts:
        assert float(part["said"].replace("−", "-")) == pytest.approx(part["value"], abs=0.051)


def test_reasons__say_what_the_deals_and_the_count_say(told):
    contrast, _, odds = told
    reasons = tell_reasons(contrast, odds)
    assert 1 <= len(reasons) <= 3
    share = min(part.value for part in contrast.together.values()) / contrast.points.value
    stands_out = contrast.is_clear and contrast.points.value < 0 and share >= 0.28
    assert (" of it in " in tell_share(contrast)) == stands_out
    numbers = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight"}
    for one in reasons:
        name = next(part for part, said in NAMES.items() if said == one["name"])
        own, other = (contrast.parts[name + end].value for end in ("", "_against"))
        assert one["gains"] == (contrast.together[name].value > 0)
        form = r"(\w+) (of a suit|in a row|\w+) ((?:come|always come|never come)\b.*)\."
        found = re.match(form, one["fact"])
        if found:
            kind = found[2]
            size = next(size for size, said in numbers.items() if said == found[1])
            event = {"of a suit": f"point>={size}", "in a row": f"sequence>={size}"}.get(
                kind, f"{ {3: 'trio', 4: 'quatorze'}.get(size) }:{kind[0].upper()}"
            )
            chances = [100 * one.events[event] / one.draws for one in odds]
            words = {"always": 100, "never": 0}
            read = [
                int(one) if one.isdigit() else words[one]
                for one in re.findall(r"always|never|\d+", found[3].replace(" of 100", ""))
            ]
            assert read == [round(one) for one in chances]
            assert (chances[0] - chances[1]) * own > 0
        else:
            said = [float(number) for number in re.findall(r"\d+\.\d", one["fact"])]
            meant = [abs(part) for part in (own, other) if abs(part) >= 0.05]
            assert said == pytest.approx(meant, abs=0.051)
            signs = re.findall("more|less", one["fact"])
            assert ("more" if own > 0 else "less") in signs or abs(own) < 0.05


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
    for place in (0, 1):
        shares = [one["shares"][place] for one in ends["bins"]]
        assert sum(shares) == pytest.approx(1)
        for one, share in list(zip(ends["bins"], shares, strict=True))[1:-1]:
            held = (worth[:, place] >= one["low"]) & (worth[:, place] < one["low"] + WIDTH)
            assert share == held.mean()
        assert ends["behind"][place] == round(100 * (worth[:, place] < 0).mean())
        assert ends["means"][place] == pytest.approx(worth[:, place].mean())
    for bump in ends["bumps"]:
        assert (bump["at"] > 0) == bump["name"].startswith("your")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (say_number(-0.04), "0.0"), (say_signed(-0.04), "0.0"), (say_signed(0.04), "0.0"),
        (say_signed(0.04, 0.01), "+0.04"), (say_points(-0.2), "0"), (say_points(12.4), "+12"),
        (say_points(-30), "−30"),
        (say_estimate(estimate_values([1, 2, 3, 4, 5, 6] * 100)), "3.5 ± 0.1"),
    ],
)  # fmt: skip
def test_figures__have_one_sign_and_no_negative_nothing(said, text):
    assert said == text
