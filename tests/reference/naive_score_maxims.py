"""The published maxims on the score, from their words, in plain arithmetic.

A score is the own total and the opponent's before a deal of a partie of six; shows are 28 points as
elder and 14 as younger. What is settled is reckoned anew, not read from the package.
"""

SHOWS = {"elder": 28, "younger": 14}
OTHER = {"elder": "younger", "younger": "elder"}


def shows_to_come(seat, deal):
    """What both players' shows come to from a deal on, seats changing."""
    turns = [seat, OTHER[seat]] if deal == 5 else [seat]
    return sum(SHOWS[one] for one in turns), sum(SHOWS[OTHER[one]] for one in turns)


def s01_applies(seat, own, theirs, deal):
    """Deal five or six; ahead also with the shows to come, and the other short of a hundred."""
    mine, other = shows_to_come(seat, deal)
    leads = own > theirs and own - theirs > other - mine
    return deal in (5, 6) and leads and theirs + other < 100


def s02_applies(seat, own, theirs, deal):
    """Last deal; the points needed, to win or to pass a hundred, exceed the own show."""
    needed_to_win = theirs + SHOWS[OTHER[seat]] - own
    return deal == 6 and needed_to_win > SHOWS[seat]


def s02_reached(seat, own, theirs, made, lost):
    """A hundred where the show does not reach it, else the partie."""
    if 100 - own > SHOWS[seat]:
        return own + made >= 100
    return own + made > theirs + lost


def settle(own, theirs):
    """What is paid to the first player; nothing where they are level."""
    low, high = sorted((own, theirs))
    paid = 100 + (low + high if low < 100 else high - low)
    return (paid if own > theirs else -paid) if low < high else 0


def s04_situation(own, theirs):
    """Elder in the last deal: short oneself, or the other alone is; and whether far off."""
    for kind, total, show in (("short oneself", own, 28), ("the opponent short", theirs, 14)):
        if total + show < 100:
            return kind, total + 2 * show < 100
    return None


def s04_point_to_both(own, theirs, deals):
    """What one point more to each changes in what elder is paid, in the mean of deals."""
    changes = [
        settle(own + made + 1, theirs + lost + 1) - settle(own + made, theirs + lost)
        for made, lost in deals
    ]
    return sum(changes) / len(changes)


def s05_applies(own, theirs, made, pique, lost):
    """Elder wins with or without the pique; the ten for the cards carry younger to a hundred."""
    wins = all(own + points > theirs + lost for points in (made, made - pique))
    return wins and theirs + lost >= 100 and theirs + lost - 10 < 100


def s07_saved(points_in_play):
    """What who concedes does not pay: both play on for so many points, the cards included."""
    conceded = 13 + 10
    return sum(points_in_play) - conceded


def s08_sure_less_risk(lead):
    """The sure line against an even chance to win or lose twelve points, both past a hundred."""
    sure, lost, won = settle(150 + lead, 150), settle(150 + lead, 162), settle(162 + lead, 150)
    more = sure - (lost + won) / 2
    return more if lead > 0 else -more
