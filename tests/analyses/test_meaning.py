"""What no title, sentence, table or picture may do, for all studies that say what they mean.

Everything is read from what is rendered of the published results, and of twenty deals.

Covers `analyses.meaning`.
"""

import csv
import re
from dataclasses import replace
from io import StringIO
from itertools import combinations
from string import Formatter

import pytest
from honest import NOT_SHOWN, blur, is_shown
from legible import assert_legible, find_faults
from specimens import RESULTS

from analyses.charts.plot import draw_numbers
from analyses.charts.style import STYLES, use_style
from analyses.contents import ENTRIES
from analyses.stored import read_result
from analyses.study import Answer, Chart
from piquet_sim import advise, chances, duel, simulate
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.grounds import Claim, Exceeds, choose, say_one_in
from piquet_sim.estimates.quantity import find_places, write_range, write_value
from piquet_sim.estimates.shown import Numbers


def is_drawn(chart):
    """Whether it is a chart of numbers with their meaning, and not drawn by hand."""
    return isinstance(next(iter(getattr(chart.draw, "args", ())), None), Chart)


STUDIES = {
    name: study
    for name, study in ((one, ENTRIES[one].load()) for one in ENTRIES)
    if study.rows and (RESULTS / name).is_dir()
}
CHARTS = [
    (name, key)
    for name, study in STUDIES.items()
    for key, one in study.charts.items()
    if is_drawn(one)
]
every = pytest.mark.parametrize("name", STUDIES)
every_chart = pytest.mark.parametrize(("name", "chart"), CHARTS)
JUDGING = re.compile(
    r"\b(most|least|best|worst|greatest|smallest|highest|lowest|commonest|only|more|less|fewer|"
    r"better|worse|oftener|than|above|below|never|always|none|half|twice|nearly|no)\b",
    re.I,
)
"""Words that order, compare or count."""
NAMES = (
    "nothing costs",
    "no set",
    "no sequence",
    "no point",
    "best found",
    "best sequence",
    "too few deals",
    "Too few deals",
    "wins less losses",
)
"""In which such a word names a thing and judges nothing."""


def read(name, chart=None):
    drawn = STUDIES[name].charts[chart].draw.args[0] if chart else None
    return STUDIES[name].read(read_result(RESULTS / name), drawn)


def list_claims(name, some):
    return list(some(read_result(RESULTS / name)) if callable(some) else some)


def list_titles(name):
    charts = [STUDIES[name].charts[key].draw.args[0] for one, key in CHARTS if one == name]
    some = STUDIES[name].headline, *(one.title for one in charts)
    return [claim for one in some for claim in list_claims(name, one)]


@every
def test_title__that_judges_or_counts_names_its_ground(name):
    for claim in list_titles(name):
        words = read_words(claim)
        fills = [one for one in claim.fills.values() if isinstance(one, Exceeds)]
        assert claim.grounds or fills or not judges(words), claim.text
        assert not re.search(r"\d", words), claim.text


def read_words(claim):
    """What is said without the numbers."""
    return "".join(before for before, *_ in Formatter().parse(claim.text))


def judges(words):
    return JUDGING.search(re.sub("|".join(NAMES), "", words))


@every_chart
def test_title__claims_nothing_where_every_error_is_a_million_times_as_wide(name, chart):
    found = read(name, chart)
    chosen = choose(found.claims, replace(found, quantities=[*map(blur, found.quantities)]))
    assert chosen.grounds == ()
    assert not any(isinstance(one, Exceeds) for one in chosen.fills.values())
    assert found.headline


NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def is_printed(one, said, text):
    """Whether a number is said to some place, or what it and another differ by."""
    forms = [write_value(one), write_range(one), say_one_in(one), f"{one.n or 0:,}"]
    forms += [write_value(one, places) for places in range(4)]
    is_told = {*NUMBER.findall(" ".join(forms))} & {*NUMBER.findall(said)}
    holes = [(hole or "").split(" - ") for _, hole, *_ in Formatter().parse(text)]
    is_apart = any(one.key in hole for hole in holes if len(hole) > 1)
    return is_told or is_apart or f"{{{one.key}:of}}" in text


@every
def test_words__say_units_both_denominators_and_whose_it_is(name):
    found = read(name)
    for claim in (*list_titles(name), *list_claims(name, STUDIES[name].sentences)):
        if not claim.holds(found):
            continue
        said = claim.say(found)
        numbers = [found[key] for key in claim.list_keys(found)]
        assert [one.key for one in numbers if not is_printed(one, said, claim.text)] == [], said
        for one, two in combinations(numbers, 2):
            if one.of.many != two.of.many:
                assert all(
                    {each.of.one in said, each.of.many in said} != {False} for each in (one, two)
                ), said
        for one in numbers:
            assert re.search(rf"(?i)\b({one.seat}|both)\b", said), (said, one.key)
            unit = one.unit.mark.strip() or one.unit.name[:-1]
            assert unit in said or f"{{{one.key}:odds}}" in claim.text, said


@every_chart
def test_picture__has_one_unit_an_axis_and_no_word_outside_or_over_another(name, chart):
    """Where it is narrowest; other styles are in `test_drawings`."""
    found = read(name, chart)
    with use_style(STYLES["narrow"]):
        figure = draw_numbers(found)
        assert_legible(figure)
    faults = find_faults(figure)
    assert faults == {}, faults
    assert len(figure.axes) == len({one.unit for one in found.drawn})
    texts = " ".join(one.get_text() for one in figure.texts)
    for one in found.drawn[:4]:
        places = find_places(other for other in found.drawn if other.unit == one.unit)
        assert write_value(one, places) in texts


@every
def test_table__says_the_same_in_all_forms(name):
    answer = Answer(STUDIES[name], read_result(RESULTS / name), 0.0)
    numbers = answer.numbers()
    rows = list(csv.DictReader(StringIO(answer.to_csv())))
    values = [one.estimate.value for one in numbers.quantities]
    assert [float(row["value"]) for row in rows if row["unit"] and row["method"]] == values
    texts = str(numbers), answer.to_markdown(), answer.to_html()
    for one in numbers.quantities:
        assert all(write_value(one) in text and write_range(one) in text for text in texts)
    assert not any("±" in text for text in texts)


@every
def test_rows__find_numbers_of_the_table(name):
    findings = read_result(RESULTS / name)
    values = {row.estimate.value for row in findings.rows if row.estimate}
    rows = STUDIES[name].rows
    for row in rows(findings) if callable(rows) else rows:
        assert row.is_turned or row.find(findings).estimate.value in values, row.key


# ---- Few deals -----------------------------------------------------------------------------------
def find_faults_of(found, claims):
    """What texts state that is not shown, or that one of them says is not shown; all hold."""
    stated, denied = {}, set()
    for claim in claims:
        listed = [one for one in claim.fills.values() if isinstance(one, Exceeds)]
        for ground in (*claim.grounds, *listed):
            if not isinstance(ground.more, str):
                for key in found.match(ground.than):
                    than = ground.more / found[key].unit.scale
                    side = is_shown(found[key].estimate, than)
                    stated[key, "0"] = "more" if side == "less" else None
                continue
            for key in ground.list(found) if ground in listed else found.match(ground.more):
                if isinstance(ground.than, str):
                    for one in set(found.match(ground.than)) - {key}:
                        stated[key, one] = is_shown(found.subtract(key, one).estimate)
                else:
                    than = ground.than / found[key].unit.scale
                    stated[key, "0"] = is_shown(found[key].estimate, than)
        for _, hole, _, _ in Formatter().parse(claim.text):
            one, less, two = (hole or "").partition(" - ")
            if less and is_shown(found.subtract(one, two).estimate) == NOT_SHOWN:
                assert "shown at 99.8%" in claim.say(found)
                denied |= {(one, two), (two, one)}
    return [pair for pair, side in stated.items() if side != "more" or pair in denied]


DEAR = ("lose", "maxims", "score")
"""Studies that judge for seconds: in the usual suite they are asked of the fewest deals alone."""


@pytest.mark.parametrize(
    ("name", "n"),
    [
        pytest.param(name, n, marks=pytest.mark.slow if n > 20 and name in DEAR else ())
        for name in ENTRIES
        if name not in ("census", "ladder")
        for n in (20, 400)
    ],
)
def test_study__of_few_deals_states_nothing_that_a_sentence_says_is_not_shown(name, n):
    study = ENTRIES[name].load()
    made = study.ask(Simulation("club", "club"), n)
    assert made.headline
    if not study.rows:
        assert "shown at" not in " ".join(made.sentences) or not judges(made.headline)
        return
    found = made.numbers()
    titles = [choose(found.claims, found)]
    for chart in (one.draw.args[0] for one in study.charts.values() if is_drawn(one)):
        drawn = study.read(made.found, chart)
        titles.append(choose(drawn.claims, drawn))
    sentences = study.sentences(made.found) if callable(study.sentences) else study.sentences
    assert not find_faults_of(found, [*titles, *(one for one in sentences if one.holds(found))])
    for claim in titles:
        assert claim.grounds or claim.fills or not judges(read_words(claim)), claim.text
    if (name, name) in CHARTS:  # others are drawn by hand, and need more deals
        assert_legible(made.plot())
        assert not {"find_overlaps", "find_outside"} & set(find_faults(made.plot()))


VERBS = {
    "simulate": lambda n: simulate("club", "novice", n=n).numbers(),
    "groups": lambda n: simulate(n=n, by="elder.aces").groups.numbers(),
    "duel": lambda n: duel("club", "novice", n=n).numbers(),
    "duel, parties": lambda n: duel("expert", "club", n=n, parties=True).numbers(),
    "duel, near": lambda n: duel("club", "primer", n=n).numbers(),
    "advise": lambda n: advise("AKJ.AQJ8.98.J87", n=n).numbers(),
    "chances": lambda n: chances("68-155", 6, n=n),
}


@pytest.mark.parametrize("n", [20, 400])
@pytest.mark.parametrize("verb", VERBS)
def test_verb__of_few_deals_states_nothing_that_is_not_shown(verb, n):
    found = VERBS[verb](n)
    claim = choose(found.claims, found)
    assert not find_faults_of(found, [claim])
    words = read_words(claim)
    assert claim.grounds or "not shown" in words or not judges(words), claim.text


def test_title__that_states_what_is_not_shown_is_found_out():
    found = VERBS["duel, parties"](20)
    claim = Claim("{gain} more", [Exceeds("gain", 0)])
    assert not find_faults_of(found, [claim])
    assert find_faults_of(replace(found, quantities=[blur(found["gain"])]), [claim]) == [
        ("gain", "0")
    ]


def test_costs_of_different_deals__are_compared_over_all_of_them():
    found = read("calling")
    assert found["elder_quatorze"].value > found["elder_nothing"].value
    assert Exceeds("elder_nothing_all", "elder_*_all").holds(found)
    with pytest.raises(ValueError, match="differ in their denominator"):
        Exceeds("elder_quatorze", "elder_nothing").holds(found)


def test_superlative__is_not_said_where_the_interval_holds_the_opposite():
    found = read("lose")
    assert found["elder_lost_calls"].value == max(
        found[key].value for key in found.match("elder_lost_*")
    )
    assert not Exceeds("elder_lost_calls", "elder_lost_*").holds(found)
    assert isinstance(found, Numbers)
    assert "calls and leads lose more" in found.headline
