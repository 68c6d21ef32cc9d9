"""Trying maxims on the play: the best card that follows one against the best that breaks it.

Of all legal cards that follow a maxim the best is chosen by what the player sees: by the mean over
all hands that the opponent can hold (`advice.play.card_ratings`); so is the best of those that
break it. The player's own stands for the side on which it is. Then the deal is played on with each,
as the cards really lay, everybody seeing what is theirs to see; nothing was chosen by these cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from analyses.maxims.cards.finding import Moments
from analyses.maxims.cards.sight import choice_of, count_fallen, list_plays
from analyses.maxims.trial import AGAINST, FOLLOW, OWN, Found, Trial
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import SCRIPT, Stage, lay_out, new_scripts
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.game.cards import RANKS, TRICKS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kept_cases import keep_whole
from piquet_sim.ordered_threads import play_in_order

_STAGED = 500
_LITTLE = 1e-7


@dataclass(frozen=True)
class CardTrial(Trial):
    """A maxim on the play tried in deals."""

    rated: np.ndarray = field(kw_only=True)
    """float64, as `made`: what each card makes over all hands that the opponent can hold."""
    tricks: np.ndarray | None = field(kw_only=True)
    """int64, as `made`: tricks that the player has won in the end; None where none was played."""

    @property
    def expected(self) -> np.ndarray:
        """What following makes more than breaking over all hands that the opponent can hold."""
        return self.rated[:, FOLLOW] - self.rated[:, AGAINST]


def choose_cards(moments: Moments) -> tuple[np.ndarray, np.ndarray]:
    """The cards that are tried, and what they make over all hands that the opponent can hold.

    The player's own card stands for the side on which it is, whatever it is rated.
    """
    rated = rate_cards(moments.heard)
    places = np.arange(rated.shape[1])
    # Of equal cards the highest is led, the lowest played to a lead.
    higher = np.where(moments.view.led == 0, _LITTLE, -_LITTLE)[:, None] * (places % (RANKS + 7))
    own = choice_of(moments.heard)
    chosen = [own]
    for side in (moments.follow, moments.against):
        is_side = (side[:, None] >> places & 1).astype(bool)
        best = np.where(is_side, rated + higher, -np.inf).argmax(axis=1)
        chosen.append(np.where(own & side, own, np.int64(1) << best))
    cards = np.column_stack(chosen)
    at = np.bitwise_count(cards - 1).astype(np.int64)
    return cards, np.take_along_axis(rated, at, axis=1)


def try_rule(
    found: Found, simulation: Simulation, players: Simulation, crew: int
) -> CardTrial | None:
    """Judge a maxim on the moments found for it; None where fewer than two were.

    The deals are those of one simulation, and the players of another play on. Where these play the
    cards double-dummy, cards make what they make over all hands that the opponent can hold.
    """
    moments = found.cases
    if len(moments) < 2:  # one has no error
        return None
    cards, rated = choose_cards(moments)
    made, tricks = rated, None
    if players.play != DOUBLE_DUMMY:
        made, tricks = play_on(moments, cards, simulation, players, crew)
        keep_whole(f"{found.maxim.id} as {found.seat}", deal=moments.numbers, cards=cards,
                   rated=rated, made=made, tricks=tricks)  # fmt: skip
    is_followed = cards[:, OWN] & moments.follow != 0
    return CardTrial(found.maxim, found.seat, found.share, made, is_followed, moments, cards,
                     rated=rated, tricks=tricks)  # fmt: skip


def play_on(
    moments: Moments, cards: np.ndarray, dealt_by: Simulation, players: Simulation, crew: int
) -> tuple[np.ndarray, np.ndarray]:
    """What cards make in the deals as they lay.

    Parameters
    ----------
    moments : Moments
    cards : ndarray of int64, shape (deals, cards)
        What is tried at each moment.
    dealt_by : Simulation
        Whose deals they are.
    players : Simulation
        Who plays on, each seeing what is theirs to see; their luck is the same with every card.
    crew : int
        Number of threads.

    Returns
    -------
    made, tricks : ndarray of int64, shape (deals, cards)
        Points of the whole deal less the opponent's, and tricks won in it.
    """
    stage = Stage(replace(players, mirrored=False), has_scripts=True)
    scripts = _write_scripts(moments)
    dealt = lay_out(dealt_by, moments.numbers)
    seats, at = moments.view.seat, SCRIPT.plays + count_fallen(moments.view)
    parts = range(0, len(cards), _STAGED)

    def play(first: int) -> tuple[np.ndarray, np.ndarray]:
        rows = slice(first, min(first + _STAGED, len(cards)))
        made, won = [], []
        for tried in cards[rows].T:
            told = scripts[rows].copy()
            told[np.arange(len(told)), at[rows]] = tried
            records = stage.play(first, len(told), told, dealt[rows])
            less = records["elder_score"].astype(np.int64) - records["younger_score"]
            tricks = records["elder_tricks"].astype(np.int64)
            made.append(np.where(seats[rows] == 0, less, -less))
            won.append(np.where(seats[rows] == 0, tricks, TRICKS - tricks))
        return np.column_stack(made), np.column_stack(won)

    played = list(play_in_order(play, parts, crew))
    return tuple(np.concatenate([part[place] for part in played]) for place in range(2))


def _write_scripts(moments: Moments) -> np.ndarray:
    # All that was decided before: discards, calls and the cards that have fallen.
    scripts = new_scripts(len(moments))
    for place, seat in enumerate(SEATS):
        scripts[:, SCRIPT.discards + place] = moments.records[f"{seat}_discard"]
        for number, kind in enumerate(CLASSES):
            at = SCRIPT.calls + len(CLASSES) * place + number
            scripts[:, at] = moments.records[f"{seat}_{kind}_call"]
    scripts[:, SCRIPT.plays : SCRIPT.plays + 2 * TRICKS] = list_plays(moments.view)
    return scripts


def judge_by(
    tried: CardTrial, players: Sequence[str], simulation: Simulation, most: int, crew: int
) -> np.ndarray:
    """What following makes more than breaking, other players playing on in some of the deals.

    Parameters
    ----------
    tried : CardTrial
    players : sequence of str
        Elder's and younger's.
    simulation : Simulation
        Whose deals they are.
    most : int
        In how many deals, at most.
    crew : int
    """
    others = Simulation(*players, seed=simulation.seed)
    moments = tried.cases.pick(slice(most))
    made, _ = play_on(moments, tried.ways[:most, FOLLOW:], simulation, others, crew)
    keep_whole(f"{tried.maxim.id} as {tried.seat}, played on by {players[0]}", made=made)
    return made[:, 0] - made[:, 1]
