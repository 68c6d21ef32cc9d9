"""What is paid for a match: score sheets, parties, races, games, chouette and money.

A and B are the two players; which of them deals first does not matter here.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import trunc
from typing import TYPE_CHECKING, Any

from piquet_sim.game.errors import InputError, quote, read_list, read_signs, read_text, read_whole
from piquet_sim.game.files import require_object
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.game.wording import count_of, number_word

if TYPE_CHECKING:
    import numpy as np

RUBICON_LINE = RUBICON.rubicon
"""A loser with fewer points is rubiconed (Laws of Rubicon Piquet)."""

PLAYERS = ("A", "B")
TRIO = ("A", "B", "C")
_HIGHEST_SCORE = 10_000
"""The highest score or total that is read; endings are solved with no higher one."""
_MOST_POINTS = 10**9
_PAIR = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)


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
        paid = difference + 2 * loser * is_rubicon(one, two, rules) + rules.game_scores
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


def is_rubicon(
    one: "np.ndarray | int", two: "np.ndarray | int", rules: RuleSet = RUBICON
) -> "np.ndarray | bool":
    """Whether the loser of a finished partie is rubiconed, for totals or arrays of totals.

    Examples
    --------
    >>> is_rubicon(131, 113), is_rubicon(131, 81)
    (False, True)
    """
    is_lost = (one < two) & (one < rules.rubicon) | (two < one) & (two < rules.rubicon)
    return is_lost & (rules.settlement == "rubicon")


# ---- Score sheets -------------------------------------------------------------------------------
def _read_pair(given: object, what: str, as_in: str = "A's and B's") -> tuple[int, int]:
    expected = f"two whole numbers, {as_in}, from 0 to {_HIGHEST_SCORE:,}"
    scores = read_list(what, given, expected)
    with suppress(InputError):
        if len(scores) == len(PLAYERS):
            return tuple(read_whole(what, score, most=_HIGHEST_SCORE) for score in scores)
    raise InputError(f"{what}: expected {expected}, got {quote(given)}")


def _finish(
    totals: tuple[int, ...], rules: RuleSet, left: str = "", **games: object
) -> dict[str, object]:
    # A match that ended with these totals; or what is left of it, if it did not end.
    one, two = (0, 0) if left else totals
    settled = {
        "totals": list(totals),
        "winner": None if one == two else PLAYERS[two > one],
        "rubicon": is_rubicon(one, two, rules),
        "settlement": settle_totals(one, two, rules),
        **games,
    }
    return {**settled, "unfinished": left} if left else settled


def deal_weight(number: int, rules: RuleSet) -> int:
    """How many times the scores of a deal count: of a partie of four the first and last twice.

    Parameters
    ----------
    number : int
        From 1; deals after a tie count once.
    rules : RuleSet

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> deal_weight(1, RUBICON)
    1
    """
    is_of_four = rules.match == "partie" and rules.partie_deals == 4
    return 2 if is_of_four and number in (1, 4) else 1


def _is_won(totals: tuple[int, ...], what: str, rules: RuleSet) -> bool:
    # Whether a race, or one of some games, ends with these totals.
    if rules.win_is_immediate and min(totals) >= rules.target:
        raise InputError(
            f"{what}: both have {rules.target}, and the sheet does not say who came first"
        )
    return max(totals) >= rules.target and totals[0] != totals[1]


def _say_left(deals: int, rules: RuleSet) -> str:
    # What is left of a match that is not over after some deals.
    if rules.match == "race":
        return f"more deals, until somebody leads with {rules.target}"
    if rules.match == "games":
        return f"more games, until somebody has won {rules.games_to_win}"
    missing = rules.partie_deals - deals
    if missing > 0:
        return f"{count_of(missing, 'deals')} {'is' if missing == 1 else 'are'} missing"
    missing += rules.tie_deals
    return f"{number_word(missing)} more deal{'s' if missing > 1 else ''}"


def _settle_deals(deals: list[tuple[int, int]], rules: RuleSet) -> dict[str, object]:
    is_partie, length, games = rules.match == "partie", rules.partie_deals, [0, 0]
    totals, is_won, is_over = (0, 0), False, False
    for number, deal in enumerate(deals, start=1):
        if is_over:
            raise InputError(f"deal {number}: the match ended with deal {number - 1}")
        before, weight = (0, 0) if is_won else totals, deal_weight(number, rules)
        totals = tuple(had + weight * made for had, made in zip(before, deal, strict=True))
        if is_partie:
            is_decided = number == length and totals[0] != totals[1]
            is_over = is_decided or number == length + rules.tie_deals
            continue
        is_won = _is_won(totals, f"deal {number}", rules)
        if is_won:
            games[totals[1] > totals[0]] += settle_totals(*totals, rules)
            is_over = rules.match == "race" or max(games) >= rules.games_to_win
    left = "" if is_over else _say_left(len(deals), rules)
    if rules.match != "games":
        return _finish(totals, rules, left)
    won = {} if left else {"settlement": abs(games[0] - games[1])}
    return {**_finish(totals, rules, left, games=games), **won}


def settle_sheet(sheet: dict[str, object], rules: RuleSet | str = RUBICON) -> dict[str, object]:
    """Settle a score sheet.

    Parameters
    ----------
    sheet : dict
        ``deals``, A's and B's score of each deal in order; ``rules``, a preset's name (see
        `rules.find_rules`), by default rubicon; and, if they are written on the sheet, ``totals``,
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
    require_object(sheet, {"deals", "totals", "rules"}, "sheet")
    rules = find_rules(sheet.get("rules", rules))
    given, totals = sheet.get("deals"), sheet.get("totals")
    if given is None and totals is None:
        raise InputError(
            "sheet: deals is missing; expected a list of pairs, [[27, 13], [15, 31], ...]"
        )
    written = None if totals is None else _read_pair(totals, "totals")
    if given is None:
        if rules.match == "games":
            raise InputError("totals: a match of games requires its deals")
        is_over = rules.match == "partie" or _is_won(written, "totals", rules)
        return _finish(written, rules, "" if is_over else _say_left(0, rules))
    listed = read_list("deals", given, "a list of pairs, [[27, 13], [15, 31], ...]")
    deals = [_read_pair(deal, f"deal {number}") for number, deal in enumerate(listed, start=1)]
    settled = _settle_deals(deals, rules)
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
        pair = _PAIR.fullmatch(deal)
        if pair is None:
            raise InputError(f"deal {number}: {deal!r}; write A's score, a hyphen and B's: 27-13")
        deals.append([int(pair[1]), int(pair[2])])
    return deals


def read_score(score: str | Sequence[int] | None, name: str = "score") -> tuple[int, int] | None:
    """Two totals, from a text or a pair; None where there is none.

    Parameters
    ----------
    score : str or sequence of int, optional
    name : str
        What the error begins with.

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
        pair = _PAIR.fullmatch(re.sub(r"\s*-\s*", "-", read_signs(score).strip()))
        if pair is None:
            raise InputError(
                f"{name}: {score!r}; write two totals with a hyphen between, as in 68-155"
            )
        score = int(pair[1]), int(pair[2])
    return _read_pair(score, name, "as in 93-120")


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
        for player in self.seats:
            self.scores[player] += 2 * tens if player == single else -tens
        if points:
            stays, goes = (single, opponent) if points > 0 else (opponent, single)
            self.seats = [stays, adviser, goes]


def follow_chouette(parties: list[int]) -> list[dict[str, Any]]:
    """The course of a chouette of three; see `ChouetteTable`.

    Parameters
    ----------
    parties : list of int
        What each partie was settled at, from the single player's side: positive if they won it.

    Returns
    -------
    list of dict
        Of each partie ``single``, who plays alone for double stakes; ``opponent``, who plays
        against them; ``adviser``, who advises the opponent and shares their stakes; and ``scores``,
        what A, B and C have after it, in points.

    Examples
    --------
    >>> follow_chouette([150, 416, -476])[-1]["scores"]
    {'A': 180, 'B': -90, 'C': -90}
    """
    table, course = ChouetteTable(), []
    for points in parties:
        single, opponent, adviser = (TRIO[player] for player in table.seats)
        table.settle(points)
        scores = {player: 10 * tens for player, tens in zip(TRIO, table.scores, strict=True)}
        course.append(
            {"single": single, "opponent": opponent, "adviser": adviser, "scores": scores}
        )
    return course


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

    Raises
    ------
    InputError
        If one of them is no such number, or the fraction is not at least 1.

    Examples
    --------
    >>> reckon_money(75, 10), reckon_money(75, 10, 25)
    (Fraction(5, 1), Fraction(15, 2))
    """
    if isinstance(stake, bool) or not isinstance(stake, int | Fraction):
        raise InputError(f"stake: {stake!r} is neither a whole number nor a Fraction")
    fraction = read_whole("fraction", fraction, least=1)
    points = read_whole("points", points, least=-_MOST_POINTS)
    return trunc(Fraction(points, fraction)) * fraction * Fraction(stake, 100)
