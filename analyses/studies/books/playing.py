"""Playing: which of the old maxims about the play of the cards are right?

Each maxim is a rule over what a seat sees and the cards that it may play (`analyses.maxims.cards`).
Deals are played, and in each one moment is drawn at which a maxim applies. There the best card that
follows it and the best that breaks it are chosen by what the seat sees (the own card stands for its
side), and the deal is played on with each by the same players, as the cards really lay; these chose
nothing. So a maxim is worth what following makes more than breaking. What that is more than a
random rule of the same size makes, its words know; and always following it makes more or less than
the players' own cards.

Counting the opponent's hand is judged otherwise: by deals in which one player heeds what was called
and another like it does not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.card_trial import TRICKS_WON, find_moments, judge_by, try_play_maxim
from analyses.maxims.cards import COUNTING
from analyses.maxims.counting import (
    CARDS_ALONE,
    COUNTER,
    HEEDLESS,
    PLAIN,
    WAYS,
    count_hits,
    measure_counting,
)
from analyses.maxims.facts import count, count_fallen, list_masters, part
from analyses.maxims.judge import (
    ALL_DEALS,
    CLASS,
    COLUMNS,
    KNOWN,
    MORE,
    MOST_RIGHT,
    MOST_WRONG,
    ON_PLAY,
    PLAYED_ON,
    WORTH,
    Judged,
    judge,
    list_rows,
    make_row,
    name_verdict,
    read_worths,
)
from analyses.maxims.maxim import PLAY, Maxim, list_readings, list_rules, load_maxims
from analyses.maxims.tell import (
    list_twice,
    say_perfect,
    say_range,
    say_together,
    tell_case,
    tell_maxims,
)
from analyses.maxims.trial import AGAINST, FOLLOW, Found, Trial
from analyses.results.analysis import derive, read_estimate
from analyses.results.picks import Pick, Row, pick_maxims
from analyses.statistics.exceptions import Fact, find_exception
from analyses.statistics.rows import iterate_rows
from analyses.studies.books.playing_chart import (
    COUNTED,
    EXPECTED,
    HITS,
    HITS_MORE,
    SAVED,
    draw_playing,
    say_playing,
)
from analyses.study import UNMIRRORED, Answer, Asked, Reported, Study
from analyses.words.verdicts import MATTERS, SAID_TOGETHER, count_verdicts, mean
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.estimate import Estimate, estimate_values, know_exactly
from piquet_sim.game.cards import TRICKS, format_card, format_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, choose, compose, is_within, percent, say
from piquet_sim.strategies.registry import find_strategy

TITLE = "Which of the old maxims about the play of the cards are right?"

RULES = list_rules(PLAY)
"""The maxims that are judged by moments, in the order of the file."""

PUT_TO_A_CARD, BARE_KING = "CAV-P14", "HOY-P02"
_DEALS_ASKED, _LEAST_DEALS = 10, 2_000
_RARE_ASKED, _LEAST_RARE = 4, 4_000
"""One deal in so many is searched, and at least so many; the second pair is for rare maxims."""
_ASKED_A_MOMENT, _LEAST_MOMENTS = 100, 60
_PAIRS_ASKED, _LEAST_PAIRS = 20, 200
_JUDGED_TWICE = {"CAV-P04": "master", "HOY-P02": "master", "CAV-P06": "master", "CAV-P11": "expert"}
"""Some maxims on which another judge is heard, too."""
MOMENTS = "moments in a deal in which it comes up"
_MOST_TWICE, _MOST_PUT = 2_000, 1_000

FACTS = (
    Fact("tricks gone", lambda view: count_fallen(view) // 2),
    Fact("tricks won", lambda view: view.tricks),
    Fact("tricks lost", lambda view: view.opponent_tricks),
    Fact("winners in hand", lambda view: count(list_masters(view))),
    Fact("suits without a card", lambda view: (part(view.hand) == 0).sum(axis=0)),
    Fact("cards in the longest suit held", lambda view: count(part(view.hand)).max(axis=0)),
    Fact("cards that the opponent is known to hold", lambda view: count(view.opponent_holds)),
    Fact("cards that the opponent may hold", lambda view: count(view.opponent_may_hold)),
)  # fmt: skip
"""Features an exception may depend on."""


def analyse(asked: Asked, rules: Sequence[Maxim] = RULES) -> Answer:
    """Judge maxims on the play: one deal of ten is looked through, of four for rare ones.

    Parameters
    ----------
    asked : Asked
        The players play, and play on; if the cards are played double-dummy, they are so after
        the card that is tried, against all hands that fit, and counting is not judged.
        A maxim is judged in one of a hundred deals at most.
    rules : sequence of Maxim
        The maxims; by default all published ones that are about the play.

    Raises
    ------
    InputError
        If no maxim has two cases to which it applies.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 500, rules=RULES[:1]).title)
    Which of the old maxims about the play of the cards are right?
    """
    simulation, n, threads, course = asked.simulation, asked.n, asked.threads, asked.course
    wanted = max(n // _ASKED_A_MOMENT, _LEAST_MOMENTS)
    looked = max(n // _DEALS_ASKED, _LEAST_DEALS)
    looked_rare = max(n // _RARE_ASKED, _LEAST_RARE)
    for player in (COUNTER, *_list_others()):
        find_strategy(player).prepare()
    deals = replace(simulation, play=STRATEGIES)
    course.begin(0.25)
    found = _find_all(rules, deals, (looked, looked_rare), wanted, threads)
    told = course.begin(0.65, len(found))
    tried: list[Trial | None] = []
    for place, one in enumerate(found, start=1):
        tried.append(try_play_maxim(one, deals, _seat_judge(one.maxim, simulation), threads))
        told(place)
    is_counted = rules is RULES and simulation.play == STRATEGIES
    rows = []
    for made in filter(None, tried):
        rows += _list_rows(made, deals, threads)
    course.begin(0.1)
    if is_counted:
        pairs = max(n // _PAIRS_ASKED, _LEAST_PAIRS)
        rows += _list_counting(measure_counting(simulation.seed, pairs, threads))
    if not rows:
        raise InputError(
            f"study playing: in {n:,} deals no maxim has two cases to which it applies; "
            "a larger n, or another reading"
        )
    table = pd.DataFrame(rows, columns=COLUMNS)
    others = [f"{rule.id} by {rule.judge}" for rule in rules if rule.judge]
    others += [f"{COUNTING.id} by {COUNTER}"] * is_counted
    return Answer(
        table,
        say_playing(table),
        {
            "intervals": "normal, deals as units; shares: Wilson",
            "verdicts": SAID_TOGETHER,
            "chosen": "by the mean over all hands that fit, each weighed, perfect play after it; "
            "the player's own card stands for its side",
            "played on": "; ".join(["by the same players, as the cards lay", *others]),
            "readings": list_readings(rules),
        },
        about={
            "looked_through": looked, "for_rare_ones": looked_rare, "deals_each": wanted,
        },
        say=partial(_say_table, rules=rules),
    )  # fmt: skip


def _seat_judge(rule: Maxim, simulation: Simulation) -> Simulation:
    # Who plays on: the judge of the rule, or the players themselves.
    if not rule.judge:
        return simulation
    return replace(simulation, **dict.fromkeys(SEATS, find_strategy(rule.judge)))


def _find_all(
    rules: Sequence[Maxim],
    simulation: Simulation,
    deals: tuple[int, int],
    wanted: int,
    threads: int,
) -> list[Found]:
    # In the order of the rules; for rare ones more deals are looked through.
    found: list[Found] = []
    for number, is_rare in zip(deals, (False, True), strict=True):
        some = [rule for rule in rules if rule.is_rare == is_rare]
        if some:
            found += find_moments(some, simulation, number, wanted, threads)
    order = [rule.id for rule in rules]
    return sorted(found, key=lambda one: (order.index(one.maxim.id), SEATS.index(one.seat)))


# ---- The table ----------------------------------------------------------------------------------
def _list_rows(tried: Trial, simulation: Simulation, threads: int) -> list[dict[str, Any]]:
    rule, view = tried.maxim, tried.cases.view
    found = find_exception(tried.worth, view, FACTS)
    classes = ((kind, is_so(view)) for kind, is_so in rule.parts)
    others = {EXPECTED: mean(tried.seen), MORE: mean(tried.seen - tried.worth)}
    rows, row = list_rows(tried, found, ON_PLAY, classes, others)
    row = partial(row, other=True)
    rows.append(row(MOMENTS, estimate_values(tried.cases.times, limits=(1, TRICKS))))
    if rule.id in _JUDGED_TWICE:
        player = _JUDGED_TWICE[rule.id]
        made = judge_by(tried, (player, player), simulation, _MOST_TWICE, threads)
        rows.append(row(WORTH, mean(made), kind=PLAYED_ON + player))
    if rule.id == BARE_KING and TRICKS_WON in tried.beside:
        for kind, place in (("following", FOLLOW), ("breaking", AGAINST)):
            saved = estimate_values(2 * tried.beside[TRICKS_WON][:, place] >= TRICKS)
            rows.append(row(SAVED, saved, kind=kind))
    if rule.id == PUT_TO_A_CARD:
        hits = count_hits(tried.cases.pick(slice(_MOST_PUT)), tried.seat, simulation, threads)
        for way in WAYS:
            rows.append(row(HITS, estimate_values(hits[way]), kind=way))
            if way != PLAIN:
                more = estimate_values(
                    hits[way].astype(int) - hits[PLAIN].astype(int), limits=(-1, 1)
                )
                rows.append(row(HITS_MORE, more, kind=way))
    for kind, place in (
        (MOST_RIGHT, int(tried.seen.argmax())),
        (MOST_WRONG, int(tried.seen.argmin())),
    ):
        worth = know_exactly(float(tried.seen[place]))
        rows.append(row(WORTH, worth, kind=kind, **_tell_moment(tried, place)))
    return rows


def _tell_moment(tried: Trial, place: int) -> dict[str, str]:
    # The cards held, those tried, and what was led, in which trick.
    view = tried.cases.view
    led, trick = int(view.led[place]), int(count_fallen(view)[place]) // 2 + 1
    what = f"{format_card(led)} is led" if led else "on lead"
    return {
        "text": f"trick {trick}, {what}, {view.tricks[place]} to {view.opponent_tricks[place]}",
        "hand": format_hand(int(view.hand[place])),
        "follow": format_card(int(tried.ways[place, FOLLOW])),
        "against": format_card(int(tried.ways[place, AGAINST])),
    }


def _list_counting(gains: dict[tuple[str, str], np.ndarray]) -> list[dict[str, Any]]:
    rows = []
    for seat in SEATS:
        worth, more = (mean(gains[seat, other]) for other in (CARDS_ALONE, HEEDLESS))
        verdict = judge(Judged(COUNTING, seat, worth))
        row = partial(make_row, name_verdict(COUNTING, seat, verdict, kind=ALL_DEALS))
        rows += [row(WORTH, worth), row(KNOWN, worth), row(WORTH, more, kind=COUNTED, other=True)]
    return rows


# ---- What it says -------------------------------------------------------------------------------
def _say_table(
    simulation: Simulation,
    table: pd.DataFrame,
    notes: Mapping[str, Any],
    rules: Sequence[Maxim] = RULES,
) -> dict[str, Any]:
    published, named = load_maxims(), dict.fromkeys(table["maxim"])
    return {
        "summary": (
            say_together(table, ON_PLAY),
            Sentence(_say_range(simulation, table, rules)),
            compose(Sentence(f"{_say_judges(table, rules)} "), say_perfect(table, EXPECTED)),
        ),
        "answers": tell_headlines(table),
        **derive(
            matters=MATTERS,
            verdicts=count_verdicts(read_worths(table)["verdict"]),
            sources={name: published[name].author for name in named if name in published},
        ),
    }


def _say_range(simulation: Simulation, table: pd.DataFrame, rules: Sequence[Maxim]) -> str:
    # Of those that the players named play on.
    others = [COUNTING.id, *(rule.id for rule in rules if rule.judge)]
    worths = read_worths(table)
    worths = worths[~worths["maxim"].isin(others)]
    if not len(worths):
        return "All of these were played on by other players than those named."
    return (
        f"{_say_players(simulation)}, {say_range(worths, 'in which it comes up')}; the card of "
        "each way is chosen by all hands that fit (if the player's own card follows or breaks it, "
        "that one is tried)."
    )


def _say_players(simulation: Simulation) -> str:
    elder, younger = simulation.elder.name, simulation.younger.name
    same = elder == younger
    who = (
        f"{elder} plays both hands" if same else f"{elder} plays elder’s hand, {younger} younger’s"
    )
    if simulation.play != STRATEGIES:
        return f"Where {who} as far as the card that is tried, and cards are double-dummy after it"
    return f"Where {who}, and {'plays' if same else 'both play'} on"


def _say_judges(table: pd.DataFrame, rules: Sequence[Maxim]) -> str:
    # By deals played on, by all hands with perfect play, and by another judge.
    told, judges = [], {rule.id: rule.judge for rule in rules}
    for maxim, found in list_twice(table, [*_JUDGED_TWICE]):
        other = PLAYED_ON + _JUDGED_TWICE[maxim]
        values = [say(read_estimate(found.loc[kind])) for kind in (ALL_DEALS, EXPECTED, other)]
        first = PLAYED_ON + judges[maxim] if judges[maxim] else "played on"
        names = first, "over all hands that fit", other
        pieces = [f"{value} {name}" for value, name in zip(values, names, strict=True)]
        advice, seat = found[["advice", "seat"]].iloc[0]
        told.append(f"“{advice}” ({seat}) {', '.join(pieces)}")
    if not told:
        return "None of these was judged once more by other players."
    return f"Some judged in three ways, in points a deal: {'; '.join(told)}."


def tell_headlines(table: pd.DataFrame) -> list[str]:
    """A paragraph on each of the maxims best known, from the study's table."""
    return tell_maxims(table, _tell_seat)


def _tell_seat(rows: pd.DataFrame) -> str:
    found = {
        (row.quantity, row.kind): read_estimate(row)
        for row in iterate_rows(rows)
        if row.kind != CLASS
    }
    seat, verdict = rows[["seat", "verdict"]].iloc[0]
    if (ON_PLAY.share, ALL_DEALS) not in found:
        return (
            f"As {seat}, who counts ({COUNTER}) makes "
            f"{_say_more(found[WORTH, ALL_DEALS], ' points a deal')} the same player by the cards "
            f"seen alone, and {_say_more(found[WORTH, COUNTED])} by {HEEDLESS}: {verdict}."
        )
    told = [tell_case(rows, ON_PLAY, seat)]
    if (SAVED, "following") in found:
        told.append(
            f"The cards are saved in {percent(found[SAVED, 'following'])} of these deals following "
            f"it, in {percent(found[SAVED, 'breaking'])} breaking it."
        )
    hits = [f"{way} {percent(found[HITS, way])}" for way in WAYS if (HITS, way) in found]
    if hits:
        told.append(f"The card kept wins the last trick: {', '.join(hits)}.")
    return " ".join(told)


def _say_more(made: Estimate, unit: str = "") -> Sentence:
    # So much more or less than something, where that is beyond doubt.
    told, words = say(made), "what counting adds"
    return choose(
        Sentence(f"{told}{unit} more than", is_within(words, made, above=0)),
        Sentence(f"{told.removeprefix('-')}{unit} less than", is_within(words, made, below=0)),
        Sentence(f"{told}{unit} (too close to call) against"),
    )


def _list_others() -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_JUDGED_TWICE.values(), "club")))


def _pick(rows: Sequence[Row]) -> list[Pick]:
    where = {"kind": "all deals", "quantity": "following less breaking"}
    return pick_maxims(rows, where)


REPORTED = Reported(
    "In each deal one of the moments at which a maxim comes up is drawn by lot. The card of "
    "each way is the one rated first over all hands that fit what the player has seen and "
    "heard (if the player's own card follows or breaks it, that one is tried); then the "
    "deal is played on with it by the same players, as the cards lay. Of equal cards the "
    "known one is judged by master, who draws conclusions from the cards that fall. Where a "
    "maxim seems most right and most wrong is found by the mean over all hands that fit.",
    _pick,
    heads=("verdict",),
    share=0.5,
    least=10_000,
    columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
)

STUDY = Study(
    TITLE, analyse, draw_playing, fixed=UNMIRRORED, no_condition="judges all deals",
    list_others=_list_others, say=_say_table, reported=REPORTED, seconds=90,
)  # fmt: skip
"""Which maxims about the play are right."""
