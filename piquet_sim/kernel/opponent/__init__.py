"""What a seat knows of the other hand: what is known, which hands agree, how likely each is."""
