"""What the page asks of a partie: to begin one, to decide, to take back, to see a hint, to go on.

The page keeps the partie, as a code that each answer gives anew, and sends it with each question:
here nothing is kept. The last tables are only remembered, since to play one again takes a moment.
"""

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from piquet_sim.explorer.partie.seen import tell_hint, tell_table
from piquet_sim.explorer.partie.table import Partie
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.records import pack, unpack
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError, read_whole

HINTS = ("hands", "cards")
_REMEMBERED = 8
_KEYS = {"seed", "opponent", "human", "answers", "rules", "is_match", "shown"}


@dataclass
class Seated:
    """A partie with the number of deals that have been looked at to their end."""

    partie: Partie
    shown: int = 0

    @property
    def over(self) -> int:
        """The deal of which the end is shown; 0 while one is played."""
        ended = len(self.partie.list_finished())
        return ended if ended > self.shown or self.partie.is_over else 0

    def write(self) -> str:
        """The partie as the page keeps it."""
        one = self.partie
        return pack(
            {
                "seed": one.seed,
                "opponent": one.opponent,
                "human": one.human,
                "answers": one.answers,
                "rules": one.rules.name,
                "is_match": one.is_match,
                "shown": self.shown,
            }
        )


_lock = threading.Lock()
_tables: OrderedDict[str, Seated] = OrderedDict()


def begin(asked: Asked) -> dict[str, object]:
    """Begin a partie, or one deal."""
    seed, human = secrets.randbits(62), secrets.randbits(1)
    is_match = asked["length"] == "partie"
    partie = Partie(seed, asked.opponent, human, (), asked.rules.name, is_match)
    with _lock:
        return _go_on(Seated(partie))


def tell(asked: Asked) -> dict[str, object]:
    """The table as it is."""
    with _lock:
        return _go_on(_take(asked))


def decide(asked: Asked) -> dict[str, object]:
    """Take a decision: cards, or the number of a call."""
    with _lock:
        table = _take(asked)
        partie, text = table.partie, asked["decided"]
        try:
            if table.over:
                raise InputError("partie: this deal is over")
            if partie.what in ("discard", "play"):
                answer = parse_hand(text, partie.what, partie.rules.pack)
            elif text.isascii() and text.isdigit():
                answer = int(text)
            else:
                raise InputError(f"call: {text!r} is not a number of a call")
            partie.answer(answer)
        except InputError:
            _remember(table)  # it stands as it stood
            raise
        return _go_on(table)


def take_back(asked: Asked) -> dict[str, object]:
    """The table before the player's last decision of this deal."""
    with _lock:
        table = _take(asked)
        partie = table.partie
        deal = partie.deals[(table.over or len(partie.deals)) - 1]
        seat = partie.seat_in(deal.number)
        own = [at for at, one in enumerate(deal.moves) if one.seat == seat]
        if not own:
            _remember(table)
            raise InputError("partie: in this deal there is nothing to take back")
        left = sum(len(one.moves) for one in partie.deals[: deal.number - 1]) + own[-1]
        return _go_on(_seat({**unpack(table.write(), "partie"), "answers": partie.answers[:left]}))


def hint(asked: Asked) -> dict[str, object]:
    """The cards that the other may hold, or what each card is worth."""
    with _lock:
        table = _take(asked)
        shape = _go_on(table)
        if asked["hint"] not in HINTS or table.partie.what != "play" or table.over:
            raise InputError("hint: expected hands or cards, while you are to play")
        return {**shape, "hint": tell_hint(table.partie.deals[-1], asked["hint"])}


def go_on(asked: Asked) -> dict[str, object]:
    """From the end of a deal to the next one."""
    with _lock:
        table = _take(asked)
        if table.over and not table.partie.is_over:
            table.shown = len(table.partie.list_finished())
        return _go_on(table)


def _take(asked: Asked) -> Seated:
    if not asked["partie"]:
        raise InputError("partie: none has begun")
    if asked["partie"] in _tables:
        return _tables.pop(asked["partie"])  # it is altered, and then has another code
    try:
        return _seat(unpack(asked["partie"], "partie"))
    except (TypeError, KeyError, ValueError) as error:
        raise InputError(f"partie: it cannot be gone on with ({error})") from None


def _seat(kept: Any) -> Seated:
    table = {key: kept[key] for key in _KEYS}
    shown = read_whole("partie: shown", table.pop("shown"))
    table["human"] = read_whole("partie: human", table["human"], most=1)
    return Seated(Partie(**table), shown)


def _remember(table: Seated) -> str:
    code = table.write()
    _tables[code] = table
    while len(_tables) > _REMEMBERED:
        _tables.popitem(last=False)
    return code


def _go_on(table: Seated) -> dict[str, object]:
    table.partie.play_other(table.shown + 1)
    return {**tell_table(table.partie, table.over), "partie": _remember(table)}
