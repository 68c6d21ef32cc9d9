"""Python as one would guess it: twelve verbs, text accepted, answers that show themselves.

Covers `verbs`, `meanings`, `running.meaning`, `decisions.meaning`, `estimates.shown`,
`analyses.charts.plot`.
"""

import json
import pickle
import pydoc
import re
from dataclasses import replace
from functools import cache
from html import unescape
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from honest import blur
from legible import assert_legible, find_faults
from matplotlib import pyplot
from specimens import COLUMNS, ENDING, EXAMPLE, HAND

import piquet_sim as piquet
from analyses.charts.style import STYLES, use_style
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.notation import write_deal
from piquet_sim.decisions.kinds.call import advise_calls
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.estimates.grounds import choose
from piquet_sim.estimates.table import write_console
from piquet_sim.matches.chouette import simulate_chouettes
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.running.records import record_deals

VERBS = [
    *("simulate", "record", "study", "advise", "review", "odds", "census", "duel", "chances"),
    *("settle", "solve", "score", "deal"),
]


def test_help__is_a_page_that_names_the_verbs_and_begins_with_what_is_needed():
    page = piquet.__doc__.splitlines()
    assert (
        [line.split()[0] for line in page if line[4:14].strip() in VERBS],
        len(page) <= 60,
        len(piquet.__all__) <= 61,
    ) == (VERBS, True, True)  # and the version
    assert any(
        'simulate("club", "novice", n=1_000_000)' in line
        for line in piquet.simulate.__doc__.splitlines()[:4]
    )


@pytest.mark.parametrize("name", ["DiscardView", "CallView", "PlayView"])
def test_view__its_help_explains_every_field(name):
    view = getattr(piquet, name)
    said = pydoc.render_doc(view, renderer=pydoc.plaintext)
    assert [
        field
        for field, words in ((one, getattr(view, one).__doc__) for one in view._fields)
        if len(words) <= 8 or words.split()[-1] not in said
    ] == []


ANSWERS = {
    "simulate": lambda: piquet.simulate("club", "novice", n=400),
    "extremes": lambda: piquet.simulate("random", "expert", n=50),
    "duel": lambda: piquet.duel("club", "novice", 50),
    "two pairs": lambda: piquet.duel("random", "club", 2),
    "odds": lambda: piquet.odds("♠AKJ♥AQJ8♦98♣J87", "♠K ♦98 ♣87"),
    "ranked": lambda: piquet.odds("AKJ AQJ8 98 J87", aim="hand.knaves == 4"),
    "census": lambda: piquet.census("aces", "voids"),
    "condition": lambda: piquet.census(given="hand.aces == 3 and hand.voids >= 1"),
    "chances": lambda: piquet.chances("68-155", 6, n=1_000),
    "solve": lambda: piquet.solve(json.dumps(ENDING)),
    "advise": lambda: piquet.advise(HAND, n=64),
    "review": lambda: piquet.review([piquet.deal(1), piquet.deal(2)], n=64),
    "call": lambda: advise_calls(
        {"seat": "elder", **EXAMPLE["elder"], "drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}},
        deals=64,
        strategy="club",
        opponent="club",
    ),
    "card": lambda: advise_play(describe_deal(piquet.deal()), card=9),
    "matches": lambda: simulate_matches(piquet.Simulation("club", "novice"), 40),
    "chouette": lambda: simulate_chouettes(
        tuple(map(piquet.find_strategy, ("club", "club", "random"))), 20, 3, piquet.RUBICON
    ),
    "paired": lambda: piquet.compare_players("club", "novice", 400),
    "settle": lambda: piquet.settle("27-13 15-31"),
    "score": lambda: piquet.score(piquet.deal()),
    "deal": piquet.deal,
}
FORMS = {**ANSWERS, "study": lambda: piquet.study("hands", 400, "club")}


@pytest.fixture(scope="module")
def ask():
    """The answer of a name, which is asked for once."""
    return cache(lambda name: FORMS[name]())


@pytest.mark.parametrize("name", FORMS)
def test_answer__says_the_same_digits_in_all_forms_and_parses_where_it_is_pasted(ask, name):
    """Also where a name has marks of its own, as expressions and hands have."""
    found, numbers = ask(name), ask(name).numbers()
    screen, pasted = write_console(numbers.quantities, numbers.about), found.to_markdown()
    page = unescape(re.sub(r"<[^>]*>", " ", found.to_html()))
    assert len({tuple(re.findall(r"\d[\d.,]*", one)) for one in (screen, pasted, page)}) == 1
    tables = [part.splitlines() for part in pasted.split("\n\n") if part.startswith("|")]
    assert min(map(len, tables)) > 2
    for lines in tables:
        assert re.fullmatch(r"\|( (---|--:) \|)+", lines[1])
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1
    assert not re.search(r"± |standard error", screen)
    if name == "study":
        return
    table, read = found.table(), pd.read_csv(StringIO(found.to_csv()), index_col="key")
    assert (
        [one for one in table.columns if one in COLUMNS],
        set(table.columns) <= {*COLUMNS, "group", "column", "verdict"},
        table.index.is_unique,
        read.value.tolist(),
    ) == (COLUMNS, True, True, table.value.tolist())
    assert (
        1 <= len(repr(found).splitlines()) <= 10,
        found._repr_html_()[:3],
        "<table" in found.to_html(),
        pasted.count("\n|") >= len(set(table.name)),
    ) == (True, "<p>", True, True)
    if name not in ("deal", "call", "card"):
        assert repr(pickle.loads(pickle.dumps(found))) == repr(found)


@pytest.mark.parametrize(
    ("name", "style"),
    [
        *((name, "print") for name in ANSWERS),
        *(
            pytest.param(name, style, marks=() if style == "narrow" else pytest.mark.slow)
            for name in ("extremes", "odds", "two pairs", "review")
            for style in ("double", "narrow", "slide")
        ),
    ],
)
def test_chart__has_one_unit_an_axis_and_no_word_outside_or_over_another(ask, name, style):
    found, before = ask(name), pyplot.get_fignums()
    with use_style(STYLES[style]):
        figure = found.plot()
        assert_legible(figure)
    # Those of others are left alone.
    assert (pyplot.get_fignums(), find_faults(figure)) == (before, {})
    named = " ".join(f"|{one.get_text()}" for one in figure.texts)
    units = list(dict.fromkeys(one.unit.name for one in found.numbers().drawn))
    assert len(figure.axes) <= len(units)
    assert [unit for unit in units[: len(figure.axes)] if f"|{unit}" not in named] == []


@pytest.mark.parametrize("name", ANSWERS)
def test_title__claims_nothing_where_every_error_is_a_million_times_as_wide(ask, name):
    found = ask(name).numbers()
    blurred = replace(
        found,
        quantities=[*map(blur, found.quantities)],
        paired={key: blur(one) for key, one in found.paired.items()},
    )
    assert (
        all(one.is_exact for one in found.quantities) or choose(found.claims, blurred).grounds == ()
    )
    assert blurred.headline


def test_chart__shows_the_numbers_where_they_are(ask):
    found, odds = ask("solve"), ask("odds")
    marked = [line for line in found.plot().axes[0].lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in marked] == found.table().value.tolist() == [10, -2]
    widths = [bar.get_width() for bar in odds.plot().axes[0].patches]
    assert (widths, 100 * odds.table().loc["quatorze:J", "value"] in widths) == (
        sorted(widths, reverse=True),
        True,
    )


@pytest.mark.parametrize("name", ["duel", pytest.param("study", marks=pytest.mark.slow)])
def test_chart__is_a_figure_of_its_own_and_the_same_under_settings_of_others(ask, name):
    found, (own, mine) = ask(name), pyplot.subplots()
    one, two = found.plot(), found.plot()
    assert (one is two, mine.has_data(), pyplot.get_fignums()) == (False, False, [own.number])
    pyplot.close(own)
    foreign = {
        "axes.grid": True,
        "xtick.bottom": False,
        "path.sketch": (1, 100, 2),
        "savefig.facecolor": "red",
        "font.weight": "bold",
        "axes.prop_cycle": pyplot.cycler(color=["red"]),
        "lines.marker": "x",
    }
    with pyplot.rc_context(foreign):
        pictures = [each._repr_png_() for each in (one, two, found.plot())]
    assert (len({*pictures}), pictures[0][:4]) == (1, b"\x89PNG")
    with pyplot.rc_context({"text.usetex": True}):
        assert not any(each.get_usetex() for each in found.plot().texts)


def test_verbs__take_text_as_well_as_objects():
    hand, played = piquet.parse_hand(HAND), piquet.deal(2, seed=3)
    text = write_deal(describe_deal(played))
    advised = {
        piquet.advise(asked, n=64, **more).candidates[0].discard
        for asked, more in (
            (HAND, {}),
            (hand, {}),
            (piquet.Question(hand), {}),
            (HAND, {"discards": ["♠K ♦98 ♣87"], "rules": "rubicon"}),
        )
    }
    assert (len(advised), piquet.duel("club", "novice", n=20).pairs) == (1, 20)
    assert piquet.score(text) == piquet.score(played) == piquet.score(describe_deal(played))
    assert [
        piquet.settle(one)["totals"]
        for one in ("27-13 15-31", [[27, 13], [15, 31]], np.array([(27, 13), (15, 31)]))
    ] == [[42, 44]] * 3
    begun, over = (piquet.settle(one).numbers() for one in ("27-13", {"totals": [93, 120]}))
    assert (begun.headline, "settlement" in begun) == ("A made 27 points, B 13", False)
    assert over.headline == "B wins by 120 points to 93 and is paid 313 of settlement"
    one, other = (piquet.review(asked, n=64).deals[0].decisions for asked in (text, played))
    assert [each.loss for each in one] == [each.loss for each in other]


def test_verbs__take_seats_as_the_command_line_does():
    asked = (
        (HAND, "dealer"),
        (HAND, "younger"),
        (piquet.Question(piquet.parse_hand(HAND), "dealer"),),
    )
    assert len({repr(piquet.advise(*one, n=64)) for one in asked}) == 1
    assert piquet.odds(HAND) == piquet.odds(HAND, seat="pone") != piquet.odds(HAND, seat="dealer")
    assert piquet.odds(HAND, "♣87", "dealer") == piquet.odds(HAND, "♣87", "younger")
    own = [
        piquet.solve(ENDING, "own", seat=seat).table().value.tolist()
        for seat in ("pone", "dealer", "elder", "younger")
    ]
    assert own[:2] == own[2:]


@pytest.mark.parametrize("verb", VERBS)
def test_verbs__name_themselves_where_a_word_is_wrong(verb):
    with pytest.raises(
        TypeError, match=rf"^{verb}\(\) got an unexpected keyword argument 'dealz'$"
    ):
        getattr(piquet, verb)(**dict.fromkeys(("dealz",)))


def test_records__are_the_rows_of_the_deals():
    assert piquet.record("club", "novice", n=50, seed=4).equals(
        record_deals(piquet.Simulation("club", "novice", seed=4), 50)
    )
