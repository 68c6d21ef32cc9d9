"""One number in several results is one number: the same deals, hence the same digits.

Where two results have played other deals for the same question, they agree within their errors, and
the description says in how many deals. A maxim has its verdict in one study.
"""

import json
import math
from itertools import combinations

import pytest
from specimens import RESULTS

from analyses.findings import Findings

MOST = 4.0
"""Standard errors between two samples of one number."""

EXPERTS = {"elder": "expert", "younger": "expert"}
RUBICON_32 = {"laws": "Rubicon", "pack": 32}
SAME = {
    "elder's margin": [
        ("elder-advantage", {**EXPERTS, "quantity": "difference"}),
        ("carte-blanche", {"quantity": "elder: margin over all deals"}),
        ("codes", {"rules": "rubicon", "quantity": "difference"}),
        ("sixes", {**RUBICON_32, "quantity": "difference"}),
    ],
    "elder's score": [
        ("elder-advantage", {**EXPERTS, "quantity": "elder_score"}),
        ("experts-of-1890", {"seat": "elder", "quantity": "mean score"}),
        ("codes", {"rules": "rubicon", "quantity": "elder_score"}),
        ("sixes", {**RUBICON_32, "quantity": "elder_score"}),
        ("partie", {"form": "partie of six", "quantity": "deal_1_first"}),
    ],
    "younger's score": [
        ("elder-advantage", {**EXPERTS, "quantity": "younger_score"}),
        ("experts-of-1890", {"seat": "younger", "quantity": "mean score"}),
        ("codes", {"rules": "rubicon", "quantity": "younger_score"}),
    ],
    "deals that elder wins": [
        ("elder-advantage", {**EXPERTS, "quantity": "elder_wins"}),
        ("codes", {"rules": "rubicon", "quantity": "elder_wins"}),
        ("sixes", {**RUBICON_32, "quantity": "elder_wins"}),
    ],
    "elder's repiques": [
        (
            "pique",
            {"seat": "elder", "event": "repique", "made_of": "anything", "quantity": "frequency"},
        ),
        ("experts-of-1890", {"quantity": "elder repiques"}),
        ("published", {"id": "CAV-REP-E"}),
        ("codes", {"rules": "rubicon", "quantity": "elder_repique"}),
    ],
    "elder wins the cards": [
        ("experts-of-1890", {"quantity": "elder wins the cards"}),
        ("published", {"id": "CAV-CARDS", "figure": "elder"}),
    ],
    "what the loser of a partie pays": [
        ("partie", {"form": "partie of six", "quantity": "paid_mean"}),
        ("experts-of-1890", {"quantity": "points won in a partie"}),
        ("published", {"id": "CAV-PARTIE"}),
    ],
}
"""What means the same, by the study and the columns of its row."""


def read_table(study):
    return Findings.read_file(RESULTS / study / "data.csv").table()


def read_row(study, where):
    table = read_table(study)
    (row,) = table[(table[[*where]].astype(str) == [*map(str, where.values())]).all(axis=1)].iloc
    return row


@pytest.mark.parametrize("what", SAME)
def test_number__is_the_same_wherever_it_is_told(what):
    rows = [(study, read_row(study, where)) for study, where in SAME[what]]
    for (one, first), (two, second) in combinations(rows, 2):
        if first["n"] == second["n"]:
            wanted = second["value"], pytest.approx(second["se"], rel=1e-12)
            assert (first["value"], first["se"]) == wanted, (one, two)
        else:
            error = math.hypot(first["se"], second["se"])
            assert abs(first["value"] - second["value"]) < MOST * error, (one, two)
    most = max(int(row["n"]) for _, row in rows)
    for study, row in rows:
        if int(row["n"]) != most and study != "published":  # whose table says it in each row
            meta = json.loads((RESULTS / study / "meta.json").read_text())
            told = [
                *meta["sentences"],
                f"{meta['description'].get('matches', 0):,}",
                (RESULTS / study / "chart.svg").read_text(),
            ]
            assert f"{int(row['n']):,}" in " ".join(told), study


def test_maxim__has_its_verdict_in_one_study():
    maxims, playing = (set(read_table(study)["maxim"]) for study in ("maxims", "playing"))
    assert maxims & playing == set()
    assert not [one for one in ("leads", "calling", "score") if "verdict" in read_table(one)]
