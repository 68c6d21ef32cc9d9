"""What plain words must be like: few, with few numbers of few digits, and never an error."""

import re

_YEARS = re.compile(r"\b1[6-9]\d\d\b(?!,\d)")
"""Years name codes and authors: no numbers of a finding."""
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_STOP = re.compile(r"[.?!][”’]?(?=\s|$)")

MOST = {"sentences": 3, "words": 60, "numbers": 2, "digits": 3}
STANDFIRST_WORDS, NOT_MEANT_WORDS, FINDING_WORDS = 40, 30, 20


def list_numbers(text):
    """The numbers that a text gives in figures."""
    return _NUMBER.findall(_YEARS.sub("", text))


def count_digits(number):
    """How many digits of a number tell something: 1,790 and 0.018 have three and two."""
    digits = number.replace(",", "").lstrip("0.")
    digits = digits if "." in number else digits.rstrip("0")
    return len(digits.replace(".", ""))


def count_sentences(text):
    """How many sentences end in a text."""
    return len(_STOP.findall(text))


def find_faults(words):
    """What is wrong with plain words as JSON has them, in words; nothing where all is well."""
    faults = []

    def check(is_well, what, text=""):
        if not is_well:
            faults.append(f"{what}: {text}")

    finding, standfirst, brief, meant = (
        words[name] for name in ("finding", "standfirst", "brief", "not_meant")
    )
    check(0 < len(brief) <= MOST["sentences"], "sentences", len(brief))
    length = sum(len(one.split()) for one in brief)
    check(length <= MOST["words"], "words in brief", length)
    for one in (finding, *brief, meant):
        check(len(list_numbers(one)) <= MOST["numbers"] + (one is finding), "numbers", one)
    for one in (finding, standfirst, *brief, meant):
        check("±" not in one, "an error", one)
        check("  " not in one and " ," not in one and " ." not in one, "blanks", one)
        check(one[:1] == one[:1].upper(), "no capital", one)
        for number in list_numbers(one):
            check(count_digits(number) <= MOST["digits"], "digits", f"{number} in {one}")
    check(not finding.endswith((".", "?")), "a headline with a stop", finding)
    check(len(finding.split()) <= FINDING_WORDS, "a long headline", finding)
    for one in (*brief, meant):
        check(one.endswith(".") and count_sentences(one) == 1, "not one sentence", one)
    check(count_sentences(standfirst) == 2, "not two sentences", standfirst)
    check(standfirst.endswith("."), "no stop", standfirst)
    check(len(standfirst.split()) <= STANDFIRST_WORDS, "a long standfirst", standfirst)
    check(meant.startswith("It does not "), "not what it does not mean", meant)
    check(len(meant.split()) <= NOT_MEANT_WORDS, "long", meant)
    return faults
