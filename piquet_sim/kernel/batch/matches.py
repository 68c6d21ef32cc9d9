"""Whole matches: parties, races and games, seats changing from deal to deal.

Each player that plays to the score receives it. Deal d of match i is the deal of number
``i * stride + d``, so that a match is a function of the description and its number. Where a win is
immediate a deal is played to its end all the same, and then counted up to the point that wins.
"""

from collections import namedtuple

from numba import int64, types

from piquet_sim.game.laws import GAMES, PARTIE, MatchLaws
from piquet_sim.kernel.compile import borrow, inline_kernel, kernel_of
from piquet_sim.kernel.deal.calls import HAND_CLASSES, TO_ELDER, TO_YOUNGER
from piquet_sim.kernel.deal.deal import SITTING, play_deal, sit_down
from piquet_sim.kernel.deal.deal_state import PLAYS, PLAYS_AT, MatchState
from piquet_sim.kernel.deal.dealing import deal_cards
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.tricks import count_hands, count_lead, count_trick
from piquet_sim.kernel.deal.views import ELDER_SEAT, SEAT_COUNT
from piquet_sim.kernel.random import PLAYERS_STREAM, random_words
from piquet_sim.kernel.shelf import scratch

PARTIE_STRIDE, RACE_STRIDE = 8, 4096
"""Numbers between one match and the next. A race that has lasted so many deals is broken off:
nobody scores."""

SHOWN_DEALS = 8
"""Deals of a match whose scores are kept."""

OUTCOME = namedtuple(
    "OUTCOME", "mine theirs deals my_games their_games winner cut_short my_repiques their_repiques"
)(*range(9))
"""Columns of a match, the second player's next to the first's: totals (of games, those of the
last), deals played, games won, who won (0 nobody, 1 the first, 2 the other), whether the last deal
was won before its end, and repiques made (those counted before a win in mid-deal)."""

START = types.UniTuple(int64, 2)
MATCH_LAWS = types.NamedUniTuple(int64, len(MatchLaws._fields), MatchLaws)


@inline_kernel
def _peg_hand(laws, table, needs):
    # Scores in hand one after the other (Law 67) until somebody has what they need: both running
    # scores, and who that is. A repique counts with the score that makes it.
    scores, reached = scratch(2), scratch(2)
    scores[0] = scores[1] = reached[0] = reached[1] = 0
    for place in range(HAND_CLASSES):
        for seat in range(SEAT_COUNT):
            at = SEAT_COLUMNS * seat
            worth = table[AT.elder_carte_blanche + at + place]
            if worth and reached[seat] < laws.pique_needs <= reached[seat] + worth:
                scores[seat] += table[AT.elder_repique + at]
            reached[seat] += worth
            scores[seat] += worth
            if scores[seat] >= needs[seat]:
                return scores[0], scores[1], TO_ELDER + seat
    return scores[0], scores[1], 0


@inline_kernel
def _find_first(elder, younger, needs):
    # Who has what they need; 0 if nobody has.
    if elder >= needs[0]:
        return TO_ELDER
    return TO_YOUNGER if younger >= needs[1] else 0


@inline_kernel
def peg_deal(laws, table, needs):
    """A deal counted as it is pegged, up to the point that wins a race.

    Parameters
    ----------
    laws : Laws
    table : int64 array
        A deal that has been played, with the cards as they fell.
    needs : tuple of two int64
        What elder and younger need to win.

    Returns
    -------
    elder, younger, winner : int64
        The scores when it was won or, with winner 0, at its end; else ELDER or YOUNGER.
    """
    elder, younger, winner = _peg_hand(laws, table, needs)
    if winner:
        return elder, younger, winner
    progress = count_hands(table)
    elder_repique = elder - progress.elder_points  # counted apart from points
    younger_repique = younger - progress.younger_points
    leader = ELDER_SEAT
    elder_tricks = 0
    for place in range(PLAYS):
        trick = place >> 1
        led, reply = table[PLAYS_AT + 2 * trick], table[PLAYS_AT + 2 * trick + 1]
        if place & 1 == 0:
            progress = count_lead(laws, progress, leader, led, trick)
        else:
            progress, leader, elder_tricks = count_trick(
                laws, progress, leader, led, reply, trick, elder_tricks
            )
        pique = progress.pique
        elder = progress.elder_points + elder_repique + table[AT.elder_pique] * (pique == TO_ELDER)
        younger = progress.younger_points + younger_repique
        younger += table[AT.younger_pique] * (pique == TO_YOUNGER)
        winner = _find_first(elder, younger, needs)
        if winner:
            return elder, younger, winner
    elder += table[AT.elder_cards]
    younger += table[AT.younger_cards]
    return elder, younger, _find_first(elder, younger, needs)


@inline_kernel
def _winner_of(match, mine, theirs):
    # 0 while a race is not won.
    if mine == theirs or (match.match != PARTIE and max(mine, theirs) < match.target):
        return 0
    return 1 if mine > theirs else 2


@kernel_of(
    int64(
        SITTING,
        MATCH_LAWS,
        int64,
        int64,
        int64,
        START,
        int64[::1],
        int64[:, :, ::1],
        int64[:, :, :, ::1],
    )
)
def play_matches(sitting, match, seed, first, turns, start, table, outcomes, scores):
    """Play a range of matches.

    Parameters
    ----------
    sitting : Sitting
    match : MatchLaws
    seed, first : int64
        Matches are numbered from `first`.
    turns : int64
        2 to play each a second time with the players exchanged, else 1. In the first the player
        named first is elder in the first deal.
    start : tuple of two int64
        Starting totals, first of the player who is elder in the first deal; of games, in the
        first game.
    table : int64 array
        From `new_table`.
    outcomes : int64 array, shape (matches, turns, columns)
        Is filled, see `OUTCOME`.
    scores : int64 array, shape (matches or 0, turns, SHOWN_DEALS, 2)
        Is filled, if it has rows, with the scores of the first deals, the first player's first;
        -1 where no deal was played.

    Returns
    -------
    int64
        How many matches were finished; fewer than asked for if a policy gave an illegal answer,
        which then stands in the fault record of the table, with the number of the deal in its
        `index` column.
    """
    laws, one, two, card_play, finish = sit_down(sitting)
    table = borrow(table)
    stride = PARTIE_STRIDE if match.match == PARTIE else RACE_STRIDE
    for place in range(outcomes.shape[0]):
        for turn in range(turns):
            ended = outcomes[place, turn]
            ended[:] = 0
            ended[OUTCOME.mine], ended[OUTCOME.theirs] = start[turn], start[1 - turn]
            deals = winner = 0
            while deals < stride:
                lead = deals + turn & 1  # 0 if the player named first is elder, 1 if the other is
                number = (first + place) * stride + deals
                cards = deal_cards(laws.pack, seed, number)
                luck = random_words(seed, number, PLAYERS_STREAM + turn, 0)
                elders, youngers = ended[OUTCOME.mine + lead], ended[OUTCOME.theirs - lead]
                state = MatchState(elders, youngers, deals + 1)
                table[AT.index] = number
                players = (two, one) if lead else (one, two)
                if not play_deal(laws, players, card_play, finish, state, cards, luck, lead, table):
                    return place
                elder, younger = table[AT.elder_score], table[AT.younger_score]
                pegged = 0
                needs = (match.target - elders, match.target - youngers)
                if match.win_is_immediate and (elder >= needs[0] or younger >= needs[1]):
                    whole = elder + younger
                    elder, younger, pegged = peg_deal(laws, table, needs)
                    ended[OUTCOME.cut_short] = elder + younger < whole
                is_of_four = match.match == PARTIE and match.partie_deals == 4
                # Of four deals the first and last count double (000).
                weight = 2 if is_of_four and (deals == 0 or deals == 3) else 1
                made = (elder, younger)
                for seat in range(SEAT_COUNT):
                    player = lead ^ seat
                    ended[OUTCOME.mine + player] += weight * made[seat]
                    # A repique that was not reached is none.
                    repique = table[AT.elder_repique + SEAT_COLUMNS * seat]
                    ended[OUTCOME.my_repiques + player] += 0 < repique <= made[seat]
                    if scores.shape[0] and deals < SHOWN_DEALS:
                        scores[place, turn, deals, player] = made[seat]
                deals += 1
                mine, theirs = ended[OUTCOME.mine], ended[OUTCOME.theirs]
                if match.match == PARTIE:
                    # Level after its deals, it goes on for both of the extra ones.
                    is_won = deals == match.partie_deals and mine != theirs
                    if is_won or deals >= match.partie_deals + match.tie_deals:
                        winner = _winner_of(match, mine, theirs)
                        break
                    continue
                # Who has pegged the target has won, whatever the other would count yet.
                has_pegged = 1 + (lead ^ (pegged - TO_ELDER))
                won = has_pegged if pegged else _winner_of(match, mine, theirs)
                if won == 0:
                    continue
                ended[OUTCOME.my_games + won - 1] += 1 + (min(mine, theirs) < match.double_below)
                games = max(ended[OUTCOME.my_games], ended[OUTCOME.their_games])
                if match.match != GAMES or games >= match.games_to_win:
                    winner = won
                    break
                ended[OUTCOME.mine] = ended[OUTCOME.theirs] = ended[OUTCOME.cut_short] = 0
            if scores.shape[0]:
                scores[place, turn, deals:] = -1
            ended[OUTCOME.deals], ended[OUTCOME.winner] = deals, winner
    return outcomes.shape[0]
