"""What it costs to sink a score, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.books.calling_chart import read_costs, say_answers, say_costs, say_sinking
from analyses.words.plain import Words, say_who_sits, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, choose, compose, is_within

_POINT, _TRIO, _ALL = "point", "trio of a quatorze", "everything"


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    elder, younger = (
        read_costs(table, seat, str(captions[other]))
        for seat, other in zip(SEATS, reversed(SEATS), strict=True)
    )
    said = []
    if _ALL in elder and _ALL in younger:
        said.append(_say_all(say_who_sits(captions), elder[_ALL], younger[_ALL]))
    sinking, answers = say_sinking(table), say_answers(table)
    return Words(
        _say_finding(table, elder),
        "Before the play each player may call long suits, sequences, trios and quatorzes: what is "
        "good scores, but it tells the other what is held. To keep silent is called sinking.",
        (*said, compose(sinking, "."), compose(answers, ".")),
        "It does not say that silence never pays: these are means over all deals in which there is "
        "something to call.",
    )


def _say_finding(table: pd.DataFrame, costs: Mapping[str, Estimate]) -> Sentence:
    known = [costs[way] for way in (_TRIO, _POINT) if way in costs]
    if len(known) < 2:
        return say_costs(table)
    trio, point = known
    return choose(
        Sentence(
            f"To call a quatorze as a trio costs elder {size(trio)} points, to keep a point back "
            f"{size(point)}",
            is_within("what a quatorze called as a trio costs elder", trio, above=0),
            is_within("what sinking the point costs elder", point, above=0),
        ),
        say_costs(table),
    )


def _say_all(who: str, elder: Estimate, younger: Estimate) -> Sentence:
    return choose(
        Sentence(
            f"{who}to call nothing costs elder {size(elder)} points a deal, younger "
            f"{size(younger)}.",
            *(
                is_within(f"what calling nothing costs {seat}", one, above=0)
                for seat, one in (("elder", elder), ("younger", younger))
            ),
        ),
        Sentence(f"{who}what silence brings cannot be told from zero in both seats."),
    )
