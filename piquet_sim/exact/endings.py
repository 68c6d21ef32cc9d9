"""Endings solved with both hands seen: what is left to win, and what every lead is worth.

Values are elder's remaining points in play less younger's, the cards or capot included as the
tricks already won decide, both sides playing their best. They are looked up in the table of
perfect play; where elder has won every trick so far and may still make a pique, they are
searched (`kernel.perfect.live_pique`).
"""

from dataclasses import dataclass

import numpy as np

from piquet_sim.exact.play_table_cache import check_solvable, find_play_table
from piquet_sim.game.cards import (
    HAND_CARDS,
    PACK_32_MASK,
    TRICKS,
    count_cards,
    format_card,
    iterate_cards,
    name_card,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import BY_LEADER, Laws
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import join_words, number_word
from piquet_sim.kernel.perfect.ending import Standing, value_ending_leads, value_endings
from piquet_sim.kernel.perfect.live_pique import new_memory

_MOST_POINTS = 1000
_KEYS = {"rules", "elder", "younger", "leads", "tricks", "points"}


@dataclass(frozen=True)
class Ending:
    """The cards that are left, and what has been won.

    Raises
    ------
    InputError
        If the hands differ in size, are empty or share a card, or tricks and cards do not make
        twelve.

    Examples
    --------
    >>> Ending(parse_hand("K7..."), parse_hand("A8..."), 0, 6, 4).elder_tricks
    6
    """

    elder: int
    younger: int
    """Hands as masks, of equal size."""
    leads: int
    """0 elder, 1 younger."""
    elder_tricks: int
    younger_tricks: int
    """Won so far."""
    elder_points: int | None = None
    younger_points: int | None = None
    """Counted so far in hand and play; they matter only for a pique. None: no pique."""
    rules: RuleSet = RUBICON

    def __post_init__(self) -> None:
        sizes = [count_cards(hand) for hand in (self.elder, self.younger)]
        for hand in (self.elder, self.younger):
            if hand < 0 or hand & ~PACK_32_MASK:
                raise InputError("ending: contains a card that is not in the pack of 32")
        both = self.elder & self.younger
        if both:
            raise InputError(f"{format_card(next(iterate_cards(both)))} is in both hands")
        if sizes[0] != sizes[1]:
            raise InputError(
                f"elder has {sizes[0]} cards and younger {sizes[1]}; both must have the same number"
            )
        if sizes[0] == 0:
            raise InputError("both hands are empty: there is nothing to solve")
        tricks = (self.elder_tricks, self.younger_tricks)
        if min(tricks) < 0 or sum(tricks) + sizes[0] != TRICKS:
            raise InputError(
                f"tricks: {tricks[0]} and {tricks[1]} won and {sizes[0]} to come make "
                f"{sum(tricks) + sizes[0]}, not {TRICKS}"
            )
        if self.leads not in (0, 1):
            raise InputError(f"leads: expected 0 (elder) or 1 (younger), got {self.leads!r}")
        if (self.elder_points is None) != (self.younger_points is None):
            raise InputError("points: give them for both players or for neither")

    @property
    def cards(self) -> int:
        """Cards each."""
        return count_cards(self.elder)


@dataclass(frozen=True)
class Solution:
    """The solution of an ending by perfect play."""

    ending: Ending
    value: int
    """Elder's remaining points less younger's; a pique to come is included."""
    plays: dict[int, int]
    """The same by the card that is led first."""
    elder_wins: int
    """Tricks elder wins of those left, where no pique is live."""
    is_live: bool
    """Whether elder may still make a pique."""

    def as_json(self) -> dict[str, object]:
        """The answer of ``piquet solve``."""
        plays = {format_card(card): value for card, value in self.plays.items()}
        return {"value": self.value, "plays": plays}


def read_ending(given: object) -> Ending:
    """Read an ending from its JSON object.

    Parameters
    ----------
    given : dict
        ``elder`` and ``younger`` (hands), ``leads``, ``tricks`` won by each so far; optionally
        ``rules`` (a preset's name) and ``points`` counted so far by each in hand and play,
        where a pique may still be made.

    Raises
    ------
    InputError
        If the hands differ in size, a card appears twice, tricks and cards do not add up to
        twelve, or anything else is invalid; the message says what.

    Examples
    --------
    >>> tricks = {"elder": 6, "younger": 4}
    >>> given = {"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": tricks}
    >>> solve_ending(read_ending(given)).value
    10
    """
    ending = require_object(given, _KEYS, "ending")
    for key in ("elder", "younger", "leads", "tricks"):
        if key not in ending:
            raise InputError(f"{key} is missing")
    rules = find_rules(str(ending.get("rules", "rubicon")))
    check_solvable(rules)
    hands = [parse_hand(ending[seat], seat, rules.pack) for seat in SEATS]
    if ending["leads"] not in SEATS:
        raise InputError(f"leads: expected 'elder' or 'younger', got {ending['leads']!r}")
    tricks = _read_both(ending["tricks"], "tricks", TRICKS)
    points = (None, None)
    if ending.get("points") is not None:
        points = _read_both(ending["points"], "points", _MOST_POINTS)
        for seat, won, counted in zip(SEATS, tricks, points, strict=True):
            if counted < won:
                raise InputError(f"points: {seat} has won {won} tricks and counted {counted}")
    read = Ending(*hands, SEATS.index(ending["leads"]), *tricks, *points, rules)
    _check_lead(read)
    return read


def _check_lead(ending: Ending) -> None:
    # Elder leads first, and who wins a trick leads to the next.
    must = None
    if ending.younger_tricks == 0:
        must = 0
    elif ending.elder_tricks == 0:
        must = 1
    if must is not None and ending.leads != must:
        reason = (
            "no trick has been won"
            if not ending.elder_tricks + ending.younger_tricks
            else (f"{SEATS[must]} has won every trick so far")
        )
        raise InputError(f"leads: {reason}, so {SEATS[must]} leads")


def _read_both(given: object, what: str, most: int) -> tuple[int, int]:
    numbers = require_object(given, set(SEATS), what)
    for seat in SEATS:
        number = numbers.get(seat)
        if type(number) is not int or not 0 <= number <= most:
            raise InputError(f"{what}: {seat}: {number!r} is not a whole number from 0 to {most}")
    return numbers["elder"], numbers["younger"]


def _needed_for_pique(ending: Ending, laws: Laws) -> int:
    # Points that elder still needs while a pique is live, else 0.
    if ending.younger_points != 0 or ending.younger_tricks or ending.leads:
        return 0
    needed = laws.pique_needs - ending.elder_points
    if needed <= 0:
        return 0
    if laws.play_scores == BY_LEADER and ending.cards < TRICKS:
        needed += 1  # the table counts the lead to come, elder has counted the trick that gave it
    return needed if needed <= ending.cards + 1 else 0


def _count_by_leader(laws: Laws, leads, cards):
    # What the table's points are short of where the winner counts one or two by who led: of a
    # whole deal nothing, of its rest a point to the player who does not lead. Numbers or arrays.
    return (laws.play_scores == BY_LEADER) * (2 * leads - 1) * ((cards < TRICKS) | (leads == 1))


def solve_ending(ending: Ending) -> Solution:
    """The value of an ending and of every card that may be led.

    Raises
    ------
    InputError
        If perfect play is not known under its rules.

    Examples
    --------
    >>> solution = solve_ending(Ending(parse_hand("A..K."), parse_hand(".K.A."), 0, 6, 4))
    >>> solution.as_json()
    {'value': 10, 'plays': {'AS': 10, 'KD': -2}}
    """
    check_solvable(ending.rules)
    laws = ending.rules.laws()
    values = np.zeros(64, np.int64)
    standing = Standing(
        ending.leads, ending.elder_tricks, ending.cards, _needed_for_pique(ending, laws)
    )
    tricks = value_ending_leads(
        laws, find_play_table(), new_memory(), standing, ending.elder, ending.younger, values
    )
    on_lead = (ending.elder, ending.younger)[ending.leads]
    more = _count_by_leader(laws, ending.leads, ending.cards)
    plays = {card: int(values[card.bit_length() - 1]) + more for card in iterate_cards(on_lead)}
    best = min(plays.values()) if ending.leads else max(plays.values())
    return Solution(ending, best, plays, int(tricks), standing.needed > 0)


def solve_positions(
    elder: np.ndarray,
    younger: np.ndarray,
    leads: np.ndarray | int = 0,
    elder_tricks: np.ndarray | int = 0,
    rules: RuleSet = RUBICON,
) -> np.ndarray:
    """Values of many endings at once.

    Parameters
    ----------
    elder, younger : int64 arrays of one shape
        Hands as masks; in each position both of the same number of cards, 1 to 12.
    leads : int64 array or int
        0 where elder leads, 1 where younger does.
    elder_tricks : int64 array or int
        Tricks won by elder so far.
    rules : RuleSet

    Returns
    -------
    int64 array of the same shape
        Elder's remaining points in play less younger's, the cards or capot included.

    Raises
    ------
    InputError
        If the arrays differ in shape, hands overlap, are empty or differ in size, tricks and
        cards are inconsistent, or perfect play is not known under the rules.

    Examples
    --------
    >>> hands = parse_hand("A..K."), parse_hand(".K.A.")
    >>> solve_positions(*hands, elder_tricks=6).tolist()
    10
    """
    check_solvable(rules)
    given = [np.asarray(one) for one in (elder, younger, leads, elder_tricks)]
    if not all(np.issubdtype(one.dtype, np.integer) for one in given):
        raise InputError("positions: expected whole numbers, with hands as masks")
    try:
        given = np.broadcast_arrays(*(one.astype(np.int64) for one in given))
    except ValueError:
        raise InputError("positions: expected arrays of the same shape") from None
    elder, younger, leads, elder_tricks = given
    if ((elder | younger) & ~PACK_32_MASK).any():
        raise InputError("positions: a hand contains a card that is not in the pack of 32")
    cards = np.bitwise_count(elder).astype(np.int64)
    if (cards != np.bitwise_count(younger)).any():
        raise InputError("positions: two hands differ in size")
    if (elder & younger).any():
        raise InputError("positions: a card is in both hands")
    if cards.size and (cards.min() < 1 or cards.max() > HAND_CARDS):
        raise InputError(f"positions: expected hands of 1 to {HAND_CARDS} cards")
    if ((elder_tricks < 0) | (elder_tricks + cards > TRICKS)).any():
        raise InputError("positions: more than twelve tricks")
    if ((leads != 0) & (leads != 1)).any():
        raise InputError("positions: leads must be 0 (elder) or 1 (younger)")
    flat = [np.array(one).ravel() for one in (elder, younger, leads, elder_tricks)]
    values = np.zeros(elder.size, np.int64)
    laws = rules.laws()
    value_endings(laws, find_play_table(), *flat, values)
    return values.reshape(elder.shape) + _count_by_leader(laws, leads, cards)


def explain_solution(solution: Solution) -> str:
    """A solution in words.

    Examples
    --------
    >>> ending = Ending(parse_hand("K7..."), parse_hand("A8..."), 0, 6, 4)
    >>> "wins none of two tricks" in explain_solution(solve_ending(ending))
    True
    """
    ending = solution.ending
    won = f"{number_word(solution.elder_wins)} of {number_word(ending.cards)}"
    tricks = "trick" if ending.cards == 1 else "tricks"
    if ending.leads:
        head = f"Younger leads; elder wins {won} {tricks}"
    else:
        head = f"Elder, to lead, wins {won} {tricks}"
    head = head.replace("wins nothing of", "wins none of")
    if solution.is_live:
        head = "A pique is live. Elder, to lead,"
    size = number_word(abs(solution.value))
    what = "point" if abs(solution.value) == 1 else "points"
    worth = "makes as many points as younger"
    if solution.value:
        worth = f"makes {size} {what} {'more' if solution.value > 0 else 'less'} than younger"
    included = "cards, capot and pique included" if solution.is_live else "cards or capot included"
    link = "" if solution.is_live else ", and"
    return f"{head}{link} {worth} from here ({included}). {_explain_leads(solution)}"


def _explain_leads(solution: Solution) -> str:
    costs: dict[int, list[str]] = {}
    for card, value in solution.plays.items():
        costs.setdefault(abs(solution.value - value), []).append("the " + name_card(card))
    best = costs.pop(0)
    if not costs:
        return "There is only one lead." if len(best) == 1 else "All leads are equally good."
    if len(costs) == 1 and len(best) < len(next(iter(costs.values()))):
        cost = next(iter(costs))
        return f"Every lead but {join_words(best)} costs {_points(cost)}."
    dear = [
        f"{join_words(cards)} {'costs' if len(cards) == 1 else 'cost'} {_points(cost)}"
        for cost, cards in sorted(costs.items())
    ]
    verb = "is" if len(best) == 1 else "are"
    return f"Best {verb} {join_words(best)}; {'; '.join(dear)}."


def _points(number: int) -> str:
    return f"{number_word(number)} point{'' if number == 1 else 's'}"
