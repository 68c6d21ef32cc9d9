"""Odds as the books give them: in words, and for named cards in a draw."""

from contextlib import suppress
from fractions import Fraction
from math import comb
from numbers import Rational, Real

from piquet_sim.game.errors import InputError, quote, read_whole

UNSEEN_CARDS = 20
"""Cards of the pack of 32 that a player who holds twelve has not seen."""


def named_odds(named: int, at_least: int, drawn: int, unseen: int = UNSEEN_CARDS) -> Fraction:
    """The probability of drawing at least a given number of certain named cards.

    Parameters
    ----------
    named : int
        Cards that are wanted, all unseen.
    at_least : int
        How many of them must come.
    drawn : int
        Cards drawn.
    unseen : int
        Cards from which they are drawn, all equally likely.

    Raises
    ------
    InputError
        If the numbers are inconsistent.

    Examples
    --------
    >>> named_odds(1, 1, 5)
    Fraction(1, 4)
    """
    for name, number, most in (
        ("unseen", unseen, 36),
        ("named", named, unseen),
        ("draw", drawn, unseen),
        ("at least", at_least, named),
    ):
        read_whole(name, number, most=most)
    ways = sum(
        comb(named, taken) * comb(unseen - named, drawn - taken)
        for taken in range(at_least, min(named, drawn) + 1)
    )
    return Fraction(ways, comb(unseen, drawn))


_SMALL = 10
_PRINTABLE = 60


def say_odds(probability: Fraction | float) -> str:
    """A probability as the books give it: "3 to 1 against", "9 to 5 on", "about 113 to 1 against".

    Ratios whose smaller side is at most ten, or whose greater side is at most sixty, are exact;
    others are rounded and say "about". A float is the decimal fraction that it is written as.

    Raises
    ------
    InputError
        If it is not a probability.

    Examples
    --------
    >>> say_odds(Fraction(1, 4)), say_odds(Fraction(1, 2)), say_odds(Fraction(137, 228))
    ('3 to 1 against', 'an even chance', 'about 3 to 2 on')
    """
    given, probability = probability, Fraction(-1)
    if isinstance(given, Real) and not isinstance(given, bool):
        with suppress(ValueError):  # of what is no number
            probability = Fraction(given if isinstance(given, Rational) else repr(float(given)))
    if not 0 <= probability <= 1:
        raise InputError(f"probability: expected a number from 0 to 1, got {quote(given)}")
    if probability in (0, 1):
        return "certain" if probability else "impossible"
    if 2 * probability == 1:
        return "an even chance"
    side = "against" if 2 * probability < 1 else "on"
    ratio = (1 - probability) / probability
    ratio = ratio if ratio > 1 else 1 / ratio
    if ratio.denominator <= _SMALL or ratio.numerator <= _PRINTABLE:
        return f"{ratio.numerator:,} to {ratio.denominator} {side}"
    near = Fraction(round(ratio)) if ratio >= _SMALL else ratio.limit_denominator(4)
    if near == 1:
        return f"a little {'less' if side == 'against' else 'more'} than even"
    return f"about {near.numerator:,} to {near.denominator} {side}"
