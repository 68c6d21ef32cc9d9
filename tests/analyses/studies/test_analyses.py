"""Some studies: their numbers are the exact ones, parts add up, charts show the tables.

Covers `analyses.contents`, `analyses.meaning`.
"""

import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from command_line import command
from matplotlib.text import Text
from naive_hand import NaiveHand, list_cards

from analyses import ask, contents, find_study, read_published
from analyses.findings import Findings
from analyses.studies.codes import SWEPT
from piquet_sim import Simulation, record, simulate
from piquet_sim.cli.guides import read_guide
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.exact import census
from piquet_sim.game.rules import PRESETS, RUBICON


def test_findings__numbers_texts_and_gaps_come_back_as_they_were(tmp_path):
    found, path = Findings(), tmp_path / "data.csv"
    found.add(know_exactly(0.1 + 0.2), elder="007", quantity="x")
    found.add(Estimate(-1e-300, 0.5, -1.0, 1 / 3, 2, "normal"), elder="NA", quantity='a "b", c')
    found.add(None, elder="nan", quantity="none")
    found.write(path)
    again = Findings.read_file(path)
    pd.testing.assert_frame_equal(again.table(), found.table(), check_exact=True)
    assert (again.get(elder="NA"), again.get(elder="nan")) == (found.get(elder="NA"), None)


CLUBS = Simulation("club", "club", seed=11)


def test_hands__estimates_agree_with_exact_counts():
    table = find_study("hands").ask(CLUBS, 20_000).found.table()
    assert (table.groupby("attribute")["hands"].sum() == census.count_hands()).all()
    # Seventeen z-scores: the largest is beyond 4.5 once in ten thousand sound runs.
    assert table["z"].abs().max() < 4.5


def test_charts__say_whose_lead_changes_and_that_elders_limit_moves_with_the_sixes():
    blanche, sixes = (
        [
            text.get_text()
            for text in find_study(name).charts[name].draw(read_published(name)).findobj(Text)
        ]
        for name in ("carte-blanche", "sixes")
    )
    points = [one for one in blanche if re.search("(?i)points|average", one)]
    assert {"lead" in one for one in points if "95% intervals" not in one} == {True}
    assert all(
        {"five", "eight"} <= set(re.findall(r"\w+", text))
        for text in (find_study("sixes").assumed, " ".join(sixes))
    )


def test_pique__parts_add_up_to_the_whole():
    table = find_study("pique").ask(CLUBS, 20_000).found.table()
    is_whole, by = table["made_of"] == "anything", ["seat", "event"]
    whole, parts = (table[one].groupby(by)["value"].sum() for one in (is_whole, ~is_whole))
    assert (whole.drop("capot", level="event") - parts).abs().max() < 1e-12


@pytest.mark.parametrize("rules", [RUBICON, RUBICON.replace(name="36", pack=36)])
@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_discards__are_what_the_hands_were_and_better_where_the_better_call_is(seat, rules):
    """Every hand of some deals, card by card; with the sixes, too."""
    simulation = Simulation("club", "club", rules, seed=11)
    found = find_study("discards").ask(simulation, 600).found
    hands = [
        [NaiveHand(list_cards(hand)) for hand in one]
        for one in simulation.record_units(0, 600)[[f"{seat}_dealt", f"{seat}_hand"]].tolist()
    ]
    lengths = {
        "point": lambda hand: str(hand.longest_suit),
        "sequence": lambda hand: str(hand.best_sequence or "none"),
        "sets": lambda hand: (
            "four" if hand.quatorzes else ("none", "1 trio", "trios")[min(hand.trios, 2)]
        ),
    }
    for kind, name in lengths.items():
        named = [tuple(map(name, one)) for one in hands]
        dealt, table = Counter(one for one, _ in named), found.table()
        table = table[(table.seat == seat) & (table.quantity == kind)]
        assert dict(zip(zip(table.dealt, table.held, strict=True), table.value, strict=True)) == {
            one: pytest.approx(times / dealt[one[0]]) for one, times in Counter(named).items()
        }
    for kind in ("point", "sequence"):
        better = [getattr(held, kind) > getattr(dealt, kind) for dealt, held in hands]
        row = found.find(seat=seat, dealt="any", quantity=f"{kind}, better by the law")
        assert row.value == np.mean(better)


# ---- In a notebook ------------------------------------------------------------------------------
def test_ask__is_the_study_of_these_players():
    asked = ask("elder-advantage", 2_000, "novice", "club", seed=4)
    pd.testing.assert_frame_equal(
        asked.found.table(),
        find_study("elder-advantage")
        .ask(Simulation("novice", "club", seed=4), 2_000)
        .found.table(),
    )
    assert [asked.found.about[seat] for seat in ("elder", "younger")] == ["novice", "club"]


# ---- One of your own ----------------------------------------------------------------------------
def test_study__of_the_guide_is_asked_told_and_drawn_like_any_other(tmp_path, monkeypatch):
    monkeypatch.setattr(contents, "ENTRIES", dict(contents.ENTRIES))
    fenced = re.findall(r"^```python\n(.*?)^```$", read_guide("studies"), re.DOTALL | re.MULTILINE)
    (whole,) = (one for one in fenced if "analyses.register" in one)
    (tmp_path / "cards.py").write_text(whole)
    out, said = tmp_path / "answers", "Elder wins the cards in"
    asked = ("study", "the-cards", "--load", tmp_path / "cards.py", "-n", "2000")
    assert said in command(*asked, "--strategy", "club", "--out", out).out
    records = Simulation("club", "club").record_units(0, 2_000)
    table = pd.read_csv(out / "the-cards" / "data.csv").set_index("seat")
    assert table.value["elder"] == (records["elder_cards"] == 10).mean()
    for line in (("chart", "again.svg"), ("report", "page.html")):
        made = tmp_path / line[1]
        assert (
            command(line[0], "the-cards", "--of", out, "--out", made).code,
            said in made.read_text(),
        ) == (0, True)


@pytest.mark.parametrize("name", ["cotton_1674", "rubicon", "american"])
def test_swept__the_measure_counts_what_the_records_hold(name):
    deals = record("club", "club", 3_000, rules=PRESETS[name], seed=3)
    classes = deals[["point_result", "sequence_result", "set_result"]]
    swept = sum(
        (classes == code).all(axis=1) & (deals[f"{seat}_tricks"] > 6)
        for code, seat in enumerate(("elder", "younger"), start=1)
    )
    measures = simulate("club", "club", 3_000, rules=PRESETS[name], seed=3, measures=SWEPT)
    assert [one.value for one in measures.measures.values()] == pytest.approx([swept.mean()])
    assert swept.any()
