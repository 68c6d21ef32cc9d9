"""The explorer: a page in the browser where one lays out a hand, served on this machine alone.

`service` opens the door, `connection` waits no longer than a while, `gate` says who may come in,
`application` knows the addresses, `questions` reads what an address asks, `answers` answers at once
and `stream` bit by bit. The page itself lies in the folder ``page``; it computes nothing but what
it shows.
"""
