"""Endings by every legal playing, card by card, for anything that the final points are worth.

Everything is lists and sets of text cards such as ``"AS"``, and the whole course of the points is
followed, so that any aim is only a function of what both have at the end. Nothing is left out and
nothing is taken to be alike. What a card counts is said in `naive_play`, from the laws.
"""

from collections.abc import Callable
from functools import cache

from naive_play import (
    OTHER,
    TRICKS,
    _for_leading,
    _for_the_cards,
    _for_the_last,
    _for_winning,
    _may_follow,
    _tops,
)
from reference import rule_book
from reference_matches import settle_totals

Worth = Callable[[int, int], int]
"""What the points that elder and younger make from here on are worth to elder."""


def difference(elder: int, younger: int) -> int:
    """The aim of the usual game."""
    return elder - younger


def own_points(seat: str) -> Worth:
    """What matters where one makes as many points as possible and the other holds them down."""
    return lambda elder, younger: elder if seat == "elder" else -younger


def settlement(score: tuple[int, int], times: int, book: dict[str, object]) -> Worth:
    """What elder is paid when the match ends with this deal, whose points count `times`."""

    def paid(elder: int, younger: int) -> int:
        totals = score[0] + times * elder, score[1] + times * younger
        if book["settlement"] == "games" and max(totals) < book["target"]:
            return 0  # the race goes on
        options = {key: book[key] for key in ("settlement", "rubicon", "double_below")}
        settled = settle_totals(*totals, {**options, "game_scores": book["game_scores"]})
        sign = {"A": 1, "B": -1, None: 0}[settled["winner"]]
        return sign * settled["settlement"]

    return paid


def value_plays(
    hands: dict[str, frozenset[str]],
    leads: str,
    elder_tricks: int,
    rules: dict[str, object],
    worth: Worth,
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
        From the points of both from here on, the cards or capot and a pique included.
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
        if counted is not None:
            before = counted[seat] + points[seat == "younger"]
            other = counted[OTHER[seat]] + points[seat == "elder"]
            if other == 0 and before < book["pique_needs"] <= before + more:
                more += book["pique_scores"]
        return (points[0] + more, points[1]) if seat == "elder" else (points[0], points[1] + more)

    def is_over(points):
        return stops_at is not None and (
            points[0] >= stops_at["elder"] or points[1] >= stops_at["younger"]
        )

    @cache
    def best(elder, younger, leader, won, points):
        if is_over(points):
            return worth(*points)
        if not elder:
            cards = _for_the_cards(won, book), _for_the_cards(TRICKS - won, book)
            return worth(points[0] + cards[0], points[1] + cards[1])
        on_lead, choose = (elder, max) if leader == "elder" else (younger, min)
        return choose(after_lead(elder, younger, leader, won, points, led) for led in on_lead)

    def after_lead(elder, younger, leader, won, points, led):
        is_first = len(elder) == TRICKS
        points = add(points, leader, _for_leading(led, is_first, leader, book))
        if leader == "elder":
            elder -= {led}
        else:
            younger -= {led}
        choose = min if leader == "elder" else max
        return choose(after_replies(elder, younger, leader, won, points, led).values())

    def after_replies(elder, younger, leader, won, points, led):
        if is_over(points):
            return {"nothing": worth(*points)}
        second = younger if leader == "elder" else elder
        values = {}
        for reply in _may_follow(second, led):
            winner = OTHER[leader] if _tops(reply, led) else leader
            tricks = won + (winner == "elder")
            more = _for_winning(led, reply, winner == leader, book)
            if len(second) == 1:
                card = led if winner == leader else reply
                of_winner = tricks if winner == "elder" else TRICKS - tricks
                more += _for_the_last(card, of_winner == TRICKS, book)
            after = add(points, winner, more)
            values[reply] = best(elder - {reply}, younger - {reply}, winner, tricks, after)
        return values

    start = (hands["elder"], hands["younger"], leads, elder_tricks, (0, 0))
    if table is not None:
        return after_replies(*start, table)
    return {led: after_lead(*start, led) for led in hands[leads]}
