"""Writing articles: which question is meant, and all that were asked for, or none."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from analyses.charts.style import use_style
from analyses.contents import read_key
from analyses.maxims.findings import STUDY_OF
from analyses.maxims.published import load_maxims
from analyses.report.articles.claims import draft_claim
from analyses.report.articles.draft import Article, Draft, describe_article, write_draft
from analyses.report.articles.hands import HandAsked, draft_hand
from analyses.report.articles.maxims import draft_maxim
from analyses.report.articles.studies import draft_study
from analyses.report.made import MadePart
from analyses.report.making import Watch, make_parts
from analyses.report.sections import SECTIONS, Order, Part, Section
from analyses.results.stored import trusting
from piquet_sim.compare.claim_file import load_claims
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import make_aside

DEALS = 20_000
"""Deals that are played for an article where no number is named."""

_PARTS = {part.name: (section, part) for section in SECTIONS for part in section.parts}
_CLAIMS_STUDY = "published"


@dataclass(frozen=True)
class _Subject:
    # What an article is about: its name, the study that answers it, and who drafts it.
    name: str
    section: Section
    part: Part
    draft: Callable[[MadePart, Path], Draft]


def write_articles(
    order: Order,
    names: Sequence[str],
    out: Path,
    watch: Watch | None = None,
    tell: Callable[[str], None] = lambda told: None,
    hands: Sequence[HandAsked] = (),
) -> list[Article]:
    """Write an article for each of some questions, all of them or none.

    Parameters
    ----------
    order : Order
        How studies are played, or the results from which articles are made.
    names : sequence of str
        Of studies, maxims and published claims.
    out : Path
        The folder in which each gets a folder of its own.
    watch : callable, optional
        Makes the progress callback of a study.
    tell : callable
        Called with one line for each file that could not be kept.
    hands : sequence of HandAsked
        Hands from which cards are to be thrown.

    Raises
    ------
    InputError
        If nothing has such a name, there is no result of it, nothing was found of it, an article
        of it is there already, or nothing can be written.
    """
    subjects = [_find_subject(name) for name in names]
    keys = [one.name for one in subjects] + [one.name for one in hands]
    if not keys:
        raise InputError("article: expected STUDY, a maxim, a claim, or --hand HAND")
    if len(set(keys)) < len(keys):
        raise InputError("article: a question is given twice")
    out = Path(out)
    for key in keys:
        if (out / key).exists():
            raise InputError(f"{out / key} exists; choose another folder with --out")
    for one in subjects:
        if one.part not in one.section.chosen(order):
            source = order.results
            reason = f"{source} has no result of {_say_study(one)}" if source else (
                "it requires two strategies"
            )  # fmt: skip
            raise InputError(f"article: {one.name} cannot be written: {reason}")
    for one in hands:
        one.ask(order)
    chosen = list({one.part.name: (one.section, one.part) for one in subjects}.values())
    drafts: list[Draft] = []
    with make_aside(out) as work, use_style(order.style):
        parts = make_parts(order, chosen, work / "made", watch, tell)
        made = {one.part.name: one for one in parts}
        for one in subjects:
            drafts.append(_draft(one, made[one.part.name], work / one.name))
        for one in hands:
            drafts.append(draft_hand(one, order, work / one.name, watch))
        for draft in drafts:
            write_draft(draft, order, work / draft.name)
        for key in keys:
            (work / key).replace(out / key)
    return [describe_article(draft, out / draft.name) for draft in drafts]


def _find_subject(name: str) -> _Subject:
    key, code = read_key(name), name.strip().upper()
    if key in _PARTS:
        return _Subject(key, *_PARTS[key], draft_study)
    maxims, claims = load_maxims(), [one.id for one in load_claims()]
    if code in maxims:
        return _Subject(code, *_PARTS[STUDY_OF[maxims[code].kind]], partial(draft_maxim, code))
    exact = next((one for one in claims if one.upper() == code), None)
    if exact is not None:
        return _Subject(exact, *_PARTS[_CLAIMS_STUDY], partial(draft_claim, exact))
    is_code = any(code.startswith(one.partition("-")[0] + "-") for one in (*maxims, *claims))
    if is_code:
        raise InputError(suggest(code, [*maxims, *claims], "maxim or claim"))
    raise InputError(suggest(key, _PARTS, "study"))


def _draft(one: _Subject, made: MadePart, home: Path) -> Draft:
    # A result that was not played here may be damaged.
    is_trusted = made.source is None
    with nullcontext() if is_trusted else trusting(made.source, one.part.name):
        return one.draft(made, home)


def _say_study(one: _Subject) -> str:
    return "it" if one.name == one.part.name else f"the study {one.part.name}"
