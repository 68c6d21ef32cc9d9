"""The ladder: all strategies against each other over mirrored pairs of deals.

Computer players meet in pairs of deals: the same cards twice, the seats exchanged, so that nobody
has the better cards. The player who makes more over the pair plays better. Where a strong player
plays, the luck of the draw is taken out.
"""

import time
from itertools import combinations, pairwise

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_rules
from analyses.charts.rows import Mark, Row, draw_rows, end_of
from analyses.charts.style import HIGHEST, MM
from analyses.findings import MORE, NOT_SHOWN, Findings, compare_values, judge_difference
from analyses.study import Answer, Chart, Study, note_rules
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.wording import capitalise
from piquet_sim.running.precision import FIRST_LOOK
from piquet_sim.running.run import Progress
from piquet_sim.sentences import brief

GAIN = "points a pair"
_PILOT = 64
"""Pairs of a duel from which its time is estimated."""


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
    asked = {} if precision is None else {"precision": precision}
    about = {"pairs": pairs, "strategies": names, "rules": rules.name, "seed": seed, **asked}
    findings = Findings({**about, **note_rules(rules)})
    for place, ((one, two), simulation) in enumerate(_list_duels(names, rules, seed).items()):
        shift = place * pairs
        shown = None if progress is None else (lambda done, shift=shift: progress(shift + done))
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
    >>> climb(["random", "novice", "club"], 200).sentences[0]
    'By mean points against the others the order is: club, novice, random.'
    """
    start = time.perf_counter()
    findings = answer(names, pairs, rules, seed, threads, progress, precision)
    return Answer(STUDY, findings, time.perf_counter() - start)


def foretell(
    names: list[str], pairs: int, precision: float, rules: RuleSet, seed: int, threads: int | None
) -> tuple[float, float]:
    """About how many seconds a ladder takes, and how many with a tenth of the error.

    From a few pairs of each duel, which belong to no result.

    Parameters
    ----------
    names, pairs, precision, rules, seed, threads
        As `climb`.
    """
    seconds = finer = 0.0
    for simulation in _list_duels(names, rules, seed).values():
        play_duel(simulation, 2, threads=threads)  # what is prepared is no pace
        duel = play_duel(simulation, _PILOT, threads=threads)
        pace = duel.seconds / _PILOT
        wanted = max(_PILOT * ((duel.gain.se or 0.0) / precision) ** 2, FIRST_LOOK)
        seconds += min(wanted, pairs) * pace
        finer += 100 * wanted * pace
    return seconds, finer


def _list_duels(names: list[str], rules: RuleSet, seed: int) -> dict[tuple[str, str], Simulation]:
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("strategies: expected two or more, each once")
    return {pair: Simulation(*pair, rules, seed, mirrored=True) for pair in combinations(names, 2)}


def list_steps(findings: Findings) -> dict[tuple[str, str], Estimate]:
    """What each makes more than the next, in the order of what they make against all others."""
    gains = {}
    for row in findings.select(quantity=GAIN):
        gains[row["first"], row["second"]] = row.estimate
        gains[row["second"], row["first"]] = negate(row.estimate)
    names = list(dict.fromkeys(one for one, _ in gains))
    means = {
        name: np.mean([gains[name, other].value for other in names if other != name])
        for name in names
    }
    return {step: gains[step] for step in pairwise(sorted(names, key=lambda one: -means[one]))}


def words(findings: Findings) -> tuple[str, ...]:
    """The order of the players, and by how much each leads the next."""
    steps = list_steps(findings)
    steps_said = [
        f"{upper} against {lower}: {compare_values(gain, unit='points')}"
        for (upper, lower), gain in steps.items()
    ]
    order = [upper for upper, _ in steps] + [list(steps)[-1][1]]
    most = max(row.estimate.n for row in findings.select(quantity=GAIN))
    sentences = [
        f"By mean points against the others the order is: {', '.join(order)}.",
        f"Points of each player compared with the next, over a pair of deals with the seats "
        f"exchanged: {'; '.join(steps_said)}.",
    ]
    if "precision" in findings.about:
        sentences.append(
            f"Each duel was played to a standard error of {findings.about['precision']:g} points a "
            f"pair, or to {findings.about['pairs']:,} pairs; the longest took {most:,}."
        )
    (upper, lower), gain = next(iter(steps.items()))
    if judge_difference(gain) == MORE:
        more = f"{brief(gain)} points more than {lower}"
        headline = f"{capitalise(upper)} makes {more} over two deals"
    else:
        headline = f"{capitalise(upper)} against {lower}: {NOT_SHOWN} over two deals"
    return headline, *sentences


def draw(findings: Findings) -> Figure:
    """A staircase: for each step what the better of two neighbours makes more."""
    steps = list_steps(findings)
    rows = [
        Row(
            f"{upper} over {lower}",
            [Mark(gain, words=number, is_bold=True, at=max(end_of(gain), 0))],
            line=(0, gain.value),
        )
        for ((upper, lower), gain), number in zip(
            steps.items(), say_alike(steps.values(), sign="+", places=1), strict=True
        )
    ]
    return draw_rows(
        rows, words(findings)[0], "What each player makes more than the next, the best on top",
        f"{findings.about['pairs']:,} pairs of deals a duel, the same cards, seats exchanged, "
        f"{say_rules(str(findings.about['rules']))}, seed {findings.about['seed']}. Thin lines: "
        "95% intervals; thick: the middle half.",
        unit="points over a pair of deals", height=min((30 + 8 * len(steps)) * MM, HIGHEST),
        thick=2.2,
    )  # fmt: skip


STUDY = Study(
    name="ladder",
    question="Who plays best?",
    group="players",
    answer=answer,
    words=words,
    charts={"ladder": Chart(draw, "what each player makes more than the next")},
    not_meant="It does not mean that who stands higher wins every deal, nor that they would do as "
    "well against people.",
    assumed="All play all with the same cards in both seats. Who beats whom need not follow one "
    "order.",
    command="duel",
)
