"""Words of the answers: verdicts on maxims, names of documents."""
