"""Endings for every aim, under every rule book: the search against every legal playing.

Covers `exact.ending_solutions`, `exact.ending_wording`, `game.wording`.
"""

import random
from operator import sub

import naive_endings
import pytest
import reference_matches
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens import ENDING, OPTIONS, PACK, PACK_36, as_mask, book_of

from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.ending_wording import explain_solution
from piquet_sim.exact.endings import Ending, read_ending
from piquet_sim.game.cards import format_card, parse_card, parse_hand
from piquet_sim.game.laws import HIGH_CARDS
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS


def draw_ending(seed, cards, rules):
    """A random ending, sometimes with a card on the table and with points that may make a pique."""
    chance = random.Random(seed)
    drawn = chance.sample(list(PACK if rules.pack == 32 else PACK_36), 2 * cards)
    hands, counted = [drawn[:cards], drawn[cards:]], None
    won = chance.randint(0, 12 - cards)
    lost = 12 - cards - won
    leads = chance.randrange(2) if won and lost else int(won == 0 < lost)
    table = hands[leads].pop() if chance.random() < 0.5 else None
    if chance.random() < 0.5:
        counted = [won + chance.randint(0, 10), lost + chance.randint(0, 10) * (lost > 0)]
        if rules.laws().play_scores >= HIGH_CARDS:
            counted = [chance.choice([0, 0, 5]), chance.choice([0, 0, 5])]
        elif leads == 1 or lost:
            counted[1] += 1
        counted[0] += table is not None and leads == 0
    ending = Ending(
        *map(as_mask, hands),
        leads,
        won,
        lost,
        *(counted or (None, None)),
        rules,
        0 if table is None else parse_card(table),
    )
    return ending, dict(zip(SEATS, map(frozenset, hands), strict=True)), table, counted


def naive(drawn, worth, **more):
    ending, hands, table, counted = drawn
    return naive_endings.value_plays(
        hands,
        SEATS[ending.leads],
        ending.elder_tricks,
        book_of(ending.rules),
        worth,
        table,
        None if counted is None else dict(zip(SEATS, counted, strict=True)),
        **more,
    )


def told(solution):
    return {format_card(card): value for card, value in solution.plays.items()}


def check(solution, plays, sign=1):
    """The values of a solution are those of the naive one, which are all elder's."""
    plays = {card: sign * value for card, value in plays.items()}
    assert (told(solution), solution.value, len(explain_solution(solution).splitlines())) == (
        plays,
        (max if SEATS[solution.ending.turn] == (solution.seat or "elder") else min)(plays.values()),
        1,
    )


@given(st.integers(0, 2**32), st.integers(1, 5), st.sampled_from(["rubicon", *PRESETS]), OPTIONS)
@settings(max_examples=70)
def test_points__difference_and_own_are_brute_force(seed, cards, preset, changed):
    drawn = draw_ending(seed, cards, PRESETS[preset].replace(**changed))
    check(solve_ending(drawn[0]), naive(drawn, sub))
    # One makes as many points as possible and the other holds them down.
    for seat, sign in zip(SEATS, (1, -1), strict=True):
        values = naive(drawn, lambda *made, sign=sign: made[0] if sign > 0 else -made[1])
        check(solve_ending(drawn[0], "own", seat=seat), values, sign)
    assert solve_ending(drawn[0], "own") == solve_ending(drawn[0], "own", seat=SEATS[drawn[0].turn])


matches = st.one_of(
    st.fixed_dictionaries(
        {
            "settlement": st.sampled_from(["rubicon", "difference"]),
            "game_scores": st.sampled_from([0, 100]),
            "partie_deals": st.sampled_from([4, 6]),
            "match": st.just("partie"),
            "win_is_immediate": st.just(False),
            "double_below": st.just(0),
        }
    ),
    st.fixed_dictionaries(
        {
            "settlement": st.just("games"),
            "match": st.sampled_from(["race", "games"]),
            "win_is_immediate": st.sampled_from([True, True, False]),
            "double_below": st.sampled_from([0, 50, 95]),
        }
    ),
)


@given(
    st.integers(0, 2**32),
    st.integers(1, 5),
    st.sampled_from(["rubicon", *PRESETS]),
    OPTIONS,
    matches,
    *[st.sampled_from([98, 97, 99, 95, 75, 60])] * 2,  # a win at once may be near
    st.integers(0, 40),
    st.booleans(),
)
@settings(max_examples=90)
def test_settlement__is_brute_force(seed, cards, preset, changed, match, one, two, more, is_over):
    rules = PRESETS[preset].replace(**changed, **match)
    over, drawn = 0 if rules.win_is_immediate else more, draw_ending(seed, cards, rules)
    score = (one + over * is_over, two + over * (not is_over))
    times = 2 if rules.match == "partie" and rules.partie_deals == 4 else 1
    stops = {seat: rules.target - had for seat, had in zip(SEATS, score, strict=True)}
    stops = stops if rules.win_is_immediate else None

    def worth(*made):
        """What elder is paid when the match ends with this deal."""
        totals = [had + times * points for had, points in zip(score, made, strict=True)]
        settled = reference_matches.settle_totals(*totals, rules.model_dump(mode="json"))
        is_open = rules.settlement == "games" and max(totals) < rules.target  # the race goes on
        return 0 if is_open else reference_matches.SIGNS[settled["winner"]] * settled["settlement"]

    check(solve_ending(drawn[0], "settlement", score), naive(drawn, worth, stops_at=stops))


def test_books__the_ten_makes_three_points_certain():
    """Cavendish, example XII: king, queen and ten against ace, knave and another, on lead."""
    ending = Ending(parse_hand("KQT..."), parse_hand("AJ7..."), 0, 5, 4)
    assert (
        told(solve_ending(ending, "own")),
        told(solve_ending(ending, "own", seat="younger")),
    ) == ({"KS": 2, "QS": 2, "TS": 3}, {"KS": 3, "QS": 3, "TS": 4})


def test_books__rubicon_is_part_of_the_settlement():
    """Cavendish, 106 against 92, which is settled as 298: two points for the loser."""
    solution = solve_ending(Ending(1 << 8, 1 << 7, 0, 6, 5), "settlement", (94, 92))
    assert solution.value == reference_matches.settle_totals(106, 92, {})["settlement"] == 298


@pytest.mark.parametrize("aim", ["difference", "own"])
@pytest.mark.parametrize(("points", "is_live"), [(26, True), (24, False)])
def test_words__a_pique_that_is_out_of_reach_is_not_live(aim, points, is_live):
    solution = solve_ending(
        Ending(parse_hand("AKQ..."), parse_hand("JT9..."), 0, 9, 0, points, 0), aim
    )
    assert explain_solution(solution).startswith("A pique is live.") == solution.is_live == is_live
    assert solution.value == 3 + 1 + 40 + 30 * is_live


@pytest.mark.parametrize(
    ("change", "asked", "said"),
    [
        ({"elder": "A..K.", "table": None}, {},
         "Elder, to lead, wins one of two tricks, and makes ten points more than younger from here "
         "(cards or capot included). Best is the ace of spades; the king of diamonds costs twelve "
         "points."),
        ({"elder": "A..K.", "table": None, "leads": "younger"}, {},
         "Younger leads; elder wins none of two tricks, and makes three points less than younger "
         "from here (cards or capot included). All leads are equally good."),
        ({}, {},
         "Younger is to answer the ace of spades; elder makes nine points more than younger "
         "from here (cards or capot included). Best is the king of hearts; the ace of diamonds "
         "costs three points."),
        ({}, {"aim": "own", "seat": "elder"},
         "Younger, to answer the ace of spades, can hold elder to eleven points from here "
         "(cards or capot included). Best is the king of hearts; the ace of diamonds costs one "
         "point."),
        ({}, {"aim": "settlement", "score": (93, 120)},
         "At 93-120 in the last deal, younger to answer the ace of spades: with best play "
         "younger is paid one hundred and eighteen points. Best is the king of hearts; the ace "
         "of diamonds costs three points."),
        ({"rules": "boussac_1896"}, {"aim": "settlement", "score": (20, 100)},
         "At 20-100, younger to answer the ace of spades: with best play younger wins one game. "
         "All replies are equally good."),
        ({"rules": "boussac_1896"}, {"aim": "settlement", "score": (20, 30)},
         "At 20-30, younger to answer the ace of spades: best play leaves the match without a "
         "winner. All replies are equally good."),
    ],
)  # fmt: skip
def test_words__of_a_lead_or_a_reply(change, asked, said):
    assert (
        explain_solution(
            solve_ending(read_ending(ENDING | {"elder": "..K.", "table": "AS"} | change), **asked)
        )
        == said
    )
