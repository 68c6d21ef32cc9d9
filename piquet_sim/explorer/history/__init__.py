"""What the page keeps of its player on this machine: parties, decisions, and errors to go over.

`store` is the file, `boxes` says when an error is due again, `decisions` takes what a review or a
throw found, `cards` asks the errors anew, `files` writes and reads them as deals in the notation,
`pages` answers the page.
"""
