"""What a study found in plain words, for a reader who has never played.

Beside its exact sentences, with every number and its error, a study has words for everybody: the
finding, two sentences that say what it is about, at most three with two numbers each, and one that
says what it does not mean. They are functions of the table, as exact sentences are, and claim
nothing without grounds; where nothing is decided, they say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10

from markupsafe import Markup

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence

_FIGURES = 3


@dataclass(frozen=True)
class Words:
    """What a study found, in plain words."""

    finding: Sentence
    """What it found, as a headline: without a stop at its end."""
    standfirst: str
    """Two sentences: what a reader who has never played must know."""
    brief: tuple[Sentence, ...]
    """At most three sentences, of sixty words together and two numbers each."""
    not_meant: str
    """One sentence: what the finding does not mean."""

    def as_json(self) -> dict[str, object]:
        """As it stands in ``meta.json``, and in what the command line prints with `--json`."""
        return {
            "finding": self.headline,
            "standfirst": self.standfirst,
            "brief": [str(one) for one in self.brief],
            "not_meant": self.not_meant,
        }

    @property
    def headline(self) -> str:
        """The finding with plain blanks."""
        return self.finding.replace("\u00a0", " ")

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it as sentences, the finding with a stop."""
        return end(self.headline), self.standfirst, " ".join(self.brief), self.not_meant


def end(sentence: str) -> str:
    """A sentence with a stop at its end.

    Examples
    --------
    >>> end("Elder leads"), end("Who leads?")
    ('Elder leads.', 'Who leads?')
    """
    return str(sentence) if sentence.endswith((".", "?", "!")) else f"{sentence}."


def say_exactly(exact: tuple[str, ...]) -> Markup:
    """Exact sentences as HTML, folded under "exactly".

    Parameters
    ----------
    exact : tuple of str

    Examples
    --------
    >>> print(say_exactly(("14.743 ± 0.036.",)))
    <details><summary>Exactly</summary><p>14.743 ± 0.036.</p></details>
    """
    said = Markup("").join(map(Markup("<p>{}</p>").format, exact))
    return Markup("<details><summary>Exactly</summary>{}</details>").format(said)


def say_words(words: Words | None, exact: tuple[str, ...]) -> Markup:
    """Plain words as HTML, with the exact sentences folded under them, or these alone.

    Parameters
    ----------
    words : Words, optional
    exact : tuple of str
    """
    if words is None:
        return Markup("").join(map(Markup("<p>{}</p>").format, exact))
    finding, *rest = words.sentences
    said = Markup("").join(map(Markup("<p>{}</p>").format, rest))
    return Markup("<p><b>{}</b></p>{}{}").format(finding, said, say_exactly(exact))


def say_or_too_few(said: Sentence, what: str) -> Sentence:
    """A headline that finds something, or that there are too few deals for that.

    Parameters
    ----------
    said : Sentence
        A chart's headline, which without a number only names what the chart is about.
    what : str
        What would be found, after "to tell".

    Examples
    --------
    >>> say_or_too_few(Sentence("How often a lead holds"), "how often a lead holds")
    'Too few deals were played to tell how often a lead holds'
    """
    if any(map(str.isdigit, said)):
        return said
    return Sentence(f"Too few deals were played to tell {what}")


# ---- Numbers and names ---------------------------------------------------------------------------
def round_off(number: Estimate | float, scale: float = 1.0, sign: str = "", places: int = 1) -> str:
    """A number with two or three digits, and none that its error does not support.

    Parameters
    ----------
    number : Estimate or float
        A float has no error.
    scale : float
        Factor of the number; 100 for percentages.
    sign : str
        "+" for a sign before what is not negative, too.
    places : int
        The most decimals, if the number is not less than one.

    Examples
    --------
    >>> round_off(14.743), round_off(1792.4), round_off(0.0178), round_off(-0.4951)
    ('14.7', '1,790', '0.018', '−0.5')
    """
    value, se = (
        (number.value, number.se or 0.0) if isinstance(number, Estimate) else (float(number), 0.0)
    )
    value, se = scale * value, scale * se
    kept = _count_places(value, se, places)
    rounded = round(value, kept)
    if rounded:  # 99.96 has as many digits as 100
        kept = min(kept, _FIGURES - 1 - floor(log10(abs(rounded))))
    return f"{rounded + 0.0:{sign},.{max(0, kept)}f}".replace("-", "−")


def _count_places(value: float, se: float, places: int) -> int:
    # How many decimals: as the error lets stand, one digit at least and not more than three.
    if not value:
        return 0
    size = floor(log10(abs(value)))
    kept = max(places, 1 - size) if size < -1 else max(places, -size)
    if se:
        kept = max(min(kept, max(0, -floor(log10(se)))), -size)
    return min(kept, _FIGURES - 1 - size)


def points(number: Estimate | float, sign: str = "") -> str:
    """Points with one decimal.

    Examples
    --------
    >>> points(-0.4951), points(14.743), points(14.743, "+")
    ('−0.5', '14.7', '+14.7')
    """
    return round_off(number, sign=sign)


def size(number: Estimate | float) -> str:
    """Points without their sign, where the words say it: "it costs 0.5 points".

    Examples
    --------
    >>> size(-0.4951)
    '0.5'
    """
    return points(number).lstrip("−")


def share(number: Estimate | float) -> str:
    """A share as a percentage.

    Examples
    --------
    >>> share(0.66607), share(0.095465), share(0.003907)
    ('67%', '9.5%', '0.39%')
    """
    value = abs(number.value if isinstance(number, Estimate) else number)
    places = 0 if value >= _WHOLE else 1 if value >= _TENTHS else 2
    return f"{round_off(number, 100, places=places)}%"


_WHOLE, _TENTHS = 0.1, 0.01
"""Shares from which percentages are given in whole numbers, and with one decimal."""


def how_often(number: Estimate, of: str = "") -> str:
    """In what share of cases something happened, or that it did in none.

    Parameters
    ----------
    number : Estimate
    of : str
        What the cases are; empty where that was just said.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> how_often(estimate_proportion(120, 400), "deals"), how_often(estimate_proportion(12, 400))
    ('in 30% of deals', 'in 3.0%')
    >>> how_often(estimate_proportion(0, 400), "deals")
    'in none of 400 deals'
    """
    words = f" of {of}" if of else ""
    if number.value:
        return f"in {share(number)}{words}"
    return f"in none{f' of {round_off(number.n)} {of}' if of else ''}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")  # fmt: skip


def spell(number: int) -> str:
    """A small number as a word.

    Examples
    --------
    >>> spell(5), spell(13)
    ('five', '13')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def say_who_sits(captions: Mapping[str, object]) -> str:
    """Whose play a finding holds for, before a sentence about it.

    Parameters
    ----------
    captions : mapping
        The description of a result.

    Examples
    --------
    >>> say_who_sits({"elder": "club", "younger": "novice"})
    'With club as elder and novice as younger, '
    >>> say_who_sits({"elder": "expert", "younger": "expert"})
    'Where expert plays both hands, '
    """
    elder, younger = captions["elder"], captions["younger"]
    if elder == younger:
        return f"Where {elder} plays both hands, "
    return f"With {elder} as elder and {younger} as younger, "


def capitalise(text: str) -> str:
    """A text that begins with a capital, the rest as it is.

    Examples
    --------
    >>> capitalise("expert v club")
    'Expert v club'
    """
    return text[:1].upper() + text[1:]


def read_number(captions: Mapping[str, object], name: str) -> Estimate | None:
    """A derived number of a result as an estimate, from what stands beside its table.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = estimate_proportion(12, 400)
    >>> read_number({"capots": share.as_json()}, "capots") == share
    True
    """
    told = captions.get(name)
    if not isinstance(told, Mapping):
        return None
    return Estimate(*(told[key] for key in ("value", "se", "low", "high", "n", "method")))
