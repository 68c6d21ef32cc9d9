"""The sixes: how leaving them out changed elder's advantage.

As in `codes`, `club` plays unless another is named.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from analyses.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    read_estimate,
    read_estimates,
    say_players,
    say_who_plays,
    shift_progress,
)
from analyses.documents import COTTON_REPORT, SURVEY
from analyses.sentences import Sentence, about, choose, exceeds_all, percent, say
from analyses.study import Study
from analyses.style import (
    ELDER_COLOUR,
    SEAT_COLOURS,
    SEAT_MARKS,
    add_headline,
    add_small_print,
    chart_style,
    interval_bars,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.estimates.tally_estimates import estimate_lead
from piquet_sim.exact.census import carte_blanche_probability
from piquet_sim.game.rules import COTTON_1674, RUBICON, RuleSet
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "What did leaving out the sixes do to elder's advantage?"

# A note of 1709 (003) says how the old rules hold without the sixes: elder takes five of eight.
PACKS: dict[str, dict[int, RuleSet]] = {
    "Cotton 1674": {
        36: COTTON_1674,
        32: COTTON_1674.replace(
            name="cotton_1674 with 32 cards",
            pack=32,
            elder_exchange_most=5,
            carte_blanche_of_both_cancels=False,
        ),
    },
    "Rubicon": {
        36: RUBICON.replace(name="rubicon with 36 cards", pack=36, elder_exchange_most=8),
        32: RUBICON,
    },
}
"""Both old and new laws with both packs."""

_MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "elder_exchanged",
    "younger_exchanged", "elder_cards", "younger_cards", "elder_sequence", "younger_sequence",
    "elder_point", "younger_point", "elder_set", "younger_set", "elder_repique",
    "younger_repique",
)  # fmt: skip
_PARTS = ("point", "sequences", "sets", "play", "cards", "pique", "repique")


@dataclass(frozen=True)
class _Pack:
    laws: str
    cards: int
    result: Result

    def value(self, measure: str) -> Estimate:
        return self.result.estimates[measure]


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer the question from n deals of both laws with both packs.

    The strategies are those of the simulation; its rules are ignored.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 1_000).title)
    What did leaving out the sixes do to elder's advantage?
    """
    packs = []
    for laws, by_cards in PACKS.items():
        for cards, rules in by_cards.items():
            one = replace(simulation, rules=rules, mirrored=False)
            before = n * len(packs)
            shown = shift_progress(progress, before)
            packs.append(_Pack(laws, cards, run_simulation(one, n, threads, shown)))
    rows = [
        estimate_row(measure, pack.value(measure), laws=pack.laws, pack=pack.cards)
        for pack in packs
        for measure in (*_MEASURES, *_part_names())
    ]
    return Analysis(
        "sixes",
        TITLE,
        pd.DataFrame(rows),
        _draw,
        _summarise(simulation, packs),
        {**describe(simulation, n), "rules": "Cotton 1674 and Rubicon, with 36 and 32 cards"},
        sum(pack.result.seconds for pack in packs),
        {
            "answers": _answer_claims(packs),
            **derive(
                carte_blanche_of_36=float(carte_blanche_probability(36)),
                carte_blanche_of_32=float(carte_blanche_probability(32)),
                **{f"change_under_{laws}": _change(packs, laws, "difference") for laws in PACKS},
                **{
                    f"change_of_{part}": change
                    for part, change in _changes_of_parts(packs, "Rubicon").items()
                },
            ),
        },
        runs=tuple(pack.result for pack in packs),
        headlines=_headlines(packs),
        chart_notes={"players": say_players(simulation), "deals": packs[0].result.deals},
        tables={"leads": _list_leads(packs)},
    )


def _count_runs(simulation: Simulation) -> int:
    """How many times n deals are played: two laws with two packs."""
    return sum(len(by_cards) for by_cards in PACKS.values())


def _part_names() -> list[str]:
    return [f"{seat}_{part}_mean" for seat in ("elder", "younger") for part in _PARTS]


def _find(packs: list[_Pack], laws: str, cards: int) -> _Pack:
    return next(pack for pack in packs if pack.laws == laws and pack.cards == cards)


def _change(packs: list[_Pack], laws: str, measure: str) -> Estimate:
    # What 32 cards make more than 36; the deals are different ones.
    small, large = (_find(packs, laws, cards).value(measure) for cards in (32, 36))
    return subtract_estimates(small, large)


def _answer_claims(packs: list[_Pack]) -> list[Sentence]:
    rubicon = _change(packs, "Rubicon", "difference")
    odds = {cards: 1 / float(carte_blanche_probability(cards)) for cards in (32, 36)}
    cotton = _find(packs, "Cotton 1674", 36)
    return [
        Sentence(
            f"{COTTON_REPORT} says that elder can always take up to eight, and younger may have as "
            f"few as four: they exchange {say(cotton.value('elder_exchanged'))} and "
            f"{say(cotton.value('younger_exchanged'))} cards."
        ),
        Sentence(
            f"{COTTON_REPORT} calls a blank vanishingly rare: once in {odds[36]:.0f} hands with "
            f"the sixes; without them once in {odds[32]:,.0f}."
        ),
        Sentence(
            f"{SURVEY} says that the rules hold as the game is played without the sixes: under "
            f"Rubicon's laws elder's margin changes by {say(rubicon)} points a deal."
        ),
    ]


def _summarise(simulation: Simulation, packs: list[_Pack]) -> tuple[Sentence, ...]:
    told = []
    for laws in PACKS:
        change = _change(packs, laws, "difference")
        large, small = (_find(packs, laws, cards).value("difference") for cards in (36, 32))
        where = "Under" if told else f"{say_who_plays(simulation)}under"
        told.append(
            Sentence(
                f"{where} the laws of {laws} elder's margin is {say(large)} points a deal with the "
                f"sixes and {say(small)} without, a change of {say(change)}."
            )
        )
    told.append(
        Sentence(
            f"Under Rubicon's laws the change comes {_say_parts(packs, 'Rubicon')}; elder wins "
            f"{percent(_find(packs, 'Rubicon', 36).value('elder_wins'))} of deals with the sixes "
            f"and {percent(_find(packs, 'Rubicon', 32).value('elder_wins'))} without."
        )
    )
    return tuple(told)


def _lead(pack: _Pack, part: str) -> Estimate:
    return estimate_lead(pack.result.tally, part, pack.result.simulation.rules)


def _changes_of_parts(packs: list[_Pack], laws: str) -> dict[str, Estimate]:
    # What 32 cards make of the parts of elder's margin, less what 36 make.
    return {
        part: subtract_estimates(*(_lead(_find(packs, laws, cards), part) for cards in (32, 36)))
        for part in _PARTS
    }


def _say_parts(packs: list[_Pack], laws: str) -> str:
    changes = _changes_of_parts(packs, laws)
    ordered = sorted(changes.items(), key=lambda item: -abs(item[1].value))
    return "from " + ", ".join(f"{part} ({about(change, sign='+')})" for part, change in ordered)


def _headlines(packs: list[_Pack]) -> tuple[Sentence, ...]:
    # Over the chart, and over the panel of the parts.
    moved = " and ".join(
        f"{about(_change(packs, laws, 'difference'), sign='+')} ({laws})" for laws in PACKS
    )
    parts = _changes_of_parts(packs, "Rubicon")
    most = max(parts, key=lambda part: abs(parts[part].value))
    others = [_size(change) for part, change in parts.items() if part != most]
    words = f"by how much more {most} moved than another part"
    return tuple(
        Sentence(one.replace("-", "−"), *one.grounds)
        for one in (
            Sentence(f"Without the sixes elder's margin changes by {moved}"),
            choose(
                Sentence(
                    f"Rubicon: {most} moved most",
                    *exceeds_all(words, _size(parts[most]), others),
                ),
                Sentence("Elder less younger, by parts"),
            ),
        )
    )


def _size(change: Estimate) -> Estimate:
    # The same away from nought, on whichever side it lies.
    return change if change.value >= 0 else negate(change)


def _list_leads(packs: list[_Pack]) -> pd.DataFrame:
    # The parts of elder's margin.
    return pd.DataFrame(
        [
            estimate_row(part, _lead(pack, part), laws=pack.laws, pack=pack.cards)
            for pack in packs
            for part in _PARTS
        ]
    )


def _draw(table: pd.DataFrame, captions: dict[str, object], leads: pd.DataFrame) -> Figure:
    packs = {
        (laws, cards): read_estimates(table, laws=laws, pack=cards)
        for laws, by_cards in PACKS.items()
        for cards in by_cards
    }
    with chart_style():
        figure, (scores, parts) = new_chart(2, 1, height=4.8, height_ratios=(0.8, 1.4))
        places = np.arange(len(packs))
        for seat in ("elder", "younger"):
            values = [pack[f"{seat}_score"] for pack in packs.values()]
            scores.errorbar([one.value for one in values], places,
                            xerr=interval_bars(values), linestyle="none",
                            marker=SEAT_MARKS[seat], markersize=4.5, color=SEAT_COLOURS[seat],
                            label=seat)  # fmt: skip
        for place, pack in zip(places, packs.values(), strict=True):
            one, two = pack["younger_score"].value, pack["elder_score"].value
            scores.plot([one, two], [place, place], color="#999999", linewidth=0.8, zorder=0)
            scores.text((one + two) / 2, place - 0.16, f"{two - one:+.1f}", ha="center",
                        fontsize=letters(6.5))  # fmt: skip
        scores.set_yticks(places, [_name_pack(*pack) for pack in packs])
        scores.set_ylim(len(packs) - 0.5, -0.7)
        scores.set_xlim(left=0)
        scores.set_xlabel("points a deal")
        scores.legend(loc="upper left")
        light_grid(scores, "x")
        over, title = captions["headlines"]
        add_headline(figure, over)
        scores.set_title("Scores with both packs")
        _draw_parts(parts, leads)
        parts.set_title(title)
        add_small_print(
            figure,
            f"{captions['players']}, {captions['deals']:,} deals of each. Bars: 95% intervals.",
        )
    return figure


def _name_pack(laws: str, cards: int) -> str:
    return f"{laws}, {cards} cards"


def _draw_parts(axes, leads: pd.DataFrame) -> None:
    rows = np.arange(len(_PARTS))
    colours = {("Cotton 1674", 36): "#e8e8e8", ("Cotton 1674", 32): "#bdbdbd",
               ("Rubicon", 36): "#7fa6d0", ("Rubicon", 32): ELDER_COLOUR}  # fmt: skip
    height = 0.2
    for number, ((laws, cards), own) in enumerate(leads.groupby(["laws", "pack"], sort=False)):
        parts = [read_estimate(row) for row in own.itertuples()]
        axes.barh(rows + (number - 1.5) * height, [one.value for one in parts], height,
                  xerr=interval_bars(parts),
                  color=colours[laws, cards], label=_name_pack(laws, cards),
                  hatch="/////" if laws != "Rubicon" else None, edgecolor="#555555",
                  linewidth=0.3,
                  error_kw={"elinewidth": 0.5, "capsize": 0})  # fmt: skip
    axes.axvline(0, color="black", linewidth=0.6)
    axes.set_yticks(rows, _PARTS)
    axes.set_ylim(len(_PARTS) - 0.4, -0.6)
    axes.set_xlabel("elder's points less younger's, a deal")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.3, -0.38), ncols=2, borderaxespad=0)
    light_grid(axes, "x")


STUDY = Study(TITLE, analyse, _draw, strategy="club", has_own_rules=True, count_runs=_count_runs)
