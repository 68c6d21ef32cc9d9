"""Solved endings in words."""

from piquet_sim.exact.ending_solutions import Solution
from piquet_sim.game.cards import name_card
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import join_words, number_word


def explain_solution(solution: Solution) -> str:
    """A solution in words.

    Examples
    --------
    >>> from piquet_sim.exact.ending_solutions import solve_ending
    >>> from piquet_sim.exact.endings import Ending
    >>> from piquet_sim.game.cards import parse_hand
    >>> ending = Ending(parse_hand("K7..."), parse_hand("A8..."), 0, 6, 4)
    >>> "wins none of two tricks" in explain_solution(solve_ending(ending))
    True
    >>> print(explain_solution(solve_ending(ending, "own")))
    Elder, to lead, can make one point from here, whatever younger plays (cards or capot included).\
 All leads are equally good.
    """
    ending = solution.ending
    task = f"to answer the {name_card(ending.table)}" if ending.table else "to lead"
    if solution.aim == "settlement":
        said = _say_settlement(solution, task)
    else:
        say = _say_own if solution.aim == "own" else _say_difference
        included = ", capot and pique" if solution.is_live else " or capot"
        said = f"{say(solution, task)} (cards{included} included)"
    live = "A pique is live. " if solution.is_live else ""
    return f"{live}{said}. {_explain_plays(solution, 'reply' if ending.table else 'lead')}"


def _say_difference(solution: Solution, task: str) -> str:
    ending, size = solution.ending, abs(solution.value)
    worth = "makes as many points as younger"
    if solution.value:
        more = "more" if solution.value > 0 else "less"
        worth = f"makes {say_amount(size, 'point')} {more} than younger"
    if solution.is_live or solution.elder_wins is None:
        head = f"Younger is {task}; elder" if ending.turn else f"Elder, {task},"
        return f"{head} {worth} from here"
    number = number_word(solution.elder_wins) if solution.elder_wins else "none"
    tricks = "trick" if ending.cards == 1 else "tricks"
    head = "Younger leads; elder" if ending.leads else "Elder, to lead,"
    return f"{head} wins {number} of {number_word(ending.cards)} {tricks}, and {worth} from here"


def _say_own(solution: Solution, task: str) -> str:
    turn, points = solution.ending.turn, say_amount(solution.value, "point")
    head = f"{SEATS[turn].capitalize()}, {task}, can"
    if solution.seat == SEATS[turn]:
        return f"{head} make {points} from here, whatever {SEATS[1 - turn]} plays"
    return f"{head} hold {solution.seat} to {points} from here"


def _say_settlement(solution: Solution, task: str) -> str:
    one, two = solution.score
    last = " in the last deal" if solution.ending.rules.match == "partie" else ""
    head = f"At {one}-{two}{last}, {SEATS[solution.ending.turn]} {task}"
    winner = "elder" if solution.value > 0 else "younger"
    paid = say_amount(abs(solution.value), _unit(solution))
    if solution.value == 0:
        return f"{head}: best play leaves the match without a winner"
    verb = "wins" if _unit(solution) == "game" else "is paid"
    return f"{head}: with best play {winner} {verb} {paid}"


def _unit(solution: Solution) -> str:
    games = solution.aim == "settlement" and solution.ending.rules.settlement == "games"
    return "game" if games else "point"


def _explain_plays(solution: Solution, what: str) -> str:
    costs: dict[int, list[str]] = {}
    for card, value in solution.plays.items():
        costs.setdefault(abs(solution.value - value), []).append("the " + name_card(card))
    best = costs.pop(0)
    if not costs:
        several = {"lead": "leads", "reply": "replies"}[what]
        only = f"There is only one {what}."
        return only if len(best) == 1 else f"All {several} are equally good."
    unit = _unit(solution)
    if len(costs) == 1 and len(best) < len(next(iter(costs.values()))):
        cost = next(iter(costs))
        return f"Every {what} but {join_words(best)} costs {say_amount(cost, unit)}."
    dear = [
        f"{join_words(cards)} {'costs' if len(cards) == 1 else 'cost'} {say_amount(cost, unit)}"
        for cost, cards in sorted(costs.items())
    ]
    verb = "is" if len(best) == 1 else "are"
    return f"Best {verb} {join_words(best)}; {'; '.join(dear)}."


def say_amount(number: int, unit: str) -> str:
    """A number of points or games in words, 0 being "no".

    Examples
    --------
    >>> say_amount(1, "point"), say_amount(0, "game"), say_amount(1200, "point")
    ('one point', 'no games', '1,200 points')
    """
    if number == 0:
        return f"no {unit}s"
    said = number_word(number) if number < 1_000 else f"{number:,}"
    return f"{said} {unit}{'' if number == 1 else 's'}"
