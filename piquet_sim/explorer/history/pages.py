"""My errors and Today, as the page asks for them."""

import json
from datetime import date, timedelta

from piquet_sim.advice.trials import Question
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.explorer.history.boxes import LAST_BOX, RATED, draw_curve, move, rate
from piquet_sim.explorer.history.cards import ask_question, judge_answer, open_error
from piquet_sim.explorer.history.decisions import KINDS, RIVALS, keep, list_review, list_throw
from piquet_sim.explorer.history.files import read_errors, write_errors
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.themes import deal_hands
from piquet_sim.explorer.words.figures import say_error, say_number
from piquet_sim.game.cards import format_card, format_hand, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS

_DEALS = 12
"""Deals over which the page says where points are lost."""
_HISTORY = 12
_WEEK = 7
MISSED = "missed"
_SEAT = "elder"


def number_day(day: date) -> int:
    """The number of a day's hand, the same for all who ask on it: its date, as in 20270131."""
    return day.year * 10_000 + day.month * 100 + day.day


class Diary:
    """What is kept, and what the page asks of it.

    Parameters
    ----------
    store : Store
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # ---- Today

    def tell_today(self, asked: Asked) -> dict[str, object]:
        """The hand of a day, without any judgement, and how the last seven days went."""
        day = asked.day
        (hand,) = deal_hands("any", number_day(day), 1, _SEAT)
        limits = exchange_limits(_SEAT, None, RUBICON)
        days = [day - timedelta(back) for back in range(_WEEK)][::-1]
        with self._store.open() as kept:
            found = kept.execute(
                "SELECT * FROM days WHERE day BETWEEN ? AND ?", (str(days[0]), str(day))
            )
            rows = {row["day"]: row for row in found}
            is_new = not kept.execute("SELECT 1 FROM days LIMIT 1").fetchone()
        return {
            "day": str(day), "number": day.timetuple().tm_yday, "hand": format_hand(hand),
            "cards": [format_card(card) for card in iterate_cards(hand)], "seat": _SEAT,
            "exchange": [limits[0], limits[-1]],
            "week": [] if is_new else [_tell_day(one, rows.get(str(one))) for one in days],
            "thrown": rows[str(day)]["throw"] if str(day) in rows else None,
            **self.tell_due(asked),
        }  # fmt: skip

    def throw_today(self, asked: Asked) -> dict[str, object]:
        """Keep what was thrown of the day's hand, once; without a throw it counts as missed."""
        day = asked.day
        (hand,) = deal_hands("any", number_day(day), 1, _SEAT)
        with self._store.open() as kept:
            if kept.execute("SELECT 1 FROM days WHERE day = ?", (str(day),)).fetchone():
                return {"errors": {}}
        throw = asked.discard
        if throw is None:
            with self._store.open() as kept:
                kept.execute("INSERT INTO days VALUES (?, '', NULL, NULL, ?)", (str(day), MISSED))
            return {"errors": {}}
        since = self._store.times_forgotten
        found = list_throw(Question(hand, _SEAT), throw, "today’s hand", day)
        (one,) = found
        loss, is_error = one.decision.loss, one.decision.is_error
        mark = "best" if not loss.value else "lost" if is_error else "close"
        with self._store.open() as kept:
            kept.execute("INSERT OR IGNORE INTO days VALUES (?, ?, ?, ?, ?)",
                         (str(day), one.decision.done, loss.value, loss.se, mark))  # fmt: skip
        return {"errors": keep(self._store, found, since), "mark": mark,
                "lost": f"{say_number(loss.value, loss.se)}" if is_error else "0"}  # fmt: skip

    # ---- What is kept of deals and throws

    def keep_deal(self, asked: Asked, is_helped: bool, source: str) -> dict[str, object]:
        """Keep the decisions of the seat in a deal that was reviewed."""
        code, seat = asked.state.get("record", ""), SEATS.index(asked.seat)
        if not code:
            raise InputError("record: paste a deal first")
        since = self._store.times_forgotten
        found = list_review(code, seat, source, asked.day, is_helped)
        return {"errors": keep(self._store, found, since), **self.tell_due(asked)}

    def keep_throw(self, asked: Asked) -> dict[str, object]:
        """Keep a throw of one of ten hands."""
        if asked.discard is None:
            raise InputError("discard: choose the cards to discard first")
        since, question = self._store.times_forgotten, asked.question()
        found = list_throw(question, asked.discard, "ten hands", asked.day)
        return {"errors": keep(self._store, found, since), **self.tell_due(asked)}

    def drop(self, asked: Asked) -> dict[str, object]:
        """Take an error out, or put it back."""
        with self._store.open() as kept:
            kept.execute("UPDATE errors SET is_kept = 1 - is_kept WHERE id = ?", (asked.error,))
        return self.tell_errors(asked)

    def forget(self, asked: Asked) -> dict[str, object]:
        """Delete everything that is kept."""
        self._store.forget()
        return self.tell_errors(asked)

    # ---- My errors

    def tell_due(self, asked: Asked) -> dict[str, object]:
        """How many errors are due, and whether a history was set aside."""
        with self._store.open() as kept:
            (due,) = kept.execute("SELECT count(*) FROM errors WHERE is_kept AND due <= ?",
                                  (str(asked.day),)).fetchone()  # fmt: skip
            losses = [row[0] for row in kept.execute(
                "SELECT lost FROM decisions WHERE counts ORDER BY id")]  # fmt: skip
        return {"due": due, "set_aside": self._store.set_aside, **_tell_rating(losses)}

    def tell_errors(self, asked: Asked) -> dict[str, object]:
        """The errors that are kept, the rating, and where points are lost."""
        today = str(asked.day)
        with self._store.open() as kept:
            rows = kept.execute(
                "SELECT * FROM errors WHERE is_kept ORDER BY due > ?, lost DESC", (today,)
            ).fetchall()
            rated = kept.execute("SELECT * FROM decisions WHERE counts ORDER BY id").fetchall()
            parties = kept.execute(
                "SELECT day, source, deal, count(*) AS decisions, sum(e.lost) AS lost FROM "
                "decisions AS d LEFT JOIN (SELECT name AS n, lost FROM errors) AS e ON n = d.name "
                "GROUP BY deal ORDER BY max(id) DESC LIMIT ?", (_HISTORY,)
            ).fetchall()  # fmt: skip
        last = rated[-RATED:]
        return {
            **self.tell_due(asked),
            "errors": [_tell_error(row, today) for row in rows],
            "first_due": min((row["due"] for row in rows), default=None),
            "curve": draw_curve([row["lost"] for row in rated]),
            "rivals": {name: _mean_rival(last, name) for name in RIVALS},
            "kinds": _tell_kinds(rated),
            "history": [{"day": row["day"], "source": row["source"],
                         "lost": say_number(row["lost"] or 0.0)} for row in parties],
            "boxes": LAST_BOX, "rated": RATED,
        }  # fmt: skip

    def ask_error(self, asked: Asked) -> dict[str, object]:
        """A flashcard: what the seat knew, and nothing of the answer."""
        row = self._find(asked)
        return {"error": row["id"], "source": row["source"], "day": row["day"],
                "lost": say_number(row["lost"]), **ask_question(row)}  # fmt: skip

    def answer_error(self, asked: Asked) -> dict[str, object]:
        """Judge an answer, and move the error to its box; no answer is a wrong one."""
        row = self._find(asked)
        given = asked.decided
        found = judge_answer(row, given) if given else None
        is_right = found is not None and found.is_right
        told = {"is_right": is_right, "said": found.lost if found else "",
                "best": json.loads(row["best"]), "done": row["done"],
                "open": open_error(row) if row["kind"] == "exchange" else None}  # fmt: skip
        if row["due"] <= str(asked.day):
            box, due = move(row["box"], is_right, asked.day)
            with self._store.open() as kept:
                kept.execute("UPDATE errors SET box = ?, due = ? WHERE id = ?",
                             (box, str(due), row["id"]))  # fmt: skip
            told |= {"box": box, "due_on": str(due)}
        return {**told, **self.tell_due(asked)}

    def _find(self, asked: Asked):
        with self._store.open() as kept:
            row = kept.execute("SELECT * FROM errors WHERE id = ?", (asked.error,)).fetchone()
        if row is None:
            raise InputError(f"error: {asked.error} is not kept")
        return row

    # ---- Files

    def write(self) -> str:
        """All errors as deals in the notation."""
        return write_errors(self._store)

    def read(self, text: str) -> dict[str, object]:
        """Keep the errors of a file."""
        return {"new": read_errors(self._store, text), **self.tell_errors(Asked({}))}


def _tell_day(day: date, row) -> dict[str, object]:
    name = day.strftime("%A")
    told: dict[str, object] = {
        "day": str(day), "letter": name[0], "name": name, "mark": "none", "said": "missed",
    }  # fmt: skip
    if row is not None:
        said = (
            row["mark"] if row["lost"] is None or row["mark"] != "lost" else say_number(row["lost"])
        )
        told |= {"mark": row["mark"], "said": said}
    return told


def _tell_rating(losses: list[float]) -> dict[str, object]:
    rated = rate(losses)
    mean, se = rated or (None, None)
    return {"decisions": len(losses), "mean": mean,
            "rating": None if rated is None else f"{mean:.2f}",
            "rating_se": None if rated is None else say_error(se)}  # fmt: skip


def _mean_rival(rows: list, name: str) -> dict[str, object] | None:
    # Over the same decisions, those where it is not known left out.
    known = [row[name] for row in rows if row[name] is not None]
    if len(rows) < RATED or not known:
        return None
    mean = sum(known) / len(known)
    return {"mean": mean, "said": f"{mean:.2f}"}


def _tell_kinds(rows: list) -> dict[str, object]:
    deals = list(dict.fromkeys(row["deal"] for row in rows))[-_DEALS:]
    sums = {kind: sum(row["lost"] for row in rows if row["deal"] in deals and row["kind"] == kind)
            for kind in KINDS.values()}  # fmt: skip
    return {"deals": len(deals), "kinds": [
        {"kind": kind, "value": lost / len(deals) if deals else 0.0,
         "said": say_number(lost / len(deals)) if lost else "0"} for kind, lost in sums.items()
    ]}  # fmt: skip


def _tell_error(row, today: str) -> dict[str, object]:
    is_due = row["due"] <= today
    return {
        "error": row["id"], "kind": row["kind"], "place": row["place"], "source": row["source"],
        "day": row["day"], "done": row["done"], "lost": say_number(row["lost"], row["se"]),
        "se": say_error(row["se"]), "box": row["box"], "due": row["due"], "is_due": is_due,
        "best": None if is_due else json.loads(row["best"])[0],
    }  # fmt: skip
