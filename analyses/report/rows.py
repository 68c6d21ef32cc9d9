"""The rows that matter of each study: five to eight, with units, as a reader wants them.

All rows are in the data file; these are the ones that the finding is about.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path

from piquet_sim.estimates.digits import decimals_of, format_with_error
from piquet_sim.game.files import read_rows

Row = dict[str, str]
"""A row of a data file, as it stands there."""

MOST = 8
"""So many rows at most."""
_PERCENT, _POINTS, _CARDS, _DEALS = "%", " points", " cards", " deals"
_MINUS = "−"


@dataclass(frozen=True)
class Quantity:
    """A number of a data file, as it is shown: `shown` times `scale` is what the file says."""

    shown: str
    raw: str
    is_percent: bool = False


@dataclass(frozen=True)
class KeyRow:
    """One row: what it is about, the value with its error and unit, and the interval."""

    label: str
    value: Quantity | None = None
    error: Quantity | None = None
    """None where the value is exact, or all cases were alike."""
    low: Quantity | None = None
    high: Quantity | None = None
    unit: str = ""
    texts: tuple[str, ...] = ()
    """Cells of words, in place of numbers or after them."""

    @property
    def said(self) -> str:
        """The value as prose has it: "9.552 ± 0.029%"."""
        error = f" ± {self.error.shown}" if self.error else ""
        return f"{self.value.shown}{error}{self.unit}"

    @property
    def interval(self) -> str:
        """The 95% interval: "9.494 to 9.610"; "exact" where it has none."""
        if self.low is None or self.high is None:
            return "exact"
        return f"{self.low.shown} to {self.high.shown}{self.sign}"

    @property
    def sign(self) -> str:
        """What stands behind the ends of an interval."""
        return self.unit if self.unit == _PERCENT else ""

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells as texts."""
        numbers = () if self.value is None else (self.said, self.interval)
        return (self.label, *numbers, *self.texts)


@dataclass(frozen=True)
class KeyTable:
    """The rows that matter of one data file."""

    heads: tuple[str, ...]
    rows: tuple[KeyRow, ...]
    total: int
    """Rows in the file."""
    size: str = ""
    """The number of cases, where it is one for all rows."""


@dataclass(frozen=True)
class _Pick:
    # One row to be shown: its label, its unit, and the cells by which it is found.
    label: str
    unit: str
    where: Row
    texts: tuple[str, ...] = ()
    is_exact: bool = False  # the exact value is shown, where an estimate stands beside it


_HEADS = ("", "value ± error", "95% interval")
_FURTHER = {"experts-of-1890": ("in 1890",), "maxims": ("verdict",), "playing": ("verdict",)}


def read_key_rows(study: str, path: Path) -> KeyTable:
    """The rows that matter of a study's data file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    rows = read_rows(path)
    if study == "published":
        return KeyTable(("figure", "printed", "truly"), _list_claims(rows), len(rows))
    found = []
    for pick in _PICKS[study](rows):
        row = next((row for row in rows if pick.where.items() <= row.items()), None)
        if row is not None and row["value"]:
            found.append(_show(row, pick))
    heads = (*_HEADS, *_FURTHER.get(study, ()))
    sizes = {row["n"] for row in rows if row.get("n")}
    size = f"{int(sizes.pop()):,}" if len(sizes) == 1 else ""
    return KeyTable(heads, tuple(found[:MOST]), len(rows), size)


def _show(row: Row, pick: _Pick) -> KeyRow:
    scale = 100.0 if pick.unit == _PERCENT else 1.0
    exact, error = row.get("exact", ""), row.get("se", "")
    is_counted = bool(error) and float(error) > 0
    digits = decimals_of(scale * float(error)) if is_counted else None

    def quantity(raw: str, places: int | None = digits) -> Quantity:
        return Quantity(_round(scale * float(raw), places), raw, scale > 1)

    if exact and (pick.is_exact or (not is_counted and float(exact) == float(row["value"]))):
        return KeyRow(pick.label, quantity(exact, None), unit=pick.unit, texts=pick.texts)
    ends = [quantity(row[end]) if row.get(end) else None for end in ("low", "high")]
    return KeyRow(
        pick.label,
        quantity(row["value"]),
        quantity(error) if is_counted else None,
        *ends,
        pick.unit,
        pick.texts,
    )


def _round(value: float, places: int | None) -> str:
    if not isfinite(value):
        return str(value)
    told = f"{value:#,.4g}".rstrip(".") if places is None else f"{value:,.{places}f}"
    return told.replace("-", _MINUS)


# ---- Which rows ---------------------------------------------------------------------------------
def _advantage(rows: Sequence[Row]) -> list[_Pick]:
    elder, younger = rows[0]["elder"], rows[0]["younger"]
    between = {"elder": elder, "younger": younger}
    equals = dict.fromkeys(row["elder"] for row in rows if row["elder"] == row["younger"])
    return [
        _Pick("elder's score", _POINTS, {**between, "quantity": "elder_score"}),
        _Pick("younger's score", _POINTS, {**between, "quantity": "younger_score"}),
        _Pick("elder's lead", _POINTS, {**between, "quantity": "difference"}),
        _Pick("elder makes more", _PERCENT, {**between, "quantity": "elder_wins"}),
        _Pick("younger makes more", _PERCENT, {**between, "quantity": "younger_wins"}),
        *(
            _Pick(
                f"elder's lead, {name} against {name}", _POINTS,
                {"elder": name, "younger": name, "quantity": "difference"},
            )
            for name in equals
            if name != elder or name != younger
        ),
    ]  # fmt: skip


def _carte_blanche(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick("a hand is a carte blanche", _PERCENT, {"quantity": "a hand is a carte blanche"}),
        *(
            _Pick(f"{seat} {said}", unit, {"quantity": f"{seat}{name}"})
            for said, name, unit in (
                ("shows one", " shows a carte blanche", _PERCENT),
                ("leads by, with one", ": margin with it", _POINTS),
                ("gains by it", ": worth", _POINTS),
            )
            for seat in ("elder", "younger")
        ),
    ]


def _pique(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick(f"{seat} makes a {event}", _PERCENT,
              {"seat": seat, "event": event, "made_of": "anything"})
        for seat, event in (
            ("elder", "pique"), ("elder", "repique"), ("elder", "capot"), ("younger", "repique"),
            ("younger", "capot"),
        )
    ]  # fmt: skip


def _discards(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick("elder exchanges five cards", _PERCENT,
              {"seat": "elder", "held": "5", "quantity": "exchanges"}),
        _Pick("younger exchanges three cards", _PERCENT,
              {"seat": "younger", "held": "3", "quantity": "exchanges"}),
        *(
            _Pick(f"{seat}: {said}", _PERCENT,
                  {"seat": seat, "dealt": dealt, "held": held, "quantity": quantity})
            for said, dealt, held, quantity in (
                ("a suit of four becomes one of five", "4", "5", "point"),
                ("a suit of five becomes one of six", "5", "6", "point"),
                ("one trio becomes a quatorze", "1 trio", "four", "sets"),
            )
            for seat in ("elder", "younger")
        ),
    ]  # fmt: skip


def _hands(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick(f"{attribute}: {name}", _PERCENT, {"attribute": attribute, "quantity": name},
              is_exact=True)
        for attribute, name in (
            ("longest suit", "4 cards"), ("longest suit", "5 cards"), ("longest suit", "6 cards"),
            ("best sequence", "none"), ("best sequence", "tierce"), ("best sequence", "quint"),
            ("sets", "one trio"), ("sets", "quatorze"),
        )
    ]  # fmt: skip


def _holdings(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick(f"{name}, held by {seat} after the exchange", _POINTS,
              {"seat": seat, "when": "after the exchange", "quantity": name})
        for name in ("fourth ace", "ace for a seven", "king’s guard", "quint")
        for seat in ("elder", "younger")
    ]  # fmt: skip


def _throwing(rows: Sequence[Row]) -> list[_Pick]:
    whole = {"kind": "all hands"}
    return [
        _Pick(said.format(seat), unit, {**whole, "seat": seat, "quantity": quantity})
        for said, unit, quantity in (
            ("the primer loses as {}", _POINTS, "loss of primer"),
            ("club loses as {}", _POINTS, "loss of club"),
            ("{}'s cards are those of the primer", _PERCENT, "throws as primer"),
        )
        for seat in ("elder", "younger")
    ]


def _maxims(rows: Sequence[Row]) -> list[_Pick]:
    # The best known, those on which most hangs first, elder's before younger's.
    where = {"kind": "all hands", "quantity": "following less breaking", "headline": "True"}
    return _pick_maxims(rows, where)


def _playing(rows: Sequence[Row]) -> list[_Pick]:
    where = {"kind": "all deals", "quantity": "following less breaking"}
    return _pick_maxims(rows, where)


def _pick_maxims(rows: Sequence[Row], where: Row) -> list[_Pick]:
    known = [row for row in rows if where.items() <= row.items()]
    return [
        _Pick(
            f"“{row['advice']}”, {row['seat']}", _POINTS,
            {**where, "maxim": row["maxim"], "seat": row["seat"]}, (row["verdict"],),
        )
        for row in sorted(known, key=lambda row: -abs(float(row["value"])))
    ]  # fmt: skip


def _calling(rows: Sequence[Row]) -> list[_Pick]:
    whole = {"kind": "all deals with something to call", "quantity": "cost of sinking"}
    rivals = {
        seat: next((row["opponent"] for row in rows if row["seat"] == seat), "")
        for seat in ("elder", "younger")
    }
    costs = [
        _Pick(f"{seat} calls no {way}", _POINTS,
              {**whole, "way": way, "seat": seat, "opponent": rival})
        for way in ("point", "sequence", "set")
        for seat, rival in rivals.items()
    ]  # fmt: skip
    left = {"quantity": "hands left"}
    return [
        *costs,
        *(
            _Pick(f"hands that younger may hold, {kind}", "", {**left, "kind": kind})
            for kind in ("before any call", "after the set")
        ),
    ]


def _leads(rows: Sequence[Row]) -> list[_Pick]:
    every = {"situation": "all"}
    return [
        *(
            _Pick(f"elder leads: {kind}", _PERCENT, {**every, "kind": kind, "quantity": "is led"})
            for kind in ("point suit, a master", "other suit, a master", "point suit, another card")
        ),
        *(
            _Pick(f"in its place: {kind}", _POINTS,
                  {**every, "kind": kind, "quantity": "gain, all seen after the lead"})
            for kind in (
                "point suit, a master", "point suit, from under a master",
                "point suit, from a guarded king", "other suit, from a guarded king",
                "other suit, another card",
            )
        ),
        *(
            _Pick(f"{kind}, against other leads", _POINTS,
                  {**every, "kind": kind, "quantity": "following less breaking"})
            for kind in (
                "keeping every tenace", "leading the point suit", "leading from a guarded king",
            )
        ),
    ]  # fmt: skip


def _codes(rows: Sequence[Row]) -> list[_Pick]:
    names = {
        "cotton_1674": "Cotton 1674", "au_cent": "au cent 1873", "rubicon": "Rubicon 1882",
        "boussac_1896": "Boussac 1896", "parlett": "Parlett", "american": "American",
    }  # fmt: skip
    leads = [
        _Pick(f"elder's lead, {name}", _POINTS, {"rules": key, "quantity": "difference"})
        for key, name in names.items()
    ]
    repiques = [
        _Pick(
            f"elder repiques, {names[key]}", _PERCENT, {"rules": key, "quantity": "elder_repique"}
        )
        for key in ("cotton_1674", "rubicon")
    ]
    return leads + repiques


def _sixes(rows: Sequence[Row]) -> list[_Pick]:
    return [
        _Pick(f"{said}, {laws}, {pack} cards", unit,
              {"laws": laws, "pack": pack, "quantity": quantity})
        for said, quantity, unit in (
            ("elder's lead", "difference", _POINTS), ("elder makes more", "elder_wins", _PERCENT),
        )
        for laws in ("Cotton 1674", "Rubicon")
        for pack in ("36", "32")
    ]  # fmt: skip


def _partie(rows: Sequence[Row]) -> list[_Pick]:
    six = {"form": "partie of six"}
    return [
        _Pick("the loser pays", _POINTS, {**six, "quantity": "paid_mean"}),
        _Pick("the loser is rubiconed", _PERCENT, {**six, "quantity": "rubicon"}),
        _Pick("who deals first wins", _PERCENT, {**six, "quantity": "first_dealer_wins"}),
        *(
            _Pick(f"who leads after {deals} wins", _PERCENT,
                  {**six, "quantity": f"lead_holds_{place}"})
            for place, deals in ((1, "one deal"), (3, "three deals"), (5, "five deals"))
        ),
        _Pick("level after six deals", _PERCENT, {**six, "quantity": "level"}),
        _Pick("deals in a race to 100 (1896)", _DEALS,
              {"form": "race to 100 (1896)", "quantity": "deals_mean"}),
    ]  # fmt: skip


def _ladder(rows: Sequence[Row]) -> list[_Pick]:
    # Those who are next to each other, the strongest first, then the first against all others.
    names = dict.fromkeys(name for row in rows for name in (row["first"], row["second"]))
    points = {
        (row["first"], row["second"]): float(row["value"])
        for row in rows
        if row["quantity"] == "points a pair"
    }
    gained = {
        name: sum((1 if name == pair[0] else -1) * value for pair, value in points.items()
                  if name in pair)
        for name in names
    }  # fmt: skip
    order = sorted(names, key=gained.__getitem__, reverse=True)
    pairs = [*pairwise(order), *((order[0], one) for one in order[2:])]
    return [
        _Pick(f"{first} less {second}, over two deals", _POINTS,
              {"first": first, "second": second, "quantity": "points a pair"})
        for first, second in (pair if pair in points else pair[::-1] for pair in pairs)
    ]  # fmt: skip


def _regret(rows: Sequence[Row]) -> list[_Pick]:
    everywhere, both = {"kind": "all hands"}, {"seat": "both seats"}
    return [
        *(
            _Pick(f"{seat}'s discard loses, a deal", _POINTS,
                  {**everywhere, "seat": seat, "quantity": "regret"})
            for seat in ("elder", "younger")
        ),
        *(
            _Pick(f"{seat} throws the best found", _PERCENT,
                  {**everywhere, "seat": seat, "quantity": "chooses the best found"})
            for seat in ("elder", "younger")
        ),
        *(
            _Pick(f"{seat} loses more than 3 points", _PERCENT,
                  {**everywhere, "seat": seat, "quantity": "loses more than 3 points"})
            for seat in ("elder", "younger")
        ),
        _Pick("all cards of both lose, a deal", _POINTS,
              {**both, "kind": "all cards", "quantity": "regret of cards"}),
        _Pick("all calls of both lose, a deal", _POINTS,
              {**both, "kind": "all calls", "quantity": "regret of calls"}),
    ]  # fmt: skip


def _headroom(rows: Sequence[Row]) -> list[_Pick]:
    shown = {
        "the play": "the other hand in the play", "the exchange": "the other hand as dealt",
        "both": "both",
    }  # fmt: skip
    return [
        _Pick(f"{player}, shown {words}, {seat}", " points a pair",
              {"player": player, "shown": key, "seat": seat})
        for player in dict.fromkeys(row["player"] for row in rows)
        for key, words in shown.items()
        for seat in (("elder", "younger", "both seats") if key == "the play" else ("both seats",))
    ]  # fmt: skip


def _skill(rows: Sequence[Row]) -> list[_Pick]:
    level, gain = {"quantity": "elder's lead"}, {"quantity": "points a pair", "seat": "both"}
    player = next((row["player"] for row in rows if row["quantity"] == "points a pair"), "")
    leads = [
        _Pick(f"elder's lead, {name}", _POINTS, {**level, "player": name})
        for name in ("random", "club", "expert", "perfect cards", "both hands seen")
    ]
    return leads + [
        _Pick(f"{player} with club's {part}", " points a pair",
              {**gain, "player": player, "part": part, "of": "club"})
        for part in ("exchange", "cards")
    ] + [
        _Pick(f"{player} calling nothing", " points a pair",
              {**gain, "player": player, "part": "calls", "of": "nothing"})
    ]  # fmt: skip


def _score(rows: Sequence[Row]) -> list[_Pick]:
    worth = {"quantity": "worth of a point", "theirs": "150"}
    points = [
        _Pick(f"a point to {seat}, {own} to 150", _POINTS, {**worth, "seat": seat, "own": str(own)})
        for seat, near in (("elder", 72), ("younger", 86))
        for own in (150, near, 40)
    ]
    return [
        *points,
        _Pick("a point to both, elder at 72 to 150", _POINTS,
              {"quantity": "worth of a point to both", "seat": "elder", "own": "72"}),
        _Pick("playing to the score brings", " points a pair of parties",
              {"quantity": "settlement gained a pair of parties by playing to the score"}),
    ]  # fmt: skip


def _experts(rows: Sequence[Row]) -> list[_Pick]:
    picks = []
    for name, unit in (
        ("elder wins the cards", _PERCENT), ("younger wins the cards", _PERCENT),
        ("elder repiques", _PERCENT), ("younger repiques", _PERCENT),
        ("elder piques or repiques", _PERCENT), ("younger scores nothing", _PERCENT),
        ("a partie is a rubicon", _PERCENT), ("points won in a partie", _POINTS),
    ):  # fmt: skip
        row = next((row for row in rows if row["quantity"] == name), None)
        if row is not None and row["published"]:
            scale = 100 if unit == _PERCENT else 1
            printed = f"{scale * float(row['published']):.3g}{unit}"
            picks.append(_Pick(name, unit, {"quantity": name}, (printed,)))
    return picks


_PICKS: dict[str, Callable[[Sequence[Row]], list[_Pick]]] = {
    "elder-advantage": _advantage,
    "carte-blanche": _carte_blanche,
    "pique": _pique,
    "discards": _discards,
    "hands": _hands,
    "holdings": _holdings,
    "throwing": _throwing,
    "maxims": _maxims,
    "playing": _playing,
    "calling": _calling,
    "leads": _leads,
    "codes": _codes,
    "sixes": _sixes,
    "partie": _partie,
    "ladder": _ladder,
    "regret": _regret,
    "headroom": _headroom,
    "score": _score,
    "skill": _skill,
    "experts-of-1890": _experts,
}


def _list_claims(rows: Sequence[Row]) -> tuple[KeyRow, ...]:
    # The figures that are wrong, then those of the play that differ most.
    wrong = [row for row in rows if row["verdict"] == "wrong"]
    differ = [
        row for row in rows if row["verdict"] == "these players differ" and "buckets" not in
        row["quantity"]
    ]  # fmt: skip
    return tuple(_tell_claim(row) for row in [*wrong, *differ][:MOST])


def _tell_claim(row: Row) -> KeyRow:
    # Shares as percentages; what was counted, as its author writes odds.
    quantity, figure = row["quantity"].partition(" (arithmetic")[0], row["figure"]
    label = (f"{quantity}: {figure}" if figure else quantity).replace(">=", "at least ")
    value, error = float(row["value"]), float(row["se"] or 0)
    found = row["found"]
    if error and 0 < value < 1:
        found = f"{format_with_error(value, error, 100)}%"
    return KeyRow(label, texts=(row["claimed"], found))
