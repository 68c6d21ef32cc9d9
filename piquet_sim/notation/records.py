"""The record of a deal in one form: legal, and the same for all ways to write it."""

from piquet_sim.deals.headings import read_heading
from piquet_sim.deals.referee import (
    ScoredDeal,
    announces_blanche,
    begin_play,
    describe_calls,
    judge_deal,
    read_plays,
)
from piquet_sim.deals.trick_play import play_legally
from piquet_sim.game.cards import TRICKS, format_cards, format_hand, parse_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche


def judge_exchange(deal: dict[str, object]) -> ScoredDeal:
    """A deal scored up to the first lead, whatever was played.

    Raises
    ------
    InputError
        If anything before the play is illegal.
    """
    return judge_deal({**deal, "play": None})


def normalise_deal(deal: dict[str, object]) -> dict[str, object]:
    """The record of a deal in its normal form; two records of one deal are then equal.

    Parameters
    ----------
    deal : dict
        As `deals.referee.score_deal` reads it; its play may be unfinished. What it says of the
        condition under which it was dealt is left out.

    Raises
    ------
    InputError
        If anything is illegal, or written totals are wrong.

    Examples
    --------
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> normalise_deal(deal) == deal
    True
    """
    scored = judge_exchange(deal)
    normal = read_heading(deal)
    totals = normal.pop("totals", None)
    normal["rules"] = scored.rules.describe()
    for seat, holding in zip(SEATS, scored.calls, strict=True):
        dealt = scored.value(f"{seat}_dealt")
        announced = announces_blanche(dealt, deal[seat].get("calls", "full"))
        normal[seat] = {
            "dealt": format_hand(dealt),
            "discard": format_hand(scored.value(f"{seat}_discard")),
            "calls": describe_calls(
                holding,
                tuple(scored.value(f"{seat}_{kind}_call") for kind in CLASSES),
                bool(has_carte_blanche(dealt)) and not announced,
            ),
        }
    normal["talon"] = format_cards(parse_cards(deal["talon"], "talon", scored.rules.pack))
    plays = _follow_plays(deal, scored)
    if plays:
        normal["play"] = format_cards(plays)
    if totals is not None:
        normal["totals"] = totals
        if 0 < len(plays) < 2 * TRICKS:
            raise InputError(
                f"totals: written down, but only {len(plays)} of {2 * TRICKS} cards were played"
            )
        if plays:
            judge_deal(deal)  # which compares them
    return normal


def _follow_plays(deal: dict[str, object], scored: ScoredDeal) -> tuple[int, ...]:
    plays = read_plays(deal, scored.rules)
    hands = scored.value("elder_hand"), scored.value("younger_hand")
    course = begin_play(scored.rules.laws(), hands, scored.record)
    for number, card in enumerate(plays, start=1):
        course = play_legally(course, card, number)
    return plays
