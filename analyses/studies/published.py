"""Published figures: what the books say, and what is true.

Books on Piquet print odds, and tables of what players score. Claims that can be counted get their
exact value and a verdict; claims about how people play get the estimate of the simulated players,
with an interval. An author's frequency in ten thousand hands has a sampling error, which is allowed
for.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from matplotlib.figure import Figure

from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    PAPER_COLOUR,
    SEAT_LINES,
    is_narrow,
    letters,
)
from analyses.claims import RECORDED, UNJUDGED, add_exact, add_unjudged, count_matches, judge_played
from analyses.findings import Finding, Findings
from analyses.meaning import Row
from analyses.study import Asked, Chart, Study
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
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import NOTHING, PERCENT, Unit
from piquet_sim.estimates.shown import Look
from piquet_sim.exact.odds import named_odds

COLUMNS = (
    "id", "source", "quantity", "figure", "claimed", "kind", "found", "value", "se", "low", "high",
    "n", "method", "estimator", "verdict", "computation", "p", "claimed_value",
)  # fmt: skip
_JUDGED = (RIGHT, ROUNDED, WRONG)
_TABLES = "CAV-TABLE"
_PLAYED_SHARE = 0.3
"""The share of the time for the deals of these players; the rest is for those of other runs."""
_STEP, _EDGE = 0.5, -7
"""Percent: dots are stacked by how far off they are, to so much."""
_PLAYED = {
    ("CAV-SHOW-E", ""): "elder makes 28 or more",
    ("CAV-SHOW-Y", ""): "younger makes 14 or more",
    ("CAV-CARDS", "elder"): "elder wins the cards",
    ("CAV-CARDS", "younger"): "younger wins the cards",
    ("CAV-CARDS", "divided"): "the cards are divided",
    ("CAV-RUBICON", "in a partie"): "a partie is a rubicon",
    ("CAV-RUBICON", "a named player"): "one player is rubiconed",
    ("CAV-REP-E", ""): "elder repiques",
    ("CAV-REP-Y", ""): "younger repiques",
    ("CAV-PIQUE", ""): "elder piques or repiques",
    ("CAV-DEAL7", "the dealer, seven ahead, wins"): "dealer wins, seven ahead",
    ("HOYLE-14-13", "winning now"): "wins a game at once",
    ("HOYLE-5-4", ""): "first elder wins a game",
}
"""Claims about play, as the chart names them: by identifier and figure."""
_KINDS = {"exact": "what can be counted", "strategy": "what players make"}
_PRINTED, _CLAIMED = "printed", "claimed_value"
_PLAIN = Unit("as printed", " ", is_per=False)
_WRONG_NAMES = {"CAV-DRAW-E3of4": "3 of 4 named", "CAV-EX-6b": "100 or more"}


def answer(asked: Asked) -> Findings:
    """The verdict on every claim: by counting, or from n deals."""
    course, claims = asked.course, load_claims()
    result = asked.play(progress=course.begin(_PLAYED_SHARE, asked.n))
    findings = Findings({"matches": count_matches(result)}, COLUMNS)
    for one in judge_exact_claims():
        add_exact(findings, one)
    judge_played(findings, result, asked, 1 - _PLAYED_SHARE)
    for claim in claims:
        if claim.id in NOT_JUDGED:
            add_unjudged(findings, claim, NOT_JUDGED[claim.id])
    return findings


# ---- What it says -------------------------------------------------------------------------------
def list_rows(findings: Findings) -> Iterator[Row]:
    """All figures with their verdicts, and those printed of play: from fewer than printed to more.

    A share is given as one where its author prints a probability.
    """
    shares = _list_played(findings)
    for place, row in enumerate(findings.rows):
        if row.estimate is not None and row not in shares:
            unit = PERCENT if row[_CLAIMED] or 0 < row.estimate.value < 1 else _PLAIN
            name = ", ".join(filter(None, (row["quantity"], row["figure"])))
            about: dict[str, Any] = {"group": _KINDS[row["kind"]], "verdict": row["verdict"]}
            yield Row(f"row {place}", name, row, unit, NOTHING, **about)
    for place, row in enumerate(shares):
        name = _PLAYED.get((row["id"], row["figure"]), row["quantity"])
        about = {"group": "shares that are printed", "verdict": row["verdict"]}
        yield Row(f"now_{place}", name, row, of=NOTHING, seat="now", **about)
        yield Row(
            f"printed_{place}", name, row, of=NOTHING, seat=_PRINTED, printed=_CLAIMED, **about
        )


def _list_played(findings: Findings) -> list[Finding]:
    # Shares of what players make, without the classes of tables.
    played = [
        row
        for row in findings.rows
        if row[_CLAIMED] and _TABLES not in row["id"] and float(row[_CLAIMED]) <= 1
    ]
    return sorted(played, key=lambda row: row.estimate.value - float(row[_CLAIMED]))


def _select_exact(findings: Findings) -> list[Finding]:
    return [row for row in findings.select(kind="exact") if row["verdict"] in _JUDGED]


def count_verdicts(findings: Findings) -> dict[str, str]:
    """How many figures have each verdict, and which are wrong, for the holes of a text."""
    exact = _select_exact(findings)
    played = [row for row in findings.select(kind="strategy") if row["verdict"] != UNJUDGED]
    parts = {
        "exact": exact,
        "classes": [row for row in played if row["id"].startswith(_TABLES)],
        "others": [row for row in played if not row["id"].startswith(_TABLES)],
        "shares": _list_played(findings),
        "rows": findings.rows,
        "open": [row for row in findings.rows if row not in exact and row not in played],
        **{one: [row for row in exact if row["verdict"] == one] for one in _JUDGED},
    }
    parts |= {
        f"{name}_near": [row for row in parts[name] if row["verdict"] == AGREES]
        for name in ("classes", "others", "shares")
    }
    return {name: str(len(rows)) for name, rows in parts.items()} | {
        "told": "; ".join(_say_wrong(row) for row in parts[WRONG]) or "none"
    }


def list_sentences(findings: Findings) -> list[Claim]:
    """How many figures are wrong, and how many agree with what these players make."""
    fills = count_verdicts(findings)
    return [
        Claim(text, fills=fills)
        for text in (
            "The {rows} rows are {exact} figures that can be counted, {others} about what players "
            "make, {classes} classes in printed tables of scores, and {open} without a verdict.",
            "Wrong are {told}.",
            "Of the {others} figures about what players make, {others_near} lie within the errors "
            "of what these players make, of the {classes} classes {classes_near}.",
        )
    ]


def _name_author(row: Finding) -> str:
    return row["figure"] if row["figure"] == "Hoyle" else re.match(r"\w+", row["source"])[0]


def _say_wrong(row: Finding) -> str:
    what = re.split(r", having| \(", row["quantity"].rpartition("; ")[2])[0]
    what = what.replace(">=", "at least ")
    return f"{_name_author(row)}’s {row['claimed']}, truly {row['found']} ({what})"


# ---- Odds that can be counted -------------------------------------------------------------------
def _find_errors(findings: Findings) -> Iterator[tuple[float, Finding]]:
    # How far each claimed odds are from the true ones, in percent.
    claims = {claim.id: claim for claim in load_claims()}
    for row in findings.rows:
        if row["verdict"] in _JUDGED and re.search("against| on", row["claimed"]):
            figure = next(
                one for one in claims[row["id"]].figures if say_figure(one) == row["claimed"]
            )
            chances = float(claimed_probability(figure)), row.estimate.value
            said, true = (p / (1 - p) for p in chances)
            yield 100 * (said / true - 1), row


def draw_odds(findings: Findings) -> Figure:
    """Every odds a dot, stacked by how far off; only the wrong ones are named."""
    errors = sorted(_find_errors(findings), key=lambda one: _JUDGED.index(one[1]["verdict"]))
    wrong = [row for row in _select_exact(findings) if row["verdict"] == WRONG]
    named = [] if is_narrow() else [row for _, row in errors if row in wrong]
    others = "; ".join(_say_wrong(row) for row in wrong if row not in named) or "none"
    heights, places = (
        Counter[float](),
        {id(row): _STEP * round(error / _STEP) + 0.0 for error, row in errors},
    )
    count = sum(one["verdict"] == RIGHT for _, one in errors)
    with one_panel(
        STUDY.read(findings).headline,
        f"Of what books print; {len(errors)} are odds: how far off, percent",
        "A dot: a figure of Cavendish or Hoyle’s Games, to half a percent; to the rounding: no "
        f"other whole number is nearer. Wrong{', too' * bool(named)}: {others}.",
        height=(105 if is_narrow() else 75) * MM,
        unit="◂ odds too long      odds too short ▸",
        grid="",
    ) as (figure, axes):
        ink = {"markeredgecolor": EXACT_COLOUR, "markeredgewidth": letters(0.9)}
        for _, one in errors:
            place = places[id(one)]
            heights[place] += 1
            if one in wrong:
                draw_mark(axes, place, heights[place], "other", 6.4, markerfacecolor=OTHER_COLOUR)
            else:
                face = EXACT_COLOUR if one["verdict"] == RIGHT else PAPER_COLOUR
                draw_mark(axes, place, heights[place], "exact", 4.6, markerfacecolor=face, **ink)
        top = max(heights.values())
        grey = {"color": NEUTRAL_COLOUR, "linewidth": letters(0.8), "zorder": 1}
        for number, one in enumerate(sorted(named, key=lambda row: -row.estimate.value)):
            place, label = places[id(one)], (0.15, 0.5)[number % 2] * top + 1
            author, true = _name_author(one), float(one["found"].split(" to ")[0])
            said = (
                f"{_WRONG_NAMES.get(one['id'], one['quantity'])}:\n{author} "
                f"{one['claimed'].removesuffix(' against')},\ntruly {true:.1f}"
            )
            axes.plot([place] * 2, [1.4, label], **grey)
            where = {"ha": "left" if place < _EDGE else "center", "va": "bottom"}
            shift = (-14 if place < _EDGE else 0, 1)
            write_at(axes, place, label, said, "other", shift, linespacing=1.05, **where)
        axes.axvline(0, **grey)
        for x, y, shift, face, said in (
            (0.75, 0.88 * count, 6, EXACT_COLOUR, RIGHT),
            (-0.6, top - 0.5, -6, PAPER_COLOUR, ROUNDED),
        ):
            draw_mark(axes, x, y, "exact", 4.6, markerfacecolor=face, **ink)
            side = "left" if shift > 0 else "right"
            write_at(axes, x, y, said, "ink", (shift, 0), ha=side, fontweight="bold")
        axes.set(
            xlim=(min([*heights, -6]) - 1.4, max([*heights, 4]) + 2.6),
            ylim=(0.3, top + 1.2),
            yticks=[],
        )
        ticks = range(-8, 5, 2)
        axes.set_xticks(ticks, [f"{one:+}".replace("-", "−") if one else "true" for one in ticks])
    return figure


# ---- What five cards bring ----------------------------------------------------------------------
_MOST_HELPING, _MOST_DRAWN = 8, 5
_DRAWERS = {5: "elder", 3: "younger"}
_SHIFTS = {5: 3, 4: -2, 3: -3}
"""Points by which names at the ends of lines are moved apart."""


def draw_draws(findings: Findings) -> Figure:
    """The chance of drawing one card at least of those that help, by how many are drawn."""
    helping = range(1, _MOST_HELPING + 1)
    with one_panel(
        f"Taking five cards draws one of four that help in {float(named_odds(4, 1, 5)):.0%} of "
        "deals",
        "Chance of drawing at least one of them, percent",
        "Exact, for one to five cards drawn. Diamonds: the odds that Cavendish prints (about "
        "1890), for elder drawing five cards and younger drawing three.",
        height=72 * MM,
        unit="helping cards, of twenty not seen",
    ) as (figure, axes):
        for drawn in range(1, _MOST_DRAWN + 1):
            chances = [100 * float(named_odds(cards, 1, drawn)) for cards in helping]
            meaning, is_named = _DRAWERS.get(drawn, "neutral"), drawn in _DRAWERS
            axes.plot(
                helping,
                chances,
                color=f"piquet:{meaning}",
                linestyle=SEAT_LINES.get(meaning, "-"),
                linewidth=letters(1.6 if is_named else 0.9),
            )
            write_at(
                axes,
                _MOST_HELPING,
                chances[-1],
                f"{meaning}, {drawn}" if is_named else f"{drawn} drawn",
                meaning,
                (6, _SHIFTS.get(drawn, 0)),
                fontweight="bold" if is_named else "normal",
            )
        for claim in load_claims():
            match = re.fullmatch(r"CAV-DRAW-[EY]1(?:of(\d))?", claim.id)
            if match:
                claimed = float(claimed_probability(claim.figures[0]))
                draw_mark(axes, int(match.group(1) or 1), 100 * claimed, "other")
        draw_mark(axes, 4.2, 6, "other")
        write_at(axes, 4.2, 6, "Cavendish’s odds", "other", (6, 0), fontweight="bold")
        axes.set(
            xticks=helping,
            xlim=(0.7, _MOST_HELPING + 0.15),
            ylim=(0, 104),
            yticks=range(0, 101, 25),
        )
    return figure


STUDY = Study(
    name="published",
    question="Which published figures about Piquet are right?",
    group="books",
    no_condition="judges what was claimed of all deals",
    answer=answer,
    recorded=RECORDED,
    rows=list_rows,
    headline=lambda findings: [
        Claim(
            f"Of {{exact}} figures that can be counted {{{RIGHT}}} are right, {{{ROUNDED}}} to the "
            f"rounding, {{{WRONG}}} wrong",
            fills=count_verdicts(findings),
        )
    ],
    sentences=list_sentences,
    charts={
        "published": Chart(draw_odds),
        "published-play": Chart(
            Look(
                ["now_*", "printed_*"],
                "From above: fewer than printed to more",
                other=_PRINTED,
                axis="percent of deals, parties or games",
                note="Printed: Cavendish, Hoyle’s Games.",
            ),
            title=lambda findings: [
                Claim(
                    "{shares_near} of {shares} printed shares lie within the errors of both",
                    fills=count_verdicts(findings),
                )
            ],
        ),
        "draws": Chart(draw_draws),
    },
    not_meant="It does not mean that a book is wrong where these players make something else: its "
    "players were others.",
    assumed="What can be counted is counted. What depends on how people play is judged by these "
    "players, who are not the authors'; their own sampling error is allowed for. Most figures are "
    "Cavendish's; the source of each stands in the data file.",
    seconds=370,
)
