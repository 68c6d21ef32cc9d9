"""Two of a kind on the same cards: players, rules, and figures that books print."""
