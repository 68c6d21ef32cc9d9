"""The strongest player here: it infers from the play, and tries discards in fresh deals.

In the play all hands are listed that the opponent can hold given everything seen, called, answered,
not called and played, and weighed by how likely they are to have kept them (`hand_lists`). Thirty
of them stand for all; they are weighed again by how plausible the cards are that the opponent has
played so far (`play_inference`), unless one card is best in all of them, and answered exactly by
the table of perfect play. The card of the best weighted mean is played.

For the exchange a short list is named and reckoned as `expert` does it (`short_lists`); fresh deals
of the unseen cards decide among what is left in doubt: stage by stage those that lie more than one
and a half standard errors behind the best are dropped. What a short list was reckoned at counts as
many deals as its error corresponds to.

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
from piquet_sim.kernel.base._jit import inline_kernel, kernel
from piquet_sim.kernel.base.bits import highest_bit
from piquet_sim.kernel.base.shared_tables import scratch, shelf_learned, shelf_play_table
from piquet_sim.kernel.deal.views import DiscardView, PlayView
from piquet_sim.kernel.perfect.live_pique import MEMORY_SHAPE, start_search
from piquet_sim.kernel.players.card_values import (
    CARD_PLACES,
    add_world,
    add_world_live,
    add_world_to_score,
    find_tried,
    pick_card,
    pique_needs,
)
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    UNIT,
    blend_entries,
    list_best_discards,
)
from piquet_sim.kernel.players.hand_lists import (
    MOST_HANDS,
    list_weighed_hands,
    pick_weighed_hands,
)
from piquet_sim.kernel.players.opponent_hands import (
    imagine_hands,
    know_opponent,
    weigh_hands,
)
from piquet_sim.kernel.players.play_inference import judge_worlds
from piquet_sim.kernel.players.rollouts import PARTS_OF_BOTH, roll_discards
from piquet_sim.kernel.players.score_values import FINENESS, plays_to_score, worth_of_scores
from piquet_sim.kernel.players.short_lists import (
    SHORT_LIST,
    WITHIN,
    list_for_view,
)
from piquet_sim.strategies.expert import CLUB_DISCARD, CLUB_PLAY, call_by, is_unlearned
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy, learn_from
from piquet_sim.strategies.score_values import open_learned

_LAWS = RUBICON.laws()

_WITHIN = 100  # hundredths of a point: what is reckoned further behind the best is never it
_STAGES = (24, 48, 96)
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
def _list_best(view, file, worths, chosen):
    # The short list, best first, and how many deals its worths count as.
    if not plays_to_score(view, file):
        kept, deals = list_for_view(_LAWS, view, file, worths, chosen), _RECKONED_DEALS
    else:
        entries = scratch(ENTRIES)
        blend_entries(view, file, entries)
        kept, deals = _list_blended(view, entries, worths, chosen), _LEARNED_DEALS
    while worths[kept - 1] < worths[0] - _WITHIN:
        kept -= 1
    return kept, deals


@inline_kernel
def _list_blended(view, entries, worths, chosen):
    return list_best_discards(
        entries,
        0,
        view.hand,
        view.least,
        view.most,
        view.opponent_took,
        SHORT_LIST,
        WITHIN,
        worths,
        chosen,
    )


@kernel
def _drop_doubted(deals, kept, made, chosen):
    # Sorts the discards by what they made, best first, and drops those that are behind for good.
    for choice in range(1, kept):
        at = choice
        while at and made[at] > made[at - 1]:
            made[at], made[at - 1] = made[at - 1], made[at]
            chosen[at], chosen[at - 1] = chosen[at - 1], chosen[at]
            at -= 1
    behind = np.int64(UNIT * _DOUBTED * _DEAL_ERROR * np.sqrt(np.float64(deals)))
    while made[kept - 1] < made[0] - behind:
        kept -= 1
    return kept


@kernel
def _discard(view, file):
    chosen, made = np.zeros(SHORT_LIST, np.int64), np.zeros(SHORT_LIST, np.int64)
    kept, counted = _list_best(view, file, made, chosen)
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
            _LAWS, view.seat, view.hand, view.opponent_took, view.opponent_carte_blanche,
            chosen[:kept], None, file, _ATTEMPTS, table, memory, view.luck, first, scores,
            no_parts,
        )  # fmt: skip
        first += deals
        counted += deals
        for choice in range(kept):
            for deal in range(deals):
                own, theirs = np.int64(scores[deal, choice, 0]), np.int64(scores[deal, choice, 1])
                worth = UNIT * (own - theirs)
                if plays_to_score(view, file):
                    worth = UNIT * worth_of_scores(view, own, theirs, file) // FINENESS
                made[choice] += worth
    _drop_doubted(counted, kept, made, chosen)
    return chosen[0]


@kernel
def _is_settled(found, tried, values):
    # Whether one card is as good as any other in every world.
    left = tried
    while left:
        card = highest_bit(left)
        left ^= 1 << card
        worse = 0
        for place in range(found):
            rest = tried
            while rest:
                other = highest_bit(rest)
                rest ^= 1 << other
                worse |= values[CARD_PLACES * place + other] > values[CARD_PLACES * place + card]
            if worse:
                break
        if not worse:
            return True
    return False


@kernel
def _find_worths(view, file, tried, needed, worths):
    table, learned = shelf_play_table(), shelf_learned(file)
    knowledge = know_opponent(_LAWS, view)
    worlds, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
    found = list_weighed_hands(_LAWS, learned, 1 - view.seat, knowledge, worlds, weights)
    if found > _WORLDS:
        found = pick_weighed_hands(view.luck, _WORLDS, found, worlds, weights)
    elif found <= 0:
        found = imagine_hands(_LAWS, knowledge, view.luck, _WORLDS, _TRIES, worlds)
        weigh_hands(learned, 1 - view.seat, knowledge, found, worlds, weights)
    values = scratch(_VALUES)
    for place in range(found * CARD_PLACES):
        values[place] = 0
    is_to_score = plays_to_score(view, file)
    memory = np.zeros(MEMORY_SHAPE if needed and not is_to_score else (0, 0), np.int64)
    if needed and not is_to_score:
        start_search(memory)
    for place in range(found):
        row = values[CARD_PLACES * place : CARD_PLACES * (place + 1)]
        if is_to_score:
            add_world_to_score(_LAWS, view, file, table, worlds[place], tried, needed, 1, row)
        elif needed:
            add_world_live(view, table, worlds[place], tried, needed, 1, memory, row)
        else:
            add_world(view, table, worlds[place], tried, 1, row)
    if not _is_settled(found, tried, values):
        judge_worlds(_LAWS, view, table, learned, found, worlds, weights)
    for place in range(found):
        left = tried
        while left:
            card = highest_bit(left)
            left ^= 1 << card
            worths[card] += weights[place] * values[CARD_PLACES * place + card]


@cache
def play_by(path: str = "") -> Strategy:
    """The player who learned from a file: the shipped one if no other is named.

    Raises
    ------
    InputError
        As `learned.open_learned`.
    """
    learned = open_learned(path)
    file = learned.number

    @policy(prepare=learned.prepare, digest_data=learned.digest)
    def discard(view: DiscardView) -> int:
        """Of the discards of greatest learned worth, the one that makes most in fresh deals."""
        if is_unlearned(view):
            return CLUB_DISCARD(view)
        return _discard(view, file)

    @policy(prepare=learned.prepare, digest_data=learned.digest)
    def play(view: PlayView) -> int:
        """The card of the best weighted mean over hands that the opponent can hold."""
        if is_unlearned(view):
            return CLUB_PLAY(view)
        tried = find_tried(view)
        worths = scratch(CARD_PLACES)
        if tried & (tried - 1):
            for place in range(CARD_PLACES):
                worths[place] = 0
            _find_worths(view, file, tried, pique_needs(view), worths)
        return pick_card(view, tried, worths)

    return learn_from(path, "master", discard=discard, play=play, call_to_score=call_by(learned))


STRATEGY = play_by()
