"""The studies: one face, sound tables, charts that show the data of the tables."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from honest import find_lies_of_table
from matplotlib.text import Text
from PIL import Image

from analyses import STUDIES, ask, find_study, sort_by_length
from analyses.charts.style import chart_style, new_chart, save_chart
from analyses.results import analysis
from analyses.results.analysis import read_data, write_data, write_pictures
from analyses.studies.books import claim_rows
from analyses.words.sentences import one_in
from piquet_sim import RUBICON, InputError, Simulation
from piquet_sim.exact import census

DEALS = 20_000
SHOWN = "carte-blanche"
"""Its chart is among those that are soon drawn."""

SEARCHED = ("codes", "sixes", "partie", "published")


@pytest.fixture(scope="module")
def answers():
    simulation = Simulation("club", "club", seed=11)
    return {name: find_study(name).answer(simulation, DEALS) for name in STUDIES}


@pytest.mark.parametrize("name", STUDIES)
def test_study__has_table_figure_and_three_sentences(answers, name):
    answer = answers[name]
    assert answer.name == name
    assert len(answer.summary) == 3
    assert all(sentence.endswith(".") for sentence in answer.summary)
    assert answer.description["n"] == DEALS
    assert {"quantity", "value", "se", "low", "high", "n"} <= set(answer.table.columns)
    assert not find_lies_of_table(answer.table)


@pytest.mark.parametrize("name", STUDIES)
def test_study__tells_its_pictures_and_its_data_the_same(answers, name, tmp_path, monkeypatch):
    told = {}

    def note(figure, home, file, title, description):
        told.update(json.loads(json.dumps(description)))
        return ()

    monkeypatch.setattr(analysis, "write_pictures", note)
    home = replace(answers[name], draw=lambda *_, **__: None).write(tmp_path)
    assert sorted(path.name for path in home.iterdir()) == ["data.csv", "meta.json"]
    check_told(told, json.loads((home / "meta.json").read_text()))


def check_told(told, meta):
    assert meta["description"]["seed"] == 11
    assert meta["description"]["n"] == DEALS
    assert {"version", "seconds", "summary"} <= set(meta)
    assert {key: told[key] for key in meta["description"]} == meta["description"]
    assert told["strategies"] == meta["strategies"]
    assert set(told["strategies"]) == {
        meta["description"][seat] for seat in ("elder", "younger") if seat in meta["description"]
    }


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == SHOWN else pytest.mark.slow) for name in STUDIES],
)
def test_study__writes_four_files_and_nothing_else(answers, name, tmp_path):
    home = answers[name].write(tmp_path)
    assert sorted(path.name for path in home.iterdir()) == [
        "chart.png",
        "chart.svg",
        "data.csv",
        "meta.json",
    ]
    with Image.open(home / "chart.png") as chart:
        told = json.loads(chart.text["Description"])
    check_told(told, json.loads((home / "meta.json").read_text()))


def test_study__that_comes_out_the_same_is_not_written_again(answers, tmp_path):
    # Each copy draws its chart afresh, as a command does: a figure saved twice is laid out twice.
    home = replace(answers[SHOWN]).write(tmp_path)
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()}
    replace(answers[SHOWN], seconds=answers[SHOWN].seconds + 60).write(tmp_path)
    for path in home.iterdir():
        assert (path.stat().st_mtime_ns, path.read_bytes()) == before[path.name]
    replace(answers[SHOWN], summary=("Other.",) * 3).write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["summary"] == ["Other."] * 3
    (home / "meta.json").write_bytes(b"{\xff")
    answers[SHOWN].write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["title"] == answers[SHOWN].title


@pytest.mark.parametrize("name", STUDIES)
def test_study__chart_is_drawn_from_what_stands_in_files(answers, name, tmp_path):
    answer, pictures = answers[name], []
    write_data(answer.table, tmp_path / "data.csv")
    kept = read_data(tmp_path / "data.csv"), json.loads(json.dumps(answer.captions))
    for table, said in ((answer.table, answer.captions), kept):
        figure = find_study(name).draw(table, said)
        write_pictures(figure, tmp_path, "chart", answer.title, {})
        pictures.append((tmp_path / "chart.svg").read_bytes())
    assert pictures[0] == pictures[1]


def test_data__numbers_texts_and_gaps_come_back_as_they_were(tmp_path):
    table = pd.DataFrame(
        {
            "elder": ["007", "NA", "nan"],
            "quantity": ["x", 'a "b", c', None],
            "value": [0.1 + 0.2, -1e-300, 1 / 3],
            "n": [1, 2, 3],
            "se": [None, 0.5, None],
        }
    )
    write_data(table, tmp_path / "data.csv")
    pd.testing.assert_frame_equal(read_data(tmp_path / "data.csv"), table, check_exact=True)


def test_data__numbers_come_back_to_the_last_digit(tmp_path):
    table = pd.DataFrame({"value": np.random.default_rng(7).standard_normal(5_000)})
    write_data(table, tmp_path / "data.csv")
    pd.testing.assert_frame_equal(read_data(tmp_path / "data.csv"), table, check_exact=True)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n1,2,3\n", b'a\n"', b"\xff\xfe"])
def test_data__refuses_other_files(tmp_path, content):
    (tmp_path / "data.csv").write_bytes(content)
    with pytest.raises(InputError, match="not a table"):
        read_data(tmp_path / "data.csv")


def test_data__says_that_there_is_no_file(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_data(tmp_path / "none.csv")


def test_hands__estimates_agree_with_exact_counts(answers):
    table = answers["hands"].table
    assert (table.groupby("attribute")["hands"].sum() == census.count_hands()).all()
    # Seventeen z-scores: the largest is beyond 4.5 once in ten thousand sound runs.
    assert table["z"].abs().max() < 4.5


def test_hands__a_wrong_dealer_is_noticed(answers):
    table = answers["hands"].table
    shifted = table["value"] * 1.05  # a dealer that favours a class by a twentieth
    z = (shifted - table["exact"]) / table["se"]
    assert z.abs().max() > 4.5


def test_discards__rows_of_a_matrix_add_up_to_one(answers):
    table = answers["discards"].table
    matrix = table[table["quantity"] != "exchanges"]
    sums = matrix.groupby(["quantity", "seat", "dealt"])["value"].sum()
    assert np.allclose(sums, 1)


def test_elder_advantage__classes_of_scores_add_up_to_one(answers):
    table = answers["elder-advantage"].table
    for seat in ("elder", "younger"):
        rows = table[table["quantity"].str.startswith(f"{seat} makes ")]
        assert rows["value"].sum() == pytest.approx(1)


def test_elder_advantage__chart_shows_the_table(answers):
    figure = answers["elder-advantage"].figure
    table = answers["elder-advantage"].table
    bars = {
        bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in figure.axes[0].patches[:-1]
    }
    rows = table[table["quantity"].str.startswith("elder's score less younger's is ")]
    low = rows["quantity"].str.extract(r"is (-?\d+) to")[0].astype(int)
    shown = rows[(low >= -100) & (low < 140)]
    assert np.allclose(list(bars.values()), shown["value"] * 100)
    assert np.allclose(list(bars), low[shown.index] + 5)


def test_pique__parts_add_up_to_the_whole(answers):
    table = answers["pique"].table
    for (seat, event), rows in table.groupby(["seat", "event"]):
        parts = rows[rows["made_of"] != "anything"]["value"].sum()
        whole = rows[rows["made_of"] == "anything"]["value"].iloc[0]
        assert event == "capot" or parts == pytest.approx(whole), (seat, event)


def test_carte_blanche__exact_value_stands_beside(answers):
    table = answers["carte-blanche"].table.set_index("quantity")
    row = table.loc["elder shows a carte blanche"]
    assert row["exact"] == 125970 / 225792840
    assert row["low"] < row["exact"] < row["high"]


def raise_too_few(*_, **__):
    raise claim_rows.TooFew("no matches")


@pytest.mark.parametrize("name", [*STUDIES, pytest.param("matches", marks=pytest.mark.slow)])
def test_study__says_who_played_the_cards(name, monkeypatch):
    if name == "published":  # whose matches are of some thousand deals
        for one in ("_play_matches", "weigh_stopping"):
            monkeypatch.setattr(claim_rows, one, raise_too_few)
    name = "published" if name == "matches" else name
    simulation = Simulation("club", "club", seed=11, play="double-dummy")
    # Where the cards count themselves they are played by a search, a hundred deals a second.
    answer = find_study(name).answer(simulation, 8 if name in SEARCHED else 600)
    assert answer.description["play"] == "double-dummy"
    drawn = " ".join(text.get_text() for text in answer.figure.findobj(Text))
    # Nobody plays where a chart shows what was counted.
    assert ("double-dummy" in drawn) != (name in ("hands", "published"))


def test_find_study__suggests_the_nearest_name():
    with pytest.raises(InputError, match="did you mean 'discards'"):
        find_study("discard")


def test_one_in__as_books_give_it():
    assert one_in(125970 / 225792840) == "1 in 1,792.4"
    assert one_in(0) == "never seen"


def test_studies__that_take_long_come_last():
    assert sorted(sort_by_length()) == sorted(STUDIES)
    expected = [find_study(name).expect_seconds(1_000_000, 2) for name in sort_by_length()]
    assert expected == sorted(expected)
    assert expected[0] == 0 < expected[-1]


# ---- In a notebook ------------------------------------------------------------------------------
def test_ask__is_the_study_of_these_players():
    asked = ask("elder-advantage", 2_000, "novice", "club", seed=4)
    study = find_study("elder-advantage")
    wanted = study.answer(Simulation("novice", "club", seed=4), 2_000)
    pd.testing.assert_frame_equal(asked.table, wanted.table)
    assert [asked.description[seat] for seat in ("elder", "younger")] == ["novice", "club"]


def test_ask__shows_the_chart_as_wide_as_the_page():
    page = ask("hands", 1_000)._repr_html_()
    assert page.startswith("<h3>What does a dealt hand hold?</h3>")
    opening = page[page.index("<svg") :].partition(">")[0]
    assert 'width="100%"' in opening
    assert "height=" not in opening


def test_ask__refuses_rules_where_a_study_has_its_own():
    with pytest.raises(InputError, match="codes: its rules are fixed"):
        ask("codes", 1_000, rules=RUBICON)


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_charts__differ_by_no_last_digit_of_where_panels_stand(tmp_path, kind):
    # What lies where in memory decides the last digit of a layout that is solved.
    pictures = []
    for nudge in (0, 1, -1):
        with chart_style():
            figure, panels = new_chart(1, 2)
            for panel in panels:
                panel.plot([0, 1], [0, 1])
        figure.draw_without_rendering()
        places = [np.array(panel.get_position().bounds) for panel in panels]
        figure.set_layout_engine("none")
        for panel, place in zip(panels, places, strict=True):
            panel.set_position(np.nextafter(place, place + nudge))
        save_chart(figure, tmp_path / f"chart.{kind}")
        pictures.append((tmp_path / f"chart.{kind}").read_bytes())
    assert pictures[0] == pictures[1] == pictures[2]
