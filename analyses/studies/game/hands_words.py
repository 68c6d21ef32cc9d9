"""What a dealt hand holds, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.studies.game.hands_chart import list_rarities, say_rarity
from analyses.words.plain import Words, round_off, share
from piquet_sim.sentences import UNLIKELY, Sentence, choose, is_within


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    rarities = list_rarities(table)
    rows = table[(table.attribute == "best sequence") & (table.quantity == "none")].iloc[0]
    quatorze, blanche = (round_off(rarities[name]) for name in ("a quatorze", "a carte blanche"))
    chance = captions["p_of_farthest"]
    return Words(
        say_rarity(table),
        "Each player is dealt twelve cards; what scores is a long suit, a sequence in one suit, "
        "and three or four of a rank. A quint is a sequence of five, a quatorze four of a rank, "
        "tens or higher.",
        (
            Sentence(
                f"{share(rows.hands / rows.of)} of all hands hold no sequence, as counted exactly."
            ),
            Sentence(
                f"A quatorze is dealt to one hand in {quatorze}, a carte blanche, a hand without "
                f"king, queen or knave, to one in {blanche}."
            ),
            choose(
                Sentence(
                    "Hands dealt at random here agree with the count.",
                    is_within("p of the class farthest off", chance, above=UNLIKELY),
                ),
                Sentence("Hands dealt at random here are not as counted."),
            ),
        ),
        "It does not say what is held when the cards are played: the exchange comes between.",
    )
