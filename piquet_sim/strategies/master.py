"""The strongest player here: it infers from the play, and tries discards in fresh deals.

In the play all hands are listed that the opponent can hold given everything seen, called, answered,
not called and played, and weighed by how likely they are to have kept them (`opponent.hand_lists`).
Thirty of them stand for all; they are weighed again by how plausible the cards are that the
opponent has played so far, as far as that may decide (`opponent.inference`), unless one card is
best in all of them, and answered exactly by the table of perfect play. The card of the best
weighted mean is played. It calls as `expert` does.

For the exchange a short list is named and reckoned as `expert` does it (`short_lists`); fresh deals
of the unseen cards decide among what is left in doubt: stage by stage those that lie more than one
and a half standard errors behind the best are dropped. What a short list was reckoned at counts as
many deals as its error corresponds to.

Other laws than Rubicon's are played as by `expert`; with the sixes it does not judge the opponent's
cards, and a live pique is judged by a count of winners.

References
----------
Ginsberg: GIB: Imperfect information in a computationally challenging game. Journal of Artificial
Intelligence Research 14, 2001.
Maron, Moore: Hoeffding races: accelerating model selection search for classification and function
approximation. NIPS 6, 1993 (dropping in stages what is behind beyond doubt).
"""

from functools import cache

import numpy as np

from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.bits import highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.learned_blocks import calls_as_usual, has_sixes, read_laws
from piquet_sim.kernel.opponent.hand_lists import MOST_HANDS
from piquet_sim.kernel.opponent.inference import judge_as_needed
from piquet_sim.kernel.perfect.live_pique import MEMORY_SHAPE
from piquet_sim.kernel.players.card_values import (
    CARD_PLACES,
    add_pique,
    add_world_to_score,
    find_equals,
)
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    MOST_TAKEN,
    UNIT,
    insert_ranked,
    list_best_discards,
)
from piquet_sim.kernel.players.rollouts import PARTS_OF_BOTH, roll_discards
from piquet_sim.kernel.players.score_values import (
    FINENESS,
    blend_entries,
    plays_to_score,
    worth_of_scores,
)
from piquet_sim.kernel.players.short_lists import SHORT_LIST, WITHIN, list_for_view, list_otherwise
from piquet_sim.kernel.players.world_values import add_hands, add_hands_live, add_world_with_sixes
from piquet_sim.kernel.shelf import scratch, shelf_learned, shelf_play_table
from piquet_sim.strategies.expert import build_player, list_worlds
from piquet_sim.strategies.registry import Strategy

_LAWS = RUBICON.laws()

_WITHIN = 100  # hundredths of a point: what is reckoned further behind the best is never it
_STAGES = (24, 48)
"""Fresh deals of each stage."""
_ATTEMPTS = 8
# One deal errs by about twelve points from one discard to the next. What a short list was reckoned
# at errs by less than half a point, and counts as seven hundred deals; what was learned alone,
# where the score of a partie counts, by seven tenths, as three hundred.
_DEAL_ERROR = 12
_RECKONED_DEALS, _LEARNED_DEALS = 700, 300
_DOUBTED = 1.5  # standard errors: a discard further behind the best is tried no more

_WORLDS = 30
_TRIES = 120
_VALUES = _WORLDS * CARD_PLACES


@kernel
def _list_best(view, block, worths, chosen):
    # The short list, best first, and how many deals its worths count as.
    if plays_to_score(view, block):
        entries = scratch(ENTRIES)
        blend_entries(view, block, entries)
        kept, deals = _list_learned(view, entries, 0, worths, chosen), _LEARNED_DEALS
    elif has_sixes(view):
        learned, at = shelf_learned(block), view.seat * ENTRIES
        kept, deals = _list_learned(view, learned, at, worths, chosen), _LEARNED_DEALS
    else:
        is_usual, deals = calls_as_usual(view), _RECKONED_DEALS
        kept = (
            list_for_view(_LAWS, view, block, worths, chosen)
            if is_usual
            else list_otherwise(view, block, worths, chosen)
        )
    while worths[kept - 1] < worths[0] - _WITHIN:
        kept -= 1
    return kept, deals


@inline_kernel
def _list_learned(view, entries, at, worths, chosen):
    return list_best_discards(
        entries,
        at,
        view.hand,
        view.least,
        min(view.most, MOST_TAKEN),
        view.opponent_took,
        SHORT_LIST,
        WITHIN,
        worths,
        chosen,
    )


@kernel
def _drop_doubted(deals, kept, made, chosen):
    # Sorts the discards by what they made, best first, and drops those that are behind for good.
    for choice in range(kept):
        insert_ranked(made, chosen, choice, kept, made[choice], chosen[choice])
    behind = np.int64(UNIT * _DOUBTED * _DEAL_ERROR * np.sqrt(np.float64(deals)))
    while made[kept - 1] < made[0] - behind:
        kept -= 1
    return kept


@kernel
def _choose_discard(view, block):
    chosen, made = np.zeros(SHORT_LIST, np.int64), np.zeros(SHORT_LIST, np.int64)
    kept, counted = _list_best(view, block, made, chosen)
    is_usual, to_score = calls_as_usual(view), plays_to_score(view, block)
    laws = _LAWS if is_usual else read_laws(view)
    for choice in range(kept):
        made[choice] *= counted
    table = shelf_play_table()
    memory = np.zeros(MEMORY_SHAPE, np.int64)
    first = 0
    for deals in _STAGES:
        kept = _drop_doubted(counted, kept, made, chosen)
        if kept == 1:
            break
        scores = np.zeros((deals, kept, 2), np.int16)
        no_parts = np.zeros((0, kept, PARTS_OF_BOTH), np.int16)
        roll_discards(
            laws,
            view.seat,
            view.hand,
            view.opponent_took,
            view.opponent_carte_blanche,
            chosen[:kept],
            None,
            block,
            _ATTEMPTS,
            table,
            memory,
            view.luck,
            first,
            scores,
            no_parts,
            is_usual and not to_score,
        )
        first += deals
        counted += deals
        for choice in range(kept):
            for deal in range(deals):
                own, theirs = np.int64(scores[deal, choice, 0]), np.int64(scores[deal, choice, 1])
                made[choice] += (
                    UNIT * worth_of_scores(view, own, theirs, block) // FINENESS
                    if to_score
                    else UNIT * (own - theirs)
                )
    _drop_doubted(counted, kept, made, chosen)
    return chosen[0]


@kernel
def _is_settled(count, tried, values):
    # Whether one card is as good as any other in every world.
    equals = tried
    for place in range(count):
        equals &= find_equals(tried, values[CARD_PLACES * place : CARD_PLACES * (place + 1)])
    return equals != 0


@kernel
def _find_worths(view, block, tried, needed, room, worths):
    with_sixes = has_sixes(view)
    table, learned = shelf_play_table(), shelf_learned(block)
    laws = _LAWS if calls_as_usual(view) else read_laws(view)
    worlds, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
    count = list_worlds(view, block, _WORLDS, _TRIES, room, worlds, weights)
    values, once = scratch(_VALUES), scratch(_WORLDS)
    values[: CARD_PLACES * count], once[:count] = 0, 1
    if with_sixes or plays_to_score(view, block):
        for place in range(count):
            world, row = worlds[place], values[CARD_PLACES * place : CARD_PLACES * (place + 1)]
            if with_sixes:
                add_world_with_sixes(view, table, world, tried, 1, row)
                if needed:
                    add_pique(laws, view, world, tried, needed, 1, row)
            else:
                add_world_to_score(_LAWS, view, block, table, world, tried, needed, row)
    elif needed:
        add_hands_live(laws, view, table, count, worlds, once, tried, needed, values, CARD_PLACES)
    else:
        add_hands(view, table, count, worlds, once, tried, values, CARD_PLACES)
    if not with_sixes and not _is_settled(count, tried, values):
        judge_as_needed(laws, view, table, learned, count, worlds, weights, tried, values)
    for place in range(count):
        left = tried
        while left:
            card = highest_bit(left)
            left ^= 1 << card
            worths[card] += weights[place] * values[CARD_PLACES * place + card]


@cache
def play_by(path: str = "", content: str = "") -> Strategy:
    """The player who learned what was taken from a file: the shipped one if no other is named.

    Raises
    ------
    InputError
        As `learned.number_learned`.
    """
    return build_player("master", path, content, (_choose_discard, _find_worths))


STRATEGY = play_by()
