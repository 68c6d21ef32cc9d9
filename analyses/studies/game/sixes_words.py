"""What leaving out the sixes did to elder's advantage, in plain words."""

from collections.abc import Mapping

import pandas as pd

from analyses.results.analysis import read_estimates
from analyses.studies.game.sixes_chart import LAWS
from analyses.words.plain import Words, points, say_who_sits, share, size
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, choose, is_within

_WITH, _WITHOUT = 36, 32


def tell(table: pd.DataFrame, captions: Mapping[str, object]) -> Words:
    """What the study found, for everybody."""
    found = {
        (laws, pack): read_estimates(table, laws=laws, pack=pack)
        for laws in LAWS
        for pack in (_WITH, _WITHOUT)
    }
    leads = [
        f"{points(found[laws, _WITH]['difference'], '+')} to "
        f"{points(found[laws, _WITHOUT]['difference'], '+')}"
        for laws in LAWS
    ]
    wins = [share(found[LAWS[-1], pack]["elder_wins"]) for pack in (_WITH, _WITHOUT)]
    return Words(
        _say_finding(table),
        "Until about 1700 Piquet was played with the sixes; then they were left out, and the pack "
        "of 36 became one of 32. Elder, who does not deal, exchanges first and leads.",
        (
            Sentence(
                f"{say_who_sits(captions)}elder's lead a deal went from {leads[0]} points under "
                f"the laws of {LAWS[0]}."
            ),
            Sentence(f"Under those of {LAWS[-1]} it went from {leads[-1]}."),
            Sentence(
                f"Under {LAWS[-1]} elder makes more in {wins[0]} of deals with the sixes, in "
                f"{wins[1]} without."
            ),
        ),
        "It does not say why the sixes were left out, nor how people played who were used to them.",
    )


def _say_finding(table: pd.DataFrame) -> Sentence:
    changes = {laws: _find_change(table, laws) for laws in LAWS}
    grown, shrunk = (
        [is_within(f"change under {laws}", one, **end) for laws, one in changes.items()]
        for end in ({"above": 0}, {"below": 0})
    )
    sizes = sorted({size(one) for one in changes.values()}, key=float)
    told = " to ".join(sizes)
    return choose(
        Sentence(f"Without the sixes elder leads by {told} points more, under both laws", *grown),
        Sentence(f"Without the sixes elder leads by {told} points less, under both laws", *shrunk),
        Sentence("What leaving out the sixes changes cannot be told from zero under both laws"),
    )


def _find_change(table: pd.DataFrame, laws: str) -> Estimate:
    small, large = (
        read_estimates(table, laws=laws, pack=pack)["difference"] for pack in (_WITHOUT, _WITH)
    )
    return subtract_estimates(small, large)
