"""Endings solved with both hands seen: what is left to win, and what every play is worth.

Both sides play their best for one of three aims; in each, one side gains what the other loses:

- *difference*: elder's remaining points less younger's;
- *own*: the remaining points of one player, by default of the one to move, who makes as many of
  them as possible whatever the other makes, while the other keeps them down at any cost;
- *settlement*: what the match is settled at, paid to elder, this deal being its last.

The points for the cards or capot are included, given the tricks already won, and so is a pique that
may still be made, if what has been counted is given. Differences by the lead are looked up in the
table of perfect play unless a pique is live; everything else is searched (`kernel.perfect.search`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from piquet_sim.exact.endings import Ending, check_counted, read_ending
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.play_table_cache import find_play_table, is_solvable
from piquet_sim.game.cards import TRICKS, format_card, iterate_cards
from piquet_sim.game.errors import read_known, read_text, refuse
from piquet_sim.game.laws import BY_LEADER, HIGH_CARDS, Laws
from piquet_sim.game.seats import read_seat
from piquet_sim.game.settlement import deal_weight, read_score
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.kernel.perfect.live_pique import deal_difference
from piquet_sim.kernel.perfect.lookup import find_lead_outcomes
from piquet_sim.kernel.perfect.search import (
    DIFFERENCE,
    ELDER_LIVE,
    MEMORY_SHAPE,
    Objective,
    Position,
    first_live,
    value_cards,
    write_code,
)
from piquet_sim.kernel.play_table import CHANGES_BITS

AIMS = ("difference", "own", "settlement")
"""What both sides play for; see the module."""


@dataclass(frozen=True)
class Solution:
    """The solution of an ending by perfect play."""

    ending: Ending
    value: int
    """By the aim: elder's remaining points less younger's, those of one player, or what is paid to
    elder; a pique to come is included."""
    plays: dict[int, int]
    """The same by the card that is played first."""
    elder_wins: int | None
    """Tricks elder wins of those left, where the difference tells them: no pique is live, and
    tricks alone count."""
    is_live: bool
    """Whether a pique may still be made."""
    aim: str = "difference"
    score: tuple[int, int] | None = None
    """For a settlement: both totals before what is still to be played, elder's first."""
    seat: str | None = None
    """For own points: whose they are."""

    def as_json(self) -> dict[str, Any]:
        """The answer of ``piquet solve``."""
        shape = {
            "value": self.value,
            "plays": {format_card(card): value for card, value in self.plays.items()},
            "aim": None if self.aim == "difference" else self.aim,
            "score": None if self.score is None else list(self.score),
            "seat": self.seat,
        }
        return {key: value for key, value in shape.items() if value is not None}


def _find_live(ending: Ending, laws: Laws) -> tuple[int, int]:
    # Who may still make a pique, and the points that they need, for a search.
    if ending.elder_points is None:
        return 0, 0
    if laws.play_scores >= HIGH_CARDS:
        live, needed = first_live(laws, ending.elder_points, ending.younger_points)
    else:  # elder has counted for the first lead, and younger counts for the first trick
        live = ELDER_LIVE * (ending.younger_points + ending.younger_tricks + ending.leads == 0)
        needed = laws.pique_needs - ending.elder_points
    # Nobody counts more: who leads on from trick to trick one each, or two high cards a trick.
    a_trick = 2 if laws.play_scores >= HIGH_CARDS else 1
    most = a_trick * ending.cards + max(laws.last_trick, laws.last_trick_high)
    if laws.play_scores == BY_LEADER:
        most += ending.cards == TRICKS  # elder's first lead, where only that one counts
    return (int(live), int(needed)) if live and 0 < needed <= most else (0, 0)


def check_aim(aim: str, score: tuple[int, int] | None, seat: str | None) -> None:
    """Refuse an unknown aim, or a score or a seat that the aim does not take.

    Raises
    ------
    InputError
        The message says which.
    """
    read_known(read_text("aim", aim), AIMS, "aim", "aim")
    refuse(
        {
            "aim: settlement requires a score, as in 93-120": (
                aim == "settlement" and score is None
            ),
            "score requires the aim settlement": aim != "settlement" and score is not None,
            "seat requires the aim own": seat is not None and aim != "own",
        }
    )


def check_score(ending: Ending, score: tuple[int, int]) -> None:
    """Refuse totals that cannot include what has been counted in this deal.

    Raises
    ------
    InputError
        If somebody has counted more, or the match is over.
    """
    said, rules = f"score: {score[0]}-{score[1]}", ending.rules
    times = deal_weight(rules.partie_deals, rules)
    counted = zip(SEATS, score, (ending.elder_points, ending.younger_points), strict=True)
    refuse(
        {
            f"{said}: {rules.target} has been reached, so the match is over": (
                rules.win_is_immediate and max(score) >= rules.target
            ),
            **{
                f"{said}: {name} has counted {times * points} in this deal alone": (
                    total < times * points
                )
                for name, total, points in counted
                if points is not None
            },
        }
    )
    tricks = ending.elder_tricks, ending.younger_tricks
    check_counted((score[0] // times, score[1] // times), tricks, rules, said)


def search_plays(
    ending: Ending, aim: str, score: tuple[int, int] | None = None, seat: str | None = None
) -> dict[int, int]:
    """The values of all plays as `solve_ending` gives them, by a search whatever the aim."""
    laws, objective = find_laws(ending.rules), DIFFERENCE
    if aim == "own":
        objective = Objective(0, -1, 0, 0) if seat == YOUNGER else Objective(1, 0, 0, 0)
    elif score is not None:
        objective = Objective(0, 0, *score)
    times = deal_weight(ending.rules.partie_deals, ending.rules)
    code = write_code(laws, ending.rules.match_laws(), times)
    live = _find_live(ending, laws)
    position = Position(ending.elder, ending.younger, ending.leads, ending.elder_tricks, *live)
    values = np.zeros(64, np.int64)
    memory = np.zeros(MEMORY_SHAPE, np.int64)
    legal = value_cards(code, memory, position, ending.table, objective, values)
    sign = -1 if seat == YOUNGER else 1
    return {card: sign * int(values[card.bit_length() - 1]) for card in iterate_cards(int(legal))}


def _look_up_leads(ending: Ending, laws: Laws) -> tuple[dict[int, int], int]:
    # The difference by each lead, and the tricks that elder wins of those left by the best.
    hands, outcomes = (ending.elder, ending.younger), np.zeros(64, np.int64)
    own, other = hands[ending.leads], hands[1 - ending.leads]
    find_lead_outcomes(find_play_table(), ending.cards, own, other, outcomes)
    before = ending.elder_tricks - ending.younger_tricks + ending.leads
    if laws.play_scores == BY_LEADER and (ending.cards < TRICKS or ending.leads):
        # The table counts for who leads: of a whole deal nothing else, of its rest a point to the
        # player who does not lead.
        before -= 2 * ending.leads - 1
    bonuses, plays, won = (laws.cards, laws.capot, laws.pique), {}, []
    for card in iterate_cards(own):
        left = int(outcomes[card.bit_length() - 1]) >> CHANGES_BITS
        left = 2 * ending.cards + 1 - left if ending.leads else left
        plays[card] = int(deal_difference(bonuses, 2 * ending.elder_tricks + left)) - before
        won.append(left // 2)
    return plays, min(won) if ending.leads else max(won)


def solve_ending(
    ending: Ending,
    aim: str = "difference",
    score: str | Sequence[int] | None = None,
    seat: str | None = None,
) -> Solution:
    """The value of an ending and of every card that may be played.

    Parameters
    ----------
    ending : Ending
    aim : str
        One of the AIMS.
    score : tuple of two int or str, optional
        For the settlement: the totals of the match, elder's first, with all that has been counted
        in this deal, which is the last of a partie. A race that nobody has won after it is
        settled at 0.
    seat : str, optional
        For own points: whose they are, elder or younger; by default those of the player to move.

    Raises
    ------
    InputError
        If there is no such aim, or it does not take the score or the seat.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> ending = Ending(parse_hand("A..K."), parse_hand(".K.A."), 0, 6, 4)
    >>> solve_ending(ending).as_json()
    {'value': 10, 'plays': {'AS': 10, 'KD': -2}}
    >>> solve_ending(ending, "own").as_json()
    {'value': 12, 'plays': {'AS': 12, 'KD': 1}, 'aim': 'own', 'seat': 'elder'}
    >>> solve_ending(ending, "settlement", (93, 120)).value
    -117
    """
    if not isinstance(ending, Ending):
        ending = read_ending(ending)
    score, seat = read_score(score), None if seat is None else read_seat(seat)
    check_aim(aim, score, seat)
    if score is not None:
        check_score(ending, score)
    if aim == "own":
        seat = seat or SEATS[ending.turn]
    best = max if SEATS[ending.turn] == (seat or ELDER) else min
    laws = find_laws(ending.rules)
    is_live = _find_live(ending, laws)[1] > 0
    if aim == "difference" and not (is_live or ending.table) and is_solvable(ending.rules):
        plays, tricks = _look_up_leads(ending, laws)
    else:
        plays, tricks = search_plays(ending, aim, score, seat), None
    return Solution(ending, best(plays.values()), plays, tricks, is_live, aim, score, seat)
