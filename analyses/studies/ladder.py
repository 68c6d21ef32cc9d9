"""The ladder: all strategies against each other over mirrored pairs of deals.

Computer players meet in pairs of deals: the same cards twice, the seats exchanged, so that nobody
has the better cards. The player who makes more over the pair plays better. Where a strong player
plays, the luck of the draw is taken out.
"""

import time
from collections.abc import Iterator
from itertools import combinations, pairwise

from analyses.findings import Findings
from analyses.meaning import Row
from analyses.runs import shift_progress
from analyses.study import Answer, Chart, Study, note_rules
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import POINTS, Of, Sign
from piquet_sim.estimates.shown import Look
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.wording import capitalise
from piquet_sim.running.run import Progress

GAIN = "points a pair"


def answer(
    names: list[str],
    pairs: int,
    rules: RuleSet = RUBICON,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    precision: float | None = None,
) -> Findings:
    """What each strategy makes more than each other, as `climb` takes it."""
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("strategies: expected two or more, each once")
    about = {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed}
    if precision is not None:
        about["precision"] = precision
    findings = Findings({**about, **note_rules(rules)})
    for place, (one, two) in enumerate(combinations(names, 2)):
        simulation = Simulation(one, two, rules, seed, mirrored=True)
        shown = shift_progress(progress, place * pairs)
        duel = play_duel(simulation, pairs, threads=threads, progress=shown, precision=precision)
        for name, estimate in (
            (GAIN, duel.gain),
            ("decided pairs", duel.decided),
            ("decided pairs won", duel.won),
            ("rating difference", duel.rating),
        ):
            findings.add(estimate, first=one, second=two, quantity=name)
    return findings


def climb(
    names: list[str],
    pairs: int,
    rules: RuleSet = RUBICON,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    precision: float | None = None,
) -> Answer:
    """Play every strategy against every other.

    Parameters
    ----------
    names : list of str
        At least two, none twice.
    pairs : int
        Mirrored pairs of deals per duel, the same deals in all duels; with a precision, the most.
    precision : float, optional
        Each duel ends when the standard error of its gain, in points a pair, is as small as this.

    Raises
    ------
    InputError
        If a name is unknown, there are fewer than two, or the precision is not positive.

    Examples
    --------
    >>> climb(["random", "club"], 200).headline
    'Club leads random by 76.2 points a pair of deals'
    """
    start = time.perf_counter()
    findings = answer(names, pairs, rules, seed, threads, progress, precision)
    return Answer(STUDY, findings, time.perf_counter() - start)


def list_rows(findings: Findings) -> Iterator[Row]:
    """What each makes more than the next, in the order of what they make against all others."""
    places: dict[tuple[str, str], bool] = {}
    totals: dict[str, float] = {}
    for row in findings.select(quantity=GAIN):
        one, two = row["first"], row["second"]
        places |= {(one, two): False, (two, one): True}
        for name, gain in ((one, row.estimate.value), (two, -row.estimate.value)):
            totals[name] = totals.get(name, 0.0) + gain
    for place, step in enumerate(pairwise(sorted(totals, key=lambda one: -totals[one])), start=1):
        is_turned = places[step]
        first, second = step[::-1] if is_turned else step
        yield Row(
            f"step_{place}",
            " over ".join(step),
            {"first": first, "second": second, "quantity": GAIN},
            POINTS,
            Of("pair", "of deals"),
            sign=Sign.LEAD,
            against="the other of the two",
            is_turned=is_turned,
        )


def list_titles(findings: Findings) -> Iterator[Claim]:
    """By how much the first and the last lead the next, if each leads; else the first."""
    steps = [row.name.replace(" over ", " leads ") for row in list_rows(findings)]
    said = f"{steps[0]} by {{step_1:size}}"
    if steps[1:]:
        said += f", {steps[-1]} by {{step_{len(steps)}:size}}"
    yield Claim(capitalise(said), [Exceeds("step_*", 0)])
    yield Claim(f"{capitalise(steps[0].replace(' leads ', ' over '))}: {{step_1}}")


def list_sentences(findings: Findings) -> Iterator[Claim]:
    """By how much each leads the next, and how long the duels were."""
    steps = {row.key: row.name for row in list_rows(findings)}
    said = "; ".join(f"{name} by {{{key}:range}}" for key, name in steps.items())
    yield Claim(f"Over pairs of deals with the seats exchanged, leads are: {said}.")
    if "precision" in findings.about:
        most = max(row.estimate.n for row in findings.select(quantity=GAIN))
        yield Claim(
            f"Each duel was played to a standard error of {findings.about['precision']:g} points a "
            f"pair, or to {findings.about['pairs']:,} pairs; the longest took {most:,}."
        )


STUDY = Study(
    name="ladder",
    question="Who plays best?",
    group="players",
    answer=answer,
    rows=list_rows,
    headline=list_titles,
    sentences=list_sentences,
    charts={
        "ladder": Chart(
            Look(says="What each player makes more than the next weaker one"),
            amount=lambda about: f"{about['pairs']:,} pairs of deals a duel, the same cards",
        )
    },
    not_meant="It does not mean that who stands higher wins every deal, nor that they would do as "
    "well against people.",
    assumed="All play all with the same cards in both seats. Who beats whom need not follow one "
    "order.",
    command="duel",
)
