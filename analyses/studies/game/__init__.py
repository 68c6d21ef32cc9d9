"""Questions about the game: what is dealt, exchanged and counted, and what other rules do."""
