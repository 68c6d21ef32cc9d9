"""What differs between a discard, a call and a card: how deals are made, finished and judged."""
