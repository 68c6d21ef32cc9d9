"""Endings by every legal playing, card by card, for anything that the final points are worth.

Everything is lists and sets of text cards such as ``"AS"``, and the whole course of the points is
followed, so that any aim is only a function of what both have at the end. Nothing is left out and
nothing is taken to be alike. What a card counts is said in `reference`, from the laws.
"""

from collections.abc import Callable
from functools import cache

from reference import (
    HAND_SIZE,
    OTHER,
    SEATS,
    legal_replies,
    points_for_leading,
    points_for_the_cards,
    points_for_the_last,
    points_for_winning,
    rule_book,
    wins,
)


def value_plays(
    hands: dict[str, frozenset[str]],
    leads: str,
    elder_tricks: int,
    rules: dict[str, object],
    worth: Callable[[int, int], int],
    table: str | None = None,
    counted: dict[str, int] | None = None,
    stops_at: dict[str, int] | None = None,
) -> dict[str, int]:
    """What the ending is worth to elder after each card that may be played.

    Parameters
    ----------
    hands : dict
        By seat; a card on the table is in neither.
    leads : str
        Who leads, or has led the card on the table.
    elder_tricks : int
        Won by elder so far.
    rules : dict
        Every option of the rule book.
    worth : callable
        What the points that elder and younger make from here on are worth to elder, the cards or
        capot and a pique included: for the difference `operator.sub`.
    table : str, optional
        A card that was led and has been counted.
    counted : dict, optional
        Points so far in hand and play, if a pique may be made.
    stops_at : dict, optional
        By seat: points from here on with which the match is over at once.
    """
    book = rule_book(rules)

    def add(points, seat, more):
        """Points counted so far from here on, and the pique that they may make."""
        had = dict(zip(SEATS, points, strict=True))
        if counted and counted[OTHER[seat]] + had[OTHER[seat]] == 0:
            before = counted[seat] + had[seat]
            more += book["pique_scores"] * (before < book["pique_needs"] <= before + more)
        return tuple(had[one] + more * (one == seat) for one in SEATS)

    def is_over(points):
        return stops_at and (points[0] >= stops_at["elder"] or points[1] >= stops_at["younger"])

    @cache
    def best(elder, younger, leader, won, points):
        if is_over(points):
            return worth(*points)
        if not elder:
            own, other = (points_for_the_cards(one, book) for one in (won, HAND_SIZE - won))
            return worth(points[0] + own, points[1] + other)
        on_lead, choose = (elder, max) if leader == "elder" else (younger, min)
        return choose(after_lead(elder, younger, leader, won, points, led) for led in on_lead)

    def after_lead(elder, younger, leader, won, points, led):
        points = add(points, leader, points_for_leading(led, len(elder) == HAND_SIZE, book))
        choose, left = min if leader == "elder" else max, (elder - {led}, younger - {led})
        return choose(after_replies(*left, leader, won, points, led).values())

    def after_replies(elder, younger, leader, won, points, led):
        if is_over(points):
            return {"nothing": worth(*points)}
        second, values = younger if leader == "elder" else elder, {}
        for reply in legal_replies(second, led):
            winner = OTHER[leader] if wins(reply, led) else leader
            tricks = won + (winner == "elder")
            more = points_for_winning(led, reply, winner == leader, book)
            if len(second) == 1:
                card, is_capot = led if winner == leader else reply, tricks in (0, HAND_SIZE)
                more += points_for_the_last(card, is_capot, book)
            values[reply] = best(
                elder - {reply}, younger - {reply}, winner, tricks, add(points, winner, more)
            )
        return values

    start = (hands["elder"], hands["younger"], leads, elder_tricks, (0, 0))
    if table is not None:
        return after_replies(*start, table)
    return {led: after_lead(*start, led) for led in hands[leads]}
