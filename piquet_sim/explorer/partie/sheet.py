"""The score sheet of a partie as the player sees it, and who is likely to win from there."""

from functools import cache

import numpy as np

from piquet_sim.explorer.partie.table import Partie
from piquet_sim.explorer.records import YOU
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.settlement import is_rubicon, settle_totals
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.strategies.learned import find_learned


def tell_sheet(partie: Partie) -> dict[str, object]:
    """The deals that are over, the totals, and in a sentence how the partie stands."""
    scores = partie.list_scores()
    totals = _add_up(scores)
    shape: dict[str, object] = {
        "deals": partie.deals_to_come,
        "sheet": [list(one) for one in scores],
        "elders": [partie.seat_in(number + 1) == 0 for number in range(partie.deals_to_come)],
        "totals": totals,
        "is_last": partie.is_over,
    }
    if not partie.is_match:
        return {**shape, "stands": ""}
    if not partie.is_over:
        return {**shape, "stands": _say_prospects(partie, scores)}
    paid = settle_totals(*totals, partie.rules)
    who = "drawn" if not paid else YOU if totals[0] > totals[1] else partie.opponent
    has_rubicon = bool(is_rubicon(*totals, partie.rules))
    unit = ("game" if partie.rules.settlement == "games" else "point") + "s" * (paid != 1)
    wins = "You win" if who == YOU else f"{who} wins"
    said = f"{wins} the partie: {paid} {unit}{', a rubicon' * has_rubicon}."
    return {
        **shape,
        "stands": said if paid else "The partie is drawn.",
        "settled": {"winner": who, "paid": paid, "rubicon": has_rubicon},
    }


@cache
def find_prospects(totals: tuple[int, int], number: int, is_elder: bool) -> int:
    """How many of 100 parties between equals a player wins.

    Equals are two of the learned players, with the scores that they made in training
    (`strategies.learned`), in so many deals that the error is far below one partie.

    Parameters
    ----------
    totals : tuple of int
        The player's own and the opponent's.
    number : int
        Number of the next deal.
    is_elder : bool
        Whether the player is elder in it.
    """
    chances = _measure_equals().find_chances(*totals, number, 0 if is_elder else 1)
    return round(100 * chances.wins.value)


def _say_prospects(partie: Partie, scores: list[tuple[int, int]]) -> str:
    if partie.rules != RUBICON:  # the learned scores are Rubicon's
        return ""
    now, *before = (
        find_prospects(_add_up(scores[:deals]), deals + 1, partie.seat_in(deals + 1) == 0)
        for deals in range(len(scores), max(len(scores) - 2, -1), -1)
    )
    ago = f", {before[0]} before this deal" if before else ""
    return (
        f"Between equals you win {now} parties of 100 from here{ago}. Below 100 points the loser "
        "is rubiconed."
    )


def _add_up(scores: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(mine for mine, _ in scores), sum(theirs for _, theirs in scores)


@cache
def _measure_equals() -> ChanceTable:
    elder, younger, deals = find_learned().scores.T
    counts = np.zeros((int(max(elder.max(), younger.max())) + 1,) * 2, np.int64)
    counts[elder, younger] = deals
    law = ScoreLaw(counts)
    return ChanceTable(law, law)
