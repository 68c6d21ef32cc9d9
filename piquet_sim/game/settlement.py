"""What is paid for a match: score sheets, parties, races, games, chouette and money.

A and B are the two players; which of them deals first does not matter here.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from piquet_sim.game.errors import InputError, quote, read_list, read_signs, read_text, read_whole
from piquet_sim.game.files import require_object
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules, read_rules
from piquet_sim.game.wording import count_of, number_word

if TYPE_CHECKING:
    import numpy as np

RUBICON_LINE = RUBICON.rubicon
"""A loser with fewer points is rubiconed (Laws of Rubicon Piquet)."""

PLAYERS = ("A", "B")
TRIO = ("A", "B", "C")
_SHEET_KEYS = {"deals", "totals", "rules"}
_HIGHEST_SCORE = 10_000
_MOST_POINTS = 10**9
_SCORE = re.compile(r"\d{1,9}", re.ASCII)
_POINTS_A_HUNDRED = 100


def settle_all(
    one: "np.ndarray | int", two: "np.ndarray | int", rules: RuleSet = RUBICON
) -> "np.ndarray | int":
    """What the first player is paid for finished parties, for totals or arrays of totals.

    Parameters
    ----------
    one, two : ndarray of int, or int
        Totals of both players.
    rules : RuleSet

    Returns
    -------
    ndarray of int, or int
        Points, or games where these are what is settled; negative where the second wins, 0 where
        a partie is drawn.

    Examples
    --------
    >>> import numpy as np
    >>> settle_all(np.array([131, 75]), np.array([113, 301])).tolist()
    [118, -476]
    """
    difference = abs(one - two)
    loser = (one + two - difference) // 2
    if rules.settlement == "games":
        paid = 1 + (loser < rules.double_below)
    else:
        rubicon = rules.rubicon if rules.settlement == "rubicon" else 0
        paid = difference + 2 * loser * (loser < rubicon) + rules.game_scores
    return ((one > two) * 1 - (one < two)) * paid


def settle_totals(one: int, two: int, rules: RuleSet = RUBICON) -> int:
    """What the winner of a finished partie is paid.

    The difference and a hundred; under Rubicon, if the loser has not reached a hundred, whether
    the winner has or not, the sum and a hundred. A race is a game, or two if the loser has too
    little.

    Parameters
    ----------
    one, two : int
        Totals of the players.
    rules : RuleSet

    Returns
    -------
    int
        Points or games paid by the loser; 0 where the totals are level.

    Examples
    --------
    >>> settle_totals(131, 113), settle_totals(125, 81)
    (118, 306)
    """
    return abs(settle_all(one, two, rules))


def is_rubicon(one: int, two: int, rules: RuleSet = RUBICON) -> bool:
    """Whether the loser of a finished partie is rubiconed.

    Examples
    --------
    >>> is_rubicon(131, 113), is_rubicon(131, 81)
    (False, True)
    """
    return rules.settlement == "rubicon" and one != two and min(one, two) < rules.rubicon


# ---- Score sheets -------------------------------------------------------------------------------
def _read_pair(given: object, what: str) -> tuple[int, int]:
    expected = f"two whole numbers, A's and B's, from 0 to {_HIGHEST_SCORE:,}"
    scores = read_list(what, given, expected)
    with suppress(InputError):
        if len(scores) == len(PLAYERS):
            return tuple(read_whole(what, score, most=_HIGHEST_SCORE) for score in scores)
    raise InputError(f"{what}: expected {expected}, got {quote(given)}")


_Settled = dict[str, object]


def _open(totals: tuple[int, int], missing: str, **more: object) -> _Settled:
    # Of a match that is not finished.
    shape = {"totals": list(totals), "winner": None, "rubicon": False, "settlement": 0}
    return {**shape, **more, "unfinished": missing}


def _finish(totals: tuple[int, int], rules: RuleSet) -> _Settled:
    return {
        "totals": list(totals),
        "winner": None if totals[0] == totals[1] else PLAYERS[totals[1] > totals[0]],
        "rubicon": is_rubicon(*totals, rules),
        "settlement": settle_totals(*totals, rules),
    }


def _refuse_after(end: int, deals: list[tuple[int, int]]) -> None:
    if len(deals) > end:
        raise InputError(f"deal {end + 1}: the match ended with deal {end}")


def deal_weight(number: int, rules: RuleSet) -> int:
    """How many times the scores of a partie's deal count: of four deals the first and last twice.

    Parameters
    ----------
    number : int
        From 1; deals after a tie count once.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> deal_weight(1, RUBICON)
    1
    """
    return 2 if rules.partie_deals == 4 and number in (1, 4) else 1


def _settle_partie(deals: list[tuple[int, int]], rules: RuleSet) -> _Settled:
    length = rules.partie_deals
    one = two = 0
    for number, (a, b) in enumerate(deals, start=1):
        weight = deal_weight(number, rules)
        one, two = one + weight * a, two + weight * b
        if number == length and one != two:
            _refuse_after(number, deals)
    _refuse_after(length + rules.tie_deals, deals)
    missing = length - len(deals)
    if missing > 0:
        verb = "is" if missing == 1 else "are"
        return _open((one, two), f"{count_of(missing, 'deals')} {verb} missing")
    missing = length + rules.tie_deals - len(deals)
    if missing and (one == two or len(deals) > length):
        return _open((one, two), f"{number_word(missing)} more deal{'s' if missing > 1 else ''}")
    return _finish((one, two), rules)


def _refuse_both(totals: tuple[int, int], what: str, rules: RuleSet) -> None:
    if rules.win_is_immediate and min(totals) >= rules.target:
        raise InputError(
            f"{what}: both have {rules.target}, and the sheet does not say who came first"
        )


def _run_race(
    deals: list[tuple[int, int]], first: int, rules: RuleSet
) -> tuple[int, tuple[int, int], bool]:
    # Deals up to the end of a race that begins with deal `first`, its totals, whether it is won.
    one = two = 0
    for number in range(first, len(deals)):
        one, two = one + deals[number][0], two + deals[number][1]
        _refuse_both((one, two), f"deal {number + 1}", rules)
        if max(one, two) >= rules.target and one != two:
            return number + 1, (one, two), True
    return len(deals), (one, two), False


def _settle_race(deals: list[tuple[int, int]], rules: RuleSet) -> _Settled:
    end, totals, is_won = _run_race(deals, 0, rules)
    if not is_won:
        return _open(totals, f"more deals, until somebody leads with {rules.target}")
    _refuse_after(end, deals)
    return _finish(totals, rules)


def _settle_games(deals: list[tuple[int, int]], rules: RuleSet) -> _Settled:
    games, totals, played = [0, 0], (0, 0), 0
    while played < len(deals):
        played, totals, is_won = _run_race(deals, played, rules)
        if not is_won:
            break
        winner = int(totals[1] > totals[0])
        games[winner] += settle_totals(*totals, rules)
        if games[winner] >= rules.games_to_win:
            _refuse_after(played, deals)
            won = games[winner] - games[1 - winner]
            shape = {"totals": list(totals), "winner": PLAYERS[winner], "rubicon": False}
            return {**shape, "settlement": won, "games": games}
    missing = f"more games, until somebody has won {rules.games_to_win}"
    return _open(totals, missing, games=games)


def settle_sheet(sheet: dict[str, object], rules: RuleSet | str | None = None) -> dict[str, object]:
    """Settle a score sheet.

    Parameters
    ----------
    sheet : dict
        ``deals``, A's and B's score of each deal in order; ``rules``, a preset's name (see
        `rules.read_rules`), by default rubicon; and, if they are written on the sheet, ``totals``,
        by which it is then settled. Totals alone are enough for a finished partie.
    rules : RuleSet or str, optional
        For a sheet that names none.

    Returns
    -------
    dict
        ``totals``, ``winner`` ("A", "B" or None), ``rubicon`` and ``settlement``; ``unfinished``
        if deals are missing, ``games`` where games are played, and ``sums`` where the deals of a
        column do not add up to the written total.

    Raises
    ------
    InputError
        If a score is not a whole number, deals follow the end, or the sheet does not say who won.

    Examples
    --------
    >>> settle_sheet({"deals": [[27, 13], [15, 31], [44, 6], [18, 29], [35, 12], [25, 23]]})
    {'totals': [164, 114], 'winner': 'A', 'rubicon': False, 'settlement': 150}
    """
    require_object(sheet, _SHEET_KEYS, "sheet")
    rules = find_rules(RUBICON if rules is None else rules)
    if "rules" in sheet:
        rules = read_rules(sheet["rules"])
    if sheet.get("deals") is None and sheet.get("totals") is None:
        raise InputError(
            "sheet: deals is missing; expected a list of pairs, [[27, 13], [15, 31], ...]"
        )
    written = None if sheet.get("totals") is None else _read_pair(sheet["totals"], "totals")
    given = sheet.get("deals")
    if given is None:
        if rules.match == "games":
            raise InputError("totals: a match of games requires its deals")
        if rules.match == "race":
            _refuse_both(written, "totals", rules)
            if max(written) < rules.target or written[0] == written[1]:
                return _open(written, f"more deals, until somebody leads with {rules.target}")
        return _finish(written, rules)
    given = read_list("deals", given, "a list of pairs, [[27, 13], [15, 31], ...]")
    deals = [_read_pair(deal, f"deal {number}") for number, deal in enumerate(given, start=1)]
    settle = {"partie": _settle_partie, "race": _settle_race, "games": _settle_games}
    settled = settle[rules.match](deals, rules)
    if written is None or list(written) == settled["totals"]:
        return settled
    sums = {
        player: {"written": wrote, "added": added}
        for player, wrote, added in zip(PLAYERS, written, settled["totals"], strict=True)
        if wrote != added
    }
    if "unfinished" not in settled and rules.match == "partie":
        settled = _finish(written, rules)
    return {**settled, "sums": sums}


def parse_deals(text: str) -> list[list[int]]:
    """Deals from text: "27-13 15-31 44-6", with any dash.

    Raises
    ------
    InputError
        If a deal is not two numbers with a hyphen between them.

    Examples
    --------
    >>> parse_deals("27-13 15-31")
    [[27, 13], [15, 31]]
    """
    deals = []
    written = re.sub(r"\s*-\s*", "-", read_signs(read_text("deals", text)))
    for number, deal in enumerate(written.replace(",", " ").split(), start=1):
        parts = deal.split("-")
        if len(parts) != len(PLAYERS) or not all(map(_SCORE.fullmatch, parts)):
            raise InputError(f"deal {number}: {deal!r}; write A's score, a hyphen and B's: 27-13")
        deals.append([int(part) for part in parts])
    return deals


def read_score(score: str | Sequence[int] | None) -> tuple[int, int] | None:
    """Two totals, from a text or a pair; None where there is none.

    Raises
    ------
    InputError
        If it is something else.

    Examples
    --------
    >>> read_score("93-120"), read_score([93, 120])
    ((93, 120), (93, 120))
    """
    if score is None:
        return None
    if isinstance(score, str):
        (score, *more) = parse_deals(score) or [[]]
        score = [] if more else score
    totals = read_list("score", score, "two totals, as in 93-120")
    if len(totals) != len(PLAYERS):
        raise InputError(f"score: expected two totals, as in 93-120, got {len(totals)}")
    mine, theirs = (read_whole("score", total) for total in totals)
    return mine, theirs


# ---- Chouette and money -------------------------------------------------------------------------
def round_to_tens(points: int) -> int:
    """Points as they are entered at chouette: a last digit of six to nine counts as ten more (000).

    Examples
    --------
    >>> round_to_tens(416), round_to_tens(141), round_to_tens(-476)
    (420, 140, -480)
    """
    counted = (abs(points) + 4) // 10 * 10
    return counted if points >= 0 else -counted


@dataclass(frozen=True)
class ChouettePartie:
    """One partie of a chouette, and the scores after it."""

    single: str
    """The player who plays alone, for double stakes."""
    opponent: str
    """The player who plays against them."""
    adviser: str
    """The player who advises the opponent and shares their stakes."""
    scores: tuple[int, int, int]
    """A's, B's and C's running scores, in tens."""


class ChouetteTable:
    """Three players as they sit at a chouette, and their running scores (000).

    A begins alone against B, whom C advises. Whoever wins plays alone next, the adviser plays
    against them, and the loser advises. The single player wins or loses what both others lose or
    win. A drawn partie leaves places and scores as they are.
    """

    def __init__(self) -> None:
        self.seats = [0, 1, 2]
        """Single player, opponent and adviser: 0 for A, 1 for B, 2 for C."""
        self.scores = [0, 0, 0]
        """A's, B's and C's, in tens."""

    def settle(self, points: int) -> None:
        """Enter a partie that the single player won, or with a minus lost, and change places."""
        single, opponent, adviser = self.seats
        tens = round_to_tens(points) // 10
        self.scores[single] += 2 * tens
        self.scores[opponent] -= tens
        self.scores[adviser] -= tens
        if points > 0:
            self.seats = [single, adviser, opponent]
        elif points < 0:
            self.seats = [opponent, adviser, single]


def follow_chouette(parties: list[int]) -> list[ChouettePartie]:
    """The course of a chouette of three; see `ChouetteTable`.

    Parameters
    ----------
    parties : list of int
        What each partie was settled at, from the single player's side: positive if they won it.

    Returns
    -------
    list of ChouettePartie

    Examples
    --------
    >>> follow_chouette([150, 416, -476])[-1].scores
    (18, -9, -9)
    """
    table = ChouetteTable()
    course = []
    for points in parties:
        seated = [TRIO[player] for player in table.seats]
        table.settle(points)
        course.append(ChouettePartie(*seated, tuple(table.scores)))
    return course


def reckon_points(points: int, fraction: int) -> int:
    """Points that are paid when only whole multiples of `fraction` count (000).

    Raises
    ------
    InputError
        If the fraction is not at least 1.

    Examples
    --------
    >>> reckon_points(149, 50), reckon_points(150, 50)
    (100, 150)
    """
    fraction = read_whole("fraction", fraction, least=1)
    points = read_whole("points", points, least=-_MOST_POINTS)
    counted = abs(points) // fraction * fraction
    return counted if points >= 0 else -counted


def reckon_money(points: int, stake: Fraction | int, fraction: int = 50) -> Fraction:
    """Money for a number of points at a stake per hundred, odd points left out (000).

    Parameters
    ----------
    points : int
        Won, or if negative lost.
    stake : Fraction or int
        For a hundred points.
    fraction : int
        Only whole multiples of it are paid: 50 as a rule, 25 if agreed, 1 for every point.

    Examples
    --------
    >>> reckon_money(75, 10), reckon_money(75, 10, 25)
    (Fraction(5, 1), Fraction(15, 2))
    """
    if isinstance(stake, bool) or not isinstance(stake, int | Fraction):
        raise InputError(f"stake: {stake!r} is neither a whole number nor a Fraction")
    return Fraction(reckon_points(points, fraction)) * stake / _POINTS_A_HUNDRED
