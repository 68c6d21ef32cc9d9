"""What the command line can do, by question: the groups of its help, and the first page."""

from collections.abc import Collection
from textwrap import fill

from piquet_sim.preparation import USUAL

GROUPS: dict[str, tuple[str, ...]] = {
    "What happens how often?": ("simulate", "study", "partie", "resume",
                                "report", "article", "chart"),
    "What should one do?": ("advise", "advise-call", "advise-play", "review"),
    "Who wins?": ("duel", "ladder", "chances", "settle", "exploit", "train"),
    "What can be counted?": ("odds", "census", "solve",
                             "deal", "score", "convert", "rules"),
    "Are the numbers right?": ("maxim", "verify", "compare", "trust", "bench"),
    "Reading and looking up": ("ask", "explore", "glossary", "strategies", "help", "setup",
                               "cite"),
}  # fmt: skip
"""Commands by the question that they answer, in the order in which help lists them."""

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

_ONWARDS = (
    ("", "piquet COMMAND --help", "what a command takes; piquet --help lists them all"),
    ("help", "piquet help", "guides: conditions, strategies, long runs, rules"),
    ("glossary", "piquet glossary", "the game's words: elder, point, repique"),
    ("report", "piquet report", "all studies on one page, with their charts"),
    ("explore", "piquet explore", "a page in the browser to play and to weigh hands"),
    ("", "piquet --install-completion", "let the shell complete commands and names"),
)


def group_commands(names: Collection[str]) -> dict[str, list[str]]:
    """Commands by group; those without a group come last.

    Examples
    --------
    >>> group_commands(["score", "study", "juggle"])
    {'What happens how often?': ['study'], 'What can be counted?': ['score'], \
'Others': ['juggle']}
    """
    grouped = {title: [one for one in group if one in names] for title, group in GROUPS.items()}
    known = {one for group in GROUPS.values() for one in group}
    grouped["Others"] = [one for one in names if one not in known]
    return {title: group for title, group in grouped.items() if group}


def write_overview(names: Collection[str], width: int = 100) -> str:
    """What ``piquet`` alone prints: what it can do, three examples, and further reading.

    Parameters
    ----------
    names : collection of str
        The commands that there are.
    width : int
        Cells of a line.
    """
    cells = max(width, _NARROWEST)
    lines = [fill("Questions about the card game Piquet, answered by playing it.", cells), ""]
    for question, command in EXAMPLES:
        lines += [fill(question, cells), f"  {command}"]
    grouped = group_commands(names)
    rows = [(title, ", ".join(group)) for title, group in grouped.items()]
    onwards = [(said, why) for name, said, why in _ONWARDS if not name or name in names]
    lines += ["", *_list_beside(rows, cells), "", *_list_beside(onwards, cells), ""]
    minutes = USUAL["setup"].seconds / 60
    compiled = (
        f"The first run compiles up to half a minute; piquet setup, for all, {minutes:g} minutes."
    )
    lines.append(fill(compiled, cells))
    return "\n".join(lines)


_NARROWEST = 60


def _list_beside(rows: list[tuple[str, str]], width: int) -> list[str]:
    longest = max(len(said) for said, _ in rows)
    hanging = " " * (longest + 2)
    return [fill(f"{said:{longest}}  {why}", width, subsequent_indent=hanging)
            for said, why in rows]  # fmt: skip
