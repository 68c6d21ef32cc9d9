"""What the numbers of exact answers and of parties mean, so that they can be shown.

Each function makes `Numbers` of what the rooms below count: names, units, denominators, and what
may be said over them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from piquet_sim.conditions.drawn_hands import AIM_OF_VALUE, EventOdds, HandCount
from piquet_sim.conditions.expression import read_expression
from piquet_sim.conditions.names import AIM
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import (
    NOTHING,
    PERCENT,
    POINTS,
    SETTLEMENT,
    TRICKS,
    Of,
    Quantity,
    Sign,
    Unit,
)
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.exact.census import ATTRIBUTES, count_hands, label_value
from piquet_sim.exact.draw_odds import EVENTS, VALUE, DrawOdds
from piquet_sim.exact.ending_solutions import Solution
from piquet_sim.exact.ending_wording import explain_solution
from piquet_sim.game.cards import format_hand_symbols
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import PLAYERS, TRIO
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.game.wording import capitalise, join_words
from piquet_sim.matches.equity import Chances, PointWorth

if TYPE_CHECKING:
    import pandas as pd

_HANDS, _DRAWS, _PARTIES = Of("hand", "of twelve cards"), Of("draw"), Of("partie")


# ---- Counted exactly ----------------------------------------------------------------------------
def describe_census(counts: Mapping[str, Mapping[int, int]], rules: RuleSet) -> Numbers:
    """The hands by what they hold.

    Parameters
    ----------
    counts : mapping
        Hands by attribute and value.
    rules : RuleSet
    """
    of = count_hands(rules.pack)
    own = [
        Quantity(
            f"{name}={label_value(name, value)}",
            label_value(name, value),
            know_exactly(Fraction(hands, of), of),
            of=_HANDS,
            group=ATTRIBUTES[name].meaning,
        )
        for name, values in counts.items()
        for value, hands in values.items()
    ]
    commonest = max(own, key=lambda one: one.value)
    first = next(iter(counts))
    return Numbers(
        f"All hands of twelve cards, a pack of {rules.pack}, counted exactly",
        own,
        [
            Claim(
                f"{capitalise(commonest.group)}: commonest {{which}}, {{{commonest.key}}}",
                [Exceeds(commonest.key, f"{first}=*")],
                {"which": commonest.name},
            )
        ]
        if len(counts) == 1
        else [Claim(f"What a hand holds: {len(own)} shares of all hands")],
        Look([f"{first}=*"], ATTRIBUTES[first].meaning, has_bars=True),
    )


def describe_hands(met: HandCount, rules: RuleSet) -> Numbers:
    """The share of hands that meet a condition."""
    return Numbers(
        f"All hands of twelve cards, a pack of {rules.pack}, counted exactly",
        [Quantity("met", met.condition, know_exactly(met.probability, met.of), of=_HANDS)],
        [Claim("{which}: {met}, {met:odds}", (), {"which": met.condition})],
        Look(has_bars=True),
    )


def describe_draw(odds: DrawOdds, seat: str, asked: Sequence[EventOdds] = ()) -> Numbers:
    """What the draw brings after a discard: what is asked of it, or else all that it may bring."""
    shares = {f"event{place}": (one.event, one.probability) for place, one in enumerate(asked)} or {
        key: (name, odds.rate(key)) for key, name in EVENTS.items()
    }
    own = [
        Quantity(key, name, know_exactly(share, odds.draws), of=_DRAWS)
        for key, (name, share) in shares.items()
    ]
    if asked:
        said = Claim("The draw brings {which} in {event0}", (), {"which": own[0].name})
    else:
        own.append(
            Quantity(
                VALUE,
                "points of the hand if all is good",
                know_exactly(odds.value_mean, odds.draws),
                POINTS,
                _DRAWS,
            )
        )
        said = Claim(
            "The draw makes a quatorze in {any_quatorze}, a point of six or more in {point>=6}"
        )
    return Numbers(
        f"{seat.capitalize()}, after discarding {format_hand_symbols(odds.discard)}; "
        f"{odds.draws:,} draws, all counted",
        own,
        [said],
        Look(
            ("point>=[56]", "sequence>=[345]", "any_quatorze", "quatorze:?"),
            "What the hand holds after the draw",
            has_bars=True,
            is_sorted=True,
        ),
    )


def describe_ranking(
    ranked: Sequence[DrawOdds], aim: str, seat: str, rules: RuleSet, most: int | None = None
) -> Numbers:
    """The discards of a hand, the best by an aim first.

    Parameters
    ----------
    ranked : sequence of DrawOdds
    aim : str
        An expression: an event, or a number of which the mean is taken.
    seat : str
    rules : RuleSet
    most : int, optional
        So many of them; by default all.
    """
    read = read_expression(aim, rules, AIM)
    unit = POINTS if read.text == AIM_OF_VALUE else PERCENT if read.is_yes else Unit("the mean")
    own = [
        Quantity(
            f"d{place}",
            format_hand_symbols(one.discard),
            know_exactly(one.rate(aim), one.draws),
            unit,
            _DRAWS,
        )
        for place, one in enumerate(ranked[:most])
    ]
    best = {"which": own[0].name}
    return Numbers(
        f"{seat.capitalize()}: the best of {len(ranked):,} discards by {read.text}; all draws "
        "counted",
        own,
        [
            Claim("{which} makes the most, {d0}", [Exceeds("d0", "d*")], best),
            Claim("{which} makes {d0}; others make as much", (), best),
        ],
        Look([f"d{place}" for place in range(10)], f"Discards by {read.text}", has_bars=True),
    )


def describe_precedence(tables: Mapping[str, "pd.DataFrame"]) -> Numbers:
    """How often elder is good in a class before the exchange, by what elder holds.

    Parameters
    ----------
    tables : mapping
        By class, from `exact.who_is_good.precedence_table`.
    """
    own = [
        Quantity(
            f"{column} {kind} {row['elder_holds']}",
            row["elder_holds"],
            know_exactly(Fraction(row[seat], row["of"]), row["of"]),
            of=Of("deal", "" if row["elder_holds"] == "any" else "in which elder holds it"),
            group=f"elder's {kind}" * (len(tables) > 1),
            column=column,
        )
        for kind, table in tables.items()
        for row in table.to_dict("records")
        for column, seat in (("good", "elder"), ("equal", "equal"), ("not good", "younger"))
    ]
    return Numbers(
        f"Elder's {join_words([*tables])} before the exchange, by what elder holds; all deals "
        "counted",
        own,
        [
            Claim(
                "Before the exchange elder's "
                + join_words([f"{kind} is good in {{good {kind} any}}" for kind in tables])
            )
        ],
        Look(
            ["good *"],
            "How often what elder holds is good",
            has_bars=True,
            written={"equal": "equal *", "not good": "not good *"},
        ),
    )


def describe_solution(solution: Solution) -> Numbers:
    """What each card to play is worth with all cards seen."""
    own = [
        Quantity(
            f"c{place}",
            format_hand_symbols(card),
            know_exactly(Fraction(value)),
            SETTLEMENT if solution.aim == "settlement" else POINTS,
            NOTHING,
            sign=Sign.AMOUNT if solution.aim == "own" else Sign.LEAD,
        )
        for place, (card, value) in enumerate(
            sorted(solution.plays.items(), key=lambda play: -play[1])
        )
    ]
    best = {"best": own[0].name}
    return Numbers(
        explain_solution(solution),
        own,
        [
            Claim("{best} is the best card: {c0}", [Exceeds("c0", "c*")], best),
            Claim("{best} makes {c0}", (), best),
        ],
        Look(says="What is still to come, by the card played; both play their best"),
    )


# ---- A partie -----------------------------------------------------------------------------------
_CHANCES = {
    "wins": "A wins",
    "loses": "B wins",
    "drawn": "the partie is drawn",
    "a_rubiconed": "A is rubiconed",
    "b_rubiconed": "B is rubiconed",
}


def describe_chances(chances: Chances, worth: PointWorth, score: str, about: str) -> Numbers:
    """What a score is worth to A, and what one more point is.

    Parameters
    ----------
    chances : Chances
    worth : PointWorth
    score : str
        As words begin with it: "At 68–155 before deal 6".
    about : str
        Who plays, by which rules, and how it was measured.
    """
    known = {
        key: replace(one, n=0)  # which is not of parties
        for key, one in {**vars(chances), "mine": worth.mine, "theirs": worth.theirs}.items()
    }
    own = [
        *(Quantity(key, name, known[key], of=_PARTIES) for key, name in _CHANCES.items()),
        Quantity(
            "settlement_mean",
            "settlement, to A",
            known["settlement_mean"],
            SETTLEMENT,
            _PARTIES,
            sign=Sign.LEAD,
        ),
        Quantity(
            "final_difference_mean",
            "final totals, A less B",
            known["final_difference_mean"],
            POINTS,
            _PARTIES,
            sign=Sign.LEAD,
        ),
        *(
            Quantity(
                f"point_of_{player.lower()}",
                f"one more point for {player}, to A",
                known[key],
                SETTLEMENT,
                _PARTIES,
                sign=Sign.CHANGE,
                against="the score as it is",
            )
            for player, key in zip(PLAYERS, ("mine", "theirs"), strict=True)
        ),
    ]
    return Numbers(
        about,
        own,
        [Claim("{score}, A wins {wins} and B {loses}", (), {"score": score})],
        Look(
            [*_CHANCES, "settlement_mean", "final_difference_mean"],
            f"{score}: what the score is worth",
        ),
    )


class Settled(dict, Shown):
    """What a score sheet comes to, with the deals that are on it: a dict that shows itself."""

    def __init__(
        self, settled: Mapping[str, Any], deals: Sequence[Sequence[int]] | None = None
    ) -> None:
        super().__init__(settled)
        self.deals = deals or ()

    def numbers(self) -> Numbers:
        """Totals, and what is paid to whoever won; the deals are those of the sheet."""
        pairs = [(f"deal {place}", deal) for place, deal in enumerate(self.deals, 1)]
        own = [
            Quantity(
                f"{name} {player}",
                name,
                know_exactly(Fraction(int(points))),
                POINTS,
                NOTHING,
                seat=player,
            )
            for name, pair in (*pairs, ("total", self["totals"]))
            for player, points in zip(PLAYERS, pair, strict=True)
        ]
        said, winner = "A made {total A}, B {total B}", self["winner"]
        if winner is not None:
            own.append(
                Quantity(
                    "settlement",
                    "paid to the winner",
                    know_exactly(Fraction(int(self["settlement"]))),
                    SETTLEMENT,
                    NOTHING,
                )
            )
            said = "{0} wins by {{total {0}}} to {{total {1}}} and is paid {{settlement}}".format(
                winner, "AB".replace(winner, "")
            )
        return Numbers(
            "A score sheet",
            own,
            [Claim(said)],
            Look(["deal *"] if self.deals else ["total *"], "Points by deal"),
        )


def describe_chouette(parties: Sequence[Mapping[str, Any]]) -> Numbers:
    """The running totals of a chouette, partie by partie.

    Parameters
    ----------
    parties : sequence of mapping
        As ``piquet settle --chouette`` has them.
    """
    own = [
        Quantity(
            f"scores {place} {player}",
            f"partie {place}",
            know_exactly(Fraction(made)),
            POINTS,
            NOTHING,
            player,
            sign=Sign.LEAD,
        )
        for place, partie in enumerate(parties, 1)
        for player, made in partie["scores"].items()
    ]
    return Numbers(
        "A chouette, running totals",
        own,
        [Claim(join_words([f"{one} {{scores {len(parties)} {one}}}" for one in TRIO]))],
        Look(["scores *"], "Running totals"),
    )


class Scored(dict, Shown):
    """What both made of a deal: a dict that shows itself."""

    def numbers(self) -> Numbers:
        """The points of both seats by what they are for, and the tricks."""
        own = [
            Quantity(
                f"{seat}_{part}",
                {"cards": "the cards"}.get(part, part.replace("_", " ")),
                know_exactly(Fraction(int(self[seat][part]))),
                TRICKS if part == "tricks" else POINTS,
                NOTHING,
                seat=seat,
            )
            for part in self[ELDER]
            for seat in SEATS
        ]
        return Numbers(
            "A deal, scored",
            own,
            [Claim("Elder made {elder_total}, younger {younger_total}")],
            Look([one.key for one in own if one.unit == POINTS], "Points by what they are for"),
        )
