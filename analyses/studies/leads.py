"""Leads: what elder leads first, and what another kind of lead would gain or lose.

Elder leads to the first of twelve tricks. Random deals are played, and elder's first lead is judged
in each. The judge computes the mean result of every card that may be led (the highest of touching
cards) over all hands that younger can hold, each weighted by how likely it was kept, both then
playing perfectly (`decisions.kinds.card`). It sees all cards after the lead: it knows nothing of
what a lead hides or shows, and is much like the judgement of `expert` itself, which looks at thirty
hands. So it is exact where it is asked, and says little of the faults of `expert`.

Therefore some of the leads are played on: the lead of each kind that the judge rates first, and the
player's own, in deals that elder may imagine, the same players going on and seeing what is theirs
to see (`statistics.moments`). None of these deals was used to choose a lead.

The kinds of leads are those of `statistics.first_leads`. Three choices are judged as one: to keep
tenaces, to lead the point suit, to lead from a guarded king (`first_leads`); maxims on the first
lead are judged with all others on the play (`playing`).
In each choice the best lead on one side is compared with the best on the other: in all deals, where
the cards are in the balance, and where a pique is live, which is where some lead makes one against
at least a twentieth of the hands, and some lead makes none against at least a twentieth.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import say_alike, say_origin, say_reach, say_share
from analyses.charts.marks import rule_off, write_at
from analyses.charts.panel import one_sheet
from analyses.charts.rows import Mark, Row, Words, draw_rows, find_ends
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, HIGHEST, TITLE_SIZE, letters
from analyses.findings import Findings, compare_values, say_who_plays
from analyses.statistics.first_leads import (
    BALANCE,
    KINDS,
    LEAD_CHOICES,
    SITUATIONS,
    FirstLead,
    judge_lead,
)
from analyses.statistics.moments import Moment, list_moments
from analyses.study import UNMIRRORED, Asked, Chart, Study
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.exact.limits import limit_change
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import play_in_order
from piquet_sim.game.wording import capitalise, number_word
from piquet_sim.sentences import brief, brief_percent, percent

ALL, FIRST_RATED = "all", "the lead rated first"
LED, GAIN = "is led", "gain, all seen after the lead"
COST = "cost against the best lead, all seen after the lead"
PLAYED_ON = "gain, played on unseeing"
WORTH, FOLLOWED = "following less breaking", "is followed"
SHARE = "share of deals"
LIVE = "a pique live"
WHERE = {ALL: "all deals", BALANCE: BALANCE, LIVE: LIVE}
"""In which deals a choice is judged, and in which words."""
_DEALS_ASKED_A_LEAD, _LEAST_LEADS = 50, 40
_PLAYED_ON_SHARE = 10
"""One lead of so many is played on, where the players lead."""
_FEWEST = 20
"""Deals of which there is a row."""
_LIMITS = limit_change(RUBICON)


# ---- Judging ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """The value of leads: one lead for every fifty deals, at least forty, under Rubicon."""
    simulation = asked.simulation
    deals = max(asked.n // _DEALS_ASKED_A_LEAD, _LEAST_LEADS)
    progress = asked.course.begin(1, deals)
    for player in (simulation.elder, simulation.younger):
        player.prepare()
    judge_lead(simulation, 0, None)  # what is compiled is compiled once

    def parts() -> Iterator[tuple[int, Moment | None]]:
        for index in range(deals):
            moment = None
            if index % _PLAYED_ON_SHARE == 0 and simulation.play == STRATEGIES:
                (listed,) = list_moments(simulation, index, 1)
                moment = next((one for one in listed if one.is_card and one.trick == 1), None)
            yield index, moment

    judged = []
    for one in play_in_order(lambda part: judge_lead(simulation, *part), parts(), asked.threads):
        judged.append(one)
        progress(len(judged))
    leads = [one for one in judged if one is not None]
    findings = Findings({"leads": len(leads)})
    for situation in (ALL, *SITUATIONS):
        _add_kinds(findings, situation, leads)
    live = estimate_values(np.array([one.is_live for one in leads]))
    findings.add(live, situation=LIVE, kind=ALL, quantity=SHARE)
    for situation in WHERE:
        own = [
            one for one in leads
            if situation in (ALL, one.situation) or (situation == LIVE and one.is_live)
        ]  # fmt: skip
        for place, choice in enumerate(LEAD_CHOICES):
            if len(own) >= _FEWEST:
                _add_choice(findings, own, place, situation=situation, kind=choice.name)
    return findings


def _add_kinds(findings: Findings, situation: str, leads: Sequence[FirstLead]) -> None:
    # How often leads of each kind are made in a situation, and what they make.
    own = [one for one in leads if situation in (ALL, one.situation)]
    if situation != ALL:
        share = estimate_values(np.array([one.situation == situation for one in leads]))
        findings.add(share, situation=situation, kind=ALL, quantity=SHARE)
    if len(own) < _FEWEST:
        return
    gains, kinds = np.array([one.gains for one in own]), np.array([one.kind for one in own])
    played = np.array([one.played for one in own if one.played is not None])
    for place, kind in enumerate((*KINDS, FIRST_RATED)):
        cells, there = {"situation": situation, "kind": kind}, ~np.isnan(gains[:, place])
        if place < len(KINDS):
            findings.add(estimate_values(kinds == place), **cells, quantity=LED)
            findings.add(estimate_values(there), **cells, quantity="may be led")
        if there.sum() < _FEWEST:
            continue
        findings.add(_mean(gains[there, place]), **cells, quantity=GAIN)
        findings.add(_mean((gains[:, -1] - gains[:, place])[there]), **cells, quantity=COST)
        if len(played) and (tried := ~np.isnan(played[:, place])).sum() >= _FEWEST:
            findings.add(_mean(played[tried, place]), **cells, quantity=PLAYED_ON)


def _add_choice(findings: Findings, leads: Sequence[FirstLead], place: int, **cells: str) -> None:
    # How often there is a choice, is made, and what it makes.
    worth, played, followed = np.array([one.choices[place] for one in leads]).reshape(-1, 3).T
    there = ~np.isnan(worth)
    findings.add(estimate_values(there), **cells, quantity="applies")
    if there.sum() < _FEWEST:
        return
    findings.add(estimate_values(followed[there] > 0), **cells, quantity=FOLLOWED)
    findings.add(_mean(worth[there]), **cells, quantity=WORTH)
    if (tried := ~np.isnan(played)).sum() >= _FEWEST:
        findings.add(_mean(played[tried]), **cells, quantity=f"{WORTH}, played on")


def _mean(values: np.ndarray) -> Estimate:
    return estimate_values(values, limits=_LIMITS)


# ---- Telling ------------------------------------------------------------------------------------
def words(findings: Findings) -> tuple[str, ...]:
    """How often masters are led, what leads from under them cost, and the lead rated first."""
    masters, costs = (
        [findings.get(situation=ALL, kind=f"{suit} suit, {kind}", quantity=quantity)
         for suit in ("point", "other")]
        for kind, quantity in (("a master", LED), ("from under a master", COST))
    )  # fmt: skip
    sentences = [
        f"{say_who_plays(findings)}elder's first lead is a master of the point suit in "
        f"{percent(masters[0])} of deals, of another suit in {percent(masters[1])}."
    ]
    headline = "What elder leads first: too few deals"
    led, every = _read_shown(findings)
    often = [kind for kind in every if led[kind].value >= _OFTEN]
    if often:
        numbers = dict(zip(every, say_alike(every.values()), strict=True))
        kind = often[-1]
        headline = f"Leading {' '.join(_NAMES[kind].split())} costs {numbers[kind]} points"
    for cost, suit in zip(costs, ("the point suit", "another suit"), strict=True):
        if cost is not None:
            sentences.append(
                f"Lost by a lead from under a master of {suit}, compared with the best lead: "
                f"{compare_values(cost, unit='points')}."
            )
    first = findings.get(situation=ALL, kind=FIRST_RATED, quantity=PLAYED_ON)
    if first is not None:
        sentences.append(
            "The lead rated first by a judge who sees all cards, played on and compared with the "
            f"lead made: {compare_values(first, unit='points')}."
        )
    return headline, *sentences


_SHOWN, _OFTEN = 0.005, 0.02
"""Share of deals in which a lead is made that is shown, and that may stand in the headline."""
_NAMES = {
    "point suit, a master": "a master of\nthe point suit",
    "point suit, from under a master": "a low card of the point\nsuit, keeping its master",
    "point suit, from a guarded king": "a low card of the point\nsuit, keeping its king",
    "point suit, another card": "a low card\nof the point suit",
    "other suit, a master": "a master of\nanother suit",
    "other suit, from under a master": "a low card of another\nsuit, keeping its master",
    "other suit, from a guarded king": "a low card of another\nsuit, keeping its king",
    "other suit, another card": "a low card\nof another suit",
}
_LED_AT, _NAME_AT, _BAR_AT, _NUMBER_ROOM = 9.5, 12.0, 47.0, 11.0
"""Millimetres from the left, and for the number behind a bar."""


def _read_shown(findings: Findings) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
    # How often each kind is led, and what those cost that are led often enough, the least first.
    led, every = (findings.read_by("kind", situation=ALL, quantity=one) for one in (LED, COST))
    shown = [kind for kind in KINDS if kind in every and every[kind].low is not None
             and led[kind].value >= _SHOWN]  # fmt: skip
    return led, {kind: every[kind] for kind in sorted(shown, key=lambda one: every[one].value)}


def draw_leads(findings: Findings) -> Figure:
    """Leads that are made in half a percent of deals or more, by what they cost."""
    led, costs = _read_shown(findings)
    every = findings.read_by("kind", situation=ALL, quantity=COST)
    amount = f"{findings.about['leads']:,} leads"
    with one_sheet(
        words(findings)[0], "Elder’s first lead: points a deal it costs against the best lead",
        f"{say_origin(findings.about, amount)} Judged as if all cards were seen after the lead; "
        f"95%: {say_reach(costs.values())} at most. Master: no unseen card takes it."
        f"{_say_rarer(led, every, costs)}",
        height=HIGHEST,
    ) as axes:  # fmt: skip
        axes.set_ylim(len(costs), -0.62)
        for x, text, ha in (
            (_LED_AT, "led in", "right"), (_NAME_AT, "the lead", "left"),
            (_BAR_AT, "costs, points", "left"),
        ):  # fmt: skip
            write_at(axes, x, -0.3, text, "neutral", ha=ha, bbox=None)
        scale = (axes.get_xlim()[1] - _BAR_AT - _NUMBER_ROOM) / max(
            [one.value for one in costs.values()] or [1]
        )
        numbers = say_alike(costs.values())
        for place, ((kind, cost), number) in enumerate(zip(costs.items(), numbers, strict=True)):
            weight = "bold" if place == 0 else "normal"
            rule_off(axes, place)
            write_at(axes, _LED_AT, place + 0.5, say_share(led[kind]), ha="right",
                     fontweight=weight, bbox=None)  # fmt: skip
            write_at(axes, _NAME_AT, place + 0.5, _NAMES[kind], ha="left",
                     va="center", linespacing=1.1, fontweight=weight, bbox=None)  # fmt: skip
            length = scale * max(cost.value, 0)
            axes.add_patch(Rectangle((_BAR_AT, place + 0.3), length, 0.4, color=ELDER_COLOUR))
            write_at(axes, _BAR_AT + length, place + 0.5, number, shift=(3, 0), ha="left",
                     fontsize=letters(TITLE_SIZE - 1), fontweight="bold", bbox=None)  # fmt: skip
        rule_off(axes, len(costs))
        axes.plot([_BAR_AT] * 2, [0, len(costs)], color=EXACT_COLOUR, linewidth=letters(0.9))
    return axes.figure


def _say_rarer(
    led: dict[str, Estimate], every: dict[str, Estimate], costs: dict[str, Estimate]
) -> str:
    # What is too rare to be shown, and what it costs.
    rare = [kind for kind in KINDS if kind in led and kind not in costs]
    ends = sorted((every[kind] for kind in rare if kind in every), key=lambda one: one.value)
    if not ends:
        return ""
    share = 100 * sum(led[kind].value for kind in rare)
    low, *_, high = say_alike([ends[0], *costs.values(), ends[-1]])
    kinds = f"{capitalise(number_word(len(rare)))} rarer kind{'s' * (len(rare) > 1)}"
    cost = ("costs" if len(rare) == 1 else "cost") + f" {low}" + f" to {high}" * (low != high)
    return f" {kinds} ({f'{share:.1f}% of leads' if share else 'never led'}) {cost}."


def draw_choices(findings: Findings) -> Figure:
    """What each choice makes: in all deals, the cards in the balance, a pique live."""
    rows: list[Row] = []
    for choice in LEAD_CHOICES:
        own = findings.read_by("situation", kind=choice.name, quantity=WORTH)
        if own:
            head = () if rows else [Words("done in", is_bold=True)]
            rows.append(Row(choice.name, words=head, is_bold=True, gap=1.2 if rows else 1.0))
        for where, said in WHERE.items():
            if where in own:
                followed = findings.find(situation=where, kind=choice.name, quantity=FOLLOWED)
                share = Words(brief_percent(followed))
                rows.append(Row(said, [Mark(own[where], "elder", size=4)], [share]))
    every = [mark.value for row in rows for mark in row.marks]
    kept = findings.get(situation=ALL, kind=LEAD_CHOICES[0].name, quantity=WORTH)
    low, high = find_ends(every, -1.0, 1.0)
    choice = capitalise(LEAD_CHOICES[0].name)
    return draw_rows(
        rows, f"{choice} at the first lead: {brief(kept, sign='+')} points"
        if kept else "What the choices at the first lead make: too few deals",
        "Points that it makes more than the best other lead",
        f"{say_origin(findings.about, format(findings.about['leads'], ',') + ' leads')} By a judge "
        "to whom all cards are seen after the lead. Lines: 95% intervals.",
        unit="points a deal", height=HIGHEST, limits=(low - 1, high + 0.25 * (high - low)), ticks=4,
        ticked=(low, high),
    )  # fmt: skip


STUDY = Study(
    name="leads",
    question="What does elder lead first, and what would another lead gain or lose?",
    group="players",
    answer=answer,
    words=words,
    charts={
        "leads": Chart(draw_leads, "what elder leads first, and what other leads make"),
        "lead-choices": Chart(draw_choices, "what it makes to keep a tenace, lead the point"),
    },
    not_meant="It does not mean that such a lead is wrong in every hand: the figures are means "
    "over all deals in which there is such a card.",
    assumed="Younger can hold any hand that agrees with the calls, each weighed by how likely it "
    "was kept; both then play perfectly, seeing all. Deals that are played on are played by the "
    "same players, as elder may imagine them.",
    fixed=UNMIRRORED,
    no_condition="judges leads of all deals",
    seconds=70,
)
