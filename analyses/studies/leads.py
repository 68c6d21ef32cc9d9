"""Leads: what elder leads first, and what another kind of lead would gain or lose.

Elder leads to the first of twelve tricks. Random deals are played, and elder's first lead is judged
in each. The judge computes the mean result of every card that may be led (the highest of touching
cards) over all hands that younger can hold, each weighted by how likely it was kept, both then
playing perfectly (`decisions.kinds.card`). It sees all cards after the lead: it knows nothing of
what a lead hides or shows, and is much like the judgement of `expert` itself, which looks at thirty
hands. So it is exact for play with all cards seen, and says little of the faults of `expert`.

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
from itertools import product

import numpy as np

from analyses.findings import Findings
from analyses.maxims.verdict import mean
from analyses.meaning import Row
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
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import NOTHING, PERCENT, POINTS, Of, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.game.threads import play_in_order
from piquet_sim.strategies.roster import STRATEGIES

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


# ---- Judging ------------------------------------------------------------------------------------
def answer(asked: Asked) -> Findings:
    """The value of leads: one lead for every fifty deals, at least forty, under Rubicon."""
    simulation = asked.simulation
    deals = max(asked.n // _DEALS_ASKED_A_LEAD, _LEAST_LEADS)
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

    judged = play_in_order(lambda part: judge_lead(simulation, *part), parts(), asked.threads)
    leads = [one for one in asked.course.follow(1, deals, judged) if one is not None]
    findings = Findings({"leads": len(leads)})
    for situation in (ALL, *SITUATIONS):
        _add_kinds(findings, situation, leads)
    findings.add(
        estimate_values([one.is_live for one in leads]), situation=LIVE, kind=ALL, quantity=SHARE
    )
    for situation in WHERE:
        own = [
            one
            for one in leads
            if situation in (ALL, one.situation) or (situation == LIVE and one.is_live)
        ]
        for place, choice in enumerate(LEAD_CHOICES):
            if len(own) >= _FEWEST:
                _add_choice(findings, own, place, situation=situation, kind=choice)
    return findings


def _add_kinds(findings: Findings, situation: str, leads: Sequence[FirstLead]) -> None:
    # How often leads of each kind are made in a situation, and what they make.
    own = [one for one in leads if situation in (ALL, one.situation)]
    if situation != ALL:
        findings.add(
            estimate_values([one.situation == situation for one in leads]),
            situation=situation,
            kind=ALL,
            quantity=SHARE,
        )
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
        findings.add(mean(gains[there, place]), **cells, quantity=GAIN)
        findings.add(mean((gains[:, -1] - gains[:, place])[there]), **cells, quantity=COST)
        if len(played) and (tried := ~np.isnan(played[:, place])).sum() >= _FEWEST:
            findings.add(mean(played[tried, place]), **cells, quantity=PLAYED_ON)


def _add_choice(findings: Findings, leads: Sequence[FirstLead], place: int, **cells: str) -> None:
    # How often there is a choice, is made, and what it makes.
    worth, played, followed = np.array([one.choices[place] for one in leads]).reshape(-1, 3).T
    there = ~np.isnan(worth)
    findings.add(estimate_values(there), **cells, quantity="applies")
    if there.sum() < _FEWEST:
        return
    findings.add(estimate_values(followed[there] > 0), **cells, quantity=FOLLOWED)
    findings.add(mean(worth[there]), **cells, quantity=WORTH)
    if (tried := ~np.isnan(played)).sum() >= _FEWEST:
        findings.add(mean(played[tried]), **cells, quantity=f"{WORTH}, played on")


# ---- Telling ------------------------------------------------------------------------------------
LEADS = (
    ("point suit", "a master", "point_master", "a master of the point suit"),
    ("point suit", "another card", "point_other", "another card of the point suit"),
    ("point suit", "from a guarded king", "point_king", "a guarded king in the point suit"),
    ("point suit", "from under a master", "point_under", "a card under a master of the point suit"),
    ("other suit", "a master", "master", "a master of a side suit"),
    ("other suit", "another card", "other", "another card of a side suit"),
    ("other suit", "from a guarded king", "king", "a guarded king in a side suit"),
    ("other suit", "from under a master", "under", "a card under a side suit’s master"),
)
"""Kinds of leads: suit and kind as the table has them, the key, and what there must be to lead."""


def list_rows(findings: Findings) -> Iterator[Row]:
    """What each kind of lead costs where it can be made, how often that is, and how often it is."""
    for suit, name, key, held in LEADS:
        yield Row(
            key,
            name,
            {"situation": ALL, "kind": f"{suit}, {name}", "quantity": COST},
            POINTS,
            Of("deal", f"with {held}", findings.about["leads"]),
            "",
            f"of the {suit}".replace("the other", "a side"),
            Sign.LOSS,
            "the best lead, all cards seen",
        )
    for suit, name, key, _ in LEADS:
        yield Row(
            f"{key}_led",
            f"leads {name}, {suit}",
            {"situation": ALL, "kind": f"{suit}, {name}", "quantity": LED},
            source="led",
        )
    yield Row(
        "first",
        "the lead rated first, played on",
        {"situation": ALL, "kind": FIRST_RATED, "quantity": PLAYED_ON},
        POINTS,
        sign=Sign.CHANGE,
        against="the lead made",
        source="played on",
    )
    for choice, (where, said), (key, quantity, unit, of, sign) in product(
        LEAD_CHOICES,
        WHERE.items(),
        (
            ("choice", WORTH, POINTS, NOTHING, Sign.CHANGE),
            ("done", FOLLOWED, PERCENT, Of("deal", "with the choice"), Sign.AMOUNT),
        ),
    ):
        yield Row(
            f"{key} {choice} {where}",
            said,
            {"situation": where, "kind": choice, "quantity": quantity},
            unit,
            of,
            group=choice,
            sign=sign,
            against="the best other lead",
            source="choices",
        )


_FIRST = f"choice {next(iter(LEAD_CHOICES))} {ALL}"


STUDY = Study(
    name="leads",
    question="What does elder lead first, and what would another lead gain or lose?",
    group="players",
    answer=answer,
    rows=list_rows,
    headline=[
        Claim("In {under:of}, to lead it costs elder {under}"),
        Claim("In {master:of}, to lead it costs elder {master}"),
    ],
    sentences=[
        Claim("Elder’s first lead is a master of the point suit in {point_master_led:range}, of "
              "a side suit in {master_led:range}."),
        Claim("In {point_under:of}, elder loses {point_under:range} by leading it, compared "
              "with the best lead; in {under:of} {under:range}."),
        Claim("The lead rated first by a judge who sees all cards, played on, changes elder’s "
              "result by {first:range}, compared with the lead made."),
    ],
    charts={
        "leads": Chart(
            Look([key for _, _, key, _ in LEADS],
                 "What elder’s first lead costs, where there is such a card",
                 "points lost a deal with such a card",
                 note="Compared with the best lead; all cards are seen after it. Master: no unseen "
                 "card takes it. Side suit: all but the point’s."),
            amount=lambda about: f"{about['leads']:,} leads",
        ),
        "lead-choices": Chart(
            Look(["choice *"], "Points that it makes more than the best other lead",
                 "points a deal with the choice", written={"done in": "done *"},
                 note="By a judge to whom all cards are seen after the lead."),
            title=[Claim("To keep tenaces at the first lead changes elder’s result by "
                         "{" + _FIRST + "}"),
                   Claim("What the choices at the first lead make: too few deals")],
            amount=lambda about: f"{about['leads']:,} leads",
        ),
    },
    not_meant="It does not mean that such a lead is wrong in every hand: the figures are means "
    "over all deals in which there is such a card.",
    assumed="Younger can hold any hand that agrees with the calls, each weighed by how likely it "
    "was kept; both then play perfectly, seeing all. Deals that are played on are played by the "
    "same players, as elder may imagine them.",
    fixed=UNMIRRORED,
    no_condition="judges leads of all deals",
    seconds=70,
)  # fmt: skip
