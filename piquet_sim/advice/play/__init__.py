"""Which card to play: what a seat knows, the hands that fit it, what each card makes over them."""
