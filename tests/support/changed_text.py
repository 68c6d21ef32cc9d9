"""Texts with some words replaced, each of which must be there."""


def change(text, *pairs):
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text
