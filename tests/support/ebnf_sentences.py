"""Sentences of a grammar in EBNF, made at random: what the standard says, for its readers."""

import re

from hypothesis import strategies as st

_PARTS = re.compile(r'"([^"]*)"|([a-z]+)|([\[\]{}()|,])')


def read_ebnf(text):
    """The rules of a grammar: nested alternatives of sequences of parts."""
    rules = {}
    for rule in filter(str.strip, text.split(" ;\n")):
        name, _, body = rule.partition("=")
        parts = [one.groups() for one in _PARTS.finditer(body)]
        assert _PARTS.sub("", body).strip() == "", rule
        rules[name.strip()], rest = _read_choice(parts)
        assert not rest, rule
    return rules


def _read_choice(parts):
    choices, sequence = [], []
    while parts:
        (word, rule, sign), *parts = parts
        if sign in ("]", "}", ")"):
            break
        if sign == "|":
            choices.append(sequence)
            sequence = []
        elif sign in ("[", "{", "("):
            inner, parts = _read_choice(parts)
            sequence.append((sign, inner))
        elif sign != ",":
            sequence.append(("rule", rule) if rule else ("word", word))
    return [*choices, sequence], parts


@st.composite
def sentences(draw, rules, name, given, joined, most=2):
    """A sentence of a rule: `given` stands for parts outside, `joined` rules have no blanks."""

    def make(choices, glue):
        return [one for part in draw(st.sampled_from(choices)) for one in make_part(part, glue)]

    def make_part(part, glue):
        kind, what = part
        if kind == "word":
            return [what]
        if kind == "rule":
            if what in given:
                return [draw(st.sampled_from(given[what]))]
            made = make(rules[what], "" if what in joined else glue)
            return ["".join(made)] if what in joined else made
        times = {"(": 1, "[": draw(st.integers(0, 1)), "{": draw(st.integers(0, most))}[kind]
        return [one for _ in range(times) for one in make(what, glue)]

    return " ".join(make(rules[name], " "))
