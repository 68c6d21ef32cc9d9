"""The census of hands: exact counts of all hands of twelve cards by what they hold.

A hand is four lanes, one per suit. Lanes that are alike for an attribute are counted together, so
the 225,792,840 hands of the pack of 32 are counted in milliseconds; any two attributes can be
counted jointly. All counts are exact integers.
"""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    COURTS_MASK,
    HAND_CARDS,
    LANE_MASK,
    RANK_LETTERS,
    SIX,
    SUITS,
    TEN,
    count_cards,
    pack_mask,
)
from piquet_sim.game.errors import InputError, read_known, read_name
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.kernel.counting import census as kernel
from piquet_sim.kernel.counting.census import count_jointly
from piquet_sim.kernel.tables import (
    LANE_POINT,
    LANE_SEQUENCE,
    LANE_SEQUENCES_SCORE,
    PIPS_MASK,
    POINT_SHIFT,
    TOP_SHIFT,
)

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Attribute:
    """A whole number that every hand has."""

    name: str
    kind: int
    """How it is computed (`kernel.counting.census`)."""
    column: int
    """Which number of a suit it is computed from."""
    meaning: str

    @property
    def columns(self) -> set[int]:
        """All numbers of a suit on which it depends."""
        sets = {kernel.SET_RANKS} if self.kind >= kernel.TRIOS else set()
        return {kernel.CARDS, self.column} | sets


ATTRIBUTES: dict[str, Attribute] = {
    one.name: one
    for one in (
        Attribute("carte_blanche", kernel.NONE, kernel.COURTS,
                  "1 if there is no king, queen or knave"),
        Attribute("longest_suit", kernel.MOST, kernel.CARDS, "cards of the longest suit"),
        Attribute("point", kernel.MOST, kernel.POINT, "best point: its cards and pips"),
        Attribute("best_sequence", kernel.MOST, kernel.SEQUENCE,
                  "cards of the longest sequence, 0 if there is none"),
        Attribute("sequences", kernel.SUM, kernel.SEQUENCES_SCORE, "points of all sequences"),
        Attribute("trios", kernel.TRIOS, kernel.SET_RANKS,
                  "ranks held three times (of those that count)"),
        Attribute("quatorzes", kernel.QUATORZES, kernel.SET_RANKS,
                  "ranks held four times (of those that count)"),
        Attribute("value", kernel.VALUE, kernel.SEQUENCES_SCORE,
                  "what the hand counts if all is good, carte blanche apart"),
        Attribute("voids", kernel.SUM, kernel.IS_VOID, "suits without a card"),
        Attribute("aces", kernel.SUM, kernel.ACES, "aces"),
        Attribute("courts", kernel.SUM, kernel.COURTS, "kings, queens and knaves"),
    )
}  # fmt: skip
"""The attributes that the census counts, by name."""


_MOST = 127
"""Upper limit of the values of all attributes but the point and the value."""


def find_attribute(name: str) -> Attribute:
    """The attribute with this name.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_attribute("aces").meaning
    'aces'
    """
    key = read_name("attribute", name).replace("-", "_")
    return ATTRIBUTES[read_known(key, ATTRIBUTES, "attribute")]


def count_hands(pack: int = 32) -> int:
    """The number of hands of twelve cards: 225,792,840 from 32 cards.

    Examples
    --------
    >>> count_hands()
    225792840
    """
    return comb(count_cards(pack_mask(pack)), HAND_CARDS)


def carte_blanche_probability(pack: int = 32) -> Fraction:
    """The probability that a dealt hand is a carte blanche: 1 in 1,792.4 with 32 cards.

    Examples
    --------
    >>> carte_blanche_probability()
    Fraction(323, 578956)
    """
    plain = count_cards(pack_mask(pack) & ~COURTS_MASK)
    return Fraction(comb(plain, HAND_CARDS), count_hands(pack))


def check_countable(rules: RuleSet) -> None:
    """Refuse rules whose points and sequences differ from those counted here.

    Raises
    ------
    InputError
        The message names the option.
    """
    for option in ("point_best_by", "point_scores", "sequences_of", "sequence_scores"):
        value = getattr(rules, option)
        if value != getattr(RUBICON, option):
            raise InputError(f"rules: counting is not supported for {option}={value!r}")


def value_mean(rules: RuleSet = RUBICON) -> Fraction:
    """What a dealt hand counts on average if all is good (point, sequences, sets), exactly.

    It is the sum of three means: of the longest suit, from the ways to choose twelve cards with
    no suit longer than k; of the sequences, lane by lane; of the sets, rank by rank.

    Examples
    --------
    >>> float(value_mean())
    10.389545629524834
    """
    rules = find_rules(rules)
    hands, suit = count_hands(rules.pack), rules.pack // SUITS
    points = 0
    for most in range(HAND_CARDS + 1):
        ways = [comb(suit, cards) * (cards <= most) for cards in range(HAND_CARDS + 1)]
        together = reduce(np.convolve, [ways] * SUITS)
        points += hands - int(together[HAND_CARDS])  # hands with a suit longer than this
    low = SIX if rules.pack == 36 else SIX + 1
    sequences = sum(
        SUITS
        * int(LANE_SEQUENCES_SCORE[lane])
        * comb(rules.pack - suit, HAND_CARDS - lane.bit_count())
        for lane in range(0, LANE_MASK + 1, 1 << low)
    )
    ranks = len(RANK_LETTERS) - RANK_LETTERS.index(rules.lowest_set)
    rest = rules.pack - SUITS
    sets = ranks * (
        rules.quatorze_scores * comb(rest, HAND_CARDS - 4)
        + rules.trio_scores * SUITS * comb(rest, HAND_CARDS - 3)
    )
    return Fraction(points + sequences + sets, hands)


def _classes(rules: RuleSet, wanted: set[int]) -> tuple[np.ndarray, np.ndarray]:
    # Classes of lanes by the columns wanted, and their ways, in falling order of cards.
    low = SIX if rules.pack == 36 else SIX + 1
    lowest_set = TEN + RANK_LETTERS[TEN:].index(rules.lowest_set)
    lanes = np.arange(0, LANE_MASK + 1, 1 << low)
    cards = np.bitwise_count(lanes)
    columns = np.column_stack(
        [
            cards,
            LANE_POINT[lanes],
            LANE_SEQUENCE[lanes] >> TOP_SHIFT,
            LANE_SEQUENCES_SCORE[lanes],
            np.bitwise_count(lanes & COURTS_MASK),
            lanes >> ACE & 1,
            cards == 0,
            lanes >> lowest_set,
        ]
    ).astype(np.int64)
    columns[:, [at for at in range(columns.shape[1]) if at not in wanted]] = 0
    classes, ways = np.unique(columns, axis=0, return_counts=True)
    return classes[::-1].copy(), ways[::-1].copy()


def count_hands_jointly(
    first: str, second: str, rules: RuleSet = RUBICON
) -> dict[tuple[int, int], int]:
    """All hands of twelve cards by two attributes.

    Parameters
    ----------
    first, second : str
        Names from `ATTRIBUTES`.
    rules : RuleSet
        The pack, and what sets count.

    Returns
    -------
    dict
        From pairs of values that occur to the exact number of hands. Where both attributes are
        the same, the second of a pair is 0.

    Raises
    ------
    InputError
        If there is no such attribute, or the rules score hands in a way that is not counted.

    Examples
    --------
    >>> count_hands_jointly("aces", "carte_blanche")[4, 1]
    12870
    """
    one, two, rules = find_attribute(first), find_attribute(second), find_rules(rules)
    check_countable(rules)
    features, ways = _classes(rules, one.columns | two.columns)
    starts = np.searchsorted(-features[:, 0], -np.arange(11))
    sets = SUITS * max(rules.trio_scores, rules.quatorze_scores)  # at most four in twelve cards
    most = {
        "point": int(LANE_POINT.max()),
        "value": HAND_CARDS + SUITS * int(LANE_SEQUENCES_SCORE.max()) + sets,
    }
    sizes = [most.get(attribute.name, _MOST) + 1 for attribute in (one, two)]
    if one == two:
        sizes[1] = 1
    counts = np.zeros(sizes, np.int64)
    count_jointly(
        features,
        ways,
        starts,
        (one.kind, one.column),
        (two.kind, two.column),
        rules.trio_scores,
        rules.quatorze_scores,
        counts,
    )
    rows, columns = np.nonzero(counts)
    return {
        (int(row), int(column)): int(counts[row, column])
        for row, column in zip(rows, columns, strict=True)
    }


def count_hands_by(name: str, rules: RuleSet = RUBICON) -> dict[int, int]:
    """All hands of twelve cards by one attribute.

    Returns
    -------
    dict
        From values that occur, in order, to the exact number of hands.

    Raises
    ------
    InputError
        If there is no such attribute.

    Examples
    --------
    >>> count_hands_by("carte_blanche")[1]
    125970
    """
    return {value: hands for (value, _), hands in count_hands_jointly(name, name, rules).items()}


def count_all(rules: RuleSet = RUBICON, names: Collection[str] = ()) -> dict[str, dict[int, int]]:
    """All hands by some attributes, by default by every one of `ATTRIBUTES`."""
    return {find_attribute(name).name: count_hands_by(name, rules) for name in names or ATTRIBUTES}


def count_set_kinds(rules: RuleSet = RUBICON) -> dict[int, int]:
    """Hands by their sets: 0 none, 1 one trio, 2 two or more trios, 3 a quatorze or more.

    Examples
    --------
    >>> sum(count_set_kinds().values())
    225792840
    """
    kinds = dict.fromkeys(range(4), 0)
    for (trios, quatorzes), hands in count_hands_jointly("trios", "quatorzes", rules).items():
        kinds[3 if quatorzes else min(trios, 2)] += hands
    return kinds


def label_value(name: str, value: int) -> str:
    """A value as text: a point as "5 cards, 49", the rest as numbers.

    Examples
    --------
    >>> label_value("point", 5 << POINT_SHIFT | 49), label_value("aces", 4)
    ('5 cards, 49', '4')
    """
    cards = f"{value >> POINT_SHIFT} cards, {value & PIPS_MASK}"
    return cards if name == "point" else str(value)


def census_table(counts: dict[str, dict[int, int]], rules: RuleSet) -> "pd.DataFrame":
    """Counts as a data frame.

    Parameters
    ----------
    counts : dict
        By attribute and value, from `count_hands_by`.
    rules : RuleSet

    Returns
    -------
    pandas.DataFrame
        Columns attribute, value, label, hands, of, probability, one_in.

    Examples
    --------
    >>> table = census_table({"aces": count_hands_by("aces")}, RUBICON)
    >>> int(table.hands.sum())
    225792840
    """
    import pandas as pd

    of = count_hands(rules.pack)
    rows = [
        {
            "attribute": name,
            "value": value,
            "label": label_value(name, value),
            "hands": hands,
            "of": of,
            "probability": hands / of,
            "one_in": of / hands,
        }
        for name, values in counts.items()
        for value, hands in values.items()
    ]
    return pd.DataFrame(rows)


def joint_table(first: str, second: str, rules: RuleSet = RUBICON) -> "pd.DataFrame":
    """All hands by two attributes as a data frame: the first down, the second across.

    Raises
    ------
    InputError
        If there is no such attribute, or both are the same.

    Examples
    --------
    >>> joint_table("aces", "voids").shape
    (5, 3)
    """
    import pandas as pd

    one, two = find_attribute(first).name, find_attribute(second).name
    if one == two:
        raise InputError(
            f"census: a joint table requires two different attributes, got {one} twice"
        )
    counts = count_hands_jointly(one, two, rules)
    rows, columns = (sorted({pair[place] for pair in counts}) for place in (0, 1))
    return pd.DataFrame(
        [[counts.get((row, column), 0) for column in columns] for row in rows],
        index=pd.Index([label_value(one, row) for row in rows], name=one),
        columns=pd.Index([label_value(two, column) for column in columns], name=two),
    )
