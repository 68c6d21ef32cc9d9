"""Whole parties: six deals, seats changing, each player told the score if he heeds it.

A partie that is level after six deals goes on for two more, and is then drawn if it is still
level (Laws of Rubicon Piquet). Deal d of partie i is the deal of number 8 i + d, so that a partie
is a function of the description and its number.
"""

from numba import int64

from piquet_sim.kernel._jit import inline_kernel, kernel_of
from piquet_sim.kernel.borrow import borrow
from piquet_sim.kernel.deal import CARD_PLAY, FINISH, LAWS, CardPlay, Player, play_deal
from piquet_sim.kernel.philox import CARDS_STREAM, PLAYERS_STREAM, Words, random_words
from piquet_sim.kernel.play_table import PlayTable
from piquet_sim.kernel.record import AT
from piquet_sim.kernel.table import MatchState
from piquet_sim.kernel.views import CALL_POLICY, DISCARD_POLICY, PLAY_POLICY
from piquet_sim.partie import EXTRA_DEALS, PARTIE_DEALS

MOST_DEALS = PARTIE_DEALS + EXTRA_DEALS

_POLICIES = (DISCARD_POLICY, CALL_POLICY, PLAY_POLICY)


@inline_kernel
def _goes_on(deals, mine, theirs):
    # Whether another deal is played: six, and both of the extra ones if those end level.
    if deals == PARTIE_DEALS:
        return mine == theirs
    return deals < MOST_DEALS


@kernel_of(
    int64(
        LAWS,
        int64,
        int64,
        int64,
        *_POLICIES,
        *_POLICIES,
        int64,
        int64,
        CARD_PLAY,
        FINISH,
        int64[::1],
        int64[:, :, ::1],
    )
)
def play_parties(
    laws,
    seed,
    first,
    turns,
    first_discard,
    first_call,
    first_play,
    second_discard,
    second_call,
    second_play,
    first_traits,
    second_traits,
    card_play,
    finish,
    table,
    totals,
):
    """Play a range of parties.

    Parameters
    ----------
    laws : Laws
    seed, first : int64
        Parties are numbered from `first`.
    turns : int64
        2 to play each a second time with the players exchanged, else 1. In the first the player
        named first is elder in the first deal.
    first_discard, first_call, first_play, second_discard, second_call, second_play : policy
    first_traits, second_traits : int64
        As for `batch.play_deals`.
    card_play : CardPlay
    finish : function of type FINISH
    table : int64 array
        From `new_table`.
    totals : int64 array, shape (parties, turns, 3)
        Is filled: the totals of the player named first and of the other, and how many deals.

    Returns
    -------
    int64
        How many parties were finished; fewer than asked for if a policy gave an illegal answer,
        which then stands in the fault record of the table, with the number of the deal in its
        `index` column.
    """
    table = borrow(table)
    solution = PlayTable(borrow(card_play.solution.values), borrow(card_play.solution.starts))
    card_play = CardPlay(card_play.mode, solution, borrow(card_play.memory))
    one = Player(first_discard, first_call, first_play, first_traits)
    two = Player(second_discard, second_call, second_play, second_traits)
    for place in range(totals.shape[0]):
        for turn in range(turns):
            mine = theirs = deals = 0
            while _goes_on(deals, mine, theirs):
                leads = deals & 1 == turn  # whether the player named first is elder
                number = (first + place) * MOST_DEALS + deals
                hands, order = random_words(seed, number, CARDS_STREAM, 0)
                luck = random_words(seed, number, PLAYERS_STREAM + turn, 0)
                words = Words(hands, order, luck[0], luck[1])
                match = MatchState(mine if leads else theirs, theirs if leads else mine, deals + 1)
                players = (one, two) if leads else (two, one)
                table[AT.index] = number
                if not play_deal(
                    laws, players, card_play, finish, match, seed, number, words,
                    0 if leads else 1, table,
                ):  # fmt: skip
                    return place
                elder, younger = table[AT.elder_score], table[AT.younger_score]
                mine += elder if leads else younger
                theirs += younger if leads else elder
                deals += 1
            totals[place, turn, 0] = mine
            totals[place, turn, 1] = theirs
            totals[place, turn, 2] = deals
    return totals.shape[0]
