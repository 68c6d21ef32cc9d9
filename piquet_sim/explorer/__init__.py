"""The explorer: a page in the browser where one lays out a hand, served on this machine alone.

    pip install 'piquet-sim[explore]'       # in a clone: make study has done it
    piquet explore
    piquet explore AKJ.AQJ8.98.J87          # opens with this hand

Lay out a hand by clicking or typing. The page shows at once the exact odds of every discard, and
beside them advice that fills in as deals are played; two discards side by side, and what makes the
difference; and a deal from that hand, drawn by chance or by name, to be stepped through with the
value of every card from the table of perfect play.

The address of the page holds what is on it, and can be kept and sent. The page is served to this
machine alone, works without a network, a mouse or colour, and stops playing when it is closed.

How it is made
--------------
`service` opens the door, `connection` waits no longer than a while, `gate` says who may come in,
`application` knows the addresses, `questions` reads what an address asks, `themes` deals hands,
`answers` answers at once and `stream` bit by bit. The page itself lies in the folder ``page``; it
computes nothing but what it shows.
"""
