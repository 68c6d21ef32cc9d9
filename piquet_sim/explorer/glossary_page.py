"""The game's words as a page."""

from html import escape

from piquet_sim.game.glossary import WORDS

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Words of the game · Piquet explorer</title>
<link rel="stylesheet" href="/explorer.css">
<link rel="icon" href="/icon.svg">
</head>
<body>
<header class="top"><h1>Words of the game</h1>
<p><a href="/{query}">Back to the table</a></p></header>
<main><dl class="glossary">
"""


def write_glossary(query: str = "") -> str:
    """The glossary as one HTML page; each word is an anchor.

    Parameters
    ----------
    query : str
        The state of the table, as in its address, to which the page leads back.
    """
    words = (
        f'<dt id="{word.key}">{escape(word.name)}</dt><dd>{escape(word.meaning)}</dd>\n'
        for word in WORDS
    )
    head = _HEAD.replace("{query}", escape(f"?{query}" if query else ""))
    return head + "".join(words) + "</dl></main>\n</body>\n</html>\n"
