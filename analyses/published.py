"""Published figures: what do the books say, and what is true?

Claims that can be counted get their exact value and a verdict; claims about how people play get
what the players of the simulation make of them, with an interval. Where an author gives a
frequency in ten thousand hands, the author's sampling error is allowed for.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import Analysis, derive, describe
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
from piquet_sim.compare.claim_computations import NOT_JUDGED, judge_exact_claims, weigh_stopping
from piquet_sim.compare.published_claims import (
    AGREES,
    RIGHT,
    ROUNDED,
    WRONG,
    Claim,
    Judged,
    Judgement,
    claimed_probability,
    judge_estimate,
    load_claims,
    say_exact,
    say_figure,
)
from piquet_sim.deals.simulation import NOTHING_SCORED, Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_median,
    estimate_proportion,
    estimate_values,
    know_exactly,
)
from piquet_sim.game.rules import AU_CENT, COTTON_1674, RUBICON, RuleSet
from piquet_sim.game.settlement import PARTIE_DEALS, RUBICON_LINE, settle_totals
from piquet_sim.matches.matches import MatchResult, simulate_matches
from piquet_sim.running.records import RECORD_CHUNK_UNITS
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress, run_simulation

TITLE = "Which published figures about Piquet are right?"

_NOT_JUDGED = "not judged"
_NO_PARTIES = "needs one strategy in both seats, for the players change them"
_DEALS_A_MATCH, _DEALS_A_HEEDED_PARTIE = 20, 50
_HEEDING = "expert+score"
"""The strategy for claims where the score matters."""
_HIGH_LEADS = {"play_scores": "high leads"}
"""Cards below the ten do not count in play, as in all books before Cavendish's."""
_HUNDRED = AU_CENT.replace(
    name="au_cent, a race to 100, high cards", match="race", settlement="games",
    win_is_immediate=True, **_HIGH_LEADS,
)  # fmt: skip
"""Hoyle's game: won as soon as somebody has counted the hundredth point."""
_LEAST = 30
"""Minimum number of observations for judging a mean."""


class _TooFew(Exception):
    pass


_AUTHORS_HANDS = 10_000
_MOST_RECORDS = 240_000
_COLUMNS = ("elder_score", "younger_score", "point_result", "elder_tricks")
_ELDER, _YOUNGER = 1, 2


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
    rows = [_exact_row(one) for one in judged]
    rows += _judge_played(result, threads)
    rows += [
        _unjudged_row(claim, NOT_JUDGED[claim.id])
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
         "matches": _count_matches(result),
         "claims": "not judged: the reason stands under how it was found",
         **derive(**_count_verdicts(table))},
        runs=(result,),
        headlines=(_headline(table),),
        chart_notes={
            "players": str(simulation),
            "deals": result.deals,
            "deals_of_parties": min(result.deals, _MOST_RECORDS),
            "matches": _count_matches(result),
        },
    )  # fmt: skip


def _columns(estimate: Estimate) -> dict[str, object]:
    names = ("value", "se", "low", "high", "n", "method")
    return {name: getattr(estimate, name) for name in names}


def _exact_row(judged: Judged) -> dict[str, object]:
    # Of suits that make a point the value is how many there are.
    number = len(judged.exact) if isinstance(judged.exact, tuple) else judged.exact
    is_odds = any("odds" in key for figure in judged.claim.figures for key in figure)
    return {
        "id": judged.claim.id,
        "source": judged.claim.source,
        "quantity": judged.claim.quantity,
        "figure": judged.label,
        "claimed": judged.claimed,
        "kind": "exact",
        "found": say_exact(judged.exact, is_odds),
        **_columns(know_exactly(number)),
        "verdict": judged.verdict,
        "computation": judged.computation,
    }


def _unjudged_row(claim: Claim, reason: str) -> dict[str, object]:
    return {
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "figure": "",
        "claimed": claim.claimed,
        "kind": claim.kind,
        "found": "",
        "method": _NOT_JUDGED,
        "verdict": _NOT_JUDGED,
        "computation": reason,
    }


# ---- Claims about play --------------------------------------------------------------------------
def _judge_played(result: Result, threads: int | None) -> Iterator[dict[str, object]]:
    is_fair = result.simulation.elder == result.simulation.younger
    for claim in load_claims():
        if claim.kind != "strategy" or claim.id in NOT_JUDGED:
            continue
        if claim.counts:
            yield from _judge_scores(claim, result)
            continue
        if claim.id in _NEED_ONE_STRATEGY and not is_fair:
            yield _unjudged_row(claim, _NO_PARTIES)
            continue
        other = _OTHER_RUNS.get(claim.id)
        try:
            found = other.estimate(result, threads) if other else _ESTIMATES[claim.id](result)
        except _TooFew:
            yield _unjudged_row(claim, "too few deals")
            continue
        # Those of other runs are not shares that an author counted in recorded hands.
        hands = None if other else _AUTHORS_HANDS
        for figure, (label, estimate) in zip(claim.figures, found, strict=True):
            probability = claimed_probability(figure)
            judgement = judge_estimate(figure, estimate, hands)
            claimed = say_figure(figure) or claim.claimed
            row = _played_row(claim, label, claimed, estimate, judgement)
            if other:
                row["computation"] += f"; {other.words}"
            row["claimed_value"] = None if probability is None else float(probability)
            yield row


def _played_row(
    claim: Claim, label: str, claimed: str, estimate: Estimate, judgement: Judgement
) -> dict[str, object]:
    return {
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "figure": label,
        "claimed": claimed,
        "kind": "strategy",
        "found": str(estimate),
        **_columns(estimate),
        "verdict": judgement.verdict,
        "p": judgement.p,
        "computation": f"simulated; {estimate.method}",
    }


def _judge_scores(claim: Claim, result: Result) -> Iterator[dict[str, object]]:
    # A table of scores by tens; the last class has no end.
    seat = "elder" if claim.id.endswith("-E") else "younger"
    scores = result.tally.score_counts(seat)
    for place, count in enumerate(claim.counts):
        last = place == len(claim.counts) - 1
        deals = scores[10 * place : None if last else 10 * place + 10].sum()
        estimate = estimate_proportion(int(deals), result.deals)
        share = count / sum(claim.counts)
        judgement = judge_estimate(share, estimate, _AUTHORS_HANDS)
        label = f"{10 * place} or more" if last else f"{10 * place} to {10 * place + 9}"
        said = f"{count:,} of {sum(claim.counts):,}"
        row = _played_row(claim, label, said, estimate, judgement)
        row["claimed_value"] = share
        yield row


def _share(result: Result, *measures: str) -> Estimate:
    return estimate_proportion(
        sum(result.tally.total(measure) for measure in measures), result.deals
    )


def _score_at_least(result: Result, seat: str, least: int) -> Estimate:
    deals = result.tally.score_counts(seat)[least:].sum()
    return estimate_proportion(int(deals), result.deals)


def _read_records(result: Result) -> dict[str, np.ndarray]:
    simulation = result.simulation
    n = min(result.deals, _MOST_RECORDS)
    chunks = []
    for first in range(0, n, RECORD_CHUNK_UNITS):
        records = simulation.record_units(first, min(RECORD_CHUNK_UNITS, n - first))
        chunks.append({name: records[name].astype(np.int64) for name in _COLUMNS})
    return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in _COLUMNS}


def _mean(values: np.ndarray) -> Estimate:
    if len(values) < _LEAST:
        raise _TooFew
    return estimate_values(values)


def _swing(result: Result, ours: str) -> Estimate:
    # How much better elder's margin is where elder has something than where younger has it.
    records = _read_records(result)
    margin = records["elder_score"] - records["younger_score"]
    if ours == "point":
        mine, theirs = (records["point_result"] == seat for seat in (_ELDER, _YOUNGER))
    else:
        mine, theirs = records["elder_tricks"] > 6, records["elder_tricks"] < 6
    return subtract_estimates(_mean(margin[mine]), _mean(margin[theirs]))


def _play_parties(result: Result) -> tuple[np.ndarray, np.ndarray]:
    # Totals of both players over parties of six deals, each elder in turn.
    records = _read_records(result)
    parties = len(records["elder_score"]) // PARTIE_DEALS
    shape = (parties, PARTIE_DEALS)
    elder, younger = (
        records[f"{seat}_score"][: parties * PARTIE_DEALS].reshape(shape)
        for seat in ("elder", "younger")
    )
    if parties < _LEAST:
        raise _TooFew
    one = elder[:, ::2].sum(axis=1) + younger[:, 1::2].sum(axis=1)
    two = younger[:, ::2].sum(axis=1) + elder[:, 1::2].sum(axis=1)
    return one, two


def _rubicons(result: Result) -> list[tuple[str, Estimate]]:
    one, two = _play_parties(result)
    lost = (np.minimum(one, two) < RUBICON_LINE) & (one != two)
    named = (one < RUBICON_LINE) & (one < two)
    return [
        ("in a partie", estimate_proportion(int(lost.sum()), len(lost))),
        ("a named player", estimate_proportion(int(named.sum()), len(named))),
    ]


def _settlement(result: Result) -> Estimate:
    one, two = _play_parties(result)
    return _mean(np.array([settle_totals(int(a), int(b)) for a, b in zip(one, two, strict=True)]))


def _one(estimate: Estimate) -> list[tuple[str, Estimate]]:
    return [("", estimate)]


_ESTIMATES = {
    "CAV-SHOW-E": lambda result: _one(_score_at_least(result, "elder", 28)),
    "CAV-SHOW-Y": lambda result: _one(_score_at_least(result, "younger", 14)),
    "CAV-CARDS": lambda result: [
        ("elder", _share(result, "elder_cards", "elder_capot")),
        ("younger", _share(result, "younger_cards", "younger_capot")),
        ("divided", _share(result, "cards_divided")),
    ],
    "CAV-REP-E": lambda result: _one(_share(result, "elder_repique")),
    "CAV-REP-Y": lambda result: _one(_share(result, "younger_repique")),
    "CAV-PIQUE": lambda result: _one(_share(result, "elder_pique", "elder_repique")),
    "CAV-POINTVAL": lambda result: _one(_swing(result, "point")),
    "CAV-CARDSVAL": lambda result: _one(_swing(result, "cards")),
    "CAV-RUBICON": _rubicons,
    "CAV-PARTIE": lambda result: _one(_settlement(result)),
    "PARL-YW": lambda result: _one(_share(result, "younger_wins")),
    "BRIT-5": lambda result: _one(
        estimate_proportion(int(result.tally.arrays.exchanged[0, 5]), result.deals)
    ),
}


# ---- Claims about other games, each with a run of its own -----------------------------------
def _count_matches(result: Result, deals: int = _DEALS_A_MATCH) -> int:
    return max(result.deals // deals, _LEAST)


def _change(result: Result, rules: RuleSet) -> Simulation:
    return replace(result.simulation, rules=rules, mirrored=False)


def _play_matches(
    result: Result, threads: int | None, rules: RuleSet, start: tuple[int, int] = NOTHING_SCORED
) -> MatchResult:
    simulation = _change(result, rules)
    return simulate_matches(simulation, _count_matches(result), threads, start=start)


def _old_medians(result: Result, threads: int | None) -> list[tuple[str, Estimate]]:
    rules = AU_CENT.replace(name="au_cent, high cards", **_HIGH_LEADS)
    old = run_simulation(_change(result, rules), result.deals, threads)
    return [(seat, estimate_median(old.tally.score_counts(seat))) for seat in ("elder", "younger")]


def _dealers_lead(result: Result, threads: int | None) -> list[tuple[str, Estimate]]:
    heeding = replace(_change(result, RUBICON), elder=_HEEDING, younger=_HEEDING)
    # Who heeds the score takes so much longer than all the others together.
    parties = simulate_matches(heeding, _count_matches(result, _DEALS_A_HEEDED_PARTIE), threads)
    return [("wins less losses", parties.dealer_lead)]


def _dealers_handicap(result: Result, threads: int | None) -> list[tuple[str, Estimate]]:
    races = _play_matches(result, threads, COTTON_1674, start=(0, 7))
    return [("the dealer, seven ahead, wins", races.estimates["first_dealer_wins"])]


def _elder_first(result: Result, threads: int | None) -> list[tuple[str, Estimate]]:
    races = _play_matches(result, threads, _HUNDRED)
    return _one(races.estimates["first_elder_wins"])


def _case_seven(result: Result, threads: int | None) -> list[tuple[str, Estimate]]:
    return [("winning now", weigh_stopping(_change(result, _HUNDRED), _count_matches(result)))]


class _Run(NamedTuple):
    estimate: Callable[[Result, int | None], list[tuple[str, Estimate]]]
    words: str
    """The results of what was played."""


_OTHER_RUNS = {
    "CAV-SHOW-OLD": _Run(_old_medians, "deals in which cards below the ten do not count in play"),
    "CAV-FIRSTDEAL": _Run(_dealers_lead, f"parties of six, {_HEEDING} in both seats"),
    "CAV-DEAL7": _Run(
        _dealers_handicap, "races to 100 after Cotton 1674, the first dealer seven ahead"
    ),
    "HOYLE-5-4": _Run(
        _elder_first, "races to 100 in which cards below the ten do not count in play"
    ),
    "HOYLE-14-13": _Run(
        _case_seven,
        "his chance of the party if he wins, as a share of it and his chance if he stops; B ahead "
        "by one game of two",
    ),
}
_NEED_ONE_STRATEGY = ("CAV-RUBICON", "CAV-PARTIE", "CAV-DEAL7", "HOYLE-5-4", "HOYLE-14-13")


# ---- Telling ------------------------------------------------------------------------------------
def _count_verdicts(table: pd.DataFrame) -> dict[str, int]:
    exact = table[table.kind == "exact"]
    counts = exact.verdict.value_counts()
    played = table[(table.kind == "strategy") & (table.verdict != _NOT_JUDGED)]
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
        "not_judged": len(set(table[table.verdict == _NOT_JUDGED].id)),
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
    left = table[table.verdict == _NOT_JUDGED]
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


STUDY = Study(TITLE, analyse, _draw)
