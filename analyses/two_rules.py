"""Two rules for each seat to throw by, one for each answer to one question, and their player.

They need no counts: what is named is kept in order, then aces, the longest suit and the highest
cards fill the room that is left. The study of throwing says what they lose. Who throws by them and
plays as ``club`` does is the strategy ``two-rules``:

    piquet duel two-rules club -n 500
"""

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, SUITS
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.strategies import DiscardView, Strategy, find_strategy, outside_policy
from piquet_sim.strategies.primer import (
    FACTS,
    KEPT_BY,
    THINGS,
    Ask,
    Keep,
    follow_plan,
    number_plan,
    read_hands,
)

RULES = {
    "elder": Ask(
        "sequence in the longest suit",
        3,
        Keep(("longest suit", "best set"), 2),
        Keep(("tops", "best set")),
    ),
    "younger": Ask(
        "sequence in the longest suit",
        4,
        Keep(("longest suit", "all sets")),
        Keep(("all sets", "quart")),
    ),
}
"""One question and two rules for each seat, chosen on other hands than those of the study."""

_FILLING = "aces", "longest suit"
"""What fills the room that is left, before the highest cards."""
_BY_RANK = np.arange(SUITS * LANE_BITS) % LANE_BITS
"""What each card is worth where the highest fill it; of one rank the first suit's."""


def throw_by_rules(seat: str, hands: np.ndarray, mosts: np.ndarray) -> np.ndarray:
    """What the two rules of a seat throw: as many cards as may go.

    Parameters
    ----------
    seat : str
    hands : ndarray of int64
        The twelve cards dealt.
    mosts : ndarray of int64
        How many cards may go.

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> hand = np.array([parse_hand("AKJ.AQJ8.98.J87")])
    >>> format_hand(throw_by_rules("elder", hand, np.array([5]))[0])
    '.8.98.87'
    """
    (groups, numbers, facts), rules = read_hands(seat, hands), RULES[seat]
    is_so = facts[:, FACTS.index(rules.fact)] >= rules.least
    plans = np.array([number_plan(one, *_FILLING) for one in (rules.no, rules.yes)])
    return np.array(
        [
            follow_plan(hand, HAND_CARDS - most, 1, plan, THINGS.index("tops"), *held, _BY_RANK)
            for hand, most, plan, *held in zip(
                hands.tolist(),
                mosts.tolist(),
                plans[is_so.astype(int)],
                groups.reshape(len(hands), -1),
                numbers,
                strict=True,
            )
        ],
        np.int64,
    )


@outside_policy
def discard(view: DiscardView) -> int:
    """Throw by the two rules of the seat."""
    return int(throw_by_rules(SEATS[view.seat], np.array([view.hand]), np.array([view.most]))[0])


STRATEGY = Strategy(
    "two-rules",
    discard=discard,
    play=find_strategy("club").play,
    is_slow=True,
    packs=(32,),
    block=64,
    origin="this toolkit's study of throwing",
    summary="throws by the two rules of piquet study throwing; plays as club does",
)


# ---- In words -----------------------------------------------------------------------------------
_TERMS = {
    "tops": "Tops: the ace of a suit, with it the king, with both the queen, and so on.",
    "set": "Set: three or four of one rank, ten or higher; four are best, then the highest.",
    "tierce": "Tierce: three in sequence.",
    "quart": "Quart: four in sequence or more.",
    "suit": "Of suits as long, take the one with most pips. {} and aces that have no room are kept "
    "from the top.",
}
"""What the words of the rules mean."""


def say_rule(seat: str, plan: Keep) -> tuple[str, str]:
    r"""What a rule keeps, in two lines, and how far.

    Examples
    --------
    >>> say_rule("elder", RULES["elder"].no)
    ('Keep the tops,\nthen the best set', 'as far as seven cards have room')
    """
    articles = {"quart": "a ", "all sets": ""}
    first, second = (articles.get(one, "the ") + one for one in plan.things)
    room = f"as far as {number_word(KEPT_BY[seat])} cards have room"
    whole = f"whole, even if fewer {'than five ' * (seat == 'elder')}go"
    return f"Keep {first},\nthen {second}", whole if plan.always else room


def say_rest(seat: str) -> tuple[str, str]:
    """What fills the room that is left, and what the words of the rules mean."""
    rules = RULES[seat]
    used = f"{rules.say(seat)} {' '.join((*rules.yes.things, *rules.no.things))} suit"
    cut = "Suit, tops" if "tops" in used else "Suit"
    return (
        f"Fill up to {number_word(KEPT_BY[seat])} cards with aces, then the longest suit, then "
        "the highest cards. Throw the rest.",
        " ".join(said.format(cut) for word, said in _TERMS.items() if word in used),
    )
