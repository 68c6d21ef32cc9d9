"""The sixes: how leaving them out changed elder's advantage.

Until about 1700 Piquet was played with the sixes; then they were left out, and the pack of 36
became one of 32. Both old and new laws are played with both packs. With the sixes elder may
exchange eight cards, as in 1674, and without them five: Rubicon's limit is raised, and what elder
leads by if it is not stands beside it. As in `codes`, `club` plays unless another is named.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.statistics import estimate_score
from analyses.study import BETWEEN, UNDER_RUBICON, Asked, Chart, Study
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import POINTS, Quantity, Sign, subtract
from piquet_sim.estimates.shown import Look
from piquet_sim.estimates.tally import estimate_lead
from piquet_sim.game.rules import COTTON_1674, RUBICON, RuleSet

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
KEPT = "Rubicon, elder exchanging five"
"""Rubicon's laws with the sixes, elder's limit not raised."""
LEAD = "elder's lead in "
"""The rows of the parts of elder's lead begin so."""
PARTS = ("point", "sequences", "sets", "play", "cards", "pique", "repique")
MEASURES = (
    "elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "elder_exchanged",
    "younger_exchanged", "elder_cards", "younger_cards", "elder_sequence", "younger_sequence",
    "elder_point", "younger_point", "elder_set", "younger_set", "elder_repique",
    "younger_repique", *(f"{seat}_{part}_mean" for seat in ("elder", "younger") for part in PARTS),
)  # fmt: skip
_WITH, _WITHOUT = 36, 32


def answer(asked: Asked) -> Findings:
    """Measures of n deals of both laws with both packs, and with the sixes at Rubicon's own limit.

    The rules asked for are ignored.
    """
    findings = Findings({"rules": "Cotton 1674 and Rubicon, with 36 and 32 cards"})
    played = {(laws, pack): rules for laws, packs in PACKS.items() for pack, rules in packs.items()}
    kept = RUBICON.replace(name="rubicon with 36 cards, elder exchanging five", pack=_WITH)
    results = {
        kind: asked.play(replace(asked.simulation, rules=rules, mirrored=False), place)
        for place, (kind, rules) in enumerate({**played, (KEPT, _WITH): kept}.items())
    }
    for (laws, pack), result in results.items():
        for measure in MEASURES:
            findings.add(estimate_score(result, measure), laws=laws, pack=pack, quantity=measure)
    for (laws, pack), result in results.items():
        for part in PARTS:
            findings.add(
                estimate_lead(result.tally, part, result.simulation.rules),
                laws=laws,
                pack=pack,
                quantity=f"{LEAD}{part}",
            )
    return findings


PLAYED = (
    ("cotton_36", "Cotton 1674", _WITH, "36 cards, limit 8", "Cotton 1674"),
    ("cotton_32", "Cotton 1674", _WITHOUT, "32 cards, limit 5", "Cotton 1674"),
    ("rubicon_36", "Rubicon", _WITH, "36 cards, limit 8", "Rubicon"),
    ("kept_36", KEPT, _WITH, "36 cards, limit 5", "Rubicon"),
    ("rubicon_32", "Rubicon", _WITHOUT, "32 cards, limit 5", "Rubicon"),
)
"""Laws and packs as the table has them, each with its key and its name under the head of its laws;
the limit is how many cards elder may exchange."""


def list_rows() -> Iterator[Row]:
    """Elder's lead, how often elder makes more, and the parts of the lead under Rubicon's laws."""
    for key, laws, pack, name, head in PLAYED:
        cells, meaning = {"laws": laws, "pack": pack}, {"seat": "elder", "source": key}
        lead, about = {**meaning, "unit": POINTS, "sign": Sign.LEAD}, f"parts of the lead, {name}"
        yield from (
            Row(f"lead_{key}", name, {**cells, "quantity": "difference"}, group=head, **lead),
            Row(f"wins_{key}", name, {**cells, "quantity": "elder_wins"}, group=head, **meaning),
            *(
                Row(f"{one}_{key}", one, {**cells, "quantity": f"{LEAD}{one}"}, group=about, **lead)
                for one in PARTS
                if laws == "Rubicon"
            ),
        )


def change_parts(numbers: Mapping[str, Quantity]) -> Iterator[Quantity]:
    """By how much each part of elder's lead changes without the sixes, under Rubicon's laws."""
    for part in PARTS:
        after, before = (numbers[f"{part}_rubicon_{pack}"] for pack in (_WITHOUT, _WITH))
        yield replace(
            subtract(after, before),
            key=f"change_{part}",
            name=part,
            group="change without the sixes",
            against="with the sixes",
        )


STUDY = Study(
    name="sixes",
    question="What did leaving out the sixes do to elder's advantage?",
    group="game",
    no_condition="compares packs over all deals",
    answer=answer,
    rows=tuple(list_rows()),
    derive=change_parts,
    headline=[
        Claim(
            "Sixes out, elder’s limit five, not eight: lead {lead_rubicon_36} to "
            "{lead_rubicon_32} (Rubicon)",
            [Exceeds(f"lead_{one}_32", f"lead_{one}_36") for one in ("rubicon", "cotton")],
        ),
        Claim(
            "Sixes out, elder’s limit five, not eight: lead {lead_rubicon_32} under Rubicon’s laws"
        ),
    ],
    sentences=[
        Claim(
            "Under the laws of Cotton 1674 elder’s lead is {lead_cotton_36:range} with the "
            "sixes, {lead_cotton_32:range} without: {lead_cotton_32 - lead_cotton_36}."
        ),
        Claim(
            "Under Rubicon's laws it is {lead_rubicon_36:range} with the sixes, elder's limit "
            "raised from five cards to eight, and {lead_rubicon_32:range} without: "
            "{lead_rubicon_32 - lead_rubicon_36}."
        ),
        Claim(
            "If elder exchanges five with the sixes, too, elder’s lead is {lead_kept_36:range} "
            "with them: {lead_rubicon_32 - lead_kept_36} without."
        ),
        Claim(
            "Under Rubicon's laws elder makes more than younger in {wins_rubicon_36:range} with "
            "the sixes, in {wins_rubicon_32:range} without: "
            "{wins_rubicon_32 - wins_rubicon_36}."
        ),
    ],
    charts={
        "sixes": Chart(
            Look(["lead_*"], "Elder’s lead; limit: how many cards elder may exchange"),
            amount=lambda about: f"{about['n']:,} deals of each",
        ),
        "sixes-parts": Chart(
            Look(
                ["change_*"],
                "What leaving out the sixes changes in elder’s lead, by its parts, Rubicon’s laws",
                is_sorted=True,
            ),
            title=[
                Claim(
                    "Without the sixes elder’s lead in repiques is {change_repique:size} greater, "
                    "in the cards {change_cards:size} less",
                    [Exceeds("change_repique", 0), Exceeds(0, "change_cards")],
                ),
                Claim(
                    "Without the sixes elder’s lead in repiques changes by {change_repique}, in "
                    "the cards by {change_cards}"
                ),
            ],
            amount=lambda about: f"{about['n']:,} deals with either pack",
        ),
    },
    not_meant="It does not say why the sixes were left out, nor how people played who were used to "
    "them.",
    assumed=BETWEEN
    + "Deals with 32 and with 36 cards are different deals. With the sixes elder may "
    "exchange eight cards, without them five: Cotton's limit is lowered, Rubicon's is raised.",
    players="club",
    n=200_000,
    published_by="expert",
    fixed=UNDER_RUBICON,
    count_runs=lambda simulation: sum(map(len, PACKS.values())) + 1,
)
