"""Hand probabilities: what a dealt hand of twelve cards holds.

What scores is a long suit, a sequence in one suit, and three or four of a rank. A quint is a
sequence of five, a quatorze four of a rank, tens or higher. The counts are exact, over all hands;
dealt hands of a simulation stand beside them as a check. The players change nothing here, so
the fast `club` plays.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

from matplotlib.figure import Figure

from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import MM
from analyses.findings import Findings
from analyses.meaning import Row
from analyses.statistics import SET_KIND
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.differences import UNLIKELY
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.estimates.grounds import Claim, say_one_in
from piquet_sim.estimates.quantity import Of, Quantity
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails, poisson_tail
from piquet_sim.exact import census

ASKED = ("elder.longest_suit", "elder.best_sequence", SET_KIND.format("elder"))
SETS = ("none", "one trio", "more trios", "quatorze")
SEQUENCES = {
    0: "none",
    3: "tierce",
    4: "quart",
    5: "quint",
    6: "sixième",
    7: "septième",
    8: "huitième",
    9: "neuvième",
}
_MANY = 30
"""Expected number of hands from which a class count is nearly normal."""
HOLDING = "what a hand holds, as counted"
_SUITS, _RUNS = (
    [f"longest suit: {cards} cards" for cards in range(10)],
    [f"best sequence: {name}" for name in SEQUENCES.values()],
)
HOLDINGS = {
    "no sequence": ["best sequence: none"],
    "a trio or quatorze": [f"sets: {name}" for name in SETS[1:]],
    "a quatorze": ["sets: quatorze"],
    "a suit of five or more": _SUITS[5:],
    "a suit of six or more": _SUITS[6:],
    "a suit of seven or more": _SUITS[7:],
    "a quart or longer": _RUNS[2:],
    "a quint or longer": _RUNS[3:],
    "a sixième or longer": _RUNS[4:],
}
"""What a hand may hold, and the classes that do."""


def answer(asked: Asked) -> Findings:
    """Elder's dealt hands by class in n deals, beside the exact counts."""
    rules, findings = asked.simulation.rules, Findings()
    exact_counts = {
        "longest suit": (census.count_hands_by("longest_suit", rules), "{} cards".format),
        "best sequence": (census.count_hands_by("best_sequence", rules), SEQUENCES.__getitem__),
        "sets": (census.count_set_kinds(rules), SETS.__getitem__),
    }
    result, hands = asked.play(), census.count_hands(rules.pack)
    for text, (attribute, (counts, name)) in zip(ASKED, exact_counts.items(), strict=True):
        dealt = result.group(text)
        for value, count in counts.items():
            exact = Fraction(count, hands)
            share = replace(dealt.share(value), exact=exact)
            rarity = 1 / float(exact) if exact else None
            findings.add(
                share,
                {"hands": int(exact * hands), "of": hands, "one_in": rarity},
                attribute=attribute,
                quantity=name(value),
            )
    return findings


# ---- What it says -------------------------------------------------------------------------------
def list_rows(findings: Findings) -> Iterator[Row]:
    """The dealt hands of each class."""
    for row in findings.rows:
        attribute, name = row["attribute"], row["quantity"]
        yield Row(f"{attribute}: {name}", name, row, of=Of("hand"), group=f"{attribute}, as dealt")


def add_up(numbers: Mapping[str, Quantity]) -> list[Quantity]:
    """How many hands hold a thing, the most frequent first: exact."""
    exact = {key: Fraction(one.estimate.exact or 0) for key, one in numbers.items()}
    pack = 36 if "longest suit: 9 cards" in numbers else 32
    shares = {name: sum(exact.get(key, 0) for key in keys) for name, keys in HOLDINGS.items()}
    shares["a whole suit"] = exact[f"longest suit: {pack // 4} cards"]
    shares["four aces"] = Fraction(comb(pack - 4, 8), comb(pack, 12))
    shares["a carte blanche"] = Fraction(comb(pack - 12, 12), comb(pack, 12))
    return [
        Quantity(name, name, know_exactly(share), of=Of("hand"), group=HOLDING)
        for name, share in sorted(shares.items(), key=lambda one: -one[1])
        if share
    ]


def find_chance_of_farthest(findings: Findings) -> float:
    """The p-value, for as many tests, of the class that lies farthest from its exact count."""
    chances = []
    for row in findings.rows:
        deals, share = row.estimate.n, int(row["hands"]) / int(row["of"])
        seen, expected = round(row.estimate.value * deals), share * deals
        if min(expected, deals - expected) >= _MANY:
            chances.append(normal_tails(row.estimate.z))
        else:  # rare classes are Poisson's
            tail = poisson_tail(seen, expected)
            chances.append(min(1.0, 2 * min(tail, 1 - poisson_tail(seen + 1, expected))))
    return min(adjust_by_holm(chances))


def list_sentences(findings: Findings) -> list[Claim]:
    """How rare some holdings are, and whether the hands dealt here are as counted."""
    chance = find_chance_of_farthest(findings)
    return [
        Claim("{no sequence} are dealt no sequence, as counted exactly."),
        Claim(
            "A quatorze is dealt to {a quatorze:odds} hands, a carte blanche to "
            "{a carte blanche:odds}."
        ),
        Claim(
            "Of {classes} classes of hands dealt at random here {agrees} off the count beyond "
            "chance (p = {p}, adjusted for all).",
            fills={
                "classes": str(len(findings.rows)),
                "agrees": "none is" if chance > UNLIKELY else "one at least is",
                "p": f"{chance:.2g}",
            },
        ),
    ]


def draw(findings: Findings) -> Figure:
    """A ladder of rarity: one dot a holding."""
    found = STUDY.read(findings)
    holdings = [one for one in found.quantities if one.group == HOLDING]
    with one_panel(
        found.headline,
        "Dealt to 1 in so many hands (log scale)",
        f"Exact: counted over all {int(findings.rows[0]['of']):,} hands of twelve cards. The table "
        f"has the hands of {findings.about['n']:,} simulated deals beside it.",
        height=72 * MM,
        grid="y",
    ) as (figure, axes):
        axes.set(
            yticks=range(len(holdings)),
            yticklabels=[one.name for one in holdings],
            ylim=(len(holdings) - 0.4, -0.6),
            xscale="log",
            xlim=(1, max(20_000, *(5 / one.estimate.value for one in holdings))),
            xticks=[1, 10, 1_000],
            xticklabels=["all", "10", "1,000"],
        )
        axes.set_xticks([], minor=True)
        for place, (one, tick) in enumerate(zip(holdings, axes.get_yticklabels(), strict=True)):
            odds, is_titled = 1 / one.estimate.value, one.name in ("a quint or longer", "four aces")
            tick.set_fontweight(weight := "bold" if is_titled else "normal")
            draw_mark(axes, odds, place, "exact" if is_titled else "neutral", 6)
            said, colour = say_one_in(one).removeprefix("1 in "), "ink" if is_titled else "neutral"
            write_at(axes, odds, place, said, colour, (5, 0), ha="left", fontweight=weight)
    return figure


STUDY = Study(
    name="hands",
    question="What does a dealt hand hold?",
    group="game",
    no_condition="compares dealt hands with all hands",
    answer=answer,
    counted=ASKED,
    rows=list_rows,
    derive=add_up,
    headline=[
        Claim(
            "A quint or longer is dealt to {a quint or longer:odds} hands, four aces to "
            "{four aces:odds}"
        )
    ],
    sentences=list_sentences,
    charts={"hands": Chart(draw)},
    not_meant="It does not say what is held when the cards are played: the exchange comes between.",
    assumed="All hands of twelve cards are equally likely. The counts are exact; the simulated "
    "hands beside them check the dealing.",
    players="club",
)
