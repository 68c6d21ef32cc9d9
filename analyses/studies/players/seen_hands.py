"""Deals in which players see what is hidden, beside the same deals unseen.

One player, or both, are shown the hands as they were dealt before the exchange; the stock is never
shown. What they then throw is written into the script of the deal, so that the cards drawn and all
other luck stay as they were (`deals.branches`).
"""

from collections.abc import Callable, Iterable

import numpy as np

from piquet_sim.advice.seen_exchange import discard_seeing, mean_over_draws
from piquet_sim.advice.trials import Question, list_sensible
from piquet_sim.deals.branches import OWN, lay_out, new_scripts, play_scripts, write_scripts
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.luck import PARTS, find_luck_of_first
from piquet_sim.game.cards import count_cards
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER

TRIED_BY_BOTH = 8
"""Maximum number of discards that each of two seeing players tries."""
SHOWN = IN_PLAY, IN_EXCHANGE, IN_BOTH = "the play", "the exchange", "both"
"""Where a player is shown what is hidden."""


def gain_by_seeing(
    simulation: Simulation, shown: Iterable[str] = SHOWN
) -> Callable[[int, int], dict[str, np.ndarray]]:
    """What the player named first gains by what is shown to them, the other not knowing.

    Parameters
    ----------
    simulation : Simulation
        Mirrored.
    shown : iterable of str
        Of `SHOWN`: the other hand in the play, the hand dealt to the other, or both.

    Returns
    -------
    callable
        Of the number of the first pair and how many are played: by what is shown the points more
        than in the same deal with nothing shown, one for each deal. Who exchanges otherwise draws
        other cards: the luck of the draw is taken out of both (`estimates.luck`).
    """
    shown = tuple(shown)

    def gain(first: int, units: int) -> dict[str, np.ndarray]:
        usual = simulation.record_units(first, units)
        dealt, silent = lay_out(simulation, np.arange(first, first + units)), new_scripts(2 * units)
        told = silent if shown == (IN_PLAY,) else script_first_seeing(simulation, first, usual)
        played = {
            one: play_scripts(
                simulation, dealt, silent if one == IN_PLAY else told, one != IN_EXCHANGE
            )
            for one in shown
        }
        before, luck = margin_of_first(usual), None
        found = {one: margin_of_first(deals) - before for one, deals in played.items()}
        for one in set(shown) - {IN_PLAY}:
            luck = find_luck_of_first(simulation, usual) if luck is None else luck
            more = find_luck_of_first(simulation, played[one]) - luck
            found[one] = found[one] - more / PARTS
        return found

    return gain


def script_first_seeing(simulation: Simulation, first: int, deals: np.ndarray) -> np.ndarray:
    """What the player named first throws who sees the hand dealt to the other.

    Parameters
    ----------
    simulation : Simulation
        Mirrored.
    first : int
        Number of the first pair.
    deals : ndarray
        The records of these pairs as they are played unseen.

    Returns
    -------
    ndarray of int64, shape (deals, SCRIPT.size)
        Scripts with the discards of the first player (`advice.seen_exchange`).
    """
    thrown = np.full((len(SEATS), len(deals)), OWN)
    for place, deal in enumerate(deals):
        seat = YOUNGER if deal["mirrored"] else ELDER
        thrown[SEATS.index(seat), place] = discard_seeing(
            seat,
            (int(deal["elder_dealt"]), int(deal["younger_dealt"])),
            simulation.younger,
            own=int(deal[f"{seat}_discard"]),
            elder_threw=int(deal["elder_discard"]),
            luck=first + place,
        )
    return write_scripts(len(deals), dict(enumerate(thrown)), {})


def script_both_seeing(deals: np.ndarray) -> np.ndarray:
    """What both throw where each sees the hand dealt to the other, and knows that they do.

    Parameters
    ----------
    deals : ndarray
        Records; only the hands dealt are read.

    Returns
    -------
    ndarray of int64, shape (deals, SCRIPT.size)
        Scripts with both discards (`exchange_seeing`).
    """
    hands = zip(deals["elder_dealt"].tolist(), deals["younger_dealt"].tolist(), strict=True)
    thrown = np.array([exchange_seeing(*both) for both in hands]).T
    return write_scripts(len(deals), dict(enumerate(thrown)), {})


def exchange_seeing(elder: int, younger: int) -> tuple[int, int]:
    """The discards of two players who see both hands dealt, not the stock.

    Each tries the eight discards that the learned evaluation of the own hand likes most. Younger
    sees elder's discard and answers with what makes most on average over all ways in which the
    cards can be drawn, all being called and the cards played perfectly; elder throws what makes
    most against that answer.

    Parameters
    ----------
    elder, younger : int
        The hands dealt.

    Returns
    -------
    elder_discard, younger_discard : int

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> hands = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")
    >>> [format_hand(one) for one in exchange_seeing(*hands)]
    ['..98.J87', '7.97..']
    """
    thrown = list_sensible(Question(elder, ELDER), TRIED_BY_BOTH)
    taken = [count_cards(int(one)) for one in thrown]
    answers = {
        took: list_sensible(Question(younger, YOUNGER, took), TRIED_BY_BOTH) for took in set(taken)
    }
    listed = [answers[took] for took in taken]
    sizes = [len(one) for one in listed]
    means = mean_over_draws(elder, younger, np.repeat(thrown, sizes), np.concatenate(listed))
    worths = np.split(means, np.cumsum(sizes)[:-1])
    best = int(np.argmax([one.min() for one in worths]))
    return int(thrown[best]), int(listed[best][worths[best].argmin()])
