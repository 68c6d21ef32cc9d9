"""The explorer: its server, and its page in a browser."""
