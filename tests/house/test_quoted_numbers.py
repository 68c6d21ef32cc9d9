"""Every number that a document quotes is that of a row of a result, or of what makes it anew."""

import json
import re
from html import unescape

import pytest
from report_numbers import Evidence, find_numbers, read_folder
from specimens import RESULTS, ROOT

from analyses.results.analysis import read_data
from piquet_sim import Simulation, play_duel, read_deals, review_deal, simulate
from piquet_sim.advice.advice import advise
from piquet_sim.advice.trials import Question
from piquet_sim.cli.guides import GUIDES, read_guide
from piquet_sim.environments.table_learner import play_by_table, train_table
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.game.cards import parse_cards, parse_hand

README = (ROOT / "README.md").read_text("utf-8")
EXPERTS = {"elder": "expert", "younger": "expert"}
WITH_ERROR = re.compile(r"\d+(?:\.\d+)?\s±\s\d+(?:\.\d+)?")


# ---- The README and the guides ------------------------------------------------------------------
OF_ROWS = {
    "33.364 ± 0.014": ("elder-advantage", {**EXPERTS, "quantity": "elder_score"}),
    "18.5632 ± 0.0079": ("elder-advantage", {**EXPERTS, "quantity": "younger_score"}),
}
"""Numbers with their errors, by the study and the columns of the row."""
BRIEF = {
    "leads by 14.8": ("elder-advantage", {**EXPERTS, "quantity": "difference"}),
    "the lead is only 0.9": (
        "skill",
        {"kind": "between equals", "player": "random", "quantity": "elder's lead"},
    ),
}
"""The same without."""
OF_THE_PAGE = ("leads by 18.3", "loses 4.4")
"""What the page in the README's picture says of its hand, from so many deals."""
DEALS_OF_THE_PAGE = 32_768
OF_THE_EXAMPLE = ("6.43 ± 0.12", "0.74 ± 0.15")
OF_STRATEGIES = ("21.899 ± 0.020", "23.767 ± 0.027", "15.40 ± 0.10", "0.682 ± 0.082")
OF_LEARNER = ("50.64 ± 0.30", "2.58 ± 0.25", "40.43 ± 0.30", "43.50 ± 0.29")
OF_TRUST = ("94.0", "95.9", "0.0044")
"""What `make trust` takes hours for; the guide on trust says the same."""
PYTHON = "3.11"


def read_row(study, where):
    table = read_data(RESULTS / study / "data.csv")
    for name, value in where.items():
        table = table[table[name].astype(str) == value]
    assert len(table) == 1, (study, where)
    return table.iloc[0]


def find_quoted(text):
    """Numbers with their errors, however lines break."""
    return {" ".join(one.split()) for one in WITH_ERROR.findall(text)}


def test_readme__quotes_no_number_without_a_source():
    plain = README
    for known in (*OF_ROWS, *OF_THE_EXAMPLE):
        plain = plain.replace(known, "")
    for said in (*BRIEF, *OF_THE_PAGE):
        assert plain.count(said) == 1
        plain = plain.replace(said, "")
    prose = re.sub(r"```.*?```|`[^`]*`|^ {4}.*?$", "", plain, flags=re.DOTALL | re.MULTILINE)
    assert set(re.findall(r"\d+\.\d+", prose)) == {*OF_TRUST, PYTHON}


@pytest.mark.parametrize("said", OF_ROWS)
def test_readme__number_is_that_of_its_row(said):
    row = read_row(*OF_ROWS[said])
    assert " ".join(README.split()).count(said) == 1
    assert said == format_with_error(row["value"], row["se"])


@pytest.mark.parametrize("said", BRIEF)
def test_readme__brief_number_is_that_of_its_row(said):
    row = read_row(*BRIEF[said])
    value = said.split()[-1]
    assert value == f"{row['value']:.1f}"
    assert row["se"] < 0.05


def test_readme__quotes_the_review_of_the_example():
    (deal,) = read_deals((ROOT / "notebooks" / "cavendish.txt").read_text("utf-8"))
    lost = [one.loss for one in review_deal(deal).list_worst()[: len(OF_THE_EXAMPLE)]]
    assert tuple(str(one) for one in lost) == OF_THE_EXAMPLE
    assert set(OF_THE_EXAMPLE) <= find_quoted(README)


def test_readme__says_of_the_hand_what_the_page_says():
    hand = parse_hand("AKJ.AQJ8.98.J87")
    best, second, *_ = advise(Question(hand), deals=DEALS_OF_THE_PAGE).candidates
    eight_of_hearts, knave_of_clubs = parse_cards("8H JC")
    assert best.discard & ~second.discard == eight_of_hearts
    assert second.discard & ~best.discard == knave_of_clubs
    assert second.is_settled  # worse beyond doubt
    said = (f"leads by {best.worth.value:.1f}", f"loses {second.behind.value:.1f}")
    assert said == OF_THE_PAGE


def test_readme__says_of_trust_what_its_guide_says():
    guide = read_guide("trust")
    for said in OF_TRUST:
        assert said in README
        assert said in guide


def test_guides__quote_no_number_without_a_source():
    found = {one for topic in GUIDES for one in find_quoted(read_guide(topic))}
    assert found == {*OF_STRATEGIES, *OF_LEARNER}


def beat(one, two, pairs):
    """By how much a player beats another in a duel, as `piquet duel --plain` says it."""
    return str(play_duel(Simulation(one, two, seed=277, mirrored=True), pairs).plain_gain)


def test_guide__of_strategies_says_by_how_much_they_win():
    def win(one, two):
        found = simulate(one, two, n=1_000_000, seed=1, mirrored=True)
        return str(found.estimates["first_less_second"])

    assert (win("club", "novice"), win("novice", "random")) == OF_STRATEGIES[:2]


@pytest.mark.slow
def test_guide__of_strategies_says_by_how_much_strong_players_win():
    assert beat("expert", "club", 50_000) == OF_STRATEGIES[2]
    assert beat("master", "expert", 6_000) == OF_STRATEGIES[3]


@pytest.mark.slow
def test_guide__of_environments_says_by_how_much_its_learner_wins():
    """What is learned rests on sums of floats, whose last bits another processor may round."""
    long, short = (play_by_table(train_table(n, seed=1), "mine") for n in (1_000_000, 20_000))
    pairs = ((long, "novice"), (long, "club"), (short, "novice"), ("club", "novice"))
    for (one, two), said in zip(pairs, OF_LEARNER, strict=True):
        value, se = map(float, said.split(" ± "))
        gain = play_duel(Simulation(one, two, seed=2, mirrored=True), 10_000).gain
        assert abs(gain.value - value) < 3 * se, said


# ---- Published results --------------------------------------------------------------------------
TEXT, SUBTITLE = '<g id="text_', '<g id="subtitle">'
"""How texts begin; the last one before the line under a title is the title."""


def read_texts(study):
    """The sentences of a published result, and the title of its chart with the line under it."""
    meta = json.loads((RESULTS / study / "meta.json").read_text("utf-8"))
    drawn = (RESULTS / study / "chart.svg").read_text("utf-8")
    before, _, after = drawn.partition(SUBTITLE)
    title, under = (
        " ".join(re.findall(r">([^<>]+)</text>", part))
        for part in (before.rpartition(TEXT)[2], after.partition(TEXT)[0])
    )
    assert title
    return [*meta["sentences"], unescape(title), unescape(under)]


STUDIES = sorted(path.parent.name for path in RESULTS.glob("*/meta.json"))


@pytest.mark.parametrize("study", STUDIES)
def test_result__says_no_number_that_its_files_do_not_hold(study):
    evidence = Evidence()
    read_folder(evidence, RESULTS / study)
    missing, seen = [], 0
    for text in read_texts(study):
        plain = evidence.strip(text)
        for number in find_numbers(plain):
            seen += 1
            missing += [(number.shown, plain)] * (not evidence.holds(number))
    assert not missing
    assert seen >= 3


def test_guard__another_digit_is_found_out():
    evidence = Evidence()
    read_folder(evidence, RESULTS / "elder-advantage")
    told = [
        number
        for text in read_texts("elder-advantage")
        for number in find_numbers(evidence.strip(text))
        if number.error is not None
    ]
    assert told
    assert not any(evidence.holds(number.moved()) for number in told)
