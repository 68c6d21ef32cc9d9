"""Who reckons so many points first: against draws and hands gone through with lists and sets."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import naive_race
import numpy as np
import pytest
from command_line import answer, command, refused
from naive_worlds import named
from refusals import refuses

from piquet_sim.exact.kernel_laws import prepare_laws
from piquet_sim.exact.reckoning_race import run_race
from piquet_sim.game.cards import PACK_32_MASK, count_cards, iterate_cards, parse_hand
from piquet_sim.game.rules import AU_CENT, PARLETT, RUBICON, RuleSet
from piquet_sim.kernel.questions.reckoning_race import (
    BY_LEADS,
    IN_HAND,
    OPEN,
    OPPONENT,
    OUTCOMES,
    count_sure_points,
    run_races,
)

NAMES = {IN_HAND: "hand", BY_LEADS: "leads", OPPONENT: "other", OPEN: "open"}
HAND, DISCARD = parse_hand("J97.AJ9.AKT.AKQ"), parse_hand("J97...KQ")
"""Hoyle's case 5: elder wants eight, younger twenty-three."""
PACK = list(iterate_cards(PACK_32_MASK))
HIGH = RUBICON.replace(play_scores="high leads")


@pytest.mark.parametrize(
    ("needs", "rules"),
    [
        ((30, 1), RUBICON), ((8, 23), RUBICON), ((14, 7), RUBICON), ((20, 5), RUBICON),
        ((8, 23), HIGH),
        *(pytest.param(needs, HIGH, marks=pytest.mark.slow)
          for needs in ((30, 1), (14, 7), (20, 5))),
    ],
    ids=lambda one: "high leads" if one == HIGH else "all leads" if one == RUBICON else str(one),
)  # fmt: skip
def test_races__are_what_listing_finds(needs, rules):
    luck = random.Random(str(needs))
    laws, seen = prepare_laws(rules), Counter()
    for _ in range(2):
        cards = luck.sample(PACK, 11 + 15)
        kept, unseen = sum(cards[:11]), sum(cards[11:])
        for leads in (1, 0):
            counts, expected, sure_draws = np.zeros(OUTCOMES, np.int64), Counter(), 0
            for card in iterate_cards(unseen):
                mine, rest = named(kept | card), named(unseen & ~card)
                sure = naive_race.lead_until_beaten(mine, rest, rules is HIGH) if leads else 0
                held = naive_race.describe(mine)
                ends = [naive_race.end_of(held, naive_race.describe(theirs), needs, sure)
                        for theirs in naive_race.list_hands(rest)]  # fmt: skip
                expected.update(ends)
                sure_draws += set(ends) <= {"hand", "leads"}
            draws, certain = run_races(laws, leads, kept, unseen, 1, *needs, counts)
            found = {NAMES[place]: int(number) for place, number in enumerate(counts) if number}
            assert found == expected
            assert (draws, certain) == (15, sure_draws)
            assert sum(found.values()) == 15 * comb(14, 12)
            seen.update(expected)
    assert len(seen) >= 2


def test_sure_leads__are_won_however_the_cards_lie():
    """Against each hand of a few, with the cards led from the top: no reply wins."""
    luck = random.Random(3)
    laws, numbers = prepare_laws(RUBICON), set()
    for _ in range(200):
        cards = luck.sample(PACK, 27)
        mine, against = named(sum(cards[:12])), named(sum(cards[12:]))
        found = int(count_sure_points(laws, sum(cards[:12]), sum(cards[12:])))
        assert found == naive_race.lead_until_beaten(mine, against)
        numbers.add(found)
    assert len(numbers) >= 5
    top = parse_hand("AKQJT987.AKQJ..")
    rest = PACK_32_MASK & ~top
    assert count_sure_points(laws, top, rest) == 13  # with the last trick's extra
    assert count_sure_points(prepare_laws(HIGH), top, rest) == 10


def test_hoyle__was_certain_of_what_is_not():
    """Younger's point, quint and tierce come before elder's aces where elder's point is not good.

    The losing cases are counted by another way: which twelve cards, and which five, they are.
    """
    race = run_race(HAND, DISCARD, (8, 23), rules=AU_CENT.replace(play_scores="high leads"))
    assert race.cases == comb(20, 5) * comb(15, 12) == 7_054_320
    assert (race.draws, race.open, race.is_certain) == (15_504, 0, False)
    lost, draws = 0, set()
    kept, unseen = named(HAND & ~DISCARD), named(PACK_32_MASK & ~HAND)
    quint = frozenset(rank + "C" for rank in "JT987")
    assert quint < unseen
    # Nobody else can have a quint: only with one can younger have 23 before the aces are reckoned.
    hands = {
        frozenset(beside): naive_race.describe(quint | frozenset(beside))
        for beside in combinations(sorted(unseen - quint), 7)
    }
    for drawn in combinations(sorted(unseen - quint), 5):
        mine = naive_race.describe(kept | frozenset(drawn))
        for beside in combinations(sorted(unseen - quint - frozenset(drawn)), 7):
            if naive_race.end_of(mine, hands[frozenset(beside)], (8, 23), 5) == "other":
                lost += 1
                draws.add(drawn)
    assert race.opponent == lost == 4_725
    assert race.certain_draws == 15_504 - len(draws) == 15_369
    told = answer("odds", "J97.AJ9.AKT.AKQ", "--discard", "J97...KQ", "--before", "8-23", "--json")
    assert (told["certain"], told["opponent_first"]) == (False, 4_725)
    said = " ".join(command("odds", "J97.AJ9.AKT.AKQ", "--discard", "J97...KQ", "--before",
                            "8-23").out.split())  # fmt: skip
    assert "is certain after 15,369 of 15,504 draws: 99.1293%, about 114 to 1 on." in said
    assert "the other reckons 23 in hand before 4,725" in said


@pytest.mark.parametrize(("seat", "took"), [("elder", None), ("younger", 5)])
def test_race__agrees_with_cases_drawn_at_random(seat, took):
    hand = parse_hand("AKQJT.AKQ.A98.7")
    discard = parse_hand("..98.7")
    needs, n = (30, 1), 1_500
    race = run_race(hand, discard, needs, seat, took)
    assert race.draws == comb(20, 3)
    assert race.cases == comb(20, 3) * comb(17, 12)
    luck, seen = random.Random(4), Counter()
    unseen = [card for card in PACK if not card & hand]
    for _ in range(n):
        luck.shuffle(unseen)
        mine = named(hand & ~discard | sum(unseen[:3]))
        sure = naive_race.lead_until_beaten(mine, named(sum(unseen[3:])))
        held, others = (naive_race.describe(one) for one in (mine, named(sum(unseen[3:15]))))
        seen[naive_race.end_of(held, others, needs, sure if seat == "elder" else 0)] += 1
    for name, number in (("hand", race.in_hand), ("leads", race.by_leads),
                         ("other", race.opponent), ("open", race.open)):  # fmt: skip
        p = number / race.cases
        assert abs(seen[name] - n * p) <= 4.5 * sqrt(n * p * (1 - p)), name
    assert (race.by_leads > 0) == (seat == "elder")


def test_race__that_is_certain():
    """Eight for the point, eighteen for the huitieme, four aces; then twelve leads at least."""
    hand, discard = parse_hand("AKQJT987.A.A.AK"), parse_hand("...K")
    repique = run_race(hand, discard, (40, 1))
    assert repique.is_certain
    assert repique.in_hand == repique.cases == 20 * comb(19, 12)
    led = run_race(hand, discard, (52, 1))
    assert led.is_certain
    assert led.by_leads == led.cases
    # The last trick is sure, too, with a king beside its ace, or with the queen of clubs, since
    # that king is thrown out.
    capot = run_race(hand, discard, (53, 1))
    assert (capot.certain_draws, capot.probability) == (3, Fraction(3, 20))
    assert (capot.open, capot.opponent) == (17 * comb(19, 12), 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"needs": (0, 1)}, "your points must be from 1 to"),
        ({"needs": (8, -3)}, "the other's points must be from 1 to"),
        ({"rules": RuleSet(pack=36)}, "requires the pack of 32"),
        ({"rules": PARLETT}, "play_scores='won by leader or not'"),
        ({"discard": parse_hand("T...")}, "is not in the hand"),
        ({"seat": "pone"}, "got 'pone'"),
    ],
)
def test_race__is_refused_in_one_line(arguments, said):
    with refuses(said):
        run_race(**{"hand": HAND, "discard": DISCARD, "needs": (8, 23), **arguments})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--before", "8-23"), "--before requires --discard"),
        (("--discard", "J97...KQ", "--before", "8"), "before: '8'; write your points and"),
        (("--discard", "J97...KQ", "--before", "8-23", "--event", "4 aces"), "not both"),
    ],
)
def test_odds_before__is_refused_in_one_line(arguments, said):
    assert said in refused("odds", "J97.AJ9.AKT.AKQ", *arguments)
    assert count_cards(HAND) == 12
