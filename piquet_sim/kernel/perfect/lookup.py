"""Perfect play with both hands seen: values of positions and leads, and a deal played out.

Values are those of `play_table`: s = 2 * tricks + (1 for the last trick), for the player on
lead, of the cards that are left. Nothing here is checked; hands are of equal size, from the
pack of 32, and have no card in common.
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.base.bits import highest_bit
from piquet_sim.kernel.base.play_table import (
    CHANGES_BITS,
    find_string,
    outcome_after_loss,
    outcome_after_win,
    prefer_reply,
    read_outcome,
    read_position,
)
from piquet_sim.kernel.base.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_RENOUNCE,
    AFTER_WIN,
    CLASS_SHIFT,
    KEYS,
    NO_CHILD,
    RANK_MASK,
    STRING_START,
    TURNED,
)
from piquet_sim.kernel.compile import inline_kernel, kernel

NEVER = 99 << CHANGES_BITS
"""An outcome that no second player prefers."""


@inline_kernel
def string_of_key(key):
    """Number of the string of a key."""
    return STRING_START[key >> CLASS_SHIFT] + (key & RANK_MASK)


@inline_kernel
def turn_key(key):
    """The key of a suit as the other player sees it."""
    return TURNED[string_of_key(key)]


@inline_kernel
def turn_keys(keys):
    """The keys of all suits as the other player sees them."""
    return turn_key(keys[0]), turn_key(keys[1]), turn_key(keys[2]), turn_key(keys[3])


@inline_kernel
def with_key(keys, suit, key):
    """The four keys with that of one suit changed."""
    return (
        key if suit == 0 else keys[0],
        key if suit == 1 else keys[1],
        key if suit == 2 else keys[2],
        key if suit == 3 else keys[3],
    )


@inline_kernel
def other_keys(suit, keys):
    """The keys of the other three suits."""
    return (
        keys[1] if suit == 0 else keys[0],
        keys[2] if suit <= 1 else keys[1],
        keys[3] if suit <= 2 else keys[2],
    )


@inline_kernel
def find_keys(own, other):
    """The keys of two hands for the owner of the first."""
    return (
        KEYS[find_string(own, other, 0)],
        KEYS[find_string(own, other, 1)],
        KEYS[find_string(own, other, 2)],
        KEYS[find_string(own, other, 3)],
    )


@inline_kernel
def position_value(table, level, own, other):
    """The value of a position for the player on lead.

    Parameters
    ----------
    table : PlayTable
    level : int64
        Cards each, 1 to 12.
    own, other : int64
        Hands of the player on lead and of the other.

    Returns
    -------
    int64
        0 to 2 * level + 1.
    """
    keys = find_keys(own, other)
    return read_position(table, level, keys[0], keys[1], keys[2], keys[3])


@inline_kernel
def after_renounce(table, level, suit, keys):
    """Outcome of leading a suit of which the other has no card, and the suit they then throw from.

    Of equally good ones it is the first.
    """
    left = AFTER_RENOUNCE[string_of_key(keys[suit])]
    chosen, thrown = NEVER, 0
    for place in range(SUITS):
        after = AFTER_DISCARD[string_of_key(keys[place])]
        if place == suit or after == NO_CHILD:
            continue
        child = with_key(with_key(keys, suit, left), place, after)
        outcome = outcome_after_loss(
            read_outcome(table, level - 1, child[0], child[1], child[2], child[3])
        )
        preferred = prefer_reply(outcome, chosen)
        if preferred != chosen:
            chosen, thrown = preferred, place
    return chosen, thrown


@inline_kernel
def after_follow(table, level, string, run, others, turned):
    """Outcomes for the leader after the other has won the lead of a run, and after they lost it.

    NEVER where the other cannot do that.
    """
    wins, loses = AFTER_WIN[string, run], AFTER_LOSS[string, run]
    won = lost = NEVER
    if wins:
        key = TURNED[string_of_key(wins)]
        won = outcome_after_win(
            level, read_outcome(table, level - 1, key, turned[0], turned[1], turned[2])
        )
    if loses:
        lost = outcome_after_loss(
            read_outcome(table, level - 1, loses, others[0], others[1], others[2])
        )
    return won, lost


@inline_kernel
def top_run(own, other):
    """The highest run of touching cards in a suit: cards of one lane with none of the other
    player's between them.
    """
    below = other & ((1 << highest_bit(own)) - 1)
    if below == 0:
        return own
    return own & -(2 << highest_bit(below))


@kernel
def find_lead_outcomes(table, level, own, other, outcomes):
    """The outcome of every card that may be led (see `play_table`).

    Parameters
    ----------
    table : PlayTable
    level : int64
        Cards each.
    own, other : int64
        Hands of the player on lead and of the other.
    outcomes : int64 array of 64
        Filled at the bits of the cards in `own`: the outcome for the player on lead if they lead
        that card, this trick included.

    Returns
    -------
    int64
        The greatest value s among them.
    """
    best = 0
    keys = find_keys(own, other)
    turned = turn_keys(keys)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
        if mine == 0:
            continue
        if theirs == 0:
            outcome, _ = after_renounce(table, level, suit, keys)
            best = max(best, outcome >> CHANGES_BITS)
            while mine:
                outcomes[shift + highest_bit(mine)] = outcome
                mine ^= 1 << highest_bit(mine)
            continue
        string = string_of_key(keys[suit])
        others, others_turned = other_keys(suit, keys), other_keys(suit, turned)
        run = 0
        while mine:
            won, lost = after_follow(table, level, string, run, others, others_turned)
            outcome = prefer_reply(won, lost)
            best = max(best, outcome >> CHANGES_BITS)
            cards = top_run(mine, theirs)
            mine ^= cards
            while cards:
                outcomes[shift + highest_bit(cards)] = outcome
                cards ^= 1 << highest_bit(cards)
            run += 1
    return best


@kernel
def value_leads(table, level, own, other, values):
    """The value of every card that may be led, as `find_lead_outcomes` finds the outcomes."""
    best = find_lead_outcomes(table, level, own, other, values)
    while own:
        card = highest_bit(own)
        own ^= 1 << card
        values[card] >>= CHANGES_BITS
    return best
