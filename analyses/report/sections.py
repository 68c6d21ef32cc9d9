"""The sections of a report, and the size of each study in it."""

from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

import pandas as pd
from matplotlib.figure import Figure

from analyses import find_study
from analyses.charts.style import HOUSE_STYLE, Style
from analyses.results.analysis import Analysis
from analyses.studies.players.ladder import TITLE as LADDER_TITLE
from analyses.studies.players.ladder import climb
from analyses.studies.players.ladder_chart import draw_steps
from analyses.study import Study, keep_making
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import read_json_file
from piquet_sim.game.rules import RUBICON
from piquet_sim.running.run import Progress, check_count, count_threads
from piquet_sim.strategies import Strategy, find_strategy, strategy_names

LEAST = 200
"""Minimum number of deals: with fewer, most studies have no result."""

DEFAULT_DEALS = 30_000
"""With so many deals all studies take about a minute and a half on two processors."""

AUTHOR = "piquet-sim"

_LADDER_DEALS_A_PAIR = 2_000
_LEAST_PAIRS = 10


@dataclass(frozen=True)
class Order:
    """The report that is asked for.

    Raises
    ------
    InputError
        If a number, a strategy or a section is invalid.
    """

    n: int = DEFAULT_DEALS
    strategies: tuple[str, ...] = ()
    """The first plays the studies; all play on the ladder. Empty: those of the studies, and all."""
    sections: tuple[str, ...] = ()
    """Empty: all."""
    seed: int = 1
    threads: int | None = None
    style: Style = field(default=HOUSE_STYLE)
    loaded: str = ""
    """A file that registers strategies, for the commands that are shown."""
    results: Path | None = None
    """Results of studies that are taken as they are, instead of playing: a folder of them, or one
    result."""
    author: str = AUTHOR
    """Who signs."""

    def __post_init__(self) -> None:
        if check_count(self.n) < LEAST:
            raise InputError(f"n: {self.n}; a report requires at least {LEAST} deals")
        for name in (*self.strategies, *self.sections):
            if not name:
                raise InputError("strategies and sections: a name between two commas is missing")
        if not self.author.strip():
            raise InputError("author: expected a name")
        for what, names in (("strategies", self.strategies), ("sections", self.sections)):
            if len(set(names)) < len(names):
                raise InputError(f"{what}: a name is given twice")
        for name in self.strategies:
            find_strategy(name)
        for name in self.sections:
            find_section(name)
        count_threads(self.threads)
        Simulation(self.main, self.main, RUBICON, self.seed)

    @property
    def main(self) -> str:
        """The strategy of what is no study."""
        return self.strategies[0] if self.strategies else Study.strategy

    @property
    def players(self) -> tuple[str, ...]:
        """The strategies on the ladder."""
        return self.strategies or tuple(strategy_names())

    def wanted(self) -> "list[Section]":
        """The sections, in the order of the report."""
        keys = {find_section(name).key for name in self.sections}
        return [one for one in SECTIONS if not keys or one.key in keys]


@dataclass(frozen=True)
class Part:
    """One study in a section."""

    name: str
    """Name of the study and of its folder."""
    assumed: str
    share: float = 1.0
    """Share of the deals asked for that this study plays."""
    least: int = LEAST
    """Its minimum number of deals."""
    lead: int = 0
    """Index of the sentence of the summary that is the answer."""
    words: str = ""
    """What words in its charts mean that are not the game's."""
    is_compiled_anew: bool = False
    """Whether most of its time is compilation, on one processor and in every process."""
    columns: tuple[str, ...] = ()
    """The columns of its table in Markdown and LaTeX; empty for all."""

    def columns_of(self, table: str) -> tuple[str, ...]:
        """The columns in print of one of its tables."""
        return self.columns if table == "data" else ()

    def find_result(self, order: Order) -> Path | None:
        """The folder of its result among those that are taken, if there is one."""
        if (order.results / "meta.json").is_file():  # one result alone
            home = order.results
            return home if read_json_file(home / "meta.json").get("title") == self.title else None
        home = order.results / self.name
        return home if (home / "meta.json").is_file() else None

    @property
    def title(self) -> str:
        """The question."""
        return find_study(self.name).title

    def player(self, order: Order) -> str:
        """The strategy in both seats."""
        return order.strategies[0] if order.strategies else find_study(self.name).strategy

    def size(self, order: Order) -> int:
        """Its number of deals."""
        return max(round(order.n * self.share), self.least)

    def simulation(self, order: Order) -> Simulation:
        """The simulation that is played."""
        name = self.player(order)
        return Simulation(name, name, RUBICON, order.seed)

    def count_runs(self, order: Order) -> int:
        """How many times its deals are played."""
        return find_study(self.name).count_runs(self.simulation(order))

    def involved(self, order: Order) -> list[Strategy]:
        """All strategies whose play the study shows."""
        names = {self.player(order), *find_study(self.name).list_others()}
        return [find_strategy(name) for name in sorted(names)]

    def make(self, order: Order, progress: Progress | None) -> Analysis:
        """Answer the question."""
        size = self.size(order)
        return find_study(self.name).answer(self.simulation(order), size, order.threads, progress)

    def draw(self, *told: object, **tables: pd.DataFrame) -> Figure:
        """Draw the chart of its tables."""
        return find_study(self.name).draw(*told, **tables)

    def command(self, order: Order) -> str:
        """The command that makes it again."""
        words = ["piquet", "study", self.name, "-n", str(self.size(order))]
        words += ["--strategy", self.player(order), "--seed", str(order.seed)]
        return " ".join(quote(word) for word in words + _load_words(order))


class LadderPart(Part):
    """The ladder, which compares all players."""

    @property
    def title(self) -> str:
        """The question."""
        return LADDER_TITLE

    def size(self, order: Order) -> int:
        """Number of pairs of deals per duel."""
        return max(order.n // _LADDER_DEALS_A_PAIR, _LEAST_PAIRS)

    def count_runs(self, order: Order) -> int:
        """Number of duels."""
        return len(order.players) * (len(order.players) - 1) // 2

    def player(self, order: Order) -> str:
        """The first player."""
        return order.main

    def involved(self, order: Order) -> list[Strategy]:
        """All players."""
        return [find_strategy(name) for name in order.players]

    def make(self, order: Order, progress: Progress | None) -> Analysis:
        """Play all against all."""
        names, pairs = list(order.players), self.size(order)
        return keep_making(climb, names, pairs, RUBICON, order.seed, order.threads, progress)

    def draw(self, *told: object, **tables: pd.DataFrame) -> Figure:
        """Draw the ladder from its table."""
        return draw_steps(*told, **tables)

    def command(self, order: Order) -> str:
        """The command that makes it again."""
        words = ["piquet", "ladder", "-n", str(self.size(order))]
        words += ["--strategies", ",".join(order.players), "--seed", str(order.seed)]
        return " ".join(quote(word) for word in words + _load_words(order))


def _load_words(order: Order) -> list[str]:
    return ["--load", order.loaded] if order.loaded else []


@dataclass(frozen=True)
class Section:
    """One section of the report."""

    key: str
    title: str
    parts: tuple[Part, ...]

    def chosen(self, order: Order) -> tuple[Part, ...]:
        """The parts that can be made: with a result, or else a ladder with two players."""
        if order.results is not None:
            return tuple(part for part in self.parts if part.find_result(order) is not None)
        alone = len(order.players) < 2
        return tuple(
            part for part in self.parts if not (alone and isinstance(part, LadderPart))
        )  # fmt: skip

    def folder(self, part: Part) -> str:
        """The folder of a part, beside the page."""
        return self.key if part.name == self.key else f"{self.key}/{part.name}"


_BETWEEN = "The numbers hold between these players; others may make other numbers. "

SECTIONS = (
    Section(
        "elder-advantage", "Elder's advantage",
        (Part(
            "elder-advantage",
            _BETWEEN + "Every pair of strategies plays the same deals. The score of a partie is "
            "not heeded: each deal is played for its own points.",
        ),),
    ),
    Section(
        "carte-blanche", "Carte blanche",
        (Part(
            "carte-blanche",
            "How often it is dealt is exact. Its worth holds between these players, who show "
            "every carte blanche that they are dealt.",
        ),),
    ),
    Section(
        "pique", "Pique and repique",
        (Part("pique", _BETWEEN + "Everything that is held is called; nothing is sunk."),),
    ),
    Section(
        "calling", "Calling",
        (Part(
            "calling",
            _BETWEEN + "All else is called, and the opponent takes silence for having nothing. "
            "Maxims are tried in deals to which they apply, called in both ways.",
            columns=(
                "seat", "opponent", "way", "kind", "advice", "verdict", "quantity", "value", "se",
                "n",
            ),
        ),),
    ),
    Section(
        "discards", "Discards",
        (
            Part(
                "discards",
                _BETWEEN + "What an exchange does to a hand depends on what the player keeps.",
            ),
            Part(
                "throwing",
                "The opponent exchanges as the strategy named expert, all is called, and both "
                "play the cards perfectly, seeing all. Nothing was fitted on these hands.",
                share=0.1,
                least=25_000,
                words="The longest suit has most cards, of equals most pips; the strongest is that "
                "whose cards count most. Tops are the ace, with it the king, with both the queen, "
                "and so on; honours are ace to knave. Sets are trios and quatorzes, the best a "
                "quatorze, then the highest. Each card counts a number, by its rank, its suit and "
                "what it is part of (piquet help studies): room that is left goes to the cards "
                "that count most. What is marked ! stays even if fewer cards go.",
                columns=("seat", "kind", "text", "quantity", "value", "se", "n"),
            ),
            Part(
                "maxims",
                "The opponent exchanges as the strategy named expert, all is called, and both "
                "play the cards perfectly, seeing all. Nothing was chosen by the deals that judge. "
                "What is right as a rule makes more than breaking it, but to follow it always may "
                "cost a player. The share of hands is that of the hands dealt to which a maxim "
                "applies. The hands on which it seems most right and most wrong were chosen by "
                "other deals than those that judge them.",
                least=10_000,
                columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
            ),
            Part(
                "playing",
                "In each deal the first moment counts at which a maxim comes up. The card of each "
                "way is the one rated first over all hands that fit what the player has seen and "
                "heard (the own card stands for its side); then the deal is played on with it by "
                "the same players, as the cards lay. Of equal cards the known one is judged by "
                "master, who draws conclusions from the cards that fall. Where a maxim seems most "
                "right and most wrong is told by the mean over all hands that fit.",
                share=0.5,
                least=10_000,
                columns=("seat", "advice", "verdict", "kind", "quantity", "value", "se", "n"),
            ),
        ),
    ),
    Section(
        "hands", "Hands",
        (
            Part(
                "hands",
                "All hands of twelve cards are equally likely. The counts are exact; the simulated "
                "hands beside them check the dealing.",
            ),
            Part(
                "holdings",
                _BETWEEN + "What is worth something adds up, but for the columns that join two "
                "things; what no column tells is averaged over. A card stands in place of a "
                "seven.",
            ),
        ),
    ),
    Section(
        "rule-books", "Rule books",
        (
            Part(
                "codes",
                _BETWEEN + "The same strategies play every code. What is worth keeping was learned "
                "for Cotton's and for the American code, too; how cards are played was not.",
            ),
            Part(
                "sixes",
                _BETWEEN + "The deals with 32 and with 36 cards are different ones.",
            ),
        ),
    ),
    Section(
        "partie", "Parties",
        (Part(
            "partie",
            _BETWEEN + "Both players are the same strategy, in turn elder and younger, and do "
            "not heed the score of the match.",
        ),),
    ),
    Section(
        "score", "Playing to the score",
        (Part(
            "score",
            _BETWEEN + "The scores are those of players who do not heed the score, as if they "
            "stayed so in the last deal. A level partie counts nothing. Discards for the score "
            "are finished with the cards played perfectly.",
            columns=(
                "quantity", "seat", "own", "theirs", "when", "forecast", "needed", "advice",
                "verdict", "value", "se", "n",
            ),
        ),),
    ),
    Section(
        "strategies", "Strategies",
        (
            LadderPart(
                "ladder",
                "All play all with the same cards in both seats. Who beats whom need not follow "
                "one order.",
                lead=1,
            ),
            Part(
                "regret",
                "The opponent exchanges as the strategy named expert, all is called, and both "
                "play the cards perfectly, seeing all. The best is sought among the discards "
                "that the learned evaluation likes: a lower bound. Calls and cards are judged in "
                "deals that the player may imagine, the same players going on.",
                share=0.1,
                least=10_000,
                is_compiled_anew=True,
                columns=(
                    "seat", "kind", "hand", "discard", "better", "quantity", "value", "se", "n",
                    "elder_took", "seed", "position", "played",
                ),
            ),
            Part(
                "skill",
                "Both players are of one strength, at every strength in the same deals. The parts "
                "of one player's game are replaced against an unchanged opponent; they need not "
                "add up to the whole.",
                share=0.2,
                columns=("kind", "player", "part", "of", "seat", "quantity", "value", "se", "n"),
            ),
            Part(
                "leads",
                "Younger can hold any hand that agrees with the calls, each weighed by how likely "
                "it was kept; both then play perfectly, seeing all. What is played on is played "
                "by the same players in deals that elder may imagine.",
                share=0.1,
                least=10_000,
                is_compiled_anew=True,
            ),
            Part(
                "headroom",
                "The opponent is the same and does not know. Who sees in the play plays as if the "
                "opponent saw everything, too; who sees in the exchange sees the hand dealt to "
                "the opponent and, as younger, what elder threw, not the stock.",
                share=0.1,
                least=10_000,
                is_compiled_anew=True,
            ),
        ),
    ),
    Section(
        "published", "Published figures",
        (Part(
            "published",
            "What can be counted is counted. What depends on how people play is judged by "
            "these players, who are not the authors'; their own sampling error is allowed for. "
            "Most figures are Cavendish's; the source of each stands in the data file.",
            columns=("quantity", "figure", "claimed", "found", "verdict", "computation"),
        ),),
    ),
    Section(
        "experts-of-1890", "The experts of 1890",
        (Part(
            "experts-of-1890",
            "Nothing was fitted to the table. The experts played to the score, and hands thrown "
            "in were left out of it.",
            share=0.2,
            columns=(
                "seat", "quantity", "value", "se", "low", "high", "n", "published",
                "difference_z", "by_chance",
            ),
        ),),
    ),
)  # fmt: skip
"""All sections, in the order of the report."""


def find_section(name: str) -> Section:
    """The section with this name, or with a study of this name.

    Raises
    ------
    InputError
        If there is none, with the nearest name.
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    for section in SECTIONS:
        if key == section.key or key in [part.name for part in section.parts]:
            return section
    raise InputError(suggest(key, [one.key for one in SECTIONS], "section"))
