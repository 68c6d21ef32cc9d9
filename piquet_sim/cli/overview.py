"""What the command line can do, by question: the groups of its help, and the first page."""

from collections.abc import Collection
from textwrap import fill

GROUPS: dict[str, tuple[str, ...]] = {
    "What happens how often?": ("simulate", "study", "chart", "report"),
    "What should I do?": ("advise", "review", "explore"),
    "Who wins?": ("duel", "chances", "settle"),
    "What can be looked up?": ("odds", "census", "solve", "score", "deal", "rules",
                                          "maxim", "help"),
}  # fmt: skip
"""Commands by the question that they answer, in the order in which help lists them."""

UPKEEP = ("setup", "train", "verify")
"""Commands that no question leads to: help lists them last, and the first page does not."""

EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "What is it worth to be elder hand? (table, chart, sentences, in mine)",
        "piquet study elder-advantage -n 100_000 --out mine",
    ),
    (
        "Which cards should go from this hand, and why? (spades.hearts.diamonds.clubs)",
        "piquet advise AKJ.AQJ8.98.J87",
    ),
    (
        "How often does elder, dealt four aces, make a repique? (the row repique)",
        'piquet simulate -n 100_000 --given "elder has 4 aces"',
    ),
)
"""A newcomer's questions, each with a command that answers it as written."""

_ONWARDS = [
    ("piquet COMMAND --help", "what a command takes; piquet --help lists them all"),
    ("piquet help", "guides: conditions, strategies, long runs, rules"),
    ("piquet help words", "the game's words: elder, point, repique"),
    ("piquet report", "all studies on one page, with their charts"),
    ("piquet explore", "a page in the browser to play and to weigh hands"),
    ("piquet --install-completion", "let the shell complete commands and names"),
]


def group_commands(names: Collection[str]) -> dict[str, list[str]]:
    """The commands that there are, by group, those of upkeep last.

    Examples
    --------
    >>> group_commands(["score", "study", "setup"])
    {'What happens how often?': ['study'], 'What can be looked up?': ['score'], \
'Upkeep': ['setup']}
    """
    groups = {**GROUPS, "Upkeep": UPKEEP}
    grouped = {title: [one for one in group if one in names] for title, group in groups.items()}
    return {title: group for title, group in grouped.items() if group}


def write_overview(width: int = 100) -> str:
    """What ``piquet`` alone prints: what it can do, three examples, and further reading.

    Parameters
    ----------
    width : int
        Cells of a line.
    """
    cells = max(width, _NARROWEST)
    lines = [fill("Questions about the card game Piquet, answered by playing it.", cells), ""]
    for question, command in EXAMPLES:
        lines += [fill(question, cells), f"  {command}"]
    rows = [(title, ", ".join(group)) for title, group in GROUPS.items()]
    lines += ["", *_list_beside(rows, cells), "", *_list_beside(_ONWARDS, cells), ""]
    compiled = "The first run compiles up to half a minute; piquet setup, for all, 2.5 minutes."
    lines.append(fill(compiled, cells))
    return "\n".join(lines)


_NARROWEST = 60


def _list_beside(rows: list[tuple[str, str]], width: int) -> list[str]:
    longest = max(len(said) for said, _ in rows)
    hanging = " " * (longest + 2)
    return [fill(f"{said:{longest}}  {why}", width, subsequent_indent=hanging)
            for said, why in rows]  # fmt: skip
