"""What Piquet is, for readers who have never played it."""

IN_100_WORDS = (
    "Piquet is an old card game for two, with 32 cards, sevens to aces. Each player is dealt "
    "twelve; eight are left over. Elder hand exchanges up to five cards for some of the "
    "eight; younger hand, who dealt, up to three for the rest. Then both call what they hold: "
    "their longest suit, their sequences, their three or four cards of a rank. The better of "
    "each scores. Twelve tricks follow: a card led counts a point, a trick won from the "
    "other's lead a point, most tricks ten, all twelve forty. Thirty points before the other "
    "has any bring a bonus. Six deals make a partie."
)
"""Piquet in 100 words."""
