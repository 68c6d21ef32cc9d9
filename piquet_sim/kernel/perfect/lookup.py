"""Perfect play with both hands seen: values of positions and leads, and a deal played out.

Values are those of `play_table`: s = 2 * tricks + (1 for the last trick), for the player on
lead, of the cards that are left. Nothing here is checked; hands are of equal size, from the
pack of 32, and have no card in common.
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.tricks import beats
from piquet_sim.kernel.play_table import (
    LOST,
    NEVER,
    find_string,
    outcome_after_win,
    prefer_reply,
    read_outcome,
)
from piquet_sim.kernel.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_RENOUNCE,
    AFTER_WIN,
    CLASS_SHIFT,
    KEYS,
    NO_CHILD,
    RANK_MASK,
    RUNS,
    STRING_START,
    TURNED,
)

WIN = -1
"""A reply that wins the trick."""


@inline_kernel
def string_of_key(key):
    """Number of the string of a key."""
    return STRING_START[key >> CLASS_SHIFT] + (key & RANK_MASK)


@inline_kernel
def turn_key(key):
    """The key of a suit as the other player sees it."""
    return TURNED[string_of_key(key)]


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
def outcome_of_reply(table, own, other, led, reply):
    """Whether a reply wins, and the outcome for who leads next, from the cards that are left.

    Parameters
    ----------
    table : PlayTable
    own, other : int64
        Hands without both cards.
    led, reply : int64
    """
    wins = beats(reply, led)
    keys = find_keys(own, other) if wins else find_keys(other, own)
    return wins, read_outcome(table, count(own), *keys)


@inline_kernel
def after_win(keys, suit, wins):
    """The keys after a trick won by the second player, who sees them: leads next.

    `wins` is the key of the suit led after it, for the leader.
    """
    after = with_key(keys, suit, wins)
    return turn_key(after[0]), turn_key(after[1]), turn_key(after[2]), turn_key(after[3])


@inline_kernel
def losing_suits(keys, suit):
    """The suits of which a card may lose to a lead, as bounds of a range: the suit led, or all."""
    follows = AFTER_RENOUNCE[string_of_key(keys[suit])] == NO_CHILD
    return (suit, suit + 1) if follows else (0, SUITS)


@inline_kernel
def after_loss(keys, suit, run, lost):
    """Whether the lead of a run may be lost to with a card of one of `losing_suits`, and the keys.

    The second player plays the lowest card of that suit.
    """
    string = string_of_key(keys[suit])
    bare = AFTER_RENOUNCE[string]
    if bare == NO_CHILD:
        loses = AFTER_LOSS[string, run]
        return loses != NO_CHILD, with_key(keys, suit, loses)
    after = AFTER_DISCARD[string_of_key(keys[lost])]
    return after != NO_CHILD, with_key(with_key(keys, suit, bare), lost, after)


@inline_kernel
def count_leads(keys, suit):
    """How many runs of touching cards may be led from a suit."""
    string = string_of_key(keys[suit])
    return 1 if AFTER_RENOUNCE[string] else RUNS[string]


@inline_kernel
def choose_reply(table, level, keys, suit, run):
    """The outcome of leading a run, and the best reply: WIN, or the suit of the card that loses.

    Of equally good replies it is the winning one, else that of the first suit.
    """
    chosen, reply = NEVER, WIN
    wins = AFTER_WIN[string_of_key(keys[suit]), run]
    if wins:
        child = after_win(keys, suit, wins)
        chosen = outcome_after_win(level, read_outcome(table, level - 1, *child))
    first, end = losing_suits(keys, suit)
    for lost in range(first, end):
        loses, child = after_loss(keys, suit, run, lost)
        if loses:
            preferred = prefer_reply(read_outcome(table, level - 1, *child) + LOST, chosen)
            if preferred != chosen:
                chosen, reply = preferred, lost
    return chosen, reply


@inline_kernel
def top_run(own, other):
    """The highest run of touching cards in a suit: cards of one lane with none of the other
    player's between them.
    """
    below = other & ((1 << highest_bit(own)) - 1)
    return own & -(2 << highest_bit(below)) if below else own


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
    """
    keys = find_keys(own, other)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        mine, theirs = own >> shift & LANE_MASK, other >> shift & LANE_MASK
        run = 0
        while mine:
            outcome, _ = choose_reply(table, level, keys, suit, run)
            cards = top_run(mine, theirs)
            mine ^= cards
            while cards:
                outcomes[shift + highest_bit(cards)] = outcome
                cards ^= 1 << highest_bit(cards)
            run += 1
