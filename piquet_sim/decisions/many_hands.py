"""What to throw from many hands: all that meet a condition, or those of a table.

Each hand is asked for by itself (`kinds.discard.advise`). How often a card goes is a share of the
cards held, by rank and by the suit they stand in; hands are the units of its error.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.conditions.expression import read_given
from piquet_sim.conditions.names import CENSUS
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.meaning import describe_best, describe_hands
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import bound_share
from piquet_sim.estimates.shown import Shown
from piquet_sim.estimates.table import list_rows
from piquet_sim.game.cards import (
    LANE_BITS,
    LANE_MASK,
    RANK_LETTERS,
    SUITS,
    count_cards,
    format_hand,
    rank_mask,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import ELDER
from piquet_sim.game.wording import join_words

if TYPE_CHECKING:
    import pandas as pd

DEALS_A_HAND = 1_024
"""In which each hand is judged, half of them to choose, unless another number is asked for."""


def draw_hands(
    given: str,
    hands: int,
    seat: str = ELDER,
    opponent: str = "expert",
    seed: int = 1,
    rules: RuleSet = RUBICON,
) -> list[Question]:
    """Hands dealt to a seat that meet a condition, as questions.

    Parameters
    ----------
    given : str
        An expression on `hand`: "hand.carte_blanche", "hand.aces == 4".
    hands : int
        How many.
    seat : str
    opponent : str
        Exchanges for the opponent: as elder before a younger hand is asked about.
    seed : int
        The same hands follow from the same seed.
    rules : RuleSet

    Raises
    ------
    InputError
        If it is no condition on the hand alone, or no hand meets it.

    Examples
    --------
    >>> [format_hand(one.hand) for one in draw_hands("hand.aces == 4", 2)]
    ['A8.AKJ.AJ87.AQ9', 'AQ97.AJ.AKQ.A87']
    """
    _, text = read_given(given, rules, CENSUS)
    dealt = Simulation(
        opponent, opponent, rules, seed, given=re.sub(r"\bhand\.", f"{seat}.", text)
    ).record_units(0, hands)
    return [
        Question(
            int(deal[f"{seat}_dealt"]),
            seat,
            None if seat == ELDER else int(deal["elder_exchanged"]),
            opponent,
            seed=seed + place,
            rules=rules,
        )
        for place, deal in enumerate(dealt)
    ]


def read_frame(frame: "pd.DataFrame", seat: str = ELDER, **asked: Any) -> list[Question]:
    """The hands of a table as questions: its column `hand`, or `elder_dealt` or `younger_dealt`.

    Parameters
    ----------
    frame : DataFrame
        Hands as masks or text; for younger with `elder_exchanged`, if that is not five cards.
    seat : str
    asked
        What else each `Question` is asked with.

    Raises
    ------
    InputError
        If there is no such column, or no hand in it.
    """
    name = next((one for one in ("hand", f"{seat}_dealt") if one in frame), None)
    if name is None:
        listed = join_words(list(map(str, frame.columns))) or "none"
        raise InputError(f"hand: expected a column hand or {seat}_dealt, got {listed}")
    is_told = seat != ELDER and "elder_exchanged" in frame
    tooks = list(map(int, frame["elder_exchanged"])) if is_told else [None] * len(frame)
    pairs = zip(frame[name].tolist(), tooks, strict=True)
    return [Question(hand, seat, took, **asked) for hand, took in pairs]


def advise_hands(
    questions: Sequence[Question],
    deals: int = DEALS_A_HAND,
    threads: int | None = None,
    about: str = "",
) -> "HandsAdvised":
    """What goes from each of many hands.

    Parameters
    ----------
    questions : sequence of Question
        Of one seat, at least two.
    deals : int
        For each hand and discard: half choose, and half judge.
    threads : int, optional
    about : str
        What hands these are.
    """
    if len(questions) < 2:
        raise InputError(f"hands: expected at least 2, got {len(questions)}")
    advised = (advise(one, deals=deals, threads=threads, shown=2) for one in questions)
    best = ((one, one.candidates[0]) for one in advised)  # tables of many hands are large
    hands = tuple((one.question, two.discard, two.worth, one.say_verdict(0)) for one, two in best)
    return HandsAdvised(about, hands)


@dataclass(frozen=True, repr=False)
class HandsAdvised(Shown):
    """What goes from many hands, how often, and what it is worth."""

    about: str
    hands: tuple[tuple[Question, int, Estimate, str], ...]
    """Each with the best discard, what that makes, and the verdict on it."""

    def list_shares(self) -> Iterator[tuple[int, int | None, Estimate]]:
        """How often cards of a rank go, of all and of those in a suit of so many cards.

        Yields
        ------
        int
            The rank.
        int or None
            How many cards the suit has; None for all.
        Estimate
        """
        for length in (None, *range(1, len(RANK_LETTERS) + 1)):
            for rank in reversed(range(len(RANK_LETTERS))):
                held, gone = np.array(
                    [_count(one.hand, thrown, rank, length) for one, thrown, *_ in self.hands]
                ).T
                if held.sum() and (length is None or (held > 0).sum() > 1):
                    share = float(gone.sum() / held.sum())
                    off = (gone - share * held) / held.mean()  # hands are the units
                    se = float(off.std(ddof=1)) / sqrt(len(off))
                    ends = bound_share(share, se, int((held > 0).sum()))
                    known = ends.low, ends.high, int(held.sum()), ends.method
                    yield rank, length, Estimate(share, se, *known)

    numbers = describe_hands

    list_best = describe_best

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`: `question`, `hands` and `numbers`."""
        question = self.hands[0][0].describe().items()
        shared = {name: one for name, one in question if name not in ("hand", "took")}
        return {
            "question": {**shared, "given": self.about, "hands": len(self.hands)},
            "hands": [
                {
                    "hand": format_hand(asked.hand),
                    "discard": format_hand(thrown),
                    "value": worth.value,
                    "se": worth.se,
                    "verdict": verdict,
                }
                for asked, thrown, worth, verdict in self.hands
            ],
            "numbers": list_rows(self.numbers().quantities),
        }


def _count(hand: int, thrown: int, rank: int, length: int | None) -> tuple[int, int]:
    # Cards of a rank in suits of a length: held, and thrown.
    suits = sum(
        suit_mask(suit)
        for suit in range(SUITS)
        if length in (None, (hand >> LANE_BITS * suit & LANE_MASK).bit_count())
    )
    return count_cards(hand & rank_mask(rank) & suits), count_cards(
        thrown & rank_mask(rank) & suits
    )
