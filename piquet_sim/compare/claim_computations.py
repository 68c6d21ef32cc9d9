"""The true figure of each claim that can be computed, by enumeration, census or a scored deal."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from piquet_sim.compare.published_claims import (
    Exact,
    Judged,
    find_claim,
    judge_figure,
    load_claims,
    say_figure,
)
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_ratio
from piquet_sim.exact.census import carte_blanche_probability, count_hands_by
from piquet_sim.exact.draw_odds import exchange_limits, list_discards
from piquet_sim.exact.odds import named_odds
from piquet_sim.exact.who_is_good import count_deals
from piquet_sim.game.cards import (
    PACK_32_MASK,
    RANK_PIPS,
    RANKS,
    SEVEN,
    iterate_cards,
    parse_card,
    parse_hand,
)
from piquet_sim.game.rules import AU_CENT
from piquet_sim.game.settlement import settle_totals
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.batch.matches import OUTCOME
from piquet_sim.kernel.deal.calls import score_call
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.tricks import beats, legal_cards


def weigh_stopping(race: Simulation, winners: np.ndarray) -> Estimate:
    """Whether to win a game now or to stop short of it: Hoyle's case 7 by simulation.

    B has won the first game of a party of two, and A, elder in this deal of the second, can win
    it, or reckon 99 only and leave B 70. (The text says that each has won one; then no third game
    would follow.) If A wins now, A is younger in the first deal of the third game. If A stops, A
    is younger in the next deal of this one, and must win it and then the third.

    Parameters
    ----------
    race : Simulation
        Its rules are a race won by the first to have the target; the strategy named second is A's.
    winners : ndarray of int64
        The winner of each race from the start, 1 or 2; as many are played that A has stopped in.

    Returns
    -------
    Estimate
        A's chance of the party when winning now, as a share of that and the other chance together.

    References
    ----------
    Hoyle's Games Improved, Piquet, p. 210, case 7: "in the proportion of 14 to 13 in his favour".
    """
    party = replace(race, rules=race.rules.replace(match="games", games_to_win=2))
    stopped = party.play_matches(0, len(winners), start=(70, 99))[0][:, 0]
    winning = (winners == 2).astype(np.int64)
    both = winning + ((stopped[:, OUTCOME.winner] == 2) & (stopped[:, OUTCOME.my_games] == 0))
    moments = [one.sum() for one in (winning, both, winning**2, both**2, winning * both)]
    return estimate_ratio(np.array(moments), is_flag=True)


Computed = tuple[list[Exact], str]
"""A value for each figure of a claim (or one for all), and how it was computed."""


def _certain_points(mine: int, theirs: int, leads: bool) -> int:
    # Own points that the rest of the play cannot keep from a player: they lead or answer to make
    # them most, the other to make them fewest. Who leads counts one, so does a second player who
    # wins, and the last trick one more (Law 57).
    if not mine:
        return 0
    leader, other = (mine, theirs) if leads else (theirs, mine)

    def count_lead(led: int) -> int:
        def count_reply(reply: int) -> int:
            wins = bool(beats(reply, led))
            i_win = wins != leads
            counted = int(leads) + int(wins and i_win) + int(i_win and leader == led)
            used = led | reply
            return counted + _certain_points(mine & ~used, theirs & ~used, i_win)

        replies = map(count_reply, iterate_cards(legal_cards(other, led)))
        return min(replies) if leads else max(replies)

    counted = map(count_lead, iterate_cards(leader))
    return max(counted) if leads else min(counted)


def _last_three_cards() -> Computed:
    # The small card beside ace and knave is any that is left of the suit.
    return [
        min(
            1 + _certain_points(parse_hand("KQT...") & ~led, theirs & ~reply, not beats(reply, led))
            for theirs in (parse_hand(f"AJ{small}...") for small in "987")
            for reply in iterate_cards(theirs)
        )
        for led in map(parse_card, ("TS", "KS", "QS"))
    ], "least of the best own points over all plays of the other, for each small card"


def _suits_by_pips() -> Computed:
    # Kings, queens, knaves and tens are ten each, so that suits alike in pips are one.
    ranks = range(SEVEN, RANKS)
    made: dict[tuple[int, int], set[str]] = {}
    for cards in (4, 5):
        for suit in combinations(ranks, cards):
            pips = [RANK_PIPS[rank] for rank in suit]
            letters = "".join({10: "T", 11: "A"}.get(one, str(one)) for one in pips)
            made.setdefault((cards, sum(pips)), set()).add(letters)
    cells = [(4, pips) for pips in range(34, 42)] + [(5, pips) for pips in range(44, 52)]
    return [tuple(sorted(made[cell])) for cell in cells], "all suits listed by their pips"


def _game_of_moliere() -> Computed:
    deal = find_claim("CAV-MOLIERE").deal
    elder = score_deal(deal)["elder"]
    rules = {**deal["rules"], "set": {**deal["rules"]["set"], "point_scores": "tenths"}}
    tenths = score_deal({**deal, "rules": rules})["elder"]
    return [elder["pique"], elder["cards"]], (
        f"the deal scored by the referee: {elder['point']} and {elder['sequences']} in hand, "
        f"{elder['play']} in play, {elder['total']} in all; with the point by tenths (Cotton 1674) "
        f"it is {tenths['point']}, and there is no pique"
    )


def _highest_deal() -> Computed:
    # The most in hand by the census, all tricks, and the bonuses; reached in a deal.
    most = max(count_hands_by("value")) + 60 + 13 + 40
    reached, blanche = (
        score_deal(find_claim(name).deal)["elder"]["total"] for name in ("HOYLE-170", "MOST-CB")
    )
    # Were the bound not reached, the true figure would not be known, and the claim not judged so.
    return [reached if reached == most else most], (
        f"at most {most}: the most a hand counts (census), 60, 13 in play, 40; a deal reaches "
        f"{reached}, and one with a carte blanche {blanche}"
    )


def _eight_before_twenty_three() -> Computed:
    # Three aces and five sure leads are elder's eight. Before the aces younger can only have
    # twenty-three with the point and the one quint that elder's cards leave.
    laws = AU_CENT.replace(play_scores="high leads").laws()
    hand, kept = parse_hand("J97.AJ9.AKT.AKQ"), parse_hand(".AJ9.AKT.A")
    quint = parse_hand("...JT987")
    beside = list(iterate_cards(PACK_32_MASK & ~(hand | quint)))

    def find_point(cards: int) -> int:
        return call_strength(laws, POINT, evaluate_hand(laws, cards).point)

    best: dict[int, int] = {}
    for others in map(sum, combinations(beside, 7)):
        holding = evaluate_hand(laws, quint | others)
        points, _ = score_call(laws, POINT, quint | others, holding, holding.point)
        if points + holding.sequences_score >= 23:
            best[others] = find_point(quint | others)
    own = {draw: find_point(kept | draw) for draw in map(sum, combinations(beside, 5))}
    lost = [
        draw
        for draw, most in own.items()
        for others, point in best.items()
        if not draw & others and point > most
    ]
    return [len(set(lost))], (
        f"of {comb(20, 5):,} draws, with every hand of younger; in {len(lost):,} of "
        f"{comb(20, 5) * comb(15, 12):,} cases younger reckons point, quint and tierce before"
    )


def compute_claims() -> dict[str, Computed]:
    """The true figures of each claim that can be computed, by its id, and how that is done."""
    claims = {claim.id: claim for claim in load_claims()}
    tables = {seat: claims[f"CAV-TABLE-{seat[0].upper()}"].counts for seat in SEATS}
    blanche, settle = carte_blanche_probability(), settle_totals
    return {
        **{
            f"CAV-DRAW-{seat}{least}" + f"of{named}" * (named > least): (
                [named_odds(named, least, drawn)],
                f"at least {least} of {named} named cards, drawing {drawn} of 20",
            )
            for seat, drawn, some in (
                ("E", 5, ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4))),
                ("Y", 3, ((1, 2), (1, 3), (1, 4))),
            )
            for least, named in (*((each, each) for each in range(1, drawn + 1)), *some)
        },
        **{  # of four aces and four kings at least one each, by exclusion
            f"HOYLE-AK-{drawn}": (
                [1 - Fraction(2 * comb(16, drawn) - comb(12, drawn), comb(20, drawn))],
                f"1 - (2 C(16,{drawn}) - C(12,{drawn})) / C(20,{drawn})",
            )
            for drawn in (2, 4)
        },
        "CAV-LEAVE": (
            [named_odds(1, 1, 3), named_odds(2, 1, 2)],
            "named cards, drawing 3 and 2 of 20",
        ),
        "CB-HAND": ([blanche], "C(20,12) / C(32,12)"),
        "CB-DEAL": ([2 * blanche], "2 C(20,12) / C(32,12); both need 24 plain cards of 20"),
        "CB-36": ([carte_blanche_probability(36)], "C(24,12) / C(36,12)"),
        **{
            f"CAV-EX-{name}": (
                [Fraction(reached, of)],
                f"{reached:,} of {of:,} in the author's table",
            )
            for seat, leasts in (
                ("elder", {"1": 10, "2": 20, "3": 30, "4": 40, "5": 140, "6a": 90, "6b": 100}),
                ("younger", {"7": 10, "8": 20}),
            )
            for name, least in leasts.items()
            for reached, of in [(sum(tables[seat][least // 10 :]), sum(tables[seat]))]
        },
        **{
            f"CAV-SET-{place}": ([settle(one, two)], f"settlement of {one} to {two} under the Laws")
            for place, (one, two) in enumerate(_SETTLED, start=1)
        },
        "CAV-581": ([settle(91, 92) + settle(106, 92)], "two settlements under the Laws"),
        "CAV-EX12": _last_three_cards(),
        "CAV-EX17": (
            [settle(130, 100), settle(102, 89), settle(102, 89) - settle(130, 100)],
            "settlements under the Laws",
        ),
        **{
            name: (
                [score_deal(claims[name].deal)[seat]["total"] for seat in seats],
                "the deal scored by the referee",
            )
            for name, seats in {
                "CAV-DEMO": SEATS,
                "CAV-L69": SEATS[:1],
                "MOST-CB": SEATS[:1],
            }.items()
        },
        "CAV-PIPS": _suits_by_pips(),
        "CAV-MOLIERE": _game_of_moliere(),
        "HOYLE-170": _highest_deal(),
        "HOYLE-823": _eight_before_twenty_three(),
        "HOYLE-170b": ([max(count_hands_by("value"))], "the census of all hands"),
        "MONT-III": ([Fraction(4, comb(32, 5)), Fraction(16, comb(32, 5))], "4 and 16 of C(32,5)"),
        "COUNT-DEALS": ([count_deals()], "C(32,12) C(20,12)"),
        "COUNT-DISC": (
            [len(list_discards(parse_hand("AKQJT987.AKQJ.."), exchange_limits("elder")))],
            "all discards listed",
        ),
        "COUNT-W455": ([comb(32 - 12 - 5, 12)], "C(15,12)"),
        "COUNT-W6188": ([comb(32 - 12 - 3, 12)], "C(17,12)"),
    }


_SETTLED = (
    (131, 113), (125, 81), (164, 114), (224, 92), (75, 301), (103, 144), (130, 104), (102, 89),
    (113, 98), (91, 92), (106, 92),
)  # fmt: skip
"""Totals of parties that Cavendish settles."""
NOT_JUDGED: dict[str, str] = {
    "PARL-18-41": "the cards of the deal are not in the sources at hand",
    "HOYLE-KAQ": "the case is not stated completely",
}
"""Claims that cannot be judged here, and why."""


def judge_exact_claims() -> list[Judged]:
    """Every claim of kind ``exact`` that can be computed, figure by figure.

    Returns
    -------
    list of Judged
        A claim without a figure gets the exact value and the verdict "no figure".

    Examples
    --------
    >>> sorted({one.verdict for one in judge_exact_claims()})
    ['no figure', 'right', 'right to the rounding', 'wrong']
    """
    judged, computed = [], compute_claims()
    for claim in load_claims():
        if claim.kind != "exact" or claim.id in NOT_JUDGED:
            continue
        values, computation = computed[claim.id]
        figures = claim.figures or ({},)
        judged += [
            Judged(
                claim,
                str(figure.get("label", "")),
                say_figure(figure) if figure else "–",
                exact,
                judge_figure(figure, exact) if figure else "no figure",
                computation,
            )
            for figure, exact in zip(
                figures, values * len(figures) if len(values) == 1 else values, strict=True
            )
        ]
    return judged
