"""What elder's advantage comes to, in plain words."""

from collections.abc import Mapping
from itertools import pairwise

import pandas as pd

from analyses.results.analysis import read_estimate, read_estimates
from analyses.statistics.rows import iterate_rows
from analyses.studies.game.elder_advantage_chart import say_worth
from analyses.words.plain import Words, points, say_who_sits, share
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, exceeds, is_so
from piquet_sim.strategies.roster import ROSTER


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    own = table.iloc[0]
    found = read_estimates(table, elder=own.elder, younger=own.younger)
    wins, loses = (share(found[name]) for name in ("elder_wins", "younger_wins"))
    return Words(
        say_worth(table),
        "In Piquet, a game for two, elder is the player who does not deal: elder exchanges first, "
        "takes more cards and leads. The players change seats after each deal, so that each is "
        "elder in turn.",
        (
            Sentence(
                f"{say_who_sits(captions)}elder makes {points(found['elder_score'])} points a deal "
                f"and younger, the dealer, {points(found['younger_score'])}."
            ),
            Sentence(f"Elder makes more in {wins} of deals, less in {loses}."),
            *_say_skill(table),
        ),
        "It does not mean that one player has an edge in the match: over its six deals both are "
        "elder equally often.",
    )


def _say_skill(table: pd.DataFrame) -> tuple[Sentence, ...]:
    # Between the weakest and the strongest of those who also play against themselves.
    margins = iterate_rows(table[table["quantity"] == "difference"])
    same = {row.elder: read_estimate(row) for row in margins if row.elder == row.younger}
    ranked = [name for name in ROSTER if name in same]
    if len(ranked) < 2:
        return ()
    weakest, strongest = ranked[0], ranked[-1]
    least, most = (points(same[name], "+") for name in (weakest, strongest))
    ends = f"from {least} between {weakest} players to {most} between {strongest} players."
    return (
        choose(
            Sentence(f"The lead grows with skill, {ends}", *_list_grounds(same, ranked)),
            Sentence(f"Elder's lead changes with skill, {ends}"),
        ),
    )


def _list_grounds(same: Mapping[str, Estimate], ranked: list[str]) -> list[object]:
    return [
        is_so("they are players of the package", len(same) == len(ranked)),
        *(
            exceeds(f"elder's lead between {better} less that between {one}",
                    same[better], same[one])
            for one, better in pairwise(ranked)
        ),
    ]  # fmt: skip
