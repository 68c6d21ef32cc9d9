"""What a discard makes: tried against all that may happen, two side by side, a deal in steps."""
