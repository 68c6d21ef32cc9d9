"""The report is made once: what is there is kept, what changed is made anew."""

import json
import os
import re
import shutil
import signal
import threading
import time
from contextlib import suppress
from dataclasses import replace

import pytest
from report_order import DEALS, ORDER
from report_page import Page

from analyses.charts.style import STYLES
from analyses.report import SECTIONS, Order, find_section, make_report, making
from analyses.report.sections import Part
from analyses.verification import SAME, verify
from piquet_sim import InputError
from piquet_sim.running import provenance
from piquet_sim.strategies import find_strategy
from piquet_sim.strategies.registry import Strategy, register


@pytest.fixture
def pique(made, tmp_path):
    """A folder with one part of the report, and the order that it fulfils."""
    shutil.copytree(made.page.parent / "pique", tmp_path / "pique")
    return replace(ORDER, sections=("pique",))


def read_without_times(page):
    """A page without the descriptions that it holds, which say how long it took to play."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r'data-file="[^"]*meta\.json" href="[^"]*"', "", text)


def test_report__is_made_from_files_where_nothing_has_changed(made, monkeypatch):
    def refuse(*_):
        raise AssertionError("played again")

    before = made.page.read_text(encoding="utf-8")
    monkeypatch.setattr(making, "_write_part", refuse)
    again = make_report(ORDER, made.page.parent)
    assert not any(part.is_new for part in again.parts)
    assert again.page.read_text(encoding="utf-8") == before


def test_report__another_style_is_drawn_and_not_played(made, tmp_path, monkeypatch):
    plain = replace(ORDER, sections=("pique", "partie"))
    for name in plain.sections:
        shutil.copytree(made.page.parent / name, tmp_path / "restyled" / name)
    grey = replace(plain, style=STYLES["gray"])
    fresh = make_report(grey, tmp_path / "fresh")
    first = make_report(plain, tmp_path / "restyled")
    before = first.page.read_text(encoding="utf-8")
    monkeypatch.setattr(Part, "make", lambda *_: pytest.fail("played again"))
    second = make_report(grey, tmp_path / "restyled")
    assert [(part.is_new, part.is_drawn) for part in second.parts] == [(False, True)] * 2
    for one, other in zip(fresh.parts, second.parts, strict=True):
        for path in one.home.iterdir():
            again = other.home / path.name
            if path.suffix == ".json":  # which says how long it took to play
                old, new = (json.loads(each.read_text(encoding="utf-8")) for each in (path, again))
                assert old["report"] == new["report"]
            else:
                assert again.read_bytes() == path.read_bytes(), path
    third = make_report(grey, tmp_path / "restyled")
    assert not any(part.is_drawn for part in third.parts)
    assert read_without_times(third.page) == read_without_times(fresh.page)
    assert third.page.read_text(encoding="utf-8") != before


def test_report__a_picture_that_is_lost_is_drawn_and_not_played(pique, tmp_path, monkeypatch):
    picture = tmp_path / "pique" / "chart.svg"
    right = picture.read_bytes()
    picture.unlink()
    monkeypatch.setattr(Part, "make", lambda *_: pytest.fail("played again"))
    make_report(pique, tmp_path)
    assert picture.read_bytes() == right


@pytest.mark.parametrize("spoil", ["table", "engine"])
def test_report__is_played_anew_where_it_cannot_be_drawn(made, tmp_path, monkeypatch, spoil):
    name = "partie" if spoil == "table" else "pique"  # the engine is that of every part
    shutil.copytree(made.page.parent / name, tmp_path / name)
    order = replace(ORDER, sections=(name,))
    if spoil == "table":
        (tmp_path / "partie" / "both_scores.csv").write_bytes(b"none")
    else:
        monkeypatch.setattr(provenance, "digest_engine", lambda: "another")
    other = replace(order, style=STYLES["gray"])
    assert [part.is_new for part in make_report(other, tmp_path).parts] == [True]


@pytest.mark.parametrize("change", [{"seed": 4}, {"n": 2_200}, {"strategies": ("novice",)}])
def test_report__is_made_anew_where_something_has_changed(change):
    one = Order(DEALS, sections=("pique",), seed=3)
    other = Order(**{"n": DEALS, "sections": ("pique",), "seed": 3, **change})
    part = find_section("pique").parts[0]
    assert making.find_key(one, part) != making.find_key(other, part)


def test_report__what_is_stopped_is_not_kept(monkeypatch, tmp_path):
    section = find_section("pique")
    whole, before = type(section.parts[0]).make, signal.getsignal(signal.SIGINT)

    def stop(part, order, progress):
        with suppress(KeyboardInterrupt):  # as runs take it: they end with what they have
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        return whole(part, order, progress)

    monkeypatch.setattr(type(section.parts[0]), "make", stop)
    with pytest.raises(KeyboardInterrupt):
        make_report(Order(DEALS, sections=("pique",)), tmp_path)
    assert not (tmp_path / "pique").exists()
    assert signal.getsignal(signal.SIGINT) is before


def test_report__its_folders_can_be_verified(made):
    for part in made.parts:
        if part.part.name in ("pique", "ladder"):
            assert verify(part.home).outcome == SAME


def test_report__a_file_that_was_changed_is_made_anew(pique, tmp_path):
    data = tmp_path / "pique" / "data.csv"
    right = data.read_bytes()
    data.write_bytes(right.replace(b"elder", b"other"))
    assert [part.is_new for part in make_report(pique, tmp_path).parts] == [True]
    assert data.read_bytes() == right


def test_report__a_name_cannot_be_markup(tmp_path, nobody_stays_registered):
    club = find_strategy("club")
    name = "<script>alert('&|$x$_%')</script>"
    register(Strategy(name, discard=club.discard, play=club.play, origin="a test"))
    made = make_report(Order(DEALS, (name,), ("pique",)), tmp_path)
    text = made.page.read_text(encoding="utf-8")
    assert "<script" not in text
    found = Page(text)
    assert found.faults == []
    assert name in " ".join(found.shown.split())
    assert not {"script"} & {tag for tag, _ in found.tags}


def test_sections__name_every_study_once():
    from analyses import STUDIES

    names = [part.name for section in SECTIONS for part in section.parts]
    assert sorted(names) == sorted([*STUDIES, "ladder"])


def test_order__one_player_climbs_no_ladder():
    section = find_section("strategies")
    assert [part.name for part in section.chosen(Order(strategies=("club",)))] == [
        "regret",
        "skill",
        "leads",
        "headroom",
    ]
    assert len(section.chosen(Order())) == 5


def test_parts__that_mostly_compile_are_played_beside_the_others(tmp_path, monkeypatch):
    played = []

    def make(part, order, progress):
        played.append((part.name, threading.current_thread() is threading.main_thread()))
        raise InputError(f"{part.name} was played")

    monkeypatch.setattr(Part, "make", make)
    order = Order(DEALS, sections=("pique", "strategies"), threads=2)
    with pytest.raises(InputError, match="skill was played"):
        make_report(order, tmp_path)
    chosen = [(find_section(name), part) for name, part in (
        ("strategies", part) for part in find_section("strategies").parts
        if part.reported.is_compiled_anew
    )]  # fmt: skip
    ahead = making.play_ahead(order, [(find_section("pique"), find_section("pique").parts[0]),
                                       *chosen], tmp_path)  # fmt: skip
    assert list(ahead) == ["regret", "leads", "headroom"]
    for name, future in ahead.items():
        with pytest.raises(InputError, match=f"{name} was played"):
            future.result(timeout=60)
    assert ("regret", False) in played
    assert making.play_ahead(replace(order, threads=1), chosen, tmp_path) == {}
