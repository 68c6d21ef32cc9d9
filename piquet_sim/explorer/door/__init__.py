"""The door of the explorer: who may come in, how long they may take, what is sent out and how.

`gate` admits small requests from this machine's own page, `connection` waits no longer than a
while, `stream` sends an answer bit by bit for as long as somebody listens, `files` sends the page
without what only people read.
"""
