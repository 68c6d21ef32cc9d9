"""A player for millions of deals: a learned exchange, and play by all hands the opponent can hold.

For the exchange an evaluation that was fitted to play (`training`) names a short list of all legal
discards; these are reckoned in seventy-six draws of the unseen cards, which shows what no sum of
entries does: a repique within reach, one card that completes two things (`short_lists`). In the
play all hands are listed that the opponent can hold, given what was seen, called, answered and not
called, and weighed by how likely they are to have kept them; twelve stand for all
(`opponent.hand_lists`). Each card is worth what perfect play makes of it against each of them, and
the card of the best mean is played. That is not perfect play with hidden cards, since it takes for
granted that all will be seen after this card, but it is strong. Of cards that are equal to perfect
play it plays the one that an opponent who does not see may misread (`card_values.pick_card`).

It calls everything but a trio of elder's that younger may better, and takes a silent elder to hold
such a trio, perhaps (`opponent.knowledge`).

Playing to the score of a partie, it weighs both scores of a deal by what they are worth to the
settlement (`score_values`) when it discards, and calls nothing where its own points would only add
to a lost rubicon. It still plays its cards for points: a dozen hands are too few to judge
whether a hundred will be passed (trying this lost a point a partie).

Each family of laws has its own block of what was learned (`learned_blocks`). Where calls are
compared or a point is scored otherwise than under Rubicon, the laws of the deal tell what calls
mean. With the sixes the learned evaluation alone chooses the discard, and where sequences go
through suits some hundred hands are tried instead of all listed. Cards are played for tricks under
all laws.

References
----------
Ginsberg: GIB: Imperfect information in a computationally challenging game. Journal of Artificial
Intelligence Research 14, 2001 (playing by sampled hands that are solved exactly).
Tesauro, Galperin: On-line policy improvement using Monte-Carlo search. NIPS 9, 1996.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.holdings import POINT, SEQUENCE, SET
from piquet_sim.kernel.deal.learned_blocks import calls_as_usual, find_block, has_sixes, read_laws
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView
from piquet_sim.kernel.opponent.hand_lists import (
    FEW_HANDS,
    MANY_IMAGINED,
    MOST_HANDS,
    choose_weighed_hands,
)
from piquet_sim.kernel.opponent.knowledge import know_opponent, sinks_trio
from piquet_sim.kernel.players.card_values import (
    CARD_PLACES,
    add_pique,
    find_tried,
    pick_card,
    pique_needs,
)
from piquet_sim.kernel.players.score_values import discard_learned, is_lost, plays_to_score
from piquet_sim.kernel.players.short_lists import SHORT_LIST, list_for_view, list_otherwise
from piquet_sim.kernel.players.world_values import add_hands, add_world_with_sixes
from piquet_sim.kernel.shelf import scratch, shelf_play_table
from piquet_sim.strategies.learned import digest_learned, number_learned, packs_learned
from piquet_sim.strategies.policies import Policy, policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER
from piquet_sim.strategies.score_values import prepare_to_play

_LAWS = RUBICON.laws()
_TRIES = 48


@kernel
def list_worlds(view, block, most, tries, room, worlds, weights):
    """The hands that stand for all the opponent can hold, and how likely each is.

    Parameters
    ----------
    view : PlayView
    block : int64
        What was learned (`learned_blocks`).
    most : int64
        How many hands stand for all.
    tries : int64
        Hands that are tried to imagine so many where none can be listed.
    room : int64 array
        Belongs to this seat (`deal_state.find_room`), or is empty.
    worlds, weights : int64 array, length `MOST_HANDS`
        Are filled.

    Returns
    -------
    int64
        How many there are.
    """
    return (
        list_as_usual(view, block, most, tries, room, worlds, weights)
        if calls_as_usual(view)
        else _list_under(read_laws(view), view, block, most, room, worlds, weights)
    )


@inline_kernel
def list_as_usual(view, block, most, tries, room, worlds, weights):
    """`list_worlds` where calls are Rubicon's."""
    return choose_weighed_hands(
        _LAWS, view, know_opponent(_LAWS, view), block, most, most, tries, room, worlds, weights
    )


@kernel
def _list_under(laws, view, block, most, room, worlds, weights):
    # Under laws that the deal alone tells.
    return choose_weighed_hands(
        laws,
        view,
        know_opponent(laws, view),
        block,
        most,
        MANY_IMAGINED,
        MANY_IMAGINED,
        room,
        worlds,
        weights,
    )


def _make_kernels(plain: bool) -> tuple[Callable, Callable]:
    # The compiler drops what a plain deal never asks (`Policy.plain`).

    @kernel
    def choose_discard(view, block):
        # Players of the score, and of the pack of 36, go by what was learned alone.
        if not plain and (plays_to_score(view, block) or has_sixes(view)):
            return discard_learned(view, block)
        worths, chosen = scratch(SHORT_LIST), scratch(SHORT_LIST)
        if plain or calls_as_usual(view):
            list_for_view(_LAWS, view, block, worths, chosen)
        else:
            list_otherwise(view, block, worths, chosen)
        return chosen[0]

    @kernel
    def find_worths(view, block, tried, needed, room, worths):
        table = shelf_play_table()
        hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
        count = (
            list_as_usual(view, block, FEW_HANDS, _TRIES, room, hands, weights)
            if plain
            else list_worlds(view, block, FEW_HANDS, _TRIES, room, hands, weights)
        )
        if plain or not has_sixes(view):
            add_hands(view, table, count, hands, weights, tried, worths, 0)
        else:
            for place in range(count):
                add_world_with_sixes(view, table, hands[place], tried, weights[place], worths)
        if needed:
            laws = _LAWS if plain or calls_as_usual(view) else read_laws(view)
            for place in range(count):
                add_pique(laws, view, hands[place], tried, needed, weights[place], worths)

    return choose_discard, find_worths


@policy
def call_what_may_stand(view: CallView) -> int:
    """Everything but a trio of elder's that younger may better."""
    return 0 if sinks_trio(view) else view.best


def build_player(
    name: str,
    path: str,
    content: str,
    kernels: tuple[Callable, Callable],
    plain: tuple[Callable, Callable] | None = None,
) -> Strategy:
    """A player who learned from a file.

    Parameters
    ----------
    name : str
        Stands in the roster.
    path : str
        Leads to the file; empty for the shipped one.
    content : str
        Comes from it by `learned.take_learned`.
    kernels : tuple of two kernels
        The first chooses the discard, given a `DiscardView` and the block by which the deal is
        played. The second adds worths to those of cards, given a `PlayView`, the block, the cards
        tried, points to a live pique, the room of the seat, and the worths.
    plain : tuple of two kernels, optional
        The same for plain deals (`Policy.plain`).

    Raises
    ------
    InputError
        As `learned.number_learned`.
    """
    file = number_learned(content)
    by_file = partial(
        policy,
        prepare=partial(prepare_to_play, content),
        digest_data=partial(digest_learned, content),
    )

    def make(choose_discard: Callable, find_worths: Callable) -> tuple[Policy, Policy]:
        @by_file
        def discard(view: DiscardView) -> int:
            """The discard of the greatest worth."""
            return choose_discard(view, find_block(view, file))

        @by_file
        def play(view: PlayView, room) -> int:
            """The card of the best mean over hands that stand for all the opponent can hold."""
            tried, worths = find_tried(view), scratch(CARD_PLACES)
            worths[:] = 0
            if tried & (tried - 1):
                find_worths(view, find_block(view, file), tried, pique_needs(view), room, worths)
            return pick_card(view, tried, worths)

        return discard, play

    discard, play = make(*kernels)
    if plain:
        plain_discard, plain_play = make(*plain)
        discard, play = replace(discard, plain=plain_discard), replace(play, plain=plain_play)

    @by_file
    def call_to_score(view: CallView) -> int:
        """As for points, but nothing where own points only add to what a rubicon loses."""
        block, is_class = find_block(view, file), view.kind in (POINT, SEQUENCE, SET)
        loses = is_class and plays_to_score(view, block) and is_lost(view, block)
        return 0 if loses or sinks_trio(view) else view.best

    return Strategy(
        **ROSTER[name].describe()
        | {"name": f"{name}@{path}" if path else name, "packs": packs_learned(content)},
        discard=discard,
        call=call_what_may_stand,
        play=play,
        call_to_score=call_to_score,
        shows_blanche=True,
    )


@cache
def play_by(path: str = "", content: str = "") -> Strategy:
    """The player who learned what was taken from a file: the shipped one if no other is named.

    Raises
    ------
    InputError
        As `learned.number_learned`.
    """
    return build_player("expert", path, content, _make_kernels(False), _make_kernels(True))


STRATEGY = play_by()
