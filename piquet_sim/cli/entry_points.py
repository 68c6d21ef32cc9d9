"""What the usual commands ask of compiled code: all that ``piquet setup`` compiles beforehand.

What takes one signature is named alone. Other kernels are compiled for the types of their
arguments, so each stands with examples of these. Whatever takes longest comes first: several
processes compile side by side, and none shall begin a long one when the others are done. Two that
share most of their kernels stand far apart, or both would be compiling these at once.
"""

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterable
from typing import Any

import numba
import numpy as np

from piquet_sim.cli import NEW_OBJECTS
from piquet_sim.decisions.kinds.card_ratings import UNHEEDING
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import count_processors
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel import compile as compiling
from piquet_sim.kernel.batch.batch import play_other_deals, play_usual_deals
from piquet_sim.kernel.batch.matches import play_matches
from piquet_sim.kernel.batch.measures import measure_deals
from piquet_sim.kernel.counting.census import count_jointly
from piquet_sim.kernel.counting.conditional_dealing import Ways, deal_attempts
from piquet_sim.kernel.deal import calls, dealing, holdings, tricks
from piquet_sim.kernel.deal.deal import finish_nothing
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.views import PlayView
from piquet_sim.kernel.opponent import knowledge
from piquet_sim.kernel.opponent.hands import list_hands, weigh_listed_hands
from piquet_sim.kernel.opponent.inference import judge_earlier_card
from piquet_sim.kernel.perfect import search
from piquet_sim.kernel.perfect.live_pique import deal_difference
from piquet_sim.kernel.perfect.lookup import find_lead_outcomes
from piquet_sim.kernel.perfect.playout import play_perfectly
from piquet_sim.kernel.play_table import PlayTable
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.players.discard_values import value_discards
from piquet_sim.kernel.players.rollouts import roll_against
from piquet_sim.kernel.questions import imagined_exchanges, possible_hands, scores_after_cards
from piquet_sim.kernel.questions.draw_luck import count_dealt, find_lucks
from piquet_sim.kernel.questions.ratings import rate_discards, rate_views
from piquet_sim.kernel.random import random_below, random_words
from piquet_sim.strategies import find_strategy, primer

_LAWS = RUBICON.laws()
_LIST, _PAIRS, _BLOCKS = (np.zeros((1,) * axes, np.int64) for axes in (1, 2, 3))
_SMALL, _SCORES = (np.zeros((1,) * axes, np.int16) for axes in (1, 3))
_SHARES = np.zeros(1)
_TABLE = PlayTable(np.zeros(1, np.uint8), np.zeros((1, 1), np.int32))


def _fill(kind: type, **others: Any) -> Any:
    # A named tuple of integers, but for some fields.
    return kind(**dict.fromkeys(kind._fields, 0) | others)


_VIEW, _KNOWN = _fill(PlayView), _fill(knowledge.Knowledge)
_HOLDING, _PROGRESS = _fill(holdings.Holding), _fill(tricks.Progress)
_EARLIER = _fill(knowledge.EarlierCard)
_WAYS = Ways(0, 0, 0, _PAIRS, _LIST, _LIST, _LIST, _PAIRS, _LIST, _LIST)
_OBJECTIVE = _fill(search.Objective)


def _list_policies() -> Iterable[tuple]:
    players = [find_strategy(name) for name in ("master", "expert", "primer", "club", "novice")]
    for player in (*players, find_strategy("random")):
        policies = [player.play, player.discard, player.call, player.call_to_score]
        for policy in filter(None, policies):
            yield (policy.entry,)
            if policy.plain:
                yield (policy.plain.entry,)


def list_entry_points() -> list[tuple]:
    """Each a function that is compiled, and examples of its arguments where these decide how."""
    return [
        (play_usual_deals,),
        (roll_against,),
        (play_other_deals,),
        *_list_policies(),
        (play_matches,),
        (play_perfectly,),
        (find_lucks, _LAWS, _TABLE, _PAIRS, _PAIRS, _PAIRS, _PAIRS),
        (rate_views, _LIST, 0, np.zeros((1, 1))),
        (search.play_by_search,),
        (imagined_exchanges.finish_listed,),
        (imagined_exchanges.list_throws,),
        (imagined_exchanges.sum_margins, _LAWS, (0, 0), (0, 0), _LIST, _TABLE, _PAIRS),
        (
            imagined_exchanges.list_agreeing,
            _LAWS,
            _fill(imagined_exchanges.Known, opponent=_KNOWN),
            _PAIRS,
            _LIST,
        ),
        (imagined_exchanges.find_shown, _LAWS, 0, 0, 0),
        (UNHEEDING.play.entry,),
        (
            scores_after_cards.score_cards,
            _LAWS,
            _fill(scores_after_cards.Position),
            _PAIRS,
            _LIST,
            _LIST,
            _SCORES,
        ),
        (judge_earlier_card, _EARLIER, 0, _LIST, _LIST, _SHARES, _SHARES, _SHARES),
        (count_jointly, _PAIRS, _LIST, _LIST, (0, 0), (0, 0), 0, 0, _PAIRS),
        (rate_discards, _LAWS, _SMALL, 0, _LIST, _LIST, _PAIRS, _PAIRS),
        (value_discards, _SMALL, 0, 0, 0, 0, 0, _LIST, _LIST),
        (primer._read_all, 0, _LIST, _PAIRS, _PAIRS, _PAIRS),
        (primer.follow_plan, 0, 0, 0, _LIST, 0, _LIST, _LIST, _LIST),
        (deal_attempts, _WAYS, 0, _LIST, 0, _BLOCKS),
        (measure_deals, _PAIRS, 0, np.zeros((1, 1), np.int16)),
        (count_dealt, _LAWS, _PAIRS, np.zeros((1, 1), np.int16)),
        (find_lead_outcomes, _TABLE, 0, 0, 0, _LIST),
        (search.value_cards, _LIST, _PAIRS, _fill(search.Position), 0, _OBJECTIVE, _LIST),
        (possible_hands.keep_counted, _LAWS, 0, _PAIRS, _LIST),
        (possible_hands.count_class, _LAWS, 0, 0, 0),
        (calls.reckon_class, _LAWS, 0, 0, 0, _HOLDING, _HOLDING, _LIST),
        (calls.reckon_repiques, _LAWS, _LIST),
        (calls.hand_points, 0, _LIST),
        (calls.score_call, _LAWS, 0, 0, _HOLDING, 0),
        (dealing.deal_cards, 0, 0, 0),
        (dealing.draw_cards, 0, 0, 0, 0),
        (dealing.deal_numbers, 0, 0, _PAIRS),
        (finish_nothing,),
        (find_block, _VIEW, 0),
        (find_tried, _VIEW),
        (holdings.call_strength, _LAWS, 0, 0),
        (holdings.evaluate_hand, _LAWS, 0),
        (holdings.has_carte_blanche, 0),
        (holdings.holds_sequence, _LAWS, 0, 0),
        (holdings.holds_set, _LAWS, 0, 0),
        (holdings.point_cards, 0, 0),
        (holdings.reckon_sequences, _LAWS, 0, 0),
        (holdings.reckon_sets, _LAWS, 0, 0),
        (knowledge.bound_answered, 0, 0, 0, True),
        (knowledge.bound_heard, _LAWS, 0, 0, 0),
        (knowledge.bound_silence, _LAWS, 0, 0, 0),
        (knowledge.bound_silences, _LAWS, _VIEW),
        (knowledge.find_earlier, _VIEW, 0),
        (knowledge.fits_calls, _LAWS, _KNOWN, 0),
        (knowledge.know_by_calls, _LAWS, _VIEW, (0, 0, 0), (0, 0, 0)),
        (knowledge.know_own, _LAWS, _VIEW, _EARLIER),
        (list_hands, _LAWS, _KNOWN, _LIST),
        (weigh_listed_hands, 0, 0, _KNOWN, _LIST, _LIST),
        (deal_difference, (0, 0, 0), 0),
        (random_below, 0, 0, 0),
        (random_words, 0, 0, 0, 0),
        (tricks.beats, 0, 0),
        (tricks.close_deal, _LAWS, 0, _PROGRESS, _LIST),
        (tricks.count_cards, _LAWS, 0),
        (tricks.count_lead, _LAWS, _PROGRESS, 0, 0, 0),
        (tricks.count_reply, _LAWS, _PROGRESS, 0, 0, 0, True, 0, 0),
        (tricks.legal_cards, 0, 0),
        (tricks.suit_of, 0),
    ]


def _work(numbers: list[int], begun: Any, said: Any) -> None:
    # Compile whatever no other process has begun, to the end of the list.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # its parent ends it
    os.environ["PIQUET_QUIET"] = "1"
    gc.set_threshold(NEW_OBJECTS)
    points, parent = [(find_play_table,), *list_entry_points()], multiprocessing.parent_process()
    while not compiling.refusals and (parent is None or parent.is_alive()):
        with begun.get_lock():
            place, begun.value = begun.value, begun.value + 1
        if place >= len(numbers):
            break
        function, *examples = points[numbers[place]]
        if function is find_play_table:
            find_play_table()
        elif examples:
            function.compile(tuple(map(numba.typeof, examples)))
        else:
            function.compile()
    said.put(compiling.refusals[:1])


def compile_all(numbers: Iterable[int] | None = None) -> None:
    """Compile all entry points, and build the play table, in a process for each core.

    Parameters
    ----------
    numbers : iterable of int, optional
        Of the entry points that are wanted, by default all; 0 is the play table.

    Raises
    ------
    InputError
        If there is no room for what was compiled, or a process was ended.
    """
    wanted = list(range(len(list_entry_points()) + 1) if numbers is None else numbers)
    apart = multiprocessing.get_context("spawn")
    begun, said = apart.Value("i", 0), apart.SimpleQueue()
    workers = [
        apart.Process(target=_work, args=(wanted, begun, said), daemon=True)
        for _ in range(count_processors())
    ]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
            if worker.exitcode:
                raise InputError(f"setup: a process was ended ({worker.exitcode}); run it again")
            for refusal in said.get():
                raise InputError(f"setup: {refusal}")
    finally:
        for worker in workers:
            if worker.pid is not None:
                worker.kill()
