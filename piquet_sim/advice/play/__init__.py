"""After the exchange: what to call, which card to play, and the hands that fit what is known."""
