"""Hand probabilities: what a dealt hand of twelve cards holds.

What scores is a long suit, a sequence in one suit, and three or four of a rank. A quint is a
sequence of five, a quatorze four of a rank, tens or higher. The counts are exact, over all hands;
dealt hands of a simulation stand beside them as a check. The players change nothing here, so
the fast `club` plays.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb

from matplotlib.figure import Figure

from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import MM, figure_of
from analyses.findings import Findings
from analyses.statistics import SET_KIND
from analyses.study import Asked, Chart, Study
from piquet_sim.estimates.differences import UNLIKELY
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
_TITLED = ("a quint or longer", "four aces")
_LENGTHS = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
_RUNS = {4: "a quart or longer", 5: "a quint or longer", 6: "a sixième or longer"}


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


def list_rarities(findings: Findings) -> dict[str, float]:
    """How many hands hold a thing, one in so many, the most frequent first: exact."""
    of = int(findings.rows[0]["of"])
    pack = next(pack for pack in (32, 36) if comb(pack, 12) == of)
    longest, sequences, sets = (
        {row["quantity"]: int(row["hands"]) for row in findings.select(attribute=attribute)}
        for attribute in ("longest suit", "best sequence", "sets")
    )
    lengths = {int(name.split()[0]): hands for name, hands in longest.items()}
    runs = {cards: sequences.get(name, 0) for cards, name in SEQUENCES.items() if cards}
    counts = {
        "a trio or quatorze": of - sets["none"],
        "a quatorze": sets["quatorze"],
        "four aces": comb(pack - 4, 8),
        "a carte blanche": comb(pack - 12, 12),
        f"all {_LENGTHS[max(lengths)]} of a suit": lengths[max(lengths)],
    }
    for cards in (5, 6, 7):
        counts[f"a suit of {_LENGTHS[cards]} or more"] = sum(
            hands for length, hands in lengths.items() if length >= cards
        )
    for cards, name in _RUNS.items():
        counts[name] = sum(hands for length, hands in runs.items() if length >= cards)
    return {name: of / hands for name, hands in sorted(counts.items(), key=lambda one: -one[1])}


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


def _say_odds(odds: float) -> str:
    return f"{odds:.1f}" if odds < 10 else f"{odds:,.0f}"


def words(findings: Findings) -> tuple[str, ...]:
    """How rare a quint, four aces, a quatorze and a carte blanche are."""
    rarities = {name: _say_odds(odds) for name, odds in list_rarities(findings).items()}
    none = next(findings.select(attribute="best sequence", quantity="none"))
    chance = find_chance_of_farthest(findings)
    agrees = "none is" if chance > UNLIKELY else "one at least is"
    return (
        f"A quint or longer is dealt to one hand in {rarities[_TITLED[0]]}, four aces to one in "
        f"{rarities[_TITLED[1]]}",
        f"{int(none['hands']) / int(none['of']):.2%} of all hands hold no sequence, as counted "
        "exactly.",
        f"A quatorze is dealt to one hand in {rarities['a quatorze']}, a carte blanche to one in "
        f"{rarities['a carte blanche']}.",
        f"Of {len(findings.rows)} classes of hands dealt at random here {agrees} off the count "
        f"beyond chance (p = {chance:.2g}, adjusted for all).",
    )


def draw(findings: Findings) -> Figure:
    """A ladder of rarity: one dot a holding."""
    rarities = list_rarities(findings)
    with one_panel(
        words(findings)[0],
        "Dealt to one hand in so many (log scale)",
        f"Exact: counted over all {int(findings.rows[0]['of']):,} hands of twelve cards. The table "
        f"has the hands of {findings.about['n']:,} simulated deals beside it.",
        height=72 * MM,
        grid="y",
    ) as axes:
        for place, (name, odds) in enumerate(rarities.items()):
            is_titled = name in _TITLED
            draw_mark(axes, odds, place, "exact" if is_titled else "neutral", 6)
            write_at(
                axes,
                odds,
                place,
                _say_odds(odds),
                "ink" if is_titled else "neutral",
                (5, 0),
                ha="left",
                fontweight="bold" if is_titled else "normal",
            )
        axes.set_yticks(range(len(rarities)), list(rarities))
        for tick in axes.get_yticklabels():
            tick.set_fontweight("bold" if tick.get_text() in _TITLED else "normal")
        axes.set_ylim(len(rarities) - 0.4, -0.6)
        axes.set_xscale("log")
        axes.set_xlim(1, max(20_000, 5 * max(rarities.values())))
        axes.set_xticks([1, 10, 100, 1_000], ["1", "10", "100", "1,000"])
        axes.set_xticks([], minor=True)
    return figure_of(axes)


STUDY = Study(
    name="hands",
    question="What does a dealt hand hold?",
    group="game",
    no_condition="compares dealt hands with all hands",
    answer=answer,
    counted=ASKED,
    words=words,
    charts={"hands": Chart(draw, "how rare a holding is")},
    not_meant="It does not say what is held when the cards are played: the exchange comes between.",
    assumed="All hands of twelve cards are equally likely. The counts are exact; the simulated "
    "hands beside them check the dealing.",
    players="club",
)
