"""The game: cards and their text, rule books as options, what is paid, the words for all of it."""
