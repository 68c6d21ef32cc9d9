"""The contents: all studies with their charts, known by name before any of them is imported.

So the command line, completion and tests name a study, and importing waits until one is asked. Each
stands in its own file in ``studies``. `register` adds a study of one's own.
"""

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from piquet_sim.game.errors import read_known, read_name, refuse

if TYPE_CHECKING:
    from analyses.study import Chart, Study

GROUPS = ("game", "players", "parties", "books")
"""What studies are about, in the order in which they are listed."""


@dataclass(frozen=True)
class Entry:
    """What is known of a study by its name."""

    name: str
    charts: dict[str, str]
    """What each of its charts shows, by name."""
    command: str = "study"
    """The command that asks it."""
    study: "Study | None" = field(default=None, repr=False)
    """The study itself, where it is one's own."""

    def load(self) -> "Study":
        """The study."""
        if self.study is not None:
            return self.study
        return import_module(f"analyses.studies.{self.name.replace('-', '_')}").STUDY


ENTRIES = {
    one.name: one
    for one in (
        Entry("carte-blanche", {"carte-blanche": "what a carte blanche is worth"}),
        Entry("census", {"census": "what a hand is worth if all is good"}, "census"),
        Entry("codes", {"codes": "both seats' points under six codes"}),
        Entry("discards", {"discards": "how often the exchange betters a hand"}),
        Entry(
            "elder-advantage",
            {
                "elder-advantage": "how elder's margin spreads",
                "pairs": "elder's margin by who plays",
            },
        ),
        Entry("hands", {"hands": "how rare a holding is"}),
        Entry(
            "holdings",
            {
                "holdings": "what each thing is worth to hold, by regression",
                "whole-hands": "what a hand with a quatorze or no ace makes",
            },
        ),
        Entry("pique", {"pique": "how often pique, repique and capot are made"}),
        Entry(
            "sixes",
            {
                "sixes": "elder's lead with the sixes and without",
                "sixes-parts": "the parts of that change",
            },
        ),
        Entry("ladder", {"ladder": "what each player makes more than the next"}, "duel"),
        Entry(
            "leads",
            {
                "leads": "what elder leads first, and what other leads make",
                "lead-choices": "what it makes to keep a tenace, lead the point",
            },
        ),
        Entry(
            "lose", {"lose": "what discards, calls, leads and replies lose, and what sight gains"}
        ),
        Entry(
            "throwing",
            {
                "throwing": "what to keep as elder: two rules to learn by heart",
                "throwing-younger": "the same as younger",
            },
        ),
        Entry(
            "partie",
            {
                "partie": "how often a lead holds",
                "payments": "what the loser of a partie pays",
                "first-deal": "what the first deal is worth",
            },
        ),
        Entry(
            "score",
            {
                "score": "what a point is worth in the last deal, by own total",
                "score-elder": "the same by both totals, to elder",
                "score-younger": "the same by both totals, to younger",
                "points-needed": "what a discard for the points needed adds",
                "elder-next": "what it is worth to be elder in the next deal",
            },
        ),
        Entry(
            "calling",
            {
                "calling": "what sinking a score costs",
                "answers": "how many hands the answers leave",
            },
        ),
        Entry("experts-of-1890", {"experts-of-1890": "scores beside those of 1890"}),
        Entry(
            "maxims",
            {
                "maxims": "all verdicts on advice about the discard",
                "maxim-longest-suit": "sparing the longest suit",
                "maxim-guards": "guarding kings and queens as younger",
                "maxim-few-suits": "throwing from few suits",
                "maxim-five-cards": "taking all five cards",
                "maxim-ace-or-king": "throwing the ace, not the king",
                "maxim-low-trio": "high cards before a low trio",
                "maxim-low-quint": "throwing a low quint as elder",
                "maxim-quint-major": "four cards near a quint major",
            },
        ),
        Entry(
            "playing",
            {
                "playing": "all verdicts on advice about the play",
                "maxim-tenaces": "of like tenaces the shorter first",
                "maxim-bare-king": "baring the king on elder's run",
                "counting": "what counting by the calls is worth",
            },
        ),
        Entry(
            "published",
            {
                "published": "published odds beside the true ones",
                "published-play": "published shares beside what players make",
                "draws": "the chance of drawing a card that helps",
            },
        ),
    )
}
"""All studies by name, in the order of their groups, those that other commands ask among them."""


def list_studies() -> list[str]:
    """The names of the studies that ``piquet study`` asks."""
    return [name for name, one in ENTRIES.items() if one.command == "study"]


def list_charts() -> dict[str, Entry]:
    """The study of each chart, by the name of the chart."""
    return {chart: one for one in ENTRIES.values() for chart in one.charts}


def register(study: "Study") -> None:
    """Add a study of one's own, which commands then find by its name.

    Raises
    ------
    InputError
        If a study or a chart has that name, its first chart has not, or its group is none.
    """
    refuse(
        {
            **{
                f"study {study.name}: the name {one!r} is taken": one in {*ENTRIES, *list_charts()}
                for one in sorted({study.name, *study.charts})
            },
            f"study {study.name}: its first chart has its name, and its group is one of "
            f"{', '.join(GROUPS)}": (
                next(iter(study.charts), None) != study.name or study.group not in GROUPS
            ),
        }
    )
    shows = {name: chart.shows for name, chart in study.charts.items()}
    ENTRIES[study.name] = Entry(study.name, shows, study.command, study)


def find_study(name: str, is_asked: bool = False) -> "Study":
    """The study of a name, one that another command asks among them unless it is to be asked.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_study("Elder advantage").question
    'What is it worth to be elder hand?'
    """
    return ENTRIES[
        read_known(read_name("name", name), list_studies() if is_asked else ENTRIES, "study")
    ].load()


def find_chart(name: str) -> tuple["Study", "Chart"]:
    """The chart of a name, and its study.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_chart("first-deal")[0].name
    'partie'
    """
    charts = list_charts()
    key = read_known(read_name("name", name), charts, "chart")
    study = charts[key].load()
    return study, study.charts[key]


def sort_by_length() -> list[str]:
    """The names of all studies, those that take long last."""
    return sorted(list_studies(), key=lambda name: find_study(name).seconds)
