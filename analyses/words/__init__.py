"""Words of the answers: sentences that rest on numbers, verdicts on maxims, names of documents."""
