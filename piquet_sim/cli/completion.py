"""What the shell offers as completions for a value that is being typed.

A shell asks at every press of a key, so nothing here may import the engine. Names defined in the
engine are repeated here; a test compares them with the originals.
"""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout

from piquet_sim.cli.guides import GUIDES, say_topic
from piquet_sim.cli.themes import THEMES
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.wording import join_words
from piquet_sim.strategies.roster import OPTIONS, ROSTER

Offer = str | tuple[str, str]
"""A completion, with or without a description."""

PRESETS = ("rubicon", "au_cent", "boussac_1896", "cotton_1674", "parlett", "american")
WAYS_TO_PLAY = {
    "strategies": "as each player plays",
    "double-dummy": "both perfectly, seeing all cards",
}
ATTRIBUTES = (
    "carte_blanche", "longest_suit", "point", "best_sequence", "sequences", "trios", "quatorzes",
    "value", "voids", "aces", "courts",
)  # fmt: skip
STYLES = ("print", "double", "slide", "dark", "gray")
DISTRIBUTIONS = (
    "elder_score", "younger_score", "difference", "elder_exchanged", "younger_exchanged",
)  # fmt: skip
COLUMNS = (
    *(
        f"{seat}_{part}"
        for seat in SEATS
        for part in ("sequences", "sets", "play", "tricks", "point_call", "sequence_call",
                     "set_call", "point_called", "sequence_called", "set_called")
    ),
    "mirrored", "faced", "point_result", "sequence_result", "set_result",
)  # fmt: skip
AIMS = (
    "value",
    *(f"point>={cards}" for cards in range(3, 9)),
    *(f"sequence>={cards}" for cards in range(3, 9)),
    *(f"{kind}:{rank}" for kind in ("trio", "quatorze") for rank in "AKQJT"),
    "any_quatorze",
    *(f"guard:{suit}" for suit in "SHDC"),
)
PLAY_AIMS = ("difference", "own", "settlement")
RARE_EVENTS = ("younger_repique", "younger_capot")


def complete_strategy(incomplete: str) -> list[Offer]:
    """Names of strategies; after a whole name its options, each after a plus sign.

    Examples
    --------
    >>> [name for name, _ in complete_strategy("expert+s")][:2]
    ['expert+score', 'expert+sink-point']
    """
    offers: list[Offer] = [
        (name, one.summary) for name, one in ROSTER.items() if name.startswith(incomplete)
    ]
    name, *chosen = incomplete.split("+")
    if name not in ROSTER:
        return offers
    stem = "+".join([name, *chosen[:-1]])
    for option, said in OPTIONS.items():
        is_known = option != "score" or ROSTER[name].plays_to_score
        if is_known and option not in [one.partition("=")[0] for one in chosen[:-1]]:
            offers.append((f"{stem}+{option}", said))
    return [one for one in offers if one[0].startswith(incomplete)]


def complete_strategies(incomplete: str) -> list[Offer]:
    """Names of strategies between commas."""
    return _complete_last(incomplete, complete_strategy)


def complete_rules(incomplete: str) -> list[Offer]:
    """Presets of rules."""
    return _offer(PRESETS, incomplete)


def complete_setting(incomplete: str) -> list[Offer]:
    """Options of the rules; of one that is written out, its values.

    Examples
    --------
    >>> complete_setting("point_be")
    ['point_best_by=cards', 'point_best_by=pips']
    """
    from typing import get_args

    from piquet_sim.game.rules import RuleSet

    fields = {name: one for name, one in RuleSet.model_fields.items() if name != "name"}
    near = [name for name in fields if name.startswith(incomplete.partition("=")[0])]
    if len(near) != 1 and "=" not in incomplete:
        return list(near)
    offers: list[Offer] = []
    for name in near[:1]:
        kind = fields[name].annotation
        values = ("true", "false") if kind is bool else get_args(kind)
        choices = [one for one in values if isinstance(one, str | int)]
        offers += [f"{name}={one}" for one in choices] or [f"{name}="]
    return [one for one in offers if one.startswith(incomplete)]


def complete_play(incomplete: str) -> list[Offer]:
    """Ways to play the cards."""
    return [one for one in WAYS_TO_PLAY.items() if one[0].startswith(incomplete)]


def complete_seat(incomplete: str) -> list[Offer]:
    """Elder or younger."""
    return _offer(SEATS, incomplete)


def complete_play_aim(incomplete: str) -> list[Offer]:
    """What a card is chosen for."""
    return _offer(PLAY_AIMS, incomplete)


def complete_judge(incomplete: str) -> list[Offer]:
    """What decisions are judged by."""
    return _offer(("difference", "settlement"), incomplete)


def complete_player(incomplete: str) -> list[Offer]:
    """A or B of a score sheet."""
    return _offer(("a", "b"), incomplete)


def complete_study(incomplete: str) -> list[Offer]:
    """Names of studies, and all."""
    from analyses import STUDIES

    return _offer((*STUDIES, "all"), incomplete)


def complete_article(incomplete: str) -> list[Offer]:
    """Questions of which an article can be written: studies, then maxims and published claims.

    Maxims and claims are offered when the first letters of their names are written, since there are
    nearly two hundred.
    """
    from analyses import STUDIES
    from piquet_sim.compare.claim_file import load_claims

    offers: list[Offer] = _offer((*STUDIES, "ladder"), incomplete)
    if not incomplete:
        return offers
    written = incomplete.upper()
    claims = [(one.id, one.quantity) for one in load_claims() if one.id.startswith(written)]
    return [*offers, *complete_maxim(incomplete), *claims]


def complete_chart(incomplete: str) -> list[Offer]:
    """Names of charts, with what they show."""
    from analyses.contents import CHARTS

    return [(name, one.shows) for name, one in CHARTS.items() if name.startswith(incomplete)]


def complete_maxim(incomplete: str) -> list[Offer]:
    """Names of maxims, with their words."""
    from analyses.maxims.published import load_maxims

    listed = load_maxims().items()
    return [(name, one.maxim) for name, one in listed if name.startswith(incomplete.upper())]


def complete_style(incomplete: str) -> list[Offer]:
    """Styles of charts."""
    return _offer(STYLES, incomplete)


def complete_sections(incomplete: str) -> list[Offer]:
    """Sections of the report between commas."""
    from analyses.contents import CONTENTS

    keys = [section.key for section in CONTENTS]
    return _complete_last(incomplete, lambda last: _offer(keys, last))


def complete_attribute(incomplete: str) -> list[Offer]:
    """What the census counts."""
    return _offer(ATTRIBUTES, incomplete)


def complete_estimates(incomplete: str) -> list[Offer]:
    """Estimates of a simulation between commas."""
    names = [name for listed in THEMES.values() for name in listed]
    return _complete_last(incomplete, lambda last: _offer(names, last))


def complete_measure(incomplete: str) -> list[Offer]:
    """Names of an expression over deals, whose last word is being typed.

    Examples
    --------
    >>> complete_measure("elder_point >= 6 and elder_cap")
    ['elder_point >= 6 and elder_capot']
    """
    before, last = re.fullmatch(r"(.*?)(\w*)", incomplete, re.DOTALL).groups()
    names = dict.fromkeys([*(one for listed in THEMES.values() for one in listed), *COLUMNS])
    return [before + name for name in _offer(names, last)] if last or not before else []


def complete_rare_event(incomplete: str) -> list[Offer]:
    """Rare events for which there are classes of deals."""
    return _offer(RARE_EVENTS, incomplete)


def complete_class(incomplete: str) -> list[Offer]:
    """Point, sequence or set."""
    return _offer(CLASSES, incomplete)


def complete_distribution(incomplete: str) -> list[Offer]:
    """Amounts whose distribution is counted."""
    return _offer(DISTRIBUTIONS, incomplete)


def complete_aim(incomplete: str) -> list[Offer]:
    """What discards can be ranked by."""
    return _offer(AIMS, incomplete)


def complete_topic(incomplete: str) -> list[Offer]:
    """Topics of `piquet help`, each with what its guide is about.

    Examples
    --------
    >>> complete_topic("cond")[0][1]
    'Conditions on the cards that are dealt: read from words, counted exactly, and dealt'
    """
    return [(topic, say_topic(topic)) for topic in _offer(GUIDES, incomplete)]


def complete_condition(incomplete: str) -> list[Offer]:
    """What a condition that is begun may go on with.

    Examples
    --------
    >>> complete_condition("elder has 3 ac")
    ['elder has 3 aces']
    """
    from piquet_sim.conditions.reading.grammar import list_next_words

    return list(list_next_words(incomplete))


def complete_word(incomplete: str) -> list[Offer]:
    """Words of the glossary."""
    from piquet_sim.game.glossary import WORDS

    return _offer((one.key for one in WORDS), incomplete)


def _offer(names: Iterable[str], incomplete: str) -> list[Offer]:
    return [name for name in names if name.startswith(incomplete)]


def _complete_last(incomplete: str, complete: Callable[[str], list[Offer]]) -> list[Offer]:
    # Of names between commas the last, and none twice.
    before, comma, last = incomplete.rpartition(",")
    offers: list[Offer] = []
    for one in complete(last):
        name, said = one if isinstance(one, tuple) else (one, "")
        if name not in before.split(","):
            offers.append((before + comma + name, said) if said else before + comma + name)
    return offers


# ---- Switching it on ----------------------------------------------------------------------------
_SWITCHES = {"--install-completion", "--show-completion"}
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
_SHELL_IS_NAMED = "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"


def check_shell(arguments: Iterable[str]) -> None:
    """Refuse to install completion where no supported shell is found.

    Raises
    ------
    InputError
        If completion is asked for and no supported shell started this process.
    """
    asked = _SWITCHES.intersection(arguments)
    if not asked or _SHELL_IS_NAMED in os.environ:
        return
    import shellingham

    try:
        name, _ = shellingham.detect_shell()
    except shellingham.ShellDetectionFailure:
        name = "no shell"
    if name not in _SHELLS:
        raise InputError(
            f"{min(asked)} requires {join_words(_SHELLS[:3], 'or')} (or PowerShell); called from "
            f"{name}"
        )


# ---- Bash, which splits words at = and : ---------------------------------------------------------
_ASKED = "_PIQUET_COMPLETE"


def is_bash_asking() -> bool:
    """Whether this process was started by bash to complete a command."""
    return os.environ.get(_ASKED) == "complete_bash"


def answer_bash(answer: Callable[[], None]) -> None:
    """Answer a completion request of bash with whole words joined from their parts.

    Bash splits words at equals signs and colons, and inserts only what follows the last of them.

    Parameters
    ----------
    answer : callable
        Prints completions, one per line, for the words in the environment; may end the process.
    """
    words = os.environ.get("COMP_WORDS", "").split("\n")
    place = int(os.environ.get("COMP_CWORD", "0"))
    joined = list(_join_words(words[: place + 1]))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(joined), str(len(joined) - 1)
    word = joined[-1]
    known = re.match(r".*[=:]", word)
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            answer()
    finally:
        prefix = known[0] if known else ""
        if word.startswith("--"):
            prefix = prefix.partition("=")[2]
        for line in printed.getvalue().splitlines():
            print(line.removeprefix(prefix))


def _join_words(words: list[str]) -> Iterator[str]:
    whole = words[0] if words else ""
    is_open = False
    for word in words[1:]:
        if word in ("=", ":") or is_open:
            is_open = word in ("=", ":")
            whole += word
        else:
            yield whole
            whole = word
    yield whole
