"""Endings: the cards that are left and what has been won, and how they are read from JSON.

`ending_solutions` solves them.
"""

from dataclasses import dataclass
from typing import Any

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import TRICKS, count_cards, parse_card, parse_hand, read_hand
from piquet_sim.game.errors import InputError, read_choice, read_whole, refuse
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import HIGH_CARDS
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import count_of, say_cards

_MOST_POINTS = 1000
_KEYS = {"rules", "elder", "younger", "leads", "table", "tricks", "points"}
EXAMPLE = (
    '{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}'
)
"""An ending, for messages."""


@dataclass(frozen=True)
class Ending:
    """The cards that are left, and what has been won.

    Raises
    ------
    InputError
        If the hands differ in size, are empty or share a card, the card on the table is still in a
        hand, or tricks and cards do not make twelve.

    Examples
    --------
    >>> Ending(parse_hand("K7..."), parse_hand("A8..."), 0, 6, 4).elder_tricks
    6
    """

    elder: int
    younger: int
    """Hands as masks, of equal size; a card on the table is in neither."""
    leads: int
    """0 elder, 1 younger: who leads, or has led the card on the table."""
    elder_tricks: int
    younger_tricks: int
    """Won so far."""
    elder_points: int | None = None
    younger_points: int | None = None
    """Counted so far in hand and play; they matter only for a pique. None: no pique."""
    rules: RuleSet = RUBICON
    table: int = 0
    """The card that was led and is to be answered, which has counted for its lead; 0 if a card is
    to be led."""

    def __post_init__(self) -> None:
        rules = find_rules(self.rules)
        read = {"rules": rules, "leads": read_whole("leads", self.leads)}
        read |= {
            name: read_hand(getattr(self, name), name, rules.pack)
            for name in ("elder", "younger", "table")
        }
        for name in ("elder_tricks", "younger_tricks", "elder_points", "younger_points"):
            value = getattr(self, name)
            is_left_out = value is None and name.endswith("points")
            read[name] = None if is_left_out else read_whole(name, value)
        for name, value in read.items():
            object.__setattr__(self, name, value)
        hands, both = (self.elder, self.younger), self.elder & self.younger
        elder, younger = (
            count_cards(hand) + (self.table != 0 and self.leads == seat)
            for seat, hand in enumerate(hands)
        )
        won, counted = self.elder_tricks + self.younger_tricks, ", the card on the table counted"
        refuse(
            {
                f"{say_cards(both)[:2]} is in both hands": both,
                f"leads: expected 0 (elder) or 1 (younger), got {self.leads!r}": (
                    self.leads not in (0, 1)
                ),
                "table: expected one card": count_cards(self.table) > 1,
                **{
                    f"table: {say_cards(self.table)} is still in {seat}'s hand": (self.table & hand)
                    for seat, hand in zip(SEATS, hands, strict=True)
                },
                f"elder has {elder} cards and younger {younger}{counted * (self.table != 0)}; both "
                "must have the same number": elder != younger,
                "both hands are empty: there is nothing to solve": elder == 0,
                f"tricks: {self.elder_tricks} and {self.younger_tricks} won and {elder} to come "
                f"make {won + elder}, not {TRICKS}": won + elder != TRICKS,
                "points: give them for both players or for neither": (
                    (self.elder_points is None) != (self.younger_points is None)
                ),
            }
        )

    @property
    def cards(self) -> int:
        """Cards each, a card on the table counted."""
        return max(count_cards(self.elder), count_cards(self.younger))

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 elder, 1 younger."""
        return 1 - self.leads if self.table else self.leads


def read_ending(given: object, rules: RuleSet | str = RUBICON) -> Ending:
    """Read an ending from its JSON object.

    Parameters
    ----------
    given : dict
        ``elder`` and ``younger`` (hands), ``leads``, ``tricks`` won by each so far; optionally
        ``table`` (the card that was led and is to be answered), ``rules`` (see
        `rules.find_rules`) and ``points`` counted so far by each in hand and play, where a pique
        may still be made.
    rules : RuleSet or str
        For an ending that names none.

    Raises
    ------
    InputError
        If the hands differ in size, a card appears twice, tricks and cards do not add up to
        twelve, or anything else is invalid; the message says what.

    Examples
    --------
    >>> tricks = {"elder": 6, "younger": 4}
    >>> given = {"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": tricks}
    >>> read_ending(given).cards
    2
    """
    if isinstance(given, dict) and {"talon", "play"} & set(given):
        raise InputError(
            "ending: this is the record of a deal, which piquet review and piquet advise "
            f"read; expected the cards that are left, as in {EXAMPLE}"
        )
    ending = require_object(given, _KEYS, "ending")
    refuse({f"{key} is missing": key not in ending for key in (*SEATS, "leads", "tricks")})
    rules = find_rules(ending.get("rules", rules))
    hands = [parse_hand(ending[seat], seat, rules.pack) for seat in SEATS]
    return Ending(*hands, *read_standing(ending, rules))


def read_standing(
    given: dict[str, Any], rules: RuleSet
) -> tuple[int, int, int, int | None, int | None, RuleSet, int]:
    """All of an ending but its hands, in the order of `Ending`.

    Raises
    ------
    InputError
        If anything is invalid; the message says what.
    """
    leads = SEATS.index(read_choice("leads", given["leads"], SEATS))
    tricks = _read_both(given["tricks"], "tricks", TRICKS)
    points = (None, None)
    if given.get("points") is not None:
        points = _read_both(given["points"], "points", _MOST_POINTS)
        check_counted(points, tricks, rules, "points")
    table = 0
    if given.get("table") is not None:
        if not isinstance(given["table"], str):
            raise InputError(f"table: expected a card, got {given['table']!r}")
        table = parse_card(given["table"], "table")
    # Elder leads first, and who wins a trick leads to the next.
    must = int(tricks[1] > 0)
    if leads != must and not all(tricks):
        every = f"{SEATS[must]} has won every trick so far"
        reason = every if any(tricks) else "no trick has been won"
        raise InputError(f"leads: {reason}, so {SEATS[must]} leads")
    return leads, *tricks, *points, rules, table


def check_counted(
    points: tuple[int, int], tricks: tuple[int, int], rules: RuleSet, what: str
) -> None:
    """Refuse fewer points than the tricks alone must have made.

    Raises
    ------
    InputError
        If somebody has fewer; the message begins with `what`.
    """
    if find_laws(rules).play_scores >= HIGH_CARDS:
        return  # a trick may count nothing
    refuse(
        {
            f"{what}: {seat} has won {count_of(won, 'tricks')} and counted {counted}": counted < won
            for seat, won, counted in zip(SEATS, tricks, points, strict=True)
        }
    )


def _read_both(given: object, what: str, most: int) -> tuple[int, int]:
    numbers = require_object(given, set(SEATS), what)
    elder, younger = (read_whole(f"{what}: {seat}", numbers.get(seat), most=most) for seat in SEATS)
    return elder, younger
