"""A hand that an article shows as cards, and what happens in its deal, as the engine plays it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shlex import quote

import pandas as pd

from piquet_sim.deals.call_names import name_call
from piquet_sim.deals.scoring import ScoredDeal, take_up
from piquet_sim.deals.simulation import PlayedDeal, Simulation
from piquet_sim.game.cards import (
    RANK_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    TRICKS,
    card_rank,
    iterate_cards,
    suit_mask,
)
from piquet_sim.game.seats import other
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.game.wording import join_words, number_word

_PARTS: dict[str, str] = dict(zip(CLASSES, ("point", "sequences", "sets"), strict=True))
"""What a class scores, by its name in a record."""
_EQUAL = 3
"""The result of a class in which both call the same."""


@dataclass(frozen=True)
class Told:
    """What is known of a study when a hand is chosen for it."""

    table: pd.DataFrame
    captions: Mapping[str, object]
    simulation: Simulation
    """Its players, rules and seed; Rubicon's laws where it compares several."""

    @property
    def who(self) -> str:
        """Who plays."""
        one = self.simulation
        names = dict.fromkeys((one.elder.name, one.younger.name))
        return " and ".join(names) if len(names) > 1 else f"two {one.elder.name} players"


@dataclass(frozen=True)
class ShownHand:
    """A hand, by what rule it was chosen, and what happens in it."""

    seat: str
    hand: int
    """A mask."""
    marked: int
    """Cards of it that are drawn lower, and grey."""
    mark: str
    """What the marked cards are: "thrown"."""
    chosen: str
    """By what rule, in a sentence."""
    story: tuple[str, ...]
    """What happens, in sentences."""
    again: str = ""
    """The command that shows the whole deal."""
    deals: tuple[PlayedDeal, ...] = ()
    """What was played for it."""

    @property
    def described(self) -> str:
        """The cards in words, for who does not see them."""
        marked = f"; {self.mark}: {say_hand(self.marked)}" if self.marked else ""
        return f"{self.seat.capitalize()}’s hand: {say_hand(self.hand)}{marked}."


def show_deal(
    played: PlayedDeal, chosen: str, seat: str = ELDER, more: Iterable[str] = ()
) -> ShownHand:
    """The hand dealt to a seat, and all that happens in the deal.

    Parameters
    ----------
    played : PlayedDeal
    chosen : str
        By what rule it was chosen, in a sentence.
    seat : str
        Whose hand is shown.
    more : iterable of str
        Sentences at the end of what happens.
    """
    scored = take_up(played).score()
    return ShownHand(
        seat, scored.value(f"{seat}_dealt"), scored.value(f"{seat}_discard"), "thrown", chosen,
        (*tell_story(scored, seat), *more), _say_again(played), (played,),
    )  # fmt: skip


def tell_story(scored: ScoredDeal, seat: str = ELDER) -> tuple[str, ...]:
    """What happens in a deal, in sentences.

    Parameters
    ----------
    scored : ScoredDeal
    seat : str
        Whose exchange is described.
    """
    return tuple(
        one
        for one in (
            _tell_exchange(scored, seat),
            *(_tell_blanche(scored, one) for one in SEATS),
            _tell_calls(scored),
            *(_tell_repique(scored, one) for one in SEATS),
            _tell_play(scored),
            *(_tell_pique(scored, one) for one in SEATS),
            _tell_scores(scored),
        )
        if one
    )


def say_points(number: int) -> str:
    """A number of points in words.

    Examples
    --------
    >>> say_points(1), say_points(14)
    ('1 point', '14 points')
    """
    return f"{number} point{'' if number == 1 else 's'}"


def say_hand(cards: int) -> str:
    """Cards as a magazine prints them: by suits, highest first, with 10 for the ten.

    Examples
    --------
    >>> from piquet_sim import parse_hand
    >>> say_hand(parse_hand("KT..98.7"))
    '♠K\u00a010, ♦9\u00a08, ♣7'
    """
    told = []
    for suit in range(SUITS):
        own = sorted(iterate_cards(cards & suit_mask(suit)), reverse=True)
        if own:
            ranks = [RANK_LETTERS[card_rank(card)].replace("T", "10") for card in own]
            told.append(SUIT_SYMBOLS[suit] + "\u00a0".join(ranks))
    return ", ".join(told)


def _tell_exchange(scored: ScoredDeal, seat: str) -> str:
    dealt, thrown = (scored.value(f"{seat}_{part}") for part in ("dealt", "discard"))
    drawn = scored.value(f"{seat}_hand") & ~(dealt ^ thrown)
    name = seat.capitalize()
    return f"{name} throws {say_hand(thrown)} and takes {say_hand(drawn)}."


def _tell_blanche(scored: ScoredDeal, seat: str) -> str:
    worth = scored.value(f"{seat}_carte_blanche")
    return f"{seat.capitalize()} shows a carte blanche, which counts {worth}." if worth else ""


def _tell_calls(scored: ScoredDeal) -> str:
    said = [one for one in (_tell_good(scored, seat) for seat in SEATS) if one]
    equal = [kind for kind in CLASSES if scored.value(f"{kind}_result") == _EQUAL]
    if equal:
        verb = "is" if len(equal) == 1 else "are"
        said.append(f"{join_words([f'the {kind}' for kind in equal])} {verb} equal")
    told = "; ".join(said) or "neither counts anything in the calls"
    return f"{told[:1].upper()}{told[1:]}."


def _tell_good(scored: ScoredDeal, seat: str) -> str:
    good = [kind for kind in CLASSES if scored.value(f"{kind}_result") == SEATS.index(seat) + 1]
    points = sum(scored.value(f"{seat}_{_PARTS[kind]}") for kind in good)
    if not points:
        return ""
    named = [
        f"{kind} ({name_call(kind, scored.value(f'{seat}_{kind}_call'), scored.rules.pack)})"
        for kind in good
    ]
    verb = "is good and counts" if len(good) == 1 else "are good and count"
    return f"{seat}’s {join_words(named)} {verb} {points}"


def _tell_repique(scored: ScoredDeal, seat: str) -> str:
    bonus = scored.value(f"{seat}_repique")
    if not bonus:
        return ""
    return (
        f"That is thirty or more before {other(seat)} counts anything: a repique, which brings "
        f"{bonus} more."
    )


def _tell_pique(scored: ScoredDeal, seat: str) -> str:
    bonus = scored.value(f"{seat}_pique")
    if not bonus:
        return ""
    return (
        f"On the way {seat} reaches thirty before {other(seat)} counts anything: a pique, which "
        f"brings {bonus} more."
    )


def _tell_play(scored: ScoredDeal) -> str:
    lead = say_hand(scored.tricks[0].led)
    tricks = dict(zip(SEATS, scored.of_both("tricks"), strict=True))
    best = max(tricks, key=tricks.__getitem__)
    start = f"Elder leads {lead}"
    if tricks[best] == TRICKS:
        who = "and" if best == ELDER else f"but {best}"
        return f"{start} {who} wins all twelve tricks, a capot."
    if 2 * tricks[best] == TRICKS:
        return f"{start}; each wins six tricks."
    won = f"wins {number_word(tricks[best])} tricks, and so the cards"
    return f"{start} and {won}." if best == ELDER else f"{start}, but {best} {won}."


def _tell_scores(scored: ScoredDeal) -> str:
    elder, younger = scored.of_both("score")
    return f"In all elder makes {say_points(elder)}, younger {younger}."


def _say_again(played: PlayedDeal) -> str:
    one = played.simulation
    words = [
        "piquet", "deal", "--index", str(played.index), "--elder", one.elder.name, "--younger",
        one.younger.name, "--rules", str(one.rules.describe()), "--seed", str(one.seed),
    ]  # fmt: skip
    words += ["--mirrored"] if one.mirrored else []
    words += ["--given", one.given.text] if one.given is not None else []
    return " ".join(map(quote, words))
