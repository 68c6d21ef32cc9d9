"""Published figures: what do the books say, and what is true?

Claims that can be counted get their exact value and a verdict; claims about how people play get
what the players of the simulation make of them, with an interval. Where an author gives a
frequency in ten thousand hands, the author's sampling error is allowed for.
"""

import time

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import Analysis, derive, describe
from analyses.claim_rows import (
    MOST_RECORDS,
    UNJUDGED,
    count_matches,
    judge_played,
    row_of_exact,
    row_of_unjudged,
)
from analyses.sentences import UNLIKELY, Sentence, choose, is_so, is_within
from analyses.study import Study
from analyses.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    PAGE_WIDTH,
    YOUNGER_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    letters,
    light_grid,
    new_chart,
)
from piquet_sim.compare.claim_computations import NOT_JUDGED, judge_exact_claims
from piquet_sim.compare.published_claims import (
    AGREES,
    RIGHT,
    ROUNDED,
    WRONG,
    claimed_probability,
    load_claims,
    say_figure,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.running.run import Progress, run_simulation

TITLE = "Which published figures about Piquet are right?"


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every claim: by counting, or from n deals.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 2_000).title)
    Which published figures about Piquet are right?
    """
    begun = time.perf_counter()
    result = run_simulation(simulation, n, threads, progress)
    judged = judge_exact_claims()
    rows = [row_of_exact(one) for one in judged]
    rows += judge_played(result, threads)
    rows += [
        row_of_unjudged(claim, NOT_JUDGED[claim.id])
        for claim in load_claims()
        if claim.id in NOT_JUDGED
    ]
    table = pd.DataFrame(rows)
    return Analysis(
        "published",
        TITLE,
        table,
        _draw,
        _summarise(table),
        describe(simulation, result.deals),
        time.perf_counter() - begun,
        {"intervals": "Wilson for proportions, normal for means, Wilson's inverted for medians",
         "matches": count_matches(result),
         "claims": "not judged: the reason stands under how it was found",
         **derive(**_count_verdicts(table))},
        runs=(result,),
        headlines=(_headline(table),),
        chart_notes={
            "players": str(simulation),
            "deals": result.deals,
            "deals_of_parties": min(result.deals, MOST_RECORDS),
            "matches": count_matches(result),
        },
    )  # fmt: skip


# ---- Telling ------------------------------------------------------------------------------------
def _count_verdicts(table: pd.DataFrame) -> dict[str, int]:
    exact = table[table.kind == "exact"]
    counts = exact.verdict.value_counts()
    played = table[(table.kind == "strategy") & (table.verdict != UNJUDGED)]
    in_tables = played.id.str.startswith("CAV-TABLE")
    claims, classes = played[~in_tables], played[in_tables]
    return {
        "counted": len(exact[exact.verdict.isin([RIGHT, ROUNDED, WRONG])]),
        **{name: int(counts.get(verdict, 0)) for name, verdict in
           (("right", RIGHT), ("rounded", ROUNDED), ("wrong", WRONG))},
        "claims": len(claims),
        "claims_agreeing": int((claims.verdict == AGREES).sum()),
        "classes": len(classes),
        "classes_agreeing": int((classes.verdict == AGREES).sum()),
        "not_judged": len(set(table[table.verdict == UNJUDGED].id)),
    }  # fmt: skip


def _summarise(table: pd.DataFrame) -> tuple[Sentence, ...]:
    return _tell_counted(table), _tell_played(table), _tell_unjudged(table)


def _tell_counted(table: pd.DataFrame) -> Sentence:
    wrong = table[(table.kind == "exact") & (table.verdict == WRONG)]
    named = "; ".join(
        f"{_name(row.quantity, '')}: {row.claimed}, truly {row.found}" for row in wrong.itertuples()
    )
    count = _count_verdicts(table)
    return Sentence(
        f"Of {count['counted']} figures that can be counted, {count['right']} are exactly right, "
        f"{count['rounded']} right to the rounding and {count['wrong']} wrong"
        + (f" ({named})." if named else ".")
    )


def _tell_played(table: pd.DataFrame) -> Sentence:
    count = _count_verdicts(table)
    told = (
        f"Of {count['claims']} figures about how people play, {count['claims_agreeing']} agree "
        f"with what these players do, within the errors of both; of the {count['classes']} "
        f"classes of the two tables of scores {count['classes_agreeing']}"
    )
    rows = table[~table.id.str.startswith("CAV-TABLE")].dropna(subset=["p"])
    # Among many figures one or another is far off by chance.
    far = [p * len(rows) for p in rows.p if p * len(rows) < UNLIKELY]
    return choose(
        Sentence(
            f"{told}. In {len(far)} of the figures these players surely differ.",
            is_so("one differs", len(far) > 0),
            *(
                is_within("p of a figure times how many were judged", p, below=UNLIKELY)
                for p in far
            ),
        ),
        Sentence(f"{told}. No figure is so far off that it cannot be chance."),
    )


def _tell_unjudged(table: pd.DataFrame) -> Sentence:
    left = table[table.verdict == UNJUDGED]
    told = "; ".join(f"{_name(row.quantity, '')} ({row.computation})" for row in left.itertuples())
    return Sentence(f"{len(left)} claims cannot be judged here: {told}.")


def _headline(table: pd.DataFrame) -> Sentence:
    count = _count_verdicts(table)
    return Sentence(
        f"Of {count['counted']} published figures that can be counted {count['right']} are "
        f"exactly right, {count['rounded']} to the rounding, {count['wrong']} wrong"
    )


_MARKS = {RIGHT: ("o", ELDER_COLOUR), ROUNDED: ("D", "white"), WRONG: ("X", YOUNGER_COLOUR)}


def _draw(table: pd.DataFrame, captions: dict[str, object]) -> Figure:
    table = table.fillna({"figure": ""})
    odds = table[table.verdict.isin(_MARKS) & table.claimed.str.contains("against| on")]
    shares = table[table.claimed_value.notna() & ~table.id.str.contains("TABLE")]
    with chart_style():
        figure, panels = new_chart(
            2, 1, height=1.6 + 0.16 * (len(odds) + len(shares)), width=PAGE_WIDTH,
            height_ratios=[len(odds) + 3, len(shares) + 2],
        )  # fmt: skip
        _draw_odds(panels[0], odds)
        _draw_played(panels[1], shares)
        add_headline(figure, captions["headlines"][0])
        add_small_print(
            figure,
            f"Above: the {len(odds)} that are odds, exactly; right to the rounding: no whole "
            "number in place of the first comes nearer.\n"
            f"Below: {captions['players']}, {captions['deals']:,} deals (parties of six from the "
            f"first {captions['deals_of_parties']:,}; {captions['matches']:,} games to 100); bars "
            "are 95% intervals.",
        )
    return figure


_SHORTER = (
    ("P(a partie ends in a rubicon); named player rubiconed", "rubicon"),
    ("5 random cards of 32 are a quint major / any quint", "five cards of 32"),
    ("needs 10: P(>=10)", "at least 10"),
    (" (140 behind)", ""),
    (" (e.g. an ace, having none)", ""),
    ("P(>=10)", "at least 10"),
    (">=", "at least "),
    (
        "A may win game 2 (then be younger in game 3) or stop at 99 v 70; winning better",
        "a game now or 99 to 70",
    ),
    ("(>6 tricks)", "(seven tricks or more)"),
)


def _name(quantity: str, label: str) -> str:
    text = quantity.replace("(arithmetic on his own table)", "(his table)").split(" (to save")[0]
    for said, shown in _SHORTER:
        text = text.replace(said, shown)
    long = "no ace or king held (8 missing): draw at least one of each in"
    text = text.replace(long, "an ace and a king in")
    return f"{text}: {label}" if label else text


def _draw_odds(axes: Axes, odds: pd.DataFrame) -> None:
    claims = {claim.id: claim for claim in load_claims()}
    for place, one in enumerate(odds.itertuples()):
        figures = claims[one.id].figures
        figure = next(figure for figure in figures if say_figure(figure) == one.claimed)
        said, true = (p / (1 - p) for p in (float(claimed_probability(figure)), one.value))
        error = 100 * (said / true - 1)
        mark, colour = _MARKS[one.verdict]
        axes.hlines(place, 0, error, color=EXACT_COLOUR, linewidth=0.7)
        axes.plot(error, place, marker=mark, color=colour, markeredgecolor=EXACT_COLOUR,
                  markeredgewidth=0.6, markersize=4.5, linestyle="none")  # fmt: skip
    axes.axvline(0, color=EXACT_COLOUR, linewidth=0.8)
    labels = [f"{_name(one.quantity, one.figure)}: {one.claimed}" for one in odds.itertuples()]
    axes.set_yticks(range(len(odds)), labels, fontsize=letters(6.5))
    axes.set_ylim(len(odds) - 0.4, -0.6)
    axes.set_xlabel("claimed odds, percent above the true odds")
    for verdict, (mark, colour) in _MARKS.items():
        axes.plot([], [], marker=mark, color=colour, markeredgecolor=EXACT_COLOUR,
                  markeredgewidth=0.6, markersize=4.5, linestyle="none", label=verdict)  # fmt: skip
    axes.legend(loc="upper left")
    axes.set_title("Odds that can be counted")
    light_grid(axes, "x")


def _draw_played(axes: Axes, shares: pd.DataFrame) -> None:
    for place, row in enumerate(shares.itertuples()):
        axes.errorbar(
            100 * row.value, place,
            xerr=[[100 * (row.value - row.low)], [100 * (row.high - row.value)]],
            marker="o", markersize=4, color=ELDER_COLOUR,
            label="simulated" if place == 0 else None,
        )  # fmt: skip
        axes.plot(100 * row.claimed_value, place, marker="D", markersize=7, linestyle="none",
                  color="none", zorder=3, markeredgecolor=EXACT_COLOUR, markeredgewidth=0.8,
                  label="claimed" if place == 0 else None)  # fmt: skip
    labels = [_name(row.quantity, row.figure) for row in shares.itertuples()]
    axes.set_yticks(range(len(shares)), labels, fontsize=letters(6.5))
    axes.set_ylim(len(shares) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("percent of deals, parties or games")
    axes.legend(loc="center right")  # nothing there comes up so often
    axes.set_title("Claims about how people play")
    light_grid(axes, "x")


STUDY = Study(TITLE, analyse, _draw, seconds=40)
