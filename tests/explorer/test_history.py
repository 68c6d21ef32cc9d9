"""What the page keeps: errors, the rating, the hand of the day; kept, set aside, deleted."""

import sqlite3
from datetime import date, timedelta

import pytest

from piquet_sim.explorer.answers import list_choices
from piquet_sim.explorer.history import pages
from piquet_sim.explorer.history.boxes import INTERVALS, draw_curve, move, rate
from piquet_sim.explorer.history.decisions import list_review
from piquet_sim.explorer.history.pages import Diary, number_day
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.review import review_code
from piquet_sim.explorer.themes import deal_hands
from piquet_sim.game.cards import format_hand
from piquet_sim.game.errors import InputError

DAY = date(2026, 11, 25)


def asked(day=DAY, **more):
    return Asked({"day": str(day), **{key: str(value) for key, value in more.items()}})


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A history with the example's deal, seen by elder, and one hand of the day."""
    path = tmp_path_factory.mktemp("kept") / "history.sqlite"
    diary = Diary(Store(path))
    code = list_choices()["example"]
    told = diary.keep_deal(asked(record=code, seat="elder"), False, "review")
    today = diary.tell_today(asked())
    diary.throw_today(asked(discard=" ".join(today["cards"][:5])))
    return path, code, told


def test_boxes__right_moves_up_and_wrong_to_the_first():
    box, due, days = 0, DAY, []
    for _ in range(6):
        box, due = move(box, True, DAY)
        days.append((due - DAY).days)
    assert days == [1, 3, 7, 16, 35, 35]
    assert move(4, False, DAY) == (0, DAY + timedelta(1))
    assert INTERVALS[0] == 1


def test_rating__is_the_mean_of_the_last_fifty():
    losses = [9.0] * 10 + [0.0, 2.0] * 25
    mean, se = rate(losses)
    assert mean == 1.0
    assert se == pytest.approx((50 / 49 / 50) ** 0.5)
    assert rate(losses[:49]) is None
    curve = draw_curve(losses)
    assert [curve[0]["decisions"], curve[-1]["decisions"]] == [50, 60]
    assert curve[-1]["mean"] == 1.0


def test_history__keeps_what_is_worse_beyond_doubt_and_counts_every_decision(kept):
    path, code, told = kept
    review = review_code(code)
    own = [one for one in review.list_of(0) if one.loss is not None]
    errors = Diary(Store(path)).tell_errors(asked())["errors"]
    worse = sorted(one.lost for one in own if one.is_error)
    found = sorted(one["lost"] for one in errors if one["source"] == "review")
    assert found == [f"{lost:.1f}" for lost in worse]
    assert set(told["errors"]) == {"elder", "20"}
    with Store(path).open() as history:
        rows = history.execute("SELECT * FROM decisions WHERE source = 'review'").fetchall()
    assert sorted(row["lost"] for row in rows) == pytest.approx(sorted(one.lost for one in own))
    before = Diary(Store(path)).tell_errors(asked())
    Diary(Store(path)).keep_deal(asked(record=code, seat="elder"), False, "review")
    assert Diary(Store(path)).tell_errors(asked()) == before  # the same deal again adds nothing


def test_history__what_was_begun_before_all_was_deleted_is_not_kept(tmp_path, monkeypatch):
    diary = Diary(Store(tmp_path / "history.sqlite"))
    code = list_choices()["example"]

    def delete_and_list(*told):
        diary.forget(asked())
        return list_review(*told)

    monkeypatch.setattr(pages, "list_review", delete_and_list)
    told = diary.keep_deal(asked(record=code, seat="elder"), False, "review")
    assert (told["errors"], told["due"]) == ({}, 0)
    assert diary.tell_errors(asked())["errors"] == []
    monkeypatch.undo()
    assert diary.keep_deal(asked(record=code, seat="elder"), False, "review")["errors"]


def test_flashcard__shows_no_answer_and_takes_the_best(kept, tmp_path):
    path, _, _ = kept
    copy = Diary(Store(tmp_path / "history.sqlite"))
    copy.read(Diary(Store(path)).write())
    tomorrow = DAY + timedelta(1)
    errors = copy.tell_errors(asked(tomorrow))["errors"]
    assert [one["best"] for one in errors] == [None] * 3  # hidden while due
    (card,) = (one for one in errors if one["place"] == "20")
    assert "best" not in copy.ask_error(asked(tomorrow, error=card["error"]))
    answered = copy.answer_error(asked(tomorrow, error=card["error"], decided="9S"))
    assert answered["is_right"]
    assert (answered["box"], answered["due_on"]) == (1, str(tomorrow + timedelta(1)))
    (throw,) = (one for one in errors if one["source"] == "review" and one["kind"] == "exchange")
    wrong = copy.answer_error(asked(tomorrow, error=throw["error"], decided="KS 9D 8D 8C 7C"))
    assert not wrong["is_right"]
    assert wrong["best"] == ["8H 9D 8D 8C 7C"]
    # Near the best is right, too: it cannot be told from it beyond doubt.
    (hand,) = (one for one in errors if one["source"] == "today’s hand")
    near = copy.answer_error(asked(tomorrow, error=hand["error"], decided="9S KD 9D 8D TC"))
    assert near["is_right"]
    with pytest.raises(InputError, match="answer"):
        copy.answer_error(asked(tomorrow, error=throw["error"], decided="ZZ"))


def test_history__is_kept_over_a_restart_and_deleted_by_one_press(kept, tmp_path):
    path, _, _ = kept
    diary = Diary(Store(path))
    text = diary.write()
    assert text.count("Deal: error in ") == 3
    other = Diary(Store(tmp_path / "history.sqlite"))
    assert other.read(text)["new"] == 3
    assert other.read(text)["new"] == 0
    assert Diary(Store(tmp_path / "history.sqlite")).write() == text  # as after a restart
    told = other.forget(asked())
    assert (told["errors"], told["decisions"], other.write()) == ([], 0, "")
    with pytest.raises(InputError, match="expected deals as My errors saves them"):
        other.read(text.partition("\n")[2])  # a deal without its name


@pytest.mark.parametrize("wrong", [b"not a database at all, but longer than its head" * 9, None])
def test_history__that_cannot_be_read_is_set_aside_and_named(tmp_path, wrong):
    path = tmp_path / "history.sqlite"
    if wrong is None:  # of a later version
        with sqlite3.connect(path) as later:
            later.execute("PRAGMA user_version = 99")
            later.execute("CREATE TABLE errors (something)")
        later.close()
        wrong = path.read_bytes()
    else:
        path.write_bytes(wrong)
    store = Store(path)
    told = Diary(store).tell_due(asked())
    assert told["due"] == 0
    (aside,) = tmp_path.glob("history-*.unreadable")
    assert told["set_aside"] == str(aside)
    assert aside.read_bytes() == wrong
    assert Diary(Store(path)).tell_due(asked())["set_aside"] == ""


def test_today__the_date_is_the_seed_and_a_throw_counts_once(kept):
    path, _, _ = kept
    diary = Diary(Store(path))
    told = diary.tell_today(asked())
    assert number_day(DAY) == 20261125
    assert told["hand"] == format_hand(deal_hands("any", 20261125, 1)[0])
    assert told["thrown"] == " ".join(told["cards"][:5])
    assert [one["mark"] for one in told["week"]] == ["none"] * 6 + ["lost"]
    assert diary.throw_today(asked(discard=told["cards"][-1])) == {"errors": {}}
    tomorrow = DAY + timedelta(1)
    diary.throw_today(asked(tomorrow))  # shown instead
    assert diary.tell_today(asked(tomorrow))["week"][-1]["mark"] == "missed"
    assert diary.tell_today(asked(tomorrow))["hand"] != told["hand"]


def test_changes__only_by_the_page_itself_and_only_by_post(server):
    own = {"Origin": server.address.rstrip("/")}
    for headers in ({}, {"Origin": "http://evil.example"}):
        assert server.get("/api/do/forget", headers, "POST")[0] == 403
    assert server.get("/api/do/forget", own)[0] == 405
    assert server.get("/api/do/forget", own, "POST", "x" * 10)[0] == 413
    assert server.change("forget")["errors"] == []
