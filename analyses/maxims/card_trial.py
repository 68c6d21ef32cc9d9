"""Trials of maxims on the play: look for moments, choose cards, and play the deals on.

Deals are played, and everything that the players see at each card is recorded. Of the moments of a
deal at which a maxim applies to a seat one is drawn by lot, so that a deal is one case. The best
card of a side is that of the best mean over all hands that the opponent can hold
(`decisions.kinds.card_ratings`). So is the better choice, whichever card the player chose; cards of
the same mean share it, of whatever suit.

What counting the opponent's hand is worth is measured otherwise: one player heeds what was called,
and another like it does not.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyses.maxims.facts import (
    NAMINGS,
    SUIT_MASKS,
    choice_of,
    count,
    count_fallen,
    list_plays,
    rename_heard,
    rename_suits,
    view_of,
)
from analyses.maxims.maxim import Maxim, Sides, list_judged
from analyses.maxims.trial import AGAINST, CHANGES, FOLLOW, Block, Found, Options, Trial, collect
from analyses.maxims.verdict import BY_KIND, BY_NAMES, BY_OPTIONS
from piquet_sim.deals.branches import HEARD, SCRIPT, lay_out, listen, number_deals, write_scripts
from piquet_sim.deals.branches import OWN as OWN_CHOICE
from piquet_sim.deals.deal import margin, margin_of_first
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.decisions.kinds.card_ratings import UNHEEDING, rate_cards
from piquet_sim.decisions.scripts import ScriptTable, choose_at
from piquet_sim.decisions.stake import Stake
from piquet_sim.game.cards import LANE_BITS, RANKS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.strategies.registry import find_strategy

_LISTENED = 1_000
COUNTER = "expert"
CARDS_ALONE, HEEDLESS = "cards alone", "club’s cards"
"""Who counts less: by the cards seen and no call; and as `club` plays, who looks at what has fallen
and imagines no hands."""
_COUNTED = 500
_LITTLE = 1e-7
_LEGAL, _SEAT = HEARD.index("legal"), HEARD.index("seat")


MOMENTS = np.dtype(
    [
        ("number", np.int64),
        ("heard", np.int64, (len(HEARD),)),
        ("record", RECORD_DTYPE),
        ("follow", np.int64),
        ("against", np.int64),
        ("times", np.int64),
    ]
)
"""A moment of each of many deals, with the deal's number: what was heard (`deals.branches.HEARD`),
the record, the legal cards that follow the maxim and that break it, and how many such moments the
deal has."""


def find_moments(
    maxims: Sequence[Maxim], simulation: Simulation, n: int, wanted: int, threads: int
) -> list[Found]:
    """For each maxim and seat the first deals of n to which it applies, each with a moment."""
    judged = list_judged(maxims)

    def look(first: int, units: int) -> Block:
        records, heard = listen(simulation, lay_out(simulation, range(first, first + units)))
        numbers = first + np.arange(units)
        found = (
            find_moments_of(maxim, seat, records, heard, numbers, simulation.seed)
            for maxim, seat in judged
        )
        return units, [(one, np.arange(len(one))) for one in found]

    look(0, 1)  # compiled before threads start
    return collect(judged, play_ranges(look, n, _LISTENED, threads), wanted)


def find_moments_of(
    maxim: Maxim,
    seat: str,
    records: np.ndarray,
    heard: np.ndarray,
    numbers: np.ndarray,
    seed: int = 1,
) -> np.ndarray:
    """In each deal one moment of a seat to which a maxim applies, drawn by lot.

    Parameters
    ----------
    maxim : Maxim
    seat : str
    records : ndarray
    heard : int64 array, shape (deals, 24, columns)
        As `listen` gives both.
    numbers : ndarray
        Of the deals.
    seed : int

    Returns
    -------
    ndarray of MOMENTS
        In the order of the deals.
    """
    deals, cards = np.nonzero(
        (heard[:, :, _LEGAL] != 0) & (heard[:, :, _SEAT] == SEATS.index(seat))
    )
    follow, against = list_sides(maxim, heard[deals, cards])
    deals, cards, follow, against = (one[follow != 0] for one in (deals, cards, follow, against))
    found, first, times = np.unique(deals, return_index=True, return_counts=True)
    chosen = first + _draw(numbers[found], times, seed)
    moments = np.zeros(len(found), MOMENTS)
    moments["number"], moments["heard"] = numbers[found], heard[found, cards[chosen]]
    moments["record"], moments["times"] = records[found], times
    moments["follow"], moments["against"] = follow[chosen], against[chosen]
    return moments


def _draw(numbers: np.ndarray, times: np.ndarray, seed: int) -> np.ndarray:
    # For each deal a number below so many, which depends on the deal's own number alone (the
    # mixing of Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    drawn = (mixed ^ mixed >> np.uint64(31)) >> np.uint64(32)
    return (drawn * times.astype(np.uint64) >> np.uint64(32)).astype(np.int64)


def list_sides(maxim: Maxim, heard: np.ndarray) -> Sides:
    """The legal cards that follow a maxim, and those that break it; 0 where it does not apply."""
    view = view_of(heard)
    follow, against = (side & view.legal for side in maxim.sides(view))
    applies = (follow != 0) & (against != 0)
    if maxim.is_between:
        applies &= choice_of(heard) & (follow | against) != 0
    if maxim.doubt is not None:
        rows = np.flatnonzero(applies)
        rated = rate_cards(heard[rows])
        best = [
            np.where(_spread(side[rows], rated), rated, -np.inf).max(axis=1)
            for side in (follow, against)
        ]
        applies[rows] = np.abs(best[0] - best[1]) <= maxim.doubt
    return np.where(applies, follow, 0), np.where(applies, against, 0)


def _spread(cards: np.ndarray, rated: np.ndarray) -> np.ndarray:
    # Whether each card that is rated is among some.
    return (cards[:, None] >> np.arange(rated.shape[1]) & 1).astype(bool)


# ---- Tried --------------------------------------------------------------------------------------
def rank_cards(heard: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of all cards by their ratings, the best first, by moment; and the ratings.

    Of equal cards the highest is led, the lowest played to a lead; cards that are not legal are the
    last.
    """
    rated = rate_cards(heard)
    higher = np.where(view_of(heard).led == 0, _LITTLE, -_LITTLE)[:, None] * (
        np.arange(rated.shape[1]) % (RANKS + 7)
    )
    worths = np.where(np.isfinite(rated), rated + higher, -np.inf)
    return np.argsort(-worths, axis=1, kind="stable"), rated


def list_options(order: np.ndarray, rated: np.ndarray, follow: int, against: int) -> Options:
    """The legal cards of a moment; those rated best share the better choice."""
    order = order[np.isfinite(rated[order])]
    ways, worths = np.int64(1) << order, rated[order]
    better = worths >= worths.max() - _LITTLE
    return Options(ways, ways & follow != 0, ways & against != 0, better / better.sum())


def choose_cards(
    maxim: Maxim, moments: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """The cards that are tried, what they make, how far the better choice obeys, and by lots.

    Returns
    -------
    cards : ndarray of int64, shape (moments, ways)
    rated : ndarray of float64, shape (moments, ways)
        Over all hands that the opponent can hold.
    obeys : ndarray of float64
    lots : dict
        As of `Trial`.
    """
    heard, sides = moments["heard"], (moments["follow"], moments["against"])
    (order, rated), own = rank_cards(heard), choice_of(heard)
    cases = [
        list_options(*case)
        for case in zip(order, rated, *map(np.ndarray.tolist, sides), strict=True)
    ]
    cards = np.array(
        [(mine, *case.choose(mine)) for case, mine in zip(cases, own.tolist(), strict=True)]
    )
    lots = {
        BY_OPTIONS: np.array([case.share_following() for case in cases]),
        BY_KIND: np.array(
            [
                case.share_of_kind(_find_places(case.ways, int(hand)))
                for case, hand in zip(cases, view_of(heard).hand, strict=True)
            ]
        ),
    }
    lots |= _obey_renamed(maxim, moments, rated)
    at = np.bitwise_count(cards - 1).astype(np.int64)
    obeys = np.array([case.obeys() for case in cases])
    return cards, np.take_along_axis(rated, at, axis=1), obeys, lots


def _find_places(cards: np.ndarray, hand: int) -> np.ndarray:
    # How many cards of its suit in the hand are above each card.
    return np.bitwise_count(
        ~(2 * cards - 1) & hand & SUIT_MASKS[np.bitwise_count(cards - 1) // LANE_BITS]
    )


def _obey_renamed(maxim: Maxim, moments: np.ndarray, rated: np.ndarray) -> dict[str, np.ndarray]:
    # How often the better choice obeys under all names of suits where the maxim then applies;
    # nothing where these names do not matter.
    best = rated >= np.nanmax(rated, axis=1, keepdims=True) - _LITTLE
    better = (best.astype(np.int64) << np.arange(rated.shape[1])).sum(axis=1)
    chances, times = np.zeros((2, len(moments)))
    for number, naming in enumerate((NAMINGS[9], *NAMINGS[:9], *NAMINGS[10:])):
        back = np.argsort(naming)
        sides = maxim.sides(view_of(rename_heard(moments["heard"], naming)))
        follow, against = (rename_suits(side, back) & moments["heard"][:, _LEGAL] for side in sides)
        changed = (follow != moments["follow"]) | (against != moments["against"])
        if number == 0 and changed.mean() < CHANGES:
            return {}
        chosen = better & (follow ^ against)
        says = (follow != 0) & (against != 0) & (chosen != 0)
        chances += np.bitwise_count(chosen & follow) * says / np.maximum(count(chosen), 1)
        times += says
    return {BY_NAMES: np.divide(chances, times, out=np.full(len(times), np.nan), where=times > 0)}


def try_play_maxim(
    found: Found, dealt_by: Simulation, players: Simulation, threads: int
) -> Trial | None:
    """Judge a maxim on its moments; None where there are fewer than two.

    The deals are those of one simulation, and the players of another play on.
    """
    moments = found.cases
    if len(moments) < 2:  # one has no error
        return None
    cards, rated, obeys, lots = choose_cards(found.maxim, moments)
    made = play_cards(moments, cards, dealt_by, players, threads)
    seen = rated[:, FOLLOW] - rated[:, AGAINST]
    return Trial(found.maxim, found.seat, found.share, made, obeys, lots, moments, cards, seen)


def play_cards(
    moments: np.ndarray, cards: np.ndarray, dealt_by: Simulation, players: Simulation, threads: int
) -> np.ndarray:
    """What cards make in the deals as they lay.

    Parameters
    ----------
    moments : ndarray of MOMENTS
    cards : ndarray of int64, shape (deals, cards)
        What is tried at each moment.
    dealt_by : Simulation
        Whose deals they are.
    players : Simulation
        Who plays on, each seeing what is theirs to see; their luck is the same with every card.
    threads : int
        Number of threads.

    Returns
    -------
    ndarray of int64, shape (deals, cards)
        Points of the whole deal less the opponent's.
    """
    records, view = moments["record"], view_of(moments["heard"])
    told = _write_until_play(records, list_plays(view))  # all that was decided before
    write = choose_at(told, SCRIPT.plays + count_fallen(view), cards)
    players, stake = replace(players, mirrored=False), Stake(players.rules, int(view.seat[0]))
    dealt, ways = number_deals(lay_out(dealt_by, moments["number"])), range(cards.shape[1])
    return ScriptTable(ways, stake, players, dealt, write, cards, threads).play_all()


def _write_until_play(records: np.ndarray, plays: Sequence[int] | np.ndarray = ()) -> np.ndarray:
    # Scripts with what was discarded and called, and the first cards.
    return write_scripts(
        len(records),
        {place: records[f"{seat}_discard"] for place, seat in enumerate(SEATS)},
        {
            place: np.column_stack([records[f"{seat}_{kind}_call"] for kind in CLASSES])
            for place, seat in enumerate(SEATS)
        },
        plays,
    )


# ---- Throughout the deal ------------------------------------------------------------------------
def play_always(
    maxim: Maxim,
    seat: str,
    numbers: np.ndarray,
    dealt_by: Simulation,
    players: Simulation,
    threads: int,
) -> np.ndarray:
    """What a seat makes that plays as it does, always obeys a maxim, and always breaks it.

    A deal is played, then again with the same luck and the first card that the rule changes, and so
    on until the rule changes none. Where the player's own card is on the side, or
    none is, it stays.

    Parameters
    ----------
    maxim : Maxim
    seat : str
    numbers : int64 array
        Of deals in which it may come up.
    dealt_by : Simulation
        Whose deals they are.
    players : Simulation
        Who plays.
    threads : int

    Returns
    -------
    int64 array, shape (deals, 3)
        Points less the opponent's, of the deals in which the maxim comes up as they are played.
    """
    players = replace(players, mirrored=False)
    dealt, place = number_deals(lay_out(dealt_by, numbers)), SEATS.index(seat)
    listen(players, dealt[:1])  # compiled before threads start

    def play(first: int) -> np.ndarray:
        cards = dealt[first : first + _LISTENED]
        usual = listen(players, cards)
        comes_up = np.zeros(len(cards), bool)
        made = [margin(usual[0], seat)]
        for side in range(2):
            (records, heard), scripts = map(np.copy, usual), _write_until_play(usual[0])
            after, is_usual = np.full(len(cards), -1), True
            while True:
                rows, turns, told, met = _find_changes(maxim, place, side, heard, after)
                comes_up[met] |= is_usual
                after[:], is_usual = SCRIPT.size, False  # what is not changed now is settled
                if not len(rows):
                    break
                played = heard[rows, :, -1]
                is_before = (np.arange(played.shape[1]) < turns[:, None]) & (played != 0)
                scripts[rows, SCRIPT.plays :] = np.where(is_before, played, OWN_CHOICE)
                scripts[rows, SCRIPT.plays + turns] = told
                after[rows] = turns
                records[rows], heard[rows] = listen(players, cards[rows], scripts[rows])
            made.append(margin(records, seat))
        return np.column_stack(made)[comes_up]

    return np.concatenate(list(play_in_order(play, range(0, len(numbers), _LISTENED), threads)))


def _find_changes(
    maxim: Maxim, place: int, side: int, heard: np.ndarray, after: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    # The first card of each deal behind a turn that a side of a rule changes: deals, turns and the
    # cards to play; and in which deals the rule comes up there.
    is_asked = (heard[:, :, _LEGAL] != 0) & (heard[:, :, _SEAT] == place)
    rows, turns = np.nonzero(is_asked & (np.arange(heard.shape[1]) > after[:, None]))
    moments = heard[rows, turns]
    sides = list_sides(maxim, moments)[side]
    met = np.unique(rows[sides != 0])
    changes = (sides != 0) & (moments[:, -1] & sides == 0)
    rows, turns, moments, sides = (one[changes] for one in (rows, turns, moments, sides))
    rows, first = np.unique(rows, return_index=True)
    moments, sides = moments[first], sides[first]
    order, _ = rank_cards(moments)
    fits = np.take_along_axis(_spread(sides, order), order, axis=1)
    best = np.take_along_axis(order, fits.argmax(axis=1)[:, None], axis=1)[:, 0]
    return rows, turns[first], np.int64(1) << best, met


# ---- Counting -----------------------------------------------------------------------------------
def measure_counting(seed: int, pairs: int, threads: int) -> dict[tuple[str, str], np.ndarray]:
    """What a player makes more than one who counts less, in the same deals, by deal.

    Both exchange and call as `expert` does, and so does the opponent, who plays as `expert`, too.

    Parameters
    ----------
    seed, pairs : int
        Of mirrored deals; of each pair one is played in either seat.
    threads : int
        Number of threads.

    Returns
    -------
    dict
        By seat, and who counts less: int64[deal].
    """
    full = find_strategy(COUNTER)
    others = {
        CARDS_ALONE: UNHEEDING,
        HEEDLESS: replace(full, name=HEEDLESS, play=find_strategy("club").play),
    }
    plain = Simulation(full, full, RUBICON, seed, mirrored=True)
    changed = {name: replace(plain, elder=one) for name, one in others.items()}
    for one in (plain, *changed.values()):
        one.record_units(0, 1)  # compiled before threads start

    def play(first: int, units: int) -> dict[str, np.ndarray]:
        usual = margin_of_first(plain.record_units(first, units))
        return {
            name: usual - margin_of_first(one.record_units(first, units))
            for name, one in changed.items()
        }

    played = list(play_ranges(play, pairs, _COUNTED, threads))
    return {
        (seat, name): np.concatenate([one[name][place::2] for one in played])
        for name in others
        for place, seat in enumerate(SEATS)
    }
