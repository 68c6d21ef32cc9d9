"""How elder's advantage changes with skill, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.players.skill_chart import (
    BY_SKILL,
    CARDS,
    EXCHANGE,
    SEEING,
    find_reference,
    read_gains,
    read_steps,
    say_skill,
)
from analyses.words.plain import Words, size
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, compose, is_within, join_pieces


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    player = str(captions["elder"])
    other, gains = find_reference(player), read_gains(table, player)
    said = [_say_last(table)]
    parts = [(part, gains[part, other]) for part in (CARDS, EXCHANGE) if (part, other) in gains]
    if parts:
        said.append(_say_parts(player, other, parts))
    seeing = gains.get((EXCHANGE, SEEING))
    if seeing is not None:
        said.append(
            _say_change(f"Shown the other hand in the exchange, {player}", "by seeing", seeing)
        )
    return Words(
        say_skill(table),
        "Elder, who does not deal, leads by some points a deal; by how many depends on who plays. "
        "Here computer players, from one who plays at random to a strong one, each meet their "
        "like.",
        tuple(said),
        "It does not say how good people are: the steps of skill are those of computer players.",
    )


def _say_last(table: pd.DataFrame) -> Sentence:
    # From the last but one of the players to the last.
    before, last = BY_SKILL[-2:]
    step = read_steps(table)[last]
    words = f"elder's lead of {last} more than before"
    start = f"From {before} to {last} players the lead"
    return choose(
        Sentence(f"{start} grows by {size(step)} points.", is_within(words, step, above=0)),
        Sentence(f"{start} shrinks by {size(step)} points.", is_within(words, step, below=0)),
        Sentence(f"{start} changes by nothing that can be told."),
    )


def _say_parts(player: str, other: str, parts: list[tuple[str, Estimate]]) -> Sentence:
    pieces = [
        _say_change(f"with {other}'s {part}", part, gain, is_whole=False) for part, gain in parts
    ]
    return compose(f"Over two deals {player} ", join_pieces(" and ", pieces), ".")


def _say_change(who: str, what: str, gain: Estimate, is_whole: bool = True) -> Sentence:
    words = f"what is gained: {what}"
    verb = choose(
        Sentence("gains", is_within(words, gain, above=0)),
        Sentence("loses", is_within(words, gain, below=0)),
        Sentence("stays level, as far as can be told,"),
    )
    amount = f" {size(gain)} points" if verb.grounds else ""
    if not is_whole:
        return compose(verb, f"{amount} {who}")
    return compose(f"{who} ", verb, amount, " over two deals.")
