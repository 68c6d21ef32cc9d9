"""What deals make up: parties and races, what a score is worth, chouette."""
