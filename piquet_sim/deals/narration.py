"""One deal in words, card by card with the running scores, as books describe it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from piquet_sim.deals.call_names import name_call, name_sequence, name_set, word_call
from piquet_sim.deals.deal import SCORED_PARTS, PlayedDeal, ScoredDeal
from piquet_sim.deals.json import read_call
from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.game.cards import (
    RANKS,
    SUIT_NAMES,
    SUITS,
    TEN,
    TRICKS,
    card_rank,
    card_suit,
    format_cards,
    format_hand_symbols,
    iterate_cards,
    name_card,
)
from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.kernel.deal.calls import RESULT_NAMES
from piquet_sim.kernel.deal.holdings import (
    evaluate_hand,
    has_carte_blanche,
    point_cards,
    reckon_sequences,
    reckon_sets,
)
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT, TOP_MASK, TOP_SHIFT
from piquet_sim.strategies.roster import DOUBLE_DUMMY

_SEAT_NAMES = ("Elder", "Younger")


def tell_holdings(hand: int, rules: RuleSet = RUBICON) -> dict[str, str]:
    """The best point, sequence and set of a hand in words; "nothing" where there is none.

    Parameters
    ----------
    hand : int
        A mask of any number of cards.
    rules : RuleSet

    Returns
    -------
    dict
        By class: "point", "sequence", "set".

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> tell_holdings(parse_hand("AKJ.AQJ8.98.J87"))["set"]
    'three knaves'
    """
    held = evaluate_hand(find_laws(rules), hand)
    calls = {"point": held.point, "sequence": held.sequence, "set": held.set}
    return {kind: name_call(kind, int(call), rules.pack) for kind, call in calls.items()}


def say_call(kind: str, call: "int | dict[str, Any] | None", pack: int = 32) -> str:
    """A call in words.

    Parameters
    ----------
    kind : str
        "point", "sequence" or "set".
    call : dict, int or None
        As a deal in JSON has it (``{"length": 5, "pips": 49}``, ``{"length": 4, "top": "J"}``,
        ``{"size": 3, "rank": "K"}``) or as views and records have it; None and 0 are no call.
    pack : int
        With 36 cards a sequence down to the six is the lowest.

    Raises
    ------
    InputError
        If there is no such class, or no hand holds what is called.

    Examples
    --------
    >>> say_call("point", {"length": 5, "pips": 49})
    'point of 5 cards making 49'
    >>> say_call("sequence", {"length": 4, "top": "J"}), say_call("set", {"size": 3, "rank": "K"})
    ('quart to the knave', 'trio of kings')
    """
    read_known(kind, CLASSES, "class")
    if call is None or (isinstance(call, int | np.integer) and not isinstance(call, bool)):
        value = int(call or 0)
    else:
        value = read_call(kind, call)
    size, top = value >> TOP_SHIFT, value & TOP_MASK
    is_possible = {
        "point": 0 < value >> POINT_SHIFT <= RANKS and value & PIPS_MASK > 0,
        "sequence": 3 <= size <= top + 1 <= RANKS,
        "set": size in (3, SUITS) and TEN <= top < RANKS,
    }[kind]
    if value and not is_possible:
        raise InputError(f"call: {call!r}; no hand holds such a {kind}")
    return word_call(kind, value, pack)


def tell_blanche(hand: int, rules: RuleSet = RUBICON) -> str:
    """What a hand counts as a carte blanche, in a sentence; empty where it is none.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> tell_blanche(parse_hand("AT987.AT987.T9."))
    'It is a carte blanche, which counts ten if it is shown.'
    >>> tell_blanche(parse_hand("AKJ.AQJ8.98.J87"))
    ''
    """
    if not (rules.carte_blanche_scores and has_carte_blanche(hand)):
        return ""
    worth = number_word(rules.carte_blanche_scores)
    return f"It is a carte blanche, which counts {worth} if it is shown."


def _all_that_counts(scored: ScoredDeal, kind: str, seat: str) -> str:
    # What the seat that is good shows, all sequences or sets with it.
    call, hand = scored.value(f"{seat}_{kind}_call"), scored.value(f"{seat}_hand")
    if kind == "point":
        first = next(iterate_cards(int(point_cards(hand, call))))
        return f"in {SUIT_NAMES[card_suit(first)]}"
    if kind == "sequence":
        _, cards = reckon_sequences(scored.rules.laws(), hand, call)
        if scored.rules.sequences_of == "any suits":
            return f"in runs through {format_hand_symbols(int(cards))}"
        return " and ".join(
            f"{name_sequence(run, scored.rules.pack)} in {SUIT_NAMES[suit]}"
            for run, suit in _split_runs(int(cards))
        )
    _, cards = reckon_sets(scored.rules.laws(), hand, call)
    held = Counter(map(card_rank, iterate_cards(int(cards))))
    sets = sorted((count << TOP_SHIFT | rank for rank, count in held.items()), reverse=True)
    return " and ".join(map(name_set, sets))


def _split_runs(cards: int) -> Iterator[tuple[int, int]]:
    # The unbroken runs of a mask as calls, with their suits.
    run: list[int] = []
    for card in [*iterate_cards(cards), None]:
        if run and (card is None or card != run[-1] >> 1 or card_suit(card) != card_suit(run[-1])):
            yield len(run) << TOP_SHIFT | card_rank(run[0]), card_suit(run[0])
            run = []
        if card is not None:
            run.append(card)


def tell_class(scored: ScoredDeal, kind: str) -> str:
    """What was called in "point", "sequence" or "set", who was good, and what it counted."""
    result = RESULT_NAMES[scored.value(f"{kind}_result")]
    title = {"point": "Point", "sequence": "Sequence", "set": "Trios and quatorzes"}[kind]
    column = {"point": "point", "sequence": "sequences", "set": "sets"}[kind]
    if result == "none":
        return f"{title}: neither calls any."
    called, theirs = (
        name_call(kind, scored.value(f"{seat}_{kind}_call"), scored.rules.pack) for seat in SEATS
    )
    said = f"{title}: elder calls {called}"
    if result == "equal":
        return f"{said}. Equal: neither counts."
    points = number_word(scored.value(f"{result}_{column}"))
    shown = _all_that_counts(scored, kind, result)
    if result == "elder":
        return f"{said}. Good: {shown}, {points}."
    if called == "nothing":
        return f"{said}; younger has {shown}, {points}."
    beaten = f"{theirs} " * (kind == "point") + shown
    return f"{said}. Not good: younger has {beaten}, {points}."


def tell_exchange(scored: ScoredDeal, seat: str) -> Iterator[str]:
    """What a seat was dealt, discarded, drew and holds, line by line."""
    name = _SEAT_NAMES[SEATS.index(seat)]
    dealt, discard = scored.value(f"{seat}_dealt"), scored.value(f"{seat}_discard")
    hand = scored.value(f"{seat}_hand")
    yield f"{name} is dealt {format_hand_symbols(dealt)}"
    if scored.value(f"{seat}_carte_blanche"):
        yield f"  and shows a carte blanche: {number_word(scored.value(f'{seat}_carte_blanche'))}"
    drawn = format_hand_symbols(hand & ~(dealt ^ discard))
    yield f"  throws out {format_hand_symbols(discard)}, takes in {drawn}"
    yield f"  and holds {format_hand_symbols(hand)}"


def tell_deal(scored: ScoredDeal, talon: Sequence[int] = ()) -> Iterator[str]:
    """A scored deal, line by line: exchange, calls, and every trick with the running scores.

    Parameters
    ----------
    scored : ScoredDeal
        Comes from `json.judge_deal`.
    talon : sequence of int
        Its cards in the order of drawing, if they are to be shown.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> scored = Simulation("club", "club").replay_deal(0).score()
    >>> next(tell_deal(scored))
    'Elder is dealt ♠AQJ987 ♥KT ♦T ♣KQ9'
    """
    for seat in SEATS:
        yield from tell_exchange(scored, seat)
    if talon:
        yield f"The talon, in the order of drawing: {format_cards(talon)}"
    yield ""
    for kind in CLASSES:
        yield tell_class(scored, kind)
    # Elder's calls stand with each class; younger's stand here where nothing else tells them.
    called = scored.deal.called[1]
    if called != scored.deal.holdings[1][: len(CLASSES)]:
        said = ", ".join(
            say_call(kind, call, scored.rules.pack)
            for kind, call in zip(CLASSES, called, strict=True)
        )
        yield f"Younger calls less than everything: {said}."
    yield from tell_repiques(scored)
    if scored.tricks or scored.stops_after:
        yield ""
        yield from _tell_tricks(scored)
    yield ""
    for seat, name in zip(SEATS, _SEAT_NAMES, strict=True):
        points = {part: scored.value(f"{seat}_{part}") for part in SCORED_PARTS}
        named = {part: part.replace("_", " ") for part in points}
        if points["cards"] == scored.rules.capot_scores:
            named["cards"] = "capot"
        sums = " + ".join(f"{named[part]} {made}" for part, made in points.items() if made)
        score = scored.value(f"{seat}_score")
        makes = f"makes {score}" if scored.stops_after is None else f"has {score} so far"
        yield f"{name} {makes}: {sums or 'nothing'}"


def tell_repiques(scored: ScoredDeal) -> Iterator[str]:
    """A line for each seat that has made a repique."""
    for seat, name in zip(SEATS, _SEAT_NAMES, strict=True):
        if more := scored.value(f"{seat}_repique"):
            parts = ("carte_blanche", "point", "sequences", "sets")
            made = sum(scored.value(f"{seat}_{part}") for part in parts)
            yield (
                f"{name} makes a repique: instead of {number_word(made)} counts "
                f"{number_word(made + more)}."
            )


def _tell_tricks(scored: ScoredDeal) -> Iterator[str]:
    repiques = [scored.value(f"{seat}_repique") for seat in SEATS]
    piques = [scored.value(f"{seat}_pique") for seat in SEATS]

    def said(seat: int, progress) -> str:
        points = (progress.elder_points, progress.younger_points)[seat] + repiques[seat]
        return number_word(points + (piques[seat] if progress.pique else 0))

    for number, trick in enumerate(scored.tricks, start=1):
        second, winner = 1 - trick.leader, trick.winner
        lead = (
            f"{number:2}. {_SEAT_NAMES[trick.leader]} leads the {name_card(trick.led)}: "
            f"{said(trick.leader, trick.after_lead)}."
        )
        verb = "wins with" if trick.reply_wins else "plays"
        reply = (
            f"{_SEAT_NAMES[second]} {verb} the {name_card(trick.reply)}: "
            f"{said(second, trick.after_reply)}."
        )
        last = f" {_SEAT_NAMES[winner]}, for the last: {said(winner, trick.after_reply)}."
        yield f"{lead} {reply}{last * (number == TRICKS and not trick.reply_wins)}"
    yield ""
    for seat, name in enumerate(_SEAT_NAMES):
        if piques[seat]:
            yield f"{name} has made a pique."
    won = sum(trick.winner == 0 for trick in scored.tricks)
    yield f"Tricks: elder {won}, younger {len(scored.tricks) - won}."
    if scored.stops_after is not None:
        last = name_card(scored.deal.plays[-1])
        yield f"The play stops after {scored.stops_after} of {2 * TRICKS} cards, with the {last}."


def find_players(played: PlayedDeal) -> tuple[str, str]:
    """The names of the strategies that were elder and younger in a deal of a simulation."""
    players = played.simulation.elder.name, played.simulation.younger.name
    return players[::-1] if played.record["mirrored"] else players


def head_deal(played: PlayedDeal) -> str:
    """Which deal of which simulation it is, and below it the condition if there is one.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> head_deal(Simulation("club", "club").replay_deal(0))
    'Deal 0 of seed 1, rubicon: club is elder, club younger'
    """
    simulation = played.simulation
    elder, younger = find_players(played)
    played_by = "; cards played double-dummy" if simulation.play == DOUBLE_DUMMY else ""
    head = (
        f"Deal {played.index} of seed {simulation.seed}, {simulation.rules.name}: "
        f"{elder} is elder, {younger} younger{played_by}"
    )
    return head if simulation.given is None else f"{head}\ngiven: {simulation.given}"


def narrate_deal(played: PlayedDeal) -> str:
    """A deal of a simulation in words.

    The referee scores it again from the cards, so the text can be checked by anyone.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> print(narrate_deal(Simulation("club", "club").replay_deal(0)).splitlines()[0])
    Deal 0 of seed 1, rubicon: club is elder, club younger
    """
    return "\n".join([head_deal(played), "", *tell_deal(played.score(), played.talon)])
