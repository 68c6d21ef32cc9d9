"""What counting the opponent's hand is worth: in general, and when a player is put to a card.

A player is put to a card when they have two left, the opponent leads to the eleventh trick, and
they must choose which to keep. How often does the card that they keep win the last trick? Four ways
to choose are compared: by the number of cards of each suit that are unseen; by the hands that agree
with what was called, all weighted equally; by the same hands, each weighted by how likely it was
kept; and each weighted also by what the opponent has played.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyses.maxims.card_trial import Moments
from analyses.maxims.facts import count_fallen, part
from piquet_sim.advice.card_ratings import UNHEEDING, find_chances
from piquet_sim.advice.cards import advise_play
from piquet_sim.advice.knowledge import read_view
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import card_suit, iterate_cards, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.strategies.registry import find_strategy

COUNTER = "expert"
CARDS_ALONE, HEEDLESS = "cards alone", "club’s cards"
"""Who counts less: by the cards seen and no call; and as `club` plays, who looks at what has fallen
and imagines no hands."""
PLAIN, BY_CALLS, WEIGHED, BY_PLAY, BEST = (
    "unseen cards counted", "hands that fit the calls", "the same, weighed",
    "and by what they played",
    "seeing the last card",
)  # fmt: skip
WAYS = (PLAIN, BY_CALLS, WEIGHED, BY_PLAY, BEST)
_BLOCK = 500


# ---- A player -----------------------------------------------------------------------------------
def measure_counting(seed: int, pairs: int, threads: int) -> dict[tuple[str, str], np.ndarray]:
    """What a player makes more than one who counts less, in the same deals, by deal.

    Both exchange and call as `expert` does, and so does the opponent, who plays as `expert`, too.

    Parameters
    ----------
    seed, pairs : int
        Of mirrored deals; of each pair one is played in either seat.
    threads : int
        Number of threads.

    Returns
    -------
    dict
        By seat, and who counts less: int64[deal].
    """
    full = find_strategy(COUNTER)
    others = {
        CARDS_ALONE: UNHEEDING,
        HEEDLESS: replace(full, name=HEEDLESS, play=find_strategy("club").play),
    }
    plain = Simulation(full, full, RUBICON, seed, mirrored=True)
    changed = {name: replace(plain, elder=one) for name, one in others.items()}
    for one in (plain, *changed.values()):
        one.record_units(0, 1)  # compiled before threads start

    def play(first: int, units: int) -> dict[str, np.ndarray]:
        usual = margin_of_first(plain.record_units(first, units))
        return {
            name: usual - margin_of_first(one.record_units(first, units))
            for name, one in changed.items()
        }

    played = list(play_ranges(play, pairs, _BLOCK, threads))
    return {
        (seat, name): np.concatenate([one[name][place::2] for one in played])
        for name in others
        for place, seat in enumerate(SEATS)
    }


# ---- Put to a card ------------------------------------------------------------------------------
def count_hits(
    moments: Moments, seat: str, simulation: Simulation, threads: int
) -> dict[str, np.ndarray]:
    """Whether the card kept wins the last trick, by the way in which it is chosen.

    Parameters
    ----------
    moments : Moments
        Those at which a player is put to a card; the card of the longer suit unseen is the one
        against which the maxim is broken.
    seat : str
        The player's.
    simulation : Simulation
        Whose deals they are.
    threads : int
        Number of threads.

    Returns
    -------
    dict
        bool[deal]. Where a way does not tell, unseen cards are counted.
    """
    view = moments.view
    last = moments.records[f"{other(seat)}_hand"].astype(np.int64) & ~view.opponent_played
    # What is thrown by those who follow the maxim is of the shorter suit; the other card is kept.
    kept = np.column_stack([moments.against, moments.follow])
    wins = np.column_stack([_takes(one, last) for one in kept.T])
    chances = {
        PLAIN: np.tile([1.0, 0.0], (len(kept), 1)),
        BY_CALLS: _find_wins(kept, find_chances(moments.heard, weighs_hands=False)),
        WEIGHED: _find_wins(kept, find_chances(moments.heard)),
    }
    chances[BY_PLAY] = np.array(
        list(
            play_in_order(
                lambda row: _weigh_by_play(
                    moments.pick(slice(row, row + 1)), kept[row], chances[WEIGHED][row], simulation
                ),
                range(len(kept)),
                threads,
            )
        )
    ).reshape(-1, 2)
    hits = {way: _hit(one, wins) for way, one in chances.items()}
    return {**hits, BEST: wins.any(axis=1)}


def _takes(cards: np.ndarray, others: np.ndarray) -> np.ndarray:
    # Whether cards win against cards that are led.
    is_of_suit = ((part(cards) != 0) & (part(others) != 0)).any(axis=0)
    return is_of_suit & (others < cards)


def _find_wins(kept: np.ndarray, chances: np.ndarray) -> np.ndarray:
    # How likely each card kept wins, by how likely the opponent holds each card.
    found = np.zeros(kept.shape)
    for place in range(chances.shape[1] - 1):
        others = np.full(len(kept), 1 << place, np.int64)
        for column, cards in enumerate(kept.T):
            found[:, column] += np.where(_takes(cards, others), chances[:, place], 0.0)
    return found


def _weigh_by_play(
    moment: Moments, kept: Sequence[int], weighed: np.ndarray, simulation: Simulation
) -> np.ndarray:
    # By what the opponent has played, too; where no hand agrees with that, without it.
    deal = simulation.replay_deal(int(moment.numbers[0]))
    card = int(count_fallen(moment.view)[0]) + 1
    try:
        advice = advise_play(read_view(describe_deal(deal), card=card))
    except InputError:
        return weighed
    chances = np.zeros(2)
    for column, one in enumerate(map(int, kept)):
        beaten = suit_mask(card_suit(one)) & one - 1
        chances[column] = sum(
            weight
            for hand, weight in zip(advice.hands.tolist(), advice.weights, strict=True)
            if any(other & beaten for other in iterate_cards(hand))
        )
    return chances


def _hit(chances: np.ndarray, wins: np.ndarray) -> np.ndarray:
    is_first = chances[:, 0] > chances[:, 1] - 1e-9
    return np.where(is_first, wins[:, 0], wins[:, 1])
