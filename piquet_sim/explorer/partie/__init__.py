"""A partie of six against a strategy: dealt and kept by the engine, the other's cards hidden.

`table` holds the partie and takes the player's decisions, `seen` says what the player sees of
it, `talk` puts the calls into words, `acts` answers the page.
"""
