"""What all hands of twelve cards hold, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.game.census_chart import say_spread
from analyses.words.plain import Words, round_off
from piquet_sim.sentences import Sentence, is_so


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the census found, for everybody."""
    said = [Sentence(f"All {captions['hands'] / 1_000_000:.0f} million hands were counted.")]
    for name, words in (
        ("quatorze_dealt", "a quatorze, four of a rank"),
        ("carte_blanche_dealt", "a carte blanche, no king, queen or knave"),
    ):
        if captions.get(name):
            said.append(Sentence(f"One hand in {round_off(1 / captions[name])} holds {words}."))
    return Words(
        Sentence(say_spread(table), is_so("all hands were counted", True)),
        "Each player is dealt twelve cards; before a card is played they count long suits, "
        "sequences and threes or fours of a rank. These counts are exact: nothing was simulated.",
        tuple(said[:3]),
        "It does not say what is scored: of two hands only the better one counts in each class, "
        "and the exchange comes between.",
    )
