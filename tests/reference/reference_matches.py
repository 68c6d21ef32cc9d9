"""A slow, obvious reference for matches: what a sheet of deals comes to, and what is paid for it.

Written from the source documents alone, in lists, dicts and fractions, so that the fast engine can
be tested against something that shares no code with it. A and B are the two players throughout;
which of them is elder matters to `win_chances` only, since a sheet has the scores of whole deals.

References
----------
.. [000] Cavendish, description after the Portland and Turf Club Laws: "Scoring".
.. [001] Picket after Cotton 1674: a race, won in the middle of a deal.
.. [002] The club summary, section "Score".
.. [003] The survey of rules, paragraphs "Partie".
.. [004] The American description, section "Settlement".
.. [RULES] The project's decisions where the documents contradict themselves.
"""

from functools import cache

OTHER = {"A": "B", "B": "A"}
SIGNS = {"A": 1, "B": -1, None: 0}

# The match of the rule book RUBICON; an option that a caller does not name has this value.
DEFAULTS = {
    "match": "partie",
    "partie_deals": 6,
    "tie_deals": 2,
    "target": 100,
    "win_is_immediate": False,
    "settlement": "rubicon",
    "game_scores": 100,
    "rubicon": 100,
    "double_below": 0,
    "games_to_win": 1,
}
CHANCES = ("a_wins", "b_wins", "drawn", "a_rubiconed", "b_rubiconed", "settlement_mean")


# ---- Settling -----------------------------------------------------------------------------------
def _leader(totals):
    """Who has more, or None."""
    a, b = totals
    return "A" if a > b else "B" if b > a else None


def _games_for(loser_has, options):
    """Games that a won game counts: two if it is a double, that is, the loser has too little."""
    return 2 if loser_has < options["double_below"] else 1


def _undecided(totals, **more):
    return {"totals": list(totals), "winner": None, "rubicon": False, "settlement": 0} | more


def settle_totals(a, b, rules):
    """Outcome of a finished partie, from its two totals.

    Parameters
    ----------
    a, b : int
        Totals of A and of B.
    rules : dict
        Options by name; one that is left out has its value of `DEFAULTS`.

    Returns
    -------
    dict
        ``totals`` as given, ``winner`` ("A", "B", or None if it is drawn), ``rubicon`` (whether the
        loser is rubiconed) and ``settlement``: what the winner wins, in points or in games, 0 if it
        is drawn.

    Notes
    -----
    A rubicon does not ask whether the winner has reached it ([000], [002]). Neither the settlement
    by the difference ([004]) nor the one by games has one.
    """
    options, less, more = DEFAULTS | rules, *sorted((a, b))
    if a == b:
        return _undecided((a, b))
    rubicon = options["settlement"] == "rubicon" and less < options["rubicon"]
    points, games = more + less if rubicon else more - less, _games_for(less, options)
    return {
        "totals": [a, b],
        "winner": _leader((a, b)),
        "rubicon": rubicon,
        "settlement": games
        if options["settlement"] == "games"
        else options["game_scores"] + points,
    }


def _refuse_after(end, deals):
    """Refuse a sheet that goes on after its end, where ``end`` deals were all."""
    if len(deals) > end:
        raise ValueError(f"deal {end + 1}: the match ended with deal {end}")


def _settle_partie(deals, options, start):
    end, extra, number = options["partie_deals"], options["tie_deals"], len(deals)
    totals = _add_deals(start, deals[:end], end == 4)
    if number < end:
        missing = end - number
        text = "1 deal is missing" if missing == 1 else f"{missing} deals are missing"
        return _undecided(totals, unfinished=text)
    # Each deals once more, whoever leads after the first of the two; these count single ([000]).
    all_deals = end + (extra if _leader(totals) is None else 0)
    _refuse_after(all_deals, deals)
    totals = _add_deals(totals, deals[end:], False)
    if number < all_deals:
        missing = all_deals - number
        words = {1: "one", 2: "two", 3: "three", 4: "four"}
        text = f"{words.get(missing, missing)} more deal{'s' if missing > 1 else ''}"
        return _undecided(totals, unfinished=text)
    return settle_totals(*totals, options)


def _add_deals(totals, deals, is_of_four):
    """Totals with some deals added; of four deals the first and the last count double ([000])."""
    times = [2, 1, 1, 2] if is_of_four else [1] * len(deals)
    return [
        total + sum(factor * deal[seat] for factor, deal in zip(times, deals, strict=False))
        for seat, total in enumerate(totals)
    ]


def _settle_races(deals, options, start):
    """One race, or as many as a match of games takes."""
    is_one, target = options["match"] == "race", options["target"]
    games, totals, winner = [0, 0], list(start), None
    for number, deal in enumerate(deals, 1):
        # What they began with belongs to the first game.
        totals = [*map(sum, zip((0, 0) if winner else totals, deal, strict=True))]
        if options["win_is_immediate"] and min(totals) >= target:
            # The first to get there has won at once, so that the other cannot get there as well.
            raise ValueError(f"deal {number}: both have {target}; who came first is not said")
        winner = _leader(totals) if max(totals) >= target else None
        if winner:
            games["AB".index(winner)] += _games_for(min(totals), options)
        if winner and (is_one or max(games) >= options["games_to_win"]):
            _refuse_after(number, deals)
            won = {"winner": winner, "settlement": abs(games[0] - games[1]), "games": games}
            return settle_totals(*totals, options) if is_one else _undecided(totals, **won)
    if is_one:
        return _undecided(totals, unfinished=f"more deals, until somebody leads with {target}")
    return _undecided(
        totals,
        games=games,
        unfinished=f"more games, until somebody has won {options['games_to_win']}",
    )


def settle_sheet(deals, rules, start=(0, 0)):
    """Outcome of a score sheet.

    Parameters
    ----------
    deals : list of [int, int]
        A's and B's score of each deal, in order. Where a win is immediate the last deal may have
        been cut short by it.
    rules : dict
        Options by name; one that is left out has its value of `DEFAULTS`.
    start : (int, int)
        What A and B had before the first deal.

    Returns
    -------
    dict
        ``totals``, ``winner``, ``rubicon`` and ``settlement`` as `settle_totals` has them. A sheet
        that is not finished has neither winner nor settlement, and ``unfinished`` says what is
        missing. A match of games also has ``games``, the games won (a double is two); its
        ``totals`` are those of the last game on the sheet, and its ``settlement`` is the winner's
        games less the loser's.

    Raises
    ------
    ValueError
        If there are deals after the end, or if both have the target where a win is immediate.
    """
    options = DEFAULTS | rules
    return (_settle_partie if options["match"] == "partie" else _settle_races)(
        deals, options, start
    )


# ---- Chances ------------------------------------------------------------------------------------
def win_chances(joint, deals_left, elder, totals, tie_deals, rules):
    """Exact chances of a partie from any point of it.

    Parameters
    ----------
    joint : dict of {(int, int): Fraction}
        Probability of each pair of elder's and younger's score of a deal, the same in every deal.
    deals_left : int
        Deals still to play of the partie, or of the extra deals where these have begun.
    elder : str
        "A" or "B": who is elder in the next deal. Then it is the other's turn.
    totals : (int, int)
        What A and B have.
    tie_deals : int
        Extra deals if the partie is level at its end; 0 where they have begun.
    rules : dict
        Options by name; one that is left out has its value of `DEFAULTS`.

    Returns
    -------
    dict of str to Fraction
        Probabilities ``a_wins``, ``b_wins``, ``drawn``, ``a_rubiconed``, ``b_rubiconed``, and
        ``settlement_mean``, the expected settlement, positive where A wins.

    Notes
    -----
    In a partie of four, whose first and last deals count double, the extra deals are told from the
    partie by ``tie_deals`` being 0 although the rules allow some.
    """
    options = DEFAULTS | rules
    first_is_in_partie = tie_deals > 0 or options["tie_deals"] == 0

    @cache  # a state comes up by many ways, and its chances are the same by all of them
    def chances(left, eldest, a, b, in_partie):
        if left > 0:
            times = 2 if options["partie_deals"] == 4 and in_partie and left in (1, 4) else 1
            sides = {"A": (0, 1), "B": (1, 0)}[eldest]
            after = {}
            for made in joint:
                totals = (had + times * made[side] for had, side in zip((a, b), sides, strict=True))
                after[made] = chances(left - 1, OTHER[eldest], *totals, in_partie)
            return {name: sum(joint[one] * after[one][name] for one in joint) for name in CHANCES}
        if a == b and in_partie and tie_deals > 0:
            return chances(tie_deals, eldest, a, b, False)
        end = settle_totals(a, b, options)
        won = [end["winner"] == who for who in ("A", "B", None)]
        rubiconed = [end["rubicon"] and end["winner"] == who for who in "BA"]
        settlement = SIGNS[end["winner"]] * end["settlement"]
        return dict(zip(CHANCES, (*won, *rubiconed, settlement), strict=True))

    return chances(deals_left, elder, *totals, first_is_in_partie)
