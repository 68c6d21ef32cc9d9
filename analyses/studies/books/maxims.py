"""Maxims: which of the advice that books give on the discard is right?

Each maxim is a rule over situations and discards (`analyses.maxims`). On hands to which it applies
the best discard that follows it and the best that breaks it are finished in the same deals of the
cards not seen, the opponent exchanging as `expert` does and both playing perfectly; what was chosen
was not chosen by these deals. So a maxim is worth what following makes more than breaking; always
following it makes more or less than the players' own discards; and where they follow it, breaking
it costs something.

The judge plays as if all cards were seen after the exchange. Some maxims are therefore judged once
more by players who see what is theirs to see, in the deals as they lay.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pandas as pd

from analyses.maxims.chart import (
    ALL,
    CLASS,
    COST,
    FOLLOWED,
    FOLLOWED_ONLY,
    GAIN,
    SHARE,
    WORTH,
    draw_headlines,
    explain_verdicts,
    read_worths,
    say_all,
)
from analyses.maxims.discard.classes import find_class, group_hands
from analyses.maxims.discard.counting import count_hands
from analyses.maxims.discard.of_chances import OF_CHANCES
from analyses.maxims.discard.of_sets import OF_SETS
from analyses.maxims.discard.of_suits import OF_SUITS
from analyses.maxims.discard.rule import Rule
from analyses.maxims.discard.trying import (
    DEALS_A_HAND,
    Found,
    Tried,
    estimate_share,
    find_hands,
    judge_extremes,
    play_on,
    try_rule,
)
from analyses.maxims.published import load_maxims, tell_maxims
from analyses.results.analysis import (
    Analysis,
    derive,
    describe,
    estimate_row,
    read_estimate,
)
from analyses.results.picks import Pick, Row, pick_maxims
from analyses.results.retelling import Retold
from analyses.statistics.exceptions import NOT, judge
from analyses.study import Reported, Study
from analyses.words.sentences import Sentence, percent, say
from analyses.words.verdicts import (
    ALWAYS,
    BUT_FOR,
    FEWEST,
    MATTERS,
    count_verdicts,
    find_cost,
    mean,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.running.run import Progress, count_threads
from piquet_sim.strategies.registry import find_strategy

TITLE = "Which of the old maxims about the discard are right?"

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (*OF_SUITS, *OF_SETS, *OF_CHANCES), key=lambda rule: list(load_maxims()).index(rule.maxim)
    )
)
"""The maxims that are judged, in the order of the file."""

_DEALS_A_HAND_ASKED = 1_000
"""Number of deals asked for per hand of each maxim."""
_FEWEST_HANDS = 40
_COUNTED_FROM = 1_000_000
"""Deals from which on it is worth the time to count exactly how often a maxim applies."""
_JUDGED_TWICE = ("CAV-M01", "CAV-M05", "CAV-M11", "CAV-M19")
"""A tenth of the maxims and a little more, on which other judges are heard, too."""
_ELSEWHERE = {
    "playing": [name for name, one in load_maxims().items() if one.kind == "play"],
    "calling": ["COT-B01", *(f"CAV-C0{number}" for number in (1, 3, 5, 6, 7, 8, 9))],
    "carte-blanche": ["COT-B01"],
    "score": [*(f"CAV-S{number:02}" for number in (1, 2, 3, 4, 5, 7, 8, 11)), "HOY-S03"],
    "partie": ["CAV-S11", "HOY-S03"],
}
"""Studies that have figures on other maxims."""
_OPPONENT = "expert"
_JUDGES = {"expert": 8, "master": 1}
"""Players who play on, and how many deals of each hand."""
PLAYED_ON = "played on by "


def analyse(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Sequence[Rule] = RULES,
) -> Analysis:
    """Judge maxims: one hand of each in each seat for every thousand deals, at least forty.

    Parameters
    ----------
    simulation : Simulation
        Whose players' own discards the maxims are compared with.
    n : int
        How many deals are looked through for hands.
    threads : int, optional
    progress : callable, optional
    rules : sequence of Rule
        The maxims; by default all published ones that are about the discard.

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> print(analyse(Simulation("club", "club"), 500, rules=RULES[:1]).title)
    Which of the old maxims about the discard are right?
    """
    start = time.perf_counter()
    simulation = replace(simulation, rules=RUBICON)  # those of the judge
    wanted = max(n // _DEALS_A_HAND_ASKED, _FEWEST_HANDS)
    crew = count_threads(threads)
    for player in ("expert", simulation.elder, simulation.younger):
        find_strategy(player).prepare()
    found = find_hands(rules, simulation, n, wanted, crew)
    shares = count_hands(rules, crew) if n >= _COUNTED_FROM else [None] * len(found)
    tried: list[Tried | None] = []
    for place, one in enumerate(found):
        tried.append(try_rule(one, simulation.seed, crew))
        if progress is not None:
            progress(n * (place + 1) // len(found))
    tests = max(sum(one is not None for one in tried), 1)
    rows = []
    for one, share, made in zip(found, shares, tried, strict=True):
        if made is not None:
            rows += _list_rows(one, share, made, tests, simulation, crew)
    table = pd.DataFrame(rows, columns=_COLUMNS)
    published = load_maxims()
    told = _retell(simulation, table, {})
    return Analysis(
        "maxims",
        TITLE,
        table,
        draw_headlines,
        told["summary"],
        {
            **describe(simulation, n), "hands_each": wanted, "deals_a_hand": DEALS_A_HAND,
            "tests": tests,
        },
        time.perf_counter() - start,
        {
            "intervals": "normal, hands as units; shares: Wilson",
            "verdicts": "right together at a level of 95% (Bonferroni)",
            "opponent": "exchanges as expert; calls full, cards played perfectly by both",
            "readings": {rule.maxim: rule.reading for rule in rules if rule.reading},
            "not_judged": [one for one in published if one not in {rule.maxim for rule in rules}],
            "elsewhere": _ELSEWHERE,
            "answers": told["answers"],
            **derive(
                **told["derived"],
                sources={
                    rule.maxim: published[rule.maxim].author
                    for rule in rules
                    if rule.maxim in published
                },
            ),
        },
        headlines=(say_all(table),),
    )  # fmt: skip


def judge_maxims(rules: Sequence[Rule], n: int, player: str = "expert", seed: int = 1) -> Analysis:
    """Judge maxims of one's own, as `analyse` judges those that were published.

    Parameters
    ----------
    rules : sequence of Rule
    n : int
        How many deals are looked through for hands; one hand is judged for every thousand.
    player : str
        Whose own discards they are compared with.
    seed : int

    Raises
    ------
    InputError
        If n is not a valid number of deals, or there is no such player.

    Examples
    --------
    >>> judge_maxims(RULES[:1], 500).table["advice"].iloc[0]
    'Spare the longest suit'
    """
    return analyse(Simulation(player, player, seed=seed), n, rules=rules)


_PLAIN = {"other": False, "text": "", "hand": "", "follow": "", "against": ""}
_COLUMNS = (
    "seat", "maxim", "advice", "headline", "verdict", "kind", "other", "text", "hand", "follow",
    "against", "quantity", "value", "se", "low", "high", "n", "method", "exact", "z",
)  # fmt: skip


def _list_rows(
    found: Found,
    share: Fraction | None,
    tried: Tried,
    tests: int,
    simulation: Simulation,
    crew: int,
) -> list[dict[str, object]]:
    rule, pool = tried.rule, tried.pool
    part = find_class(tried, tests)
    maxim = load_maxims().get(rule.maxim)
    headline = maxim is not None and maxim.is_headline
    told = {
        "seat": pool.seat, "maxim": rule.maxim, "advice": rule.name, "headline": headline,
        "verdict": judge(tried, part, tests),
    }  # fmt: skip

    def row(quantity: str, estimate: Estimate, kind: str = ALL, **more: object) -> dict:
        return estimate_row(quantity, estimate, **told, kind=kind, **{**_PLAIN, **more})

    often = replace(estimate_share(found, tried), exact=share)
    rows = [
        row(WORTH, mean(tried.worth)),
        row(GAIN, mean(tried.gain)),
        row(SHARE, often),
        row(ALWAYS, find_cost(mean(tried.gain), often), other=True),
        row(FOLLOWED, estimate_values(tried.is_followed)),
    ]
    if len(tried.cost) >= FEWEST:
        rows.append(row(COST, mean(tried.cost), FOLLOWED_ONLY))
    if headline:
        rows += [
            row(WORTH, mean(tried.worth[chosen]), kind)
            for kind, chosen in group_hands(pool)
            if chosen.sum() >= FEWEST and not chosen.all()
        ]
    if part is not None:
        rows += [
            row(WORTH, part.worth, CLASS, other=True, text=part.words),
            row(WORTH, part.rest, CLASS, other=True, text=f"{NOT}{part.words}"),
        ]
    if rule.maxim in _JUDGED_TWICE:
        for player, times in _JUDGES.items():
            made = play_on(tried, player, times, simulation.seed, crew)
            rows.append(row(WORTH, mean(made), PLAYED_ON + player, other=True))
    extremes = judge_extremes(tried, simulation.seed, crew)
    for kind, one in zip(("seems most right", "seems most wrong"), extremes, strict=True):
        follow, against = (
            format_cards(iterate_cards(cards)) for cards in (one.follow, one.against)
        )
        hand = format_hand(one.cards)
        more = {"hand": hand, "follow": follow, "against": against}
        rows.append(row(WORTH, one.worth, kind, other=True, **more))
    return rows


def _summarise(simulation: Simulation, table: pd.DataFrame) -> tuple[Sentence, ...]:
    worths = table[(table["quantity"] == WORTH) & (table["kind"] == ALL)].sort_values("value")
    return (
        explain_verdicts("the discard", "hands", table),
        Sentence(
            f"{_say_own(simulation)}, the opponent exchanges as {_OPPONENT} and the cards are "
            "played perfectly, the gain from following one, compared with breaking it, in a deal "
            f"to which it applies, lies between {_say_worth(worths.iloc[0])} and "
            f"{_say_worth(worths.iloc[-1])}."
        ),
        Sentence(_say_judges(table)),
    )


def _say_own(simulation: Simulation) -> str:
    elder, younger = simulation.elder.name, simulation.younger.name
    if elder == younger:
        return f"Where {elder} discards"
    return f"Where {elder} discards as elder, {younger} as younger"


def _say_worth(row: pd.Series) -> str:
    return f"{say(read_estimate(row))} points (“{row['advice']}”, {row['seat']})"


def _say_judges(table: pd.DataFrame) -> str:
    # What the perfect judge finds, and those who see what is theirs to see.
    told = []
    for maxim in _JUDGED_TWICE:
        own = table[(table["maxim"] == maxim) & (table["quantity"] == WORTH)]
        for seat in dict.fromkeys(own["seat"]):
            found = own[own["seat"] == seat].drop_duplicates("kind").set_index("kind")
            values = [
                say(read_estimate(found.loc[kind]))
                for kind in (ALL, *(PLAYED_ON + player for player in _JUDGES))
            ]
            told.append(f"{found['advice'].iloc[0]} ({seat}) {', '.join(values)}")
    names = " and ".join(_JUDGES)
    if not told:
        return f"None of these was judged by {names}, who see what is theirs to see."
    return (
        f"Some by perfect play of the cards, then played on by {names}, who see what is theirs to "
        f"see: {'; '.join(told)}."
    )


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known, from the study's table."""
    return tell_maxims(table, _tell_seat)


def _tell_seat(rows: pd.DataFrame) -> str:
    whole = rows[rows["kind"] == ALL]
    found = {row.quantity: read_estimate(row) for row in whole.itertuples()}
    share = found[SHARE]
    often = f"{100 * float(share.exact):.4g}%" if share.exact is not None else percent(share)
    parts = rows[(rows["kind"] == CLASS) & (rows["verdict"] == BUT_FOR)].itertuples()
    classes = [f"with {_name_class(row.text)} {say(read_estimate(row))}" for row in parts]
    return (
        f"As {rows['seat'].iloc[0]} it applies to {often} of hands and is followed in "
        f"{percent(found[FOLLOWED])} of these. Following it gains, compared with breaking it, "
        f"{'; '.join([f'{say(found[WORTH])} points', *classes])}; always following it, against the "
        f"player's own discard, {say(found[GAIN])}, or {say(found[ALWAYS])} per 100 hands of all: "
        f"{rows['verdict'].iloc[0]}."
    )


def _name_class(text: str) -> str:
    return "all other hands" if text.startswith(NOT) else text


def _list_others() -> tuple[str, ...]:
    return tuple(_JUDGES)


def _retell(simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, object]) -> Retold:
    verdicts = count_verdicts(read_worths(table)["verdict"])
    return {
        "summary": _summarise(simulation, table),
        "answers": tell_headlines(table),
        **derive(matters=MATTERS, verdicts=verdicts),
    }


def _pick(rows: Sequence[Row]) -> list[Pick]:
    # The best known, those on which most hangs first, elder's before younger's.
    where = {"kind": "all hands", "quantity": "following less breaking", "headline": "True"}
    return pick_maxims(rows, where)


REPORTED = Reported(
    "The opponent exchanges as the strategy named expert, all is called, and both "
    "play the cards perfectly, seeing all. Nothing was chosen by the deals that judge. "
    "What is right as a rule makes more than breaking it, but to follow it always may "
    "cost a player. The share of hands is that of the hands dealt to which a maxim "
    "applies. The hands on which it seems most right and most wrong were chosen by "
    "other deals than those that judge them.",
    _pick,
    heads=("verdict",),
    least=10_000,
    columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_headlines, has_own_rules=True, list_others=_list_others,
    published=5_000_000, retell=_retell, reported=REPORTED, seconds=200,
)  # fmt: skip
"""Which maxims about the discard are right."""
