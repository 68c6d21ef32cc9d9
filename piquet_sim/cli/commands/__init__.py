"""The commands, a room for each kind of question."""
