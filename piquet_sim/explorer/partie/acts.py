"""What the page asks of a partie: to begin one, to decide, to see a hint, to go to the next deal.

There is one partie at a time, kept after every step, so that it goes on where it was left.
"""

import json
import secrets
import threading
from datetime import datetime

from piquet_sim.deals.notation.writing import write_deal
from piquet_sim.explorer.history.store import Store
from piquet_sim.explorer.partie.seen import record_deal, tell_hint, tell_table
from piquet_sim.explorer.partie.table import Partie
from piquet_sim.explorer.questions import Asked, list_strategies
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError

HINTS = ("hands", "cards")


class Parlour:
    """The partie that is being played, and the store in which it is kept.

    Parameters
    ----------
    store : Store
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._id = 0
        self._partie: Partie | None = None
        self._helped: list[int] = []
        self._shown = 0
        """How many deals have been looked at to their end."""

    def tell(self, asked: Asked | None = None) -> dict[str, object]:
        """The table as it is, or who may be played against where there is none."""
        with self._lock:
            self._take_up()
            if self._partie is None:
                return {"what": "none", "opponents": list_strategies()}
            told = tell_table(self._partie, self._over, self._helped)
            return {"id": self._id, "opponents": list_strategies(), **told}

    @property
    def _over(self) -> int:
        # The deal of which the end is shown.
        ended = len(self._partie.list_finished())
        return ended if ended > self._shown or self._partie.is_over else 0

    def begin(self, asked: Asked) -> dict[str, object]:
        """Begin a partie; the one that is unfinished is given up."""
        with self._lock:
            self._partie = Partie(secrets.randbits(62), asked.opponent, secrets.randbits(1))
            self._helped, self._shown = [], 0
            with self._store.open() as kept:
                kept.execute("UPDATE parties SET ended = 1")
                found = kept.execute(
                    "INSERT INTO parties (begun, opponent, seed, human, answers, helped, shown, "
                    "ended) VALUES (?, ?, ?, ?, '[]', '[]', 0, 0)",
                    (datetime.now().isoformat(timespec="seconds"), self._partie.opponent,
                     self._partie.seed, self._partie.human),
                )  # fmt: skip
                self._id = int(found.lastrowid or 0)
            return self._go_on()

    def decide(self, asked: Asked) -> dict[str, object]:
        """Take a decision, unless it was taken already: the page says at which move it asks."""
        with self._lock:
            partie = self._need()
            if asked.move != len(partie.answers) or self._over:
                return self.tell()
            partie.answer(self._read(partie, asked.decided))
            return self._go_on()

    def hint(self, asked: Asked) -> dict[str, object]:
        """What was asked for; the deal then leaves the rating."""
        with self._lock:
            partie = self._need()
            if asked.hint not in HINTS or partie.what != "play" or self._over:
                raise InputError("hint: expected hands or cards, while you are to play")
            if partie.deals[-1].number not in self._helped:
                self._helped.append(partie.deals[-1].number)
            told = {**self._go_on(), "hint": tell_hint(partie.deals[-1], asked.hint)}
            return told

    def go_on(self, asked: Asked) -> dict[str, object]:
        """From the end of a deal to the next one."""
        with self._lock:
            partie = self._need()
            if self._over and not partie.is_over:
                self._shown = len(partie.list_finished())
            return self._go_on()

    def write_all(self) -> str:
        """The deals of the partie that are over, in the notation."""
        with self._lock:
            partie = self._need()
            return "\n".join(write_deal(record_deal(partie, one)) for one in partie.list_finished())

    def describe(self, code: str) -> tuple[bool, str]:
        """Of a deal by its record: whether a hint was asked for in it, and where it was played."""
        with self._lock:
            told = self.tell()
            if told.get("record") != code:
                return False, "review"
            return bool(told["helped"]), f"partie, deal {told['deal']} against {told['opponent']}"

    # ---- Kept and taken up

    def forget(self) -> None:
        """Nothing is kept any more."""
        with self._lock:
            self._partie, self._id = None, 0

    def _need(self) -> Partie:
        self._take_up()
        if self._partie is None:
            raise InputError("partie: none has begun")
        return self._partie

    def _take_up(self) -> None:
        if self._partie is not None:
            return
        with self._store.open() as kept:
            row = kept.execute("SELECT * FROM parties WHERE ended = 0 ORDER BY id DESC").fetchone()
        if row is None:
            return
        try:
            partie = Partie(row["seed"], row["opponent"], row["human"], json.loads(row["answers"]))
        except InputError:  # of a strategy that is not there any more, or of another engine
            with self._store.open() as kept:
                kept.execute("UPDATE parties SET ended = 1 WHERE id = ?", (row["id"],))
            return
        self._partie, self._id = partie, row["id"]
        self._helped, self._shown = json.loads(row["helped"]), row["shown"]
        self._go_on()

    def _go_on(self) -> dict[str, object]:
        partie = self._partie
        partie.play_other(self._shown + 1)
        with self._store.open() as kept:
            kept.execute(
                "UPDATE parties SET answers = ?, helped = ?, shown = ? WHERE id = ?",
                (json.dumps(partie.answers), json.dumps(self._helped), self._shown, self._id),
            )
        return self.tell()

    def _read(self, partie: Partie, text: str) -> int:
        if partie.what in ("discard", "play"):
            return parse_hand(text, partie.what)
        if not text.isdigit():
            raise InputError(f"call: {text!r} is not a number of a call")
        return int(text)
