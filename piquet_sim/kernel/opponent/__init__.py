"""The opponent's hand: what is known of it, which hands agree, how likely each is."""
