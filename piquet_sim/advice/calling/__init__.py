"""Whether to call: what a seat knows then, what it may call, and what each way makes."""
