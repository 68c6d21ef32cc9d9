"""The charts of the studies: each is drawn from a study's table, and tells one story.

A title says the finding, and no more than the table bears out; a subtitle says what is measured,
with its unit. The small print says what percentage of the deals lies beyond an axis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from piquet_sim.game.errors import InputError, suggest

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Chart:
    """A chart that can be drawn from the result of a study."""

    study: str
    """The study whose table it shows."""
    function: str
    """Its name in the module of the study's charts."""
    shows: str

    def draw(self, table: "pd.DataFrame", captions: Mapping[str, object]) -> "Figure":
        """Draw it in the current style."""
        return getattr(import_module(_find_module(self.study)), self.function)(table, captions)


def _find_module(study: str) -> str:
    # The module with a study's charts stands beside the study.
    name = f"{study.replace('-', '_')}_chart"
    found = next(Path(__file__).parents[1].glob(f"studies/*/{name}.py"), None)
    if found is None:
        return "analyses.maxims.chart"
    return f"analyses.studies.{found.parent.name}.{name}"


CHARTS = {
    name: Chart(study, function, shows)
    for name, study, function, shows in (
        ("elder-advantage", "elder-advantage", "draw_margins", "how elder's margin spreads"),
        ("pairs", "elder-advantage", "draw_pairs", "elder's margin by who plays"),
        ("calling", "calling", "draw_costs", "what sinking a score costs"),
        ("sinking", "calling", "draw_sinking", "sinking a small score when unguarded"),
        ("answers", "calling", "draw_answers", "how many hands the answers leave"),
        ("carte-blanche", "carte-blanche", "draw_worths", "what a carte blanche is worth"),
        ("census", "census", "draw_spread", "what a hand is worth if all is good"),
        ("codes", "codes", "draw_leads", "both seats' points under six codes"),
        ("discards", "discards", "draw_better", "how often the exchange betters a hand"),
        ("experts-of-1890", "experts-of-1890", "draw_reached", "scores beside those of 1890"),
        ("hands", "hands", "draw_rarities", "how rare a holding is"),
        ("holdings", "holdings", "draw_worths", "what each thing is worth to hold, all else equal"),
        ("whole-hands", "holdings", "draw_whole", "what a hand with a quatorze or no ace makes"),
        ("headroom", "headroom", "draw_gains", "what seeing what is hidden would bring"),
        ("ladder", "ladder", "draw_steps", "what each player makes more than the next"),
        ("maxims", "maxims", "draw_headlines", "what well-known advice on the discard is worth"),
        ("maxims-all", "maxims", "draw_all", "all maxims on the discard by their worth"),
        ("maxim-longest-suit", "maxims", "draw_longest_suit", "sparing the longest suit"),
        ("maxim-guards", "maxims", "draw_guards", "guarding kings and queens as younger"),
        ("maxim-few-suits", "maxims", "draw_few_suits", "throwing from few suits"),
        ("maxim-five-cards", "maxims", "draw_all_five", "taking all five cards"),
        ("maxim-ace-or-king", "maxims", "draw_ace_or_king", "throwing the ace, not the king"),
        ("maxim-low-trio", "maxims", "draw_low_trio", "high cards before a low trio"),
        ("maxim-low-quint", "maxims", "draw_low_quint", "throwing a low quint as elder"),
        ("maxim-quint-major", "maxims", "draw_quint_major", "four cards near a quint major"),
        ("playing", "playing", "draw_playing", "maxims on the play by what they are worth"),
        ("maxim-tenaces", "playing", "draw_tenaces", "of like tenaces the shorter suit first"),
        ("maxim-bare-king", "playing", "draw_bare_king", "baring the king on elder's run"),
        ("put-to-a-card", "playing", "draw_put_to_a_card", "keeping the card that wins the last"),
        ("counting", "playing", "draw_counting", "what counting by the calls is worth"),
        ("leads", "leads", "draw_leads", "what elder leads first, and what other leads make"),
        ("lead-choices", "leads", "draw_choices", "what it makes to keep a tenace, lead the point"),
        ("partie", "partie", "draw_leads", "how often a lead holds"),
        ("payments", "partie", "draw_payments", "what the loser of a partie pays"),
        ("first-deal", "partie", "draw_first_deal", "what the first deal is worth"),
        ("pique", "pique", "draw_frequencies", "how often pique, repique and capot are made"),
        ("published", "published", "draw_odds", "published odds beside the true ones"),
        ("published-play", "published", "draw_played", "published shares beside what players make"),
        ("draws", "published", "draw_draws", "the chance of drawing a card that helps"),
        ("regret", "regret", "draw_slips", "how many hands lose so much by their discard"),
        ("score", "score", "draw_elder", "what a point is worth to elder in the last deal"),
        ("score-younger", "score", "draw_younger", "the same to younger"),
        ("points-needed", "score", "draw_reached", "what a discard for the points needed adds"),
        ("elder-next", "score", "draw_wish", "what it is worth to be elder in the next deal"),
        ("sixes", "sixes", "draw_change", "elder's lead with the sixes and without"),
        ("sixes-parts", "sixes", "draw_parts", "the parts of that change"),
        ("throwing", "throwing", "draw_elder", "what to throw as elder: a tree to learn by heart"),
        ("throwing-younger", "throwing", "draw_younger", "the same as younger"),
        ("skill", "skill", "draw_skill", "elder's lead between equals, by skill"),
        ("skill-parts", "skill", "draw_parts", "what a part of another's game brings"),
    )
}
"""By name: each study writes the one of its own name."""


def find_chart(name: str) -> Chart:
    """The chart of a name.

    Raises
    ------
    InputError
        If there is none of that name, with the nearest name.

    Examples
    --------
    >>> find_chart("first-deal").study
    'partie'
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in CHARTS:
        raise InputError(suggest(key, CHARTS, "chart"))
    return CHARTS[key]
